"""Customized forms of django-allauth."""

from __future__ import annotations

from typing import Any

from allauth.account import forms
from allauth.account.adapter import get_adapter

from core.accounts.selectors.people import resembles_other_name


class SignupForm(forms.SignupForm):
    """A sign-up form that accepts email addresses that other accounts also have.

    An unconfirmed address does not belong to any account, so signing up reveals nothing about it.
    With mandatory confirmation, allauth instead fakes the sign-up. This leaves the username free,
    which reveals that the address is known.
    """

    def clean_username(self) -> str:
        """Return the name. Raise ValidationError if someone has it, had it recently, or has a
        similar name.
        """
        name = str(super().clean_username())
        if resembles_other_name(name):
            raise get_adapter().validation_error("username_taken")
        return name

    def validate_unique_email(self, value: str) -> Any:
        """Accept any address."""
        return value
