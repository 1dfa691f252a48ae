"""Saves a team's orders. Order sheets are written only by this module and at the deadline."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from campaign.calendar.services.calendar import refuse_closed
from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Hold
from campaign.ledger.services import treasury
from core.accounts.models import User
from core.web import clock
from core.web.locks import patient
from core.web.problems import Problem
from engine.game import Refusal, Stale
from espionage.models import OrderPlan, OrderSheet, SealedSeat
from espionage.models.sheets import ENTROPY_LENGTH
from espionage.rules.bill import make_bill
from espionage.rules.checking import check_sheet
from espionage.rules.files import TeamFile
from espionage.rules.orders import NO_SHEET, Sheet, in_play_order
from espionage.selectors.files import team_files
from espionage.selectors.ready import SENT_STATES
from espionage.selectors.sheets import newest_sheet, roster_of

from . import deadline_reminders, last_reminders, sealing


class SheetRefused(Refusal):
    """The orders are not allowed (E15). `problems` names each invalid field."""

    code = "orders-refused"

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(problem.sentence for problem in problems))
        self.problems = problems


class TooLate(Refusal):
    """The deadline has passed, or the week does not accept orders."""

    code = "deadline-passed"


class NoSeat(Refusal):
    """The team does not play in this week."""

    code = "no-seat"


def save_sheet(
    *,
    week_id: UUID,
    team: Team,
    sheet: Sheet,
    state: OrderSheet.State,
    seen_version: int,
    saved_by: User,
    entropy: str = "",
) -> OrderSheet:
    """Save a new version of a team's orders and reserve its money and gear (E26).

    `seen_version` is the version that the writer has seen, or 0. `entropy` is the writer's own
    addition to the dice, of at most `ENTROPY_LENGTH` characters. Raise TooLate, NoSeat, Stale if
    someone else has saved in the meantime, SheetRefused, or Busy if the row is locked. The week's
    row is locked before the clock is read, so that every sheet is either played or refused.
    """
    with patient():
        week = Week.objects.select_for_update(no_key=True).get(pk=week_id)
        now = clock.now()
        seat = _open_seat(week, team, now)
        last_sheet = newest_sheet(week, team)
        if seen_version != (last_sheet.version if last_sheet else 0):
            raise Stale(
                "Someone has saved these orders since you opened them. Check the newer version, "
                "then save again."
            )
        sheet = NO_SHEET if state == OrderSheet.State.PASSED else in_play_order(sheet)
        file = team_files(week, [team])[team.pk]
        problems = check_sheet(sheet, file, roster_of(week), rules_in(week))
        if problems := (*problems, *_entropy_problems(entropy)):
            raise SheetRefused(problems)
        treasury.reserve(team=team, week=week, amounts=_holds(sheet, file, week))
        if last_sheet is None:
            deadline_reminders.withdraw(week, team, now)
            OrderPlan.objects.filter(week=week, team=team).delete()
        if state in SENT_STATES:
            last_reminders.withdraw(week, team, now)
        return _create_version(
            seat, sheet, state, entropy, version=seen_version + 1, now=now, saved_by=saved_by
        )


def _create_version(
    seat: SealedSeat,
    sheet: Sheet,
    state: str,
    entropy: str,
    *,
    version: int,
    now: datetime,
    saved_by: User,
) -> OrderSheet:
    payload = sealing.canonical(sheet)
    salt = sealing.salt_of(seat, payload, entropy)
    return OrderSheet.objects.create(
        week=seat.week,
        team=seat.team,
        version=version,
        state=state,
        payload=payload,
        salt=salt,
        entropy=entropy,
        digest=sealing.digest_of(payload, salt, entropy),
        saved_at=now,
        saved_by=saved_by,
    )


def _entropy_problems(entropy: str) -> tuple[Problem, ...]:
    if len(entropy) <= ENTROPY_LENGTH:
        return ()
    sentence = (
        f"Your own randomness can have at most {ENTROPY_LENGTH} characters. It has {len(entropy)}."
    )
    return (Problem("entropy", "too-long", sentence),)


def _open_seat(week: Week, team: Team, now: datetime) -> SealedSeat:
    """Return the team's seat in a week that accepts orders. Raise TooLate or NoSeat otherwise."""
    if week.status == Week.Status.PLANNED:
        refuse_closed(week.season)
        raise TooLate(f"Week {week.number} is not open yet.", code="not-open")
    if week.status != Week.Status.OPEN or now >= week.due_at:
        raise TooLate(
            f"The deadline of week {week.number} has passed. Your last saved version counts."
        )
    seat = SealedSeat.objects.filter(week=week, team=team).first()
    if seat is None:
        raise NoSeat(
            f"{team.name} joined after week {week.number} opened. It can play from next week on."
        )
    seat.week, seat.team = week, team
    return seat


def _holds(sheet: Sheet, file: TeamFile, week: Week) -> dict[str, int]:
    """Return the reservations for a sheet: gear in the store, and money for the rest."""
    needed = make_bill(sheet.orders, file.stock, rules_in(week))
    gear = {
        line.gear: line.needed - line.bought for line in needed.lines if line.needed > line.bought
    }
    return {**gear, Hold.MONEY: needed.total} if needed.total else gear
