"""The notices of the site's games: they are of no club."""

from __future__ import annotations

from core.notifications.kinds import NoticeKind, Secrecy
from core.notifications.rules.topics import Topic


class PlayNotice(NoticeKind):
    """What a person hears of a tournament they entered. It says whom they meet, and how they ended:
    what everybody who may read the tournament reads there.
    """

    ROUND = "tournament-round", Topic.WAITS, Secrecy.OPEN
    ENDED = "tournament-ended", Topic.REPORTS, Secrecy.OPEN
    OFF = "tournament-off", Topic.WAITS, Secrecy.OPEN
