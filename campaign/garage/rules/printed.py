"""Vehicles as newsletters and forums print them, in one line (C122).

`read_printed` turns such a line into a design and reports the phrases that it does not understand.
It accepts any order, common abbreviations and both spellings. Each phrase is read once, so that
the time is proportional to the length. `write_printed` in `printed_writing` writes such a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final

from engine.values import Value

from .catalogue import BUILT_IN, Catalogue, with_parts
from .club_parts import NO_PARTS, with_club_parts
from .design import Facings, Mount, VehicleDesign
from .fittings import ENDS, SIX_WHEELS, WEAPON_SITE, Fitting, split_fitting, weapon_share
from .parts import ClubParts, Facing
from .printed_armour import ARMOUR, ARMOUR_SIDE, kind_of_armour, unify_armour
from .printed_weapons import (
    MAX_COUNT,
    facings_in,
    items_in,
    split_weapon,
    with_side,
    without_mounting,
)
from .printed_words import (
    ACCESSORY_WORDS,
    AMMUNITION_WORDS,
    BODY_WORDS,
    BUILT_IN_NAMES,
    CREW_WORDS,
    FACE_WORDS,
    FACING_LETTERS,
    FACING_WORDS,
    FIRST_LABELS,
    IGNORED,
    LABELS,
    LIGHT_FRAME,
    LIGHT_PLANTS,
    ON_FRONT,
    ON_WEAPON,
    PLACES,
    PREFIXES,
    ROCKETS,
    TYRE_WORDS,
    WEAPON_WORDS,
    normalise,
)

MAX_PRINTED_LENGTH: Final = 4_000
MIN_LIST: Final = 3
WRAPPED: Final = 45
"""Average length of the lines of wrapped text. Shorter lines are a list."""


class Printed(Value):
    """The figures printed with a vehicle. Figures that are missing are None."""

    cost: float | None = None
    weight: float | None = None
    top_speed: float | None = None
    acceleration: float | None = None
    hc: int | None = None


class Reading(Value):
    """A printed line as a design, with the phrases that were not understood.

    The design is None if the line names no body or no power plant.
    """

    design: VehicleDesign | None
    unread: tuple[str, ...]
    printed: Printed


def read_printed(text: str, parts: ClubParts = NO_PARTS) -> Reading:
    """Return the design in a printed line, with parts of the catalogue and of `parts`."""
    reader = _Reader(BUILT_IN if parts == NO_PARTS else with_parts(parts))
    reader.read(text[:MAX_PRINTED_LENGTH])
    if len(text) > MAX_PRINTED_LENGTH:
        reader.unread.append(f"the text after {MAX_PRINTED_LENGTH:,} characters")
    design = reader.design()
    return Reading(
        design=with_club_parts(design, parts) if design else None,
        unread=tuple(dict.fromkeys(reader.unread)),
        printed=Printed(**reader.printed),
    )


_PAIR: Final = re.compile(
    r"^([^&]{2,40}?) (?:&|and) ([^&]{2,40}?) ((?:front|back|left|right|top|under)|in turret)$"
)
_PLAIN_ARMOUR: Final = re.compile(r"^(\d{1,3}) pt (?:of )?([a-z -]{0,60}?)armour$")
_FILLER: Final = re.compile(
    r"^(?:and|also|plus|with|has|have|carries|carrying|mounts?|mounted|equipped|includes|an?|the"
    r"|fired by|are|is)\b (?:also )?(?:a |an |the )?(?!w/)"
)
_FIGURES: Final = {
    "cost": re.compile(r"[$£]\s?(\d{1,9}(?:\.\d{1,2})?)"),
    "weight": re.compile(
        r"(?:^|^(?:total )?(?:weight|wt)[^\d$]{0,20})(\d{1,6}(?:\.\d{1,2})?) ?(?:lbs?|pounds)\b"
    ),
    "top_speed": re.compile(r"^(?:top speed|max speed|speed|top|ts):? ?(\d{1,3}(?:\.\d)?)"),
    "acceleration": re.compile(r"^acc(?:el(?:eration)?)?:? ?(\d{1,2}(?:\.\d)?)"),
    "hc": re.compile(r"^(?:hc|handling class|handling):? ?(\d)"),
}
_COUNT: Final = re.compile(r"^(\d{1,2})x? ")
_POINTS: Final = re.compile(r"^(\d{1,3})[ -]?pt\b ?(?:of )?")
_GUARD: Final = re.compile(
    r"^(?:(\d) )?(\d{1,2})[ -]?pt (?:plastic )?(?:cycle )?(?:wheel ?)?(guard|hub)s?"
    r"(?: \(?(front|back)\)?)?$"
)
_TANK: Final = re.compile(
    r"^(\d{1,3})[ -]?gal (economy|heavy-duty|hd|racing|duelling)(?: (?:gas|fuel))?(?: tank)?"
)
_CID: Final = re.compile(r"^(\d{2,3}) ?c(?:id|i|u in)\b(?: (?:ic|gas))?(?: engine)?")
_PLANT: Final = re.compile(
    r"^(small|medium|large|super|sport|thundercat)(?: electric)?(?: (cycle|trike))?(?: electric)?"
    r"(?: (?:power )?plant| engine)?"
)
_FRAME: Final = re.compile(
    r"^(light|standard|improved|heavy|extra-heavy|off-road|racing)(?:[ -](active))?"
    r"(?: (6|six)[ -]?wheel(?:ed)?)? (chassis|suspension)$"
)
_SHOTS: Final = re.compile(r"^(\d{1,3}) (?:shots? ?(?:of )?|rounds? ?(?:of )?)?")
_ANY_CAR: Final = VehicleDesign(body="compact", plant="small")
"""The car in which the spaces of weapons are counted, to choose the size of a pod or turret."""


def _clean(text: str) -> str:
    """Return the text in one spelling, with its phrases separated by commas."""
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"\[[^\[\]]{0,200}\]", "", text)
    text = re.sub(r"\.(?= |$)", ",", normalise(text))
    text = re.sub(r"\) (?=(?:\d|[a-z]{3}))(?!front|back|left|right|top|under|and )", "), ", text)
    return " ".join(text.split())


def _join_lines(text: str) -> str:
    """Return the text with bullets and the ends of short lines as commas.

    Long lines are wrapped text, whose ends are spaces.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    is_list = len(lines) > MIN_LIST and sum(map(len, lines)) < WRAPPED * len(lines)
    joined = (", " if is_list else " ").join(lines)
    return re.sub(r" [*|•] ", ", ", f" {joined}")


def _clauses(text: str) -> Iterator[str]:
    """Yield the phrases between commas and semicolons that are not inside parentheses."""
    depth, start = 0, 0
    for index, letter in enumerate(text):
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth = max(0, depth - 1)
        elif letter in ",;" and not depth:
            yield text[start:index].strip(" -")
            start = index + 1
    yield text[start:].strip(" -")


@dataclass(slots=True)
class _Gun:
    weapon: str
    facing: Facing
    shots: int | None = None
    spares: int = 0


@dataclass(slots=True)
class _Reader:
    """The state of reading one line."""

    catalogue: Catalogue
    body: str = ""
    chassis: str = "standard"
    suspension: str = "light"
    plant: str = ""
    tyres: dict[str, str] = field(default_factory=lambda: dict.fromkeys(ENDS, "standard"))
    armour_type: str = "plastic"
    armour: dict[str, int] = field(default_factory=dict)
    guns: list[_Gun] = field(default_factory=list)
    accessories: list[str] = field(default_factory=list)
    fittings: list[Fitting] = field(default_factory=list)
    guards: list[tuple[str, int, tuple[str, ...]]] = field(default_factory=list)
    gunner: bool = False
    passengers: int = 0
    name: str = ""
    side: str = ""
    unread: list[str] = field(default_factory=list)
    printed: dict[str, Any] = field(default_factory=dict)

    def read(self, text: str) -> None:
        """Read the whole line."""
        line = _clean(_join_lines(self._without_name(text)))
        line = unify_armour(line)
        if match := ARMOUR.search(line):
            start = max(line.rfind(mark, 0, match.start()) for mark in (",", ";", ":")) + 1
            before = line[:start].rstrip(": ")
            if line[start - 1 : start] == ":":  # the kind of armour is before the colon
                start = max(before.rfind(mark) for mark in (",", ";")) + 1
            self._read_armour(line[start : match.start()], match[0])
            line = f"{line[:start]} , {line[match.end() :]}"
        waiting = ""
        for clause in _clauses(line):
            if (
                waiting
                and set(clause.split()) <= FACE_WORDS
                and self._read_weapon(f"{waiting} {clause}")
            ):
                self.unread.remove(waiting)
                waiting = ""
            elif clause and not self._read_clause(clause) and not self._read_pair(clause):
                self.unread.append(clause)
                waiting = clause

    def _read_pair(self, clause: str) -> bool:
        """Read two weapons with one place, such as "md & ss back"."""
        match = _PAIR.match(clause)
        if not match or not {match[1], match[2]} <= set(WEAPON_WORDS):
            return False
        return all(self._read_weapon(f"{name} {match[3]}") for name in (match[1], match[2]))

    def _without_name(self, text: str) -> str:
        """Return the line without the vehicle's name, which a dash or colon separates."""
        text = text.strip()
        match = re.match(r"([^,:;]{1,60}?)\s{0,9}(?:--|—|–| - |:)\s*(?=\S)", text)
        if match and match[1].strip().lower() not in FIRST_LABELS:
            self.name = " ".join(match[1].split())
            return text[match.end() :]
        return text

    # --- armour ---

    def _read_armour(self, kind: str, faces: str) -> None:
        if set(re.findall(r"[a-z-]+", kind)) & set(WEAPON_WORDS):
            self.unread.append(kind.strip())
        key, plates = kind_of_armour(kind)
        self._use("armour_type", key, self.catalogue.armour, kind.strip() or key)
        for letter, first, second, ramplate in ARMOUR_SIDE.findall(faces):
            side = FACING_LETTERS.get(letter[0], letter)
            metal, points = (int(first), int(second)) if second else (0, int(first))
            self.armour[side] = points
            if metal:
                self._fit(plates or "metal_plate", metal, side)
            if ramplate:
                self._fit("ramplate" if ramplate == "ramplate" else "light_ramplate", 1, side)

    # --- phrases ---

    def _read_clause(self, clause: str) -> bool:
        label, _, remainder = clause.partition(":")
        if remainder and label in ("chassis", "suspension"):
            clause = f"{remainder.strip()} {label}"
        elif remainder and label in ("plant", "power plant") and "engine" not in remainder:
            clause = f"{remainder.strip()} plant"
        elif remainder and label in FACING_WORDS:
            self.side = label
            clause = remainder.strip()
        elif label in LABELS:
            self.side = ""
            clause = remainder.strip()
        if (
            self.side
            and not facings_in(clause)[0]
            and clause not in ACCESSORY_WORDS
            and self._read_weapon(with_side(clause, self.side))
        ):
            return True
        while match := _FILLER.match(clause):
            clause = clause[match.end() :]
        if not clause or clause in IGNORED or clause.startswith(("cargo", "gear allocation")):
            return True
        readers = (
            self._read_figures, self._read_body, self._read_frame, self._read_plant,
            self._read_tank, self._read_tyres, self._read_guards, self._read_crew,
            self._read_links, self._read_accessory, self._read_points, self._read_fitting,
            self._read_plain_armour, self._read_windshell, self._read_trigger, self._read_weapon,
        )  # fmt: skip
        return any(reader(clause) for reader in readers)

    def _read_figures(self, clause: str) -> bool:
        matches = False
        for name, pattern in _FIGURES.items():
            match = pattern.search(clause)
            if match:  # the last figure counts, because the load may come first
                self.printed[name] = int(match[1]) if name == "hc" else float(match[1])
            matches = matches or bool(match)
        return matches

    def _read_body(self, clause: str) -> bool:
        if self.body:
            return False
        tokens = clause.removesuffix(" body").split()
        for count in (3, 2, 1):
            name, remainder = " ".join(tokens[:count]), " ".join(tokens[count:])
            if name in BODY_WORDS and (not remainder or self._read_frame(remainder)):
                self._use("body", BODY_WORDS[name], self.catalogue.bodies, clause)
                return True
        return False

    def _read_frame(self, clause: str) -> bool:
        match = _FRAME.match(clause)
        if not match:
            return False
        kind, active, six, what = match.groups()
        if what == "chassis":
            self.chassis = kind.replace("-", "_")
            if six:
                self._fit(SIX_WHEELS, 1, "back")
        else:
            self.suspension = {"improved": "standard"}.get(kind, kind).replace("-", "_")
            if active:
                self._add("active_suspension")
        return True

    def _read_plant(self, clause: str) -> bool:
        head, _, tail = clause.partition(" w/")
        if match := _CID.match(clause):
            key, tail = f"cid_{match[1]}", clause[match.end() :]
        elif (
            (match := _PLANT.match(head)) and match.end() == len(head) and " " in f"{head} ".strip()
        ):
            kind, light = match[1], match[2]
            key = f"{kind}_{light}" if light else kind
            key = LIGHT_PLANTS.get(key, key)
        else:
            return False
        if self.plant or not self._use("plant", key, self.catalogue.plants, head):
            return not self.plant
        for token in items_in(tail):
            if tank := _TANK.match(token):
                self._fit(_tank_key(tank[2]), int(tank[1]), "")
            elif not self._attach(token, "plant", 0):
                self.unread.append(token)
        return True

    def _read_tank(self, clause: str) -> bool:
        head, _, tail = clause.partition(" w/")
        match = _TANK.match(head)
        if not match:
            return False
        self._fit(_tank_key(match[2]), int(match[1]), "")
        for token in items_in(tail):
            if not self._attach(token, "tank", 0):
                self.unread.append(token)
        return True

    def _read_tyres(self, clause: str) -> bool:
        clause = re.sub(r"^(.{2,60}) tyres x(\d)$", r"\2 \1 tyres", clause)
        clause = re.sub(r"^(\d) ?x ", r"\1 ", clause)
        match = re.match(r"^(\d) (.{2,60}?)(?: tyres?)?(?: (front|back))?$", clause)
        tokens = match[2].replace("tyres", "").split() if match else []
        if not match or not all(token in TYRE_WORDS for token in tokens):
            return False
        kinds = [TYRE_WORDS[token] for token in tokens if TYRE_WORDS[token]]
        base = [kind for kind in kinds if kind in self.catalogue.tyres]
        if len(base) != 1:
            return False
        end = match[3] or ""
        for place in (end,) if end else ENDS:
            self.tyres[place] = base[0]
        for kind in kinds:
            if kind != base[0]:
                self._fit(kind, 1, end)
        if match[1] == "6" and not any(fitted.part == SIX_WHEELS for fitted in self.fittings):
            self._fit(SIX_WHEELS, 1, "back")
        return True

    def _read_guards(self, clause: str) -> bool:
        match = _GUARD.match(clause)
        if not match:
            return False
        ends = (match[4],) if match[4] else ENDS
        self.guards.append((match[3], int(match[2]), ends))
        return True

    def _read_crew(self, clause: str) -> bool:
        head, _, tail = clause.partition(" w/")
        if " (" in head:
            head, _, tail = head.partition(" (")
            tail = tail.rstrip(")").replace(",", " and ")
        people = re.findall(r"\b(driver|cyclist|gunner|passenger)s?\b", head)
        remainder = re.sub(
            r"\b(?:driver|cyclist|gunner|passenger)s?\b|\bonly\b|\band\b|&|\beach\b|\+|\d", "", head
        )
        if not people or remainder.strip():
            return False
        count = int(match[1]) if (match := _COUNT.match(head)) else 1
        place = "driver"
        for person in people:
            if person == "gunner":
                self.gunner, place = True, "gunner"
            elif person == "passenger":
                self.passengers, place = min(20, self.passengers + count), ""
        for token in items_in(tail):
            if not self._attach(token, place, 0):
                self.unread.append(token)
        return True

    def _read_links(self, clause: str) -> bool:
        match = re.match(r"^(?:(\d) )?(smart )?links?\b", clause)
        if not match:
            return False
        total = re.search(r"total of (\d{1,2}) links", clause)
        count = int(total[1]) if total else int(match[1] or 1)
        for _ in range(min(MAX_COUNT, count)):
            self._add("smart_link" if match[2] else "link")
        return True

    def _read_accessory(self, clause: str) -> bool:
        clause = re.sub(r" \(front\)$|s for both driver and gunner$| for driver$", "", clause)
        tokens = re.split(r" & | and |, ", clause)
        keys = [
            ACCESSORY_WORDS.get(token.strip()) or ACCESSORY_WORDS.get(token.strip().rstrip("s"))
            for token in tokens
        ]
        if not all(keys):
            return False
        for key in keys:
            assert key is not None  # noqa: S101 - all keys were found
            if key in ON_FRONT:
                self._fit(key, 1, "front")
            else:
                self._add(key)
        return True

    def _read_points(self, clause: str) -> bool:
        """Read component armour, such as "10-pt CA (power plant)" or "10 pts CA around driver"."""
        match = _POINTS.match(clause)
        if not match or not clause[match.end() :].startswith(("ca", "component armour")):
            return False
        remainder = clause[match.end() :]
        places = dict.fromkeys(place for token, place in PLACES.items() if token in remainder)
        for place in places:
            self._fit("component_armour", int(match[1]), place)
        return bool(places)

    def _read_plain_armour(self, clause: str) -> bool:
        """Read armour without sides, such as "17 pt of sloped armour". A cycle has it in front and
        at the back.
        """
        match = _PLAIN_ARMOUR.match(clause)
        if not match or self.armour:
            return False
        points = int(match[1])
        self._read_armour(f"{match[2]}armour", f"f{points - points // 2} b{points // 2}")
        return True

    def _read_windshell(self, clause: str) -> bool:
        match = re.match(r"^(?:cycle )?windshell w/(\d{1,2}) pt (?:of )?armour$", clause)
        if match:
            self._add("windshell")
            self._fit("windshell_armour", int(match[1]), "driver")
        return bool(match)

    def _read_trigger(self, clause: str) -> bool:
        match = re.match(r"^(?:(front|back|left|right) )?bumper[- ]trigger(?: (\w+))?$", clause)
        place = (match[1] or match[2] or "front") if match else ""
        if match and place in FACING_WORDS:
            self._add_triggers((FACING_WORDS[place],))
        return bool(match)

    def _read_fitting(self, clause: str) -> bool:
        """Read a fitting as `write_printed` writes it, such as "wheelguards back 10"."""
        if triggers := re.match(r"^(\d) bumper triggers$", clause):
            self._add_triggers(("front", "back", "left", "right")[: int(triggers[1])])
            return True
        name, place, size = split_fitting(clause)
        key = ACCESSORY_WORDS.get(name)
        if not key or name == clause or place.startswith(WEAPON_SITE):
            return False
        self._fit(key, size, place)
        return True

    # --- weapons ---

    def _read_weapon(self, clause: str) -> bool:
        clause, pod, platform = without_mounting(clause)
        places, head, loads = split_weapon(clause)
        places = ("turret",) if platform else places
        count = int(match[1]) if (match := _COUNT.match(head)) else 1
        head = head[match.end() :] if match else head
        head = re.sub(r"^(.{2,40}) ?x ?(\d{1,2})$", r"\2 \1", head)
        if multiple := re.match(r"^(\d{1,2}) ", head):
            count, head = int(multiple[1]), head[multiple.end() :]
        before = [token for token in PREFIXES if re.search(rf"\b{re.escape(token)}\b", head)]
        for token in before:
            head = re.sub(rf"\b{re.escape(token)}\b", " ", head)
        name = " ".join(head.replace(" in ", " ").split()).removesuffix(" in").strip()
        key = WEAPON_WORDS.get(name) or WEAPON_WORDS.get(name.removesuffix("s"))
        if not key or key not in self.catalogue.weapons or not (places or self._drops(key)):
            return False
        places = places or ("back",)
        if "linked" in before and count == 1 and len(places) == 1:
            count = 2
        first = len(self.guns) + 1
        for place in places:
            each = count if len(places) == 1 else 1
            self.guns += [_Gun(key, place) for _ in range(min(MAX_COUNT, each))]
        if "linked" in before:
            self._add("link")
        self._add_mounting(pod, range(first, len(self.guns) + 1), platform=platform)
        if "universal turret" in clause:
            self._add("universal_mount")
        if "bumper-triggered" in before:
            self._add_triggers(places)
        tokens = [token for load in loads for token in items_in(load)]
        tokens += [token for token in before if token in AMMUNITION_WORDS]
        numbers = range(first, len(self.guns) + 1)
        self.unread += [token for token in tokens if not self._load_all(token, numbers)]
        return True

    def _add_mounting(self, pod: str, numbers: Sequence[int], *, platform: bool) -> None:
        """Put weapons into pods of their size, or onto a rocket platform."""
        guns = [self.guns[number - 1] for number in numbers]
        if platform:
            self._add(self._smallest_key("rocket_platform", guns))
        for number, gun in zip(numbers, guns, strict=True):
            if pod:
                self._fit(self._smallest_key(pod, [gun]), 1, f"weapon:{number}")

    def _smallest_key(self, part: str, guns: Sequence[_Gun]) -> str:
        """Return the key of the smallest such part that holds the weapons, such as "turret_2"."""
        weapons = [self.catalogue.weapons[gun.weapon] for gun in guns]
        spaces = ceil(sum(weapon_share(_ANY_CAR, weapon).spaces for weapon in weapons))
        return f"{part}_{min(3, max(1, spaces))}"

    def _add_triggers(self, places: Sequence[str]) -> None:
        """Add a bumper trigger to each of these sides that has none."""
        present = {fitted.place for fitted in self.fittings if fitted.part == "bumper_trigger"}
        for place in dict.fromkeys(places):
            if place not in present:
                self._fit("bumper_trigger", 1, place)

    def _drops(self, key: str) -> bool:
        return self.catalogue.weapons[key].look == "dropper"

    def _load_all(self, token: str, numbers: Sequence[int]) -> bool:
        shared = token.endswith("on the pair")
        understood = True
        for index, number in enumerate(numbers):
            text = token.removesuffix("on the pair").strip()
            understood = self._attach(text, f"weapon:{number}", number, shared and index > 0)
        return understood

    def _attach(self, token: str, place: str, number: int, shared: bool = False) -> bool:
        """Attach ammunition, component armour or personal equipment to a place."""
        token = token.strip(" .").removeprefix("each ")
        if not token or token in IGNORED:
            return True
        if ((match := _POINTS.match(token)) and "armour" in token[match.end() :]) or (
            match and token[match.end() :] == "ca"
        ):
            part = "shared_component_armour" if shared else "component_armour"
            self._fit(part, int(match[1]), place)
            return True
        if number and self._load(token, number):
            return True
        if (match := _COUNT.match(token)) and token[match.end() :] in ACCESSORY_WORDS:
            self._fit(ACCESSORY_WORDS[token[match.end() :]], int(match[1]), place)
            return True
        if token in ("extra magazine", "spare magazine") and number:
            self.guns[number - 1].spares += 1
            return True
        if key := ACCESSORY_WORDS.get(token) or CREW_WORDS.get(token):
            if key in ON_WEAPON:
                self._fit(key, 1, place)
            else:
                self._add(key)
            return True
        return False

    def _load(self, token: str, number: int) -> bool:
        gun = self.guns[number - 1]
        weapon = self.catalogue.weapons[gun.weapon]
        match = _SHOTS.match(token)
        count = int(match[1]) if match else 0
        kind = re.sub(r"\b(?:ammo|ammunition|shots?|rounds?|normal|reg|regular)\b|/", " ",
                      token[match.end() :] if match else token)  # fmt: skip
        kind = " ".join(kind.split())
        is_plain = kind in ("", "mines", "spikes", weapon.name.lower())
        part = "" if is_plain else AMMUNITION_WORDS.get(kind, "")
        if not is_plain and not part:
            return False
        part = ROCKETS.get(
            (gun.weapon, part), ROCKETS.get((weapon.look, part, weapon.shots == 1), part)
        )
        if weapon.shots > 1 and count:
            before = gun.shots or 0
            gun.shots = before + count
        if part:
            rocket = weapon.shots == 1
            size = 1 if rocket else (count or weapon.shots)
            self._fit(part, size, f"weapon:{number}")
        return True

    # --- result ---

    def _use(self, name: str, key: str, kind: Any, tokens: str) -> bool:
        if key not in kind:
            self.unread.append(tokens)
            return False
        setattr(self, name, key)
        return True

    def _add(self, key: str) -> None:
        key = key if key in self.catalogue.accessories else BUILT_IN_NAMES.get(key, key)
        if key in self.catalogue.accessories:
            if key in self.accessories and key != "link":  # the builder keeps only links twice
                self.fittings.append(Fitting(part=key))
            else:
                self.accessories.append(key)
        else:
            self.unread.append(key.replace("_", " "))

    def _fit(self, key: str, size: int, place: str) -> None:
        if key in self.catalogue.accessories:
            self.fittings.append(Fitting(part=key, size=max(1, min(500, size)), place=place))
        else:
            self.unread.append(key.replace("_", " "))

    def design(self) -> VehicleDesign | None:
        """Return the design, or None if the body or the power plant is missing."""
        if not self.body or not self.plant:
            for what, token in ((self.body, "body"), (self.plant, "power plant")):
                if not what:
                    self.unread.append(f"no {token}")
            return None
        body = self.catalogue.bodies[self.body]
        if body.light_frame:
            light = LIGHT_FRAME.get(self.suspension, self.suspension)
            self._use("suspension", light, self.catalogue.suspensions, "suspension")
            for end, tyre in self.tyres.items():
                if (key := f"motorcycle_{tyre}") in self.catalogue.tyres:
                    self.tyres[end] = key
                else:
                    self.unread.append("tyres")
            plant = LIGHT_PLANTS.get(f"{self.plant}_cycle", self.plant)
            if plant in self.catalogue.plants:
                self.plant = plant
        for kind, size, ends in self.guards:
            for end in ends:
                single = body.axles[ENDS.index(end)] == 1
                self._fit("cycle_wheelguard" if single else f"wheel{kind}", size, end)
        self._add_turret()
        try:
            return VehicleDesign(
                model=self.name[:60],
                body=self.body,
                chassis=self.chassis if not body.cycle else "standard",
                suspension=self.suspension,
                plant=self.plant,
                tyres=(self.tyres["front"], self.tyres["back"]),
                armour_type=self.armour_type,
                armour=Facings(**{side: min(500, n) for side, n in self.armour.items()}),
                weapons=tuple(
                    Mount(weapon=gun.weapon, facing=gun.facing, shots=gun.shots,
                          spares=min(4, gun.spares))
                    for gun in self.guns[:30]
                ),
                accessories=tuple(self.accessories[:30]),
                gunner=self.gunner,
                passengers=self.passengers,
                fittings=tuple(self.fittings[:60]),
            )  # fmt: skip
        except (TypeError, ValueError):
            self.unread.append("the whole line")
            return None

    def _add_turret(self) -> None:
        turned = [gun for gun in self.guns if gun.facing == "turret"]
        aboard = [self.catalogue.accessories[key] for key in self.accessories]
        if not turned or any(part.turret for part in aboard):
            return
        self._add(self._smallest_key("turret", turned))


def _tank_key(kind: str) -> str:
    return "heavy_duty_tank" if kind == "hd" else f"{kind.replace('-', '_')}_tank"
