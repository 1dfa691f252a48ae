"""Spy vs Spy: Lunacy at the Labs, implemented as a game of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, assert_never

from engine.dice import Dice
from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import EVERYONE, HOST, Seat

from . import combat, outfitting, searching
from .arriving import go
from .dying import come_back
from .events import (
    Answered,
    Began,
    Changed,
    Dealt,
    Event,
    Exchanged,
    Grabbed,
    PoliceExchanged,
    TrapMet,
)
from .imagine import imagine
from .judging import KIND, eyes_of, why_not
from .laboratory import LEFT_ENTRANCE, NOWHERE, RIGHT_ENTRANCE, ROOMS
from .menus import menu
from .proposing import propose
from .step_builder import StepBuilder
from .turns import circle, circler, go_on
from .values import (
    COLOURS,
    HAND,
    SEATS,
    Bag,
    Buy,
    Cell,
    Change,
    Circle,
    Done,
    Flee,
    Go,
    Grab,
    Leave,
    Look,
    Mend,
    Move,
    Own,
    Return,
    Room,
    Setup,
    Shop,
    Spy,
    State,
    Stay,
    Table,
    View,
    Wield,
)

SETUPS: Final = (Setup(), Setup(stashes=6, limit=8, rounds=60))


class Lunacy(Game[Setup, State, Move, Event, View]):
    """Two spies search a laboratory for the Thingamajig.

    minigames/lunacy/rules.md contains the rulings L1 to L35.
    """

    key = "lunacy"
    rules_version = 1
    max_plies = 40_000
    fleeting = MappingProxyType(
        {
            Exchanged: "everyone",  # revealed weapons, and the dice of sword fights (L8)
            PoliceExchanged: "everyone",  # the cop's die, and sword or equipment (L25)
            Answered: "everyone",  # the revealed decisions to flee (L8)
            TrapMet: "everyone",  # the second die of a trap (L13)
            Changed: "everyone",  # a feint looks like a change (L14)
            Grabbed: "everyone",  # the equipment room, but not the colours (L23)
        }
    )

    def setups(self) -> Sequence[Setup]:
        return SETUPS

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return SEATS

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        """Choose Black and the first mover at random, and deal tokens and equipment (L3)."""
        black, first = dice.pick(SEATS), dice.pick(SEATS)
        sealed = dice.in_domain("sealed")
        tokens = sealed.shuffle(range(1, 26))
        weapons, defences = (
            sealed.shuffle(COLOURS * setup.stashes),
            sealed.shuffle(COLOURS * setup.stashes),
        )
        own_state = tuple(
            [
                Own(
                    weapons=tuple(sorted(weapons[index * HAND : (index + 1) * HAND])),
                    defences=tuple(sorted(defences[index * HAND : (index + 1) * HAND])),
                )
                for index in SEATS
            ]
        )
        spies = tuple(
            [Spy(place=LEFT_ENTRANCE if seat == black else RIGHT_ENTRANCE) for seat in SEATS]
        )
        table = Table(
            setup=setup,
            first=first,
            black=black,
            spies=(spies[0], spies[1]),
            rooms=(Room(),) * len(ROOMS),
        )
        bag = Bag(
            weapons=tuple(sorted(weapons[2 * HAND :])), defences=tuple(sorted(defences[2 * HAND :]))
        )
        sent_events: list[Told[Event]] = [Told(event=Began(first=first, black=black), to=EVERYONE)]
        sent_events += [
            Told(
                event=Dealt(weapons=own_state[seat].weapons, defences=own_state[seat].defences),
                to=(seat,),
            )
            for seat in SEATS
        ]
        return State(
            table=table,
            own=(own_state[0], own_state[1]),
            cells=tuple([Cell(tokens=(number,)) for number in tokens]),
            bag=bag,
        ), tuple(sent_events)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        table = state.table
        match table.phase:
            case "act" | "search" | "shop":
                return () if table.turn is None else (table.turn,)
            case "weapons" | "answer":
                spies = table.combat.spies if table.combat else ()
                return tuple([seat for seat in spies if state.own[seat].sealed is None])
            case "flee":
                return table.combat.spies[1:] if table.combat else ()
            case "circle":
                return (circler(len(table.circled), table.first),)
            case "return":
                return tuple([seat for seat in SEATS if table.spies[seat].place == NOWHERE])
            case "over":
                return ()

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            table=state.table,
            own=None if seat is None or seat == HOST else state.own[seat],
        )

    def legal_moves(self, view: View) -> Sequence[Move]:
        """Return the moves on the menu.

        The menu lists all legal moves except unusual changes of equipment and unusual choices of
        weapons to pick up and drop. `check` accepts these moves, too.
        """
        return menu(view)

    def check(self, view: View, move: Move) -> None:
        eyes = eyes_of(view)
        sentence = why_not(eyes, move) if eyes else "Only the two spies play."
        if sentence:
            raise IllegalMove(sentence, code=f"cannot-{KIND[type(move)]}")

    def propose(self, view: View, dice: Dice) -> Move:
        return propose(view, dice)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        p = StepBuilder(state, dice)
        match move:
            case Wield() | Stay() | Flee():
                combat.choose(p, seat, move)
            case Go():
                go(p, seat, move.to)
            case Look():
                searching.search(p, seat)
            case Leave():
                searching.leave(p, seat, move)
            case Change() | Shop() | Buy() | Grab() | Mend():
                outfitting.outfit(p, seat, move)
            case Done():
                p.set(points=0)
            case Return(to=to):
                come_back(p, seat, to)
            case Circle(number=number):
                circle(p, seat, number)
            case _:
                assert_never(move)
        go_on(p)
        return p.finish()

    def outcome(self, state: State) -> Outcome | None:
        return state.table.outcome

    def imagine(self, view: View, dice: Dice) -> State:
        return imagine(view, dice)


LUNACY: Final = Lunacy()
