"""The notices of the games beside the clubs."""

from __future__ import annotations

from core.notifications.kinds import NoticeKind, Secrecy
from core.notifications.rules.topics import Topic


class GameNotice(NoticeKind):
    """What a person hears of games. Who challenges whom is for the two alone."""

    CHALLENGED = "game-challenged", Topic.WAITS, Secrecy.SEALED
