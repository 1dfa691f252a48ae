"""The form of an invite link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from campaign.league.models import Membership, Team
from campaign.members.services.invites import MAX_DURATION
from core.web.forms.reasons import DeskForm

if TYPE_CHECKING:
    from django.db.models import QuerySet

ROLES = (
    (
        Membership.Role.PLAYER,
        "Player: can create a team, or one player can join the team selected below",
    ),
    (Membership.Role.SPECTATOR, "Spectator: can read everything that is public"),
    (Membership.Role.GM, "GM: runs the club with you"),
)
SINGLE_USE_HELP = "Links for a GM or a team work only once."


class InviteForm(DeskForm):
    """Form for a link's role, team, uses and expiry.

    By default, many people can use the link until it is revoked.
    """

    role = forms.ChoiceField(
        label="Role",
        choices=ROLES,
        widget=forms.RadioSelect,
        initial=Membership.Role.PLAYER,
    )
    uses = forms.IntegerField(
        label="Number of people",
        min_value=1,
        max_value=100,
        required=False,
        help_text=f"Leave empty for no limit. {SINGLE_USE_HELP}",
    )
    days = forms.IntegerField(
        label="Expires after (days)",
        min_value=1,
        max_value=MAX_DURATION.days,
        required=False,
        help_text=f"Leave empty to keep the link active until you revoke it. {SINGLE_USE_HELP}",
    )
    team: forms.ModelChoiceField[Team] = forms.ModelChoiceField(
        None,
        required=False,
        empty_label="No team",
        help_text=(
            "The new member asks the team's owners for access. If the team has no owner, the "
            "new member takes it over right away."
        ),
    )
    reason = forms.CharField(
        label="Reason for this team",
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=(
            "Required for a team that you do not run. If the team has no owner when the link is "
            "used, the reason is shown to the whole club."
        ),
    )
    note = forms.CharField(
        max_length=80,
        required=False,
        help_text="A label for your own list, for example “Tuesday group”.",
    )

    def __init__(self, *args: Any, teams: QuerySet[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["team"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared above
        field.queryset = teams

    def further_fields(self) -> list[forms.BoundField]:
        """Return the optional fields."""
        return [self[name] for name in ("uses", "days", "team", "reason", "note")]
