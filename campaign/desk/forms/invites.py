"""The form of an invite link."""

from __future__ import annotations

from typing import ClassVar

from django import forms

from campaign.members.rules.acts import Inviting
from core.web.forms.records import RecordForm


class InviteForm(RecordForm[Inviting]):
    """Form for a link's role, team, uses and expiry.

    By default, many people can use the link until it is revoked.
    """

    asks = Inviting
    widgets: ClassVar = {"role": forms.RadioSelect}
