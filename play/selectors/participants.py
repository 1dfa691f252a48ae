"""Who sits where, and what that lets a person see and do at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from core.accounts.models import User
from core.web.prepared import Prepared
from engine.values import Seat
from play.models import Chair, Table

from . import audiences, parties
from .names import learn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet


class NoSuchTable(LookupError):
    """There is no such table or seat for this person: unknown and forbidden are the same."""


@dataclass(frozen=True)
class Participant:
    """A person at a table: what they look at it from.

    `seats` are those the person may look and act from (their own, their party's, those they are
    deputy of), `seat` the one they look from now;
    None is a spectator. `is_member`: they have or had a chair here, so that the table stays theirs
    to see.
    """

    table: Table
    chairs: tuple[Chair, ...]
    user: User
    seats: tuple[Seat, ...]
    seat: Seat | None
    is_member: bool

    @property
    def chair(self) -> Chair | None:
        """The chair looked from."""
        return None if self.seat is None else self.chairs[self.seat]

    @property
    def is_signed_in(self) -> bool:
        """Whether anybody knows who looks: not so of who watches without an account."""
        return bool(self.user.get_username())

    @property
    def is_hosted(self) -> bool:
        """Whether the match belongs to something larger, which does not wait for its players: that
        of a private table, and one that a party plays.
        """
        return self.table.is_private or any(chair.party is not None for chair in self.chairs)

    @property
    def may_act(self) -> bool:
        """Whether the person plays here, so long as it is played and no bot has their seat."""
        chair = self.chair
        if chair is None or chair.bot:
            return False
        return self.table.is_playing and self.table.paused_at is None


def place(table_id: UUID, user: User | None, seat: int | None = None) -> Participant:
    """This person at this table, looking from a seat of theirs: the one asked for, else the first.
    Raises NoSuchTable.

    Two queries, and those of the port that knows the parties.
    """
    table = _TABLE.first(table=table_id)
    if table is None or user is None or not user.is_authenticated:
        raise NoSuchTable("This table does not exist.")
    return placed(table, chairs_of(table), user, seat)


def watching(table_id: UUID) -> Participant:
    """Where somebody stands who is not signed in: nobody's seat, at a table that anybody may watch.
    Raises NoSuchTable, the same for every other one. Two queries.
    """
    table = _TABLE.first(table=table_id)
    if table is None or table.watchers != Table.Watchers.ANYBODY or not may_watch(table):
        raise NoSuchTable("This table does not exist.")
    return Participant(table, chairs_of(table), User(), (), None, is_member=False)


def _with_match(table: UUID) -> QuerySet[Table]:
    rows = Table.objects.select_related(
        "match__snapshot", "opened_by", "dealt", "pairing__round__tournament"
    )
    return rows.filter(pk=table)


def _chairs(table: UUID) -> QuerySet[Chair]:
    rows = Chair.objects.filter(table=table).select_related("holder", "deputy", "kept_for")
    return rows.order_by("seat")


_TABLE: Final = Prepared(_with_match, table=UUID)
_CHAIRS: Final = Prepared(_chairs, table=UUID)


def chairs_of(table: Table) -> tuple[Chair, ...]:
    """The chairs of a table by seat. One query, and one for the names of parties."""
    chairs = _CHAIRS.all(table=table.pk)
    for chair in chairs:
        chair.table = table
    learn(chairs)
    return chairs


def placed(
    table: Table, chairs: Sequence[Chair], user: User, seat: int | None = None
) -> Participant:
    """The same for a table and chairs that are at hand. Raises NoSuchTable."""
    over, theirs = table.status == Table.Status.OVER, parties_at(chairs, user)
    seats = tuple(
        [
            Seat(chair.seat)
            for chair in chairs
            if plays(chair, user, theirs) or (over and chair.holder_id == user.pk)
        ]
    )
    is_member = (
        bool(seats)
        or table.opened_by_id == user.pk
        or any(user.pk in {chair.holder_id, chair.kept_for_id} for chair in chairs)
    )
    comes_in = is_member or may_watch(table) or _is_admitted(table, user)
    if not comes_in or (seat is not None and seat not in seats):
        raise NoSuchTable("This table does not exist.")
    own = seats[0] if seats else None
    return Participant(
        table, tuple(chairs), user, seats, own if seat is None else Seat(seat), is_member
    )


def parties_at(chairs: Iterable[Chair], user: User) -> frozenset[UUID]:
    """The parties a person plays for, where any of these chairs is a party's. No query for chairs
    that know their parties (`learn`).
    """
    theirs = [chair for chair in chairs if chair.party is not None]
    if all(chair.party_players is not None for chair in theirs):
        return frozenset(
            chair.party
            for chair in theirs
            if chair.party and user.pk in (chair.party_players or ())
        )
    return parties.parties_of(user)


def plays(chair: Chair, user: User, theirs: frozenset[UUID]) -> bool:
    """Whether this person may look and act from this chair: as its holder, in its party (`theirs`,
    see `parties_at`), or as its deputy. Who resigned may not before the match is over.
    """
    if chair.resigned_at is not None:
        return False
    if user.pk in {chair.holder_id, chair.deputy_id}:
        return True
    if chair.party is None:
        return False
    known = chair.party_players
    return chair.party in theirs if known is None else user.pk in known


def may_watch(table: Table) -> bool:
    """Whether everybody who is signed in may look at it, with the public view."""
    if table.visibility == Table.Visibility.LISTED:
        return True
    return has_stands(table) and table.watchers != Table.Watchers.CIRCLE


def has_stands(table: Table) -> bool:
    """Whether a table that is in no list lets anybody watch, with the public view."""
    started = table.status == Table.Status.PLAYING or table.match_id is not None
    return table.visibility == Table.Visibility.INVITED and table.watched and started


def _is_admitted(table: Table, user: User) -> bool:
    """Whether the room above lets this person watch; it is asked where it decides alone, and has
    not answered yet.
    """
    if not _has_circle(table):
        return False
    if table.admitted is not None:
        return user.pk in table.admitted
    return audiences.admits(table.pk, user.pk)


def _has_circle(table: Table) -> bool:
    """Whether the room above alone decides who watches."""
    return has_stands(table) and table.watchers == Table.Watchers.CIRCLE


def learn_admitted(asked: Iterable[tuple[Table, Iterable[UUID]]]) -> None:
    """Let tables know whom of the people who ask each of them the room above lets watch, where it
    decides alone. Three queries at most for all of them, none where there is no such table.
    """
    circles = {table: frozenset(people) for table, people in asked if _has_circle(table)}
    found = audiences.admitted({table.pk: people for table, people in circles.items()})
    for table in circles:
        table.admitted = found[table.pk]
