from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from campaign.desk.rules.founding import Founding, Opening
from campaign.desk.services import founding
from campaign.house_rules.rules.house import BadHouseRules
from campaign.league.models import Campaign, DeskAct, Membership, Week
from campaign.league.selectors.house import rules_in, rules_of
from campaign.news.models import News
from core.web.refusals import BadForm, WrongTime
from tests.factories import NOON, found_club, person

pytestmark = pytest.mark.django_db


def test_a_new_club_has_a_season_planned_weeks_and_its_founder_as_gm() -> None:
    founder = person("ada")
    campaign = founding.create_club(
        new=Founding(
            name="Dust City", preset="two_teams", timezone="Europe/Berlin", first=date(2040, 3, 5)
        ),
        founder=founder,
        now=NOON,
    )
    club = found_club(teams=0, week=None)
    with club.scope():
        assert not Week.objects.filter(season__campaign=campaign).exists(), (
            "another club's scope finds nothing"
        )
    weeks = Week.objects.with_scopes_disabled().filter(season__campaign=campaign).order_by("number")
    assert [week.number for week in weeks] == [1, 2, 3, 4, 5, 6]
    assert weeks[0].opens_at == datetime(2040, 3, 8, 8, tzinfo=UTC), "Thursday, 9:00 in Berlin"
    assert weeks[4].opens_at == datetime(2040, 4, 5, 7, tzinfo=UTC), (
        "9:00 in Berlin still, summer time by now"
    )
    assert Membership.objects.with_scopes_disabled().get(campaign=campaign).role == "gm"
    assert rules_of(campaign).starting_capital == 100_000


@pytest.mark.parametrize(
    ("now", "opens"),
    [
        (datetime(2040, 3, 5, 9, tzinfo=UTC), datetime(2040, 3, 12, 9, tzinfo=UTC)),
        (datetime(2040, 3, 5, 8, 59, tzinfo=UTC), datetime(2040, 3, 5, 9, tzinfo=UTC)),
        (datetime(2040, 3, 4, 23, tzinfo=UTC), datetime(2040, 3, 5, 9, tzinfo=UTC)),
    ],
)
def test_by_default_the_first_week_opens_as_soon_as_possible(
    now: datetime, opens: datetime
) -> None:
    campaign = founding.create_club(new=Founding(name="Dust City"), founder=person(), now=now)
    weeks = Week.objects.with_scopes_disabled().filter(season__campaign=campaign)
    assert weeks.order_by("number")[0].opens_at == opens


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"preset": "golf"}, "preset"),
        ({"timezone": "Mars/Base"}, "timezone"),
        ({"name": " x "}, "name"),
    ],
)
def test_founding_refuses_unknown_values(said: dict[str, Any], field: str) -> None:
    with pytest.raises(BadForm) as refused:
        founding.create_club(
            new=Founding(**{"name": "Dust City", **said}), founder=person(), now=NOON
        )
    assert refused.value.problems[0].field == field
    assert not Campaign.objects.exists()


def test_two_clubs_of_one_name_get_unrelated_slugs() -> None:
    slugs = [
        founding.create_club(new=Founding(name="Dust City"), founder=person(), now=NOON).slug
        for _ in range(2)
    ]
    assert all(
        slug.startswith("dust-city-") and len(slug) == len("dust-city-1234") for slug in slugs
    )
    assert slugs[0] != slugs[1]


def test_changed_house_rules_are_logged_announced_and_spare_the_open_week() -> None:
    club = found_club(teams=1, characters=0, vehicles=0)
    founding.change_rules(
        campaign=club.campaign,
        options={"skill_cap": 3, "late_entries": False},
        actor=club.gm,
        now=club.at,
        reason="Softer.",
    )
    club.campaign.refresh_from_db()
    assert rules_of(club.campaign).skill_cap == 3
    with club.scope():
        assert (
            rules_in(Week.objects.select_related("season__campaign").get(number=1)).skill_cap == 4
        ), "frozen when it opened (E26)"
        assert (
            rules_in(Week.objects.select_related("season__campaign").get(number=2)).skill_cap == 3
        )
        act = DeskAct.objects.get(kind="rules-changed")
        assert (act.detail, act.reason) == (
            {"before": {"skill_cap": 4}, "after": {"skill_cap": 3}},
            "Softer.",
        )
        assert (
            News.objects.get(kind="rules-changed").text
            == "House rules changed: Highest skill level."
        )


def test_saving_unchanged_house_rules_logs_nothing() -> None:
    club = found_club(teams=0, week=None)
    founding.change_rules(
        campaign=club.campaign, options={"skill_cap": 4}, actor=club.gm, now=club.at
    )
    with club.scope():
        assert not DeskAct.objects.exists()


@pytest.mark.parametrize(
    "options",
    [{"skill_cap": 99}, {"skill_cap": "three"}, {"colour_of_the_sky": "blue"}, {"roster_cap": 2}],
)
def test_impossible_house_rules_are_refused(options: dict[str, object]) -> None:
    club = found_club(teams=0, week=None)
    with pytest.raises(BadHouseRules):
        founding.change_rules(campaign=club.campaign, options=options, actor=club.gm, now=club.at)


def test_a_season_closes_between_weeks_and_the_next_one_starts_at_week_one() -> None:
    club = found_club(teams=0)
    with pytest.raises(WrongTime, match="Week 1 is still in progress"):
        founding.close_season(season=club.season, actor=club.gm, now=club.at)
    with club.scope():
        Week.objects.filter(number=1).update(status="closed", settled_at=club.at)
    with pytest.raises(WrongTime, match="Close the current season first"):
        founding.open_season(campaign=club.campaign, new=Opening(), actor=club.gm, now=club.at)
    closed = founding.close_season(season=club.season, actor=club.gm, now=club.at)
    with pytest.raises(WrongTime, match="already closed"):
        founding.close_season(season=closed, actor=club.gm, now=club.at)
    season = founding.open_season(
        campaign=club.campaign,
        actor=club.gm,
        now=club.at + timedelta(days=1),
        new=Opening(name="Summer", weeks=2),
    )
    with club.scope():
        assert [week.number for week in season.weeks.all()] == [1, 2]
        assert [week.number for week in closed.weeks.all()] == [1], "Scheduled weeks are deleted"
