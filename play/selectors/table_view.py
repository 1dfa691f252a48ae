"""The page of a table as one person sees it, computed as a pure function of the events that the
viewer's seat has received and of public facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from uuid import UUID

from core.web import clock
from engine.game import Refusal
from engine.values import Seat, changed
from play.clocking import runs_out
from play.models import Chair, Holiday, Table
from play.tabletop import registry
from play.tabletop.contract import TABLE, AnyTabletop, Channel, Odds

from . import log
from .asides import NOTHING, party_panels
from .channels import with_stands
from .claims import Claim, away_chairs, claims
from .coaching import is_coached
from .fair_play import fair_play
from .matches import current_match
from .names import name_of, names_at
from .options import terms_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from play.rules.fair_play import FairPlay
    from play.running import Running
    from play.tabletop.board import Board, Draft, Names

    from .participants import Participant

    Holidays: TypeAlias = Mapping[UUID, Sequence[tuple[datetime, datetime]]]


@dataclass(frozen=True)
class Line:
    """A line of the log. `note` says how the move was made if the player did not make it. `before`
    is the number of events received before this moment.
    """

    text: str
    note: str = ""
    before: int = 0


@dataclass(frozen=True)
class ChairView:
    """A chair as far as the viewer can know it. `due_at` is given for the viewer's own chair, and
    for another chair only if everyone can see that the match waits only for that chair. `fair_play`
    is the figure of the person in the chair while the table waits for players. `character` is the
    name of the character that the chair plays, if the viewer knows it. `missed` is the number of
    moves in a row that everyone has seen the clock make.
    """

    seat: Seat
    title: str
    name: str
    kind: Literal["person", "party", "bot", "free"]
    is_mine: bool
    bot: str
    person: str
    kept_for: str
    deputy: str
    away_until: datetime | None
    resigned: bool
    is_waited_for: bool
    due_at: datetime | None
    character: str
    missed: int
    fair_play: FairPlay | None = None

    @property
    def plain_name(self) -> str:
        """The name without the chair's title, for places that also show the title."""
        return self.name.removesuffix(f", {self.title}")


@dataclass(frozen=True)
class TableView:
    """A table as one viewer sees it. `board` and `view` are None before the start. `heard` is sent
    back with a move, and `version` changes whenever the page changes. `round_due_at` is the latest
    deadline of the other players while all sides move at the same time.
    """

    place: Participant
    tabletop: AnyTabletop
    names: Names
    chairs: tuple[ChairView, ...]
    board: Board | None
    view: Any
    channels: tuple[Channel, ...]
    heard: int
    version: str
    due_at: datetime | None
    round_due_at: datetime | None
    outcome: str
    winners: tuple[Seat, ...]
    coached: bool
    coach: str

    @property
    def table(self) -> Table:
        return self.place.table

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The log's lines. This takes two queries."""
        return tuple(
            Line(entry.words, entry.note, entry.before)
            for entry in log.entries(self.place)
            if entry.words
        )

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The viewer's possible claims against players who are away."""
        return claims(self.place)

    @property
    def away_names(self) -> tuple[str, ...]:
        """The names of other players who have missed three moves in a row."""
        return tuple([name_of(chair) for chair in away_chairs(self.place)])

    @property
    def own_character(self) -> str:
        """The name of the character that the viewer's seat plays, or ""."""
        return next((chair.character for chair in self.chairs if chair.seat == self.place.seat), "")

    @property
    def latest_lines(self) -> tuple[Line, ...]:
        """The last line of the log, and other lines from the same moment."""
        return tuple([line for line in self.lines if line.before == self.lines[-1].before])

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The bots that the match waits for, as far as the viewer can know."""
        if self.paused or not self.table.is_playing:
            return ()
        return tuple(
            chair.seat for chair in self.chairs if chair.is_waited_for and chair.kind == "bot"
        )

    @property
    def teams(self) -> tuple[tuple[str, tuple[ChairView, ...]], ...]:
        """Each team's name and chairs. Before the start, and in games without teams, all chairs are
        in one unnamed group.
        """
        teams = self.tabletop.teams(self.view) if self.view is not None else ()
        teams_shown = [
            (title, tuple([chair for chair in self.chairs if chair.seat in seats]))
            for title, seats in teams
        ]
        return tuple(teams_shown) or (("", self.chairs),)

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms of the match, shown before the start."""
        return terms_of(self.table) if self.table.status == Table.Status.OPEN else ()

    @property
    def paused(self) -> bool:
        return self.table.paused_at is not None


def odds_of(place: Participant, move: Any) -> Odds:
    """Return the odds of a move as far as this seat can know them. Raise `Refusal` if the move is
    illegal or the match has not started.
    """
    if place.table.match is None:
        raise Refusal("The match has not started.")
    running, tabletop = current_match(place.table.match), registry.get(place.table.game)
    view = running.view(place.seat)
    tabletop.game.check(view, move)
    return tabletop.odds(view, move)


def complete_draft(place: Participant, draft: Draft) -> Draft:
    """Return the draft as the game completes it after one of its fill buttons was pressed. A draft
    that the game cannot complete is returned unchanged.
    """
    if not draft.value("fill") or place.table.match is None or not place.may_act:
        return draft
    try:
        view = current_match(place.table.match).view(place.seat)
        return registry.get(place.table.game).complete(view, draft)
    except Refusal:
        return draft


def view_table(place: Participant, draft: Draft | None = None) -> TableView:
    """Return the table as the viewer sees it. `draft` is the move being composed. This takes about
    six queries.
    """
    table, seat = place.table, place.seat
    tabletop, names = registry.get(table.game), names_at(place.chairs)
    running = current_match(table.match) if table.match is not None else None
    view = None if running is None else running.view(seat)
    board = (
        None if running is None else tabletop.board(view, names, draft if place.may_act else None)
    )
    if board is not None and (extra := party_panels(place, view)) is not NOTHING:
        board = changed(
            board, panels=(*board.panels, *extra.panels), words=(*board.words, *extra.passages)
        )
    coached = tabletop.has_coach and is_coached(place)
    if board is not None and coached and draft is None:
        board = tabletop.eased(board)
    waiting = board.waiting if board is not None and table.is_playing else ()
    moves_together = view is not None and tabletop.moves_together(view)
    holidays_by_user = _holidays_by_user(
        [chair.holder_id for chair in place.chairs if chair.holder_id]
    )
    winners, outcome = ending(table, running, tabletop)
    return TableView(
        place=place,
        tabletop=tabletop,
        names=names,
        chairs=_chairs(
            place,
            names,
            waiting,
            holidays_by_user,
            {} if view is None else tabletop.characters(view),
        ),
        board=board,
        view=view,
        channels=(TABLE,) if view is None else with_stands(place, tabletop.channels(view)),
        heard=heard_count(place),
        version=version(place),
        due_at=place.chair.due_at if place.chair is not None and not place.chair.bot else None,
        round_due_at=_round_due(place, holidays_by_user)
        if moves_together and table.is_playing
        else None,
        outcome=outcome,
        winners=winners,
        coached=coached,
        coach=tabletop.coach(view) if coached and place.may_act else "",
    )


def version(place: Participant) -> str:
    """Return a string that changes exactly when something on this viewer's page may have changed.
    This takes no query.
    """
    stands = place.table.stands if place.is_signed_in else 0
    chair_stamp = place.chair.stamp if place.chair else stands
    return f"{heard_count(place)}.{place.table.stamp}.{chair_stamp}"


def heard_count(place: Participant) -> int:
    """Return the number of events that the viewer's seat, or a spectator, has received."""
    return place.chair.heard if place.chair is not None else place.table.heard


def ending(
    table: Table, running: Running | None, tabletop: AnyTabletop
) -> tuple[tuple[Seat, ...], str]:
    """Return the winners, and a sentence that says how the match ended ("" while it lasts)."""
    if table.status != Table.Status.OVER:
        return (), ""
    match table.ending:
        case "closed":
            return (), "The table was closed before the match started."
        case "abandoned":
            return (), "Everyone left, or the match was cancelled because a player left."
        case "called off":
            return (), "The match was cancelled and has no result."
        case "resigned":
            return tuple([Seat(seat) for seat in table.winners]), "The other side resigned."
        case "left":
            return tuple([Seat(seat) for seat in table.winners]), "The other side left."
        case "out of time":
            return tuple([Seat(seat) for seat in table.winners]), "The round ran out of time."
    outcome = running.outcome if running is not None else None
    return (outcome.winners, tabletop.ending(outcome.ending)) if outcome is not None else ((), "")


def _chairs(
    place: Participant,
    names: Sequence[str],
    waiting: Sequence[Seat],
    holidays_by_user: Holidays,
    characters: Mapping[Seat, str],
) -> tuple[ChairView, ...]:
    people = [chair.holder_id for chair in place.chairs if chair.holder_id]
    figures = fair_play(people, clock.now()) if place.table.status == Table.Status.OPEN else {}
    return tuple(
        _chair(place, chair, names[chair.seat], waiting, holidays_by_user, characters, figures)
        for chair in place.chairs
    )


def _chair(
    place: Participant,
    chair: Chair,
    name: str,
    waiting: Sequence[Seat],
    holidays_by_user: Holidays,
    characters: Mapping[Seat, str],
    figures: Mapping[UUID, FairPlay],
) -> ChairView:
    is_mine, seat = chair.seat in place.seats, Seat(chair.seat)
    holidays = _holidays_of(chair, holidays_by_user)
    now = clock.now() if holidays else None
    return ChairView(
        seat=seat,
        title=chair.title,
        name=name,
        kind=_occupant_kind(chair),
        is_mine=is_mine,
        bot=chair.bot,
        person=chair.holder.get_username() if chair.holder else chair.party_name,
        kept_for=chair.kept_for.get_username() if chair.kept_for and chair.is_free else "",
        deputy=chair.deputy.get_username() if chair.deputy else "",
        away_until=next((ends for starts, ends in holidays if now and starts <= now < ends), None),
        resigned=chair.resigned_at is not None,
        is_waited_for=seat in waiting,
        due_at=chair.due_at if is_mine else _public_due(place.table, chair, waiting, holidays),
        character=characters.get(seat, ""),
        missed=chair.missed,
        fair_play=figures.get(chair.holder_id) if chair.holder_id else None,
    )


def _public_due(
    table: Table,
    chair: Chair,
    waiting: Sequence[Seat],
    holidays: Sequence[tuple[datetime, datetime]],
) -> datetime | None:
    """Return when the clock of the only awaited seat runs out, computed from public events.

    The chair's own clock is secret, because it reveals the time of the seat's last move. If turns
    have a clock, every move is public.
    """
    if (
        chair.bot
        or tuple(waiting) != (chair.seat,)
        or table.spoke_at is None
        or table.paused_at is not None
    ):
        return None
    if table.turn_due_at is not None:
        return chair.due_at
    return runs_out(table.clock, table.spoke_at, holidays)


def _round_due(place: Participant, holidays_by_user: Holidays) -> datetime | None:
    """Return the latest deadline of the other players, or None if there is no clock.

    The deadline depends only on public events and holidays, so it does not reveal who has already
    moved.
    """
    table = place.table
    if table.spoke_at is None or table.paused_at is not None:
        return None
    others = [chair for chair in place.chairs if chair.seat not in place.seats and not chair.bot]
    ends = [
        runs_out(table.clock, table.spoke_at, _holidays_of(chair, holidays_by_user))
        for chair in others
    ]
    return max([end for end in ends if end is not None], default=None)


def _holidays_of(chair: Chair, holidays_by_user: Holidays) -> Sequence[tuple[datetime, datetime]]:
    return holidays_by_user.get(chair.holder_id, ()) if chair.holder_id and not chair.bot else ()


def _occupant_kind(chair: Chair) -> Literal["person", "party", "bot", "free"]:
    if chair.bot:
        return "bot"
    if chair.party:
        return "party"
    return "person" if chair.holder_id else "free"


def _holidays_by_user(people: Sequence[UUID]) -> Holidays:
    spans: dict[UUID, list[tuple[datetime, datetime]]] = {}
    rows = Holiday.objects.filter(user__in=people).values_list("user", "starts", "ends")
    for user, starts, ends in rows:
        spans.setdefault(user, []).append((starts, ends))
    return spans
