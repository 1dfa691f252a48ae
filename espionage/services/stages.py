"""A week's life as stages: which weeks wait for what, and what is done to them."""

from __future__ import annotations

from typing import Final

from espionage.selectors.due_weeks import to_close, to_detonate, to_go_on, to_open, to_resolve

from .closing import close_weeks
from .detonating import detonate
from .due import Stage
from .opening import open_weeks
from .resolving import go_on, resolve_weeks

OPEN: Final = Stage("open", to_open, open_weeks)
RESOLVE: Final = Stage("resolve", to_resolve, resolve_weeks)
SETTLE: Final = Stage("settle", to_go_on, go_on)
DETONATE: Final = Stage("detonate", to_detonate, detonate)
CLOSE: Final = Stage("close", to_close, close_weeks)
