"""Clubs with site-driven duels, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.duels.models import DrivenDuel, DuelResult
from campaign.league.models import Week
from play.services import thinking
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from play.models import Table


def make_club_with_duel(mode: str = "quick", *, teams: int = 2, **options: Any) -> Club:
    """Return a settled club with a site-driven duel and one entered car for each team."""
    club = found_club(teams=teams, characters=4, options={"duel_mode": mode, **options})
    for team in range(teams):
        club.enter(team, gunner="Sable")
    week = club.open_week
    with club.scope():
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
        week.refresh_from_db()
    club.at = week.duel_at
    return club


def driven_duel(club: Club) -> DrivenDuel:
    """Return the club's duel in the arena."""
    with club.scope():
        return DrivenDuel.objects.select_related("table").get(duel=club.open_week.pk)


def table_of(club: Club) -> Table:
    """Return the table of the club's duel."""
    found = driven_duel(club).table
    assert found is not None
    return found


def think(club: Club) -> None:
    """Let the drivers finish the duel."""
    while thinking.think(limit=500, seconds=60):
        pass
    assert driven_duel(club).over_at is not None


def result(club: Club) -> DuelResult | None:
    with club.scope():
        return DuelResult.objects.filter(duel=club.duel).order_by("-revision").first()
