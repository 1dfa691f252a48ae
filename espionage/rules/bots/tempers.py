"""The three bot tempers, expressed as weights. All values are ours."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from engine.values import Value
from espionage.rules.orders import Doctrine

TemperKey: TypeAlias = Literal["careful", "greedy", "vengeful"]
OnCounterspyTwelve: TypeAlias = Literal["cancel", "if_armed", "ambush"]

NO_GEAR: Final = Kit()
PISTOL: Final = Kit(items=(Packed(gear="heavy_pistol"),))
PISTOL_AND_ARMOUR: Final = Kit(items=(Packed(gear="heavy_pistol"), Packed(gear="body_armour")))
RIFLE_AND_ARMOUR: Final = Kit(items=(Packed(gear="rifle"), Packed(gear="body_armour")))


class Temper(Value):
    """The weights of a bot's decisions.

    `guards` is the number of people on counterspy duty, and `guards_if_hurt` replaces it after a
    week with harm. The guards are the best spies if `best_guard` is true, otherwise the weakest
    trained spies. `min_success` and `max_blunder` are chances per thousand. A bot does not order
    missions that have a lower chance of success or a higher risk of a blunder. `infiltrate`,
    `assassinate` and `blow_up` are the values of a success.

    The other numbers are percentages. `seen_again_value` applies to infiltrating a team again,
    `leader` to the leading team as a target, `grudge` to each grudge point, and
    `repeated_target_value` to a team that is already a target on this sheet. `spend` is the share
    of the money that is spent on gear.

    A bot exchanges a vehicle (E47) for another if the other's condition is better by
    `better_condition` points, or if its match is better by `better_match` percent.
    """

    key: TemperKey
    guards: int
    guards_if_hurt: int
    best_guard: bool
    min_success: int
    max_blunder: int
    infiltrate: int
    assassinate: int
    blow_up: int
    seen_again_value: int
    leader: int
    grudge: int
    repeated_target_value: int
    spend: int
    bricks: int
    better_condition: int
    better_match: int
    kits: tuple[Kit, ...]
    roles_at_home: tuple[str, ...] = ()
    """Roles that stay home for the duel and the repairs."""
    victims: tuple[str, ...] = ()
    """Roles that assassins target by name. If no roles are listed, anyone is a target."""
    on_counterspy_twelve: OnCounterspyTwelve = "if_armed"
    chase_bombers: bool = False
    doctrine: Doctrine = "by_skill"


CAREFUL: Final = Temper(
    key="careful",
    guards=2,
    guards_if_hurt=2,
    best_guard=True,
    min_success=350,
    max_blunder=100,
    infiltrate=10,
    assassinate=2,
    blow_up=6,
    seen_again_value=30,
    leader=120,
    grudge=0,
    repeated_target_value=50,
    spend=2,
    bricks=1,
    better_condition=15,
    better_match=50,
    kits=(PISTOL_AND_ARMOUR, PISTOL, NO_GEAR),
    roles_at_home=("driver", "mechanic", "paramedic"),
)
GREEDY: Final = Temper(
    key="greedy",
    guards=0,
    guards_if_hurt=1,
    best_guard=False,
    min_success=200,
    max_blunder=300,
    infiltrate=4,
    assassinate=6,
    blow_up=10,
    seen_again_value=60,
    leader=200,
    grudge=0,
    repeated_target_value=70,
    spend=10,
    bricks=3,
    better_condition=30,
    better_match=30,
    kits=(PISTOL, NO_GEAR),
    victims=("driver", "cyclist", "gunner"),
)
VENGEFUL: Final = Temper(
    key="vengeful",
    guards=1,
    guards_if_hurt=1,
    best_guard=False,
    min_success=200,
    max_blunder=300,
    infiltrate=3,
    assassinate=10,
    blow_up=6,
    seen_again_value=60,
    leader=110,
    grudge=60,
    repeated_target_value=100,
    spend=5,
    bricks=2,
    better_condition=30,
    better_match=10,
    kits=(RIFLE_AND_ARMOUR, PISTOL_AND_ARMOUR, PISTOL, NO_GEAR),
    roles_at_home=("mechanic",),
    chase_bombers=True,
    doctrine="aggressive",
)
TEMPERS: Final[dict[TemperKey, Temper]] = {
    temper.key: temper for temper in (CAREFUL, GREEDY, VENGEFUL)
}


CARETAKER: Final = "caretaker"
"""Key of the caretaker, which guards the team of an absent owner and is not a temper."""


def find_temper(key: str) -> Temper:
    """Return the temper with this key. Raise LookupError if there is none."""
    for candidate in TEMPERS.values():
        if candidate.key == key:
            return candidate
    raise LookupError(f'no bot has the temper "{key}"')
