"""Forms for immediate repairs, and for the weekly work of mechanics and paramedics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID

from django import forms

from campaign.garage.rules.repairs import Quote
from core.web.forms.base import HouseForm
from core.web.pictures.words import money


def _ids(choices: Sequence[tuple[UUID, str]], empty: str) -> list[tuple[str, str]]:
    return [("", empty), *((str(pk), name) for pk, name in choices)]


class RepairForm(HouseForm):
    """Form for choosing the parts that the hired workshop repairs."""

    parts = forms.MultipleChoiceField(label="Parts to repair", widget=forms.CheckboxSelectMultiple)

    def __init__(
        self, *args: Any, quotes: Sequence[Quote], names: dict[str, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["parts"].choices = [  # type: ignore[attr-defined]
            (
                quote.part,
                (
                    f"{names.get(quote.part, quote.name).capitalize()}: {quote.lost} lost, "
                    f"{money(quote.cost)}"
                ),
            )
            for quote in quotes
        ]


class MechanicForm(HouseForm):
    """Form for assigning a mechanic to a vehicle for a week."""

    places: ClassVar = {"mechanic": "worker", "jobs": "vehicle"}

    worker = forms.ChoiceField(label="Mechanic")
    vehicle = forms.ChoiceField()
    budget = forms.IntegerField(
        label="Maximum material cost ($)",
        min_value=0,
        max_value=1_000_000,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": "50"}),
        help_text="Each success uses material at list price. Rolls stop when this amount is spent.",
    )

    def __init__(
        self,
        *args: Any,
        workers: Sequence[tuple[UUID, str]],
        vehicles: Sequence[tuple[UUID, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["worker"].choices = _ids(workers, "Choose a mechanic")  # type: ignore[attr-defined]
        self.fields["vehicle"].choices = _ids(vehicles, "Choose a vehicle")  # type: ignore[attr-defined]


class CareForm(HouseForm):
    """Form for assigning a paramedic to a patient for a week."""

    worker = forms.ChoiceField(label="Paramedic")
    patient = forms.ChoiceField()

    def __init__(
        self,
        *args: Any,
        workers: Sequence[tuple[UUID, str]],
        patients: Sequence[tuple[UUID, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["worker"].choices = _ids(workers, "Choose a paramedic")  # type: ignore[attr-defined]
        self.fields["patient"].choices = _ids(patients, "Choose a patient")  # type: ignore[attr-defined]
