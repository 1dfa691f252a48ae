"""Weeks that the job has in hand: what it works on in memory, read and written for many at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from campaign.league.models import Week
from core.web import bulk
from core.web.prepared import Keys, PreparedInScope
from espionage.models import Seal, SealedSeat
from play.running import Running

if TYPE_CHECKING:
    from django.db.models import QuerySet

WAITING = ("source", "draw_at", "setup")
"""What of a seal changes while its week waits for its draw."""


@dataclass
class WeekBatch:
    """A week from its deadline on. Without a game (too few teams) `running` is None."""

    week: Week
    seal: Seal
    seats: Sequence[SealedSeat]
    running: Running | None = None

    @property
    def awaits_draw(self) -> bool:
        """The week is frozen and cannot be played before its draw has come."""
        return bool(self.seal.setup)

    @property
    def over(self) -> bool:
        """Nobody has anything left to decide."""
        return self.running is None or self.running.outcome is not None


def take(weeks: Sequence[Week]) -> list[WeekBatch]:
    """These weeks with their seals and seats. Two queries, however many weeks."""
    seals = {
        seal.week_id: seal for seal in _SEALS.all(weeks=frozenset([week.pk for week in weeks]))
    }
    seats = _seats(seals)
    return [WeekBatch(week, seals[week.pk], seats[week.pk]) for week in weeks]


def _seats(weeks: Iterable[UUID]) -> dict[UUID, list[SealedSeat]]:
    found: dict[UUID, list[SealedSeat]] = defaultdict(list)
    for seat in _SEATS.all(weeks=frozenset(weeks)):
        found[seat.week_id].append(seat)
    return found


def _seated(weeks: frozenset[UUID]) -> QuerySet[SealedSeat]:
    rows = SealedSeat.objects.filter(week__among=weeks)
    return rows.select_related("team").order_by("seat")


_SEALS: Final = PreparedInScope(lambda weeks: Seal.objects.filter(week__among=weeks), weeks=Keys)
_SEATS: Final = PreparedInScope(_seated, weeks=Keys)


def put_back(hands: Sequence[WeekBatch]) -> None:
    """Write what became of the weeks and their seals. Two queries."""
    bulk.update(
        [hand.seal for hand in hands],
        ["order_root", "dice_root", "told_root", "frozen_at", "decide_by", "match", *WAITING],
    )
    bulk.update([hand.week for hand in hands], ["status", "settled_at"])
