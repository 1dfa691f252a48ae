"""Participants record where a person sits at a table, and what they can see and do there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import F

from core.accounts.models import User
from engine.values import Seat
from play.models import Chair, Table

from . import audiences, parties
from .names import load_parties

MAX_ATTEMPTS: Final = 5
"""Maximum number of attempts to read a table while nothing changes."""


class NoSuchTable(LookupError):
    """The table or seat does not exist for this person. The response is the same if they are not
    allowed to see it.
    """


@dataclass(frozen=True)
class Participant:
    """A person at a table and the seat they look from.

    `seats` lists the seats that the person can view and play: their own, their party's, and those
    they are a deputy for. `seat` is the seat that they currently look from, or None for a
    spectator. `is_member` tells whether they have or had a chair here, which keeps the table
    visible to them.
    """

    table: Table
    chairs: tuple[Chair, ...]
    user: User
    seats: tuple[Seat, ...]
    seat: Seat | None
    is_member: bool

    @property
    def chair(self) -> Chair | None:
        """The chair of the viewer's seat."""
        return None if self.seat is None else self.chairs[self.seat]

    @property
    def is_signed_in(self) -> bool:
        """Whether the viewer is signed in. Spectators of public tables need no account."""
        return bool(self.user.get_username())

    @property
    def is_hosted(self) -> bool:
        """Whether the match belongs to something larger that does not wait for its players. This is
        the case for private tables and for matches that a party plays.
        """
        return self.table.is_private or any(chair.party is not None for chair in self.chairs)

    @property
    def may_act(self) -> bool:
        """Whether the person can play here: the match is in progress and no bot has their seat."""
        chair = self.chair
        if chair is None or chair.bot:
            return False
        return self.table.is_playing and self.table.paused_at is None


def place(table_id: UUID, user: User | None, seat: int | None = None) -> Participant:
    """Return this person as a participant of this table, looking from the requested seat or else
    from their first seat. Raise `NoSuchTable` if they cannot see it.

    This takes two queries, plus those for parties.
    """
    if user is None or not user.is_authenticated:
        raise NoSuchTable("This table does not exist.")
    table, chairs = _read(table_id)
    return participant_at(table, chairs, user, seat)


def anonymous_spectator(table_id: UUID) -> Participant:
    """Return an anonymous spectator of a match that anyone can watch. Raise `NoSuchTable` for every
    other table, whether or not it exists. This takes two queries.
    """
    table, chairs = _read(table_id)
    has_begun = table.match_id is not None
    if table.watchers != Table.Watchers.ANYBODY or not (has_begun and can_watch(table)):
        raise NoSuchTable("This table does not exist.")
    return Participant(table, chairs, User(), (), None, is_member=False)


def _read(table_id: UUID, attempts: int = MAX_ATTEMPTS) -> tuple[Table, tuple[Chair, ...]]:
    """Return a table and its chairs as they were at the same moment. Raise `NoSuchTable` if it does
    not exist.

    If something changes between the two queries, both are repeated. Otherwise a page could get the
    board from before a move and the version from after it, and would then not be updated.
    """
    table = (
        Table.objects.select_related(
            "match__snapshot", "opened_by", "dealt", "pairing__round__tournament"
        )
        .filter(pk=table_id)
        .first()
    )
    if table is None:
        raise NoSuchTable("This table does not exist.")
    chairs = chairs_of(table)
    has_changed = any((chair.table_stamp, chair.ply) != _moment(table) for chair in chairs[:1])  # type: ignore[attr-defined]
    return _read(table_id, attempts - 1) if has_changed and attempts > 1 else (table, chairs)


def _moment(table: Table) -> tuple[int, int | None]:
    """Return what changes with every public change and every move."""
    snapshot = getattr(table.match, "snapshot", None)
    return table.stamp, None if snapshot is None else snapshot.ply


def chairs_of(table: Table) -> tuple[Chair, ...]:
    """Return a table's chairs by seat. This takes one query, and one for the parties' names.

    `table_stamp` and `ply` of a chair are those of its table at the moment of the query.
    """
    rows = Chair.objects.filter(table=table).select_related("holder", "deputy", "kept_for")
    rows = rows.annotate(table_stamp=F("table__stamp"), ply=F("table__match__snapshot__ply"))
    chairs = tuple(rows.order_by("seat"))
    for chair in chairs:
        chair.table = table
    load_parties(chairs)
    return chairs


def participant_at(
    table: Table, chairs: Sequence[Chair], user: User, seat: int | None = None
) -> Participant:
    """Return the participant, as `place` does, for a table and chairs that are already loaded.
    Raise `NoSuchTable` if this person cannot see the table.
    """
    is_over, own_parties = table.status == Table.Status.OVER, parties_at(chairs, user)
    seats = tuple(
        Seat(chair.seat)
        for chair in chairs
        if can_play(chair, user, own_parties) or (is_over and chair.holder_id == user.pk)
    )
    is_member = (
        bool(seats)
        or table.opened_by_id == user.pk
        or any(user.pk in {chair.holder_id, chair.kept_for_id} for chair in chairs)
    )
    comes_in = is_member or can_watch(table) or _is_admitted(table, user)
    if not comes_in or (seat is not None and seat not in seats):
        raise NoSuchTable("This table does not exist.")
    first_seat = seats[0] if seats else None
    return Participant(
        table, tuple(chairs), user, seats, first_seat if seat is None else Seat(seat), is_member
    )


def parties_at(chairs: Iterable[Chair], user: User) -> frozenset[UUID]:
    """Return the parties for which a person plays, if any of these chairs belongs to a party. This
    takes no query if the chairs' parties are loaded (`load_parties`).
    """
    party_chairs = [chair for chair in chairs if chair.party is not None]
    if all(chair.party_players is not None for chair in party_chairs):
        return frozenset(
            chair.party
            for chair in party_chairs
            if chair.party and user.pk in (chair.party_players or ())
        )
    return parties.parties_of(user)


def can_play(chair: Chair, user: User, own_parties: frozenset[UUID]) -> bool:
    """Return whether this person can view and play this chair as its holder, as its deputy, or for
    its party if that is one of `own_parties` (see `parties_at`). A player who resigned cannot do so
    until the match is over.
    """
    if chair.resigned_at is not None:
        return False
    if user.pk in {chair.holder_id, chair.deputy_id}:
        return True
    if chair.party is None:
        return False
    players = chair.party_players
    return chair.party in own_parties if players is None else user.pk in players


def can_watch(table: Table) -> bool:
    """Return whether everyone who is signed in can watch the table."""
    if table.visibility == Table.Visibility.LISTED:
        return True
    return has_stands(table) and table.watchers != Table.Watchers.CIRCLE


def has_stands(table: Table) -> bool:
    """Return whether an unlisted table lets other people watch."""
    started = table.status == Table.Status.PLAYING or table.match_id is not None
    return table.visibility == Table.Visibility.INVITED and table.watched and started


def _is_admitted(table: Table, user: User) -> bool:
    """Return whether a higher package lets this person watch. The package is asked only if it alone
    decides and its decision is not stored yet.
    """
    if not _has_circle(table):
        return False
    if table.admitted is not None:
        return user.pk in table.admitted
    return audiences.admits(table.pk, user.pk)


def _has_circle(table: Table) -> bool:
    """Return whether the decision about who can watch is made only by a higher package."""
    return has_stands(table) and table.watchers == Table.Watchers.CIRCLE


def load_admitted(users_by_table: Iterable[tuple[Table, Iterable[UUID]]]) -> None:
    """Store, at each table, which of these people can watch it, if a higher package decides that.
    This takes at most three queries for all tables, or none if no table needs a decision.
    """
    circles = {table: frozenset(people) for table, people in users_by_table if _has_circle(table)}
    admitted_by_table = audiences.admitted({table.pk: people for table, people in circles.items()})
    for table in circles:
        table.admitted = admitted_by_table[table.pk]
