"""Letters between two teams, blocks, reports, mutes and notes about rivals (C83, C85, C86, C88)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django_scopes import scopes_disabled

from campaign.desk.services import reconcile
from campaign.league.models import DeskAct, Membership, Team
from campaign.league.selectors import desk_log
from campaign.members.services import members, owners
from campaign.voices.models import Post, Report, RivalNote, Thread
from campaign.voices.rules import talk
from campaign.voices.rules.acts import Muting
from campaign.voices.selectors import notes as noted
from campaign.voices.selectors import reading, rights
from campaign.voices.services import moderating, notes, speaking
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.refusals import BadForm, Refused, WrongTime
from tests.factories import Club, found_club, person

from .test_talk import waiting

pytestmark = pytest.mark.django_db
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
A, B, C = range(3)


@pytest.fixture
def club() -> Club:
    """Return three teams; the first one has a second owner, and a GM plays the third."""
    club = found_club(teams=3, characters=2, spectator=True)
    partner, boss = person("partner"), person("boss")
    members.admit(campaign=club.campaign, user=partner, role=Membership.Role.PLAYER, now=club.at)
    owners.add_owner(team=club.teams[A], user=partner, now=club.at)
    members.admit(campaign=club.campaign, user=boss, role=Membership.Role.GM, now=club.at)
    owners.hand_over(
        team=club.teams[C], to=boss, actor=club.gm, now=club.at, reason="They asked for it."
    )
    club.players[C] = boss
    return club


def write(
    club: Club, one: int = A, other: int = B, text: str = "A truce?", minutes: int = 0
) -> Post:
    return speaking.write_letter(
        team=club.teams[one],
        to=club.teams[other],
        author=club.players[one],
        text=text,
        now=club.at + minutes * MINUTE,
    )


def letters(
    club: Club, team: int, other: int, who: User | None = None
) -> tuple[reading.VisiblePost, ...]:
    """Return the letters of two teams as the first one reads them."""
    viewer, own = club.viewer(who or club.players[team]), club.teams[team]
    with club.scope():
        thread = reading.letters_between(own, club.teams[other])
        if thread is None:
            return ()
        now = club.at + 5 * MINUTE
        return reading.read_posts(viewer, thread, reading.post_rows(thread, own), now, own)


def notices_of(user: User, kind: str = "letter") -> list[str]:
    with scopes_disabled():
        mine = Notice.objects.filter(user=user, kind=kind).order_by("at", "text")
        return list(mine.values_list("text", flat=True))


def block(club: Club, team: int = B, against: int = A, minutes: int = 0) -> None:
    moderating.block(
        team=club.teams[team],
        blocked_team=club.teams[against],
        user=club.players[team],
        now=club.at + minutes * MINUTE,
    )


def test_c83_two_teams_exchange_letters_and_only_their_own_see_the_author(club: Club) -> None:
    write(club)
    write(club, B, A, "Never.", minutes=1)
    ours = letters(club, A, B, User.objects.get(username__startswith="partner"))
    assert [(one.author, one.text, one.is_own) for one in ours] == [
        (club.players[A].username, "A truce?", True),
        ("", "Never.", False),
    ]
    theirs = letters(club, B, A)
    assert [(one.author, one.team) for one in theirs] == [
        ("", club.teams[A]),
        (club.players[B].username, club.teams[B]),
    ]
    assert notices_of(club.players[B]) == [
        f"{club.teams[B]} received a letter from {club.teams[A]}."
    ]
    assert (
        len(notices_of(club.players[A]))
        == len(notices_of(User.objects.get(username__startswith="partner")))
        == 1
    )
    assert list(reconcile.findings([club.campaign.pk])) == []


@pytest.mark.parametrize("who", ["gm", "boss", "spectator"])
def test_c83_nobody_else_reads_a_letter_not_even_a_gm(club: Club, who: str) -> None:
    post = write(club)
    assert club.spectator
    user = {"gm": club.gm, "boss": club.players[C], "spectator": club.spectator}[who]
    viewer = club.viewer(user)
    with club.scope():
        assert reading.find_thread(viewer, post.thread_id) is None
        assert reading.find_post(viewer, post.pk) is None
        assert reading.find_post_to_moderate(viewer, post.pk) is None
        assert waiting(viewer) == 0
        assert list(reading.threads(viewer)) == []
        assert not rights.can_write_letters(viewer, club.teams[A])


def test_c83_letters_of_a_blocked_team_are_accepted_and_never_shown(club: Club) -> None:
    write(club, text="First")
    block(club, minutes=1)
    block(club, minutes=1)
    unseen = write(club, text="Second", minutes=2)
    moderating.unblock(team=club.teams[B], blocked_team=club.teams[A], now=club.at + 3 * MINUTE)
    write(club, text="Third", minutes=4)
    assert [one.text for one in letters(club, B, A)] == ["First", "Third"]
    assert [one.text for one in letters(club, A, B)] == ["First", "Second", "Third"]
    reader = club.viewer(club.players[B])
    with club.scope():
        assert waiting(reader) == reading.count_unread_letters(reader) == 2
        assert reading.find_post(reader, unseen.pk) is None
        (one,) = [one for one in reading.correspondents(reader, club.teams[B]) if one.last_at]
        assert (one.team, one.unread_count) == (club.teams[A], 2)
        assert one.last_at == club.at + 4 * MINUTE


def test_c83_a_blocked_team_does_not_learn_of_the_block(club: Club) -> None:
    block(club)
    write(club)
    assert notices_of(club.players[B]) == []
    writer = club.viewer(club.players[A])
    with club.scope():
        assert reading.block_since(club.teams[A], club.teams[B]) is None
        (one,) = [one for one in reading.correspondents(writer, club.teams[A]) if one.last_at]
        assert (one.blocked_since, one.unread_count) == (None, 0)
        assert [act.kind for act in DeskAct.objects.filter(kind__contains="block")] == []
    assert [one.state for one in letters(club, A, B)] == ["said"]
    reader = club.viewer(club.players[B])
    with club.scope():
        assert all(not one.last_at for one in reading.correspondents(reader, club.teams[B]))


def test_c83_letters_to_oneself_or_a_former_team_are_refused_and_old_ones_stay(club: Club) -> None:
    write(club, B, A)
    with pytest.raises(Refused):
        write(club, A, A)
    Team._base_manager.filter(pk=club.teams[B].pk).update(left_at=club.at)
    club.teams[B].left_at = club.at
    with pytest.raises(WrongTime, match="left the league"):
        write(club)
    assert [one.text for one in letters(club, A, B)] == ["A truce?"]
    reader = club.viewer(club.players[A])
    with club.scope():
        others = [one.team for one in reading.correspondents(reader, club.teams[A])]
    assert others == [club.teams[B], club.teams[C]]


def test_c83_new_owners_read_a_teams_letters_and_former_ones_do_not(club: Club) -> None:
    post = write(club)
    heir = person("heir")
    members.admit(campaign=club.campaign, user=heir, role=Membership.Role.PLAYER, now=club.at)
    owners.hand_over(team=club.teams[B], to=heir, actor=club.gm, now=club.at, reason="Gone.")
    new, old = club.viewer(heir), club.viewer(club.players[B])
    with club.scope():
        assert reading.find_post(new, post.pk) is not None
        assert reading.find_post(old, post.pk) is None


def test_c83_the_form_says_that_a_bots_team_does_not_answer(club: Club) -> None:
    team = club.teams[B]
    with club.scope():
        assert reading.describe_bot(team) == ""
        team.bot = "careful"
        assert "acts for" in reading.describe_bot(team)
        team.ownerships.update(until=club.at)
        assert "is run by a bot" in reading.describe_bot(team)


# --- reports --------------------------------------------------------------------------------------


def report(club: Club, post: Post, team: int | None = B, why: str = "A threat.") -> Report:
    return moderating.report(
        post=post,
        reporter=club.players[team if team is not None else B],
        team=club.teams[team] if team is not None else None,
        reason=why,
        now=club.at + 2 * MINUTE,
    )


def reported_posts(club: Club, who: User) -> list[str]:
    viewer = club.viewer(who)
    with club.scope():
        return [row.wording.text for row in reading.open_reports(viewer)]


def test_c85_a_gm_without_a_team_reads_reported_letters_only(club: Club) -> None:
    write(club, text="Harmless")
    post = write(club, text="I know where you live.")
    report(club, post)
    speaking.edit(post=post, author=club.players[A], text="Sorry.", now=club.at + 3 * MINUTE)
    assert reported_posts(club, club.gm) == ["I know where you live."]
    assert reported_posts(club, club.players[C]) == reported_posts(club, club.players[A]) == []
    assert notices_of(club.gm, "post-reported") == ["A post was reported. Review it at the desk."]
    assert (
        notices_of(club.players[A], "post-reported")
        == notices_of(club.players[C], "post-reported")
        == []
    )
    with club.scope():
        row = Report.objects.select_related("wording").get()
        said = row.wording
        assert said.digest == talk.digest(
            post=str(post.pk), number=1, text="I know where you live.", written_at=said.at
        )
    with pytest.raises(WrongTime, match="already reported"):
        report(club, post)
    with pytest.raises(Refused, match="your own"):
        report(club, post, A)
    with pytest.raises(BadForm):
        report(club, write(club, text="Again"), why=" ")


def test_c85_a_playing_gm_judges_reports_except_about_their_own_letters(club: Club) -> None:
    members.set_role(
        membership=Membership._base_manager.get(campaign=club.campaign, user=club.gm),
        role=Membership.Role.SPECTATOR,
        actor=club.players[C],
        now=club.at,
    )
    report(club, write(club, text="From A"))
    report(club, write(club, C, B, text="From the GM's own team"))
    assert reported_posts(club, club.players[C]) == ["From A"]
    assert len(notices_of(club.players[C], "post-reported")) == 1


def test_c85_a_gm_hides_a_post_with_a_reason_and_shows_it_again(club: Club) -> None:
    thread = speaking.open_topic(
        campaign=club.campaign, author=club.players[A], title="Tyres", text="Idiots!", now=club.at
    )
    with club.scope():
        post = Post.objects.select_related("thread__campaign", "by").get(thread=thread)
    moderating.report(
        post=post, reporter=club.players[B], team=None, reason="Rude.", now=club.at + 2 * MINUTE
    )
    moderating.hide(post=post, actor=club.gm, reason="Be polite.", now=club.at + MINUTE)
    viewer = club.viewer(club.players[B])
    with club.scope():
        (said,) = reading.read_posts(
            viewer, thread, reading.post_rows(thread), club.at + 2 * MINUTE
        )
        assert (said.state, said.text, said.hidden_reason, said.hidden_text) == (
            "hidden",
            "",
            "Be polite.",
            "",
        )
        (seen,) = reading.read_posts(
            club.viewer(club.gm), thread, reading.post_rows(thread), club.at
        )
        assert (seen.hidden_text, seen.can_unhide) == ("Idiots!", True)
        acts = [(act.kind, act.reason, act.public) for act in DeskAct.objects.all()][:1]
        assert acts == [("post-hidden", "Be polite.", True)]
    assert reported_posts(club, club.gm) == []
    assert len(notices_of(club.players[A], "post-hidden")) == 1
    with pytest.raises(WrongTime):
        speaking.withdraw(post=post, author=club.players[A], now=club.at + 2 * MINUTE)
    moderating.show(post=post, actor=club.gm, reason="He said sorry.", now=club.at + 3 * MINUTE)
    with club.scope():
        (said,) = reading.read_posts(
            viewer, thread, reading.post_rows(thread), club.at + 4 * MINUTE
        )
        assert (said.state, said.text) == ("said", "Idiots!")
    with pytest.raises(WrongTime):
        moderating.show(post=post, actor=club.gm, reason="Again.", now=club.at)


def test_c85_the_log_shows_nothing_of_a_hidden_letter(club: Club) -> None:
    post = write(club)
    report(club, post)
    viewer = club.viewer(club.gm)
    with club.scope():
        found = reading.find_post_to_moderate(viewer, post.pk)
        assert found is not None
        boss = club.viewer(club.players[C])
        assert reading.find_post_to_moderate(boss, post.pk) is None
    moderating.hide(post=found, actor=club.gm, reason="A threat.", now=club.at + 3 * MINUTE)
    assert [one.state for one in letters(club, B, A)] == ["hidden"]
    with club.scope():
        for user, seen in ((club.players[A], 0), (club.players[C], 0), (club.gm, 1)):
            rows = desk_log.acts(club.viewer(user)).filter(kind="post-hidden")
            assert rows.count() == seen
        assert list(reading.hidden_letters(viewer)) == [post]


def test_c85_a_dismissed_report_leaves_the_post_and_notifies_nobody(club: Club) -> None:
    report(club, write(club))
    viewer = club.viewer(club.gm)
    with club.scope():
        row = reading.open_reports(viewer).get()
        row.wording.post.thread.campaign = club.campaign
    moderating.dismiss(report=row, actor=club.gm, now=club.at + 3 * MINUTE)
    with pytest.raises(WrongTime):
        moderating.dismiss(report=row, actor=club.gm, now=club.at + 3 * MINUTE)
    assert reported_posts(club, club.gm) == []
    assert [one.state for one in letters(club, B, A)] == ["said"]


# --- mutes ----------------------------------------------------------------------------------------


def mute(club: Club, user: User, **said: Any) -> Any:
    return moderating.mute(
        campaign=club.campaign,
        new=Muting(
            username=user.get_username(),
            until=said.get("until", club.at + 3 * DAY),
            letters=said.get("letters", False),
            reason=said.get("reason", "Trolling."),
        ),
        actor=club.gm,
        now=said.get("at", club.at),
    )


def topic(club: Club, by: User, at: Any) -> Thread:
    return speaking.open_topic(campaign=club.campaign, author=by, title="T", text="x", now=at)


def ask(club: Club, by: User, at: Any) -> Thread:
    return speaking.ask_gm(campaign=club.campaign, author=by, title="Why?", text="Why me?", now=at)


def test_c86_a_muted_member_is_told_and_can_ask_one_question_a_day(club: Club) -> None:
    troll = club.players[A]
    topic(club, troll, club.at)
    mute(club, troll)
    assert [line.endswith("Trolling.") for line in notices_of(troll, "muted")] == [True]
    with pytest.raises(speaking.Muted, match="Trolling"):
        topic(club, troll, club.at + MINUTE)
    ask(club, troll, club.at + MINUTE)
    with pytest.raises(speaking.Muted):
        ask(club, troll, club.at + 2 * MINUTE)
    ask(club, troll, club.at + DAY + 2 * MINUTE)
    write(club, minutes=3)
    topic(club, troll, club.at + 3 * DAY)
    with club.scope():
        log = DeskAct.objects.get(kind="muted")
        assert (log.public, log.reason, log.detail["user"]) == (True, "Trolling.", troll.username)


def test_c86_a_mute_can_include_letters_and_is_ended_with_a_reason(club: Club) -> None:
    troll = club.players[A]
    mute(club, troll)
    mute(club, troll, letters=True)
    with club.scope():
        (row,) = rights.current_mutes(club.campaign, club.at)
    row.campaign = club.campaign
    with pytest.raises(speaking.Muted):
        write(club, minutes=1)
    with club.scope():
        assert Thread.objects.count() == 0
    moderating.end_mute(mute=row, actor=club.gm, reason="Enough.", now=club.at + 2 * MINUTE)
    assert len(notices_of(troll, "mute-ended")) == 1
    write(club, minutes=3)
    with pytest.raises(WrongTime):
        moderating.end_mute(mute=row, actor=club.gm, reason="Enough.", now=club.at + 2 * MINUTE)


def test_c86_gms_cannot_be_muted_and_mutes_are_limited_in_time(club: Club) -> None:
    with pytest.raises(Refused, match="GM"):
        mute(club, club.players[C])
    for until in (club.at, club.at + 367 * DAY):
        with pytest.raises(BadForm):
            mute(club, club.players[A], until=until)
    mute(club, club.players[A])
    members.set_role(
        membership=Membership._base_manager.get(campaign=club.campaign, user=club.players[A]),
        role=Membership.Role.GM,
        actor=club.gm,
        now=club.at,
    )
    topic(club, club.players[A], club.at + MINUTE)


# --- notes ----------------------------------------------------------------------------------------


def keep(club: Club, text: str, seen: int, by: User | None = None) -> int:
    return notes.save_note(
        team=club.teams[A],
        rival=club.teams[B],
        text=text,
        replaced_version=seen,
        author=by or club.players[A],
        now=club.at,
    )


def test_c88_a_team_keeps_one_note_per_rival_with_all_versions(club: Club) -> None:
    assert keep(club, "They bluff.", 0) == 1
    assert keep(club, "They bluff.", 1) == 1
    with pytest.raises(WrongTime, match="changed this note"):
        keep(club, "They never bluff.", 0, User.objects.get(username__startswith="partner"))
    assert keep(club, "They never bluff.", 1, User.objects.get(username__startswith="partner")) == 2
    with club.scope():
        rows = noted.versions(club.teams[A], club.teams[B])
        assert [(row.number, row.text) for row in rows] == [
            (2, "They never bluff."),
            (1, "They bluff."),
        ]
        assert {about: row.number for about, row in noted.notes_of(club.teams[A]).items()} == {
            club.teams[B].pk: 2
        }
        assert noted.notes_of(club.teams[B]) == {}
    assert keep(club, "", 2) == 3
    with club.scope():
        assert noted.notes_of(club.teams[A]) == {}
    with pytest.raises(DatabaseError), transaction.atomic(), club.scope():
        RivalNote.objects.all().delete()
