"""Announcing, entering, leaving and cancelling tournaments. For the steps after the start, see
`tournament_rounds`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError

from core.accounts.models import User
from core.web import clock
from core.web.locks import is_double, patient
from core.web.problems import Problem
from core.web.refusals import Refused, refuse_if
from core.web.text import line
from engine.codec import encode
from play.clocking import NO_CLOCK, Clock
from play.models import Entrant, Pairing, Table, Tournament
from play.selectors import tournaments as selector
from play.selectors.circles import circles_of
from play.selectors.tournaments import NoSuchTournament

from .idempotency import check_key
from .leaving import resign
from .refusals import Full, NotOpen, NotYours
from .tables import bot_named, check_pair_game
from .tournament_words import send_cancellation

MIN_PLAYERS: Final = 3
"""Minimum number of players in a tournament."""
MAX_PLAYERS: Final = 64
MAX_ROUNDS: Final = 15
MIN_ROUND_MINUTES: Final = 5
MAX_ROUND_MINUTES: Final = 30 * 24 * 60
"""Longest round in minutes."""
MAX_LEAD_TIME: Final = timedelta(days=120)
MAX_ANNOUNCED: Final = 5
"""Maximum number of unfinished tournaments that one person can announce."""


def announce(
    *,
    user: User,
    name: str,
    game: str,
    begins_at: datetime,
    round_minutes: int,
    options: Mapping[str, Any] | None = None,
    time_control: Clock = NO_CLOCK,
    rounds: int = 0,
    max_players: int = MAX_PLAYERS,
    access: str = Tournament.Access.LISTED,
    club: UUID | None = None,
    bot: str | None = None,
    key: str = "",
) -> Tournament:
    """Announce a tournament of a two-player game (T1).

    If `rounds` is 0, the number of rounds depends on the number of players. `bot` names a bot that
    makes the number of players even ("" for the game's usual bot, None for no bot). `club` is one
    of the user's circles, and only its members can enter. If the same user repeats a `key`, the
    same tournament is returned. The seed is drawn now, and its hash is published.

    Raise `BadForm` or `Refused`. The latter is also raised for guests.
    """
    check_key(key)
    if key and (earlier := Tournament.objects.filter(opened_by=user, key=key).first()):
        return earlier
    if user.guest:
        raise Refused("Sign up to announce a tournament.", code="guest")
    tabletop, record = check_pair_game(game, options or {}, time_control)
    now, seed = clock.now(), secrets.token_bytes(32)
    refuse_if(_problems(user, begins_at, round_minutes, rounds, max_players, access, club, now))
    row = Tournament(
        name=line(name, field="name", title="Name", max_length=60, min_length=3),
        game=tabletop.key,
        options=encode(record).decode(),
        opened_by=user,
        opened_at=now,
        access=access,
        club=club if access == Tournament.Access.CLUB else None,
        clock_kind=time_control.kind,
        clock_seconds=time_control.seconds,
        slot=time_control.slot,
        slot_zone=time_control.zone,
        slot_weekday=time_control.weekday,
        rounds=rounds,
        round_minutes=round_minutes,
        begins_at=begins_at,
        most=max_players,
        bot="" if bot is None else bot_named(tabletop, bot),
        seed=seed,
        seed_hash=sha256(seed).hexdigest(),
        key=key,
    )
    try:
        with patient():
            _refuse_too_many(user)
            row.save(force_insert=True)
            return row
    except IntegrityError as error:
        if key and is_double(error):
            return Tournament.objects.get(opened_by=user, key=key)
        raise


def _refuse_too_many(user: User) -> None:
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    own_tournaments = Tournament.objects.filter(opened_by=user).exclude(
        status=Tournament.Status.OVER
    )
    if own_tournaments.count() >= MAX_ANNOUNCED:
        raise Refused(
            f"You already have {MAX_ANNOUNCED} unfinished tournaments. Cancel one, or wait until "
            "one is over.",
            code="too-many-tournaments",
        )


def _problems(
    user: User,
    begins_at: datetime,
    round_minutes: int,
    rounds: int,
    max_players: int,
    access: str,
    club: UUID | None,
    now: datetime,
) -> Iterator[Problem]:
    if not now < begins_at <= now + MAX_LEAD_TIME:
        yield Problem(
            "begins_at", "over", f"Choose a time within the next {MAX_LEAD_TIME.days} days."
        )
    if not MIN_ROUND_MINUTES <= round_minutes <= MAX_ROUND_MINUTES:
        sentence = (
            f"A round can last {MIN_ROUND_MINUTES} minutes to {MAX_ROUND_MINUTES // 1440} days."
        )
        yield Problem("round_minutes", "out-of-range", sentence)
    if not 0 <= rounds <= MAX_ROUNDS:
        sentence = f"Enter 1 to {MAX_ROUNDS} rounds, or 0 to match the number of players."
        yield Problem("rounds", "out-of-range", sentence)
    if not MIN_PLAYERS <= max_players <= MAX_PLAYERS:
        yield Problem(
            "most", "out-of-range", f"The maximum must be {MIN_PLAYERS} to {MAX_PLAYERS} players."
        )
    if access not in Tournament.Access.values:
        yield Problem(
            "access", "access", "Choose who can enter: anyone, people with the link, or a club."
        )
    elif access == Tournament.Access.CLUB and club not in {
        circle.id for circle in circles_of(user)
    }:
        yield Problem("club", "unknown-club", "Choose one of your own clubs.")


# --- entrants -------------------------------------------------------------------------------------


def enter(*, tournament_id: UUID, user: User) -> None:
    """Enter a tournament before it starts. This is idempotent. Raise `NoSuchTournament`, `NotOpen`,
    `Full`, and `Refused` for guests.
    """
    with _locked_tournament(tournament_id, user) as row:
        own_entry = Entrant.objects.filter(tournament=row, user=user).first()
        if own_entry is not None and own_entry.left_at is None:
            return
        _refuse_unless_open(row)
        if user.guest:
            raise Refused("Sign up to play in a tournament.", code="guest")
        if row.club and row.club not in {circle.id for circle in circles_of(user)}:
            raise Refused("Only members of the club can enter.", code="members-only")
        if Entrant.objects.filter(tournament=row, left_at=None).count() >= row.most:
            raise Full(
                "The tournament is full. Check back later: a place opens if someone withdraws."
            )
        now = clock.now()
        if own_entry is None:
            Entrant.objects.create(tournament=row, user=user, entered_at=now)
        else:
            own_entry.entered_at, own_entry.left_at = now, None
            own_entry.save(update_fields=["entered_at", "left_at"])


def leave(*, tournament_id: UUID, user: User) -> None:
    """Leave a tournament. Before the start, this withdraws the entry. Later, leaving is final, and
    the current match is resigned (T9). Do nothing for a user who has not entered. Raise
    `NoSuchTournament`, or `NotOpen` if the tournament is over.
    """
    with _locked_tournament(tournament_id, user) as row:
        own_entry = Entrant.objects.filter(tournament=row, user=user, left_at=None).first()
        if own_entry is None:
            return
        if row.status == Tournament.Status.OVER:
            raise NotOpen("The tournament is over.")
        own_entry.left_at = clock.now()
        own_entry.save(update_fields=["left_at"])
        playing = Pairing.objects.filter(
            round__tournament=row, round__over_at=None, table__status=Table.Status.PLAYING
        )
        for pairing in [*playing.filter(first=own_entry), *playing.filter(second=own_entry)]:
            if pairing.table_id is not None:
                resign(table_id=pairing.table_id, user=user)


def cancel(*, tournament_id: UUID, user: User) -> None:
    """Cancel a tournament before it starts, at the request of the person who announced it. The
    entrants are notified. This is idempotent. Raise `NoSuchTournament`, `NotYours` or `NotOpen`.
    """
    with _locked_tournament(tournament_id, user) as row:
        if row.opened_by_id != user.pk:
            raise NotYours("Only the person who announced the tournament can cancel it.")
        if row.ending == "cancelled":
            return
        _refuse_unless_open(row)
        end_early(row, "cancelled", clock.now())


def end_early(row: Tournament, ending: str, now: datetime) -> None:
    """End a tournament early and notify the entrants. The caller must have locked the row."""
    row.status, row.ending, row.over_at = Tournament.Status.OVER, ending, now
    row.save(update_fields=["status", "ending", "over_at"])
    send_cancellation(row, now)


@contextmanager
def _locked_tournament(tournament_id: UUID, user: User) -> Iterator[Tournament]:
    """Lock a tournament that the user can see, for one transaction. Raise `NoSuchTournament`, or
    `Busy` if a background job holds the lock for too long.
    """
    with patient():
        row = selector.find_tournament(tournament_id, user)
        tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=row.pk).first()
        if tournament is None:
            raise NoSuchTournament("This tournament does not exist.")
        yield tournament


def _refuse_unless_open(row: Tournament) -> None:
    if row.status == Tournament.Status.OVER:
        raise NotOpen("The tournament is over.")
    if row.status != Tournament.Status.OPEN or clock.now() >= row.begins_at:
        raise NotOpen("The tournament has started, so entries are closed.")
