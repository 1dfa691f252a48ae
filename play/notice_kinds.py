"""The notices of the games beside the clubs: they are of no club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.notifications.kinds import YOUR_TURN, NoticeKind, Secrecy
from core.notifications.rules.topics import Topic

if TYPE_CHECKING:
    from uuid import UUID


class GameNotice(NoticeKind):
    """What a person hears of games. Who challenges whom is for the two alone, and whose turn it is
    for who sits there; a tournament's say whom one meets, and how one ended: what everybody who may
    read the tournament reads there.
    """

    TURN = "game-turn", Topic.TURNS, Secrecy.SEALED, YOUR_TURN
    CHALLENGED = "game-challenged", Topic.WAITS, Secrecy.SEALED
    ROUND = "tournament-round", Topic.WAITS, Secrecy.OPEN
    ENDED = "tournament-ended", Topic.REPORTS, Secrecy.OPEN
    OFF = "tournament-off", Topic.WAITS, Secrecy.OPEN


def challenged_by(user: UUID, table: UUID | None = None) -> str:
    """The cause of a notice that this person challenges somebody, to a table; of all of theirs
    without one, as they begin.
    """
    return f"challenge:{user}:{table or ''}"
