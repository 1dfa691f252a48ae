"""A team's transcripts can be verified offline, and every change is detected."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from core.web import clock
from engine.codec import encode
from espionage.rules.transcript import (
    TooLarge,
    Transcript,
    check_bounds,
    check_transcript,
    sign_transcript,
)
from espionage.rules.values import SpyRolled
from espionage.selectors.transcripts import (
    NotYet,
    public_transcript,
    team_transcript,
    whole_transcript,
)
from espionage.services.tick import tick
from tests.espionage.spying import spy_on
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a club of three whose first week is settled: all spied, one on guard, one silent."""
    found = found_club(teams=3, characters=6)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    spy_on(found, 0, 1)
    spy_on(found, 1, 0)
    tick(now=found.open_week.due_at)
    found.open_week.refresh_from_db()
    return found


def test_team_transcript_verifies_offline_before_the_seed_is_opened(club: Club) -> None:
    with club.scope():
        transcript = team_transcript(club.open_week, club.teams[0])
    verdict = check_transcript(transcript)
    assert not verdict.findings
    assert "our rolls match our dice, in order" in verdict.checked
    assert transcript.evidence.seed is None
    assert transcript.replay is None
    assert len(transcript.evidence.sheets) == 1


def test_team_transcript_reveals_no_rival_dice(club: Club) -> None:
    with club.scope():
        opened = {
            roll.opened.domain
            for roll in team_transcript(club.open_week, club.teams[0]).evidence.rolls
        }
    assert "sealed" not in opened
    assert "#1" not in opened
    assert "#2" not in opened
    assert all(name in {"public", "#0"} or name.startswith("harm+") for name in opened)


def test_silent_team_can_verify_that_nothing_was_sealed_for_it(club: Club) -> None:
    with club.scope():
        transcript = team_transcript(club.open_week, club.teams[2])
    assert transcript.evidence.sheets[0].payload == "nothing"
    assert not check_transcript(transcript).findings


def test_everyone_can_verify_the_order_of_play(club: Club) -> None:
    with club.scope():
        transcript = public_transcript(club.open_week)
    assert {roll.opened.domain for roll in transcript.evidence.rolls} == {"public"}
    assert not check_transcript(transcript).findings


def test_full_transcript_replays_the_week(club: Club) -> None:
    with club.scope():
        verdict = check_transcript(whole_transcript(club.open_week))
    assert not verdict.findings
    assert not verdict.open
    assert "replaying the week gives the same events" in verdict.checked


def test_full_transcript_is_verified_only_offline(club: Club) -> None:
    with club.scope():
        whole = whole_transcript(club.open_week)
        own = team_transcript(club.open_week, club.teams[0])
    with pytest.raises(TooLarge, match="on your own machine"):
        check_bounds(whole)
    check_bounds(own)


def test_changed_die_total_sheet_or_seed_is_detected(club: Club) -> None:
    with club.scope():
        team, whole = (
            team_transcript(club.open_week, club.teams[0]),
            whole_transcript(club.open_week),
        )
    assert {finding.code for finding in check_transcript(_with_other_roll(team)).findings} >= {
        "reported",
        "misread",
    }
    sheet = msgspec.structs.replace(
        team.evidence.sheets[0],
        payload=team.evidence.sheets[0].payload.replace("infiltrate", "assassinate"),
    )
    assert _finding_codes(
        msgspec.structs.replace(
            team, evidence=msgspec.structs.replace(team.evidence, sheets=(sheet,))
        )
    ) == {"sheet", "salt"}
    other = msgspec.structs.replace(whole.evidence, seed="00" * 32)
    assert {"seed", "replay"} <= _finding_codes(msgspec.structs.replace(whole, evidence=other))


def _finding_codes(transcript: Transcript) -> set[str]:
    return {finding.code for finding in check_transcript(sign_transcript(transcript)).findings}


def _with_other_roll(transcript: Transcript) -> Transcript:
    """Return the transcript with another roll of its first spy."""
    at, event = next(
        (at, event) for at, event in enumerate(transcript.heard) if isinstance(event, SpyRolled)
    )
    faces = tuple(face % 6 + 1 for face in event.throw.faces)
    lied = msgspec.structs.replace(event, throw=msgspec.structs.replace(event.throw, faces=faces))
    heard = (*transcript.heard[:at], lied, *transcript.heard[at + 1 :])
    return msgspec.structs.replace(transcript, heard=heard)


def test_nothing_is_opened_before_settlement(club: Club) -> None:
    club.open_week.status = "playing"
    with club.scope(), pytest.raises(NotYet):
        team_transcript(club.open_week, club.teams[0])


def test_command_reports_whether_a_file_verifies(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "week.json"
    with club.scope():
        transcript = team_transcript(club.open_week, club.teams[1])
    file.write_bytes(encode(transcript))
    call_command("verify", str(file))
    assert "agree" in capsys.readouterr().out
    file.write_bytes(encode(_with_other_roll(transcript)))
    with pytest.raises(CommandError, match="disagree"):
        call_command("verify", str(file))
    file.write_text("{}")
    with pytest.raises(CommandError, match="not a transcript"):
        call_command("verify", str(file))
