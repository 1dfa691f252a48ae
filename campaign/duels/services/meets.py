"""Heats and a final: a GM makes a set, the lots are drawn when entries close, and who goes on from
a heat is entered for the final when its record is booked (C65 to C68).
"""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db.models import Q

from campaign.duels.models import DrivenDuel, DuelDraft, DuelEntry, DuelResult
from campaign.duels.rules import meets as rules
from campaign.duels.selectors import arena_queue
from campaign.duels.selectors import meets as selector
from campaign.duels.selectors.events import RUNNING, duel_path
from campaign.duels.selectors.muster import muster, seats_of, standing_entries
from campaign.garage.models import Vehicle
from campaign.garage.rules.vehicles import compute_totals
from campaign.garage.selectors.garage import design_of
from campaign.league.models import Event, Meet, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.refusals import NotFit
from campaign.league.selectors import people as members
from campaign.league.selectors.house import rules_in
from campaign.league.services import desk_log, news, openly
from campaign.league.services.calendar import refuse_closed
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.problems import Problem, plural
from core.web.refusals import WrongTime, refuse_if
from core.web.text import normalize
from engine.dice import SEED_BYTES
from engine.values import Value

from . import events, substitutes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from campaign.duels.selectors.duels import Recorded
    from campaign.league.models import Team
    from core.accounts.models import User

MOST_HEATS: Final = 12
MOST_CLASSES: Final = 8


class Plan(Value):
    """What a GM says of a set of heats and its final. By lot either `heats` or `most` cars a heat;
    by division `classes`, the most dollars of each, and `most` where a division is parted.
    """

    name: str
    closes_at: datetime
    starts_at: datetime
    final_at: datetime
    go_on: int
    minutes: int = 60
    heats: int = 0
    most: int = 0
    classes: tuple[int, ...] = ()
    arena: str = ""
    final_arena: str = ""


def make(*, week: Week, plan: Plan, actor: User, at: datetime) -> Event:
    """Make a set of heats, of which the final is there at once and takes the entries; tell the club
    (C65). What heats and final bring is what the house rules say now (C69). Returns the final.

    Raises WrongTime for a week that is not under way, Refused for one that has enough events,
    BadForm.
    """
    with club(week.season.campaign_id):
        refuse_closed(week.season)
        week = locked(week)
        if week.status not in RUNNING:
            raise WrongTime(
                f"{week} is not in progress. You can create heats after the week opens."
            )
        refuse_if(_problems(plan, week, at))
        events.insist_on_room(week)
        meet = Meet.objects.create(
            week=week,
            classes=sorted(plan.classes),
            heats=plan.heats,
            most=plan.most,
            go_on=plan.go_on,
            closes_at=plan.closes_at,
            starts_at=plan.starts_at,
            minutes=plan.minutes,
            arena=normalize(plan.arena),
            seed=os.urandom(SEED_BYTES),
        )
        final = Event.objects.create(
            week=week,
            meet=meet,
            kind=Event.Kind.FINAL,
            number=events.next_number(week),
            name=normalize(plan.name),
            arena=normalize(plan.final_arena) or meet.arena,
            starts_at=plan.final_at,
            budget=max(plan.classes, default=0),
            made_by=actor,
            made_at=at,
            **events.brings(Event.Kind.FINAL, rules_in(week)),
        )
        act = desk_log.record(
            campaign_id=week.season.campaign_id,
            actor=actor,
            kind=ClubNotice.EVENT_MADE,
            now=at,
            week=week,
            detail={"week": week.number, "event": final.name, "arena": final.arena},
        )
        openly.announce(
            act,
            f"{final.name}: heats from {in_text(meet.starts_at)} and a final in week "
            f"{week.number}, one car per team. Entries close {in_text(meet.closes_at)}",
            path=duel_path("duel", week.on(final)),
            week=week,
        )
        return final


def _wrong(field: str, code: str, sentence: str) -> Problem:
    """A problem of the form."""
    return Problem(field=field, code=code, sentence=sentence)


def _problems(plan: Plan, week: Week, at: datetime) -> Iterator[Problem]:
    yield from _wrong_hours(plan, week, at)
    yield from _wrong_lots(plan)
    if not 1 <= plan.go_on <= MOST_HEATS:
        yield _wrong(
            "go_on", "out-of-range", f"Between 1 and {MOST_HEATS} cars can advance from each heat."
        )
    if plan.minutes < 0:
        yield _wrong("minutes", "out-of-range", "Enter 0 minutes or more.")


def _wrong_hours(plan: Plan, week: Week, at: datetime) -> Iterator[Problem]:
    if plan.closes_at <= at:
        yield _wrong("closes_at", "over", "Choose a time in the future.")
    if plan.starts_at < plan.closes_at:
        yield _wrong("starts_at", "too-early", "Heats cannot start before entries close.")
    if plan.final_at <= plan.starts_at:
        yield _wrong("final_at", "too-early", "The final must start after the first heat.")
    if plan.final_at > week.closes_at:
        yield _wrong("final_at", "outside-the-week", "The final must start before the week closes.")


def _wrong_lots(plan: Plan) -> Iterator[Problem]:
    if not 0 <= plan.heats <= MOST_HEATS:
        yield _wrong("heats", "out-of-range", f"The maximum is {MOST_HEATS} heats.")
    if plan.classes and plan.heats:
        yield _wrong("heats", "both", "Each division has its own heats. Leave the number empty.")
    elif plan.heats and plan.most:
        yield _wrong(
            "most",
            "both",
            "Enter either the number of heats or the number of cars per heat, not both.",
        )
    elif not (plan.classes or plan.heats or plan.most):
        sentence = "Enter the number of heats, the maximum cars per heat, or the divisions."
        yield _wrong("heats", "missing", sentence)
    if plan.most and plan.most <= plan.go_on:
        yield _wrong("most", "too-few", "A heat must have more cars than advance from it.")
    if (
        len(plan.classes) > MOST_CLASSES
        or len(set(plan.classes)) < len(plan.classes)
        or min(plan.classes, default=1) < 1
    ):
        sentence = f"Enter at most {MOST_CLASSES} different divisions in dollars."
        yield _wrong("classes", "bad-classes", sentence)


def insist_on_its_car(week: Week, team: Team, vehicle: Vehicle) -> None:
    """Raise NotFit for another car in a heat than the one that was drawn into it (C67)."""
    event = week.event
    if event is None or event.kind != Event.Kind.HEAT or event.meet is None:
        return
    drawn = {one["team"]: one["vehicle"] for one in event.meet.drawn}
    if drawn.get(str(team.pk)) != str(vehicle.pk):
        raise NotFit("You must drive the car that was drawn. You can change its crew (C67).")


# --- the draw -------------------------------------------------------------------------------------


def draw(weeks: Sequence[Week], at: datetime) -> None:
    """Draw every set of heats of these weeks whose entries have closed. For a job that holds the
    weeks: a draw that raises fails its week, which is parked for the GM when it does so again and
    again (C66).
    """
    by_id = {week.pk: week for week in weeks}
    rows = arena_queue.meets_to_draw(at).filter(week__in=by_id)
    for meet in rows.order_by("closes_at", "id"):
        _draw(by_id[meet.week_id], meet, at)


def _draw(week: Week, meet: Meet, at: datetime) -> None:
    with club(week.season.campaign_id):
        meet = locked(meet)
        final = locked(selector.final_of(meet))
        entered = {
            str(one.team_id): one
            for one in standing_entries(week.on(final))
            if one.vehicle.gone_at is None and one.vehicle.team_id == one.team_id
        }
        costs = {team: compute_totals(design_of(one.vehicle)).cost for team, one in entered.items()}
        drawn = rules.draw(
            [rules.Car(team, cost) for team, cost in costs.items()],
            bytes(meet.seed),
            classes=meet.classes,
            heats=meet.heats,
            most=meet.most,
            go_on=meet.go_on,
        )
        rows = [(team, at_, 0) for team, at_ in drawn.straight]
        hours = _hours(meet, final, len(drawn.heats), at)
        every = zip(drawn.heats, drawn.divisions, hours, strict=True)
        for number, (teams, division, hour) in enumerate(every, 1):
            heat = _heat(final, meet, week, number, division, hour, at)
            rows += [(team, division, number) for team in teams]
            DuelEntry.objects.filter(pk__in=[entered[team].pk for team in teams]).update(event=heat)
        kept = {entered[team].pk for team, _, _ in rows}
        DuelEntry.objects.filter(event=final, withdrawn_at=None).exclude(pk__in=kept).update(
            withdrawn_at=at
        )
        meet.drawn_at = at
        meet.drawn = [
            {
                "team": team,
                "vehicle": str(entered[team].vehicle_id),
                "division": division,
                "heat": heat,
            }
            for team, division, heat in rows
        ]
        meet.save(update_fields=["drawn_at", "drawn"])
        _tell_of_the_draw(week.on(final), len(drawn.heats), len(entered), at)


def _hours(meet: Meet, final: Event, count: int, at: datetime) -> list[datetime]:
    """The hours of so many heats: one after the other, closer together where the final would come
    before the last of them.
    """
    first = max(meet.starts_at, at)
    apart = timedelta(minutes=meet.minutes)
    if count:
        apart = min(apart, max(timedelta(0), final.starts_at - first) / count)
    return [first + number * apart for number in range(count)]


def _heat(
    final: Event, meet: Meet, week: Week, number: int, division: int, hour: datetime, at: datetime
) -> Event:
    return Event.objects.create(
        week=week,
        meet=meet,
        kind=Event.Kind.HEAT,
        number=events.next_number(week),
        name=f"{final.name[:70]}, heat {number}",
        arena=meet.arena,
        starts_at=hour,
        budget=meet.classes[division] if meet.classes else 0,
        made_by_id=final.made_by_id,
        made_at=at,
        **events.brings(Event.Kind.HEAT, rules_in(week)),
    )


def _tell_of_the_draw(week: Week, heats: int, cars: int, at: datetime) -> None:
    event, campaign = week.event, week.season.campaign_id
    if event is None:
        return
    said = (
        f"{event.name}: entries are closed. There are no entries."
        if not cars
        else f"{event.name}: {plural(cars, 'car')} drawn into {plural(heats, 'heat')}."
        if heats
        else (
            f"{event.name}: {plural(cars, 'car')} entered. They go straight to the final without "
            "heats."
        )
    )
    kind, cause = ClubNotice.HEATS_DRAWN, f"draw:{event.meet_id}"
    news.publish([news.Item(campaign, kind, said, cause, at, week=week.pk)])
    path = duel_path("duel-draw", week)
    notices.send(
        notices.Message(user, campaign, kind, said, path, cause, at)
        for user in members.members([campaign]).get(campaign, ())
    )


# --- from a heat to the final ---------------------------------------------------------------------


def unrecorded_heats(final: Event) -> tuple[Event, ...]:
    """The heats of a final that are neither recorded nor called off."""
    rows = Event.objects.filter(meet=final.meet_id, kind=Event.Kind.HEAT, called_off_at=None)
    return tuple(rows.exclude(pk__in=DuelResult.objects.filter(event__in=rows).values("event")))


def carry_on(week: Week, before: Recorded | None, now: Recorded, at: datetime) -> None:
    """Enter who goes on from a heat for the final, with the heat's car and crew (C68).

    A correction before the final's hour enters who goes on by it alone, and takes out who does no
    longer. Once the final is in the arena, drafted or recorded nothing is changed there.
    """
    meet = week.event.meet if week.event and week.event.kind == Event.Kind.HEAT else None
    if meet is None:
        return
    meet.week = week
    final = week.on(locked(selector.final_of(meet)))
    if not _still_made(final) or (before and at >= final.hour):
        return
    was = selector.goes_on(before, meet) if before else ()
    goes = selector.goes_on(now, meet)
    out = [UUID(team) for team in was if team not in goes]
    DuelEntry.objects.filter(event=final.event, team__in=out, withdrawn_at=None).update(
        withdrawn_at=at
    )
    _enter(week, final, [team for team in goes if team not in was], at)


def pass_on(week: Week, at: datetime) -> None:
    """Enter all cars of a heat that is called off for the final (C68)."""
    meet = week.event.meet if week.event else None
    if meet is None:
        return
    final = week.on(locked(selector.final_of(meet)))
    number = 1 + [heat.pk for heat in selector.heats_of(meet)].index(week.duel_id)
    if _still_made(final):
        _enter(week, final, selector.drawn_into(meet, number), at)


def _still_made(final: Week) -> bool:
    event = final.event
    return (
        event is not None
        and event.called_off_at is None
        and not DuelResult.objects.filter(event=event).exists()
        and not DuelDraft.objects.filter(event=event).exists()
        and not DrivenDuel.objects.filter(event=event, table__isnull=False).exists()
    )


def _enter(heat: Week, final: Week, teams: Iterable[str], at: datetime) -> None:
    """Enter the teams' cars of the heat for the final, with their crews and doctrines. A car or
    somebody that is gone by now, or stands elsewhere (C51), is not entered: the place stays the
    team's, and it may enter another. Whose crew cannot drive is asked for a substitute.
    """
    entered = []
    rows = {
        str(one.team_id): one
        for one in DuelEntry.objects.filter(
            Q(withdrawn_at=None) | Q(withdrawn_at=at), event=heat.event, team__in=list(teams)
        )
        .select_related("team", "vehicle")
        .order_by("entered_at")
    }
    for team in teams:
        one = rows.get(team)
        if one is None or one.vehicle.gone_at or one.vehicle.team_id != one.team_id:
            continue
        crew = dict(seats_of(one))
        if any(events.elsewhere(final, one.team, one.vehicle_id, crew)):
            continue
        if DuelEntry.objects.filter(event=final.event, team=one.team, withdrawn_at=None).exists():
            continue
        entered.append(
            DuelEntry.objects.create(
                week=final,
                event=final.event,
                team=one.team,
                vehicle=one.vehicle,
                entered_at=at,
                crew=one.crew,
                doctrine=one.doctrine,
                yields=one.yields,
            )
        )
    if at < final.hour:
        substitutes.ask((one, at) for one in muster(final, entered) if one.unfit)
