"""Services for the weekly work of mechanics and paramedics, which is done when the week closes
(E20).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from campaign.garage.models import Vehicle, WorkOrder
from campaign.garage.rules import repairs
from campaign.garage.rules.record import Crew, VehicleRecord
from campaign.garage.rules.vehicles import make_record
from campaign.garage.selectors.garage import design_of, record_of, usual_crews
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import MECHANIC, PARAMEDIC
from campaign.league.models import Team, Week
from campaign.league.refusals import NotFit
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Hold
from campaign.ledger.selectors import balances
from campaign.ledger.selectors.balances import Items
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Character
from campaign.roster.rules import care, people, skills
from campaign.roster.rules.people import Body
from campaign.roster.selectors.roster import body_of
from core.web import bulk
from core.web.locks import club, locked
from core.web.problems import Problem
from core.web.refusals import WrongTime, refuse_if
from engine.dice import Dice

BUSY_REASON = "was on other business this week"


def order_repair(
    *,
    week: Week,
    worker: Character,
    vehicle: Vehicle,
    now: datetime,
    jobs: Sequence[str] = (),
    budget: int = 0,
) -> WorkOrder:
    """Assign a mechanic to one of the team's vehicles, replacing the character's earlier
    assignment.

    Parts are repaired in the order of `jobs`. If `jobs` is empty, all damaged parts are repaired.
    `budget` limits the cost of material, in dollars. Raise BadForm, NotFit or WrongTime.
    """
    with club(week.season.campaign_id):
        team, worker = _lock_for_work(week, worker)
        vehicle = locked(vehicle)
        record, level = record_of(vehicle), level_of(worker, MECHANIC, rules_in(week))
        if vehicle.team_id != team.pk or vehicle.gone_at:
            refuse_if(
                [
                    Problem(
                        field="vehicle",
                        code="no-such-vehicle",
                        sentence="Choose a vehicle from your garage.",
                    )
                ]
            )
        refuse_if(repairs.check_work(record, jobs, level))
        return _replace_order(
            week,
            worker,
            WorkOrder.Kind.MECHANIC,
            now,
            vehicle=vehicle,
            jobs=list(jobs),
            budget=max(0, budget),
        )


def order_care(*, week: Week, worker: Character, patient: Character, now: datetime) -> WorkOrder:
    """Assign a paramedic to one of the team's patients, replacing the character's earlier
    assignment.

    Raise BadForm, NotFit or WrongTime.
    """
    with club(week.season.campaign_id):
        team, worker = _lock_for_work(week, worker)
        if patient.team_id != team.pk or patient.left_at or patient.pk == worker.pk:
            refuse_if(
                [
                    Problem(
                        field="patient",
                        code="no-such-character",
                        sentence="Choose another character from your roster.",
                    )
                ]
            )
        refuse_if(care.check_care(level_of(worker, PARAMEDIC, rules_in(week))))
        return _replace_order(week, worker, WorkOrder.Kind.PARAMEDIC, now, patient=patient)


def cancel(*, order: WorkOrder) -> None:
    """Cancel work that has not been done yet."""
    with club(order.week.season.campaign_id):
        WorkOrder.objects.filter(pk=order.pk, done_at=None).delete()


def _lock_for_work(week: Week, worker: Character) -> tuple[Team, Character]:
    week = locked(week)
    if week.status in {Week.Status.PLANNED, *Week.FINISHED}:
        raise WrongTime("You can assign work only while a week is in progress.")
    team, worker = locked(worker.team), locked(worker)
    if worker.left_at or not people.is_fit(body_of(worker).dp):
        raise NotFit(f"{worker.name} is not fit to work.")
    return team, worker


def _replace_order(
    week: Week, worker: Character, kind: str, now: datetime, **details: Any
) -> WorkOrder:
    WorkOrder.objects.filter(week=week, worker=worker, done_at=None).delete()
    return WorkOrder.objects.create(week=week, worker=worker, kind=kind, ordered_at=now, **details)


def level_of(character: Character, skill: str, house_rules: HouseRules) -> int:
    """Return the character's current level in a skill. Level −4 means below base."""
    return skills.level(
        balances.skill_points([character.pk]).get(character.pk, {}).get(skill, 0),
        skill,
        house_rules,
    )


class Shift(NamedTuple):
    """A week whose work is due, with its dice and the current time."""

    week: Week
    dice: Dice
    now: datetime


def perform_all(shifts: Sequence[Shift], *, busy: Collection[UUID]) -> None:
    """Do the pending work of these weeks.

    In each week, mechanics work first, in the order of their names, and paramedics follow. `busy`
    contains the characters who had a mission or made a counterspy roll (E20). If someone cannot
    work, `outcome` has the reason. This must be called in a transaction. It takes about a dozen
    queries, however many weeks there are.
    """
    by_week = {shift.week.pk: shift for shift in shifts}
    waiting = WorkOrder.objects.select_for_update(of=("self",), no_key=True).filter(
        week__in=list(by_week), done_at=None
    )
    orders = list(
        waiting.select_related("worker__team", "vehicle", "patient").order_by(
            "week", "kind", "worker__name", "id"
        )
    )
    state = _load_state(orders, {shift.week.pk: rules_in(shift.week) for shift in shifts})
    for order in orders:
        shift = by_week[order.week_id]
        reason = _reason_to_idle(order.worker, state.body(order, order.worker), busy)
        order.outcome = {"done": False, "why": reason} if reason else _work(order, state, shift)
        order.done_at = shift.now
    posting.post(state.lines)
    bulk.update(orders, ["outcome", "done_at"])


@dataclass
class _WorkshopState:
    """The data for a week's work, updated in memory, and the ledger lines to post."""

    house_rules: Mapping[UUID, HouseRules]
    points: Items
    lost: dict[UUID, int]
    damage: Items
    crews: Mapping[UUID, Sequence[Crew]]
    money: dict[UUID, int]
    lines: list[Line] = field(default_factory=list)

    def body(self, order: WorkOrder, character: Character) -> Body:
        return people.body(
            self.points.get(character.pk, {}),
            self.lost.get(character.pk, 0),
            self.house_rules[order.week_id],
        )

    def level(self, order: WorkOrder, skill: str) -> int:
        return skills.level(
            self.points.get(order.worker_id, {}).get(skill, 0),
            skill,
            self.house_rules[order.week_id],
        )

    def record(self, vehicle: Vehicle) -> VehicleRecord:
        return make_record(
            design_of(vehicle),
            vehicle.name,
            vehicle.colour,
            self.damage.get(vehicle.pk),
            self.crews.get(vehicle.pk, ()),
        )


def _load_state(
    orders: Sequence[WorkOrder], house_rules: Mapping[UUID, HouseRules]
) -> _WorkshopState:
    """Load the data for the week's work.

    The teams are locked first, so that their money cannot change in the meantime.
    """
    teams = {order.worker.team_id for order in orders if order.vehicle_id}
    list(Team._base_manager.select_for_update(no_key=True).filter(pk__in=teams).order_by("pk"))
    characters = {order.worker_id for order in orders} | {
        order.patient_id for order in orders if order.patient_id
    }
    vehicles = {order.vehicle_id for order in orders if order.vehicle_id}
    holds = balances.reserved(teams)
    money = {
        team: total - holds.get(team, {}).get(Hold.MONEY, 0)
        for team, total in balances.money(teams).items()
    }
    return _WorkshopState(
        house_rules=house_rules,
        points=balances.skill_points(characters),
        lost=balances.wounds(characters),
        damage=balances.damage(vehicles),
        crews=usual_crews(vehicles),
        money=money,
    )


def _reason_to_idle(worker: Character, body: Body, busy: Collection[UUID]) -> str:
    """Return the reason why someone cannot work, or "" if they can."""
    if worker.pk in busy:
        return f"{worker.name} {BUSY_REASON}."
    if worker.left_at or not people.is_fit(body.dp):
        return f"{worker.name} was not fit to work."
    return ""


def _work(order: WorkOrder, state: _WorkshopState, shift: Shift) -> dict[str, Any]:
    return (
        _repair(order, order.vehicle, state, shift) if order.vehicle else _care(order, state, shift)
    )


def _repair(
    order: WorkOrder, vehicle: Vehicle, state: _WorkshopState, shift: Shift
) -> dict[str, Any]:
    team, cause = order.worker.team_id, f"work:{order.pk}"
    if vehicle.gone_at or vehicle.team_id != team:
        return {"done": False, "why": f"{vehicle.name} was no longer there."}
    record = state.record(vehicle)
    work = repairs.week_of_work(
        record,
        order.jobs or [wear.part for wear in record.damage if not wear.part.startswith("ammo:")],
        state.level(order, MECHANIC),
        shift.dice,
        state.house_rules[order.week_id],
        budget=min(order.budget, state.money.get(team, 0)),
        modifier=state.body(order, order.worker).modifier,
    )
    for wear in work.restored:
        state.lines.append(
            Line(
                Book.DAMAGE, vehicle.pk, wear.part, -wear.lost, cause, shift.now, week=order.week_id
            )
        )
        state.damage[vehicle.pk][wear.part] -= wear.lost
    if work.cost:
        state.lines.append(
            Line(
                Book.MONEY,
                team,
                "material",
                -work.cost,
                cause,
                shift.now,
                week=order.week_id,
                note=vehicle.name,
            )
        )
        state.money[team] -= work.cost
    return {"done": True, "work": msgspec.to_builtins(work)}


def _care(order: WorkOrder, state: _WorkshopState, shift: Shift) -> dict[str, Any]:
    assert order.patient is not None  # noqa: S101 - one of the two, says the database
    patient = state.body(order, order.patient)
    modifier = state.body(order, order.worker).modifier
    result = care.roll_care(
        state.level(order, PARAMEDIC),
        shift.dice,
        dp=patient.dp,
        full_dp=patient.full_dp,
        modifier=modifier,
    )
    if result.healed:
        state.lines.append(
            Line(
                Book.WOUND,
                order.patient.pk,
                "dp",
                -result.healed,
                f"work:{order.pk}",
                shift.now,
                week=order.week_id,
            )
        )
        state.lost[order.patient.pk] -= result.healed
    return {"done": True, "care": msgspec.to_builtins(result)}
