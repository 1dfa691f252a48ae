"""Deal of the day: everyone plays the same match once, with results hidden until the next day."""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from typing import NamedTuple
from uuid import uuid4

import pytest

from core.accounts.models import User
from core.web.refusals import Refused
from play import tasks
from play.models import DailyDeal, Match, Table
from play.selectors import daily as deals
from play.selectors import records
from play.selectors.history import NoSuchStep
from play.selectors.matches import current_match
from play.selectors.participants import NoSuchTable, place
from play.services import daily, deputies, leaving, rating, thinking, tick
from play.services.refusals import NothingToDeal
from play.tabletop import registry
from tests.factories import person, signed_in
from tests.pages.club.conftest import words

from .tables import AT, Time, bid, chairs, reload_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]
DAY = date(2040, 3, 1)


@pytest.fixture(autouse=True)
def only_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the games to deal to bids."""
    monkeypatch.setattr(daily, "_games", lambda: [registry.get("bids")])


def play_todays_deal(user: User, *amounts: int) -> Table:
    """Take today's deal and make these bids."""
    table = daily.take_deal(user=user)
    for amount in amounts:
        bid(table, user, amount)
        thinking.think()
    return reload_table(table)


def view_deal(user: User, time: Time, day: date = DAY) -> deals.Deal:
    return deals.deal_of(day, user, time.now)


def test_job_deals_each_day_once(time: Time) -> None:
    assert tick.tick()["deals"] == 1
    assert tick.tick()["deals"] == 0
    time.later(days=1)
    assert tick.tick()["deals"] == 1
    assert [one.day.isoformat() for one in DailyDeal.objects.all()] == ["2040-03-02", "2040-03-01"]


def test_worker_and_command_both_deal_the_day(time: Time) -> None:
    tasks.tick()
    assert tick.tick()["deals"] == 0
    assert [one.day for one in DailyDeal.objects.all()] == [DAY]


def test_everyone_gets_the_same_deal_once(time: Time, ann: User, bob: User) -> None:
    one, other = daily.take_deal(user=ann), daily.take_deal(user=bob)
    assert daily.take_deal(user=ann) == one != other
    first, second = (Match.objects.get(table=table) for table in (one, other))
    assert (bytes(first.seed), first.setup) == (bytes(second.seed), second.setup)
    assert [chair.bot for chair in chairs(one)] == [chair.bot for chair in chairs(other)]
    assert chairs(one)[DailyDeal.objects.get().seat].holder == ann
    assert not one.rated and not one.watched and one.visibility == "invited"


def test_same_moves_against_the_same_bots_give_the_same_result(
    time: Time, ann: User, bob: User
) -> None:
    one, other = play_todays_deal(ann, 6, 5, 4), play_todays_deal(bob, 6, 5, 4)
    assert one.status == other.status == "over"
    moves = [
        list(table.match.moves.order_by("ply").values_list("seat", "payload"))
        for table in (one, other)
    ]
    assert moves[0] == moves[1]
    assert [chair.result for chair in chairs(one)] == [chair.result for chair in chairs(other)]


def final_score(table: Table) -> int:
    match = Match.objects.get(table=table)
    outcome = current_match(match).outcome
    assert outcome is not None
    return outcome.scores[DailyDeal.objects.get().seat]


def test_results_of_others_are_hidden_during_the_day(time: Time, ann: User, bob: User) -> None:
    table = play_todays_deal(ann, 6, 5, 4)
    mine = view_deal(ann, time).my_result
    assert mine is not None and mine.is_me
    assert (mine.score, mine.turns, mine.moves) == (final_score(table), 4, 3)
    assert view_deal(bob, time).my_result is None
    for reader in (ann, bob):
        assert not view_deal(reader, time).results and not view_deal(reader, time).seed
    with pytest.raises((NoSuchTable, NoSuchStep)):
        place(table.pk, bob)
    assert not records.Matches(ann, bob)


def test_standings_and_seed_are_published_after_the_day(time: Time, ann: User, bob: User) -> None:
    play_todays_deal(ann, 6, 5, 4)
    quitter, late = person("quitter"), person("late")
    leaving.resign(table_id=daily.take_deal(user=quitter).pk, user=quitter)
    daily.take_deal(user=late)
    time.later(days=1)
    deal = view_deal(bob, time)
    assert {one.name for one in deal.results} == {ann.get_username(), quitter.get_username()}
    assert not any(one.table for one in deal.results)
    assert sha256(bytes.fromhex(deal.seed)).hexdigest() == deal.row.seed_hash
    assert deal.begun == 3


def test_score_counts_before_turns_and_moves_count_never() -> None:
    class Row(NamedTuple):
        name: str
        result: str
        score: int
        turns: int

    rows = [
        Row("f", "lost", 5, 3),
        Row("b", "won", 30, 9),
        Row("e", "lost", 5, 8),
        Row("a", "won", 33, 12),
        Row("c", "won", 30, 11),
        Row("d", "lost", 7, 2),
    ]
    assert "".join(row.name for row in sorted(rows, key=deals._rank)) == "abcdef"


@pytest.mark.everyday
def test_deal_pages_link_the_table_and_show_results_the_next_day(time: Time, ann: User) -> None:
    client = signed_in(ann)
    tick.tick()
    page = client.get("/play/daily/").content.decode()
    assert "Play today’s deal" in page and DailyDeal.objects.get().seed_hash in page
    answer = client.post("/play/daily/", {"idempotency": uuid4().hex})
    assert answer.status_code == 303
    table = Table.objects.get(dealt__deal__day=DAY)
    assert answer["Location"] == f"/play/{table.pk}/"
    assert "Continue your match" in client.get("/play/daily/").content.decode()
    assert "Continue playing" in client.get("/play/").content.decode()
    play_todays_deal(ann, 6, 5, 4)
    assert "in 4 turns" in words(client.get("/play/daily/"))
    assert (
        ann.get_username()
        not in client.get("/play/daily/2040-03-01/")
        .content.decode()
        .split("<main")[1]
        .split("</main")[0]
    )
    assert client.get("/play/daily/").context["deal"].day == DAY
    assert client.get("/play/daily/?page=2").context["page"].number == 1
    time.later(days=1)
    over = client.get("/play/daily/").context
    assert (over["deal"], [deal.day for deal in over["before"]]) == (None, [DAY])
    told = client.get("/play/daily/2040-03-01/").content.decode()
    assert "your match" in told and bytes(table.dealt.deal.seed).hex() in told
    assert client.get("/play/daily/2040-02-01/").status_code == 404
    assert client.get("/play/daily/yesterday/").status_code == 404


def test_match_that_ends_after_its_day_does_not_count(time: Time, ann: User) -> None:
    table = daily.take_deal(user=ann)
    time.to(AT.replace(hour=23, minute=59))
    bid(table, ann, 6)
    thinking.think()
    time.later(minutes=2)
    for amount in (5, 4):
        bid(table, ann, amount)
        thinking.think()
    assert reload_table(table).status == "over"
    assert not view_deal(ann, time).results and view_deal(ann, time).my_result is None


def test_todays_deal_allows_no_deputy(time: Time, ann: User, bob: User) -> None:
    table = daily.take_deal(user=ann)
    with pytest.raises(Refused, match="yourself"):
        deputies.name_deputy(table_id=table.pk, user=ann, username=bob.get_username())
    with pytest.raises(NoSuchTable):
        place(table.pk, bob)
    client = signed_in(ann)
    assert "deputy/" not in client.get(f"/play/{table.pk}/").content.decode()


def test_giving_up_against_several_bots_counts_as_a_loss(
    time: Time, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "_seats", lambda *_: ["me", "bot:random", "bot:random"])
    table = daily.take_deal(user=ann)
    bid(table, ann, 1)
    leaving.resign(table_id=table.pk, user=ann)
    mine = view_deal(ann, time).my_result
    assert mine is not None and (mine.result, mine.moves) == ("lost", 1)
    time.later(days=1)
    assert [(one.name, one.result) for one in view_deal(ann, time).results] == [
        (ann.get_username(), "lost")
    ]


def test_broken_deal_does_not_block_ratings_and_is_a_refusal(
    time: Time, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> list[str]:
        raise ZeroDivisionError

    monkeypatch.setattr(daily, "_seats", broken)
    monkeypatch.setattr(rating, "rate_due", lambda: 7)
    assert (tick.tick()["ratings"], tick.tick()["deals"]) == (7, 0)
    with pytest.raises(NothingToDeal):
        daily.take_deal(user=ann)


def test_request_at_midnight_uses_the_deal_of_one_day(
    time: Time, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = iter([DAY, date(2040, 3, 2), date(2040, 3, 2)])
    monkeypatch.setattr(daily, "today", lambda: next(days))
    assert daily.take_deal(user=ann).dealt.deal.day == DAY
