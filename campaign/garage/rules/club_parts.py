"""Rules for a club's own parts (C38–C40).

They check lists of parts, and find the parts that are on sale or used in a design.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET

from core.web.problems import Problem, problem_from
from core.web.records import tidy
from core.web.refusals import BadForm
from engine.codec import Reader, Unreadable
from engine.values import changed

from .catalogue import BUILT_IN, KINDS
from .design import VehicleDesign
from .parts import (
    Accessory,
    AnyPart,
    ArmourType,
    Body,
    Chassis,
    ClubParts,
    Plant,
    Suspension,
    Tyre,
    VehicleWeapon,
)

NO_PARTS: Final = ClubParts()
RECORD_TYPES: Final[Mapping[str, type[AnyPart]]] = {
    "bodies": Body,
    "chassis": Chassis,
    "suspensions": Suspension,
    "tyres": Tyre,
    "plants": Plant,
    "armour": ArmourType,
    "weapons": VehicleWeapon,
    "accessories": Accessory,
}
KIND_LABELS: Final = {
    "bodies": "Body",
    "chassis": "Chassis",
    "suspensions": "Suspension",
    "tyres": "Tyre",
    "plants": "Power plant",
    "armour": "Armour",
    "weapons": "Weapon",
    "accessories": "Accessory",
}
_READERS: Final = {kind: Reader[AnyPart](record) for kind, record in RECORD_TYPES.items()}
_LIST_READER: Final = Reader[ClubParts](ClubParts)


def read_parts(data: Any) -> tuple[ClubParts | None, tuple[Problem, ...]]:
    """Read a list of parts from plain data, and return the list and all errors (C40).

    The list is None if it cannot be read. Each error names the row and the field, as in
    "weapons[2].cost".
    """
    if isinstance(data, dict) and (problems := tuple(_row_problems(data))):
        return None, problems
    try:
        parts = _LIST_READER.take(data)
    except Unreadable as error:
        return None, (problem_from(error),)
    return parts, check_parts(parts)


def _row_problems(data: Mapping[Any, Any]) -> Iterator[Problem]:
    """Yield an error for each row that is not valid for its kind of part."""
    for kind, reader in _READERS.items():
        rows = data.get(kind, ())
        for index, row in enumerate(rows if isinstance(rows, list | tuple) else ()):
            try:
                reader.take(row)
            except Unreadable as error:
                yield problem_from(error, f"{kind}[{index}]")


def check_parts(parts: ClubParts) -> tuple[Problem, ...]:
    """Return conflicts between rows that are valid on their own (C38)."""
    keys = Counter(part.key for _, _, part in iter_parts(parts))
    catalogue_keys = {key for kind in KINDS for key in getattr(BUILT_IN, kind)}
    problems: list[Problem] = []
    for kind, index, part in iter_parts(parts):
        place = f"{kind}[{index}]"
        if part.key in catalogue_keys:
            problems.append(_problem(place, "key", f"The catalogue has a part called {part.key}"))
        elif keys[part.key] > 1:
            problems.append(_problem(place, "key", f"Two parts are called {part.key}"))
        problems += _text_problems(place, part)
        if isinstance(part, Body) and part.wheels not in {2, 3, 4}:
            problems.append(_problem(place, "wheels", "A body has 2, 3 or 4 wheels"))
        if isinstance(part, VehicleWeapon) and part.shot_cost and not part.shots:
            problems.append(
                _problem(place, "shot_cost", "A weapon without shots cannot have a cost per shot")
            )
    for index, key in enumerate(parts.retired):
        if key not in keys:
            problems.append(_problem(f"retired[{index}]", "", f"Unknown part {key}"))
    return tuple(problems)


def _problem(place: str, field: str, reason: str) -> Problem:
    name = f"{place}.{field}" if field else place
    return Problem(field=name, code="does-not-fit", sentence=f"{name}: {reason}.")


def _text_problems(place: str, part: AnyPart) -> Iterator[Problem]:
    try:
        tidy(part)
    except BadForm as error:
        for problem in error.problems:
            field = f"{place}.{problem.field}"
            yield changed(problem, field=field, sentence=f"{field}: {problem.sentence}")


def iter_parts(parts: ClubParts) -> Iterator[tuple[str, int, AnyPart]]:
    """Yield each part with its kind and index."""
    for kind in KINDS:
        for index, part in enumerate(getattr(parts, kind)):
            yield kind, index, part


def find_part(parts: ClubParts, kind: str, key: str) -> AnyPart | None:
    """Return the part with this kind and key, or None."""
    return next((part for part in getattr(parts, kind) if part.key == key), None)


def add_or_replace(parts: ClubParts, kind: str, part: AnyPart, *, sold: bool) -> ClubParts:
    """Return the list with a part added. If a part with the same key exists, replace that part."""
    listed_parts = getattr(parts, kind)
    matches = [index for index, other in enumerate(listed_parts) if other.key == part.key]
    index = matches[0] if matches else len(listed_parts)
    retired = [key for key in parts.retired if key != part.key]
    return changed(
        parts,
        **{kind: (*listed_parts[:index], part, *listed_parts[index + 1 :])},
        retired=tuple(retired if sold else [*retired, part.key]),
    )


def merge_parts(parts: ClubParts, added: ClubParts) -> ClubParts:
    """Return the list with the parts that it does not have yet."""
    keys = {part.key for _, _, part in iter_parts(parts)}
    new = {
        kind: (
            *getattr(parts, kind),
            *(part for part in getattr(added, kind) if part.key not in keys),
        )
        for kind in KINDS
    }
    return changed(parts, **new)


def parts_on_sale(parts: ClubParts) -> ClubParts:
    """Return the parts that are not retired. Vehicles keep the retired ones they have (C39)."""
    return _select_parts(parts, {part.key for _, _, part in iter_parts(parts)} - set(parts.retired))


def _select_parts(parts: ClubParts, keys: set[str]) -> ClubParts:
    selected = {
        kind: tuple(part for part in getattr(parts, kind) if part.key in keys) for kind in KINDS
    }
    return ClubParts(**selected)


def with_club_parts(
    design: VehicleDesign, parts: ClubParts, before: VehicleDesign | None = None
) -> VehicleDesign:
    """Return the design with the current numbers of its club parts.

    Parts in `before`, the vehicle's existing design, keep the numbers they were built with (C39).
    Any part data in the given design is ignored.
    """
    used = _select_parts(available_parts(parts, before), _part_keys(design))
    return changed(design, own=UNSET if used == NO_PARTS else used)


def available_parts(parts: ClubParts, before: VehicleDesign | None = None) -> ClubParts:
    """Return the club's parts that a design can use.

    These are the parts on sale and the parts in `before`, the vehicle's existing design. Existing
    parts keep the numbers they were built with (C39).
    """
    sold_parts = parts_on_sale(parts)
    if before is None:
        return sold_parts
    kept_parts = carried_parts(before)
    kept_keys = {part.key for _, _, part in iter_parts(kept_parts)}
    return ClubParts(
        **{
            kind: (
                *getattr(kept_parts, kind),
                *(part for part in getattr(sold_parts, kind) if part.key not in kept_keys),
            )
            for kind in KINDS
        }
    )


def carried_parts(design: VehicleDesign) -> ClubParts:
    """Return the club's parts that are stored in a design."""
    return NO_PARTS if design.own is UNSET else design.own


def _part_keys(design: VehicleDesign) -> set[str]:
    return {
        design.body,
        design.chassis,
        design.suspension,
        design.plant,
        design.armour_type,
        *design.tyres,
        *design.accessories,
        *(fitting.part for fitting in design.placed),
        *(mount.weapon for mount in design.weapons),
    }


class Difference(msgspec.Struct, frozen=True):
    """The names of parts that differ between two lists."""

    added: tuple[str, ...]
    altered: tuple[str, ...]
    removed: tuple[str, ...]
    retired: tuple[str, ...]
    sold_again: tuple[str, ...]

    @property
    def summary(self) -> str:
        """Return a one-line summary, or "" if the lists are equal."""
        changes = (
            ("added", self.added),
            ("changed", self.altered),
            ("taken off the list", self.removed),
            ("no longer sold", self.retired),
            ("sold again", self.sold_again),
        )
        return "; ".join(f"{label}: {', '.join(names)}" for label, names in changes if names)


def compare_parts(before: ClubParts, after: ClubParts) -> Difference:
    """Return the differences between two lists of parts."""
    old = {(kind, part.key): part for kind, _, part in iter_parts(before)}
    new = {(kind, part.key): part for kind, _, part in iter_parts(after)}
    names = {key[1]: part.name for key, part in (old | new).items()}
    common_keys = {key for _, key in old} & {key for _, key in new}
    return Difference(
        added=tuple(part.name for key, part in new.items() if key not in old),
        altered=tuple(part.name for key, part in new.items() if key in old and old[key] != part),
        removed=tuple(part.name for key, part in old.items() if key not in new),
        retired=tuple(names[key] for key in after.retired if key not in before.retired),
        sold_again=tuple(
            names[key] for key in before.retired if key in common_keys and key not in after.retired
        ),
    )
