"""Dice that the host cannot choose: salts fixed at the opening and a draw after the deadline."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import TYPE_CHECKING

import msgspec
import pytest
from django.core.management import call_command
from django_scopes import scopes_disabled

from campaign.league.models import Week
from core.web import clock
from engine.beacon import comes_out
from engine.sealing import merkle_root, salt_seal, sheet_salt
from espionage.models import BeaconRound, OrderSheet, Seal, SealedSeat
from espionage.rules.orders import Order, Sheet
from espionage.rules.transcript import Transcript, check_transcript
from espionage.selectors.draws import source_of
from espionage.selectors.transcripts import public_transcript, team_transcript
from espionage.services import beacon_rounds, drawing, reconcile, sheets
from espionage.services.beacon_rounds import WrongRound
from espionage.services.resolving import resolve_weeks
from espionage.services.tick import tick
from espionage.services.voiding import declare_void
from play.models import Match
from tests.beacon import chain, signature
from tests.factories import Club, found_club, open_week

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings

pytestmark = pytest.mark.django_db
SOON = timedelta(minutes=11)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a club of three teams, of which the second writes no orders."""
    return make_club(monkeypatch)


@pytest.fixture
def beacon_club(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Club:
    """Return the same club on a site with a beacon."""
    settings.DICE_BEACON, settings.DICE_DELAY_LINKS = chain(), 1
    return make_club(monkeypatch)


@pytest.fixture
def delay_club(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Club:
    """Return the same club on a site with a delay."""
    settings.DICE_DELAY_LINKS = 2
    return make_club(monkeypatch)


def make_club(monkeypatch: pytest.MonkeyPatch) -> Club:
    found = found_club(teams=3, week="planned", options={"settle_hours": 24})
    open_week(found, found.open_week)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    give(found, 0)
    give(found, 2)
    return found


def give(club: Club, team: int, entropy: str = "", seen: int = 0) -> OrderSheet:
    against = club.teams[(team + 1) % 3]
    order = Order(
        spy=str(club.who(team, "Vesper").pk), action="infiltrate", target_team=str(against.pk)
    )
    with club.scope():
        return sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[team],
            sheet=Sheet(orders=(order,)),
            state=OrderSheet.State.FINAL,
            seen_version=seen,
            saved_by=club.players[team],
            entropy=entropy,
        )


def load_seal(club: Club) -> Seal:
    with scopes_disabled():
        return Seal.objects.select_related("week").get(week=club.open_week)


def seats(club: Club) -> list[SealedSeat]:
    with scopes_disabled():
        return list(SealedSeat.objects.filter(week=club.open_week).order_by("seat"))


def transcript_of(club: Club, team: int = 0) -> Transcript:
    with club.scope():
        return team_transcript(load_week(club), club.teams[team])


def load_week(club: Club) -> Week:
    with scopes_disabled():
        return Week.objects.select_related("season__campaign").get(pk=club.open_week.pk)


def reconcile_problems(club: Club) -> list[str]:
    return [found.sentence for found in reconcile.findings([club.campaign.pk])]


def finding_codes(transcript: Transcript) -> set[str]:
    return {finding.code for finding in check_transcript(transcript).findings}


def with_evidence(transcript: Transcript, **parts: object) -> Transcript:
    """Return the transcript with changed evidence."""
    return msgspec.structs.replace(
        transcript, evidence=msgspec.structs.replace(transcript.evidence, **parts)
    )


# --- salts ----------------------------------------------------------------------------------------


def test_every_seat_salt_is_committed_under_a_root_when_the_week_opens(club: Club) -> None:
    assert load_seal(club).salt_root == merkle_root(
        [salt_seal(bytes(row.salt)) for row in seats(club)]
    )


def test_sheet_salt_is_derived_per_seat_and_reveals_no_other_sheet(club: Club) -> None:
    first = give(club, 0, "one", seen=1)
    second = give(club, 0, "two", seen=2)
    salt = bytes(seats(club)[0].salt)
    assert bytes(second.salt) == sheet_salt(salt, second.payload.encode(), "two")
    assert len({salt, bytes(first.salt), bytes(second.salt)}) == 3


def test_no_salts_are_drawn_after_the_opening(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(count: int) -> bytes:
        raise AssertionError("something was drawn that the host could choose")

    monkeypatch.setattr(secrets, "token_bytes", never)
    give(club, 0, seen=1)
    with scopes_disabled():
        resolve_weeks([load_week(club)], club.open_week.due_at)


def test_changed_salt_of_a_silent_team_is_detected(club: Club) -> None:
    """Formerly a host could try salts of the silent seat and keep a favourable one."""
    with scopes_disabled():
        SealedSeat.objects.filter(week=club.open_week, seat=1).update(salt=b"\x05" * 32)
    tick(now=club.open_week.due_at)
    tick(now=club.open_week.settle_at)
    assert "salt" in finding_codes(transcript_of(club, 1))
    assert any("salts" in sentence for sentence in reconcile_problems(club))


def test_randomness_added_by_a_team_is_sealed_with_its_sheet(club: Club) -> None:
    plain = give(club, 0, seen=1)
    added = give(club, 0, "my own dice: 6 1 4", seen=2)
    assert added.entropy == "my own dice: 6 1 4"
    assert added.digest != plain.digest
    tick(now=club.open_week.due_at)
    tick(now=club.open_week.settle_at)
    transcript = transcript_of(club)
    assert transcript.evidence.sheets[0].entropy == "my own dice: 6 1 4"
    assert not finding_codes(transcript)
    sheet = msgspec.structs.replace(transcript.evidence.sheets[0], entropy="my own dice: 6 1 5")
    assert "sheet" in finding_codes(with_evidence(transcript, sheets=(sheet,)))
    assert not reconcile_problems(club)


def test_oversized_added_randomness_is_refused_without_changes(club: Club) -> None:
    with pytest.raises(sheets.SheetRefused, match="at most 64"):
        give(club, 0, "x" * 65, seen=1)
    with scopes_disabled():
        assert OrderSheet.objects.filter(week=club.open_week, team=club.teams[0]).count() == 1


# --- the delay ------------------------------------------------------------------------------------


def test_week_with_a_delay_is_frozen_delayed_and_played_in_one_tick(delay_club: Club) -> None:
    done = tick(now=delay_club.open_week.due_at)
    assert (done["resolve"], done["start"]) == (1, 1)
    found = load_seal(delay_club)
    assert found.match_id
    assert found.setup == ""
    tick(now=delay_club.open_week.settle_at)
    transcript = transcript_of(delay_club)
    assert not finding_codes(transcript)
    assert transcript.evidence.draw is not None
    assert len(transcript.evidence.draw.links) == 2
    assert any("a delay of 2 links" in said for said in check_transcript(transcript).held)
    assert not reconcile_problems(delay_club)


def test_delay_computed_twice_concurrently_gives_one_week(delay_club: Club) -> None:
    with scopes_disabled():
        resolve_weeks([load_week(delay_club)], delay_club.open_week.due_at)
        drawing.draw_all(delay_club.open_week.due_at)
        before = load_seal(delay_club).draw
        assert before
        drawing.draw_all(delay_club.open_week.due_at)
    assert load_seal(delay_club).draw == before
    assert tick(now=delay_club.open_week.due_at)["start"] == 1
    with scopes_disabled():
        assert Match.objects.filter(seal__week=delay_club.open_week).count() == 1


def test_changed_delay_is_detected(delay_club: Club) -> None:
    tick(now=delay_club.open_week.due_at)
    tick(now=delay_club.open_week.settle_at)
    transcript = transcript_of(delay_club)
    draw = transcript.evidence.draw
    assert draw is not None
    shorter = msgspec.structs.replace(draw, links=draw.links[:1])
    assert "draw" in finding_codes(with_evidence(transcript, draw=shorter))
    assert "draw" in finding_codes(with_evidence(transcript, draw=None))
    assert "draw" in finding_codes(with_evidence(transcript, source=None))


# --- the beacon -----------------------------------------------------------------------------------


def test_frozen_week_waits_for_its_beacon_round(beacon_club: Club) -> None:
    """The inputs of the week are stored at the deadline, so knowing the round changes nothing."""
    done = tick(now=beacon_club.open_week.due_at)
    assert done["resolve"] == 1
    assert not done["start"]
    found = load_seal(beacon_club)
    assert found.order_root
    assert found.setup
    assert not found.match_id
    assert load_week(beacon_club).status == Week.Status.PLAYING
    kept = found.setup
    with scopes_disabled(), pytest.raises(sheets.TooLate):
        give(beacon_club, 0, seen=1)
    assert not tick(now=beacon_club.open_week.due_at + SOON)["start"], "nobody has the round yet"

    beacon_rounds.store_pasted(
        seal_source(beacon_club), signature(seal_source(beacon_club).round), given_by=beacon_club.gm
    )
    assert tick(now=beacon_club.open_week.due_at + SOON)["start"] == 1
    with scopes_disabled():
        assert Match.objects.get(seal__week=beacon_club.open_week).setup == kept
    tick(now=beacon_club.open_week.settle_at)
    transcript = transcript_of(beacon_club)
    assert not finding_codes(transcript)
    assert any(
        "could not have influenced the dice either" in said
        for said in check_transcript(transcript).held
    )
    assert not reconcile_problems(beacon_club)


def seal_source(club: Club):
    found = source_of(load_seal(club))
    assert found is not None
    return found


def test_announced_round_is_published_after_the_deadline(beacon_club: Club) -> None:
    out = comes_out(chain(), seal_source(beacon_club).round)
    assert out >= (beacon_club.open_week.due_at + timedelta(minutes=10)).timestamp()


def test_late_freeze_uses_a_round_that_is_not_yet_known(beacon_club: Club) -> None:
    named = seal_source(beacon_club).round
    late = beacon_club.open_week.due_at + timedelta(hours=3)
    tick(now=late)
    assert seal_source(beacon_club).round > named
    assert comes_out(chain(), seal_source(beacon_club).round) >= late.timestamp() + 600


def test_only_the_valid_signature_of_that_round_is_accepted(beacon_club: Club) -> None:
    tick(now=beacon_club.open_week.due_at)
    number = seal_source(beacon_club).round
    for said in (signature(number + 1), signature(number, key=9), "", "ff" * 48, "nonsense"):
        with pytest.raises(WrongRound):
            beacon_rounds.store_pasted(seal_source(beacon_club), said, given_by=beacon_club.gm)
    assert not BeaconRound.objects.exists()
    beacon_rounds.store_pasted(
        seal_source(beacon_club), f" {signature(number).upper()} ", given_by=beacon_club.gm
    )
    assert BeaconRound.objects.get().signature == signature(number)


@pytest.mark.everyday
def test_beacon_round_can_be_read_from_a_file(
    beacon_club: Club, settings: Settings, tmp_path: Path
) -> None:
    tick(now=beacon_club.open_week.due_at)
    number = seal_source(beacon_club).round
    file = tmp_path / "rounds.jsonl"
    file.write_text(
        f'{{"round":{number - 1},"signature":"{signature(number - 1)}"}}\nnot json\n'
        f'{{"round":{number},"signature":"{signature(number)}"}}\n'
    )
    settings.DICE_BEACON_FILE = str(file)
    assert not tick(now=beacon_club.open_week.due_at + timedelta(minutes=5))["start"], (
        "not yet published"
    )
    assert tick(now=beacon_club.open_week.due_at + SOON)["start"] == 1


def test_unavailable_round_does_not_stop_the_week(beacon_club: Club) -> None:
    tick(now=beacon_club.open_week.due_at)
    assert not tick(now=beacon_club.open_week.settle_at - timedelta(minutes=1))["start"]
    assert tick(now=beacon_club.open_week.settle_at)["start"] == 1
    assert load_week(beacon_club).status == Week.Status.SETTLED
    transcript = transcript_of(beacon_club)
    assert not finding_codes(transcript)
    assert any("announced but not used" in said for said in check_transcript(transcript).held)


@pytest.mark.everyday
def test_week_without_a_delay_does_not_wait_forever_for_a_round(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.DICE_BEACON, settings.DICE_DELAY_LINKS = chain(), 0
    club = make_club(monkeypatch)
    tick(now=club.open_week.due_at)
    assert tick(now=club.open_week.settle_at)["start"] == 1


def test_failed_draw_blocks_no_other_work_and_is_retried(
    delay_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_little(root: str, count: int) -> tuple[str, ...]:
        raise MemoryError

    with monkeypatch.context() as full:
        full.setattr(drawing, "links_from", too_little)
        done = tick(now=delay_club.open_week.due_at)
    assert (done["resolve"], done["start"]) == (1, 0)
    assert tick(now=delay_club.open_week.due_at)["start"] == 1


def test_resolving_a_week_by_hand_draws_for_it(
    delay_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: delay_club.open_week.due_at)
    call_command("resolve_week", delay_club.campaign.slug, "1", stdout=StringIO())
    assert load_seal(delay_club).match_id


def test_setup_of_a_void_week_is_not_stored(beacon_club: Club) -> None:
    tick(now=beacon_club.open_week.due_at)
    with beacon_club.scope():
        found = load_week(beacon_club)
        found.parked_at = found.due_at
        found.save(update_fields=["parked_at"])
        declare_void(week=found, actor=beacon_club.gm, reason="Stuck.", now=found.due_at)
    assert load_seal(beacon_club).setup == ""
    assert not reconcile_problems(beacon_club)


def test_relays_are_asked_once_for_all_weeks_and_invalid_answers_are_dropped(
    beacon_club: Club, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DICE_BEACON_RELAYS = ("https://liar.example", "https://relay.example/")
    asked: list[str] = []

    def answer(address: str) -> str | None:
        asked.append(address)
        number = seal_source(beacon_club).round
        said = signature(number, key=3) if "liar" in address else signature(number)
        return f'{{"round": {number}, "randomness": "00", "signature": "{said}"}}'

    monkeypatch.setattr(beacon_rounds, "_ask_relay", answer)
    tick(now=beacon_club.open_week.due_at)
    assert asked == []
    assert tick(now=beacon_club.open_week.due_at + SOON)["start"] == 1
    number = seal_source(beacon_club).round
    assert asked == [
        f"https://liar.example/public/{number}",
        f"https://relay.example/public/{number}",
    ]


# --- heard events ---------------------------------------------------------------------------------


def test_transcript_must_list_exactly_what_the_team_heard(club: Club) -> None:
    tick(now=club.open_week.due_at)
    tick(now=club.open_week.settle_at)
    transcript = transcript_of(club)
    assert not finding_codes(transcript)
    assert "told" in finding_codes(msgspec.structs.replace(transcript, heard=transcript.heard[:-1]))
    with club.scope():
        public = public_transcript(load_week(club))
    assert not finding_codes(public)
    assert "told" in finding_codes(msgspec.structs.replace(public, heard=public.heard[:-1]))


def test_transcript_tells_the_time_of_the_freeze(club: Club) -> None:
    tick(now=club.open_week.due_at)
    tick(now=club.open_week.settle_at)
    frozen = transcript_of(club).evidence.frozen
    assert frozen is not None
    assert datetime.fromtimestamp(frozen, tz=UTC) == club.open_week.due_at
