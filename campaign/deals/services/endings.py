"""Services that end deals and pay out their stakes (C107 to C109, C112).

The site calls them when a duel is booked, a charge goes off, reports are published, a week or
season ends, a team leaves, or an account is deleted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django_scopes import scopes_disabled

from campaign.deals.models import Deal, DealStep
from campaign.deals.rules.payouts import divide_bounty, divide_stakes
from campaign.deals.selectors.deals import deals_of, describe, living
from campaign.duels.rules.duel_record import DuelRecord
from campaign.league.models import Season, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.news.services import news
from campaign.roster.selectors.captives import captives_among
from core.accounts.models import User
from core.notifications.services import notices
from core.web.problems import money

State = Deal.State
ITEM = "deal"
"""Item of the ledger rows of deals."""


def add_step(deal: Deal, state: Deal.State, now: datetime, actor: User | None = None) -> None:
    """Set the state of a locked deal, and record the step."""
    deal.state = state
    deal.save(update_fields=["state"])
    DealStep.objects.create(deal=deal, state=state, actor=actor, taken_at=now)


def _end(
    deal: Deal,
    state: Deal.State,
    payouts: Mapping[UUID, int],
    now: datetime,
    actor: User | None = None,
) -> None:
    """End a locked deal, and pay these sums from its stakes."""
    posting.post(
        Line(
            Book.MONEY,
            team,
            ITEM,
            amount,
            f"deal:{deal.pk}/end",
            now,
            booked_by=actor.pk if actor else None,
        )
        for team, amount in payouts.items()
        if amount
    )
    add_step(deal, state, now, actor)


def return_stakes(deal: Deal, state: Deal.State, now: datetime, actor: User | None = None) -> None:
    """End a locked deal, and return the stakes."""
    _end(deal, state, deal.stakes, now, actor)


def pay_seller(deal: Deal, now: datetime, actor: User) -> None:
    """Complete the sale of a report. The caller has booked the buyer's payment."""
    _end(deal, State.COMPLETED, {deal.team_id: deal.amount}, now, actor)
    notify(deal, (deal.team,), f"{deal.to} bought your report: {deal.title}", now)


# --- bounties -------------------------------------------------------------------------------------


class Destruction(NamedTuple):
    """A vehicle that was destroyed, its team, and the kills of the teams that could have done it.

    `is_public` says whether everyone knows these teams.
    """

    vehicle: UUID
    owner: UUID
    kills: Mapping[UUID, int]
    is_public: bool


def pay_for_duel(drove: Mapping[str, str], record: DuelRecord, now: datetime) -> None:
    """Pay the bounties on the vehicles that a duel destroyed, when its first result is booked."""
    kills = Counter[UUID]()
    for deeds in record.form.people:
        kills[UUID(deeds.team)] += deeds.kills
    pay_bounties(
        [
            Destruction(UUID(row.vehicle), UUID(drove[row.vehicle]), kills, is_public=True)
            for row in record.vehicles
            if row.fate == "destroyed"
        ],
        now,
    )


def pay_bounties(destructions: Collection[Destruction], now: datetime) -> None:
    """Pay the open bounties on these vehicles (C108). This takes one query if there are none.

    Shares that belong to the team that offered the bounty are returned to it.
    """
    if not destructions:
        return
    by_vehicle = {row.vehicle: row for row in destructions}
    for deal in _locked(Deal.objects.filter(vehicle__in=list(by_vehicle), state=State.OPEN)):
        destruction = by_vehicle[deal.vehicle_id] if deal.vehicle_id else None
        if destruction is None or destruction.owner != deal.target_team_id:
            continue
        kills = {
            team: count for team, count in destruction.kills.items() if deal.to_id in {None, team}
        }
        if not kills and not destruction.is_public:
            continue
        shares = divide_bounty(deal.amount, kills, owner=destruction.owner, giver=deal.team_id)
        _end(deal, State.COMPLETED, shares, now)
        winners = [
            row for row in Team.objects.filter(pk__in=list(shares)) if row.pk != deal.team_id
        ]
        _tell_of_bounty(deal, shares, winners, now, is_public=destruction.is_public)


def _tell_of_bounty(
    deal: Deal, shares: Mapping[UUID, int], winners: list[Team], now: datetime, *, is_public: bool
) -> None:
    """Notify the teams, and publish the end of a bounty for everyone.

    After an explosion, only the team that planted the charge learns that it is the one that earned
    the bounty.
    """
    condition = "destroyed" if is_public else "put out of action"
    text = f"{deal.vehicle_name} of {deal.target_team} was {condition}, and the bounty has ended."
    notify(deal, (deal.team,), text, now)
    for team in winners:
        earned = f"You earned the bounty of {money(shares[team.pk])} on {deal.vehicle_name}."
        notify(deal, (team,), earned, now, suffix=str(team.pk))
    if deal.to is None:
        names = sorted(f"{team} ({money(shares[team.pk])})" for team in winners)
        paid = f" It goes to {', '.join(names)}." if is_public and names else ""
        announce(deal, f"{text}{paid}", now)


# --- pacts and loans ------------------------------------------------------------------------------


class Reports(NamedTuple):
    """The facts from a week's reports on which deals depend.

    `declared` has the teams that the reports name as sending missions: (team, target) pairs.
    `guards` has the lent guards who could take orders.
    """

    week: Week
    declared: frozenset[tuple[UUID, UUID]]
    guards: frozenset[UUID]


def end_with_reports(reports: Collection[Reports]) -> None:
    """End broken pacts (C109, E54), and pay for the guards of these weeks (C112).

    A mission breaks a pact if the target's report declares it, so the target learns nothing new.
    This takes one query.
    """
    by_season = {row.week.season_id: row for row in reports}
    kinds = [Deal.Kind.PACT, Deal.Kind.LOAN]
    rows = Deal.objects.filter(kind__in=kinds, state=State.ACCEPTED, season__in=list(by_season))
    for deal in _locked(rows):
        report = by_season[deal.season_id]
        if deal.to is None or not _covers(deal, report.week):
            continue
        if deal.kind == Deal.Kind.LOAN:
            _end_loan(deal, report)
        else:
            _end_if_broken(deal, deal.to, report)


def _end_loan(deal: Deal, report: Reports) -> None:
    """Pay the lender, or return the price if the guard could not take orders (C112)."""
    now = report.week.settle_at
    if deal.character_id in report.guards:
        _end(deal, State.COMPLETED, {deal.team_id: deal.amount}, now)
        text = f"{deal.character} guarded {deal.to}, which paid {money(deal.amount)}."
    else:
        return_stakes(deal, State.EXPIRED, now)
        text = f"{deal.character} could not guard {deal.to}, so the price was returned."
    notify(deal, _parties(deal), text, now)


def _end_if_broken(deal: Deal, other: Team, report: Reports) -> None:
    """End a pact if the reports declare a mission between its teams."""
    pair, week = (deal.team, other), report.week
    breakers = [
        team for team, victim in (pair, pair[::-1])
        if (team.pk, victim.pk) in report.declared
    ]  # fmt: skip
    if not breakers:
        return
    payouts = divide_stakes(deal.stakes, {team.pk for team in breakers})
    _end(deal, State.BREACHED, payouts, week.settle_at)
    for team in breakers:
        victim = other if team.pk == deal.team_id else deal.team
        text = f"{team} broke its pact with {victim} in week {week.number}."
        notify(deal, (team, victim), text, week.settle_at, suffix=str(team.pk))
        if deal.is_public:
            announce(deal, text, week.settle_at, suffix=str(team.pk))


def _covers(deal: Deal, week: Week) -> bool:
    return (deal.first_week or 0) <= week.number <= (deal.last_week or 0)


# --- other endings --------------------------------------------------------------------------------


def end_with_weeks(weeks: Collection[Week], now: datetime) -> None:
    """End the deals whose last week is one of these, or an earlier one.

    This takes one query if there are none. A pact that nobody broke is completed. An accepted loan
    for the next week also ends if its guard has died, left or been captured (C112). An offer of a
    loan does not end, because that would reveal it to a team that has not paid.
    """
    numbers: dict[UUID, int] = {}
    for week in weeks:
        numbers[week.season_id] = max(week.number, numbers.get(week.season_id, 0))
    running = Deal.objects.filter(
        season__in=list(numbers), state__in=Deal.IN_FORCE, last_week__isnull=False
    )
    for deal in _locked(running):
        weeks_left = (deal.last_week or 0) - numbers[deal.season_id]
        is_next = weeks_left == 1 and deal.state == State.ACCEPTED
        if weeks_left <= 0 or (is_next and not _is_present(deal)):
            _expire(deal, now)


def _is_present(deal: Deal) -> bool:
    """Return whether the guard of a loan is alive, in their team and not captured."""
    guard = deal.character
    return guard is None or bool(
        living([guard], deal.team.campaign) and not captives_among([guard.pk])
    )


def end_with_season(season: Season, now: datetime) -> None:
    """End all deals of a season that closes."""
    for deal in _locked(Deal.objects.filter(season=season, state__in=Deal.IN_FORCE)):
        _expire(deal, now)


def end_with_team(team: Team, now: datetime) -> None:
    """End all deals with a team that leaves the league, and bounties on its vehicles."""
    concerned = Q(team=team) | Q(to=team) | Q(target_team=team)
    for deal in _locked(Deal.objects.filter(concerned, state__in=Deal.IN_FORCE)):
        return_stakes(deal, State.EXPIRED, now)
        notify(deal, _parties(deal), f"{team} has left the league. Your deal has ended.", now)


def forget(user: User, now: datetime) -> None:
    """Return the stakes of the open offers that a person made whose account is deleted.

    The texts of all the person's reports are deleted.
    """
    with scopes_disabled():
        Deal.objects.filter(made_by=user).update(title="", text="")
        rows = Deal.objects.filter(made_by=user, state=State.OPEN)
        for deal in _locked(rows):
            return_stakes(deal, State.EXPIRED, now)
            notify(deal, _parties(deal), f"An offer has ended: {describe(deal)}", now)


def forget_old(now: datetime) -> Mapping[str, int]:
    """Delete the texts of reports offered for sale more than `LETTERS_DAYS` ago, like letters."""
    if not settings.LETTERS_DAYS:
        return {}
    oldest = now - timedelta(days=settings.LETTERS_DAYS)
    with scopes_disabled():
        count = Deal.objects.filter(made_at__lt=oldest).exclude(text="").update(title="", text="")
    return {"sold_reports": count} if count else {}


def _expire(deal: Deal, now: datetime) -> None:
    is_kept = deal.kind == Deal.Kind.PACT and deal.state == State.ACCEPTED
    state = State.COMPLETED if is_kept else State.EXPIRED
    return_stakes(deal, state, now)
    notify(deal, _parties(deal), f"A deal has ended: {describe(deal)}", now)


def _parties(deal: Deal) -> tuple[Team, ...]:
    return (deal.team, deal.to) if deal.to else (deal.team,)


def _locked(rows: QuerySet[Deal]) -> Iterable[Deal]:
    """Lock these deals in the order of their keys, and return them with their teams."""
    rows = rows.order_by("pk").select_related("team__campaign", "to", "target_team", "character")
    return rows.select_for_update(no_key=True, of=("self",))


# --- news and notices -----------------------------------------------------------------------------


def announce(deal: Deal, text: str, now: datetime, *, suffix: str = "") -> None:
    """Publish a step of a deal in the news."""
    cause = f"deal:{deal.pk}:{deal.state}{suffix}"
    news.publish([news.Item(deal.team.campaign_id, deal.kind, text[:500], cause, now)])


def notify(
    deal: Deal, teams: Iterable[Team], text: str, now: datetime, *, suffix: str = ""
) -> None:
    """Notify everyone who runs one of these teams, if the team can see the deal."""
    readers = [
        team for team in teams if deal.to is None or deals_of(team).filter(pk=deal.pk).exists()
    ]
    owners = people.owners(team.pk for team in readers)
    notices.send(
        notices.Message(
            user,
            deal.team.campaign_id,
            ClubNotice.LETTER,
            text[:300],
            _path(deal, team),
            f"deal:{deal.pk}:{deal.state}{suffix}",
            now,
        )
        for team in readers
        for user in owners.get(team.pk, ())
    )


def _path(deal: Deal, team: Team) -> str:
    """Return the path of a deal for a team: its letters with the other team, or its deals."""
    if deal.to is None:
        return team_path("deals", team)
    other = deal.to if team.pk == deal.team_id else deal.team
    return team_path("letter", team, to=other.slug)
