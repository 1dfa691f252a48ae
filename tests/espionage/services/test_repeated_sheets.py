"""Standing orders that write a missing sheet at the deadline (E41)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.league.models import Week
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from core.web import clock
from engine.codec import encode
from engine.values import changed
from espionage.models import OrderSheet
from espionage.rules.orders import COUNTERSPY, NO_SHEET, Order, Sheet, Standing
from espionage.selectors.sheets import newest_sheet, read_sheet
from espionage.services import sheets
from espionage.services.tick import tick
from tests.espionage.spying import spy_on
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db
SILENT = OrderSheet.State.STANDING


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return two teams that spied on each other in the first week."""
    club = found_club(teams=2, characters=6)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    spy_on(club, 0, 1)
    spy_on(club, 1, 0)
    return club


def save_standing_orders(club: Club, silent: str) -> None:
    """Save the first team's sheet again with these standing orders."""
    with club.scope():
        before = newest_sheet(club.open_week, club.teams[0])
        assert before is not None
        sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[0],
            sheet=changed(read_sheet(before), standing=Standing(silent=silent)),  # type: ignore[arg-type]
            state=OrderSheet.State.FINAL,
            seen_version=before.version,
            saved_by=club.players[0],
        )


def next_week(club: Club) -> Week:
    """Play the current week to its end and open the next one."""
    with club.scope():
        week = Week.objects.get(pk=club.open_week.pk)
        for at in (week.due_at, week.settle_at, week.closes_at):
            tick(now=at)
        later = Week.objects.get(season=week.season_id, number=week.number + 1)
        tick(now=later.opens_at)
        club.at = later.opens_at + timedelta(hours=1)
        club.week = Week.objects.select_related("season__campaign").get(pk=later.pk)
    return club.open_week


def sheet_at_deadline(club: Club, week: Week, team: int = 0) -> OrderSheet | None:
    with club.scope():
        tick(now=week.due_at)
        return newest_sheet(week, club.teams[team])


def test_e41_team_without_orders_repeats_the_counterspies_of_its_last_sheet(club: Club) -> None:
    kept = sheet_at_deadline(club, next_week(club))
    assert kept is not None
    assert (kept.state, kept.version, kept.saved_by) == (SILENT, 1, None)
    guards = [order for order in read_sheet(kept).orders if order.action == COUNTERSPY]
    assert [order.spy for order in guards] == [str(club.who(0, "Sable").pk)]
    assert read_sheet(kept).orders == tuple(guards)


@pytest.mark.parametrize(
    ("silent", "said"), [("repeat", 4), ("nobody", None)], ids=["repeat", "nobody"]
)
def test_e41_standing_orders_can_repeat_the_whole_sheet_or_nothing(
    club: Club, silent: str, said: int | None
) -> None:
    save_standing_orders(club, silent)
    kept = sheet_at_deadline(club, next_week(club))
    assert (len(read_sheet(kept).orders) if kept else None) == said


@pytest.mark.slow("plays several weeks")
def test_e41_repetition_continues_and_ignores_passed_weeks(club: Club) -> None:
    week = next_week(club)
    with club.scope():
        sheets.save_sheet(
            week_id=week.pk,
            team=club.teams[0],
            sheet=NO_SHEET,
            state=OrderSheet.State.PASSED,
            seen_version=0,
            saved_by=club.players[0],
        )
    passed = sheet_at_deadline(club, week)
    assert passed is not None and passed.state == OrderSheet.State.PASSED
    for _ in range(2):
        kept = sheet_at_deadline(club, next_week(club))
        assert kept is not None
        assert [order.action for order in read_sheet(kept).orders] == [COUNTERSPY]


def test_e41_team_that_never_sent_a_sheet_sends_nothing() -> None:
    club = found_club(teams=2, characters=6)
    assert sheet_at_deadline(club, club.open_week) is None


def test_e26_impossible_orders_are_struck_from_the_repeated_sheet(club: Club) -> None:
    week = next_week(club)
    with club.scope():
        guard = club.who(0, "Sable")
        posting.post([Line(Book.WOUND, guard.pk, "dp", 3, "a bad fall", club.at)])
    kept = sheet_at_deadline(club, week)
    assert kept is not None and read_sheet(kept).orders
    with club.scope():
        week.refresh_from_db()
    assert week.status == Week.Status.SETTLED


def test_sent_sheet_replaces_the_repeated_one(club: Club) -> None:
    week = next_week(club)
    mine = Sheet(orders=(Order(spy=str(club.who(0, "Doc").pk), action="counterspy"),))
    with club.scope():
        sheets.save_sheet(
            week_id=week.pk,
            team=club.teams[0],
            sheet=mine,
            state=OrderSheet.State.DRAFT,
            seen_version=0,
            saved_by=club.players[0],
        )
    kept = sheet_at_deadline(club, week)
    assert kept is not None and encode(read_sheet(kept)) == encode(mine)
