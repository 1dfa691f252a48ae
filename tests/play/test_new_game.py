"""A new game needs only rules and texts. Pages, API, clock, bots, history and laws come with it."""

from __future__ import annotations

import json
import re
from io import StringIO
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.accounts.services import tokens
from engine import registry as games
from engine.conformance import survey
from engine.game import Game, Outcome, Step, Told
from engine.values import EVERYONE, Seat, Value, changed
from play.models import Move, Table
from play.running import readers
from play.services import seating, tables
from play.services.tick import tick
from play.tabletop import registry
from play.tabletop.board import Board, Choice, Draft, Menu
from play.tabletop.contract import Credit, Tabletop
from tests.factories import person

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.dice import Dice

pytestmark = pytest.mark.django_db
GOAL: Final = 9


# --- the game -------------------------------------------------------------------------------------


class Setup(Value):
    players: int = 3


class State(Value):
    """The state, which is also the view. `seat` is the viewer."""

    players: int
    count: int = 0
    turn: Seat = Seat(0)
    seat: Seat | None = None


class Say(Value, tag="say"):
    """The next one to three numbers."""

    numbers: int


class Said(Value, tag="said"):
    by: Seat
    count: int


class Nine(Game[Setup, State, Say, Said, State]):
    """Count to nine: players take turns saying one to three numbers, and saying nine wins."""

    key = "nine"
    rules_version = 1
    max_plies = GOAL

    def setups(self) -> Sequence[Setup]:
        return (Setup(),)

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return tuple([Seat(seat) for seat in range(setup.players)])

    def start(self, setup: Setup, dice: Dice) -> Step[State, Said]:
        return State(players=setup.players), ()

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.count == GOAL else (state.turn,)

    def view(self, state: State, seat: Seat | None) -> State:
        return changed(state, seat=seat)

    def legal_moves(self, view: State) -> Sequence[Say]:
        mine = view.seat == view.turn and view.count < GOAL
        return (
            tuple([Say(numbers=numbers) for numbers in (1, 2, 3) if view.count + numbers <= GOAL])
            if mine
            else ()
        )

    def apply(self, state: State, seat: Seat, move: Say, dice: Dice) -> Step[State, Said]:
        count = state.count + move.numbers
        return changed(state, count=count, turn=Seat((seat + 1) % state.players)), (
            Told(event=Said(by=seat, count=count), to=EVERYONE),
        )

    def outcome(self, state: State) -> Outcome | None:
        return (
            Outcome(winners=(Seat((state.turn - 1) % state.players),), ending="nine")
            if state.count == GOAL
            else None
        )

    def imagine(self, view: State, dice: Dice) -> State:
        return changed(view, seat=None)


class NineTable(Tabletop[Setup, State, Say, Said, State]):
    game = Nine()
    title = "Count to Nine"
    blurb = "Who says nine wins."
    credit = Credit(title="Count to Nine", author="Nobody", year="old", licence="free")
    bots = ("random", "search")

    def seat_counts(self, options: Any) -> Sequence[int]:
        return (3,)

    def setup(self, options: Any, seats: int) -> Setup:
        return Setup(players=seats)

    def board(self, view: State, names: Sequence[str], draft: Draft | None = None) -> Board:
        choices = tuple(
            [
                Choice(key=f"say:{move.numbers}", label=f"Say {move.numbers}", move=move)
                for move in self.game.legal_moves(view)
            ]
        )
        waiting = (view.turn,) if view.count < GOAL else ()
        return Board(
            headline=f"Counted to {view.count}",
            menus=(Menu(title="Go on", choices=choices),) if choices else (),
            waiting=waiting,
        )

    def say(self, event: Said, names: Sequence[str], viewer: Seat | None) -> str:
        return f"{names[event.by]} counts to {event.count}."


# --- features of the site -------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _on_the_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_tabletops", dict(registry._tabletops))
    monkeypatch.setattr(games.GAMES, "_games", dict(games.GAMES._games))
    registry.register(NineTable())
    yield
    readers.cache_clear()


def test_new_game_can_be_played_by_page_tool_and_bot_in_one_match() -> None:
    ann, bob, eve = person("ann"), person("bob"), person("eve")
    pages, onlooker = Client(), Client()
    pages.force_login(ann, backend=settings.AUTHENTICATION_BACKENDS[0])
    onlooker.force_login(eve, backend=settings.AUTHENTICATION_BACKENDS[0])
    tool = Client(
        HTTP_AUTHORIZATION=(
            f"Token {tokens.create_token(user=bob, name='A tool', days=1, now=timezone.now())[1]}"
        )
    )
    assert "Who says nine wins." in pages.get("/play/").content.decode()
    table = tables.open_table(user=ann, game="nine", options={}, seats=("me", "open", "bot:search"))
    seating.sit_down(table_id=table.pk, user=bob, seat=1)
    page, api = (
        reverse("play-table", kwargs={"table": table.pk}),
        f"/api/v1/play/tables/{table.pk}/",
    )
    for _ in range(GOAL):
        seen = tool.get(api).json()
        if seen["status"] == "over":
            break
        match seen["waiting"]:
            case [0]:
                shown = pages.get(page).content.decode()
                heard = re.search(r'name="heard"\s+value="(\d+)"', shown)
                assert "Say 1" in shown and heard
                sent = {"choice": "say:1", "heard": heard[1], "idempotency": uuid4().hex}
                assert pages.post(f"{page}move/", sent).status_code == 303
            case [1]:
                body = {"move": seen["menu"]["moves"][0], "heard": seen["heard"]}
                answer = tool.post(f"{api}move/", json.dumps(body), content_type="application/json")
                assert answer.status_code == 200, answer.content
            case _:
                tick()
        assert "Say 1" not in onlooker.get(page).content.decode()
    table.refresh_from_db()
    assert table.status == Table.Status.OVER
    assert set(Move.objects.filter(match=table.match).values_list("how", "by__username")) == {
        ("person", ann.username),
        ("person", bob.username),
        ("bot", None),
    }
    told = tool.get(f"{api}log/").json()["results"]
    assert told[-1]["words"].endswith("counts to 9.")
    assert "Counted to 9" in pages.get(f"{page}history/").content.decode()


def test_new_game_passes_the_engine_laws_and_the_simulator() -> None:
    report = survey(games.get("nine"))
    assert not report.breaches
    assert {"1", "2", "3", "4", "5", "7", "9"}.isdisjoint(report.vacuous)
    said = StringIO()
    call_command(
        "simulate",
        "nine",
        "--matches",
        "6",
        "--bots",
        "search:20,random",
        "--json",
        stdout=said,
        stderr=StringIO(),
    )
    found = json.loads(said.getvalue())
    assert (found["matches"], found["endings"]) == (6, {"nine": 6})
