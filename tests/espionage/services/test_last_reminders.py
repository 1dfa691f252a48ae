"""Reminders to the last team without orders, and notices outdated by a moved deadline."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar
from core.notifications.models import Notice
from espionage.models import OrderSheet
from espionage.services.deadline_reminders import USUAL_LEAD_TIME
from espionage.services.tick import tick

from .test_absence import make_club, take_holiday
from .test_life_of_a_week import counterspy_order, give

if TYPE_CHECKING:
    from tests.factories import Club

pytestmark = pytest.mark.django_db
S = OrderSheet.State
HOUR = timedelta(hours=1)


def last_team_notices(club: Club) -> list[Notice]:
    """Return the notices to last teams after an hour."""
    tick(now=club.at + HOUR)
    rows = Notice._base_manager.filter(kind="orders-last")
    return list(rows.select_related("user").order_by("at", "user"))


def test_only_the_last_team_is_told_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch, show_sealed=True)
    give(club, 1, counterspy_order(club, 1, "Rook"))
    assert not last_team_notices(club), "two teams are not the last"
    give(club, 2, state=S.PASSED)
    give(club, 0, counterspy_order(club, 0, "Rook"), state=S.DRAFT)
    assert len(last_team_notices(club)) == 1
    (notice,) = last_team_notices(club)
    assert notice.user == club.players[0] and notice.until
    assert notice.text.startswith("All other teams have sent orders for week 1.")
    assert abs(notice.until - club.open_week.due_at) < timedelta(minutes=1)


@pytest.mark.parametrize("shown", [True, False])
def test_no_team_is_told_if_order_status_is_private(
    monkeypatch: pytest.MonkeyPatch, shown: bool
) -> None:
    club = make_club(monkeypatch, show_sealed=shown, resolve_when_sealed=True)
    for team in (1, 2):
        give(club, team, counterspy_order(club, team, "Rook"))
    assert bool(last_team_notices(club)) is shown


def test_team_on_holiday_is_neither_awaited_nor_told(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch, show_sealed=True)
    give(club, 1, counterspy_order(club, 1, "Rook"))
    take_holiday(club, club.players[2])
    assert [row.user for row in last_team_notices(club)] == [club.players[0]]


def test_single_team_is_never_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch, show_sealed=True)
    take_holiday(club, club.players[1])
    take_holiday(club, club.players[2])
    assert not last_team_notices(club)


def test_notice_is_marked_read_when_the_orders_are_in(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch, show_sealed=True)
    for team in (1, 2):
        give(club, team, counterspy_order(club, team, "Rook"))
    assert last_team_notices(club)[0].read_at is None
    club.at += 2 * HOUR
    give(club, 0, counterspy_order(club, 0, "Rook"))
    assert Notice._base_manager.get(kind="orders-last").read_at


def test_moving_the_deadline_holds_back_notices_of_the_old_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch)
    week = club.open_week
    tick(now=week.due_at - USUAL_LEAD_TIME)
    due = Notice._base_manager.filter(kind="orders-due").first()
    assert due and due.until and due.until > week.due_at - USUAL_LEAD_TIME
    with club.scope():
        calendar.extend(
            week=week,
            change=Extending(due_at=week.due_at + 6 * HOUR, reason="Rain."),
            actor=club.gm,
            now=week.due_at - USUAL_LEAD_TIME,
        )
    due.refresh_from_db()
    assert due.until == due.at and due.read_at is None, "the inbox still has it"
    moved = Notice._base_manager.filter(kind="deadline-extended").first()
    assert moved and moved.until and moved.until > week.due_at
