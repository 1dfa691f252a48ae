"""Services for events, which a GM can create and call off.

A car or person can be entered for only one unrecorded duel at a time (C50, C51).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, Max, Q

from campaign.calendar.services.calendar import refuse_closed
from campaign.duels.models import DrivenDuel, DuelEntry, DuelResult
from campaign.duels.rules.acts import Making
from campaign.duels.rules.arenas import KESSEL
from campaign.duels.rules.event_cars import describe_cars
from campaign.duels.rules.races import describe_race
from campaign.duels.selectors.drafts import same_duel
from campaign.duels.selectors.driven import is_in_arena
from campaign.duels.selectors.events import entries_close_at
from campaign.duels.selectors.meets import has_place
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Challenge, Duel, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import duel_path
from campaign.league.services import desk_log
from campaign.news.services import openly
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.problems import Problem
from core.web.records import tidy
from core.web.refusals import Refused, WrongTime, bad_field

from . import driven, event_cars, meets
from .locking import locked_duel

MAX_EVENTS = 20
"""Maximum number of events in a week."""


def make(
    *, week: Week, new: Making, actor: User, now: datetime, challenge: Challenge | None = None
) -> Duel:
    """Create an event in a running week and announce it (C50).

    The current house rules decide whether the event counts and pays (C54). An event that comes from
    a `challenge` is only for its two teams, and neither counts nor pays (C57). A race is driven
    on the Kessel Oval (C136). For an amateur night, each team gets a lent car (C137).

    Raise WrongTime if the week is not running, Refused if it has too many events, and BadForm if
    the time is in the past or after the week closes, for a race in another arena, or for a car that
    cannot be lent or given.
    """
    new = tidy(new)
    if new.lent and new.prize:
        raise bad_field("prize", "lent-cars", "The prize of an amateur night is the lent car.")
    with club(week.season.campaign_id):
        refuse_closed(week.season)
        week = locked(week)
        if week.status not in Week.RUNNING:
            raise WrongTime(
                f"{week} is not in progress. You can create events after the week opens."
            )
        check_start(week, new.starts_at, now)
        check_room(week)
        kind = Duel.Kind.CHALLENGE if challenge else Duel.Kind.EVENT
        event = Duel.objects.create(
            week=week,
            kind=kind,
            number=next_number(week),
            name=new.name,
            arena=_check_track(new) if new.laps else new.arena,
            starts_at=new.starts_at,
            budget=max(0, new.budget),
            laps=new.laps,
            lent=new.lent,
            prize=new.prize,
            challenge=challenge,
            **effects_of(kind, rules_in(week)),
            made_by=actor,
            made_at=now,
        )
        if event.lent:
            event_cars.lend(event, now)
        _announce(
            event,
            ClubNotice.EVENT_MADE,
            f"{event.name}{f' at {event.arena}' if event.arena else ''}, "
            f"{in_text(event.start)}: {_describe(event)}",
            actor,
            now,
        )
        return event


def _check_track(new: Making) -> str:
    """Return the arena of a race. Raise BadForm if another arena was chosen."""
    if new.arena.casefold() not in {"", KESSEL.name.casefold()}:
        sentence = f"Races are driven on the {KESSEL.name}. Leave the arena empty."
        raise bad_field("arena", "no-track", sentence)
    return KESSEL.name


def check_start(week: Week, starts_at: datetime, now: datetime) -> None:
    """Raise BadForm unless an event can start at this time (C50).

    The time must be in the future and before the week closes.
    """
    if not now < starts_at <= week.closes_at:
        raise bad_field(
            "starts_at", "outside-the-week", "Choose a time in the future, before the week closes."
        )


def _describe(event: Duel) -> str:
    if event.challenge is None:
        kind = describe_race(event.laps) if event.laps else describe_cars(event.lent, event.prize)
        return f"{kind} of week {event.week.number}, open to all teams"
    challenger, challenged = event.challenge.teams
    return f"a challenge by {challenger} that {challenged} accepted"


def next_number(week: Week) -> int:
    """Return the number that the week's next event gets."""
    return 1 + (Duel.objects.filter(week=week).aggregate(last=Max("number"))["last"] or 0)


def check_room(week: Week) -> None:
    """Raise Refused if the week already has the maximum number of events. Heats do not count."""
    uncounted = (Duel.Kind.WEEKLY, Duel.Kind.HEAT)
    if Duel.objects.filter(week=week).exclude(kind__in=uncounted).count() >= MAX_EVENTS:
        raise Refused(f"{week} already has {MAX_EVENTS} events, which is the maximum.")


def effects_of(kind: Duel.Kind, house_rules: HouseRules) -> dict[str, bool]:
    """Return the effects of an event of this kind under these house rules (C54, C69).

    Events can count in the standings, pay money, and bring prestige. Challenges bring only prestige
    (C57).
    """
    counts, pays, fame = {
        Duel.Kind.CHALLENGE: (False, False, True),
        Duel.Kind.EVENT: (
            house_rules.events_count,
            house_rules.events_pay,
            house_rules.events_fame,
        ),
        Duel.Kind.HEAT: (house_rules.heats_count, house_rules.heats_pay, house_rules.heats_fame),
        Duel.Kind.FINAL: (
            house_rules.finals_count,
            house_rules.finals_pay,
            house_rules.finals_fame,
        ),
    }[kind]
    return {"counts": counts, "pays": pays, "fame": fame}


def call_off(*, event: Duel, actor: User, reason: str, now: datetime) -> Duel:
    """Call off an event and announce it.

    Its cars and crews become available again. If a final is called off, its unrecorded heats are
    called off too. If a heat is called off, all its cars advance to the final (C68). Anything
    already driven does not count.

    Raise ReasonNeeded, and WrongTime for a recorded event.
    """
    reason_text = desk_log.require_reason(reason)
    with club(event.week.season.campaign_id):
        season, event = locked(event.week.season), locked_duel(event)
        if event.results.exists():
            raise WrongTime(f"{event.name} is already recorded. Correct its result instead.")
        refuse_closed(season)
        if event.called_off_at is None:
            _stop([event], now)
            if event.kind == Duel.Kind.FINAL:
                _stop(meets.unrecorded_heats(event), now)
            if event.kind == Duel.Kind.HEAT:
                meets.enter_all(event, now)
            _announce(
                event,
                ClubNotice.EVENT_CALLED_OFF,
                f"{event.name} of week {event.week.number} was cancelled",
                actor,
                now,
                reason_text,
            )
        return event


def _stop(events: Iterable[Duel], now: datetime) -> None:
    for event in events:
        event.called_off_at = now
        event.save(update_fields=["called_off_at"])
        event.entries.filter(withdrawn_at=None).update(withdrawn_at=now)
        event_cars.take_back(event, now)
        for row in DrivenDuel.objects.filter(duel=event):
            driven.stop(row, now)


def _announce(
    event: Duel, kind: ClubNotice, text: str, actor: User, now: datetime, reason: str = ""
) -> None:
    week = event.week
    act = desk_log.record(
        actor=actor,
        kind=kind,
        now=now,
        reason=reason,
        week=week,
        detail={"week": week.number, "event": event.name, "arena": event.arena},
    )
    openly.announce(act, text, path=duel_path("duel", event), week=week)


def check_open(event: Duel, team: Team, now: datetime) -> None:
    """Raise WrongTime unless the event accepts entries.

    An event accepts entries until its start, while its week is running (C52). Raise Refused for a
    team that is not part of the challenge (C57) or has no place in the heat or final (C67).
    """
    if not event.is_for(team):
        raise Refused(
            f"{event.name} is a challenge. Only its two teams can take part (C57).",
            code="not-of-the-challenge",
        )
    if event.called_off_at:
        raise WrongTime(f"{event.name} was cancelled (C50).")
    if is_forfeited(event):
        raise WrongTime(f"{event.name} was forfeited (C58).")
    if is_in_arena(event):
        raise WrongTime(f"{event.name} is already in the arena (C101).")
    if now >= entries_close_at(event) or event.week.status not in Week.RUNNING:
        closes_at_start = entries_close_at(event) == event.start
        raise WrongTime(
            f"Entries for {event.name} are closed. They close at "
            f"{'its start (C52)' if closes_at_start else 'the draw (C65)'}."
        )
    if not has_place(event, (team.pk,)):
        raise Refused(
            f"Your team has no place in {event.name}. The draw and the heats decide who takes "
            "part (C67).",
            code="no-place",
        )


def is_forfeited(event: Duel) -> bool:
    """Return whether an event that came from a challenge was forfeited (C58).

    This runs no query for any other event.
    """
    return event.challenge_id is not None and event.results.exists()


def takes_entries(event: Duel, team: Team | None, now: datetime) -> bool:
    """Return whether the event accepts entries (C52) from this team (C57, C67).

    If `team` is None, return whether it accepts any entries.
    """
    return (
        event.called_off_at is None
        and now < entries_close_at(event)
        and event.week.status in Week.RUNNING
        and event.is_for(team)
        and not is_forfeited(event)
        and has_place(event, (team.pk,) if team else ())
    )


def problems_elsewhere(
    duel: Duel, team: Team, vehicle: UUID, crew: Mapping[str, UUID]
) -> Iterator[Problem]:
    """Yield errors if the vehicle or crew is entered for another unrecorded duel (C51)."""
    weekly = Q(duel__kind=Duel.Kind.WEEKLY)
    rows = DuelEntry.objects.filter(team=team, withdrawn_at=None)
    rows = rows.filter(duel__week__season__closed_at=None).exclude(
        duel__week__status=Week.Status.VOID
    )
    if duel.is_weekly:
        rows = rows.exclude(weekly)
    else:
        own_week = Q(duel__week=duel.week) & ~Q(duel__week__status__in=Week.FINISHED)
        rows = rows.exclude(duel=duel).filter(~weekly | own_week)
    rows = rows.exclude(Exists(same_duel(DuelResult.objects.all())))
    for row in rows.select_related("duel__week").order_by("entered_at", "id"):
        description = f"entered for {row.duel.phrase}, which is not recorded yet (C51)."
        if row.vehicle_id == vehicle:
            yield Problem("vehicle", "elsewhere", f"This vehicle is {description}")
        aboard = {seat["character"] for seat in row.crew}
        for place, character_id in crew.items():
            if str(character_id) in aboard:
                yield Problem(place, "elsewhere", f"They are {description}")
