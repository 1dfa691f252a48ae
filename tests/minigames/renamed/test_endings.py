"""Endings and winners."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.game import MatchOver, Outcome
from minigames.renamed.rules.events import Ended
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import KILL, PASS, SKIP, Foil, Lay, Send, SendTeam, Taunt
from tests.minigames.renamed.scene import DECK, A, B, Scene, bomb, doubler, lair, spy

LAIR = (lair(4), lair(4, 1), lair(1))


@pytest.mark.parametrize(("score", "over"), [(23, False), (24, True), (30, True)])
def test_r8_match_ends_when_a_player_reaches_33(score, over):
    scene = (
        Scene((spy(9),), (), up=[LAIR], scores=(score, 32))
        .play(A, Send(card=spy(9), into=A))
        .play(A, KILL)
    )
    assert (scene.outcome is not None) is over
    if over:
        assert scene.outcome == Outcome(winners=(A,), ending="target", scores=(score + 9, 32))
        assert scene.one(Ended).ending == "target"
        assert scene.table.acting == ()


def test_r7_option_another_target():
    scene = (
        Scene((spy(9),), (), up=[LAIR], target=9).play(A, Send(card=spy(9), into=A)).play(A, KILL)
    )
    assert scene.outcome.ending == "target"


def test_r8_target_can_be_reached_in_another_players_turn():
    scene = (
        Scene((spy(9),), (), up=[(), LAIR], scores=(0, 30))
        .play(A, Send(card=spy(9), into=B))
        .play(B, KILL)
    )
    assert scene.outcome.winners == (B,)


LAST: Final[dict[str, Any]] = {"deck": False, "up": [LAIR]}
"""Every other card is discarded, so the spies in hands are the last ones."""


def test_r8_match_ends_when_the_last_spy_is_killed():
    scene = (
        Scene((spy(3),), (bomb(),), scores=(0, 7), **LAST)
        .play(A, Send(card=spy(3), into=A))
        .play(A, KILL)
    )
    assert scene.outcome == Outcome(winners=(B,), ending="no-spies", scores=(3, 7))


def test_r8_match_ends_when_the_last_spy_escapes():
    scene = Scene((spy(9),), (), (), up=[(lair(1),)], deck=False, scores=(4, 1, 2)).play(
        A, Send(card=spy(9), into=A)
    )
    assert scene.outcome == Outcome(winners=(A,), ending="no-spies", scores=(4, 1, 2))


def test_r8_match_ends_when_the_last_spies_escape_as_a_team():
    scene = Scene((spy(2), spy(9)), (), up=[(), (lair(1),)], deck=False).play(
        A, SendTeam(cards=(spy(2), spy(9)), into=B)
    )
    assert scene.outcome.ending == "no-spies"


def test_r8_match_ends_when_a_foil_frees_the_last_spy():
    scene = Scene((spy(3), doubler("A")), (doubler("A", 1),), **LAST).play(
        A, Send(card=spy(3), into=A)
    )
    scene.play(A, Taunt(card=doubler("A"))).play(B, Foil(card=doubler("A", 1)))
    assert scene.outcome.ending == "no-spies"


def test_r8_spy_in_a_lair_does_not_count_as_discarded():
    scene = (
        Scene((spy(3), doubler("A")), (), **LAST)
        .play(A, Send(card=spy(3), into=A))
        .play(A, Taunt(card=doubler("A")))
    )
    assert (scene.outcome, scene.table.spies_gone) == (None, 35)
    assert scene.play(B, PASS).play(A, KILL).outcome == Outcome(
        winners=(A,), ending="no-spies", scores=(6, 0)
    )


def test_r8_bombs_do_not_count_as_spies():
    scene = Scene((bomb(), spy(2)), (), **LAST).play(A, Send(card=bomb(), into=A))
    assert (scene.outcome, scene.table.spies_gone) == (None, 35)


def test_r17_reaching_the_target_with_the_last_spy_counts_as_the_target():
    scene = (
        Scene((spy(3),), (), scores=(30, 0), **LAST)
        .play(A, Send(card=spy(3), into=A))
        .play(A, KILL)
    )
    assert scene.outcome.ending == "target"


def test_r8_equal_scores_share_the_win():
    scene = Scene((spy(9),), (), (), up=[(lair(1),)], deck=False, scores=(4, 4, 2)).play(
        A, Send(card=spy(9), into=A)
    )
    assert scene.outcome.winners == (A, B)


def test_r13_game_ends_after_a_round_without_a_play_on_an_empty_deck():
    scene = Scene((spy(2),), (), (), deck=False, phase="lay", scores=(1, 5, 0)).skip_all(2)
    assert (scene.outcome, scene.table.idle) == (None, 2)
    scene.skip_all(1)
    assert scene.outcome == Outcome(winners=(B,), ending="ran-dry", scores=(1, 5, 0))
    assert scene.one(Ended).ending == "ran-dry"


def test_r13_turn_that_draws_the_last_card_does_not_count():
    scene = Scene((spy(2),), (), top=(lair(1),), deck=False, dry=False, phase="lay").skip_all(2)
    assert scene.table.deck == 0
    assert (scene.outcome, scene.table.idle) == (None, 0)
    assert scene.skip_all(1).table.idle == 1
    assert scene.skip_all(1).outcome.ending == "ran-dry"


@pytest.mark.parametrize(
    "move",
    [Lay(card=lair(2)), Send(card=bomb(), into=A), Send(card=spy(9), into=A)],
    ids=["lair card", "bomb", "spy"],
)
def test_r13_any_played_card_restarts_the_count(move):
    scene = Scene(
        (lair(2), spy(9), bomb()), (spy(2),), deck=False, up=[(lair(1),)], phase="lay", turn=B
    ).skip_all(1)
    assert scene.table.idle == 1
    if isinstance(move, Lay):
        scene.play(A, move).play(A, SKIP)
    else:
        scene.play(A, SKIP).play(A, move)
    assert (scene.outcome, scene.table.idle) == (None, 0)


def test_r13_turn_that_skips_only_the_lair_step_counts_as_played():
    scene = Scene(
        (lair(2), spy(2)), (spy(9),), deck=False, up=[(lair(1), lair(1, 1))], phase="lay", idle=1
    )
    scene.play(A, SKIP).play(A, Send(card=spy(2), into=A)).play(A, KILL)
    assert scene.table.idle == 0


def test_no_moves_are_possible_after_the_end():
    scene = Scene((spy(2),), (), deck=False, phase="lay").skip_all(2)
    assert scene.outcome.ending == "ran-dry"
    for seat in (A, B):
        assert RENAMED.legal_moves(scene.view(seat)) == ()
        with pytest.raises(MatchOver):
            scene.play(seat, SKIP)


def test_every_card_is_in_exactly_one_place_after_a_foil():
    scene = Scene(
        (spy(3), doubler("A")), (doubler("A", 1),), (), up=[LAIR], down=[(), (), (lair(2),)]
    )
    scene.play(A, Send(card=spy(3), into=A)).play(A, Taunt(card=doubler("A"))).play(
        B, Foil(card=doubler("A", 1))
    )
    assert scene.all_cards() == DECK
