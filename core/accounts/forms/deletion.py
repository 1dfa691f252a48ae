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
        label="Your name here",
        max_length=150,
        help_text="Typed as you log in with it, so that nobody does this by a slip.",
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
            raise forms.ValidationError("That is not your name here.")
        return said

    def clean_password(self) -> str:
        """The password that one logs in with."""
        said: str = self.cleaned_data["password"]
        if not self.tries_left:
            raise forms.ValidationError("Too many tries: wait a quarter of an hour.")
        if not self.user.check_password(said):
            raise forms.ValidationError("That is not your password.")
        return said
