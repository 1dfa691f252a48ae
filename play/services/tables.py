"""Opening tables with a game, options, seats and a clock."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID
from zoneinfo import available_timezones

import msgspec
from django.db import IntegrityError

from core.accounts.models import User
from core.web import bulk, clock
from core.web.locks import is_double, patient
from core.web.options import problems_in
from core.web.problems import Problem
from core.web.refusals import Refused, refuse_if
from core.web.text import line
from engine import registry as games
from engine.bots import UnknownBot
from engine.codec import encode
from engine.game import Refusal
from engine.registry import UnknownGame
from engine.values import Value
from play.clocking import MAX_CLOCK_SECONDS, NO_CLOCK, SLOWEST_LIVE, Clock
from play.models import Chair, DailyDeal, DealtTable, Entrant, Table, Tournament
from play.selectors.coaching import past, to_learn
from play.selectors.lobby import unfinished_match
from play.selectors.participants import chairs_of
from play.tabletop import registry
from play.tabletop.contract import TWO, AnyTabletop, BadOptions, plays_in_pairs

from .idempotency import check_key, person_named
from .starting import start, start_if_full
from .table_lock import LockedTable

MAX_OPEN_TABLES: Final = 20
"""Maximum number of one person's tables that have not started."""
MIN_LIVE_SECONDS: Final = 10
_ALLOWED_SEARCH: Final = re.compile(r"search:[1-9]\d{0,2}")
"""Names of the searching bot with a limited number of playouts, so that bots at other tables do not
have to wait.
"""


def open_table(
    *,
    user: User,
    game: str,
    options: Mapping[str, Any],
    seats: Sequence[str],
    clock: Clock = NO_CLOCK,
    visibility: str = Table.Visibility.LISTED,
    watched: bool = True,
    name: str = "",
    coached: bool = False,
    rated: bool = True,
    asks_for: int = 0,
    key: str = "",
) -> Table:
    """Open a table in the lobby or by link. The match starts when no chair is free and all loadouts
    are chosen.

    `options` holds the game's options by name. Omitted options have the game's defaults, which can
    be different with a live clock. `seats` has one entry per seat: "me", "open", "bot" (the game's
    first bot), "bot:NAME", or "person:NAME" (kept for that person). If the same user repeats a
    `key`, the same table is returned.

    If `coached` is true, everyone has a coach unless they have turned it off, and the user's own
    coach is turned on again. If `rated` is true, the match counts for ratings, unless it is coached
    or the user is a guest. Guests can open tables by link only. `asks_for` is the percentage of
    matches that players must have finished to join.

    Raise `BadForm` or `Refused`.
    """
    check_key(key)
    if key and (earlier := Table.objects.filter(opened_by=user, key=key).first()):
        return earlier
    tabletop = game_of(game)
    record = _options(tabletop, options)
    record = tabletop.live_options(record) if clock.kind == "live" else record
    _check_seats(tabletop, record, seats)
    refuse_if(
        [
            *_clock_problems(clock),
            *_visibility_problems(visibility, user),
            *_asking_problems(asks_for),
        ]
    )
    table = _table(tabletop, record, len(seats), clock, name)
    wants_it_back = coached and past(user, game).choice is False
    table.opened_by, table.visibility, table.watched, table.key = user, visibility, watched, key
    table.asks_for = asks_for
    table.coached, table.rated = coached, rated and not coached and not user.guest
    chairs = _chairs(table, tabletop.seat_titles(tabletop.setup(record, len(seats))))
    for chair, seat_code in zip(chairs, seats, strict=True):
        _fill_chair(chair, seat_code, tabletop, user)
        chair.coached = True if wants_it_back and chair.holder_id == user.pk else None
    try:
        with patient():
            return _save(table, chairs, user)
    except IntegrityError as error:
        if key and is_double(error):
            return Table.objects.get(opened_by=user, key=key)
        raise


def host_match(
    *,
    game: str,
    setup: Value,
    parties: Sequence[UUID | str],
    clock: Clock = NO_CLOCK,
    titles: Sequence[str] = (),
    name: str = "",
    seed: bytes | None = None,
    watchers: Table.Watchers | None = None,
    first: timedelta = timedelta(0),
) -> Table:
    """Open a private table for a higher package and start its match immediately. `parties` has a
    party or the name of a bot for each seat.

    The table is in no list, and only `watchers` with its link can watch. `first` is the minimum
    time for people's first move, so that they can come to the table. Call this in a transaction.
    """
    tabletop = game_of(game)
    table = _table(tabletop, tabletop.options(), len(parties), clock, name)
    table.visibility = Table.Visibility.INVITED if watchers else Table.Visibility.PRIVATE
    table.watched, table.opens = watchers is not None, False
    table.watchers = watchers or Table.Watchers.PEOPLE
    chairs = _chairs(table, titles or tabletop.seat_titles(setup))
    for chair, party_or_bot in zip(chairs, parties, strict=True):
        if isinstance(party_or_bot, str):
            chair.bot = party_or_bot
        else:
            chair.party = party_or_bot
    with patient():
        table.save(force_insert=True)
        bulk.insert(chairs)
        locked_table = LockedTable(table, tuple(chairs))
        start(locked_table, setup, table.opened_at, seed)
        _wait_for_people(locked_table, table.opened_at + first)
    return table


def _wait_for_people(locked_table: LockedTable, until: datetime) -> None:
    early = [
        chair
        for chair in locked_table.chairs
        if not chair.bot and chair.due_at is not None and chair.due_at < until
    ]
    for chair in early:
        chair.due_at = until
    if early:
        locked_table.save_chairs("due_at")


def _save(table: Table, chairs: Sequence[Chair], user: User) -> Table:
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if Table.objects.filter(opened_by=user, status=Table.Status.OPEN).count() >= MAX_OPEN_TABLES:
        raise Refused(
            f"You already have {MAX_OPEN_TABLES} open tables. Close one of them first.",
            code="too-many-tables",
        )
    table.save(force_insert=True)
    bulk.insert(chairs)
    start_if_full(LockedTable(table, tuple(chairs)), table.opened_at)
    return table


def open_tryout(*, user: User, game: str) -> Table:
    """Return the user's first match of a game against beginner bots, and open one if needed. The
    match has a coach, is in no list, and is not rated. Two simultaneous requests open only one
    table. Raise `Refused` for an unknown game.
    """
    with patient():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        return unfinished_match(user, game) or open_against_bots(user, game_of(game))


def bot_seats(tabletop: AnyTabletop, count: int, level: str) -> list[str]:
    """Return the seat entries for `count` bots of this level. They alternate between the game's
    tempers. In games without tempers, they are the usual bot.
    """
    tempers = tabletop.tempers
    return [
        f"bot:{tempers[seat % len(tempers)].key}:{level}" if tempers else "bot"
        for seat in range(count)
    ]


def open_against_bots(user: User, tabletop: AnyTabletop) -> Table:
    """Open and start an unrated match against bots.

    Until the user has finished a match of the game, the bots are beginners, a coach helps, and the
    match has the game's options for a first match.
    """
    is_new = tabletop.key in to_learn(user)
    return open_table(
        user=user,
        game=tabletop.key,
        options=tabletop.first_options if is_new else {},
        seats=[
            "me",
            *bot_seats(tabletop, tabletop.usual_count - 1, "newcomer" if is_new else "club"),
        ],
        visibility=Table.Visibility.INVITED,
        watched=False,
        coached=is_new,
        rated=False,
    )


def open_dealt(*, user: User, deal: DailyDeal) -> Table:
    """Open and start this user's table for a day's deal. It is in no list, has no spectators, and
    is not rated. Call this in a transaction.
    """
    tabletop = game_of(deal.game)
    record = _options(tabletop, json.loads(deal.options))
    table = _table(tabletop, record, len(deal.seats), NO_CLOCK, "")
    table.opened_by, table.watched = user, False
    table.visibility = Table.Visibility.INVITED
    setup = tabletop.setup(record, len(deal.seats))
    chairs = _chairs(table, tabletop.seat_titles(setup))
    for chair, seat_code in zip(chairs, deal.seats, strict=True):
        _fill_chair(chair, seat_code, tabletop, user)
    with patient():
        table.save(force_insert=True)
        bulk.insert(chairs)
        DealtTable.objects.create(deal=deal, user=user, table=table)
        start(LockedTable(table, tuple(chairs)), setup, table.opened_at, bytes(deal.seed))
    return table


def open_scheduled(
    *,
    game: str,
    options: Mapping[str, Any],
    seats: int,
    begins_at: datetime,
    clock: Clock = NO_CLOCK,
    name: str = "",
) -> Table:
    """Return the game's table that begins at this time, and open it if needed. All its seats are
    open, it is in the lobby, anyone can watch it, and it is not rated. Two simultaneous requests
    open only one table.
    """
    existing = Table.objects.filter(game=game, begins_at=begins_at)
    if table := existing.first():
        return table
    tabletop = game_of(game)
    record = _options(tabletop, options)
    record = tabletop.live_options(record) if clock.kind == "live" else record
    table = _table(tabletop, record, seats, clock, name)
    table.begins_at, table.watchers = begins_at, Table.Watchers.ANYBODY
    chairs = _chairs(table, tabletop.seat_titles(tabletop.setup(record, seats)))
    try:
        with patient():
            table.save(force_insert=True)
            bulk.insert(chairs)
            return table
    except IntegrityError as error:
        if is_double(error):
            return existing.get()
        raise


def open_paired(*, tournament: Tournament, pair: tuple[Entrant, Entrant], name: str) -> Table:
    """Open and start the table of a tournament pairing. It is in no list, has no spectators, and is
    rated. Call this in a transaction.
    """
    tabletop = game_of(tournament.game)
    record = _options(tabletop, json.loads(tournament.options))
    table = _table(tabletop, record, len(pair), tournament.clock, name)
    table.visibility, table.watched, table.rated = Table.Visibility.INVITED, False, True
    setup = tabletop.setup(record, len(pair))
    chairs = _chairs(table, tabletop.seat_titles(setup))
    for chair, entrant in zip(chairs, pair, strict=True):
        chair.holder_id, chair.bot = entrant.user_id, entrant.bot
    with patient():
        table.save(force_insert=True)
        bulk.insert(chairs)
        start(LockedTable(table, chairs_of(table)), setup, table.opened_at)
    return table


def check_pair_game(
    game: str, options: Mapping[str, Any], time_control: Clock
) -> tuple[AnyTabletop, Value]:
    """Return a game and its options after checking that they suit a tournament. Raise `BadForm` or
    `Refused`. The latter is also raised if the game cannot be played by two.
    """
    tabletop = game_of(game)
    record = _options(tabletop, options)
    record = tabletop.live_options(record) if time_control.kind == "live" else record
    if not plays_in_pairs(tabletop) or TWO not in tabletop.seat_counts(record):
        raise Refused(
            f"Tournaments need a game for two players, and {tabletop.title} is not one.",
            field="game",
            code="not-for-two",
        )
    _check_seats(tabletop, record, ("open",) * TWO)
    if tabletop.brings(record):
        raise Refused(
            "You cannot bring your own loadout to a tournament. Choose options that provide "
            "everything.",
            field="options",
            code="brings",
        )
    if reason := tabletop.host(record).stays_away:
        raise Refused(reason, code="stays-away")
    refuse_if(_clock_problems(time_control))
    return tabletop, record


# --- request validation ---------------------------------------------------------------------------


def game_of(key: str) -> AnyTabletop:
    """Return the game with this key. Raise `Refused` if it does not exist."""
    try:
        return registry.get(key)
    except UnknownGame as error:
        raise Refused(
            "This game does not exist. Choose one from the list.", field="game", code="unknown-game"
        ) from error


def _options(tabletop: AnyTabletop, options: Mapping[str, Any]) -> Value:
    refuse_if(problems_in(tabletop.options, options))
    record: Value = msgspec.convert(dict(options), tabletop.options)
    return record


def _check_seats(tabletop: AnyTabletop, options: Value, seats: Sequence[str]) -> None:
    """Check that this number of players can play with these options. If the game itself refuses
    them, the error applies to the whole form.
    """
    counts = tabletop.seat_counts(options)
    if len(seats) not in counts:
        allowed_counts = " or ".join(map(str, counts))
        raise Refused(
            f"These options need {allowed_counts} players, but you set {len(seats)} seats.",
            field="seats",
            code="seats",
        )
    if list(seats).count("me") > 1:
        raise Refused("You can take only one seat.", field="seats", code="seats")
    if "me" in seats and (reason := tabletop.host(options).stays_away):
        raise Refused(reason, field="seats", code="stays-away")
    try:
        tabletop.setup(options, len(seats))
    except Refused:
        raise
    except BadOptions as refusal:
        faults = tuple(Problem(field, refusal.code, sentence) for field, sentence in refusal.faults)
        raise Refused(refusal.sentence, code=refusal.code, problems=faults) from refusal
    except Refusal as refusal:
        raise Refused(refusal.sentence, code=refusal.code) from refusal


def _clock_problems(clock: Clock) -> list[Problem]:
    match clock.kind:
        case "live" if not MIN_LIVE_SECONDS <= clock.seconds <= SLOWEST_LIVE:
            return [
                Problem(
                    "clock_seconds",
                    "clock",
                    (
                        f"A live clock allows {MIN_LIVE_SECONDS} to {SLOWEST_LIVE:,} seconds per "
                        "move."
                    ),
                )
            ]
        case "correspondence" if not SLOWEST_LIVE <= clock.seconds <= MAX_CLOCK_SECONDS:
            return [
                Problem(
                    "clock_seconds",
                    "clock",
                    (
                        f"A correspondence clock allows 1 to {MAX_CLOCK_SECONDS // 3600} hours "
                        "per move."
                    ),
                )
            ]
        case "slot":
            return _slot_problems(clock)
        case _:
            return []


def _slot_problems(clock: Clock) -> list[Problem]:
    problems = []
    try:
        datetime.strptime(clock.slot, "%H:%M")  # noqa: DTZ007 - a time of day
    except ValueError:
        problems.append(
            Problem("slot", "clock", "Enter the time of day when moves are due, such as 19:30.")
        )
    if clock.zone not in available_timezones():
        problems.append(Problem("slot_zone", "clock", "Enter a time zone such as Europe/Berlin."))
    if clock.weekday is not None and not 0 <= clock.weekday <= 6:
        problems.append(Problem("slot_weekday", "clock", "Choose a day of the week, or every day."))
    return problems


def _visibility_problems(visibility: str, user: User) -> Iterator[Problem]:
    if visibility not in {Table.Visibility.LISTED, Table.Visibility.INVITED}:
        yield Problem(
            "visibility",
            "visibility",
            "Choose whether the table is listed in the lobby or open to people with the link.",
        )
    elif visibility == Table.Visibility.LISTED and user.guest:
        yield Problem(
            "visibility",
            "guest",
            "Sign up to list a table in the lobby, or open it to people with the link.",
        )


def _asking_problems(asks_for: int) -> Iterator[Problem]:
    if not 0 <= asks_for <= 100:
        yield Problem(
            "asks_for",
            "asks-for",
            "Enter 0 to 100 percent of matches finished. With 0, anyone can join.",
        )


# --- rows -----------------------------------------------------------------------------------------


def _table(
    tabletop: AnyTabletop, options: Value, seats: int, time_control: Clock, name: str
) -> Table:
    return Table(
        game=tabletop.key,
        name=line(name, field="name", title="Name", max_length=60, min_length=0),
        options=encode(options).decode(),
        seats=seats,
        clock_kind=time_control.kind,
        clock_seconds=time_control.seconds,
        slot=time_control.slot,
        slot_zone=time_control.zone,
        slot_weekday=time_control.weekday,
        opened_at=clock.now(),
    )


def _chairs(table: Table, titles: Sequence[str]) -> list[Chair]:
    return [Chair(table=table, seat=seat, title=title) for seat, title in enumerate(titles)]


def _fill_chair(chair: Chair, seat_code: str, tabletop: AnyTabletop, user: User) -> None:
    kind, _, name = seat_code.partition(":")
    match kind:
        case "me":
            chair.holder = user
        case "bot":
            chair.bot = bot_named(tabletop, name)
        case "person":
            chair.kept_for = _person(name, user)
        case "open":
            pass
        case _:
            raise Refused(
                "A seat can be yours, open, a bot’s, or reserved for a person.",
                field="seats",
                code="seats",
            )


def bot_named(tabletop: AnyTabletop, name: str) -> str:
    """Return the name of a bot that can sit at this game's tables. If `name` is "", return the
    game's first bot. Raise `Refused` for an unknown bot, or for a bot that thinks for too long.
    """
    name = name or tabletop.usual_bot
    try:
        if name not in tabletop.may_sit and not (
            "search" in tabletop.bots and _ALLOWED_SEARCH.fullmatch(name)
        ):
            raise UnknownBot
        games.bot(tabletop.game, name)
    except UnknownBot as error:
        raise Refused(
            f"Bots for this game: {', '.join(tabletop.may_sit)}.",
            field="seats",
            code="unknown-bot",
        ) from error
    return name


def _person(name: str, user: User) -> User:
    person = person_named(name)
    if person is None or person == user:
        raise Refused(
            "There is no user with that name. Leave the seat open and send the link instead.",
            field="seats",
            code="seats",
        )
    return person
