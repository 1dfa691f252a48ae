"""Repairs by a mechanic's rolls during a week, and by the hired workshop.

Target numbers are the classic game's. The difficulty of each job and the number of rolls in a week
are ours (C13). The caller checks that a mechanic works on one vehicle a week and has no other
assignment (E20).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from campaign.league.rules.house import DEFAULT, HouseRules
from campaign.roster.rules.skills import trained
from core.web.problems import Problem
from engine.values import Value, changed

from .damage import part_price
from .parts import LOCATIONS
from .record import VehicleRecord, Wear, armour_key, as_damage, parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.dice import Dice

Difficulty: TypeAlias = Literal["trivial", "easy", "medium", "hard", "very_hard"]
DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("trivial", "easy", "medium", "hard", "very_hard")
NEVER: Final = 99

# 2d6 at or over; one row for no skill, base, +1, +2, +3 and better.
TARGETS: Final[tuple[tuple[int, ...], ...]] = (
    (2, 11, NEVER, NEVER, NEVER),
    (1, 9, 11, 12, NEVER),
    (1, 7, 9, 11, 14),
    (1, 5, 7, 9, 11),
    (1, 3, 5, 7, 11),
)
_JOBS: Final[Mapping[str, Difficulty]] = {
    "tyre": "trivial",
    "armour": "easy",
    "weapon": "medium",
    "accessory": "medium",
    "plant": "hard",
}


class Try(Value):
    """One roll on one part. `restored` is in armour points or DP, and 0 after a failure."""

    part: str
    faces: tuple[int, ...]
    total: int
    target: int
    restored: int


class Work(Value):
    """A mechanic's week: all rolls, points restored by part, and material cost in dollars."""

    tries: tuple[Try, ...] = ()
    restored: tuple[Wear, ...] = ()
    cost: int = 0


class Quote(Value):
    """A line of the workshop's bill: a part, its loss, and the price in dollars."""

    part: str
    name: str
    lost: int
    cost: int


def target(mechanic: int, difficulty: Difficulty) -> int:
    """Return the 2d6 target at this mechanic level; NEVER if the skill is too low.

    Level −4 is below base.
    """
    row = TARGETS[min(max(mechanic, -1) + 1, len(TARGETS) - 1)]
    return row[DIFFICULTIES.index(difficulty)]


def part_size(record: VehicleRecord, part: str) -> int:
    """Return the DP or armour points of a part as built; 0 if the vehicle lacks the part."""
    built = {armour_key(location): record.design.armour.at(location) for location in LOCATIONS}
    return (built | {found.key: found.dp for found in parts(record.design)}).get(part, 0)


def difficulty(record: VehicleRecord, part: str) -> Difficulty:
    """Return the difficulty of a repair: very hard if destroyed, except for tyres and armour."""
    kind = part.partition(":")[0]
    ruined = kind not in ("armour", "tyre") and record.lost(part) >= part_size(record, part)
    return "very_hard" if ruined else _JOBS[kind]


def restores(record: VehicleRecord, part: str, house: HouseRules = DEFAULT) -> int:
    """Return the points that one success restores, at most the loss.

    They are 3 armour points (a house rule) or 1 DP.
    """
    step = house.repair_armour_points if part.startswith("armour:") else 1
    return min(step, record.lost(part))


def check_work(record: VehicleRecord, jobs: Iterable[str], mechanic: int) -> tuple[Problem, ...]:
    """Return the problems of assigning these parts to a mechanic of this level."""
    if not trained(mechanic):
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
    house: HouseRules = DEFAULT,
    *,
    budget: int,
    modifier: int = 0,
) -> Work:
    """Roll for the jobs in order, each until it is repaired, within the week's tries and the
    budget.

    `budget` is in dollars. `modifier` is for the mechanic's wounds (−2). Parts whose target cannot
    be reached are skipped.
    """
    tries: list[Try] = []
    now = record
    for part in jobs:
        while len(tries) < house.repair_tries and _open(
            record, now, part, mechanic, modifier, house, budget
        ):
            tries.append(_try(now, part, mechanic, dice, house, modifier))
            now = _mended(now, tries[-1])
    return Work(tries=tuple(tries), restored=_difference(record, now), cost=_spent(record, now))


def _open(
    before: VehicleRecord,
    now: VehicleRecord,
    part: str,
    mechanic: int,
    modifier: int,
    house: HouseRules,
    budget: int,
) -> bool:
    step = restores(now, part, house)
    reachable = target(mechanic, difficulty(now, part)) <= 12 + modifier if step else False
    return (
        reachable
        and _spent(before, _mended(now, Try(part=part, faces=(), total=0, target=0, restored=step)))
        <= budget
    )


def _try(
    now: VehicleRecord, part: str, mechanic: int, dice: Dice, house: HouseRules, modifier: int
) -> Try:
    faces = dice.roll(2)
    total, wanted = sum(faces) + modifier, target(mechanic, difficulty(now, part))
    return Try(
        part=part,
        faces=faces,
        total=total,
        target=wanted,
        restored=restores(now, part, house) if total >= wanted else 0,
    )


def _mended(record: VehicleRecord, done: Try) -> VehicleRecord:
    return mended(record, (Wear(part=done.part, lost=done.restored),))


def mended(record: VehicleRecord, restored: Iterable[Wear]) -> VehicleRecord:
    """Return the record after restoring these points."""
    sums = {wear.part: wear.lost for wear in record.damage}
    for wear in restored:
        sums[wear.part] = sums.get(wear.part, 0) - wear.lost
    return changed(record, damage=as_damage(sums))


def _difference(before: VehicleRecord, after: VehicleRecord) -> tuple[Wear, ...]:
    return as_damage({wear.part: wear.lost - after.lost(wear.part) for wear in before.damage})


def _spent(before: VehicleRecord, after: VehicleRecord) -> int:
    return sum(part_price(before, wear.part, wear.lost) for wear in _difference(before, after))


def workshop(record: VehicleRecord, house: HouseRules = DEFAULT) -> tuple[Quote, ...]:
    """Return the hired workshop's prices for each part that lost anything.

    Shots cost their list price. If the club has no workshop, only shots are sold.
    """
    names = {part.key: part.name for part in parts(record.design)}
    lines = (
        Quote(
            part=wear.part,
            name=names.get(wear.part, _plain(wear.part)),
            lost=wear.lost,
            cost=_asked(record, wear, house),
        )
        for wear in record.damage
    )
    return tuple(line for line in lines if house.workshop_percent or line.part.startswith("ammo:"))


def _plain(part: str) -> str:
    kind, _, rest = part.partition(":")
    return (
        f"{rest} armour".capitalize()
        if kind == "armour"
        else f"Shots of {rest.replace(':', ' ')}"
        if kind == "ammo"
        else part
    )


def _asked(record: VehicleRecord, wear: Wear, house: HouseRules) -> int:
    price = part_price(record, wear.part, wear.lost)
    return price if wear.part.startswith("ammo:") else -(-price * house.workshop_percent // 100)
