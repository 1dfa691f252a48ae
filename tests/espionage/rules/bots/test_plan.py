"""The weekly doctrine: its orders, its limited knowledge and its valid sheets."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import BuildRow
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Skills
from engine.dice import SeededDice, seed_from
from engine.values import Seat, changed
from espionage.rules.bots.knowledge import (
    Attack,
    Knowledge,
    Memory,
    PastMission,
    Sighting,
    TeamPoints,
    remember,
)
from espionage.rules.bots.plan import write_sheet
from espionage.rules.bots.tempers import CAREFUL, GREEDY, TEMPERS, VENGEFUL, Temper
from espionage.rules.checking import check_sheet
from espionage.rules.files import TeamFile, public_team
from espionage.rules.orders import COUNTERSPY, MISSIONS, Order, Sheet
from espionage.rules.values import Setup, State
from espionage.rules.week import WEEK
from tests.espionage.rules.scene import A, B, sheet_of, team_file
from tests.espionage.rules.scene import infiltrate as infiltration
from tests.siege import examples

NOBODY: Final = Sheet()
ENDINGS: Final = ("failed", "thwarted", "stopped", "saw", "hit")
levels = st.sampled_from([-4, -4, 0, 1, 2, 4])
temper = pytest.mark.parametrize("temper", TEMPERS.values(), ids=TEMPERS.keys())


@st.composite
def house_rules(draw: Any) -> HouseRules:
    """Return house rules that differ in what order entry checks."""
    small = st.builds(BuildRow, grenades=st.integers(1, 8), dp=st.just(3))
    return HouseRules(
        missions_a_week=draw(st.integers(0, 6)),
        untrained_bombers=draw(st.booleans()),
        gear_list=draw(st.sampled_from(["ambush", "full"])),
        plastique_price=draw(st.sampled_from([0, 3_000, 1_000_000])),
        bomb_dice=draw(st.sampled_from([(4,), (4, 6), (4, 6, 7, 8, 9, 10)])),
        builds=tuple(draw(st.lists(small, min_size=2, max_size=4))),
    )


@st.composite
def team_files(draw: Any, team: str) -> TeamFile:
    """Return a team of up to six people in any state, rich or in debt."""
    file = team_file(team)
    people = [
        changed(
            who,
            role=draw(st.sampled_from(["spy", "driver", "mechanic", ""])),
            dp=draw(st.sampled_from([0, 1, 2, 3, 3, 3])),
            captured=draw(st.integers(0, 5)) == 0,
            skills=Skills(
                espionage=draw(levels), explosives=draw(levels), bodybuilding=draw(levels)
            ),
        )
        for who in file.people[: draw(st.integers(0, len(file.people)))]
    ]
    stock = draw(st.lists(st.sampled_from(["rifle", "heavy_pistol", "plastique"]), unique=True))
    return changed(
        file,
        people=tuple(people),
        money=draw(st.integers(-1_000, 60_000)),
        stock=tuple([Packed(gear=gear, count=draw(st.integers(1, 9))) for gear in stock]),
    )


@st.composite
def memories(draw: Any) -> Memory:
    """Return a possible memory of earlier weeks."""
    teams, missions = st.sampled_from(["betas", "gammas"]), st.sampled_from(MISSIONS)
    seen = st.builds(
        Sighting, team=teams, vehicle=st.sampled_from(["b1", "g2"]), name=st.just("Car")
    )
    tried = st.builds(PastMission, team=teams, mission=missions, ending=st.sampled_from(ENDINGS))
    attacks = st.builds(Attack, team=teams, mission=missions, harmful=st.booleans())
    return Memory(
        seen=tuple(draw(st.lists(seen, max_size=3))),
        tried=tuple(draw(st.lists(tried, max_size=6))),
        attacks=tuple(draw(st.lists(attacks, max_size=4))),
    )


def dice(words: str = "a week") -> SeededDice:
    return SeededDice(seed_from(words), 0, "doctrine")


def make_knowledge(file: TeamFile | None = None, **facts: Any) -> Knowledge:
    """Return the knowledge of the Alphas about three teams at base skill."""
    own = file or team_file("alphas")
    roster = (public_team(own), public_team(team_file("betas")), public_team(team_file("gammas")))
    return Knowledge(file=own, roster=roster, **facts)


def team_of_spies() -> TeamFile:
    """Return the Alphas as spies only, of whom Alf is the best."""
    file = team_file("alphas")
    people = [changed(who, role="spy") for who in file.people]
    alf = changed(people[3], skills=changed(people[3].skills, espionage=3))
    return changed(file, people=(*people[:3], alf, *people[4:]))


def orders_of_twenty_sheets(knowledge: Knowledge, temper: Temper) -> list[Order]:
    """Return the orders of twenty sheets, each written with other dice."""
    return [
        order
        for nth in range(20)
        for order in write_sheet(knowledge, temper, dice(f"{nth}")).orders
    ]


def count_orders_against(orders: list[Order], team: str) -> int:
    return sum(order.target_team == team for order in orders)


# --- valid sheets ---------------------------------------------------------------------------------


@examples(150)
@given(
    team_files("alphas"),
    memories(),
    house_rules(),
    st.sampled_from(list(TEMPERS.values())),
    st.integers(0, 10**6),
)
def test_every_bot_sheet_passes_order_entry_e15(file, memory, house, temper, number):
    knowledge = changed(make_knowledge(file), memory=memory, house=house)
    sheet = write_sheet(knowledge, temper, dice(str(number)))
    assert check_sheet(sheet, file, knowledge.roster, house) == ()
    assert sheet == write_sheet(knowledge, temper, dice(str(number)))


@temper
def test_new_team_at_base_skill_sends_someone(temper):
    sheet = write_sheet(make_knowledge(team_of_spies()), temper, dice())
    assert any(order.action != COUNTERSPY for order in sheet.orders)


@temper
def test_bot_sends_nobody_without_rivals_or_fit_people(temper):
    alone = changed(make_knowledge(), roster=(public_team(team_file("alphas")),))
    assert not [o for o in write_sheet(alone, temper, dice()).orders if o.action != COUNTERSPY]
    assert write_sheet(make_knowledge(team_file("alphas", people=())), temper, dice()).orders == ()


@temper
def test_wounded_people_rest(temper):
    skilled = Skills(espionage=4, explosives=4)
    file = team_of_spies()
    hurt = changed(file, people=tuple([changed(who, dp=2, skills=skilled) for who in file.people]))
    assert write_sheet(make_knowledge(hurt), temper, dice()).orders == ()


@temper
def test_indistinguishable_worlds_get_the_same_sheet_e24(temper):
    """Rivals' people, garages, sheets and dice are replaced as far as the team's view allows."""
    truth = play_settled_week(
        write_sheet(make_knowledge(), temper, dice()),
        sheet_of(infiltration("bea", "alphas")),
        words="x",
    )
    view = WEEK.view(truth, A)
    others = [WEEK.imagine(view, dice(f"other {nth}")) for nth in range(5)]
    assert all(other.own[B] != truth.own[B] for other in others)

    def next_sheet(state: State) -> Sheet:
        roster = tuple([public_team(own.file) for own in state.own])
        memory = remember(Memory(), WEEK.view(state, A))
        return write_sheet(
            Knowledge(file=state.own[A].file, roster=roster, memory=memory), temper, dice()
        )

    assert {next_sheet(other) for other in others} == {next_sheet(truth)}


# --- tempers --------------------------------------------------------------------------------------


def test_careful_sends_counterspies_first_and_keeps_its_best_at_home():
    orders = orders_of_twenty_sheets(make_knowledge(team_of_spies()), CAREFUL)
    guards = {order.spy for order in orders if order.action == COUNTERSPY}
    assert {order.action for order in orders} == {"infiltrate", COUNTERSPY}
    assert "alf" in guards
    assert "alf" not in {order.spy for order in orders if order.action != COUNTERSPY}


def test_careful_sends_nobody_below_base_skill():
    file = team_of_spies()
    clumsy = changed(file, people=tuple([changed(who, skills=Skills()) for who in file.people]))
    assert write_sheet(make_knowledge(clumsy), CAREFUL, dice()).orders == ()


def test_greedy_targets_the_leader():
    points = (TeamPoints(team="betas", points=2), TeamPoints(team="gammas", points=9))
    orders = orders_of_twenty_sheets(make_knowledge(standings=points), GREEDY)
    assert count_orders_against(orders, "gammas") > count_orders_against(orders, "betas")


def test_greedy_leaves_a_guard_only_after_a_bad_week():
    hurt = Memory(attacks=(Attack(team="betas", mission="blow_up", harmful=True),))
    assert COUNTERSPY not in {
        order.action for order in orders_of_twenty_sheets(make_knowledge(), GREEDY)
    }
    assert COUNTERSPY in {
        order.action for order in orders_of_twenty_sheets(make_knowledge(memory=hurt), GREEDY)
    }


def test_vengeful_sends_assassins_after_its_last_attacker():
    hurt = Memory(attacks=(Attack(team="gammas", mission="assassinate", harmful=True),))
    missions = [
        o
        for o in orders_of_twenty_sheets(make_knowledge(memory=hurt), VENGEFUL)
        if o.action != COUNTERSPY
    ]
    assert count_orders_against(missions, "gammas") == len(missions)
    assert {"assassinate"} == {order.action for order in missions}


@temper
def test_bot_stops_targeting_a_team_that_always_stopped_it(temper):
    met = tuple([PastMission(team="betas", mission="infiltrate", ending="thwarted")] * 6)
    assert (
        count_orders_against(
            orders_of_twenty_sheets(make_knowledge(memory=Memory(tried=met)), temper), "betas"
        )
        == 0
    )


def test_bot_sends_other_missions_after_assassins_found_nobody_e17():
    nobody = tuple([PastMission(team="betas", mission="assassinate", ending="nobody_there")] * 9)
    alone = changed(make_knowledge(), roster=make_knowledge().roster[:2])
    assert "assassinate" in {order.action for order in orders_of_twenty_sheets(alone, VENGEFUL)}
    warned = orders_of_twenty_sheets(changed(alone, memory=Memory(tried=nobody)), VENGEFUL)
    assert count_orders_against(warned, "betas") > 0
    assert "assassinate" not in {order.action for order in warned}


# --- memory ---------------------------------------------------------------------------------------


def play_settled_week(*sheets: Sheet, words: str) -> Any:
    teams = (team_file("alphas"), team_file("betas"))
    setup = Setup(week="w", teams=teams, sheets=sheets)
    return WEEK.start(setup, SeededDice(seed_from(words), 0))[0]


def test_bot_remembers_only_its_own_observations():
    spied = next(
        state
        for number in range(200)
        if (state := play_settled_week(sheet_of(infiltration("ada")), NOBODY, words=str(number)))
        and remember(Memory(), WEEK.view(state, A)).seen
    )
    alphas = remember(Memory(), WEEK.view(spied, A))
    betas = remember(Memory(), WEEK.view(spied, B))
    assert {each.team for each in alphas.seen} == {"betas"}
    assert [(each.team, each.ending) for each in alphas.tried] == [("betas", "saw")]
    assert betas == Memory(attacks=(Attack(team="alphas", mission="infiltrate"),))
    assert remember(alphas, WEEK.view(spied, None)) == alphas
    assert remember(alphas, WEEK.view(spied, Seat(0))).seen == alphas.seen
