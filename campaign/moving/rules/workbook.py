"""Functions that convert a workbook to records and report all errors by sheet and cell (C89)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.club_parts import merge_parts
from campaign.garage.rules.parts import ClubParts
from campaign.garage.rules.printed import read_printed
from campaign.garage.rules.published import PACK
from campaign.garage.rules.repairs import part_size
from campaign.garage.rules.stock import STOCK
from campaign.garage.rules.vehicles import VehicleDesign, check_design, make_record, read_design
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import GENERAL
from campaign.ledger.rules import gear
from campaign.roster.rules import skills
from campaign.roster.rules.acts import MAX_INPUT, CharacterFace
from campaign.roster.rules.people import ROLES
from campaign.teams.rules.acts import EMBLEMS, NewTeam
from core.web.pictures.badges import CHOICES
from core.web.problems import Problem, plural
from core.web.records import fields_of, filled
from core.web.sheets import Sheets
from core.web.text import lookup_key
from engine.values import changed

from .arranging import Arrangement, Choices, arrange, headings_of
from .cells import Notes, Row, rows_of
from .columns import PLAIN_FACE, STOCK_NAMES
from .days import read_day
from .records import (
    History,
    OldCar,
    OldGear,
    OldPerson,
    OldPlace,
    OldRecords,
    OldStanding,
    OldTeam,
    OldWeek,
    WorkbookContext,
)
from .synonyms import ROLE_WORDS

MAX_TEAMS: Final = 60
MAX_PEOPLE: Final = 1_200
MAX_CARS: Final = 400
MAX_MONEY: Final = 100_000_000
MAX_POINTS: Final = 10_000
MAX_PIECES: Final = 10_000
LAST_WEEK: Final = 999
MAX_SKILLS_LENGTH: Final = 400
UNPAINTED: Final = "unpainted"
SKILL_AND_LEVEL: Final = re.compile(
    r"(?P<skill>[^\d+:(]+?)[\s:(]*(?P<level>\+?\d{1,4}|base)?\)?", re.IGNORECASE
)
"""A skill in a list: Driver +2, Gunner: 1, Mechanic (base) or Stealth."""
ROLE_OF_SKILL: Final = {"espionage": "spy", "stealth": "spy", "explosives": "spy"}


def read(
    sheets: Sheets, context: WorkbookContext, choices: Choices | None = None
) -> tuple[OldRecords | None, tuple[Problem, ...]]:
    """Return the records in a workbook, and its errors (C89).

    `choices` are the GM's meanings of sheets and columns; others are proposed by `arrange`. If
    there are any errors, the records are None.
    """
    return read_arranged(arrange(sheets, context.house_rules, choices), context)


def read_arranged(
    arrangement: Arrangement, context: WorkbookContext
) -> tuple[OldRecords | None, tuple[Problem, ...]]:
    """Return the records in an arranged workbook, and its errors (C89)."""
    notes = Notes()

    def rows(kind: str) -> list[Row]:
        return [row for table in arrangement.tables_of(kind) for row in rows_of(table, notes)]

    first = [row.number_in("First week", 1, LAST_WEEK) for row in rows("Season")]
    people_rows, team_rows = rows("People"), rows("Teams")
    rows_with_teams = team_rows if arrangement.tables_of("Teams") else _team_rows(people_rows)
    teams = list(_teams(rows_with_teams, context))
    names = {lookup_key(team.name): team.name for team in teams}
    if not teams and not notes.problems:
        notes.add("Teams", "", "no-teams", "there is no team in this workbook.")
    people = tuple(_people(people_rows, names, context.house_rules))
    cars = _cars(rows("Cars"), rows("Damage"), names, context)
    store = tuple(_gear(rows("Gear"), names))
    weeks = tuple(_weeks(rows("Weeks")))
    places = tuple(_places(rows("Duels"), names, {week.number for week in weeks}))
    standings = tuple(_standings(rows("Standings"), names))
    next_week = max((week.number for week in weeks), default=0) + 1
    first_week = first[0] if first and first[0] else next_week
    if first_week < next_week:
        notes.add(
            arrangement.tables_of("Season")[0].title,
            "A2",
            "too-early",
            f"week {next_week - 1} is already on the sheet Weeks.",
        )
    if notes.problems:
        return None, tuple(notes.problems)
    return OldRecords(
        first_week=first_week,
        teams=tuple(teams),
        people=people,
        cars=cars,
        gear=store,
        standings=tuple(standing for standing in standings if not standing.season),
        history=History(
            weeks=tuple(sorted(weeks, key=lambda week: week.number)),
            places=places,
            standings=tuple(standing for standing in standings if standing.season),
            notes=arrangement.leftovers,
        ),
    ), ()


def _at_most(limit: int, title: str, heading: str, rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows up to a limit. A row above the limit is an error."""
    for number, row in enumerate(rows):
        if number == limit:
            row.add_problem(heading, "too-many", f"you can import at most {limit:,} {title}.")
            return
        yield row


def _team_rows(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield a row for each team named on the People sheet.

    This is used for workbooks that have no Teams sheet.
    """
    seen_keys: set[str] = set()
    for row in rows:
        name = " ".join(row.cells.get("Team", "").split())
        if name and lookup_key(name) not in seen_keys:
            seen_keys.add(lookup_key(name))
            yield row


# --- teams and people -----------------------------------------------------------------------------


def _teams(rows: Iterable[Row], context: WorkbookContext) -> Iterator[OldTeam]:
    labels = {label.lower(): colour for colour, label in CHOICES}
    taken_names = {lookup_key(name) for name in context.teams}
    seen_keys: set[str] = set()
    headings = {field.name: field.title for field in fields_of(NewTeam)} | {"name": "Team"}
    for row in rows:
        name, colour = row.text("Team", 200), row.text("Colour").lower()
        fields = row.record(
            NewTeam,
            headings,
            name=name,
            colour=labels.get(colour, colour) or CHOICES[0][0],
            emblem=row.text("Emblem").lower() or next(iter(EMBLEMS)),
            **{field.name: row.value_of(field) for field in PLAIN_FACE},
        )
        money = row.number_in("Money", 0, MAX_MONEY)
        if lookup_key(name) in seen_keys:
            row.add_problem("Team", "twice", f"the team {name} appears twice.")
        elif lookup_key(name) in taken_names:
            row.add_problem("Team", "name-taken", f"the club already has a team called {name}.")
        elif len(seen_keys) >= MAX_TEAMS:
            row.add_problem("Team", "too-many", f"you can import at most {MAX_TEAMS} teams.")
        seen_keys.add(lookup_key(name))
        if fields and not row.has_problems:
            yield filled(OldTeam, fields, colour=fields.colour if colour else "", money=money)
        elif name:
            yield OldTeam(name=name)


def _team_of(row: Row, names: Mapping[str, str]) -> str:
    name = row.text("Team", 200)
    if name and lookup_key(name) not in names:
        row.add_problem("Team", "no-such-team", f"the sheet Teams has no team called “{name}”.")
    return names.get(lookup_key(name), "")


def _people(
    rows: Iterable[Row], names: Mapping[str, str], house_rules: HouseRules
) -> Iterator[OldPerson]:
    seen_keys: set[tuple[str, str]] = set()
    headings = {"name": "Name", "role": "Role", "blurb": "About"}
    skill_names = headings_of("People", house_rules)
    for row in _at_most(MAX_PEOPLE, "people", "Name", rows):
        team = _team_of(row, names)
        name = row.text("Name", 200)
        points = _points(row, house_rules, skill_names)
        fields = row.record(
            CharacterFace,
            headings if name else {**headings, "name": "Name"},
            name=name,
            role=_role(row.text("Role"), points),
            blurb=row.text("About", 1000),
        )
        prestige = row.number_in("Prestige", -MAX_POINTS, MAX_POINTS) or 0
        wounds = row.number_in("DP lost", 0, 1000) or 0
        max_wounds = skills.build(points, house_rules).dp
        if wounds > max_wounds:
            row.add_problem(
                "DP lost", "too-many", f"{name} has {max_wounds} DP and cannot have lost {wounds}."
            )
        if (key := (lookup_key(team), lookup_key(name))) in seen_keys and name:
            row.add_problem("Name", "twice", f"{team} already has someone called {name}.")
        seen_keys.add(key)
        if fields and not row.has_problems:
            yield filled(
                OldPerson, fields, team=team, prestige=prestige, wounds=wounds, points=points
            )


def _points(row: Row, house_rules: HouseRules, skill_names: Mapping[str, str]) -> dict[str, int]:
    """Return the points in skills: from a column for each skill, or from a list in one column.
    `skill_names` has the keys of skills by their usual names.
    """
    points = {
        skill.key: row.skill(skill.key, skill.points, MAX_INPUT)
        for skill in house_rules.skill_costs
    }
    points[GENERAL] = row.number_in("General", 0, MAX_INPUT) or 0
    costs = {skill.key: skill.points for skill in house_rules.skill_costs}
    skill_list = row.cells.get("Skills", "") if row.text("Skills", MAX_SKILLS_LENGTH) else ""
    for text in re.split(r"[,;/\n]", skill_list):
        match = SKILL_AND_LEVEL.fullmatch(text.strip())
        key = skill_names.get(lookup_key(match["skill"]), "") if match else ""
        if match and key in costs:
            level = (match["level"] or "base").lower()
            number = 0 if level == "base" else int(level)
            is_points = level.isdigit() and number >= costs[key]
            points[key] = number if is_points else (number + 1) * costs[key]
        elif text.strip():
            row.add_problem(
                "Skills",
                "no-such-skill",
                f"unknown skill “{text.strip()[:60]}”. Write skills as Driver +2, Gunner base.",
            )
    return {key: amount for key, amount in points.items() if amount}


def _role(text: str, points: Mapping[str, int]) -> str:
    """Return the role by its usual names. Without a role, it is that of the best skill."""
    key = lookup_key(text)
    if not key:
        roles = [(amount, ROLE_OF_SKILL.get(skill, skill)) for skill, amount in points.items()]
        return max((row for row in roles if row[1] in ROLES), default=(0, ROLES[0]))[1]
    return ROLE_WORDS.get(key, key)


# --- cars and gear --------------------------------------------------------------------------------


def _cars(
    rows: Iterable[Row], damage: Iterable[Row], names: Mapping[str, str], context: WorkbookContext
) -> tuple[OldCar, ...]:
    cars_by_key: dict[tuple[str, str], OldCar] = {}
    headings = {"name": "Car", "colour": "Colour", "notes": "Notes"}
    printed_parts = merge_parts(context.parts, PACK)
    for row in _at_most(MAX_CARS, "cars", "Car", rows):
        team, name = _team_of(row, names), row.text("Car", 200)
        fields = row.record(
            VehicleFace,
            headings,
            name=name,
            colour=row.text("Colour", 200) or UNPAINTED,
            notes=row.text("Notes", 2000),
        )
        design = _design(row, context.parts, printed_parts)
        if (key := (lookup_key(team), lookup_key(name))) in cars_by_key and name:
            row.add_problem("Car", "twice", f"{team} already has a car called {name}.")
        elif fields and design and not row.has_problems:
            cars_by_key[key] = filled(OldCar, fields, team=team, design=design, damage={})
    lost = _damage(damage, names, cars_by_key)
    return tuple(changed(car, damage=lost.get(key, {})) for key, car in cars_by_key.items())


def _design(row: Row, parts: ClubParts, printed_parts: ClubParts) -> VehicleDesign | None:
    """Return the design of a car: a stock vehicle by its name, a design in JSON with the club's
    parts, or a printed line with these and the published parts (C122).
    """
    text = row.cells.get("Design", "").strip()
    name = row.text("Design", 20_000)
    by_name = {lookup_key(vehicle.name): vehicle.design for vehicle in STOCK}
    if not name or lookup_key(name) in by_name:
        return by_name.get(lookup_key(name))
    if text.startswith("{"):
        design, problems = read_design(text, parts)
    else:
        reading = read_printed(text, printed_parts)
        design, problems = reading.design, ()
        if design is None:
            row.add_problem(
                "Design",
                "no-such-design",
                f"“{name[:60]}” is not a stock vehicle, and as a printed line it names no body "
                f"or no power plant. The stock vehicles are {STOCK_NAMES}.",
            )
        elif reading.unread:
            unread = ", ".join(f"“{phrase[:40]}”" for phrase in reading.unread[:5])
            row.add_problem("Design", "not-understood", f"the line has unknown parts: {unread}.")
        else:
            problems = check_design(design)
    for problem in problems:
        row.add_problem("Design", problem.code, f"{problem.field}: {problem.sentence}".lstrip(": "))
    return design


def _damage(
    rows: Iterable[Row], names: Mapping[str, str], cars: Mapping[tuple[str, str], OldCar]
) -> dict[tuple[str, str], dict[str, int]]:
    losses_by_key: dict[tuple[str, str], dict[str, int]] = {}
    for row in rows:
        team, name, part = _team_of(row, names), row.text("Car", 200), row.text("Part")
        lost = row.number_in("Lost", 1, MAX_POINTS)
        key = (lookup_key(team), lookup_key(name))
        car = cars.get(key)
        if row.has_problems:
            continue
        if car is None:
            row.add_problem(
                "Car", "no-such-car", f"{team} has no car called “{name}” on the sheet Cars."
            )
            continue
        maximum = max_loss(car.design, part)
        if part in losses_by_key.get(key, {}):
            row.add_problem("Part", "twice", f"{part} of {name} appears twice.")
        elif not maximum:
            row.add_problem("Part", "no-such-part", f"{name} has no part called “{part}”.")
        elif lost and lost > maximum:
            row.add_problem(
                "Lost", "too-many", f"{part} of {name} has {maximum} and cannot lose {lost}."
            )
        elif lost:
            losses_by_key.setdefault(key, {})[part] = lost
    return losses_by_key


def max_loss(design: VehicleDesign, part: str) -> int:
    """Return the maximum loss of a part, or 0 if the design does not have the part."""
    kind, _, weapon = part.partition(":")
    if kind == "ammo":
        loaded = {
            f"weapon:{number}": design.loaded_shots(weapon_mount)
            for number, weapon_mount in enumerate(design.weapons, 1)
        }
        return loaded.get(weapon, 0)
    return part_size(make_record(design, "", ""), part)


def _gear(rows: Iterable[Row], names: Mapping[str, str]) -> Iterator[OldGear]:
    keys = {lookup_key(item.name): key for key, item in gear.GEAR.items()}
    seen_keys: set[tuple[str, str]] = set()
    for row in rows:
        team, name = _team_of(row, names), row.text("Gear", 200)
        key = name if name in gear.GEAR else keys.get(lookup_key(name), "")
        pieces = row.number_in("Pieces", 1, MAX_PIECES)
        if name and not key:
            row.add_problem("Gear", "no-such-gear", f"unknown gear “{name[:60]}”.")
        elif key and (team, key) in seen_keys:
            row.add_problem("Gear", "twice", f"{name} of {team} appears twice.")
        seen_keys.add((team, key))
        if pieces and not row.has_problems:
            yield OldGear(team=team, key=key, pieces=pieces)


# --- history --------------------------------------------------------------------------------------


def _weeks(rows: Iterable[Row]) -> Iterator[OldWeek]:
    seen_numbers: set[int] = set()
    for row in rows:
        number = row.number_in("Week", 1, LAST_WEEK - 1)
        if number in seen_numbers:
            row.add_problem("Week", "twice", f"week {number} appears twice.")
        written = row.text("Date")
        day = read_day(written)
        if written and not day:
            row.add_problem(
                "Date", "no-date", f"enter the date in the form 2039-11-05, not “{written}”."
            )
        duel, arena, story = row.text("Duel", 80), row.text("Arena", 80), row.text("Story", 500)
        if number:
            seen_numbers.add(number)
            yield OldWeek(number=number, duel=duel, arena=arena, day=day, story=story)


def _places(rows: Iterable[Row], names: Mapping[str, str], weeks: set[int]) -> Iterator[OldPlace]:
    seen_keys: set[tuple[int, str]] = set()
    for row in rows:
        week, team = row.number_in("Week", 1, LAST_WEEK - 1), _team_of(row, names)
        place = row.number_in("Place", 1, 99)
        points = row.number_in("Points", -MAX_POINTS, MAX_POINTS)
        duellist, car = row.text("Duellist"), row.text("Car")
        if week and week not in weeks:
            row.add_problem("Week", "no-such-week", f"week {week} is not on the sheet Weeks.")
        elif week and team and (week, team) in seen_keys:
            row.add_problem("Team", "twice", f"{team} appears twice for week {week}.")
        if week and not row.has_problems:
            seen_keys.add((week, team))
            yield OldPlace(
                week=week,
                team=team,
                place=place or 0,
                points=points or 0,
                duellist=duellist,
                car=car,
            )


def _standings(rows: Iterable[Row], names: Mapping[str, str]) -> Iterator[OldStanding]:
    seen_keys: set[tuple[str, str]] = set()
    for row in rows:
        season = row.text("Season", 80)
        team = row.text("Team") if season else _team_of(row, names)
        points = row.number_in("Points", -MAX_POINTS, MAX_POINTS)
        if team and (lookup_key(season), lookup_key(team)) in seen_keys:
            row.add_problem("Team", "twice", f"{team} appears twice.")
        seen_keys.add((lookup_key(season), lookup_key(team)))
        if points is not None and not row.has_problems:
            yield OldStanding(season=season, team=team, points=points)


def in_words(records: OldRecords) -> str:
    """Return a phrase with the number of imported records."""
    parts = [
        plural(len(records.teams), "team"),
        plural(len(records.people), "person", "people"),
        plural(len(records.cars), "car"),
    ]
    if records.history.weeks:
        parts.append(plural(len(records.history.weeks), "week") + " of before")
    return ", ".join(parts[:-1]) + f" and {parts[-1]}"
