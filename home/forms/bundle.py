"""Form for choosing the messages in an exported bundle."""

from __future__ import annotations

from django import forms

from core.web.forms.reasons import DeskForm

TALK = (
    ("public", "Board posts, comments and questions"),
    ("all", "Everything, including letters and notes"),
    ("none", "No messages"),
)


class BundleForm(DeskForm):
    """Form for choosing the messages to include in a bundle."""

    talk = forms.ChoiceField(
        label="Messages",
        choices=TALK,
        initial="public",
        help_text="Messages in the file are sealed, so you cannot read them.",
    )
