"""A car's sheet at the table (C41), its public part (C42), and the record made from all sheets
(C43).

A sheet is a set of small marks. The phone that makes a mark gives it an id. To build a sheet, each
id is used once and the marks are sorted by clock and id. The result does not depend on who sent the
marks, in which order, or how often.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from campaign.garage.rules.record import Wear
from engine.values import Value

from .duel import Deeds, DuelForm, State, TeamResult
from .duel_record import DuelRecord, Fate, Hurt, Marks, Worn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Ending: TypeAlias = Literal["driving", "out", "yielded", "left", "destroyed"]
KillKind: TypeAlias = Literal["gun", "ram", "foot"]
ENDINGS: Final[dict[str, str]] = {
    "driving": "driving",
    "out": "out of action",
    "yielded": "yielded",
    "left": "left the arena",
    "destroyed": "destroyed",
}
KILL_KINDS: Final[dict[str, str]] = {"gun": "by gunfire", "ram": "by ramming", "foot": "on foot"}
MAX_SPEED: Final = 250
MIN_SPEED: Final = -50
SPEED_STEP: Final = 5
"""Step of the speed on a sheet, in mph."""
MAX_HANDLING: Final = 7
MIN_HANDLING: Final = -6
CLAIM: Final = "claim:"
DP: Final = "dp:"
TYRE: Final = "tyre:"
MAX_CLOCK: Final = 2**53 - 1
SHARED: Final = "shared"
FIRST_PLACE: Final = "first"
OUT: Final = "out:"


class Mark(Value):
    """One entry on a sheet. A "tick" crosses off a point of the part `what` (C41: armour, DP, a
    shot as "ammo:…", or a person's DP as "dp:<character>"). A "set" gives the register `what` its
    `value`. An "undo" takes back the mark whose id is `what`, and cannot be undone.

    `id` is a UUID made by the phone. `clock` is the phone's time in milliseconds since 1970. It is
    greater than the clock of every mark of this sheet that the phone has received.
    """

    id: Annotated[
        str, Meta(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
    ]
    clock: Annotated[int, Meta(ge=0, le=MAX_CLOCK)]
    kind: Literal["tick", "set", "undo"]
    what: Annotated[str, Meta(min_length=1, max_length=60)]
    value: Annotated[str, Meta(max_length=60)] = ""


@dataclass(frozen=True, slots=True)
class LiveSheet:
    """A car's sheet, built from its marks. `marks` are all marks, each once. `lost` is the number
    of points crossed off, at most as many as the part had. `registers` are the latest values.
    `standing` are the marks that were not taken back, in order. `went_out` is the clock when the
    car stopped driving, 0 while it drives.
    """

    lost: Mapping[str, int] = field(default_factory=dict)
    registers: Mapping[str, str] = field(default_factory=dict)
    standing: tuple[Mark, ...] = ()
    went_out: int = 0
    marks: tuple[Mark, ...] = ()

    @property
    def ending(self) -> str:
        """The state of the car, a key of `ENDINGS`."""
        return self.registers.get("fate", "driving")

    @property
    def by(self) -> str:
        """The character who took the car out according to its own team: "<character>:<how>", or
        "".
        """
        return self.registers.get("by", "") if self.ending != "driving" else ""

    def claims(self) -> dict[str, str]:
        """Return the kills that the crew claims: entry → "<character>:<how>"."""
        return {
            register.removeprefix(CLAIM): value
            for register, value in self.registers.items()
            if register.startswith(CLAIM) and value
        }

    def set_at(self, register: str) -> int:
        """Return the clock of the latest value of a register, 0 if it has none."""
        clocks = [
            mark.clock for mark in self.standing if mark.kind == "set" and mark.what == register
        ]
        return clocks[-1] if clocks else 0


def build_sheet(marks: Iterable[Mark], points_at_start: Mapping[str, int]) -> LiveSheet:
    """Return the sheet built from these marks (C41). The car had `points_at_start` of each part.
    The order, repetition and senders of the marks make no difference.
    """
    by_id: dict[str, Mark] = {}
    for mark in marks:
        same_id = by_id.get(mark.id)
        by_id[mark.id] = mark if same_id is None else min(same_id, mark, key=_sort_key)
    undone = {mark.what for mark in by_id.values() if mark.kind == "undo"}
    standing = tuple(
        sorted(
            (mark for mark in by_id.values() if mark.kind != "undo" and mark.id not in undone),
            key=_sort_key,
        )
    )
    ticks: dict[str, int] = {}
    registers: dict[str, str] = {}
    went_out = 0
    for mark in standing:
        if mark.kind == "tick":
            ticks[mark.what] = ticks.get(mark.what, 0) + 1
            continue
        registers[mark.what] = mark.value
        if mark.what == "fate":
            went_out = 0 if mark.value == "driving" else went_out or mark.clock
    lost = {part: min(count, points_at_start.get(part, 0)) for part, count in sorted(ticks.items())}
    return LiveSheet(
        lost={part: count for part, count in lost.items() if count},
        registers=dict(sorted(registers.items())),
        standing=standing,
        went_out=went_out,
        marks=tuple(sorted(by_id.values(), key=_sort_key)),
    )


def _sort_key(mark: Mark) -> tuple[int, str, str, str, str]:
    """Return the sort key of a mark: its clock, then its id."""
    return mark.clock, mark.id, mark.kind, mark.what, mark.value


def problem_with(
    mark: Mark,
    points_at_start: Mapping[str, int],
    others: Iterable[str],
    rivals: Iterable[str],
    crew: Iterable[str],
) -> str:
    """Return why a mark is invalid on the sheet of a car with these parts and this `crew`, or "".
    `others` are the entries of other teams, and `rivals` the characters aboard them.
    """
    if mark.kind == "undo":
        return ""
    if mark.kind == "tick":
        return "" if mark.what in points_at_start else "This car has no such part."
    number = int(mark.value) if re.fullmatch(r"-?\d{1,3}", mark.value) else None
    character, _, kill_kind = mark.value.partition(":")
    match mark.what:
        case "speed":
            is_valid = (
                number is not None and MIN_SPEED <= number <= MAX_SPEED and number % SPEED_STEP == 0
            )
            return (
                ""
                if is_valid
                else f"Speed must be from {MIN_SPEED} to {MAX_SPEED} mph in steps of {SPEED_STEP}."
            )
        case "handling":
            is_valid = number is not None and MIN_HANDLING <= number <= MAX_HANDLING
            return "" if is_valid else f"Handling must be from {MIN_HANDLING} to {MAX_HANDLING}."
        case "fire":
            return "" if mark.value in {"yes", "no"} else "Fire must be “yes” or “no”."
        case "fate":
            return "" if mark.value in ENDINGS else f"State must be one of: {', '.join(ENDINGS)}."
        case "by":
            is_valid = not mark.value or (character in set(rivals) and kill_kind in KILL_KINDS)
            return (
                ""
                if is_valid
                else "Choose a crew member of another team’s car and the kind of kill."
            )
    if mark.what.startswith(CLAIM):
        if mark.what.removeprefix(CLAIM) not in set(others):
            return "You can claim only another team’s car that was at the start."
        is_valid = not mark.value or (character in set(crew) and kill_kind in KILL_KINDS)
        return "" if is_valid else "Choose a crew member of this car and the kind of kill."
    return "Unknown sheet entry."


def state_of(dp: int, lost: int, *, death: bool = True) -> State:
    """Return the state of a person with `dp` at the start who lost `lost` of them (E12)."""
    remaining = dp - lost
    if not lost or remaining > 1:
        return "fit"
    return "unconscious" if remaining == 1 or not death else "dead"


def own_marks(vehicle: str, sheet: LiveSheet) -> Marks:
    """Return the private marks on a car's sheet, for its team's signature (C27, C43)."""
    damage = tuple(
        Wear(part=part, lost=lost) for part, lost in sheet.lost.items() if not part.startswith(DP)
    )
    return Marks(
        vehicles=(Worn(vehicle=vehicle, damage=damage),) if damage else (),
        hurt=tuple(
            Hurt(character=part.removeprefix(DP), lost=lost)
            for part, lost in sheet.lost.items()
            if part.startswith(DP)
        ),
    )


# --- the record made from the sheets
# ----------------------------------------------------------------


class PersonSaid(Value):
    """A crew member and their final state."""

    character: str
    name: str
    state: State = "fit"


@dataclass(frozen=True, slots=True)
class CarState:
    """The public part of a car's sheet. `claims`: entry → "<character>:<how>". `claimed_at` is the
    clock of each claim.
    """

    entry: str
    vehicle: str
    name: str
    team: str
    team_name: str
    crew: tuple[PersonSaid, ...] = ()
    ending: str = "driving"
    went_out: int = 0
    by: str = ""
    claims: Mapping[str, str] = field(default_factory=dict)
    claimed_at: Mapping[str, int] = field(default_factory=dict)


class Choice(Value):
    """One possible answer to a question, and its label."""

    value: str
    words: str


class Question(Value):
    """A contradiction between the sheets, or a point that they leave open."""

    key: str
    words: str
    choices: tuple[Choice, ...]


class WriteUp(Value):
    """The record made from the sheets. While `questions` are unanswered, `record` is incomplete: a
    place is 0, or a kill is assigned to nobody.
    """

    record: DuelRecord
    questions: tuple[Question, ...] = ()


def compile_record(
    cars: Sequence[CarState], answers: Mapping[str, str], *, by_points: bool = False
) -> WriteUp:
    """Return the record of a duel from the sheets of all cars at the start (C43). `answers` has the
    chosen values by question key. `by_points` is set if victory points decide the places.
    """
    open_questions: list[Question] = []
    outcomes = {car.entry: _resolve_car(car, cars, answers, open_questions) for car in cars}
    endings = {entry: outcome[0] for entry, outcome in outcomes.items()}
    kills = [outcome[2] for outcome in outcomes.values() if outcome[2]]
    teams = tuple(dict.fromkeys(car.team for car in cars))
    places = {} if by_points else _places(cars, outcomes, answers, open_questions)
    record = DuelRecord(
        form=DuelForm(
            teams=tuple(
                TeamResult(
                    team=team,
                    place=places.get(team, 0),
                    vehicles=sum(car.team == team for car in cars),
                    vehicles_lost=sum(
                        car.team == team and endings[car.entry] in {"out", "destroyed"}
                        for car in cars
                    ),
                )
                for team in teams
            ),
            people=tuple(
                Deeds(
                    character=person.character,
                    team=car.team,
                    state=person.state,
                    kills=sum(kill.startswith(f"{person.character}:") for kill in kills),
                    kills_on_foot=kills.count(f"{person.character}:foot"),
                    kills_by_ram=kills.count(f"{person.character}:ram"),
                )
                for car in cars
                for person in car.crew
            ),
        ),
        vehicles=tuple(
            Fate(
                vehicle=car.vehicle,
                fate="destroyed" if endings[car.entry] == "destroyed" else "survived",
            )
            for car in cars
        ),
    )
    return WriteUp(record=record, questions=tuple(open_questions))


def _resolve_car(
    car: CarState,
    cars: Sequence[CarState],
    answers: Mapping[str, str],
    open_questions: list[Question],
) -> tuple[str, int, str]:
    """Return the final state of a car, the clock when it went out, and the killer."""
    claims = {
        other.claims[car.entry]: other.claimed_at.get(car.entry, 0)
        for other in cars
        if other.team != car.team and car.entry in other.claims
    }
    own_claim = {car.by} - {""} if car.ending != "driving" else set()
    killers = sorted(own_claim | set(claims))
    contradicted = len(killers) > 1 or (bool(killers) and car.ending == "driving")
    if not contradicted:
        return car.ending, car.went_out, killers[0] if killers else ""
    choices = tuple(
        Choice(value=killer_key, words=killer(killer_key, cars)) for killer_key in killers
    )
    nobody = "No one: it still drives" if car.ending == "driving" else "No one"
    question = Question(
        key=f"{OUT}{car.entry}",
        words=f"Who took out {car.name} of {car.team_name}?",
        choices=(*choices, Choice(value="nobody", words=nobody)),
    )
    answer = answers.get(question.key, "")
    if answer not in {killer_key.value for killer_key in question.choices}:
        open_questions.append(question)
        return car.ending, car.went_out, ""
    if answer == "nobody":
        return car.ending, car.went_out, ""
    if car.ending == "driving":
        return "out", claims[answer], answer
    return car.ending, car.went_out, answer


def killer(killer_key: str, cars: Iterable[CarState]) -> str:
    """Return a killer as text, such as "Rook of Basilisk, by ramming"."""
    character, _, kill_kind = killer_key.partition(":")
    for car in cars:
        for person in car.crew:
            if person.character == character:
                return f"{person.name} of {car.team_name}, {KILL_KINDS[kill_kind]}"
    return KILL_KINDS[kill_kind]


def _places(
    cars: Sequence[CarState],
    outcomes: Mapping[str, tuple[str, int, str]],
    answers: Mapping[str, str],
    open_questions: list[Question],
) -> dict[str, int]:
    """Return the teams' places. Teams that still drive come first, then the others, the last to go
    out first. Teams whose place depends on an open question have 0.
    """
    last_clock: dict[str, int] = {}
    for car in cars:
        ending, went_out, _ = outcomes[car.entry]
        last_clock[car.team] = max(
            last_clock.get(car.team, 0), MAX_CLOCK if ending == "driving" else went_out
        )
    names = {car.team: car.team_name for car in cars}
    order = sorted(last_clock, key=lambda team: (-last_clock[team], names[team]))
    driving = [team for team in order if last_clock[team] == MAX_CLOCK]
    rank = {team: (0, -last_clock[team]) for team in order}
    waiting = set[str]()
    tied = driving if len(driving) > 1 else [] if driving else order[:2]
    if len(tied) > 1:
        wording = (
            "Several still drive. Who came first?"
            if driving
            else ("No one is still driving. Who came first?")
        )
        question = Question(
            key=FIRST_PLACE,
            words=wording,
            choices=(
                *(Choice(value=team, words=names[team]) for team in tied),
                Choice(value=SHARED, words="They share first place"),
            ),
        )
        answer = answers.get(FIRST_PLACE, "")
        if answer not in {car.value for car in question.choices}:
            open_questions.append(question)
            waiting = set(tied)
        rank |= {team: (-2 if team == answer else -1, 0) for team in tied}
    return {
        team: 0 if team in waiting else 1 + sum(rank[other] < rank[team] for other in order)
        for team in order
    }
