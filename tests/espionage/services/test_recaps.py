"""Recaps in the news when a week closes, and pictures for hooks of clubs with a public page."""

from __future__ import annotations

import pytest
from django.conf import settings
from django_scopes import scopes_disabled

from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.services import results
from campaign.league.models import Membership, Week
from campaign.news.models import Hook, News
from campaign.news.selectors.public_page import public_news
from campaign.news.services import webhook_messages
from campaign.news.services.public_page import set_public
from core.notifications.models import Notice
from engine.values import changed
from espionage.notice_kinds import WeekNotice
from espionage.selectors.recaps import recap_of, recaps
from espionage.services.tick import tick
from tests.factories import Club, duel_of, found_club

pytestmark = pytest.mark.django_db


def make_club_with_closed_week(*, record: bool = True) -> Club:
    """Return a club with a closed first week. Anvil won the duel if it was recorded in time."""
    club = found_club(teams=2)
    week = club.open_week
    for team in (0, 1):
        club.enter(team, duel=duel_of(week))
    for moment in (week.due_at, week.settle_at, week.duel_at):
        tick(now=moment)
    if record:
        drive(club)
    tick(now=week.closes_at)
    return club


def drive(club: Club) -> None:
    """Record that Anvil wins the duel and nobody is hurt."""
    with club.scope():
        week = Week.objects.select_related("season__campaign").get(pk=club.open_week.pk)
        form = results.form_for(duel_of(week))
    first = str(club.teams[0].pk)
    teams = tuple(changed(row, place=1 if row.team == first else 2) for row in form.teams)
    results.record(
        duel=duel_of(week),
        result=DuelRecord(form=changed(form, teams=teams)),
        actor=club.gm,
        now=week.closes_at,
    )


def recap_news(club: Club) -> News:
    with scopes_disabled():
        return News.objects.select_related("campaign", "week__season").get(kind="week-recap")


def test_recap_is_made_when_the_week_closes() -> None:
    club = make_club_with_closed_week()
    told = recap_news(club)
    assert "Anvil won the duel of week 1 ahead of Basilisk" in told.text
    assert told.at == club.open_week.closes_at
    tick(now=club.open_week.closes_at)
    assert recap_news(club) == told
    with club.scope():
        assert told in public_news(club.campaign)


def test_duel_recorded_later_appears_in_the_recap_but_not_in_old_news() -> None:
    club = make_club_with_closed_week(record=False)
    assert "No duel result was recorded." in recap_news(club).text
    drive(club)
    with club.scope():
        week = Week.objects.select_related("season__campaign").get(pk=club.open_week.pk)
        assert "Anvil won" in recap_of(week).text
    assert "No duel result was recorded." in recap_news(club).text


def test_recaps_of_many_weeks_take_as_many_queries_as_one(
    django_assert_max_num_queries: pytest.FixtureRequest,
) -> None:
    club = make_club_with_closed_week()
    with club.scope():
        weeks = list(Week.objects.filter(season=club.season).select_related("season__campaign"))
        assert len(weeks) > 2
        with django_assert_max_num_queries(7):  # type: ignore[operator]
            assert len(recaps(weeks)) == len(weeks)


def test_hooks_get_a_picture_only_from_clubs_with_a_public_page() -> None:
    club = make_club_with_closed_week()
    hook = Hook(campaign=club.campaign, kind=Hook.Kind.DISCORD, address="", name="The garage")
    plain = webhook_messages._for_discord(hook, [recap_news(club)])
    assert "embeds" not in plain
    assert plain["flags"] == 4
    set_public(campaign=club.campaign, is_public=True, actor=club.gm, now=club.at)
    shown = webhook_messages._for_discord(hook, [recap_news(club)])
    page = f"{settings.SITE_URL.rstrip('/')}/clubs/{club.campaign.slug}/weeks/1/"
    assert shown["embeds"] == [
        {"url": f"{page}?season=1", "image": {"url": f"{page}card.png?season=1"}}
    ]
    tool = webhook_messages._for_a_tool(hook, [recap_news(club)])
    assert tool["news"][0]["card"] == f"{page}card.png?season=1"


def test_c110_all_members_get_the_courier_when_the_week_closes() -> None:
    club = make_club_with_closed_week()
    with scopes_disabled():
        rows = list(Notice.objects.filter(kind=WeekNotice.COURIER))
        members = set(Membership.objects.values_list("user_id", flat=True))
    assert {row.user_id for row in rows} == members
    assert len(rows) == len(members)
    for row in rows:
        assert row.text.startswith("The Courier, week 1: ")
        assert "Anvil won the duel of week 1 ahead of Basilisk" in row.text
        assert row.path == "weeks/1/courier/?season=1"
    assert club.gm.pk in members
