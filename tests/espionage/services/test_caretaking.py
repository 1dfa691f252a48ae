"""Caretakers for absent owners (C22): they come after missed weeks, send counterspies and leave."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.duels.models import DuelEntry
from campaign.league.models import CARETAKER, Caretaking, Team, Week
from campaign.members.services import owners
from campaign.news.models import News
from campaign.teams.rules.acts import BotSeat
from campaign.teams.services import bots, departing
from core.notifications.models import Notice
from core.web import clock
from espionage.models import MissedWeek, OrderSheet
from espionage.rules.orders import COUNTERSPY
from espionage.selectors.attendance import reliability
from espionage.selectors.files import team_files
from espionage.selectors.sheets import newest_sheet, read_sheet
from espionage.services.tick import tick
from play.models import Holiday
from tests.factories import Club, found_club

from .test_attendance import next_week, play
from .test_life_of_a_week import counterspy_order, give

pytestmark = pytest.mark.django_db
S = OrderSheet.State


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    return make_club(monkeypatch)


def make_club(monkeypatch: pytest.MonkeyPatch, **options: object) -> Club:
    found = found_club(teams=2, options=options)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    return found


def play_week(club: Club, *, written: bool = False) -> None:
    """Play a week in which Anvil writes orders, and Basilisk if asked, until its publication."""
    if club.open_week.status != Week.Status.OPEN:
        next_week(club)
    give(club, 0, counterspy_order(club, 0, "Rook"))
    if written:
        give(club, 1, counterspy_order(club, 1, "Rook"))
    play(club)
    club.open_week.refresh_from_db()


def has_caretaker(club: Club) -> bool:
    with club.scope():
        return Team.objects.get(pk=club.teams[1].pk).bot == CARETAKER


def news_texts(club: Club, kind: str) -> list[str]:
    with club.scope():
        return list(News.objects.filter(kind=kind).values_list("text", flat=True))


@pytest.mark.slow("plays several weeks")
def test_c22_caretaker_takes_over_after_two_missed_weeks_and_everyone_is_told(
    club: Club,
) -> None:
    play_week(club)
    assert not has_caretaker(club)
    play_week(club)
    assert has_caretaker(club)
    (text,) = news_texts(club, "caretaker-seated")
    assert text.replace("\u202f", " ").replace("\xa0", " ") == (
        "No one has written orders for Basilisk for 2 weeks. A caretaker runs the team until its "
        "owners are back."
    )
    rows = Notice._base_manager.filter(kind="caretaker-seated")
    assert list(rows.values_list("user", "text")) == [(club.players[1].pk, text)]


@pytest.mark.slow("plays several weeks")
def test_c22_weeks_by_standing_orders_count_and_a_written_sheet_resets_the_count(
    club: Club,
) -> None:
    play_week(club)
    play_week(club, written=True)
    play_week(club)
    assert not has_caretaker(club)
    with club.scope():
        sheet = newest_sheet(club.open_week, club.teams[1])
        assert sheet is not None and sheet.state == S.STANDING
    play_week(club)
    assert has_caretaker(club)


@pytest.mark.slow("plays several weeks")
def test_c22_holidays_and_requested_bots_do_not_count_as_missed(club: Club) -> None:
    play_week(club)
    next_week(club)
    due = club.open_week.due_at
    away = Holiday.objects.create(
        user=club.players[1], starts=club.at, ends=due + timedelta(hours=1)
    )
    play_week(club)
    assert not has_caretaker(club)
    next_week(club)
    assert away.ends < club.open_week.due_at
    seat = BotSeat(temper="greedy", how_long="week")
    bots.seat(team=club.teams[1], bot=seat, actor=club.players[1], now=club.at)
    play_week(club)
    assert not has_caretaker(club)
    play_week(club)
    assert has_caretaker(club), "the first week and the fourth"


def test_c22_no_caretaker_comes_without_the_house_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch, caretaker_after=0)
    play_week(club)
    play_week(club)
    assert not has_caretaker(club)


@pytest.mark.slow("plays several weeks")
def test_c22_caretaker_sends_all_fit_people_as_counterspies_and_nothing_else(
    club: Club,
) -> None:
    play_week(club)
    play_week(club)
    next_week(club)
    with club.scope():
        file = team_files(club.open_week, club.teams)[club.teams[1].pk]
        money = file.money
    play_week(club)
    with club.scope():
        sheet = newest_sheet(club.open_week, club.teams[1])
        assert sheet is not None and (sheet.state, sheet.saved_by) == (S.BOT, None)
        orders = read_sheet(sheet).orders
        fit = {who.id for who in file.people if who.fit}
        assert fit and {order.spy for order in orders} == fit
        assert {order.action for order in orders} == {COUNTERSPY}
        after = team_files(club.open_week, club.teams)[club.teams[1].pk]
        assert after.money == money
        entries = DuelEntry.objects.filter(duel=club.duel, team=club.teams[1])
        assert not entries.exists()
        assert not MissedWeek.objects.filter(week=club.open_week).exists()


@pytest.mark.slow("plays several weeks")
def test_c22_weeks_of_a_caretaker_are_neither_kept_nor_missed(club: Club) -> None:
    play_week(club)
    play_week(club)
    ben = club.players[1].pk
    before = reliability([ben], club.open_week.closes_at)[ben]
    play_week(club)
    assert reliability([ben], club.open_week.closes_at)[ben] == before


@pytest.mark.slow("plays several weeks")
def test_c22_owners_orders_count_and_the_club_hears_with_the_reports(
    club: Club,
) -> None:
    play_week(club)
    play_week(club)
    next_week(club)
    before = News._base_manager.count()
    give(club, 1, counterspy_order(club, 1, "Rook"))
    give(club, 0, counterspy_order(club, 0, "Rook"))
    assert has_caretaker(club) and News._base_manager.count() == before
    tick(now=club.open_week.due_at)
    tick(now=club.open_week.settle_at)
    assert not has_caretaker(club)
    assert news_texts(club, "bot-called-off") == ["The owners of Basilisk are back in control."]
    with club.scope():
        sheet = newest_sheet(club.open_week, club.teams[1])
        assert sheet is not None and sheet.state == S.FINAL
        assert Caretaking.objects.get().until == club.open_week.due_at
    ben = club.players[1].pk
    assert reliability([ben], club.open_week.closes_at)[ben].kept == 1


def test_c22_returning_owner_takes_back_the_team_with_a_button(club: Club) -> None:
    play_week(club)
    play_week(club)
    ben = club.players[1]
    bots.dismiss(team=club.teams[1], actor=ben, now=club.at)
    assert not has_caretaker(club)
    assert news_texts(club, "bot-called-off") == [f"{ben.username} is back in control of Basilisk."]
    with club.scope():
        assert Caretaking.objects.get().until == club.at


def remove_owner(club: Club) -> None:
    """Let Basilisk's only owner leave the club."""
    departing.leave(club.players[1], club.at)


@pytest.mark.slow("plays several weeks")
def test_c22_orders_sealed_before_the_last_owner_left_do_not_end_caretaking(club: Club) -> None:
    give(club, 1, counterspy_order(club, 1, "Rook"))
    remove_owner(club)
    assert has_caretaker(club)
    play_week(club)
    assert has_caretaker(club)
    assert news_texts(club, "bot-called-off") == []
    play_week(club)
    assert has_caretaker(club)


def test_c22_ownerless_team_gets_its_caretaker_back_with_the_next_reports(
    club: Club,
) -> None:
    remove_owner(club)
    with club.scope():
        bots.dismiss(team=club.teams[1], actor=club.gm, now=club.at)
    assert not has_caretaker(club)
    play_week(club)
    assert has_caretaker(club)
    assert news_texts(club, "caretaker-seated")[-1].startswith("Basilisk has no owner")


def test_c22_next_owner_who_writes_orders_takes_over(club: Club) -> None:
    remove_owner(club)
    with club.scope():
        owners.hand_over(
            team=club.teams[1], to=club.players[0], actor=club.gm, now=club.at, reason="He asked."
        )
    play_week(club, written=True)
    assert not has_caretaker(club)
