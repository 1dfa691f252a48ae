"""Phrases about weapons in a printed line: their facings, loads and mountings (C122)."""

from __future__ import annotations

import re
from typing import Final

from .parts import Facing
from .printed_words import FACING_LETTERS, FACING_WORDS

MAX_COUNT: Final = 12
"""Maximum number of equal weapons in one phrase."""


def items_in(text: str) -> list[str]:
    """Return the tokens of a list such as "PC & SC" or "TC and 10-pt CA"."""
    text = re.sub(r"^\(|\)$", "", text.strip().removeprefix("w/"))
    return [
        token.strip(" ()") for token in re.split(r" and | & |&|,| plus | w/", text) if token.strip()
    ]


def split_weapon(clause: str) -> tuple[tuple[Facing, ...], str, list[str]]:
    """Return the facings of a phrase about a weapon, its first part, and its loads."""
    head, _, tail = clause.partition(" w/")
    loads = [tail] if tail else []
    places: tuple[Facing, ...] = ()
    if inner := re.search(r"\(([^()]{0,60})\)", head):
        head = " ".join(head.replace(inner[0], " ").split())
        places = _letters(inner[1])
        if not places:
            loads.append(inner[1].replace("/", " shots ", 1))
    facings, head = facings_in(head)
    if tail:
        later, loads[0] = facings_in(tail, attached=True)
        facings = facings or later
    return places or facings, head, loads


def without_mounting(clause: str) -> tuple[str, str, bool]:
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


def with_side(clause: str, side: str) -> str:
    """Return a phrase about a weapon with its side, before the loads."""
    head, separator, tail = clause.partition(" w/")
    return f"{head} {side}{separator}{tail}"


def facings_in(text: str, *, attached: bool = False) -> tuple[tuple[Facing, ...], str]:
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
