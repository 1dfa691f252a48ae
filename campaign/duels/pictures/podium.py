"""The first three of a duel, or of a season, as a picture: three steps, a team's emblem on each,
its name and its cars under it. The picture says nothing that does not stand in its text twin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Final

from core.web.pictures.badges import badge
from core.web.pictures.paper import wide
from core.web.problems import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

WIDTH: Final = 360
TOP: Final = 42
HEIGHT: Final = 256
STEP: Final = 116
FLOOR: Final = 236
HIGH: Final = {1: 130, 2: 92, 3: 64}
"""How high the step of a place is."""
ORDER: Final = ((1, 1), (0, 2), (2, 3))
"""The place from the left of the first, the second and the third."""
MOST: Final = 3
SHEETS: Final = ("css/tokens.css", "css/parts.css", "css/pictures.css")
"""What the picture is drawn with."""


@dataclass(frozen=True, slots=True)
class Step:
    """A team on the podium: its place, and what stands under its name, such as its cars."""

    place: int
    name: str
    colour: str = ""
    emblem: str = ""
    slug: str = ""
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Podium:
    """The picture as SVG, the same in words, and its steps."""

    svg: str
    text: str
    steps: tuple[Step, ...] = ()


def podium(steps: Sequence[Step]) -> Podium | None:
    """The first three, in their order; teams that share a place stand equally high. None where
    nobody came.
    """
    shown = list(steps[:MOST])
    if not shown:
        return None
    text = "; ".join(_said(step) for step in shown)
    inner = "".join(
        "".join(_step(step, column)) for step, (column, _) in zip(shown, ORDER, strict=False)
    )
    svg = (
        '<svg class="podium" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 {TOP} {WIDTH} {HEIGHT}" role="img" aria-label="{escape(text)}">{inner}'
        f'<path class="podium-floor" d="M0 {FLOOR}H{WIDTH}"/></svg>'
    )
    return Podium(svg, text, tuple(shown))


def stand_ins(steps: Sequence[Step], can_draw: Callable[[str], bool]) -> dict[str, str]:
    """Return what teams and cars are called whose names a font lacks letters of: "Team 2",
    "Car 3 of Anvil".
    """
    found: dict[str, str] = {}
    for nth, step in enumerate(steps, 1):
        found[step.name] = team = step.name if can_draw(step.name) else f"Team {nth}"
        for number, car in enumerate(step.under, 1):
            found[car] = car if can_draw(car) else f"Car {number} of {team}"
    return {name: other for name, other in found.items() if other != name}


def renamed(steps: Sequence[Step], names: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps with these names exchanged."""
    return tuple(
        replace(
            step,
            name=names.get(step.name, step.name),
            under=tuple(names.get(words, words) for words in step.under),
        )
        for step in steps
    )


def _said(step: Step) -> str:
    cars = f", with {joined(list(step.under))}" if step.under else ""
    return f"{step.place}. {step.name}{cars}"


def _step(step: Step, column: int) -> Iterator[str]:
    left = 6 + column * STEP
    middle = left + STEP / 2
    high = HIGH.get(step.place, HIGH[MOST])
    top = FLOOR - high
    yield (
        f'<rect class="podium-step" x="{left + 3}" y="{top}" width="{STEP - 6}" height="{high}"/>'
    )
    yield _words(middle, top + 40, str(step.place), 36, "podium-place", STEP)
    yield _emblem(step, middle - 20, top - 58)
    yield _words(middle, FLOOR + 24, step.name, 19, "podium-name", STEP)
    for line, words in enumerate(step.under[:2]):
        yield _words(middle, FLOOR + 42 + 16 * line, words, 13, "podium-car", STEP)


def _words(x: float, y: float, words: str, size: float, look: str, room: float) -> str:
    """Words in their column: smaller where they must be, then cut."""
    need = wide(words, size) * 0.86
    if need > room:
        size = max(size * 0.62, size * room / need)
    while len(words) > 2 and wide(words, size) * 0.86 > room:
        words = f"{words.rstrip('…')[:-1].rstrip()}…"
    return (
        f'<text class="{look}" x="{x:g}" y="{y:g}" font-size="{size:.1f}" '
        f'text-anchor="middle">{escape(words)}</text>'
    )


def _emblem(step: Step, x: float, y: float) -> str:
    shield = badge(step.name, step.colour, step.emblem, step.slug)
    own = f' color="{shield.colour}"' if shield.colour else ""
    cut = f"podium-{step.place}-{round(x)}"
    outline = "M0 0h32v26L16 40 0 26z"
    head = f'<path class="head" d="{shield.head}"/>' if shield.head else ""
    return (
        f'<g class="emblem {shield.paint}"{own} transform="translate({x:g} {y:g}) scale(1.25)">'
        f'<clipPath id="{cut}"><path d="{outline}"/></clipPath>'
        f'<g clip-path="url(#{cut})"><path class="field-of" d="{outline}"/>'
        f'<path class="charge" d="{shield.path}"/>{head}</g>'
        f'<path class="edge" d="{outline}"/></g>'
    )
