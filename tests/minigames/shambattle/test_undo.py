"""Undo until the movement step ends, last move first and exact (S31)."""

from __future__ import annotations

from engine.dice import SeededDice, seed_from
from engine.values import changed
from minigames.shambattle.doctrine import DOCTRINE
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.values import (
    MASTERMIND,
    SPY,
    Back,
    Done,
    Man,
    March,
    Setup,
    State,
    Table,
    TakenBack,
    TimeUp,
    View,
    Walk,
)
from minigames.shambattle.tabletop import SHAMBATTLE_TABLE
from play.tabletop.board import Board

from .scene import BOSS, COMMANDO, COMMANDO_2, GUARD, play, refusal_code, table, walk

BOTH = March(
    walks=(Walk(man=COMMANDO, path=((1400, 1800),)), Walk(man=COMMANDO_2, path=((1300, 1800),)))
)


def board(where: Table, seat: int | None = SPY) -> Board:
    return SHAMBATTLE_TABLE.board(View(seat=seat, table=where), ("Mia", "Sam"))  # type: ignore[arg-type]


def test_s31_last_march_is_undone_first_and_can_be_repeated() -> None:
    start = table(m22=(1000, 1800), m23=(900, 1800))
    gone, _ = play(start, BOTH)
    one, told = play(gone, Back())
    assert told == [TakenBack(man=COMMANDO_2, to=(900, 1800))]
    assert one.men[COMMANDO].moved and one.men[COMMANDO_2] == start.men[COMMANDO_2]
    none, told = play(gone, Back(walks=2))
    assert [event.man for event in told] == [COMMANDO_2, COMMANDO]
    assert none == start
    again, _ = play(one, walk(COMMANDO_2, (1200, 1800)))
    assert again.men[COMMANDO_2].spot == (1200, 1800)


def test_s31_undo_needs_a_move_and_takes_back_at_most_all() -> None:
    start = table(m22=(1000, 1800), m23=(900, 1800))
    assert refusal_code(start, Back()) == "nothing-to-take-back"
    gone, _ = play(start, BOTH)
    assert refusal_code(gone, Back(walks=3)) == "nothing-to-take-back"
    assert refusal_code(gone, Back(), seat=MASTERMIND) == "not-your-turn"


def test_s31_end_of_the_step_ends_undo() -> None:
    met = table(m22=(1000, 1800), m23=(900, 1800), m5=(1500, 1800))
    fight, _ = play(play(met, BOTH)[0], Done())
    assert fight.step == "judo" and fight.gone == ()
    assert refusal_code(fight, Back()) == "wrong-step"
    up, _ = play(play(changed(met, clock=5), BOTH)[0], TimeUp(), seat=255)  # type: ignore[arg-type]
    assert up.side == MASTERMIND and refusal_code(up, Back()) == "nothing-to-take-back"


def test_s31_undone_walk_across_the_platform_breaks_no_hold() -> None:
    start = table(
        MASTERMIND,
        m5=(3300, 1800),
        m22=(2950, 1800),
        m23=(2950, 1900),
        holding=(COMMANDO, COMMANDO_2),
    )
    gone, _ = play(start, walk(GUARD, (3100, 1800)))
    assert gone.holding == ()
    assert play(gone, Back())[0] == start


def test_s31_captive_led_off_the_table_cannot_be_brought_back() -> None:
    led = table(
        m0=Man(spot=(300, 1800), here=True),
        m22=(200, 1800),
        m5=(5000, 600),
        mastermind="captive",
        guards=(COMMANDO,),
    )
    march = March(
        walks=(Walk(man=COMMANDO, path=((60, 1900),)), Walk(man=BOSS, path=((55, 1800),)))
    )
    after, _ = play(led, march)
    assert after.mastermind == "captured"
    assert refusal_code(after, Back()) == "nothing-to-take-back"


def test_s31_undo_is_offered_while_possible_and_names_the_figure() -> None:
    start = table(m22=(1000, 1800), m23=(900, 1800))
    assert board(start).choice("back") is None
    gone, _ = play(start, BOTH)
    last, everybody = board(gone).choice("back"), board(gone).choice("back-all")
    assert last is not None and everybody is not None
    assert (last.label, last.note, last.move) == ("Take C2 back", "To 9, 18.", Back())
    assert (everybody.label, everybody.move) == ("Take all 2 back", Back(walks=2))
    assert board(play(gone, Back())[0]).choice("back-all") is None
    assert board(gone, MASTERMIND).choice("back") is None
    assert (
        SHAMBATTLE_TABLE.say(TakenBack(man=COMMANDO, to=(1000, 1800)), ("Mia", "Sam"), None)
        == "C1 is taken back to 10, 18."
    )


def test_s31_every_march_of_whole_battles_can_be_undone_exactly() -> None:
    tried = 0
    for number in range(2):
        seed, played = seed_from(f"undo {number}"), 0
        state = SHAMBATTLE.start(Setup(map=("volcano", "drydock")[number]), SeededDice(seed, 0))[0]
        while acting := SHAMBATTLE.to_act(state):
            move, played = (
                DOCTRINE.choose(
                    SHAMBATTLE.view(state, acting[0]), acting[0], SeededDice(seed, played)
                ),
                played + 1,
            )
            after = SHAMBATTLE.apply(state, acting[0], move, SeededDice(seed, played))[0]
            if isinstance(move, March) and after.table.gone:
                tried += 1
                undone, _ = play(after.table, Back(walks=len(move.walks)))
                assert State(table=undone) == state
            state = after
    assert tried > 20
