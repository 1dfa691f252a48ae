"""Notices of reports to the teams and of the settled week to everyone else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.notifications.models import Notice
from espionage.services.tick import tick
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from core.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    found = found_club(teams=2, spectator=True)
    tick(now=found.open_week.due_at)
    tick(now=found.open_week.settle_at)
    tick(now=found.open_week.settle_at)
    return found


def settled_notices(user: User) -> list[Notice]:
    rows = Notice._base_manager.filter(user=user, kind__in=("report", "week-settled"))
    return list(rows)


def test_teams_are_told_of_their_reports_and_others_of_the_settled_week(
    club: Club,
) -> None:
    assert club.spectator is not None
    for player, team in zip(club.players, club.teams, strict=True):
        (report,) = settled_notices(player)
        assert report.kind == "report"
        assert report.about == {"week": 1, "season": 1, "team": team.slug}
    for other in (club.gm, club.spectator):
        (line,) = settled_notices(other)
        assert (line.kind, line.text) == ("week-settled", "The reports of week 1 are out.")
        assert (line.path, line.about) == ("weeks/1/?season=1", {"week": 1, "season": 1})
        assert line.at == club.open_week.settle_at


def test_every_event_has_a_position_after_the_job(club: Club) -> None:
    assert not Notice._base_manager.filter(number=None).exists()
