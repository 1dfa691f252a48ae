"""A tournament from announcement to winner, run by the tick despite interruptions (T1 to T9)."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

import pytest
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.models import Notice
from core.uptime.models import Outage
from core.web.refusals import Refused
from engine.dice import SeededDice
from play import tasks
from play.clocking import Clock
from play.models import Entrant, Match, Move, Pairing, RatingChange, Round, Table, Tournament
from play.selectors import circles
from play.selectors import tournaments as selector
from play.selectors.circles import Circle
from play.selectors.participants import NoSuchTable, place
from play.selectors.tournaments import NoSuchTournament
from play.services import leaving, moving, reconcile, thinking, tick, tournament_rounds, tournaments
from play.services.refusals import Full, NotOpen, NotYours
from play.tabletop.board import Draft
from tests.factories import person

from .tables import AT, Time, bid, chairs, reload_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]
HOUR = timedelta(hours=1)


@pytest.fixture
def people(ann: User, bob: User, cat: User, dan: User) -> tuple[User, ...]:
    return ann, bob, cat, dan


def announce(who: User, **named: Any) -> Tournament:
    """Announce a tournament of bids that starts in an hour, with a day for each round."""
    given = {
        "name": "Spring cup",
        "game": "bids",
        "begins_at": AT + HOUR,
        "round_minutes": 24 * 60,
        **named,
    }
    return tournaments.announce(user=who, **given)


def announce_and_begin(time: Time, *people: User, **named: Any) -> Tournament:
    """Announce a tournament, enter these people and begin it."""
    row = announce(people[0], **named)
    for who in people:
        tournaments.enter(tournament_id=row.pk, user=who)
    time.to(AT + HOUR)
    assert tick.tick()["tournaments"] == 1
    return reload_tournament(row)


def reload_tournament(row: Tournament) -> Tournament:
    return Tournament.objects.get(pk=row.pk)


def view_for(row: Tournament, user: User, time: Time) -> selector.TournamentView:
    return selector.view_tournament(row.pk, user, time.now)


def tables_of(row: Tournament) -> list[Table]:
    """Return the tables of the current round."""
    return list(
        Table.objects.filter(pairing__round__tournament=row, pairing__round__over_at=None).order_by(
            "pairing__board"
        )
    )


def holder_of(table: Table, seat: int) -> User:
    """Return who has this seat."""
    holder = chairs(table)[seat].holder
    assert holder is not None
    return holder


def resign_seat(table: Table, seat: int) -> None:
    """Let the holder of this seat resign."""
    leaving.resign(table_id=table.pk, user=holder_of(table, seat))


def notices_of(user: User) -> list[str]:
    with scopes_disabled():
        rows = Notice.objects.filter(user=user).order_by("at", "id")
        return list(rows.values_list("text", flat=True))


# --- from announcement to winner ------------------------------------------------------------------


def test_tournament_is_played_from_its_announcement_to_the_winner(
    time: Time, people: tuple[User, ...]
) -> None:
    row = announce_and_begin(time, *people)
    assert (row.status, row.rounds) == ("playing", 3)
    for number in (1, 2, 3):
        playing = tables_of(row)
        assert len(playing) == 2
        assert tick.tick()["tournaments"] == 0  # while matches last nothing is done
        time.later(minutes=5)
        for table in playing:
            resign_seat(table, 1)
        assert tick.tick()["tournaments"] == 1
        assert Round.objects.get(tournament=row, number=number).over_at == time.now
    row = reload_tournament(row)
    assert (row.status, row.ending, row.over_at) == ("over", "", time.now)
    assert tick.tick()["tournaments"] == 0
    view = view_for(row, people[0], time)
    met = {
        frozenset({one.first.name, one.second.name})
        for each in view.rounds
        for one in each.matches
        if one.second
    }
    assert len(met) == 6  # everybody has met everybody
    places = sorted(one.place or 0 for one in Entrant.objects.filter(tournament=row))
    assert places[0] == 1 and len(view.winners) == places.count(1)
    winner = next(one for one in people if one.get_username() == view.winners[0].name)
    assert selector.trophies(winner, people[0]) == (row,)
    said = notices_of(winner)
    assert said[0].startswith("Spring cup, round 1 of 3: you play ") and "you won" in said[-1]
    assert len(said) == 4
    assert not list(reconcile.findings())


def test_each_pair_has_a_private_table(time: Time, people: tuple[User, ...]) -> None:
    organiser = person("organiser")
    row = announce(organiser)
    for who in people:
        tournaments.enter(tournament_id=row.pk, user=who)
    time.to(AT + HOUR)
    tick.tick()
    for table in tables_of(row):
        sitting = {chair.holder for chair in chairs(table)}
        assert (table.visibility, table.watched, table.rated) == ("invited", False, True)
        assert table.status == "playing" and len(sitting) == 2
        for other in (*set(people) - sitting, organiser):
            with pytest.raises(NoSuchTable):
                place(table.pk, other)
            told = {one.table for each in view_for(row, other, time).rounds for one in each.matches}
            assert table.pk not in told


def test_match_is_rated_and_its_result_is_told_when_it_ends(
    time: Time, people: tuple[User, ...]
) -> None:
    row = announce_and_begin(time, *people)
    table = tables_of(row)[0]
    first, second = holder_of(table, 0), holder_of(table, 1)
    for amount in (6, 5, 4):
        assert all(one.score == "" for one in view_for(row, people[0], time).rounds[0].matches)
        bid(table, first, amount)
        bid(table, second, 1)
    match = view_for(row, people[0], time).rounds[0].matches[0]
    assert (match.score, match.result) == ("1 : 0", "first")
    tick.tick()
    assert RatingChange.objects.filter(table=table).count() == 2


def test_odd_number_of_players_has_a_winning_bye_or_a_bot_t1_t4(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    row = announce_and_begin(time, ann, bob, cat)
    bye = Pairing.objects.get(round__tournament=row, second=None)
    assert bye.table is None
    line = next(
        line for line, who in view_for(row, ann, time).standings if who.entrant == bye.first
    )
    assert (line.points, line.place) == (2, 1)
    assert any(
        "a bye" in text
        for text in notices_of(next(who for who in (ann, bob, cat) if who == bye.first.user))
    )


def test_bot_makes_the_number_even_and_plays_out_of_competition_t1(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    row = announce_and_begin(time, ann, bob, cat, bot="", rounds=1)
    assert Entrant.objects.filter(tournament=row, bot="random").count() == 1
    table = next(one for one in tables_of(row) if any(chair.bot for chair in chairs(one)))
    human = holder_of(table, next(chair.seat for chair in chairs(table) if chair.holder))
    for _ in range(3):
        bid(table, human, 1)
        thinking.think()
    assert reload_table(table).status == "over"
    other = next(one for one in tables_of(row) if one != table)
    resign_seat(other, 0)
    tick.tick()
    bot = Entrant.objects.get(tournament=row, user=None)
    assert reload_tournament(row).status == "over" and bot.place == 0
    assert any(one.place == 1 for one in Entrant.objects.filter(tournament=row))


# --- deadlines ------------------------------------------------------------------------------------


def test_round_ends_at_its_deadline_and_the_player_who_delayed_loses_t8(
    time: Time, people: tuple[User, ...]
) -> None:
    row = announce_and_begin(time, *people)
    slow, never = tables_of(row)
    bid(slow, holder_of(slow, 0), 3)
    time.later(hours=23)
    assert tick.tick()["tournaments"] == 0
    time.later(hours=1)
    assert tick.tick()["tournaments"] == 1
    assert (reload_table(slow).ending, reload_table(slow).winners) == ("out of time", [0])
    assert [chair.result for chair in chairs(slow)] == ["won", "lost"]
    assert reload_table(never).ending == "called off"  # neither has moved: both have lost
    scores = {one.board: one.score for one in view_for(row, people[0], time).rounds[1].matches}
    assert sorted(scores.values()) == ["0 : 0", "1 : 0"]
    assert Round.objects.get(tournament=row, number=2).due_at == time.now + timedelta(days=1)
    assert not list(reconcile.findings())


def test_match_is_a_draw_if_nobody_used_more_than_half_of_the_round_t8(
    time: Time, people: tuple[User, ...]
) -> None:
    row = announce_and_begin(time, *people, game="couriers")
    table = tables_of(row)[0]
    time.later(hours=12)
    turn = next(chair for chair in chairs(table) if chair.asked_at)
    moving.make_move(table_id=table.pk, user=holder_of(table, turn.seat), move=Draft(choice="0"))
    time.later(hours=12)
    tick.tick()
    assert reload_table(table).ending == "out of time"
    assert [chair.result for chair in chairs(table)] == ["drawn", "drawn"]


def test_match_under_older_rules_that_cannot_be_replayed_does_not_stop_the_tournament_t8(
    time: Time, people: tuple[User, ...]
) -> None:
    row = announce_and_begin(time, *people)
    table = tables_of(row)[0]
    bid(table, holder_of(table, 0), 3)
    bid(table, holder_of(table, 1), 4)
    Move.objects.filter(match=table.match, ply=2).update(seat=7)
    Match.objects.filter(table=table).update(rules_version=0)
    time.later(days=1)
    assert tick.tick()["tournaments"] == 1
    assert reload_table(table).ending == "out of time"
    assert [chair.result for chair in chairs(table)] == ["drawn", "drawn"]
    assert reload_tournament(row).attempts == 0


def test_round_waits_during_an_outage(time: Time, people: tuple[User, ...]) -> None:
    row = announce_and_begin(time, *people)
    time.later(days=1)
    Outage.objects.create(began_at=time.now - HOUR, ended_at=time.now)
    assert tick.tick()["tournaments"] == 0
    time.later(hours=1)
    assert tick.tick()["tournaments"] == 1
    assert Round.objects.filter(tournament=row).count() == 2


# --- entrants -------------------------------------------------------------------------------------


def test_player_who_leaves_resigns_and_is_no_longer_paired_t9(
    time: Time, people: tuple[User, ...]
) -> None:
    row = announce_and_begin(time, *people)
    gone = people[2]
    mine = view_for(row, gone, time).rounds[0].own_match
    assert mine is not None and mine.table is not None
    tournaments.leave(tournament_id=row.pk, user=gone)
    tournaments.leave(tournament_id=row.pk, user=gone)
    assert reload_table(Table.objects.get(pk=mine.table)).ending == "resigned"
    for table in tables_of(row):
        if table.status == "playing":
            resign_seat(table, 0)
    tick.tick()
    second = view_for(row, people[0], time).rounds[0]
    assert gone.get_username() not in {
        who.name for one in second.matches for who in (one.first, one.second) if who
    }
    assert sum(one.second is None for one in second.matches) == 1
    assert len(view_for(row, people[0], time).standings) == 4


def test_tournament_ends_when_no_opponents_are_left(time: Time, people: tuple[User, ...]) -> None:
    row = announce_and_begin(time, *people)
    for who in people[:3]:
        tournaments.leave(tournament_id=row.pk, user=who)
    tick.tick()
    assert reload_tournament(row).status == "over"
    assert Entrant.objects.get(tournament=row, user=people[3]).place == 1


def test_player_can_leave_and_return_before_the_start(
    time: Time, ann: User, bob: User, cat: User, dan: User
) -> None:
    row = announce(ann, max_players=3)
    for who in (bob, cat, dan, dan):
        tournaments.enter(tournament_id=row.pk, user=who)
    with pytest.raises(Full):
        tournaments.enter(tournament_id=row.pk, user=ann)
    tournaments.leave(tournament_id=row.pk, user=dan)
    tournaments.enter(tournament_id=row.pk, user=ann)
    tournaments.leave(tournament_id=row.pk, user=ann)
    tournaments.enter(tournament_id=row.pk, user=dan)
    assert {one.entrant.user for one in view_for(row, ann, time).players} == {bob, cat, dan}
    time.to(AT + HOUR)
    with pytest.raises(NotOpen):
        tournaments.enter(tournament_id=row.pk, user=ann)


def test_tournament_with_too_few_players_is_cancelled_and_they_are_told(
    time: Time, ann: User, bob: User
) -> None:
    row = announce_and_begin(time, ann, bob)
    assert (row.status, row.ending) == ("over", "too few")
    assert notices_of(bob) == ["Spring cup was cancelled because too few players entered."]
    assert not list(reconcile.findings())


def test_only_the_organiser_can_cancel_before_the_start(time: Time, ann: User, bob: User) -> None:
    row = announce(ann)
    tournaments.enter(tournament_id=row.pk, user=bob)
    with pytest.raises(NotYours):
        tournaments.cancel(tournament_id=row.pk, user=bob)
    tournaments.cancel(tournament_id=row.pk, user=ann)
    tournaments.cancel(tournament_id=row.pk, user=ann)
    assert reload_tournament(row).ending == "cancelled"
    assert notices_of(bob) == ["Spring cup was cancelled by its organizer."]
    with pytest.raises(NotOpen):
        tournaments.enter(tournament_id=row.pk, user=ann)
    time.to(AT + HOUR)
    assert tick.tick()["tournaments"] == 0


def test_started_tournament_cannot_be_cancelled(time: Time, people: tuple[User, ...]) -> None:
    row = announce_and_begin(time, *people)
    with pytest.raises(NotOpen):
        tournaments.cancel(tournament_id=row.pk, user=people[0])


def test_guests_cannot_announce_or_enter_tournaments(time: Time, ann: User) -> None:
    guest = person("guest")
    guest.guest = True
    guest.save()
    with pytest.raises(Refused, match="Sign up"):
        announce(guest)
    with pytest.raises(Refused, match="Sign up"):
        tournaments.enter(tournament_id=announce(ann).pk, user=guest)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"begins_at": AT}, "begins_at"),
        ({"begins_at": AT + timedelta(days=365)}, "begins_at"),
        ({"round_minutes": 1}, "round_minutes"),
        ({"rounds": 40}, "rounds"),
        ({"max_players": 2}, "most"),
        ({"max_players": 500}, "most"),
        ({"access": "all"}, "access"),
        ({"access": "club", "club": uuid4()}, "club"),
        ({"name": "x"}, "name"),
        ({"time_control": Clock(kind="live", seconds=1)}, "clock_seconds"),
        ({"bot": "nobody"}, "seats"),
        ({"game": "chess"}, "game"),
        ({"options": {"rounds": 2}}, ""),
    ],
)
def test_invalid_announcement_is_refused_without_changes(
    time: Time, ann: User, wrong: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refused) as refused:
        announce(ann, **wrong)
    assert field in {problem.field for problem in refused.value.problems}
    assert not Tournament.objects.exists()


def test_same_key_announces_once_and_open_tournaments_are_limited(time: Time, ann: User) -> None:
    assert announce(ann, key="k").pk == announce(ann, key="k").pk
    for _ in range(tournaments.MAX_ANNOUNCED - 1):
        announce(ann)
    with pytest.raises(Refused, match="unfinished tournaments"):
        announce(ann)


# --- visibility -----------------------------------------------------------------------------------


def test_club_tournament_is_visible_only_to_members_and_entrants(
    time: Time, monkeypatch: pytest.MonkeyPatch, ann: User, bob: User, cat: User
) -> None:
    club = Circle(uuid4(), "gravel", "Gravel", "/clubs/gravel/")

    members = {ann.pk, bob.pk}

    def circles_of(user: User) -> tuple[Circle, ...]:
        return (club,) if user.pk in members else ()

    def circles_by_id(ids: Any) -> dict[UUID, Circle]:
        return {club.id: club} if club.id in set(ids) else {}

    monkeypatch.setattr(circles.circles_of, "_function", circles_of)
    monkeypatch.setattr(circles.circles_by_id, "_function", circles_by_id)
    row = announce(ann, access="club", club=club.id)
    tournaments.enter(tournament_id=row.pk, user=bob)
    assert view_for(row, bob, time).circle == club
    for doing in (tournaments.enter, tournaments.leave, tournaments.cancel):
        with pytest.raises(NoSuchTournament):
            doing(tournament_id=row.pk, user=cat)
    with pytest.raises(NoSuchTournament):
        view_for(row, cat, time)
    assert not selector.Tournaments(cat) and len(selector.Tournaments(ann)) == 1
    members.remove(bob.pk)
    assert view_for(row, bob, time).own_entry is not None  # who entered stays in it
    tournaments.leave(tournament_id=row.pk, user=bob)
    with pytest.raises(NoSuchTournament):
        tournaments.enter(tournament_id=row.pk, user=bob)
    members.clear()
    with pytest.raises(Refused, match="members"):
        tournaments.enter(tournament_id=row.pk, user=ann)


def test_tournament_by_link_is_unlisted_but_open_to_everyone_with_the_link(
    time: Time, ann: User, bob: User
) -> None:
    row = announce(ann, access="link")
    assert not selector.Tournaments(bob) and len(selector.Tournaments(ann)) == 1
    tournaments.enter(tournament_id=row.pk, user=bob)
    assert len(selector.Tournaments(bob, "mine")) == 1


# --- the lots -------------------------------------------------------------------------------------


def test_lots_follow_the_committed_seed_which_is_revealed_at_the_end(
    time: Time, people: tuple[User, ...]
) -> None:
    row = announce_and_begin(time, *people, rounds=1)
    assert view_for(row, people[0], time).seed == ""
    for table in tables_of(row):
        resign_seat(table, 0)
    tick.tick()
    seed = bytes.fromhex(view_for(row, people[0], time).seed)
    assert sha256(seed).hexdigest() == row.seed_hash
    names = SeededDice(seed, 0).shuffle(sorted(one.get_username() for one in people))
    drew = Entrant.objects.filter(tournament=row).order_by("lot")
    assert [one.user.get_username() for one in drew if one.user] == list(names)


# --- failures -------------------------------------------------------------------------------------


def test_tick_that_fails_halfway_has_no_effect_and_the_next_one_runs_once(
    time: Time, people: tuple[User, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = announce(people[0])
    for who in people:
        tournaments.enter(tournament_id=row.pk, user=who)
    time.to(AT + HOUR)
    tell = tournament_rounds.send_round_notices

    def dies(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(tournament_rounds, "send_round_notices", dies)
    assert tick.tick()["tournaments"] == 0
    assert (reload_tournament(row).status, reload_tournament(row).attempts) == ("open", 1)
    assert not Table.objects.exists() and not notices_of(people[0])
    monkeypatch.setattr(tournament_rounds, "send_round_notices", tell)
    assert tick.tick()["tournaments"] == 0  # it is left alone for a minute
    time.later(minutes=1)
    tasks.tick()
    tasks.tick()
    assert (reload_tournament(row).status, reload_tournament(row).attempts) == ("playing", 0)
    assert Table.objects.count() == 2 and all(len(notices_of(who)) == 1 for who in people)


def test_stuck_tournament_is_finally_cancelled_without_blocking_others(
    time: Time, people: tuple[User, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = announce_and_begin(time, *people)
    playing = tables_of(row)
    resign_seat(playing[0], 0)
    time.later(days=1)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(tournament_rounds, "time_used", broken)
    for _ in range(tournament_rounds.MAX_FAILURES):
        tick.tick()
        time.later(hours=1)
    assert (reload_tournament(row).status, reload_tournament(row).ending) == ("over", "failed")
    assert {reload_table(one).status for one in playing} == {"over"}
    assert "site error" in notices_of(people[3])[-1]
    assert not list(reconcile.findings())


def test_reconcile_reports_a_rank_that_nobody_earned(time: Time, people: tuple[User, ...]) -> None:
    row = announce_and_begin(time, *people, rounds=1)
    for table in tables_of(row):
        resign_seat(table, 0)
    tick.tick()
    Entrant.objects.filter(tournament=row, place=1).update(place=9)
    assert [one.code for one in reconcile.findings()] == ["place"]
