"""Two teams at their deadline, scripted dice and heard events.

Every skill is at base level, so a roll's total is the sum of its faces. The Alphas have seat 0 and
play first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from ambush.rules.call import AmbushResult, Fighter
from campaign.garage.rules.design import Facings, Mount, VehicleDesign
from campaign.garage.rules.record import VehicleRecord
from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit, Skills
from engine.dice import ScriptedDice
from engine.match import heard_by
from engine.values import HOST, Seat, changed
from espionage.rules.files import Character, TeamFile, Vehicle
from espionage.rules.orders import Order, Sheet, Standing
from espionage.rules.settlement import effects_of
from espionage.rules.values import AmbushFought, Debriefed, Move, Setup, State
from espionage.rules.week import WEEK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.game import Told
    from espionage.rules.effects import Effects
    from espionage.rules.report import Debrief
    from espionage.rules.values import Event

T = TypeVar("T")

A: Final = Seat(0)
B: Final = Seat(1)
C: Final = Seat(2)
SEALED: Final = ("sealed", A, B, 1)
ORDERLY: Final = (6, 6, 5, 5, 4, 4)
TRAINED: Final = Skills(
    espionage=0, explosives=0, stealth=0, handgunner=0, blade=0, martial_arts=0, running=0
)
DESIGN: Final = VehicleDesign(
    body="mid_sized",
    plant="medium",
    armour=Facings(front=10, back=10, left=10, right=10, top=2, under=2),
    weapons=(Mount(weapon="machine_gun"),),
)
ARMED: Final = Kit(items=(Packed(gear="heavy_pistol"), Packed(gear="body_armour")))
TEAMS: Final = {
    "alphas": ("Ada", "Abe", "Ann", "Alf", "Ari", "Axl"),
    "betas": ("Bea", "Ben", "Bob", "Bix", "Bud", "Bly"),
    "gammas": ("Gil", "Gus", "Gia", "Gen"),
}


def team_file(team: str, **facts: Any) -> TeamFile:
    """Return a team with six people, three vehicles, $50,000 and no stock."""
    people = tuple(
        [
            Character(id=name.lower(), name=name, role="driver", skills=TRAINED)
            for name in TEAMS[team]
        ]
    )
    names = [f"{team[0].upper()}{number}" for number in (1, 2, 3)]
    garage = tuple(
        [
            Vehicle(
                id=name.lower(),
                name=name,
                record=VehicleRecord(design=DESIGN, name=name, colour="red"),
            )
            for name in names
        ]
    )
    return changed(
        TeamFile(id=team, name=team.capitalize(), money=50_000, people=people, garage=garage),
        **facts,
    )


def with_person(file: TeamFile, who: str, **facts: Any) -> TeamFile:
    """Return the team with one person changed. `skills` can be a dict of changed levels."""
    skills = facts.pop("skills", None)
    if isinstance(skills, dict):
        facts["skills"] = changed(TRAINED, **skills)
    return changed(
        file,
        people=tuple([changed(each, **facts) if each.id == who else each for each in file.people]),
    )


def faces_of_totals(*totals: int) -> tuple[int, ...]:
    """Return two faces for each total of 2d6."""
    return tuple([face for total in totals for face in (max(1, total - 6), min(6, total - 1))])


def sheet_of(*orders: Order, **standing: Any) -> Sheet:
    return Sheet(orders=orders, standing=Standing(**standing))


def infiltrate(spy: str, team: str = "betas", **facts: Any) -> Order:
    return Order(spy=spy, action="infiltrate", target_team=team, **facts)


def assassinate(spy: str, target: str = "", team: str = "betas", **facts: Any) -> Order:
    return Order(spy=spy, action="assassinate", target_team=team, target=target, **facts)


def blow_up(
    spy: str, target: str = "", team: str = "betas", bricks: int = 1, **facts: Any
) -> Order:
    return Order(spy=spy, action="blow_up", target_team=team, target=target, bricks=bricks, **facts)


def guard(spy: str, **facts: Any) -> Order:
    return Order(spy=spy, action="counterspy", **facts)


class PlayedWeek:
    """A running or finished week: its state and all events."""

    def __init__(self, setup: Setup, state: State, told: tuple[Told[Event], ...]) -> None:
        self.setup, self.state, self.told = setup, state, told

    def heard(self, seat: Seat | None) -> tuple[Event, ...]:
        return heard_by(seat, self.told)

    def all(self, kind: type[T], seat: Seat | None) -> list[T]:
        return [event for event in self.heard(seat) if isinstance(event, kind)]

    def one(self, kind: type[T], seat: Seat | None) -> T:
        (event,) = self.all(kind, seat)
        return event

    def debrief(self, seat: Seat) -> Debrief:
        return self.one(Debriefed, seat).debrief

    @property
    def effects(self) -> Effects:
        return effects_of(self.state)

    @property
    def over(self) -> bool:
        return self.state.table.over

    def dp(self, seat: Seat, who: str) -> int:
        """Return a character's DP after ambushes."""
        return next(each.dp for each in self.state.own[seat].file.people if each.id == who)

    def then(self, move: Move, seat: Seat = HOST, **scripts: Any) -> PlayedWeek:
        """Return the week after one more move, by the host unless a seat is given."""
        WEEK.check(WEEK.view(self.state, seat), move)
        state, told = WEEK.apply(self.state, seat, move, dice(**scripts))
        return PlayedWeek(self.setup, state, self.told + told)

    def fought(
        self,
        ambusher: Fighter | None = None,
        ambushed: Fighter | None = None,
        turns: int = 5,
        **scripts: Any,
    ) -> PlayedWeek:
        """Return the week after the pending ambush ends this way."""
        result = AmbushResult(
            ambusher=ambusher or Fighter(), ambushed=ambushed or Fighter(), turns=turns
        )
        return self.then(AmbushFought(result=result), **scripts)

    def points(self, who: str) -> list[tuple[str, int, str]]:
        """Return skill, points and reason of each award of a character."""
        return [
            (award.skill, award.points, award.why)
            for award in self.effects.awards
            if award.character == who
        ]


def dice(
    a: Iterable[int] = (),
    b: Iterable[int] = (),
    c: Iterable[int] = (),
    sealed: Iterable[int] = (),
    harm: Iterable[int] = (),
    order: Iterable[int] = (),
    domains: Mapping[Any, Sequence[int]] | None = None,
) -> ScriptedDice:
    """Return scripted dice by domain.

    `a`, `b` and `c` are totals of the teams' own rolls. `harm` and `sealed` are faces of the
    Alphas' first mission against the Betas.
    """
    scripts: dict[Any, Sequence[int]] = {
        A: faces_of_totals(*a),
        B: faces_of_totals(*b),
        C: faces_of_totals(*c),
        SEALED: tuple(sealed),
        ("harm", A, B, 1): tuple(harm),
    }
    return ScriptedDice(*order, domains={**scripts, **(domains or {})})


def play(
    alphas: Sheet,
    betas: Sheet | None = None,
    gammas: Sheet | None = None,
    *,
    files: Sequence[TeamFile] = (),
    house: HouseRules | None = None,
    asks_by_round: bool = False,
    **scripts: Any,
) -> PlayedWeek:
    """Start a week in which the Alphas go first. Every script must be used.

    With `asks_by_round`, the live questions of a round are asked together (E51).
    """
    sheets = [sheet for sheet in (alphas, betas or Sheet(), gammas) if sheet is not None]
    teams = tuple(files) or tuple([team_file(team) for team in list(TEAMS)[: len(sheets)]])
    setup = Setup(week="w1", teams=teams, sheets=tuple(sheets), house=house or HouseRules())
    setup = changed(setup, asks_by_round=True) if asks_by_round else setup
    thrown = (
        dice(order=ORDERLY[: 2 * len(sheets)], **scripts)
        if "order" not in scripts
        else dice(**scripts)
    )
    state, told = WEEK.start(setup, thrown)
    thrown.assert_used()
    return PlayedWeek(setup, state, told)
