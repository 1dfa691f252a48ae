"""What follows a capture, in the middle of whosever turn it is: kill, or taunt and be foiled or not
(R6, R7, R10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat, changed, swap

from .cards import LETTER, Card, without
from .events import Event, Foiled, Killed, Passed, Taunted, public
from .moves import ONLY, SEATS
from .turns import end, next_turn
from .values import Captive, Hand, Lair, Own, State, captive_in

if TYPE_CHECKING:
    from engine.game import Step, Told

NO_LAIR: Final = Lair()
_PASSED: Final = tuple([public(Passed(seat=seat)) for seat in SEATS])


def kill(state: State, seat: Seat) -> Step[State, Event]:
    """R7: value × 2 for each taunt that succeeded. R8: reaching the target ends the match at
    once.
    """
    table, captive = state.table, captive_in(state.table)
    score = table.scores[seat] + captive.points
    told = public(Killed(seat=seat, spy=captive.spy, points=captive.points))
    table = changed(
        table,
        scores=swap(table.scores, seat, score),
        discards=(*table.discards, captive.spy, *captive.doublers),
        spies_gone=table.spies_gone + 1,
        captive=None,
    )
    state = changed(state, table=table)
    state, more = end(state, "target") if score >= table.setup.target else next_turn(state)
    return state, (told, *more)


def taunt(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    """A doubler is played; the others are asked in turn order, from the owner's left (R6)."""
    players, captive = len(state.table.scores), captive_in(state.table)
    asked = tuple([Seat((seat + nth) % players) for nth in range(1, players)])
    state = _play_doubler(state, seat, card)
    captive = changed(captive, doublers=(*captive.doublers, card), asked=asked)
    state, told = _ask(state, captive)
    return state, (public(Taunted(seat=seat, card=card, spy=captive.spy)), *told)


def let_be(state: State, seat: Seat) -> Step[State, Event]:
    """A pass holds for that letter: the next player is asked, and after the last one the taunt has
    succeeded.
    """
    captive = captive_in(state.table)
    state, told = _ask(state, changed(captive, asked=captive.asked[1:]))
    return state, (_PASSED[seat], *told)


def _ask(state: State, captive: Captive) -> Step[State, Event]:
    """Ask the first of those to be asked, holder of the letter or not (R10); with `auto_pass`, the
    first holder.
    """
    told: list[Told[Event]] = []
    if state.table.setup.auto_pass:
        letter = LETTER[captive.doublers[-1]]
        while captive.asked and not any(
            LETTER[card] == letter for card in state.own[captive.asked[0]].hand
        ):
            told.append(_PASSED[captive.asked[0]])
            captive = changed(captive, asked=captive.asked[1:])
    if captive.asked:
        table = changed(state.table, phase="foil", acting=ONLY[captive.asked[0]], captive=captive)
    else:
        table = changed(state.table, phase="capture", acting=ONLY[captive.owner], captive=captive)
    return changed(state, table=table), tuple(told)


def foil(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    """The spy is freed: lair, spy and both sides' doublers are discarded (R6)."""
    state, captive = _play_doubler(state, seat, card), captive_in(state.table)
    table = state.table
    table = changed(
        table,
        lairs=swap(table.lairs, captive.owner, NO_LAIR),
        discards=(
            *table.discards,
            *captive.doublers,
            card,
            captive.spy,
            *table.lairs[captive.owner].up,
        ),
        spies_gone=table.spies_gone + 1,
        captive=None,
    )
    state, more = next_turn(changed(state, table=table))
    return state, (public(Foiled(seat=seat, card=card)), *more)


def _play_doubler(state: State, seat: Seat, card: Card) -> State:
    hand, mine = state.table.hands[seat], state.own[seat]
    hands = swap(state.table.hands, seat, Hand(spies=hand.spies, others=hand.others - 1))
    own = swap(state.own, seat, Own(hand=without(mine.hand, card), down=mine.down))
    return changed(state, table=changed(state.table, hands=hands), own=own)
