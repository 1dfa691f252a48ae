"""Simplified style sheets for SVG renderers. They are for light mode, contain no variables, and use
only supported properties.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

DEFAULT_CLASS: Final = "plain"
"""Class for shapes that have no class, used instead of `:not([class])`."""
PROPERTIES: Final = frozenset(
    {
        "color", "display", "dominant-baseline", "fill", "fill-opacity", "fill-rule",
        "font-family", "font-size", "font-style", "font-weight", "letter-spacing", "opacity",
        "paint-order", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
        "stroke-opacity", "stroke-width", "text-anchor", "visibility",
    }
)  # fmt: skip
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_TOKEN: Final = re.compile(r"(--[\w-]+)\s*:\s*([^;{}]+);")
_RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VAR: Final = re.compile(r"var\(\s*(--[\w-]+)\s*\)")
_DAY: Final = re.compile(r"light-dark\(\s*((?:[^(),]|\([^()]*\))+)\s*,\s*(?:[^(),]|\([^()]*\))+\)")
_IS_SELECTOR: Final = re.compile(r":is\(([^()]*)\)")
_FONT: Final = re.compile(r"^(?:(italic)\s+)?(?:(\d+|bold|normal)\s+)?([\d.]+\w+)(?:/\S+)?\s+(.+)$")
_REM: Final = re.compile(r"([\d.]+)rem\b")
_UNRESOLVED: Final = ("(", "@")
"""Characters that mark an unresolved value."""


def tokens_of(css: str) -> dict[str, str]:
    """Return a style sheet's custom properties by name."""
    return {name: value.strip() for name, value in _TOKEN.findall(_COMMENT.sub("", css))}


def plain_css(css: str, tokens: Mapping[str, str]) -> str:
    """Return a style sheet in which all variables are resolved.

    Rules that depend on a window or pointer (`@media`, `:hover`, `:has`), and properties that a
    picture does not use, are omitted.
    """
    rules = []
    for heads, body in _RULE.findall(_without_blocks(_COMMENT.sub("", css))):
        declarations = "; ".join(f"{name}: {value}" for name, value in _declarations(body, tokens))
        selectors = [head for selector in _split(heads) for head in _heads(selector)]
        if declarations and selectors:
            rules.append(f"{', '.join(selectors)} {{ {declarations} }}")
    return "\n".join(rules)


def _without_blocks(css: str) -> str:
    """Remove `@media`, `@font-face` and other at-rules from a style sheet."""
    parts, position = [], 0
    while (start := css.find("@", position)) >= 0:
        parts.append(css[position:start])
        position = _end_of_block(css, start)
    return "".join([*parts, css[position:]])


def _end_of_block(css: str, start: int) -> int:
    depth = 0
    for place in range(start, len(css)):
        if css[place] == ";" and not depth:
            return place + 1
        depth += (css[place] == "{") - (css[place] == "}")
        if css[place] == "}" and not depth:
            return place + 1
    return len(css)


def _split(heads: str) -> list[str]:
    """Split a list of selectors at commas outside parentheses."""
    return [selector.strip() for selector in re.split(r",(?![^()]*\))", heads)]


def _heads(head: str) -> Iterator[str]:
    """Yield a selector for each combination of alternatives in `:is`. Selectors that use more than
    classes are left out.
    """
    parts = _IS_SELECTOR.split(head.replace(":not([class])", f".{DEFAULT_CLASS}"))
    alternatives = [part.split(",") if place % 2 else [part] for place, part in enumerate(parts)]
    for combination in product(*alternatives):
        selector = "".join(
            part if place % 2 == 0 else part.strip() for place, part in enumerate(combination)
        )
        if not set(selector) & set(":+~[&"):
            yield selector


def _declarations(body: str, tokens: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for line in body.split(";"):
        name, _, value = line.partition(":")
        name, value = name.strip(), _resolve(value.strip(), tokens)
        if name == "font":
            yield from _font(value)
        elif name in PROPERTIES and value and not any(sign in value for sign in _UNRESOLVED):
            yield name, value


def _resolve(value: str, tokens: Mapping[str, str]) -> str:
    for _ in range(8):
        put_in = _VAR.sub(lambda match: tokens.get(match[1], ""), value)
        by_day = _DAY.sub(lambda match: match[1].strip(), put_in)
        if by_day == value:
            break
        value = by_day
    return _REM.sub(lambda match: f"{float(match[1]) * 16:g}px", value)


def _font(value: str) -> Iterator[tuple[str, str]]:
    if match := _FONT.match(value):
        style, weight, size, family = match.groups()
        yield from (("font-style", style or "normal"), ("font-weight", weight or "400"))
        yield from (("font-size", size), ("font-family", family))
