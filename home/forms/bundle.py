"""The form of a bundle: what goes along of what was said."""

from __future__ import annotations

from django import forms

from core.web.forms.reasons import DeskForm

TALK = (
    ("public", "Board, talk and questions"),
    ("all", "Letters and notes as well"),
    ("none", "Nothing"),
)


class BundleForm(DeskForm):
    """What goes along of what was said."""

    talk = forms.ChoiceField(
        label="What was said",
        choices=TALK,
        initial="public",
        help_text="You cannot read any of it in the file.",
    )
