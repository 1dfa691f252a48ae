"""Writing a post, opening a thread, reporting, hiding, muting, and a note about a rival."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from campaign.voices.rules import talk
from core.web.forms.base import HouseForm
from core.web.forms.reasons import DeskForm, moment, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

MARKDOWN = "Markdown: *slanted*, **bold**, lists, > quotes, links. No pictures."


class SayForm(HouseForm):
    """One text."""

    text = forms.CharField(
        max_length=talk.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=MARKDOWN,
    )

    def __init__(self, *args: Any, label: str = "Text", **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["text"].label = label


class OpenForm(HouseForm):
    """A thread: what it is called, and its first post."""

    title = forms.CharField(max_length=talk.TITLE)
    text = forms.CharField(
        max_length=talk.LONGEST,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=MARKDOWN,
    )


class WhyForm(HouseForm):
    """Why a post is reported."""

    reason = forms.CharField(
        label="Why",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="The GM reads it. Whoever wrote the post is never told who reported it.",
    )


class ReasonForm(DeskForm):
    """The reason of an act before everybody."""

    reason = reason()


class MuteForm(DeskForm):
    """Who is muted, where, until when and why."""

    username = forms.ChoiceField(label="Who")
    letters = forms.BooleanField(
        label="In letters as well", required=False, help_text="Else on board and talk alone."
    )
    until = moment(label="Until", help_text="By your own clock; a year at most.")
    reason = reason("They are told, and it stands in the desk log for all to read.")

    def __init__(self, *args: Any, people: Sequence[str], **named: Any) -> None:
        super().__init__(*args, **named)
        pairs = [(name, name) for name in people]
        self.fields["username"].choices = [("", "Choose somebody"), *pairs]  # type: ignore[attr-defined]


class NoteForm(HouseForm):
    """A team's note about a rival, over the version that was looked at."""

    text = forms.CharField(
        label="Note",
        max_length=talk.NOTE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=f"Nobody but your team reads it. {MARKDOWN}",
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def place_of(self, field: str) -> str:
        """A refusal about the version is shown on top."""
        return "" if field == "seen" else field
