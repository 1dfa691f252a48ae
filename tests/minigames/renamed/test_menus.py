"""The choices of the page: all open ones, no illegal ones, and reasons for closed ones."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove
from engine.match import Match
from engine.values import changed
from minigames.renamed.rollout_bot import ReflexBot
from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import IS_BOMB, IS_LAIR, LETTER, VALUE
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import (
    FOIL,
    KILL,
    LAY,
    PASS,
    SEND,
    SEND_FROM,
    SEND_TOP,
    SKIP,
    TAUNT,
    Foil,
    Lay,
    Move,
    Send,
    SendTeam,
)
from minigames.renamed.rules.values import Captive, Setup, View
from tests.siege import examples

from .actions import actions
from .drafts import board_of, draft, every_choice, move, sendable_drafts
from .scene import A, B, C, Scene, bomb, doubler, lair, spy

A_LAIR = (lair(4), lair(3))


def move_effect(each: Move) -> object:
    """Return the effect of a move, whichever of several equal cards it takes."""
    match each:
        case Lay(card=card):
            return "lay", VALUE[card]
        case Send(card=card, into=into) if IS_BOMB[card]:
            return "bomb", into
        case Foil(card=card):
            return "foil", LETTER[card]
        case _:
            return each


def positions(seed: int, players: int) -> list[View]:
    """Return everyone's views at every fourth ply of a match."""
    match, bot, views = (
        Match.begin(RENAMED, Setup(players=players, target=40), seed_from(f"menus {seed}")),
        ReflexBot(),
        [],
    )
    while match.outcome is None and len(match.moves) < 100:
        (seat,) = match.to_act
        dice = SeededDice(seed_from(f"choices {seed}"), len(match.moves))
        if len(match.moves) % 4 == 0:
            views += [match.view(other) for other in (*match.seats, None)]
        chosen = (
            bot.choose(match.view(seat), seat, dice)
            if dice.die(3) > 1
            else RENAMED.propose(match.view(seat), dice)
        )
        match = match.submit(seat, chosen)
    return views


@examples(3)
@given(st.integers(0, 10_000), st.sampled_from([2, 3, 5, 8]))
def test_exactly_the_open_actions_can_be_sent(seed: int, players: int) -> None:
    for view in positions(seed, players):
        board = board_of(view)
        moves = {move_effect(move(view, sent)) for sent in sendable_drafts(board)}
        wanted = {move_effect(action.move) for action in actions(view) if action.open}
        teams = {each for each in wanted if isinstance(each, SendTeam) and len(each.cards) <= 3}
        assert {each for each in wanted if not isinstance(each, SendTeam)} == {
            each for each in moves if not isinstance(each, SendTeam)
        }
        assert teams <= moves


@examples(3)
@given(st.integers(0, 10_000), st.sampled_from([2, 3, 5, 8]))
def test_open_choices_are_legal_and_closed_ones_give_a_reason(seed: int, players: int) -> None:
    for view in positions(seed, players):
        for sent in sendable_drafts(board_of(view)):
            found = move(view, sent)
            if isinstance(found, SendTeam):
                continue
            RENAMED.check(view, found)
        closed = [choice.closed for choice in every_choice(board_of(view)) if choice.closed]
        assert all(why.endswith(".") for why in closed)
        for choice in every_choice(board_of(view)):
            if choice.closed:
                with pytest.raises(IllegalMove):
                    RENAMED.check(view, move(view, draft(choice.key)))


def test_waiting_seats_and_spectators_have_no_choices() -> None:
    scene = Scene((lair(1),), (lair(2),), phase="lay")
    assert (
        board_of(scene.view(A)).menus
        and not board_of(scene.view(B)).menus
        and not board_of(scene.view(None)).menus
    )


def test_r4_lair_cards_of_one_value_are_one_choice_with_the_resulting_lair() -> None:
    view = Scene(
        (lair(3, 0), lair(3, 1), lair(1), spy(5)), (spy(2),), up=[(lair(2),)], phase="lay"
    ).view(A)
    assert [(choice.key, choice.note) for choice in every_choice(board_of(view))] == [
        ("lay.3", "Your lair: 2 → 5"),
        ("lay.1", "Your lair: 2 → 3"),
        ("skip", ""),
    ]
    assert move(view, draft("lay.1")) == LAY[lair(1)] and move(view, draft("skip")) == SKIP


def test_r12_lair_step_is_asked_even_without_lair_cards() -> None:
    board = board_of(Scene((spy(5),), (spy(2),), phase="lay").view(A))
    assert [choice.key for choice in every_choice(board)] == ["skip"] and board.menus[
        0
    ].hint == "You hold no lair card."


def test_r3_spy_can_be_played_from_hand_deck_or_another_hand_into_any_lair() -> None:
    view = Scene((spy(3), bomb()), (spy(2),), up=[A_LAIR, (lair(1),)], top=(spy(6),)).view(A)
    assert move(view, draft("send", what=f"card-{spy(3)}", into="0")) == SEND[A][spy(3)]
    assert move(view, draft("send", what="top", into="1")) == SEND_TOP[B]
    assert move(view, draft("send", what="hand-1", into="0")) == SEND_FROM[A][B]


@pytest.mark.parametrize(
    "what",
    [
        "",
        "card-",
        "card-999",
        "card--1",
        "card-x",
        "hand-9",
        "hand-",
        "top-1",
        "card-²",
        "card-" + "9" * 500,
        "elsewhere",
    ],
)
def test_unknown_card_is_refused_with_a_hint(what: str) -> None:
    view = Scene((spy(3),), (spy(2),), up=[A_LAIR]).view(A)
    with pytest.raises(IllegalMove, match="Choose a card of your hand"):
        move(view, draft("send", what=what, into="0"))


@pytest.mark.parametrize("into", ["", "8", "-1", "one", "1e0", "999999999999"])
def test_unknown_lair_is_refused_with_a_hint(into: str) -> None:
    view = Scene((spy(3), spy(4)), (spy(2),), up=[A_LAIR]).view(A)
    for sent in (
        draft("send", what="top", into=into),
        draft("team", cards=(str(spy(3)), str(spy(4))), into=into),
    ):
        with pytest.raises(IllegalMove, match="Choose the lair of a player"):
            move(view, sent)


def test_page_explains_that_nothing_can_be_played_without_a_lair() -> None:
    board = board_of(Scene((spy(3), spy(4)), (spy(2),)).view(A))
    closed = {choice.key: choice.closed for choice in every_choice(board) if choice.closed}
    assert closed == {
        "send": "There is no lair, so you cannot play a card.",
        "team": "No other player has a lair to blow up.",
    }


def test_page_explains_that_nothing_can_be_played_without_a_spy_back() -> None:
    send = board_of(Scene((lair(1),), (lair(2),), up=[(lair(3),)], top=(lair(4),)).view(A)).choice(
        "send"
    )
    assert send is not None and send.closed.startswith("You hold no spy or bomb")


def test_r5_form_suggests_the_cheapest_team_and_accepts_others_in_any_order() -> None:
    view = Scene((spy(2), spy(3), spy(4)), (lair(1),), down=[(), (lair(1),)]).view(A)
    team = board_of(view).choice("team")
    assert team is not None
    assert (
        team.fields[0].value == f"{spy(2)},{spy(3)}"
        and team.fields[1].answers[0].label == "Bo’s lair: more than 4"
    )
    assert move(view, draft("team", cards=(str(spy(4)), str(spy(2))), into="1")) == SendTeam(
        cards=(spy(2), spy(4)), into=B
    )


def test_r5_too_small_team_is_explained() -> None:
    view = Scene((spy(2), spy(3)), (lair(1),), up=[(), A_LAIR]).view(A)
    team = board_of(view).choice("team")
    assert (
        team is not None
        and team.closed == "This team adds up to 5. It needs more than 7 to blow up that lair."
    )


def test_odds_of_a_blind_pick_are_shown_beside_it() -> None:
    view = Scene((spy(3), spy(8)), (spy(2),), up=[A_LAIR]).view(A)
    for card, words in (
        (spy(3), "captured for sure, 3\N{NO-BREAK SPACE}points"),
        (spy(8), "escapes for sure"),
    ):
        send = board_of(view, draft("send", what=f"card-{card}", into="0")).choice("send")
        assert send is not None and words in send.note


def test_invalid_draft_is_ignored() -> None:
    view = Scene((spy(3),), (spy(2),), up=[A_LAIR]).view(A)
    for sent in (
        draft("send", what="x", into="²"),
        draft("send"),
        draft("team", cards=("a", "9" * 400), into="77"),
        draft("nothing"),
    ):
        assert board_of(view, sent).headline == "Play a spy, or end your turn"


# --- the captive ----------------------------------------------------------------------------------


def capture_scene(*hand: int, **more: object) -> Scene:
    """Return a scene in which Anna holds a spy of 3 during Bo's turn."""
    scene = Scene(
        hand,
        (doubler("A", 3), spy(9)),
        (lair(1),),
        up=[A_LAIR],
        turn=B,
        phase="capture",
        **more,  # type: ignore[arg-type]
    )  # type: ignore[arg-type]
    deck = tuple([card for card in scene.state.deck if card != spy(3)])
    table = changed(scene.table, acting=(A,), captive=Captive(spy=spy(3), owner=A), deck=len(deck))
    scene.state = changed(scene.state, table=table, deck=deck)
    return scene


def test_r6_kill_and_every_doubler_are_offered_with_exact_odds() -> None:
    view = capture_scene(doubler("A"), doubler("A", 1), doubler("C")).view(A)
    choices = {choice.key: choice for choice in every_choice(board_of(view))}
    assert set(choices) == {
        "kill",
        *(f"taunt.{doubler(*which)}" for which in (("A",), ("A", 1), ("C",))),
    }
    assert (
        move(view, draft("kill")) == KILL
        and move(view, draft(f"taunt.{doubler('C')}")) == TAUNT[doubler("C")]
    )
    assert choices["kill"].note.startswith("3\N{NO-BREAK SPACE}points, for sure.")
    safe = odds.chance_unfoiled(view, "C")
    assert 0 < safe < 1 and isinstance(safe, Fraction)
    assert f"{float(safe) * 100:.1f}\N{NO-BREAK SPACE}%" in choices[f"taunt.{doubler('C')}"].note


def test_r8_kill_that_ends_the_match_is_labelled() -> None:
    kill = board_of(capture_scene(scores=(31, 0, 0)).view(A)).choice("kill")
    assert kill is not None and kill.note.endswith("That makes 34, and ends the match.")


def test_r10_everyone_is_asked_and_told_if_they_lack_the_letter() -> None:
    scene = capture_scene(doubler("A"), doubler("C"))
    scene.play(A, TAUNT[doubler("A")])
    assert board_of(scene.view(C)).waiting == board_of(scene.view(None)).waiting == (B,)
    asked = scene.view(B)
    assert {choice.key for choice in every_choice(board_of(asked))} == {
        f"foil.{doubler('A', 3)}",
        "pass",
    }
    assert move(asked, draft(f"foil.{doubler('A', 3)}")) == FOIL[doubler("A", 3)]
    scene.play(B, PASS)
    closed = {choice.key: choice.closed for choice in every_choice(board_of(scene.view(C)))}
    assert closed == {"foil": "You hold no doubler A.", "pass": ""}


def test_r6_letter_that_succeeded_cannot_be_used_again() -> None:
    scene = capture_scene(doubler("A"), doubler("A", 1), doubler("C"))
    scene.play(A, TAUNT[doubler("A")]).play(B, PASS).play(C, PASS)
    again = board_of(scene.view(A)).choice(f"taunt.{doubler('A', 1)}")
    assert (
        again is not None
        and again.closed
        == "You have already played the letter A this turn. Taunt with another letter, or kill."
    )


def test_cards_in_hand_are_buttons_for_their_uses() -> None:
    lay = Scene((lair(1), spy(3)), (spy(2),), phase="lay").view(A)
    pressed = [card.choice for card in board_of(lay).panels[0].cards]
    assert pressed == ["lay.1", ""] and IS_LAIR[lair(1)]
    send = Scene((lair(1), spy(3)), (spy(2),), up=[A_LAIR]).view(A)
    assert [card.choice for card in board_of(send).panels[0].cards] == ["", "send"]
