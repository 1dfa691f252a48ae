"""Checks of the open arena's results against their matches, and of the prestige for its wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django_scopes import scopes_disabled

from autoduel.models import ArenaResult
from autoduel.rules.record import record_of
from campaign.duels.services.arena_prestige import CAUSE
from campaign.ledger.models import Prestige
from play.selectors.matches import current_match


class Finding(NamedTuple):
    """An inconsistency, with a code, the id of the row, and a sentence."""

    code: str
    subject_id: UUID
    sentence: str


def findings() -> Iterator[Finding]:
    """Yield results that differ from their match, and prestige without a won event."""
    won = set()
    rows = ArenaResult.objects.select_related("chair__table__match__snapshot")
    for row in rows.order_by("at", "id").iterator(chunk_size=100):
        table = row.chair.table
        if table.match is None:
            yield Finding("arena-result", row.pk, "A result belongs to an event without a match.")
            continue
        side = record_of(current_match(table.match).state).sides[row.chair.seat]
        if side.place != row.place:
            yield Finding("arena-result", row.pk, "A result differs from the place in the match.")
        if row.place == 1:
            won.add(f"{CAUSE}:{table.pk}")
    with scopes_disabled():
        booked = Prestige.objects.filter(item=CAUSE, cause__startswith=f"{CAUSE}:")
        for entry in booked.order_by("pk").iterator(chunk_size=500):
            if entry.cause not in won:
                yield Finding("arena-prestige", entry.pk, "Prestige without a won event.")
