"""The sheet of a car that is ticked at the table (C41), what everybody sees of it (C42), and the
record that all sheets come to (C43).

A sheet is a set of small marks, each with an id that its phone made. Folding takes each id once and
puts the marks in the order of their clocks and ids: whichever phone sent what, in which order and
how often, the sheet is the same.
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
How: TypeAlias = Literal["gun", "ram", "foot"]
ENDINGS: Final[dict[str, str]] = {
    "driving": "driving",
    "out": "out of action",
    "yielded": "yielded",
    "left": "left the arena",
    "destroyed": "destroyed",
}
HOWS: Final[dict[str, str]] = {"gun": "by gunfire", "ram": "by ramming", "foot": "on foot"}
FASTEST: Final = 250
SLOWEST: Final = -50
STEP: Final = 5
"""The speed goes by so many mph."""
BEST: Final = 7
WORST: Final = -6
CLAIM: Final = "claim:"
DP: Final = "dp:"
TYRE: Final = "tyre:"
LATEST: Final = 2**53 - 1
SHARED: Final = "shared"
FIRST: Final = "first"
OUT: Final = "out:"


class Mark(Value):
    """One thing that somebody marked. `kind` "tick" is a point off the part `what` (C41: armour,
    DP, or a shot of "ammo:…"; "dp:<character>" is a person's), "set" gives the register `what` its
    `value`, "undo" takes back the mark whose id is `what`; nothing takes back an undoing.

    `id` is a UUID of the phone's own. `clock` is the phone's time in milliseconds since 1970, and
    more than any that it has seen of this sheet.
    """

    id: Annotated[
        str, Meta(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
    ]
    clock: Annotated[int, Meta(ge=0, le=LATEST)]
    kind: Literal["tick", "set", "undo"]
    what: Annotated[str, Meta(min_length=1, max_length=60)]
    value: Annotated[str, Meta(max_length=60)] = ""


@dataclass(frozen=True, slots=True)
class LiveSheet:
    """What the marks of one car come to. `marks` are all of them, each once; `lost` is what was
    ticked, never more than was there; `registers` what was last said; `standing` the marks that
    nobody took back, in order; `went_out` the clock at which it ceased to drive, 0 while it drives.
    """

    lost: Mapping[str, int] = field(default_factory=dict)
    registers: Mapping[str, str] = field(default_factory=dict)
    standing: tuple[Mark, ...] = ()
    went_out: int = 0
    marks: tuple[Mark, ...] = ()

    @property
    def ending(self) -> str:
        """What became of the car."""
        return self.registers.get("fate", "driving")

    @property
    def by(self) -> str:
        """Who took it out, by its own people: "<character>:<how>", "" for nobody."""
        return self.registers.get("by", "") if self.ending != "driving" else ""

    def claims(self) -> dict[str, str]:
        """Which entries its people say they took out: entry → "<character>:<how>"."""
        return {
            what.removeprefix(CLAIM): value
            for what, value in self.registers.items()
            if what.startswith(CLAIM) and value
        }

    def said_at(self, what: str) -> int:
        """The clock of what was last said of a register, 0 for nothing."""
        said = [one.clock for one in self.standing if one.kind == "set" and one.what == what]
        return said[-1] if said else 0


def folded(marks: Iterable[Mark], left: Mapping[str, int]) -> LiveSheet:
    """The sheet that these marks come to, for a car that had `left` of each part at the start
    (C41). The order, repetitions and senders of the marks make no difference.
    """
    by_id: dict[str, Mark] = {}
    for mark in marks:
        known = by_id.get(mark.id)
        by_id[mark.id] = mark if known is None else min(known, mark, key=_whole)
    undone = {one.what for one in by_id.values() if one.kind == "undo"}
    standing = tuple(
        sorted(
            (one for one in by_id.values() if one.kind != "undo" and one.id not in undone),
            key=_whole,
        )
    )
    ticks: dict[str, int] = {}
    registers: dict[str, str] = {}
    went_out = 0
    for one in standing:
        if one.kind == "tick":
            ticks[one.what] = ticks.get(one.what, 0) + 1
            continue
        registers[one.what] = one.value
        if one.what == "fate":
            went_out = 0 if one.value == "driving" else went_out or one.clock
    lost = {part: min(count, left.get(part, 0)) for part, count in sorted(ticks.items())}
    return LiveSheet(
        lost={part: count for part, count in lost.items() if count},
        registers=dict(sorted(registers.items())),
        standing=standing,
        went_out=went_out,
        marks=tuple(sorted(by_id.values(), key=_whole)),
    )


def _whole(mark: Mark) -> tuple[int, str, str, str, str]:
    """Where a mark stands among others: by its clock, then by its id."""
    return mark.clock, mark.id, mark.kind, mark.what, mark.value


def wrong_with(
    mark: Mark,
    left: Mapping[str, int],
    others: Iterable[str],
    rivals: Iterable[str],
    crew: Iterable[str],
) -> str:
    """Why a mark cannot stand on the sheet of a car with these parts, of this `crew`; "" if it can.
    `others` are the entries of other teams, `rivals` the characters aboard of them.
    """
    if mark.kind == "undo":
        return ""
    if mark.kind == "tick":
        return "" if mark.what in left else "This car has no such part."
    number = int(mark.value) if re.fullmatch(r"-?\d{1,3}", mark.value) else None
    who, _, how = mark.value.partition(":")
    match mark.what:
        case "speed":
            good = number is not None and SLOWEST <= number <= FASTEST and number % STEP == 0
            return (
                "" if good else f"Speed must be from {SLOWEST} to {FASTEST} mph in steps of {STEP}."
            )
        case "handling":
            good = number is not None and WORST <= number <= BEST
            return "" if good else f"Handling must be from {WORST} to {BEST}."
        case "fire":
            return "" if mark.value in {"yes", "no"} else "Fire must be “yes” or “no”."
        case "fate":
            return "" if mark.value in ENDINGS else f"State must be one of: {', '.join(ENDINGS)}."
        case "by":
            good = not mark.value or (who in set(rivals) and how in HOWS)
            return (
                "" if good else "Choose a crew member of another team’s car and the kind of kill."
            )
    if mark.what.startswith(CLAIM):
        if mark.what.removeprefix(CLAIM) not in set(others):
            return "You can claim only another team’s car that was at the start."
        good = not mark.value or (who in set(crew) and how in HOWS)
        return "" if good else "Choose a crew member of this car and the kind of kill."
    return "Unknown sheet entry."


def state_of(left: int, lost: int, *, death: bool = True) -> State:
    """How somebody is who had `left` DP at the start and was ticked off `lost` of them (E12)."""
    now = left - lost
    if not lost or now > 1:
        return "fit"
    return "unconscious" if now == 1 or not death else "dead"


def own_marks(vehicle: str, sheet: LiveSheet) -> Marks:
    """A car's sheet as its team writes it down when it signs (C27, C43)."""
    worn = tuple(
        Wear(part=part, lost=lost) for part, lost in sheet.lost.items() if not part.startswith(DP)
    )
    return Marks(
        vehicles=(Worn(vehicle=vehicle, damage=worn),) if worn else (),
        hurt=tuple(
            Hurt(character=part.removeprefix(DP), lost=lost)
            for part, lost in sheet.lost.items()
            if part.startswith(DP)
        ),
    )


# --- the evening's end ----------------------------------------------------------------------------


class PersonSaid(Value):
    """Somebody aboard, and how they ended."""

    character: str
    name: str
    state: State = "fit"


@dataclass(frozen=True, slots=True)
class CarSaid:
    """What one car's sheet says for everybody. `claims`: entry → "<character>:<how>"; `claimed_at`
    the clock of each.
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
    """One answer to a question, and its words."""

    value: str
    words: str


class Question(Value):
    """Something that the sheets contradict each other in, or leave open."""

    key: str
    words: str
    choices: tuple[Choice, ...]


class WriteUp(Value):
    """The record that the sheets come to; `questions` are those that have no answer yet, and while
    there is one, `record` is not whole: a place is 0, or a kill nobody's.
    """

    record: DuelRecord
    questions: tuple[Question, ...] = ()


def write_up(
    cars: Sequence[CarSaid], answers: Mapping[str, str], *, by_points: bool = False
) -> WriteUp:
    """The sheets of all cars at the start as the record of the duel (C43). `answers` has what was
    chosen, by the key of its question; `by_points` where places come of victory points.
    """
    asked: list[Question] = []
    known = {one.entry: _outcome(one, cars, answers, asked) for one in cars}
    ends = {entry: found[0] for entry, found in known.items()}
    kills = [found[2] for found in known.values() if found[2]]
    teams = tuple(dict.fromkeys(one.team for one in cars))
    places = {} if by_points else _places(cars, known, answers, asked)
    record = DuelRecord(
        form=DuelForm(
            teams=tuple(
                TeamResult(
                    team=team,
                    place=places.get(team, 0),
                    vehicles=sum(one.team == team for one in cars),
                    vehicles_lost=sum(
                        one.team == team and ends[one.entry] in {"out", "destroyed"} for one in cars
                    ),
                )
                for team in teams
            ),
            people=tuple(
                Deeds(
                    character=who.character,
                    team=one.team,
                    state=who.state,
                    kills=sum(kill.startswith(f"{who.character}:") for kill in kills),
                    kills_on_foot=kills.count(f"{who.character}:foot"),
                    kills_by_ram=kills.count(f"{who.character}:ram"),
                )
                for one in cars
                for who in one.crew
            ),
        ),
        vehicles=tuple(
            Fate(
                vehicle=one.vehicle,
                fate="destroyed" if ends[one.entry] == "destroyed" else "survived",
            )
            for one in cars
        ),
    )
    return WriteUp(record=record, questions=tuple(asked))


def _outcome(
    car: CarSaid, cars: Sequence[CarSaid], answers: Mapping[str, str], asked: list[Question]
) -> tuple[str, int, str]:
    """What became of a car, when it went out, and whose kill it is."""
    claims = {
        other.claims[car.entry]: other.claimed_at.get(car.entry, 0)
        for other in cars
        if other.team != car.team and car.entry in other.claims
    }
    says = {car.by} - {""} if car.ending != "driving" else set()
    every = sorted(says | set(claims))
    contradicted = len(every) > 1 or (bool(every) and car.ending == "driving")
    if not contradicted:
        return car.ending, car.went_out, every[0] if every else ""
    choices = tuple(Choice(value=one, words=killer(one, cars)) for one in every)
    nobody = "No one: it still drives" if car.ending == "driving" else "No one"
    question = Question(
        key=f"{OUT}{car.entry}",
        words=f"Who took out {car.name} of {car.team_name}?",
        choices=(*choices, Choice(value="nobody", words=nobody)),
    )
    said = answers.get(question.key, "")
    if said not in {one.value for one in question.choices}:
        asked.append(question)
        return car.ending, car.went_out, ""
    if said == "nobody":
        return car.ending, car.went_out, ""
    if car.ending == "driving":
        return "out", claims[said], said
    return car.ending, car.went_out, said


def killer(by: str, cars: Iterable[CarSaid]) -> str:
    """Somebody who took out a car, in words: "Rook of Basilisk, by ramming"."""
    who, _, how = by.partition(":")
    for one in cars:
        for person in one.crew:
            if person.character == who:
                return f"{person.name} of {one.team_name}, {HOWS[how]}"
    return HOWS[how]


def _places(
    cars: Sequence[CarSaid],
    known: Mapping[str, tuple[str, int, str]],
    answers: Mapping[str, str],
    asked: list[Question],
) -> dict[str, int]:
    """Places from the order of going out: whoever still drives is first, then who went out last. 0
    for those who wait for an answer.
    """
    last: dict[str, int] = {}
    for one in cars:
        ending, went_out, _ = known[one.entry]
        last[one.team] = max(last.get(one.team, 0), LATEST if ending == "driving" else went_out)
    names = {one.team: one.team_name for one in cars}
    order = sorted(last, key=lambda team: (-last[team], names[team]))
    driving = [team for team in order if last[team] == LATEST]
    rank = {team: (0, -last[team]) for team in order}
    waiting = set[str]()
    open_ = driving if len(driving) > 1 else [] if driving else order[:2]
    if len(open_) > 1:
        words = (
            "Several still drive. Who came first?"
            if driving
            else ("No one is still driving. Who came first?")
        )
        question = Question(
            key=FIRST,
            words=words,
            choices=(
                *(Choice(value=team, words=names[team]) for team in open_),
                Choice(value=SHARED, words="They share first place"),
            ),
        )
        said = answers.get(FIRST, "")
        if said not in {one.value for one in question.choices}:
            asked.append(question)
            waiting = set(open_)
        rank |= {team: (-2 if team == said else -1, 0) for team in open_}
    return {
        team: 0 if team in waiting else 1 + sum(rank[other] < rank[team] for other in order)
        for team in order
    }
