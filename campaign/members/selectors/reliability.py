"""Queries for people's reliability.

The app of the week's game implements the port, because it has the data about missed weeks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

from campaign.members.rules.reliability import Reliability
from core.web.ports import Port

Figures: TypeAlias = Callable[[Iterable[UUID], datetime], Mapping[UUID, Reliability]]
_FIGURES: Final = Port[Figures]("the reliability of people")
fill = _FIGURES.fill


def reliability_of(user_ids: Iterable[UUID], now: datetime) -> Mapping[UUID, Reliability]:
    """Return the reliability of each person at the given time, in all clubs (C22).

    This takes one query.
    """
    return _FIGURES()(user_ids, now)
