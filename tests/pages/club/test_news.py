"""The club's news: by week, corrections beside their results, overnight events after the reader's
own report.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from campaign.league.models import Season, Week
from campaign.news.services import news
from espionage.services.tick import tick

from .conftest import House, words

DEATH: Final = "Vesper of Anvil died in the night."


def publish(week: Week, kind: str, text: str, cause: str, hours: int) -> None:
    at = week.settle_at + timedelta(hours=hours)
    news.publish([news.Item(week.season.campaign_id, kind, text, cause, at, week=week.pk)])


@pytest.fixture
def settled(house: House) -> House:
    """Return a club whose week 1 is published, with a death on a mission."""
    week = house.club.open_week
    tick(now=week.due_at)
    tick(now=week.settle_at)
    house.go_to(week.settle_at + timedelta(minutes=1))
    with house.club.scope():
        publish(week, "death", DEATH, f"{week.pk}/news/7", 0)
    return house


def test_overnight_news_are_folded_until_the_reader_opens_their_report(settled: House) -> None:
    for page in ("club", "news"):
        owner, spectator = (settled.read(settled.path(page), who) for who in ("owner", "spectator"))
        assert "You may want to read your own report first" in owner
        assert "You may want to read your own report first" not in spectator
        assert DEATH in owner and DEATH in spectator
    settled.read(settled.own("espionage:report", number=1))
    for page in ("club", "news"):
        assert "You may want to" not in settled.read(settled.path(page))


def test_a_correction_is_shown_beside_the_result_it_corrects(settled: House) -> None:
    week = settled.week()
    with settled.club.scope():
        publish(week, "duel-recorded", "Anvil won the duel.", f"duel:{week.pk}:1", 30)
        publish(week, "league-word", "The club was told something.", "told", 40)
        publish(week, "duel-corrected", "Corrected: Basilisk won.", f"duel:{week.pk}:2", 50)
    page = settled.read(settled.path("news"), "spectator")
    won, corrected, told = (
        page.index(text) for text in ("Anvil won", "Corrected: Basilisk won", "told something")
    )
    assert told < won < corrected
    assert page.count("Corrected: Basilisk won") == 1


def test_news_without_a_week_are_listed_with_the_next_news(settled: House) -> None:
    week = settled.week()
    with settled.club.scope():
        publish(week, "death", DEATH, f"obituary:{week.pk}:1:x", 30)
        at = week.settle_at + timedelta(hours=20)
        told = news.Item(week.season.campaign_id, "team-approved", "Cobra joins.", "joined", at)
        news.publish([told])
    answer = settled.get(settled.path("news"), "spectator")
    page = words(answer)
    assert answer.content.decode().count('class="week-of"') == 1
    assert (
        page.index("Week 1")
        < page.index("Cobra joins")
        < page.index("The reports of week 1 are out")
    )


def test_news_of_a_closed_season_link_to_its_weeks(settled: House) -> None:
    page = settled.get(settled.path("news"), "spectator").content.decode()
    week = settled.path("week", number=1)
    assert f'href="{week}?season=1">Week 1</a>' in page
    with settled.club.scope():
        Season.objects.filter(pk=settled.club.season.pk).update(closed_at=settled.club.at)
    page = settled.get(settled.path("news"), "spectator").content.decode()
    assert f'href="{week}?season=1">Season 1, week 1</a>' in page
