"""A week in the database from its opening to its close, as the job processes it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django_scopes import scopes_disabled

from campaign.league.models import Week
from campaign.ledger.models import Money, SkillPoint, Stock
from campaign.ledger.rules.causes import week_cause
from campaign.ledger.selectors import balances
from campaign.news.models import News
from core.notifications.models import Notice
from core.web import clock
from engine.game import Stale
from espionage.models import OrderSheet, Seal, SealedSeat
from espionage.rules.orders import Order, Sheet
from espionage.services import sheets
from espionage.services.tick import tick
from play.models import Match
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


def give(
    club: Club, team: int, *orders: Order, state: str = OrderSheet.State.FINAL, seen: int = 0
) -> OrderSheet:
    """Save a sheet as the team's owner."""
    with club.scope():
        return sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[team],
            sheet=Sheet(orders=orders),
            state=OrderSheet.State(state),
            seen_version=seen,
            saved_by=club.players[team],
        )


def mission_order(
    club: Club, team: int, name: str, action: str, against: int, **more: object
) -> Order:
    return Order(
        spy=str(club.who(team, name).pk),
        action=action,  # type: ignore[arg-type]
        target_team=str(club.teams[against].pk),
        **more,  # type: ignore[arg-type]
    )  # type: ignore[arg-type]


def counterspy_order(club: Club, team: int, name: str) -> Order:
    return Order(spy=str(club.who(team, name).pk), action="counterspy")


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    found = found_club(teams=2)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    return found


def test_week_is_resolved_settled_closed_and_followed_by_the_next(club: Club) -> None:
    give(club, 0, mission_order(club, 0, "Vesper", "infiltrate", 1))
    give(club, 1, counterspy_order(club, 1, "Rook"))
    week = club.open_week

    assert tick(now=week.due_at)["resolve"] == 1
    with club.scope():
        week.refresh_from_db()
        assert week.status == Week.Status.SETTLED
        assert Seal.objects.get(week=week).match.ended_at == week.due_at
        earned = SkillPoint.objects.filter(week=week, item="espionage", at=week.settle_at)
        assert earned.exists()
        assert all(row.cause.startswith(f"{week_cause(week.pk)}/") for row in earned), (
            "such rows replace duel entries (E22)"
        )
        assert News.objects.filter(week=week, kind="week-settled").count() == 1
        assert set(Notice.objects.filter(kind="report").values_list("user", flat=True)) == {
            player.pk for player in club.players
        }

    done = tick(now=week.closes_at + timedelta(days=7))
    with club.scope():
        week.refresh_from_db()
        assert week.status == Week.Status.CLOSED
        assert done["close"] == 1
        assert done["open"] == 1
        assert Week.objects.get(season=club.season, number=2).status in {
            Week.Status.OPEN,
            Week.Status.SETTLED,
        }


def test_tick_with_nothing_due_does_nothing(club: Club) -> None:
    assert not any(tick(now=club.at).values())


def test_resolving_a_week_twice_gives_the_same_week(club: Club) -> None:
    give(club, 0, mission_order(club, 0, "Vesper", "assassinate", 1))
    tick(now=club.open_week.due_at)
    with scopes_disabled():
        before = (
            Match.objects.count(),
            SkillPoint.objects.count(),
            News.objects.count(),
            Notice.objects.count(),
        )
        tick(now=club.open_week.due_at)
        assert before == (
            Match.objects.count(),
            SkillPoint.objects.count(),
            News.objects.count(),
            Notice.objects.count(),
        )


def test_every_team_has_an_indistinguishable_leaf_even_without_orders(club: Club) -> None:
    sheet = give(club, 0, counterspy_order(club, 0, "Rook"))
    tick(now=club.open_week.due_at)
    with club.scope():
        first, second = SealedSeat.objects.filter(week=club.open_week).order_by("seat")
        assert first.leaf == sheet.digest
        assert len(second.leaf) == len(first.leaf)
        assert second.sheet is None


def test_e26_sheet_reserves_money_and_settlement_books_purchases(club: Club) -> None:
    order = mission_order(
        club,
        0,
        "Fuse" if "Fuse" in club.characters[club.teams[0].pk] else "Vesper",
        "blow_up",
        1,
        bricks=1,
    )
    give(club, 0, order)
    with club.scope():
        team = club.teams[0].pk
        before = balances.money([team])[team]
        assert balances.reserved([team])[team]["money"] == 3000
        tick(now=club.open_week.due_at)
        assert balances.reserved([team]).get(team) is None
        assert balances.money([team])[team] == before - 3000
        assert Money.objects.get(team=team, week=club.open_week).amount == -3000
        assert (
            sum(Stock.objects.filter(team=team, item="plastique").values_list("amount", flat=True))
            == 0
        )


def test_e15_draft_counts_at_the_deadline(club: Club) -> None:
    give(club, 0, mission_order(club, 0, "Vesper", "infiltrate", 1), state=OrderSheet.State.DRAFT)
    tick(now=club.open_week.due_at)
    with club.scope():
        assert SkillPoint.objects.filter(
            character=club.who(0, "Vesper"), week=club.open_week, item="espionage"
        ).exists()


def test_orders_after_the_deadline_are_refused(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: club.open_week.due_at)
    with pytest.raises(sheets.TooLate):
        give(club, 0, counterspy_order(club, 0, "Rook"))


def test_stale_sheet_is_refused_without_changes(club: Club) -> None:
    give(club, 0, counterspy_order(club, 0, "Rook"))
    with pytest.raises(Stale):
        give(club, 0, counterspy_order(club, 0, "Sable"))
    with club.scope():
        assert OrderSheet.objects.filter(team=club.teams[0]).count() == 1


def test_season_without_opponents_passes_its_weeks_without_a_game() -> None:
    club = found_club(teams=1)
    tick(now=club.open_week.due_at)
    with club.scope():
        club.open_week.refresh_from_db()
        assert club.open_week.status == Week.Status.SETTLED
        assert not Match.objects.exists()
