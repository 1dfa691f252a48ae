"""A finished match as it is shown to anybody who has its address: who played, how it ended, the
last board, a few of its moments.

It is shown because who sat there wants it so, and holds what who may see the table reads of it
after its end, never what was said or noted there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any, Final, Literal

from core.accounts.models import User
from core.web import clock
from core.web.pictures.words import some
from engine.match import heard_by
from play.models import Table
from play.tabletop import registry

from .history import is_opened
from .matches import current, tellings
from .names import names_at
from .participants import NoSuchTable, Participant, chairs_of
from .table_view import ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from uuid import UUID

    from engine.values import Seat
    from play.models import Chair
    from play.tabletop.board import Board, Drawing, Names
    from play.tabletop.contract import AnyTabletop

MOMENTS: Final = 3
LONGEST: Final = 300
"""So many letters has a moment at most."""


@dataclass(frozen=True)
class Moment:
    """A step of the match, by its number, and what was heard then."""

    step: int
    words: str


@dataclass(frozen=True)
class SharedMatch:
    """What the page of a shared match is made of. `result` is who won in a sentence, `why` how it
    came to that; `drawing` is the board's picture, or a spectator's where the truth has none;
    `eyes` are those that the board and its steps are seen with at first.
    """

    place: Participant
    tabletop: AnyTabletop
    names: Names
    result: str
    why: str
    board: Board
    drawing: Drawing | None
    eyes: Literal["truth", "public"]
    moments: tuple[Moment, ...]

    @property
    def table(self) -> Table:
        return self.place.table


@dataclass(frozen=True)
class Sharing:
    """Whether a finished match can be shown to anybody, whether it is, and what a person has to do
    with it: they `may` share it, they `do`; `missing` are those who would have to agree, too.
    """

    shown: bool
    may: bool
    does: bool
    missing: tuple[str, ...]


def shared_place(table_id: UUID) -> Participant:
    """Where anybody stands at a match that is shown: nobody's seat. Raises NoSuchTable, the same
    for one that is not shown, is not over, or is not there. Two queries.
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
    """Whether a match may be shown at all: it is over with a result or given up, belongs to nothing
    larger, and tells nothing of a deal that others may still play.
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
    dealt = getattr(table, "dealt", None)
    return dealt is not None and clock.now().astimezone(UTC).date() <= dealt.deal.day


def _is_shown(table: Table, chairs: Sequence[Chair]) -> bool:
    """Somebody who sat there shows it; and everybody agrees, or they played where anybody was let
    watch.
    """
    people = [chair for chair in chairs if chair.holder_id]
    return any(chair.shares for chair in people) and (
        is_public(table) or all(chair.shares for chair in people)
    )


def is_public(table: Table) -> bool:
    """Whether a table stood in the lobby and let others watch."""
    return table.visibility == Table.Visibility.LISTED and table.watched


def sharing(place: Participant) -> Sharing:
    """What who stands here may do about sharing. No query."""
    table = place.table
    own = next((chair for chair in place.chairs if chair.holder_id == place.user.pk), None)
    others = [
        chair.holder.get_username()
        for chair in place.chairs
        if chair.holder and chair != own and not chair.shares
    ]
    can = is_shareable(table)
    return Sharing(
        shown=can and _is_shown(table, place.chairs),
        may=can and own is not None,
        does=own is not None and own.shares,
        missing=() if is_public(table) else tuple(others),
    )


def shared_match(table_id: UUID) -> SharedMatch:
    """A match that is shown to anybody. Raises NoSuchTable. Three queries."""
    place = shared_place(table_id)
    table = place.table
    assert table.match is not None  # noqa: S101 - `is_shareable` has seen to it
    tabletop, names = registry.get(table.game), names_at(place.chairs)
    running = current(table.match)
    winners, why = ending(table, running, tabletop, names)
    truth = tabletop.truth(running.state, names) if is_opened(table) else None
    public = tabletop.board(running.view(None), names)
    return SharedMatch(
        place=place,
        tabletop=tabletop,
        names=names,
        result=_result(names, winners),
        why=why,
        board=truth or public,
        drawing=(truth.drawing if truth else None) or public.drawing,
        eyes="truth" if truth else "public",
        moments=tuple(_moments(place, tabletop, names, everything=truth is not None)),
    )


def _result(names: Sequence[str], winners: Sequence[Seat]) -> str:
    won = [names[seat] for seat in winners]
    lost = [name for seat, name in enumerate(names) if seat not in winners]
    if won and lost:
        return f"{some(won)} won against {some(lost)}."
    return f"{some(names)} played to a draw." if won else f"{some(names)}: no one won."


def _moments(
    place: Participant, tabletop: AnyTabletop, names: Names, *, everything: bool
) -> Iterator[Moment]:
    """The steps at which the rarest things happened, in their order; of what happened as often, the
    latest. The deal is none.
    """
    steps = list(_steps(place, tabletop, names, everything=everything))
    often = Counter(kind for _, kinds, _ in steps for kind in kinds)
    rare = sorted(
        [step for step in steps if step[0] > 1 and step[2]],
        key=lambda step: (min(often[kind] for kind in step[1]), -step[0]),
    )
    for number, _, words in sorted(rare[:MOMENTS]):
        yield Moment(number, words if len(words) <= LONGEST else f"{words[:LONGEST]} …")


def _steps(
    place: Participant, tabletop: AnyTabletop, names: Names, *, everything: bool
) -> Iterator[tuple[int, list[str], str]]:
    """The number of each step, which kinds of events make a line there, and the lines."""
    assert place.table.match is not None  # noqa: S101 - `is_shareable` has seen to it
    number, say = 0, tabletop.narrator(names, None)
    for telling in tellings(place.table.match):
        events: Sequence[Any] = (
            [each.event for each in telling] if everything else heard_by(None, telling)
        )
        if events:
            number += 1
            said = [(type(event).__name__, words) for event in events if (words := say(event))]
            yield number, [kind for kind, _ in said], " ".join([words for _, words in said])
