"""Form fields rendered in code equal Django's own templates, and everything is escaped."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe

from core.web.forms.fields import HouseRenderer

WILD = "<b> & \"so\" 'on'"
CHOICES = [
    ("", "None"),
    (0, "Nought"),
    ("Group", [("a&b", WILD), ("c", mark_safe("<i>safe?</i>"))]),
]
WIDGETS: dict[str, tuple[forms.Widget, Any]] = {
    "text": (
        forms.TextInput({"maxlength": 0, "data-on": True, "data-off": False, "title": WILD}),
        WILD,
    ),
    "empty": (forms.TextInput(), None),
    "number": (forms.NumberInput({"min": 0, "max": 9}), 0),
    "hidden": (forms.HiddenInput(), "key"),
    "password": (forms.PasswordInput(), "never shown again"),
    "tick": (forms.CheckboxInput(), True),
    "no tick": (forms.CheckboxInput(), False),
    "moment": (forms.DateTimeInput({"type": "datetime-local"}), "2026-11-22T20:00"),
    "select": (forms.Select({"hx-post": "/x?a=1&b=2"}, CHOICES), "a&b"),
    "several of a list": (forms.SelectMultiple(choices=CHOICES), ["c", 0]),
    "radio": (forms.RadioSelect({"id": "id_r"}, CHOICES[:2]), 0),
    "ticks": (forms.CheckboxSelectMultiple({"class": "row"}, CHOICES[:2]), [0]),
}


def tags_and_texts(html: str) -> list[str]:
    """Return tags and texts without the space between them."""
    return [
        re.sub(r"\s+", " ", part).replace("&#39;", "&#x27;").strip()
        for part in re.split(r"(<[^>]*>)", html)
        if part.strip()
    ]


@pytest.mark.parametrize("name", WIDGETS)
def test_an_input_equals_djangos_own_template(name: str) -> None:
    widget, value = WIDGETS[name]
    ours, theirs = (
        widget.render("field", value, renderer=renderer)
        for renderer in (HouseRenderer(), DjangoTemplates())
    )
    expected = theirs.replace("<i>safe?</i>", "&lt;i&gt;safe?&lt;/i&gt;")
    assert tags_and_texts(ours) == tags_and_texts(expected)


class SampleForm(forms.Form):
    """A form with one field of each kind."""

    name = forms.CharField(label=WILD, help_text="In <b>words</b>.")
    remark = forms.CharField(required=False)
    sure = forms.BooleanField(label="Sure")
    way = forms.ChoiceField(
        choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect, help_text="One of two."
    )


def test_a_field_is_linked_to_its_label_help_and_errors() -> None:
    page = SampleForm({"name": "", "way": "a"})["name"].as_field_group()
    assert page.startswith(
        '<div class="field"><label for="id_name">&lt;b&gt; &amp; &quot;so&quot; '
        "&#x27;on&#x27;</label>"
    )
    assert '<div class="helptext" id="id_name_helptext">In <b>words</b>.</div>' in page
    assert 'id="id_name_error"' in page
    assert 'aria-describedby="id_name_helptext id_name_error"' in page
    assert 'aria-invalid="true"' in page


def test_optional_fields_tick_boxes_and_groups_have_their_markup() -> None:
    form = SampleForm()
    assert '<span class="optional">(optional)</span></label>' in form["remark"].as_field_group()
    assert re.search(
        (
            r'<div class="field tick"><input type="checkbox"[^>]*><label '
            r'for="id_sure">Sure</label></div>'
        ),
        form["sure"].as_field_group(),
    )
    group = form["way"].as_field_group()
    assert group.startswith(
        '<fieldset class="field" aria-describedby="id_way_helptext"><legend>Way</legend>'
    )
    assert group.endswith("</fieldset>")
