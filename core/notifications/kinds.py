"""Kinds of notices: each says what it is about and whether its being there is a secret.

A room declares the kinds it sends as members of a subclass of `NoticeKind`. A kind that forgets its
topic or its secrecy is an error when its module is loaded, and so is one that is declared twice.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final, Self

from core.notifications.rules.topics import Topic

YOUR_TURN: Final = "your-turn"
"""What tools know several kinds by: somebody is to move, wherever it is."""
_KNOWN: Final[dict[str, NoticeKind]] = {}


class Secrecy(Enum):
    """Whether a notice tells something by being there, or says something that is its reader's
    alone: such notices are not in the site owner's admin.
    """

    OPEN = "open"
    SEALED = "sealed"


class NoticeKind(StrEnum):
    """A kind of notice, as it is stored. The members stand in the rooms that send them. `event` is
    what tools know it by (docs/reference/hooks.md): its own word, or one that several kinds share.
    """

    topic: Topic
    secrecy: Secrecy
    event: str

    def __new__(cls, key: str, topic: Topic, secrecy: Secrecy, event: str = "") -> Self:
        if key in _KNOWN:
            raise ValueError(f"The notice kind {key!r} is declared twice.")
        kind = str.__new__(cls, key)
        kind._value_ = key
        kind.topic, kind.secrecy, kind.event = topic, secrecy, event or key
        _KNOWN[key] = kind
        return kind


def kind_of(key: str) -> NoticeKind:
    """The kind that is stored as this word. Raises LookupError for one that no room declares."""
    if key not in _KNOWN:
        raise LookupError(f"No room declares the notice kind {key!r}.")
    return _KNOWN[key]


def event_of(key: str) -> str:
    """What tools know the kind by that is stored as this word; of one that no room declares any
    more, the word itself.
    """
    return _KNOWN[key].event if key in _KNOWN else key


def kinds_of(event: str) -> tuple[str, ...]:
    """The kinds that tools know by this word; none for one that is none."""
    return tuple(str(kind) for kind in _KNOWN.values() if kind.event == event)


def sealed_kinds() -> tuple[str, ...]:
    """The kinds that tell something by being there, or in what they say."""
    return tuple(str(kind) for kind in _KNOWN.values() if kind.secrecy is Secrecy.SEALED)
