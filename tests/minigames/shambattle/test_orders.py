"""Marches and deployments written by players are accepted exactly as shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove
from engine.match import submit
from engine.values import changed, swap
from minigames.shambattle.board import orders
from minigames.shambattle.board.codes import (
    CODES,
    inches_words,
    path_words,
    place_words,
    read_figures,
    read_length,
    read_pair,
    read_signed,
)
from minigames.shambattle.doctrine import DOCTRINE
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.geometry import is_touching, point_towards
from minigames.shambattle.rules.movement import figures_that_can_walk
from minigames.shambattle.rules.values import MASTERMIND, SPY, Man, March, Setup, State, Table, Walk
from minigames.shambattle.tabletop import SHAMBATTLE_TABLE
from play.tabletop.board import Draft
from tests.siege import examples

from .scene import BOSS, COMMANDO, COMMANDO_2, THE_SPY, play, table

if TYPE_CHECKING:
    from minigames.shambattle.rules.values import Spot

WAYS = 3_000
"""Number of random paths measured and played."""


def movement_tables(matches: int, moves: int) -> list[Table]:
    """Return movement steps of both sides from battles played by doctrine."""
    found = []
    for number in range(matches):
        seed = seed_from(f"orders {number}")
        state, played = (
            SHAMBATTLE.start(Setup(map=("volcano", "drydock")[number % 2]), SeededDice(seed, 0))[0],
            0,
        )
        while SHAMBATTLE.to_act(state) and played < moves:
            (seat,) = SHAMBATTLE.to_act(state)
            if state.table.step == "move" and figures_that_can_walk(state.table, seat):
                found.append(state.table)
            move, played = (
                DOCTRINE.choose(SHAMBATTLE.view(state, seat), seat, SeededDice(seed, played)),
                played + 1,
            )
            state, _ = submit(
                SHAMBATTLE, state, seat=seat, move=move, dice=SeededDice(seed, played)
            )
    return found


@pytest.mark.slow("thousands of random ways")
def test_s3_path_shown_as_allowed_is_accepted_to_the_unit() -> None:
    """Thousands of random paths, exact or as far as possible, end where the ghost stands."""
    where, dice, allowed, refused = movement_tables(2, 60), SeededDice(seed_from("ways"), 0), 0, 0
    for number in range(WAYS):
        here = where[number % len(where)]
        man = dice.pick(figures_that_can_walk(here, here.side))
        at, points = here.men[man].spot, []
        for _ in range(dice.die(3)):
            at = (max(0, at[0] + dice.die(801) - 401), max(0, at[1] + dice.die(801) - 401))
            points.append(at)
        how = dice.pick(["to", "towards"])
        shown = orders.march(here, here.side, f"{CODES[man]} {how} {path_words(tuple(points))}")
        if shown.fault:
            refused += 1
            if how == "to":
                with pytest.raises(IllegalMove) as why:
                    SHAMBATTLE.check(
                        SHAMBATTLE.view(State(table=here), here.side),
                        March(walks=(Walk(man=man, path=tuple(points)),)),
                    )
                assert why.value.sentence in shown.fault
            continue
        allowed += 1
        after, (walked, *_) = play(here, March(walks=shown.walks))
        assert after.men[man].spot == shown.goings[0].path[-1] == shown.table.men[man].spot
        assert walked.spent == shown.goings[0].spent <= shown.goings[0].allowed
    assert min(allowed, refused) > WAYS // 10


def test_s3_ghost_at_its_limit_could_not_go_a_tenth_of_an_inch_further() -> None:
    where, dice, tried, grazed = movement_tables(1, 60), SeededDice(seed_from("limit"), 0), 0, 0
    for number in range(300):
        here = where[number % len(where)]
        man = dice.pick(figures_that_can_walk(here, here.side))
        spot = here.men[man].spot
        aim = (max(0, spot[0] + dice.die(2001) - 1001), max(0, spot[1] + dice.die(2001) - 1001))
        shown = orders.march(here, here.side, f"{CODES[man]} towards {place_words(aim)}")
        going = shown.goings[0]
        if shown.fault or going.path[-1] == aim or going.spent < 20:
            continue
        beyond = point_towards(spot, aim, going.spent + 10)
        tried += 1
        grazed += not orders.march(here, here.side, f"{CODES[man]} to {place_words(beyond)}").fault
    assert tried > 100
    assert grazed <= tried // 100, "except paths along a rim, where rounding to a hundredth decides"


def test_doctrine_march_of_every_figure_is_accepted() -> None:
    for here in movement_tables(1, 40):
        shown = orders.march(here, here.side, "", others_by_doctrine=True)
        if shown.walks:
            after, _ = play(here, March(walks=shown.walks))
            assert [man.spot for man in after.men if man.here] == [
                man.spot for man in shown.table.men if man.here
            ]


# --- input format ---------------------------------------------------------------------------------


@given(st.integers(0, 9999), st.integers(0, 9999))
@examples(200)
def test_s1_position_round_trips_through_its_text(east: int, north: int) -> None:
    assert read_pair(place_words((east, north))) == (east, north)


@pytest.mark.parametrize(
    ("words", "hundredths"),
    [("31.5", 3150), ("4", 400), ("0.05", 5), ("6.00", 600), (" 12.3 ", 1230)],
)
def test_s1_lengths_are_inches_with_two_decimals(words: str, hundredths: int) -> None:
    assert read_length(words) == hundredths
    assert read_length(inches_words(hundredths)) == hundredths


def test_minus_means_west_or_south() -> None:
    assert (read_signed("-4.5"), read_signed("\N{MINUS SIGN}1"), read_signed("+2")) == (
        -450,
        -100,
        200,
    )


@pytest.mark.parametrize("words", ["", "x", "100", "1.234", "1,5", "-3", "1e3", "٣"])
def test_invalid_length_is_refused_with_a_format_hint(words: str) -> None:
    with pytest.raises(IllegalMove, match="Enter lengths in inches"):
        read_length(words)


def test_figures_have_unique_short_names() -> None:
    assert len(set(CODES)) == len(CODES) == 38
    assert (CODES[0], CODES[1], CODES[THE_SPY], CODES[COMMANDO]) == ("M", "H", "S", "C1")
    assert read_figures("c1-c3, S") == [COMMANDO, COMMANDO + 1, COMMANDO + 2, THE_SPY]
    assert read_figures("Commando 2") == [COMMANDO_2]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Write where figures go, move all others by doctrine"),
        ("C1 to 4, 18\n" * 300, "The text is too long"),
        ("C1", "Line 1: Write one line per figure"),
        ("C99 to 3, 3", "Line 1: There is no figure “C99”"),
        ("\nC1 to 3", "Line 2: Enter a place as inches east, then north"),
        ("C1 C2 to 4, 4", "Line 1: Only one figure fits in a place"),
        ("G1 to 30, 18", "Line 1, G1: Choose one of your own figures on the table."),
        (
            "C1 to 10, 18",
            "Line 1, C1: That path is 6.51 in long, but the figure can move only 6.00 in.",
        ),
        ("C1 to 3.5, 18; 3.5, 18", "Line 1, C1: A path needs different points"),
        ("C1 to 4, 18\nC1 to 5, 18", "Line 2, C1: Commando 1 has already moved this turn."),
        (
            f"C1 to {'; '.join(['4, 18', '4, 18.1'] * 12)}; 5, 18",
            "Line 1: A line can have at most 24 corners",
        ),
        (f"C1 by {'; '.join(['0.1, 0'] * 25)}", "Line 1: A line can have at most 24 corners"),
    ],
)
def test_invalid_or_impossible_march_names_the_reason_and_the_line(
    text: str, sentence: str
) -> None:
    here = table(m22=(350, 1775), m23=(350, 1925), m5=(3000, 1800))
    assert orders.march(here, SPY, text).fault.startswith(sentence)


def test_group_moves_by_an_offset_front_figures_first() -> None:
    here = table(m22=(350, 1800), m23=(450, 1800), m24=(550, 1800))
    shown = orders.march(here, SPY, "C1-C3 by 3, 0")
    assert shown.fault == "" and [walk.man for walk in shown.walks] == [24, 23, 22]
    assert [shown.table.men[n].spot for n in (22, 23, 24)] == [
        (650, 1800),
        (750, 1800),
        (850, 1800),
    ]


def test_several_corners_are_followed_in_order() -> None:
    shown = orders.march(table(m22=(2000, 1000)), SPY, "c1 TO 21, 10; 21, 11")
    assert (
        shown.walks == (Walk(man=22, path=((2100, 1000), (2100, 1100))),)
        and shown.goings[0].spent == 200
    )


def test_maximum_number_of_corners_is_followed() -> None:
    shown = orders.march(table(m22=(350, 1800)), SPY, f"C1 by {'; '.join(['0.1, 0'] * 24)}")
    assert shown.fault == "" and len(shown.walks[0].path) == 24 and shown.goings[0].spent == 240


# --- the captive ----------------------------------------------------------------------------------


def captive_table(**more: Any) -> Table:
    """Return a captive with a guard just west of him."""
    return table(m0=(1000, 1800), m22=(900, 1800), mastermind="captive", guards=(COMMANDO,), **more)


def test_s34_captive_moves_as_far_as_a_guard_stays_in_contact() -> None:
    here = captive_table()
    shown = orders.march(here, SPY, "C1 to 7, 19\nM towards 6, 18")
    assert shown.fault == "" and [walk.man for walk in shown.walks] == [COMMANDO, BOSS]
    stop = shown.walks[1].path[-1]
    assert is_touching(stop, (700, 1900)) and not is_touching((stop[0] - 1, 1800), (700, 1900))
    assert play(here, March(walks=shown.walks))[0].men[BOSS].spot == stop == (668, 1800)


def test_s34_captive_stops_where_contact_resumes_not_where_it_first_ends() -> None:
    here = captive_table(m23=(650, 1900))
    both = changed(
        here,
        guards=(COMMANDO, COMMANDO_2),
        men=swap(here.men, COMMANDO, Man(spot=(1000, 1900), here=True)),
    )
    shown = orders.march(both, SPY, "M towards 6.2, 18")
    assert shown.fault == "" and shown.walks[0].path == ((620, 1800),)
    over = orders.march(both, SPY, "M towards 6.2, 18; 6.2, 16")
    (going,) = over.goings
    assert over.fault == "" and is_touching(going.path[-1], (650, 1900)) and going.spent <= 400


def test_s34_captive_without_a_guard_in_contact_is_refused_with_the_reason() -> None:
    for line in ("C1 to 5, 18\nM towards 14, 18", "M to 14, 18"):
        assert orders.march(captive_table(), SPY, line).fault.endswith(
            "A captive must end the move in contact with a guard."
        )


@given(
    st.integers(-400, 400), st.integers(-400, 400), st.integers(-120, 120), st.integers(-120, 120)
)
@examples(150)
def test_s34_shown_move_of_a_captive_is_accepted(
    east: int, north: int, ahead_of: int, beside: int
) -> None:
    here = captive_table()
    aim = (max(0, 1000 + east), 1800 + north)
    shown = orders.march(
        here,
        SPY,
        f"C1 to {place_words((700 + ahead_of, 1800 + beside))}\nM towards {place_words(aim)}",
    )
    if not shown.fault:
        after, _ = play(here, March(walks=shown.walks))
        assert after.men[BOSS].spot == shown.table.men[BOSS].spot


def test_s18_deployment_changes_only_the_given_places_of_the_map() -> None:
    here = SHAMBATTLE.start(Setup(), SeededDice(seed_from("deploy"), 0))[0].table
    shown = orders.deployment(here, MASTERMIND, "standard", "G11 at 37, 15\nG12 to 37, 21")
    assert shown.fault == "" and shown.spots[-2:] == ((3700, 1500), (3700, 2100))
    for text, sentence in (
        ("G11 at 10, 15", "Guard 11 is outside the deployment zone."),
        ("C1 at 37, 15", "Line 1: C1 is not on your side."),
        ("G11 at 37, 15\n" * 300, "The text is too long"),
        ("G11 - 37", "Line 1: Write one line per figure"),
        ("G1 G2 at 37, 15", "Line 1: Only one figure fits in a place"),
    ):
        assert orders.deployment(here, MASTERMIND, "mirrored", text).fault.startswith(sentence)


def test_sent_march_equals_the_shown_one() -> None:
    here = table(m22=(350, 1800))
    draft = Draft(choice="march", answers=(("ways", ("C1 towards 20, 18",)), ("rest", ("stay",))))
    view = SHAMBATTLE.view(State(table=here), SPY)
    end: Spot = (950, 1800)
    assert SHAMBATTLE_TABLE.read(view, draft) == March(walks=(Walk(man=22, path=(end,)),))
