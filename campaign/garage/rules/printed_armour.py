"""The armour in a printed line (C122)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_SIDE: Final = r"front|back|left|right|top|under(?:body)?|[fblrtu]"
_FACE: Final = (
    rf"\(?\b(?:{_SIDE})\s?\(?\s?\d{{1,3}}(?:\s?/\s?\d{{1,3}})?\)?"
    r"(?:\s?\((?:half |light )?ramplate\))?"
)
ARMOUR: Final = re.compile(rf"{_FACE}(?:[ ,;/]{{1,3}}{_FACE}){{1,5}}")
_ARMOUR_ROW: Final = re.compile(r"\b(\d{1,3}(?:/\d{1,3}){5}) ?\(?([fblrtu](?:/[fblrtu]){5})\)?")
_ARMOUR_HEAD: Final = re.compile(
    r"\(?\b([fblrtu](?:/[fblrtu]){5})\)?[,:]? ?(\d{1,3}(?:/\d{1,3}){5})\b"
)
_BOTH_SIDES: Final = re.compile(
    r"\b(?:sides|(l)[/&](r)|(t)[/&](u)|(f)[/&](b))\b:? ?(\d{1,3})\b(?:each)?"
)
_POINTS_OF_SIDE: Final = re.compile(
    r"\b(\d{1,3}) (?:pt )?(?:on )?(?:the )?(front|back|left|right|top|under)(?:body)?\b"
)
_POINTS_ROW: Final = re.compile(
    rf"\barmour:? ?{_POINTS_OF_SIDE.pattern}(?:,? (?:and )?{_POINTS_OF_SIDE.pattern}){{1,5}}"
)
_SIDE_MARK: Final = re.compile(rf"\b({_SIDE})(?: ?[:=]|-) ?(?=\d{{1,3}}\b(?![- ]pt))")
_SIDE_AFTER: Final = re.compile(r"\b(\d{1,3}) ?([fblrtu])\b(?=[ ,;/)]|$)")
ARMOUR_SIDE: Final = re.compile(
    rf"\b({_SIDE})\s?\(?\s?(\d{{1,3}})(?:\s?/\s?(\d{{1,3}}))?\)?"
    r"(?:\s?\(((?:half |light )?ramplate)\))?"
)
MIN_SIDES: Final = 4
"""Minimum number of values such as "35F" that are taken for armour."""
ARMOUR_KEYS: Final = {
    "reflective": "laser_reflective",
    "metal_reflective": "reflective_metal",
}


def unify_armour(line: str) -> str:
    """Return the line with its armour as "f20 b15 l15", whatever the order and marks."""
    line = _ARMOUR_ROW.sub(lambda match: _spread(match[2], match[1]), line)
    line = _ARMOUR_HEAD.sub(lambda match: _spread(match[1], match[2]), line)
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
    before, after = ARMOUR.search(line), list(_SIDE_AFTER.finditer(line))
    if len(after) >= MIN_SIDES and not (before and before.start() < after[0].start()):
        line = _SIDE_AFTER.sub(r"\2\1", line)
    return line


def _spread(sides: str, points: str) -> str:
    """Return sides such as "f/b" and points such as "20/15" as "f20 b15"."""
    pairs = zip(sides.split("/"), points.split("/"), strict=True)
    return " ".join(f"{side}{number}" for side, number in pairs)


class ArmourKind(NamedTuple):
    """The key of a kind of armour, and of the metal plates over it, or ""."""

    key: str
    plates: str


def kind_of_armour(text: str) -> ArmourKind:
    """Return the kind of armour that the phrase before the points names."""
    words = set(re.findall(r"[a-z-]+", text.replace("m/p", "metal plastic")))
    is_mixed = {"metal", "plastic"} <= words
    has_mirror, plates = "laser-reflective" in words, ""
    if is_mixed:
        plates_reflect = "laser-reflective metal" in text
        plates = "reflective_metal_plate" if plates_reflect else "metal_plate"
        has_mirror = text.count("laser-reflective") > plates_reflect
    properties = {
        "sloped": "sloped" in words,
        "metal": "metal" in words and not is_mixed,
        "radarproof": "radarproof" in words,
        "reflective": has_mirror,
        "fireproof": "fireproof" in words,
    }
    key = "_".join(name for name, is_named in properties.items() if is_named) or "plastic"
    return ArmourKind(ARMOUR_KEYS.get(key, key), plates)
