"""The draw of a week, and the salts of its seats."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from campaign.league.models import Week
from engine.codec import Reader
from engine.draws import Draw, Source, links_in_words
from engine.sealing import sheet_salt
from espionage.models import Seal, SealedSeat
from espionage.rules.orders import NOTHING
from espionage.rules.picked_seeds import are_picked

SOURCES: Final[Reader[Source]] = Reader(Source)
DRAWS: Final[Reader[Draw]] = Reader(Draw)


def source_of(seal: Seal) -> Source | None:
    """Return the announced source of the draw, or None if the week has no draw."""
    return SOURCES.decode(seal.source) if seal.source else None


def draw_of(seal: Seal) -> Draw | None:
    """Return the draw, or None if it has not been made yet or the week has none."""
    return DRAWS.decode(seal.draw) if seal.draw else None


def has_picked_dice(week: Week, seal: Seal) -> bool:
    """Return whether the site picks or has picked this week's dice for a demonstration."""
    return week.season.campaign.tryout or are_picked(seal.seed_hash)


def undrawn_weeks(now: datetime) -> Iterator[tuple[Seal, Source]]:
    """Yield the frozen weeks whose draw is available but not made, with the source of the draw.

    Weeks are sorted by the time when their draw became available. This runs one query.
    """
    rows = (
        Seal.objects.filter(draw="", draw_at__lte=now, week__status=Week.Status.PLAYING)
        .filter(week__parked_at=None)
        .exclude(setup="")
        .select_related("week")
        .defer("setup")
        .order_by("draw_at", "week")
    )
    for seal in rows:
        yield seal, SOURCES.decode(seal.source)


def seal_of(week: Week) -> Seal | None:
    """Return the seal of a week, or None if it has not opened. This runs one query."""
    return Seal.objects.filter(week=week).defer("setup").first()


def awaited_source(seal: Seal) -> Source | None:
    """Return the source if this frozen week is waiting for its beacon round, or None."""
    source = source_of(seal)
    if source is None or source.chain is None or not seal.frozen_at or seal.draw or seal.match_id:
        return None
    return source


def beacon_due(week: Week) -> datetime | None:
    """Return when the beacon round for this frozen week is published, or None.

    This runs one query.
    """
    seal = seal_of(week) if week.status == Week.Status.PLAYING else None
    return seal.draw_at if seal is not None and awaited_source(seal) else None


def describe_draw(source: Source | None, draw: Draw | None) -> str:
    """Return a sentence that says what is mixed into the dice after the deadline, or ""."""
    if source is None:
        return ""
    if source.chain is None or (draw is not None and draw.signature is None):
        delay = f"A delay of {links_in_words(source.links)} over the root of the sheets"
        return f"{delay}: the announced round was not available." if source.chain else f"{delay}."
    return (
        f"Round {source.round} of a public beacon, published after the deadline. If the deadline "
        "moves, the first round ten minutes after the sheets are sealed is used."
        if draw is None
        else f"Round {source.round} of a public beacon."
    )


def sealing_salt(seat: SealedSeat, *, fixed: bool) -> bytes:
    """Return the salt with which a seat was sealed.

    `fixed` says whether the salts were fixed when the week opened.
    """
    if seat.sheet:
        return bytes(seat.sheet.salt)
    return sheet_salt(bytes(seat.salt), NOTHING.encode()) if fixed else bytes(seat.salt)
