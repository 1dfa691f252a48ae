"""Kinds of notices, and the topic and secrecy of each.

Packages declare the kinds that they send as members of a subclass of `NoticeKind`. A missing topic
or secrecy, or a duplicate declaration, raises an error when the module is loaded.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final, Self

from core.notifications.rules.topics import Topic

YOUR_TURN: Final = "your-turn"
"""Event name for tools that means that it is someone's turn. Several kinds share it."""
_KINDS: Final[dict[str, NoticeKind]] = {}


class Secrecy(Enum):
    """Secrecy of a notice's text or of its existence. The admin does not show sealed notices."""

    OPEN = "open"
    SEALED = "sealed"


class NoticeKind(StrEnum):
    """A kind of notice, as stored in the database.

    `event` is the kind's name for tools. Several kinds can share it.

    See docs/reference/hooks.md.
    """

    topic: Topic
    secrecy: Secrecy
    event: str

    def __new__(cls, key: str, topic: Topic, secrecy: Secrecy, event: str = "") -> Self:
        if key in _KINDS:
            raise ValueError(f"The notice kind {key!r} is declared twice.")
        kind = str.__new__(cls, key)
        kind._value_ = key
        kind.topic, kind.secrecy, kind.event = topic, secrecy, event or key
        _KINDS[key] = kind
        return kind


def kind_of(key: str) -> NoticeKind:
    """Return the kind with this key. Raise LookupError if no package declares it."""
    if key not in _KINDS:
        raise LookupError(f"No package declares the notice kind {key!r}.")
    return _KINDS[key]


def event_of(key: str) -> str:
    """Return the event name of the kind with this key, or the key itself if no package declares the
    kind any more.
    """
    return _KINDS[key].event if key in _KINDS else key


def kinds_of(event: str) -> tuple[str, ...]:
    """Return the kinds with this event name."""
    return tuple(str(kind) for kind in _KINDS.values() if kind.event == event)


def sealed_kinds() -> tuple[str, ...]:
    """Return the kinds whose text or existence is secret."""
    return tuple(str(kind) for kind in _KINDS.values() if kind.secrecy is Secrecy.SEALED)
