from __future__ import annotations

import pytest

from campaign.desk.services.reconcile import findings
from campaign.garage.models import Vehicle
from campaign.league.models import Campaign, Week
from campaign.ledger.models import Hold
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=2, vehicles=1)


def codes(club: Club) -> list[str]:
    return [finding.code for finding in findings([club.campaign.pk])]


def test_correct_books_have_no_findings(club: Club) -> None:
    assert codes(club) == []
    assert list(findings()) == []


def test_every_sum_out_of_bounds_is_found(club: Club) -> None:
    team, vesper, car = club.teams[0].pk, club.who(0, "Vesper").pk, club.car(0).pk
    posting.post(
        Line(book, owner, item, amount, "a bug", club.at)
        for book, owner, item, amount in (
            (Book.MONEY, team, "gear", -1_000_000),
            (Book.STOCK, team, "knife", -1),
            (Book.SKILL, vesper, "general", -1),
            (Book.WOUND, vesper, "dp", -1),
            (Book.DAMAGE, car, "plant", 11),
            (Book.DAMAGE, car, "armour:top", -1),
        )
    )
    assert codes(club) == [
        "overdrawn",
        "short-of-stock",
        "negative-points",
        "overhealed",
        "bad-damage",
        "bad-damage",
    ]


def test_a_debt_from_a_correction_is_no_finding(club: Club) -> None:
    posting.post(
        [
            Line(
                Book.MONEY,
                club.teams[0].pk,
                "purse",
                -1_000_000,
                f"duel:{club.open_week.pk}:2",
                club.at,
            )
        ]
    )
    assert "overdrawn" not in codes(club)


def test_excessive_and_expired_holds_are_found(club: Club) -> None:
    with club.scope():
        Hold.objects.create(team=club.teams[0], week=club.open_week, item="money", amount=1_000_000)
        Hold.objects.create(team=club.teams[0], week=club.open_week, item="knife", amount=1)
        Week.objects.filter(number=1).update(status="settled", settled_at=club.at)
    assert codes(club) == ["held-too-much", "held-too-much", "held-too-long", "held-too-long"]


def test_a_row_of_another_campaigns_week_is_found(club: Club) -> None:
    other = found_club(teams=0)
    posting.post(
        [Line(Book.MONEY, club.teams[0].pk, "purse", 1, "a bug", club.at, week=other.open_week.pk)]
    )
    assert codes(club) == ["wrong-campaign"]
    assert codes(other) == []


def test_overlapping_weeks_and_weeks_without_rules_are_found(club: Club) -> None:
    with club.scope():
        Week.objects.filter(number=3).update(opens_at=Week.objects.get(number=2).opens_at)
        Week.objects.filter(number=1).update(rules=None, settled_at=club.at)
    assert sorted(codes(club)) == ["no-rules", "settled-when", "weeks-overlap"]


def test_standings_without_a_result_are_found(club: Club) -> None:
    from tests.campaign.duels.test_duels import record

    club = found_club(teams=2, characters=4, vehicles=2)
    record(club)
    posting.post(
        [
            Line(
                Book.STANDING,
                club.teams[0].pk,
                "duel",
                5,
                f"duel:{club.open_week.pk}:9",
                club.at,
                week=club.open_week.pk,
            )
        ]
    )
    assert codes(club) == ["result-differs"]


def test_unreadable_stored_values_are_found(club: Club) -> None:
    Campaign.objects.filter(pk=club.campaign.pk).update(house_rules={"gravity": 2})
    with club.scope():
        Vehicle.objects.filter(pk=club.car(0).pk).update(design={"wings": 2})
    assert sorted(codes(club)) == ["bad-design", "bad-rules"]


def test_the_number_of_queries_does_not_grow_with_clubs(
    club: Club, django_assert_max_num_queries: object
) -> None:
    for _ in range(3):
        found_club(teams=2, characters=2, vehicles=1)
    with django_assert_max_num_queries(46):  # type: ignore[operator]
        assert list(findings()) == []
