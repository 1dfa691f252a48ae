"""The deadline and the game of a week.

At the deadline, sheets are frozen and their root is published. When the draw is available, the game
is played until people are needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from msgspec import UNSET

from campaign.calendar.services import calendar
from campaign.league.models import Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.rules.causes import week_cause
from core.web import bulk
from engine.codec import encode
from engine.values import HOST
from espionage.models import Seal
from espionage.rules.files import TeamFile
from espionage.rules.rounds import called_ambushes, max_waits
from espionage.rules.values import AmbushFought, Deadline, Setup
from espionage.rules.week import WEEK
from espionage.selectors.files import files_for
from espionage.selectors.sheets import newest_sheets, read_sheet
from espionage.selectors.starting import MIN_TEAMS
from play.running import Running, begin, readers
from play.services import lock_matches, save_new, save_played

from . import decision_requests, drawing, fights, sealing
from .settling import settle
from .standing_in import write_missing_sheets
from .week_batch import LoadedWeek, load_weeks, save_weeks

MINUTE: Final = timedelta(minutes=1)
MIN_WAIT: Final = 15 * MINUTE
"""Minimum time for decisions that are asked together."""


def resolve_weeks(weeks: Sequence[Week], now: datetime) -> None:
    """Freeze these weeks.

    Weeks that need no draw are played, and settled if their publication is due. The others keep
    their set-up and wait for the draw.
    """
    loaded_weeks = load_weeks(weeks)
    freeze(loaded_weeks, now)
    files = files_for(
        {loaded.week: [seat.team for seat in loaded.seats] for loaded in loaded_weeks}
    )
    setups = {
        loaded.week.pk: _make_setup(loaded, files)
        for loaded in loaded_weeks
        if len(loaded.seats) >= MIN_TEAMS
    }
    for loaded in loaded_weeks:
        loaded.week.status = Week.Status.PLAYING
        if loaded.seal.source and loaded.week.pk in setups:
            drawing.await_draw(loaded.seal, now)
            loaded.seal.setup = encode(setups.pop(loaded.week.pk)).decode()
    _play_new(loaded_weeks, setups, now)


def start_drawn(weeks: Sequence[Week], now: datetime) -> None:
    """Play these weeks from the set-up stored at the deadline. Their draw must be available."""
    loaded_weeks = load_weeks(weeks)
    read = readers(WEEK.key).setup
    setups = {loaded.week.pk: read.decode(loaded.seal.setup) for loaded in loaded_weeks}
    for loaded in loaded_weeks:
        loaded.seal.setup = ""
    _play_new(loaded_weeks, setups, now)


def _play_new(
    loaded_weeks: Sequence[LoadedWeek], setups: Mapping[UUID, Setup], now: datetime
) -> None:
    known_fights = fights.fights_of([loaded.week.pk for loaded in loaded_weeks])
    for loaded in loaded_weeks:
        if loaded.week.pk in setups:
            loaded.running = _begin_game(loaded, setups[loaded.week.pk], now)
            loaded.seal.match = loaded.running.match
            play_on(loaded.running, loaded.seal, loaded.week, now, known_fights)
    save_new([loaded.running for loaded in loaded_weeks if loaded.running], insert=bulk.insert)
    _settle_finished(loaded_weeks, now)
    save_weeks(loaded_weeks)


# --- the freeze -----------------------------------------------------------------------------------


def freeze(loaded_weeks: Sequence[LoadedWeek], now: datetime) -> None:
    """Fix which version of each sheet is used, and the root over all sheets.

    A draft is used too (E15). A team without a sheet gets orders from its bot (E44) or from its
    standing orders (E41).
    """
    sheets = newest_sheets([loaded.week.pk for loaded in loaded_weeks])
    seats = [seat for loaded in loaded_weeks for seat in loaded.seats]
    silent = [seat for seat in seats if (seat.week_id, seat.team_id) not in sheets]
    sheets |= write_missing_sheets(silent, loaded_weeks, now) if silent else {}
    for loaded in loaded_weeks:
        for seat in loaded.seats:
            sheet = sheets.get((loaded.week.pk, seat.team_id))
            sealing.seal_leaf(seat, sheet, fixed=bool(loaded.seal.salt_root))
        loaded.seal.order_root = sealing.order_root(loaded.seats)
        loaded.seal.frozen_at = now
    bulk.update(seats, ["sheet", "leaf"])


def _make_setup(loaded: LoadedWeek, files: Mapping[UUID, TeamFile]) -> Setup:
    house_rules = rules_in(loaded.week)
    return Setup(
        week=week_cause(loaded.week.pk),
        teams=tuple([files[seat.team_id] for seat in loaded.seats]),
        sheets=tuple([read_sheet(seat.sheet) for seat in loaded.seats]),
        house=house_rules,
        asks_by_round=True if house_rules.live_decisions else UNSET,
    )


def _begin_game(loaded: LoadedWeek, setup: Setup, now: datetime) -> Running:
    return begin(WEEK, setup, seed=drawing.seed_of(loaded.seal), now=now, sealed=True)


def rehearse(week: Week) -> tuple[Setup, str]:
    """Return the set-up and order root of an open week as if its deadline were now.

    Nothing is stored.
    """
    with transaction.atomic():
        (loaded,) = load_weeks([week])
        freeze([loaded], week.due_at)
        setup = _make_setup(loaded, files_for({week: [seat.team for seat in loaded.seats]}))
        transaction.set_rollback(True)
    return setup, loaded.seal.order_root


# --- continuing a week ----------------------------------------------------------------------------


def play_on(
    running: Running, seal: Seal, week: Week, now: datetime, known_fights: fights.Fights
) -> None:
    """Play until the week is over, a decision is pending, or an ambush is fought on the site.

    Pending decisions wait for their teams until `decide_by`, or until publication if that is
    earlier. Then standing orders answer them. If questions are asked together (E51), ambushes have
    the same time limit.
    """
    is_waiting = False
    while running.outcome is None and not is_waiting:
        wave = running.state.hidden.wave
        if seal.decide_by is None and (wave or running.view(HOST).asked):
            seal.decide_by = _time_limit(running, week, now)
        is_waiting = not _play_once(running, seal, week, now, known_fights)
        if running.state.hidden.wave != wave:
            seal.decide_by = None
    if is_waiting and running.view(HOST).asked:
        decision_requests.send_requests(running, seal, week, now)


def _play_once(
    running: Running, seal: Seal, week: Week, now: datetime, known_fights: fights.Fights
) -> bool:
    """Report the first ambush or end the time for decisions. Return False if people have time."""
    limit = seal.decide_by or week.settle_at
    results = [
        fights.fight_result(running, week, ambush, now, known_fights, limit)
        for ambush in called_ambushes(running.state)
    ]
    if results and results[0] is not None:
        running.submit(seat=HOST, move=AmbushFought(result=results[0]), now=now)
    elif running.view(HOST).asked and now >= limit:
        if not running.state.table.asks_by_round:
            seal.decide_by = None
        running.submit(seat=HOST, move=Deadline(), now=now)
    else:
        return False
    return True


def _time_limit(running: Running, week: Week, now: datetime) -> datetime:
    """Return the end of a new waiting period (E52).

    The time until publication is divided by the greatest possible number of waiting periods. The
    house rules have the maximum.
    """
    rules = rules_in(week)
    maximum = timedelta(hours=rules.decision_hours)
    if running.state.table.asks_by_round:
        share = (week.settle_at - now) / max_waits(running.state, rules.missions_a_week)
        maximum = min(maximum, max(share // MINUTE * MINUTE, MIN_WAIT))
    return min(now + maximum, week.settle_at)


def continue_weeks(weeks: Sequence[Week], now: datetime) -> None:
    """Continue weeks whose decisions have timed out or whose publication is due.

    Weeks that are then finished are settled.
    """
    loaded_weeks = load_weeks(weeks)
    matches = lock_matches(
        [loaded.seal.match_id for loaded in loaded_weeks if loaded.seal.match_id]
    )
    known_fights = fights.fights_of([loaded.week.pk for loaded in loaded_weeks])
    for loaded in loaded_weeks:
        if loaded.seal.match_id:
            loaded.running = matches[loaded.seal.match_id]
            play_on(loaded.running, loaded.seal, loaded.week, now, known_fights)
    save_played([loaded.running for loaded in loaded_weeks if loaded.running])
    _settle_finished(loaded_weeks, now)
    save_weeks(loaded_weeks)


def continue_playing(running: Running, seal: Seal, week: Week, now: datetime) -> None:
    """Continue a stored week after a person's move, and save the result."""
    play_on(running, seal, week, now, fights.fights_of([week.pk]))
    save_played([running])
    seal.save(update_fields=["decide_by"])


def _settle_finished(loaded_weeks: Sequence[LoadedWeek], now: datetime) -> None:
    """Settle weeks whose game is over and whose publication is due.

    An evening does not wait for its publication when the last fight and decision are over.
    """
    over = [loaded for loaded in loaded_weeks if loaded.is_over and not loaded.awaits_draw]
    early = [one.week for one in over if one.week.evening and one.week.settle_at > now]
    if early:
        calendar.publish_now(early, now)
    settle([loaded for loaded in over if loaded.week.settle_at <= now])
