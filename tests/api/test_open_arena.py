"""The open arena over the API: the timetable for everyone, and a seat for a person's program."""

from __future__ import annotations

from django.test import Client

from .conftest import Api, some_key


def test_everyone_reads_the_timetable_and_a_program_takes_a_seat(api: Api) -> None:
    path = "/api/v1/arena/"
    first = Client().get(path).json()["events"][0]
    assert (first["taken"], first["table"]) == (0, None)
    body = {"begins_at": first["begins_at"]}
    table = api.do("POST", path, body, status=201, idempotency_key=some_key())
    assert (table["status"], table["seat"]) == ("open", 0)
    assert table["begins_at"] == first["begins_at"]
    after = api.read(path)["events"][0]
    assert (after["taken"], after["table"]) == (1, table["id"])
    assert api.read("/api/v1/arena/ladder/") == {
        "drivers": [], "streaks": [], "kills": [], "wins": [], "races": [],
    }  # fmt: skip


def test_a_seat_of_an_event_that_is_not_planned_is_refused(api: Api) -> None:
    body = {"begins_at": "2001-01-01T00:00:00Z"}
    refused = api.do("POST", "/api/v1/arena/", body, status=422, idempotency_key=some_key())
    assert [(error["code"], error["attr"]) for error in refused["errors"]] == [
        ("no-such-event", "begins_at")
    ]
