"""Input for hiring, changing and training characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from core.web.records import choice, custom_field, line, number
from engine.values import Value

from .people import ROLES

MAX_INPUT: Final = 100_000
"""Maximum number of points accepted as input. The actual limit is in the house rules."""

Role: TypeAlias = Annotated[
    str,
    choice(
        "Role",
        {role: role.capitalize() for role in ROLES},
        "The role is shown to the whole club. It does not affect skills.",
    ),
]
Points: TypeAlias = Annotated[
    Mapping[Annotated[str, Meta(max_length=60)], Annotated[int, Meta(ge=-MAX_INPUT, le=MAX_INPUT)]],
    custom_field(),
]
Blurb: TypeAlias = Annotated[str, line("About", 0, 200)]


class CharacterFace(Value, kw_only=True):
    """A character's name, role and description.

    The name cannot change after the roster has been approved.
    """

    name: Annotated[str, line("Name", 2, 60)]
    role: Role
    blurb: Blurb = ""


class NewCharacter(CharacterFace, kw_only=True):
    """A new character. The points (100, or the number in the house rules) are distributed among
    skills.
    """

    points: Points


class Learning(Value):
    """General points to assign to a skill (E2)."""

    skill: Annotated[str, choice("Skill")]
    amount: Annotated[int, number("Points", 1, 999)]


Care: TypeAlias = Literal["store", "grow", "renew", "revive"]


class GoldCross(Value):
    """A treatment: storing a memory, growing or updating a clone, or reviving a dead character."""

    do: Care
    body_home: Annotated[
        bool, Meta(description="Reviving: the body was brought home, and its memory can be read.")
    ] = False
