"""Services for the teams' sheets at the table, and the record made from them (C41, C43)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from campaign.duels.models import DuelDraft, TableMark
from campaign.duels.rules.duel_record import with_marks
from campaign.duels.rules.live_sheet import MAX_CLOCK, Mark, Question, compile_record, problem_with
from campaign.duels.selectors import live as selector
from campaign.duels.selectors.live import LiveCar
from campaign.duels.services import drafts, results
from campaign.duels.services.entries import duel_rules
from campaign.league.models import Duel, Team
from campaign.league.refusals import OptionOff
from core.accounts.models import User
from core.web.locks import club
from core.web.problems import Problem
from core.web.refusals import BadForm, Refused, WrongTime

MOST_MARKS: Final = 3000
"""Maximum number of marks on a sheet. No car has so many points and turns that it needs more."""
MAX_CLOCK_LEAD: Final = 3_600_000
"""Maximum time by which a phone's clock can be ahead, in milliseconds."""
START_IS_PREPARED: Final = "The starting list is being prepared. Try again in a minute."


class UnansweredQuestions(Refused):
    """Error: the sheets contradict each other, and `questions` must be answered first (C43)."""

    code = "questions"

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = tuple(questions)
        super().__init__(
            " ".join(question.words for question in questions),
            problems=tuple(
                Problem(
                    f"answers.{question.key}",
                    "questions",
                    (
                        f"{question.words} "
                        + ", ".join(
                            f"“{choice.value}”: {choice.words}" for choice in question.choices
                        )
                        + "."
                    ),
                )
                for question in questions
            ),
        )


def add_marks(
    *, duel: Duel, team: Team, entry: UUID, marks: Sequence[Mark], actor: User, now: datetime
) -> LiveCar:
    """Add marks to the sheet of one of a team's cars, and return the new sheet (C41).

    Marks can be added from the time of the duel until its record is booked. A mark with a known id
    has no effect.

    Raise BadForm, WrongTime, and Refused for a car that does not belong to the team or was not at
    the start.
    """
    with club(duel.week.season.campaign_id):
        duel = results.lock_recordable(duel, now)
        cars = _cars_at_start(duel)
        car = _own_car(cars, team, entry)
        known_keys = set(TableMark.objects.filter(entry=entry).values_list("key", flat=True))
        new_marks = {UUID(mark.id): mark for mark in marks if UUID(mark.id) not in known_keys}
        _check(new_marks, marks, car, cars, now)
        if len(known_keys) + len(new_marks) > MOST_MARKS:
            raise WrongTime("This sheet has reached the maximum number of changes.")
        TableMark.objects.bulk_create(
            TableMark(
                entry_id=entry,
                key=key,
                by=actor,
                at=now,
                clock=mark.clock,
                kind=mark.kind,
                what=mark.what,
                value=mark.value,
            )
            for key, mark in new_marks.items()
        )
        return _own_car(_cars_at_start(duel), team, entry) if new_marks else car


def _cars_at_start(duel: Duel) -> tuple[LiveCar, ...]:
    cars = selector.cars(duel)
    if cars is None:
        raise WrongTime(START_IS_PREPARED)
    return cars


def _own_car(cars: Sequence[LiveCar], team: Team, entry: UUID) -> LiveCar:
    for car in selector.owned_by(cars, {team.pk}):
        if car.id == entry:
            return car
    raise Refused(
        f"{team.name} does not have this car at the start of the duel.",
        field="entry",
        code="not-at-the-start",
    )


def _check(
    new_marks: Mapping[UUID, Mark],
    marks: Sequence[Mark],
    car: LiveCar,
    cars: Sequence[LiveCar],
    now: datetime,
) -> None:
    rivals = [rival for rival in cars if rival.team.pk != car.team.pk]
    others = [str(rival.id) for rival in rivals]
    aboard = [person.character for rival in rivals for person in rival.state.crew]
    crew = [person.character for person in car.state.crew]
    max_clock = min(MAX_CLOCK, int(now.timestamp() * 1000) + MAX_CLOCK_LEAD)
    problems = []
    for nth, rival in enumerate(marks):
        if new_marks.get(UUID(rival.id)) is not rival:
            continue
        problem = problem_with(rival, car.points_at_start, others, aboard, crew)
        if not problem and rival.clock > max_clock:
            problem = "The clock of this device is more than an hour ahead. Set the correct time."
        if problem:
            problems.append(Problem(f"marks[{nth}].what", "bad-mark", problem))
    if problems:
        raise BadForm(problems)


def write_up(
    *,
    duel: Duel,
    team: Team,
    answers: Mapping[str, str],
    seen_number: int,
    actor: User,
    now: datetime,
) -> DuelDraft:
    """Draft and sign the record of the duel from the sheets of all cars (C43).

    The team's own losses are included. `answers` maps question keys to the chosen answers about
    contradictions between the sheets. `seen_number` is the number of the latest draft that the
    author has read, or 0 for none.

    Raise OptionOff if only a GM records duels (C45), UnansweredQuestions if a question has no
    answer, and the errors of `drafts.draft`.
    """
    with club(duel.week.season.campaign_id):
        duel = results.lock_recordable(duel, now)
        cars = _cars_at_start(duel)
        house_rules = duel_rules(duel)
        if not house_rules.duel_sign_hours:
            raise OptionOff(drafts.GM_RECORDS)
        compiled = compile_record(
            [car.state for car in cars], answers, by_points=house_rules.event_formula
        )
        if compiled.questions and team.pk in {car.team.pk for car in cars}:
            raise UnansweredQuestions(compiled.questions)
        return drafts.draft(
            duel=duel,
            team=team,
            record=with_marks(compiled.record, [selector.marks_of(duel, {team.pk})]),
            seen_number=seen_number,
            actor=actor,
            now=now,
        )
