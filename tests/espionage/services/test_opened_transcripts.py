"""The season transcript of all seats: available after the close, and every change is detected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from django.core.management import CommandError, call_command

from campaign.desk.services import founding
from core.web import clock
from engine.codec import encode
from espionage.rules.transcript import OpenedSeat, Transcript, check_transcript, sign_transcript
from espionage.rules.values import CounterspyRolled, MissionBegan, MissionDeclared, SpyRolled
from espionage.selectors.transcripts import NotYet, opened_transcript
from espionage.services.tick import tick
from tests.espionage.spying import spy_on
from tests.factories import Club, found_club
from tests.moulds import moulded

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a club of three with a closed week: two spied on each other, one was silent."""
    found = make_closed_club()
    monkeypatch.setattr(clock, "now", lambda: found.at)
    return found


@moulded
def make_closed_club() -> Club:
    found = found_club(teams=3, characters=6)
    week = found.open_week
    with pytest.MonkeyPatch.context() as still:
        still.setattr(clock, "now", lambda: found.at)
        spy_on(found, 0, 1)
        spy_on(found, 1, 0)
        for moment in (week.due_at, week.settle_at, week.duel_at, week.closes_at):
            tick(now=moment)
    return found


def open_season_transcript(club: Club) -> Transcript:
    founding.close_season(season=club.season, actor=club.gm, now=club.open_week.closes_at)
    with club.scope():
        club.open_week.refresh_from_db()
        club.open_week.season.refresh_from_db()
        return opened_transcript(club.open_week)


def finding_codes(transcript: Transcript) -> set[str]:
    return {finding.code for finding in check_transcript(sign_transcript(transcript)).findings}


def with_evidence(transcript: Transcript, **parts: object) -> Transcript:
    return msgspec.structs.replace(
        transcript, evidence=msgspec.structs.replace(transcript.evidence, **parts)
    )


def with_changed_events(
    transcript: Transcript, seat: int, change: Callable[[tuple], tuple]
) -> Transcript:
    """Return the transcript with changed heard events of one seat."""
    seats = list(transcript.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], heard=change(seats[seat].heard))
    return msgspec.structs.replace(transcript, seats=tuple(seats))


def change_first(kind: type, change: Callable) -> Callable[[tuple], tuple]:
    """Return a function that changes the first event of a kind."""

    def changed(heard: tuple) -> tuple:
        at = next(at for at, event in enumerate(heard) if isinstance(event, kind))
        return (*heard[:at], change(heard[at]), *heard[at + 1 :])

    return changed


def with_other_faces(event: SpyRolled) -> SpyRolled:
    """Return the roll with other dice for the same row."""
    one, two = event.throw.faces
    faces = (one + 1, two - 1) if one < 6 and two > 1 else (one - 1, two + 1)
    return msgspec.structs.replace(event, throw=msgspec.structs.replace(event.throw, faces=faces))


def test_season_transcript_is_closed_until_the_season_is(club: Club) -> None:
    with club.scope(), pytest.raises(NotYet):
        opened_transcript(club.open_week)


def test_season_transcript_opens_everything_and_verifies(club: Club) -> None:
    transcript = open_season_transcript(club)
    verdict = check_transcript(transcript)
    assert not verdict.findings
    assert not verdict.open
    assert transcript.evidence.seed is not None
    assert len(transcript.evidence.sheets) == len(transcript.seats) == 3
    assert {roll.opened.domain.split("+")[0] for roll in transcript.evidence.rolls} >= {
        "public",
        "#0",
        "#1",
    }
    assert transcript.replay is None
    wanted = (
        "the seed is the promised one", "all sealed sheets are opened",
        "Anvil: our rolls match our dice, in order",
        "Basilisk: every mission is on the sealed sheet",
        "both sides received reports of the same missions",
    )  # fmt: skip
    assert set(wanted) <= set(verdict.checked)


def test_any_single_change_is_detected(club: Club) -> None:
    transcript = open_season_transcript(club)
    evidence = transcript.evidence
    sheet = msgspec.structs.replace(
        evidence.sheets[0], payload=evidence.sheets[0].payload.replace("infiltrate", "assassinate")
    )
    roll = evidence.rolls[0]
    faces = tuple(face % 6 + 1 for face in roll.opened.faces)
    forged = msgspec.structs.replace(roll, opened=msgspec.structs.replace(roll.opened, faces=faces))
    assert "seed" in finding_codes(with_evidence(transcript, seed="00" * 32))
    assert "seed" in finding_codes(with_evidence(transcript, seed=None))
    assert {"sheet", "root"} <= finding_codes(
        with_evidence(transcript, sheets=(sheet, *evidence.sheets[1:]))
    )
    assert {"sheet", "root"} <= finding_codes(with_evidence(transcript, sheets=evidence.sheets[1:]))
    assert "root" in finding_codes(
        with_evidence(
            transcript, sheets=(evidence.sheets[1], evidence.sheets[0], evidence.sheets[2])
        )
    )
    assert {"faces", "reported"} <= finding_codes(
        with_evidence(transcript, rolls=(forged, *evidence.rolls[1:]))
    )
    assert "key" in finding_codes(with_evidence(transcript, plies=0))
    assert "reported" in finding_codes(with_evidence(transcript, rolls=evidence.rolls[:1]))


def test_heard_events_must_agree_with_dice_sheet_and_enemy(club: Club) -> None:
    transcript = open_season_transcript(club)
    assert finding_codes(
        with_changed_events(transcript, 0, change_first(SpyRolled, with_other_faces))
    ) == {"reported"}
    assert "misread" in finding_codes(
        with_changed_events(transcript, 1, change_first(SpyRolled, _with_another_row))
    )
    assert finding_codes(
        with_changed_events(
            transcript,
            0,
            change_first(
                MissionBegan, lambda event: msgspec.structs.replace(event, spy="somebody")
            ),
        )
    ) == {"sheet"}
    assert finding_codes(
        with_changed_events(transcript, 0, change_first(MissionDeclared, _with_another_kind))
    ) == {"sides"}
    silent = with_changed_events(
        transcript,
        1,
        lambda heard: tuple(
            event for event in heard if not isinstance(event, CounterspyRolled | SpyRolled)
        ),
    )
    assert "reported" in finding_codes(silent)


def _with_another_row(event: SpyRolled) -> SpyRolled:
    return msgspec.structs.replace(
        event, throw=msgspec.structs.replace(event.throw, row=event.throw.row % 12 + 1)
    )


def _with_another_kind(event: MissionDeclared) -> MissionDeclared:
    return msgspec.structs.replace(
        event, mission="blow_up" if event.mission != "blow_up" else "infiltrate"
    )


def test_inconsistent_transcript_is_a_finding_not_a_crash(club: Club) -> None:
    transcript = open_season_transcript(club)
    mute = with_changed_events(
        transcript,
        0,
        lambda heard: tuple(event for event in heard if not isinstance(event, MissionBegan)),
    )
    assert "sides" in finding_codes(mute)
    nobody = msgspec.structs.replace(
        transcript, seats=(OpenedSeat(team="x", name="Anvil", heard=transcript.seats[0].heard),)
    )
    assert {"sheet", "sides"} <= finding_codes(nobody)


def test_command_verifies_a_season_transcript(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "week.json"
    data = encode(open_season_transcript(club))
    file.write_bytes(data)
    call_command("verify", str(file))
    assert "agree" in capsys.readouterr().out
    changed = data.replace(b'"name":"Anvil","payload":"{', b'"name":"Anvil","payload":" {', 1)
    assert changed != data
    file.write_bytes(changed)
    with pytest.raises(CommandError, match="disagree"):
        call_command("verify", str(file))
