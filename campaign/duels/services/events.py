"""Events: a GM makes them and calls them off; who is entered for one stands nowhere else (C50,
C51).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db.models import Exists, Max, Q

from campaign.duels.models import DrivenDuel, DuelEntry, DuelResult
from campaign.duels.selectors.drafts import same_duel
from campaign.duels.selectors.driven import in_arena
from campaign.duels.selectors.events import RUNNING, closing, duel_path
from campaign.duels.selectors.meets import has_place
from campaign.league.models import Event, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors.house import rules_in
from campaign.league.services import desk_log, openly
from campaign.league.services.calendar import refuse_closed
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.problems import Problem
from core.web.refusals import BadForm, Refused, WrongTime
from core.web.text import normalize

from . import driven, meets
from .locking import relocked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Challenge, Team
    from campaign.league.rules.house import HouseRules
    from core.accounts.models import User

MOST = 20
"""So many events a week may have."""
HONOUR: Final = {"counts": False, "pays": False, "fame": True}
"""What an event brings that came of a challenge (C57)."""


def make(
    *,
    week: Week,
    name: str,
    starts_at: datetime,
    actor: User,
    at: datetime,
    arena: str = "",
    budget: int = 0,
    challenge: Challenge | None = None,
) -> Event:
    """Make an event of a week that is under way, and tell the club (C50). `budget` is the dollars a
    team may enter, 0 for the house rule's. Whether it counts and pays is what the house rules say
    now (C54). One that comes of a `challenge` is for its two teams, and does neither (C57).

    Raises WrongTime for a week that is not under way, Refused for one that has enough of them,
    BadForm for an hour that is over, or after the week's close.
    """
    with club(week.season.campaign_id):
        refuse_closed(week.season)
        week = locked(week)
        if week.status not in RUNNING:
            raise WrongTime(
                f"{week} is not in progress. You can create events after the week opens."
            )
        insist_on_hour(week, starts_at, at)
        insist_on_room(week)
        event = Event.objects.create(
            week=week,
            number=next_number(week),
            name=normalize(name),
            arena=normalize(arena),
            starts_at=starts_at,
            budget=max(0, budget),
            challenge=challenge,
            **(HONOUR if challenge else brings(Event.Kind.EVENT, rules_in(week))),
            made_by=actor,
            made_at=at,
        )
        _tell(
            event,
            ClubNotice.EVENT_MADE,
            f"{event.name}{f' at {event.arena}' if event.arena else ''}, "
            f"{in_text(event.starts_at)}: {_who_drives(event)}",
            actor,
            at,
        )
        return event


def insist_on_hour(week: Week, starts_at: datetime, at: datetime) -> None:
    """Raise BadForm unless an event may begin at this hour: still to come, before the week closes
    (C50).
    """
    if not at < starts_at <= week.closes_at:
        raise BadForm(
            [
                Problem(
                    field="starts_at",
                    code="outside-the-week",
                    sentence="Choose a time in the future, before the week closes.",
                )
            ]
        )


def _who_drives(event: Event) -> str:
    if event.challenge is None:
        return f"an event of week {event.week.number}, open to all teams"
    caller, called = event.challenge.teams
    return f"a challenge by {caller} that {called} accepted"


def next_number(week: Week) -> int:
    """The number of the week's next event."""
    return 1 + (Event.objects.filter(week=week).aggregate(last=Max("number"))["last"] or 0)


def insist_on_room(week: Week) -> None:
    """Raise Refused when the week has enough events; heats are not counted."""
    if Event.objects.filter(week=week).exclude(kind=Event.Kind.HEAT).count() >= MOST:
        raise Refused(f"{week} already has {MOST} events, which is the maximum.")


def brings(kind: Event.Kind, house: HouseRules) -> dict[str, bool]:
    """What an event of this kind brings by the house rules: points in the standings, purse and
    survivor pay, prestige (C54, C69).
    """
    counts, pays, fame = {
        Event.Kind.EVENT: (house.events_count, house.events_pay, house.events_fame),
        Event.Kind.HEAT: (house.heats_count, house.heats_pay, house.heats_fame),
        Event.Kind.FINAL: (house.finals_count, house.finals_pay, house.finals_fame),
    }[kind]
    return {"counts": counts, "pays": pays, "fame": fame}


def call_off(*, event: Event, actor: User, reason: str, at: datetime) -> Event:
    """Call an event off, before everybody: it is not driven, and whoever is entered is free again.
    With a final go the heats that are not recorded; of a heat all go on to the final (C68). What
    the site has driven of it counts for nothing.

    Raises ReasonNeeded, WrongTime for one that is recorded.
    """
    said = desk_log.require_reason(reason)
    with club(event.week.season.campaign_id):
        season, week, event = (
            locked(event.week.season),
            relocked(event.week.on(event)),
            locked(event),
        )
        if DuelResult.objects.filter(event=event).exists():
            raise WrongTime(f"{event.name} is already recorded. Correct its result instead.")
        refuse_closed(season)
        if event.called_off_at is None:
            _stop([event], at)
            if event.kind == Event.Kind.FINAL:
                _stop(meets.unrecorded_heats(event), at)
            if event.kind == Event.Kind.HEAT:
                meets.pass_on(week, at)
            _tell(
                event,
                ClubNotice.EVENT_CALLED_OFF,
                f"{event.name} of week {week.number} was cancelled",
                actor,
                at,
                said,
            )
        return event


def _stop(every: Iterable[Event], at: datetime) -> None:
    for event in every:
        event.called_off_at = at
        event.save(update_fields=["called_off_at"])
        DuelEntry.objects.filter(event=event, withdrawn_at=None).update(withdrawn_at=at)
        for row in DrivenDuel.objects.filter(event=event):
            driven.stop(row, at)


def _tell(
    event: Event, kind: ClubNotice, said: str, actor: User, at: datetime, reason: str = ""
) -> None:
    week = event.week
    act = desk_log.record(
        campaign_id=week.season.campaign_id,
        actor=actor,
        kind=kind,
        now=at,
        reason=reason,
        week=week,
        detail={"week": week.number, "event": event.name, "arena": event.arena},
    )
    openly.announce(act, said, path=duel_path("duel", week.on(event)), week=week)


def insist_on_open(week: Week, team: Team, at: datetime) -> None:
    """Raise WrongTime unless the event takes entries: until its hour, while its week is under way
    (C52). Raises Refused for a team that is not of the two of its challenge (C57), or has no place
    in its heat or final (C67).
    """
    event = week.event
    if event and not event.is_for(team):
        raise Refused(
            f"{event.name} is a challenge. Only its two teams can take part (C57).",
            code="not-of-the-challenge",
        )
    if event and event.called_off_at:
        raise WrongTime(f"{event.name} was cancelled (C50).")
    if event and is_forfeited(event):
        raise WrongTime(f"{event.name} was forfeited (C58).")
    if event and in_arena(event):
        raise WrongTime(f"{event.name} is already in the arena (C101).")
    if event and (at >= closing(event) or week.status not in RUNNING):
        raise WrongTime(
            f"Entries for {event.name} are closed. They close at "
            f"{'its start (C52)' if closing(event) == event.starts_at else 'the draw (C65)'}."
        )
    if event and not has_place(event, (team.pk,)):
        raise Refused(
            f"Your team has no place in {event.name}. The draw and the heats decide who takes "
            "part (C67).",
            code="no-place",
        )


def is_forfeited(event: Event) -> bool:
    """Whether an event that came of a challenge is recorded before its hour: one of the two gave it
    up (C58). No query for any other event.
    """
    return event.challenge_id is not None and DuelResult.objects.filter(event=event).exists()


def takes_entries(week: Week, team: Team | None, at: datetime) -> bool:
    """Whether the event that the week is looked at as takes entries (C52) of this team (C57, C67);
    of an open event, whether it takes any.
    """
    event = week.event
    return (
        event is not None
        and event.called_off_at is None
        and at < closing(event)
        and week.status in RUNNING
        and event.is_for(team)
        and not is_forfeited(event)
        and has_place(event, (team.pk,) if team else ())
    )


def elsewhere(week: Week, team: Team, vehicle: UUID, crew: Mapping[str, UUID]) -> Iterator[Problem]:
    """What keeps a team's vehicle and crew out of a duel or event: they stand in another one that
    is not recorded yet (C51).
    """
    rows = DuelEntry.objects.filter(team=team, withdrawn_at=None, week__season__closed_at=None)
    rows = rows.exclude(week__status=Week.Status.VOID)
    if week.event is None:
        rows = rows.filter(event__isnull=False)
    else:
        own = Q(event=None, week=week) & ~Q(week__status__in=Week.FINISHED)
        rows = rows.filter(own | Q(event__isnull=False) & ~Q(event=week.event))
    rows = rows.exclude(Exists(same_duel(DuelResult.objects.all())))
    for row in rows.select_related("week", "event").order_by("entered_at", "id"):
        there = f"entered for {row.duel.duel_words}, which is not recorded yet (C51)."
        if row.vehicle_id == vehicle:
            yield Problem(field="vehicle", code="elsewhere", sentence=f"This vehicle is {there}")
        aboard = {seat["character"] for seat in row.crew}
        for place, who in crew.items():
            if str(who) in aboard:
                yield Problem(field=place, code="elsewhere", sentence=f"They are {there}")
