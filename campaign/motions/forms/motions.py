"""Form for starting a vote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from campaign.house_rules.rules.calendar import MAX_PAUSE_WEEKS
from campaign.motions.models import Motion
from core.web.forms.base import HouseForm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.league.models import Team
    from core.accounts.models import User

Kind = Motion.Kind


class MoveForm(HouseForm):
    """The fields of a kind of motion, with the reason."""

    team = forms.ChoiceField()
    to = forms.ChoiceField(
        label="To",
        help_text="Choose a player who does not run a team in this club. They have to agree.",
    )
    weeks = forms.IntegerField(min_value=1, max_value=MAX_PAUSE_WEEKS, initial=2)
    reason = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="It is shown to the whole club.",
    )

    def __init__(
        self, *args: Any, kind: str, teams: Iterable[Team], people: Iterable[User], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        needed = {
            Kind.PAUSE: {"weeks"},
            Kind.GO_ON: set(),
            Kind.HAND_OVER: {"team", "to"},
            Kind.CARETAKER: {"team"},
            Kind.RETIRE: {"team"},
        }[Kind(kind)]
        for name in {"team", "to", "weeks"} - needed:
            del self.fields[name]
        if "team" in needed:
            rows = [(team.slug, team.name) for team in teams]
            self.fields["team"].choices = [("", "Choose a team"), *rows]  # type: ignore[attr-defined]
        if "to" in needed:
            users = [(user.get_username(), user.get_username()) for user in people]
            self.fields["to"].choices = [("", "Choose a player"), *users]  # type: ignore[attr-defined]
