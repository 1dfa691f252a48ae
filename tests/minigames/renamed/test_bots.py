"""The bots see only their view and beat random play."""

from __future__ import annotations

from engine.bots import RandomBot, find_bot
from engine.dice import ScriptedDice, SeededDice, seed_from
from engine.match import submit
from lab.meetings import Meeting, play_meeting
from minigames.renamed.bots import BOTS
from minigames.renamed.doctrine import DoctrineBot
from minigames.renamed.rollout_bot import ReflexBot
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.imagine import imagine
from minigames.renamed.rules.moves import KILL, PASS, SKIP, Foil, Lay, Send, SendTeam, Taunt
from minigames.renamed.rules.scoring import estimate_win_share
from minigames.renamed.rules.values import MAX_SEATS, Setup
from minigames.renamed.tempers import TEMPERS
from tests.minigames.renamed.scene import A, B, Scene, bomb, doubler, lair, spy


def chosen_move(scene: Scene, seat=A):
    return DoctrineBot().choose(scene.view(seat), seat, ScriptedDice())


def capture_scene(*mine: int, rival: tuple[int, ...] = (), **table) -> Scene:
    return Scene((spy(2), *mine), rival, up=[(lair(4),)], **table).play(
        A, Send(card=spy(2), into=A)
    )


def test_doctrine_lays_the_largest_lair_card():
    assert chosen_move(Scene((lair(1), lair(4), lair(3)), (), phase="lay")) == Lay(card=lair(4))
    assert chosen_move(Scene((spy(2),), (), phase="lay")) == SKIP


def test_doctrine_captures_the_largest_spy_its_lair_can_hold():
    scene = Scene((spy(3), spy(6), spy(8), bomb()), (), up=[(lair(4), lair(3))], top=(lair(1),))
    assert chosen_move(scene) == Send(card=spy(6), into=A)


def test_doctrine_bombs_a_rivals_large_lair():
    great = tuple([lair(4, nth) for nth in range(6)])
    assert chosen_move(Scene((bomb(), spy(2)), (), up=[(), great], top=(lair(1),))) == Send(
        card=bomb(), into=B
    )
    sizable = (lair(4), lair(4, 1), lair(4, 2))
    team = SendTeam(cards=(spy(6), spy(7)), into=B)
    assert chosen_move(Scene((spy(6), spy(7)), (), up=[(), sizable], top=(lair(1),))) == team


def test_doctrine_does_not_help_a_rival():
    assert chosen_move(Scene((spy(2),), (), up=[(), (lair(4),)], top=(lair(1),))) == SKIP


def test_doctrine_taunts_if_nobody_can_foil_and_kills_if_that_wins():
    safe = [doubler("A", nth) for nth in range(4)]
    assert chosen_move(capture_scene(*safe)) == Taunt(card=safe[3])
    assert chosen_move(capture_scene(*safe, scores=(31, 0))) == KILL


def test_doctrine_kills_if_the_lair_is_worth_more_than_doubled_points():
    great = tuple([lair(4, nth) for nth in range(8)])
    rival = tuple([lair(3, nth) for nth in range(9)]) + tuple([lair(2, nth) for nth in range(9)])
    scene = Scene((spy(2), doubler("A")), rival, up=[great]).play(A, Send(card=spy(2), into=A))
    assert chosen_move(scene) == KILL


def test_doctrine_foils_whenever_possible():
    scene = capture_scene(doubler("A"), rival=(doubler("A", 1), doubler("B"))).play(
        A, Taunt(card=doubler("A"))
    )
    assert chosen_move(scene, B) == Foil(card=doubler("A", 1))
    scene = capture_scene(doubler("A"), rival=(doubler("B"),)).play(A, Taunt(card=doubler("A")))
    assert chosen_move(scene, B) == PASS


def count_wins(make, players: int, matches: int) -> float:
    """Return how many matches the bot wins against random play, ties shared, in all seats."""
    won = 0.0
    for number in range(matches):
        seed, mine = seed_from(f"bots {number}"), number % players
        bots = [make() if seat == mine else RandomBot(RENAMED) for seat in range(players)]
        state, chooser, ply = (
            RENAMED.start(Setup(players=players), SeededDice(seed, 0))[0],
            SeededDice(seed, 0, "bots"),
            0,
        )
        while acting := RENAMED.to_act(state):
            ply += 1
            move = bots[acting[0]].choose(RENAMED.view(state, acting[0]), acting[0], chooser)
            state = submit(RENAMED, state, seat=acting[0], move=move, dice=SeededDice(seed, ply))[0]
        winners = RENAMED.outcome(state).winners
        won += mine in winners and 1 / len(winners)
    return won


def test_doctrine_beats_random_play():
    assert count_wins(DoctrineBot, 2, 60) >= 50
    assert count_wins(DoctrineBot, 4, 60) >= 30


def test_reflex_bot_beats_random_play():
    assert count_wins(ReflexBot, 2, 60) >= 42


def test_reflex_bot_captures_what_fits_and_kills_if_that_wins():
    scene = Scene((spy(3), spy(6), spy(8), bomb()), (), up=[(lair(4), lair(3))], top=(lair(1),))
    assert ReflexBot().choose(scene.view(A), A, ScriptedDice()) == Send(card=spy(6), into=A)
    scene = capture_scene(doubler("A"), scores=(31, 0))
    assert ReflexBot().choose(scene.view(A), A, ScriptedDice()) == KILL


def test_reflex_bot_bombs_only_large_lairs():
    large, small = ((lair(4), lair(3)), (lair(1),))
    for rival, move in ((large, Send(card=bomb(), into=B)), (small, SKIP)):
        scene = Scene((spy(9), bomb()), (), up=[(), rival], top=(lair(2),))
        assert ReflexBot().choose(scene.view(A), A, ScriptedDice()) == move


def test_search_bot_beats_random_play_with_few_playouts():
    assert count_wins(lambda: find_bot("search:40", RENAMED, BOTS), 2, 4) >= 3


def test_bot_chooses_the_same_in_indistinguishable_worlds():
    scene = Scene(
        (spy(3), spy(6), doubler("A")),
        (spy(9), lair(2)),
        (bomb(),),
        up=[(lair(4),)],
        down=[(), (lair(3),)],
    )
    view = scene.view(A)
    twins = [
        RENAMED.view(imagine(view, SeededDice(seed_from(str(each)), 0)), A) for each in range(5)
    ]
    for bot in (DoctrineBot(), ReflexBot(), find_bot("search:20", RENAMED, BOTS)):
        chosen = {bot.choose(twin, A, SeededDice(seed_from("choose"), 0)) for twin in twins}
        assert len(chosen) == 1


def test_value_is_the_share_of_the_win_and_grows_with_points_lairs_and_captives():
    dry = Scene((), (spy(2),), deck=False, phase="lay", scores=(3, 3)).skip_all(2)
    assert [estimate_win_share(dry.state, seat) for seat in (A, B)] == [0.5, 0.5]
    lost = Scene((), (spy(2),), deck=False, phase="lay", scores=(3, 4)).skip_all(2)
    assert [estimate_win_share(lost.state, seat) for seat in (A, B)] == [0, 1]
    even = estimate_win_share(Scene((), ()).state, A)
    assert even == 0.5
    assert (
        estimate_win_share(Scene((), (), scores=(5, 0)).state, A)
        > even
        > estimate_win_share(Scene((), (), scores=(0, 5)).state, A)
    )
    assert estimate_win_share(Scene((), (), up=[(lair(4),)]).state, A) > even
    assert estimate_win_share(Scene((), (), down=[(lair(4),)]).state, A) > even
    assert estimate_win_share(capture_scene().state, A) > estimate_win_share(
        Scene((), (), up=[(lair(4),)]).state, A
    )
    assert estimate_win_share(Scene((), (), scores=(900, 0)).state, A) < 1


# --- tempers --------------------------------------------------------------------------------------


def compare_habits(first: str, second: str, matches: int) -> tuple[float, dict[str, list[int]]]:
    """Return the first bot's wins in half matches and the habits of both.

    A habit counts taunts and cards into a rival's lair among the opportunities.
    """
    won, seen = 0, {first: [0, 0], second: [0, 0]}
    for number in range(matches):
        meeting = Meeting(setup=Setup(players=2), bots=(first, second))
        met = play_meeting(RENAMED, BOTS, meeting, f"habits {number}")
        won += met.share(first)
        for bot, choices in zip(met.bots, met.choices, strict=True):
            seen[bot][0] += sum([isinstance(each.move, Taunt) for each in choices])
            seen[bot][1] += sum(
                [
                    isinstance(each.move, Send | SendTeam) and each.move.into != each.view.seat
                    for each in choices
                ]
            )
    return won / 2 / matches, seen


def test_gloater_taunts_where_a_marksman_kills():
    won, seen = compare_habits("gloater:strong", "marksman:strong", 40)
    assert 0.25 < won < 0.75
    assert seen["gloater:strong"][0] > 2 * seen["marksman:strong"][0]


def test_wrecker_bombs_lairs_that_a_marksman_leaves_alone():
    _, seen = compare_habits("wrecker:club", "marksman:strong", 40)
    assert seen["wrecker:club"][1] > 5 * seen["marksman:strong"][1]


def test_each_level_beats_the_one_below():
    for higher, lower in (("strong", "club"), ("club", "newcomer")):
        won, _ = compare_habits(f"marksman:{higher}", f"marksman:{lower}", 60)
        assert won > 0.55


def test_temper_names_are_unique_and_enough_for_the_largest_table():
    names = [name for temper in TEMPERS for name in temper.names]
    assert len({*names}) == len(names) and max(map(len, names)) <= 12
    assert all(len(temper.names) >= MAX_SEATS for temper in TEMPERS)
