"""A week's life as stages: which weeks wait for what, and what is done to them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db.models import Case, QuerySet, When

from campaign.duels.services import meets
from campaign.duels.services.driven import draft_records
from campaign.league.models import Week
from campaign.league.services import calendar
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
from .detonating import detonate
from .drawing import draw_all
from .due import Stage
from .holding import held, hold_weeks, put_off, to_hold, to_put_off
from .opening import open_weeks
from .resolving import go_on, resolve_weeks, start_drawn

Due = Callable[[datetime], QuerySet[Week]]


def not_held(due: Due) -> Due:
    """The same without weeks that an outage holds and whose times are not moved yet: another worker
    is at it, or has failed at it.
    """
    return lambda at: due(at).filter(Case(When(held(at), then=False), default=True))


HOLD: Final = Stage("hold", to_hold, hold_weeks)
PUT_OFF: Final = Stage("put off", to_put_off, put_off)
OPEN: Final = Stage("open", to_open, open_weeks)
EARLY: Final = Stage("early", not_held(to_go_on_early), calendar.move_deadlines_to_now)
RESOLVE: Final = Stage("resolve", not_held(to_resolve), resolve_weeks)
START: Final = Stage("start", not_held(to_start), start_drawn, prepare=draw_all)
SETTLE: Final = Stage("settle", not_held(to_go_on), go_on)
DETONATE: Final = Stage("detonate", to_detonate, detonate)
DRAW_HEATS: Final = Stage("draw heats", to_draw_heats, meets.draw)
DRIVE: Final = Stage("drive", to_drive, drivers.line_up)
HAND_OVER: Final = Stage("hand over", to_hand_over, drivers.hand_over)
WRITE: Final = Stage("write", to_write_down, draft_records)
CLOSE: Final = Stage("close", to_close, close_weeks)
