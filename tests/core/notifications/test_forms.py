"""The form for notification settings."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from core.notifications.forms.reach import WishesForm
from core.notifications.rules.timing import Quiet
from core.notifications.rules.topics import ChannelName, Topic
from core.notifications.selectors.reach import Preferences
from tests.forms import refusals, values

NIGHT = Quiet(time(22), time(7, 30), wake=True)
TOPICS = {ChannelName.MAIL: frozenset({Topic.WAITS}), ChannelName.PUSH: frozenset({Topic.TALK})}


def wishes(data: dict[str, Any] | None = None, **more: Any) -> WishesForm:
    topics = {**dict.fromkeys(ChannelName, frozenset()), **TOPICS}
    return WishesForm(data, preferences=Preferences(topics, **more))


def test_settings_are_shown_as_they_are_and_can_be_sent_back() -> None:
    form = wishes(quiet=NIGHT, digest=time(8), remind=12)
    shown = values(form)
    assert {name for name, value in shown.items() if value is True} == {
        "wake", "mail_waits", "push_talk",
    }  # fmt: skip
    assert (shown["quiet_from"], shown["quiet_until"]) == (NIGHT.begins, NIGHT.ends)
    assert (shown["digest_at"], shown["remind_hours"], shown["act"]) == (time(8), 12, "wishes")
    typed = {name: value for name, value in shown.items() if value not in (None, False)}
    again = wishes({**typed, "idempotency": "k"})
    assert again.is_valid(), again.errors
    assert again.quiet == NIGHT
    assert {name: frozenset(some) for name, some in again.topics.items()} == {
        **dict.fromkeys(ChannelName, frozenset()), **TOPICS,
    }  # fmt: skip
    assert [row[0] for row in form.rows] == [*Topic]
    assert [field.name for field in next(form.rows)[3]][:1] == ["mail_waits"]
    assert form.place_of("digest") == "digest_at" and form.place_of("quiet") == "quiet_until"


BOTH = "Enter both times, or leave both empty to turn off quiet hours."


@pytest.mark.parametrize(
    ("begins", "ends", "found"),
    [
        ("", "", {}),
        ("22:00", "07:00", {}),
        ("22:00", "", {"quiet_until": [BOTH]}),
        ("", "07:00", {"quiet_from": [BOTH]}),
        ("late", "07:00", {"quiet_from": ["Enter a valid time."]}),
    ],
)
def test_quiet_hours_have_a_start_and_an_end(
    begins: str, ends: str, found: dict[str, list[str]]
) -> None:
    form = wishes({"quiet_from": begins, "quiet_until": ends, "idempotency": "k"})
    assert refusals(form) == found
    if not found:
        quiet = Quiet(time(22), time(7), wake=False) if begins else None
        assert (form.quiet, form.cleaned_data["remind_hours"]) == (quiet, "24")
    assert values(wishes())["wake"] is False
