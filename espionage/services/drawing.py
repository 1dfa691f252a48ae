"""The public draw of a week: announced when it opens, made after its deadline, with no lock held.

What is drawn follows from what is published (the root over the orders, or a round of the beacon),
so it may be worked out by any number of processes at once, and again after a crash: they all come
to the same. docs/decisions/0009-public-randomness.md.
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
from engine.draws import Draw, Source, can_be_had, drawn, not_yet_known
from engine.draws import announced as announced_source
from engine.sealing import week_seed
from espionage.models import Seal, SealedSeat
from espionage.selectors import draws as selector
from espionage.selectors.starting import FEWEST

from . import beacon_rounds

log = structlog.get_logger(__name__)

PATIENCE: Final = timedelta(minutes=10)
"""How long after its round came out, and not before the week is to be published, the delay is made
instead of a round that cannot be had.
"""
SECONDS: Final = 10.0
"""How long one tick makes delays before it goes on with what else is due."""

_links: ContextVar[int | None] = ContextVar("links", default=None)


@contextmanager
def short_delays() -> Iterator[None]:
    """Weeks opened meanwhile have a delay of one link and no beacon: for clubs that nobody plays in
    earnest, whose weeks lie in the past.
    """
    token = _links.set(1)
    try:
        yield
    finally:
        _links.reset(token)


def announced(week: Week, seats: Sequence[SealedSeat]) -> Source | None:
    """What is drawn for a week that opens now; None where there is no game to throw dice for. An
    evening is over before a beacon's round would be safe: it has the delay.
    """
    if len(seats) < FEWEST:
        return None
    due, short = int(week.due_at.timestamp()), _links.get()
    if short is not None:
        return announced_source(None, min(short, settings.DICE_DELAY_LINKS), due)
    chain = None if week.evening else settings.DICE_BEACON
    return announced_source(chain, settings.DICE_DELAY_LINKS, due)


def wait(seal: Seal, at: datetime) -> None:
    """The week is frozen now: from when on its draw can be had. A round of the beacon that comes
    out too soon gives way to a later one.
    """
    frozen = int(at.timestamp())
    source = not_yet_known(selector.SOURCES.decode(seal.source), frozen)
    seal.source = encode(source).decode()
    seal.draw_at = datetime.fromtimestamp(can_be_had(source, frozen), UTC)


def seed_of(seal: Seal) -> bytes:
    """The seed of a week's dice."""
    return week_seed(bytes(seal.seed), seal.order_root, drawn(selector.draw_of(seal)))


def draw_all(at: datetime) -> None:
    """Draw for the frozen weeks whose draw can be had. What takes longer than a tick may goes on in
    the next; what fails is logged, tried again, and keeps no other week from its draw.
    """
    until = monotonic() + SECONDS
    waiting = list(selector.waiting(at))
    rounds = beacon_rounds.signatures({source for _, source in waiting}, at)
    for seal, source in waiting:
        if monotonic() > until:
            return
        try:
            draw = _draw(seal, source, rounds.get((source.chain, source.round)), at)
        except Exception as error:  # noqa: BLE001 - whatever it is, other weeks want their draw
            log.error("draw_failed", week=str(seal.pk), fault=type(error).__name__)  # noqa: TRY400
            continue
        if draw is not None:
            made = encode(draw).decode()
            Seal.objects.filter(pk=seal.pk, draw="").exclude(setup="").update(draw=made)


def draw_one(week: Week, at: datetime) -> None:
    """Draw for this frozen week alone, whose delay is short (`short_delays`)."""
    for seal, source in selector.waiting(at):
        if seal.pk == week.pk and (draw := _draw(seal, source, None, at)) is not None:
            Seal.objects.filter(pk=seal.pk, draw="").update(draw=encode(draw).decode())


def _draw(seal: Seal, source: Source, signature: Signature | None, at: datetime) -> Draw | None:
    """What is drawn for a frozen week; None while it has to wait for its round."""
    if source.chain is not None:
        if signature is not None:
            return Draw(signature=signature)
        if not _given_up(seal, at):
            return None
        log.warning("beacon_round_missing", round=source.round)
    return Draw(links=links_from(seal.order_root, source.links))


def _given_up(seal: Seal, at: datetime) -> bool:
    assert seal.draw_at is not None  # noqa: S101 - asked of frozen weeks only
    return at >= max(seal.draw_at + PATIENCE, seal.week.settle_at)
