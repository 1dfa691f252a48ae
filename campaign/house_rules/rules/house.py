"""House rules: all options of a campaign in one record, with defaults, bounds and help texts.

Forms, the JSON Schema and the documentation are generated from this record. A week stores a copy of
the record when it opens (E26). Money is in whole dollars. A limit of 0 means no limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Final, TypeVar

import msgspec

from core.web.options import Option, describe, problems_in, with_choices
from core.web.ports import Port
from core.web.problems import Problem
from engine.game import Refusal
from engine.values import Value

from .calendar import EveningLength, Slot, Slots, check_slots, count_driving_hours
from .duel_numbers import find_wrong_numbers
from .house_record import HouseRules
from .tables import GENERAL, NEEDED_AWARDS, NEEDED_SKILLS, AwardRow, BuildRow, SkillRow

__all__ = [
    "DEFAULT", "BadHouseRules", "Group", "HouseRules", "check", "decode", "evening_length",
    "fields", "game_problems", "groups", "schema", "slots", "to_json_data", "validate",
]  # fmt: skip

DEFAULT: Final = HouseRules()
SLOW_TURNS: Final = 30
"""Number of turns of a slow duel that must fit between its start and the week's close (V6)."""


class Group(Value):
    """A group of options that a form shows together."""

    key: str
    title: str
    options: tuple[Option, ...]


_GROUPS: Final = (
    ("calendar", "The week's calendar"),
    ("orders", "Weekly orders"),
    ("tables", "Result tables"),
    ("ambush", "Ambushes"),
    ("skills", "Skills and skill points"),
    ("teams", "Teams and characters"),
    ("gold_cross", "Gold Cross"),
    ("garage", "Garage"),
    ("duel", "Duel and standings"),
    ("talk", "Messages"),
)
_FIELDS: Final = describe(HouseRules)


def fields() -> tuple[Option, ...]:
    """Return all options in the order of the record.

    Each has a name, a title, a help text, a group, a kind, a default and bounds.
    """
    return _FIELDS


def groups(skills: Iterable[SkillRow] = DEFAULT.skill_costs) -> tuple[Group, ...]:
    """Return the options by group, as the form shows them, with the titles of a club's skills."""
    titles = {GENERAL: "Any skill"} | {row.key: row.title for row in skills}
    options = tuple(
        with_choices(option, "skill", titles) if option.name == "duel_lessons" else option
        for option in _FIELDS
    )
    return tuple(
        Group(key=key, title=title, options=tuple(o for o in options if o.group == key))
        for key, title in _GROUPS
    )


class BadHouseRules(Refusal):
    """The house rules are invalid. `problems` has an entry for each invalid field."""

    code = "bad-house-rules"

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(problem.sentence for problem in problems))
        self.problems = problems


def validate(data: Mapping[str, Any], *, lax: bool = False) -> tuple[Problem, ...]:
    """Return the errors in these options, one for each field. Missing fields have their default
    values.

    If `lax` is true, strings from a form are accepted, too.
    """
    problems = problems_in(HouseRules, data, lax=lax)
    return problems or check(msgspec.convert(dict(data), HouseRules, strict=not lax))


def decode(raw: bytes | str | Mapping[str, Any], *, lax: bool = False) -> HouseRules:
    """Return house rules from JSON text or plain data. Missing fields get their default values.

    Raise BadHouseRules with all problems.
    """
    data = raw if isinstance(raw, Mapping) else _object(raw)
    if problems := validate(data, lax=lax):
        raise BadHouseRules(problems)
    return msgspec.convert(dict(data), HouseRules, strict=not lax)


def _object(raw: bytes | str) -> Mapping[str, Any]:
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError) as error:
        problem = Problem(
            "", "not-json", "House rules must be a JSON object of option names and values."
        )
        raise BadHouseRules((problem,)) from error


def to_json_data(rules: HouseRules) -> dict[str, Any]:
    """Return the record as JSON-ready data, as campaigns and weeks store it."""
    data: dict[str, Any] = msgspec.to_builtins(rules)
    return data


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the record, with titles and help texts."""
    return msgspec.json.schema(HouseRules)


def check(rules: HouseRules) -> tuple[Problem, ...]:
    """Return conflicts between options that are valid on their own."""
    problems: list[Problem] = []
    _require(
        problems,
        "roster_default",
        rules.roster_default <= rules.roster_cap,
        "A new team's roster cannot be larger than the roster cap.",
    )
    _require(
        problems,
        "purse_shares",
        sum(rules.purse_shares) <= 100,
        "The shares of the prize money cannot add up to more than 100 percent.",
    )
    _require(
        problems,
        "starting_skill_most",
        _can_spend_points(rules),
        "A new character could not spend all skill points. Allow more points in one skill.",
    )
    _check_turns(problems, rules)
    _check_rows(problems, "skill_costs", rules.skill_costs, NEEDED_SKILLS)
    _check_rows(problems, "prestige", rules.prestige, NEEDED_AWARDS)
    _check_lessons(problems, rules)
    return (
        *problems,
        *find_wrong_numbers(rules.duel_numbers),
        *check_slots(slots(rules)),
        *game_problems(rules),
    )


game_problems: Final = Port[[HouseRules], Iterable[Problem]]("the options of the week's game")
"""Return the problems with the options of the week's game."""


def slots(rules: HouseRules) -> Slots:
    """Return the weekly schedule in these house rules."""
    return Slots(
        opens=Slot(day=rules.opens_day, time=rules.opens_time),
        due=Slot(day=rules.due_day, time=rules.due_time),
        settle_hours=hours_to_publish(rules),
        duel=Slot(day=rules.duel_day, time=rules.duel_time),
        closes=Slot(day=rules.closes_day, time=rules.closes_time),
    )


def hours_to_publish(rules: HouseRules) -> int:
    """Return the hours from the deadline to the reports. Played ambushes have at least one hour."""
    return max(rules.settle_hours, 0 if rules.ambush_by_doctrine else 1)


def evening_length(rules: HouseRules) -> EveningLength:
    """Return the lengths of the parts of an evening.

    Fights and decisions only get time if people play them.
    """
    played = rules.live_decisions or not rules.ambush_by_doctrine
    return EveningLength(
        orders=timedelta(minutes=rules.evening_orders),
        fights=timedelta(minutes=rules.evening_fights if played else 0),
        garage=timedelta(minutes=rules.evening_garage),
        duel=timedelta(minutes=rules.evening_duel),
    )


def _require(problems: list[Problem], field: str, holds: bool, sentence: str) -> None:
    if not holds:
        problems.append(Problem(field, "does-not-fit", sentence))


def _check_turns(problems: list[Problem], rules: HouseRules) -> None:
    """Check that the turns of a slow duel fit before the week closes (V6)."""
    needed_hours, hours = SLOW_TURNS * rules.duel_turn_hours, count_driving_hours(slots(rules))
    _require(
        problems,
        "duel_turn_hours",
        rules.duel_mode != "slow" or needed_hours <= hours,
        f"A slow duel with {rules.duel_turn_hours} hours per turn needs {needed_hours} hours, but "
        f"there are only {hours} hours between the duel and the end of the week. Use fewer hours "
        "per turn, or close the week later.",
    )


RowT = TypeVar("RowT", SkillRow, AwardRow)


def _check_rows(
    problems: list[Problem], field: str, rows: tuple[RowT, ...], needed: tuple[str, ...]
) -> None:
    keys = [row.key for row in rows]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    missing = [key for key in needed if key not in keys]
    _require(problems, field, not twice, f"Give these rows only once: {', '.join(twice)}.")
    _require(problems, field, not missing, f"These rows are required: {', '.join(missing)}.")


def _check_lessons(problems: list[Problem], rules: HouseRules) -> None:
    """Check that each lesson is in one of the campaign's skills and is listed only once (C33)."""
    skills = {GENERAL, *(row.key for row in rules.skill_costs)}
    pairs = [(row.deed, row.skill) for row in rules.duel_lessons]
    twice = sorted(
        {f"{deed} in {skill}" for deed, skill in pairs if pairs.count((deed, skill)) > 1}
    )
    unknown = sorted({skill for _, skill in pairs if skill not in skills})
    _require(problems, "duel_lessons", not twice, f"Give these rows only once: {', '.join(twice)}.")
    _require(
        problems,
        "duel_lessons",
        not unknown,
        f"Unknown skills: {', '.join(f'“{skill}”' for skill in unknown)}.",
    )


def _can_spend_points(rules: HouseRules) -> bool:
    max_points = rules.starting_skill_most or rules.starting_points
    limits = [min(row.start_most or max_points, max_points) for row in rules.skill_costs]
    return sum(limits) >= rules.starting_points


def build_at(bodybuilding: int, rules: HouseRules = DEFAULT) -> BuildRow:
    """Return the load and DP at a level of bodybuilding. Level −4 means below base."""
    index = min(max(bodybuilding, -1) + 1, len(rules.builds) - 1)
    return rules.builds[index]
