"""The form that every page of a club builds on: a key against double clicks, and refusals next to
their fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError

from core.web.problems import Problem

if TYPE_CHECKING:
    from engine.game import Refusal


def new_key() -> str:
    """A key for one form on one page."""
    return uuid4().hex


class HouseForm(forms.Form):
    """A form with a hidden one-time key. `places` says where a refusal's field is on this form,
    when its name differs.
    """

    places: ClassVar[Mapping[str, str]] = {}

    idempotency = forms.CharField(widget=forms.HiddenInput, max_length=40, initial=new_key)

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.label_suffix = ""

    @property
    def key(self) -> str:
        """The key of the form that was sent."""
        return str(self.cleaned_data["idempotency"])

    def refuse(self, refusal: Refusal) -> None:
        """Put a refusal's sentences next to their fields, or on top where there is no such
        field.
        """
        problems = getattr(refusal, "problems", ()) or (
            Problem(field="", code=refusal.code, sentence=refusal.sentence),
        )
        for problem in problems:
            place = self.place_of(problem.field)
            self.add_error(
                place if place in self.fields else None,
                ValidationError(problem.sentence, code=problem.code),
            )

    def place_of(self, field: str) -> str:
        """The name of the field on this form."""
        return self.places.get(field, field)


class Act(HouseForm):
    """A button and nothing else."""
