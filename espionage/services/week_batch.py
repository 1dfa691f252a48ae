"""Weeks in memory. Jobs load and save many of them together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from campaign.league.models import Week
from core.web import bulk
from espionage.models import Seal, SealedSeat
from play.running import Running

DRAW_FIELDS = ("source", "draw_at", "setup")
"""Fields of a seal that change while its week waits for the draw."""


@dataclass
class LoadedWeek:
    """A week after its deadline, with its seal, seats and game.

    `running` is None if there is no game because there were too few teams.
    """

    week: Week
    seal: Seal
    seats: Sequence[SealedSeat]
    running: Running | None = None

    @property
    def awaits_draw(self) -> bool:
        """True if the week is frozen and waiting for its draw."""
        return bool(self.seal.setup)

    @property
    def is_over(self) -> bool:
        """True if no decisions are left in the week's game."""
        return self.running is None or self.running.outcome is not None


def load_weeks(weeks: Sequence[Week]) -> list[LoadedWeek]:
    """Load the seals and seats of these weeks. This runs two queries for any number of weeks."""
    rows = Seal.objects.filter(week__among=[week.pk for week in weeks])
    seals = {seal.week_id: seal for seal in rows}
    seats = _load_seats(seals)
    return [LoadedWeek(week, seals[week.pk], seats[week.pk]) for week in weeks]


def _load_seats(weeks: Iterable[UUID]) -> dict[UUID, list[SealedSeat]]:
    seats: dict[UUID, list[SealedSeat]] = defaultdict(list)
    rows = SealedSeat.objects.filter(week__among=frozenset(weeks))
    for seat in rows.select_related("team").order_by("seat"):
        seats[seat.week_id].append(seat)
    return seats


def save_weeks(loaded_weeks: Sequence[LoadedWeek]) -> None:
    """Save the results of these weeks and their seals. This runs two queries."""
    bulk.update(
        [loaded.seal for loaded in loaded_weeks],
        ["order_root", "dice_root", "told_root", "frozen_at", "decide_by", "match", *DRAW_FIELDS],
    )
    bulk.update([loaded.week for loaded in loaded_weeks], ["status", "settled_at"])
