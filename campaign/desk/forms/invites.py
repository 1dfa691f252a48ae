"""The form for an invite link."""

from __future__ import annotations

from typing import ClassVar

from django import forms

from campaign.members.rules.acts import Inviting
from core.web.forms.records import RecordForm


class InviteForm(RecordForm[Inviting]):
    """Form for an invite link, with a role, a team, a number of uses and an expiry date.

    By default, any number of people can use the link until it is revoked.
    """

    asks = Inviting
    widgets: ClassVar = {"role": forms.RadioSelect}
