"""Living costs at the close of a week (C135)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.desk.services import reconcile
from campaign.house_rules.rules.house import BadHouseRules, decode
from campaign.league.models import Team, Week
from campaign.ledger.models import Hold, Money
from campaign.ledger.selectors.books import purse
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.services import living_costs
from tests.factories import Club, found_club


def charge(club: Club) -> list[tuple[int, str]]:
    """Close the week's books, and return what the first team has paid, with the notes."""
    week = club.open_week
    with club.scope():
        living_costs.charge(weeks=[week], now=week.closes_at)
        Week.objects.filter(pk=week.pk).update(status="closed", settled_at=week.settle_at)
        assert list(reconcile.findings([club.campaign.pk])) == []
        rows = Money.objects.filter(team=club.teams[0], item="living")
        return list(rows.values_list("amount", "note"))


def spend(club: Club, left: int) -> None:
    """Spend the first team's money until this much is left."""
    with club.scope():
        balance = purse(club.teams[0]).balance
    posting.post([Line(Book.MONEY, club.teams[0].pk, "gear", left - balance, "spent", club.at)])


@pytest.mark.django_db
def test_c135_a_team_pays_for_each_living_character_once_a_week() -> None:
    club = found_club(characters=4, options={"living_costs": 300})
    posting.post([Line(Book.WOUND, club.who(0, "Rook").pk, "dp", 9, "killed", club.at)])
    assert charge(club) == charge(club) == [(-900, "3 people")]


@pytest.mark.django_db
def test_c135_a_poor_team_pays_what_it_has_not_reserved_and_owes_nothing() -> None:
    club = found_club(characters=4, options={"living_costs": 300})
    spend(club, 1_000)
    with club.scope():
        later = club.season.weeks.exclude(pk=club.open_week.pk).first()
        assert later is not None
        Hold.objects.create(team=club.teams[0], week=later, item=Hold.MONEY, amount=250)
    assert charge(club) == [(-750, "4 people, $450 not paid")]


@pytest.mark.django_db
def test_c135_a_team_without_money_pays_nothing() -> None:
    club = found_club(characters=4, options={"living_costs": 300})
    spend(club, 0)
    assert charge(club) == []


@pytest.mark.django_db
def test_c135_teams_pay_only_in_weeks_that_they_play_and_only_if_the_rule_is_on() -> None:
    assert charge(found_club(characters=4)) == []
    club = found_club(characters=4, options={"living_costs": 300})
    with club.scope():
        late = club.open_week.opens_at + timedelta(hours=1)
        Team.objects.filter(pk=club.teams[0].pk).update(approved_at=late)
    assert charge(club) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("amount", "cause"), [(-1_201, "living:{week}"), (-300, "living:other")])
def test_c135_impossible_living_costs_are_found(amount: int, cause: str) -> None:
    club = found_club(characters=4, options={"living_costs": 300})
    week = club.open_week
    row = Line(
        Book.MONEY, club.teams[0].pk, "living", amount, cause.format(week=week.pk), club.at,
        week=week.pk,
    )  # fmt: skip
    posting.post([row])
    with club.scope():
        Week.objects.filter(pk=week.pk).update(status="closed", settled_at=week.settle_at)
        codes = [finding.code for finding in reconcile.findings([club.campaign.pk])]
    assert codes == ["wrong-living-costs"]


def test_c135_living_costs_have_a_maximum() -> None:
    with pytest.raises(BadHouseRules):
        decode({"living_costs": 100_001})
