"""Style sheets of the house for what draws no pages: custom properties put in, colours by day, and
of the rest only what a plain reader of SVG understands.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PLAIN: Final = "plain"
"""The class of shapes that have none: `:not([class])` is said by it."""
KEPT: Final = frozenset(
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
_ONE_OF: Final = re.compile(r":is\(([^()]*)\)")
_FONT: Final = re.compile(r"^(?:(italic)\s+)?(?:(\d+|bold|normal)\s+)?([\d.]+\w+)(?:/\S+)?\s+(.+)$")
_REM: Final = re.compile(r"([\d.]+)rem\b")
_MADE: Final = ("(", "@")
"""What stands in a value that is still to be worked out."""


def tokens_of(css: str) -> dict[str, str]:
    """The custom properties of a sheet, by name."""
    return {name: value.strip() for name, value in _TOKEN.findall(_COMMENT.sub("", css))}


def plain_css(css: str, tokens: Mapping[str, str]) -> str:
    """A sheet with its custom properties put in. What is asked of a window or a pointer (`@media`,
    `:hover`, `:has`) is left out, and so is what a picture has no use for.
    """
    rules = []
    for heads, body in _RULE.findall(_without_blocks(_COMMENT.sub("", css))):
        kept = "; ".join(f"{name}: {value}" for name, value in _declared(body, tokens))
        chosen = [head for each in _split(heads) for head in _heads(each)]
        if kept and chosen:
            rules.append(f"{', '.join(chosen)} {{ {kept} }}")
    return "\n".join(rules)


def _without_blocks(css: str) -> str:
    """Without `@media`, `@font-face` and whatever else begins so."""
    found, at = [], 0
    while (start := css.find("@", at)) >= 0:
        found.append(css[at:start])
        at = _end_of_block(css, start)
    return "".join([*found, css[at:]])


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
    """At the commas outside of brackets."""
    return [each.strip() for each in re.split(r",(?![^()]*\))", heads)]


def _heads(head: str) -> Iterator[str]:
    """A selector, once for each way to read its `:is`; none where it asks for more than classes."""
    parts = _ONE_OF.split(head.replace(":not([class])", f".{PLAIN}"))
    ways = [part.split(",") if place % 2 else [part] for place, part in enumerate(parts)]
    for way in product(*ways):
        said = "".join(part if place % 2 == 0 else part.strip() for place, part in enumerate(way))
        if not set(said) & set(":+~[&"):
            yield said


def _declared(body: str, tokens: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for line in body.split(";"):
        name, _, value = line.partition(":")
        name, value = name.strip(), _worked_out(value.strip(), tokens)
        if name == "font":
            yield from _font(value)
        elif name in KEPT and value and not any(sign in value for sign in _MADE):
            yield name, value


def _worked_out(value: str, tokens: Mapping[str, str]) -> str:
    for _ in range(8):
        put_in = _VAR.sub(lambda found: tokens.get(found[1], ""), value)
        by_day = _DAY.sub(lambda found: found[1].strip(), put_in)
        if by_day == value:
            break
        value = by_day
    return _REM.sub(lambda found: f"{float(found[1]) * 16:g}px", value)


def _font(value: str) -> Iterator[tuple[str, str]]:
    if found := _FONT.match(value):
        style, weight, size, family = found.groups()
        yield from (("font-style", style or "normal"), ("font-weight", weight or "400"))
        yield from (("font-size", size), ("font-family", family))
