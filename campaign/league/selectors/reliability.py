"""How reliable people are. The week's room, which knows who missed what, hands in its answer when
it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

from campaign.league.rules.reliability import Reliability
from core.web.ports import Port

Figures: TypeAlias = Callable[[Iterable[UUID], datetime], Mapping[UUID, Reliability]]
_FIGURES: Final = Port[Figures]("how reliable people are")
fill = _FIGURES.fill


def reliability_of(user_ids: Iterable[UUID], at: datetime) -> Mapping[UUID, Reliability]:
    """How reliable each of these people is at that moment, over all clubs (C22). One query."""
    return _FIGURES()(user_ids, at)
