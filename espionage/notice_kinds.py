"""Notices about weekly orders and weeks."""

from __future__ import annotations

from typing import Final

from core.notifications.kinds import YOUR_TURN, NoticeKind, Secrecy
from core.notifications.rules.topics import Topic

OPEN: Final = Secrecy.OPEN
SEALED: Final = Secrecy.SEALED


class WeekNotice(NoticeKind):
    """Notices about a week.

    A notice is sealed if its existence reveals a secret. Examples are notices to a team that has
    not written orders, that has to answer a question, that has not moved in a fight, or that
    planted a charge that exploded. The notice about a report is sealed too, because it repeats the
    beginning of the report.
    """

    ORDERS_DUE = "orders-due", Topic.WAITS, SEALED
    ORDERS_LAST = "orders-last", Topic.WAITS, SEALED
    DECISION = "decision", Topic.WAITS, SEALED
    AMBUSH = "ambush", Topic.WAITS, SEALED, YOUR_TURN
    AMBUSH_TURN = "ambush-turn", Topic.WAITS, SEALED, YOUR_TURN
    WEEK_STUCK = "week-stuck", Topic.WAITS, OPEN
    WEEK_OPENED = "week-opened", Topic.WEEKS, OPEN
    WEEK_SETTLED = "week-settled", Topic.WEEKS, OPEN
    COURIER = "courier", Topic.WEEKS, OPEN
    WEEK_VOIDED = "week-voided", Topic.WEEKS, OPEN
    MISSED = "week-missed", Topic.REPORTS, OPEN
    REPORT = "report", Topic.REPORTS, SEALED
    EXPLOSION = "explosion", Topic.REPORTS, SEALED
    SEALED_OPENED = "sealed-opened", Topic.CLUB, OPEN
