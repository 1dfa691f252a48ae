"""The ambush as a game (P1 to P19). Seat 0 is the ambusher, and seat 1 is the ambushed.

The ambusher places both counters. Then both sides seal a plan for each turn or phase. The turn is
played as soon as the second plan arrives.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from engine.dice import Dice
from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import EVERYONE, Seat, changed

from . import imagine as imagination
from . import samples
from .call import Combatant
from .fighting import best_gun, is_down
from .maps import map_of
from .placing import check_ground, check_place, numbers_for_map
from .plans import check_plan
from .terrain import terrain_of
from .turn import play_turn
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


class AmbushGame(Game[Setup, State, Move, Event, View]):
    """The duel on foot.

    The winners are the fighters who are still standing at the end. `ambush_result` returns the
    effects on the week.
    """

    key = "ambush"
    rules_version = 4
    max_plies = 2 * PHASES * 30 + 1
    fleeting = MappingProxyType(
        {
            Burst: "everyone",  # bursts are visible to both sides (P21)
            Attacked: "one",  # the dice of the seat's own attack
            EnemyAttacks: "one",  # visible if the enemy is in sight (P14)
            ShotHeard: "one",  # heard if the enemy is out of sight, until the end of the turn (P22)
            StealthTried: "one",  # the dice of the seat's own escape (P11)
            Noticed: "one",  # the phase in which the fighter came into or went out of sight (P14)
            Sighted: "one",  # each square crossed in sight; the mark keeps the last of them (P14)
        }
    )

    def setups(self) -> Sequence[Setup]:
        return samples.sample_setups()

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return SEATS

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        """Return the state before the placing. Raise BadGround if the map is unusable."""
        ambush = setup.ambush
        ground = setup.ground or map_of(ambush.map, ambush.section)
        numbers = numbers_for_map(ground, setup.numbers)
        check_ground(ground, numbers)
        table = Table(ground=ground, numbers=numbers, phase_by_phase=setup.phase_by_phase)
        is_hunt = ambush.cause == "hunted"
        own_state = (
            _initial_own(ambush.ambusher, ambush.ambushed, is_hunt),
            _initial_own(ambush.ambushed, ambush.ambusher, is_hunt),
        )
        return State(table=table, own=own_state), ()

    def to_act(self, state: State) -> tuple[Seat, ...]:
        stage = state.table.stage
        if stage == "over":
            return ()
        if stage == "placing":
            return (AMBUSHER,)
        ambusher, ambushed = state.own
        if ambusher.plan is None:
            return SEATS if ambushed.plan is None else (AMBUSHER,)
        return (AMBUSHED,)

    def view(self, state: State, seat: Seat | None) -> View:
        if seat not in SEATS:
            return View(seat=seat, table=state.table)
        return View(seat=seat, table=state.table, own=state.own[seat])

    def legal_moves(self, view: View) -> Sequence[Move]:
        """Return a small selection of moves. `check` allows far more moves than can be listed."""
        return samples.sample_moves(view)

    def check(self, view: View, move: Move) -> None:
        own_state = view.own
        if own_state is None:
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
        check_plan(view.table, own_state, move)

    def propose(self, view: View, dice: Dice) -> Move:
        return samples.propose(view, dice)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        if isinstance(move, Place):
            return _place_counters(state, move)
        own_state = changed(state.own[seat], plan=move)
        both_states = (own_state, state.own[1]) if seat == AMBUSHER else (state.own[0], own_state)
        state = changed(state, own=both_states)
        sealed = Told(event=PlanSealed(plan=move), to=(seat,))
        if both_states[0].plan is None or both_states[1].plan is None:
            return state, (sealed,)
        next_state, told_events = play_turn(state, dice)
        return next_state, (sealed, *told_events)

    def outcome(self, state: State) -> Outcome | None:
        if state.table.stage != "over":
            return None
        standing = tuple(
            [
                seat
                for seat, own_state in zip(SEATS, state.own, strict=True)
                if not is_down(own_state.man)
            ]
        )
        return Outcome(winners=standing, ending=state.table.ending)

    def imagine(self, view: View, dice: Dice) -> State:
        return imagination.imagine(view, dice)


def _initial_own(combatant: Combatant, enemy: Combatant, is_hunt: bool) -> Own:
    man = Man(who=combatant, fired=combatant.fired)
    gun = best_gun(man)
    return Own(
        man=changed(man, hand=gun.key if gun else ""),
        enemy_team=enemy.team,
        enemy_name=enemy.name,
        hunt=is_hunt,
    )


def _place_counters(state: State, place: Place) -> Step[State, Event]:
    """Place both counters, and tell each side what it sees (P3, P36)."""
    squares = (place.ambusher, place.ambushed)
    men = [
        changed(own_states.man, at=square)
        for own_states, square in zip(state.own, squares, strict=True)
    ]
    if state.table.numbers.springs:
        men[0] = changed(men[0], moved=True)
    table = changed(state.table, stage="planning")
    in_sight = terrain_of(table.ground).is_clear(*squares)
    own_states, told_events = [], []
    for seat, man, enemy in ((AMBUSHER, men[0], men[1]), (AMBUSHED, men[1], men[0])):
        mark = _first_mark(seat, enemy, in_sight=in_sight)
        own_states.append(
            changed(state.own[seat], man=man, mark=mark, seen=in_sight, spotted=in_sight)
        )
        told_events.append(Told(event=Placed(at=man.at, mark=mark), to=(seat,)))
    return State(table=table, own=(own_states[0], own_states[1])), (
        *told_events,
        Told(event=Began(), to=EVERYONE),
    )


def _first_mark(seat: Seat, enemy: Man, *, in_sight: bool) -> Mark:
    """Return the initial mark of an enemy.

    After a hidden start, only the ambusher knows where the enemy is (P36).
    """
    if in_sight:
        return Mark(at=enemy.at, in_sight=True, hand=enemy.hand)
    return Mark(at=enemy.at, hand=enemy.hand, turn=1, phase=1) if seat == AMBUSHER else Mark()


AMBUSH: Final = AmbushGame()
