"""What a person wants by mail, and trying whether it arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from core.notifications.rules.topics import WORDS, Topic
from core.web.forms.base import Act, HouseForm

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


class MailForm(HouseForm):
    """A tick box for each topic."""

    def __init__(self, *args: Any, wanted: AbstractSet[Topic], **named: Any) -> None:
        super().__init__(*args, **named)
        for topic, (title, words) in WORDS.items():
            self.fields[topic] = forms.BooleanField(
                label=title, help_text=words, required=False, initial=topic in wanted
            )

    @property
    def topics(self) -> list[Topic]:
        """The topics that were ticked."""
        return [topic for topic in Topic if self.cleaned_data[topic]]


class TryMail(Act):
    """Send a test letter. `act` tells it from the other form of its page."""

    act = forms.CharField(widget=forms.HiddenInput, initial="test", max_length=4)
