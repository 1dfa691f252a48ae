"""Lessons of duels (C33)."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from campaign.desk.services import reconcile
from campaign.duels.models import DuelResult
from campaign.duels.rules.duel import Deeds, DuelForm, Ride, State, TeamResult, check_form
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.rules.lessons import lessons
from campaign.duels.selectors.duels import ResultPayload, payload_of
from campaign.duels.services import results
from campaign.garage.models import Vehicle
from campaign.garage.rules.vehicles import STOCK
from campaign.house_rules.rules import house
from campaign.house_rules.rules.house import DEFAULT
from campaign.house_rules.rules.tables import DEEDS, LessonRow
from campaign.league.models import Week
from campaign.ledger.models import SkillPoint
from campaign.ledger.selectors import balances
from campaign.roster.services import roster
from engine.values import changed
from tests.factories import Club, duel_of, found_club

RULES = Path(__file__).parents[3] / "docs" / "reference" / "rules"
PAGE = (RULES / "campaign.md").read_text(encoding="utf-8")
WHEEL = Ride(vehicle="car", place="driver")


def points_learned(
    deeds: Deeds, rules: house.HouseRules = DEFAULT, place: int = 1
) -> dict[str, int]:
    """Return what one duellist of team "a" learns."""
    other = TeamResult(team="b", place=3 - place)
    form = DuelForm(teams=(TeamResult(team="a", place=place), other), people=(deeds,))
    assert check_form(form, rules) == ()
    return {one.skill: one.points for one in lessons(form, rules)}


def test_c33_a_winning_driver_learns_driving_and_a_losing_gunner_only_general() -> None:
    assert points_learned(Deeds(character="x", team="a", ride=WHEEL)) == {"general": 3, "driver": 1}
    aboard = changed(WHEEL, place="gunner")
    assert points_learned(Deeds(character="x", team="a", ride=aboard), place=2) == {"general": 2}
    assert points_learned(Deeds(character="x", team="a", ride=aboard)) == {"general": 3}


def test_c33_each_kill_trains_only_the_skill_that_made_it() -> None:
    deeds = Deeds(character="x", team="a", kills=6, kills_on_foot=2, kills_by_ram=1)
    assert points_learned(deeds, place=2) == {
        "general": 2,
        "gunner": 3,
        "handgunner": 2,
        "driver": 1,
    }


def test_c33_a_cycle_rider_learns_cycling() -> None:
    ride = changed(WHEEL, cycle=True)
    deeds = Deeds(character="x", team="a", kills=1, kills_by_ram=1, ride=ride)
    assert points_learned(deeds) == {"general": 3, "cyclist": 2}


@pytest.mark.parametrize(("state", "points"), [("dead", 0), ("unconscious", 2)])
def test_c33_the_dead_learn_nothing_and_the_unconscious_keep_their_points(
    state: State, points: int
) -> None:
    found = points_learned(Deeds(character="x", team="a", state=state), place=2)
    assert found.get("general", 0) == points


def test_c33_a_club_has_its_own_lesson_table() -> None:
    row = LessonRow(deed="drove", skill="stealth", points=4)
    driver = Deeds(character="x", team="a", ride=WHEEL)
    assert points_learned(driver, changed(DEFAULT, duel_lessons=(row,))) == {"stealth": 4}
    assert points_learned(driver, changed(DEFAULT, duel_lessons=())) == {}


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([("won", "juggling")], "Unknown skills: “juggling”"),
        ([("won", "driver"), ("won", "driver")], "only once: won in driver"),
        ([("juggled", "driver")], "deed"),
    ],
)
def test_c33_an_invalid_lesson_is_refused(rows: list[tuple[str, str]], words: str) -> None:
    said = [{"deed": deed, "skill": skill, "points": 1} for deed, skill in rows]
    problems = house.validate({"duel_lessons": said})
    assert len(problems) == 1
    assert problems[0].field.startswith("duel_lessons")
    assert words in problems[0].sentence or words in problems[0].field


def test_c33_more_ram_kills_than_kills_are_refused() -> None:
    deeds = Deeds(character="x", team="a", kills=2, kills_on_foot=1, kills_by_ram=2)
    form = DuelForm(teams=(TeamResult(team="a", place=1),), people=(deeds,))
    assert [one.field for one in check_form(form)] == ["people[0].kills_by_ram"]


def test_c33_the_handbook_lists_every_lesson() -> None:
    for row in DEFAULT.duel_lessons:
        assert f"| {DEEDS[row.deed]} | {row.points} {row.skill} |" in PAGE


# --- booked and corrected -------------------------------------------------------------------------


@pytest.fixture
def club() -> Club:
    found = found_club(teams=2, characters=2, vehicles=1)
    for team in (0, 1):
        found.enter(team)
    with found.scope():
        week = found.open_week
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
    return found


def written(club: Club, first: int = 0, kills: int = 1) -> DuelRecord:
    """Return a record with two drivers, one of whom has kills."""
    teams = [str(team.pk) for team in club.teams]
    return DuelRecord(
        form=DuelForm(
            teams=tuple(
                TeamResult(team=team, place=1 + (at != first)) for at, team in enumerate(teams)
            ),
            people=tuple(
                Deeds(
                    character=str(club.who(at, "Rook").pk),
                    team=team,
                    kills=0 if at else kills,
                    ride=Ride(vehicle="made up", place="passenger", cycle=True),
                )
                for at, team in enumerate(teams)
            ),
        )
    )


def record(club: Club) -> DuelResult:
    week = club.open_week
    return results.record(duel=duel_of(week), result=written(club), actor=club.gm, now=week.duel_at)


def correct(club: Club, result: DuelRecord) -> DuelResult:
    week = club.open_week
    return results.correct(
        duel=duel_of(week), result=result, actor=club.gm, reason="Misread.", now=week.duel_at
    )


def points(club: Club, team: int) -> dict[str, int]:
    """Return a driver's points from this week's duel, over all revisions."""
    found: dict[str, int] = {}
    with club.scope():
        rows = SkillPoint.objects.filter(
            character=club.who(team, "Rook"), cause__startswith=f"duel:{club.open_week.pk}:"
        )
        for item, amount in rows.values_list("item", "amount"):
            found[item] = found.get(item, 0) + amount
    return {item: total for item, total in found.items() if total}


@pytest.mark.django_db
def test_c33_a_result_teaches_once_and_uses_the_entry(club: Club) -> None:
    row = record(club)
    assert points(club, 0) == {"general": 3, "driver": 1, "gunner": 1}
    assert points(club, 1) == {"general": 2}
    ride = payload_of(row).record.form.people[0].ride
    assert ride == Ride(vehicle=str(club.car(0).pk), place="driver")
    with club.scope():
        assert list(reconcile.findings([club.campaign.pk])) == []


@pytest.mark.django_db
def test_c33_a_correction_books_the_difference(club: Club) -> None:
    record(club)
    correct(club, written(club, first=1, kills=0))
    assert points(club, 0) == {"general": 2}
    assert points(club, 1) == {"general": 3, "driver": 1}
    with club.scope():
        assert SkillPoint.objects.filter(cause__endswith=":1").count() == 4, "the rows still stand"
        assert list(reconcile.findings([club.campaign.pk])) == []


@pytest.mark.django_db
def test_c33_correcting_away_an_assigned_point_leaves_a_debt(club: Club) -> None:
    record(club)
    rook = club.who(0, "Rook")
    with club.scope():
        roster.assign(
            character=rook,
            skill="stealth",
            amount=3,
            actor=club.players[0],
            now=club.open_week.duel_at,
        )
    correct(club, written(club, first=1))
    with club.scope():
        assert balances.skill_points([rook.pk])[rook.pk]["general"] == -1
        assert list(reconcile.findings([club.campaign.pk])) == []
        SkillPoint.objects.create(
            character=rook, item="general", amount=-1, cause="a bug", at=club.at
        )
        assert [one.code for one in reconcile.findings([club.campaign.pk])] == ["negative-points"]


@pytest.mark.django_db
def test_c33_a_result_older_than_lessons_teaches_nothing(club: Club) -> None:
    drove = {str(club.car(at).pk): str(club.teams[at].pk) for at in (0, 1)}
    old = msgspec.to_builtins(ResultPayload(record=written(club), drove=drove))
    with club.scope():
        DuelResult.objects.create(
            duel=club.duel,
            revision=1,
            payload={key: value for key, value in old.items() if key != "taught"},
            recorded_by=club.gm,
            recorded_at=club.open_week.duel_at,
        )
    row = correct(club, written(club, first=1))
    assert not payload_of(row).taught
    assert (points(club, 0), points(club, 1)) == ({}, {})


@pytest.mark.django_db
def test_c33_the_driver_of_an_entered_cycle_counts_as_a_cyclist(club: Club) -> None:
    wasp = next(one.design for one in STOCK if one.name == "Wasp")
    with club.scope():
        Vehicle.objects.filter(pk=club.car(0).pk).update(design=msgspec.to_builtins(wasp))
    record(club)
    assert points(club, 0) == {"general": 3, "cyclist": 1, "gunner": 1}
    with club.scope():
        spared = correct(club, written(club, first=1))
    people = payload_of(spared).record.form.people
    assert [one.ride and one.ride.cycle for one in people] == [True, False]
    assert UUID(people[0].character) == club.who(0, "Rook").pk
