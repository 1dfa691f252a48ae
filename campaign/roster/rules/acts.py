"""What one says to hire somebody, to change them, and to have them learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from core.web.records import choice, custom_field, line, number
from engine.values import Value

from .people import ROLES

MOST: Final = 100_000
"""Points that are read at all; what a character may be given is the house's."""

Role: TypeAlias = Annotated[
    str,
    choice(
        "Role",
        {role: role.capitalize() for role in ROLES},
        "The role is shown to the whole club. It does not affect skills.",
    ),
]
Points: TypeAlias = Annotated[
    Mapping[Annotated[str, Meta(max_length=60)], Annotated[int, Meta(ge=-MOST, le=MOST)]],
    custom_field(),
]
Blurb: TypeAlias = Annotated[str, line("About", 0, 200)]


class CharacterFace(Value, kw_only=True):
    """What the club knows of a character. The name is fixed once the roster is approved."""

    name: Annotated[str, line("Name", 2, 60)]
    role: Role
    blurb: Blurb = ""


class NewCharacter(CharacterFace, kw_only=True):
    """A new character: 100 points or what the house rules say, spread over skills."""

    points: Points


class Learning(Value):
    """So many general points, to which skill (E2)."""

    skill: Annotated[str, choice("Skill")]
    amount: Annotated[int, number("Points", 1, 999)]


Care: TypeAlias = Literal["store", "grow", "renew", "revive"]


class GoldCross(Value):
    """What to have done: store a memory, grow a clone, teach it what is new, or bring the dead
    back.
    """

    do: Care
    body_home: Annotated[
        bool, Meta(description="Reviving: the body was brought home, and its memory can be read.")
    ] = False
