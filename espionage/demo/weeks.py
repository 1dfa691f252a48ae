"""The demo club's weeks, played with the ordinary services while the clock is set back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django_scopes import scope

from campaign.calendar.services import calendar
from campaign.duels.rules.duel import Deeds, TeamResult
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.services import entries, results
from campaign.league.models import Week
from campaign.league.selectors.duels import weekly_duel
from campaign.ledger.models import SkillPoint
from campaign.ledger.rules.gear import Packed
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from campaign.roster.rules.spies import Kit
from campaign.roster.services import roster
from core.web import clock
from engine.values import changed
from espionage.models import OrderSheet
from espionage.rules.files import TeamFile
from espionage.rules.orders import Order, Sheet
from espionage.selectors.files import team_files
from espionage.services import chosen_dice
from espionage.services.sheets import save_sheet
from espionage.services.tick import tick

from .cast import DUEL_PLACES, EVENTS, ORDERS_BY_WEEK, WANTED_EVENTS, ShortOrder
from .founding import WEEKS_PLAYED, Club
from .talk import post_messages


def play_weeks(club: Club, now: datetime) -> None:
    """Play the past weeks and open the current week, in which some teams have sent orders."""
    with scope(campaign=club.campaign.pk):
        weeks = list(
            Week.objects.filter(season=club.season)
            .select_related("season__campaign")
            .order_by("number")
        )
    for week, (name, arena) in zip(weeks, EVENTS, strict=False):
        calendar.name_duel(week=week, now=week.opens_at, actor=club.gm, name=name, arena=arena)
    for number, week in enumerate(weeks[:WEEKS_PLAYED]):
        _play_week(club, week, number)
    tick(now=weeks[WEEKS_PLAYED].opens_at)
    _prepare_open_week(club, weeks[WEEKS_PLAYED], now)


def _play_week(club: Club, week: Week, number: int) -> None:
    tick(now=week.opens_at)
    evening = week.due_at - timedelta(hours=30)
    for team_number in range(len(club.teams)):
        _save_orders(
            club,
            week,
            team_number,
            ORDERS_BY_WEEK[number][team_number],
            OrderSheet.State.FINAL,
            evening + timedelta(hours=team_number),
        )
        _enter_duel(club, week, team_number, evening)
    chosen_dice.choose_seed(week, club.teams[0].pk, WANTED_EVENTS[number])
    tick(now=week.due_at)
    tick(now=week.duel_at)
    _record_duel(club, week, DUEL_PLACES[number], week.duel_at + timedelta(hours=3))
    _assign_points(club, week, week.duel_at + timedelta(hours=12))
    tick(now=week.closes_at)


# --- orders ---------------------------------------------------------------------------------------


def _save_orders(
    club: Club,
    week: Week,
    team_number: int,
    plans: tuple[ShortOrder, ...],
    state: OrderSheet.State,
    moment: datetime,
) -> None:
    with scope(campaign=club.campaign.pk), clock.set_to(moment):
        file = team_files(week, [club.teams[team_number]])[club.teams[team_number].pk]
        orders = tuple(
            _full_order(club, team_number, plan, file)
            for plan in plans
            if _is_fit(club.people[team_number][plan.spy_number], file)
        )
        save_sheet(
            week_id=week.pk,
            team=club.teams[team_number],
            sheet=Sheet(orders=orders),
            state=state,
            seen_version=0,
            saved_by=club.users[_owner(team_number)],
        )


def _full_order(club: Club, team_number: int, plan: ShortOrder, file: TeamFile) -> Order:
    target = str(club.teams[plan.team_number].pk) if plan.team_number >= 0 else ""
    store = {item.gear: item.count for item in file.stock}
    items = tuple(Packed(gear=gear) for gear in plan.kit if store.get(gear))
    return Order(
        spy=str(club.people[team_number][plan.spy_number].pk),
        action=plan.action,  # type: ignore[arg-type]
        target_team=target,
        bricks=plan.bricks,
        kit=Kit(items=items),
    )


def _is_fit(character: Character, file: TeamFile) -> bool:
    return any(person.id == str(character.pk) and person.fit for person in file.people)


def _owner(team_number: int) -> str:
    return ("vera", "tomas", "ines", "otto")[team_number]


def _prepare_open_week(club: Club, week: Week, now: datetime) -> None:
    """Prepare the open week with one draft, one final sheet, one pass, and one missing sheet."""
    moment = max(week.opens_at + timedelta(hours=1), now - timedelta(hours=20))
    _save_orders(club, week, 0, ORDERS_BY_WEEK[0][0], OrderSheet.State.DRAFT, moment)
    _save_orders(
        club, week, 1, ORDERS_BY_WEEK[1][1], OrderSheet.State.FINAL, moment + timedelta(minutes=40)
    )
    _save_orders(club, week, 2, (), OrderSheet.State.PASSED, moment + timedelta(hours=2))
    for team_number in (0, 1):
        _enter_duel(club, week, team_number, moment)
    post_messages(club, week, moment)


# --- the duel -------------------------------------------------------------------------------------


def _enter_duel(club: Club, week: Week, team_number: int, moment: datetime) -> None:
    """Enter the first vehicle if someone is fit to drive it."""
    with scope(campaign=club.campaign.pk):
        file = team_files(week, [club.teams[team_number]])[club.teams[team_number].pk]
        duel = weekly_duel(week)
    drivers = [
        character
        for character in club.people[team_number][2:4] + club.people[team_number][4:]
        if _is_fit(character, file)
    ]
    car = club.cars[team_number][0]
    car.refresh_from_db()
    if drivers and car.gone_at is None:
        entries.enter(
            duel=duel,
            team=club.teams[team_number],
            vehicle=car,
            crew={"driver": drivers[0].pk},
            now=moment,
        )


def _record_duel(club: Club, week: Week, places: tuple[int, ...], moment: datetime) -> None:
    with scope(campaign=club.campaign.pk):
        week.refresh_from_db()
        duel = weekly_duel(week)
        form = results.form_for(duel)
        order = {str(team.pk): place for team, place in zip(club.teams, places, strict=True)}
        ranked = sorted((row.team for row in form.teams), key=lambda team: order[team])
        rows = tuple(_team_result(row, ranked) for row in form.teams)
        people = tuple(_person_deeds(deeds, ranked) for deeds in form.people)
        record = DuelRecord(form=changed(form, teams=rows, people=people))
    results.record(duel=duel, result=record, actor=club.gm, now=moment)


def _team_result(row: TeamResult, ranked: list[str]) -> TeamResult:
    """Return the team's result.

    If there are several teams, the last team's car is put out of action.
    """
    place = ranked.index(row.team) + 1
    vehicles_lost = row.vehicles if 1 < place == len(ranked) else 0
    return changed(row, place=place, vehicles_lost=vehicles_lost)


def _person_deeds(deeds: Deeds, ranked: list[str]) -> Deeds:
    """Return a person's results. The winner gets the kill for the last team's car."""
    return changed(deeds, kills=1) if deeds.team == ranked[0] and len(ranked) > 1 else deeds


# --- skill points ---------------------------------------------------------------------------------


def _assign_points(club: Club, week: Week, moment: datetime) -> None:
    """Spend the general points of all teams except the last on the first person who has any."""
    for team_number, team in enumerate(club.teams[:-1]):
        with scope(campaign=club.campaign.pk):
            file = team_files(week, [team])[team.pk]
            living = [
                character
                for character in club.people[team_number]
                if any(person.id == str(character.pk) and person.alive for person in file.people)
            ]
            points = balances.skill_points([character.pk for character in living])
        learner = next(
            (
                character
                for character in living
                if points.get(character.pk, {}).get(SkillPoint.GENERAL)
            ),
            None,
        )
        if learner:
            points_available = points[learner.pk][SkillPoint.GENERAL]
            roster.assign(
                character=learner,
                skill="handgunner",
                amount=points_available,
                actor=club.users[_owner(team_number)],
                now=moment,
            )
