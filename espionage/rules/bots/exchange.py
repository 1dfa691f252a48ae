"""Decides whether a bot exchanges an entered vehicle after an infiltration (E47).

The decision depends only on the team's own vehicles and on its infiltrators' snapshots. All numbers
are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from campaign.garage.rules.damage import can_fire, can_move, current_value, working_mounts
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import armour_left

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaign.garage.rules.record import VehicleRecord
    from espionage.rules.report import Snapshot

    from .tempers import Temper

PIPS_PER_DIE: Final = 7
"""Twice the average of a die, so that all numbers are integers."""
REACHING_ONLY_OUR_FRONT: Final = frozenset({"front", "back"})
"""Facings of weapons that only meet the front of a vehicle.

They meet vehicles that attack head-on or pursue. Other weapons can hit any side.
"""
SIDES: Final[tuple[Literal["front", "back", "left", "right"], ...]] = (
    "front",
    "back",
    "left",
    "right",
)


class Swap(NamedTuple):
    """An entered vehicle, the vehicle that replaces it, and the advantage in percent."""

    entered: str
    spare: str
    advantage: int


def rank_swaps(
    entered: Mapping[str, VehicleRecord],
    spare: Mapping[str, VehicleRecord],
    snapshots: Sequence[Snapshot],
    temper: Temper,
) -> tuple[Swap, ...]:
    """Return the exchanges that are worthwhile for a bot of this temper, best first."""
    swaps = [
        Swap(key, other, _advantage(before, after, snapshots))
        for key, before in entered.items()
        for other, after in spare.items()
        if _can_replace(before, after) and _is_better(before, after, snapshots, temper)
    ]
    return tuple(sorted(swaps, key=lambda swap: (-swap.advantage, swap.entered, swap.spare)))


def _can_replace(before: VehicleRecord, after: VehicleRecord) -> bool:
    return can_move(after) and (can_fire(after) or not can_fire(before))


def _is_better(
    before: VehicleRecord, after: VehicleRecord, snapshots: Sequence[Snapshot], temper: Temper
) -> bool:
    if not can_move(before):
        return True
    in_better_condition = condition(after) >= condition(
        before
    ) + temper.better_condition and current_value(after) >= current_value(before)
    return in_better_condition or _advantage(before, after, snapshots) >= temper.better_match


def _advantage(before: VehicleRecord, after: VehicleRecord, snapshots: Sequence[Snapshot]) -> int:
    """Return by how many percent `after` matches the seen vehicles better than `before`."""
    old, new = match_against(snapshots, before), match_against(snapshots, after)
    return 100 * (new - old) // max(1, old)


def condition(record: VehicleRecord) -> int:
    """Return how much of its price a vehicle is still worth, in percent."""
    return 100 * current_value(record) // max(1, compute_totals(record.design).cost)


def match_against(snapshots: Sequence[Snapshot], record: VehicleRecord) -> int:
    """Return how well a vehicle matches the vehicles that were seen.

    The match is the product of the vehicle's working guns and the armour that the enemy can reach.
    Guns in a turret or on a side reach the weakest side. Other guns only meet the front.
    """
    facings = {facing for snapshot in snapshots for facing in _gun_facings(snapshot)}
    reached = SIDES if facings - REACHING_ONLY_OUR_FRONT else SIDES[:1]
    return (1 + _firepower(record)) * (1 + min(armour_left(record, side) for side in reached))


def _gun_facings(snapshot: Snapshot) -> Iterable[str]:
    """Yield the facings of the weapons in a snapshot, leaving out weapons known to be empty."""
    if snapshot.sheet is not None:
        return [gun.facing for gun in snapshot.sheet.weapons if gun.shots or not gun.magazine]
    return [gun.facing for gun in snapshot.exterior.weapons] if snapshot.exterior else []


def _firepower(record: VehicleRecord) -> int:
    """Return twice the average damage of one shot with each working weapon."""
    weapons = record.design.catalogue.weapons
    guns = [weapons[mount.weapon] for mount in working_mounts(record)]
    return sum(max(0, PIPS_PER_DIE * gun.dice + 2 * gun.plus) for gun in guns if gun.dice)
