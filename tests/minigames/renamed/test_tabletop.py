"""The game on the site: options, clock, headlines, log, text, coach and secrecy."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engine.dice import ScriptedDice, SeededDice, seed_from
from engine.game import Refusal
from engine.match import Match
from engine.values import Seat
from engine.words import join_items
from minigames.renamed.board.panels import counter, hand_panel
from minigames.renamed.board.phrases import decimal, exact, percent
from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import HAS_SPY_BACK, IS_SPY
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.imagine import unseen_cards
from minigames.renamed.rules.moves import (
    FOIL,
    KILL,
    PASS,
    SEND,
    SEND_FROM,
    SEND_TOP,
    SKIP,
    TAUNT,
    SendTeam,
)
from minigames.renamed.rules.names import card_name, read_taunt
from minigames.renamed.tabletop import PRESETS, RENAMED_TABLE, Options
from play.tabletop.board import Board

from .drafts import NAMES, board_of
from .scene import A, B, C, Scene, bomb, doubler, lair, spy
from .test_menus import A_LAIR, capture_scene, positions

SPACE = "\N{NO-BREAK SPACE}"


def board_json(board: Board) -> str:
    return msgspec.json.encode(board).decode()


def log_lines(scene: Scene, me: Seat | None) -> list[str]:
    """Return the lines of the last move for this reader."""
    return [words for event in scene.heard(me) if (words := RENAMED_TABLE.say(event, NAMES, me))]


# --- setup ----------------------------------------------------------------------------------------


def test_every_preset_makes_a_setup() -> None:
    for preset in PRESETS:
        assert isinstance(preset.options, Options)
        assert RENAMED_TABLE.setup(preset.options, preset.seats).players == preset.seats


@pytest.mark.parametrize(
    ("options", "seats", "sentence"),
    [
        (Options(lairs=(9, 9, 9, 8)), 2, "These lair cards add up to 35. They must add up to 36."),
        (
            Options(spies=(36, 1, 0, 0, 0, 0, 0, 0)),
            2,
            "These spies add up to 37. They must add up to 36.",
        ),
        (
            Options(lairs=(36,)),
            2,
            "Enter how many lair cards there are for each value from 1 to 4: 4 numbers.",
        ),
        (Options(), 1, "Two to eight can play, not 1."),
        (Options(), 9, "Two to eight can play, not 9."),
    ],
)
def test_r1_contradictory_options_are_refused_with_a_hint(
    options: Options, seats: int, sentence: str
) -> None:
    with pytest.raises(Refusal) as refused:
        RENAMED_TABLE.setup(options, seats)
    assert refused.value.sentence == sentence


def test_options_reach_the_match() -> None:
    setup = RENAMED_TABLE.setup(Options(target=12, auto_pass=True, lairs=(0, 0, 0, 36)), 5)
    assert (setup.players, setup.target, setup.auto_pass, setup.deck.lairs) == (
        5,
        12,
        True,
        (0, 0, 0, 36),
    )
    assert len(RENAMED_TABLE.seat_titles(setup)) == 5


# --- the clock ------------------------------------------------------------------------------------


def test_r14_default_move_of_a_late_player_is_to_skip_kill_or_pass() -> None:
    scene = capture_scene(doubler("A"))
    late = [
        (Scene((lair(1),), (), phase="lay"), A, SKIP),
        (Scene((spy(3),), ()), A, SKIP),
        (capture_scene(doubler("A")), A, KILL),
    ]
    late.append((scene.play(A, TAUNT[doubler("A")]), B, PASS))
    for each, seat, wanted in late:
        view = each.view(seat)
        move = RENAMED_TABLE.default_move(view, ScriptedDice())
        RENAMED.check(view, move)
        assert move == wanted


# --- headlines ------------------------------------------------------------------------------------


def test_headline_tells_everyone_who_is_asked() -> None:
    scene = capture_scene(doubler("A"))
    assert board_of(scene.view(A)).headline == f"You hold {card_name(spy(3))}: kill, or taunt?"
    assert (
        board_of(scene.view(C)).headline
        == board_of(scene.view(None)).headline
        == f"Anna holds {card_name(spy(3))}: kill, or taunt?"
    )
    assert "This is in the middle of your turn." in board_of(scene.view(B)).lines
    assert "This is in the middle of Bo’s turn." in board_of(scene.view(A)).lines
    scene.play(A, TAUNT[doubler("A")])
    heads = [board_of(scene.view(seat)).headline for seat in (A, B, C, None)]
    assert heads == [
        "You taunt with A: does Bo foil it?",
        "Anna taunts with A: do you foil it?",
        *["Anna taunts with A: does Bo foil it?"] * 2,
    ]


def test_taunt_addresses_the_spy_by_name() -> None:
    scene = capture_scene(doubler("A")).play(A, TAUNT[doubler("A")])
    assert card_name(spy(3)) in board_of(scene.view(C)).lines[0] and board_of(scene.view(C)).lines[
        0
    ].startswith("“")


def test_finished_match_waits_for_nobody_and_tells_the_scores() -> None:
    scene = capture_scene(scores=(31, 4, 0)).play(A, KILL)
    board = board_of(scene.view(B))
    assert (board.headline, board.waiting, board.menus) == ("The match is over", (), ())
    assert board.lines == ("Scores: Anna 34, Bo 4 and Cleo 0.",)
    assert RENAMED_TABLE.ending("target") == "Someone reached the target."


# --- the log --------------------------------------------------------------------------------------


def test_spy_taken_from_a_hand_is_told_to_each_reader_in_their_own_words() -> None:
    scene = Scene((spy(3),), (spy(5),), (spy(2),), up=[A_LAIR]).play(A, SEND_FROM[A][B], 1)
    assert log_lines(scene, A)[0] == (
        f"You play {card_name(spy(5))} (spy 5) out of Bo’s hand into your own lair (4 + 3 = "
        "7): captured."
    )
    assert log_lines(scene, B)[0] == (
        f"Anna plays {card_name(spy(5))} (spy 5) out of your hand into their own lair (4 + 3 "
        "= 7): captured."
    )
    assert log_lines(scene, None)[0].startswith("Anna plays")


@pytest.mark.parametrize(
    ("hand", "move", "ends"),
    [
        ((bomb(),), SEND[B][bomb()], "the lair blows up."),
        ((spy(9),), SEND[B][spy(9)], "it escapes, and the lair is gone."),
        ((spy(5), spy(4)), SendTeam(cards=(spy(4), spy(5)), into=B), "the lair is blown up."),
        ((spy(4),), SEND_TOP[B], "from the deck into Bo’s lair (4): captured."),
    ],
)
def test_log_tells_the_fate_of_a_lair(hand: tuple[int, ...], move: Any, ends: str) -> None:
    scene = Scene(hand, (), up=[(), (lair(4),)], top=(spy(2),)).play(A, move)
    assert log_lines(scene, None)[0].endswith(ends)


def test_laid_card_is_named_only_to_its_owner() -> None:
    from minigames.renamed.rules.moves import LAY

    scene = Scene((lair(4),), (spy(2),), phase="lay").play(A, LAY[lair(4)])
    assert log_lines(scene, A) == ["You lay a Hollow Volcano (lair 4) face down."]
    assert log_lines(scene, B) == log_lines(scene, None) == ["Anna lays a lair card face down."]


def test_log_tells_taunts_passes_foils_and_kills() -> None:
    scene = capture_scene(doubler("A")).play(A, TAUNT[doubler("A")])
    assert log_lines(scene, B)[0] == f"Anna taunts with A: “{read_taunt(doubler('A'), spy(3))}”"
    scene.play(B, FOIL[doubler("A", 3)])
    assert log_lines(scene, B)[0] == "You foil it with A: the spy is free, and the lair is gone."
    killed = capture_scene().play(A, KILL)
    assert log_lines(killed, C)[0] == f"Anna kills {card_name(spy(3))} for 3{SPACE}points."


def test_every_event_has_a_complete_sentence() -> None:
    match = Match.begin(RENAMED, RENAMED.setups()[1], seed_from("words"))
    while match.outcome is None:
        (seat,) = match.to_act
        match = match.submit(
            seat, RENAMED.propose(match.view(seat), SeededDice(seed_from("w"), len(match.moves)))
        )
    for told in match.audience_events:
        for reader in [seat for seat in (*match.seats, None) if told.reaches(seat)]:
            line = RENAMED_TABLE.say(told.event, NAMES, reader)
            assert line == "" or (
                re.match(r"[A-Z]", line)
                and line[-1] in ".”"
                and "{" not in line
                and "None" not in line
            )
    assert [RENAMED_TABLE.say(told.event, NAMES, None) for told in match.audience_events][
        -1
    ].startswith("The match is over.")


# --- secrecy --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_board_names_no_unseen_spy_and_is_equal_in_every_imagined_world(
    players: int,
) -> None:
    for number, view in enumerate(positions(players, players)):
        board = board_of(view)
        words = board_json(board) + RENAMED_TABLE.coach(view)
        for card in unseen_cards(view):
            assert f'card-{card}"' not in words
            assert not (IS_SPY[card] and card_name(card) in words)
        seat = view.seat
        twin = RENAMED.imagine(view, SeededDice(seed_from("twin"), number))
        assert board_json(board_of(RENAMED.view(twin, seat))) == board_json(board)


def test_r2_order_of_a_hand_reveals_nothing() -> None:
    one, other = (
        Scene((spy(2), lair(1)), hand, phase="lay").view(A)
        for hand in ((spy(5), doubler("A")), (spy(9), lair(3)))
    )
    assert board_of(one).drawing == board_of(other).drawing


def test_other_pages_do_not_depend_on_the_hand_of_the_asked_seat() -> None:
    scene = capture_scene(doubler("A")).play(A, TAUNT[doubler("A")])
    holder, others = scene.view(B), [board_of(scene.view(seat)) for seat in (A, C, None)]
    assert holder.own is not None
    scene.state = scene.state.__class__(
        table=scene.state.table,
        own=(
            scene.state.own[0],
            scene.state.own[1].__class__(hand=(spy(9), lair(1))),
            *scene.state.own[2:],
        ),
        deck=scene.state.deck,
    )
    assert [board_of(scene.view(seat)) for seat in (A, C, None)] == others


# --- panels, text and coach -----------------------------------------------------------------------


def test_hand_can_be_sorted_in_four_ways_that_show_every_card() -> None:
    hand = (lair(1), lair(4), spy(3), spy(8), doubler("B"), bomb())
    panel = hand_panel("Your hand", hand, {})
    shown = {order.key: [hand[place] for place in order.places] for order in panel.orders}
    assert all(sorted(cards) == sorted(hand) for cards in shown.values())
    assert (
        shown["kind"] == list(hand)
        and shown["value"][:3] == [spy(8), lair(4), spy(3)]
        and shown["letter"][0] == doubler("B")
    )
    assert [HAS_SPY_BACK[card] for card in shown["back"]] == [True] * 3 + [False] * 3


def test_counter_includes_discards_the_captives_doublers_and_the_own_hand() -> None:
    scene = capture_scene(doubler("A"), doubler("C")).play(A, TAUNT[doubler("A")])
    for seat, wanted in (
        (A, "A 1 of 4, B 0 of 4, C 1 of 4"),
        (B, "A 2 of 4, B 0 of 4, C 0 of 4"),
        (None, "A 1 of 4, B 0 of 4, C 0 of 4"),
    ):
        drawing = counter(scene.view(seat)).drawing
        assert drawing is not None and wanted in drawing.label


def test_text_tells_everything_needed_to_play() -> None:
    view = Scene(
        (spy(3), lair(2)),
        (spy(5), doubler("A")),
        up=[(lair(4),), ()],
        down=[(lair(1),), (lair(2, 1),)],
        top=(spy(6),),
    ).view(A)
    words = board_json(Board(headline="", words=board_of(view).words))
    for told in (
        "Play a spy, or end your turn",
        card_name(spy(3)),
        "a Tank with Something in It (lair 2)",
        "a Hollow Volcano (lair 4)",
        "on top shows a spy back",
        "Face down in your lair: a Trapdoor (lair 1). Only you know.",
        "1 face down (1 to 4, ",
        "Not seen yet: A 4",
        "0 of 36 spies are discarded",
    ):
        assert told in words, told


def test_odds_table_has_the_exact_chance_of_every_card_for_every_lair() -> None:
    view = Scene(
        (spy(3), bomb()), (spy(5),), up=[A_LAIR], down=[(), (lair(1),)], top=(lair(2),)
    ).view(A)
    panel = next(panel for panel in board_of(view).panels if panel.title == "If I play this there")
    assert panel.secret and panel.table is not None
    heads, rows = panel.table.heads, panel.table.rows
    assert heads == ("", "Your lair: 7", "Bo’s lair: 1 face down")
    hidden, unseen_card = (
        odds.chances_of_own_card(view, spy(3), B),
        odds.chances_of_unseen_card(view, B),
    )
    assert rows[0] == (
        f"{card_name(spy(3))} (spy 3)",
        f"100{SPACE}%{SPACE}·{SPACE}3",
        f"{percent(hidden.captured)}{SPACE}·{SPACE}3",
    )
    assert rows[1][1:] == (f"0{SPACE}%",) * 2
    assert rows[2][0] == f"A card unseen, {percent(unseen_card.bomb)} a bomb"
    assert (
        rows[2][2] == f"{percent(unseen_card.captured)}{SPACE}·{SPACE}{decimal(unseen_card.points)}"
    )


def test_spectator_sees_no_hand_and_no_odds() -> None:
    board = board_of(capture_scene(doubler("A")).view(None))
    assert [panel.title for panel in board.panels] == ["Doublers seen", "Discards: 0"]
    assert not any(panel.secret for panel in board.panels)


def test_truth_view_shows_every_hand() -> None:
    scene = Scene((spy(3),), (spy(5), doubler("A")), down=[(lair(1),)])
    words = board_json(RENAMED_TABLE.truth(scene.state, NAMES))
    assert (
        card_name(spy(3)) in words
        and card_name(spy(5)) in words
        and "Face down in the lair: a Trapdoor (lair 1)." in words
    )


def test_coach_names_the_best_choice_at_every_step() -> None:
    lay, first = Scene((lair(1),), (), up=[A_LAIR], phase="lay"), Scene((lair(1),), (), phase="lay")
    advice = [
        (lay.view(A), "You can lay one lair card per turn"), (first.view(A), "Lay your largest"),
        (Scene((spy(3),), (), phase="lay").view(A), "lay nothing"),
        (Scene((spy(3),), (), up=[A_LAIR]).view(A), f"Play {card_name(spy(3))} into your own lair"),
        (Scene((spy(9),), (), up=[A_LAIR]).view(A), "Nothing in your hand"),
        (Scene((spy(9),), ()).view(A), "There is no lair yet"),
        (capture_scene(doubler("A")).view(A), "Taunting with A"),
        (capture_scene().view(A), "no new letter"),
        (capture_scene(doubler("A")).view(C), "another player’s turn"),
        (first.view(B), "It is not your turn"),
        (first.view(None), ""),
    ]  # fmt: skip
    for view, words in advice:
        told = RENAMED_TABLE.coach(view)
        assert (words in told) if words else not told
    taunted = capture_scene(doubler("A")).play(A, TAUNT[doubler("A")])
    assert RENAMED_TABLE.coach(taunted.view(B)).startswith("You hold A.")
    assert RENAMED_TABLE.coach(taunted.play(B, PASS).view(C)).startswith("You hold no A, so pass.")
    assert RENAMED_TABLE.coach(capture_scene(scores=(31, 0, 0)).play(A, KILL).view(A)).startswith(
        "That was the match"
    )


def test_numbers_are_formatted_for_people() -> None:
    from fractions import Fraction

    assert [percent(Fraction(each)) for each in ("0", "1", "1/3", "1/100000", "99999/100000")] == [
        f"{words}{SPACE}%" for words in ("0", "100", "33.3", "0.1", "99.9")
    ]
    assert (
        exact(Fraction(5, 6)) == f"83.3{SPACE}% (5 in 6)"
        and exact(Fraction(1, 4999)) == f"0.1{SPACE}%"
    )
    assert (decimal(Fraction(5, 2)), decimal(3), join_items(["a", "b", "c"]), join_items([])) == (
        "2.5",
        "3",
        "a, b and c",
        "nothing",
    )
