"""The hand-off: a week waits for its ambush, takes the result and settles (P19)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from ambush.rules import club_options
from ambush.rules.call import Ambush, AmbushResult
from ambush.rules.game import AMBUSH
from ambush.rules.numbers import FORMER_NUMBERS, NUMBERS, Numbers
from ambush.rules.values import Setup
from campaign.league.models import Week
from campaign.news.models import News
from core.notifications.models import Notice
from core.notifications.services.notices import mark_read
from core.web import clock
from core.web.moments import in_text
from engine.codec import Reader
from engine.values import Seat, changed
from espionage.models import AmbushFight, Seal
from espionage.rules.orders import Standing
from espionage.services.reconcile import findings as week_findings
from espionage.services.tick import tick as tick_at
from play.models import Move, Table
from play.running import readers
from play.selectors import last_state
from play.selectors.matches import current_match
from play.selectors.names import names_at
from play.selectors.participants import NoSuchTable, place
from play.services.tick import tick as play_tick
from tests.espionage.ambushes import LIVE, PLAYED, plan, save_sheets_with_ambush
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


def tick(*, at: datetime) -> None:
    """Run the job at this time."""
    with clock.set_to(at):
        tick_at(now=at)


@pytest.fixture
def make_club() -> Iterator[Callable[..., Club]]:
    """Return a function that makes a club of three teams, of which the first two meet."""
    moments: list[object] = []

    def made(
        one: Standing = LIVE, two: Standing = LIVE, *, again: bool = False, **options: object
    ) -> Club:
        club = found_club(teams=3, options={**PLAYED, **options})
        moment = clock.set_to(club.at)
        moment.__enter__()
        moments.append(moment)
        save_sheets_with_ambush(club, one, two, again=again)
        return club

    yield made
    for moment in reversed(moments):
        moment.__exit__(None, None, None)  # type: ignore[attr-defined]


AMBUSHING = Standing(
    ambushes="live", doctrine="aggressive", section=2, on_counterspy_twelve="ambush"
)


def week_status(club: Club) -> str:
    with scopes_disabled():
        return Week.objects.get(pk=club.open_week.pk).status


def fights(club: Club) -> list[AmbushFight]:
    with scopes_disabled():
        return list(
            AmbushFight.objects.filter(week=club.open_week).select_related("table__match__snapshot")
        )


def seats_of(club: Club, table: Table) -> dict[Seat, int]:
    """Return the team number by seat."""
    return {
        Seat(chair.seat): next(at for at, team in enumerate(club.teams) if team.pk == chair.party)
        for chair in table.chairs.all()
    }


def fight_out(club: Club, table: Table) -> None:
    """Let both sides plan turn by turn until the fight is over."""
    seats = seats_of(club, table)
    for _ in range(200):
        table = Table.objects.select_related("match__snapshot").get(pk=table.pk)
        if table.status == Table.Status.OVER:
            return
        for seat, team in seats.items():
            found = place(table.pk, club.players[team])
            if found.may_act:
                plan(
                    Table.objects.select_related("match__snapshot").get(pk=table.pk),
                    seat,
                    club.players[team],
                )
    raise AssertionError("the fight does not end")


def fight_numbers(club: Club) -> Numbers:
    """Return the numbers of the only fight of this club's week."""
    tick(at=club.open_week.due_at)
    (fight,) = fights(club)
    assert fight.table.match is not None
    setup = readers(AMBUSH.key).setup.decode(fight.table.match.setup)
    assert isinstance(setup, Setup)
    return setup.numbers


def test_e26_ambush_uses_the_numbers_of_its_weeks_opening(
    make_club: Callable[..., Club], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The club has its own option, so that it is not copied from another one."""
    older, own = changed(NUMBERS, vanish=9, aimed=0), {"key": "walk", "value": 6}
    with monkeypatch.context() as then:
        then.setattr(club_options, "NUMBERS", older)
        club = make_club(ambush_numbers=[own])
    assert fight_numbers(club) == changed(older, walk=6)


def set_week_numbers(club: Club, numbers: list[dict[str, object]]) -> None:
    """Store these numbers with the club's open week."""
    with scopes_disabled():
        week = Week.objects.get(pk=club.open_week.pk)
        week.rules = {**(week.rules or {}), "ambush_numbers": numbers}
        week.save()


def test_e26_week_without_stored_numbers_uses_the_former_ones(
    make_club: Callable[..., Club],
) -> None:
    club = make_club()
    set_week_numbers(club, [])
    assert fight_numbers(club) == FORMER_NUMBERS


def test_e26_doctrine_uses_the_numbers_of_the_week(make_club: Callable[..., Club]) -> None:
    club = make_club(Standing(), Standing(), ambush_by_doctrine=True, settle_hours=0)
    set_week_numbers(club, [{"key": "turn_limit", "value": 1}])
    tick(at=club.open_week.due_at)
    with scopes_disabled():
        match = Seal.objects.get(week=club.open_week).match
        assert match is not None
        (fight, *_) = current_match(match).state.hidden.fights
    assert fight.result.turns == 1


def test_p15_ambushes_by_doctrine_do_not_delay_the_week(make_club: Callable[..., Club]) -> None:
    club = make_club(Standing(), Standing(), ambush_by_doctrine=True, settle_hours=0)
    tick(at=club.open_week.due_at)
    assert week_status(club) == Week.Status.SETTLED
    assert fights(club) == []


def test_p19_only_both_teams_get_the_link_to_the_fight(
    make_club: Callable[..., Club],
) -> None:
    club = make_club()
    tick(at=club.open_week.due_at)
    (fight,) = fights(club)
    with scopes_disabled():
        told = set(Notice.objects.filter(kind="ambush").values_list("user", flat=True))
        assert told == {club.players[0].pk, club.players[1].pk}
        assert week_status(club) == Week.Status.PLAYING
        assert {chair.party for chair in fight.table.chairs.all()} == {
            club.teams[0].pk,
            club.teams[1].pk,
        }
        for user in (club.players[2], club.gm):
            with pytest.raises(NoSuchTable):
                place(fight.table_id, user)


def test_p14_each_side_sees_the_name_of_the_enemy_team(make_club: Callable[..., Club]) -> None:
    club = make_club()
    tick(at=club.open_week.due_at)
    (fight,) = fights(club)
    with scopes_disabled():
        assert fight.table.match is not None
        running = current_match(fight.table.match)
        for seat, team in seats_of(club, fight.table).items():
            assert running.view(seat).own.enemy_team == club.teams[1 - team].name


def test_p19_week_plays_several_ambushes_one_after_another(
    make_club: Callable[..., Club],
) -> None:
    club = make_club(two=AMBUSHING, again=True)
    week = club.open_week
    tick(at=week.due_at)
    (first,) = fights(club)
    with clock.set_to(week.due_at + timedelta(hours=1)), scopes_disabled():
        fight_out(club, first.table)
    assert len(fights(club)) == 1, "the second mission follows the first"
    tick(at=week.due_at + timedelta(hours=2))
    one, other = sorted(fights(club), key=lambda fight: fight.nth)
    assert one.told_at is not None
    assert (other.nth, other.over_at) == (2, None)
    with scopes_disabled():
        fought = [
            {who.id for who in (ambush_of(fight).ambusher, ambush_of(fight).ambushed)}
            for fight in (one, other)
        ]
        assert {str(club.who(0, "Vesper").pk), str(club.who(0, "Sable").pk)} <= fought[0] | fought[
            1
        ]
        assert len(fought[0] & fought[1]) <= 1, "another spy; at most the guard is the same"
        assert Notice.objects.filter(kind="ambush", user=club.players[0]).count() == 2
        with clock.set_to(week.due_at + timedelta(hours=3)):
            fight_out(club, other.table)
    tick(at=week.due_at + timedelta(hours=4))
    tick(at=week.settle_at)
    assert week_status(club) == Week.Status.SETTLED
    with scopes_disabled():
        match = Seal.objects.get(week=week).match
        assert match is not None
        told = [fight.result for fight in last_state(match).hidden.fights]
        assert told == [
            Reader[AmbushResult](AmbushResult).decode(fight.result) for fight in fights(club)
        ]
    assert_one_news_line_for_two_ambushes(club, week)


def assert_one_news_line_for_two_ambushes(club: Club, week: Week) -> None:
    """Assert that two ambushes are one line of news.

    The reconcile report accepts one line for each ambush in weeks settled earlier, and nothing
    else.
    """
    with scopes_disabled():
        line = News.objects.get(week=week, kind="ambush")
        assert line.text == "Two ambushes were fought."
        assert not list(week_findings([club.campaign.pk]))
        for more, agrees in ((1, True), (2, False)):
            place = line.position + more
            News.objects.create(
                campaign=club.campaign,
                week=week,
                at=line.at,
                position=place,
                kind="ambush",
                text="An ambush was fought.",
                cause=f"{week.pk}/news/{place}",
            )
            assert (not list(week_findings([club.campaign.pk]))) is agrees


def ambush_of(fight: AmbushFight) -> Ambush:
    """Return the ambush that led to this fight."""
    setup: Setup = readers(AMBUSH.key).setup.decode(fight.table.match.setup)
    return setup.ambush


def test_p19_week_takes_the_result_and_settles_on_time(
    make_club: Callable[..., Club],
) -> None:
    club = make_club()
    week = club.open_week
    tick(at=week.due_at)
    (fight,) = fights(club)
    with clock.set_to(week.due_at + timedelta(hours=1)), scopes_disabled():
        fight_out(club, fight.table)
    (fight,) = fights(club)
    assert fight.over_at is not None
    assert fight.told_at is None
    tick(at=week.due_at + timedelta(hours=2))
    assert fights(club)[0].told_at is not None
    assert week_status(club) == Week.Status.PLAYING, "published on time, not when the fight ends"
    tick(at=week.settle_at)
    assert week_status(club) == Week.Status.SETTLED
    with scopes_disabled():
        assert Seal.objects.get(week=week).match.ended_at is not None


def make_evening(club: Club) -> None:
    """Turn the open week into an evening."""
    with scopes_disabled():
        Week.objects.filter(pk=club.open_week.pk).update(evening=True)


def test_p44_week_goes_on_when_both_teams_agree_to_part(
    make_club: Callable[..., Club], client: Client
) -> None:
    """One team offers to part on the page, and the other over the API."""
    club = make_club()
    tick(at=club.open_week.due_at)
    (fight,) = fights(club)
    teams = seats_of(club, fight.table)
    ambusher, ambushed = club.players[teams[Seat(0)]], club.players[teams[Seat(1)]]
    plan(fight.table, Seat(0), ambusher)
    client.force_login(ambusher)
    address = {"table": fight.table.pk}
    form = {"choice": "plan", "plan.part": "yes", "idempotency": "offer-to-part"}
    sealed = client.post(reverse("play-move", kwargs=address), form)
    assert sealed.status_code == 303
    client.force_login(ambushed)
    answer = client.post(
        reverse("api-table-move", kwargs=address),
        {"move": {"type": "plan", "offers_to_part": True}},
        content_type="application/json",
    )
    assert answer.status_code == 200, answer.content
    (fight,) = fights(club)
    assert fight.over_at is not None
    assert Reader[AmbushResult](AmbushResult).decode(fight.result) == AmbushResult(turns=1)
    tick(at=club.open_week.settle_at)
    assert week_status(club) == Week.Status.SETTLED


def test_evening_publishes_its_reports_when_the_last_fight_is_over(
    make_club: Callable[..., Club],
) -> None:
    club = make_club()
    make_evening(club)
    week = club.open_week
    tick(at=week.due_at)
    (fight,) = fights(club)
    tick(at=week.due_at + timedelta(seconds=5))
    assert week_status(club) == Week.Status.PLAYING, "the fight is still open"
    with clock.set_to(week.due_at + timedelta(seconds=10)), scopes_disabled():
        fight_out(club, fight.table)
    ended_at = week.due_at + timedelta(seconds=20)
    tick(at=ended_at)
    assert week_status(club) == Week.Status.SETTLED
    with scopes_disabled():
        over = Week.objects.get(pk=week.pk)
    assert over.settle_at == ended_at
    assert over.duel_at - over.settle_at == week.duel_at - week.settle_at, "all times move together"


def test_evening_without_fights_publishes_its_reports_after_the_deadline(
    make_club: Callable[..., Club],
) -> None:
    club = make_club(Standing(), Standing())
    make_evening(club)
    tick(at=club.open_week.due_at)
    tick(at=club.open_week.due_at + timedelta(seconds=10))
    assert not fights(club)
    assert week_status(club) == Week.Status.SETTLED


def test_p19_doctrine_finishes_the_fight_when_time_runs_out(
    make_club: Callable[..., Club],
) -> None:
    club = make_club()
    week = club.open_week
    tick(at=week.due_at)
    (fight,) = fights(club)
    with clock.set_to(week.due_at + timedelta(hours=1)), scopes_disabled():
        seats = seats_of(club, fight.table)
        plan(fight.table, Seat(0), club.players[seats[Seat(0)]])
    tick(at=week.settle_at)
    assert week_status(club) == Week.Status.SETTLED
    with scopes_disabled():
        table = Table.objects.get(pk=fight.table_id)
        assert table.status == Table.Status.OVER
        assert set(Move.objects.filter(match=table.match).values_list("how", flat=True)) == {
            Move.Origin.PERSON,
            Move.Origin.CLOCK,
        }


def test_p15_doctrine_plays_for_an_inactive_side(
    make_club: Callable[..., Club],
) -> None:
    club = make_club(two=Standing(doctrine="cautious"))
    week = club.open_week
    tick(at=week.due_at)
    (fight,) = fights(club)
    with scopes_disabled():
        assert sorted(bool(chair.bot) for chair in fight.table.chairs.all()) == [False, True]
        named = {team.name for team in club.teams[:2]}
        assert set(names_at(fight.table.chairs.all())) == named, "as in “Basilisk won.”"
        assert set(Notice.objects.filter(kind="ambush").values_list("user", flat=True)) == {
            club.players[0].pk
        }
        with clock.set_to(week.due_at + timedelta(hours=1)):
            for _ in range(200):
                play_tick()
                table = Table.objects.select_related("match__snapshot").get(pk=fight.table_id)
                if table.status == Table.Status.OVER:
                    return
                mine = place(table.pk, club.players[0])
                if mine.may_act and mine.seat is not None:
                    plan(table, mine.seat, club.players[0])
            raise AssertionError("the fight does not end")


# --- idle turns -----------------------------------------------------------------------------------


def reminders(club: Club, team: int, *, unread: bool = False) -> list[str]:
    """Return a team owner's reminders of idle turns, oldest first.

    With `unread`, return all unread notices of the fight.
    """
    with scopes_disabled():
        rows = Notice.objects.filter(user=club.players[team]).order_by("at")
        rows = (
            rows.filter(kind__startswith="ambush", read_at=None)
            if unread
            else rows.filter(kind="ambush-turn")
        )
        return list(rows.values_list("text", flat=True))


def move(club: Club, fight: AmbushFight, seat: int, at: datetime) -> None:
    table = Table.objects.select_related("match__snapshot").get(pk=fight.table_id)
    with clock.set_to(at), scopes_disabled():
        plan(table, Seat(seat), club.players[seats_of(club, table)[Seat(seat)]])


def test_p19_team_with_a_pending_turn_is_reminded_once_and_alone(
    make_club: Callable[..., Club],
) -> None:
    club = make_club()
    due = club.open_week.due_at
    tick(at=due)
    (fight,) = fights(club)
    first, second = seats_of(club, fight.table).values()
    tick(at=due + timedelta(hours=1))
    assert not reminders(club, first), "both were told of the first turn when the fight was opened"
    move(club, fight, 0, due + timedelta(hours=2))
    tick(at=due + timedelta(hours=2, minutes=14))
    assert not reminders(club, second), "players at the table need no reminder"
    for minutes in (15, 16, 300):
        tick(at=due + timedelta(hours=2, minutes=minutes))
    ends = in_text(due + timedelta(hours=14))
    assert (
        reminders(club, first)
        == reminders(club, second)
        == [f"Your turn in the ambush of week 1: move by {ends}, or doctrine moves for you."]
    )
    with scopes_disabled():
        told = Notice.objects.filter(kind="ambush-turn")
        assert set(told.values_list("user", flat=True)) == {
            club.players[first].pk,
            club.players[second].pk,
        }
        assert set(told.values_list("path", flat=True)) == {
            f"teams/{club.teams[team].slug}/ambush/" for team in (first, second)
        }


def test_p19_team_that_moves_in_time_is_not_reminded(make_club: Callable[..., Club]) -> None:
    club = make_club()
    at = club.open_week.due_at
    tick(at=at)
    (fight,) = fights(club)
    first, second = seats_of(club, fight.table).values()
    for seat in (0, 0, 1, 1):
        at += timedelta(minutes=10)
        move(club, fight, seat, at)
        tick(at=at)
    assert not reminders(club, first) and not reminders(club, second)


def test_team_has_at_most_one_unread_notice_of_a_fight(make_club: Callable[..., Club]) -> None:
    club = make_club()
    at = club.open_week.due_at
    tick(at=at)
    (fight,) = fights(club)
    first, second = seats_of(club, fight.table).values()
    for seats in ((0,), (0, 1), (0, 1)):
        for seat in seats:
            move(club, fight, seat, at + timedelta(minutes=1))
        at += timedelta(hours=1)
        tick(at=at)
        assert (
            len(reminders(club, first, unread=True))
            == len(reminders(club, second, unread=True))
            == 1
        )
    assert len(reminders(club, second)) == 3
    assert reminders(club, second, unread=True) == reminders(club, second)[-1:]


@pytest.mark.everyday
def test_read_reminder_is_not_repeated(make_club: Callable[..., Club]) -> None:
    club = make_club()
    due = club.open_week.due_at
    tick(at=due)
    (fight,) = fights(club)
    second = seats_of(club, fight.table)[Seat(1)]
    move(club, fight, 0, due + timedelta(minutes=1))
    tick(at=due + timedelta(hours=1))
    mark_read(user=club.players[second], now=due + timedelta(hours=1))
    tick(at=due + timedelta(hours=2))
    assert len(reminders(club, second)) == 1 and not reminders(club, second, unread=True)


def test_finished_fight_sends_no_reminders(make_club: Callable[..., Club]) -> None:
    club = make_club()
    due = club.open_week.due_at
    tick(at=due)
    (fight,) = fights(club)
    with clock.set_to(due + timedelta(minutes=1)), scopes_disabled():
        fight_out(club, fight.table)
    tick(at=due + timedelta(hours=3))
    assert not reminders(club, 0) and not reminders(club, 1)


def test_repeated_tick_opens_one_fight(make_club: Callable[..., Club]) -> None:
    club = make_club()
    for _ in range(2):
        tick(at=club.open_week.due_at)
    assert len(fights(club)) == 1


def test_fight_of_a_week_is_not_in_the_lobby_and_cannot_be_left(
    make_club: Callable[..., Club],
) -> None:
    from core.web.refusals import Refused
    from play.selectors import lobby
    from play.services import leaving

    club = make_club()
    tick(at=club.open_week.due_at)
    (fight,) = fights(club)
    with scopes_disabled():
        assert [card.table.pk for card in lobby.own_tables(club.players[0])] == [fight.table_id]
        for user in (club.players[2], club.gm):
            assert not lobby.own_tables(user)
            assert not lobby.watchable(user)
            assert not lobby.open_tables(user)
        with pytest.raises(Refused):
            leaving.resign(table_id=fight.table_id, user=club.players[0])
