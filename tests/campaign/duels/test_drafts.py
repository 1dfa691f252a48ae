"""The teams of a duel write its record (C27): drafted, signed, booked after a day, disputed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from campaign.desk.services import reconcile
from campaign.duels.models import DuelDispute, DuelDraft, DuelResult, DuelSignature
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord, Fate, Hurt, Marks, Worn
from campaign.duels.selectors import drafts as selector
from campaign.duels.selectors.duels import payload_of
from campaign.duels.services import drafts, results
from campaign.garage.rules.record import Wear
from campaign.league.models import DeskAct, TeamOwner, Week
from campaign.league.refusals import OptionOff
from campaign.ledger.models import Damage, Wound
from campaign.ledger.selectors.books import purse
from campaign.news.models import News
from core.notifications.models import Notice
from core.web.refusals import BadForm, ReasonNeeded, Refused, WrongTime
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


def drive(**options: Any) -> Club:
    """Return a club of three teams, two of which are at the start of the duel."""
    club = found_club(teams=3, characters=4, **options)
    for team in (0, 1):
        club.enter(team)
    week = club.open_week
    with club.scope():
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
        week.refresh_from_db()
    club.at = week.duel_at
    return club


@pytest.fixture
def club() -> Club:
    return drive()


def record(club: Club, *, winner: int = 0, marks: bool = False) -> DuelRecord:
    """Return a record in which one team won, the other lost its car, and the first team has its own
    losses.
    """
    mine = str(club.car(0).pk)
    return DuelRecord(
        form=DuelForm(
            teams=tuple(
                TeamResult(team=str(club.teams[team].pk), place=1 + (team != winner))
                for team in (0, 1)
            ),
            people=tuple(
                Deeds(
                    character=str(club.who(team, "Rook").pk),
                    team=str(club.teams[team].pk),
                    kills=int(team == winner),
                )
                for team in (0, 1)
            ),
        ),
        vehicles=(
            (Fate(vehicle=mine, damage=(Wear(part="armour:front", lost=3),)),) if marks else ()
        ),
        hurt=(Hurt(character=str(club.who(0, "Rook").pk), lost=1),) if marks else (),
    )


def write(club: Club, team: int = 0, *, seen: int = 0, **said: Any) -> DuelDraft:
    with club.scope():
        return drafts.draft(
            duel=club.duel,
            team=club.teams[team],
            record=record(club, **said),
            seen_number=seen,
            actor=club.players[team],
            now=club.at,
        )


def sign(club: Club, draft: DuelDraft, team: int = 1, marks: Marks | None = None) -> DuelDraft:
    with club.scope():
        return drafts.sign(
            draft=draft,
            team=club.teams[team],
            marks=marks or Marks(),
            actor=club.players[team],
            now=club.at,
        )


def dispute(club: Club, team: int = 1, reason: str = "We won that.") -> DuelDispute:
    with club.scope():
        return drafts.dispute(
            duel=club.duel,
            team=club.teams[team],
            reason=reason,
            actor=club.players[team],
            now=club.at,
        )


def booked(club: Club) -> DuelResult | None:
    with club.scope():
        return DuelResult.objects.filter(duel=club.duel).first()


def wait(club: Club, **time: float) -> int:
    club.at += timedelta(**time)
    return drafts.book_due(club.at)


def money(club: Club) -> int:
    with club.scope():
        return purse(club.teams[0]).free


def told(club: Club, kind: str) -> set[str]:
    with club.scope():
        return set(Notice.objects.filter(kind=kind).values_list("user__username", flat=True))


# --- signed ---------------------------------------------------------------------------------------


def test_c27_a_draft_is_booked_by_the_last_signature(club: Club) -> None:
    draft = write(club)
    assert booked(club) is None and told(club, "duel-drafted") == {club.players[1].username}
    sign(club, draft)
    result = booked(club)
    assert result is not None and result.recorded_by == club.players[0]
    assert result.reason == "Signed by Anvil and Basilisk."
    with club.scope():
        draft.refresh_from_db()
        assert draft.result == result
        assert News.objects.filter(kind="duel-recorded").exists()
        assert not Notice.objects.filter(kind="duel-drafted", read_at=None).exists()
        assert list(reconcile.findings([club.campaign.pk])) == []


def test_c27_each_teams_private_marks_are_booked_and_in_no_draft(club: Club) -> None:
    draft = write(club, marks=True)
    assert selector.record_of_draft(draft).hurt == ()
    assert not any(fate.damage for fate in selector.record_of_draft(draft).vehicles)
    theirs = Marks(
        vehicles=(Worn(vehicle=str(club.car(1).pk), damage=(Wear(part="plant", lost=2),)),),
        hurt=(),
    )
    sign(club, draft, marks=theirs)
    with club.scope():
        damage = Damage.objects.values_list("vehicle", "item", "amount")
        assert set(damage) == {
            (club.car(0).pk, "armour:front", 3),
            (club.car(1).pk, "plant", 2),
        }
        assert Wound.objects.get().character_id == club.who(0, "Rook").pk


@pytest.mark.parametrize(
    "marks",
    [
        lambda club: Marks(
            vehicles=(
                Worn(vehicle=str(club.car(0).pk), damage=(Wear(part="armour:front", lost=9),)),
            )
        ),
        lambda club: Marks(hurt=(Hurt(character=str(club.who(0, "Rook").pk), lost=2),)),
        lambda club: Marks(
            vehicles=(Worn(vehicle=str(club.car(1).pk), damage=(Wear(part="horn", lost=1),)),)
        ),
    ],
)
def test_c27_marks_on_foreign_or_missing_things_are_refused(marks: Any, club: Club) -> None:
    draft = write(club)
    with pytest.raises(BadForm):
        sign(club, draft, marks=marks(club))
    assert booked(club) is None and wait(club, hours=1) == 0


def test_c27_marks_can_change_until_the_result_is_booked(club: Club) -> None:
    draft = write(club, marks=True)
    sign(club, draft, team=0)
    with club.scope():
        assert DuelSignature.objects.count() == 1
        assert selector.drafts(club.duel).marks_of([club.teams[0].pk]) == Marks()


def test_c27_a_team_without_owners_is_not_waited_for(club: Club) -> None:
    with club.scope():
        TeamOwner.objects.filter(team=club.teams[1]).update(until=club.at)
    write(club)
    assert booked(club) is not None


# --- written anew ---------------------------------------------------------------------------------


def test_c27_a_new_draft_replaces_the_last_and_all_are_kept(club: Club) -> None:
    first = write(club)
    with pytest.raises(WrongTime, match="Review it first"):
        write(club, 1, winner=1)
    second = write(club, 1, seen=1, winner=1)
    with pytest.raises(WrongTime, match="has been replaced"):
        sign(club, first)
    sign(club, second, team=0)
    result = booked(club)
    assert result is not None
    assert [row.place for row in payload_of(result).record.form.teams] == [2, 1]
    with club.scope():
        assert [row.number for row in DuelDraft.objects.all()] == [1, 2]


def test_c27_only_teams_at_the_start_draft_and_sign(club: Club) -> None:
    with pytest.raises(Refused, match="no vehicle at the start"):
        write(club, 2)
    draft = write(club)
    with pytest.raises(Refused, match="no vehicle at the start"):
        sign(club, draft, team=2)


def test_c27_no_draft_before_the_start_or_after_the_result(club: Club) -> None:
    hour, club.at = club.at, club.at - timedelta(minutes=1)
    with pytest.raises(WrongTime, match="after the duel has started"):
        write(club)
    club.at = hour
    draft = write(club)
    with club.scope():
        results.record(duel=club.duel, result=record(club), actor=club.gm, now=club.at)
    with pytest.raises(WrongTime, match="already has a result"):
        sign(club, draft)
    with pytest.raises(WrongTime, match="already has a result"):
        write(club, seen=1)


def test_c27_a_draft_that_cannot_be_booked_is_refused(club: Club) -> None:
    with pytest.raises(BadForm, match="Places must be 1, 2, 3"):
        write(club, winner=5)


def test_c27_a_house_rule_lets_only_the_gm_record() -> None:
    club = drive(options={"duel_sign_hours": 0})
    with pytest.raises(OptionOff):
        write(club)


# --- silence --------------------------------------------------------------------------------------


def test_c27_an_undisputed_draft_is_booked_after_a_day(club: Club) -> None:
    write(club, marks=True)
    assert wait(club, hours=23.9) == 0 and booked(club) is None
    assert wait(club, hours=0.1) == 1
    result = booked(club)
    assert result is not None
    said = result.reason.replace("\N{NO-BREAK SPACE}", " ")
    assert said == "Signed by Anvil. Not disputed within 24 hours."
    assert wait(club, hours=1) == 0
    with club.scope():
        assert DuelResult.objects.count() == 1
        assert Damage.objects.get().item == "armour:front"


def test_c27_a_new_draft_starts_a_new_day(club: Club) -> None:
    write(club)
    club.at += timedelta(hours=20)
    write(club, 1, seen=1)
    assert wait(club, hours=23) == 0
    assert wait(club, hours=1) == 1


def test_c27_a_failing_draft_does_not_delay_others_and_is_retried(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(club)

    def fails(**_: Any) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(results, "record", fails)
        assert wait(club, hours=24) == 1
    assert booked(club) is None and wait(club, minutes=59) == 0
    assert wait(club, minutes=1) == 1 and booked(club) is not None


# --- disputed -------------------------------------------------------------------------------------


def test_c27_a_dispute_prevents_booking_until_the_gm_decides(club: Club) -> None:
    write(club)
    before = money(club)
    dispute(club)
    assert told(club, "duel-disputed") == {club.gm.username, club.players[0].username}
    assert wait(club, days=9) == 0 and booked(club) is None
    assert money(club) == before
    with club.scope():
        drafts.decide(duel=club.duel, result=record(club, winner=1), actor=club.gm, now=club.at)
        assert DuelDispute.objects.get().settled == "decided"
        assert DuelResult.objects.get().recorded_by == club.gm


def test_c27_the_gms_record_books_the_signers_marks_too(club: Club) -> None:
    write(club, marks=True)
    dispute(club)
    with club.scope():
        drafts.decide(duel=club.duel, result=record(club, winner=1), actor=club.gm, now=club.at)
        assert (Damage.objects.get().amount, Wound.objects.get().amount) == (3, 1)


def test_c27_signing_a_new_draft_ends_the_signers_dispute(club: Club) -> None:
    write(club)
    dispute(club)
    second = write(club, 0, seen=1, winner=1)
    assert booked(club) is None
    sign(club, second)
    assert booked(club) is not None
    with club.scope():
        assert DuelDispute.objects.get().settled == "signed"


def test_c27_any_player_can_dispute_with_a_reason(club: Club) -> None:
    with pytest.raises(WrongTime, match="No record has been entered"):
        dispute(club, 2)
    draft = write(club)
    with pytest.raises(ReasonNeeded):
        dispute(club, 2, " ")
    dispute(club, 2, "They rammed me in the pits.")
    dispute(club, 2, "They rammed me in the pits, twice.")
    sign(club, draft)
    assert booked(club) is None, "all have signed, and it is disputed"
    with club.scope():
        assert DuelDispute.objects.get().reason.endswith("twice.")


def test_c27_a_dismissed_dispute_is_public_and_a_signed_draft_is_booked(club: Club) -> None:
    draft = write(club)
    dispute(club, 2)
    sign(club, draft)
    with club.scope(), pytest.raises(ReasonNeeded):
        drafts.dismiss(duel=club.duel, actor=club.gm, reason="", now=club.at)
    with club.scope():
        drafts.dismiss(duel=club.duel, actor=club.gm, reason="I was there.", now=club.at)
    assert booked(club) is not None
    with club.scope():
        act = DeskAct.objects.get(kind="dispute-dismissed")
        assert (act.reason, act.public) == ("I was there.", True)
        assert News.objects.get(kind="dispute-dismissed").text.endswith("I was there.")
        with pytest.raises(WrongTime, match="is not disputed"):
            drafts.dismiss(duel=club.duel, actor=club.gm, reason="Again.", now=club.at)


def test_c27_a_booked_duel_can_be_disputed_and_a_correction_settles_it(club: Club) -> None:
    sign(club, write(club))
    dispute(club)
    with club.scope():
        results.correct(
            duel=club.duel,
            result=record(club, winner=1),
            actor=club.gm,
            reason="They are right.",
            now=club.at,
        )
        assert DuelDispute.objects.get().settled == "decided"
        assert [row.revision for row in DuelResult.objects.all()] == [1, 2]
        assert list(reconcile.findings([club.campaign.pk])) == []


def test_c27_a_draft_contains_ids_of_the_people_who_drove(club: Club) -> None:
    with club.scope():
        assert {
            UUID(row.character) for row in selector.record_of_draft(write(club)).form.people
        } == {club.who(team, "Rook").pk for team in (0, 1)}
