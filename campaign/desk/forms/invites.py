"""The form of an invite link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from campaign.league.models import Membership, Team
from campaign.league.services.invites import LONGEST
from core.web.forms.reasons import DeskForm

if TYPE_CHECKING:
    from django.db.models import QuerySet

ROLES = (
    (Membership.Role.PLAYER, "Players: may found a team, or one of them joins the one below"),
    (Membership.Role.SPECTATOR, "Spectators: read what is public"),
    (Membership.Role.GM, "A GM: runs the club with you"),
)
ONCE = "A link for a GM or for a team works once."


class InviteForm(DeskForm):
    """For whom, how often and how long a link works: for a whole group, until it is revoked, unless
    something else is said.
    """

    role = forms.ChoiceField(
        label="Who comes in by it",
        choices=ROLES,
        widget=forms.RadioSelect,
        initial=Membership.Role.PLAYER,
    )
    uses = forms.IntegerField(
        label="How many people",
        min_value=1,
        max_value=100,
        required=False,
        help_text=f"Left empty: as many as get the link. {ONCE}",
    )
    days = forms.IntegerField(
        label="Days it works",
        min_value=1,
        max_value=LONGEST.days,
        required=False,
        help_text=f"Left empty: until you revoke it. {ONCE}",
    )
    team: forms.ModelChoiceField[Team] = forms.ModelChoiceField(
        None,
        required=False,
        empty_label="No team",
        help_text=(
            "Whoever takes the link asks the team's owners whether they may run it too. "
            "A team that nobody runs is theirs at once."
        ),
    )
    reason = forms.CharField(
        label="Why into this team",
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=(
            "Only for a team that you do not run. If nobody runs it when the link is "
            "taken, the whole club reads this."
        ),
    )
    note = forms.CharField(
        max_length=80, required=False, help_text="For your own list: “Tuesday group”."
    )

    def __init__(self, *args: Any, teams: QuerySet[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["team"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared above
        field.queryset = teams

    def further_fields(self) -> list[forms.BoundField]:
        """What a link for a whole group leaves as it is."""
        return [self[name] for name in ("uses", "days", "team", "reason", "note")]
