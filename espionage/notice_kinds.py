"""The notices of the weekly orders and what comes of them."""

from __future__ import annotations

from typing import Final

from core.notifications.kinds import YOUR_TURN, NoticeKind, Secrecy
from core.notifications.rules.topics import Topic

OPEN: Final = Secrecy.OPEN
SEALED: Final = Secrecy.SEALED


class WeekNotice(NoticeKind):
    """What a person hears of a week. Sealed are those that tell by being there: who has written no
    orders yet, whose are the last, who is asked, who fights and leaves a turn idle, and, of a
    charge that went off, who had planted it; and the line about a report, which says what the
    report begins with.
    """

    ORDERS_DUE = "orders-due", Topic.WAITS, SEALED
    ORDERS_LAST = "orders-last", Topic.WAITS, SEALED
    DECISION = "decision", Topic.WAITS, SEALED
    AMBUSH = "ambush", Topic.WAITS, SEALED, YOUR_TURN
    AMBUSH_TURN = "ambush-turn", Topic.WAITS, SEALED, YOUR_TURN
    WEEK_STUCK = "week-stuck", Topic.WAITS, OPEN
    WEEK_OPENED = "week-opened", Topic.WEEKS, OPEN
    WEEK_SETTLED = "week-settled", Topic.WEEKS, OPEN
    WEEK_VOIDED = "week-voided", Topic.WEEKS, OPEN
    MISSED = "week-missed", Topic.REPORTS, OPEN
    REPORT = "report", Topic.REPORTS, SEALED
    EXPLOSION = "explosion", Topic.REPORTS, SEALED
    SEALED_OPENED = "sealed-opened", Topic.CLUB, OPEN
