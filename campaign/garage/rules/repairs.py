"""Rules for repairs by mechanics, who roll dice during a week, and by the hired workshop.

The target numbers are those of the classic game. The difficulty of each job and the number of rolls
per week are our own (C13). The caller checks that a mechanic works on only one vehicle a week and
has no other assignment (E20).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from campaign.house_rules.rules.house import DEFAULT, HouseRules
from campaign.roster.rules.skills import is_trained
from core.web.problems import Problem
from engine.dice import Dice
from engine.values import Value, changed

from .damage import part_price
from .parts import LOCATIONS
from .record import VehicleRecord, Wear, armour_key, list_parts, wear_rows

Difficulty: TypeAlias = Literal["trivial", "easy", "medium", "hard", "very_hard"]
DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("trivial", "easy", "medium", "hard", "very_hard")
NEVER: Final = 99

# Lowest 2d6 roll that succeeds. The rows are for no skill, base, +1, +2, and +3 or better.
TARGETS: Final[tuple[tuple[int, ...], ...]] = (
    (2, 11, NEVER, NEVER, NEVER),
    (1, 9, 11, 12, NEVER),
    (1, 7, 9, 11, 14),
    (1, 5, 7, 9, 11),
    (1, 3, 5, 7, 11),
)
_DIFFICULTY_BY_KIND: Final[Mapping[str, Difficulty]] = {
    "tyre": "trivial",
    "armour": "easy",
    "weapon": "medium",
    "accessory": "medium",
    "plant": "hard",
}


class Try(Value):
    """A roll to repair a part. `restored` is in armour points or DP. It is 0 if the roll failed."""

    part: str
    faces: tuple[int, ...]
    total: int
    target: int
    restored: int


class Work(Value):
    """A mechanic's week, with all rolls, the points restored by part, and the cost of material in
    dollars.
    """

    tries: tuple[Try, ...] = ()
    restored: tuple[Wear, ...] = ()
    cost: int = 0


class Quote(Value):
    """A line in the workshop's price list, with a part, its loss, and the price in dollars."""

    part: str
    name: str
    lost: int
    cost: int


def target_number(mechanic: int, difficulty: Difficulty) -> int:
    """Return the lowest 2d6 roll that succeeds at a mechanic's level.

    Level −4 means below base. Return NEVER if the level is too low.
    """
    row = TARGETS[min(max(mechanic, -1) + 1, len(TARGETS) - 1)]
    return row[DIFFICULTIES.index(difficulty)]


def part_size(record: VehicleRecord, part: str) -> int:
    """Return the DP or armour points that a part had when built.

    Return 0 if the vehicle does not have the part.
    """
    built = {armour_key(location): record.design.armour_on(location) for location in LOCATIONS}
    return (built | {component.key: component.dp for component in list_parts(record.design)}).get(
        part, 0
    )


def job_difficulty(record: VehicleRecord, part: str) -> Difficulty:
    """Return the difficulty of a repair.

    Destroyed parts are very hard to repair, except tyres and armour.
    """
    kind = part.partition(":")[0]
    ruined = kind not in ("armour", "tyre") and record.lost(part) >= part_size(record, part)
    return "very_hard" if ruined else _DIFFICULTY_BY_KIND[kind]


def restorable_points(record: VehicleRecord, part: str, house_rules: HouseRules = DEFAULT) -> int:
    """Return the points that one success restores, limited to the loss.

    A success restores 1 DP, or as many armour points as the house rules say (by default 3).
    """
    step = house_rules.repair_armour_points if part.startswith("armour:") else 1
    return min(step, record.lost(part))


def check_work(record: VehicleRecord, jobs: Iterable[str], mechanic: int) -> tuple[Problem, ...]:
    """Return the errors in assigning these repairs to a mechanic of this level."""
    if not is_trained(mechanic):
        return (
            Problem(
                field="mechanic",
                code="untrained",
                sentence="Repairs need the mechanic skill at base level.",
            ),
        )
    return tuple(
        _nothing_to_do(part)
        for part in jobs
        if not part_size(record, part) or not record.lost(part)
    )


def _nothing_to_do(part: str) -> Problem:
    return Problem(
        field="jobs",
        code="nothing-to-repair",
        sentence=f"“{part}” is not damaged. Remove it from the list.",
    )


def week_of_work(
    record: VehicleRecord,
    jobs: Iterable[str],
    mechanic: int,
    dice: Dice,
    house_rules: HouseRules = DEFAULT,
    *,
    budget: int,
    modifier: int = 0,
) -> Work:
    """Roll for the jobs in order, within the week's number of tries and the budget.

    Each job is tried until the part is repaired. `budget` is in dollars. `modifier` is −2 for a
    wounded mechanic. Parts whose target number cannot be rolled are skipped.
    """
    tries: list[Try] = []
    current = record
    for part in jobs:
        while len(tries) < house_rules.repair_tries and _can_try(
            record, current, part, mechanic, modifier, house_rules, budget
        ):
            tries.append(_roll_try(current, part, mechanic, dice, house_rules, modifier))
            current = _apply_try(current, tries[-1])
    return Work(
        tries=tuple(tries),
        restored=_restored_wear(record, current),
        cost=_material_cost(record, current),
    )


def _can_try(
    before: VehicleRecord,
    current: VehicleRecord,
    part: str,
    mechanic: int,
    modifier: int,
    house_rules: HouseRules,
    budget: int,
) -> bool:
    step = restorable_points(current, part, house_rules)
    reachable = (
        target_number(mechanic, job_difficulty(current, part)) <= 12 + modifier if step else False
    )
    return (
        reachable
        and _material_cost(
            before, _apply_try(current, Try(part=part, faces=(), total=0, target=0, restored=step))
        )
        <= budget
    )


def _roll_try(
    record: VehicleRecord,
    part: str,
    mechanic: int,
    dice: Dice,
    house_rules: HouseRules,
    modifier: int,
) -> Try:
    faces = dice.roll(2)
    total, target = sum(faces) + modifier, target_number(mechanic, job_difficulty(record, part))
    return Try(
        part=part,
        faces=faces,
        total=total,
        target=target,
        restored=restorable_points(record, part, house_rules) if total >= target else 0,
    )


def _apply_try(record: VehicleRecord, attempt: Try) -> VehicleRecord:
    return apply_repairs(record, (Wear(part=attempt.part, lost=attempt.restored),))


def apply_repairs(record: VehicleRecord, restored: Iterable[Wear]) -> VehicleRecord:
    """Return the record after these points have been restored."""
    lost_by_part = {wear.part: wear.lost for wear in record.damage}
    for wear in restored:
        lost_by_part[wear.part] = lost_by_part.get(wear.part, 0) - wear.lost
    return changed(record, damage=wear_rows(lost_by_part))


def _restored_wear(before: VehicleRecord, after: VehicleRecord) -> tuple[Wear, ...]:
    return wear_rows({wear.part: wear.lost - after.lost(wear.part) for wear in before.damage})


def _material_cost(before: VehicleRecord, after: VehicleRecord) -> int:
    return sum(part_price(before, wear.part, wear.lost) for wear in _restored_wear(before, after))


def quote_repairs(record: VehicleRecord, house_rules: HouseRules = DEFAULT) -> tuple[Quote, ...]:
    """Return the hired workshop's price for each part with a loss.

    Shots cost their list price. If the club has no workshop, only shots are on sale.
    """
    names = {part.key: part.name for part in list_parts(record.design)}
    lines = (
        Quote(
            part=wear.part,
            name=names.get(wear.part, _part_label(wear.part)),
            lost=wear.lost,
            cost=_workshop_price(record, wear, house_rules),
        )
        for wear in record.damage
    )
    return tuple(
        line for line in lines if house_rules.workshop_percent or line.part.startswith("ammo:")
    )


def _part_label(part: str) -> str:
    kind, _, name = part.partition(":")
    if kind == "armour":
        return f"{name} armour".capitalize()
    if kind == "ammo":
        return f"Shots of {name.replace(':', ' ')}"
    return part


def _workshop_price(record: VehicleRecord, wear: Wear, house_rules: HouseRules) -> int:
    price = part_price(record, wear.part, wear.lost)
    return (
        price if wear.part.startswith("ammo:") else -(-price * house_rules.workshop_percent // 100)
    )
