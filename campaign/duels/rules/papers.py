"""The content of a duel's printed papers, for the page, the PDF and the API."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.garage.rules.sheet import VehicleSheet
from engine.values import Value, changed

PRINTED_SKILLS = ("driver", "cyclist", "gunner", "handgunner", "mechanic", "paramedic")
"""Skills printed on a record sheet, in this order, if the club's table has them."""


class SkillLine(Value):
    """A crew member's skill at base level or above. Base level is 0."""

    title: str
    level: int


class CrewLine(Value):
    """A crew member: place, name, current and full DP, and skills."""

    place: str
    name: str
    dp: int
    full_dp: int
    skills: tuple[SkillLine, ...] = ()


class CarPaper(Value):
    """The content of a car's record sheet (C30). `heading` names the duel."""

    team: str
    heading: str
    sheet: VehicleSheet
    crew: tuple[CrewLine, ...] = ()
    notes: str = ""


class EntryLine(Value):
    """A car in the public table of entries."""

    team: str
    car: str
    crew: tuple[str, ...]


def replace_unprintable(
    cars: Sequence[CarPaper], entries: Sequence[EntryLine], can_print: Callable[[str], bool]
) -> tuple[tuple[CarPaper, ...], tuple[EntryLine, ...]]:
    """Replace all names that contain letters missing from the font with placeholders.

    Examples are "Team 2", "Car 3 of Anvil" and "Gunner". Teams and cars are numbered in the order
    of the entries.
    """
    team_cars = [(entry.team, entry.car) for entry in entries]
    team_cars += [
        listed_car for car in cars if (listed_car := (car.team, car.sheet.name)) not in team_cars
    ]
    teams = list(dict.fromkeys(team for team, _ in team_cars))
    team_names = {
        team: team if can_print(team) else f"Team {number}" for number, team in enumerate(teams, 1)
    }
    car_names: dict[tuple[str, str], str] = {}
    for team, car_name in team_cars:
        number = 1 + sum(listed_car == team for listed_car, _ in car_names)
        name = car_name if can_print(car_name) else f"Car {number} of {team_names[team]}"
        car_names.setdefault((team, car_name), name)

    def crew_of(car: CarPaper) -> tuple[CrewLine, ...]:
        return tuple(
            line if can_print(line.name) else changed(line, name=_place_in_words(line.place))
            for line in car.crew
        )

    return (
        tuple(
            changed(
                car,
                team=team_names[car.team],
                heading=car.heading if can_print(car.heading) else "",
                notes=car.notes if can_print(car.notes) else "",
                crew=crew_of(car),
                sheet=changed(car.sheet, name=car_names[car.team, car.sheet.name]),
            )
            for car in cars
        ),
        tuple(
            changed(
                entry,
                team=team_names[entry.team],
                car=car_names[entry.team, entry.car],
                crew=tuple(
                    name if can_print(name) else "Driver" if seat == 0 else f"Crew {seat + 1}"
                    for seat, name in enumerate(entry.crew)
                ),
            )
            for entry in entries
        ),
    )


def _place_in_words(place: str) -> str:
    return place.replace(":", " ").capitalize()
