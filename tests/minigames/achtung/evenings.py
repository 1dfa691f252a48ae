"""Games played by hand, step by step, with loaded dice. Unless told otherwise RED sits from seat 0
as Scout, Soldier, Pyro, Demoman and Spy, BLU from seat 5 the same, the hats go round by seat, and
the matches are Payload.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.dice import ScriptedDice
from engine.game import Told
from engine.match import heard_by, submit
from engine.values import Seat
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import (
    ROUNDS,
    Event,
    Move,
    Nominate,
    Setup,
    StandBy,
    State,
    View,
    Vote,
)


class Evening:
    """A game and what was told in it so far."""

    def __init__(self, *faces: int, matches: Any = "list", **options: Any) -> None:
        if matches == "list":
            options.setdefault("match_list", ("payload",) * ROUNDS)
        self.setup = Setup(teams="seats", matches=matches, **options)
        self.state: State
        self.state, told = ACHTUNG.start(self.setup, ScriptedDice(*faces))
        self.told: list[Told[Event]] = list(told)

    def play(self, seat: int, move: Move, *faces: int) -> None:
        dice = ScriptedDice(*faces)
        self.state, told = submit(ACHTUNG, self.state, seat=Seat(seat), move=move, dice=dice)
        dice.assert_used()
        self.told += told

    def nominate(self, seat: int, *squad: int) -> None:
        self.play(seat, Nominate(squad=tuple([Seat(each) for each in squad])))

    def votes(self, side: int, voices: str) -> None:
        """A letter for each of the team: y or n."""
        for seat, voice in zip(self.state.teams[side].members, voices, strict=True):
            self.play(seat, Vote(yes=voice == "y"))

    def lock(self, red: tuple[int, ...], blu: tuple[int, ...]) -> None:
        """Both captains nominate and everybody says yes."""
        for side, squad in enumerate((red, blu)):
            self.nominate(self.state.teams[side].captain, *sorted(squad))
            self.votes(side, "y" * len(self.state.teams[side].members))

    def answer(self, moves: Mapping[int, Move], rest: Move, *faces: int) -> None:
        """All who are asked answer; the faces are for the last one."""
        for seat in self.state.acting:
            last = self.state.acting == (seat,)
            self.play(seat, moves.get(seat, rest), *(faces if last else ()))

    def act(self, moves: Mapping[int, Move] | None = None, *faces: int) -> None:
        self.answer(moves or {}, StandBy(), *faces)

    def match(
        self, red: tuple[int, ...], blu: tuple[int, ...], moves: Mapping[int, Move] | None = None
    ) -> None:
        self.lock(red, blu)
        self.act(moves)

    def view(self, seat: int | None) -> View:
        return ACHTUNG.view(self.state, None if seat is None else Seat(seat))

    def heard(self, seat: int | None, kind: type[Any]) -> list[Any]:
        """What this seat heard of one kind, so far."""
        return [
            event
            for event in heard_by(None if seat is None else Seat(seat), self.told)
            if type(event) is kind
        ]

    @property
    def table(self) -> Any:
        return self.state.table
