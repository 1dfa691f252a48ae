"""Form fields have a label, help and errors that are connected by ids, and escape their texts."""

from __future__ import annotations

import re

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, TemplatesSetting

WILD = "<b> & \"so\" 'on'"
CHOICES = [("", "None"), (0, "Nought"), ("Group", [("a&b", WILD), ("c", "See")])]


def without_spaces(html: str) -> str:
    """Return HTML without the space between tags and texts."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", re.sub(r"\s+", " ", html))


@pytest.mark.parametrize("value", [["a&b"], [0, "c"], []])
def test_a_select_equals_djangos_own_template(value: list[object]) -> None:
    widget = forms.SelectMultiple({"hx-post": "/x?a=1&b=2", "data-on": True}, CHOICES)
    ours, djangos = (
        widget.render("field", value, renderer=renderer)
        for renderer in (TemplatesSetting(), DjangoTemplates())
    )
    assert without_spaces(ours) == without_spaces(djangos)


class SampleForm(forms.Form):
    """A form with one field of each kind."""

    name = forms.CharField(label=WILD, help_text="In <b>words</b>.")
    remark = forms.CharField(required=False)
    sure = forms.BooleanField(label="Sure")
    way = forms.ChoiceField(
        choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect, help_text="One of two."
    )


def test_a_field_is_linked_to_its_label_help_and_errors() -> None:
    page = without_spaces(SampleForm({"name": "", "way": "a"})["name"].as_field_group())
    assert page.startswith(
        '<div class="field"><label for="id_name">&lt;b&gt; &amp; &quot;so&quot; '
        "&#x27;on&#x27;</label>"
    )
    assert '<div class="helptext" id="id_name_helptext">In<b>words</b>.</div>' in page
    assert 'id="id_name_error"' in page
    assert 'aria-describedby="id_name_helptext id_name_error"' in page
    assert 'aria-invalid="true"' in page


def test_optional_fields_tick_boxes_and_groups_have_their_markup() -> None:
    form = SampleForm()
    remark = without_spaces(form["remark"].as_field_group())
    assert '<span class="optional">(optional)</span></label>' in remark
    assert re.search(
        (
            r'<div class="field tick"><input type="checkbox"[^>]*><label '
            r'for="id_sure">Sure</label></div>'
        ),
        without_spaces(form["sure"].as_field_group()),
    )
    group = without_spaces(form["way"].as_field_group())
    assert group.startswith(
        '<fieldset class="field" aria-describedby="id_way_helptext"><legend>Way</legend>'
    )
    assert group.endswith("</fieldset>")
