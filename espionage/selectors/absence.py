"""The effect of an owner's holiday on the team's orders. Only that person can see it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.league.models import CARETAKER, Team, Week
from campaign.league.selectors import people
from core.accounts.models import User
from espionage.models import OrderPlan, OrderSheet, SealedSeat
from espionage.rules.orders import default_sheet
from play.selectors.holiday_deadlines import HolidayDeadline

from .sheets import read_sheet

WRITABLE = (Week.Status.PLANNED, Week.Status.OPEN)
STATE_SENTENCES = {
    OrderSheet.State.DRAFT: "Your draft counts.",
    OrderSheet.State.FINAL: "Your orders are in.",
    OrderSheet.State.PASSED: "You passed.",
}
PLAN_SENTENCE = "Your draft for it counts."
BOT_SENTENCE = "A {temper} bot writes the orders."
CARETAKER_SENTENCE = "A caretaker looks after the team."
STANDING_SENTENCE = "Your standing orders apply."
NOTHING_SENTENCE = "Nothing will be sent. Draft orders before you go, or use a stand-in bot."


def deadlines_during(user: User, starts: datetime, ends: datetime) -> tuple[HolidayDeadline, ...]:
    """Return the deadlines of a person's teams between two times.

    Each deadline comes with a description of the effect on the orders. This runs at most six
    queries.
    """
    with scopes_disabled():
        own_teams = Team.objects.filter(
            ownerships__user=user,
            ownerships__until=None,
            left_at=None,
            approved_at__isnull=False,
            campaign__archived_at=None,
        )
        teams = list(own_teams.select_related("campaign").order_by("name"))
        weeks = list(_weeks(teams, starts, ends)) if teams else []
        if not weeks:
            return ()
        orders = _Orders(teams, weeks)
        return tuple(
            HolidayDeadline(
                f"{team.name}, {team.campaign.name}: orders of week {week.number}",
                week.due_at,
                orders.describe(team, week),
                _links(team),
            )
            for week in weeks
            for team in teams
            if team.campaign_id == week.season.campaign_id and orders.is_playing(team, week)
        )


def _weeks(teams: Sequence[Team], starts: datetime, ends: datetime) -> Sequence[Week]:
    rows = Week.objects.filter(
        season__campaign__in=[team.campaign_id for team in teams],
        season__closed_at=None,
        status__in=WRITABLE,
        due_at__gte=starts,
        due_at__lt=ends,
    )
    return list(rows.select_related("season").order_by("due_at", "id"))


def _links(team: Team) -> tuple[tuple[str, str], ...]:
    address_parts = {"slug": team.campaign.slug, "team": team.slug}
    return (
        ("Order sheet", reverse("espionage:orders", kwargs=address_parts)),
        ("Use a stand-in bot", reverse("team-bot", kwargs=address_parts)),
    )


class _Orders:
    """The saved orders for these teams' weeks, by week and team.

    Loading the orders runs four queries.
    """

    def __init__(self, teams: Sequence[Team], weeks: Sequence[Week]) -> None:
        ids = [team.pk for team in teams]
        week_ids = [week.pk for week in weeks]
        seats = SealedSeat.objects.filter(week__in=week_ids, team__in=ids)
        newest_sheets = OrderSheet.objects.filter(
            week=OuterRef("week"), team=OuterRef("team")
        ).order_by("-version")
        self.seats: dict[tuple[UUID, UUID], str | None] = {
            (week, team): state
            for week, team, state in seats.annotate(
                state=Subquery(newest_sheets.values("state")[:1])
            ).values_list("week_id", "team_id", "state")
        }
        plans = OrderPlan.objects.filter(week__in=week_ids, team__in=ids)
        self.plans = set(plans.values_list("week_id", "team_id"))
        self.repeats = _with_standing_orders(ids, {week.season_id for week in weeks})
        self.partners = people.owners(ids)

    def is_playing(self, team: Team, week: Week) -> bool:
        """Return whether the team has a seat in the week, or will get one when it opens."""
        return week.status == Week.Status.PLANNED or (week.pk, team.pk) in self.seats

    def describe(self, team: Team, week: Week) -> str:
        """Describe the effect on the team's orders, and whether others can still write them."""
        has_others = len(self.partners.get(team.pk, ())) > 1
        sentence = self._describe_own(team, week)
        return f"{sentence} Your co-owners can still write orders." if has_others else sentence

    def _describe_own(self, team: Team, week: Week) -> str:
        if state := self.seats.get((week.pk, team.pk)):
            return STATE_SENTENCES[OrderSheet.State(state)]
        if (week.pk, team.pk) in self.plans:
            return PLAN_SENTENCE
        if temper := team.bot_for(week):
            if temper == CARETAKER:
                return CARETAKER_SENTENCE
            return BOT_SENTENCE.format(temper=temper)
        return STANDING_SENTENCE if team.pk in self.repeats else NOTHING_SENTENCE


def _with_standing_orders(teams: Sequence[UUID], seasons: set[UUID]) -> set[UUID]:
    """Return the teams whose standing orders produce orders after their last sheet (E41)."""
    silent = (OrderSheet.State.PASSED, OrderSheet.State.BOT)
    last = (
        OrderSheet.objects.filter(team=OuterRef("pk"), week__season__in=seasons)
        .exclude(state__in=silent)
        .order_by("-week__number", "-version")
    )
    teams_with_last = Team.objects.filter(pk__in=teams).annotate(
        last=Subquery(last.values("pk")[:1])
    )
    last_sheets = teams_with_last.exclude(last=None).values("last")
    rows = OrderSheet.objects.filter(pk__in=last_sheets)
    return {row.team_id for row in rows if default_sheet(read_sheet(row)).orders}
