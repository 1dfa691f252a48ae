"""Evenings between bots that talk: they hear one another as at a table of people, and what came of
it is counted.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.bots import Heard, Listens, Talks, dice_for
from engine.dice import SeededDice
from engine.match import submit
from engine.values import Seat
from minigames.achtung.claims import read
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import Nominate, Vote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.bots import Bot, Remark
    from engine.dice import Dice
    from minigames.achtung.rules.values import Move, Setup, State, View


class Talked(NamedTuple):
    """An evening to its end, all that was said in it, and what was counted of it."""

    state: State
    said: tuple[Heard, ...]
    counts: Counter[str]


class Room:
    """The table, with who plays there."""

    def __init__(self, setup: Setup, bots: Sequence[Bot[Any, Any]], seed: bytes) -> None:
        self.state, _ = ACHTUNG.start(setup, SeededDice(seed, 0))
        self.bots, self.seed, self.ply = bots, seed, 0
        self.said: list[Heard] = []
        self.counts = Counter[str]()

    def play(self) -> Talked:
        """Play it to its end."""
        while acting := ACHTUNG.to_act(self.state):
            self.act(acting[0])
        _count(self.state, self.counts)
        return Talked(self.state, tuple(self.said), self.counts)

    def act(self, seat: Seat) -> None:
        """Let this seat move, and speak; and others answer."""
        self.ply += 1
        view, bot = ACHTUNG.view(self.state, seat), self.bots[seat]
        dice = dice_for(self.seed, seat, self.ply)
        heard = self.ears(seat)
        move = _listening(bot, heard).choose(view, seat, dice)
        self._weigh(view, seat, heard, move)
        remark = self._remark(_listening(bot, heard), view, seat)
        dice_now = SeededDice(self.seed, self.ply)
        self.state, _ = submit(ACHTUNG, self.state, seat=seat, move=move, dice=dice_now)
        if remark is not None:
            self._say(seat, remark)

    def _weigh(self, view: View, seat: Seat, heard: tuple[Heard, ...], move: Move) -> None:
        """Whether the seat does what it would have done had nobody spoken."""
        if isinstance(move, Nominate | Vote) and heard:
            deaf = self.bots[seat].choose(view, seat, dice_for(self.seed, seat, self.ply))
            self.counts["choices"] += 1
            self.counts["changed"] += deaf != move

    def _remark(self, bot: Bot[Any, Any], view: View, seat: Seat) -> Remark | None:
        return bot.remark(view, seat, self._tongue(seat)) if isinstance(bot, Talks) else None

    def _say(self, seat: Seat, remark: Remark) -> None:
        """Write it down, and what others answer."""
        self.said.append(Heard(seat=seat, channel=remark.channel, phrase=remark.phrase))
        self.counts["claims"] += bool(read(seat, remark.phrase))
        answers = [
            (other, answer)
            for other in ACHTUNG.seats(self.state.table.terms)
            if other != seat and (answer := self._answer(other)) is not None
        ]
        for other, answer in answers:
            self.said.append(Heard(seat=other, channel=answer.channel, phrase=answer.phrase))
            self.counts["answers"] += 1
            self.counts["defences"] += answer.phrase.startswith("Not me")

    def _answer(self, seat: Seat) -> Remark | None:
        bot = self.bots[seat]
        if not isinstance(bot, Listens):
            return None
        view = ACHTUNG.view(self.state, seat)
        return bot.having_heard(self.ears(seat)).answer(view, seat, self._tongue(seat))

    def ears(self, seat: Seat) -> tuple[Heard, ...]:
        """What this seat has heard so far."""
        side = self.state.table.sides[seat]
        return tuple([line for line in self.said if self.state.table.sides[line.seat] == side])

    def _tongue(self, seat: Seat) -> Dice:
        return dice_for(self.seed + b"talk", seat, self.ply)


def _listening(bot: Bot[Any, Any], heard: tuple[Heard, ...]) -> Bot[Any, Any]:
    return bot.having_heard(heard) if isinstance(bot, Listens) else bot


def _count(state: State, counts: Counter[str]) -> None:
    """What the squads, votes and Spies of a finished evening come to."""
    for at, result in enumerate(state.table.results):
        kinds = state.table.opened[at].kinds
        for side, squad in enumerate(result.squads):
            counts["squads"] += 1
            counts["with a Spy"] += any(kinds[seat] == "spy" for seat in squad)
            if at:
                counts["later squads"] += 1
                counts["the same again"] += squad == state.table.results[at - 1].squads[side]
            for vote in state.teams[side].rounds:
                if vote.round == result.round:
                    counts["votes"] += 1
                    counts["voices"] += vote.yes + vote.no
                    counts["yes"] += vote.yes
    for own in state.own:
        counts["guesses"] += len(own.attempts)
        counts["right guesses"] += sum([attempt.worked for attempt in own.attempts])
