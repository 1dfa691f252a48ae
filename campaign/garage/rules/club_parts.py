"""A club's own parts (C38–C40): checking a list, parts on sale, and parts used in a design."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET

from core.web.problems import Problem
from core.web.records import tidy
from core.web.refusals import BadForm
from engine.codec import Reader, Unreadable
from engine.values import changed

from .catalogue import BUILT_IN, KINDS
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

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .design import VehicleDesign

NO_PARTS: Final = ClubParts()
RECORDS: Final[Mapping[str, type[AnyPart]]] = {
    "bodies": Body,
    "chassis": Chassis,
    "suspensions": Suspension,
    "tyres": Tyre,
    "plants": Plant,
    "armour": ArmourType,
    "weapons": VehicleWeapon,
    "accessories": Accessory,
}
WORDS: Final = {
    "bodies": "Body",
    "chassis": "Chassis",
    "suspensions": "Suspension",
    "tyres": "Tyre",
    "plants": "Power plant",
    "armour": "Armour",
    "weapons": "Weapon",
    "accessories": "Accessory",
}
_READERS: Final = {kind: Reader[AnyPart](record) for kind, record in RECORDS.items()}
_LIST: Final = Reader[ClubParts](ClubParts)


def read_parts(data: Any) -> tuple[ClubParts | None, tuple[Problem, ...]]:
    """Return a list of parts from plain data, with all its problems; None if it cannot be read
    (C40).

    Each problem names the row and the field, as in "weapons[2].cost".
    """
    if isinstance(data, dict) and (found := tuple(_unreadable(data))):
        return None, found
    try:
        parts = _LIST.take(data)
    except Unreadable as error:
        return None, (_refused(error),)
    return parts, check_parts(parts)


def _unreadable(data: Mapping[Any, Any]) -> Iterator[Problem]:
    """Yield a problem for each row that does not fit its kind."""
    for kind, reader in _READERS.items():
        rows = data.get(kind, ())
        for at, row in enumerate(rows if isinstance(rows, list | tuple) else ()):
            try:
                reader.take(row)
            except Unreadable as error:
                yield _refused(error, f"{kind}[{at}]")


def _refused(error: Unreadable, place: str = "") -> Problem:
    field = ".".join(filter(None, (place, error.field)))
    sentence = f"{place}: {error.sentence}" if place else error.sentence
    return Problem(field=field, code=error.code, sentence=sentence)


def check_parts(parts: ClubParts) -> tuple[Problem, ...]:
    """Return the conflicts between rows of a list that are valid one by one (C38)."""
    keys = Counter(part.key for _, _, part in rows(parts))
    taken = {key for kind in KINDS for key in getattr(BUILT_IN, kind)}
    found: list[Problem] = []
    for kind, at, part in rows(parts):
        place = f"{kind}[{at}]"
        if part.key in taken:
            found.append(_wrong(place, "key", f"The catalogue has a part called {part.key}"))
        elif keys[part.key] > 1:
            found.append(_wrong(place, "key", f"Two parts are called {part.key}"))
        found += _wrong_words(place, part)
        if isinstance(part, Body) and part.wheels not in {2, 4}:
            found.append(_wrong(place, "wheels", "A body has 2 or 4 wheels"))
        if isinstance(part, VehicleWeapon) and part.shot_cost and not part.shots:
            found.append(
                _wrong(place, "shot_cost", "A weapon without shots cannot have a cost per shot")
            )
    for at, key in enumerate(parts.retired):
        if key not in keys:
            found.append(_wrong(f"retired[{at}]", "", f"Unknown part {key}"))
    return tuple(found)


def _wrong(place: str, field: str, what: str) -> Problem:
    name = f"{place}.{field}" if field else place
    return Problem(field=name, code="does-not-fit", sentence=f"{name}: {what}.")


def _wrong_words(place: str, part: AnyPart) -> Iterator[Problem]:
    try:
        tidy(part)
    except BadForm as bad:
        for problem in bad.problems:
            field = f"{place}.{problem.field}"
            yield changed(problem, field=field, sentence=f"{field}: {problem.sentence}")


def rows(parts: ClubParts) -> Iterator[tuple[str, int, AnyPart]]:
    """Yield each part with its kind and its index."""
    for kind in KINDS:
        for at, part in enumerate(getattr(parts, kind)):
            yield kind, at, part


def find(parts: ClubParts, kind: str, key: str) -> AnyPart | None:
    """Return the part with this kind and key."""
    return next((part for part in getattr(parts, kind) if part.key == key), None)


def put(parts: ClubParts, kind: str, part: AnyPart, *, sold: bool) -> ClubParts:
    """Return the list with this part added to its kind, or replacing the part with its key."""
    there = getattr(parts, kind)
    same = [at for at, one in enumerate(there) if one.key == part.key]
    at = same[0] if same else len(there)
    retired = [key for key in parts.retired if key != part.key]
    return changed(
        parts,
        **{kind: (*there[:at], part, *there[at + 1 :])},
        retired=tuple(retired if sold else [*retired, part.key]),
    )


def on_sale(parts: ClubParts) -> ClubParts:
    """Return the parts that are not retired. Vehicles keep retired parts that they have (C39)."""
    return _only(parts, {part.key for _, _, part in rows(parts)} - set(parts.retired))


def _only(parts: ClubParts, keys: set[str]) -> ClubParts:
    kept = {
        kind: tuple(part for part in getattr(parts, kind) if part.key in keys) for kind in KINDS
    }
    return ClubParts(**kept)


def outfit(
    design: VehicleDesign, parts: ClubParts, before: VehicleDesign | None = None
) -> VehicleDesign:
    """Return the design with its club parts at their current numbers.

    Parts of the vehicle's design `before` keep the numbers they were built with (C39). Parts that
    the given design carries are dropped.
    """
    used = _only(on_offer(parts, before), _named(design))
    return changed(design, own=UNSET if used == NO_PARTS else used)


def on_offer(parts: ClubParts, before: VehicleDesign | None = None) -> ClubParts:
    """Return the club's parts that a design can use: those on sale, and those in the design
    `before`.

    The latter keep the numbers they were built with (C39).
    """
    there = on_sale(parts)
    if before is None:
        return there
    kept = own_of(before)
    known = {part.key for _, _, part in rows(kept)}
    return ClubParts(
        **{
            kind: (
                *getattr(kept, kind),
                *(part for part in getattr(there, kind) if part.key not in known),
            )
            for kind in KINDS
        }
    )


def own_of(design: VehicleDesign) -> ClubParts:
    """Return the club's parts that a design carries."""
    return NO_PARTS if design.own is UNSET else design.own


def _named(design: VehicleDesign) -> set[str]:
    return {
        design.body,
        design.chassis,
        design.suspension,
        design.plant,
        design.armour_type,
        *design.tyres,
        *design.accessories,
        *(mount.weapon for mount in design.weapons),
    }


class Difference(msgspec.Struct, frozen=True):
    """The names of parts that a new list changes."""

    added: tuple[str, ...]
    altered: tuple[str, ...]
    removed: tuple[str, ...]
    retired: tuple[str, ...]
    sold_again: tuple[str, ...]

    @property
    def words(self) -> str:
        """A summary in one line; empty if the lists are equal."""
        said = (
            ("added", self.added),
            ("changed", self.altered),
            ("taken off the list", self.removed),
            ("no longer sold", self.retired),
            ("sold again", self.sold_again),
        )
        return "; ".join(f"{what}: {', '.join(names)}" for what, names in said if names)


def difference(before: ClubParts, after: ClubParts) -> Difference:
    """Return the differences between two lists."""
    old = {(kind, part.key): part for kind, _, part in rows(before)}
    new = {(kind, part.key): part for kind, _, part in rows(after)}
    names = {key[1]: part.name for key, part in (old | new).items()}
    there = {key for _, key in old} & {key for _, key in new}
    return Difference(
        added=tuple(part.name for key, part in new.items() if key not in old),
        altered=tuple(part.name for key, part in new.items() if key in old and old[key] != part),
        removed=tuple(part.name for key, part in old.items() if key not in new),
        retired=tuple(names[key] for key in after.retired if key not in before.retired),
        sold_again=tuple(
            names[key] for key in before.retired if key in there and key not in after.retired
        ),
    )
