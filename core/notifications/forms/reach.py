"""What a person wants to hear of by which way and when, and where they can be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError

from core.notifications.rules.timing import REMIND_HOURS, REMIND_USUAL, Quiet
from core.notifications.rules.topics import WAYS, WORDS, Topic, Way
from core.web.forms.base import Act, HouseForm
from core.web.problems import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import time

    from django.forms.boundfield import BoundField

    from core.notifications.selectors.reach import Wishes


def _hour(label: str, help_text: str = "") -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, help_text=help_text, required=False, widget=widget)


class WishesForm(HouseForm):
    """A tick box for each topic and way, and the hours. `act` tells it from the page's others."""

    places: ClassVar[Mapping[str, str]] = {"digest": "digest_at", "quiet": "quiet_until"}

    act = forms.CharField(widget=forms.HiddenInput, initial="wishes", max_length=6, required=False)
    quiet_from = _hour("From")
    quiet_until = _hour("Until")
    wake = forms.BooleanField(
        label="Send urgent notifications anyway",
        help_text="You still get notifications about turns and decisions that end during your "
        "quiet hours or within an hour after them.",
        required=False,
    )
    digest_at = _hour(
        "Daily summary email at",
        "Urgent notifications are still sent right away. Leave this empty to get separate "
        "emails for all notifications.",
    )

    remind_hours = forms.TypedChoiceField(
        label="Remind me about missing orders",
        choices=[(hours, f"{plural(hours, 'hour')} before the deadline") for hours in REMIND_HOURS],
        coerce=int,
        empty_value=str(REMIND_USUAL),
        required=False,
        help_text="Only for weeks that are open for at least 12 hours longer than this.",
    )

    def __init__(self, *args: Any, wishes: Wishes, **named: Any) -> None:
        super().__init__(*args, **named)
        for topic, (title, _) in WORDS.items():
            for way, words in WAYS.items():
                self.fields[_name(topic, way)] = forms.BooleanField(
                    label=f"{title}: {words[0].lower()}{words[1:]}",
                    required=False,
                    initial=topic in wishes.topics[way],
                )
        quiet = wishes.quiet
        self.initial.update(
            quiet_from=quiet and quiet.begins,
            quiet_until=quiet and quiet.ends,
            wake=bool(quiet and quiet.wake),
            digest_at=wishes.digest,
            remind_hours=wishes.remind,
        )

    def clean(self) -> dict[str, Any]:
        """Quiet hours have both ends."""
        said = super().clean() or self.cleaned_data
        begins, ends = said.get("quiet_from"), said.get("quiet_until")
        for name, here, there in (("quiet_from", begins, ends), ("quiet_until", ends, begins)):
            if here is None and there is not None and name not in self.errors:
                self.add_error(
                    name,
                    ValidationError(
                        "Enter both times, or leave both empty to turn off quiet hours.", "no-hours"
                    ),
                )
        return said

    @property
    def rows(self) -> Iterator[tuple[Topic, str, str, Sequence[BoundField]]]:
        """The table: a topic, its title, what belongs to it, and its tick boxes."""
        for topic, (title, words) in WORDS.items():
            yield topic, title, words, [self[_name(topic, way)] for way in WAYS]

    @property
    def topics(self) -> dict[Way, list[Topic]]:
        """The topics that were ticked, by way."""
        return {
            way: [topic for topic in Topic if self.cleaned_data[_name(topic, way)]] for way in Way
        }

    @property
    def quiet(self) -> Quiet | None:
        """The quiet hours."""
        said = self.cleaned_data
        begins: time | None = said["quiet_from"]
        ends: time | None = said["quiet_until"]
        if begins is None or ends is None:
            return None
        return Quiet(begins, ends, bool(said["wake"]))


def _name(topic: Topic, way: Way) -> str:
    return f"{way}_{topic}"


class OwnHookForm(HouseForm):
    """Where a person's own hook leads."""

    act = forms.CharField(widget=forms.HiddenInput, initial="hook", max_length=6)
    address = forms.CharField(
        label="Webhook URL",
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text="Use a channel that only you can read, because notifications are sent there in "
        "full. The address is not shown to anyone again.",
    )


class DeviceForm(HouseForm):
    """What a browser says of itself; its script fills it in."""

    act = forms.CharField(widget=forms.HiddenInput, initial="device", max_length=6)
    endpoint = forms.CharField(widget=forms.HiddenInput, max_length=1000)
    p256dh = forms.CharField(widget=forms.HiddenInput, max_length=100)
    auth = forms.CharField(widget=forms.HiddenInput, max_length=30)
    words = forms.BooleanField(
        label="Show details in notifications",
        help_text="If you turn this off, notifications name only the club, so that others cannot "
        "read the details on your screen.",
        required=False,
    )


class DeviceAct(HouseForm):
    """Something to do with a device that is there."""

    device = forms.UUIDField(widget=forms.HiddenInput)


class TryMail(Act):
    """Send a test letter. `act` tells it from the page's others."""

    act = forms.CharField(widget=forms.HiddenInput, initial="test", max_length=4)
