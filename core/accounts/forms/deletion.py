"""Asking for one's account to be deleted."""

from __future__ import annotations

from typing import Any

from django import forms

from core.accounts.models import User
from core.web.forms.base import HouseForm


class DeletionForm(HouseForm):
    """One's own name, typed, and one's password, which is looked at only while `tries_left`."""

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

    def __init__(self, user: User, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.user = user

    def clean_name(self) -> str:
        """The name that is one's own."""
        said: str = self.cleaned_data["name"]
        if said != self.user.get_username():
            raise forms.ValidationError("That is not your username.")
        return said

    def clean_password(self) -> str:
        """The password that one logs in with."""
        said: str = self.cleaned_data["password"]
        if not self.tries_left:
            raise forms.ValidationError("Too many attempts. Try again in 15 minutes.")
        if not self.user.check_password(said):
            raise forms.ValidationError("Wrong password.")
        return said
