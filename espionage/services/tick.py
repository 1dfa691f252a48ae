"""The tick: everything that is due in any campaign, in the order in which a week lives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django_scopes import scopes_disabled

from core.web import clock

from . import drawing, due
from .deadline_reminders import warn
from .stages import CLOSE, DETONATE, OPEN, RESOLVE, SETTLE, START
from .turn_reminders import remind

STAGES: Final = (CLOSE, OPEN, RESOLVE, START, SETTLE, DETONATE)
"""Closing comes before opening, so that a week is closed and the next one opened in the same tick.
"""


def tick(*, at: datetime | None = None) -> Mapping[str, int]:
    """Do all that is due at `at`, by default now by the database's clock, then warn who has written
    nothing and remind who leaves a turn idle; how many weeks were done, by stage.
    """
    with scopes_disabled():
        moment = at or clock.now()
        done = Counter[str]()
        for stage in STAGES:
            if stage is START:
                done["draw"] = drawing.draw_all(moment)
            done[stage.name] = due.run_all(stage, at=moment)
        done["warn"] = warn(moment)
        remind(moment)
        return done
