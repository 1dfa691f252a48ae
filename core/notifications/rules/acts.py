"""Input for subscribing a browser to push messages."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from core.web.api.shapes import Word
from core.web.records import custom_field, field
from engine.values import Value


class NewDevice(Value, kw_only=True):
    """A push subscription from a browser, with its `endpoint` and its keys in URL-safe base64."""

    endpoint: Annotated[str, Meta(max_length=1000, extra={"bounds": (1, 1000)})]
    p256dh: Annotated[str, Meta(max_length=100, extra={"bounds": (1, 100)})]
    auth: Annotated[str, Meta(max_length=30, extra={"bounds": (1, 30)})]
    name: Annotated[Word, custom_field()] = "A browser"
    words: Annotated[
        bool,
        field(
            "Show details in notifications",
            "If you turn this off, notifications name only the club, so that others cannot read "
            "the details on your screen.",
        ),
    ] = False
