"""The weekly espionage phase as one game: seats are teams, set-up is the sealed sheets, moves are
the decisions left open.

By standing orders a week plays itself at the start, and only stops for an ambush, which HOST
reports. With live decisions it stops wherever the text leaves a team a choice
(docs/reference/rules/espionage.md).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.game import Game, Outcome, Step
from engine.values import EVERYONE, HOST, Seat

from . import imagine as imagination
from .counterspy import listed
from .deadline_freeze import freeze
from .decision_moves import answer, check_answer, menu
from .files import public
from .sequence import order_of_play, proceed
from .step_builder import StepBuilder
from .values import (
    AmbushOver,
    CounterspyRolled,
    Event,
    ExplosivesRolled,
    Hidden,
    MissionThwarted,
    Move,
    OrderRolled,
    OrdersStruck,
    Own,
    Setup,
    SpyRolled,
    SpyTwelveTaken,
    State,
    Table,
    TwelveTaken,
    View,
)
from .week_rules import week_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice


class Week(Game[Setup, State, Move, Event, View]):
    """One week of spying. The outcome names no winner: what a week leads to is in
    `settlement.effects`.
    """

    key = "week"
    rules_version = 2
    longest = 20_000
    fleeting = MappingProxyType(
        {
            OrderRolled: "everyone",  # the faces (E3); the order itself stays
            SpyRolled: "one",  # a team sees its own rolls, and those of its guards (E6)
            SpyTwelveTaken: "one",
            CounterspyRolled: "one",
            ExplosivesRolled: "one",
            TwelveTaken: "one",  # one's own choice, or one's standing order (E9)
            MissionThwarted: "one",  # "thwarted" comes to nothing at all (E5)
            AmbushOver: "one",  # how each side saw it end (E9); what it cost stays
        }
    )

    def setups(self) -> Sequence[Setup]:
        return imagination.setups()

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return tuple([Seat(at) for at in range(len(setup.teams))])

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        """1 and 2: the sheets are frozen and the order of play is rolled; then the week runs as far
        as it can.
        """
        roster = tuple([public(file) for file in setup.teams])
        faces, order = order_of_play(len(setup.teams), dice)
        table = Table(week=setup.week, roster=roster, rules=week_rules(setup.house), order=order)
        frozen = [
            freeze(sheet, file, roster, setup.house)
            for sheet, file in zip(setup.sheets, setup.teams, strict=True)
        ]
        own = [
            Own(
                file=file,
                sheet=each.sheet,
                bill=each.bill,
                modifiers=(0,) * len(frozen),
                on_duty=listed(each.sheet),
            )
            for file, each in zip(setup.teams, frozen, strict=True)
        ]
        p = StepBuilder(State(table=table, own=tuple(own), hidden=Hidden()), dice)
        p.tell(OrderRolled(faces=faces, order=order), to=EVERYONE)
        for at, each in enumerate(frozen):
            if each.struck:
                p.tell(OrdersStruck(struck=each.struck, kept=each.sheet), to=(Seat(at),))
        proceed(p)
        return p.finish()

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.hidden.ambush is not None:
            return (HOST,)
        return tuple([Seat(at) for at, own in enumerate(state.own) if own.question is not None])

    def view(self, state: State, seat: Seat | None) -> View:
        if seat == HOST:
            asked = any(own.question is not None for own in state.own)
            return View(seat=seat, table=state.table, ambush=state.hidden.ambush, asked=asked)
        return View(seat=seat, table=state.table, own=None if seat is None else state.own[seat])

    def legal_moves(self, view: View) -> Sequence[Move]:
        """The menu. Of many ways to cancel, and of an ambush's results, it lists some; `check`
        judges.
        """
        return menu(view)

    def check(self, view: View, move: Move) -> None:
        check_answer(view, move)

    def propose(self, view: View, dice: Dice) -> Move:
        return imagination.propose(view, dice)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        p = StepBuilder(state, dice)
        answer(p, seat, move)
        proceed(p)
        return p.finish()

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(winners=(), ending="settled") if state.table.over else None

    def imagine(self, view: View, dice: Dice) -> State:
        return imagination.imagine(view, dice)


WEEK: Final = Week()
