"""The form for announcing a tournament, with its game, clock, start, length and access."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from django import forms

from core.web.forms.reasons import moment
from play.models import Tournament
from play.selectors.circles import Circle
from play.services.tournaments import MAX_PLAYERS, MAX_ROUNDS, MIN_PLAYERS

from .opening import Terms

ROUNDS: Final = (
    (15, "15 minutes"), (30, "30 minutes"), (60, "An hour"), (120, "Two hours"),
    (1440, "A day"), (3 * 1440, "Three days"), (7 * 1440, "A week"), (14 * 1440, "Two weeks"),
)  # fmt: skip
CLUB: Final = "club:"


class TournamentAccess(NamedTuple):
    """Access to a tournament, in the form that the service expects."""

    access: str
    club: UUID | None


class Announcement(Terms):
    """Form for a new tournament."""

    name = forms.CharField(label="Name", min_length=3, max_length=60)
    begins_at = moment(label="Begins", help_text="Entries are open until then.")
    round_minutes = forms.TypedChoiceField(
        label="Time limit per round",
        choices=ROUNDS,
        coerce=int,
        initial=7 * 1440,
        help_text=(
            "A round ends early when all its matches are over. In an unfinished match, a player "
            "who has used more than half of the time loses; otherwise it is a draw."
        ),
    )
    rounds = forms.IntegerField(
        label="Rounds",
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text=(
            "If left empty, the number depends on the players: 3 rounds for 4 players, 4 for 9."
        ),
    )
    most = forms.IntegerField(
        label="Maximum number of players", min_value=MIN_PLAYERS, max_value=MAX_PLAYERS, initial=16
    )
    who = forms.ChoiceField(label="Who can enter")
    filled = forms.BooleanField(
        label="Add a bot if the number of players is odd",
        required=False,
        initial=True,
        help_text=(
            "The bot plays out of competition. Without it, one player has a bye in every round."
        ),
    )

    places = {**Terms.places, "access": "who", "club": "who", "seats": "filled"}

    def __init__(self, *args: Any, circles: Sequence[Circle], **form_arguments: Any) -> None:
        usual = {"clock": "correspondence", **form_arguments.pop("initial", {})}
        super().__init__(*args, initial=usual, **form_arguments)
        self.circles = {circle.slug: circle for circle in circles}
        self.fields["who"].choices = [  # type: ignore[attr-defined]
            (Tournament.Access.LISTED.value, "Anyone: show it in the list"),
            (Tournament.Access.LINK.value, "Only people with the link"),
            *((f"{CLUB}{circle.slug}", f"Members of {circle.name}") for circle in circles),
        ]

    def for_whom(self) -> TournamentAccess:
        """Return the chosen access."""
        choice = str(self.cleaned_data["who"])
        if choice.startswith(CLUB):
            return TournamentAccess(
                Tournament.Access.CLUB, self.circles[choice.removeprefix(CLUB)].id
            )
        return TournamentAccess(choice, None)
