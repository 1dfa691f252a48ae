"""Order entry answers any input, every week ends, and the same dice give the same week."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ambush.rules.call import AmbushResult
from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import GEAR, Packed
from campaign.roster.rules.spies import Kit
from engine.codec import encode
from engine.dice import SeededDice, seed_from
from engine.game import Refusal
from engine.match import submit
from engine.values import HOST, Seat, changed
from espionage.rules.checking import check_sheet
from espionage.rules.files import public_team
from espionage.rules.orders import MISSIONS, Order, Sheet, Standing
from espionage.rules.receipt import make_receipt
from espionage.rules.settlement import effects_of
from espionage.rules.values import (
    AmbushFought,
    Cancel,
    Chase,
    Deadline,
    SendGuard,
    Setup,
    TakeTwelve,
)
from espionage.rules.week import WEEK
from tests.espionage.rules.scene import TEAMS, team_file
from tests.siege import examples

NAMES = [name.lower() for names in TEAMS.values() for name in names]
words = st.sampled_from([*NAMES, "", "nobody", "b1", "g3"])
gear = st.sampled_from([*GEAR, "ray_gun", ""])
pieces = st.builds(Packed, gear=gear, count=st.integers(-2, 12) | st.just(10**12))
orders = st.builds(
    Order,
    spy=words,
    action=st.sampled_from([*MISSIONS, "counterspy"]),
    target_team=st.sampled_from([*TEAMS, "", "nobody"]),
    target=words,
    kit=st.builds(Kit, items=st.lists(pieces, max_size=4).map(tuple)),
    bricks=st.integers(-1, 8),
    on_twelve=st.sampled_from(["", "eleven", "infiltrate"]),
)
kinds = st.lists(st.sampled_from(MISSIONS), max_size=3).map(tuple)
standings = st.builds(
    Standing,
    counterspy=kinds,
    counterspy_from=st.integers(-20, 20),
    counterspy_by=st.sampled_from(["fittest", "listed"]),
    on_counterspy_twelve=st.sampled_from(["if_armed", "ambush", "cancel"]),
    chase_bombers=st.booleans(),
    cancel_first=kinds,
    section=st.integers(-1, 6),
    doctrine=st.sampled_from(["by_skill", "aggressive", "cautious", "flee_first"]),
    ambushes=st.sampled_from(["doctrine", "live"]),
)
sheets = st.builds(Sheet, orders=st.lists(orders, max_size=9).map(tuple), standing=standings)
houses = st.builds(
    HouseRules,
    missions_a_week=st.integers(0, 4),
    untrained_bombers=st.booleans(),
    gear_list=st.sampled_from(["ambush", "full"]),
    live_decisions=st.booleans(),
    blunder_counts_at_once=st.booleans(),
    mission_after_escape=st.booleans(),
    armour_counts=st.booleans(),
    capture=st.booleans(),
    espionage_points_a_week=st.integers(0, 3),
    paid_ambushes_a_week=st.integers(0, 2),
)


@st.composite
def plausible_sheets(draw: Any, team: str) -> Sheet:
    """Return a mostly valid sheet of this team's people against the others."""
    own = [name.lower() for name in TEAMS[team]]
    others = [other for other in TEAMS if other != team]
    found = []
    for spy in own[: draw(st.integers(0, len(own)))]:
        action = draw(st.sampled_from([*MISSIONS, "counterspy", "counterspy"]))
        kit = draw(
            st.sampled_from(
                [
                    Kit(),
                    Kit(items=(Packed(gear="rifle"),)),
                    Kit(items=(Packed(gear="shotgun"), Packed(gear="body_armour"))),
                ]
            )
        )
        order = Order(spy=spy, action=action, kit=kit)
        if action != "counterspy":
            order = changed(
                order,
                target_team=draw(st.sampled_from(others)),
                bricks=1 if action == "blow_up" else 0,
                on_twelve=draw(st.sampled_from(["", "infiltrate"])),
            )
        found.append(order)
    return Sheet(orders=tuple(found), standing=draw(standings))


FILES = tuple(team_file(team) for team in TEAMS)
ROSTER = tuple(public_team(file) for file in FILES)


def play_randomly(setup, seed):
    """Return all states and events of a week of random moves."""
    state, told = WEEK.start(setup, SeededDice(seed, 0))
    states, ply, choice = [state], 0, SeededDice(seed, 0, "choice")
    while acting := WEEK.to_act(state):
        ply += 1
        assert ply < WEEK.max_plies
        seat = choice.pick(acting)
        state, more = submit(
            WEEK,
            state,
            seat=seat,
            move=WEEK.propose(WEEK.view(state, seat), choice),
            dice=SeededDice(seed, ply),
        )
        told += more
        states.append(state)
    return states, told


@examples(80)
@given(sheets, houses, st.integers(-100, 9_000))
def test_order_entry_returns_problems_and_a_receipt_for_any_sheet(sheet, house, dollars):
    file = changed(FILES[0], money=dollars)
    problems = check_sheet(sheet, file, ROSTER, house)
    found = make_receipt(sheet, file, ROSTER, house)
    assert found.problems == problems
    assert len(found.lines) + len(found.struck) == len(sheet.orders)
    assert bool(found.struck) <= bool(problems)
    assert found.total <= max(0, dollars)
    encode(found)


@examples(50)
@given(st.tuples(sheets, sheets, sheets), houses, st.integers(0, 10**6))
def test_week_of_any_sheets_ends_and_settles(three, house, number):
    setup = Setup(week="w", teams=FILES, sheets=three, house=house)
    states, _ = play_randomly(setup, seed_from(str(number)))
    assert states[-1].table.over
    effects_of(states[-1])


@examples(50)
@given(
    plausible_sheets("alphas"),
    plausible_sheets("betas"),
    plausible_sheets("gammas"),
    houses,
    st.integers(0, 10**6),
)
def test_week_is_deterministic_with_unique_ledger_causes(one, two, three, house, number):
    setup, seed = (
        Setup(week="w", teams=FILES, sheets=(one, two, three), house=house),
        seed_from(str(number)),
    )
    states, told = play_randomly(setup, seed)
    again, told_again = play_randomly(setup, seed)
    assert (states, told) == (again, told_again)
    found = effects_of(states[-1])
    rows = [
        *[("award", row.character, row.skill, row.cause) for row in found.awards],
        *[("hurt", row.character, row.cause) for row in found.hurt],
        *[("hit", row.vehicle, row.cause) for row in found.vehicle_hits],
        *[("charge", row.cause) for row in found.charges],
        *[("money", row.seat, row.item, row.cause) for row in found.payments],
        *[("stock", row.seat, row.gear, row.cause) for row in found.stock],
        *[
            ("intel", row.seat, row.snapshot.vehicle, row.snapshot.cause)
            for row in found.intelligence
        ],
    ]
    assert len(rows) == len(set(rows))
    for seat, team in enumerate(FILES):
        spent = sum(row.dollars for row in found.payments if row.seat == seat)
        assert spent <= team.money


moves = st.one_of(
    st.builds(SendGuard, spy=words),
    st.builds(TakeTwelve, ambush=st.booleans()),
    st.builds(Chase, spy=words),
    st.builds(Cancel, numbers=st.lists(st.integers(-1, 9), max_size=4).map(tuple)),
    st.just(Deadline()),
    st.builds(AmbushFought, result=st.builds(AmbushResult, turns=st.integers(-1, 40))),
)


@examples(50)
@given(
    plausible_sheets("alphas"),
    plausible_sheets("betas"),
    plausible_sheets("gammas"),
    st.integers(0, 10**6),
    moves,
    st.sampled_from([Seat(0), Seat(1), Seat(2), HOST, Seat(7)]),
)
def test_any_move_by_anyone_is_played_or_refused(one, two, three, number, move, seat):
    setup = Setup(
        week="w", teams=FILES, sheets=(one, two, three), house=HouseRules(live_decisions=True)
    )
    states, _ = play_randomly(setup, seed_from(str(number)))
    for state in states:
        with suppress(Refusal):
            submit(WEEK, state, seat=seat, move=move, dice=SeededDice(seed_from("any"), 1))
