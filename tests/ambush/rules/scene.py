"""Two fighters on a map drawn by a test, plans written as text, scripted dice and heard events."""

from __future__ import annotations

from typing import Any, Final

from ambush.rules.call import Combatant
from ambush.rules.fighting import are_in_sight, best_gun, smoky_squares
from ambush.rules.game import AMBUSH
from ambush.rules.ground import SIDE, Ground, square_at
from ambush.rules.samples import sample_ambush, sample_fighter, sample_kit
from ambush.rules.terrain import Terrain, terrain_of
from ambush.rules.values import Action, Fire, Man, Mark, Own, Plan, Setup, State, Table
from campaign.roster.rules.spies import Skills
from engine.dice import Dice, ScriptedDice, SeededDice, seed_from
from engine.match import heard_by, submit
from engine.values import Seat, changed

ADA: Final = Seat(0)
BEA: Final = Seat(1)
BASE: Final = Skills(stealth=0, handgunner=0, blade=0, martial_arts=0, running=0)
HERE: Final = (20, 20)
THERE: Final = (20, 44)
"""24 squares south of `HERE`."""
STAY: Final = Plan()


def ground_with(*features: tuple[str, int, int], **facts: Any) -> Ground:
    """Return open ground with these letters at column x and row y, counted from 0."""
    rows = [["."] * SIDE for _ in range(SIDE)]
    for letter, x, y in features:
        rows[y][x] = letter
    facts = {"key": "drawn", "title": "Drawn", **facts}
    return Ground(rows=tuple(["".join(row) for row in rows]), **facts)


PLAIN: Final = ground_with()


def draw_terrain(*features: tuple[str, int, int]) -> Terrain:
    return terrain_of(ground_with(*features))


def fighter(seat: int, *gear: str, armour: int = 0, dp: int = 3, **skills: int) -> Combatant:
    """Return a fighter with every skill at base level, unless a test says otherwise."""
    return sample_fighter(
        seat, "cautious", changed(BASE, **skills), sample_kit(*gear), armour=armour, dp=dp
    )


def standoff(
    one: Combatant | None = None,
    two: Combatant | None = None,
    *,
    ground: Ground = PLAIN,
    here: tuple[int, int] = HERE,
    there: tuple[int, int] = THERE,
    crouched: tuple[bool, bool] = (False, False),
    **table: Any,
) -> State:
    """Return a turn's start with Ada, who ambushes, and Bea. Both carry a rifle by default."""
    people = (one or fighter(0, "rifle", "rifle_clip"), two or fighter(1, "rifle", "rifle_clip"))
    men = []
    for who, (x, y), low in zip(people, (here, there), crouched, strict=True):
        man = Man(who=who, at=square_at(x, y), crouched=low, fired=who.fired)
        gun = best_gun(man)
        men.append(changed(man, hand=gun.key if gun else ""))
    board = Table(ground=ground, **{"stage": "planning", **table})
    land = terrain_of(ground)
    sight = are_in_sight(land, smoky_squares(board.clouds, land), men[0], men[1])
    return State(
        table=board, own=(_own_side(men[0], men[1], sight), _own_side(men[1], men[0], sight))
    )


def _own_side(mine: Man, other: Man, sight: bool) -> Own:
    mark = (
        Mark(at=other.at, in_sight=sight, crouched=other.crouched, hand=other.hand)
        if sight
        else Mark(at=other.at, turn=1, phase=1)
    )
    return Own(
        man=mine,
        enemy_team=other.who.team,
        enemy_name=other.who.name,
        mark=mark,
        seen=sight,
        spotted=sight,
    )


def plan(words: str = "", action: Action | None = None, *, vanish: bool = True) -> Plan:
    """Return the plan in a text such as "n, n ne, crouch".

    Commas separate phases, spaces separate steps within a phase.
    """
    phases: Any = tuple([tuple(phase.split()) for phase in words.split(",")]) if words else ()
    return Plan(phases=phases, action=action, vanish=vanish)


RIFLE: Final = Fire(weapon="rifle")


class Turn:
    """A played turn: the resulting state and what each side heard.

    Every scripted die must be used.
    """

    def __init__(self, state: State, one: Plan = STAY, two: Plan = STAY, *faces: int) -> None:
        dice = ScriptedDice(*faces)
        before, first = submit(AMBUSH, state, seat=ADA, move=one, dice=dice)
        self.state, second = submit(AMBUSH, before, seat=BEA, move=two, dice=dice)
        dice.assert_used()
        self.told = (*first, *second)
        self.ada, self.bea = self.state.own
        self.table = self.state.table

    def heard(self, seat: Seat, kind: type) -> list[Any]:
        return [event for event in heard_by(seat, self.told) if isinstance(event, kind)]


def play_turns(state: State, count: int, one: Plan = STAY, two: Plan = STAY) -> State:
    """Play turns in which no dice are rolled."""
    for _ in range(count):
        state = Turn(state, one, two).state
    return state


def seeded_dice(words: str) -> Dice:
    return SeededDice(seed_from(words), 0)


def start(one: Combatant, two: Combatant, section: int = 1, **facts: Any) -> State:
    return AMBUSH.start(Setup(ambush=sample_ambush(one, two, section), **facts), ScriptedDice())[0]


def square_index(x: int, y: int) -> int:
    return square_at(x, y)
