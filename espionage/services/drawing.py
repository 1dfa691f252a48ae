"""The public draw of a week.

The draw is announced when the week opens and made after the deadline, without locks. Its result is
computed from published data: the root over the orders, or a round of the beacon. Several processes
can compute the draw at the same time, or again after a crash, with the same result. See
docs/decisions/0009-public-randomness.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final

import structlog
from django.conf import settings

from campaign.league.models import Week
from engine.beacon import Signature
from engine.codec import encode
from engine.delay import links_from
from engine.draws import Draw, Source, can_be_had, draw_bytes, not_yet_known
from engine.draws import announced as announced_source
from engine.sealing import week_seed
from espionage.models import Seal, SealedSeat
from espionage.selectors import draws as selector
from espionage.selectors.starting import MIN_TEAMS

from . import beacon_rounds

log = structlog.get_logger(__name__)

BEACON_GRACE: Final = timedelta(minutes=10)
"""Time to wait for an overdue beacon round before the delay replaces it.

The delay is never used before the week's publication is due.
"""
DELAY_SECONDS: Final = 10.0
"""Maximum time spent on computing delays in one tick, in seconds."""

_short_links: ContextVar[int | None] = ContextVar("links", default=None)


@contextmanager
def short_delays() -> Iterator[None]:
    """Make weeks that open inside the block use a one-link delay and no beacon.

    Use this only for clubs that nobody plays seriously and whose weeks are in the past.
    """
    token = _short_links.set(1)
    try:
        yield
    finally:
        _short_links.reset(token)


def choose_source(week: Week, seats: Sequence[SealedSeat]) -> Source | None:
    """Return the source of the draw for a week that opens now, or None if there is no game.

    An evening always uses the delay, because it ends before a beacon round would be safe.
    """
    if len(seats) < MIN_TEAMS:
        return None
    due_second, short_links = int(week.due_at.timestamp()), _short_links.get()
    if short_links is not None:
        return announced_source(None, min(short_links, settings.DICE_DELAY_LINKS), due_second)
    chain = None if week.evening else settings.DICE_BEACON
    return announced_source(chain, settings.DICE_DELAY_LINKS, due_second)


def await_draw(seal: Seal, now: datetime) -> None:
    """Set the time when the draw of a newly frozen week becomes available.

    If a beacon round would be published too early, a later round replaces it.
    """
    frozen_second = int(now.timestamp())
    source = not_yet_known(selector.SOURCES.decode(seal.source), frozen_second)
    seal.source = encode(source).decode()
    seal.draw_at = datetime.fromtimestamp(can_be_had(source, frozen_second), UTC)


def seed_of(seal: Seal) -> bytes:
    """Return the seed for a week's dice."""
    return week_seed(bytes(seal.seed), seal.order_root, draw_bytes(selector.draw_of(seal)))


def draw_all(now: datetime) -> None:
    """Make the available draws of the frozen weeks.

    Computations that take longer than one tick continue in the next tick. A failed draw is logged
    and tried again, and does not affect other weeks.
    """
    stop_at = monotonic() + DELAY_SECONDS
    waiting = list(selector.undrawn_weeks(now))
    rounds = beacon_rounds.find_signatures({source for _, source in waiting}, now)
    for seal, source in waiting:
        if monotonic() > stop_at:
            return
        try:
            draw = _draw(seal, source, rounds.get((source.chain, source.round)), now)
        except Exception as error:  # noqa: BLE001 - any fault: other weeks need their draw
            log.error("draw_failed", week=str(seal.pk), fault=type(error).__name__)  # noqa: TRY400
            continue
        if draw is not None:
            encoded = encode(draw).decode()
            Seal.objects.filter(pk=seal.pk, draw="").exclude(setup="").update(draw=encoded)


def draw_one(week: Week, now: datetime) -> None:
    """Make the draw of this frozen week, which has a short delay (see `short_delays`)."""
    for seal, source in selector.undrawn_weeks(now):
        if seal.pk == week.pk and (draw := _draw(seal, source, None, now)) is not None:
            Seal.objects.filter(pk=seal.pk, draw="").update(draw=encode(draw).decode())


def _draw(seal: Seal, source: Source, signature: Signature | None, now: datetime) -> Draw | None:
    """Return the draw for a frozen week, or None if the week is waiting for its beacon round."""
    if source.chain is not None:
        if signature is not None:
            return Draw(signature=signature)
        if not _is_round_given_up(seal, now):
            return None
        log.warning("beacon_round_missing", round=source.round)
    return Draw(links=links_from(seal.order_root, source.links))


def _is_round_given_up(seal: Seal, now: datetime) -> bool:
    assert seal.draw_at is not None  # noqa: S101 - frozen weeks only
    return now >= max(seal.draw_at + BEACON_GRACE, seal.week.settle_at)
