"""Tournaments as a user sees them, with entrants, pairings and standings from finished matches.
Users see only that a match is in progress, and nothing else about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from django.db.models import (
    Case,
    Count,
    Exists,
    Min,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.functions import Coalesce, Greatest

from core.accounts.models import User
from core.uptime.models import Outage
from core.uptime.rules.outages import RECOVERY_TIME, held_until
from core.uptime.selectors import outages
from core.web.lazy_rows import LazyRows
from core.web.problems import plural
from play.models import Chair, Entrant, Pairing, Round, Table, Tournament
from play.rules.swiss import Line, Meeting, Result, most_rounds, standings, usual_rounds
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop

from .circles import Circle, circles_by_id, circles_of, ids_of

FILL_UP_BOT_NAME: Final = "House bot"
"""Displayed name of the bot that makes the number of players even."""
_RESULTS: Final[dict[tuple[str, str], Result]] = {
    ("won", "lost"): "first",
    ("lost", "won"): "second",
    ("drawn", "drawn"): "drawn",
    ("won", "won"): "drawn",
}


class NoSuchTournament(LookupError):
    """The tournament does not exist, or it is hidden from this user. Both cases give the same
    response, which reveals nothing about hidden tournaments.
    """


# --- results of pairings --------------------------------------------------------------------------


def result_of(pairing: Pairing) -> Result | None:
    """Return the result of a pairing, or None for a bye or an unfinished match. If a match ends
    without a result, both players lose.
    """
    table = pairing.table
    if table is None or table.status != Table.Status.OVER:
        return None
    first, second = sorted(table.chairs.all(), key=lambda chair: chair.seat)
    return _RESULTS.get((first.result, second.result), "neither")


def pairings_of(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return all pairings so far by round, with players and tables. This takes two queries."""
    rows = (
        Pairing.objects.filter(round__tournament=tournament)
        .select_related("round", "first__user", "second__user", "table")
        .prefetch_related(Prefetch("table__chairs", Chair.objects.order_by("seat")))
    )
    return tuple(rows.order_by("round__number", "board"))


def as_meetings(pairings: Sequence[Pairing]) -> tuple[Meeting, ...]:
    """Return the pairings in the form that the rules use."""
    return tuple(
        Meeting(
            first=pairing.first.lot or 0,
            second=pairing.second.lot if pairing.second else None,
            result=result_of(pairing),
        )
        for pairing in pairings
    )


def standings_of(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> tuple[Line, ...]:
    """Return the standings of the entrants who drew a lot."""
    return standings(
        [entrant.lot for entrant in entrants if entrant.lot],
        as_meetings(pairings),
        bots=[entrant.lot for entrant in entrants if entrant.lot and entrant.user_id is None],
    )


# --- background job -------------------------------------------------------------------------------


def tournaments_to_advance(now: datetime) -> QuerySet[Tournament]:
    """Return the tournaments that must begin or start their next round, because all matches are
    over or because time is up. Tournaments that are postponed after an error are excluded.
    """
    open_rounds = Round.objects.filter(tournament=OuterRef("pk"), over_at=None)
    unfinished = Pairing.objects.filter(
        ~Q(table__status=Table.Status.OVER),
        round__tournament=OuterRef("pk"),
        round__over_at=None,
        table__isnull=False,
    )
    begins = Q(status=Tournament.Status.OPEN, begins_at__lte=now)
    goes_on = Q(status=Tournament.Status.PLAYING) & (
        Exists(open_rounds.filter(due_at__lte=now)) | ~Exists(unfinished)
    )
    rested = Q(rests_until=None) | Q(rests_until__lte=now)
    return Tournament.objects.filter(begins | goes_on, rested).order_by("begins_at", "id")


def backlog(now: datetime) -> tuple[int, datetime | None]:
    """Return the number of tournaments that should have begun or have an overdue round, and the
    time since which the oldest of them has been due. This takes one query.

    A tournament that was postponed after an error is due when the postponement ends. Deadlines that
    an outage extends are not overdue.
    """
    open_rounds = Round.objects.filter(tournament=OuterRef("pk"), over_at=None).values("due_at")
    due = Case(When(status=Tournament.Status.OPEN, then="begins_at"), default=Subquery(open_rounds))
    rows = Tournament.objects.exclude(status=Tournament.Status.OVER).annotate(due=due)
    outage_holds = Outage.objects.filter(
        began_at__lte=OuterRef("due"), ended_at__gt=now - RECOVERY_TIME, ended_at__lte=now
    )
    since = Greatest("due", Coalesce("rests_until", "due"))
    rows = rows.annotate(since=since).filter(~Exists(outage_holds), since__lte=now)
    counts = rows.order_by().aggregate(number=Count("pk"), oldest=Min("since"))
    return counts["number"], counts["oldest"]


def is_due(due: datetime, now: datetime) -> bool:
    """Return whether a deadline has passed and no outage extends it. This takes one query."""
    if due > now:
        return False
    recent_outages = outages.outages_since(due - RECOVERY_TIME, now)
    return held_until(due, [outage.span for outage in recent_outages]) <= now


def duration_text(minutes: int) -> str:
    """Describe a duration in the largest unit that fits exactly.

    >>> [duration_text(minutes) for minutes in (5, 60, 90, 120, 1440, 7 * 1440)]
    ['5 minutes', '1 hour', '90 minutes', '2 hours', '1 day', '7 days']
    """
    for unit, unit_name in ((1440, "day"), (60, "hour")):
        if minutes % unit == 0:
            return plural(minutes // unit, unit_name)
    return plural(minutes, "minute")


# --- users' views ---------------------------------------------------------------------------------


def readable_by(user: User) -> Q:
    """Return a condition for the tournaments that a user can find. These are listed ones, those of
    the user's clubs, and those that the user announced or entered. A tournament by link is also
    visible to anyone with its address (`tournament`).
    """
    return _readable(user.pk, frozenset(circle.id for circle in circles_of(user)))


def _readable(user: UUID, circles: frozenset[UUID] | QuerySet[Any, Any]) -> Q:
    return (
        Q(access=Tournament.Access.LISTED)
        | Q(access=Tournament.Access.CLUB, club__in=circles)
        | Q(opened_by=user)
        | Q(_plays(user))
    )


def _plays(user: UUID) -> Exists:
    """Return a condition for tournaments that the user has entered or played."""
    entries = Entrant.objects.filter(tournament=OuterRef("pk"), user=user)
    return Exists(entries.filter(Q(left_at=None) | ~Q(lot=None)))


def find_tournament(pk: UUID, user: User) -> Tournament:
    """Return the tournament with this id, or raise `NoSuchTournament` if it is not visible."""
    rows = Tournament.objects.filter(
        readable_by(user) | Q(access=Tournament.Access.LINK), game__in=_known_games()
    )
    row = rows.select_related("opened_by").filter(pk=pk).first()
    if row is None:
        raise NoSuchTournament("This tournament does not exist.")
    return row


def trophies(user: User, viewer: User) -> tuple[Tournament, ...]:
    """Return the tournaments that a user won and that the viewer can see, latest first. This takes
    one query, plus one for circles.
    """
    won = Entrant.objects.filter(tournament=OuterRef("pk"), user=user, place=1)
    rows = Tournament.objects.filter(
        Exists(won), readable_by(viewer), status=Tournament.Status.OVER, game__in=_known_games()
    )
    return tuple(rows.order_by("-over_at", "id"))


def _known_games() -> list[str]:
    return [tabletop.key for tabletop in registry.all_tabletops()]


@dataclass(frozen=True)
class ListedTournament:
    """A tournament in a list, with the number of players and whether the reader is one of them."""

    row: Tournament
    tabletop: AnyTabletop
    circle: Circle | None
    entered: int
    is_mine: bool


def listed_tournaments(user: User) -> QuerySet[Tournament]:
    """Return the tournaments in the user's list, except cancelled ones. `entered` is the number of
    entrants, and `mine` tells whether the user is one of them.
    """
    rows = Tournament.objects.filter(readable_by(user), game__in=_known_games()).exclude(
        ending="cancelled"
    )
    return rows.annotate(
        entered=Count("entrants", filter=Q(entrants__left_at=None) | ~Q(entrants__lot=None)),
        mine=_plays(user.pk),
    )


def open_to(user: UUID, games: frozenset[str]) -> QuerySet[Tournament]:
    """Return a query that counts the open tournaments of these games that a user can find."""
    rows = Tournament.objects.filter(
        _readable(user, ids_of(user)), game__in=games, status=Tournament.Status.OPEN
    )
    return rows.exclude(ending="cancelled").order_by()


class Tournaments(LazyRows[ListedTournament]):
    """A list of tournaments as cards. Only the requested slices are read. Each slice takes two
    queries, plus one for circles.
    """

    def __init__(self, user: User, status_filter: str = "") -> None:
        rows = listed_tournaments(user).select_related("opened_by")
        status = Tournament.Status
        if status_filter == "over":
            self._rows = rows.filter(status=status.OVER).order_by("-over_at", "id")
        elif status_filter == "mine":
            self._rows = rows.filter(Q(mine=True) | Q(opened_by=user)).order_by("-begins_at", "id")
        elif status_filter == "open":
            self._rows = rows.filter(status=status.OPEN).order_by("begins_at", "id")
        elif status_filter == "playing":
            self._rows = rows.filter(status=status.PLAYING).order_by("begins_at", "id")
        else:
            self._rows = rows.order_by("-begins_at", "id")

    def _load(self, bounds: slice) -> tuple[ListedTournament, ...]:
        rows = list(self._rows[bounds])
        circles = circles_by_id({row.club for row in rows if row.club})
        return tuple(
            ListedTournament(
                row=row,
                tabletop=registry.get(row.game),
                circle=circles.get(row.club) if row.club else None,
                entered=row.entered,
                is_mine=row.mine,
            )
            for row in rows
        )


@dataclass(frozen=True)
class Player:
    """A tournament's public entry for one player. `is_me` marks the reader."""

    entrant: Entrant
    name: str
    is_me: bool

    @property
    def is_bot(self) -> bool:
        return self.entrant.user_id is None

    @property
    def has_left(self) -> bool:
        return self.entrant.left_at is not None


@dataclass(frozen=True)
class Match:
    """A pairing of a round. A pairing without a second player is a bye. `result` is None while the
    match lasts. `table` is given only to the players.
    """

    board: int
    first: Player
    second: Player | None
    result: Result | None
    table: UUID | None

    @property
    def is_mine(self) -> bool:
        return self.first.is_me or (self.second is not None and self.second.is_me)

    @property
    def other(self) -> Player | None:
        """The reader's opponent, if this is the reader's pairing."""
        return self.second if self.first.is_me else self.first

    @property
    def score(self) -> str:
        """The score in standard notation, or "" while the match lasts."""
        if self.second is None:
            return "bye"
        return {"first": "1 : 0", "second": "0 : 1", "drawn": "½ : ½", "neither": "0 : 0"}.get(
            self.result or "", ""
        )


@dataclass(frozen=True)
class RoundView:
    """A round with its pairings."""

    row: Round
    matches: tuple[Match, ...]

    @property
    def unfinished_count(self) -> int:
        """The number of unfinished matches."""
        return sum(match.result is None and match.second is not None for match in self.matches)

    @property
    def own_match(self) -> Match | None:
        return next((match for match in self.matches if match.is_mine), None)


@dataclass(frozen=True)
class TournamentView:
    """A tournament as a user sees it at a given time."""

    row: Tournament
    tabletop: AnyTabletop
    circle: Circle | None
    user: User
    now: datetime
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """The entrants before the start, and afterwards everyone who played."""
        began = self.has_begun
        return tuple(
            player
            for player in self._players.values()
            if (player.entrant.lot if began else player.entrant.left_at is None)
        )

    @cached_property
    def _players(self) -> dict[UUID, Player]:
        return {
            entrant.pk: Player(
                entrant,
                entrant.user.get_username() if entrant.user else FILL_UP_BOT_NAME,
                entrant.user_id == self.user.pk,
            )
            for entrant in self.entrants
        }

    @property
    def has_begun(self) -> bool:
        return any(entrant.lot for entrant in self.entrants)

    @cached_property
    def own_entry(self) -> Player | None:
        """The reader's entry, if the reader has entered or played."""
        return next((player for player in self.players if player.is_me), None)

    @property
    def is_open(self) -> bool:
        """Whether people can still enter, because the tournament has not started."""
        return self.row.status == Tournament.Status.OPEN and self.now < self.row.begins_at

    @property
    def may_enter(self) -> bool:
        return (
            self.is_open
            and self.own_entry is None
            and not self.user.guest
            and len(self.players) < self.row.most
        )

    @property
    def may_leave(self) -> bool:
        return (
            self.own_entry is not None
            and not self.own_entry.has_left
            and self.row.status != Tournament.Status.OVER
        )

    @property
    def may_cancel(self) -> bool:
        return self.is_open and self.row.opened_by_id == self.user.pk

    @property
    def rounds_to_play(self) -> int:
        """The number of rounds, which before the start is expected from the current entrants."""
        count = max(2, len(self.players) + (len(self.players) % 2 if self.row.bot else 0))
        return min(self.row.rounds or usual_rounds(count), most_rounds(count))

    @cached_property
    def rounds(self) -> tuple[RoundView, ...]:
        """The rounds so far, latest first."""
        by_round: dict[UUID, list[Pairing]] = {}
        rows = {}
        for pairing in self.pairings:
            by_round.setdefault(pairing.round_id, []).append(pairing)
            rows[pairing.round_id] = pairing.round
        oldest_first = [
            RoundView(rows[pk], tuple(self._match(pairing) for pairing in pairings))
            for pk, pairings in by_round.items()
        ]
        return tuple(reversed(oldest_first))

    def _match(self, pairing: Pairing) -> Match:
        first = self._players[pairing.first_id]
        second = self._players[pairing.second_id] if pairing.second_id else None
        is_own = first.is_me or (second is not None and second.is_me)
        return Match(
            board=pairing.board + 1,
            first=first,
            second=second,
            result=result_of(pairing),
            table=pairing.table_id if is_own else None,
        )

    @cached_property
    def standings(self) -> tuple[tuple[Line, Player], ...]:
        """The standings of all players, best player first, or an empty tuple before the start."""
        by_lot = {
            player.entrant.lot: player for player in self._players.values() if player.entrant.lot
        }
        return tuple(
            (line, by_lot[line.player]) for line in standings_of(self.entrants, self.pairings)
        )

    @property
    def lots(self) -> tuple[Player, ...]:
        """The players in the order of their lots."""
        drew = [player for player in self._players.values() if player.entrant.lot]
        return tuple(sorted(drew, key=lambda player: player.entrant.lot or 0))

    @property
    def round_words(self) -> str:
        """A description of the maximum duration of a round."""
        return duration_text(self.row.round_minutes)

    @cached_property
    def winners(self) -> tuple[Player, ...]:
        """The winners, once the tournament is over. Players who are tied on all criteria share the
        win.
        """
        return tuple(player for player in self.players if player.entrant.place == 1)

    @property
    def seed(self) -> str:
        """The seed in hexadecimal digits once the tournament is over. Before that, it is ""."""
        is_over = self.row.status == Tournament.Status.OVER
        return bytes(self.row.seed).hex() if is_over else ""


def view_tournament(pk: UUID, user: User, now: datetime) -> TournamentView:
    """Return a tournament as a user sees it, or raise `NoSuchTournament`. This takes four queries,
    plus those for circles.
    """
    row = find_tournament(pk, user)
    entrants = tuple(
        Entrant.objects.filter(tournament=row).select_related("user").order_by("entered_at", "id")
    )
    return TournamentView(
        row=row,
        tabletop=registry.get(row.game),
        circle=circles_by_id([row.club]).get(row.club) if row.club else None,
        user=user,
        now=now,
        entrants=entrants,
        pairings=pairings_of(row),
    )
