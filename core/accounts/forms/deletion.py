"""Form for deleting one's account."""

from __future__ import annotations

from typing import Any

from django import forms

from core.accounts.models import User
from core.web.forms.base import HouseForm


class DeletionForm(HouseForm):
    """The user's name and password. The password is checked only if `tries_left` is true."""

    tries_left = True

    name = forms.CharField(
        label="Your username",
        max_length=150,
        help_text="Enter your username to confirm that you want to delete your account.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    password = forms.CharField(
        label="Your password",
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        """Return the name if it matches that of the user."""
        name: str = self.cleaned_data["name"]
        if name != self.user.get_username():
            raise forms.ValidationError("That is not your username.")
        return name

    def clean_password(self) -> str:
        """Return the password if it is correct and the user has tries left."""
        password: str = self.cleaned_data["password"]
        if not self.tries_left:
            raise forms.ValidationError("Too many attempts. Try again in 15 minutes.")
        if not self.user.check_password(password):
            raise forms.ValidationError("Wrong password.")
        return password
