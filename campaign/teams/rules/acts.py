"""Input for founding, changing and handing over a team."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from core.web.api.shapes import Reason
from core.web.pictures.badges import CHOICES, HEX, PATTERNS
from core.web.records import choice, line, required_reason
from engine.values import Value

EMBLEMS: Final = {key: key.capitalize() for key in PATTERNS}

Colour: TypeAlias = Annotated[
    str,
    choice(
        "Colour",
        dict(CHOICES),
        "Choose a colour or enter a code such as #rrggbb.",
        or_any=HEX.pattern,
    ),
]
Emblem: TypeAlias = Annotated[str, choice("Emblem", EMBLEMS)]
Motto: TypeAlias = Annotated[
    str, line("Motto", 0, 120, "A line that is shown under the team's name.")
]


class TeamFace(Value, kw_only=True):
    """A team's name, colours, emblem and motto.

    The name of an approved team cannot change.
    """

    name: Annotated[str, line("Name", 2, 60, "It is shown to the whole club.")]
    colour: Colour
    emblem: Emblem
    motto: Motto


class NewTeam(TeamFace, kw_only=True):
    """A new team. If no colour is given, the team gets an unused one."""

    colour: Colour = ""
    emblem: Emblem = "plain"
    motto: Motto = ""


class ReadyCompany(NewTeam, kw_only=True):
    """A team with people, vehicles and crews.

    If a field is omitted, a value is suggested. The suggested colour is an unused one.
    """

    name: Annotated[str, line("Name", 0, 60, "It is shown to the whole club.")] = ""
    emblem: Annotated[str, choice("Emblem", {"": "Generate one", **EMBLEMS})] = ""


TEMPERS: Final = {
    "careful": "Careful: guards first, then scouts",
    "greedy": "Greedy: everyone goes, mostly against the leader",
    "vengeful": "Vengeful: attacks the team that hurt you last",
}
"""Tempers of the bots that can act for a team."""
Temper: TypeAlias = Annotated[str, choice("Bot", TEMPERS)]
PUBLIC_REASON_HELP: Final = (
    "It is shown to all members in the news, the desk log and their notifications."
)
BOT_DURATIONS: Final = {"week": "This week only", "on": "Every week until you remove it"}


class BotSeat(Value, kw_only=True):
    """A bot that writes a team's orders when no one else does, and for how long it acts."""

    temper: Temper = "careful"
    how_long: Annotated[str, choice("For", BOT_DURATIONS)] = "week"


class BotForTeam(BotSeat, kw_only=True):
    """A bot for a team, and for how long it acts. A GM must give a reason."""

    reason: Annotated[Reason, required_reason(PUBLIC_REASON_HELP)] = ""
