"""Choosing a new password with a log-in link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.password_validation import validate_password

if TYPE_CHECKING:
    from core.accounts.models import User


class NewPassword(forms.Form):
    """The new password, twice."""

    password1 = forms.CharField(
        label="New password",
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password2 = forms.CharField(
        label="Confirm new password",
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, **named: Any) -> None:
        super().__init__(*args, **named)
        self.user, self.label_suffix = user, ""

    def clean_password1(self) -> str:
        """A password as the site wants it."""
        said = str(self.cleaned_data["password1"])
        validate_password(said, self.user)
        return said

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "password1" in data and "password2" in data and data["password1"] != data["password2"]:
            self.add_error("password2", "The passwords do not match.")
        return data
