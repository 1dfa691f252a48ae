"""The ambush as a game: seat 0 ambushes, seat 1 is ambushed (P1 to P19).

The ambusher places both counters; then both seal a plan for each turn, or each phase, and the
second plan plays it out.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import EVERYONE, Seat, changed

from . import imagine as imagination
from . import samples
from .fighting import best_gun, down
from .maps import map_of
from .placing import check_ground, check_place, settled
from .plans import check_plan
from .terrain import terrain_of
from .turn import play
from .values import (
    AMBUSHED,
    AMBUSHER,
    PHASES,
    SEATS,
    Attacked,
    Began,
    Burst,
    EnemyAttacks,
    Event,
    Man,
    Mark,
    Move,
    Noticed,
    Own,
    Place,
    Placed,
    PlanSealed,
    Setup,
    ShotHeard,
    Sighted,
    State,
    StealthTried,
    Table,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

    from .call import Combatant


class AmbushGame(Game[Setup, State, Move, Event, View]):
    """The duel on foot. Winners are those who still stand at the end; `result` says what it means
    to the week.
    """

    key = "ambush"
    rules_version = 4
    longest = 2 * PHASES * 30 + 1
    fleeting = MappingProxyType(
        {
            Burst: "everyone",  # bursts are open to both (P21)
            Attacked: "one",  # the dice of one's own attack
            EnemyAttacks: "one",  # who sees the enemy sees him fire (P14)
            ShotHeard: "one",  # and hears him out of sight, to the end of the turn (P22)
            StealthTried: "one",  # the dice of one's own escape (P11)
            Noticed: "one",  # in which phase one's own man came into sight, or left it (P14)
            Sighted: "one",  # each square he crosses in sight; the mark keeps the last (P14)
        }
    )

    def setups(self) -> Sequence[Setup]:
        return samples.setups()

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return SEATS

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        """Nothing is told yet: the ambusher has to place the counters. Raises BadGround for a map
        that cannot be played on.
        """
        ambush = setup.ambush
        ground = setup.ground or map_of(ambush.map, ambush.section)
        numbers = settled(ground, setup.numbers)
        check_ground(ground, numbers)
        table = Table(ground=ground, numbers=numbers, phase_by_phase=setup.phase_by_phase)
        hunt = ambush.cause == "hunted"
        own = (
            _comes(ambush.ambusher, ambush.ambushed, hunt),
            _comes(ambush.ambushed, ambush.ambusher, hunt),
        )
        return State(table=table, own=own), ()

    def to_act(self, state: State) -> tuple[Seat, ...]:
        stage = state.table.stage
        if stage == "over":
            return ()
        if stage == "placing":
            return (AMBUSHER,)
        one, two = state.own
        if one.plan is None:
            return SEATS if two.plan is None else (AMBUSHER,)
        return (AMBUSHED,)

    def view(self, state: State, seat: Seat | None) -> View:
        if seat not in SEATS:
            return View(seat=seat, table=state.table)
        return View(seat=seat, table=state.table, own=state.own[seat])

    def legal_moves(self, view: View) -> Sequence[Move]:
        """A small menu; `check` judges, and allows far more than can be listed."""
        return samples.menu(view)

    def check(self, view: View, move: Move) -> None:
        own = view.own
        if own is None:
            raise IllegalMove("Only the two fighters can move.")
        if isinstance(move, Place):
            if view.table.stage != "placing":
                raise IllegalMove("The counters are already placed.", code="placed")
            check_place(view.table, move)
            return
        if view.table.stage == "placing":
            raise IllegalMove(
                "Wait until the ambusher has placed both counters.", code="not-placed"
            )
        check_plan(view.table, own, move)

    def propose(self, view: View, dice: Dice) -> Move:
        return samples.propose(view, dice)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        if isinstance(move, Place):
            return _place(state, move)
        own = changed(state.own[seat], plan=move)
        both = (own, state.own[1]) if seat == AMBUSHER else (state.own[0], own)
        state = changed(state, own=both)
        sealed = Told(event=PlanSealed(plan=move), to=(seat,))
        if both[0].plan is None or both[1].plan is None:
            return state, (sealed,)
        after, told = play(state, dice)
        return after, (sealed, *told)

    def outcome(self, state: State) -> Outcome | None:
        if state.table.stage != "over":
            return None
        standing = tuple(
            [seat for seat, own in zip(SEATS, state.own, strict=True) if not down(own.man)]
        )
        return Outcome(winners=standing, ending=state.table.ending)

    def imagine(self, view: View, dice: Dice) -> State:
        return imagination.imagine(view, dice)


def _comes(who: Combatant, enemy: Combatant, hunt: bool) -> Own:
    man = Man(who=who, fired=who.fired)
    gun = best_gun(man)
    return Own(
        man=changed(man, hand=gun.key if gun else ""),
        enemy_team=enemy.team,
        enemy_name=enemy.name,
        hunt=hunt,
    )


def _place(state: State, place: Place) -> Step[State, Event]:
    """P3: both counters stand in sight of each other."""
    squares = (place.ambusher, place.ambushed)
    men = [changed(own.man, at=square) for own, square in zip(state.own, squares, strict=True)]
    if state.table.numbers.springs:
        men[0] = changed(men[0], moved=True)
    table = changed(state.table, stage="planning")
    met = terrain_of(table.ground).clear(*squares)
    own, told = [], []
    for seat, mine, other in ((AMBUSHER, men[0], men[1]), (AMBUSHED, men[1], men[0])):
        mark = _first_sight(seat, other, met=met)
        own.append(changed(state.own[seat], man=mine, mark=mark, seen=met, spotted=met))
        told.append(Told(event=Placed(at=mine.at, mark=mark), to=(seat,)))
    return State(table=table, own=(own[0], own[1])), (*told, Told(event=Began(), to=EVERYONE))


def _first_sight(seat: Seat, enemy: Man, *, met: bool) -> Mark:
    """The enemy in sight; from a hidden start the ambusher knows where he is, the ambushed nothing
    (P36).
    """
    if met:
        return Mark(at=enemy.at, in_sight=True, hand=enemy.hand)
    return Mark(at=enemy.at, hand=enemy.hand, turn=1, phase=1) if seat == AMBUSHER else Mark()


AMBUSH: Final = AmbushGame()
