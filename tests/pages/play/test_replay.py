"""Replaying what a seat heard since its last visit: the pictures it saw and the words of its log,
nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from engine.values import Seat
from play.models import Move
from play.selectors import history
from play.selectors.participants import place
from play.selectors.table_view import heard_count, view_table
from play.services.tables import open_table
from play.views.svg import svg
from tests.factories import person
from tests.middles import GAMES, Middle, middle

from .parlour import Parlour

if TYPE_CHECKING:
    from collections.abc import Callable

    from play.selectors.participants import Participant
    from play.tabletop.board import Board

pytestmark = pytest.mark.django_db

MOVES = 10


def picture(board: Board | None) -> str:
    return svg(board.drawing, {}) if board and board.drawing else ""


def test_a_match_without_events_offers_no_history() -> None:
    me = person("ann")
    table = open_table(user=me, game="ambush", options={}, seats=("me", "bot:doctrine"))
    client = Client()
    client.force_login(me)
    steps = f"/play/{table.pk}/history/"
    assert heard_count(place(table.pk, me)) == 0
    assert client.get(steps).status_code == 404
    assert f'href="{steps}' not in client.get(f"/play/{table.pk}/").content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_has_the_picture_its_seat_saw(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each picture is drawn from the seat's view only, so it cannot contain more than the
    page did.
    """
    there = middle(game, monkeypatch)

    def mine() -> Participant:
        return place(there.table.pk, there.me)

    since = heard_count(mine())
    shown = [(since, picture(view_table(mine()).board))]
    for _ in range(MOVES):
        if not (waiting := there.waiting()):
            break
        there.move(waiting[-1])
        if (heard := heard_count(mine())) != shown[-1][0]:
            shown.append((heard, picture(view_table(mine()).board)))
    lines = [line.text for line in view_table(mine()).lines if line.before >= since]
    missed = history.missed_events(mine(), since)
    assert [said for each in missed.moments for said in each.lines] == lines
    assert missed.left_out == 0 and missed.moments
    whole = [svg(each.drawing, {}) for each in missed.moments if not each.part and each.drawing]
    drawn = [picture(missed.before), *whole]
    # moments without a line are left out
    rest = iter([each for _, each in shown])
    assert all(any(each == other for other in rest) for each in drawn)
    assert drawn[0] == shown[0][1]


def frames(at: Parlour, who: str, query: str = "") -> Any:
    answer = at.get(who, at.path("play-frames") + query)
    assert answer.status_code == 200
    return answer.json()


def test_the_replay_contains_only_what_its_reader_may_see(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    heard = at.heard("first")
    before = {who: frames(at, who) for who in ("first", "second", "watcher")}
    at.bid("second", 6)
    assert frames(at, "first") == before["first"]
    assert frames(at, "watcher") == before["watcher"]
    own = frames(at, "second", f"?since={heard}")
    assert [each["lines"] for each in own["moments"]] == [["You sealed 6."]]
    at.bid("first", 5)
    opened = frames(at, "watcher")["moments"][-1]
    assert "6" in " ".join(opened["lines"])


def test_the_replay_has_no_buttons_and_is_escaped(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    at.bid("first", 5)
    told = frames(at, "first")
    assert told["moments"]
    for drawn in (told["before"], *[each["picture"] for each in told["moments"]]):
        assert "<a " not in drawn and "data-presses" not in drawn and "Not a name" not in drawn
        assert drawn.startswith("<svg ") or not drawn


def test_an_up_to_date_reader_gets_nothing_and_nothing_is_replayed(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    at = parlour()
    at.bid("first", 5)
    monkeypatch.setattr(history, "replay", None)
    nothing = {"before": "", "moments": [], "left_out": 0}
    for query in (f"?since={at.heard('first')}", "?since=9999"):
        assert frames(at, "first", query) == nothing
    waiting = parlour(open_seat=True)
    assert frames(waiting, "first") == nothing


def test_a_long_absence_is_replayed_from_the_last_twelve_moments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = middle("renamed", monkeypatch)
    there.until_mine(20)
    mine = place(there.table.pk, there.me)
    missed = history.missed_events(mine, 0)
    everything = [line.text for line in view_table(mine).lines]
    told = [said for each in missed.moments for said in each.lines]
    assert (
        len(missed.moments)
        == history.MAX_MISSED_MOMENTS
        < missed.left_out + history.MAX_MISSED_MOMENTS
    )
    assert everything[-len(told) :] == told
    assert missed.before is not None


@pytest.mark.parametrize("query", ["?since=", "?since=-1", "?since=x", "?since=99999999"])
def test_an_invalid_count_means_nothing_was_seen(
    query: str, parlour: Callable[..., Parlour]
) -> None:
    at = parlour()
    at.bid("first", 5)
    assert frames(at, "first", query) == frames(at, "first", "?since=0")


def test_the_latest_lines_are_all_of_the_last_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    there = middle("renamed", monkeypatch)
    seen = view_table(place(there.table.pk, there.me))
    assert [line.text for line in seen.latest_lines][-2:-1] == ["Your turn."]
    assert len(seen.latest_lines) >= 2
    assert {line.before for line in seen.latest_lines} == {seen.lines[-1].before}


def test_a_bot_to_move_is_shown_as_thinking() -> None:
    me = person("me")
    table = open_table(
        user=me, game="renamed", options={}, seats=("me", "bot:doctrine", "bot:doctrine")
    )
    there = Middle(table, [me])
    while (waiting := there.waiting()) == (Seat(0),):
        there.move(waiting[0])
    page = Parlour(table, {"me": me}).read("me")
    name = view_table(place(table.pk, me)).names[waiting[0]]
    assert f"{name} is thinking …" in page
    assert Move.objects.count() == there.made
