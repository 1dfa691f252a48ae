"""The deadline: sheets are frozen and the root published; then, when its draw is there, the week's
game is played as far as it goes without people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from campaign.league.models import Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.rules.causes import week_cause
from core.web import bulk
from engine.codec import encode
from engine.values import HOST
from espionage.models import Seal
from espionage.rules.files import TeamFile
from espionage.rules.values import AmbushFought, Deadline, Setup
from espionage.rules.week import WEEK
from espionage.selectors.files import files_for
from espionage.selectors.sheets import newest_of, read
from espionage.selectors.starting import FEWEST
from play.running import Running, begin, readers
from play.services import lock_matches, save_new, save_played

from . import decision_requests, drawing, fights, sealing
from .settling import settle
from .standing_in import stand_in
from .week_batch import WeekBatch, put_back, take


def resolve_weeks(weeks: Sequence[Week], at: datetime) -> None:
    """Freeze these weeks. Those for which nothing is to be drawn are played, and settled if their
    moment of publication has come; the others wait for their draw with all they are played from.
    """
    hands = take(weeks)
    freeze(hands, at)
    files = files_for({hand.week: [seat.team for seat in hand.seats] for hand in hands})
    setups = {hand.week.pk: _setup(hand, files) for hand in hands if len(hand.seats) >= FEWEST}
    for hand in hands:
        hand.week.status = Week.Status.PLAYING
        if hand.seal.source and hand.week.pk in setups:
            drawing.wait(hand.seal, at)
            hand.seal.setup = encode(setups.pop(hand.week.pk)).decode()
    _play(hands, setups, at)


def start_drawn(weeks: Sequence[Week], at: datetime) -> None:
    """Play these weeks, whose draw has come, from what the deadline kept of them."""
    hands = take(weeks)
    read = readers(WEEK.key).setup
    setups = {hand.week.pk: read.decode(hand.seal.setup) for hand in hands}
    for hand in hands:
        hand.seal.setup = ""
    _play(hands, setups, at)


def _play(hands: Sequence[WeekBatch], setups: Mapping[UUID, Setup], at: datetime) -> None:
    met = fights.met_in([hand.week.pk for hand in hands])
    for hand in hands:
        if hand.week.pk in setups:
            hand.running = _start(hand, setups[hand.week.pk], at)
            hand.seal.match = hand.running.match
            play_on(hand.running, hand.seal, hand.week, at, met)
    save_new([hand.running for hand in hands if hand.running], insert=bulk.insert)
    settle([hand for hand in hands if _may_settle(hand, at)])
    put_back(hands)


# --- the freeze -----------------------------------------------------------------------------------


def freeze(hands: Sequence[WeekBatch], at: datetime) -> None:
    """Fix which version of each sheet counts, and the root over all of them. A draft counts (E15),
    and for who sent nothing what their bot writes (E44) or their standing orders say (E41).
    """
    sheets = newest_of([hand.week.pk for hand in hands])
    seats = [seat for hand in hands for seat in hand.seats]
    silent = [seat for seat in seats if (seat.week_id, seat.team_id) not in sheets]
    sheets |= stand_in(silent, hands, at) if silent else {}
    for hand in hands:
        for seat in hand.seats:
            sheet = sheets.get((hand.week.pk, seat.team_id))
            sealing.seal_leaf(seat, sheet, fixed=bool(hand.seal.salt_root))
        hand.seal.order_root = sealing.order_root(hand.seats)
        hand.seal.frozen_at = at
    bulk.update(seats, ["sheet", "leaf"])


def _setup(hand: WeekBatch, files: Mapping[UUID, TeamFile]) -> Setup:
    return Setup(
        week=week_cause(hand.week.pk),
        teams=tuple([files[seat.team_id] for seat in hand.seats]),
        sheets=tuple([read(seat.sheet) for seat in hand.seats]),
        house=rules_in(hand.week),
    )


def _start(hand: WeekBatch, setup: Setup, at: datetime) -> Running:
    return begin(WEEK, setup, seed=drawing.seed_of(hand.seal), at=at, sealed=True)


def rehearsed(week: Week) -> tuple[Setup, str]:
    """The set-up and the order root as this open week's deadline will find them if nobody sends
    anything more. Nothing is kept of it.
    """
    with transaction.atomic():
        (hand,) = take([week])
        freeze([hand], week.due_at)
        setup = _setup(hand, files_for({week: [seat.team for seat in hand.seats]}))
        transaction.set_rollback(True)
    return setup, hand.seal.order_root


# --- playing on -----------------------------------------------------------------------------------


def play_on(running: Running, seal: Seal, week: Week, at: datetime, met: fights.Met) -> None:
    """Play until the week is over, people have time to decide, or an ambush is fought on the site.

    Open questions wait for their teams until `decide_by`, and never past the moment of publication;
    then standing orders answer.
    """
    while running.outcome is None:
        ambush = running.view(HOST).ambush
        if ambush is not None:
            result = fights.outcome(running, week, ambush, at, met)
            if result is None:
                return
            running.submit(seat=HOST, move=AmbushFought(result=result), at=at)
        elif _people_have_time(seal, week, at):
            decision_requests.tell(running, seal, week, at)
            return
        else:
            seal.decide_by = None
            running.submit(seat=HOST, move=Deadline(), at=at)


def _people_have_time(seal: Seal, week: Week, at: datetime) -> bool:
    """Is the time for the questions now open still running? It starts when they are first met."""
    if seal.decide_by is None:
        seal.decide_by = min(at + timedelta(hours=rules_in(week).decision_hours), week.settle_at)
    return at < seal.decide_by


def go_on(weeks: Sequence[Week], at: datetime) -> None:
    """Weeks whose time for live decisions is up, or whose moment of publication has come: play on,
    and settle what is ripe.
    """
    hands = take(weeks)
    matches = lock_matches([hand.seal.match_id for hand in hands if hand.seal.match_id])
    met = fights.met_in([hand.week.pk for hand in hands])
    for hand in hands:
        if hand.seal.match_id:
            hand.running = matches[hand.seal.match_id]
            play_on(hand.running, hand.seal, hand.week, at, met)
    save_played([hand.running for hand in hands if hand.running])
    settle([hand for hand in hands if _may_settle(hand, at)])
    put_back(hands)


def continue_playing(running: Running, seal: Seal, week: Week, at: datetime) -> None:
    """Play a stored week on, one that a person has just moved in, and write what came of it."""
    play_on(running, seal, week, at, fights.met_in([week.pk]))
    save_played([running])
    seal.save(update_fields=["decide_by"])


def _may_settle(hand: WeekBatch, at: datetime) -> bool:
    return hand.over and not hand.awaits_draw and hand.week.settle_at <= at
