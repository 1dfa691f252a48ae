"""Services for heats and finals (C65 to C68).

A GM creates a set of heats. The draw takes place when entries close. When a heat's record is
booked, the cars that advance are entered for the final.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Q

from campaign.calendar.services.calendar import refuse_closed
from campaign.duels.models import DrivenDuel, DuelEntry
from campaign.duels.rules import meets as rules
from campaign.duels.rules.acts import MAX_HEATS, HeatsMaking
from campaign.duels.selectors import arena_queue
from campaign.duels.selectors import meets as selector
from campaign.duels.selectors.duels import ResultPayload
from campaign.duels.selectors.muster import muster, seats_of, standing_entries
from campaign.garage.models import Vehicle
from campaign.garage.rules.vehicles import compute_totals
from campaign.garage.selectors.garage import design_of
from campaign.league.models import Duel, Meet, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.refusals import NotFit
from campaign.league.selectors import people as members
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import duel_path
from campaign.league.services import desk_log
from campaign.news.services import news, openly
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.problems import Problem, plural
from core.web.refusals import WrongTime, refuse_if
from core.web.text import normalize
from engine.dice import SEED_BYTES

from . import events, substitutes

MAX_CLASSES: Final = 8


def make(*, week: Week, plan: HeatsMaking, actor: User, now: datetime) -> Duel:
    """Create a set of heats, announce it, and return the final (C65).

    The final exists from the start and accepts the entries. The current house rules decide whether
    the heats and the final count and pay (C69).

    Raise BadForm, WrongTime if the week is not running, and Refused if it has too many events.
    """
    with club(week.season.campaign_id):
        refuse_closed(week.season)
        week = locked(week)
        if week.status not in Week.RUNNING:
            raise WrongTime(
                f"{week} is not in progress. You can create heats after the week opens."
            )
        refuse_if(_problems(plan, week, now))
        events.check_room(week)
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
        final = Duel.objects.create(
            week=week,
            meet=meet,
            kind=Duel.Kind.FINAL,
            number=events.next_number(week),
            name=normalize(plan.name),
            arena=normalize(plan.final_arena) or meet.arena,
            starts_at=plan.final_at,
            budget=max(plan.classes, default=0),
            made_by=actor,
            made_at=now,
            **events.effects_of(Duel.Kind.FINAL, rules_in(week)),
        )
        act = desk_log.record(
            actor=actor,
            kind=ClubNotice.EVENT_MADE,
            now=now,
            week=week,
            detail={"week": week.number, "event": final.name, "arena": final.arena},
        )
        openly.announce(
            act,
            f"{final.name}: heats from {in_text(meet.starts_at)} and a final in week "
            f"{week.number}, one car per team. Entries close {in_text(meet.closes_at)}",
            path=duel_path("duel", final),
            week=week,
        )
        return final


def _problems(plan: HeatsMaking, week: Week, now: datetime) -> Iterator[Problem]:
    yield from _time_problems(plan, week, now)
    yield from _draw_problems(plan)
    if not 1 <= plan.go_on <= MAX_HEATS:
        yield Problem(
            "go_on", "out-of-range", f"Between 1 and {MAX_HEATS} cars can advance from each heat."
        )
    if plan.minutes < 0:
        yield Problem("minutes", "out-of-range", "Enter 0 minutes or more.")


def _time_problems(plan: HeatsMaking, week: Week, now: datetime) -> Iterator[Problem]:
    if plan.closes_at <= now:
        yield Problem("closes_at", "over", "Choose a time in the future.")
    if plan.starts_at < plan.closes_at:
        yield Problem("starts_at", "too-early", "Heats cannot start before entries close.")
    if plan.final_at <= plan.starts_at:
        yield Problem("final_at", "too-early", "The final must start after the first heat.")
    if plan.final_at > week.closes_at:
        yield Problem(
            "final_at", "outside-the-week", "The final must start before the week closes."
        )


def _draw_problems(plan: HeatsMaking) -> Iterator[Problem]:
    if not 0 <= plan.heats <= MAX_HEATS:
        yield Problem("heats", "out-of-range", f"The maximum is {MAX_HEATS} heats.")
    if plan.classes and plan.heats:
        yield Problem("heats", "both", "Each division has its own heats. Leave the number empty.")
    elif plan.heats and plan.most:
        yield Problem(
            "most",
            "both",
            "Enter either the number of heats or the number of cars per heat, not both.",
        )
    elif not (plan.classes or plan.heats or plan.most):
        sentence = "Enter the number of heats, the maximum cars per heat, or the divisions."
        yield Problem("heats", "missing", sentence)
    if plan.most and plan.most <= plan.go_on:
        yield Problem("most", "too-few", "A heat must have more cars than advance from it.")
    if (
        len(plan.classes) > MAX_CLASSES
        or len(set(plan.classes)) < len(plan.classes)
        or min(plan.classes, default=1) < 1
    ):
        sentence = f"Enter at most {MAX_CLASSES} different divisions in dollars."
        yield Problem("classes", "bad-classes", sentence)


def check_drawn_car(duel: Duel, team: Team, vehicle: Vehicle) -> None:
    """Raise NotFit for a car other than the one that was drawn into the heat (C67)."""
    if duel.kind != Duel.Kind.HEAT or duel.meet is None:
        return
    drawn_cars = {row["team"]: row["vehicle"] for row in duel.meet.drawn}
    if drawn_cars.get(str(team.pk)) != str(vehicle.pk):
        raise NotFit("You must drive the car that was drawn. You can change its crew (C67).")


# --- the draw -------------------------------------------------------------------------------------


def draw(weeks: Sequence[Week], now: datetime) -> None:
    """Draw every set of heats in these weeks whose entries have closed.

    If a draw fails repeatedly, its week is parked for the GM (C66). The caller's job must have
    locked the weeks.
    """
    by_id = {week.pk: week for week in weeks}
    rows = arena_queue.meets_to_draw(now).filter(week__in=by_id)
    for meet in rows.order_by("closes_at", "id"):
        _draw(by_id[meet.week_id], meet, now)


def _draw(week: Week, meet: Meet, now: datetime) -> None:
    with club(week.season.campaign_id):
        meet = locked(meet)
        meet.week = week
        final = _locked_final(meet)
        entries = {
            str(entry.team_id): entry
            for entry in standing_entries(final)
            if entry.vehicle.gone_at is None and entry.vehicle.team_id == entry.team_id
        }
        costs = {
            team: compute_totals(design_of(entry.vehicle)).cost for team, entry in entries.items()
        }
        result = rules.draw(
            [rules.Car(team, cost) for team, cost in costs.items()],
            bytes(meet.seed),
            classes=meet.classes,
            heats=meet.heats,
            cars_per_heat=meet.most,
            advancing=meet.go_on,
        )
        rows = [(team, division_index, 0) for team, division_index in result.straight]
        hours = _start_times(meet, final, len(result.heats), now)
        heats = zip(result.heats, result.divisions, hours, strict=True)
        for number, (teams, division, hour) in enumerate(heats, 1):
            heat = _heat(final, meet, week, number, division, hour, now)
            rows += [(team, division, number) for team in teams]
            DuelEntry.objects.filter(pk__in=[entries[team].pk for team in teams]).update(duel=heat)
        drawn_entries = {entries[team].pk for team, _, _ in rows}
        DuelEntry.objects.filter(duel=final, withdrawn_at=None).exclude(
            pk__in=drawn_entries
        ).update(withdrawn_at=now)
        meet.drawn_at = now
        meet.drawn = [
            {
                "team": team,
                "vehicle": str(entries[team].vehicle_id),
                "division": division,
                "heat": heat,
            }
            for team, division, heat in rows
        ]
        meet.save(update_fields=["drawn_at", "drawn"])
        _announce_draw(final, len(result.heats), len(entries), now)


def _start_times(meet: Meet, final: Duel, count: int, now: datetime) -> list[datetime]:
    """Return the start times of the heats, which take place one after the other.

    The interval is shortened if the heats would otherwise not fit before the final.
    """
    first = max(meet.starts_at, now)
    interval = timedelta(minutes=meet.minutes)
    if count:
        interval = min(interval, max(timedelta(0), final.start - first) / count)
    return [first + number * interval for number in range(count)]


def _heat(
    final: Duel, meet: Meet, week: Week, number: int, division: int, hour: datetime, now: datetime
) -> Duel:
    return Duel.objects.create(
        week=week,
        meet=meet,
        kind=Duel.Kind.HEAT,
        number=events.next_number(week),
        name=f"{final.name[:70]}, heat {number}",
        arena=meet.arena,
        starts_at=hour,
        budget=meet.classes[division] if meet.classes else 0,
        made_by_id=final.made_by_id,
        made_at=now,
        **events.effects_of(Duel.Kind.HEAT, rules_in(week)),
    )


def _announce_draw(final: Duel, heats: int, cars: int, now: datetime) -> None:
    campaign = final.week.season.campaign_id
    text = (
        f"{final.name}: entries are closed. There are no entries."
        if not cars
        else f"{final.name}: {plural(cars, 'car')} drawn into {plural(heats, 'heat')}."
        if heats
        else (
            f"{final.name}: {plural(cars, 'car')} entered. They go straight to the final without "
            "heats."
        )
    )
    kind, cause = ClubNotice.HEATS_DRAWN, f"draw:{final.meet_id}"
    news.publish([news.Item(campaign, kind, text, cause, now, week=final.week_id)])
    path = duel_path("duel-draw", final)
    notices.notify(members.member_ids(campaign), campaign, kind, text, path, cause, now)


# --- from a heat to the final -------------------------------------------------------------------


def unrecorded_heats(final: Duel) -> tuple[Duel, ...]:
    """Return the heats of a final that are neither recorded nor called off."""
    rows = Duel.objects.filter(meet=final.meet_id, kind=Duel.Kind.HEAT, called_off_at=None)
    return tuple(rows.filter(results=None))


def enter_advancing(
    heat: Duel, previous: ResultPayload | None, current: ResultPayload, now: datetime
) -> None:
    """Enter the teams that advance from a heat for the final, with the heat's cars and crews (C68).

    If a correction before the final changes who advances, teams are added or removed accordingly.
    Other entries stay as they are. Nothing changes once the final is in the arena, drafted or
    recorded.
    """
    meet = heat.meet
    if meet is None or heat.kind != Duel.Kind.HEAT:
        return
    meet.week = heat.week
    final = _locked_final(meet)
    if not _takes_finalists(final) or (previous and now >= final.start):
        return
    advanced_before = selector.advancing_from_heat(previous, meet) if previous else ()
    advancing = selector.advancing_from_heat(current, meet)
    removed = [UUID(team) for team in advanced_before if team not in advancing]
    final.entries.filter(team__in=removed, withdrawn_at=None).update(withdrawn_at=now)
    _enter(heat, final, [team for team in advancing if team not in advanced_before], now)


def enter_all(heat: Duel, now: datetime) -> None:
    """Enter all cars of a heat that was called off for the final (C68)."""
    meet = heat.meet
    if meet is None:
        return
    meet.week = heat.week
    final = _locked_final(meet)
    number = 1 + selector.heats_of(meet).index(heat)
    if _takes_finalists(final):
        _enter(heat, final, selector.teams_of_heat(meet, number), now)


def _locked_final(meet: Meet) -> Duel:
    """Lock and return the final. The caller must have locked the week."""
    final = locked(selector.final_of(meet))
    final.week, final.meet = meet.week, meet
    return final


def _takes_finalists(final: Duel) -> bool:
    return (
        final.called_off_at is None
        and not final.results.exists()
        and not final.drafts.exists()
        and not DrivenDuel.objects.filter(duel=final, table__isnull=False).exists()
    )


def _enter(heat: Duel, final: Duel, teams: Iterable[str], now: datetime) -> None:
    """Enter the teams' cars from the heat for the final, with crews and doctrines.

    A car or person that is gone or entered elsewhere (C51) is not entered, but the team keeps its
    place and can enter another. Teams whose crew cannot drive are asked for substitutes.
    """
    entered = []
    rows = {
        str(entry.team_id): entry
        for entry in heat.entries.filter(
            Q(withdrawn_at=None) | Q(withdrawn_at=now), team__in=list(teams)
        )
        .select_related("team", "vehicle")
        .order_by("entered_at")
    }
    for team in teams:
        entry = rows.get(team)
        if entry is None or entry.vehicle.gone_at or entry.vehicle.team_id != entry.team_id:
            continue
        crew = dict(seats_of(entry))
        if any(events.problems_elsewhere(final, entry.team, entry.vehicle_id, crew)):
            continue
        if final.entries.filter(team=entry.team, withdrawn_at=None).exists():
            continue
        entered.append(
            DuelEntry.objects.create(
                duel=final,
                team=entry.team,
                vehicle=entry.vehicle,
                entered_at=now,
                crew=entry.crew,
                doctrine=entry.doctrine,
                yields=entry.yields,
            )
        )
    if now < final.start:
        substitutes.request((entry, now) for entry in muster(final, entered) if entry.unfit)
