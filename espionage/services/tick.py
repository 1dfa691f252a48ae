"""The tick: everything that is due in any campaign, in the order in which a week lives."""

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
from .deadline_reminders import warn
from .stages import (
    CLOSE,
    DETONATE,
    DRAW_HEATS,
    DRIVE,
    EARLY,
    HAND_OVER,
    HOLD,
    OPEN,
    PUT_OFF,
    RESOLVE,
    SETTLE,
    START,
    WRITE,
)
from .turn_reminders import remind

STAGES: Final = (
    HOLD, PUT_OFF, CLOSE, OPEN, EARLY, RESOLVE, START, SETTLE, DETONATE, DRAW_HEATS, DRIVE,
    HAND_OVER, WRITE,
)  # fmt: skip
"""What an outage holds is held before anything is found to be due. Closing comes before opening, so
that a week is closed and the next one opened in the same tick.
"""


def tick(*, at: datetime | None = None, regular: bool = False) -> Mapping[str, int]:
    """Do all that is due at `at`, by default now by the database's clock, then warn who has written
    nothing, remind who leaves a turn idle or whose token ends, close the clubs' votes, book the
    duels that nobody disputes and tell of those that start; how many weeks were done, by stage.

    A tick of now finds out first whether the site was away (`heartbeat.beat`, which `regular` is
    for), and does nothing while it is.
    """
    with scopes_disabled():
        if at is None and not heartbeat.beat(regular=regular):
            return Counter()
        moment = at or clock.now()
        done = Counter({stage.name: due.run_all(stage, at=moment) for stage in STAGES})
        done["errands"] = run_errands(moment)
        done["warn"] = warn(moment)
        remind(moment)
        token_reminders.remind(moment)
        last_reminders.remind(moment)
        check_due(moment)
        draw_due(moment)
        book_due(moment)
        duel_starts.announce_starts(moment)
        duel_turns.remind_idle_teams(moment)
        events.number_new()
        return done
