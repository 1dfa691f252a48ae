"""An ambush by doctrine: a plain exchange of fire, played to the end at once.

The numbers are those of the duel on foot: fire (P6), weapons and armour (P7), hand to hand (P9), wounds (P10), the turn limit
(P12). Room is simplified (ours: E30): the two stand on a line 14 to 24 squares apart, each 9 to 20 squares from an edge; a turn
is one move and one shot, the ambusher first. No grenades are thrown. What the doctrines do:

- *aggressive* fires on the move and closes to 4 squares, with blade or fist to 1; it looks for an enemy who hides;
- *cautious* shoots braced from behind cover; untrained or unarmed, or with a pistol against armour, it leaves instead (P15);
- *flee first* runs if an edge is within 4 turns; otherwise it hides if it has stealth at base, and runs if not.

Who hides is out of sight from the next turn on, and after two whole turns unseen may vanish at each turn's end (P11); an
aggressive enemy finds him again on a 5 or 6.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from campaign.rules.gear import GEAR, UNARMED, Gear, Packed, Weapon

from .ambush.call import TURN_LIMIT, Ambush, AmbushResult, Combatant, Fighter, WeaponSkill
from .files import CONSCIOUS, WOUNDED

if TYPE_CHECKING:
    from engine.dice import Dice

NEAREST: Final = 14
SPREAD: Final = 11
EDGE: Final = 9
EDGE_SPREAD: Final = 12
WALK: Final = 5
CLOSE: Final = 4
ARM_LENGTH: Final = 1
TURNS_TO_RUN: Final = 4
VANISH: Final = 7
HIDDEN_TURNS: Final = 2
FOUND: Final = 5

Plan: TypeAlias = Literal["close", "stand", "run", "hide"]


@dataclass
class Man:
    """One of the two while they fight."""

    who: Combatant
    edge: int
    hits: int = 0
    armour_lost: int = 0
    fired: Counter[str] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)
    moved: bool = False
    cover: bool = False
    unseen: int = 0
    left: Literal["", "edge", "stealth"] = ""
    felled_with: WeaponSkill = ""

    @property
    def dp(self) -> int:
        return self.who.dp - self.hits

    @property
    def up(self) -> bool:
        return self.dp >= CONSCIOUS

    @property
    def wounds(self) -> int:
        return WOUNDED if self.dp < self.who.full_dp else 0

    @property
    def speed(self) -> int:
        """Squares a turn: 5, and one for each running level (P4)."""
        return WALK + max(0, self.who.skills.running)

    @property
    def armour(self) -> int:
        return self.who.armour - self.armour_lost


@dataclass
class Ground:
    """The two, and how far apart they are."""

    ambusher: Man
    other: Man
    apart: int
    dice: Dice

    def enemy_of(self, man: Man) -> Man:
        return self.other if man is self.ambusher else self.ambusher

    @property
    def over(self) -> bool:
        return not (self.ambusher.up and self.other.up) or bool(self.ambusher.left or self.other.left)


def exchange(ambush: Ambush, dice: Dice) -> AmbushResult:
    """Fight an ambush by both sides' doctrine. The same dice give the same fight."""
    ground = Ground(
        ambusher=_man(ambush.ambusher, dice), other=_man(ambush.ambushed, dice), apart=NEAREST - 1 + dice.die(SPREAD), dice=dice
    )
    turns = 0
    while turns < TURN_LIMIT and not ground.over:
        turns += 1
        take_turn(ground)
    return AmbushResult(ambusher=_fighter(ground.ambusher), ambushed=_fighter(ground.other), turns=turns)


def _man(who: Combatant, dice: Dice) -> Man:
    return Man(who=who, edge=EDGE - 1 + dice.die(EDGE_SPREAD), fired=Counter({item.gear: item.count for item in who.fired}))


def _fighter(man: Man) -> Fighter:
    return Fighter(
        hits=man.hits,
        armour=man.armour_lost,
        spent=_pieces(man.spent),
        fired=_pieces(man.fired),
        left=man.left,
        felled_with=man.felled_with,
    )


def _pieces(counts: Counter[str]) -> tuple[Packed, ...]:
    return tuple([Packed(gear=key, count=count) for key, count in counts.items() if count > 0])


# --- a turn ------------------------------------------------------------------------------------------------------------


def take_turn(ground: Ground) -> None:
    """The ambusher does all, then the other; who is down does nothing. At its end the hidden may vanish (P11)."""
    for man in (ground.ambusher, ground.other):
        if not ground.over:
            _act(ground, man)
    for man in (ground.ambusher, ground.other):
        if not ground.over and man.unseen > HIDDEN_TURNS and _roll(ground, man.who.skills.stealth + man.wounds) >= VANISH:
            man.left = "stealth"


def _act(ground: Ground, man: Man) -> None:
    enemy = ground.enemy_of(man)
    plan = _plan(ground, man)
    man.moved, man.cover = plan != "stand", plan == "stand"
    if plan == "run":
        _run(ground, man)
    elif plan == "hide":
        man.unseen += 1
    elif enemy.unseen > 1 and not _finds(ground, man):
        return
    else:
        if plan == "close":
            ground.apart = max(_wanted(man), ground.apart - man.speed)
        _attack(ground, man)


def _plan(ground: Ground, man: Man) -> Plan:
    """What this man's doctrine does this turn (P15, simplified)."""
    doctrine = man.who.tactics
    if doctrine == "flee_first":
        near = man.edge <= TURNS_TO_RUN * man.speed
        return "run" if near or man.who.skills.stealth < 0 else "hide"
    if doctrine == "aggressive":
        return "close" if ground.apart > _wanted(man) else "stand"
    return "stand" if _may_trade(ground, man) else "run"


def _may_trade(ground: Ground, man: Man) -> bool:
    """May a cautious man stand and shoot? Not untrained, not unarmed, not with a pistol against armour unless close."""
    weapon = _best_gun(man)
    if weapon is None or man.who.skills.handgunner < 0:
        return False
    return weapon.kind != "pistol" or ground.enemy_of(man).armour <= 0 or ground.apart <= CLOSE


def _wanted(man: Man) -> int:
    """How near an aggressive man wants to be: 4 squares with a firearm, arm's length without."""
    return CLOSE if _best_gun(man) else ARM_LENGTH


def _run(ground: Ground, man: Man) -> None:
    """Towards the nearest edge, and over it."""
    man.edge -= man.speed
    ground.apart += man.speed // 2
    if man.edge <= 0:
        man.left = "edge"


def _finds(ground: Ground, man: Man) -> bool:
    """An aggressive man looks for who hides; the others wait."""
    if man.who.tactics != "aggressive" or ground.dice.die(6) < FOUND:
        return False
    ground.enemy_of(man).unseen = 0
    return True


# --- attacks -----------------------------------------------------------------------------------------------------------


def _attack(ground: Ground, man: Man) -> None:
    """One firing action: the best gun, reloading if it is empty; at arm's length blade or fist."""
    gun = _best_gun(man)
    if gun and gun.weapon:
        if _rounds(man, gun) == 0:
            _reload(man, gun)
            return
        for _ in range(min(gun.weapon.barrels, _rounds(man, gun))):
            man.fired[gun.key] += 1
            _shoot(ground, man, gun.weapon)
        if gun.weapon.one_use:
            man.spent[gun.key] += 1
    elif ground.apart <= ARM_LENGTH:
        _strike(ground, man)


def _best_gun(man: Man) -> Gear | None:
    """The firearm with the greatest damage that can be fired or reloaded; None when there is none."""
    guns = [GEAR[item.gear] for item in man.who.kit.items]
    loaded = [gun for gun in guns if gun.weapon and gun.weapon.shots and (_rounds(man, gun) or _clips(man, gun))]
    return max(loaded, key=lambda gun: (_worth(gun), -gun.cost), default=None)


def _worth(gun: Gear) -> int:
    """Twice the mean damage of a firing action."""
    weapon = gun.weapon
    if weapon is None:
        return 0
    return weapon.barrels * (7 if weapon.fires_grenades else 7 * weapon.dice + 2 * weapon.add)


def _rounds(man: Man, gun: Gear) -> int:
    return gun.weapon.shots - man.fired[gun.key] if gun.weapon else 0


def _clips(man: Man, gun: Gear) -> int:
    carried = sum([item.count for item in man.who.kit.items if gun.weapon and item.gear == gun.weapon.clip])
    return carried - man.spent[gun.weapon.clip] if gun.weapon else 0


def _reload(man: Man, gun: Gear) -> None:
    if gun.weapon:
        man.spent[gun.weapon.clip] += 1
        man.fired[gun.key] = 0


def _shoot(ground: Ground, man: Man, weapon: Weapon) -> None:
    enemy = ground.enemy_of(man)
    if not enemy.up:
        return
    modifier = fire_modifier(
        ground.apart,
        handgunner=man.who.skills.handgunner,
        wounds=man.wounds,
        firer_still=not man.moved,
        target_still=not enemy.moved,
        cover=enemy.cover,
    )
    if _hits(ground, weapon.to_hit, modifier):
        dice, add = (1, 0) if weapon.fires_grenades else (weapon.dice, weapon.add)
        _damage(ground, man, max(0, sum(ground.dice.roll(dice)) + add), "handgunner")


def fire_modifier(squares: int, *, handgunner: int, wounds: int, firer_still: bool, target_still: bool, cover: bool) -> int:
    """What is added to 2d6 for a shot at a man so many squares away (P6, P16). Who stands still fires braced."""
    near = 4 if squares * squares <= 16 else 0
    far = -sum([squares >= step for step in (16, 32, 48, 64)])
    still = (2 if firer_still else 0) + (1 if target_still else 0)
    return -3 + near + far + still + handgunner + wounds + (-2 if cover else 0)


def _hits(ground: Ground, number: int, modifier: int) -> bool:
    """2d6 at or over the number; 2 always misses, 12 always hits (P6)."""
    thrown = sum(ground.dice.roll(2))
    return thrown == 12 or (thrown != 2 and thrown + modifier >= number)


def _strike(ground: Ground, man: Man) -> None:
    """Blade or fist (P9): no range or size; martial arts adds to hit, and one hit for every second level."""
    skills = man.who.skills
    knife = next((GEAR[item.gear].weapon for item in man.who.kit.items if GEAR[item.gear].kind == "knife"), None)
    weapon = knife if knife and skills.blade >= skills.martial_arts else UNARMED
    armed = weapon is knife
    level = skills.blade if armed else skills.martial_arts
    if _hits(ground, weapon.to_hit, level + man.wounds):
        more = 0 if armed else -1 if level < 0 else level // 2
        hits = sum(ground.dice.roll(weapon.dice)) + weapon.add + more
        _damage(ground, man, max(0, hits), "blade" if armed else "martial_arts")


def _damage(ground: Ground, man: Man, hits: int, skill: WeaponSkill) -> None:
    """Armour first, then DP; unconscious at 1, dead at 0 or less (P7, P10)."""
    enemy = ground.enemy_of(man)
    kept = min(hits, enemy.armour)
    enemy.armour_lost += kept
    enemy.hits += hits - kept
    if not enemy.up:
        man.felled_with = skill


def _roll(ground: Ground, modifier: int) -> int:
    return sum(ground.dice.roll(2)) + modifier
