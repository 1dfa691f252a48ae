"""Services for making, answering and withdrawing offers between teams (C107 to C109, C112).

The site holds the stakes of a deal until the deal ends. The teams are locked first, in the order
used everywhere on the site, and then the deal. The site ends deals in `endings`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Max

from campaign.deals.models import Deal
from campaign.deals.rules.acts import (
    MAX_OPEN_DEALS,
    MAX_REPORT_LENGTH,
    NewBounty,
    NewDeal,
    NewLoan,
    NewPact,
    NewReport,
)
from campaign.deals.selectors.deals import describe, has_offers, lendable, living, loans_in, targets
from campaign.deals.selectors.ports import can_lend_in_open_week
from campaign.league.models import Season, Team, Week
from campaign.league.refusals import NotFit
from campaign.league.selectors.teams import find_present_team
from campaign.ledger.services import posting, treasury
from campaign.news.services import news
from campaign.voices.services import speaking
from core.accounts.models import User
from core.web import clock
from core.web.locks import club, locked, locked_pair
from core.web.problems import plural
from core.web.records import tidy
from core.web.refusals import Refused, WrongTime, bad_field
from core.web.text import pages

from . import endings

State = Deal.State
OFFER_TEXTS: Final[dict[str, str]] = {
    Deal.Kind.BOUNTY: "We offer you a bounty.",
    Deal.Kind.PACT: "We offer you a pact.",
    Deal.Kind.REPORT: "We offer you a report.",
    Deal.Kind.LOAN: "We offer you a guard.",
}
"""Texts of letters that carry an offer without a message."""


def offer(*, team: Team, new: NewDeal, actor: User, now: datetime) -> Deal:
    """Make an offer, and pay its stake to the site (C107).

    An offer to one team is sent in a letter. A bounty for everyone is published in the news.

    Raise BadForm, NotFit, NotEnoughMoney, TooFast or Muted. Raise Refused if the house rules do not
    allow offers, or if too many offers of the team are open. Raise WrongTime if no season is open.
    """
    new = tidy(new)
    with club(team.campaign_id):
        if not has_offers(team.campaign):
            raise Refused("This club does not use offers between teams.", code="no-offers")
        team, to = _lock_teams(team, new.to)
        deal = Deal(season=_open_season(team), team=team, to=to, amount=new.amount)
        deal.made_by, deal.made_at = actor, now
        match new:
            case NewBounty():
                _set_bounty(deal, new)
            case NewPact():
                deal.kind, deal.weeks, deal.is_public = Deal.Kind.PACT, new.weeks, new.is_public
            case NewReport():
                _set_report(deal, new)
            case NewLoan():
                _set_loan(deal, new)
        if to is not None:
            deal.letter = speaking.write_letter(
                team=team,
                to=to,
                author=actor,
                text=new.text.strip() or OFFER_TEXTS[deal.kind],
                now=now,
            )
        deal.save(force_insert=True)
        if deal.stakes:
            _pay_stake(deal, team, actor, now)
        endings.add_step(deal, State.OPEN, now, actor)
        if to is None:
            text = f"{team} offers a bounty: {describe(deal)}"
            cause = f"deal:{deal.pk}:open"
            news.publish([news.Item(team.campaign_id, "bounty", text[:500], cause, now)])
        return deal


def _lock_teams(team: Team, slug: str) -> tuple[Team, Team | None]:
    """Lock and return the team that makes an offer, and the team that gets it, if any."""
    if not slug:
        team, to = locked(team), None
    else:
        other = find_present_team(team.campaign, slug)
        if other is None or other.pk == team.pk or not other.is_in_league:
            raise bad_field("to", "no-such-team", "Choose another team in this league.")
        team, to = locked_pair(team, other)
    if not team.is_in_league:
        raise NotFit(f"{team.name} is not in the league and cannot make offers (C107).")
    open_count = Deal.objects.filter(team=team, state=State.OPEN).count()
    if open_count >= MAX_OPEN_DEALS:
        raise Refused(
            f"{team.name} already has {plural(open_count, 'open offer')}. Withdraw one first "
            "(C107).",
            code="too-many-offers",
        )
    return team, to


def _open_season(team: Team) -> Season:
    season = Season.objects.filter(campaign=team.campaign_id, closed_at=None).last()
    if season is None:
        raise WrongTime("Teams can make offers only while a season is open (C107).")
    return season


def _next_week(season: Season) -> int:
    """Return the number of the next week to open."""
    opened = season.weeks.exclude(status=Week.Status.PLANNED)
    return (opened.aggregate(last=Max("number"))["last"] or 0) + 1


def _is_week_in_progress(season: Season) -> bool:
    return season.weeks.filter(status__in=Week.RUNNING).exists()


def _set_bounty(deal: Deal, new: NewBounty) -> None:
    """Set the vehicle and the weeks of a bounty. It starts with the current week, if any."""
    target = next((row for row in targets(deal.team) if str(row.vehicle) == new.vehicle), None)
    if target is None or target.team.pk == deal.to_id:
        raise bad_field(
            "vehicle",
            "no-such-vehicle",
            "Choose a rival's vehicle that was seen in a duel of this season.",
        )
    deal.kind, deal.vehicle_id, deal.vehicle_name = Deal.Kind.BOUNTY, target.vehicle, target.name
    deal.target_team, deal.weeks = target.team, new.weeks
    deal.first_week = _next_week(deal.season) - _is_week_in_progress(deal.season)
    deal.last_week = deal.first_week + deal.weeks - 1


def _set_report(deal: Deal, new: NewReport) -> None:
    """Set the subject and the text of a report for sale."""
    about = find_present_team(deal.team.campaign, new.about)
    if about is None or about.pk in {deal.team_id, deal.to_id}:
        raise bad_field("about", "no-such-team", "Choose a third team.")
    deal.kind, deal.target_team = Deal.Kind.REPORT, about
    deal.title = new.title
    deal.text = pages(
        new.report, field="report", title="Report", max_length=MAX_REPORT_LENGTH, min_length=1
    )


def _set_loan(deal: Deal, new: NewLoan) -> None:
    """Set the guard and the week of a loan."""
    guard = next((row for row in lendable(deal.team) if str(row.pk) == new.character), None)
    if guard is None:
        raise bad_field("character", "no-such-character", "Choose one of your living characters.")
    deal.kind, deal.character, deal.weeks = Deal.Kind.LOAN, guard, 1
    deal.first_week = deal.last_week = new.week
    if not _can_lend(deal, deal.season.weeks.filter(number=new.week).first()):
        sentence = (
            f"You cannot lend {guard} in week {new.week}. Choose a planned week, or the open week "
            f"if {guard} has no order in it (C112)."
        )
        raise bad_field("week", "cannot-lend", sentence)


def _can_lend(deal: Deal, week: Week | None) -> bool:
    """Return whether the guard of a loan is free in this week, which must not be sealed (C112)."""
    if week is None or deal.character is None or deal.to is None:
        return False
    is_lent = loans_in([week.pk]).filter(character=deal.character).exists()
    if is_lent or not living([deal.character], deal.team.campaign):
        return False
    if week.status != Week.Status.OPEN:
        return week.status == Week.Status.PLANNED
    return clock.now() < week.due_at and can_lend_in_open_week(
        week, deal.team, deal.to, deal.character.pk
    )


def _pay_stake(deal: Deal, team: Team, actor: User, now: datetime) -> None:
    """Move a team's stake to the site. Raise NotEnoughMoney."""
    if deal.amount:
        payment = treasury.pay(
            team=team,
            amount=deal.amount,
            item=endings.ITEM,
            cause=f"deal:{deal.pk}/stake",
            now=now,
            user_id=actor.pk,
        )
        posting.post([payment])


# --- answers --------------------------------------------------------------------------------------


def accept(*, deal: Deal, actor: User, now: datetime) -> Deal:
    """Accept an offer, and pay for it. A pact starts with the next week.

    Raise WrongTime if the offer is no longer open, if its guard is not free in the week, or for a
    bounty. Raise NotEnoughMoney. The week of a loan is locked before the teams, as for orders.
    """
    with club(deal.team.campaign_id):
        is_loan = deal.kind == Deal.Kind.LOAN
        weeks = deal.season.weeks.filter(number=deal.first_week or 0)
        week = weeks.select_for_update(no_key=True).first() if is_loan else None
        deal = _lock_open(deal)
        if deal.kind == Deal.Kind.BOUNTY or deal.to is None:
            raise WrongTime("You earn a bounty without accepting it (C108).")
        _pay_stake(
            deal, deal.to, actor, now
        )  # before the guard is checked, so that only payers learn the result
        if is_loan and not _can_lend(deal, week):
            raise WrongTime(f"{deal.character} is not free in week {deal.first_week} (C112).")
        if deal.kind == Deal.Kind.REPORT:
            endings.pay_seller(deal, now, actor)
            return deal
        if not is_loan:
            deal.first_week = _next_week(deal.season)
            deal.last_week = deal.first_week + deal.weeks - 1
            deal.save(update_fields=["first_week", "last_week"])
        endings.add_step(deal, State.ACCEPTED, now, actor)
        text = f"{deal.to} accepted your offer: {describe(deal)}"
        endings.notify(deal, (deal.team,), text, now)
        return deal


def decline(*, deal: Deal, actor: User, now: datetime) -> Deal:
    """Decline an offer. Its stake is returned. Raise WrongTime if it is no longer open."""
    with club(deal.team.campaign_id):
        deal = _lock_open(deal)
        endings.return_stakes(deal, State.DECLINED, now, actor)
        text = f"{deal.to} declined your offer: {describe(deal)}"
        endings.notify(deal, (deal.team,), text, now)
        return deal


def withdraw(*, deal: Deal, actor: User, now: datetime) -> Deal:
    """Withdraw the team's own open offer. Its stake is returned.

    Raise WrongTime if it is no longer open. Bounties cannot be withdrawn while a week is in
    progress, because another team may already have earned them.
    """
    with club(deal.team.campaign_id):
        deal = _lock_open(deal)
        if deal.kind == Deal.Kind.BOUNTY and _is_week_in_progress(deal.season):
            raise WrongTime(
                "A week is in progress. You can withdraw the bounty after the week is closed "
                "(C108)."
            )
        endings.return_stakes(deal, State.WITHDRAWN, now, actor)
        if deal.to is None:
            endings.announce(deal, f"{deal.team} withdrew its bounty: {describe(deal)}", now)
        else:
            text = f"{deal.team} withdrew its offer: {describe(deal)}"
            endings.notify(deal, (deal.to,), text, now)
        return deal


def _lock_open(deal: Deal) -> Deal:
    """Lock an offer with its teams. Raise WrongTime if it is no longer open."""
    team, to = (locked_pair(deal.team, deal.to)) if deal.to else (locked(deal.team), None)
    season, target_team = deal.season, deal.target_team
    deal = locked(deal)
    deal.team, deal.to, deal.season, deal.target_team = team, to, season, target_team
    if deal.state != State.OPEN:
        raise WrongTime("This offer is no longer open.")
    return deal
