"""A picture of the four best teams of a duel or a season.

Each step shows a team's emblem and name, its cars and the faces of its drivers. A text version
lists the names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from campaign.garage.pictures.sketch import Appearance, small_drawing
from core.web.pictures.badges import badge
from core.web.pictures.paper import wide
from core.web.problems import joined

EDGE: Final = 6
TOP: Final = 42
HEIGHT: Final = 256
STEP: Final = 116
TEXT_ROOM: Final = STEP - 8
"""Width of the text on a step. The gap separates the names of neighbours."""
NARROW: Final = 0.86
"""Width of the narrow typeface of names, in relation to the typeface of captions."""
FLOOR: Final = 236
STEP_HEIGHT: Final = {1: 124, 2: 98, 3: 80, 4: 66}
"""Height of the step for each place."""
COLUMNS: Final = {1: (1,), 2: (1, 0), 3: (1, 0, 2), 4: (1, 0, 2, 3)}
"""Columns of the steps, best team first, by the number of steps."""
MAX_STEPS: Final = 4
EMBLEM_WIDTH: Final = 40
FACE_WIDTH: Final = 34
CAR_WIDTH: Final = 52
SHEETS: Final = ("css/tokens.css", "css/parts.css")
"""Style sheets used in the picture."""


@dataclass(frozen=True, slots=True)
class Step:
    """A team on the podium, with its place and the captions under its name, such as its cars.

    `cars` contains the appearance of its cars, and `faces` the URLs of its drivers' portraits.
    """

    place: int
    name: str
    colour: str = ""
    emblem: str = ""
    slug: str = ""
    captions: tuple[str, ...] = ()
    cars: tuple[Appearance, ...] = ()
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Podium:
    """A podium as SVG and as text, with its steps. `further` lists the remaining teams as text."""

    svg: str
    text: str
    steps: tuple[Step, ...] = ()
    further: str = ""


def podium(steps: Sequence[Step]) -> Podium | None:
    """Return the podium with the first four steps, or None if there are no steps.

    Teams that share a place have steps of the same height.
    """
    shown_steps = list(steps[:MAX_STEPS])
    if not shown_steps:
        return None
    text = "; ".join(_step_in_words(step) for step in shown_steps)
    further = "; ".join(_step_in_words(step) for step in steps[MAX_STEPS:])
    columns = COLUMNS[len(shown_steps)]
    inner = "".join(
        "".join(_step(step, column)) for step, column in zip(shown_steps, columns, strict=True)
    )
    width = 2 * EDGE + STEP * max(3, len(shown_steps))
    svg = (
        '<svg class="podium" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 {TOP} {width} {HEIGHT}" role="img" aria-label="{escape(text)}">{inner}'
        f'<path class="podium-floor" d="M0 {FLOOR}H{width}"/></svg>'
    )
    return Podium(svg, text, tuple(shown_steps), further)


def replacement_names(steps: Sequence[Step], can_draw: Callable[[str], bool]) -> dict[str, str]:
    """Return substitutes for names with letters that a font lacks.

    Examples are "Team 2" and "Car 3 of Anvil".
    """
    names: dict[str, str] = {}
    for nth, step in enumerate(steps, 1):
        names[step.name] = team = step.name if can_draw(step.name) else f"Team {nth}"
        for number, car in enumerate(step.captions, 1):
            names[car] = car if can_draw(car) else f"Car {number} of {team}"
    return {name: other for name, other in names.items() if other != name}


def with_names(steps: Sequence[Step], names: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps with the given names replaced.

    Faces are removed, because they are images on the site.
    """
    return tuple(
        replace(
            step,
            name=names.get(step.name, step.name),
            captions=tuple(names.get(caption, caption) for caption in step.captions),
            faces=(),
        )
        for step in steps
    )


def _step_in_words(step: Step) -> str:
    cars = f", with {joined(list(step.captions))}" if step.captions else ""
    return f"{step.place}. {step.name}{cars}"


def _step(step: Step, column: int) -> Iterator[str]:
    left = EDGE + column * STEP
    middle = left + STEP / 2
    height = STEP_HEIGHT.get(step.place, STEP_HEIGHT[MAX_STEPS])
    top = FLOOR - height
    yield (
        f'<rect class="podium-step" x="{left + 3}" y="{top}" width="{STEP - 6}" height="{height}"/>'
    )
    yield _fitted_text(middle, top + 33, str(step.place), 32, "podium-place")
    faces, cars = step.faces[:2], step.cars[:2]
    x = middle - (EMBLEM_WIDTH + len(faces) * (FACE_WIDTH + 3)) / 2
    yield _emblem(step, x, top - 58)
    for nth, face in enumerate(faces):
        yield (
            f'<image href="{face}" '
            f'x="{x + EMBLEM_WIDTH + 3 + nth * (FACE_WIDTH + 3):g}" y="{top - FACE_WIDTH - 3}" '
            f'width="{FACE_WIDTH}" height="{FACE_WIDTH}"/>'
        )
    for nth, car in enumerate(cars):
        car_x = middle + (nth - len(cars) / 2) * (CAR_WIDTH + 4) + 2
        yield small_drawing(car, f' x="{car_x:g}" y="{top + 38}" width="{CAR_WIDTH}" height="25"')
    yield _fitted_text(middle, FLOOR + 24, step.name, 19, "podium-name")
    for line, caption in enumerate(step.captions[:2]):
        yield _fitted_text(middle, FLOOR + 42 + 16 * line, caption, 15, "podium-car")


def _fitted_text(x: float, y: float, text: str, size: float, look: str) -> str:
    """Return SVG text that fits its step. Long text is made smaller, then shortened."""
    width = 1 if look == "podium-car" else NARROW
    need = wide(text, size) * width
    if need > TEXT_ROOM:
        size = max(size * 0.62, size * TEXT_ROOM / need)
    while len(text) > 2 and wide(text, size) * width > TEXT_ROOM:
        text = f"{text.rstrip('…')[:-1].rstrip()}…"
    return (
        f'<text class="{look}" x="{x:g}" y="{y:g}" font-size="{size:.1f}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )


def _emblem(step: Step, x: float, y: float) -> str:
    shield = badge(step.name, step.colour, step.emblem, step.slug)
    colour = f' color="{shield.colour}"' if shield.colour else ""
    cut = f"podium-{step.place}-{round(x)}"
    outline = "M0 0h32v26L16 40 0 26z"
    head = f'<path class="head" d="{shield.head}"/>' if shield.head else ""
    return (
        f'<g class="emblem {shield.paint}"{colour} transform="translate({x:g} {y:g}) scale(1.25)">'
        f'<clipPath id="{cut}"><path d="{outline}"/></clipPath>'
        f'<g clip-path="url(#{cut})"><path class="field-of" d="{outline}"/>'
        f'<path class="charge" d="{shield.path}"/>{head}</g>'
        f'<path class="edge" d="{outline}"/></g>'
    )
