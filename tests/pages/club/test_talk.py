"""The pages of the club's board, of letters, and of notes about rivals."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.voices.models import Post, Thread
from campaign.voices.rules.acts import Muting
from campaign.voices.services import moderating, speaking

from .conftest import NOT_FOUND, House


def the_thread(house: House, kind: str) -> Thread:
    with house.club.scope():
        return Thread.objects.filter(kind=kind).select_related("campaign").get()


def the_post(house: House, text: str) -> Post:
    with house.club.scope():
        rows = Post.objects.select_related("thread__campaign", "by", "team")
        found = rows.get(wordings__text=text)
        found.thread.campaign = house.club.campaign
        return found


def letter(house: House, who: str = "owner", text: str = "A *truce*?") -> str:
    club = house.club
    one, other = (0, 1) if who == "owner" else (1, 0)
    path = house.path("letter", team=club.teams[one].slug, to=club.teams[other].slug)
    return house.done(path, {"text": text}, who)


def test_c80_a_topic_is_opened_answered_and_counted_on_the_tab(house: House) -> None:
    empty = house.read(house.path("talk"))
    assert "No topics yet" in empty
    house.done(
        house.path("talk-new", kind="board"),
        {"title": "Ash Flats", "text": "Who **won**? ![x](https://a.b/c.png)"},
    )
    tab = house.get(house.path("standings"), "rival").content.decode()
    assert '>Board <span class="count">1</span>' in tab
    page = house.path("talk-thread", thread=the_thread(house, "board").pk)
    html = house.get(page, "rival").content.decode()
    assert "<strong>won</strong>" in html
    assert "<img" not in html.partition("<main")[2].partition("</main")[0]
    assert 'rel="nofollow noopener noreferrer ugc"' in html
    assert '<span class="count">' not in house.get(page, "rival").content.decode()
    assert "You did." in house.done(page, {"text": "You did."}, "rival")
    assert "already deleted" not in house.refused(page, {"text": " "}, "rival")
    assert house.get(page, "stranger").status_code == NOT_FOUND


def test_c81_an_author_edits_and_deletes_a_post_on_pages(house: House) -> None:
    house.done(house.path("talk-new", kind="board"), {"title": "T", "text": "First"})
    post = the_post(house, "First")
    edit, withdraw = (house.path(f"post-{act}", post=post.pk) for act in ("edit", "withdraw"))
    assert "Second" in house.done(edit, {"text": "Second"})
    assert house.get(edit, "rival").status_code == NOT_FOUND
    assert "Deleted by its author." in house.done(withdraw, {"confirmed": "1"})


def test_c82_an_announcement_is_shown_above_the_news_until_it_is_removed(house: House) -> None:
    house.done(house.path("word-new"), {"text": "Bring *dice*."}, "gm")
    for name in ("club", "news", "talk"):
        assert "<em>dice</em>" in house.get(house.path(name), "rival").content.decode()
    house.done(house.path("word-down"), {}, "gm")
    assert "<em>dice</em>" not in house.get(house.path("news"), "rival").content.decode()
    assert house.get(house.path("word-new"), "owner").status_code == NOT_FOUND


def test_c82_a_question_says_who_can_answer(house: House) -> None:
    house.done(house.path("talk-new", kind="question"), {"title": "Rams", "text": "May one?"})
    page = house.path("talk-thread", thread=the_thread(house, "question").pk)
    assert "One may." in house.done(page, {"text": "One may."}, "gm")
    assert "Only the person who asked and the GM can write here." in house.read(page, "rival")
    house.refused(page, {"text": "I say no."}, "rival")


def test_c80_duels_and_news_have_comments_in_place(house: House) -> None:
    duel = house.path("duel", number=1)
    assert "No comments yet" in house.read(duel)
    talk = house.path("duel-talk", number=1)
    house.done(talk, {"text": "Ha!"})
    assert "1 comment" in house.read(duel, "rival")
    assert "Ha!" in house.read(talk, "rival")
    house.done(house.path("word-new"), {"text": "Bring dice."}, "gm")
    with house.club.scope():
        item = house.club.campaign.news.order_by("-at").first()
    assert item is not None
    about = house.path("news-talk", item=item.pk)
    assert "Why?" in house.done(about, {"text": "Why?"})
    assert "1 comment" in house.read(house.path("news"), "rival")


def test_c83_letters_are_for_two_teams_and_name_authors_to_their_own(house: House) -> None:
    club, writer = house.club, house.people["owner"].username
    assert "No letters yet" in house.read(house.own("letters"))
    assert f"({writer})" in letter(house)
    theirs = house.path("letter", team=club.teams[1].slug, to=club.teams[0].slug)
    read = house.get(theirs, "rival").content.decode().partition("<main")[2]
    assert "<em>truce</em>" in read and writer not in read
    own = house.own("letter", to=club.teams[1].slug)
    for who in ("gm", "spectator", "rival", "stranger"):
        assert house.get(own, who).status_code == NOT_FOUND
    assert house.get(house.own("letter", to=club.teams[0].slug)).status_code == NOT_FOUND


def test_c83_a_block_is_invisible_to_the_blocked_team(house: House) -> None:
    club = house.club
    theirs = house.path("letter", team=club.teams[1].slug, to=club.teams[0].slug)
    block = {"team": club.teams[1].slug, "to": club.teams[0].slug}
    page = house.done(house.path("letters-block", **block), {"confirmed": "1"}, "rival")
    assert "You blocked" in page
    sent = letter(house, text="Truce?")
    assert "Truce?" in sent and "blocked" not in sent
    assert "Truce?" not in house.read(theirs, "rival")
    house.go_to(house.club.at + timedelta(minutes=1))
    assert "Truce?" not in house.done(house.path("letters-unblock", **block), {}, "rival")
    assert "I am back." in letter(house, text="I am back.")
    assert "I am back." in house.read(theirs, "rival")


@pytest.mark.everyday
def test_c85_a_reported_letter_is_hidden_and_its_author_muted_at_the_desk(house: House) -> None:
    letter(house, text="Harmless")
    letter(house, text="I know where you live.")
    post = the_post(house, "I know where you live.")
    report = house.path("post-report", post=post.pk)
    house.done(report, {"reason": "A threat."}, "rival")
    desk = house.read(house.path("desk-talk"), "gm")
    assert "I know where you live." in desk and "Harmless" not in desk
    house.done(house.path("post-hide", post=post.pk), {"reason": "No threats."}, "gm")
    own = house.own("letter", to=house.club.teams[1].slug)
    assert "Hidden by a GM: No threats." in house.read(own)
    until = (house.club.at + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    said = {
        "username": house.people["owner"].username,
        "letters": "on",
        "until": until,
        "reason": "Threats.",
    }
    assert "Threats." in house.done(house.path("desk-mute"), said, "gm")
    assert "A GM has muted you" in house.read(own)
    assert "Threats." in house.refused(own, {"text": "Ha"})
    assert "Muted" in house.read(house.path("desk-log"), "rival")
    assert house.get(house.path("desk-talk"), "owner").status_code == NOT_FOUND


def test_c86_a_mute_is_ended_at_the_desk(house: House) -> None:
    mute = moderating.mute(
        campaign=house.club.campaign,
        new=Muting(
            username=house.people["owner"].get_username(),
            until=house.club.at + timedelta(days=2),
            letters=False,
            reason="Shouting.",
        ),
        actor=house.club.gm,
        now=house.club.at,
    )
    assert "Start a topic" not in house.read(house.path("talk")).partition("Topics")[0]
    house.done(house.path("desk-mute-end", mute=mute.pk), {"reason": "Enough."}, "gm")
    speaking.open_topic(
        campaign=house.club.campaign,
        author=house.people["owner"],
        title="T",
        text="x",
        now=house.club.at,
    )


def test_c88_a_note_on_a_rival_is_in_the_dossier_with_its_versions(house: House) -> None:
    page = house.own("rival-note", rival=house.club.teams[1].slug)
    house.done(page, {"text": "They *bluff*.", "seen": "0"})
    assert "<em>bluff</em>" in house.get(house.own("espionage:dossier")).content.decode()
    house.done(page, {"text": "They never bluff.", "seen": "1"})
    assert "Version 1" in house.read(page)
    assert "has changed this note" in house.refused(page, {"text": "Who knows.", "seen": "1"})
    assert house.get(page, "gm").status_code == NOT_FOUND
