"""People at the start of a duel: the dead, the unconscious, captives and absent people do not
drive, and nobody learns why (E12, E22).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

import pytest

from campaign.desk.selectors.desk import needs
from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord, Fate
from campaign.duels.selectors.duels import entries, lineup, payload_of
from campaign.duels.services import entries as duels
from campaign.duels.services import results
from campaign.duels.services.substitutes import request_for_weeks
from campaign.league.refusals import NotFit
from campaign.ledger.models import Wound
from campaign.ledger.selectors.books import purse
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Captivity
from campaign.roster.selectors.roster import roster
from core.notifications.models import Notice
from core.web.refusals import BadForm
from espionage.models import Charge
from espionage.services.tick import tick
from tests.factories import Club, found_club

from .test_duels import crew, enter, harm, settle

pytestmark = pytest.mark.django_db

DEADLY = {"faces": [6] * 10, "location": 6, "halves": 4}
"""Damage that no car of the tests survives, nor anybody in it."""


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=4, vehicles=2)


def wound(club: Club, team: int, name: str, amount: int) -> Line:
    return harm(club, Book.WOUND, club.who(team, name).pk, "dp", amount)


def capture(club: Club, name: str, freed_at: datetime | None = None) -> None:
    """Let Basilisk capture a character of Anvil's from the settlement on."""
    with club.scope():
        week = club.open_week
        Captivity.objects.create(
            character=club.who(0, name),
            held_by=club.teams[1],
            week=week,
            at=week.settle_at,
            freed_at=freed_at,
        )


def drive(
    club: Club, *people: tuple[int, str], cars: tuple[tuple[int, int], ...] = ()
) -> DuelResult:
    """Record both teams as present with these people and cars."""
    teams = [str(team.pk) for team in club.teams]
    form = DuelForm(
        teams=tuple(TeamResult(team=team, place=place) for place, team in enumerate(teams, 1)),
        people=tuple(
            Deeds(character=str(club.who(team, name).pk), team=teams[team]) for team, name in people
        ),
    )
    fates = tuple(Fate(vehicle=str(club.car(team, car).pk)) for team, car in cars)
    return results.record(
        duel=club.duel,
        result=DuelRecord(form=form, vehicles=fates),
        actor=club.gm,
        now=club.open_week.duel_at,
    )


def at_the_start(club: Club) -> list[UUID]:
    """Return everyone on the GM's initial form."""
    with club.scope():
        return [UUID(deeds.character) for deeds in results.form_for(club.duel).people]


def ids_of(club: Club, *people: tuple[int, str]) -> list[UUID]:
    return [club.who(team, name).pk for team, name in people]


# --- the dead and the others ----------------------------------------------------------------------


def test_the_dead_are_not_on_the_result_form_and_cannot_be_recorded(club: Club) -> None:
    enter(club)
    enter(club, team=1)
    settle(club, wound(club, 0, "Rook", 3))
    assert at_the_start(club) == ids_of(club, (1, "Rook"), (1, "Sable")), (
        "a car without its driver is not there at all"
    )
    with club.scope():
        before = purse(club.teams[0]).balance
    with pytest.raises(BadForm, match="Rook is dead and was not at the start") as refused:
        drive(club, (0, "Rook"), (1, "Rook"))
    assert [(problem.field, problem.code) for problem in refused.value.problems] == [
        ("people[0].character", "not-at-the-start")
    ]
    assert "substitute" in str(refused.value)
    assert "not driven" in str(refused.value)
    with club.scope():
        assert not DuelResult.objects.exists()
        assert purse(club.teams[0]).balance == before, "no survivor pay for a dead man"


def test_e12_unfit_people_are_refused_like_people_who_never_entered(club: Club) -> None:
    """Otherwise a playing GM could find out one by one which of a rival's people are
    unconscious.
    """
    enter(club)
    enter(club, car=1, names=("Wrench",))
    enter(club, team=1)
    settle(club, wound(club, 0, "Rook", 2))
    capture(club, "Wrench")
    said = []
    for name in ("Rook", "Wrench", "Vesper"):
        with pytest.raises(BadForm) as refused:
            drive(club, (0, name))
        (problem,) = refused.value.problems
        said.append((problem.code, problem.sentence.replace(name, "Somebody")))
    assert len(set(said)) == 1, said
    assert at_the_start(club) == ids_of(club, (1, "Rook"), (1, "Sable"))


def test_a_withdrawn_car_is_refused_like_one_that_never_entered(club: Club) -> None:
    enter(club)
    enter(club, team=1)
    settle(club, wound(club, 0, "Rook", 2))
    said = []
    for car in (0, 1):
        with pytest.raises(BadForm) as refused:
            drive(club, (1, "Rook"), cars=((0, car),))
        said.append(
            [(problem.field, problem.code, problem.sentence) for problem in refused.value.problems]
        )
    assert said[0] == said[1]
    row = drive(club, (1, "Rook"))
    assert [fate.vehicle for fate in payload_of(row).record.vehicles] == [str(club.car(1).pk)], (
        "and nobody sees what it looks like"
    )


def test_a_car_without_its_gunner_drives_with_an_empty_seat(club: Club) -> None:
    enter(club)
    settle(club, wound(club, 0, "Sable", 2))
    assert at_the_start(club) == ids_of(club, (0, "Rook"))
    with pytest.raises(BadForm, match="Sable was not at the start"):
        drive(club, (0, "Rook"), (0, "Sable"))
    row = drive(club, (0, "Rook"))
    assert [deeds.character for deeds in payload_of(row).record.form.people] == [
        str(club.who(0, "Rook").pk)
    ]


def test_a_captive_freed_before_the_start_drives(club: Club) -> None:
    enter(club)
    settle(club)
    capture(club, "Rook", freed_at=club.open_week.duel_at - timedelta(hours=1))
    assert at_the_start(club) == ids_of(club, (0, "Rook"), (0, "Sable"))


def test_injuries_after_the_start_of_the_duel_change_nothing(club: Club) -> None:
    enter(club)
    enter(club, team=1)
    settle(club, wound(club, 0, "Rook", 2))
    later = club.open_week.duel_at + timedelta(hours=2)
    posting.post(
        [
            Line(Book.WOUND, club.who(0, "Rook").pk, "dp", -2, "a night's sleep", later),
            Line(Book.WOUND, club.who(1, "Rook").pk, "dp", 3, "a brawl", later),
        ]
    )
    assert at_the_start(club) == ids_of(club, (1, "Rook"), (1, "Sable"))


# --- charges --------------------------------------------------------------------------------------


def mine(club: Club) -> None:
    """Put a charge of Basilisk's (12 or more) under Anvil's first car."""
    with club.scope():
        week = club.open_week
        Charge.objects.create(
            week=week,
            vehicle=club.car(0),
            planted_by=club.teams[1],
            due="duel",
            payload=DEADLY,
            cause=f"week:{week.pk}/0/1/charge",
            at=week.settle_at,
        )


def test_e23_a_crew_killed_by_a_charge_at_the_start_does_not_drive(club: Club) -> None:
    enter(club)
    enter(club, team=1)
    settle(club)
    mine(club)
    tick(now=club.open_week.duel_at + timedelta(seconds=9))
    with club.scope():
        assert Wound.objects.filter(cause__endswith="/fired").count() == 2
    assert at_the_start(club) == ids_of(club, (1, "Rook"), (1, "Sable"))
    with pytest.raises(BadForm, match="Rook was not at the start"):
        drive(club, (0, "Rook"))


def test_e43_without_deaths_a_crew_survives_a_charge_and_is_unconscious() -> None:
    club = found_club(teams=2, characters=4, vehicles=2, options={"death": False})
    enter(club)
    enter(club, team=1)
    settle(club)
    mine(club)
    tick(now=club.open_week.duel_at + timedelta(seconds=9))
    with club.scope():
        crew = [sheet for sheet in roster(club.teams[0]) if sheet.body.health != "unhurt"]
        assert {(sheet.name, sheet.body.dp) for sheet in crew} == {("Rook", 1), ("Sable", 1)}


def test_e23_a_charge_hurts_nobody_if_the_car_did_not_start(club: Club) -> None:
    enter(club)
    settle(club, wound(club, 0, "Rook", 3))
    mine(club)
    tick(now=club.open_week.duel_at)
    with club.scope():
        assert Charge.objects.get().fired_at is not None
        assert not Wound.objects.filter(cause__endswith="/fired").exists(), (
            "Sable stayed at home with the car"
        )


# --- what the owner is told, and can do -----------------------------------------------------------


def test_only_the_owner_is_asked_for_a_substitute_at_settlement(club: Club) -> None:
    first, second = enter(club), enter(club, car=1, names=("Vesper", "Wrench"))
    enter(club, team=1)
    settle(club, wound(club, 0, "Rook", 3), wound(club, 0, "Wrench", 2))
    with club.scope():
        request_for_weeks([club.open_week])
        request_for_weeks([club.open_week])
        sent = {
            (notice.user_id, notice.text) for notice in Notice.objects.filter(kind="substitute")
        }
        assert Notice.objects.filter(kind="substitute").count() == 2
    owner = club.players[0].pk
    assert {user for user, _ in sent} == {owner}
    texts = sorted(text for _, text in sent)
    assert texts[0].startswith(
        "Rook cannot drive in the duel of week 1. Put someone else in Anvil 1 by "
    )
    assert texts[0].endswith("or the car stays out of the duel.")
    assert texts[1].startswith(
        "Wrench cannot drive in the duel of week 1. Put someone else in Anvil 2 by "
    )
    assert texts[1].endswith("or the seat stays empty.")
    duels.replace(entry=first, vehicle=club.car(0), crew=crew(club, 0, "Sable"), now=club.at)
    duels.withdraw(entry=second, now=club.at)
    with club.scope():
        assert not Notice.objects.filter(kind="substitute", read_at=None).exists(), (
            "what is done is asked no longer"
        )


def test_e22_two_cars_without_drivers_both_get_substitutes(club: Club) -> None:
    first, second = enter(club, names=("Rook",)), enter(club, car=1, names=("Sable",))
    settle(club, wound(club, 0, "Rook", 3), wound(club, 0, "Sable", 2))
    duels.replace(entry=first, vehicle=club.car(0), crew=crew(club, 0, "Vesper"), now=club.at)
    duels.replace(entry=second, vehicle=club.car(0, 1), crew=crew(club, 0, "Wrench"), now=club.at)
    assert set(at_the_start(club)) == set(ids_of(club, (0, "Vesper"), (0, "Wrench")))


def test_e22_an_unfit_driver_is_replaced_whatever_the_cause(club: Club) -> None:
    entry = enter(club)
    posting.post([Line(Book.WOUND, club.who(0, "Rook").pk, "dp", 2, "correction:1", club.at)])
    settle(club)
    capture(club, "Sable")
    with pytest.raises(NotFit, match="was not damaged"):
        duels.replace(
            entry=entry, vehicle=club.car(0, 1), crew=crew(club, 0, "Vesper"), now=club.at
        )
    with club.scope():
        assert duels.is_harmed(entry)
    duels.replace(
        entry=entry,
        vehicle=club.car(0),
        crew=crew(club, 0, "Vesper", "Wrench"),
        now=club.at,
        unavailable={club.who(0, "Sable").pk},
    )
    assert at_the_start(club) == ids_of(club, (0, "Vesper"), (0, "Wrench"))


def test_unfit_crew_are_shown_to_the_owner_and_vanish_for_all_at_the_start(club: Club) -> None:
    enter(club)
    enter(club, team=1)
    settle(club, wound(club, 0, "Rook", 2))
    gm, owner = club.viewer(club.gm), club.viewer(club.players[0])
    with club.scope():
        duel, start = club.duel, club.open_week.duel_at
        (mine,) = entries(owner, duel, club.at)
        assert [(one.name, one.reason) for one in mine.unfit] == [("Rook", "unconscious")]
        assert lineup(owner, duel, club.at).stayed_out == ()
        assert [entry.vehicle for entry in entries(owner, duel, start)] == ["Basilisk 1"]
        assert [entry.vehicle for entry in entries(gm, duel, start)] == ["Basilisk 1"]
        (out,) = lineup(owner, duel, start).stayed_out
        assert (out.vehicle, [(one.name, one.reason) for one in out.unfit]) == (
            "Anvil 1",
            [("Rook", "unconscious")],
        )
        assert lineup(gm, duel, start).stayed_out == ()
    drive(club, (1, "Rook"))
    with club.scope():
        assert [entry.vehicle for entry in entries(owner, duel, start)] == ["Basilisk 1"]
        assert not any(entry.unfit for entry in entries(gm, duel, start))


def test_a_duel_without_cars_is_not_a_task_of_the_desk(club: Club) -> None:
    enter(club)
    settle(club)
    gm, duel = club.viewer(club.gm), club.open_week.duel_at + timedelta(hours=24)
    with club.scope():
        assert [row.week.number for row in needs(gm, duel).results] == [1]
    posting.post([wound(club, 0, "Rook", 2)])
    with club.scope():
        assert needs(gm, duel).results == ()


# --- corrections ----------------------------------------------------------------------------------


def test_people_in_the_result_stay_in_its_correction(club: Club) -> None:
    """A charge may go off after the result was written; correcting a typing error must stay
    possible.
    """
    enter(club)
    enter(club, team=1)
    settle(club)
    mine(club)
    before = payload_of(drive(club, (0, "Rook"), (1, "Rook"))).record
    tick(now=club.open_week.duel_at + timedelta(minutes=1))
    at = club.open_week.duel_at + timedelta(hours=1)
    assert at_the_start(club)[:1] == ids_of(club, (0, "Rook"))
    results.correct(duel=club.duel, result=before, actor=club.gm, reason="A typing error.", now=at)
    with club.scope():
        assert DuelEntry.objects.filter(withdrawn_at=None).count() == 2
        assert DuelResult.objects.count() == 2
