"""Shared matches, which show the players, result, final board and some moments of a finished match
to anyone with the link.

A match is shared only if its players agree. The page shows what anyone at the table can see after
the end, but never chat or notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final, Literal
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.pictures.words import join_names
from engine.match import heard_by
from engine.values import Seat
from play.models import Chair, Table
from play.tabletop import registry
from play.tabletop.board import Board, Drawing, Names
from play.tabletop.contract import AnyTabletop

from .history import is_revealed
from .matches import audience_events_by_ply, current_match
from .names import names_at
from .participants import NoSuchTable, Participant, chairs_of
from .table_view import ending

MAX_MOMENTS: Final = 3
MAX_MOMENT_LENGTH: Final = 300
"""Maximum number of characters to show of a moment."""


@dataclass(frozen=True)
class Moment:
    """A step of the match, with its number and its lines."""

    step: int
    words: str


@dataclass(frozen=True)
class SharedMatch:
    """The content of a shared match's page. `result` is a sentence that names the winner, and
    `reason` says how the match ended. `drawing` shows the board with the full state if possible,
    and otherwise as a spectator sees it. `eyes` is the initial perspective of the board and of the
    steps.
    """

    place: Participant
    tabletop: AnyTabletop
    names: Names
    result: str
    reason: str
    board: Board
    drawing: Drawing | None
    eyes: Literal["truth", "public"]
    moments: tuple[Moment, ...]

    @property
    def table(self) -> Table:
        return self.place.table


@dataclass(frozen=True)
class Sharing:
    """The sharing status of a finished match. `may` tells whether the viewer can agree to sharing,
    and `does` tells whether they have agreed. `missing` lists the other players who must still
    agree.
    """

    is_shared: bool
    may: bool
    does: bool
    missing: tuple[str, ...]


def shared_place(table_id: UUID) -> Participant:
    """Return an anonymous viewer of a shared match. Raise `NoSuchTable` if the match does not
    exist, is not over, or is not shared. This takes two queries.
    """
    table = (
        Table.objects.select_related("match__snapshot", "opened_by", "dealt__deal")
        .filter(pk=table_id)
        .first()
    )
    if table is None or not is_shareable(table):
        raise NoSuchTable("This table does not exist.")
    chairs = chairs_of(table)
    if not _is_shown(table, chairs):
        raise NoSuchTable("This table does not exist.")
    return Participant(table, chairs, User(), (), None, is_member=False)


def is_shareable(table: Table) -> bool:
    """Return whether a match can be shared. It must have a result or have been resigned. It must
    not be part of something larger or of today's deal.
    """
    return (
        table.status == Table.Status.OVER
        and table.match_id is not None
        and not table.is_private
        and table.opens
        and table.ending not in {"called off", "closed"}
        and not _is_todays_deal(table)
    )


def _is_todays_deal(table: Table) -> bool:
    dealt_table = getattr(table, "dealt", None)
    return dealt_table is not None and clock.now().astimezone(UTC).date() <= dealt_table.deal.day


def _is_shown(table: Table, chairs: Sequence[Chair]) -> bool:
    """Return whether a match is shared. All players must agree or, if the match was public anyway,
    at least one of them.
    """
    people = [chair for chair in chairs if chair.holder_id]
    return any(chair.shares for chair in people) and (
        is_public(table) or all(chair.shares for chair in people)
    )


def is_public(table: Table) -> bool:
    """Return whether a table was listed in the lobby and open to spectators."""
    return table.visibility == Table.Visibility.LISTED and table.watched


def sharing(place: Participant) -> Sharing:
    """Return the viewer's options for sharing the match. This takes no query."""
    table = place.table
    own_chair = next((chair for chair in place.chairs if chair.holder_id == place.user.pk), None)
    others = [
        chair.holder.get_username()
        for chair in place.chairs
        if chair.holder and chair != own_chair and not chair.shares
    ]
    can = is_shareable(table)
    return Sharing(
        is_shared=can and _is_shown(table, place.chairs),
        may=can and own_chair is not None,
        does=own_chair is not None and own_chair.shares,
        missing=() if is_public(table) else tuple(others),
    )


def shared_match(table_id: UUID) -> SharedMatch:
    """Return a shared match, or raise `NoSuchTable`. This takes three queries."""
    place = shared_place(table_id)
    table = place.table
    assert table.match is not None  # noqa: S101 - checked by `is_shareable`
    tabletop, names = registry.get(table.game), names_at(place.chairs)
    running = current_match(table.match)
    winners, reason = ending(table, running, tabletop)
    truth = tabletop.truth(running.state, names) if is_revealed(table) else None
    public = tabletop.board(running.view(None), names)
    return SharedMatch(
        place=place,
        tabletop=tabletop,
        names=names,
        result=_result(names, winners),
        reason=reason,
        board=truth or public,
        drawing=(truth.drawing if truth else None) or public.drawing,
        eyes="truth" if truth else "public",
        moments=tuple(_moments(place, tabletop, names, show_all=truth is not None)),
    )


def _result(names: Sequence[str], winners: Sequence[Seat]) -> str:
    won = [names[seat] for seat in winners]
    lost = [name for seat, name in enumerate(names) if seat not in winners]
    if won and lost:
        return f"{join_names(won)} won against {join_names(lost)}."
    return f"{join_names(names)} played to a draw." if won else f"{join_names(names)}: no one won."


def _moments(
    place: Participant, tabletop: AnyTabletop, names: Names, *, show_all: bool
) -> Iterator[Moment]:
    """Yield the steps with the rarest events, in order. Among equally rare events, the latest are
    chosen. The deal is left out.
    """
    steps = list(_steps(place, tabletop, names, show_all=show_all))
    often = Counter(kind for _, kinds, _ in steps for kind in kinds)
    rare = sorted(
        [step for step in steps if step[0] > 1 and step[2]],
        key=lambda step: (min(often[kind] for kind in step[1]), -step[0]),
    )
    for number, _, text in sorted(rare[:MAX_MOMENTS]):
        yield Moment(
            number, text if len(text) <= MAX_MOMENT_LENGTH else f"{text[:MAX_MOMENT_LENGTH]} …"
        )


def _steps(
    place: Participant, tabletop: AnyTabletop, names: Names, *, show_all: bool
) -> Iterator[tuple[int, list[str], str]]:
    """Yield each step's number, the types of its events that have lines, and the lines."""
    assert place.table.match is not None  # noqa: S101 - checked by `is_shareable`
    number, say = 0, tabletop.narrator(names, None)
    for telling in audience_events_by_ply(place.table.match):
        events: Sequence[Any] = (
            [audience_event.event for audience_event in telling]
            if show_all
            else heard_by(None, telling)
        )
        if events:
            number += 1
            narrated = [(type(event).__name__, text) for event in events if (text := say(event))]
            yield number, [kind for kind, _ in narrated], " ".join([text for _, text in narrated])
