"""Try-outs: a club of one person and three bots.

The person advances the week with buttons (C25). Every step is the same as in a real club: order
sheets, deadline, fights, settlement, duel. Three things differ. The dice are picked so that there
is a fight (`chosen_dice`), the person decides when each step happens, and the duel that the person
drives has only a few turns (`autoduel.services.week_duels`).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from django.db import transaction
from django_scopes import scope

from campaign.calendar.services import calendar
from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.duels.selectors.driven import driven_duel_of, sides_of
from campaign.duels.selectors.duels import latest_result
from campaign.duels.services.drafts import book_at_close
from campaign.house_rules.rules import house, presets
from campaign.league.models import Campaign, Team, Week
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.seasons import newest_week
from campaign.news.services import news
from campaign.teams.rules.acts import ReadyCompany
from campaign.teams.services import ready_company
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.moments import zone_named
from core.web.refusals import Refused, WrongTime
from engine.values import changed
from espionage.models import OrderSheet, SealedSeat
from espionage.rules.bots.plan import write_sheet
from espionage.rules.bots.tempers import find_temper
from espionage.selectors.bot_knowledge import knowledge
from play.services.clocks import play_out

from . import chosen_dice, drawing, due
from .bot_errands import look_after
from .sheets import SheetRefused, save_sheet
from .stages import DETONATE, DRIVE, RESOLVE, SETTLE, START, WRITE
from .standing_in import bot_dice
from .starting import start_now

NAME: Final = "Try-out club"
BLURB: Final = "You against three bots, for one evening. Break anything you like."
KEPT_MESSAGE: Final = "The club is yours. Invite your friends and start the next week."
"""Message to a person who keeps the club."""
HOUSE_RULES: Final = changed(
    presets.EVENINGS.house,
    resolve_when_sealed=False,
    show_sealed=False,
    ambush_by_doctrine=False,
    evening_orders=60,
    evening_fights=60,
    evening_garage=60,
    evening_duel=600,
    duel_mode="live",
    duel_turn_seconds=600,
    duel_books_at_once=True,
)
"""House rules of a try-out.

The person ends each part. If the person leaves, the part ends after an hour. In the duel, each turn
ends after ten minutes.
"""
EARLY_DEADLINE: Final = "The deadline of week {number} was brought forward in the try-out."
RIVALS: Final = ("careful", "greedy", "vengeful")
DRAFTING_TEMPER: Final = "careful"
"""Temper of the bot that drafts the first sheet.

The draft ensures that a person who only clicks through the steps has orders.
"""
MAX_SEEDS: Final = 150
"""Maximum number of seeds that are tried to get a fight."""
LIFETIME: Final = timedelta(days=2)
"""Time after which a try-out is archived, unless the person keeps it."""


@transaction.atomic
def begin(*, person: User, now: datetime, timezone: str = "") -> Campaign:
    """Create a try-out: a ready-made team, three bot teams, and an open week.

    Cars are entered and orders are drafted for the week.
    """
    _archive_expired(now)
    campaign = founding.create_club(
        new=Founding(
            name=NAME,
            preset=presets.EVENINGS.key,
            options=house.to_json_data(HOUSE_RULES),
            timezone=timezone if zone_named(timezone) else "UTC",
            blurb=BLURB,
        ),
        founder=person,
        now=now,
        tryout=True,
    )
    ready_company.found_ready(campaign=campaign, owner=person, face=ReadyCompany(), now=now)
    for rival in RIVALS:
        ready_company.found_for_bot(campaign=campaign, temper=rival, actor=person, now=now)
    start(campaign=campaign, person=person, now=now)
    return campaign


def start(*, campaign: Campaign, person: User, now: datetime) -> Week:
    """Open the next week of a try-out, with entered cars and drafted orders.

    Raise WrongTime if the duel of the last week is not over.
    """
    _require_tryout(campaign)
    with club(campaign.pk), drawing.short_delays():
        week = start_now(campaign=campaign, actor=person, evening=True, now=now)
        seats = list(SealedSeat.objects.filter(week=week).select_related("team").order_by("seat"))
        for seat in seats:
            with suppress(WrongTime):
                look_after(week, seat.team, now)
        SealedSeat.objects.filter(week=week).update(errands_at=now)
        for seat in seats:
            if not seat.team.bot:
                _draft(week, seat, [other_seat.team for other_seat in seats], person)
        return week


def _draft(week: Week, seat: SealedSeat, teams: list[Team], person: User) -> None:
    team_knowledge = knowledge(week, teams, [seat.team])[seat.team_id]
    drafted = write_sheet(team_knowledge, find_temper(DRAFTING_TEMPER), bot_dice(seat))
    sheet = changed(drafted, standing=changed(drafted.standing, ambushes="live"))
    with suppress(SheetRefused):
        save_sheet(
            week_id=week.pk,
            team=seat.team,
            sheet=sheet,
            state=OrderSheet.State.DRAFT,
            seen_version=0,
            saved_by=person,
        )


def end_orders(*, campaign: Campaign, now: datetime) -> Week:
    """End the deadline now and play the week until people are needed.

    If possible, the dice are picked so that the person's team has a fight. Raise WrongTime if no
    week accepts orders.
    """
    _require_tryout(campaign)
    with club(campaign.pk):
        week = _lock_week_in(campaign, Week.Status.OPEN, "No week is open for orders.")
        own_team = _own_team(week)
        chosen_dice.choose_seed(week, own_team.pk, ("fight",), max_tries=MAX_SEEDS)
        calendar.move_deadlines_to_now([week], now, text=EARLY_DEADLINE)
    _process(week, now)
    return week


def publish(*, campaign: Campaign, now: datetime) -> Week:
    """Publish the reports now. Doctrines finish the fights.

    Raise WrongTime if no week is being played.
    """
    _require_tryout(campaign)
    with club(campaign.pk):
        week = _lock_week_in(campaign, Week.Status.PLAYING, "No week is being played.")
        week.settle_at = max(now, week.due_at)
        week.save(update_fields=["settle_at"])
    _process(week, week.settle_at)
    return week


def drive(*, campaign: Campaign, now: datetime) -> Week:
    """Start the duel now. The person drives the team's cars, and bots drive the others.

    If the team has no car at the start, doctrines drive the whole duel. Raise WrongTime if no duel
    is pending.
    """
    week = _start_duel(campaign, now)
    with club(campaign.pk):
        row = driven_duel_of(weekly_duel(week))
        is_at_start = row is not None and _own_team(week).pk in sides_of(row)
    return week if is_at_start else finish_duel(campaign=campaign, now=now)


def finish_duel(*, campaign: Campaign, now: datetime) -> Week:
    """Let doctrines drive the rest of the duel, and record its result.

    The duel is started if necessary. Raise WrongTime if no duel is pending.
    """
    week = _start_duel(campaign, now)
    with club(campaign.pk):
        row = driven_duel_of(weekly_duel(week))
        if row and row.table_id:
            play_out(row.table_id)
    _process(week, now)
    with club(campaign.pk):
        book_at_close(locked(week), now)
    _process(week, now)
    return week


def _start_duel(campaign: Campaign, now: datetime) -> Week:
    _require_tryout(campaign)
    with club(campaign.pk):
        week = _lock_week_in(campaign, Week.Status.SETTLED, "Wait for the reports first.")
        duel = weekly_duel(week)
        if latest_result(duel):
            raise WrongTime("The duel is over.")
        if driven_duel_of(duel) is None:
            calendar.start_duel_now(week, now)
    _process(week, now)
    return week


Step: TypeAlias = Literal["orders", "publish", "drive", "duel", "again"]
"""A step of the week: the deadline, the reports, the duel's start, its end, or another week."""


def take_step(*, step: Step, campaign: Campaign, person: User, now: datetime) -> Week:
    """Take the step with this name. Raise WrongTime if it is not the next step."""
    match step:
        case "orders":
            return end_orders(campaign=campaign, now=now)
        case "publish":
            return publish(campaign=campaign, now=now)
        case "drive":
            return drive(campaign=campaign, now=now)
        case "duel":
            return finish_duel(campaign=campaign, now=now)
        case "again":
            return start(campaign=campaign, person=person, now=now)


@transaction.atomic
def keep(*, campaign: Campaign, now: datetime) -> Campaign:
    """Turn the try-out into an ordinary club with the house rules for evenings.

    A week in progress keeps its rules. If the club is already ordinary, nothing changes. Raise
    Refused for a guest, who must sign up first, and for people who cannot create a club here.
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
            news.publish([news.Item(campaign.pk, "tryout-kept", text, "tryout-kept", now)])
        return campaign


def _require_tryout(campaign: Campaign) -> None:
    if not campaign.tryout:
        raise WrongTime("This club is not a try-out. Its weeks follow the calendar.")


def _lock_week_in(campaign: Campaign, status: Week.Status, sentence: str) -> Week:
    week = newest_week(campaign)
    week = locked(week) if week else None
    if week is None or week.status != status or week.parked_at:
        raise WrongTime(sentence)
    return week


def _own_team(week: Week) -> Team:
    return SealedSeat.objects.filter(week=week, team__bot="").select_related("team")[0].team


def _process(week: Week, now: datetime) -> None:
    """Process this week immediately, without waiting for the next tick."""
    with scope(campaign=week.season.campaign_id):
        for stage in (RESOLVE, START, SETTLE, DETONATE, DRIVE, WRITE):
            own_stage = replace(
                due.limit_to_week(stage, week.pk),
                prepare=lambda moment: drawing.draw_one(week, moment),
            )
            due.run_all(own_stage, now=now)
    week.refresh_from_db()


def _archive_expired(now: datetime) -> None:
    expired = Campaign.objects.filter(
        tryout=True, archived_at=None, founded_at__lt=now - LIFETIME
    ).order_by("founded_at")[:20]
    Campaign.objects.filter(pk__in=list(expired.values_list("pk", flat=True))).update(
        archived_at=now
    )
