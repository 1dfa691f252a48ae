"""At the table of a duel: its teams tick their sheets, and turn them into the record (C41, C43)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from campaign.duels.models import DuelDraft, TableMark
from campaign.duels.rules.duel_record import filled
from campaign.duels.rules.live_sheet import LATEST, Mark, Question, write_up, wrong_with
from campaign.duels.selectors import live as selector
from campaign.duels.services import drafts, results
from campaign.duels.services.entries import event_rules
from campaign.league.refusals import OptionOff
from core.web.locks import club
from core.web.problems import Problem
from core.web.refusals import BadForm, Refused, WrongTime

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from campaign.duels.selectors.live import LiveCar
    from campaign.league.models import Team, Week
    from core.accounts.models import User

MOST_MARKS: Final = 3000
"""So many marks fit on one sheet: more than any car has points and turns."""
AHEAD: Final = 3_600_000
"""So many milliseconds a phone's clock may be ahead."""
DRAWN_UP: Final = "The starting list is being prepared. Try again in a minute."


class Asked(Refused):
    """The sheets contradict each other: `questions` have to be answered first (C43)."""

    code = "questions"

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = tuple(questions)
        super().__init__(
            " ".join(one.words for one in questions),
            problems=tuple(
                Problem(
                    field=f"answers.{one.key}",
                    code="questions",
                    sentence=f"{one.words} "
                    + ", ".join(f"“{choice.value}”: {choice.words}" for choice in one.choices)
                    + ".",
                )
                for one in questions
            ),
        )


def add_marks(
    *, week: Week, team: Team, entry: UUID, marks: Sequence[Mark], by: User, at: datetime
) -> LiveCar:
    """Put marks on the sheet of one of a team's cars, from the duel's hour until its record is
    booked (C41); the sheet as it stands then. A mark whose id is there already changes nothing.

    Raises WrongTime, Refused for a car that is not the team's or not at the start, BadForm.
    """
    with club(week.season.campaign_id):
        week = results.recordable(week, at)
        found = _drawn_up(week)
        car = _own(found, team, entry)
        known = set(TableMark.objects.filter(entry=entry).values_list("key", flat=True))
        fresh = {UUID(one.id): one for one in marks if UUID(one.id) not in known}
        _check(fresh, marks, car, found, at)
        if len(known) + len(fresh) > MOST_MARKS:
            raise WrongTime("This sheet has reached the maximum number of changes.")
        TableMark.objects.bulk_create(
            TableMark(
                entry_id=entry,
                key=key,
                by=by,
                at=at,
                clock=one.clock,
                kind=one.kind,
                what=one.what,
                value=one.value,
            )
            for key, one in fresh.items()
        )
        return _own(_drawn_up(week), team, entry) if fresh else car


def _drawn_up(week: Week) -> tuple[LiveCar, ...]:
    found = selector.cars(week)
    if found is None:
        raise WrongTime(DRAWN_UP)
    return found


def _own(found: Sequence[LiveCar], team: Team, entry: UUID) -> LiveCar:
    for one in selector.owned_by(found, {team.pk}):
        if one.id == entry:
            return one
    raise Refused(
        f"{team.name} does not have this car at the start of the duel.",
        field="entry",
        code="not-at-the-start",
    )


def _check(
    fresh: Mapping[UUID, Mark],
    marks: Sequence[Mark],
    car: LiveCar,
    found: Sequence[LiveCar],
    at: datetime,
) -> None:
    """Raise BadForm with everything that is wrong with the marks that are new."""
    rivals = [one for one in found if one.team.pk != car.team.pk]
    others = [str(one.id) for one in rivals]
    aboard = [who.character for one in rivals for who in one.said.crew]
    crew = [who.character for who in car.said.crew]
    latest = min(LATEST, int(at.timestamp() * 1000) + AHEAD)
    problems = []
    for nth, one in enumerate(marks):
        if fresh.get(UUID(one.id)) is not one:
            continue
        wrong = wrong_with(one, car.left, others, aboard, crew)
        if not wrong and one.clock > latest:
            wrong = "The clock of this device is more than an hour ahead. Set the correct time."
        if wrong:
            problems.append(Problem(field=f"marks[{nth}].what", code="bad-mark", sentence=wrong))
    if problems:
        raise BadForm(problems)


def write_record(
    *, week: Week, team: Team, answers: Mapping[str, str], seen: int, by: User, at: datetime
) -> DuelDraft:
    """Turn the sheets of all cars into the record of the duel, drafted and signed by a team of the
    start, with what its own sheets say it lost (C43). `answers` are the choices for what the sheets
    contradict each other in, by the key of each question; `seen` is the number of the draft
    that one has looked at, 0 for none.

    Raises OptionOff where only a GM records (C45), Asked while a question has no answer, and what
    a draft raises (`drafts.draft`).
    """
    with club(week.season.campaign_id):
        week = results.recordable(week, at)
        found = _drawn_up(week)
        house = event_rules(week)
        if not house.duel_sign_hours:
            raise OptionOff(drafts.GM_RECORDS)
        said = write_up([one.said for one in found], answers, by_points=house.event_formula)
        if said.questions and team.pk in {one.team.pk for one in found}:
            raise Asked(said.questions)
        return drafts.draft(
            week=week,
            team=team,
            record=filled(said.record, [selector.marks_of(week, {team.pk})]),
            seen=seen,
            by=by,
            at=at,
        )
