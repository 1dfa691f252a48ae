"""Drawings as SVG. All text and numbers are escaped. Colours are defined by style sheet classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, assert_never

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from play.tabletop.board import (
    Choice,
    Circle,
    Drawing,
    Group,
    Line,
    Number,
    Path,
    Rect,
    Shape,
    Text,
)

DATA_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
OTHER_CHARACTERS: Final = re.compile(r"[^A-Za-z0-9_-]")


def choice_id(key: str) -> str:
    """Return the id of a choice's button, so that pictures can link to it. Characters that are
    invalid in an id are encoded.
    """
    return "choice-" + OTHER_CHARACTERS.sub(lambda character: f".{ord(character[0]):x}.", key)


def svg(drawing: Drawing, choices: Mapping[str, Choice]) -> SafeString:
    """Return the whole picture. A group with an open choice links to that choice's button, so that
    the group works without scripts.
    """
    inner = "".join(_shapes(drawing.shapes, choices))
    role = "group" if "<a " in inner else "img"
    looks = " ".join(look for look in ("drawing", drawing.look) if look)
    box = f"0 0 {_number(drawing.width)} {_number(drawing.height)}"
    return mark_safe(  # noqa: S308 - every part is escaped below
        f'<svg class="{escape(looks)}" viewBox="{box}" role="{role}" '
        f'aria-label="{escape(drawing.label)}"'
        f"{' data-zooms' if drawing.zooms else ''}>{inner}</svg>"
    )


def _shapes(shapes: Iterable[Shape], choices: Mapping[str, Choice]) -> Iterable[str]:
    for shape in shapes:
        yield _group(shape, choices) if isinstance(shape, Group) else _simple(shape)


def _simple(shape: Rect | Circle | Line | Path | Text) -> str:
    match shape:
        case Rect(x=x, y=y, width=width, height=height, round=corner):
            turned = f' rx="{_number(corner)}"' if corner else ""
            inside = (
                f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" '
                f'height="{_number(height)}"{turned}'
            )
            return f"<rect {inside}{_look(shape.look)}/>"
        case Circle(x=x, y=y, radius=radius):
            return (
                f'<circle cx="{_number(x)}" cy="{_number(y)}" '
                f'r="{_number(radius)}"{_look(shape.look)}/>'
            )
        case Line(points=points, closed=closed):
            placed = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
            return f'<{"polygon" if closed else "polyline"} points="{placed}"{_look(shape.look)}/>'
        case Path(d=d):
            return f'<path d="{escape(d)}"{_look(shape.look)}/>'
        case Text(x=x, y=y, words=words, anchor=anchor):
            placed = f'x="{_number(x)}" y="{_number(y)}"' + (
                f' text-anchor="{anchor}"' if anchor != "start" else ""
            )
            return f"<text {placed}{_look(shape.look)}>{escape(words)}</text>"
        case _:
            assert_never(shape)


def _group(group: Group, choices: Mapping[str, Choice]) -> str:
    inner = (f"<title>{escape(group.title)}</title>" if group.title else "") + "".join(
        _shapes(group.shapes, choices)
    )
    moved = " ".join(
        transform
        for transform in (
            f"translate({_number(group.x)} {_number(group.y)})" if group.x or group.y else "",
            f"rotate({_number(group.turn)})" if group.turn else "",
            f"scale({_number(group.scale)})" if group.scale != 1 else "",
        )
        if transform
    )
    data_attributes = "".join(
        f' data-{name}="{escape(value)}"' for name, value in group.data if DATA_NAME.fullmatch(name)
    )
    attributes = _look(group.look) + (f' transform="{moved}"' if moved else "") + data_attributes
    choice = choices.get(group.choice)
    if choice is None or choice.closed:
        return f"<g{attributes}>{inner}</g>"
    label = escape(group.title or choice.label)
    return (
        f'<a href="#{choice_id(choice.key)}" tabindex="-1" data-presses '
        f'aria-label="{label}"{attributes}>{inner}</a>'
    )


@lru_cache(maxsize=1024)
def _look(look: str) -> str:
    return f' class="{escape(look)}"' if look else ""


def _number(value: Number) -> str:
    """Format a length without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(int(value))
