"""Games played step by step with scripted dice.

By default RED has seats 0 to 4 as Scout, Soldier, Pyro, Demoman and Spy, and BLU the same from seat
5. Captaincy rotates by seat, and all matches are Payload.
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
    """A game and its events so far."""

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
        """Cast votes, given as one letter y or n for each team member."""
        for seat, voice in zip(self.state.teams[side].members, voices, strict=True):
            self.play(seat, Vote(yes=voice == "y"))

    def lock(self, red: tuple[int, ...], blu: tuple[int, ...]) -> None:
        """Let both captains nominate and everyone vote yes."""
        for side, squad in enumerate((red, blu)):
            self.nominate(self.state.teams[side].captain, *sorted(squad))
            self.votes(side, "y" * len(self.state.teams[side].members))

    def answer(self, moves: Mapping[int, Move], rest: Move, *faces: int) -> None:
        """Let all asked seats answer. The faces are for the last answer."""
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
        """Return the events of one kind that a seat has heard so far."""
        return [
            event
            for event in heard_by(None if seat is None else Seat(seat), self.told)
            if type(event) is kind
        ]

    @property
    def table(self) -> Any:
        return self.state.table
