"""The form for a new password after using a sign-in link."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password

from core.accounts.models import User


class NewPassword(forms.Form):
    """Form for a new password, entered twice."""

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

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.label_suffix = user, ""

    def clean_password1(self) -> str:
        """Return the password if it is strong enough."""
        password = str(self.cleaned_data["password1"])
        validate_password(password, self.user)
        return password

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "password1" in data and "password2" in data and data["password1"] != data["password2"]:
            self.add_error("password2", "The passwords do not match.")
        return data
