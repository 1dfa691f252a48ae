"""Queries for deals as a team sees them (C107), and for lent guards (C112).

A team sees its own offers, offers in letters that it can read, and bounties for everyone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from campaign.deals.models import Deal
from campaign.duels.selectors.duels import season_vehicles
from campaign.league.models import Campaign, Team, Week
from campaign.league.selectors.house import rules_of
from campaign.roster.models import Character
from campaign.roster.selectors.roster import bodies
from campaign.voices.models import Post
from campaign.voices.selectors.reading import visible_to
from core.web.problems import money, plural

State = Deal.State


@dataclass(frozen=True, slots=True)
class VisibleDeal:
    """A deal as a team sees it. The fields that begin with `can_` say what the team can do."""

    deal: Deal
    summary: str
    report: str
    """The text of a report for sale, for the seller, and for the buyer after the sale."""
    can_answer: bool
    can_accept: bool
    can_withdraw: bool


@dataclass(frozen=True, slots=True)
class Target:
    """A rival's vehicle on which a team can put a bounty. Its name was seen in a duel."""

    vehicle: UUID
    name: str
    team: Team


def describe(deal: Deal) -> str:
    """Return the terms of a deal as a sentence that is the same for all its readers."""
    if deal.kind == Deal.Kind.BOUNTY:
        return (
            f"{money(deal.amount)} for the destruction of {deal.vehicle_name} of "
            f"{deal.target_team}, until week {deal.last_week} closes."
        )
    if deal.kind == Deal.Kind.REPORT:
        subject = f": {deal.title}" if deal.title else ""
        return f"A report about {deal.target_team}{subject}. Price: {money(deal.amount)}."
    if deal.kind == Deal.Kind.LOAN:
        return (
            f"{deal.character} of {deal.team} guards {deal.to} in week {deal.first_week}. "
            f"Price: {money(deal.amount)}."
        )
    breach = "A breach is published." if deal.is_public else "A breach stays between the teams."
    stake = f" Each team stakes {money(deal.amount)}." if deal.amount else ""
    time = (
        f"from week {deal.first_week} to week {deal.last_week}"
        if deal.first_week
        else f"for {plural(deal.weeks, 'week')}"
    )
    return f"No missions against each other {time}.{stake} {breach}"


def report_for(team: Team, deal: Deal) -> str:
    """Return the text of a report for sale, or "" for a team that has not bought it."""
    is_bought = deal.to_id == team.pk and deal.state == State.COMPLETED
    return deal.text if is_bought or deal.team_id == team.pk else ""


def deals_of(team: Team) -> QuerySet[Deal]:
    """Select the deals that a team can see, newest first."""
    letters = visible_to(team, Post.objects.filter(deal__to=team))
    rows = Deal.objects.filter(
        Q(team=team)
        | Q(to=team, letter=None)
        | Q(to=team, letter__in=letters.values("pk"))
        | Q(to=None, season__campaign=team.campaign_id)
    )
    return rows.select_related("team", "to", "target_team", "season", "character")


def find_deal(team: Team, pk: UUID) -> Deal | None:
    """Return a deal that a team can see, or None."""
    return deals_of(team).filter(pk=pk).first()


def deal_to(team: Team, pk: UUID) -> Deal | None:
    """Return a deal that was offered to a team, or None."""
    return deals_of(team).filter(pk=pk, to=team).first()


def deal_by(team: Team, pk: UUID) -> Deal | None:
    """Return a deal that a team offered, or None."""
    return deals_of(team).filter(pk=pk, team=team).first()


def deals_in_letters(team: Team, posts: Iterable[UUID]) -> Mapping[UUID, VisibleDeal]:
    """Return the deals that these letters carry, by letter. This takes one query."""
    rows = deals_of(team).filter(letter__in=list(posts))
    return {row.letter_id: view(team, row) for row in rows if row.letter_id}


def view(team: Team, deal: Deal) -> VisibleDeal:
    """Return a deal as this team sees it."""
    is_open = deal.state == State.OPEN
    can_answer = is_open and deal.to_id == team.pk
    return VisibleDeal(
        deal=deal,
        summary=describe(deal),
        report=report_for(team, deal),
        can_answer=can_answer,
        can_accept=can_answer and deal.kind != Deal.Kind.BOUNTY,
        can_withdraw=is_open and deal.team_id == team.pk,
    )


def targets(team: Team) -> tuple[Target, ...]:
    """Return the rivals' vehicles that were seen in this season's duels, by name.

    Vehicles that were destroyed in a duel are left out. This takes two queries.
    """
    teams = {
        row.pk: row for row in Team.objects.filter(campaign=team.campaign_id).exclude(pk=team.pk)
    }
    return tuple(
        Target(facts.id, facts.exterior.name, teams[facts.team_id])
        for facts in season_vehicles(team.campaign)
        if facts.team_id in teams and not facts.destroyed and teams[facts.team_id].is_in_league
    )


def lendable(team: Team) -> tuple[Character, ...]:
    """Return the team's living characters, by name. This takes three queries."""
    people = Character.objects.filter(team=team, left_at=None).order_by("name")
    return living(people, team.campaign)


def first_loan_week(team: Team) -> int | None:
    """Return the number of the first week of the open season that is not sealed, or None."""
    weeks = Week.objects.filter(season__campaign=team.campaign_id, season__closed_at=None)
    weeks = weeks.filter(status__in=[Week.Status.OPEN, Week.Status.PLANNED])
    return weeks.order_by("number").values_list("number", flat=True).first()


def living(people: Iterable[Character], campaign: Campaign) -> tuple[Character, ...]:
    """Return the characters who have not left and are not dead.

    This takes two more queries, or none if there are no characters.
    """
    present = [row for row in people if row.left_at is None]
    states = bodies(present, rules_of(campaign)) if present else {}
    return tuple([row for row in present if states[row.pk].health != "dead"])


def loans_in(weeks: Collection[UUID]) -> QuerySet[Deal]:
    """Select the accepted loans of guards for these weeks (C112), in all clubs."""
    return Deal._base_manager.filter(
        kind=Deal.Kind.LOAN,
        state=State.ACCEPTED,
        season__weeks__in=weeks,
        season__weeks__number=F("first_week"),
    )


def borrower_of(character: str, weeks: Collection[UUID]) -> Subquery:
    """Return a subquery for the id of the team to which a character is lent in one of these weeks.

    `character` is the name of the outer query's column with the character's id.
    """
    return Subquery(loans_in(weeks).filter(character=OuterRef(character)).values("to")[:1])


def has_offers(campaign: Campaign) -> bool:
    """Return whether the club's letters can carry offers."""
    return rules_of(campaign).deals and not campaign.tryout
