"""Bounties and pacts between teams, and the money that the site holds for them (C107 to C109)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django_scopes import scopes_disabled

from campaign.deals.models import Deal, DealStep
from campaign.deals.rules.acts import MAX_OPEN_DEALS, NewBounty, NewPact, NewReport
from campaign.deals.rules.payouts import divide_bounty, divide_stakes
from campaign.deals.selectors import deals as selector
from campaign.deals.services import deals, endings
from campaign.desk.services import founding
from campaign.desk.services.reconcile import findings
from campaign.league.models import Week
from campaign.league.refusals import NotEnoughMoney
from campaign.ledger.models import Money
from campaign.ledger.selectors import books
from campaign.news.models import News
from campaign.teams.services import teams
from campaign.voices.models import Post
from campaign.voices.services import moderating
from core.notifications.models import Notice
from core.web import clock
from core.web.refusals import BadForm, Refused, WrongTime
from espionage.models import Charge
from espionage.services.detonating import fire_due
from espionage.services.tick import tick
from tests.campaign.duels.test_duels import record
from tests.espionage.services.test_life_of_a_week import give, mission_order
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db
A, B, C = range(3)
DESTROYED = "Basilisk 1 of Basilisk was destroyed, and the bounty has ended."


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return three teams. Cars count as seen although no duel was recorded yet."""
    found = found_club(teams=3, characters=4)
    seen = tuple(
        selector.Target(found.car(number).pk, found.car(number).name, team)
        for number, team in enumerate(found.teams)
    )
    monkeypatch.setattr(
        deals, "targets", lambda team: [row for row in seen if row.team.pk != team.pk]
    )
    return found


def offer_bounty(club: Club, team: int = C, to: int | None = None, **more: Any) -> Deal:
    """Put a bounty on Basilisk's car."""
    new = NewBounty(
        vehicle=str(club.car(B).pk),
        to="" if to is None else club.teams[to].slug,
        **{"amount": 5_000, **more},
    )
    return deals.offer(team=club.teams[team], new=new, actor=club.players[team], now=club.at)


def offer_pact(club: Club, team: int = A, to: int = B, **more: Any) -> Deal:
    new = NewPact(to=club.teams[to].slug, **{"amount": 3_000, "weeks": 2, **more})
    return deals.offer(team=club.teams[team], new=new, actor=club.players[team], now=club.at)


def accept(club: Club, deal: Deal, team: int = B) -> Deal:
    return deals.accept(deal=deal, actor=club.players[team], now=club.at)


def free(club: Club, *numbers: int) -> list[int]:
    with club.scope():
        return [books.purse(club.teams[number]).free for number in numbers]


def state(deal: Deal) -> str:
    return Deal._base_manager.get(pk=deal.pk).state


def news(club: Club) -> list[str]:
    rows = News._base_manager.filter(campaign=club.campaign, kind__in=["bounty", "pact"])
    return list(rows.order_by("at").values_list("text", flat=True))


def check_books() -> None:
    assert [row for row in findings() if "deal" in row.code or "stake" in row.code] == []


# --- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kills", "shares"),
    [
        ({}, {"giver": 100}),
        ({"a": 1}, {"a": 100}),
        ({"a": 2, "b": 1}, {"a": 66, "b": 33, "giver": 1}),
        ({"a": 1, "owner": 3}, {"a": 100}),
        ({"a": 1, "giver": 1}, {"a": 50, "giver": 50}),
    ],
)
def test_c108_a_bounty_is_divided_by_kills(kills: dict[str, int], shares: dict[str, int]) -> None:
    assert divide_bounty(100, kills, owner="owner", giver="giver") == shares


@pytest.mark.parametrize(
    ("breakers", "payouts"),
    [(("a",), {"a": 0, "b": 20}), (("b",), {"a": 20, "b": 0}), (("a", "b"), {"a": 10, "b": 10})],
)
def test_c109_the_stake_of_a_breaker_goes_to_the_other_team(
    breakers: tuple[str, ...], payouts: dict[str, int]
) -> None:
    assert divide_stakes({"a": 10, "b": 10}, breakers) == payouts


# --- offers ---------------------------------------------------------------------------------------


def test_c107_the_site_holds_the_stake_and_returns_it(club: Club) -> None:
    (before,) = free(club, A)
    for end, actor in ((deals.decline, B), (deals.withdraw, A)):
        deal = offer_pact(club)
        assert free(club, A) == [before - 3_000]
        check_books()
        end(deal=deal, actor=club.players[actor], now=club.at)
        assert free(club, A) == [before]
        with pytest.raises(WrongTime):
            accept(club, deal)
    check_books()


def test_c107_an_offer_is_a_letter_that_the_other_team_reads(club: Club) -> None:
    deal = offer_pact(club, text="Peace?")
    with club.scope():
        assert Post.objects.get(deal=deal).wordings.get().text == "Peace?"
        (seen,) = selector.deals_in_letters(club.teams[B], [deal.letter_id]).values()  # type: ignore[list-item]
        assert (seen.can_accept, seen.can_withdraw) == (True, False)
        assert list(selector.deals_of(club.teams[C])) == []
    notice = Notice._base_manager.get(user=club.players[B], kind="letter")
    assert notice.text == "Basilisk received a letter from Anvil."


def test_c83_a_team_that_blocks_another_sees_none_of_its_offers(club: Club) -> None:
    moderating.block(
        team=club.teams[B], blocked_team=club.teams[A], user=club.players[B], now=club.at
    )
    deal = offer_pact(club)
    with club.scope():
        assert selector.deal_to(club.teams[B], deal.pk) is None
        assert selector.deal_by(club.teams[A], deal.pk) == deal
    deals.withdraw(deal=deal, actor=club.players[A], now=club.at)
    assert not Notice._base_manager.filter(user=club.players[B], kind="letter").exists()


def test_c107_offers_are_refused_for_good_reasons(club: Club) -> None:
    with pytest.raises(NotEnoughMoney):
        offer_pact(club, amount=900_000_000)
    with pytest.raises(BadForm):
        offer_pact(club, to=A)
    with pytest.raises(BadForm):
        offer_bounty(club, team=B)
    with pytest.raises(BadForm):
        offer_bounty(club, to=B)
    for _ in range(MAX_OPEN_DEALS):
        offer_bounty(club, amount=1)
    with pytest.raises(Refused, match="open offers"):
        offer_bounty(club, amount=1)
    club.campaign.house_rules = {**club.campaign.house_rules, "deals": False}
    club.campaign.save(update_fields=["house_rules"])
    club.teams[A].campaign = club.campaign
    with pytest.raises(Refused, match="does not use offers"):
        offer_pact(club)


def test_c107_steps_are_only_added(club: Club) -> None:
    deal = offer_pact(club)
    accept(club, deal)
    with scopes_disabled(), transaction.atomic(), pytest.raises(DatabaseError):
        DealStep.objects.filter(deal=deal).update(state="open")
    with scopes_disabled():
        assert {row.state for row in DealStep.objects.filter(deal=deal)} == {"open", "accepted"}


def test_c107_reconcile_finds_missing_stakes_and_states(club: Club) -> None:
    deal = offer_pact(club)
    Deal._base_manager.filter(pk=deal.pk).update(state="accepted")
    assert {row.code for row in findings()} == {"wrong-stakes", "wrong-deal"}


def test_c107_deals_end_with_the_team_the_season_and_the_account(club: Club) -> None:
    before = free(club, A, B, C)
    offer_pact(club, A, B)
    offer_bounty(club, C)
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status="closed")
    teams.withdraw(team=club.teams[B], actor=club.players[B], now=club.at)
    assert free(club, A, B, C) == before
    deal = accept(club, offer_pact(club, A, C), C)
    founding.close_season(season=club.season, actor=club.gm, now=club.at, without_duels=True)
    assert (state(deal), free(club, A, C)) == ("completed", [before[A], before[C]])
    check_books()
    with pytest.raises(WrongTime):
        offer_pact(club, A, C)


def test_c107_a_deleted_account_leaves_no_open_offer(club: Club) -> None:
    before = free(club, A)
    deal = offer_pact(club)
    endings.forget(club.players[A], club.at)
    assert (state(deal), free(club, A)) == ("expired", before)


# --- bounties -------------------------------------------------------------------------------------


def test_c108_the_team_that_destroyed_the_vehicle_gets_the_bounty(club: Club) -> None:
    deal = offer_bounty(club)
    (before,) = free(club, A)
    result = record(club)
    income = sum(
        row.amount
        for row in Money._base_manager.filter(cause=f"duel:{result.duel_id}:1", team=club.teams[A])
    )
    assert free(club, A) == [before + income + 5_000]
    assert state(deal) == "completed"
    assert news(club) == [
        f"Cobra offers a bounty: {selector.describe(deal)}",
        f"{DESTROYED} It goes to Anvil ($5,000).",
    ]
    check_books()


def test_c108_a_bounty_for_one_team_is_private_and_only_that_team_can_earn_it(club: Club) -> None:
    (before,) = free(club, C)
    offer_bounty(club, to=A)
    assert news(club) == []
    with club.scope():
        assert not selector.deals_of(club.teams[B]).exists()
        kills = {club.teams[C].pk: 1}
        destroyed = endings.Destruction(club.car(B).pk, club.teams[B].pk, kills, is_public=True)
        endings.pay_bounties([destroyed], club.at)
    assert free(club, C) == [before]
    assert news(club) == []


def test_e53_a_charge_earns_the_bounty_without_naming_the_culprit(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("espionage.services.detonating.is_killed", lambda record: record.damage)
    deal, week = offer_bounty(club), club.open_week
    (before,) = free(club, A)
    with club.scope():
        Charge.objects.create(
            week=week, vehicle=club.car(B), planted_by=club.teams[A], due="duel", cause="a mission",
            at=club.at, payload={"faces": [6, 6], "location": 1, "halves": 4},
        )  # fmt: skip
        fire_due([week], week.duel_at)
    assert (state(deal), free(club, A)) == ("completed", [before + 5_000])
    assert news(club)[1] == DESTROYED.replace("destroyed", "put out of action")
    texts = Notice._base_manager.filter(user=club.players[C], kind="letter")
    assert [row.text for row in texts] == news(club)[1:]


def test_c108_a_bounty_ends_with_its_last_week(club: Club) -> None:
    (before,) = free(club, C)
    deal = offer_bounty(club, weeks=2)
    with pytest.raises(WrongTime):
        deals.withdraw(deal=deal, actor=club.players[C], now=club.at)
    with club.scope():
        endings.end_with_weeks([club.open_week], club.at)
        assert state(deal) == "open"
        endings.end_with_weeks([Week.objects.get(season=club.season, number=2)], club.at)
    assert (state(deal), free(club, C)) == ("expired", [before])


# --- reports --------------------------------------------------------------------------------------


def offer_report(club: Club, **more: Any) -> Deal:
    """Offer Basilisk a report about Cobra."""
    values = {"title": "Their guards", "report": "Rook guards.", "amount": 900, **more}
    new = NewReport(to=club.teams[B].slug, about=club.teams[C].slug, **values)
    return deals.offer(team=club.teams[A], new=new, actor=club.players[A], now=club.at)


def test_c107_a_report_can_be_read_after_it_is_bought(club: Club) -> None:
    before = free(club, A, B)
    deal = offer_report(club)
    assert free(club, A, B) == before
    with club.scope():
        assert selector.view(club.teams[A], deal).report == "Rook guards."
        assert selector.view(club.teams[B], deal).report == ""
    bought = accept(club, deal)
    assert free(club, A, B) == [before[A] + 900, before[B] - 900]
    assert selector.view(club.teams[B], bought).report == "Rook guards."
    check_books()


def test_c107_a_report_is_about_a_third_team_and_not_empty(club: Club) -> None:
    for wrong in ({"report": " "}, {"title": ""}):
        with pytest.raises(BadForm):
            offer_report(club, **wrong)
    own = NewReport(
        to=club.teams[B].slug, about=club.teams[A].slug, title="Us", report="Us.", amount=1
    )
    with pytest.raises(BadForm):
        deals.offer(team=club.teams[A], new=own, actor=club.players[A], now=club.at)


def test_c107_texts_of_reports_are_deleted_with_the_account(club: Club) -> None:
    deal = accept(club, offer_report(club))
    endings.forget(club.players[A], club.at)
    assert Deal._base_manager.get(pk=deal.pk).text == ""


# --- pacts ----------------------------------------------------------------------------------------


def running_pact(club: Club, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Deal:
    """Return an accepted pact of Anvil and Basilisk that covers the open week."""
    monkeypatch.setattr(clock, "now", lambda: club.at)
    deal = accept(club, offer_pact(club, **more))
    assert (deal.first_week, deal.last_week) == (2, 3)
    Deal._base_manager.filter(pk=deal.pk).update(first_week=1)
    return deal


def publish(club: Club) -> None:
    for moment in (club.open_week.due_at, club.open_week.settle_at):
        tick(now=moment)
    tick(now=club.open_week.settle_at + timedelta(minutes=1))


def test_c109_a_declared_mission_breaks_a_pact(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    before = free(club, A, B)
    deal = running_pact(club, monkeypatch, is_public=True)
    give(club, A, mission_order(club, A, "Vesper", "infiltrate", B))
    publish(club)
    assert state(deal) == "breached"
    assert free(club, A, B) == [before[A] - 3_000, before[B] + 3_000]
    assert news(club) == ["Anvil broke its pact with Basilisk in week 1."]
    for player in (A, B):
        texts = Notice._base_manager.filter(user=club.players[player], text__contains="broke")
        assert texts.count() == 1
    check_books()


def test_c109_a_secret_breach_is_told_to_the_two_teams_only(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = running_pact(club, monkeypatch)
    give(club, B, mission_order(club, B, "Vesper", "infiltrate", A))
    publish(club)
    assert (state(deal), news(club)) == ("breached", [])
    told = Notice._base_manager.filter(text__contains="broke its pact").values_list("user")
    assert {user for (user,) in told} == {club.players[A].pk, club.players[B].pk}


@pytest.mark.everyday
def test_c109_missions_against_others_do_not_break_a_pact(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = free(club, A, B)
    deal = running_pact(club, monkeypatch)
    give(club, A, mission_order(club, A, "Vesper", "infiltrate", C))
    publish(club)
    assert state(deal) == "accepted"
    with club.scope():
        endings.end_with_weeks([Week.objects.get(season=club.season, number=3)], club.at)
    assert (state(deal), free(club, A, B)) == ("completed", before)
