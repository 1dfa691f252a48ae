"""Forms of django-allauth that differ here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account import forms
from allauth.account.adapter import get_adapter

from core.accounts.selectors.people import looks_like_anothers

if TYPE_CHECKING:
    from typing import Any


class SignupForm(forms.SignupForm):
    """An account, whoever else has given the mail address.

    Until it is confirmed an address is nobody's, so that signing up tells nothing of it. allauth's
    own answer where confirming is mandatory, a sign-up that only looks like one, leaves the user
    name free and is found out by trying the name again.
    """

    def clean_username(self) -> str:
        """A name that nobody has, had lately, or is taken for."""
        name = str(super().clean_username())
        if looks_like_anothers(name):
            raise get_adapter().validation_error("username_taken")
        return name

    def validate_unique_email(self, value: str) -> Any:
        """Any address will do."""
        return value
