"""The order sheet: a team's secret, ordered list for a week, and its standing orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from campaign.roster.rules.spies import Kit
from engine.options import use_attribute_docstrings
from engine.values import Value

if TYPE_CHECKING:
    from campaign.house_rules.rules.house import HouseRules

Mission: TypeAlias = Literal["infiltrate", "assassinate", "blow_up"]
Action: TypeAlias = Literal["infiltrate", "assassinate", "blow_up", "counterspy"]
OnTwelve: TypeAlias = Literal["", "eleven", "infiltrate"]
Doctrine: TypeAlias = Literal["by_skill", "aggressive", "cautious", "flee_first"]

MISSIONS: Final[tuple[Mission, ...]] = ("infiltrate", "assassinate", "blow_up")
COUNTERSPY: Final = "counterspy"
SECTIONS: Final = 4
"""Number of sections of Midville."""

Key = Annotated[str, Meta(max_length=60)]
Bricks = Annotated[
    int,
    Meta(
        title="Bricks of plastique",
        ge=0,
        le=6,
        description="1 to 6 for Blow Up, used up even if the mission fails.",
    ),
]


class OnlyAgainst(Value):
    """The missions against which a counterspy is sent. One matching condition is enough (E50).

    `missions` lists kinds of mission. `targets` lists the team's own characters and vehicles, and
    matches missions that name one of them. `teams` lists spying teams. Unknown ids match nothing.
    """

    missions: Annotated[tuple[Mission, ...], Meta(max_length=3)] = ()
    targets: Annotated[tuple[Key, ...], Meta(max_length=60)] = ()
    teams: Annotated[tuple[Key, ...], Meta(max_length=60)] = ()

    def matches(self, mission: Mission, target: str, team: str) -> bool:
        """Return whether a mission of this kind, with this named target and team, matches."""
        return (
            mission in self.missions
            or (target != "" and target in self.targets)
            or team in self.teams
        )


ALL_MISSIONS: Final = OnlyAgainst()
"""No conditions: the counterspy is on guard against all enemy missions."""


class Order(Value):
    """One character's order for the week.

    `target` names a character or a vehicle of the target team; "" means any of them. `on_twelve`
    says how a mission's 12+ is used: "infiltrate" for -4 to the target's counterspies, or "eleven"
    for row 11. "" is the published default: row 11, unless a later mission on the sheet targets the
    same team. `only_against` has a counterspy's conditions. It is omitted if there are none.
    """

    spy: Key
    action: Action
    target_team: Key = ""
    target: Key = ""
    kit: Kit = Kit()
    bricks: Bricks = 0
    on_twelve: OnTwelve = ""
    only_against: OnlyAgainst | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Omit empty conditions. Older orders do not have this field."""
        if self.only_against == ALL_MISSIONS:
            force_setattr(self, "only_against", UNSET)


@use_attribute_docstrings
class Standing(Value):
    """Standing orders, which decide for an absent team. Options that are not set have defaults."""

    counterspy: Annotated[
        tuple[Mission, ...], Meta(max_length=3, title="Counterspy these missions")
    ] = MISSIONS
    """A counterspy is sent only against these kinds of mission."""
    counterspy_from: Annotated[int, Meta(ge=-20, le=20, title="Minimum modifier")] = -1
    """A counterspy is sent only if espionage, wounds and the ±4 against that team add up to this or
    better.
    """
    counterspy_by: Annotated[Literal["fittest", "listed"], Meta(title="Counterspy sent")] = (
        "fittest"
    )
    """The fittest counterspy on duty (highest espionage including wounds, then DP), or the first
    one on the sheet.
    """
    on_counterspy_twelve: Annotated[
        Literal["cancel", "if_armed", "ambush"], Meta(title="On a counterspy's 12+")
    ] = "if_armed"
    """Take a cancellation, as on an 11, or ambush the spy before the mission. “if_armed” ambushes
    only if the counterspy is unhurt, has handgunner at base level and carries a loaded firearm;
    otherwise it cancels.
    """
    chase_bombers: Annotated[bool, Meta(title="Chase bombers")] = False
    """When a bomb goes off soon after the bomber has left (explosives roll of 3 or 4), send a
    counterspy to ambush the bomber.
    """
    cancel_first: Annotated[tuple[Mission, ...], Meta(max_length=3, title="Cancel first")] = ()
    """On an 11, cancel these kinds of mission first, in this order. If empty, only the table rows
    decide.
    """
    section: Annotated[int, Meta(ge=0, le=SECTIONS, title="Where we ambush")] = 0
    """Section 1 to 4 of Midville, or 0 to let the dice choose. Ambushes on bombers take place at
    the Truck Stop.
    """
    doctrine: Annotated[Doctrine, Meta(title="How our people fight")] = "by_skill"
    """Used in ambushes that no one plays. “by_skill”: an ambusher with handgunner at base level or
    better fights cautiously, everyone else flees first.
    """
    ambushes: Annotated[Literal["doctrine", "live"], Meta(title="Ambushes")] = "doctrine"
    """Let doctrine fight, or play ambushes on the site."""

    silent: Annotated[Literal["watch", "repeat", "nobody"], Meta(title="If we send nothing")] = (
        "watch"
    )
    """Repeat the counterspy orders of the last sheet, repeat all of its orders, or give no orders.
    """


def usual_standing(house_rules: HouseRules) -> Standing:
    """Return the standing orders proposed on a team's first sheet under these house rules."""
    return Standing(ambushes="doctrine" if house_rules.ambush_by_doctrine else "live")


class Sheet(Value):
    """A team's orders in the order of play. Counterspies always come last (E15)."""

    orders: Annotated[tuple[Order, ...], Meta(max_length=60)] = ()
    standing: Standing = Standing()


NO_SHEET: Final = Sheet()

NOTHING: Final = "nothing"
"""The sealed payload of a team that sent nothing. The salt makes it look like any other payload."""


def default_sheet(last_sheet: Sheet) -> Sheet:
    """Return the sheet used for a team that does not send one (E41).

    Standing orders decide whether it repeats the last sheet, only its counterspies, or nothing.
    """
    match last_sheet.standing.silent:
        case "repeat":
            return last_sheet
        case "watch":
            orders = tuple([order for order in last_sheet.orders if order.action == COUNTERSPY])
        case _:
            orders = ()
    return Sheet(orders=orders, standing=last_sheet.standing)


def in_play_order(sheet: Sheet) -> Sheet:
    """Return the sheet as played: first missions, then counterspies, in the order listed (E15)."""
    missions = tuple([order for order in sheet.orders if order.action != COUNTERSPY])
    guards = tuple([order for order in sheet.orders if order.action == COUNTERSPY])
    return Sheet(orders=missions + guards, standing=sheet.standing)
