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

    days = forms.TypedChoiceField(label="Expires after", choices=DAYS, coerce=int, initial=90)


class TokenForm(HouseForm):
    """What the token is for, how long it works, what it may do and in which club."""

    name = forms.CharField(
        label="Name",
        max_length=60,
        help_text="For example, the name of the tool that uses the token.",
    )
    days = forms.TypedChoiceField(label="Expires after", choices=DAYS, coerce=int, initial=90)
    scopes = forms.MultipleChoiceField(
        label="Permissions",
        choices=CHOSEN,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        initial=[key for key, _ in CHOSEN],
        help_text="With all permissions and all clubs, the token can do everything you can do.",
    )
    club = forms.ChoiceField(
        label="Clubs",
        required=False,
        help_text="If you choose one club, the token cannot be used for anything else, including "
        "matches.",
    )

    def __init__(self, *args: Any, clubs: Sequence[OwnClub], **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["club"].choices = [  # type: ignore[attr-defined]
            ("", "All my clubs and games"),
            *((one.slug, f"Only {one.name}") for one in clubs),
        ]
