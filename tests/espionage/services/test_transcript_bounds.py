"""Checking a stranger's transcript is bounded by its size: every list has a maximum."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from espionage.rules.transcript import MAX_ITEMS, MAX_PROOF_STEPS, MAX_TEXT_LENGTH, order_dice

HASH = "0" * 64
STEP = {"hash": HASH, "left": True}
ROLL = {"opened": {"domain": "public", "key": HASH, "sides": [6], "faces": [1]}, "proof": []}
SHEET = {"name": "Anvil", "payload": "nothing", "salt": HASH, "proof": []}


def make_transcript(evidence: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """Return a transcript of an empty week with these fields."""
    empty = {"seed_hash": HASH, "order_root": HASH}
    return {
        "format": "dead-drop-week-1",
        "campaign": "club",
        "week": 1,
        "evidence": empty | (evidence or {}),
        **fields,
    }


def transcript_with_order_rolls(faces: list[list[int]]) -> dict[str, Any]:
    return make_transcript(heard=[{"type": "order-rolled", "faces": faces, "order": []}])


FORGED = {
    "more plies than a week has": (make_transcript({"seed": HASH, "plies": 1_000_000}), "plies"),
    "more rows of faces": (transcript_with_order_rolls([[]] * (MAX_ITEMS + 1)), "list has at most"),
    "more faces in one row": (
        transcript_with_order_rolls([[1] * (MAX_ITEMS + 1)]),
        "list has at most",
    ),
    "more dice": (
        make_transcript(
            {"rolls": [ROLL | {"opened": ROLL["opened"] | {"sides": [6] * 10_000}}] * 6}  # type: ignore[operator]
        ),
        "week has at most",
    ),
    "a longer proof": (
        make_transcript(told_proof=[STEP] * (MAX_PROOF_STEPS + 1)),
        "proof has at most",
    ),
    "a longer proof of a sheet": (
        make_transcript({"sheets": [SHEET | {"proof": [STEP] * (MAX_PROOF_STEPS + 1)}]}),
        "proof has at most",
    ),
    "a longer text": (make_transcript(campaign="x" * (MAX_TEXT_LENGTH + 1)), "text has at most"),
    "a larger number": (make_transcript(week=2**60), "is at most 9,007"),
}


@pytest.mark.parametrize("what", FORGED)
@pytest.mark.django_db
def test_oversized_transcript_is_refused(what: str, client: Client) -> None:
    forged, reason = FORGED[what]
    answer = client.post(
        "/api/v1/transcripts/check/", {"transcript": forged}, content_type="application/json"
    )
    assert answer.status_code == 400, answer.content[:300]
    assert reason in answer.json()["errors"][0]["detail"]
    page = client.post("/check/", {"text": json.dumps(forged)})
    assert page.context["verdict"] is None
    assert reason in page.context["form"].errors["text"][0]


@pytest.mark.django_db
def test_transcript_of_a_normal_size_is_checked(client: Client) -> None:
    answer = client.post(
        "/api/v1/transcripts/check/",
        {"transcript": make_transcript({"rolls": [ROLL] * 100})},
        content_type="application/json",
    )
    assert answer.status_code == 200, answer.content[:300]


class CountingRow(list[int]):
    """A row that counts how often its faces are read."""

    looks = 0

    def __getitem__(self, place: Any) -> Any:
        CountingRow.looks += 1
        return super().__getitem__(place)


def test_consecutive_rolls_of_one_team_do_not_scan_the_others() -> None:
    teams, rounds = 200, 300
    faces = [CountingRow(range(2 * rounds)), *[CountingRow((1, 2))] * (teams - 1)]
    thrown = order_dice(faces)
    assert thrown[: 2 + 2 * (teams - 1)] == (0, 1, *(1, 2) * (teams - 1))
    assert len(thrown) == 2 * rounds + 2 * (teams - 1)
    assert CountingRow.looks == rounds + teams - 1
