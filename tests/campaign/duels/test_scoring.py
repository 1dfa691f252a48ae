"""Points, money and prestige of a duel, and the conditions of entry."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.duels.rules import duel
from campaign.duels.rules.duel import Deeds, DuelForm, Entered, Placing, Rider, TeamResult
from campaign.house_rules.rules import house
from engine.values import changed

HOUSE = house.DEFAULT
VEX, MOTH = Rider(character="vex", name="Vex", dp=3), Rider(character="moth", name="Moth", dp=3)
CAR = Entered(vehicle="ash", name="Ash", cost=20_000, crew=(VEX, MOTH))


def results(*places: int) -> tuple[TeamResult, ...]:
    return tuple(
        TeamResult(team=f"team-{number}", place=place) for number, place in enumerate(places, 1)
    )


def placings(form: DuelForm, rules: house.HouseRules = HOUSE) -> dict[str, Placing]:
    return {placing.team: placing for placing in duel.evaluate(form, rules).placings}


def test_the_purse_is_split_fifty_thirty_twenty() -> None:
    found = placings(DuelForm(teams=results(1, 2, 3, 4)))
    assert [found[f"team-{n}"].purse for n in (1, 2, 3, 4)] == [100_000, 60_000, 40_000, 0]
    assert duel.evaluate(DuelForm(teams=results(1, 2, 3, 4))).pot == 200_000


def test_standings_points_are_five_three_two_and_one_for_the_rest() -> None:
    found = placings(DuelForm(teams=results(1, 2, 3, 4, 5)))
    assert [found[f"team-{n}"].points for n in (1, 2, 3, 4, 5)] == [5, 3, 2, 1, 1]


def test_tied_teams_share_the_purses_of_their_places_and_keep_the_points() -> None:
    found = placings(DuelForm(teams=results(1, 1, 3)))
    assert [found[f"team-{n}"].purse for n in (1, 2, 3)] == [60_000, 60_000, 30_000]
    assert [found[f"team-{n}"].points for n in (1, 2, 3)] == [5, 5, 2]


@pytest.mark.parametrize(("teams", "rate"), [(10, 1_500), (11, 3_000)])
def test_survivor_pay_is_higher_for_pots_above_half_a_million(teams: int, rate: int) -> None:
    people = (
        Deeds(character="vex", team="team-1"),
        Deeds(character="moth", team="team-1", state="unconscious"),
        Deeds(character="rook", team="team-1", state="dead"),
    )
    found = placings(DuelForm(teams=results(*range(1, teams + 1)), people=people))["team-1"]
    assert (found.survivors, found.survivor_pay) == (1, rate)


def test_the_event_formula_counts_victory_points() -> None:
    teams = (
        TeamResult(team="a", vehicles=3, vehicles_lost=1),
        TeamResult(team="b", vehicles=2, vehicles_lost=2),
    )
    people = (
        Deeds(character="1", team="a", kills=3),
        Deeds(character="2", team="a", state="dead"),
        Deeds(character="3", team="b", kills=1, state="unconscious"),
    )
    form = DuelForm(teams=teams, people=people)
    assert duel.victory_points(teams[0], form) == 50 + 20 + 10
    assert duel.victory_points(teams[1], form) == 17 + 0 + 20  # 16⅔ rounds up
    found = placings(form, changed(HOUSE, event_formula=True))
    assert (found["a"].place, found["b"].place) == (1, 2)


def prestige(*people: Deeds, places: tuple[int, ...] = (1, 2)) -> list[tuple[str, str, int]]:
    return [
        (one.character, one.key, one.points)
        for one in duel.evaluate(DuelForm(teams=results(*places), people=people)).awards
    ]


def test_prestige_is_given_for_entering_winning_and_kills() -> None:
    assert prestige(
        Deeds(character="vex", team="team-1", kills=3, kills_on_foot=1),
        Deeds(character="rook", team="team-2"),
    ) == [
        ("vex", "entered", 1),
        ("vex", "won", 2),
        ("vex", "vehicle_kill", 4),
        ("vex", "vehicle_kill_on_foot", 6),
        ("rook", "entered", 1),
    ]


@pytest.mark.parametrize(
    ("before", "kills", "marks"),
    [
        (0, 4, ()),
        (4, 1, ("ace",)),
        (5, 1, ()),
        (9, 1, ("double_ace",)),
        (3, 8, ("ace", "double_ace")),
        (10, 5, ()),
    ],
)
def test_aces_are_made_at_five_and_ten_career_kills(
    before: int, kills: int, marks: tuple[str, ...]
) -> None:
    assert duel.aces(before, kills) == marks


def test_awards_count_as_often_as_they_are_ticked() -> None:
    found = prestige(
        Deeds(character="rook", team="team-2", awards=("death_heroic", "feat_small", "feat_small"))
    )
    assert found[1:] == [("rook", "death_heroic", -1), ("rook", "feat_small", 2)]


AWARDS = {
    "entered": 1,
    "won": 2,
    "vehicle_kill": 2,
    "vehicle_kill_on_foot": 6,
    "hand_weapon": 1,
    "ace": 5,
    "double_ace": 10,
    "left_working_vehicle": -1,
    "left_arena": -1,
    "vehicle_lost_unhurt": -1,
    "vehicle_lost_injured": -2,
    "death_heroic": -1,
    "death": -2,
    "death_mundane": -3,
    "death_cowardly": -5,
    "killed_surrendered": -3,
}


@pytest.mark.parametrize(("key", "points"), AWARDS.items())
def test_prestige_awards_equal_the_printed_table(key: str, points: int) -> None:
    assert {row.key: row.points for row in HOUSE.prestige}[key] == points


@pytest.mark.parametrize(
    ("form", "field", "code"),
    [
        (DuelForm(teams=()), "teams", "no-teams"),
        (DuelForm(teams=results(1, 3)), "teams[1].place", "places"),
        (DuelForm(teams=results(2, 2)), "teams[0].place", "places"),
        (DuelForm(teams=results(1, 1, 2)), "teams[2].place", "places"),
        (DuelForm(teams=results(0, 1)), "teams[0].place", "places"),
        (DuelForm(teams=(*results(1), *results(1))), "teams[0].team", "twice"),
        (
            DuelForm(teams=(TeamResult(team="a", place=1, vehicles=1, vehicles_lost=2),)),
            "teams[0].vehicles_lost",
            "too-many-lost",
        ),
        (
            DuelForm(teams=results(1), people=(Deeds(character="x", team="b"),)),
            "people[0].team",
            "no-such-team",
        ),
        (
            DuelForm(teams=results(1), people=(Deeds(character="x", team="team-1"),) * 2),
            "people[1].character",
            "twice",
        ),
        (
            DuelForm(
                teams=results(1), people=(Deeds(character="x", team="team-1", kills_on_foot=1),)
            ),
            "people[0].kills_on_foot",
            "too-many-kills",
        ),
        (
            DuelForm(
                teams=results(1), people=(Deeds(character="x", team="team-1", awards=("hero",)),)
            ),
            "people[0].awards",
            "no-such-award",
        ),
        (
            DuelForm(
                teams=results(1), people=(Deeds(character="x", team="team-1", awards=("ace",)),)
            ),
            "people[0].awards",
            "no-such-award",
        ),
    ],
)
def test_an_invalid_result_form_names_field_and_code(form: DuelForm, field: str, code: str) -> None:
    assert (field, code) in {(problem.field, problem.code) for problem in duel.check_form(form)}


def test_e43_a_death_is_refused_if_nobody_dies() -> None:
    dead = Deeds(character="x", team="team-1", state="dead")
    form = DuelForm(teams=results(1), people=(dead,))
    assert not duel.check_form(form, HOUSE)
    (found,) = duel.check_form(form, changed(HOUSE, death=False))
    assert (found.field, found.code) == ("people[0].state", "nobody-dies")


@pytest.mark.parametrize("places", [(1,), (1, 2, 3), (1, 1, 3), (1, 2, 2, 4), (3, 1, 2), (1, 1, 1)])
def test_places_in_order_are_accepted(places: tuple[int, ...]) -> None:
    assert duel.check_form(DuelForm(teams=results(*places))) == ()


def test_places_are_not_needed_with_victory_points() -> None:
    assert duel.check_form(DuelForm(teams=results(0, 0)), changed(HOUSE, event_formula=True)) == ()


def test_a_valid_entry_has_no_problems() -> None:
    assert duel.check_entry((CAR,)) == ()


@pytest.mark.parametrize(
    ("vehicles", "code"),
    [
        ((changed(CAR, crew=()),), "no-driver"),
        (
            (changed(CAR, crew=(VEX, MOTH, Rider(character="rook", name="Rook", dp=3))),),
            "too-many-crew",
        ),
        ((changed(CAR, cost=25_001),), "too-dear"),
        (
            (
                changed(CAR, cost=25_000),
                changed(CAR, cost=25_000, crew=(MOTH,)),
                changed(CAR, cost=1),
            ),
            "over-budget",
        ),
        ((CAR, CAR, CAR), "too-many-vehicles"),
        ((CAR, CAR), "two-seats"),
        ((changed(CAR, crew=(changed(VEX, dp=1),)),), "not-fit"),
        ((changed(CAR, crew=(changed(VEX, dp=0),)),), "not-fit"),
    ],
)
def test_an_invalid_entry_has_a_code(vehicles: tuple[Entered, ...], code: str) -> None:
    assert code in {problem.code for problem in duel.check_entry(vehicles)}


def test_a_limit_of_zero_is_no_limit() -> None:
    free = changed(HOUSE, vehicles_a_team=0, vehicle_limit=0, event_budget=0)
    many = tuple(
        Entered(
            vehicle=str(n),
            name=str(n),
            cost=90_000,
            crew=(Rider(character=str(n), name=str(n), dp=3),),
        )
        for n in range(5)
    )
    assert duel.check_entry(many, free) == ()


@settings(deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=9))
def test_payments_never_exceed_the_pot(scores: list[int]) -> None:
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    form = DuelForm(teams=results(*places))
    assert duel.check_form(form) == ()
    reckoned = duel.evaluate(form)
    assert sum(placing.purse for placing in reckoned.placings) <= reckoned.pot
    assert [placing.place for placing in reckoned.placings] == sorted(places)
