"""API operations on the weekly work of the team's own mechanics and paramedics (E20)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta

from campaign.garage.models import WorkOrder
from campaign.garage.selectors import workplan
from campaign.garage.services import workshop as services
from campaign.league.api.permissions import TeamCall, books_door, team_door
from campaign.league.selectors import seasons
from campaign.ledger.api.shapes import Dollars
from campaign.roster.api.roster import find_character
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.not_found import or_404
from core.web.problems import Problem
from core.web.records import filled
from core.web.refusals import BadForm, WrongTime

from .garage import find_vehicle


class WorkOut(Record):
    """One week of work, with the worker and the vehicle or patient.

    The outcome is set after the week has closed.
    """

    id: UUID
    week: int
    kind: Literal["mechanic", "paramedic"]
    worker: UUID
    worker_name: str
    vehicle: UUID | None
    patient: UUID | None
    jobs: tuple[str, ...]
    budget: int
    ordered_at: datetime
    done_at: datetime | None
    outcome: dict[str, Any] | None


@books_door()
def list_work(call: TeamCall, query: Paged) -> Page[WorkOut]:
    """List the team's work, newest week first.

    A GM gets an empty list, because the work would reveal who has no mission (E20).
    """
    return paged(call, query, workplan.work_of(call.viewer, call.team), _out)


def _out(row: WorkOrder) -> WorkOut:
    return filled(
        WorkOut,
        row,
        id=row.pk,
        week=row.week.number,
        kind="mechanic" if row.kind == WorkOrder.Kind.MECHANIC else "paramedic",
        worker=row.worker_id,
        worker_name=row.worker.name,
        vehicle=row.vehicle_id,
        patient=row.patient_id,
        jobs=tuple(row.jobs),
    )


class Working(Body):
    """A request for a mechanic to work on a vehicle, or for a paramedic to care for a patient.

    If no jobs are given, all damaged parts are repaired in the order of the vehicle record.
    """

    worker: UUID
    vehicle: UUID | None = None
    patient: UUID | None = None
    jobs: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=200)] = ()
    budget: Dollars = 0


@team_door(status=201)
def order(call: TeamCall, body: Working) -> WorkOut:
    """Assign work to a character for the week in progress. The assignment replaces any
    earlier one.
    """
    week = seasons.current_week(call.campaign)
    if week is None:
        raise WrongTime("You can assign work only while a week is in progress.")
    worker = find_character(call, body.worker)
    if (body.vehicle is None) == (body.patient is None):
        raise BadForm(
            [
                Problem(
                    field="vehicle",
                    code="one-of-two",
                    sentence="Choose a vehicle to repair or a patient to treat.",
                )
            ]
        )
    if body.vehicle is not None:
        vehicle = find_vehicle(call, body.vehicle)
        row = services.order_repair(
            week=week,
            worker=worker,
            vehicle=vehicle,
            now=call.now,
            jobs=body.jobs,
            budget=body.budget,
        )
    else:
        assert body.patient is not None  # noqa: S101 - one of the two
        row = services.order_care(
            week=week, worker=worker, patient=find_character(call, body.patient), now=call.now
        )
    return _out(or_404(workplan.work_order(call.team, row.pk)))


@team_door()
def strike_out(call: TeamCall, work: UUID) -> None:
    """Cancel work that has not been done yet."""
    services.cancel(order=or_404(workplan.work_order(call.team, work)))
