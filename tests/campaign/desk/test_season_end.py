"""The end of a season: champions, unrecorded duels, and later corrections."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.calendar.services import calendar
from campaign.desk.selectors.desk import needs
from campaign.desk.services import corrections, founding
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors.standings import standings
from campaign.duels.services import results
from campaign.league.models import DeskAct, Week
from campaign.league.refusals import DuelsUnrecorded
from campaign.ledger.models import Money, StandingPoint
from campaign.ledger.services.posting import Book
from campaign.news.models import News
from core.web.refusals import WrongTime
from engine.values import changed
from tests.campaign.duels.test_duels import enter, settle
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """Return a club whose week 1 is closed; both teams drove in its duel, which is not recorded."""
    found = found_club(teams=2, characters=4, vehicles=1)
    enter(found)
    enter(found, team=1)
    settle(found)
    with found.scope():
        Week.objects.filter(pk=found.open_week.pk).update(status="closed")
        found.open_week.refresh_from_db()
    found.at = found.open_week.closes_at + timedelta(days=1)
    return found


def result(club: Club, *places: int) -> DuelRecord:
    with club.scope():
        form = results.form_for(club.duel)
    teams = tuple(changed(row, place=place) for row, place in zip(form.teams, places, strict=True))
    return DuelRecord(form=changed(form, teams=teams))


def record(club: Club, *places: int) -> None:
    results.record(duel=club.duel, result=result(club, *places), actor=club.gm, now=club.at)


def close(club: Club, **said: bool) -> None:
    club.season = founding.close_season(season=club.season, actor=club.gm, now=club.at, **said)
    club.at += timedelta(hours=1)


def closing_news(club: Club) -> str:
    with club.scope():
        return News.objects.get(kind="season-closed").text


def test_o6_a_season_with_unrecorded_duels_cannot_be_closed(club: Club) -> None:
    with pytest.raises(
        DuelsUnrecorded,
        match="The duel of week 1 is not recorded: record it, or close the season without it",
    ):
        close(club)
    with club.scope():
        club.season.refresh_from_db()
        assert club.season.closed_at is None
    record(club, 1, 2)
    close(club)
    assert closing_news(club) == "Season 1 is closed. Champion: Anvil, with 5 points."


def test_o6_a_duel_the_season_was_closed_without_cannot_be_recorded(club: Club) -> None:
    close(club, without_duels=True)
    with pytest.raises(WrongTime, match="Season 1 was closed before this duel was recorded"):
        record(club, 1, 2)
    with club.scope():
        assert not StandingPoint.objects.exists()
        assert not Money.objects.filter(item="purse").exists()
        assert needs(club.viewer(club.gm), club.at).results == ()
        assert DeskAct.objects.get(kind="season-closed").detail["without_duels"] == [1]
    assert (
        closing_news(club)
        == "Season 1 is closed. The duel of week 1 is not recorded and does not count."
    )


def test_a_season_closes_if_the_unrecorded_duel_had_no_entries() -> None:
    club = found_club(teams=2)
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(
            status="closed", settled_at=club.open_week.settle_at
        )
    club.at = club.open_week.closes_at
    close(club)
    assert closing_news(club) == "Season 1 is closed."


def test_f8_tied_teams_are_champions_together(club: Club) -> None:
    record(club, 1, 1)
    close(club)
    assert (
        closing_news(club)
        == "Season 1 is closed. Champions: Anvil and Basilisk, with 5 points each."
    )


def test_f8_corrections_after_the_close_are_marked_in_the_standings(club: Club) -> None:
    record(club, 1, 2)
    corrections.correct(
        book=Book.STANDING,
        owner=club.teams[0],
        item="correction",
        amount=1,
        actor=club.gm,
        reason="In time.",
        now=club.at,
        week=club.open_week,
    )
    club.at += timedelta(minutes=1)
    close(club)
    with club.scope():
        assert standings(club.season).late == ()
    results.correct(
        duel=club.duel,
        result=result(club, 2, 1),
        actor=club.gm,
        reason="Photo finish.",
        now=club.at,
    )
    corrections.correct(
        book=Book.STANDING,
        owner=club.teams[1],
        item="correction",
        amount=-2,
        actor=club.gm,
        reason="Late again.",
        now=club.at + timedelta(hours=1),
        week=club.open_week,
    )
    corrections.correct(
        book=Book.MONEY,
        owner=club.teams[1],
        item="purse",
        amount=5,
        actor=club.gm,
        reason="No matter.",
        now=club.at,
    )
    with club.scope():
        late = standings(club.season).late
        assert [(act.kind, act.actor, act.reason) for act in late] == [
            ("duel-corrected", club.gm, "Photo finish."),
            ("correction", club.gm, "Late again."),
        ]


def test_a_planned_week_with_records_does_not_prevent_the_close(club: Club) -> None:
    """A correction or the name of an event keeps its week for good."""
    with club.scope():
        last = Week.objects.select_related("season__campaign").get(number=4)
    corrections.correct(
        book=Book.STANDING,
        owner=club.teams[0],
        item="correction",
        amount=23,
        actor=club.gm,
        reason="Moved in.",
        now=club.at,
        week=last,
    )
    with pytest.raises(WrongTime, match="Week 4 already has records"):
        calendar.cancel(week=last, actor=club.gm, reason="Summer.", now=club.at)
    record(club, 1, 2)
    close(club)
    assert closing_news(club) == "Season 1 is closed. Champion: Anvil, with 28 points."
    with club.scope():
        assert [(week.number, week.status) for week in Week.objects.order_by("number")] == [
            (1, "closed"),
            (4, "planned"),
        ]
