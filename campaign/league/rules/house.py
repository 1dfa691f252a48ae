"""House rules: every option of a campaign in one record, with defaults, bounds and help text.

Forms, the JSON Schema and the docs are made from this record; a week keeps a copy of it from the
moment it opens (E26). Money is in whole dollars. A limit of 0 means no limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from core.web.options import Option, describe, problems_in
from core.web.ports import Port
from core.web.problems import Problem
from engine.game import Refusal
from engine.values import Value

from .calendar import EveningLength, Slot, Slots, check_slots, hours_to_drive
from .duel_numbers import wrong_numbers
from .house_record import HouseRules
from .tables import GENERAL, NEEDED_AWARDS, NEEDED_SKILLS, AwardRow, BuildRow, SkillRow

__all__ = [
    "DEFAULT",
    "BadHouseRules",
    "Group",
    "HouseRules",
    "check",
    "decode",
    "evening_length",
    "fields",
    "fill",
    "groups",
    "plain",
    "schema",
    "slots",
    "validate",
]

DEFAULT: Final = HouseRules()
SLOW_TURNS: Final = 30
"""So many turns of a slow duel have to fit between its hour and the week's close (V6)."""


class Group(Value):
    """Options that belong together on a form."""

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
    """Every option in the order of the record: name, title, help, group, kind, default and
    bounds.
    """
    return _FIELDS


def groups() -> tuple[Group, ...]:
    """The options as a form shows them."""
    return tuple(
        Group(key=key, title=title, options=tuple(o for o in _FIELDS if o.group == key))
        for key, title in _GROUPS
    )


class BadHouseRules(Refusal):
    """House rules that cannot be; `problems` names every field at fault."""

    code = "bad-house-rules"

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(problem.sentence for problem in problems))
        self.problems = problems


def validate(data: Mapping[str, Any], *, lax: bool = False) -> tuple[Problem, ...]:
    """What is wrong with these options, one sentence a field; missing fields take their default.
    `lax` reads a form's strings.
    """
    found = problems_in(HouseRules, data, lax=lax)
    return found or check(msgspec.convert(dict(data), HouseRules, strict=not lax))


def decode(raw: bytes | str | Mapping[str, Any], *, lax: bool = False) -> HouseRules:
    """House rules from JSON text or from plain data; missing fields take their default.

    Raises BadHouseRules, with every problem named.
    """
    data = raw if isinstance(raw, Mapping) else _object(raw)
    if found := validate(data, lax=lax):
        raise BadHouseRules(found)
    return msgspec.convert(dict(data), HouseRules, strict=not lax)


def _object(raw: bytes | str) -> Mapping[str, Any]:
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError) as error:
        problem = Problem(
            field="",
            code="not-json",
            sentence="House rules must be a JSON object of option names and values.",
        )
        raise BadHouseRules((problem,)) from error


def plain(house: HouseRules) -> dict[str, Any]:
    """The record as JSON-ready data: what a campaign stores and a week freezes."""
    data: dict[str, Any] = msgspec.to_builtins(house)
    return data


def schema() -> dict[str, Any]:
    """The JSON Schema of the record, titles and help included."""
    return msgspec.json.schema(HouseRules)


def check(house: HouseRules) -> tuple[Problem, ...]:
    """What does not fit together, though each field alone is in bounds."""
    found: list[Problem] = []
    window = house.ambush_by_doctrine or house.settle_hours > 0
    _want(
        found,
        "settle_hours",
        window,
        (
            "Ambushes played on the site need time before the week is published. Set “Time for "
            "fights and decisions” to 1 hour or more."
        ),
    )
    _want(
        found,
        "roster_default",
        house.roster_default <= house.roster_cap,
        "A new team's roster cannot be larger than the roster cap.",
    )
    _want(
        found,
        "purse_shares",
        sum(house.purse_shares) <= 100,
        "The shares of the prize money cannot add up to more than 100 percent.",
    )
    _want(
        found,
        "starting_skill_most",
        _points_fit(house),
        "A new character could not spend all skill points. Allow more points in one skill.",
    )
    _want_turns(found, house)
    _want_rows(found, "skill_costs", house.skill_costs, NEEDED_SKILLS)
    _want_rows(found, "prestige", house.prestige, NEEDED_AWARDS)
    _want_lessons(found, house)
    return (
        *found,
        *wrong_numbers(house.duel_numbers),
        *check_slots(slots(house)),
        *_JUDGE()(house),
    )


Judge: TypeAlias = Callable[[HouseRules], Iterable[Problem]]
_JUDGE: Final = Port[Judge]("the options that only the week's game understands")
fill = _JUDGE.fill


def slots(house: HouseRules) -> Slots:
    """The weekly rhythm of these house rules."""
    return Slots(
        opens=Slot(day=house.opens_day, time=house.opens_time),
        due=Slot(day=house.due_day, time=house.due_time),
        settle_hours=house.settle_hours,
        duel=Slot(day=house.duel_day, time=house.duel_time),
        closes=Slot(day=house.closes_day, time=house.closes_time),
    )


def evening_length(house: HouseRules) -> EveningLength:
    """How long the parts of an evening's week take. Fights and decisions have time only where
    people make them.
    """
    played = house.live_decisions or not house.ambush_by_doctrine
    return EveningLength(
        orders=timedelta(minutes=house.evening_orders),
        fights=timedelta(minutes=house.evening_fights if played else 0),
        garage=timedelta(minutes=house.evening_garage),
        duel=timedelta(minutes=house.evening_duel),
    )


def _want(found: list[Problem], field: str, fine: bool, sentence: str) -> None:
    if not fine:
        found.append(Problem(field=field, code="does-not-fit", sentence=sentence))


def _want_turns(found: list[Problem], house: HouseRules) -> None:
    """A slow duel has time for its turns before the week closes (V6)."""
    needs, has = SLOW_TURNS * house.duel_turn_hours, hours_to_drive(slots(house))
    _want(
        found,
        "duel_turn_hours",
        house.duel_mode != "slow" or needs <= has,
        f"A slow duel with {house.duel_turn_hours} hours per turn needs {needs} hours, but there "
        f"are only {has} hours between the duel and the end of the week. Use fewer hours per "
        "turn, or close the week later.",
    )


RowT = TypeVar("RowT", SkillRow, AwardRow)


def _want_rows(
    found: list[Problem], field: str, rows: tuple[RowT, ...], needed: tuple[str, ...]
) -> None:
    keys = [row.key for row in rows]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    missing = [key for key in needed if key not in keys]
    _want(found, field, not twice, f"Give these rows only once: {', '.join(twice)}.")
    _want(found, field, not missing, f"These rows are required: {', '.join(missing)}.")


def _want_lessons(found: list[Problem], house: HouseRules) -> None:
    """Every lesson is in a skill of the campaign, and stands once (C33)."""
    skills = {GENERAL, *(row.key for row in house.skill_costs)}
    pairs = [(row.deed, row.skill) for row in house.duel_lessons]
    twice = sorted(
        {f"{deed} in {skill}" for deed, skill in pairs if pairs.count((deed, skill)) > 1}
    )
    unknown = sorted({skill for _, skill in pairs if skill not in skills})
    _want(found, "duel_lessons", not twice, f"Give these rows only once: {', '.join(twice)}.")
    _want(
        found,
        "duel_lessons",
        not unknown,
        f"Unknown skills: {', '.join(f'“{skill}”' for skill in unknown)}.",
    )


def _points_fit(house: HouseRules) -> bool:
    most = house.starting_skill_most or house.starting_points
    room = [min(row.start_most or most, most) for row in house.skill_costs]
    return sum(room) >= house.starting_points


def build_at(bodybuilding: int, house: HouseRules = DEFAULT) -> BuildRow:
    """Load and DP at a level of bodybuilding; −4 is below base."""
    at = min(max(bodybuilding, -1) + 1, len(house.builds) - 1)
    return house.builds[at]
