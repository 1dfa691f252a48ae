"""Actions at a table besides moves: resigning, talk, notes and deputies."""

from __future__ import annotations

from uuid import uuid4

import pytest

from core.accounts.models import User
from core.web.refusals import BadForm, Refused, TooFast
from engine.game import IllegalMove, MatchOver
from play.clocking import Clock
from play.models import ChatLine, PrivateMark, PrivateNote, Table
from play.selectors import chat, notes, participants
from play.selectors.names import CODE_NAMES
from play.selectors.participants import NoSuchTable
from play.selectors.table_view import version, view_table
from play.services import deputies, leaving, pausing, reconcile, tables, talking, thinking
from play.services import notes as noting
from play.services.refusals import NotSeated
from tests.engine.games.bids import Setup

from .tables import BidsTable, Time, bid, chairs, participant_at, reload_table, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]


# --- resigning ------------------------------------------------------------------------------------


def test_resigning_a_match_of_two_loses_and_ends_the_table(
    time: Time, ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob, clock=Clock(kind="live", seconds=60))
    with pytest.raises(NotSeated):
        leaving.resign(table_id=table.pk, user=dan)
    for _ in range(2):
        leaving.resign(table_id=table.pk, user=ann)
    seen = view_table(participant_at(table, bob))
    assert (seen.table.status, seen.table.ending, seen.winners, seen.outcome) == (
        "over",
        "resigned",
        (1,),
        "The other side resigned.",
    )
    assert seen.table.match.ended_at == time.now
    with pytest.raises(MatchOver):
        bid(table, bob, 1)
    with pytest.raises(MatchOver):
        leaving.resign(table_id=table.pk, user=bob)
    assert not list(reconcile.findings())


def test_bot_visibly_replaces_a_person_who_resigns_from_three(
    ann: User, bob: User, cat: User, dan: User
) -> None:
    table = table_of(ann, bob, cat)
    leaving.resign(table_id=table.pk, user=bob)
    chair = view_table(participant_at(table, dan)).chairs[1]
    assert (chair.kind, chair.bot, chair.person, chair.resigned) == (
        "bot",
        "random",
        bob.username,
        True,
    )
    assert chair.name in CODE_NAMES
    assert ChatLine.objects.get(text__contains="resigns").text == f"{bob.username} resigns."
    assert thinking.think() == 1
    for user in (ann, cat):
        bid(table, user, 2)
    assert reload_table(table).heard == 2
    assert participant_at(table, bob).seat is None
    with pytest.raises(NotSeated):
        bid(table, bob, 2)
    assert not list(reconcile.findings())


def test_bots_do_not_play_on_alone_after_the_last_person_resigns(ann: User, bob: User) -> None:
    table = table_of(ann, "bot", bob)
    for user in (ann, bob):
        leaving.resign(table_id=table.pk, user=user)
    assert (reload_table(table).status, reload_table(table).ending) == ("over", "abandoned")
    assert thinking.think() == 0


def test_resigned_person_is_not_asked_for_a_pause(ann: User, bob: User, cat: User) -> None:
    table = table_of(ann, bob, cat)
    for user in (ann, cat):
        pausing.ask_for_pause(table_id=table.pk, user=user)
    leaving.resign(table_id=table.pk, user=bob)
    assert reload_table(table).paused_at is not None


def test_private_match_cannot_be_resigned_or_paused(
    monkeypatch: pytest.MonkeyPatch, ann: User
) -> None:
    from play.selectors import parties

    party = uuid4()
    monkeypatch.setattr(
        parties, "parties_by_id", lambda _: {party: parties.Party("Theirs", frozenset({ann.pk}))}
    )
    table = tables.host_match(game="bids", setup=Setup(players=2), parties=[party, "random"])
    for act in (leaving.resign, pausing.ask_for_pause):
        with pytest.raises(Refused, match="larger event"):
            act(table_id=table.pk, user=ann)


# --- talk -----------------------------------------------------------------------------------------


def test_chat_line_reaches_only_the_readers_of_its_channel(
    ann: User, bob: User, cat: User, dan: User
) -> None:
    table = table_of(ann, bob, cat)
    cast = (ann, bob, cat, dan)
    before = {user: version(participant_at(table, user)) for user in cast}
    talking.say(table_id=table.pk, user=bob, text=" psst <b>", channel="odd-seats")
    assert {user for user in cast if version(participant_at(table, user)) != before[user]} == {bob}
    talking.say(table_id=table.pk, user=ann, text="Hello")
    heard = {
        user: [line.text for line in chat.lines(participant_at(table, user)) if not line.is_house]
        for user in cast
    }
    assert heard == {ann: ["Hello"], bob: ["psst <b>", "Hello"], cat: ["Hello"], dan: ["Hello"]}
    assert all(version(participant_at(table, user)) != before[user] for user in cast)


def test_people_talk_only_in_their_channels_and_spectators_only_read(
    ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob)
    for user, channel in ((ann, "odd-seats"), (ann, "no-such"), (dan, "table")):
        with pytest.raises(NotSeated):
            talking.say(table_id=table.pk, user=user, text="Hello", channel=channel)
    for text in ("", "   ", "x" * 501):
        with pytest.raises(BadForm):
            talking.say(table_id=table.pk, user=ann, text=text)
    with pytest.raises(NoSuchTable):
        talking.say(table_id=uuid4(), user=ann, text="Hello")
    assert not ChatLine.objects.exclude(user=None).exists()


def test_chat_is_limited_to_ten_lines_in_twenty_seconds_and_ignores_repeats(
    time: Time, ann: User, bob: User
) -> None:
    table = table_of(ann, bob)
    for number in range(10):
        for _ in range(2):
            talking.say(table_id=table.pk, user=ann, text="Hello", key=f"line {number}")
    with pytest.raises(TooFast):
        talking.say(table_id=table.pk, user=ann, text="Hello")
    talking.say(table_id=table.pk, user=bob, text="Hello", key="line 1")
    time.later(seconds=20)
    talking.say(table_id=table.pk, user=ann, text="Hello")
    assert ChatLine.objects.exclude(user=None).count() == 12


def test_people_can_talk_before_the_start_and_after_the_end(
    ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, None)
    talking.say(table_id=table.pk, user=ann, text="Anybody?")
    with pytest.raises(NotSeated):
        talking.say(table_id=table.pk, user=dan, text="Me!")
    table = table_of(ann, bob)
    leaving.resign(table_id=table.pk, user=ann)
    talking.say(table_id=table.pk, user=bob, text="Thank you")


# --- notes ----------------------------------------------------------------------------------------


def test_note_is_visible_only_to_its_author(ann: User, bob: User, dan: User) -> None:
    table = table_of(ann, bob)
    for text in ("Bob bluffs", "Bob bluffs.\nAlways."):
        noting.save_note(table_id=table.pk, user=ann, text=text)
    assert [notes.note(participant_at(table, user)) for user in (ann, bob, dan)] == [
        "Bob bluffs.\nAlways.",
        "",
        "",
    ]
    assert PrivateNote.objects.count() == 1
    with pytest.raises(BadForm):
        noting.save_note(table_id=table.pk, user=ann, text="x" * 10_001)
    with pytest.raises(NoSuchTable):
        noting.save_note(table_id=uuid4(), user=ann, text="")


def save_marks(table: Table, user: User, **marks: str) -> None:
    noting.save_marks(
        table_id=table.pk, user=user, marks={int(seat[1:]): mark for seat, mark in marks.items()}
    )


def test_marks_are_private_and_a_new_match_starts_without_them(
    ann: User, bob: User, cat: User, dan: User
) -> None:
    table = table_of(ann, bob, cat)
    save_marks(table, ann, s1="bluffs", s2="honest")
    save_marks(table, ann, s2="bluffs")
    save_marks(table, bob, s0="honest")
    save_marks(table, ann, s1="")
    assert [dict(notes.marks(participant_at(table, user))) for user in (ann, bob, cat, dan)] == [
        {2: "bluffs"},
        {0: "honest"},
        {},
        {},
    ]
    assert {*PrivateMark.objects.values_list("match", flat=True)} == {table.match_id}


def test_only_players_mark_only_others_with_the_marks_of_the_game(
    ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob)
    for marks in ({"s0": "bluffs"}, {"s9": "bluffs"}, {"s1": "spy"}, {"s1": "honest", "s0": ""}):
        with pytest.raises(IllegalMove):
            save_marks(table, ann, **marks)
    with pytest.raises(NotSeated):
        save_marks(table, dan, s1="bluffs")
    assert not PrivateMark.objects.exists()


def test_game_without_marks_allows_no_marking(
    monkeypatch: pytest.MonkeyPatch, ann: User, bob: User
) -> None:
    monkeypatch.setattr(BidsTable, "marks", ())
    table = table_of(ann, bob)
    with pytest.raises(IllegalMove, match="no players to mark"):
        save_marks(table, ann, s1="bluffs")
    assert not notes.markable_seats(participant_at(table, ann))


# --- deputies -------------------------------------------------------------------------------------


def test_deputy_sees_and_moves_for_the_seat_visibly(ann: User, bob: User, dan: User) -> None:
    table = table_of(ann, bob, visibility="listed")
    deputies.name_deputy(table_id=table.pk, user=ann, username=dan.username)
    place = participant_at(table, dan)
    assert (place.seat, place.may_act, place.is_member) == (0, True, True)
    assert [chair.deputy for chair in view_table(participant_at(table, bob)).chairs] == [
        dan.username,
        "",
    ]
    bid(table, dan, 3)
    assert view_table(participant_at(table, ann)).board.lines == ("You bid 3.",)
    assert [line.note for line in view_table(participant_at(table, ann)).lines if line.note] == [
        "made by a deputy"
    ]
    assert not [line.note for line in view_table(participant_at(table, bob)).lines if line.note]
    deputies.name_deputy(table_id=table.pk, user=ann, username="")
    assert participant_at(table, dan).seat is None
    assert ChatLine.objects.filter(user=None, text__contains="deputy").exists()


def test_player_cannot_be_deputy_at_the_same_table_and_a_deputy_cannot_name_one(
    ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob)
    for name in (bob.username, ann.username, "nobody", "a\0b"):
        with pytest.raises(Refused):
            deputies.name_deputy(table_id=table.pk, user=ann, username=name)
    deputies.name_deputy(table_id=table.pk, user=ann, username=dan.username)
    for user in (dan, dan):
        with pytest.raises(NotSeated):
            deputies.name_deputy(table_id=table.pk, user=user, username="")
        with pytest.raises(NotSeated):
            pausing.ask_for_pause(table_id=table.pk, user=user)
        with pytest.raises(NotSeated):
            leaving.resign(table_id=table.pk, user=user)
    with pytest.raises(Refused):
        deputies.name_deputy(table_id=table.pk, user=bob, username=dan.username)
    assert chairs(table)[1].deputy is None


def test_deputy_of_an_open_table_cannot_join_it(ann: User, dan: User) -> None:
    from play.services import seating
    from play.services.refusals import ChairTaken

    table = table_of(ann, None)
    deputies.name_deputy(table_id=table.pk, user=ann, username=dan.username)
    with pytest.raises(ChairTaken):
        seating.sit_down(table_id=table.pk, user=dan)
    assert participants.place(table.pk, dan).seats == (0,)
