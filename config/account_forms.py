"""Customized forms of django-allauth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account import forms
from allauth.account.adapter import get_adapter

from core.accounts.selectors.people import resembles_other_name

if TYPE_CHECKING:
    from typing import Any


class SignupForm(forms.SignupForm):
    """A sign-up form that accepts mail addresses that other accounts have too.

    Until an address is confirmed it does not belong to any account, so signing up reveals nothing
    about it. allauth's own solution for mandatory confirmation is a fake sign-up. It leaves the
    username free, which reveals it.
    """

    def clean_username(self) -> str:
        """Return the name unless someone has it, had it recently, or has a similar name."""
        name = str(super().clean_username())
        if resembles_other_name(name):
            raise get_adapter().validation_error("username_taken")
        return name

    def validate_unique_email(self, value: str) -> Any:
        """Accept any address."""
        return value
