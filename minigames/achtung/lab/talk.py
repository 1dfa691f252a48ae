"""Evenings in which bots talk to each other as people do, with counts of events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.bots import Bot, Heard, Listens, Remark, Talks, dice_for
from engine.dice import Dice, SeededDice
from engine.match import submit
from engine.values import Seat
from minigames.achtung.claims import read_claims
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import Move, Nominate, Setup, State, View, Vote


class TalkedEvening(NamedTuple):
    """A finished evening: the final state, everything that was said, and counts of events."""

    state: State
    remarks: tuple[Heard, ...]
    counts: Counter[str]


class TalkTable:
    """A table at which bots play and talk."""

    def __init__(self, setup: Setup, bots: Sequence[Bot[Any, Any]], seed: bytes) -> None:
        self.state, _ = ACHTUNG.start(setup, SeededDice(seed, 0))
        self.bots, self.seed, self.ply = bots, seed, 0
        self.remarks: list[Heard] = []
        self.counts = Counter[str]()

    def play(self) -> TalkedEvening:
        """Play and return the whole evening."""
        while acting := ACHTUNG.to_act(self.state):
            self.act(acting[0])
        _count(self.state, self.counts)
        return TalkedEvening(self.state, tuple(self.remarks), self.counts)

    def act(self, seat: Seat) -> None:
        """Make a move and a remark for this seat, and let the other seats answer."""
        self.ply += 1
        view, bot = ACHTUNG.view(self.state, seat), self.bots[seat]
        dice = dice_for(self.seed, seat, self.ply)
        lines_heard = self.heard_by(seat)
        move = _with_talk(bot, lines_heard).choose(view, seat, dice)
        self._count_changes(view, seat, lines_heard, move)
        remark = self._remark(_with_talk(bot, lines_heard), view, seat)
        dice_now = SeededDice(self.seed, self.ply)
        self.state, _ = submit(ACHTUNG, self.state, seat=seat, move=move, dice=dice_now)
        if remark is not None:
            self._add_remark(seat, remark)

    def _count_changes(
        self, view: View, seat: Seat, lines_heard: tuple[Heard, ...], move: Move
    ) -> None:
        if isinstance(move, Nominate | Vote) and lines_heard:
            choice_without_talk = self.bots[seat].choose(
                view, seat, dice_for(self.seed, seat, self.ply)
            )
            self.counts["choices"] += 1
            self.counts["changed"] += choice_without_talk != move

    def _remark(self, bot: Bot[Any, Any], view: View, seat: Seat) -> Remark | None:
        return bot.remark(view, seat, self._talk_dice(seat)) if isinstance(bot, Talks) else None

    def _add_remark(self, seat: Seat, remark: Remark) -> None:
        self.remarks.append(Heard(seat=seat, channel=remark.channel, phrase=remark.phrase))
        self.counts["claims"] += bool(read_claims(seat, remark.phrase))
        answers = [
            (listener, answer)
            for listener in ACHTUNG.seats(self.state.table.terms)
            if listener != seat and (answer := self._answer(listener)) is not None
        ]
        for listener, answer in answers:
            self.remarks.append(Heard(seat=listener, channel=answer.channel, phrase=answer.phrase))
            self.counts["answers"] += 1
            self.counts["defences"] += answer.phrase.startswith("Not me")

    def _answer(self, seat: Seat) -> Remark | None:
        bot = self.bots[seat]
        if not isinstance(bot, Listens):
            return None
        view = ACHTUNG.view(self.state, seat)
        return bot.having_heard(self.heard_by(seat)).answer(view, seat, self._talk_dice(seat))

    def heard_by(self, seat: Seat) -> tuple[Heard, ...]:
        """Return the lines of chat that this seat has received so far."""
        side = self.state.table.sides[seat]
        return tuple([line for line in self.remarks if self.state.table.sides[line.seat] == side])

    def _talk_dice(self, seat: Seat) -> Dice:
        return dice_for(self.seed + b"talk", seat, self.ply)


def _with_talk(bot: Bot[Any, Any], lines_heard: tuple[Heard, ...]) -> Bot[Any, Any]:
    return bot.having_heard(lines_heard) if isinstance(bot, Listens) else bot


def _count(state: State, counts: Counter[str]) -> None:
    """Count the squads, votes and guesses of a finished evening."""
    for number, result in enumerate(state.table.results):
        kinds = state.table.opened[number].kinds
        for side, squad in enumerate(result.squads):
            counts["squads"] += 1
            counts["with a Spy"] += any(kinds[seat] == "spy" for seat in squad)
            if number:
                counts["later squads"] += 1
                counts["the same again"] += squad == state.table.results[number - 1].squads[side]
            for vote in state.teams[side].rounds:
                if vote.round == result.round:
                    counts["votes"] += 1
                    counts["voices"] += vote.yes + vote.no
                    counts["yes"] += vote.yes
    for own_info in state.own:
        counts["guesses"] += len(own_info.attempts)
        counts["right guesses"] += sum([attempt.worked for attempt in own_info.attempts])
