"""Public talk: board, questions, announcements, comments on duels and news (C80 to C82, C84)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django_scopes import scopes_disabled

from campaign.desk.services import reconcile
from campaign.league.models import Membership
from campaign.league.selectors.viewer import Viewer
from campaign.members.services import members
from campaign.news.models import News
from campaign.news.services import news
from campaign.voices.models import Post, Thread, Wording
from campaign.voices.rules import talk
from campaign.voices.selectors import reading
from campaign.voices.services import notes, speaking
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.refusals import BadForm, Refused, TooFast, WrongTime
from tests.factories import Club, duel_of, found_club, person

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
TALK = ("question-asked", "gm-answered", "talk-answered", "gm-word")


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=2, spectator=True)


def topic(club: Club, by: User | None = None, text: str = "Who cheats?", **said: Any) -> Thread:
    return speaking.open_topic(
        campaign=club.campaign,
        author=by or club.players[0],
        title=said.get("title", "Ash Flats"),
        text=text,
        now=said.get("at", club.at),
    )


def answer_topic(
    club: Club, thread: Thread, by: User, text: str = "You do.", minutes: int = 1
) -> Post:
    at = club.at + minutes * MINUTE
    return speaking.post_in_thread(thread=thread, author=by, text=text, now=at)


def mark_read(
    club: Club, thread: Thread, who: User, minutes: int = 5
) -> tuple[reading.VisiblePost, ...]:
    viewer = club.viewer(who)
    with club.scope():
        found = reading.find_thread(viewer, thread.pk)
        assert found is not None
        rows = reading.post_rows(found)
        return reading.read_posts(viewer, found, rows, club.at + minutes * MINUTE)


def waiting(viewer: Viewer) -> int:
    """Return the number of unread posts."""
    return reading.count_unread_posts(viewer)


def notices_of(user: User) -> list[str]:
    with scopes_disabled():
        mine = Notice.objects.filter(user=user, read_at=None, kind__in=TALK).order_by("at", "text")
        return list(mine.values_list("text", flat=True))


def test_c80_every_member_reads_and_answers_a_topic(club: Club) -> None:
    thread = topic(club)
    assert club.spectator
    answer_topic(club, thread, club.spectator)
    said = mark_read(club, thread, club.players[1])
    assert [(one.author, one.text) for one in said] == [
        (club.players[0].username, "Who cheats?"),
        (club.spectator.username, "You do."),
    ]
    assert any("wrote in “Ash Flats”" in line for line in notices_of(club.players[0]))
    assert notices_of(club.spectator) == notices_of(club.players[1]) == []


def test_c84_a_thread_causes_at_most_one_unread_notice(club: Club) -> None:
    thread = topic(club)
    for minute in range(1, 6):
        answer_topic(club, thread, club.players[1], minutes=minute)
    assert len(notices_of(club.players[0])) == 1


def test_c80_outsiders_and_try_outs_cannot_talk(club: Club) -> None:
    with pytest.raises(Refused):
        topic(club, person("stranger"))
    viewer = club.viewer(club.players[0])
    viewer.campaign.tryout = True
    with club.scope():
        assert waiting(viewer) == 0
        assert list(reading.threads(viewer)) == []


def test_c81_a_post_can_be_edited_for_ten_minutes_and_its_wordings_are_kept(club: Club) -> None:
    post = first(topic(club), club)
    writer = club.players[0]
    speaking.edit(post=post, author=writer, text="Who **won**?", now=club.at + 9 * MINUTE)
    (said,) = mark_read(club, post.thread, club.players[1], minutes=9)
    assert said.text == "Who **won**?"
    assert said.edited_at == club.at + 9 * MINUTE
    with pytest.raises(WrongTime, match="10 minutes"):
        speaking.edit(post=post, author=writer, text="Else", now=club.at + 10 * MINUTE)
    with pytest.raises(Refused):
        speaking.edit(post=post, author=club.players[1], text="Else", now=club.at + MINUTE)
    with club.scope():
        assert list(post.wordings.values_list("text", flat=True)) == ["Who cheats?", "Who **won**?"]


def first(thread: Thread, club: Club) -> Post:
    with club.scope():
        return Post.objects.select_related("thread__campaign").get(thread=thread)


def test_c81_wordings_are_append_only_and_reconcile_checks_them(club: Club) -> None:
    post = first(topic(club), club)
    with club.scope():
        row = post.wordings.get()
        assert row.digest == talk.digest(
            post=str(post.pk), number=1, text=row.text, written_at=row.at
        )
    with pytest.raises(DatabaseError), transaction.atomic(), club.scope():
        Wording.objects.filter(pk=row.pk).update(text="Other roll")
    assert list(reconcile.findings([club.campaign.pk])) == []
    with club.scope():
        Wording.objects.create(post=post, number=2, text="Forged", at=club.at, digest="0" * 64)
    assert [one.code for one in reconcile.findings([club.campaign.pk])] == ["wording-differs"]


def test_c81_a_withdrawn_post_leaves_a_placeholder(club: Club) -> None:
    post = first(topic(club), club)
    speaking.withdraw(post=post, author=club.players[0], now=club.at + MINUTE)
    (said,) = mark_read(club, post.thread, club.players[1])
    assert (said.state, said.text, said.digest, said.can_report) == ("withdrawn", "", "", False)
    for act in (
        lambda: speaking.withdraw(post=post, author=club.players[0], now=club.at + MINUTE),
        lambda: speaking.edit(post=post, author=club.players[0], text="x", now=club.at + MINUTE),
    ):
        with pytest.raises(WrongTime):
            act()


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b", "x" * 2001])
def test_c81_a_post_has_1_to_2000_characters(club: Club, text: str) -> None:
    with pytest.raises(BadForm):
        topic(club, text=text)
    with club.scope():
        assert not Thread.objects.exists()


def test_c84_posts_are_limited_to_twenty_an_hour_and_a_hundred_a_day(club: Club) -> None:
    writer, thread = club.players[0], topic(club)
    with club.scope():
        rows = [Post(thread=thread, by=writer, at=club.at) for _ in range(18)]
        Post.objects.bulk_create(rows)
    answer_topic(club, thread, writer, minutes=59)
    with pytest.raises(TooFast, match="20 posts"):
        answer_topic(club, thread, writer, minutes=59)
    answer_topic(club, thread, writer, minutes=60)
    answer_topic(club, thread, club.players[1], minutes=59)
    with club.scope():
        Post.objects.bulk_create([Post(thread=thread, by=writer, at=club.at) for _ in range(79)])
    with pytest.raises(TooFast, match="100 posts"):
        answer_topic(club, thread, writer, minutes=23 * 60)
    answer_topic(club, thread, writer, minutes=24 * 60)


def test_c82_the_gm_answers_a_question_and_everyone_reads_it(club: Club) -> None:
    asker = club.players[0]
    thread = speaking.ask_gm(
        campaign=club.campaign, author=asker, title="May one ram?", text="On foot?", now=club.at
    )
    assert any("asked the GM: May one ram?" in line for line in notices_of(club.gm))
    with pytest.raises(Refused):
        answer_topic(club, thread, club.players[1])
    answer_topic(club, thread, club.gm, "No.")
    assert notices_of(asker) == ["The GM has answered: May one ram?"]
    answer_topic(club, thread, asker, "Thanks.", minutes=2)
    said = mark_read(club, thread, club.players[1])
    assert [(one.text, one.is_by_gm) for one in said] == [
        ("On foot?", False),
        ("No.", True),
        ("Thanks.", False),
    ]


def test_c82_one_announcement_of_the_gm_is_shown_above_the_news(club: Club) -> None:
    viewer = club.viewer(club.players[0])
    for number, text in enumerate(("Bring *dice*.", "Bring pizza.")):
        at = club.at + number * MINUTE
        speaking.publish_announcement(campaign=club.campaign, author=club.gm, text=text, now=at)
    with club.scope():
        word = reading.current_announcement(viewer)
        assert word is not None
        assert (word.text, word.author, word.can_report) == (
            "Bring pizza.",
            club.gm.username,
            False,
        )
        kept = News.objects.filter(kind="gm-word").order_by("at")
        assert [row.text.partition(": ")[2] for row in kept] == ["Bring dice.", "Bring pizza."]
    assert len(notices_of(club.players[0])) == 1
    assert notices_of(club.gm) == []
    speaking.remove_announcement(campaign=club.campaign, now=club.at + MINUTE)
    with club.scope():
        assert reading.current_announcement(viewer) is None
    with pytest.raises(WrongTime):
        speaking.remove_announcement(campaign=club.campaign, now=club.at + MINUTE)


def test_c80_a_duel_an_event_and_a_news_item_have_one_discussion_each(club: Club) -> None:
    week = club.open_week
    news.publish([news.Item(club.campaign.pk, "death", "Rook is dead.", "rook", club.at)])
    with club.scope():
        item = News.objects.get(cause="rook")
        item.campaign = club.campaign
    for number, who in enumerate(club.players[:2]):
        at = club.at + number * MINUTE
        speaking.post_about_duel(duel=duel_of(week), author=who, text="Ha!", now=at)
        speaking.post_about_news(item=item, author=who, text="Alas.", now=at)
    viewer = club.viewer(club.players[0])
    with club.scope():
        found = {thread.kind: thread.post_count for thread in reading.threads(viewer)}  # type: ignore[attr-defined]
        assert found == {"duel": 2, "news": 2}
        assert reading.post_counts_of_news(viewer, [item]) == {item.pk: 2}


def test_c80_new_topics_are_news_if_the_house_rules_say_so(club: Club) -> None:
    topic(club)
    club.campaign.house_rules = {**club.campaign.house_rules, "topics_are_news": True}
    club.campaign.save(update_fields=["house_rules"])
    topic(club, title="Tyres")
    with club.scope():
        (line,) = News.objects.filter(kind="topic-opened").values_list("text", flat=True)
    assert line == f"{club.players[0].username} started a topic on the board: Tyres"


def test_c80_unread_posts_are_counted_for_each_reader(club: Club) -> None:
    thread = topic(club)
    answer_topic(club, thread, club.gm)
    reader, writer = club.viewer(club.players[1]), club.viewer(club.players[0])
    with club.scope():
        assert reading.unread_counts(reader) == {thread.pk: 2}
        assert reading.unread_counts(writer) == {thread.pk: 1}
    notes.mark_as_read(thread=thread, user=club.players[1], until=club.at)
    with club.scope():
        assert waiting(reader) == 1
    notes.mark_as_read(thread=thread, user=club.players[1], until=club.at + MINUTE)
    notes.mark_as_read(thread=thread, user=club.players[1], until=club.at)
    with club.scope():
        assert waiting(reader) == 0
        assert waiting(writer) == 1


def test_c80_posts_older_than_a_membership_are_not_unread(club: Club) -> None:
    topic(club)
    late = person("late")
    members.admit(
        campaign=club.campaign, user=late, role=Membership.Role.PLAYER, now=club.at + MINUTE
    )
    viewer = club.viewer(late)
    with club.scope():
        assert waiting(viewer) == 0
