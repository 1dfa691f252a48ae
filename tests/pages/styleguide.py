"""A page that shows every component with sample values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from django import forms
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.template import engines
from django.template.backends.django import Template

from home.pictures import samples

if TYPE_CHECKING:
    from django.http import HttpRequest


FOLDER: Final = Path(__file__).parent


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
    """Show the page of examples."""
    form = SampleForm({"name": "Jinx", "bricks": "9"})
    page = Paginator(range(90), 20).page(2)
    context = {
        **samples.sample_context(),
        "form": form,
        "page": page,
        "order_line": _template("order_sample").template,
        "order_body": _template("order_sample_body").template,
    }
    return HttpResponse(_template("styleguide").render(context, request))


def _template(name: str) -> Template:
    text = (FOLDER / f"{name}.html").read_text(encoding="utf-8")
    template = engines["django"].from_string(text)
    assert isinstance(template, Template)
    return template
