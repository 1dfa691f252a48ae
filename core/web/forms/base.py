"""Base form of all pages. It has a key that prevents double submission, and shows refusals next to
the fields that they concern.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError

from core.web.problems import Problem
from engine.game import Refusal


def new_key() -> str:
    """Return a new one-time key for a form."""
    return uuid4().hex


class HouseForm(forms.Form):
    """A form with a hidden one-time key.

    `places` maps the fields named in refusals to the fields of this form.
    """

    places: ClassVar[Mapping[str, str]] = {}

    idempotency = forms.CharField(widget=forms.HiddenInput, max_length=40, initial=new_key)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    @property
    def key(self) -> str:
        """The key of the submitted form."""
        return str(self.cleaned_data["idempotency"])

    def refuse(self, refusal: Refusal) -> None:
        """Show the sentences of a refusal next to the fields that they concern, or at the top."""
        problems = getattr(refusal, "problems", ()) or (
            Problem("", refusal.code, refusal.sentence),
        )
        for problem in problems:
            place = self.place_of(problem.field)
            self.add_error(
                place if place in self.fields else None,
                ValidationError(problem.sentence, code=problem.code),
            )

    def place_of(self, field: str) -> str:
        """Return the name of the form field that corresponds to a refusal's field."""
        return self.places.get(field, field)


class Act(HouseForm):
    """A form that has only a button."""
