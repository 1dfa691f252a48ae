"""The weekly espionage phase as a game.

Each team has a seat, the set-up contains the sealed sheets, and moves are answers to decisions.
With standing orders, a week is played to its end immediately, and stops only for ambushes, whose
results HOST reports. With live decisions, it stops at every choice that a team has to make
(docs/reference/rules/espionage.md).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from engine.game import Game, Outcome, Step
from engine.values import EVERYONE, HOST, Seat

from . import imagine as imagination
from .counterspy import listed_guards
from .deadline_freeze import freeze_sheet
from .decision_moves import apply_move, check_answer, list_moves
from .files import public_team
from .sequence import play_stages, roll_order_of_play
from .step_builder import StepBuilder
from .values import (
    AmbushOver,
    ChaseDecided,
    CounterspyRolled,
    Event,
    ExplosivesRolled,
    GuardSent,
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
    """One week of espionage, without a winner. `settlement` computes the effects."""

    key = "week"
    rules_version = 2
    max_plies = 20_000
    fleeting = MappingProxyType(
        {
            OrderRolled: "everyone",  # the dice (E3); the order itself stays visible
            GuardSent: "one",  # the seat's own choice, kept until the round goes on (E51)
            ChaseDecided: "one",
            SpyRolled: "one",  # a team sees its own rolls, including those of its guards (E6)
            SpyTwelveTaken: "one",
            CounterspyRolled: "one",
            ExplosivesRolled: "one",
            TwelveTaken: "one",  # the seat's own choice or standing order (E9)
            MissionThwarted: "one",  # "thwarted" has no consequences (E5)
            AmbushOver: "one",  # the result as each side saw it (E9); the losses stay visible
        }
    )

    def setups(self) -> Sequence[Setup]:
        return imagination.sample_setups()

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return tuple([Seat(index) for index in range(len(setup.teams))])

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        """Freeze the sheets, roll the order of play (steps 1 and 2), and play until a decision."""
        roster = tuple([public_team(file) for file in setup.teams])
        faces, order = roll_order_of_play(len(setup.teams), dice)
        table = Table(
            week=setup.week,
            roster=roster,
            rules=week_rules(setup.house),
            order=order,
            asks_by_round=setup.asks_by_round if setup.house.live_decisions else UNSET,
        )
        frozen_sheets = [
            freeze_sheet(sheet, file, roster, setup.house)
            for sheet, file in zip(setup.sheets, setup.teams, strict=True)
        ]
        own_state = [
            Own(
                file=file,
                sheet=frozen_sheet.sheet,
                bill=frozen_sheet.bill,
                modifiers=(0,) * len(frozen_sheets),
                on_duty=listed_guards(frozen_sheet.sheet),
            )
            for file, frozen_sheet in zip(setup.teams, frozen_sheets, strict=True)
        ]
        p = StepBuilder(State(table=table, own=tuple(own_state), hidden=Hidden()), dice)
        p.tell(OrderRolled(faces=faces, order=order), to=EVERYONE)
        for index, frozen_sheet in enumerate(frozen_sheets):
            if frozen_sheet.struck:
                p.tell(
                    OrdersStruck(struck=frozen_sheet.struck, kept=frozen_sheet.sheet),
                    to=(Seat(index),),
                )
        play_stages(p)
        return p.finish()

    def to_act(self, state: State) -> tuple[Seat, ...]:
        host = () if state.hidden.ambush is None else (HOST,)
        if host and not state.table.asks_by_round:
            return host
        asked_seats = [
            Seat(index)
            for index, own_state in enumerate(state.own)
            if own_state.question is not None
        ]
        return (*host, *asked_seats)

    def view(self, state: State, seat: Seat | None) -> View:
        if seat == HOST:
            is_team_asked = any(own_state.question is not None for own_state in state.own)
            return View(
                seat=seat, table=state.table, ambush=state.hidden.ambush, asked=is_team_asked
            )
        return View(seat=seat, table=state.table, own=None if seat is None else state.own[seat])

    def legal_moves(self, view: View) -> Sequence[Move]:
        """Return some of the legal moves. Use `check` to test any other move."""
        return list_moves(view)

    def check(self, view: View, move: Move) -> None:
        check_answer(view, move)

    def propose(self, view: View, dice: Dice) -> Move:
        return imagination.propose(view, dice)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        p = StepBuilder(state, dice)
        apply_move(p, seat, move)
        play_stages(p)
        return p.finish()

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(winners=(), ending="settled") if state.table.over else None

    def imagine(self, view: View, dice: Dice) -> State:
        return imagination.imagine(view, dice)


WEEK: Final = Week()
