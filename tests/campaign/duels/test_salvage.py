"""Salvage of destroyed vehicles (C134)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from campaign.desk.services import reconcile
from campaign.duels.rules.duel import Placing
from campaign.duels.rules.duel_record import DuelRecord, Fate
from campaign.duels.rules.salvage import Wreck, divide_salvage
from campaign.duels.services import results
from campaign.garage.rules.damage import part_price
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import Wear
from campaign.garage.selectors.garage import design_of, record_of
from campaign.league.selectors.links import duel_path
from campaign.ledger.models import Money
from engine.values import changed
from tests.factories import signed_in

from .test_drafts import drive, record

if TYPE_CHECKING:
    from tests.factories import Club


def placing(team: str, place: int, kills: int = 0) -> Placing:
    return Placing(
        team=team, place=place, points=0, purse=0, survivors=0, survivor_pay=0, kills=kills,
        victory=0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("placings", "shares"),
    [
        ([placing("a", 1, kills=1), placing("b", 2)], {"a": 500}),
        ([placing("a", 1), placing("b", 2, kills=2), placing("c", 3, kills=1)], {"c": 500}),
        ([placing("a", 1), placing("b", 2, kills=1)], {"a": 500}),
        ([placing("a", 1), placing("c", 1), placing("b", 3)], {"a": 250, "c": 250}),
        ([placing("a", 1, kills=2), placing("c", 2, kills=1), placing("b", 3)],
         {"a": 333, "c": 166}),
        ([placing("b", 1), placing("a", 2)], {"b": 500}),
    ],
    ids=["killer", "own kills do not count", "winner without a killer", "tie", "two killers",
         "the winner's own wreck"],
)  # fmt: skip
def test_c134_killers_share_a_wreck_and_the_winner_gets_it_if_there_are_none(
    placings: list[Placing], shares: dict[str, int]
) -> None:
    assert divide_salvage([Wreck(team="b", value=1_000)], placings, 50) == shares


@given(
    values=st.lists(st.integers(0, 10**8), max_size=6),
    kills=st.tuples(*[st.integers(0, 99)] * 3),
    percent=st.integers(0, 100),
)
def test_c134_salvage_is_never_more_than_the_percentage_of_the_wrecks(
    values: list[int], kills: tuple[int, int, int], percent: int
) -> None:
    placings = [placing(team, 1 + at, kills[at]) for at, team in enumerate("abc")]
    shares = divide_salvage([Wreck(team="c", value=value) for value in values], placings, percent)
    assert 0 <= sum(shares.values()) <= sum(values) * percent // 100
    assert all(dollars > 0 for dollars in shares.values())


def wrecked(club: Club, winner: int, *wear: Wear) -> DuelRecord:
    """Return a record in which the winner destroyed the other team's car."""
    car = str(club.car(1 - winner).pk)
    fate = Fate(vehicle=car, fate="destroyed", damage=wear)
    return changed(record(club, winner=winner), vehicles=(fate,))


def salvage(club: Club, team: int) -> list[int]:
    """Return the money booked for salvage."""
    with club.scope():
        rows = Money.objects.filter(team=club.teams[team], item="salvage")
        return list(rows.order_by("cause").values_list("amount", flat=True))


def check_books(club: Club) -> None:
    with club.scope():
        assert list(reconcile.findings([club.campaign.pk])) == []


@pytest.mark.django_db
def test_c134_the_killer_is_paid_for_what_the_duel_left_and_corrections_book_the_difference() -> (
    None
):
    club = drive(options={"salvage_percent": 40})
    with club.scope():
        loser = record_of(club.car(1))
    front = Wear(part="armour:front", lost=2)
    value = compute_totals(loser.design).cost - part_price(loser, front.part, front.lost)
    results.record(duel=club.duel, result=wrecked(club, 0, front), actor=club.gm, now=club.at)
    assert (salvage(club, 0), salvage(club, 1)) == ([value * 40 // 100], [])
    check_books(club)

    def correct(said: DuelRecord) -> None:
        results.correct(duel=club.duel, result=said, actor=club.gm, reason="Misread.", now=club.at)
        check_books(club)

    correct(wrecked(club, 0, front))
    assert salvage(club, 0) == [value * 40 // 100], "damage of the first record counts once"
    correct(wrecked(club, 1))
    own = compute_totals(design_of(club.car(0))).cost
    assert (sum(salvage(club, 0)), salvage(club, 1)) == (0, [own * 40 // 100])
    correct(record(club))
    assert (sum(salvage(club, 0)), sum(salvage(club, 1))) == (0, 0)


@pytest.mark.django_db
def test_c134_a_club_without_salvage_and_a_duel_without_pay_book_none() -> None:
    club = drive()
    results.record(duel=club.duel, result=wrecked(club, 0), actor=club.gm, now=club.at)
    assert salvage(club, 0) == []
    unpaid = drive(options={"salvage_percent": 40})
    with unpaid.scope():
        type(unpaid.duel).objects.filter(pk=unpaid.duel.pk).update(pays=False)
    results.record(duel=unpaid.duel, result=wrecked(unpaid, 0), actor=unpaid.gm, now=unpaid.at)
    assert salvage(unpaid, 0) == []


@pytest.mark.django_db
def test_c134_only_readers_of_the_books_see_the_sum() -> None:
    club = drive(options={"salvage_percent": 40})
    results.record(duel=club.duel, result=wrecked(club, 0), actor=club.gm, now=club.at)
    dollars, slug = f"${salvage(club, 0)[0]:,}", club.campaign.slug
    path = reverse("club", kwargs={"slug": slug}) + duel_path("duel", club.duel)
    sentence = f"Anvil got {dollars} for salvaged wrecks."
    for user, is_shown in ((club.players[0], True), (club.players[1], False), (club.gm, True)):
        page = signed_in(user).get(path)
        assert page.status_code == 200 and (sentence in page.text) == is_shown, user
