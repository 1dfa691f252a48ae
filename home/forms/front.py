"""Forms on a person's own pages."""

from __future__ import annotations

import re

from django import forms

from core.web.forms.base import Act

TOKEN = re.compile(r"[A-Za-z0-9_-]{16,80}")


class InviteLink(forms.Form):
    """Form for an invite link, or for the last part of one."""

    link = forms.CharField(
        label="Invite link",
        max_length=300,
        help_text="Paste the full link from the club’s GM.",
    )

    @property
    def token(self) -> str:
        """The token that the link contains."""
        return str(self.cleaned_data["link"])

    def clean_link(self) -> str:
        """Return the token, which is the last part of the link."""
        last = self.cleaned_data["link"].strip().rstrip("/").rpartition("/")[2]
        if not TOKEN.fullmatch(last):
            raise forms.ValidationError(
                "This is not an invite link. Invite links end in /join/ followed by a code.",
                code="no-link",
            )
        return str(last)


class ReadNotices(forms.Form):
    """Form for marking one or all notices as read."""

    notice = forms.UUIDField(required=False, widget=forms.HiddenInput)


class Join(Act):
    """Form for accepting an invitation."""
