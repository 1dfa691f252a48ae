"""Notices about games that are not part of a club."""

from __future__ import annotations

from uuid import UUID

from core.notifications.kinds import YOUR_TURN, NoticeKind, Secrecy
from core.notifications.rules.topics import Topic


class GameNotice(NoticeKind):
    """A notice about games. Challenges are visible only to the two people involved, and turns only
    to the player. Notices about tournaments contain only information that is visible to everyone
    who can see the tournament.
    """

    TURN = "game-turn", Topic.TURNS, Secrecy.SEALED, YOUR_TURN
    CHALLENGED = "game-challenged", Topic.WAITS, Secrecy.SEALED
    ROUND = "tournament-round", Topic.WAITS, Secrecy.OPEN
    ENDED = "tournament-ended", Topic.REPORTS, Secrecy.OPEN
    OFF = "tournament-off", Topic.WAITS, Secrecy.OPEN


def challenged_by(user: UUID, table: UUID | None = None) -> str:
    """Return the cause of a notice about a challenge to a table. If no table is given, return the
    common prefix of the causes of all the user's challenges.
    """
    return f"challenge:{user}:{table or ''}"
