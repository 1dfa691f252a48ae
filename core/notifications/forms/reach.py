"""Forms for notification settings, webhooks and devices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import time
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from core.notifications.rules.acts import NewDevice
from core.notifications.rules.timing import DEFAULT_REMIND_HOURS, REMIND_HOURS, Quiet
from core.notifications.rules.topics import CHANNEL_TITLES, TOPIC_TEXTS, ChannelName, Topic
from core.notifications.selectors.reach import Preferences
from core.web.forms.base import Act, HouseForm
from core.web.forms.records import RecordForm
from core.web.problems import plural


def _hour(label: str, help_text: str = "") -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, help_text=help_text, required=False, widget=widget)


class WishesForm(HouseForm):
    """A checkbox for each topic and channel, and the hours.

    `act` identifies the form on its page.
    """

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
        empty_value=str(DEFAULT_REMIND_HOURS),
        required=False,
        help_text="Only for weeks that are open for at least 12 hours longer than this.",
    )

    def __init__(self, *args: Any, preferences: Preferences, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for topic, (title, _) in TOPIC_TEXTS.items():
            for channel, channel_name in CHANNEL_TITLES.items():
                self.fields[_name(topic, channel)] = forms.BooleanField(
                    label=f"{title}: {channel_name[0].lower()}{channel_name[1:]}",
                    required=False,
                    initial=topic in preferences.topics[channel],
                )
        quiet = preferences.quiet
        self.initial.update(
            quiet_from=quiet and quiet.begins,
            quiet_until=quiet and quiet.ends,
            wake=bool(quiet and quiet.wake),
            digest_at=preferences.digest,
            remind_hours=preferences.remind,
        )

    def clean(self) -> dict[str, Any]:
        """Check that quiet hours have a start and an end."""
        data = super().clean() or self.cleaned_data
        begins, ends = data.get("quiet_from"), data.get("quiet_until")
        for name, own_value, other_value in (
            ("quiet_from", begins, ends),
            ("quiet_until", ends, begins),
        ):
            if own_value is None and other_value is not None and name not in self.errors:
                self.add_error(
                    name,
                    ValidationError(
                        "Enter both times, or leave both empty to turn off quiet hours.", "no-hours"
                    ),
                )
        return data

    @property
    def rows(self) -> Iterator[tuple[Topic, str, str, Sequence[BoundField]]]:
        """The rows of the table: topic, title, description and checkboxes."""
        for topic, (title, description) in TOPIC_TEXTS.items():
            yield (
                topic,
                title,
                description,
                [self[_name(topic, channel)] for channel in CHANNEL_TITLES],
            )

    @property
    def topics(self) -> dict[ChannelName, list[Topic]]:
        """The selected topics, by channel."""
        return {
            channel: [topic for topic in Topic if self.cleaned_data[_name(topic, channel)]]
            for channel in ChannelName
        }

    @property
    def quiet(self) -> Quiet | None:
        """The quiet hours, if any."""
        data = self.cleaned_data
        begins: time | None = data["quiet_from"]
        ends: time | None = data["quiet_until"]
        if begins is None or ends is None:
            return None
        return Quiet(begins, ends, bool(data["wake"]))


def _name(topic: Topic, channel: ChannelName) -> str:
    return f"{channel}_{topic}"


class OwnHookForm(HouseForm):
    """The address of a person's own webhook."""

    act = forms.CharField(widget=forms.HiddenInput, initial="hook", max_length=6)
    address = forms.CharField(
        label="Webhook URL",
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text="Use a channel that only you can read, because notifications are sent there in "
        "full. The address is not shown to anyone again.",
    )


class DeviceForm(RecordForm[NewDevice]):
    """A browser's push subscription. A script fills in the form."""

    asks = NewDevice
    widgets = dict.fromkeys(("endpoint", "p256dh", "auth"), forms.HiddenInput)

    act = forms.CharField(widget=forms.HiddenInput, initial="device", max_length=6)


class DeviceAct(HouseForm):
    """An action on an existing device."""

    device = forms.UUIDField(widget=forms.HiddenInput)


class TryMail(Act):
    """A test email. `act` identifies the form on its page."""

    act = forms.CharField(widget=forms.HiddenInput, initial="test", max_length=4)
