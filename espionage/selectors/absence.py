"""What becomes of a person's orders while they are on holiday; for that person alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.league.models import CARETAKER, Team, Week
from campaign.league.selectors import people
from espionage.models import OrderPlan, OrderSheet, SealedSeat
from espionage.rules.orders import default_sheet
from play.selectors.elsewhere import HolidayDeadline

from .sheets import read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from core.accounts.models import User

WRITABLE = (Week.Status.PLANNED, Week.Status.OPEN)
SAYS = {
    OrderSheet.State.DRAFT: "Your draft counts.",
    OrderSheet.State.FINAL: "Your orders are in.",
    OrderSheet.State.PASSED: "You passed.",
}
PLANNED = "Your draft for it counts."
BOT = "A {temper} bot writes the orders."
CARED_FOR = "A caretaker looks after the team."
STANDING = "Your standing orders apply."
NOTHING = "Nothing will be sent. Draft orders before you go, or use a stand-in bot."


def met_by(user: User, starts: datetime, ends: datetime) -> tuple[HolidayDeadline, ...]:
    """The deadlines of the person's teams between two moments, and what becomes of their orders
    then. At most six queries.
    """
    with scopes_disabled():
        own = Team.objects.filter(
            ownerships__user=user,
            ownerships__until=None,
            left_at=None,
            approved_at__isnull=False,
            campaign__archived_at=None,
        )
        teams = list(own.select_related("campaign").order_by("name"))
        weeks = list(_weeks(teams, starts, ends)) if teams else []
        if not weeks:
            return ()
        known = _Orders(teams, weeks)
        return tuple(
            HolidayDeadline(
                f"{team.name}, {team.campaign.name}: orders of week {week.number}",
                week.due_at,
                known.then(team, week),
                _links(team),
            )
            for week in weeks
            for team in teams
            if team.campaign_id == week.season.campaign_id and known.plays(team, week)
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
    at = {"slug": team.campaign.slug, "team": team.slug}
    return (
        ("Order sheet", reverse("espionage:orders", kwargs=at)),
        ("Use a stand-in bot", reverse("team-bot", kwargs=at)),
    )


class _Orders:
    """What is written for these teams' weeks, by week and team. Four queries."""

    def __init__(self, teams: Sequence[Team], weeks: Sequence[Week]) -> None:
        ids = [team.pk for team in teams]
        here = [week.pk for week in weeks]
        seats = SealedSeat.objects.filter(week__in=here, team__in=ids)
        newest = OrderSheet.objects.filter(week=OuterRef("week"), team=OuterRef("team")).order_by(
            "-version"
        )
        self.seats: dict[tuple[UUID, UUID], str | None] = {
            (week, team): state
            for week, team, state in seats.annotate(
                state=Subquery(newest.values("state")[:1])
            ).values_list("week_id", "team_id", "state")
        }
        plans = OrderPlan.objects.filter(week__in=here, team__in=ids)
        self.plans = set(plans.values_list("week_id", "team_id"))
        self.repeats = _repeats(ids, {week.season_id for week in weeks})
        self.partners = people.owners(ids)

    def plays(self, team: Team, week: Week) -> bool:
        """Whether the team has a seat in the week, or will get one when it opens."""
        return week.status == Week.Status.PLANNED or (week.pk, team.pk) in self.seats

    def then(self, team: Team, week: Week) -> str:
        """What becomes of the team's orders, and whether somebody else may still write them."""
        others = len(self.partners.get(team.pk, ())) > 1
        said = self._alone(team, week)
        return f"{said} Your co-owners can still write orders." if others else said

    def _alone(self, team: Team, week: Week) -> str:
        if state := self.seats.get((week.pk, team.pk)):
            return SAYS[OrderSheet.State(state)]
        if (week.pk, team.pk) in self.plans:
            return PLANNED
        if temper := team.bot_for(week):
            if temper == CARETAKER:
                return CARED_FOR
            return BOT.format(temper=temper)
        return STANDING if team.pk in self.repeats else NOTHING


def _repeats(teams: Sequence[UUID], seasons: set[UUID]) -> set[UUID]:
    """The teams whose standing orders would send somebody or keep watch, after what they wrote last
    (E41).
    """
    silent = (OrderSheet.State.PASSED, OrderSheet.State.BOT)
    last = (
        OrderSheet.objects.filter(team=OuterRef("pk"), week__season__in=seasons)
        .exclude(state__in=silent)
        .order_by("-week__number", "-version")
    )
    newest = Team.objects.filter(pk__in=teams).annotate(last=Subquery(last.values("pk")[:1]))
    found = newest.exclude(last=None).values("last")
    rows = OrderSheet.objects.filter(pk__in=found)
    return {row.team_id for row in rows if default_sheet(read(row)).orders}
