"""Queries for a team owner's pending tasks except orders, and for unread reports and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import CharField, Exists, OuterRef, Q, Subquery, UUIDField, Value

from campaign.duels.models import DrivenDuel, DuelDraft, DuelEntry, Exchange
from campaign.duels.selectors.challenges import open_challenges
from campaign.duels.selectors.drafts import teams_at_start, unsigned_drafts, unsigned_of
from campaign.duels.selectors.driven import may_watch
from campaign.duels.selectors.duels import has_begun
from campaign.duels.selectors.events import with_record
from campaign.garage.models import Vehicle
from campaign.garage.selectors.workplan import WorkshopCharacter, workshop_characters
from campaign.league.models import Challenge, Duel, Team, Week
from campaign.league.selectors.viewer import Viewer
from campaign.ledger.models import Damage
from campaign.ledger.selectors.balances import total_subquery
from campaign.roster.selectors import captives
from core.notifications.models import Notice
from play.models import Table


@dataclass(frozen=True, slots=True)
class TeamStatus:
    """Counts of a team's characters, unassigned points, vehicles, damaged vehicles, and entered
    vehicles.

    `unfit` lists members of entered crews who cannot drive in a published week. `unsigned` means
    that a draft of the duel's record waits for the team's signature. `can_exchange` means that the
    team has not used its right to exchange an entered vehicle (E47).
    """

    people: int
    general: int
    unassigned: tuple[str, ...]
    vehicles: int
    damaged: tuple[str, ...]
    entered: int
    unfit: tuple[str, ...] = ()
    unsigned: bool = False
    can_exchange: bool = False


@dataclass(frozen=True, slots=True)
class Unseen:
    """The week of an unread team report, and the week of an unread duel result."""

    report: Week | None = None
    result: Week | None = None


def unseen(viewer: Viewer, week: Week | None) -> Unseen:
    """Return the unread report and result of `week`, which is the newest season's last settled
    week.

    Unread notices determine which are unread. This takes one query, or none if there are no unread
    notices.
    """
    if viewer.unread == 0 or week is None:
        return Unseen()
    duel = f"duel:{week.pk}:"
    reports = frozenset(f"report:{week.pk}:{team.pk}" for team in viewer.teams[:1])
    prefix = Value(duel, output_field=CharField())
    condition = Q(cause__in=reports) | Q(cause__startswith=prefix)
    notices = Notice.objects.filter(
        condition, user=viewer.user_id, campaign=viewer.campaign, read_at=None
    )
    causes = tuple(notices.values_list("cause", flat=True))
    about_duel = [cause.startswith(duel) for cause in causes]
    return Unseen(
        report=week if False in about_duel else None, result=week if True in about_duel else None
    )


def status_of_team(team: Team, week: Week | None) -> TeamStatus:
    """Return the pending tasks of a team's owners.

    This takes two queries. There is one more query in a published week with crews, and one more if
    a draft of the duel's record waits for signatures.
    """
    all_people, vehicles = workshop_characters(team), _vehicles(team, week)
    people = [person for person in all_people if person.body.dp > 0]
    return TeamStatus(
        people=len(people),
        general=sum(person.general for person in people),
        unassigned=tuple(person.name for person in people if person.general),
        vehicles=len(vehicles),
        damaged=tuple(vehicle.name for vehicle in vehicles if vehicle.lost),
        entered=sum(vehicle.seats is not None for vehicle in vehicles),
        unfit=_unfit(week, all_people, [vehicle.seats for vehicle in vehicles if vehicle.seats]),
        unsigned=any(vehicle.seats for vehicle in vehicles) and _has_unsigned_draft(team, week),
        can_exchange=any(vehicle.seats and vehicle.can_exchange for vehicle in vehicles),
    )


def _has_unsigned_draft(team: Team, week: Week | None) -> bool:
    if week is None or not week.drafted:  # type: ignore[attr-defined]
        return False
    return unsigned_of(team.pk, DuelDraft.objects.filter(duel=week.pk)).exists()


@dataclass(frozen=True, slots=True)
class EventStatus:
    """An event without a recorded result.

    `is_entered` means that the team is entered, and `unsigned` means that the draft of the record
    waits for the team's signature. `driving` is the table on the site at which the event is in
    progress.
    """

    duel: Duel
    is_entered: bool
    unsigned: bool
    driving: UUID | None = None


def event_statuses(team: Team, now: datetime) -> tuple[EventStatus, ...]:
    """Return the club's events that a team can still enter, and unrecorded events that it has
    driven.

    This takes one query, plus three for each event that the team has driven.
    """
    own_entries = DuelEntry._base_manager.filter(duel=OuterRef("pk"), team=team, withdrawn_at=None)
    rows = Duel.objects.filter(
        starts_at__isnull=False,
        week__season__campaign=team.campaign_id,
        week__season__closed_at=None,
        week__status__in=Week.RUNNING,
    ).annotate(mine=Exists(own_entries))
    rows = rows.filter(
        Q(challenge=None) | Q(challenge__challenger=team) | Q(challenge__challenged=team)
    )
    to_come = Q(meet=None, starts_at__gt=now) | Q(meet__drawn_at=None, meet__closes_at__gt=now)
    event_rows = rows.filter(to_come | Q(mine=True))
    table = DrivenDuel._base_manager.filter(
        duel=OuterRef("pk"), table__status=Table.Status.PLAYING, paper_at=None
    )
    table_id = Subquery(table.values("table")[:1], output_field=UUIDField())  # on SQLite, too
    events = with_record(event_rows.annotate(driving=table_id))
    return tuple(_event_status(team, event, now) for event in events if not event.has_result)  # type: ignore[attr-defined]


def unanswered_challenges(
    team: Team, coming_weeks: Sequence[Week], now: datetime
) -> tuple[Challenge, ...]:
    """Return the open challenges that wait for the team's answer (C56).

    This takes one query, or none if the annotations of the coming weeks show that there are no such
    challenges.
    """
    if not any(week.challenged for week in coming_weeks):  # type: ignore[attr-defined]
        return ()
    return tuple(open_challenges(team, now).filter(turn=team))


def _event_status(team: Team, event: Duel, now: datetime) -> EventStatus:
    event.week.season.campaign = team.campaign
    has_driven = has_begun(event, now) and team.pk in teams_at_start(event)
    is_entered = event.mine and (has_driven or now < event.start)  # type: ignore[attr-defined]
    driving = event.driving  # type: ignore[attr-defined]
    if driving and not may_watch(event.week, driving, [team.pk]):
        driving = None  # Its car had no room, and only drivers can watch (C104).
    return EventStatus(
        event, is_entered, has_driven and unsigned_drafts(team, event).exists(), driving
    )


def _unfit(
    week: Week | None, people: Iterable[WorkshopCharacter], crews: Iterable[list[dict[str, str]]]
) -> tuple[str, ...]:
    """Return the names of crew members who are dead, unconscious or held captive (E12)."""
    seated = {UUID(seat["character"]) for crew in crews for seat in crew}
    if not seated or week is None or week.status != Week.Status.SETTLED:
        return ()
    captive_ids = captives.captives_among(seated)
    crew = [hand for hand in people if hand.id in seated]
    return tuple(hand.name for hand in crew if not hand.is_fit or hand.id in captive_ids)


def _vehicles(team: Team, week: Week | None) -> tuple[Any, ...]:
    """Return the team's vehicles, ordered by name, with their damage, their crew in the week's
    duel, and whether the team has an unused right to exchange a vehicle.
    """
    entered = DuelEntry._base_manager.filter(
        vehicle=OuterRef("pk"), duel=week.pk if week else None, withdrawn_at=None
    )
    seats = Subquery(entered.values("crew")[:1])
    rights = Exchange._base_manager.filter(duel=week.pk if week else None, team=team, entry=None)
    lost = total_subquery(Damage, "vehicle", ~Q(item__startswith="ammo:"))
    rows = Vehicle.objects.filter(team=team, gone_at=None)
    rows = rows.annotate(lost=lost, seats=seats, can_exchange=Exists(rights))
    return tuple(rows.order_by("name"))
