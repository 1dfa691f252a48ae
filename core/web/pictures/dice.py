"""Dice as shapes: where the pips of a face lie, and how a roll reads. A report has dozens: they are
drawn here, not by a template each.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from .words import signed

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """One six-sided die on a 28 by 28 square."""

    face: int
    pips: tuple[tuple[int, int], ...]

    @property
    def svg(self) -> str:
        """The picture, which says its face."""
        pips = "".join([f'<circle cx="{x}" cy="{y}" r="2.7"/>' for x, y in self.pips])
        return (
            '<svg class="die" viewBox="0 0 28 28" width="34" height="34" '
            f'role="img"><title>Die showing {self.face}</title>'
            f'<rect x="1" y="1" width="26" height="26" rx="3"/>{pips}</svg>'
        )


@dataclass(frozen=True, slots=True)
class Modifier:
    """One number added to a roll, and what it is for."""

    why: str
    number: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice, what was added, and the total: in shapes and in words."""

    label: str
    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    words: str

    @property
    def html(self) -> str:
        """Its label, its dice, what was added, and the total where there is anything to add up."""
        parts = [
            f'<span class="why label">{escape(self.label)}</span>' if self.label else "",
            *[each.svg for each in self.dice],
        ]
        parts += [
            f'<span class="modifier"><b>{each.number}</b> {escape(each.why)}</span>'
            for each in self.modifiers
        ]
        if self.modifiers or len(self.dice) > 1:
            parts.append(f'<span class="total">{self.total}</span>')
        return f'<span class="roll">{"".join(parts)}</span>'


def die(face: int) -> Die:
    """The picture of one face, 1 to 6; another number raises `KeyError`."""
    return Die(face, PIPS[face])


def roll(
    faces: Sequence[int],
    modifiers: Sequence[tuple[str, int]] = (),
    total: int | None = None,
    label: str = "",
) -> Roll:
    """A roll as it lay on the table. Without a `total` it is faces plus modifiers; modifiers of
    zero are left out.
    """
    added = tuple((why, number) for why, number in modifiers if number)
    reached = sum(faces) + sum(number for _, number in added) if total is None else total
    words = " and ".join(str(face) for face in faces)
    words += "".join(f", {signed(number)} {why}" for why, number in added)
    return Roll(
        label=label,
        dice=tuple(die(face) for face in faces),
        modifiers=tuple(Modifier(why, signed(number)) for why, number in added),
        total=reached,
        words=f"{words}: {reached}",
    )
