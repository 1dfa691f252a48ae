"""A day before the deadline, a team that has written nothing is told so; nobody else is, and nobody hears of it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from campaign.models import Notice, Week
from espionage.models import OrderSheet
from espionage.services import clock, sheets
from espionage.services.tick import tick
from espionage.services.warning import AHEAD, LONG_ENOUGH
from tests.factories import Club, found_club

from .test_life_of_a_week import give, guard

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.models import User

pytestmark = pytest.mark.django_db
S = OrderSheet.State


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    found = found_club(teams=4)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    monkeypatch.setattr(sheets.clock, "now", lambda: found.at)
    return found


def told(user: User) -> list[tuple[str, str]]:
    return list(Notice._base_manager.filter(user=user, kind="orders-due").values_list("text", "path"))


def near(club: Club) -> datetime:
    return club.open_week.due_at - AHEAD


def test_teams_without_a_sheet_are_told_a_day_before_and_once(club: Club) -> None:
    give(club, 0, guard(club, 0, "Rook"))
    give(club, 1, guard(club, 1, "Rook"), state=S.DRAFT)
    give(club, 2, state=S.PASSED)
    assert tick(at=near(club) - timedelta(seconds=1))["warn"] == 0
    assert tick(at=near(club))["warn"] == 1
    assert [len(told(player)) for player in club.players] == [0, 0, 0, 1], "a draft counts as it stands (E15), and a pass is a decision"
    ((text, path),) = told(club.players[3])
    assert text.startswith("Orders for week 1 close ") and text.endswith("nothing is written yet. Without orders, standing orders run.")
    assert path == f"teams/{club.teams[3].slug}/orders/"
    assert tick(at=near(club) + timedelta(hours=1))["warn"] == 0 and len(told(club.players[3])) == 1


def test_who_was_away_for_the_whole_day_is_not_told_after_the_deadline(club: Club) -> None:
    done = tick(at=club.open_week.due_at)
    assert (done["resolve"], done["warn"]) == (1, 0) and not told(club.players[0])


def test_a_week_that_is_open_for_a_day_only_needs_no_reminder(club: Club) -> None:
    week = club.open_week
    Week._base_manager.filter(pk=week.pk).update(opens_at=week.due_at - LONG_ENOUGH + timedelta(minutes=1))
    assert tick(at=near(club))["warn"] == 0
