"""The promises of docs/reference/proof.md.

A verifier written from that page alone accepts every transcript of every kind of week and detects a
single changed character.
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from campaign.desk.services import founding
from core.web import clock
from engine.codec import Reader, Unreadable, encode
from espionage.rules.transcript import Transcript, check_transcript, sign_transcript
from espionage.selectors.draws import awaited_source, seal_of
from espionage.selectors.transcripts import (
    opened_transcript,
    public_transcript,
    team_transcript,
    whole_transcript,
)
from espionage.services import beacon_rounds
from espionage.services.tick import tick
from tests import siege
from tests.beacon import chain, signature
from tests.espionage.spying import spy_on
from tests.factories import Club, found_club, open_week

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_django import Settings

pytestmark = pytest.mark.django_db

VERIFIER: Final = Path(__file__).parents[3] / "docs" / "examples" / "verify.py"
READER: Final[Reader[Transcript]] = Reader(Transcript)
KINDS: Final = ("plain", "delay", "beacon", "fallen back", "void")
TRIED: Final = siege.more(60)
"""Number of characters changed in each transcript."""


@pytest.fixture(params=KINDS)
def transcripts(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Mapping[str, bytes]:
    """Return all transcripts of a week of three teams as files, by holder."""
    if request.param != "plain":
        settings.DICE_DELAY_LINKS = 2
    if request.param in {"beacon", "fallen back"}:
        settings.DICE_BEACON = chain()
    club = found_club(teams=3, characters=6, week="planned", options={"settle_hours": 24})
    open_week(club, club.open_week)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    spy_on(club, 0, 1)
    spy_on(club, 1, 0, entropy="our own dice: 6 1 4 – “fair”")
    play(club, request.param)
    return write_transcripts(club, request.param)


def play(club: Club, kind: str) -> None:
    """Play the week to its close. A void week ends where it was given up."""
    week = club.open_week
    if kind == "void":
        from espionage.services.voiding import declare_void

        with club.scope():
            week.refresh_from_db()
            week.parked_at = week.due_at
            week.save(update_fields=["parked_at"])
            declare_void(week=week, actor=club.gm, reason="It would not play.", now=week.due_at)
        return
    tick(now=week.due_at)
    if kind == "beacon":
        with club.scope():
            seal = seal_of(week)
            assert seal is not None
            source = awaited_source(seal)
        assert source is not None
        beacon_rounds.store_pasted(source, signature(source.round), given_by=club.gm)
    for moment in (week.due_at + timedelta(minutes=11), week.settle_at, week.closes_at):
        tick(now=moment)


def write_transcripts(club: Club, kind: str) -> Mapping[str, bytes]:
    week, found = club.open_week, {}
    with club.scope():
        week.refresh_from_db()
        if kind != "void":
            found["public"] = encode(public_transcript(week))
            found["whole"] = encode(whole_transcript(week))
            for number, team in enumerate(club.teams):
                found[f"team {number}"] = encode(team_transcript(week, team))
    founding.close_season(season=club.season, actor=club.gm, now=week.closes_at)
    with club.scope():
        week.refresh_from_db()
        week.season.refresh_from_db()
        found["opened"] = encode(opened_transcript(week))
    return found


def verifier_output(*files: Path) -> list[str]:
    """Return the verifier's output for each file: "agrees" or the differences."""
    done = subprocess.run(
        [sys.executable, str(VERIFIER), *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
        cwd=VERIFIER.parent,
    )
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow("computes delays of many links")
def test_verifier_written_from_the_documentation_accepts_every_transcript(
    transcripts: Mapping[str, bytes], tmp_path: Path
) -> None:
    files, agree = [], []
    for name, text in transcripts.items():
        for kind, said in {"as it is": text, "forged": forge(text)}.items():
            file = tmp_path / f"{name} {kind}.json"
            file.write_bytes(said)
            files.append(file)
            agree.append(not check_transcript(READER.decode(said)).findings)
    assert [": agrees" in line for line in verifier_output(*files)] == agree
    assert agree == [True, False] * len(transcripts)


def forge(text: bytes) -> bytes:
    """Return a transcript with another face on the first die and a new digest.

    If no dice were rolled, another root is used.
    """
    fields = json.loads(text)
    evidence = fields["evidence"]
    if evidence["rolls"]:
        faces = evidence["rolls"][0]["opened"]["faces"]
        faces[0] = faces[0] % 6 + 1
    else:
        evidence["order_root"] = evidence["seed_hash"]
    return encode(sign_transcript(READER.take(fields)))


@pytest.mark.promise("proofs")
def test_any_changed_character_of_a_transcript_is_detected(
    transcripts: Mapping[str, bytes], tried: Callable[[int], None]
) -> None:
    for name, text in transcripts.items():
        said, luck = text.decode(), siege.dice(name)
        for at in sorted(luck.sample(range(len(said)), min(TRIED, len(said)))):
            other = luck.choice([char for char in "0123456789abcdefz{" if char != said[at]])
            try:
                changed = READER.decode((said[:at] + other + said[at + 1 :]).encode())
            except Unreadable:
                continue
            assert check_transcript(changed, links=()).findings, f"{name}, character {at}: {other}"
        tried(min(TRIED, len(said)))
