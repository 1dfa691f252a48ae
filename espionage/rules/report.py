"""A team's debrief at settlement, and the public news."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ambush.rules.call import Condition
from campaign.garage.rules.record import Exterior, Wear
from campaign.garage.rules.sheet import VehicleSheet
from campaign.ledger.rules.gear import Packed
from engine.values import Seat, Value

from .files import Skill

Ending: TypeAlias = Literal[
    "blunder",  # 2 or less
    "failed",  # 3 to 6
    "thwarted",  # by a counterspy's 9 or 10
    "stopped",  # by an ambush before the mission (E9)
    "called_off",  # cancelled by an 11 (E18)
    "nobody_there",  # no target to reach (E17)
    "modifier",  # a 12+ used for -4
    "saw",
    "hit",
    "exploded",
    "dud",
    "waiting",  # the charge goes off during or after the duel (E23)
]
AwardReason: TypeAlias = Literal[
    "tried", "succeeded", "counterspied", "placed", "ambush", "escaped", "felled", "vanished"
]
HowHurt: TypeAlias = Literal["assassination", "own_explosives", "ambush"]


class Snapshot(Value):
    """A vehicle as an infiltrator saw it at the deadline, with or without its full record sheet.

    A snapshot never changes afterwards (E11).
    """

    about: Seat
    vehicle: str
    name: str
    exterior: Exterior | None = None
    sheet: VehicleSheet | None = None
    cause: str = ""

    @property
    def kind(self) -> Literal["exterior", "sheet"]:
        return "sheet" if self.sheet is not None else "exterior"


class Bang(Value):
    """An explosion at a vehicle: the dice, the location die, and the hits that apply."""

    vehicle: str
    name: str
    faces: tuple[int, ...]
    location: int
    hits: int


class MissionReport(Value):
    """The result of one of the team's own missions.

    `order` is the position on the sheet as played, starting at 1.
    """

    order: int
    spy: str
    ending: Ending
    saw: tuple[Snapshot, ...] = ()
    victim: str = ""
    victim_name: str = ""
    hits: int = 0
    faces: tuple[int, ...] = ()
    bang: Bang | None = None


class Harm(Value):
    """The harm done by an enemy mission.

    `number` is the mission's position among those declared against the team. `hits` are the hits on
    a person, and `faces` the dice if they were rolled. `bang` describes an explosion, and `damage`
    lists broken parts.
    """

    number: int
    victim: str = ""
    hits: int = 0
    faces: tuple[int, ...] = ()
    bang: Bang | None = None
    damage: tuple[Wear, ...] = ()


class Award(Value):
    """Skill points for a character (E14). `cause` is unique for each character and skill."""

    seat: Seat
    character: str
    skill: Skill
    points: int
    why: AwardReason
    cause: str


class Hurt(Value):
    """The DP that a character lost, the reason, and the character's condition at settlement."""

    seat: Seat
    character: str
    hits: int
    how: HowHurt
    after: Condition
    cause: str


class Spending(Value):
    """A team's costs in a week: gear bought, dollars paid, and gear used up or lost."""

    bought: tuple[Packed, ...] = ()
    paid: int = 0
    ammunition: int = 0
    gone: tuple[Packed, ...] = ()


class News(Value):
    """An item of public news, which never names the culprit, the weapon or the kind of mission.

    An ambush is reported without names. An explosion is reported only with the team's name.
    """

    kind: Literal["death", "explosion", "ambush"]
    team: str = ""
    team_name: str = ""
    character: str = ""
    name: str = ""


class Debrief(Value):
    """Everything that a team is told at settlement."""

    missions: tuple[MissionReport, ...] = ()
    harm: tuple[Harm, ...] = ()
    called_off: tuple[int, ...] = ()
    awards: tuple[Award, ...] = ()
    hurt: tuple[Hurt, ...] = ()
    captured: tuple[str, ...] = ()
    spending: Spending = Spending()
