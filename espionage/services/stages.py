"""The stages of a week. Each stage knows which weeks need it, and how to process them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db.models import Case, QuerySet, When

from campaign.calendar.services import calendar
from campaign.duels.services import meets
from campaign.duels.services.driven import draft_records
from campaign.league.models import Week
from espionage.selectors.due_weeks import (
    to_close,
    to_detonate,
    to_draw_heats,
    to_drive,
    to_go_on,
    to_hand_over,
    to_open,
    to_resolve,
    to_start,
    to_write_down,
)
from espionage.selectors.ready import to_go_on_early

from . import drivers
from .closing import close_weeks
from .detonating import fire_due
from .drawing import draw_all
from .due import Stage
from .holding import hold_weeks, is_held, postpone, to_hold, to_postpone
from .opening import open_weeks
from .resolving import continue_weeks, resolve_weeks, start_drawn

DueWeeks = Callable[[datetime], QuerySet[Week]]


def not_held(due: DueWeeks) -> DueWeeks:
    """Exclude weeks whose times must still be moved because of an outage.

    Another worker is moving them, or has failed to.
    """
    return lambda now: due(now).filter(Case(When(is_held(now), then=False), default=True))


_PLANNED = (Week.Status.PLANNED,)
_OPEN = (Week.Status.OPEN,)
_PLAYING = (Week.Status.PLAYING,)
_SETTLED = (Week.Status.SETTLED,)

HOLD: Final = Stage("hold", _OPEN + _PLAYING, to_hold, hold_weeks)
POSTPONE: Final = Stage("postpone", _PLANNED, to_postpone, postpone)
OPEN: Final = Stage("open", _PLANNED, to_open, open_weeks)
EARLY: Final = Stage("early", _OPEN, not_held(to_go_on_early), calendar.move_deadlines_to_now)
RESOLVE: Final = Stage("resolve", _OPEN, not_held(to_resolve), resolve_weeks)
START: Final = Stage("start", _PLAYING, not_held(to_start), start_drawn, prepare=draw_all)
SETTLE: Final = Stage("settle", _PLAYING, not_held(to_go_on), continue_weeks)
DETONATE: Final = Stage("detonate", _SETTLED, to_detonate, fire_due)
DRAW_HEATS: Final = Stage("draw heats", Week.RUNNING, to_draw_heats, meets.draw)
DRIVE: Final = Stage("drive", Week.RUNNING, to_drive, drivers.line_up)
HAND_OVER: Final = Stage("hand over", _SETTLED, to_hand_over, drivers.hand_over)
WRITE: Final = Stage("write", Week.RUNNING, to_write_down, draft_records)
CLOSE: Final = Stage("close", _SETTLED, to_close, close_weeks)
