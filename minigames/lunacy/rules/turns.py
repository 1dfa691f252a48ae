"""The sequence of play: circling, the spies' turns, the police's turn, and the end of a round."""

from __future__ import annotations

from engine.values import EVERYONE, Seat, changed

from .events import Circled, TurnBegan
from .laboratory import NOWHERE
from .police import alert, patrol
from .step_builder import StepBuilder, rival
from .values import POINTS, SEATS


def circle(p: StepBuilder, seat: Seat, number: int) -> None:
    """Circle a number. After the third number, the first mover's turn begins (L3)."""
    table = p.table
    circled = (*table.circled, number)
    p.set(circled=circled, homes=(*table.homes, NOWHERE), since=(*table.since, 0))
    p.tell(Circled(seat=seat, number=number), to=EVERYONE)
    if len(circled) == 3:
        begin_round(p)


def circler(circled: int, first: Seat) -> Seat:
    """Return the seat that circles the next number.

    The first mover circles the first and the third (L3).
    """
    return rival(first) if circled == 1 else first


def begin_round(p: StepBuilder) -> None:
    """Begin the next round. The first mover has the first turn."""
    p.set(round=p.table.round + 1)
    begin_turn(p, p.table.first)


def begin_turn(p: StepBuilder, seat: Seat) -> None:
    """Begin a spy's turn, and clear the smoke (L13).

    The spy has two points, or one if it is frozen (L21).
    """
    spy = p.table.spies[seat]
    points = POINTS - spy.frozen
    if spy.frozen or spy.barred != NOWHERE:
        p.spy(seat, frozen=False, barred=NOWHERE)
    p.table = changed(p.table, turn=seat, points=points, phase="act")
    p.tell(TurnBegan(round=p.table.round, seat=seat, points=points), to=EVERYONE)


def go_on(p: StepBuilder) -> None:
    """Continue the match until a player has to choose or the match is over."""
    while p.table.phase == "act":
        table = p.table
        first, other = table.spies
        if not (first.lives and other.lives):
            _somebody_is_out(p)
        elif NOWHERE in (first.place, other.place):
            p.set(phase="return")
        elif table.turn is None:
            _police_or_next_round(p)
        elif table.points:
            return
        elif table.turn == table.first:
            begin_turn(p, rival(table.first))
        else:
            p.set(
                turn=None,
                points=0,
                queue=tuple([cop.rank for cop in table.cops if cop.place != NOWHERE]),
            )
            p.tell(TurnBegan(round=table.round, seat=None), to=EVERYONE)


def _somebody_is_out(p: StepBuilder) -> None:
    """End the match if a spy has died three times (L12).

    If both spies die for the third time in the same exchange, the match is a draw (L19).
    """
    alive = [Seat(seat) for seat, spy in enumerate(p.table.spies) if spy.lives]
    if alive:
        p.end("killed", *alive)
    else:
        p.end("both-killed", *SEATS)


def _police_or_next_round(p: StepBuilder) -> None:
    if p.table.queue:
        patrol(p)
        return
    alert(p)
    if p.table.round >= p.table.setup.rounds:
        p.end("round-limit", *SEATS)
    else:
        begin_round(p)
