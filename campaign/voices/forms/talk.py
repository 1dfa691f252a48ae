"""Forms for posts, threads, reports, and notes about rivals."""

from __future__ import annotations

from typing import Any

from django import forms

from campaign.voices.rules import talk
from core.web.forms.base import HouseForm

MARKDOWN = (
    "You can use Markdown: *italic*, **bold**, lists, > quotes and links. Images are not supported."
)


class PostForm(HouseForm):
    """Form for the text of a post."""

    text = forms.CharField(
        max_length=talk.MAX_POST_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=MARKDOWN,
    )

    def __init__(self, *args: Any, label: str = "Text", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = label


class ThreadForm(HouseForm):
    """Form for the title and the first post of a thread."""

    title = forms.CharField(max_length=talk.MAX_TITLE_LENGTH)
    text = forms.CharField(
        max_length=talk.MAX_POST_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=MARKDOWN,
    )


class ReportForm(HouseForm):
    """Form for the reason for reporting a post."""

    reason = forms.CharField(
        label="Why",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Only the GM can read your report. The author of the post never learns who "
        "reported it.",
    )


class NoteForm(HouseForm):
    """Form for a team's note about a rival. It includes the number of the version that it
    replaces.
    """

    text = forms.CharField(
        label="Note",
        max_length=talk.MAX_NOTE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=f"Only your team can read it. {MARKDOWN}",
    )
    replaced_version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field on the page. The field for the replaced version is called
        `seen`.
        """
        return super().add_prefix("seen" if field_name == "replaced_version" else field_name)

    def place_of(self, field: str) -> str:
        """Return the field that shows an error. Errors about the version are shown for the whole
        form.
        """
        return "" if field == "replaced_version" else field
