"""A page that shows every component with sample values, at /styleguide/ during development."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.core.paginator import Paginator
from django.shortcuts import render

from home.pictures import samples

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


class SampleForm(forms.Form):
    """A form with one field of each kind."""

    name = forms.CharField(help_text="It is shown to the whole club.", max_length=40)
    target = forms.ChoiceField(
        choices=[("", "Choose a team"), ("1", "Ironclad Freight"), ("2", "Route 9 Salvage")]
    )
    bricks = forms.IntegerField(
        min_value=1, max_value=6, help_text="1 to 6 bricks of plastique, $3,000 and 1 GE each."
    )
    on_twelve = forms.ChoiceField(
        label="On 12 or more",
        choices=[("hide", "−4 to their counterspy rolls"), ("as11", "As an 11")],
        widget=forms.RadioSelect,
    )
    mask = forms.BooleanField(label="Wears a gas mask", required=False)
    note = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), required=False)


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show the page of examples. It must be added to the URLs only if `DEBUG` is on."""
    form = SampleForm({"name": "Jinx", "bricks": "9"})
    page = Paginator(range(90), 20).page(2)
    return render(
        request, "styleguide.html", {**samples.sample_context(), "form": form, "page": page}
    )
