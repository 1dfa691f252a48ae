"""Posts of a club are erased after the site's retention period and not earlier: the words go, the
digest stays (C81, C82, C85).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.desk.services import reconcile
from campaign.news.models import News
from campaign.voices.models import Post, Report, Thread, Wording
from campaign.voices.selectors import reading
from campaign.voices.services import moderating, speaking
from core.notifications.models import Notice
from core.notifications.services.pruning import prune
from core.web import clock
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=2)


def create_posts(club: Club) -> tuple[Thread, Thread, Thread]:
    """Create a topic, a letter and an announcement."""
    said: dict[str, Any] = {"now": club.at}
    topic = speaking.open_topic(
        campaign=club.campaign,
        author=club.players[0],
        title="Zyzzyva",
        text="Qwertz on it.",
        **said,
    )
    speaking.write_letter(
        team=club.teams[0], to=club.teams[1], author=club.players[0], text="Qwertz, dear.", **said
    )
    speaking.publish_announcement(
        campaign=club.campaign, author=club.gm, text="Qwertz to all.", **said
    )
    with scopes_disabled():
        letters = Thread.objects.get(kind=Thread.Kind.LETTERS)
        return topic, letters, Thread.objects.get(kind=Thread.Kind.ANNOUNCEMENT)


def texts(thread: Thread) -> list[str]:
    with scopes_disabled():
        rows = Wording.objects.filter(post__thread=thread).order_by("post__at", "number")
        return list(rows.values_list("text", flat=True))


def prune_at(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
    monkeypatch.setattr(clock, "now", lambda: at)
    prune()


@pytest.mark.parametrize("days", [0, 30])
def test_c81_board_posts_are_erased_after_the_sites_retention_period(
    days: int, club: Club, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOARD_DAYS = days
    topic, letters, _ = create_posts(club)
    with scopes_disabled():
        digests = set(Wording.objects.values_list("pk", "digest"))
    prune_at(monkeypatch, club.at + 30 * DAY - timedelta(hours=1))
    assert texts(topic) == ["Qwertz on it."]
    prune_at(monkeypatch, club.at + 30 * DAY + timedelta(hours=1))
    assert texts(topic) == ["" if days else "Qwertz on it."]
    assert texts(letters) == ["Qwertz, dear."]
    with scopes_disabled():
        assert set(Wording.objects.values_list("pk", "digest")) == digests
        topic.refresh_from_db()
        named = Notice.objects.filter(text__contains="Zyzzyva").exists()
        named |= News.objects.filter(text__contains="Zyzzyva").exists()
    assert topic.title == ("Old topic" if days else "Zyzzyva")
    assert not (days and named)
    with club.scope():
        assert not list(reconcile.findings([club.campaign.pk]))


def test_c83_letters_have_their_own_retention_period(
    club: Club, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LETTERS_DAYS = 10
    topic, letters, word = create_posts(club)
    prune_at(monkeypatch, club.at + 11 * DAY)
    assert texts(letters) == [""]
    assert texts(topic) == ["Qwertz on it."]
    assert texts(word) == ["Qwertz to all."]


def test_c82_an_announcement_is_erased_only_after_it_was_withdrawn(
    club: Club, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOARD_DAYS = 10
    word = create_posts(club)[2]
    prune_at(monkeypatch, club.at + 11 * DAY)
    assert texts(word) == ["Qwertz to all."]
    speaking.remove_announcement(campaign=club.campaign, now=club.at + 11 * DAY)
    prune_at(monkeypatch, club.at + 12 * DAY)
    assert texts(word) == [""]
    with scopes_disabled():
        assert not News.objects.filter(text__contains="Qwertz").exists()


def test_c85_a_reported_post_is_kept_until_the_gm_settles_the_report(
    club: Club, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOARD_DAYS = 10
    topic = create_posts(club)[0]
    with scopes_disabled():
        post = Post.objects.get(thread=topic)
    moderating.report(
        post=post, reporter=club.players[1], team=None, reason="Qwertz!", now=club.at + DAY
    )
    prune_at(monkeypatch, club.at + 11 * DAY)
    assert texts(topic) == ["Qwertz on it."]
    with scopes_disabled():
        report = Report.objects.get()
    moderating.dismiss(report=report, actor=club.gm, now=club.at + 12 * DAY)
    prune_at(monkeypatch, club.at + 13 * DAY)
    assert texts(topic) == [""]
    report.refresh_from_db()
    assert report.why == ""


def test_an_erased_post_shows_a_placeholder_and_its_digest(
    club: Club, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    settings.BOARD_DAYS = 10
    topic = create_posts(club)[0]
    with club.scope():
        digest = Wording.objects.get(post__thread=topic).digest
    prune_at(monkeypatch, club.at + 11 * DAY)
    with club.scope():
        found = reading.read_posts(
            club.viewer(club.players[0]), topic, reading.post_rows(topic), club.at + 11 * DAY
        )
    assert [(one.state, one.text, one.digest) for one in found] == [("forgotten", "", digest)]
    assert not any(
        (found[0].can_edit, found[0].can_withdraw, found[0].can_report, found[0].can_hide)
    )
    client.force_login(club.players[1])
    said = client.get(reverse("talk-thread", args=[club.campaign.slug, topic.pk])).content.decode()
    assert "The text was deleted because it was old." in said


def test_the_privacy_page_states_the_retention_periods(
    client: Client, settings: SettingsWrapper
) -> None:
    assert client.get(reverse("privacy")).content.decode().count("as long as the club exists") == 2
    settings.BOARD_DAYS, settings.LETTERS_DAYS = 71, 72
    said = client.get(reverse("privacy")).content.decode()
    assert "71 days, or until a report about it is settled" in said
    assert "72 days, or until a report about it is settled" in said
