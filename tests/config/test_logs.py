"""Logs contain nothing that a rival may not read."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from uuid import uuid4

import pytest
import structlog
from django.test import Client
from django.urls import reverse
from django_structlog.signals import bind_extra_request_finished_metadata

from campaign.calendar.models import CalendarKey
from campaign.calendar.services import calendar_feed
from config.logs import REDACTED, bare_address, redact
from core.notifications.services.email_rendering import stop_token
from core.notifications.views import reach

if TYPE_CHECKING:
    from collections.abc import Iterator

STUCK = ("", ",", ")", ">", "%3E", "/", "/?again=1", "\N{RIGHT DOUBLE QUOTATION MARK}")
"""Characters that mail programs and people append to an address."""


def keys() -> Iterator[tuple[str, str]]:
    """Return addresses that give access, each with its secret part."""
    for _ in range(20):
        token, stop = (
            calendar_feed.token(CalendarKey(user_id=uuid4(), key=secrets.token_urlsafe(16))),
            stop_token(uuid4()),
        )
        yield reverse("feed", args=[token]), token
        yield reverse("mail-stop", args=[stop]), stop


@pytest.mark.parametrize(
    "key",
    [
        "password",
        "payload",
        "order_sheet",
        "move",
        "api_token",
        "Authorization",
        "request_body",
        "seed",
    ],
)
def test_values_of_secret_keys_are_redacted(key: str) -> None:
    assert redact(None, "", {"event": "submitted", key: "bomb the garage", "week": 3}) == {
        "event": "submitted",
        key: REDACTED,
        "week": 3,
    }


def test_query_strings_are_not_logged() -> None:
    assert redact(None, "", {"request": "GET /weeks/3/?target=red"})["request"] == "GET /weeks/3/"


def test_addresses_containing_a_key_are_redacted() -> None:
    assert (
        bare_address("GET /calendar/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6.ics")
        == f"GET /calendar/{REDACTED}.ics"
    )


def test_addresses_containing_a_uuid_are_logged() -> None:
    address = "GET /matches/6b1f7e0e-3c1f-4f0e-9a55-0d3b1d6f7a11/"
    assert bare_address(address) == address


def test_feed_and_unsubscribe_addresses_are_redacted_with_any_suffix() -> None:
    for address, token in keys():
        assert bare_address(f"GET {address}") == f"GET {address.replace(token, REDACTED)}"
        for tail in STUCK:
            asked = address.replace(token, token + tail)
            line = str(
                redact(None, "", {"event": f"Not Found: {asked}", "request": f"GET {asked}"})
            )
            assert token not in line and token[-20:] not in line, tail


def test_a_sentence_without_an_address_is_logged_unchanged() -> None:
    said = (
        "Task espionage.tasks.tick[6b1f7e0e-3c1f-4f0e-9a55-0d3b1d6f7a11] "
        "succeeded in 0.01s and/or was told to stop"
    )
    assert redact(None, "", {"event": said})["event"] == said


@pytest.mark.django_db
@pytest.mark.parametrize("breaks", [False, True])
def test_a_request_for_a_secret_address_leaves_it_in_no_log_line(
    breaks: bool, settings: Any
) -> None:
    """Requested in vain and with a server error, formatted as every logger prints it."""
    lines: list[str] = []
    formatter = settings.LOGGING["formatters"]["line"]
    ear = logging.Handler()
    ear.setFormatter(
        formatter["()"](**{key: value for key, value in formatter.items() if key != "()"})
    )
    ear.emit = lambda record: lines.append(ear.format(record))  # type: ignore[method-assign]
    root, client = logging.getLogger(), Client(raise_request_exception=False)
    level = root.level
    root.addHandler(ear)
    root.setLevel(logging.INFO)
    broken = RuntimeError("broken") if breaks else None
    try:
        with (
            patch.object(calendar_feed, "feed_of", side_effect=broken, return_value=None),
            patch(f"{reach.__name__}.user_of_token", side_effect=broken, return_value=None),
        ):
            for (address, token), tail in zip(keys(), ("", "", ",", ")"), strict=False):
                found = client.get(address + tail).status_code
                assert found == (500 if breaks and not tail else 404)
                assert not [line for line in lines if token in line or token[-20:] in line]
    finally:
        root.removeHandler(ear)
        root.setLevel(level)
    assert any("/calendar/" in line for line in lines) and any(
        "/mail/stop/" in line for line in lines
    )


@pytest.mark.django_db
def test_a_log_line_names_the_user_only_if_the_request_loaded_them(
    client: Client, django_user_model: Any
) -> None:
    vera = django_user_model.objects.create(username="vera")
    client.force_login(vera)
    named = {}

    def look(log_kwargs: dict[str, Any], **_: Any) -> None:
        named[log_kwargs["request"]] = structlog.contextvars.get_contextvars().get("user_id")

    # the bound values of the line, because loggers are configured once per process
    bind_extra_request_finished_metadata.connect(look)
    try:
        client.get("/me/")
        client.get("/nothing-is-here/")
    finally:
        bind_extra_request_finished_metadata.disconnect(look)
    assert named == {"GET /me/": str(vera.pk), "GET /nothing-is-here/": None}
