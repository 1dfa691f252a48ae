"""Guards who are lent to another team for a week (E56)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambush.rules.call import Fighter
from campaign.house_rules.rules.house import DEFAULT, HouseRules
from engine.dice import SeededDice, seed_from
from engine.values import changed
from espionage.rules.bots.knowledge import Knowledge
from espionage.rules.bots.plan import caretaker_sheet, write_sheet
from espionage.rules.bots.tempers import TEMPERS
from espionage.rules.checking import check_sheet
from espionage.rules.files import public_team
from espionage.rules.orders import Sheet
from espionage.rules.sheet_odds import sheet_odds
from espionage.rules.values import AmbushCalled, OrdersStruck
from tests.espionage.rules.scene import (
    A,
    B,
    C,
    assassinate,
    guard,
    infiltrate,
    play,
    sheet_of,
    team_file,
    with_person,
)
from tests.espionage.rules.test_secrecy import heard_bytes, make_setup
from tests.siege import examples

TEAMS = ("alphas", "betas", "gammas")
HUNT = {"on_counterspy_twelve": "ambush"}


def files_with_loan(who="gil", **facts):
    """Return the three files of a week in which the Gammas lend someone to the Betas."""
    alphas, betas, gammas = (team_file(team) for team in TEAMS)
    gammas = with_person(gammas, who, **facts)
    person = next(each for each in gammas.people if each.id == who)
    borrowed = changed(person, lent_by="gammas")
    return (
        alphas,
        changed(betas, people=(*betas.people, borrowed)),
        with_person(gammas, who, guards_for="betas"),
    )


def roster(files):
    return tuple(public_team(file) for file in files)


def codes(sheet, file, files):
    return [problem.code for problem in check_sheet(sheet, file, roster(files), DEFAULT)]


def week_with_loan(betas, *, gammas=None, files=(), **scripts):
    return play(
        scripts.pop("alphas", sheet_of(infiltrate("ada"))),
        betas,
        gammas or Sheet(),
        files=files or files_with_loan(),
        **scripts,
    )


def test_e56_lent_guard_gets_only_counterspy_orders_from_the_borrower():
    files = files_with_loan()
    _, betas, gammas = files
    assert codes(sheet_of(guard("gil")), betas, files) == []
    assert codes(sheet_of(infiltrate("gil", "alphas")), betas, files) == ["only-guards"]
    assert codes(sheet_of(guard("gil")), gammas, files) == ["lent"]


def test_e56_orders_of_the_lender_are_struck_at_the_deadline():
    week = week_with_loan(sheet_of(guard("gil")), gammas=sheet_of(guard("gil")), a=(8,), b=(9,))
    assert [struck.code for struck in week.one(OrdersStruck, C).struck] == ["lent"]
    assert week.all(OrdersStruck, B) == []


def test_e24_public_roster_shows_a_lent_guard_in_his_own_team():
    alphas, betas, gammas = (team_file(team) for team in TEAMS)
    assert roster(files_with_loan()) == roster((alphas, betas, gammas))


def test_e56_both_teams_learn_of_points_and_wounds_and_nobody_else():
    week = week_with_loan(
        sheet_of(guard("gil"), **HUNT), a=(8,), b=(12,), domains={("ambush", A, B, 1): (2,)}
    ).fought(ambusher=Fighter(hits=1))
    assert [(hurt.character, hurt.hits) for hurt in week.effects.hurt] == [("gil", 1)]
    assert ("espionage", 1, "counterspied") in week.points("gil")
    for seat in (B, C):
        assert [hurt.character for hurt in week.debrief(seat).hurt] == ["gil"]
        assert {award.character for award in week.debrief(seat).awards} == {"gil"}
    assert week.debrief(A).hurt == ()


def test_e34_death_of_a_lent_guard_is_published_for_his_own_team():
    week = week_with_loan(
        sheet_of(guard("gil"), **HUNT), a=(8,), b=(12,), domains={("ambush", A, B, 1): (2,)}
    ).fought(ambusher=Fighter(hits=3))
    deaths = [news for news in week.effects.news if news.kind == "death"]
    assert [(news.team, news.name) for news in deaths] == [("gammas", "Gil")]


@pytest.mark.parametrize(("captor", "held"), [("alphas", ("gil",)), ("gammas", ())])
def test_e56_lent_guard_is_not_captured_by_his_own_team(captor, held):
    """The spy is of another team, or of the guard's own team."""
    is_alpha = captor == "alphas"
    seat = A if is_alpha else C
    week = week_with_loan(
        sheet_of(guard("gil"), **HUNT),
        alphas=sheet_of(infiltrate("ada")) if is_alpha else sheet_of(),
        gammas=Sheet() if is_alpha else sheet_of(infiltrate("gus")),
        house=HouseRules(capture=True),
        **({"a": (8,)} if is_alpha else {"c": (8,)}),
        b=(12,),
        domains={("ambush", seat, B, 1): (2,)},
    ).fought(ambusher=Fighter(hits=2))
    assert week.debrief(B).captured == week.debrief(C).captured == held


def test_e17_assassin_finds_a_lent_guard_only_in_his_own_team():
    week = play(
        sheet_of(assassinate("ada", "gil", "gammas")),
        sheet_of(guard("gil")),
        Sheet(),
        files=files_with_loan(),
        a=(11,),
        domains={("harm", A, C, 1): (3,)},
    )
    assert week.debrief(A).missions[0].victim == "gil"
    assert [hurt.character for hurt in week.debrief(C).hurt] == ["gil"]
    assert week.debrief(B).hurt == ()
    week = play(
        sheet_of(assassinate("ada", "gil")),
        Sheet(),
        Sheet(),
        files=files_with_loan(),
        a=(11,),
        sealed=(1,),
        harm=(3,),
    )
    assert week.debrief(A).missions[0].victim == "bea"


@examples(40)
@given(st.integers(0, 10**6).map(lambda number: seed_from(f"lent {number}")))
def test_e56_rivals_hear_of_a_lent_guard_what_they_hear_of_an_own_guard(seed):
    """The only difference is the name in an ambush."""
    attack = sheet_of(assassinate("ada"), infiltrate("abe"))
    own = make_setup(alphas=attack, betas=sheet_of(guard("bea")))
    lent = make_setup(alphas=attack, betas=sheet_of(guard("gil")), files=files_with_loan())
    one, two = heard_bytes(own, seed, A), heard_bytes(lent, seed, A)
    assert [event.replace(b'"Bea"', b'"Gil"') for event in one] == [
        event.replace(b'"Bea"', b'"Gil"') for event in two
    ]


def test_e56_enemy_in_an_ambush_sees_the_borrower_and_the_guards_name():
    week = week_with_loan(
        sheet_of(guard("gil"), **HUNT), a=(8,), b=(12,), domains={("ambush", A, B, 1): (2,)}
    )
    meeting = week.one(AmbushCalled, A).meeting
    assert (meeting.enemy, meeting.enemy_name) == (B, "Gil")
    assert week.all(AmbushCalled, C) == []


def test_e56_chances_of_a_sheet_include_a_lent_guard():
    files = files_with_loan()
    odds = sheet_odds(files[1], sheet_of(guard("gil")), roster(files), DEFAULT)
    assert [order.spy for order in odds.orders] == ["gil"]
    assert odds.orders[0].cases


def test_e44_bots_and_caretakers_put_lent_guards_on_duty():
    files = files_with_loan()
    knowledge = Knowledge(file=files[1], roster=roster(files), house=DEFAULT)
    for temper in TEMPERS.values():
        sheet = write_sheet(knowledge, temper, SeededDice(seed_from(temper.key), 0))
        assert {"gil": "counterspy"}.items() <= {
            order.spy: order.action for order in sheet.orders
        }.items()
    assert guard("gil") in caretaker_sheet(knowledge).orders
