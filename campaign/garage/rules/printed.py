"""Vehicles as newsletters and forums print them, in one line (C122).

`read_printed` turns such a line into a design and reports the phrases that it does not understand.
It accepts any order, common abbreviations and both spellings. Each phrase is read once, so that
the time is proportional to the length. `write_printed` writes a line that can be read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any, Final

from engine.values import Value

from .catalogue import BUILT_IN, Catalogue, with_parts
from .club_parts import NO_PARTS, with_club_parts
from .design import Facings, Mount, VehicleDesign, compute_totals
from .fittings import ENDS, Fitting, weapon_share
from .parts import LOCATIONS, ClubParts, Facing, rule_of
from .printed_words import (
    ACCESSORY_WORDS,
    AMMUNITION_WORDS,
    BODY_WORDS,
    CREW_WORDS,
    FACING_LETTERS,
    FACING_WORDS,
    IGNORED,
    ROCKETS,
    TYRE_WORDS,
    WEAPON_WORDS,
    normalise,
)
from .published import AMMUNITION

MAX_PRINTED_LENGTH: Final = 4_000
MIN_LIST: Final = 3
WRAPPED: Final = 45
"""Average length of the lines of wrapped text. Shorter lines are a list."""
MIN_SIDES: Final = 4
"""Minimum number of values such as "35F" that are taken for armour."""
MAX_COUNT: Final = 12
"""Maximum number of equal weapons in one phrase."""


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


_FACE: Final = (
    r"\(?\b(?:front|back|left|right|top|under(?:body)?|[fblrtu])\s?\(?\s?\d{1,3}(?:\s?/\s?\d{1,3})?\)?"
    r"(?:\s?\((?:half |light )?ramplate\))?"
)
_ARMOUR: Final = re.compile(rf"{_FACE}(?:[ ,;/]{{1,3}}{_FACE}){{1,5}}")
_ARMOUR_ROW: Final = re.compile(r"\b(\d{1,3}(?:/\d{1,3}){5}) ?\(?([fblrtu](?:/[fblrtu]){5})\)?")
_ARMOUR_HEAD: Final = re.compile(
    r"\(?\b([fblrtu](?:/[fblrtu]){5})\)?[,:]? ?(\d{1,3}(?:/\d{1,3}){5})\b"
)
_BOTH_SIDES: Final = re.compile(
    r"\b(?:sides|(l)[/&](r)|(t)[/&](u)|(f)[/&](b))\b:? ?(\d{1,3})\b(?:each)?"
)
_PAIR: Final = re.compile(
    r"^([^&]{2,40}?) (?:&|and) ([^&]{2,40}?) ((?:front|back|left|right|top|under)|in turret)$"
)
_POINTS_OF_SIDE: Final = re.compile(
    r"\b(\d{1,3}) (?:pt )?(?:on )?(?:the )?(front|back|left|right|top|under)(?:body)?\b"
)
_POINTS_ROW: Final = re.compile(
    rf"\barmour:? ?{_POINTS_OF_SIDE.pattern}(?:,? (?:and )?{_POINTS_OF_SIDE.pattern}){{1,5}}"
)
_SIDE_MARK: Final = re.compile(
    r"\b(front|back|left|right|top|under(?:body)?|[fblrtu])(?: ?[:=]|-) ?(?=\d{1,3}\b(?![- ]pt))"
)
_SIDE_AFTER: Final = re.compile(r"\b(\d{1,3}) ?([fblrtu])\b(?=[ ,;/)]|$)")
_PLAIN_ARMOUR: Final = re.compile(r"^(\d{1,3}) pt (?:of )?([a-z -]{0,60}?)armour$")
_FILLER: Final = re.compile(
    r"^(?:and|also|plus|with|has|have|carries|carrying|mounts?|mounted|equipped|includes|an?|the"
    r"|fired by|are|is)\b (?:also )?(?:a |an |the )?(?!w/)"
)
_ONE_FACE: Final = re.compile(
    r"\b(front|back|left|right|top|under(?:body)?|[fblrtu])\s?\(?\s?(\d{1,3})(?:\s?/\s?(\d{1,3}))?\)?"
    r"(?:\s?\(((?:half |light )?ramplate)\))?"
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
_FITTING: Final = re.compile(
    r"^(.{2,60}?)(?: (front|back|left|right|top|under|plant|(?<!fuel )tank|driver|gunner))?"
    r"(?: (\d{1,3}))?$"
)
_SHOTS: Final = re.compile(r"^(\d{1,3}) (?:shots? ?(?:of )?|rounds? ?(?:of )?)?")


def _normalise(text: str) -> str:
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


def _unify_armour(line: str) -> str:
    """Return the line with its armour as "f20 b15 l15", whatever the order and marks."""
    line = _ARMOUR_ROW.sub(_spread_armour, line)
    line = _ARMOUR_HEAD.sub(
        lambda match: " ".join(
            f"{side}{points}"
            for side, points in zip(match[1].split("/"), match[2].split("/"), strict=True)
        ),
        line,
    )
    line = _BOTH_SIDES.sub(
        lambda match: " ".join(
            f"{side}{match[7]}" for side in (list(filter(None, match.groups()[:6])) or ["l", "r"])
        ),
        line,
    )
    line = _POINTS_ROW.sub(
        lambda match: _POINTS_OF_SIDE.sub(r"\2 \1", match[0]).replace(" and ", " "), line
    )
    line = _SIDE_MARK.sub(r"\1 ", line)
    before, after = _ARMOUR.search(line), list(_SIDE_AFTER.finditer(line))
    if len(after) >= MIN_SIDES and not (before and before.start() < after[0].start()):
        line = _SIDE_AFTER.sub(r"\2\1", line)
    return line


def _spread_armour(match: re.Match[str]) -> str:
    """Return a row such as "20/15/15/15/5/5 (f/b/l/r/t/u)" as "f20 b15 l15 r15 t5 u5"."""
    pairs = zip(match[2].split("/"), match[1].split("/"), strict=True)
    return " ".join(f"{letter}{points}" for letter, points in pairs)


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
    turret: str = ""
    mixed: str = ""
    name: str = ""
    side: str = ""
    unread: list[str] = field(default_factory=list)
    printed: dict[str, Any] = field(default_factory=dict)

    def read(self, text: str) -> None:
        """Read the whole line."""
        line = _normalise(_join_lines(self._without_name(text)))
        line = _unify_armour(line)
        if match := _ARMOUR.search(line):
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
        armour_terms = set(re.findall(r"[a-z-]+", kind.replace("m/p", "metal plastic")))
        if armour_terms & set(WEAPON_WORDS):
            self.unread.append(kind.strip())
        metal, plastic = (
            "metal" in armour_terms,
            "metal" not in armour_terms or "plastic" in armour_terms,
        )
        fire, mirror = "fireproof" in armour_terms, "laser-reflective" in armour_terms
        radar, sloped = "radarproof" in armour_terms, "sloped" in armour_terms
        if metal and plastic:
            self.mixed = (
                "reflective_metal_plate" if "laser-reflective metal" in kind else "metal_plate"
            )
            mirror = kind.count("laser-reflective") > (self.mixed == "reflective_metal_plate")
            metal = False
        tokens = [token for token, named in (
            ("metal", metal), ("radarproof", radar), ("reflective", mirror), ("fireproof", fire),
        ) if named]  # fmt: skip
        key = "_".join(["sloped"] * sloped + tokens) or "plastic"
        key = ARMOUR_KEYS.get(key, key)
        self._use("armour_type", key, self.catalogue.armour, kind.strip() or key)
        for letter, first, second, plate in _ONE_FACE.findall(faces):
            side = FACING_LETTERS.get(letter[0], letter)
            points, metal_points = int(first), 0
            if second or self.mixed:
                metal_points, points = (int(first), int(second)) if second else (0, int(first))
                self.mixed = self.mixed or "metal_plate"
            self.armour[side] = points
            if metal_points:
                self._fit(self.mixed, metal_points, side)
            if plate:
                self._fit("light_ramplate" if plate != "ramplate" else "ramplate", 1, side)

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
            and not _facings_in(clause)[0]
            and clause not in ACCESSORY_WORDS
            and self._read_weapon(_with_side(clause, self.side))
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
                self._fit("six_wheels", 1, "back")
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
        for token in _items(tail):
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
        for token in _items(tail):
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
        if match[1] == "6" and not any(fitted.part == "six_wheels" for fitted in self.fittings):
            self._fit("six_wheels", 1, "back")
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
        for token in _items(tail):
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
        match = _FITTING.match(clause)
        key = ACCESSORY_WORDS.get(match[1]) if match else None
        if not match or not key or not (match[2] or match[3]):
            return False
        self._fit(key, int(match[3] or 1), match[2] or "")
        return True

    # --- weapons ---

    def _read_weapon(self, clause: str) -> bool:
        clause, pod, platform = _without_mounting(clause)
        places, head, loads = _split_weapon(clause)
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
        tokens = [token for load in loads for token in _items(load)]
        tokens += [token for token in before if token in AMMUNITION_WORDS]
        numbers = range(first, len(self.guns) + 1)
        self.unread += [token for token in tokens if not self._load_all(token, numbers)]
        return True

    def _add_mounting(self, pod: str, numbers: Sequence[int], *, platform: bool) -> None:
        """Put weapons into pods of their size, or onto a rocket platform."""
        dummy = VehicleDesign(body="compact", plant="small")
        sizes = [
            weapon_share(dummy, self.catalogue.weapons[self.guns[number - 1].weapon]).spaces
            for number in numbers
        ]
        if platform:
            self._add(f"rocket_platform_{min(3, max(1, ceil(sum(sizes))))}")
        for number, size in zip(numbers, sizes, strict=True):
            if pod:
                self._fit(f"{pod}_{min(3, max(1, ceil(size)))}", 1, f"weapon:{number}")

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
        dummy = VehicleDesign(body=self.body, plant=self.plant)
        spaces = sum(
            (weapon_share(dummy, self.catalogue.weapons[gun.weapon]).spaces for gun in turned),
            Fraction(0),
        )
        self._add(f"turret_{min(3, max(1, ceil(spaces)))}")


SIX_WHEELS: Final = "six_wheels"
_AMMUNITION_BY_SHOT: Final = frozenset(part.key for part in AMMUNITION if rule_of(part).largest)
"""Ammunition that is counted in shots."""
BUILT_IN_NAMES: Final = {"body_spoiler": "spoiler", "body_airdam": "airdam"}
ARMOUR_KEYS: Final = {
    "reflective": "laser_reflective",
    "metal_reflective": "reflective_metal",
}
FACE_WORDS: Final = frozenset({*FACING_WORDS, *FACING_LETTERS, "and", "&", "turret", "linked"})
LABELS: Final = frozenset(
    {"type", "body", "engine", "power plant", "plant", "tyres", "crew", "weaponry", "weapons",
     "weighted accessories", "unweighted accessories", "accessories", "dischargers",
     "component armour", "vehicle armour", "options", "defenses", "defences", "personal equipment",
     "equipment", "gear", "body type", "armament", "armaments", "performance", "misc", "notes",
     "extras", "crew gear", "droppers", "drivetrain", "frame", "cost", "price", "total", "armour",
     "engine type", "tank", "gas tank", "links", "modifications"}
)  # fmt: skip
FIRST_LABELS: Final = LABELS | {
    "type",
    "armor",
    "plastic armor",
    "chassis",
    "suspension",
    "pp",
    "tires",
    "body",
    "plastic",
    "vehicle",
    "car",
    "name",
}
LIGHT_PLANTS: Final = {
    "small_cycle": "small_cycle",
    "medium_cycle": "medium_cycle_plant",
    "large_cycle": "large_cycle_plant",
    "super_cycle": "super_cycle_plant",
    "super_trike": "super_trike_plant",
}
LIGHT_FRAME: Final = {
    "light": "cycle_light",
    "standard": "cycle_improved",
    "heavy": "cycle_heavy",
    "off_road": "cycle_off_road",
}
PLACES: Final = {
    "power plant": "plant", "plant": "plant", "engine": "plant", "tank": "tank",
    "driver": "driver", "cyclist": "driver", "gunner": "gunner",
}  # fmt: skip
ON_FRONT: Final = frozenset({"ramplate", "light_ramplate", "bumper_spikes"})
ON_WEAPON: Final = frozenset({"laser_guidance_link", "magazine_switch", "rotary_magazine"})
PREFIXES: Final = ("linked", "bumper-triggered", "laser-guided", "incendiary", "armour-piercing",
                   "high-density", "each")  # fmt: skip


def _tank_key(kind: str) -> str:
    return "heavy_duty_tank" if kind == "hd" else f"{kind.replace('-', '_')}_tank"


def _items(text: str) -> list[str]:
    """Return the tokens of a list such as "PC & SC" or "TC and 10-pt CA"."""
    text = re.sub(r"^\(|\)$", "", text.strip().removeprefix("w/"))
    return [
        token.strip(" ()") for token in re.split(r" and | & |&|,| plus | w/", text) if token.strip()
    ]


def _split_weapon(clause: str) -> tuple[tuple[Facing, ...], str, list[str]]:
    """Return the facings of a phrase about a weapon, its first part, and its loads."""
    head, _, tail = clause.partition(" w/")
    loads = [tail] if tail else []
    places: tuple[Facing, ...] = ()
    if inner := re.search(r"\(([^()]{0,60})\)", head):
        head = " ".join(head.replace(inner[0], " ").split())
        places = _letters(inner[1])
        if not places:
            loads.append(inner[1].replace("/", " shots ", 1))
    facings, head = _facings_in(head)
    if tail:
        later, loads[0] = _facings_in(tail, attached=True)
        facings = facings or later
    return places or facings, head, loads


def _without_mounting(clause: str) -> tuple[str, str, bool]:
    """Return a phrase without its pod or rocket platform, the pod, and whether there is a
    platform.
    """
    platform = re.search(r" on (?:a )?(?:\w+ )?rocket platform", clause)
    if platform:
        return clause.replace(platform[0], ""), "", True
    pod = re.search(r" in (?:an? )?(?:\d[- ]space )?(rocket )?pods?\b", clause)
    if pod:
        clause = clause.replace(pod[0], "").removesuffix(" each")
        return clause, "rocket_pod" if pod[1] else "weapon_pod", False
    return clause, "", False


def _with_side(clause: str, side: str) -> str:
    head, separator, tail = clause.partition(" w/")
    return f"{head} {side}{separator}{tail}"


def _facings_in(text: str, *, attached: bool = False) -> tuple[tuple[Facing, ...], str]:
    """Return the facings named in a phrase, and the phrase without them."""
    if re.search(r"\bturret\b", text):
        return ("turret",), re.sub(
            r"\b(?:in |on )?(?:a )?(?:\d[ -]space )?(?:universal )?(?:top )?turret\b", " ", text
        )
    text = re.sub(r"\b(front|back) (?:left|right)\b", r"\1", text)
    text = re.sub(r"\b(front|back|rear|left|right|top|under) ?/ ?(?=[fblrtu])", r"\1 and ", text)
    text = re.sub(r" ([fblrtu]) ?[/&] ?([fblrtu])$", _full_sides, text)
    text = re.sub(r"\bforward$|\bforwards$", "front", text)
    matches = re.findall(r"\b(front|back|rear|left|right|top|underbody|under)\b", text)
    if not matches and not attached:
        match = re.search(r" ([fblrtu])( linked)?$", text)
        if match:
            return (FACING_LETTERS[match[1]],), text[: match.start()] + (match[2] or "")
    remainder = re.sub(
        r"\b(?:front|back|rear|left|right|top|underbody|under)\b(?: (?:and|&) )?", " ", text
    )
    return tuple(FACING_WORDS[token] for token in matches), " ".join(remainder.split())


def _full_sides(match: re.Match[str]) -> str:
    return f" {FACING_LETTERS[match[1]]} and {FACING_LETTERS[match[2]]}"


def _letters(text: str) -> tuple[Facing, ...]:
    """Return the facings in a list such as "L, R, B", "F, 2U 2T" or "1 left, 1 right"."""
    places: list[Facing] = []
    text = re.sub(r"\band\b|[/&]", " ", text)
    for token in re.findall(r"\d{0,2} ?[a-z]+", text):
        match = re.match(r"(\d{0,2}) ?([a-z]+)$", token)
        if not match or (match[2] not in FACING_WORDS and match[2] not in FACING_LETTERS):
            return ()
        place = FACING_WORDS.get(match[2]) or FACING_LETTERS[match[2]]
        places += [place] * min(MAX_COUNT, int(match[1] or 1))
    return tuple(places)


def write_printed(design: VehicleDesign) -> str:
    """Return the printed line of a design, with its figures."""
    parts = design.catalogue
    body, totals = parts.bodies[design.body], compute_totals(design)
    pieces = [body.name]
    if not body.cycle:
        pieces.append(f"{_hyphenate(design.chassis)} chassis")
    suspension = {"standard": "improved"}.get(design.suspension, design.suspension)
    pieces.append(f"{_hyphenate(suspension.removeprefix('cycle_'))} suspension")
    pieces.append(parts.plants[design.plant].name)
    count = sum(body.axles) + 2 * any(fitted.part == SIX_WHEELS for fitted in design.placed)
    tyres = [parts.tyres[key].name.lower() for key in design.tyres]
    if tyres[0] == tyres[-1]:
        pieces.append(f"{count} {tyres[0]} tires")
    else:
        front = body.axles[0]
        pieces.append(f"{front} {tyres[0]} tires front, {count - front} {tyres[-1]} tires back")
    pieces.append("driver and gunner" if design.gunner else "driver")
    if design.passengers:
        pieces.append(f"{design.passengers} passengers")
    for number, mount in enumerate(design.weapons, 1):
        kinds = [fitted for fitted in design.placed if fitted.weapon == number]
        special = sum(fitted.size for fitted in kinds if fitted.part in _AMMUNITION_BY_SHOT)
        plain_shots = 0 if mount.shots is None else mount.shots - special
        loads = [f"{plain_shots} shots"] if plain_shots > 0 else []
        loads += [
            f"{fitted.size} {parts.accessories[fitted.part].name.lower()}" for fitted in kinds
        ]
        facing = "in turret" if mount.facing == "turret" else mount.facing
        loads += ["extra magazine"] * mount.spare_magazines
        with_loads = f" w/{' and '.join(loads)}" if loads else ""
        pieces.append(f"{parts.weapons[mount.weapon].name} {facing}{with_loads}")
    pieces += [parts.accessories[key].name for key in design.accessories]
    pieces += [
        ", ".join(filter(None, (parts.accessories[fitted.part].name, fitted.place))).replace(
            ", ", " "
        )
        + (f" {fitted.size}" if fitted.size > 1 else "")
        for fitted in design.placed
        if not fitted.weapon and fitted.part != SIX_WHEELS
    ]
    armour = ", ".join(f"{side[0].upper()}{design.armour.points_on(side)}" for side in LOCATIONS)
    pieces.append(f"{parts.armour[design.armour_type].name} armor: {armour}")
    pieces.append(
        f"acceleration {totals.acceleration:g}, top speed {totals.top_speed:g}, HC {totals.hc}; "
        f"{totals.weight:,} lbs., ${totals.cost:,}"
    )
    return ", ".join(pieces)


def _hyphenate(key: str) -> str:
    return key.replace("_", "-")
