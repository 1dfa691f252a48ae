"""The form of a correction: what, how much, why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django import forms

from campaign.ledger.services.posting import Book
from core.web.forms.reasons import DeskForm, reason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.models import QuerySet

    from campaign.league.models import Week

HELP: Final[Mapping[Book, tuple[str, str]]] = {
    Book.MONEY: ("Dollars", "What is added; with a minus, what is taken away."),
    Book.STOCK: ("Pieces", "What is added; with a minus, what is taken away."),
    Book.STANDING: ("Points", "What is added; with a minus, what is taken away."),
    Book.SKILL: ("Points", "What is added; with a minus, what is taken away."),
    Book.WOUND: ("DP lost", "More DP lost; with a minus, DP healed."),
    Book.PRESTIGE: ("Prestige", "What is added; with a minus, what is taken away."),
    Book.DAMAGE: ("Damage", "More damage, or shots fired; with a minus, what is restored."),
}
MOST: Final = 100_000_000
WHY: Final = "It stands beside the row and in the desk log; the team reads it."


class CorrectionForm(DeskForm):
    """One compensating row. Ledgers of one sum have no `item`; standings ask for the week whose
    season's table is meant.
    """

    item = forms.ChoiceField(label="What", choices=())
    week: forms.ModelChoiceField[Week] = forms.ModelChoiceField(
        None, label="Week", empty_label=None
    )
    amount = forms.IntegerField(min_value=-MOST, max_value=MOST)
    reason = reason(WHY)

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
