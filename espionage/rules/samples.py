"""Random teams, garages and sheets.

Property tests and simulations use them as set-ups, and bots use them to guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.garage.rules.design import Facings, Mount, VehicleDesign
from campaign.garage.rules.record import VehicleRecord
from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit, Skills
from engine.dice import Dice, SeededDice, seed_from
from engine.values import changed

from .files import Character, PublicTeam, Roster, TeamFile, Vehicle, public_team
from .orders import COUNTERSPY, MISSIONS, Doctrine, Mission, OnTwelve, Order, Sheet, Standing
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


def random_skills(dice: Dice) -> Skills:
    """Return random skill levels, from none to +2."""
    level = LEVELS.__getitem__
    levels = [level(face - 1) for face in dice.roll(7)]
    return Skills(
        espionage=levels[0],
        explosives=levels[1],
        stealth=levels[2],
        handgunner=levels[3],
        blade=levels[4],
        martial_arts=levels[5],
        running=levels[6],
    )


def random_vehicle(dice: Dice, vehicle: str, name: str) -> Vehicle:
    """Return an undamaged vehicle with a random design."""
    record = VehicleRecord(
        design=dice.pick(DESIGNS), name=name, colour=dice.pick(("black", "red", "sand"))
    )
    return Vehicle(id=vehicle, name=name, record=record, entered=dice.die(3) == 1)


def random_file(dice: Dice, team: PublicTeam) -> TeamFile:
    """Return a random team file that agrees with the team's public information."""
    people = [
        Character(
            id=character.id,
            name=character.name,
            role=character.role,
            dp=3 if character.alive else 0,
            skills=random_skills(dice),
        )
        for character in team.people
    ]
    garage = [
        random_vehicle(dice, f"{team.id}/v{index}", f"{team.name} {index}")
        for index in range(1, dice.die(3) + 1)
    ]
    return TeamFile(
        id=team.id, name=team.name, money=100_000, people=tuple(people), garage=tuple(garage)
    )


def random_mission(dice: Dice, spy: Character, target: PublicTeam, mission: Mission) -> Order:
    """Return a mission against a team with random details."""
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


def random_sheet(
    dice: Dice,
    file: TeamFile,
    roster: Roster,
    *,
    spies: Sequence[Character],
    guards: Sequence[Character],
) -> Sheet:
    """Return a sheet with these spies on missions and these guards on counterspy duty."""
    others = [team for team in roster if team.id != file.id]
    missions = [
        random_mission(dice, spy, dice.pick(others), _possible_mission(dice, spy)) for spy in spies
    ]
    duty = [Order(spy=guard.id, action=COUNTERSPY, kit=dice.pick(KITS)) for guard in guards]
    return Sheet(orders=(*missions, *duty), standing=random_standing(dice))


def _possible_mission(dice: Dice, spy: Character) -> Mission:
    return dice.pick(MISSIONS if spy.skills.explosives >= 0 else MISSIONS[:2])


def random_standing(dice: Dice) -> Standing:
    """Return random standing orders. Most options keep their defaults."""
    return Standing(
        counterspy_from=dice.pick((-1, -1, -8)),
        on_counterspy_twelve=dice.pick(("if_armed", "if_armed", "ambush")),
        chase_bombers=dice.die(2) == 1,
        doctrine=dice.pick(DOCTRINES),
    )


def random_setup(
    dice: Dice,
    teams: int,
    house_rules: HouseRules,
    *,
    missions: int = 3,
    counterspies: int = 2,
    extra_espionage: int = 0,
) -> Setup:
    """Return the set-up of a week with six people in each team.

    `extra_espionage` is added to the counterspies' skill.
    """
    files = [
        _team(dice, index, range(missions, missions + counterspies), extra_espionage)
        for index in range(teams)
    ]
    roster = tuple([public_team(file) for file in files])
    sheets = [
        random_sheet(
            dice,
            file,
            roster,
            spies=file.people[:missions],
            guards=file.people[missions : missions + counterspies],
        )
        for file in files
    ]
    return Setup(week="week-1", teams=tuple(files), sheets=tuple(sheets), house=house_rules)


def _team(dice: Dice, number: int, guards: range, extra_espionage: int) -> TeamFile:
    name = TEAMS[number % len(TEAMS)]
    people = [
        _person(
            dice,
            f"t{number}/{name_of_person.lower()}",
            f"{name_of_person} of {name}",
            extra_espionage if position in guards else 0,
        )
        for position, name_of_person in enumerate(NAMES[:6])
    ]
    team = TeamFile(id=f"t{number}", name=name, people=tuple(people))
    return changed(random_file(dice, public_team(team)), people=team.people)


def _person(dice: Dice, character: str, name: str, extra_espionage: int) -> Character:
    skills = random_skills(dice)
    improved_skills = (
        changed(skills, espionage=min(4, max(0, skills.espionage) + extra_espionage))
        if extra_espionage
        else skills
    )
    return Character(id=character, name=name, role=dice.pick(ROLES), skills=improved_skills)


def sample_setups() -> tuple[Setup, ...]:
    """Return set-ups for two, three and five teams.

    They are without live decisions, then with them, and then with questions asked together (E51).
    In the last but one, a team has lent a guard to another (E56).
    """
    setups = [
        random_setup(
            SeededDice(seed_from(f"a week of {teams}"), teams),
            teams,
            HouseRules(live_decisions=live, capture=live),
            extra_espionage=3 if live else 0,
        )
        for live in (False, True)
        for teams in (2, 3, 5)
    ]
    *asked, last = [changed(setup, asks_by_round=True) for setup in setups[3:]]
    return (*setups, *asked, _with_lent_guard(asked[-1]), last)


def _with_lent_guard(setup: Setup) -> Setup:
    """Return the set-up with the last member of the first team lent to the second team (E56)."""
    lender, borrower, *others = setup.teams
    sheet = setup.sheets[1]
    *people, guard = lender.people
    lent, borrowed = changed(guard, guards_for=borrower.id), changed(guard, lent_by=lender.id)
    sheet = changed(sheet, orders=(*sheet.orders, Order(spy=guard.id, action=COUNTERSPY)))
    return changed(
        setup,
        teams=(
            changed(lender, people=(*people, lent)),
            changed(borrower, people=(*borrower.people, borrowed)),
            *others,
        ),
        sheets=(setup.sheets[0], sheet, *setup.sheets[2:]),
    )
