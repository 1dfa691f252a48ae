"""Kinds of notices: each says what it is about and whether its being there is a secret.

A room declares the kinds it sends as members of a subclass of `NoticeKind`. A kind that forgets its
topic or its secrecy is an error when its module is loaded, and so is one that is declared twice.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final, Self

from core.notifications.rules.topics import Topic

_KNOWN: Final[dict[str, NoticeKind]] = {}


class Secrecy(Enum):
    """Whether a notice tells something by being there, or says something that is its reader's
    alone: such notices are not in the site owner's admin.
    """

    OPEN = "open"
    SEALED = "sealed"


class NoticeKind(StrEnum):
    """A kind of notice, as it is stored. The members stand in the rooms that send them."""

    topic: Topic
    secrecy: Secrecy

    def __new__(cls, key: str, topic: Topic, secrecy: Secrecy) -> Self:
        if key in _KNOWN:
            raise ValueError(f"The notice kind {key!r} is declared twice.")
        kind = str.__new__(cls, key)
        kind._value_ = key
        kind.topic, kind.secrecy = topic, secrecy
        _KNOWN[key] = kind
        return kind


def kind_of(key: str) -> NoticeKind:
    """The kind that is stored as this word. Raises LookupError for one that no room declares."""
    if key not in _KNOWN:
        raise LookupError(f"No room declares the notice kind {key!r}.")
    return _KNOWN[key]


def sealed_kinds() -> tuple[str, ...]:
    """The kinds that tell something by being there, or in what they say."""
    return tuple(str(kind) for kind in _KNOWN.values() if kind.secrecy is Secrecy.SEALED)
