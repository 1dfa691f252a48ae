"""Loans of guards: escrow, the week of a loan, and its endings (C112, E56)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.deals.models import Deal
from campaign.deals.rules.acts import NewLoan
from campaign.deals.selectors import deals as selector
from campaign.deals.services import deals, endings
from campaign.desk.services import founding
from campaign.league.models import Week
from campaign.league.refusals import NotEnoughMoney
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import SkillPoint, Wound
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Captivity, Character
from core.notifications.models import Notice
from core.web import clock
from core.web.refusals import BadForm, WrongTime
from espionage.models import Seal
from espionage.rules.orders import Order
from espionage.selectors.files import team_files
from espionage.selectors.public import view_for_club, view_for_week
from espionage.selectors.sheets import roster_of
from espionage.services import voiding
from espionage.services.sheets import SheetRefused
from espionage.services.tick import tick
from tests.espionage.services.test_life_of_a_week import counterspy_order, give, mission_order
from tests.factories import Club, found_club

from .test_deals import check_books, free, publish, state

pytestmark = pytest.mark.django_db
A, B, C = range(3)
PRICE = 2_000


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    found = found_club(teams=3, characters=4)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    return found


def offer(club: Club, name: str = "Rook", to: int = B, **more: Any) -> Deal:
    """Offer one of Anvil's people."""
    new = NewLoan(
        character=str(club.who(A, name).pk),
        to=club.teams[to].slug,
        **{"week": 1, "amount": PRICE, **more},
    )
    return deals.offer(team=club.teams[A], new=new, actor=club.players[A], now=club.at)


def accept(club: Club, deal: Deal, team: int = B) -> Deal:
    return deals.accept(deal=deal, actor=club.players[team], now=club.at)


def lend(club: Club, **more: Any) -> Deal:
    return accept(club, offer(club, **more))


def kill(club: Club, who: Character) -> None:
    with club.scope():
        posting.post([Line(Book.WOUND, who.pk, Wound.DP, 9, "a fall", club.at)])


def guard_of_anvil(club: Club, name: str = "Rook") -> Order:
    return counterspy_order(club, A, name)


# --- the offer ------------------------------------------------------------------------------------


def test_c112_the_borrower_pays_when_it_accepts_and_the_lender_gets_it_with_the_reports(
    club: Club,
) -> None:
    before = free(club, A, B)
    deal = offer(club)
    assert selector.describe(deal) == "Rook of Anvil guards Basilisk in week 1. Price: $2,000."
    assert free(club, A, B) == before
    accept(club, deal)
    assert free(club, A, B) == [before[A], before[B] - PRICE]
    check_books()
    publish(club)
    assert (state(deal), free(club, A, B)) == ("completed", [before[A] + PRICE, before[B] - PRICE])
    for player in (A, B):
        texts = Notice._base_manager.filter(user=club.players[player], text__contains="guarded")
        assert texts.get().text == "Rook guarded Basilisk, which paid $2,000."
    assert not Notice._base_manager.filter(user=club.players[C], text__contains="Rook").exists()
    check_books()


def test_c112_only_free_and_living_people_of_the_own_team_can_be_lent(club: Club) -> None:
    give(club, A, counterspy_order(club, A, "Vesper"))
    kill(club, club.who(A, "Sable"))
    for wrong in ({"name": "Vesper"}, {"name": "Sable"}, {"week": 9}, {"to": A}):
        with pytest.raises(BadForm):
            offer(club, **wrong)
    new = NewLoan(character=str(club.who(C, "Rook").pk), to=club.teams[B].slug, week=1)
    with pytest.raises(BadForm):
        deals.offer(team=club.teams[A], new=new, actor=club.players[A], now=club.at)
    offer(club, name="Vesper", week=2)


def test_c112_an_offer_is_refused_if_the_character_is_no_longer_free(club: Club) -> None:
    first, second, late = offer(club), offer(club, to=C), offer(club, name="Vesper")
    accept(club, first)
    with pytest.raises(WrongTime, match="Rook is not free in week 1"):
        accept(club, second, C)
    give(club, A, counterspy_order(club, A, "Vesper"))
    with pytest.raises(WrongTime, match="Vesper is not free"):
        accept(club, late)
    club.at = club.open_week.due_at
    with pytest.raises(WrongTime):
        accept(club, offer_for_week_two(club), C)


def test_c112_a_borrower_who_cannot_pay_does_not_learn_whether_the_guard_is_free(
    club: Club,
) -> None:
    deal = offer(club, amount=900_000_000)
    with pytest.raises(NotEnoughMoney):
        accept(club, deal)
    give(club, A, guard_of_anvil(club))
    with pytest.raises(NotEnoughMoney):
        accept(club, deal)


def offer_for_week_two(club: Club) -> Deal:
    """Return an offer for a week that has since been sealed."""
    deal = offer(club, to=C, week=2)
    Deal._base_manager.filter(pk=deal.pk).update(first_week=1)
    deal.first_week = 1
    return deal


# --- the week -------------------------------------------------------------------------------------


def test_e56_guard_is_on_the_sheet_of_the_borrower_only(club: Club) -> None:
    with club.scope():
        week = club.open_week
        roster = roster_of(week)
    lend(club)
    with club.scope():
        files = team_files(week, club.teams)
        anvil, basilisk, cobra = (files[team.pk] for team in club.teams)
        assert [who.name for who in basilisk.people if who.lent_by] == ["Rook"]
        assert [who.name for who in anvil.people if who.guards_for == basilisk.id] == ["Rook"]
        assert all(not who.lent_by and not who.guards_for for who in cobra.people)
        rook = str(club.who(A, "Rook").pk)
        skills = {who.id: who.skills for who in anvil.people}
        assert {who.id: who.skills for who in basilisk.people}[rook] == skills[rook]
        for team in club.teams:
            found = view_for_week(team, week, rules_in(week))
            assert found.file == replace(files[team.pk], garage=())
            assert found.roster == roster == roster_of(week)
            assert team_files(week, [team])[team.pk] == files[team.pk]


def test_e56_guard_is_on_the_plan_of_a_later_week(club: Club) -> None:
    lend(club, week=2)
    with club.scope():
        second = Week.objects.get(season=club.season, number=2)
        file = view_for_club(club.teams[B], rules_in(second), second).file
        assert [who.name for who in file.people if who.lent_by] == ["Rook"]
        assert not any(
            who.lent_by for who in team_files(club.open_week, club.teams)[club.teams[B].pk].people
        )


def test_e56_lender_cannot_order_him_and_the_borrower_only_as_counterspy(club: Club) -> None:
    lend(club)
    with pytest.raises(SheetRefused, match="Rook guards another team"):
        give(club, A, guard_of_anvil(club))
    mission = mission_order(club, A, "Rook", "infiltrate", C)
    with pytest.raises(SheetRefused, match="lent to you as a guard"):
        give(club, B, mission)
    give(club, B, guard_of_anvil(club))


@pytest.mark.everyday
def test_e56_points_and_wounds_belong_to_the_lender(club: Club) -> None:
    lend(club)
    give(club, B, guard_of_anvil(club))
    give(club, C, *[mission_order(club, C, name, "infiltrate", B) for name in ("Vesper", "Rook")])
    publish(club)
    rook = club.who(A, "Rook")
    with club.scope():
        earned = SkillPoint.objects.filter(character=rook, week=club.open_week)
        assert earned.filter(cause__endswith="/tried").count() == 1
        assert not SkillPoint.objects.filter(
            character__team=club.teams[B], week=club.open_week
        ).exists()


def test_old_weeks_without_loans_encode_as_before(club: Club) -> None:
    tick(now=club.open_week.due_at)
    with club.scope():
        setup = Seal.objects.get(week=club.open_week).match.setup  # type: ignore[union-attr]
    assert "lent_by" not in setup
    assert "guards_for" not in setup


# --- endings --------------------------------------------------------------------------------------


def test_c112_price_returns_if_the_guard_cannot_take_orders(club: Club) -> None:
    before = free(club, A, B)
    deal = lend(club)
    kill(club, club.who(A, "Rook"))
    publish(club)
    assert (state(deal), free(club, A, B)) == ("expired", before)
    check_books()


@pytest.mark.parametrize("fate", ["dead", "captured", "left"])
def test_c112_loan_ends_with_the_week_before_it(club: Club, fate: str) -> None:
    before = free(club, B)
    later, deal = lend(club, week=3), lend(club, week=2)
    rook = club.who(A, "Rook")
    if fate == "dead":
        kill(club, rook)
    with club.scope():
        if fate == "captured":
            Captivity.objects.create(
                character=rook, held_by=club.teams[C], week=club.open_week, at=club.at
            )
        if fate == "left":
            Character.objects.filter(pk=rook.pk).update(left_at=club.at)
        endings.end_with_weeks([club.open_week], club.at)
    assert (state(deal), state(later)) == ("expired", "accepted")
    assert free(club, B) == [before[0] - PRICE]
    check_books()


def test_c112_an_offer_does_not_reveal_the_capture_of_its_guard(club: Club) -> None:
    deal = offer(club, week=2)
    with club.scope():
        Captivity.objects.create(
            character=club.who(A, "Rook"), held_by=club.teams[C], week=club.open_week, at=club.at
        )
        endings.end_with_weeks([club.open_week], club.at)
    assert state(deal) == "open"


def test_c112_loan_and_open_offers_end_with_a_void_week(club: Club) -> None:
    before = free(club, A, B)
    deal, other = lend(club), offer(club, name="Vesper")
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(parked_at=club.at, attempts=3)
    voiding.declare_void(week=club.open_week, actor=club.gm, reason="It is stuck.", now=club.at)
    assert (state(deal), state(other), free(club, A, B)) == ("expired", "expired", before)
    check_books()


def test_c112_loan_ends_with_the_team_and_with_the_season(club: Club) -> None:
    before = free(club, A, B, C)
    deal, other = lend(club, week=2), accept(club, offer(club, "Vesper", to=C, week=2), C)
    with club.scope():
        endings.end_with_team(club.teams[B], club.at)
    assert (state(deal), free(club, B)) == ("expired", [before[B]])
    tick(now=club.open_week.due_at)
    tick(now=club.open_week.closes_at + timedelta(minutes=1))
    with club.scope():
        Week.objects.filter(season=club.season, number=2).update(status="closed")
    founding.close_season(season=club.season, actor=club.gm, now=club.at, without_duels=True)
    assert (state(other), free(club, C)) == ("expired", [before[C]])
    check_books()
