"""Dice as HTML and SVG. They are drawn without templates because reports have dozens of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from .words import signed

NEAR, MIDDLE, FAR = 7, 14, 21
CENTRE: Final = ((MIDDLE, MIDDLE),)
FALLING: Final = ((NEAR, NEAR), (FAR, FAR))
RISING: Final = ((FAR, NEAR), (NEAR, FAR))
SIDES: Final = ((NEAR, MIDDLE), (FAR, MIDDLE))
PIPS: Final = {
    1: CENTRE,
    2: RISING,
    3: CENTRE + RISING,
    4: FALLING + RISING,
    5: CENTRE + FALLING + RISING,
    6: FALLING + RISING + SIDES,
}


@dataclass(frozen=True, slots=True)
class Die:
    """A six-sided die on a square of 28 by 28 units."""

    face: int
    pips: tuple[tuple[int, int], ...]

    @property
    def svg(self) -> str:
        """The SVG of the die, with its face as text."""
        pips = "".join([f'<circle cx="{x}" cy="{y}" r="2.7"/>' for x, y in self.pips])
        return (
            '<svg class="die" viewBox="0 0 28 28" width="34" height="34" '
            f'role="img"><title>Die showing {self.face}</title>'
            f'<rect x="1" y="1" width="26" height="26" rx="3"/>{pips}</svg>'
        )


@dataclass(frozen=True, slots=True)
class Modifier:
    """A number that is added to a roll, and the reason for it."""

    reason: str
    number: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice, modifiers and a total, with a description in words."""

    label: str
    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    description: str

    @property
    def html(self) -> str:
        """The HTML for the roll. The total is left out for a single die without modifiers."""
        parts = [
            f'<span class="why label">{escape(self.label)}</span>' if self.label else "",
            *[part.svg for part in self.dice],
        ]
        parts += [
            f'<span class="modifier"><b>{part.number}</b> {escape(part.reason)}</span>'
            for part in self.modifiers
        ]
        if self.modifiers or len(self.dice) > 1:
            parts.append(f'<span class="total">{self.total}</span>')
        return f'<span class="roll">{"".join(parts)}</span>'


def die(face: int) -> Die:
    """Return a die with this face, which must be 1 to 6. Raise KeyError for other numbers."""
    return Die(face, PIPS[face])


def roll(
    faces: Sequence[int],
    modifiers: Sequence[tuple[str, int]] = (),
    total: int | None = None,
    label: str = "",
) -> Roll:
    """Return a roll. `total` defaults to the sum. Modifiers of zero are left out."""
    nonzero = tuple((reason, number) for reason, number in modifiers if number)
    sum_of_roll = sum(faces) + sum(number for _, number in nonzero) if total is None else total
    description = " and ".join(str(face) for face in faces)
    description += "".join(f", {signed(number)} {reason}" for reason, number in nonzero)
    return Roll(
        label=label,
        dice=tuple(die(face) for face in faces),
        modifiers=tuple(Modifier(reason, signed(number)) for reason, number in nonzero),
        total=sum_of_roll,
        description=f"{description}: {sum_of_roll}",
    )
