"""Teams, garages and sheets made up by dice: set-ups for the laws and for simulations, and what
bots imagine of others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.garage.rules.design import Facings, Mount, VehicleDesign
from campaign.garage.rules.record import VehicleRecord
from campaign.league.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from engine.dice import Dice, SeededDice, seed_from
from engine.values import changed

from .files import Character, PublicTeam, Roster, Skills, TeamFile, Vehicle, public
from .orders import COUNTERSPY, MISSIONS, Doctrine, Kit, Mission, OnTwelve, Order, Sheet, Standing
from .values import Setup

if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS: Final = (-4, -4, 0, 0, 1, 2)
NAMES: Final = ("Brass", "Cinder", "Dakota", "Echo", "Fuse", "Gravel", "Hazard", "Indigo")
TEAMS: Final = ("Ashfall", "Bluebird", "Copperhead", "Dustbowl", "Evergreen", "Foxfire", "Granite")
ROLES: Final = ("driver", "gunner", "mechanic", "spy")
KITS: Final = (
    Kit(),
    Kit(items=(Packed(gear="heavy_pistol"), Packed(gear="body_armour"))),
    Kit(items=(Packed(gear="rifle"), Packed(gear="rifle_clip"))),
    Kit(items=(Packed(gear="shotgun"), Packed(gear="knife"), Packed(gear="body_armour"))),
    Kit(items=(Packed(gear="knife"),)),
)
DOCTRINES: Final[tuple[Doctrine, ...]] = ("by_skill", "aggressive", "cautious", "flee_first")
ON_TWELVE: Final[tuple[OnTwelve, ...]] = ("", "", "eleven", "infiltrate")
DESIGNS: Final = (
    VehicleDesign(
        body="mid_sized",
        plant="medium",
        armour=Facings(front=20, back=12, left=10, right=10, top=5, under=5),
        weapons=(Mount(weapon="machine_gun"),),
    ),
    VehicleDesign(
        body="luxury",
        plant="large",
        armour=Facings(front=30, back=20, left=15, right=15, top=8, under=8),
        weapons=(Mount(weapon="recoilless_rifle"),),
    ),
    VehicleDesign(
        body="compact",
        plant="small",
        armour=Facings(front=8, back=6, left=5, right=5, top=2, under=2),
    ),
)


def some_skills(dice: Dice) -> Skills:
    """Levels at random, from none to +2."""
    level = LEVELS.__getitem__
    thrown = [level(face - 1) for face in dice.roll(7)]
    return Skills(
        espionage=thrown[0],
        explosives=thrown[1],
        stealth=thrown[2],
        handgunner=thrown[3],
        blade=thrown[4],
        martial_arts=thrown[5],
        running=thrown[6],
    )


def some_vehicle(dice: Dice, vehicle: str, name: str) -> Vehicle:
    """A sound vehicle of some design."""
    record = VehicleRecord(
        design=dice.pick(DESIGNS), name=name, colour=dice.pick(("black", "red", "sand"))
    )
    return Vehicle(id=vehicle, name=name, record=record, entered=dice.die(3) == 1)


def some_file(dice: Dice, team: PublicTeam) -> TeamFile:
    """A team's file that its public part allows."""
    people = [
        Character(
            id=who.id,
            name=who.name,
            role=who.role,
            dp=3 if who.alive else 0,
            skills=some_skills(dice),
        )
        for who in team.people
    ]
    garage = [
        some_vehicle(dice, f"{team.id}/v{at}", f"{team.name} {at}")
        for at in range(1, dice.die(3) + 1)
    ]
    return TeamFile(
        id=team.id, name=team.name, money=100_000, people=tuple(people), garage=tuple(garage)
    )


def some_mission(dice: Dice, spy: Character, target: PublicTeam, mission: Mission) -> Order:
    """A mission against this team, its details left to the dice."""
    order = Order(
        spy=spy.id,
        action=mission,
        target_team=target.id,
        kit=dice.pick(KITS),
        on_twelve=dice.pick(ON_TWELVE),
    )
    if mission == "blow_up":
        return changed(order, bricks=dice.die(2))
    if mission == "assassinate" and target.people and dice.die(2) == 1:
        return changed(order, target=dice.pick(target.people).id)
    return order


def some_sheet(
    dice: Dice,
    file: TeamFile,
    roster: Roster,
    *,
    spies: Sequence[Character],
    guards: Sequence[Character],
) -> Sheet:
    """These people on missions, those on counterspy duty."""
    others = [team for team in roster if team.id != file.id]
    missions = [some_mission(dice, spy, dice.pick(others), _able(dice, spy)) for spy in spies]
    duty = [Order(spy=guard.id, action=COUNTERSPY, kit=dice.pick(KITS)) for guard in guards]
    return Sheet(orders=(*missions, *duty), standing=some_standing(dice))


def _able(dice: Dice, spy: Character) -> Mission:
    return dice.pick(MISSIONS if spy.skills.explosives >= 0 else MISSIONS[:2])


def some_standing(dice: Dice) -> Standing:
    """Standing orders at random; most teams leave most of them alone."""
    return Standing(
        counterspy_from=dice.pick((-1, -1, -8)),
        on_counterspy_twelve=dice.pick(("if_armed", "if_armed", "ambush")),
        chase_bombers=dice.die(2) == 1,
        doctrine=dice.pick(DOCTRINES),
    )


def some_setup(
    dice: Dice,
    teams: int,
    house: HouseRules,
    *,
    missions: int = 3,
    counterspies: int = 2,
    sharp: int = 0,
) -> Setup:
    """A week of so many teams: each has six people, so many missions and counterspies, these with
    `sharp` more espionage.
    """
    files = [
        _team(dice, at, range(missions, missions + counterspies), sharp) for at in range(teams)
    ]
    roster = tuple([public(file) for file in files])
    sheets = [
        some_sheet(
            dice,
            file,
            roster,
            spies=file.people[:missions],
            guards=file.people[missions : missions + counterspies],
        )
        for file in files
    ]
    return Setup(week="week-1", teams=tuple(files), sheets=tuple(sheets), house=house)


def _team(dice: Dice, at: int, guards: range, sharp: int) -> TeamFile:
    name = TEAMS[at % len(TEAMS)]
    people = [
        _person(dice, f"t{at}/{who.lower()}", f"{who} of {name}", sharp if place in guards else 0)
        for place, who in enumerate(NAMES[:6])
    ]
    team = TeamFile(id=f"t{at}", name=name, people=tuple(people))
    return changed(some_file(dice, public(team)), people=team.people)


def _person(dice: Dice, character: str, name: str, sharp: int) -> Character:
    skills = some_skills(dice)
    keen = changed(skills, espionage=min(4, max(0, skills.espionage) + sharp)) if sharp else skills
    return Character(id=character, name=name, role=dice.pick(ROLES), skills=keen)


def setups() -> tuple[Setup, ...]:
    """Weeks of two, three and five teams, by standing orders and with live decisions."""
    return tuple(
        [
            some_setup(
                SeededDice(seed_from(f"a week of {teams}"), teams),
                teams,
                HouseRules(live_decisions=live, capture=live),
                sharp=3 if live else 0,
            )
            for live in (False, True)
            for teams in (2, 3, 5)
        ]
    )
