"""Forms for creating and renewing an API token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from core.accounts.selectors.own_clubs import OwnClub
from core.accounts.services.tokens import MAX_DAYS
from core.web.api.scopes import SCOPE_TEXTS, TOKEN_SCOPES, Scope
from core.web.forms.base import HouseForm

DAYS = ((30, "30 days"), (90, "90 days"), (MAX_DAYS, "a year"))
SCOPE_CHOICES = tuple(
    [(str(scope), SCOPE_TEXTS[scope]) for scope in TOKEN_SCOPES if scope is not Scope.READ]
)


class RenewForm(HouseForm):
    """The new lifetime of a token."""

    days = forms.TypedChoiceField(label="Expires after", choices=DAYS, coerce=int, initial=90)


class TokenForm(HouseForm):
    """The name, lifetime, scopes and club of a new token."""

    name = forms.CharField(
        label="Name",
        max_length=60,
        help_text="For example, the name of the tool that uses the token.",
    )
    days = forms.TypedChoiceField(label="Expires after", choices=DAYS, coerce=int, initial=90)
    scopes = forms.MultipleChoiceField(
        label="Permissions",
        choices=SCOPE_CHOICES,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        initial=[key for key, _ in SCOPE_CHOICES],
        help_text="With all permissions and all clubs, the token can do everything you can do.",
    )
    club = forms.ChoiceField(
        label="Clubs",
        required=False,
        help_text="If you choose one club, the token cannot be used for anything else, including "
        "matches.",
    )

    def __init__(self, *args: Any, clubs: Sequence[OwnClub], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].choices = [  # type: ignore[attr-defined]
            ("", "All my clubs and games"),
            *((club.slug, f"Only {club.name}") for club in clubs),
        ]
