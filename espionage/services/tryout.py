"""Trying the game out alone: a club of one person and three bots, whose evening goes on at a press
(C25).

The week is a club's own in every step: order sheets, deadline, fights, settlement, duel. Only three
things are the house's: the dice are picked so that somebody is met (`chosen_dice`), the moments
come when the person asks for them, and the duel is drawn by lot.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from secrets import token_bytes
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from django.db import transaction
from django_scopes import scope

from campaign.desk.services import founding
from campaign.duels.rules.by_lot import by_lot
from campaign.duels.selectors.muster import muster
from campaign.duels.services import results
from campaign.league.models import Campaign, Team, Week
from campaign.league.rules import house, presets
from campaign.league.rules.tables import DRIVER, GUNNER
from campaign.league.services import calendar, news
from campaign.roster.selectors.roster import roster
from campaign.teams.rules.acts import ReadyCompany
from campaign.teams.services import ready_company
from core.web.locks import club, locked
from core.web.moments import zone_named
from core.web.refusals import Refused, WrongTime
from engine.dice import SeededDice
from engine.values import changed
from espionage.models import OrderSheet, SealedSeat
from espionage.rules.bots.plan import write_sheet
from espionage.rules.bots.tempers import find_temper
from espionage.selectors.bot_knowledge import knowledge
from espionage.selectors.tryout import week_of

from . import chosen_dice, drawing, due
from .bot_errands import look_after
from .sheets import SheetRefused, save_sheet
from .stages import DETONATE, RESOLVE, SETTLE, START
from .standing_in import whims
from .starting import start_now

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.duels.rules.duel import DuelForm
    from core.accounts.models import User

NAME: Final = "Try-out club"
BLURB: Final = "You against three bots, for one evening. Break anything you like."
KEPT: Final = "The club is yours. Invite your friends and start the next week."
"""What whoever keeps one is told."""
ROUNDS: Final = changed(
    presets.EVENINGS.house,
    resolve_when_sealed=False,
    show_sealed=False,
    ambush_by_doctrine=False,
    settle_hours=1,
    evening_orders=60,
    evening_fights=60,
    evening_garage=60,
    evening_duel=600,
)
"""Presses bring the moments on; who walks away has an hour for each part."""
PRESSED: Final = "The deadline of week {number} came early, at a press in the try-out."
BY_LOT: Final = "Its result was drawn by lot, as in every try-out."
"""What stands beside the recorded result."""
RIVALS: Final = ("careful", "greedy", "vengeful")
AIDE: Final = "careful"
"""The bot that drafts the first sheet, so that whoever presses on at once has sent somebody."""
TRIES: Final = 150
"""Seeds that are tried for a fight."""
KEPT_FOR: Final = timedelta(days=2)
"""After so long a club that nobody kept is put away."""


@transaction.atomic
def begin(*, person: User, at: datetime, timezone: str = "") -> Campaign:
    """Found a try-out: a ready company for the person, three that bots play, a week that is open,
    cars entered and orders drafted.
    """
    _put_away(at)
    campaign = founding.found(
        name=NAME,
        founder=person,
        at=at,
        preset=presets.EVENINGS.key,
        options=house.to_json_data(ROUNDS),
        timezone=timezone if zone_named(timezone) else "UTC",
        blurb=BLURB,
        tryout=True,
    )
    ready_company.found_ready(campaign=campaign, owner=person, face=ReadyCompany(), now=at)
    for rival in RIVALS:
        ready_company.found_for_bot(campaign=campaign, temper=rival, actor=person, now=at)
    start(campaign=campaign, person=person, at=at)
    return campaign


def start(*, campaign: Campaign, person: User, at: datetime) -> Week:
    """Open the next week of a try-out: cars entered, orders drafted. Raises WrongTime while one is
    under way and its duel is not over.
    """
    _insist(campaign)
    with club(campaign.pk), drawing.short_delays():
        week = start_now(campaign=campaign, actor=person, evening=True, at=at)
        seats = list(SealedSeat.objects.filter(week=week).select_related("team").order_by("seat"))
        for seat in seats:
            with suppress(WrongTime):
                look_after(week, seat.team, at)
        SealedSeat.objects.filter(week=week).update(errands_at=at)
        for seat in seats:
            if not seat.team.bot:
                _draft(week, seat, [one.team for one in seats], person)
        return week


def _draft(week: Week, seat: SealedSeat, teams: list[Team], person: User) -> None:
    known = knowledge(week, teams, [seat.team])[seat.team_id]
    drafted, state = write_sheet(known, find_temper(AIDE), whims(seat)), OrderSheet.State.DRAFT
    sheet = changed(drafted, standing=changed(drafted.standing, ambushes="live"))
    with suppress(SheetRefused):
        save_sheet(week_id=week.pk, team=seat.team, sheet=sheet, state=state, seen=0, by=person)


def end_orders(*, campaign: Campaign, at: datetime) -> Week:
    """Have the deadline now, with dice that let the person's team meet somebody if any can, and
    play the week as far as it goes without people. Raises WrongTime where no week takes orders.
    """
    _insist(campaign)
    with club(campaign.pk):
        week = _in(campaign, Week.Status.OPEN, "No week is open for orders.")
        own = _own_team(week)
        chosen_dice.choose(week, own.pk, ("fight",), tries=TRIES)
        calendar.move_deadlines_to_now([week], at, text=PRESSED)
    _work(week, at)
    return week


def publish(*, campaign: Campaign, at: datetime) -> Week:
    """Publish the reports now; what is still being fought, doctrine fights to its end. Raises
    WrongTime where no week is being played.
    """
    _insist(campaign)
    with club(campaign.pk):
        week = _in(campaign, Week.Status.PLAYING, "No week is being played.")
        week.settle_at = max(at, week.due_at)
        week.save(update_fields=["settle_at"])
    _work(week, week.settle_at)
    return week


def drive(*, campaign: Campaign, at: datetime) -> Week:
    """Have the duel's hour now, and its result drawn by lot and recorded. Raises WrongTime where
    no duel is to come.
    """
    _insist(campaign)
    with club(campaign.pk):
        week = _in(campaign, Week.Status.SETTLED, "Wait for the reports first.")
        if week.results.filter(event=None).exists():
            raise WrongTime("The duel is over.")
        week.duel_at = max(at, week.settle_at)
        week.save(update_fields=["duel_at"])
        _work(week, week.duel_at)
        form = results.form_for(week)
        dice = SeededDice(token_bytes(32), 0)
        record = by_lot(form, _levels(form), _cars(form, week), dice)
        results.record(week=week, result=record, actor=None, now=week.duel_at, signed=BY_LOT)
    _work(week, week.duel_at)
    return week


Step: TypeAlias = Literal["orders", "publish", "duel", "again"]
"""What a press brings on: the deadline, the reports, the duel, another week."""


def bring_on(*, step: Step, campaign: Campaign, person: User, at: datetime) -> Week:
    """Bring on what comes next, by its name. Raises WrongTime when it is not its turn."""
    match step:
        case "orders":
            return end_orders(campaign=campaign, at=at)
        case "publish":
            return publish(campaign=campaign, at=at)
        case "duel":
            return drive(campaign=campaign, at=at)
        case "again":
            return start(campaign=campaign, person=person, at=at)


@transaction.atomic
def keep(*, campaign: Campaign, at: datetime) -> Campaign:
    """A club like any other from now on, with the house rules of evenings; a week under way keeps
    its own. Nothing happens where it is one already. Raises Refused for a guest's: they sign up
    first; and for who may found no club here.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        if campaign.tryout:
            if campaign.founder.guest:
                raise Refused("Sign up first to keep the club.", code="guest")
            founding.insist_may_found(campaign.founder)
            campaign.tryout = False
            campaign.house_rules = house.to_json_data(presets.EVENINGS.house)
            if campaign.blurb == BLURB:
                campaign.blurb = ""
            campaign.save(update_fields=["tryout", "house_rules", "blurb"])
            text = (
                "The try-out is now a club. The site chose the dice of its first weeks so that "
                "there was an ambush. From the next week, the dice are random."
            )
            news.publish([news.Item(campaign.pk, "tryout-kept", text, "tryout-kept", at)])
        return campaign


def _insist(campaign: Campaign) -> None:
    if not campaign.tryout:
        raise WrongTime("This club is not a try-out. Its weeks follow the calendar.")


def _in(campaign: Campaign, status: Week.Status, sentence: str) -> Week:
    week = week_of(campaign)
    week = locked(week) if week else None
    if week is None or week.status != status or week.parked_at:
        raise WrongTime(sentence)
    return week


def _own_team(week: Week) -> Team:
    return SealedSeat.objects.filter(week=week, team__bot="").select_related("team")[0].team


def _work(week: Week, at: datetime) -> None:
    """Do what the week waits for, now and alone: the tick would be some seconds late."""
    with scope(campaign=week.season.campaign_id):
        for stage in (RESOLVE, START, SETTLE, DETONATE):
            one = replace(
                due.only(stage, week.pk), prepare=lambda moment: drawing.draw_one(week, moment)
            )
            due.run_all(one, at=at)
    week.refresh_from_db()


def _levels(form: DuelForm) -> dict[str, int]:
    """What drivers and gunners add to their team's lots."""
    teams = Team.objects.filter(pk__in=[row.team for row in form.teams])
    return {
        str(sheet.id): max([0, *(row.level + 1 for row in sheet.skills if row.key in SKILLS)])
        for team in teams
        for sheet in roster(team)
    }


SKILLS: Final = (DRIVER, GUNNER)


def _cars(form: DuelForm, week: Week) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {row.team: [] for row in form.teams}
    for one in muster(week):
        if one.is_at_start:
            found[str(one.entry.team_id)].append(str(one.entry.vehicle_id))
    return found


def _put_away(at: datetime) -> None:
    """Put away try-outs that nobody has kept for days."""
    old = Campaign.objects.filter(
        tryout=True, archived_at=None, founded_at__lt=at - KEPT_FOR
    ).order_by("founded_at")[:20]
    Campaign.objects.filter(pk__in=list(old.values_list("pk", flat=True))).update(archived_at=at)
