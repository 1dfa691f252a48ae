"""Playing the demo club's weeks: orders, deadlines, duels, as players and GM would, with the clock
set back.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django_scopes import scope

from campaign.duels.rules.duel import Deeds, TeamResult
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.services import entries, results
from campaign.league.models import Week
from campaign.league.services import calendar
from campaign.ledger.models import SkillPoint
from campaign.ledger.rules.gear import Packed
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from campaign.roster.services import roster
from core.web import clock
from engine.values import changed
from espionage.models import OrderSheet
from espionage.rules.files import TeamFile
from espionage.rules.orders import Kit, Order, Sheet
from espionage.selectors.files import team_files
from espionage.services import chosen_dice
from espionage.services.sheets import save_sheet
from espionage.services.tick import tick

from .cast import EVENTS, PLACES, WANTED, WEEKS, Plan
from .founding import PLAYED, Club
from .talk import talk


def play(club: Club, now: datetime) -> None:
    """Play the past weeks to their close, open the present one, and leave it as one finds a club:
    some have sent, some have not.
    """
    with scope(campaign=club.campaign.pk):
        weeks = list(
            Week.objects.filter(season=club.season)
            .select_related("season__campaign")
            .order_by("number")
        )
    for week, (event, arena) in zip(weeks, EVENTS, strict=False):
        calendar.name_event(
            week=week, at=week.opens_at, actor=club.gm, event_name=event, arena=arena
        )
    for number, week in enumerate(weeks[:PLAYED]):
        _play_week(club, week, number)
    tick(at=weeks[PLAYED].opens_at)
    _present(club, weeks[PLAYED], now)


def _play_week(club: Club, week: Week, number: int) -> None:
    tick(at=week.opens_at)
    evening = week.due_at - timedelta(hours=30)
    for at in range(len(club.teams)):
        _order(
            club, week, at, WEEKS[number][at], OrderSheet.State.FINAL, evening + timedelta(hours=at)
        )
        _enter(club, week, at, evening)
    chosen_dice.choose(week, club.teams[0].pk, WANTED[number])
    tick(at=week.due_at)
    tick(at=week.duel_at)
    _record(club, week, PLACES[number], week.duel_at + timedelta(hours=3))
    _assign(club, week, week.duel_at + timedelta(hours=12))
    tick(at=week.closes_at)


# --- orders ---------------------------------------------------------------------------------------


def _order(
    club: Club,
    week: Week,
    at: int,
    plans: tuple[Plan, ...],
    state: OrderSheet.State,
    moment: datetime,
    seen: int = 0,
) -> None:
    with scope(campaign=club.campaign.pk), clock.set_to(moment):
        file = team_files(week, [club.teams[at]])[club.teams[at].pk]
        orders = tuple(
            _in_full(club, at, plan, file)
            for plan in plans
            if _can(club.people[at][plan.who], file)
        )
        save_sheet(
            week_id=week.pk,
            team=club.teams[at],
            sheet=Sheet(orders=orders),
            state=state,
            seen=seen,
            by=club.users[_owner(club, at)],
        )


def _in_full(club: Club, at: int, plan: Plan, file: TeamFile) -> Order:
    target = str(club.teams[plan.against].pk) if plan.against >= 0 else ""
    store = {item.gear: item.count for item in file.stock}
    items = tuple(Packed(gear=gear) for gear in plan.kit if store.get(gear))
    return Order(
        spy=str(club.people[at][plan.who].pk),
        action=plan.action,  # type: ignore[arg-type]
        target_team=target,
        bricks=plan.bricks,
        kit=Kit(items=items),
    )


def _can(character: Character, file: TeamFile) -> bool:
    return any(person.id == str(character.pk) and person.fit for person in file.people)


def _owner(club: Club, at: int) -> str:
    return ("vera", "tomas", "ines", "otto")[at]


def _present(club: Club, week: Week, now: datetime) -> None:
    """The open week: one draft, one final sheet, one passed on purpose, one silent."""
    moment = max(week.opens_at + timedelta(hours=1), now - timedelta(hours=20))
    _order(club, week, 0, WEEKS[0][0], OrderSheet.State.DRAFT, moment)
    _order(club, week, 1, WEEKS[1][1], OrderSheet.State.FINAL, moment + timedelta(minutes=40))
    _order(club, week, 2, (), OrderSheet.State.PASSED, moment + timedelta(hours=2))
    for at in (0, 1):
        _enter(club, week, at, moment)
    talk(club, week, moment)


# --- the duel -------------------------------------------------------------------------------------


def _enter(club: Club, week: Week, at: int, moment: datetime) -> None:
    """Enter the first vehicle with whoever can drive it; a team without anybody fit sits the duel
    out.
    """
    with scope(campaign=club.campaign.pk):
        file = team_files(week, [club.teams[at]])[club.teams[at].pk]
    drivers = [who for who in club.people[at][2:4] + club.people[at][4:] if _can(who, file)]
    car = club.cars[at][0]
    car.refresh_from_db()
    if drivers and car.gone_at is None:
        entries.enter(
            week=week, team=club.teams[at], vehicle=car, crew={"driver": drivers[0].pk}, at=moment
        )


def _record(club: Club, week: Week, places: tuple[int, ...], moment: datetime) -> None:
    with scope(campaign=club.campaign.pk):
        week.refresh_from_db()
        form = results.form_for(week)
        order = {str(team.pk): place for team, place in zip(club.teams, places, strict=True)}
        ranked = sorted((row.team for row in form.teams), key=lambda team: order[team])
        rows = tuple(_fared(row, ranked) for row in form.teams)
        people = tuple(_deeds(deeds, ranked) for deeds in form.people)
        record = DuelRecord(form=changed(form, teams=rows, people=people))
    results.record(week=week, result=record, actor=club.gm, at=moment)


def _fared(row: TeamResult, ranked: list[str]) -> TeamResult:
    """The team's place. The last of several has its car put out of action."""
    place = ranked.index(row.team) + 1
    out = row.vehicles if 1 < place == len(ranked) else 0
    return changed(row, place=place, vehicles_lost=out)


def _deeds(deeds: Deeds, ranked: list[str]) -> Deeds:
    """The kill of the last team's car is the winner's."""
    return changed(deeds, kills=1) if deeds.team == ranked[0] and len(ranked) > 1 else deeds


# --- between two weeks ----------------------------------------------------------------------------


def _assign(club: Club, week: Week, moment: datetime) -> None:
    """Every team but the last spends its general points on the first living person who has any."""
    for at, team in enumerate(club.teams[:-1]):
        with scope(campaign=club.campaign.pk):
            file = team_files(week, [team])[team.pk]
            living = [
                who
                for who in club.people[at]
                if any(person.id == str(who.pk) and person.alive for person in file.people)
            ]
            points = balances.skill_points([who.pk for who in living])
        learner = next(
            (who for who in living if points.get(who.pk, {}).get(SkillPoint.GENERAL)), None
        )
        if learner:
            held = points[learner.pk][SkillPoint.GENERAL]
            roster.assign(
                character=learner,
                skill="handgunner",
                amount=held,
                by=club.users[_owner(club, at)],
                at=moment,
            )
