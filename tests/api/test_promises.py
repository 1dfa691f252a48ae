"""ETags that reveal nothing, idempotent requests, and orders that are never overwritten unseen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test import Client
from django_scopes import scopes_disabled

from campaign.league.models import Team
from campaign.league.refusals import NotEnoughMoney
from campaign.ledger.models import Money
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting, stores
from campaign.ledger.services.posting import Book, Line
from core.accounts.forms.tokens import DAYS
from core.web.idempotency import API_LIFETIME
from core.web.models import IdempotentAnswer
from tests.factories import Club
from tests.siege import in_shares

from .conftest import Api, gather, order, some_key

# --- the same bytes again -------------------------------------------------------------------------


def test_an_unchanged_answer_is_not_sent_again(api: Api) -> None:
    first = api.get(api.club_url("news/"))
    again = api.get(api.club_url("news/"), if_none_match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert first["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(first["Vary"].replace(" ", "").split(","))


def test_the_etag_changes_with_the_answer(api: Api) -> None:
    path = api.team_url("store/")
    before = api.get(path)["ETag"]
    api.do("POST", api.team_url("store/buy/"), {"wanted": {"knife": 1}})
    assert api.get(path)["ETag"] != before


def test_the_etag_does_not_reveal_hidden_changes(api: Api) -> None:
    paths = [
        api.club_url(tail)
        for tail in (
            "",
            "weeks/1/",
            "weeks/1/duels/0/",
            "news/",
            "standings/",
            "teams/",
            "desk/",
            "members/",
        )
    ]
    paths += [api.team_url(tail) for tail in ("", "roster/", "seen-vehicles/", "money/", "store/")]
    tags = [api.get(path, "gm")["ETag"] for path in paths]
    rival = [api.get(path, "rival").headers.get("ETag") for path in paths]
    sheet = {"orders": [order(api, 0, "Fuse", "blow_up", 1, bricks=3)]}
    api.do(
        "PUT",
        api.team_url("weeks/1/orders/"),
        {"state": "final", "sheet": sheet},
        if_match='"1.1.0"',
    )
    crew = {"driver": str(api.club.who(0, "Rook").pk)}
    api.do(
        "POST",
        api.team_url("weeks/1/duels/0/entries/"),
        {"vehicle": str(api.club.car(0).pk), "crew": crew},
        status=201,
    )
    assert [api.get(path, "gm")["ETag"] for path in paths] == tags
    assert [api.get(path, "rival").headers.get("ETag") for path in paths] == rival


def test_the_guide_states_how_long_a_token_works(api: Api) -> None:
    said = Path(settings.BASE_DIR, "docs/api.md").read_text()
    assert "A token works for {}, {} or {}".format(*(label for _, label in DAYS)) in said
    assert api.read("/api/v1/me/tokens/")["results"][0]["expires_at"]
    assert "`expires_at`" in said


# --- orders by version ----------------------------------------------------------------------------


def test_orders_are_saved_on_top_of_the_version_that_was_read(api: Api) -> None:
    path = api.team_url("weeks/1/orders/")
    first = api.get(path)
    assert (first.json()["version"], first.json()["state"], first["ETag"]) == (
        0,
        "nothing",
        '"1.1.0"',
    )
    sheet = {"orders": [order(api, 0, "Vesper", "infiltrate", 1)]}
    saved = api.ask(
        "token", "PUT", path, {"state": "draft", "sheet": sheet}, if_match=first["ETag"]
    )
    assert (saved.status_code, saved["ETag"], saved.json()["state"]) == (200, '"1.1.1"', "draft")
    assert api.get(path, if_none_match=saved["ETag"]).status_code == 304
    assert api.read(path, "co-owner")["sheet"]["orders"][0]["action"] == "infiltrate"


def test_a_stale_save_does_not_overwrite_newer_orders(api: Api) -> None:
    path = api.team_url("weeks/1/orders/")
    tag = api.get(path)["ETag"]
    api.do("PUT", path, {"state": "passed"}, who="co-owner", if_match=tag)
    stale = api.ask("token", "PUT", path, {"state": "draft"}, if_match=tag)
    assert (stale.status_code, stale.json()["errors"][0]["code"]) == (412, "stale")
    assert api.read(path)["state"] == "passed"


@pytest.mark.parametrize(
    ("tag", "status"),
    [(None, 428), ("*", 412), ('"1.2.0"', 412), ("nonsense", 412), ('W/"1.1.0"', 200)],
)
def test_orders_cannot_be_saved_without_if_match(api: Api, tag: str | None, status: int) -> None:
    said = {} if tag is None else {"if_match": tag}
    assert (
        api.ask(
            "token", "PUT", api.team_url("weeks/1/orders/"), {"state": "passed"}, **said
        ).status_code
        == status
    )


def test_standing_orders_alone_make_a_new_version_with_the_same_orders(api: Api) -> None:
    path = api.team_url("weeks/1/orders/")
    sheet = {"orders": [order(api, 0, "Vesper", "infiltrate", 1)]}
    tag = api.ask("token", "PUT", path, {"state": "final", "sheet": sheet}, if_match='"1.1.0"')[
        "ETag"
    ]
    standing = api.read(f"{path}standing/") | {"chase_bombers": True}
    saved = api.do("PUT", f"{path}standing/", standing, if_match=tag)
    assert (saved["version"], saved["state"], saved["sheet"]["standing"]["chase_bombers"]) == (
        2,
        "final",
        True,
    )
    assert len(saved["sheet"]["orders"]) == 1


def test_check_accepts_the_same_body_as_save_and_saves_nothing(api: Api) -> None:
    path = api.team_url("weeks/1/orders/")
    body = {"state": "final", "sheet": {"orders": [order(api, 0, "Vesper", "infiltrate", 1)]}}
    tried = api.do("POST", f"{path}check/", body)
    assert (tried["problems"], [line["spy_name"] for line in tried["lines"]]) == ([], ["Vesper"])
    assert api.do("POST", f"{path}check/", body | {"state": "passed"})["lines"] == []
    assert api.read(path)["version"] == 0
    assert api.do("PUT", path, body, if_match='"1.1.0"')["version"] == 1


def test_check_and_save_require_the_right_season(api: Api) -> None:
    path, body = api.team_url("weeks/1/orders/"), {"state": "draft"}
    for method, tail, said in (
        ("PUT", "", body),
        ("POST", "check/", body),
        ("PUT", "standing/", {}),
    ):
        assert (
            api.ask("token", method, f"{path}{tail}?season=2", said, if_match='"1.1.0"').status_code
            == 404
        )
        tag = api.get(path)["ETag"]
        assert (
            api.ask("token", method, f"{path}{tail}?season=1", said, if_match=tag).status_code
            == 200
        )


# --- the same request again -----------------------------------------------------------------------


def money_of(team: Team) -> int:
    return balances.money([team.pk])[team.pk]


def test_a_repeated_request_with_one_key_runs_once(api: Api) -> None:
    key, path, body = some_key(), api.team_url("store/buy/"), {"wanted": {"knife": 2}}
    with api.club.scope():
        before = money_of(api.club.teams[0])
        first, again = (api.ask("token", "POST", path, body, idempotency_key=key) for _ in range(2))
        assert (first.status_code, first.content) == (again.status_code, again.content)
        assert (first.headers.get("Idempotency-Replayed"), again["Idempotency-Replayed"]) == (
            None,
            "true",
        )
        assert money_of(api.club.teams[0]) == before - first.json()["dollars"]


def test_a_key_cannot_be_used_for_another_request(api: Api) -> None:
    key, path = some_key(), api.team_url("store/buy/")
    api.do("POST", path, {"wanted": {"knife": 1}}, idempotency_key=key)
    other = api.ask("token", "POST", path, {"wanted": {"knife": 2}}, idempotency_key=key)
    assert (other.status_code, other.json()["errors"][0]["code"]) == (422, "key-used")
    elsewhere = api.ask(
        "token", "POST", api.team_url("store/sell/"), {"wanted": {"knife": 1}}, idempotency_key=key
    )
    assert elsewhere.status_code == 422


def test_a_key_belongs_to_one_user(api: Api) -> None:
    key, body = some_key(), {"name": "Our own club", "weeks": 0}
    mine, theirs = (
        api.do("POST", "/api/v1/campaigns/", body, who=who, status=201, idempotency_key=key)
        for who in ("token", "rival")
    )
    assert mine["slug"] != theirs["slug"]


def test_a_refusal_is_replayed_and_changes_nothing(api: Api) -> None:
    key, path, body = some_key(), api.team_url("store/buy/"), {"wanted": {"knife": 0}}
    first, again = (api.ask("token", "POST", path, body, idempotency_key=key) for _ in range(2))
    assert first.status_code == again.status_code == 422
    assert first.content == again.content


def test_a_refused_request_rolls_back_its_writes(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if a service writes outside a transaction of its own."""

    def half_bought(*, team: Team, **_: object) -> None:
        posting.post([Line(Book.MONEY, team.pk, "gear", -1, "buy:half", api.now)])
        raise NotEnoughMoney("It costs more.")

    monkeypatch.setattr(stores, "buy", half_bought)
    key, path, body = some_key(), api.team_url("store/buy/"), {"wanted": {"knife": 1}}
    with api.club.scope():
        before = money_of(api.club.teams[0])
        first, again = (api.ask("token", "POST", path, body, idempotency_key=key) for _ in range(2))
        assert (first.status_code, first.json()["errors"][0]["code"]) == (409, NotEnoughMoney.code)
        assert (again.content, again["Idempotency-Replayed"]) == (first.content, "true")
        assert money_of(api.club.teams[0]) == before


def test_a_key_is_forgotten_after_a_day_and_not_earlier(api: Api, set_clock: Any) -> None:
    key, path, body = some_key(), api.team_url("store/buy/"), {"wanted": {"knife": 1}}
    assert timedelta(hours=24) < API_LIFETIME
    api.do("POST", path, body, idempotency_key=key)
    set_clock(api.now + timedelta(hours=24))
    assert (
        api.ask("token", "POST", path, body, idempotency_key=key)["Idempotency-Replayed"] == "true"
    )
    set_clock(api.now + API_LIFETIME + timedelta(seconds=1))
    assert "Idempotency-Replayed" not in api.ask("token", "POST", path, body, idempotency_key=key)
    assert IdempotentAnswer.objects.count() == 1


@pytest.mark.parametrize("key", ["short", "x" * 201, "with space in it", "ünïcode-key"])
def test_an_invalid_key_is_refused(api: Api, key: str) -> None:
    answer = api.ask("token", "POST", "/api/v1/notices/read/", {}, idempotency_key=key)
    assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "Idempotency-Key")


def test_stored_answers_are_encrypted(api: Api) -> None:
    made = api.do(
        "POST",
        api.club_url("invites/"),
        {"role": "player"},
        who="gm",
        status=201,
        idempotency_key=some_key(),
    )
    row = IdempotentAnswer.objects.get()
    assert made["token"].encode() not in bytes(row.sealed)
    assert b"player" not in bytes(row.sealed)


def test_a_stored_answer_survives_rotation_of_the_secret_key(api: Api, settings: Any) -> None:
    key, path, body = some_key(), api.team_url("store/buy/"), {"wanted": {"knife": 1}}
    first, before = api.ask("token", "POST", path, body, idempotency_key=key), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another secret", [before]
    assert api.ask("token", "POST", path, body, idempotency_key=key).content == first.content
    settings.SECRET_KEY_FALLBACKS = []
    lost = api.ask("token", "POST", path, body, idempotency_key=key)
    assert (lost.status_code, lost.json()["errors"][0]["code"]) == (422, "key-used")


def test_an_anonymous_request_stores_no_key(api: Api) -> None:
    assert (
        api.ask(
            "anonymous", "POST", "/api/v1/notices/read/", {}, idempotency_key=some_key()
        ).status_code
        == 401
    )
    assert not IdempotentAnswer.objects.exists()


def test_a_server_error_is_not_stored(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    key, path, body = some_key(), api.team_url("store/buy/"), {"wanted": {"knife": 1}}
    with monkeypatch.context() as broken:
        broken.setattr(stores, "buy", lambda **_: 1 / 0)
        api.clients["token"].raise_request_exception = False
        assert api.ask("token", "POST", path, body, idempotency_key=key).status_code == 500
    assert api.ask("token", "POST", path, body, idempotency_key=key).status_code == 200


def test_a_playing_gms_refused_attempt_to_probe_money_is_logged(api: Api) -> None:
    """The log entry stays although the request was refused and its answer stored."""
    path, body = (
        api.team_url("corrections/"),
        {"book": "money", "amount": -99_000_000, "reason": "A fine."},
    )
    said = api.do("POST", path, body, who="gm-who-plays", status=409, idempotency_key=some_key())
    assert said["errors"][0]["code"] == "out-of-bounds"
    kinds = [act["kind"] for act in api.read(api.club_url("desk-log/"))["results"]]
    assert "correction-refused" in kinds


@pytest.mark.promise("repeats")
@pytest.mark.django_db(transaction=True)
@in_shares(1, 90, of=15)
def test_twelve_concurrent_requests_with_one_key_run_once(
    set_clock: Any, rounds: range, tried: Callable[[int], None]
) -> None:
    api = gather(set_clock)
    for _ in rounds:
        twelve_at_once(api, some_key())
        tried(12)


def twelve_at_once(api: Api, key: str) -> None:
    """Buy something twelve times at the same moment with one key; check that it is bought once with
    equal answers.
    """
    path, body = api.team_url("store/buy/"), {"wanted": {"knife": 1}}
    club: Club = api.club
    with club.scope():
        before = money_of(club.teams[0])
    with scopes_disabled():
        bought = Money.objects.filter(team=club.teams[0], cause__startswith="buy:").count()
    answers: list[Any] = []
    start = threading.Barrier(12)

    def ask() -> None:
        client = Client()
        start.wait(10)
        answers.append(
            client.post(
                path,
                body,
                content_type="application/json",
                HTTP_AUTHORIZATION=f"Token {api.token}",
                HTTP_IDEMPOTENCY_KEY=key,
            )
        )
        connections.close_all()

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert connection.vendor == "postgresql"
    assert {(answer.status_code, answer.content) for answer in answers} == {
        (200, answers[0].content)
    }
    assert sum("Idempotency-Replayed" not in answer for answer in answers) == 1
    with club.scope():
        assert money_of(club.teams[0]) == before - answers[0].json()["dollars"]
    with scopes_disabled():
        now = Money.objects.filter(team=club.teams[0], cause__startswith="buy:").count()
    assert now == bought + 1
