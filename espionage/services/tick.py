"""The tick, which does all due work of all campaigns in the order of a week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django_scopes import scopes_disabled

from campaign.duels.services import duel_starts, duel_turns
from campaign.duels.services.drafts import book_due
from campaign.duels.services.table_dice import draw_due
from campaign.motions.services.motions import check_due
from core.accounts.services import token_reminders
from core.notifications.services import events
from core.uptime.services import heartbeat
from core.web import clock

from . import due, last_reminders
from .bot_errands import run_errands
from .deadline_reminders import send_reminders
from .stages import (
    CLOSE,
    DETONATE,
    DRAW_HEATS,
    DRIVE,
    EARLY,
    HAND_OVER,
    HOLD,
    OPEN,
    POSTPONE,
    RESOLVE,
    SETTLE,
    START,
    WRITE,
)
from .turn_reminders import remind

STAGES: Final = (
    HOLD, POSTPONE, CLOSE, OPEN, EARLY, RESOLVE, START, SETTLE, DETONATE, DRAW_HEATS, DRIVE,
    HAND_OVER, WRITE,
)  # fmt: skip
"""All stages in order.

Outages are handled before anything is considered due. Weeks are closed before others are opened, so
that a week can close and the next week can open in the same tick.
"""


def tick(*, now: datetime | None = None, regular: bool = False) -> Mapping[str, int]:
    """Process everything that is due at `now` (by default, the database's time).

    After the stages, reminders are sent, votes are closed, undisputed duels are booked, and duels
    that start are announced. Return the number of weeks processed, by stage. If `now` is omitted,
    first check whether the site was down (`heartbeat.beat`, which gets `regular`), and do nothing
    else if it was.
    """
    with scopes_disabled():
        if now is None and not heartbeat.beat(regular=regular):
            return Counter()
        moment = now or clock.now()
        counts = due.run_stages(STAGES, now=moment)
        counts["errands"] = run_errands(moment)
        counts["warn"] = send_reminders(moment)
        remind(moment)
        token_reminders.remind(moment)
        last_reminders.remind(moment)
        check_due(moment)
        draw_due(moment)
        book_due(moment)
        duel_starts.announce_starts(moment)
        duel_turns.remind_idle_teams(moment)
        events.number_new()
        return counts
