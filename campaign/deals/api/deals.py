"""API operations on offers between teams (C107 to C109, C112)."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Literal
from uuid import UUID

from campaign.deals.models import Deal
from campaign.deals.rules.acts import NewBounty, NewLoan, NewPact, NewReport
from campaign.deals.selectors import deals as selector
from campaign.deals.selectors.deals import Target
from campaign.deals.services import deals as services
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.voices.selectors.rights import can_write_letters
from core.web.api.operations import Record
from core.web.api.paging import Page, Paged, paged
from core.web.not_found import or_404
from core.web.records import filled

deals_door = partial(
    team_door,
    allow=can_write_letters,
    audience="Available to owners of the team, except in try-outs.",
)


class TeamDealOut(Record):
    """An offer from a team to another team, or to all teams if `to` is null.

    `amount` is the bounty or each team's stake, in dollars. `target_team` is the owner of the
    vehicle with the bounty. `is_public` says whether a breach of the pact is published. `letter` is
    the id of the letter that carries the offer. `title` is the subject of a report for sale, and
    `text` is its text, or empty until your team has bought it. `character` is a lent guard, who
    guards `to` in `first_week`.
    """

    id: UUID
    kind: Literal["bounty", "pact", "report", "loan"]
    state: Literal["open", "accepted", "declined", "withdrawn", "expired", "completed", "breached"]
    team: TeamRef
    to: TeamRef | None
    terms: str
    amount: int
    weeks: int
    first_week: int | None
    last_week: int | None
    vehicle: UUID | None
    character: UUID | None
    target_team: TeamRef | None
    is_public: bool
    title: str
    text: str
    letter: UUID | None
    made_at: datetime


def _out(call: TeamCall, row: Deal) -> TeamDealOut:
    return filled(
        TeamDealOut,
        row,
        id=row.pk,
        text=selector.report_for(call.team, row),
        team=team_ref(row.team),
        to=team_ref(row.to) if row.to else None,
        terms=selector.describe(row),
        vehicle=row.vehicle_id,
        character=row.character_id,
        target_team=team_ref(row.target_team) if row.target_team else None,
        letter=row.letter_id,
    )


@deals_door()
def list_deals(call: TeamCall, query: Paged) -> Page[TeamDealOut]:
    """List your team's offers, offers to your team, and bounties for everyone, newest first."""
    return paged(call, query, selector.deals_of(call.team), lambda row: _out(call, row))


@deals_door()
def show(call: TeamCall, deal: UUID) -> TeamDealOut:
    """Show an offer."""
    return _out(call, _find(call, deal))


def _find(call: TeamCall, deal: UUID) -> Deal:
    return or_404(selector.find_deal(call.team, deal))


class BountyTargetOut(Record):
    """A rival's vehicle on which your team can put a bounty."""

    vehicle: UUID
    name: str
    team: TeamRef


def _target_out(target: Target) -> BountyTargetOut:
    return BountyTargetOut(vehicle=target.vehicle, name=target.name, team=team_ref(target.team))


@deals_door()
def list_targets(call: TeamCall, query: Paged) -> Page[BountyTargetOut]:
    """List the rivals' vehicles that were seen in this season's duels."""
    return paged(call, query, selector.targets(call.team), _target_out)


@deals_door(status=201)
def offer_bounty(call: TeamCall, body: NewBounty) -> TeamDealOut:
    """Put a bounty on a rival's vehicle. The site holds the money until the bounty ends."""
    return _out(call, services.offer(team=call.team, new=body, actor=call.user, now=call.now))


@deals_door(status=201)
def offer_pact(call: TeamCall, body: NewPact) -> TeamDealOut:
    """Offer a pact to another team. The site holds your stake until the pact ends."""
    return _out(call, services.offer(team=call.team, new=body, actor=call.user, now=call.now))


@deals_door(status=201)
def offer_report(call: TeamCall, body: NewReport) -> TeamDealOut:
    """Offer another team a report about a third team for sale, true or invented."""
    return _out(call, services.offer(team=call.team, new=body, actor=call.user, now=call.now))


@deals_door(status=201)
def offer_loan(call: TeamCall, body: NewLoan) -> TeamDealOut:
    """Offer to lend another team one of your characters as a guard for a week.

    The site holds the price from the acceptance of the offer until the reports of the week.
    """
    return _out(call, services.offer(team=call.team, new=body, actor=call.user, now=call.now))


@deals_door()
def accept(call: TeamCall, deal: UUID) -> TeamDealOut:
    """Accept an offer to your team."""
    open_deal = or_404(selector.deal_to(call.team, deal))
    return _out(call, services.accept(deal=open_deal, actor=call.user, now=call.now))


@deals_door()
def decline(call: TeamCall, deal: UUID) -> TeamDealOut:
    """Decline an offer to your team. Its stake is returned."""
    open_deal = or_404(selector.deal_to(call.team, deal))
    return _out(call, services.decline(deal=open_deal, actor=call.user, now=call.now))


@deals_door()
def withdraw(call: TeamCall, deal: UUID) -> TeamDealOut:
    """Withdraw your team's open offer. Its stake is returned."""
    open_deal = or_404(selector.deal_by(call.team, deal))
    return _out(call, services.withdraw(deal=open_deal, actor=call.user, now=call.now))
