"""Playing over the API: two tools play whole matches, and refused, late, repeated and foreign
requests get clear answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from core.accounts.models import User
from core.accounts.services import tokens
from engine.dice import SeededDice
from engine.registry import bot
from play.models import Chair, ChatLine, Move, PrivateNote, Table
from play.services.tick import tick
from play.tabletop import registry
from tests.factories import person
from tests.play.tables import installed_toys

from .conftest import some_key

pytestmark = pytest.mark.django_db
PLAY = "/api/v1/play"


class Tool:
    """A program with a token of its person."""

    def __init__(self, name: str) -> None:
        self.user: User = person(name)
        self.token = tokens.create_token(user=self.user, name="A bot", days=30, now=timezone.now())[
            1
        ]
        self.client = Client(HTTP_AUTHORIZATION=f"Token {self.token}")

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        raw = "" if body is None else json.dumps(body)
        return self.client.generic(
            method, f"{PLAY}/{path}", raw, content_type="application/json", headers=headers
        )

    def do(
        self, method: str, path: str, body: Any = None, status: int = 200, **headers: str
    ) -> Any:
        answer = self.ask(method, path, body, **headers)
        assert answer.status_code == status, (
            method,
            path,
            answer.status_code,
            answer.content[:600],
        )
        return answer.json() if answer.content else None

    def read(self, path: str) -> Any:
        return self.do("GET", path)

    def faults(self, path: str, body: Any, status: int) -> list[tuple[str, str | None]]:
        """Return the codes and fields of a refused POST."""
        return [
            (each["code"], each["attr"]) for each in self.do("POST", path, body, status)["errors"]
        ]

    def open(self, *seats: str, game: str = "bids", **more: Any) -> str:
        """Open a table and return its address."""
        opened = self.do("POST", "tables/", {"game": game, "seats": seats, **more}, 201)
        return f"tables/{opened['id']}/"

    def bid(self, table: str, amount: int, **more: Any) -> Any:
        return self.do("POST", f"{table}move/", {"move": {"type": "bid", "amount": amount}, **more})


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with installed_toys():
        yield


@pytest.fixture
def ann() -> Tool:
    return Tool("ann")


@pytest.fixture
def bob() -> Tool:
    return Tool("bob")


@pytest.fixture
def cat() -> Tool:
    return Tool("cat")


@pytest.fixture
def table(ann: Tool, bob: Tool) -> str:
    """Return a running match of Bids between Ann and Bob."""
    path = ann.open("me", "open")
    bob.do("POST", f"{path}sit/", {})
    return path


# --- a whole match --------------------------------------------------------------------------------


def test_two_tools_play_a_match_to_its_end(ann: Tool, bob: Tool) -> None:
    game = next(each for each in ann.read("games/")["results"] if each["key"] == "bids")
    assert (game["title"], game["seats"], game["late"]) == (
        "Bids",
        [2, 3],
        "Who does not bid in time bids 1.",
    )
    path = ann.open("me", "open", name="Friday", options={"loud": True})
    card = bob.read("tables/?which=open&game=bids")["results"][0]
    assert (card["name"], card["free"], card["mine"], f"tables/{card['id']}/") == (
        "Friday",
        1,
        False,
        path,
    )
    assert bob.read(path)["view"] is None
    assert bob.do("POST", f"{path}sit/", {"seat": 1})["status"] == "playing"
    turns = 0
    while (seen := ann.read(path))["status"] == "playing":
        for tool, amount in ((ann, 5), (bob, 2)):
            mine = tool.read(path)
            move = {"type": "bid", "amount": amount}
            assert mine["menu"]["complete"] and move in mine["menu"]["moves"]
            made = tool.do(
                "POST",
                f"{path}move/",
                {"move": move, "heard": mine["heard"]},
                idempotency_key=some_key(),
            )
            assert (
                made["heard"] > mine["heard"],
                made["version"] != mine["version"],
                made["again"],
            ) == (True, True, False)
        turns += 1
    assert (turns, seen["ending"]) == (3, {"words": "All rounds.", "winners": [0]})
    assert seen["menu"]["moves"] == []
    assert [entry["words"] for entry in bob.read(f"{path}log/")["results"]][:2] == [
        "2 players bid.",
        "You bid 2.",
    ]
    assert bob.read("tables/?which=mine")["results"][0]["status"] == "over"


def test_the_first_match_has_a_coach_until_it_is_switched_off(ann: Tool, bob: Tool) -> None:
    path = ann.open("me", "bot:doctrine", game="renamed")
    seen = ann.read(path)
    assert seen["coached"] and seen["coach"]
    assert not bob.read(path)["coached"] and not bob.read(path)["coach"]
    sent_away = ann.do("POST", f"{path}coach/", {"on": False})
    assert (
        not sent_away["coached"]
        and not sent_away["coach"]
        and sent_away["version"] != seen["version"]
    )
    assert bob.faults(f"{path}coach/", {"on": True}, 409) == [("not-seated", None)]
    assert not ann.read(ann.open("me", "bot:doctrine", game="renamed"))["coached"]


def test_a_chair_tells_a_bots_name_from_its_kind(ann: Tool) -> None:
    path = ann.open("me", "bot:random", game="renamed")
    chair = ann.read(path)["chairs"][1]
    assert (chair["name"], chair["kind"], chair["bot"]) == ("The Countess", "bot", "random")
    card = ann.read("tables/?which=mine")["results"][0]
    assert (card["seats"], card["bots"]) == ([ann.user.username, "The Countess"], [1])
    table = Table.objects.get()
    at = timezone.now()
    ChatLine.objects.create(table=table, channel="table", text="The house.", at=at)
    ChatLine.objects.create(
        table=table,
        channel="table",
        chair=Chair.objects.get(table=table, seat=1),
        text="Ha!",
        at=at + timedelta(microseconds=1),
    )
    ann.do("POST", f"{path}talk/", {"text": "Hm."}, 201)
    said = [(line["who"], line["bot"]) for line in ann.read(f"{path}talk/")["lines"]]
    assert said[-3:] == [(None, False), ("The Countess", True), (ann.user.username, False)]


def test_every_registered_game_can_be_played_over_the_api_against_a_bot(ann: Tool) -> None:
    path = ann.open("me", "bot:random", game="couriers")
    schema = Draft202012Validator(ann.read("games/couriers/schemas/move/"))
    seen = ann.read(path)
    for _ in range(200):
        tick()
        seen = ann.read(path)
        if seen["status"] == "over":
            break
        if seen["menu"]["moves"]:
            assert seen["waiting"] == [0]
            schema.validate(seen["menu"]["moves"][0])
            ann.do(
                "POST", f"{path}move/", {"move": seen["menu"]["moves"][0], "heard": seen["heard"]}
            )
    assert seen["status"] == "over" and seen["ending"]["winners"]


@pytest.mark.parametrize(
    "game", [tabletop.key for tabletop in registry.all_tabletops()] + ["bids", "couriers"]
)
def test_moves_views_and_events_match_the_published_schemas(game: str) -> None:
    site = Client()
    schemas = {
        what: Draft202012Validator(site.get(f"{PLAY}/games/{game}/schemas/{what}/").json())
        for what in ("setup", "move", "event", "view")
    }
    rules = registry.get(game).game
    for number, setup in enumerate(rules.setups()[:2]):
        schemas["setup"].validate(to_builtins(setup))
        state, told = rules.start(setup, SeededDice(bytes([number]) * 32, 0))
        for ply in range(1, 30):
            for each in told:
                schemas["event"].validate(to_builtins(each.event))
            for seat in (*rules.seats(setup), None):
                schemas["view"].validate(to_builtins(rules.view(state, seat)))
            if not (acting := rules.to_act(state)):
                break
            move = bot(rules, "random").choose(
                rules.view(state, acting[0]), acting[0], SeededDice(b"m" * 32, ply)
            )
            schemas["move"].validate(to_builtins(move))
            state, told = rules.apply(state, acting[0], move, SeededDice(bytes([number]) * 32, ply))


def to_builtins(value: Any) -> Any:
    import msgspec

    return json.loads(msgspec.json.encode(value))


def test_games_and_schemas_are_public_and_unknown_ones_are_not_found() -> None:
    site = Client()
    assert (
        site.get(f"{PLAY}/games/bids/").json()["schemas"]["move"]
        == f"{PLAY}/games/bids/schemas/move/"
    )
    options = site.get(f"{PLAY}/games/bids/schemas/options/").json()
    Draft202012Validator.check_schema(options)
    assert options["$defs"]["Options"]["properties"]["rounds"]["maximum"] == 3
    missing = {
        site.get(f"{PLAY}/games/{tail}").content
        for tail in ("chess/", "chess/schemas/move/", "bids/schemas/state/")
    }
    assert missing == {site.get("/api/v1/nowhere/").content}


# --- opening and sitting --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"options": {"rounds": 7}}, ("out-of-bounds", "options.rounds")),
        ({"options": {"sound": 7}}, ("unknown-field", "options.sound")),
        ({"options": {"rounds": 2}}, ("illegal-move", None)),
        ({"game": "chess"}, ("unknown-game", "game")),
        ({"seats": ["me"]}, ("seats", "seats")),
        ({"seats": ["me", "bot:oracle"]}, ("unknown-bot", "seats")),
        ({"clock": {"kind": "live", "seconds": 1}}, ("clock", "clock.seconds")),
        ({"clock": {"kind": "slot", "slot": "late"}}, ("clock", "clock.slot")),
        (
            {"clock": {"kind": "slot", "slot": "19:30", "zone": "Moon/Base"}},
            ("clock", "clock.zone"),
        ),
    ],
)
def test_an_invalid_table_is_refused_by_field(
    ann: Tool, wrong: dict[str, Any], fault: tuple[str, str | None]
) -> None:
    assert ann.faults("tables/", {"game": "bids", "seats": ["me", "open"], **wrong}, 422) == [fault]
    assert not Table.objects.exists()


def test_an_unreadable_table_is_a_bad_request(ann: Tool) -> None:
    assert ann.faults("tables/", {"game": "bids", "seats": "me"}, 400) == [("unreadable", "seats")]
    assert (
        ann.faults(
            "tables/", {"game": "bids", "seats": ["me", "open"], "visibility": "private"}, 400
        )[0][1]
        == "visibility"
    )


def test_one_key_opens_one_table(ann: Tool) -> None:
    body, key = {"game": "bids", "seats": ["me", "open"]}, some_key()
    assert (
        len({ann.do("POST", "tables/", body, 201, idempotency_key=key)["id"] for _ in range(2)})
        == 1
    )
    assert Table.objects.count() == 1


def test_a_link_leads_to_an_unlisted_table(ann: Tool, bob: Tool, cat: Tool) -> None:
    path = ann.open("me", "open", visibility="invited", watched=False)
    assert bob.read("tables/")["count"] == 0
    assert bob.ask("GET", path).status_code == 404
    link = ann.do("POST", f"{path}invite/", status=201)
    assert bob.do("POST", "join/look/", {"token": link["token"]})["free"] == 1
    assert bob.do("POST", "join/", {"token": link["token"]})["seat"] == 1
    assert cat.ask("POST", "join/", {"token": link["token"]}).status_code == 404
    assert cat.ask("POST", "join/look/", {"token": "nonsense"}).status_code == 404


def test_people_sit_and_stand_up_and_the_host_closes_the_table(ann: Tool, bob: Tool) -> None:
    path = ann.open("me", "open", "open")
    bob.do("POST", f"{path}sit/", {"seat": 2})
    assert bob.faults(f"{path}seat-bot/", {"seat": 1}, 409) == [("not-yours", None)]
    bob.do("POST", f"{path}stand/", status=204)
    assert [
        chair["kind"] for chair in ann.do("POST", f"{path}seat-bot/", {"seat": 1})["chairs"]
    ] == ["person", "bot", "free"]
    assert [
        chair["kind"] for chair in ann.do("POST", f"{path}free-seat/", {"seat": 1})["chairs"]
    ] == ["person", "free", "free"]
    bob.do("POST", f"{path}sit/", {"seat": 2})
    assert bob.faults(f"{path}free-seat/", {"seat": 0}, 409) == [("not-yours", None)]
    assert ann.faults(f"{path}free-seat/", {"seat": 0}, 409) == [("chair-taken", "seat")]
    assert ann.do("POST", f"{path}free-seat/", {"seat": 2})["chairs"][2]["kind"] == "free"
    ann.do("POST", f"{path}close/", status=204)
    assert ann.read(path)["ending"]["words"] == "The table was closed before the match started."
    assert bob.faults(f"{path}sit/", {}, 409) == [("wrong-stage", None)]


def test_a_reserved_chair_is_not_open_to_others(ann: Tool, bob: Tool, cat: Tool) -> None:
    path = ann.open("me", f"person:{bob.user.username}")
    assert [card["free"] for card in bob.read("tables/?which=open")["results"]] == [1]
    assert cat.read("tables/?which=open")["results"] == []
    assert cat.faults(f"{path}sit/", {}, 409) == [("chair-taken", "seat")]


# --- clocks ---------------------------------------------------------------------------------------


def test_everyone_at_the_table_sees_when_the_current_turn_ends(
    ann: Tool, bob: Tool, cat: Tool
) -> None:
    clock = {"kind": "live", "seconds": 30}
    path = ann.open("me", "open", game="couriers", clock=clock)
    bob.do("POST", f"{path}sit/", {})
    seat = ann.read(path)["waiting"][0]
    mover, rival = (ann, bob) if seat == 0 else (bob, ann)
    due = mover.read(path)["due_at"]
    assert due is not None
    for tool in (mover, rival, cat):
        told = [chair["due_at"] for chair in tool.read(path)["chairs"]]
        assert (told[seat], told[1 - seat]) == (due, None)
    assert rival.read(path)["due_at"] is None
    listed = {
        tool: tool.read("tables/?which=mine")["results"][0]["my_due_at"] for tool in (mover, rival)
    }
    assert listed == {mover: due, rival: None}


def test_turn_deadlines_do_not_show_who_has_sealed_a_move(ann: Tool, bob: Tool) -> None:
    path = ann.open("me", "open", clock={"kind": "live", "seconds": 30})
    bob.do("POST", f"{path}sit/", {})
    before = ann.read(path)
    bob.bid(path, 3)
    assert ann.read(path) == before
    assert [chair["due_at"] is None for chair in before["chairs"]] == [False, True]


# --- moves that are late, wrong, doubled or not theirs --------------------------------------------


def test_a_move_on_an_old_view_is_stale_and_the_answer_gives_the_event_count(
    ann: Tool, bob: Tool
) -> None:
    path = ann.open("me", "open", game="couriers")
    bob.do("POST", f"{path}sit/", {})
    first, second = (ann, bob) if ann.read(path)["menu"]["moves"] else (bob, ann)
    seen = first.read(path)
    stale = first.ask(
        "POST", f"{path}move/", {"move": seen["menu"]["moves"][0], "heard": seen["heard"] - 1}
    )
    assert (stale.status_code, stale.json()["errors"][0]["code"], stale["Heard"]) == (
        409,
        "stale",
        str(seen["heard"]),
    )
    assert not Move.objects.exists()
    turn = second.ask("POST", f"{path}move/", {"move": seen["menu"]["moves"][0]})
    assert (turn.status_code, turn.json()["errors"][0]["code"], "Heard" in turn) == (
        409,
        "not-your-turn",
        False,
    )


def test_a_sealed_move_may_be_based_on_an_old_view(ann: Tool, table: str) -> None:
    assert ann.bid(table, 3, heard=0)["seat"] == 0


@pytest.mark.parametrize(
    ("move", "status", "fault"),
    [
        ({"type": "bid", "amount": 9}, 422, ("illegal-move", None)),
        ({"type": "deadline"}, 422, ("illegal-move", None)),
        ({"type": "bid", "amount": "9"}, 400, ("unreadable", "move.amount")),
        ({"type": "bid"}, 400, ("unreadable", "move.amount")),
        ({"type": "bid", "amount": 3, "extra": 1}, 400, ("unreadable", "move.extra")),
        ({"type": "fold"}, 400, ("unreadable", "move.type")),
        ({}, 400, ("unreadable", "move.type")),
        (3, 400, ("unreadable", "move")),
    ],
)
def test_unreadable_and_illegal_moves_are_refused(
    ann: Tool, table: str, move: Any, status: int, fault: tuple[str, str | None]
) -> None:
    assert ann.faults(f"{table}move/", {"move": move}, status) == [fault]
    assert not Move.objects.exists()


def test_one_key_makes_one_move_even_after_its_answer_has_expired(ann: Tool, table: str) -> None:
    from core.web.models import IdempotentAnswer

    key, body = some_key(), {"move": {"type": "bid", "amount": 3}}
    first, again = (ann.ask("POST", f"{table}move/", body, idempotency_key=key) for _ in range(2))
    assert (first.content, again["Idempotency-Replayed"]) == (again.content, "true")
    IdempotentAnswer.objects.all().delete()
    assert ann.do("POST", f"{table}move/", body, idempotency_key=key) == first.json() | {
        "again": True
    }
    assert Move.objects.count() == 1


def test_a_spectator_sees_public_events_and_makes_no_move(ann: Tool, cat: Tool, table: str) -> None:
    before = cat.ask("GET", table)
    ann.bid(table, 6)
    after = cat.ask("GET", table)
    assert (before.content, before["ETag"]) == (after.content, after["ETag"])
    assert (after.json()["seat"], after.json()["view"]["bid"], after.json()["menu"]["moves"]) == (
        None,
        0,
        [],
    )
    assert cat.faults(f"{table}move/", {"move": {"type": "bid", "amount": 1}}, 409) == [
        ("not-seated", None)
    ]
    assert cat.read("tables/?which=watchable")["count"] == 1
    assert [entry["event"]["type"] for entry in cat.read(f"{table}log/")["results"]] == ["began"]


def test_a_rivals_sealed_move_does_not_change_my_view(ann: Tool, bob: Tool, table: str) -> None:
    paths = (
        table,
        f"{table}log/",
        f"{table}history/",
        f"{table}history/1/",
        f"{table}talk/",
        "tables/?which=mine",
    )
    before = [bob.ask("GET", path).content for path in paths]
    ann.bid(table, 6)
    assert [bob.ask("GET", path).content for path in paths] == before


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_persons_private_table_looks_like_an_unknown_one(
    ann: Tool, bob: Tool, cat: Tool, method: str
) -> None:
    path = ann.open("me", "open", visibility="invited", watched=False)
    token = ann.do("POST", f"{path}invite/", status=201)["token"]
    bob.do("POST", "join/", {"token": token})
    tails = (
        ("", "log/", "history/", "history/1/", "talk/", "note/")
        if method == "GET"
        else (
            "move/",
            "talk/",
            "sit/",
            "stand/",
            "seat-bot/",
            "free-seat/",
            "invite/",
            "close/",
            "resign/",
            "claim/",
            "pause/",
            "resume/",
            "rematch/",
            "deputy/",
        )
    )
    for tail in tails:
        foreign, unknown = (
            cat.ask(method, f"{where}{tail}", {} if method == "POST" else None)
            for where in (path, f"tables/{uuid4()}/")
        )
        assert (foreign.status_code, unknown.status_code, foreign.content) == (
            404,
            404,
            unknown.content,
        ), tail
        assert headers(foreign) == headers(unknown), tail
    assert bob.ask("GET", f"{path}?seat=0").content == cat.ask("GET", path).content


def headers(answer: Any) -> dict[str, str]:
    passing = {"RateLimit-Remaining", "RateLimit-Reset", "X-Request-ID"}
    return {name: value for name, value in answer.headers.items() if name not in passing}


# --- what was heard, and looking back -------------------------------------------------------------


def test_the_log_continues_after_a_given_event(ann: Tool, bob: Tool, table: str) -> None:
    ann.bid(table, 5)
    first = ann.read(f"{table}log/?page_size=1")
    assert (first["heard"], first["count"], [entry["number"] for entry in first["results"]]) == (
        2,
        2,
        [1],
    )
    assert [entry["number"] for entry in ann.client.get(first["next"]).json()["results"]] == [2]
    rest = ann.read(f"{table}log/?after=1")
    assert (rest["count"], rest["next"], rest["results"]) == (
        1,
        None,
        [
            {
                "number": 2,
                "event": {"type": "sealed", "amount": 5},
                "words": "You bid 5.",
                "note": "",
            }
        ],
    )
    assert ann.read(f"{table}log/?after=2") == {
        "count": 0,
        "next": None,
        "previous": None,
        "results": [],
        "heard": 2,
    }
    assert bob.read(f"{table}log/")["heard"] == 1


def test_history_shows_a_players_view_and_after_the_end_the_truth(
    ann: Tool, bob: Tool, cat: Tool, table: str
) -> None:
    ann.bid(table, 5)
    assert ann.read(f"{table}history/") == {"steps": 2, "seats": [0, None], "truth": False}
    assert ann.read(f"{table}history/2/")["view"]["bid"] == 5
    for eyes in ("1", "truth"):
        assert ann.ask("GET", f"{table}history/?eyes={eyes}").status_code == 404
    assert ann.ask("GET", f"{table}history/3/").status_code == 404
    for bids in ((None, 2), (5, 2), (5, 2)):
        for tool, amount in zip((ann, bob), bids, strict=True):
            if amount:
                tool.bid(table, amount)
    assert cat.read(f"{table}history/")["seats"] == [0, 1, None]
    assert cat.read(f"{table}history/2/?eyes=1")["lines"][0] == "You bid 2."
    assert cat.read(f"{table}history/2/?eyes=truth")["view"]["bids"] == [5, 0]


# --- around the match -----------------------------------------------------------------------------


def test_talk_reaches_its_channel_and_notes_stay_private(ann: Tool, bob: Tool, table: str) -> None:
    key = some_key()
    for _ in range(2):
        bob.do(
            "POST",
            f"{table}talk/",
            {"text": "psst", "channel": "odd-seats"},
            201,
            idempotency_key=key,
        )
    ann.do("POST", f"{table}talk/", {"text": "hello"}, 201)
    said = [
        [line["text"] for line in tool.read(f"{table}talk/")["lines"] if line["who"]]
        for tool in (ann, bob)
    ]
    assert said == [["hello"], ["psst", "hello"]]
    assert ann.faults(f"{table}talk/", {"text": "psst", "channel": "odd-seats"}, 409) == [
        ("not-seated", "channel")
    ]
    assert ChatLine.objects.filter(text="psst").count() == 1
    assert bob.do("PUT", f"{table}note/", {"text": "Ann bids high."}) == bob.read(f"{table}note/")
    assert ann.read(f"{table}note/") == {"text": ""}
    assert PrivateNote.objects.count() == 1
    mine = {"choices": ["bluffs", "honest"], "marks": [{"seat": 0, "mark": "bluffs"}]}
    assert bob.do("PUT", f"{table}marks/", {"marks": mine["marks"]}) == mine
    assert (bob.read(f"{table}marks/"), ann.read(f"{table}marks/")["marks"]) == (mine, [])


def test_a_pause_needs_both_players_and_either_can_resume(ann: Tool, bob: Tool, table: str) -> None:
    assert ann.do("POST", f"{table}pause/")["pause_asked_by"] == [0]
    assert ann.do("POST", f"{table}unpause/")["pause_asked_by"] == []
    for tool in (ann, bob):
        assert tool.do("POST", f"{table}pause/")["paused"] == (tool is bob)
    assert ann.faults(f"{table}move/", {"move": {"type": "bid", "amount": 1}}, 409) == [
        ("paused", None)
    ]
    assert not ann.do("POST", f"{table}resume/")["paused"]


def test_a_deputy_sees_and_moves_and_a_holiday_is_shown(
    ann: Tool, bob: Tool, cat: Tool, table: str
) -> None:
    ann.do("POST", f"{table}deputy/", {"username": cat.user.username})
    assert cat.read(table)["my_seats"] == [0]
    assert cat.bid(table, 4)["seat"] == 0
    assert ann.read(table)["view"]["bid"] == 4
    now = timezone.now()
    span = {"starts": now.isoformat(), "ends": (now + timedelta(days=3)).isoformat()}
    assert ann.read("holiday/") == {"holiday": None, "meets": []}
    assert ann.do("POST", "holiday/", span, 201)["holiday"]
    assert bob.read(table)["chairs"][0]["away_until"]
    assert ann.faults("holiday/", {**span, "ends": "9999-12-31T00:00:00Z"}, 422) == [
        ("holiday", "ends")
    ]
    assert ann.faults(
        "holiday/", {"starts": "9999-12-30T00:00:00Z", "ends": "9999-12-31T00:00:00Z"}, 422
    ) == [("holiday", "ends")]
    ann.do("POST", "holiday/back/", status=204)
    assert ann.read("holiday/") == {"holiday": None, "meets": []}


def test_t14_a_player_claims_the_win_when_the_opponent_is_away(
    ann: Tool, bob: Tool, table: str
) -> None:
    assert ann.read(table)["claims"] == []
    ann.do("POST", f"{table}claim/", {"action": "win"}, status=422)
    Chair.objects.filter(seat=1).update(missed=3)
    assert ann.read(table)["claims"] == ["win", "bots", "cancel"]
    assert ann.do("POST", f"{table}claim/", {"action": "win"})["ending"] == {
        "words": "The other side left.",
        "winners": [0],
    }


def test_a_player_resigns_and_both_ask_for_a_rematch_with_seats_swapped(
    ann: Tool, bob: Tool, table: str
) -> None:
    assert ann.do("POST", f"{table}resign/")["ending"] == {
        "words": "The other side resigned.",
        "winners": [1],
    }
    again = [tool.do("POST", f"{table}rematch/", status=201) for tool in (ann, bob)]
    assert again[0]["id"] == again[1]["id"]
    assert ([table["seat"] for table in again], again[1]["status"]) == ([1, 0], "playing")
