"""The three tempers of the weekly doctrine, as numbers. All of them are ours."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from campaign.ledger.rules.gear import Packed
from engine.values import Value
from espionage.rules.orders import Doctrine, Kit

TemperKey: TypeAlias = Literal["careful", "greedy", "vengeful"]
OnCounterspyTwelve: TypeAlias = Literal["cancel", "if_armed", "ambush"]

BARE: Final = Kit()
PISTOL: Final = Kit(items=(Packed(gear="heavy_pistol"),))
PISTOL_AND_ARMOUR: Final = Kit(items=(Packed(gear="heavy_pistol"), Packed(gear="body_armour")))
RIFLE_AND_ARMOUR: Final = Kit(items=(Packed(gear="rifle"), Packed(gear="body_armour")))


class Temper(Value):
    """How a bot weighs its week.

    `guards` stay on counterspy duty, `guards_if_hurt` after a week that did harm: the best spies if
    `best_guard`, else the least of those who know the trade. `least` and `most_blunder` are per
    thousand: a mission with less hope, or more risk of a blunder, is not sent. `infiltrate`,
    `assassinate` and `blow_up` are what a success is worth. The rest is in percent: what a look at
    a team already seen is worth, the leader as a target, each mark of a grudge on top, a team
    already on this sheet, and how much of the money may go into gear.
    """

    key: TemperKey
    guards: int
    guards_if_hurt: int
    best_guard: bool
    least: int
    most_blunder: int
    infiltrate: int
    assassinate: int
    blow_up: int
    seen: int
    leader: int
    grudge: int
    again: int
    spend: int
    bricks: int
    kits: tuple[Kit, ...]
    at_home: tuple[str, ...] = ()
    """Roles that are kept for the duel and the workshop."""
    victims: tuple[str, ...] = ()
    """Roles that an assassin is sent for by name; anybody if empty."""
    on_counterspy_twelve: OnCounterspyTwelve = "if_armed"
    chase_bombers: bool = False
    doctrine: Doctrine = "by_skill"


CAREFUL: Final = Temper(
    key="careful",
    guards=2,
    guards_if_hurt=2,
    best_guard=True,
    least=350,
    most_blunder=100,
    infiltrate=10,
    assassinate=2,
    blow_up=6,
    seen=30,
    leader=120,
    grudge=0,
    again=50,
    spend=2,
    bricks=1,
    kits=(PISTOL_AND_ARMOUR, PISTOL, BARE),
    at_home=("driver", "mechanic", "paramedic"),
)
GREEDY: Final = Temper(
    key="greedy",
    guards=0,
    guards_if_hurt=1,
    best_guard=False,
    least=200,
    most_blunder=300,
    infiltrate=4,
    assassinate=6,
    blow_up=10,
    seen=60,
    leader=200,
    grudge=0,
    again=70,
    spend=10,
    bricks=3,
    kits=(PISTOL, BARE),
    victims=("driver", "cyclist", "gunner"),
)
VENGEFUL: Final = Temper(
    key="vengeful",
    guards=1,
    guards_if_hurt=1,
    best_guard=False,
    least=200,
    most_blunder=300,
    infiltrate=3,
    assassinate=10,
    blow_up=6,
    seen=60,
    leader=110,
    grudge=60,
    again=100,
    spend=5,
    bricks=2,
    kits=(RIFLE_AND_ARMOUR, PISTOL_AND_ARMOUR, PISTOL, BARE),
    at_home=("mechanic",),
    chase_bombers=True,
    doctrine="aggressive",
)
TEMPERS: Final[dict[TemperKey, Temper]] = {each.key: each for each in (CAREFUL, GREEDY, VENGEFUL)}


CARETAKER: Final = "caretaker"
"""No temper: what the house seats for who has vanished keeps watch, and does nothing else."""


def temper(key: str) -> Temper:
    """The temper of that name. Raises LookupError."""
    for each in TEMPERS.values():
        if each.key == key:
            return each
    raise LookupError(f'no bot has the temper "{key}"')
