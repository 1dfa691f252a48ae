"""The form for starting a vote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from campaign.league.models import Team
from campaign.motions.models import Motion
from campaign.motions.rules.motions import Moving
from core.accounts.models import User
from core.web.forms.records import RecordForm

Kind = Motion.Kind
NEEDED: Final[Mapping[Kind, set[str]]] = {
    Kind.PAUSE: {"weeks"},
    Kind.GO_ON: set(),
    Kind.HAND_OVER: {"team", "to"},
    Kind.CARETAKER: {"team"},
    Kind.RETIRE: {"team"},
}


class MoveForm(RecordForm[Moving]):
    """Form with the fields for a kind of motion, and a reason."""

    asks = Moving

    def __init__(
        self, *args: Any, kind: str, teams: Iterable[Team], people: Iterable[User]
    ) -> None:
        names = [user.get_username() for user in people]
        choices = {
            "team": [("", "Choose a team"), *((team.slug, team.name) for team in teams)],
            "to": [("", "Choose a player"), *((name, name) for name in names)],
        }
        super().__init__(*args, choices=choices, initial={"weeks": 2})
        self.kind = kind
        for name in {"team", "to", "weeks"} - NEEDED[Kind(kind)]:
            del self.fields[name]

    def values_by_name(self) -> dict[str, Any]:
        return {**super().values_by_name(), "kind": self.kind}
