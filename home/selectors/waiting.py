"""What waits for a team's owners, apart from the orders, and what one person has not looked at yet:
for the club's home.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import CharField, Exists, OuterRef, Q, Subquery, UUIDField, Value

from campaign.duels.models import DrivenDuel, DuelDraft, DuelEntry
from campaign.duels.selectors.challenges import open_challenges
from campaign.duels.selectors.drafts import at_start, unsigned_drafts, unsigned_of
from campaign.duels.selectors.driven import may_watch
from campaign.duels.selectors.duels import began
from campaign.duels.selectors.events import as_weeks, staging
from campaign.garage.models import Vehicle
from campaign.garage.selectors.workplan import workshop_characters
from campaign.league.models import Event, Week
from campaign.ledger.models import Damage
from campaign.ledger.selectors.balances import total_of
from campaign.roster.selectors import captives
from core.notifications.models import Notice
from core.web.prepared import PreparedInScope
from play.models import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet

    from campaign.garage.selectors.workplan import WorkshopCharacter
    from campaign.league.models import Challenge, Team
    from campaign.league.selectors.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Waiting:
    """Counts for one team: living people, their unassigned general points, vehicles, damaged ones,
    those entered for the week's duel; `unfit` are those of its crews who cannot drive, once the
    week is published; `unsigned` says that a draft of its duel's record waits for their signature.
    """

    people: int
    general: int
    unassigned: tuple[str, ...]
    vehicles: int
    damaged: tuple[str, ...]
    entered: int
    unfit: tuple[str, ...] = ()
    unsigned: bool = False


@dataclass(frozen=True, slots=True)
class Unseen:
    """What one person was told of and has not looked at: the week of their team's report, and that
    of a duel's result; None where they have.
    """

    report: Week | None = None
    result: Week | None = None


def unseen(viewer: Viewer, week: Week | None) -> Unseen:
    """What the viewer has not looked at of `week`, the newest season's last settled one. The unread
    notice about it says so, and its reading ends it. One query; none for who has no unread notices
    at all.
    """
    if viewer.unread == 0 or week is None:
        return Unseen()
    duel = f"duel:{week.pk}:"
    reports = frozenset(f"report:{week.pk}:{team.pk}" for team in viewer.teams[:1])
    causes = _CAUSES.all(user=viewer.user_id, club=viewer.campaign.pk, reports=reports, duel=duel)
    found = [cause.startswith(duel) for cause in causes]
    return Unseen(report=week if False in found else None, result=week if True in found else None)


def _causes(user: UUID, club: UUID, reports: frozenset[str], duel: str) -> QuerySet[Notice, str]:
    """The causes of a person's unread notices that are one of these, or begin with what the notices
    about a duel begin with.
    """
    begun = Value(duel, output_field=CharField())
    about = Q(cause__in=reports) | Q(cause__startswith=begun)
    mine = Notice.objects.filter(about, user=user, campaign=club, read_at=None)
    return mine.values_list("cause", flat=True)


_CAUSES: Final = PreparedInScope(_causes, user=UUID, club=UUID, reports=frozenset[str], duel=str)


def waiting(team: Team, week: Week | None) -> Waiting:
    """What waits for this team's owners. Two queries, one more for who is entered in a week that
    is published.
    """
    everybody, vehicles = workshop_characters(team), list(_vehicles(team, week))
    people = [one for one in everybody if one.body.dp > 0]
    return Waiting(
        people=len(people),
        general=sum(one.general for one in people),
        unassigned=tuple(one.name for one in people if one.general),
        vehicles=len(vehicles),
        damaged=tuple(one.name for one in vehicles if one.lost),
        entered=sum(one.seats is not None for one in vehicles),
        unfit=_unfit(week, everybody, [one.seats for one in vehicles if one.seats]),
        unsigned=any(one.unsigned for one in vehicles if one.seats),
    )


@dataclass(frozen=True, slots=True)
class EventWaits:
    """An event that is not recorded yet, as its week looked at as it: whether the team is entered
    (`mine`), whether its draft waits for the team's signature, and at which table of the site it is
    driven now (`driving`).
    """

    week: Week
    mine: bool
    unsigned: bool
    driving: UUID | None = None


def event_waits(team: Team, now: datetime) -> tuple[EventWaits, ...]:
    """The club's events that still take the team's entries, and those that it drove, until they are
    recorded. One query, and three for each that the team drove.
    """
    found = as_weeks(_EVENTS.all(team=team.pk, club=team.campaign_id, now=now))
    return tuple(_event_waits(team, week, now) for week in found if not week.has_result)  # type: ignore[attr-defined]


def _events(team: UUID, club: UUID, now: datetime) -> QuerySet[Event]:
    """What `event_waits` asks for."""
    own = DuelEntry.objects.filter(event=OuterRef("pk"), team=team, withdrawn_at=None)
    rows = Event.objects.filter(
        week__season__campaign=club,
        week__season__closed_at=None,
        week__status__in=(Week.Status.OPEN, Week.Status.PLAYING, Week.Status.SETTLED),
    ).alias(entered=Exists(own))
    rows = rows.filter(
        Q(challenge=None) | Q(challenge__challenger=team) | Q(challenge__challenged=team)
    )
    to_come = Q(meet=None, starts_at__gt=now) | Q(meet__drawn_at=None, meet__closes_at__gt=now)
    found = rows.filter(to_come | Q(entered=True)).annotate(mine=Exists(own))
    table = DrivenDuel.objects.filter(
        event=OuterRef("pk"), table__status=Table.Status.PLAYING, paper_at=None
    )
    at = Subquery(table.values("table")[:1], output_field=UUIDField())  # on SQLite, too
    return staging(found.annotate(driving=at))


_EVENTS: Final = PreparedInScope(_events, team=UUID, club=UUID, now=datetime)


def challenge_waits(team: Team, coming: Sequence[Week], now: datetime) -> tuple[Challenge, ...]:
    """The open challenges that wait for the team's answer (C56). One query, none where the weeks to
    come (`coming`) know of none.
    """
    if not any(week.challenged for week in coming):  # type: ignore[attr-defined]
        return ()
    return tuple(open_challenges(team, now).filter(turn=team))


def _event_waits(team: Team, week: Week, now: datetime) -> EventWaits:
    week.season.campaign = team.campaign
    driven = began(week, now) and team.pk in at_start(week)
    mine = bool(week.event and week.event.mine) and (driven or now < week.hour)  # type: ignore[attr-defined]
    driving = week.event.driving if week.event else None  # type: ignore[attr-defined]
    if driving and not may_watch(week, driving, [team.pk]):
        driving = None  # its car had no room, and only who drives watches (C104)
    return EventWaits(week, mine, driven and unsigned_drafts(team, week).exists(), driving)


def _unfit(
    week: Week | None, people: Iterable[WorkshopCharacter], crews: Iterable[list[dict[str, str]]]
) -> tuple[str, ...]:
    """Who of these crews is dead, unconscious or held elsewhere (E12), by name."""
    seated = {UUID(seat["character"]) for crew in crews for seat in crew}
    if not seated or week is None or week.status != Week.Status.SETTLED:
        return ()
    held = captives.held(seated)
    crew = [one for one in people if one.id in seated]
    return tuple(one.name for one in crew if not one.is_fit or one.id in held)


def _vehicles(team: Team, week: Week | None) -> Any:
    if week is not None and week.event is None:
        return _ENTERED.all(team=team.pk, week=week.pk)
    unsigned = Exists(unsigned_drafts(team, week)) if week else Value(value=False)
    return _with_seats(team.pk, week.pk if week else None).annotate(unsigned=unsigned)


def _with_seats(team: UUID, week: UUID | None) -> QuerySet[Vehicle]:
    """The team's vehicles by name, with what each is short of and who sits in it in that week."""
    entered = DuelEntry.objects.filter(
        vehicle=OuterRef("pk"), week=week, event=None, withdrawn_at=None
    )
    seats = Subquery(entered.values("crew")[:1])
    lost = total_of(Damage, "vehicle", ~Q(item__startswith="ammo:"))
    rows = Vehicle.objects.filter(team=team, gone_at=None)
    return rows.annotate(lost=lost, seats=seats).order_by("name")


def _entered(team: UUID, week: UUID) -> QuerySet[Vehicle]:
    """The same for a week's own duel, with whether its draft waits for the team."""
    drafts = DuelDraft.objects.filter(week=week, event=None)
    return _with_seats(team, week).annotate(unsigned=Exists(unsigned_of(team, drafts)))


_ENTERED: Final = PreparedInScope(_entered, team=UUID, week=UUID)
