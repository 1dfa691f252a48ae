"""What stands on the papers of an evening, as plain values: the same for page, PDF and API."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.garage.rules.sheet import VehicleSheet
from engine.values import Value, changed

ON_THE_SHEET = ("driver", "cyclist", "gunner", "handgunner", "mechanic", "paramedic")
"""The skills that a record sheet names, in this order, where the club's table has them."""


class SkillLine(Value):
    """A skill of somebody aboard at base level or better: 0 at base, +1 … above."""

    title: str
    level: int


class CrewLine(Value):
    """Somebody aboard, with their place, DP now and when healthy, and what they know."""

    place: str
    name: str
    dp: int
    full_dp: int
    skills: tuple[SkillLine, ...] = ()


class CarPaper(Value):
    """All that the record sheet of one car says (C30). `heading` is for what it was printed."""

    team: str
    heading: str
    sheet: VehicleSheet
    crew: tuple[CrewLine, ...] = ()
    notes: str = ""


class EntryLine(Value):
    """A car in the table of entries: everybody who reads it knows that much."""

    team: str
    car: str
    crew: tuple[str, ...]


def replace_unprintable(
    cars: Sequence[CarPaper], entries: Sequence[EntryLine], can_print: Callable[[str], bool]
) -> tuple[tuple[CarPaper, ...], tuple[EntryLine, ...]]:
    """Return the papers with every name that a font lacks letters of replaced by what it names:
    "Team 2", "Car 3 of Anvil", "Gunner". Teams and cars are numbered in the order of the entries.
    """
    named = [(one.team, one.car) for one in entries]
    named += [known for one in cars if (known := (one.team, one.sheet.name)) not in named]
    teams = list(dict.fromkeys(team for team, _ in named))
    team_names = {
        team: team if can_print(team) else f"Team {number}" for number, team in enumerate(teams, 1)
    }
    car_names: dict[tuple[str, str], str] = {}
    for team, car in named:
        number = 1 + sum(known == team for known, _ in car_names)
        name = car if can_print(car) else f"Car {number} of {team_names[team]}"
        car_names.setdefault((team, car), name)

    def crew_of(car: CarPaper) -> tuple[CrewLine, ...]:
        return tuple(
            one if can_print(one.name) else changed(one, name=_place_in_words(one.place))
            for one in car.crew
        )

    return (
        tuple(
            changed(
                one,
                team=team_names[one.team],
                heading=one.heading if can_print(one.heading) else "",
                notes=one.notes if can_print(one.notes) else "",
                crew=crew_of(one),
                sheet=changed(one.sheet, name=car_names[one.team, one.sheet.name]),
            )
            for one in cars
        ),
        tuple(
            changed(
                one,
                team=team_names[one.team],
                car=car_names[one.team, one.car],
                crew=tuple(
                    name if can_print(name) else "Driver" if seat == 0 else f"Crew {seat + 1}"
                    for seat, name in enumerate(one.crew)
                ),
            )
            for one in entries
        ),
    )


def _place_in_words(place: str) -> str:
    return place.replace(":", " ").capitalize()
