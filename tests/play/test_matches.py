"""Stored matches: one writer, one validation, moves as the truth and caches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from engine import registry
from engine.dice import seed_from
from engine.game import IllegalMove, MatchOver, NotYourTurn, Stale
from engine.values import HOST, Seat
from play import selectors, services
from play.models import Match, Move, Snapshot, Told
from play.reconciling import findings
from play.running import Running, replayed
from tests.engine.games.parley import (
    PARLEY,
    Curfew,
    DuelWon,
    Opened,
    RoundWon,
    Setup,
    Stake,
    Staked,
)

pytestmark = pytest.mark.django_db

AT = datetime(2040, 3, 1, 12, tzinfo=UTC)
FIRST, SECOND = Seat(0), Seat(1)


@pytest.fixture(autouse=True)
def parley(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the toy game for a test."""
    monkeypatch.setitem(registry.GAMES._games, PARLEY.key, PARLEY)
    yield
    from play.running import readers

    readers.cache_clear()


@pytest.fixture
def match() -> Match:
    return services.open_match(game=PARLEY, setup=Setup(), now=AT, seed=seed_from("parley")).match


def stake(match: Match, seat: Seat, amount: int, heard: int | None = None) -> Running:
    return services.submit_move(
        match_id=match.pk, seat=seat, move=Stake(amount=amount), now=AT, heard_count=heard
    )


def test_opened_match_is_stored_with_its_start_and_no_moves(match: Match) -> None:
    assert (match.game, match.rules_version, match.opened_at, match.ended_at) == (
        "parley",
        1,
        AT,
        None,
    )
    assert [Move.objects.count(), Told.objects.count(), Snapshot.objects.get().ply] == [0, 1, 0]
    assert services.open_match(game=PARLEY, setup=Setup(), now=AT).match.seed != match.seed


def test_move_is_stored_with_its_events_and_each_seat_hears_its_own(match: Match) -> None:
    stake(match, FIRST, 3)
    stake(match, SECOND, 1)
    assert [move.seat for move in services.stored_moves(match)] == [0, 1]
    assert selectors.heard_events(match, FIRST) == (
        Staked(amount=3),
        Opened(stakes=(3, 1)),
        RoundWon(winner=FIRST),
    )
    assert selectors.heard_events(match, SECOND) == (
        Staked(amount=1),
        Opened(stakes=(3, 1)),
        RoundWon(winner=FIRST),
    )
    assert selectors.heard_events(match, None) == (RoundWon(winner=FIRST),)


@pytest.mark.parametrize(
    ("seat", "move", "refusal"),
    [
        (FIRST, Stake(amount=9), IllegalMove),
        (FIRST, DuelWon(winner=FIRST), IllegalMove),
        (Seat(7), Stake(amount=1), NotYourTurn),
    ],
)
def test_refused_move_leaves_no_trace(
    match: Match, seat: Seat, move: Stake | DuelWon, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        services.submit_move(match_id=match.pk, seat=seat, move=move, now=AT)
    assert not Move.objects.exists()
    assert not list(findings(match.pk))


def test_move_based_on_a_stale_view_is_refused(match: Match) -> None:
    stake(match, FIRST, 3, heard=0)
    stake(match, SECOND, 1, heard=0)
    with pytest.raises(Stale):
        stake(match, FIRST, 1, heard=1)
    stake(match, FIRST, 1, heard=3)


def test_match_ends_with_its_game_and_takes_no_more_moves(match: Match) -> None:
    for number in range(4):
        at = AT + timedelta(hours=number)
        for seat, amount in ((FIRST, 3), (SECOND, 1)):
            services.submit_move(match_id=match.pk, seat=seat, move=Stake(amount=amount), now=at)
    match.refresh_from_db()
    assert match.ended_at == AT + timedelta(hours=3)
    with pytest.raises(MatchOver):
        stake(match, FIRST, 1)


def test_host_can_move_while_anyone_is_to_act(match: Match) -> None:
    stake(match, FIRST, 3)
    services.submit_move(match_id=match.pk, seat=HOST, move=Curfew(), now=AT)
    assert selectors.heard_events(match, SECOND) == (Opened(stakes=(3, 1)), RoundWon(winner=FIRST))


def test_unknown_match_is_not_found() -> None:
    with pytest.raises(Match.DoesNotExist):
        services.submit_move(match_id=uuid4(), seat=FIRST, move=Stake(amount=1), now=AT)


def test_database_refuses_two_moves_at_one_ply(match: Match) -> None:
    stake(match, FIRST, 3)
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(match=match, ply=1, seat=1, payload="{}", at=AT)


def test_many_matches_are_locked_played_and_saved_in_a_few_queries() -> None:
    ids = [services.open_match(game=PARLEY, setup=Setup(), now=AT).match.pk for _ in range(12)]
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        running = services.lock_matches(ids)
        for each in running.values():
            each.submit(seat=FIRST, move=Stake(amount=1), now=AT)
        services.save_played(list(running.values()))
    assert len(queries) <= 12
    assert Move.objects.count() == 12
    assert not [finding for pk in ids for finding in findings(pk)]


# --- caches ---------------------------------------------------------------------------------------


def test_match_with_an_unreadable_snapshot_is_replayed_and_continues(match: Match) -> None:
    stake(match, FIRST, 3)
    for spoil in ({"state": '{"table": "of another version"}'}, None):
        rows = Snapshot.objects.filter(match=match)
        rows.update(**spoil) if spoil else rows.delete()
        with pytest.raises(NotYourTurn):
            stake(match, FIRST, 1)
        with transaction.atomic():
            assert services.lock_matches([match.pk])[match.pk].ply == 1
        assert not list(findings(match.pk))
    assert stake(match, SECOND, 1).ply == 2


def test_replayed_match_equals_the_original(match: Match) -> None:
    ours = [stake(match, FIRST, 2), stake(match, SECOND, 2)][-1]
    again = replayed(Match.objects.get(pk=match.pk), services.stored_moves(match))
    assert (again.state, again.ply) == (ours.state, 2)


@pytest.mark.parametrize("spoiled", ["snapshot", "told", "extra", "gone"])
def test_reconcile_repairs_a_wrong_cache_from_the_moves(match: Match, spoiled: str) -> None:
    stake(match, FIRST, 3)
    match spoiled:
        case "snapshot":
            Snapshot.objects.filter(match=match).update(ply=7)
        case "told":
            Told.objects.filter(match=match, ply=1).update(payload="[]")
        case "extra":
            Told.objects.create(match=match, ply=9, payload="[]")
        case "gone":
            Snapshot.objects.filter(match=match).delete()
    assert [finding.code for finding in findings(match.pk)] == ["drift"]
    assert [finding.code for finding in findings(match.pk, repair=True)] == ["drift"]
    assert not list(findings(match.pk))
    assert selectors.heard_events(match, FIRST) == (Staked(amount=3),)


def test_reconcile_keeps_events_told_under_older_rules(match: Match) -> None:
    stake(match, FIRST, 3)
    Told.objects.filter(match=match, ply=1).update(payload="[]")
    Match.objects.filter(pk=match.pk).update(rules_version=0)
    for repair in (False, True):
        (finding,) = findings(match.pk, repair=repair)
        assert finding.code == "older-rules" and "version 0" in finding.sentence
    assert Told.objects.get(match=match, ply=1).payload == "[]"


def test_reconcile_reports_a_match_of_older_rules_that_no_longer_replays(match: Match) -> None:
    stake(match, FIRST, 3)
    Move.objects.filter(match=match).update(seat=7)
    Match.objects.filter(pk=match.pk).update(rules_version=0)
    assert [finding.code for finding in findings(match.pk)] == ["older-rules"]


def test_reconcile_reports_unreplayable_matches_and_unknown_games(
    match: Match,
) -> None:
    stake(match, FIRST, 3)
    Move.objects.filter(match=match).update(seat=7)
    other = services.open_match(game=PARLEY, setup=Setup(), now=AT).match
    Match.objects.filter(pk=other.pk).update(game="chess")
    assert [finding.code for finding in findings(match.pk, repair=True)] == ["does-not-replay"]
    assert [finding.code for finding in findings(other.pk)] == ["unknown-game"]
