"""The form for a correction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.db.models import QuerySet

from campaign.league.models import Week
from campaign.ledger.services.posting import Book
from core.web.forms.reasons import DeskForm, reason

HELP: Final[Mapping[Book, tuple[str, str]]] = {
    Book.MONEY: ("Dollars", "Enter a positive amount to add or a negative amount to subtract."),
    Book.STOCK: ("Pieces", "Enter a positive amount to add or a negative amount to subtract."),
    Book.STANDING: ("Points", "Enter a positive amount to add or a negative amount to subtract."),
    Book.SKILL: ("Points", "Enter a positive amount to add or a negative amount to subtract."),
    Book.WOUND: (
        "DP lost",
        "Enter a positive number for DP lost or a negative number for DP healed.",
    ),
    Book.PRESTIGE: ("Prestige", "Enter a positive amount to add or a negative amount to subtract."),
    Book.DAMAGE: (
        "Damage",
        "Enter a positive number for damage or shots fired, or a negative number to restore them.",
    ),
}
MAX_AMOUNT: Final = 100_000_000
REASON_HELP: Final = "It is shown next to the entry and in the desk log. The team can read it."


class CorrectionForm(DeskForm):
    """Form for booking a compensating row.

    If a ledger has only one sum, there is no `item` field. Corrections of standings need a `week`,
    which determines the season.
    """

    item = forms.ChoiceField(label="Item", choices=())
    week: forms.ModelChoiceField[Week] = forms.ModelChoiceField(
        None, label="Week", empty_label=None
    )
    amount = forms.IntegerField(min_value=-MAX_AMOUNT, max_value=MAX_AMOUNT)
    reason = reason(REASON_HELP)

    def __init__(
        self, *args: Any, book: Book, items: Mapping[str, str], weeks: QuerySet[Week], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"].label, self.fields["amount"].help_text = HELP[book]
        item, week = self.fields["item"], self.fields["week"]
        if len(items) > 1 and isinstance(item, forms.ChoiceField):
            item.choices = list(items.items())
        else:
            del self.fields["item"]
        if book is Book.STANDING and isinstance(week, forms.ModelChoiceField):
            week.queryset = weeks
        else:
            del self.fields["week"]
