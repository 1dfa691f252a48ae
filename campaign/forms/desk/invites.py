"""The form of an invite link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from campaign.models import Membership, Team
from campaign.services.invites import LONGEST

from .base import DeskForm

if TYPE_CHECKING:
    from collections.abc import Iterable

ROLES = (
    (Membership.Role.PLAYER, "Player: may found a team, or joins the one below"),
    (Membership.Role.SPECTATOR, "Spectator: reads what is public"),
    (Membership.Role.GM, "GM: runs the club with you"),
)


class InviteForm(DeskForm):
    """For whom, how often and how long a link works."""

    role = forms.ChoiceField(label="Who comes in by it", choices=ROLES, widget=forms.RadioSelect, initial=Membership.Role.PLAYER)
    team: forms.ModelChoiceField[Team] = forms.ModelChoiceField(
        Team.objects.none(),
        required=False,
        empty_label="No team",
        help_text="They run this team together with its owners; the club is told.",
    )
    uses = forms.IntegerField(label="How many people", min_value=1, max_value=100, initial=1)
    days = forms.IntegerField(label="Days it works", min_value=1, max_value=LONGEST.days, initial=14)
    note = forms.CharField(max_length=80, required=False, help_text="For your own list: “Tuesday group”.")

    def __init__(self, *args: Any, teams: Iterable[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["team"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared above
        field.queryset = Team.objects.filter(pk__in=[team.pk for team in teams])
