"""Making an API token, and having one work longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from core.accounts.services.tokens import LONGEST
from core.web.api.scopes import GIVEN, WORDS, Scope
from core.web.forms.base import HouseForm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.accounts.selectors.own_clubs import OwnClub

DAYS = ((30, "30 days"), (90, "90 days"), (LONGEST, "a year"))
CHOSEN = tuple([(str(scope), WORDS[scope]) for scope in GIVEN if scope is not Scope.READ])


class RenewForm(HouseForm):
    """How long a token is to work from now on."""

    days = forms.TypedChoiceField(label="Works for", choices=DAYS, coerce=int, initial=90)


class TokenForm(HouseForm):
    """What the token is for, how long it works, what it may do and in which club."""

    name = forms.CharField(
        label="What is it for?",
        max_length=60,
        help_text="Such as the tool or the machine that will hold it.",
    )
    days = forms.TypedChoiceField(label="Works for", choices=DAYS, coerce=int, initial=90)
    scopes = forms.MultipleChoiceField(
        label="What it may do, besides reading what you may read",
        choices=CHOSEN,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        initial=[key for key, _ in CHOSEN],
        help_text="With all of them, and for all clubs, it may do whatever you may do.",
    )
    club = forms.ChoiceField(
        label="Where",
        required=False,
        help_text="For one club it sees and does nothing outside of it, matches included.",
    )

    def __init__(self, *args: Any, clubs: Sequence[OwnClub], **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["club"].choices = [  # type: ignore[attr-defined]
            ("", "In all my clubs, and at the games"),
            *((one.slug, f"In {one.name} alone") for one in clubs),
        ]
