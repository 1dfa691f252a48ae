"""Reading a workbook into records: everything that is wrong with it, by sheet and cell (C89)."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Final

from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.repairs import part_size
from campaign.garage.rules.stock import STOCK
from campaign.garage.rules.vehicles import VehicleDesign, make_record, read_design
from campaign.league.rules.tables import GENERAL
from campaign.ledger.rules import gear
from campaign.roster.rules import skills
from campaign.roster.rules.acts import MOST, CharacterFace
from campaign.teams.rules.acts import EMBLEMS, NewTeam
from core.web.pictures.badges import CHOICES
from core.web.problems import plural
from core.web.records import fields_of, filled
from core.web.text import lookup_key

from .cells import Notes, Row, rows_of
from .columns import PLAIN_FACE, README, SHEETS, STOCKED
from .records import (
    History,
    Known,
    OldCar,
    OldGear,
    OldPerson,
    OldPlace,
    OldRecords,
    OldStanding,
    OldTeam,
    OldWeek,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.league.rules.house import HouseRules
    from core.web.problems import Problem
    from core.web.sheets import Sheets

MOST_TEAMS: Final = 60
MOST_MONEY: Final = 100_000_000
MOST_POINTS: Final = 10_000
MOST_PIECES: Final = 10_000
LAST_WEEK: Final = 999
UNPAINTED: Final = "unpainted"


def read(sheets: Sheets, known: Known) -> tuple[OldRecords | None, tuple[Problem, ...]]:
    """The records of a workbook, with all its problems; None where there is any (C89)."""
    notes = Notes()
    named = _named(sheets, notes)

    def rows(sheet: str, more: Mapping[str, str] | None = None) -> list[Row]:
        return list(rows_of(sheet, named.get(sheet, ()), notes, more))

    first = [row.whole("First week", 1, LAST_WEEK) for row in rows("Season")]
    people_rows = rows("People", _skills(known.house))
    team_rows = rows("Teams")
    teams = (
        list(_teams(team_rows, known))
        if "Teams" in named
        else list(_teams(_of(people_rows), known))
    )
    names = {lookup_key(team.name): team.name for team in teams}
    if not teams and not notes.problems:
        notes.add("Teams", "", "no-teams", "there is no team in this workbook.")
    people = tuple(_people(people_rows, names, known.house))
    cars = _cars(rows("Cars"), rows("Damage"), names, known)
    store = tuple(_gear(rows("Gear"), names))
    weeks = tuple(_weeks(rows("Weeks")))
    places = tuple(_places(rows("Duels"), names, {week.number for week in weeks}))
    standings = tuple(_standings(rows("Standings"), names))
    after = max((week.number for week in weeks), default=0) + 1
    first_week = first[0] if first and first[0] else after
    if first_week < after:
        notes.add("Season", "A2", "too-early", f"week {after - 1} is already on the sheet Weeks.")
    if notes.problems:
        return None, tuple(notes.problems)
    return OldRecords(
        first_week=first_week,
        teams=tuple(teams),
        people=people,
        cars=cars,
        gear=store,
        standings=tuple(one for one in standings if not one.season),
        history=History(
            weeks=tuple(sorted(weeks, key=lambda week: week.number)),
            places=places,
            standings=tuple(one for one in standings if one.season),
        ),
    ), ()


def _named(sheets: Sheets, notes: Notes) -> dict[str, Sequence[Sequence[str]]]:
    """The sheets by their own names; a strange one is a problem, and so is one that comes twice."""
    own = {sheet.lower(): sheet for sheet in SHEETS}
    found: dict[str, Sequence[Sequence[str]]] = {}
    for title, rows in sheets.items():
        plain = title.strip().lower().replace("_", " ")
        sheet = own.get(plain)
        if sheet in found:
            notes.add(title[:60], "", "twice", "this sheet appears twice.")
        elif sheet:
            found[sheet] = rows
        elif plain != README.lower() and any(cell.strip() for row in rows for cell in row):
            there = ", ".join(SHEETS)
            notes.add(title[:60], "", "no-such-sheet", f"unknown sheet. The sheets are {there}.")
    return found


def _skills(house: HouseRules) -> dict[str, str]:
    """The columns of skills, by title and by key."""
    titles = {lookup_key(row.title): row.key for row in house.skill_costs}
    return {**titles, **{lookup_key(row.key): row.key for row in house.skill_costs}}


def _of(rows: Iterable[Row]) -> Iterator[Row]:
    """A row for each team that the people name, for a workbook without the sheet Teams."""
    seen: set[str] = set()
    for row in rows:
        name = " ".join(row.cells.get("Team", "").split())
        if name and lookup_key(name) not in seen:
            seen.add(lookup_key(name))
            yield row


# --- teams and people -----------------------------------------------------------------------------


def _teams(rows: Iterable[Row], known: Known) -> Iterator[OldTeam]:
    labels = {label.lower(): colour for colour, label in CHOICES}
    there = {lookup_key(name) for name in known.teams}
    seen: set[str] = set()
    headings = {field.name: field.title for field in fields_of(NewTeam)} | {"name": "Team"}
    for row in rows:
        name, colour = row.text("Team", 200), row.text("Colour").lower()
        face = row.record(
            NewTeam,
            headings,
            name=name,
            colour=labels.get(colour, colour) or CHOICES[0][0],
            emblem=row.text("Emblem").lower() or next(iter(EMBLEMS)),
            **{field.name: row.value_of(field) for field in PLAIN_FACE},
        )
        money = row.whole("Money", 0, MOST_MONEY)
        if lookup_key(name) in seen:
            row.wrong("Team", "twice", f"the team {name} appears twice.")
        elif lookup_key(name) in there:
            row.wrong("Team", "name-taken", f"the club already has a team called {name}.")
        elif len(seen) >= MOST_TEAMS:
            row.wrong("Team", "too-many", f"you can import at most {MOST_TEAMS} teams.")
        seen.add(lookup_key(name))
        if face and not row.bad:
            yield filled(OldTeam, face, colour=face.colour if colour else "", money=money)
        elif name:
            yield OldTeam(name=name)


def _team_of(row: Row, names: Mapping[str, str]) -> str:
    """The team that a row is about, as its own sheet writes it."""
    said = row.text("Team", 200)
    if said and lookup_key(said) not in names:
        row.wrong("Team", "no-such-team", f"the sheet Teams has no team called “{said}”.")
    return names.get(lookup_key(said), "")


def _people(
    rows: Iterable[Row], names: Mapping[str, str], house: HouseRules
) -> Iterator[OldPerson]:
    seen: set[tuple[str, str]] = set()
    headings = {"name": "Name", "role": "Role", "blurb": "About"}
    for row in rows:
        team = _team_of(row, names)
        said = row.text("Name", 200)
        face = row.record(
            CharacterFace,
            headings if said else {**headings, "name": "Name"},
            name=said,
            role=row.text("Role").lower(),
            blurb=row.text("About", 1000),
        )
        prestige = row.whole("Prestige", -MOST_POINTS, MOST_POINTS) or 0
        general = row.whole("General", 0, MOST) or 0
        points = {one.key: row.skill(one.key, one.points, MOST) for one in house.skill_costs}
        points = {key: held for key, held in {**points, GENERAL: general}.items() if held}
        wounds = row.whole("DP lost", 0, 1000) or 0
        most = skills.build(points, house).dp
        if wounds > most:
            row.wrong("DP lost", "too-many", f"{said} has {most} DP and cannot have lost {wounds}.")
        if (key := (lookup_key(team), lookup_key(said))) in seen and said:
            row.wrong("Name", "twice", f"{team} already has someone called {said}.")
        seen.add(key)
        if face and not row.bad:
            yield OldPerson(
                team=team,
                name=face.name,
                role=face.role,
                blurb=face.blurb,
                prestige=prestige,
                wounds=wounds,
                points=points,
            )


# --- cars and gear --------------------------------------------------------------------------------


def _cars(
    rows: Iterable[Row], damage: Iterable[Row], names: Mapping[str, str], known: Known
) -> tuple[OldCar, ...]:
    found: dict[tuple[str, str], OldCar] = {}
    headings = {"name": "Car", "colour": "Colour", "notes": "Notes"}
    for row in rows:
        team, name = _team_of(row, names), row.text("Car", 200)
        face = row.record(
            VehicleFace,
            headings,
            name=name,
            colour=row.text("Colour", 200) or UNPAINTED,
            notes=row.text("Notes", 2000),
        )
        design = _design(row, known)
        if (key := (lookup_key(team), lookup_key(name))) in found and name:
            row.wrong("Car", "twice", f"{team} already has a car called {name}.")
        elif face and design and not row.bad:
            found[key] = OldCar(
                team=team,
                name=face.name,
                colour=face.colour,
                notes=face.notes,
                design=design,
                damage={},
            )
    lost = _damage(damage, names, found)
    return tuple(
        OldCar(
            team=car.team,
            name=car.name,
            colour=car.colour,
            notes=car.notes,
            design=car.design,
            damage=lost.get(key, {}),
        )
        for key, car in found.items()
    )


def _design(row: Row, known: Known) -> VehicleDesign | None:
    said = row.cells.get("Design", "").strip()
    if not said.startswith("{"):
        by_name = {lookup_key(one.name): one.design for one in STOCK}
        name = row.text("Design", 20_000)
        if name and lookup_key(name) not in by_name:
            row.wrong(
                "Design",
                "no-such-design",
                f"“{name[:60]}” is not a stock vehicle or a design in JSON. The stock vehicles "
                f"are {STOCKED}.",
            )
        return by_name.get(lookup_key(name))
    design, problems = read_design(said, known.parts)
    for problem in problems:
        row.wrong("Design", problem.code, f"{problem.field}: {problem.sentence}".lstrip(": "))
    return design


def _damage(
    rows: Iterable[Row], names: Mapping[str, str], cars: Mapping[tuple[str, str], OldCar]
) -> dict[tuple[str, str], dict[str, int]]:
    found: dict[tuple[str, str], dict[str, int]] = {}
    for row in rows:
        team, name, part = _team_of(row, names), row.text("Car", 200), row.text("Part")
        lost = row.whole("Lost", 1, MOST_POINTS)
        key = (lookup_key(team), lookup_key(name))
        car = cars.get(key)
        if row.bad:
            continue
        if car is None:
            row.wrong("Car", "no-such-car", f"{team} has no car called “{name}” on the sheet Cars.")
            continue
        most = limit(car.design, part)
        if part in found.get(key, {}):
            row.wrong("Part", "twice", f"{part} of {name} appears twice.")
        elif not most:
            row.wrong("Part", "no-such-part", f"{name} has no part called “{part}”.")
        elif lost and lost > most:
            row.wrong("Lost", "too-many", f"{part} of {name} has {most} and cannot lose {lost}.")
        elif lost:
            found.setdefault(key, {})[part] = lost
    return found


def limit(design: VehicleDesign, part: str) -> int:
    """What a part can lose at most; 0 for a part that is not there."""
    kind, _, weapon = part.partition(":")
    if kind == "ammo":
        loaded = {
            f"weapon:{at}": design.loaded_shots(one) for at, one in enumerate(design.weapons, 1)
        }
        return loaded.get(weapon, 0)
    return part_size(make_record(design, "", ""), part)


def _gear(rows: Iterable[Row], names: Mapping[str, str]) -> Iterator[OldGear]:
    keys = {lookup_key(one.name): key for key, one in gear.GEAR.items()}
    seen: set[tuple[str, str]] = set()
    for row in rows:
        team, said = _team_of(row, names), row.text("Gear", 200)
        key = said if said in gear.GEAR else keys.get(lookup_key(said), "")
        pieces = row.whole("Pieces", 1, MOST_PIECES)
        if said and not key:
            row.wrong("Gear", "no-such-gear", f"unknown gear “{said[:60]}”.")
        elif key and (team, key) in seen:
            row.wrong("Gear", "twice", f"{said} of {team} appears twice.")
        seen.add((team, key))
        if pieces and not row.bad:
            yield OldGear(team=team, key=key, pieces=pieces)


# --- what was before ------------------------------------------------------------------------------


def _weeks(rows: Iterable[Row]) -> Iterator[OldWeek]:
    seen: set[int] = set()
    for row in rows:
        number = row.whole("Week", 1, LAST_WEEK - 1)
        if number in seen:
            row.wrong("Week", "twice", f"week {number} appears twice.")
        day = row.text("Date")
        if day and not _is_day(day):
            row.wrong("Date", "no-date", f"enter the date in the form 2039-11-05, not “{day}”.")
        duel, arena, story = row.text("Duel", 80), row.text("Arena", 80), row.text("Story", 500)
        if number:
            seen.add(number)
            yield OldWeek(number=number, duel=duel, arena=arena, day=day, story=story)


def _is_day(said: str) -> bool:
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", said)) and bool(date.fromisoformat(said))
    except ValueError:
        return False


def _places(rows: Iterable[Row], names: Mapping[str, str], weeks: set[int]) -> Iterator[OldPlace]:
    seen: set[tuple[int, str]] = set()
    for row in rows:
        week, team = row.whole("Week", 1, LAST_WEEK - 1), _team_of(row, names)
        place, points = row.whole("Place", 1, 99), row.whole("Points", -MOST_POINTS, MOST_POINTS)
        duellist, car = row.text("Duellist"), row.text("Car")
        if week and week not in weeks:
            row.wrong("Week", "no-such-week", f"week {week} is not on the sheet Weeks.")
        elif week and team and (week, team) in seen:
            row.wrong("Team", "twice", f"{team} appears twice for week {week}.")
        if week and not row.bad:
            seen.add((week, team))
            yield OldPlace(
                week=week,
                team=team,
                place=place or 0,
                points=points or 0,
                duellist=duellist,
                car=car,
            )


def _standings(rows: Iterable[Row], names: Mapping[str, str]) -> Iterator[OldStanding]:
    seen: set[tuple[str, str]] = set()
    for row in rows:
        season = row.text("Season", 80)
        team = row.text("Team") if season else _team_of(row, names)
        points = row.whole("Points", -MOST_POINTS, MOST_POINTS)
        if team and (lookup_key(season), lookup_key(team)) in seen:
            row.wrong("Team", "twice", f"{team} appears twice.")
        seen.add((lookup_key(season), lookup_key(team)))
        if points is not None and not row.bad:
            yield OldStanding(season=season, team=team, points=points)


def in_words(records: OldRecords) -> str:
    """How much a club brings along, within a sentence."""
    parts = [
        plural(len(records.teams), "team"),
        plural(len(records.people), "person", "people"),
        plural(len(records.cars), "car"),
    ]
    if records.history.weeks:
        parts.append(plural(len(records.history.weeks), "week") + " of before")
    return ", ".join(parts[:-1]) + f" and {parts[-1]}"
