"""Swiss tournaments, their rounds and standings, and your visibility on ladders."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from django.db import transaction
from msgspec import Meta

from core.web.api.operations import Body, Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import person_door
from core.web.api.scopes import Scope
from core.web.api.shapes import Name
from core.web.not_found import missing_is_404
from core.web.records import filled
from play.clocking import Clock
from play.rules.swiss import Line, Result
from play.selectors import ladders
from play.selectors import tournaments as selector
from play.selectors.circles import circles_of
from play.selectors.options import plain_options_for, terms_for
from play.selectors.tournaments import (
    ListedTournament,
    Match,
    NoSuchTournament,
    Player,
    RoundView,
    TournamentView,
)
from play.services import tournaments
from play.services.ladders import set_on_ladders
from play.services.tournaments import MAX_PLAYERS, MAX_ROUND_MINUTES, MAX_ROUNDS
from play.tabletop.contract import TWO
from play.tasks import ring

from .permissions import key_of
from .shapes import Timing, timing
from .tables import PLACES, Key, check_options, renamed_fields

Stage: TypeAlias = Literal["open", "playing", "over"]
Access: TypeAlias = Literal["listed", "link", "club"]
Ending: TypeAlias = Literal["", "cancelled", "too few", "failed"]


class TournamentCard(Record):
    """A tournament in a list. `rounds` is 0 if it depends on the number of players. `entered` is
    the number of entrants, and `mine` is true if you are one of them. `ending` is "" unless the
    tournament ended early.
    """

    id: UUID
    name: str
    game: str
    status: Stage
    ending: Ending
    access: Access
    club: str | None
    begins_at: datetime
    over_at: datetime | None
    rounds: int
    entered: int
    most: int
    mine: bool


class PlayerOut(Record):
    """A tournament's player. `lot` is the number that they drew, or 0 before the tournament begins.
    `bot` is true for the site's bot, and `left` is true for a player who is no longer paired.
    `place` is 0 until the tournament is over, and stays 0 for players out of competition.
    """

    name: str
    bot: bool
    lot: int
    left: bool
    place: int


class StandingOut(Record):
    """A player's standing from finished matches. Points and Buchholz are in half points (3 means
    1½), and Sonneborn-Berger is in quarter points. Players who are tied on all criteria share a
    place.
    """

    place: int
    name: str
    bot: bool
    points: int
    buchholz: int
    sonneborn: int
    direct: int
    won: int
    drawn: int
    lost: int
    byes: int


class PairOut(Record):
    """A pairing, in which `first` has the first seat. A pairing without a `second` is a bye.
    `result` is null for a bye and while the match lasts. Only the two players see `table`.
    """

    board: int
    first: str
    second: str | None
    result: Result | None
    table: UUID | None


class RoundOut(Record):
    """A round. It ends when all its matches are over, or at `due_at` at the latest."""

    number: int
    opened_at: datetime
    due_at: datetime
    over_at: datetime | None
    pairs: tuple[PairOut, ...]


class TournamentOut(Record):
    """A tournament. `seed` is "" until the tournament is over, but its SHA-256 hash is public from
    the start. `rounds` is the number of rounds expected with the current entrants. `terms`
    describes the `options` in sentences.
    """

    id: UUID
    name: str
    game: str
    options: dict[str, Any]
    terms: tuple[str, ...]
    clock: Timing
    status: Stage
    ending: Ending
    access: Access
    club: str | None
    opened_by: str
    begins_at: datetime
    over_at: datetime | None
    rounds: int
    round_minutes: int
    most: int
    filled_by: str
    players: tuple[PlayerOut, ...]
    round: int
    my_table: UUID | None
    may_enter: bool
    may_leave: bool
    may_cancel: bool
    seed_hash: str
    seed: str


class TournamentsQuery(Paged):
    """Filters for tournaments."""

    which: Annotated[
        Literal["open", "playing", "over", "mine"],
        Meta(
            description=(
                "Open, running or finished tournaments, or those you entered or announced."
            )
        ),
    ] = "open"


class Announcing(Body):
    """A new tournament. `options` are those of the game. If `rounds` is 0, the number of rounds
    depends on the number of players. `bot` names a bot that joins if the number of players is odd.
    "" means the game's usual bot, and null means no bot. `club` is one of your clubs, and is
    required if `access` is "club".
    """

    name: Name
    game: Key
    begins_at: Annotated[datetime, Meta(tz=True)]
    round_minutes: Annotated[int, Meta(ge=1, le=MAX_ROUND_MINUTES)]
    options: dict[str, Any] = {}
    clock: Timing = Timing()
    rounds: Annotated[int, Meta(ge=0, le=MAX_ROUNDS)] = 0
    most: Annotated[int, Meta(ge=1, le=MAX_PLAYERS)] = MAX_PLAYERS
    access: Access = "listed"
    club: Name | None = None
    bot: Annotated[str, Meta(max_length=30)] | None = None


@person_door(scope=Scope.PLAY)
def list_tournaments(call: Call, query: TournamentsQuery) -> Page[TournamentCard]:
    """List the public tournaments, those of your clubs, and your own."""
    return paged(call, query, selector.Tournaments(call.user, query.which), _card)


@person_door(status=201, scope=Scope.PLAY)
def announce(call: Call, body: Announcing) -> TournamentOut:
    """Announce a tournament of a two-player game. It then runs automatically."""
    check_options(body.game, body.options)
    clubs = {problem.slug: problem.id for problem in circles_of(call.user)} if body.club else {}
    with renamed_fields({**PLACES, "seats": "bot"}):
        row = tournaments.announce(
            user=call.user,
            name=body.name,
            game=body.game,
            begins_at=body.begins_at,
            round_minutes=body.round_minutes,
            options=body.options,
            time_control=filled(Clock, body.clock),
            rounds=body.rounds,
            max_players=body.most,
            access=body.access,
            club=clubs.get(body.club or ""),
            bot=body.bot,
            key=key_of(call),
        )
    return _out(selector.view_tournament(row.pk, call.user, call.now))


def _view_tournament(call: Call, tournament: UUID) -> TournamentView:
    with missing_is_404(NoSuchTournament):
        return selector.view_tournament(tournament, call.user, call.now)


@person_door(scope=Scope.PLAY)
def show(call: Call, tournament: UUID) -> TournamentOut:
    """Return a tournament. Unknown tournaments and tournaments that you cannot see give the same
    404.
    """
    return _out(_view_tournament(call, tournament))


@person_door(scope=Scope.PLAY)
def rounds(call: Call, tournament: UUID) -> tuple[RoundOut, ...]:
    """Return the rounds of a tournament with their pairings, latest first."""
    return tuple(map(_round, _view_tournament(call, tournament).rounds))


@person_door(scope=Scope.PLAY)
def standings(call: Call, tournament: UUID) -> tuple[StandingOut, ...]:
    """Return the standings from finished matches, best player first. They are empty before the
    start.
    """
    return tuple(
        _standing(line, player) for line, player in _view_tournament(call, tournament).standings
    )


@person_door(scope=Scope.PLAY)
def enter(call: Call, tournament: UUID) -> TournamentOut:
    """Enter a tournament before it begins."""
    with missing_is_404(NoSuchTournament):
        tournaments.enter(tournament_id=tournament, user=call.user)
    return _out(_view_tournament(call, tournament))


@person_door(scope=Scope.PLAY)
def leave(call: Call, tournament: UUID) -> TournamentOut:
    """Leave a tournament. Before it begins, this withdraws your entry. After that, leaving is final
    and resigns your current match.
    """
    with missing_is_404(NoSuchTournament):
        tournaments.leave(tournament_id=tournament, user=call.user)
    transaction.on_commit(ring)
    return _out(_view_tournament(call, tournament))


@person_door(scope=Scope.PLAY)
def cancel(call: Call, tournament: UUID) -> TournamentOut:
    """Cancel a tournament before it begins. Only the person who announced it can do this."""
    with missing_is_404(NoSuchTournament):
        tournaments.cancel(tournament_id=tournament, user=call.user)
    return _out(_view_tournament(call, tournament))


def _card(tournament: ListedTournament) -> TournamentCard:
    return filled(
        TournamentCard,
        tournament.row,
        id=tournament.row.pk,
        club=tournament.circle.slug if tournament.circle else None,
        entered=tournament.entered,
        mine=tournament.is_mine,
    )


def _out(view: TournamentView) -> TournamentOut:
    row = view.row
    now = view.rounds[0] if view.rounds else None
    own_match = now.own_match if now and now.row.over_at is None else None
    return filled(
        TournamentOut,
        row,
        id=row.pk,
        options=plain_options_for(row.game, row.options),
        terms=terms_for(row.game, row.options, TWO),
        clock=timing(row.clock),
        club=view.circle.slug if view.circle else None,
        opened_by=row.opened_by.get_username(),
        rounds=view.rounds_to_play,
        filled_by=row.bot,
        players=tuple(map(_player, view.players)),
        round=now.row.number if now else 0,
        my_table=own_match.table if own_match else None,
        may_enter=view.may_enter,
        may_leave=view.may_leave,
        may_cancel=view.may_cancel,
        seed=view.seed,
    )


def _player(player: Player) -> PlayerOut:
    return PlayerOut(
        name=player.name,
        bot=player.is_bot,
        lot=player.entrant.lot or 0,
        left=player.has_left,
        place=player.entrant.place or 0,
    )


def _round(view: RoundView) -> RoundOut:
    return filled(RoundOut, view.row, pairs=tuple(map(_pair, view.matches)))


def _pair(match: Match) -> PairOut:
    return filled(
        PairOut, match, first=match.first.name, second=match.second.name if match.second else None
    )


def _standing(line: Line, player: Player) -> StandingOut:
    return filled(StandingOut, line, name=player.name, bot=player.is_bot)


# --- ladders --------------------------------------------------------------------------------------


class OnLadders(Body):
    """Whether you appear on the ladders of games and clubs."""

    on: bool


@person_door(scope=Scope.PLAY)
def on_ladders(call: Call) -> OnLadders:
    """Return whether you appear on ladders."""
    return OnLadders(on=not ladders.is_off_ladders(call.user))


@person_door(scope=Scope.PLAY)
def choose_ladders(call: Call, body: OnLadders) -> OnLadders:
    """Choose whether you appear on ladders. Your matches are rated either way."""
    set_on_ladders(user=call.user, is_on=body.on)
    return OnLadders(on=body.on)
