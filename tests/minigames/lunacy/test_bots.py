"""Bots: imagined states, doctrine, search and whole matches."""

from __future__ import annotations

from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots.lookup import find_bot
from engine.conformance import examine
from engine.dice import SeededDice, seed_from
from engine.match import submit
from minigames.lunacy.bots import BOTS
from minigames.lunacy.doctrine import DOCTRINE, Doctrine
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.laboratory import DEFENCE_ROOM, ROOMS
from minigames.lunacy.rules.menus import actions
from minigames.lunacy.rules.step_builder import plus
from minigames.lunacy.rules.values import COLOURS, Setup, Shop, State
from minigames.lunacy.thinking import CONSIDERED, CURIOSITY, DEPTH, TRUST, Considered
from minigames.lunacy.worth import worth
from tests.golden import goldens_of
from tests.minigames.lunacy.scene import A, B, Scene
from tests.siege import examples

ENDINGS = {"escaped", "killed", "both-killed", "police", "round-limit"}


def match_of(seed: str, *bots, plies: int = 10_000) -> list[State]:
    """Return the states of a match between two bots."""
    states = [LUNACY.start(Setup(), SeededDice(seed_from(seed), 0))[0]]
    while (acting := LUNACY.to_act(states[-1])) and len(states) <= plies:
        seat, ply = acting[0], len(states)
        move = bots[seat].choose(
            LUNACY.view(states[-1], seat), seat, SeededDice(seed_from(seed), ply, "bot")
        )
        states.append(
            submit(LUNACY, states[-1], seat=seat, move=move, dice=SeededDice(seed_from(seed), ply))[
                0
            ]
        )
    return states


def pieces_of(state: State) -> tuple[list[str], list[str]]:
    """Return all weapons and defences wherever they are."""
    weapons = plus(
        state.bag.weapons,
        *state.table.lost_weapons,
        *[each for room in state.table.rooms for each in room.weapons],
    )
    defences = plus(state.bag.defences, *state.table.lost_defences)
    for own in state.own:
        weapons = plus(weapons, *own.weapons, own.weapon, *[trap.colour for trap in own.traps])
        defences = plus(defences, *own.defences, own.defence)
    return sorted(weapons), sorted(defences)


def numbers_of(state: State) -> list[int]:
    """Return all number tokens wherever they are."""
    hidden = [number for cell in state.cells for number in cell.tokens]
    loose = [number for room in state.table.rooms for number in room.pieces]
    return sorted(
        hidden
        + loose
        + [n for own in state.own for n in own.pieces]
        + [n for cop in state.table.cops for n in cop.pieces]
    )


def assert_consistent(state: State) -> None:
    """Assert that pieces and tokens are complete and that owners know their traps.

    Limits hold and markers are unique.
    """
    every = sorted(COLOURS * state.table.setup.stashes)
    assert pieces_of(state) == (every, every)
    assert numbers_of(state) == list(range(1, 26))
    for seat, own in enumerate(state.own):
        assert {trap.room: trap.colour for trap in own.traps} == {
            at: cell.device for at, cell in enumerate(state.cells) if cell.owner == seat
        }
        assert len(plus(own.weapons, own.weapon)) <= state.table.setup.limit
        assert len(plus(own.defences, own.defence)) <= state.table.setup.limit
        assert own.decoys >= 0
        for stash in own.stashed:
            assert stash.number in state.cells[stash.room].tokens
        assert {*own.pieces, *[stash.number for stash in own.stashed]} == {
            *state.table.spies[seat].claims
        }
    assert [bool(cell.device) for cell in state.cells] == [
        room.device for room in state.table.rooms
    ]
    claims = [number for spy in state.table.spies for number in spy.claims]
    assert len(claims) == len({*claims})


@examples(12)
@given(st.integers(0, 10**6), st.sampled_from(LUNACY.setups()))
def test_play_and_imagined_states_conserve_all_pieces(number, setup):
    seed = seed_from(f"sound {number}")
    chooser, state, ply = (
        SeededDice(seed, 0, "chooser"),
        LUNACY.start(setup, SeededDice(seed, 0))[0],
        0,
    )
    while acting := LUNACY.to_act(state):
        ply += 1
        seat = chooser.pick(acting)
        if ply % 7 == 0:
            for view in (LUNACY.view(state, A), LUNACY.view(state, B), LUNACY.view(state, None)):
                twin = LUNACY.imagine(view, chooser)
                assert_consistent(twin)
                assert LUNACY.view(twin, view.seat) == view
        move = LUNACY.propose(LUNACY.view(state, seat), chooser)
        state = submit(LUNACY, state, seat=seat, move=move, dice=SeededDice(seed, ply))[0]
        assert_consistent(state)
    assert LUNACY.outcome(state).ending in ENDINGS


def test_game_keeps_every_law():
    report = examine(LUNACY, matches=4, goldens=goldens_of(LUNACY))
    assert report.vacuous <= {"6"}


def test_imagined_states_vary_where_the_view_is_silent():
    view = Scene().view(A)
    twins = [LUNACY.imagine(view, SeededDice(seed_from("vary"), ply)) for ply in range(30)]
    assert len({twin.own[B].weapons for twin in twins}) > 10
    assert len({twin.cells for twin in twins}) == 30
    assert {twin.own[A] for twin in twins} == {view.own}


def test_shopper_who_sees_the_bag_imagines_the_same_bag():
    scene = Scene().put(A, DEFENCE_ROOM).play(A, Shop())
    twin = LUNACY.imagine(scene.view(A), SeededDice(seed_from("bag"), 1))
    assert twin.bag.defences == scene.state.bag.defences
    assert plus(twin.own[B].defences, twin.own[B].defence) == scene.own(B).defences


def test_imagined_states_keep_equipment_shown_in_combat_until_it_changes():
    scene = Scene().put(B, defence="white", shown_defence="white", defences=("black",))
    twins = [
        LUNACY.imagine(scene.view(A), SeededDice(seed_from("shown"), ply)) for ply in range(20)
    ]
    assert {twin.own[B].defence for twin in twins} == {"white"}
    scene.put(B, shown_defence=None)
    twins = [
        LUNACY.imagine(scene.view(A), SeededDice(seed_from("shown"), ply)) for ply in range(20)
    ]
    assert len({twin.own[B].defence for twin in twins}) > 3


def test_undiscovered_piece_is_imagined_only_in_unsearched_rooms():
    scene = Scene().device(3, "decoy", B)
    twins = [
        LUNACY.imagine(scene.view(A), SeededDice(seed_from("tokens"), ply)) for ply in range(40)
    ]
    assert not any({1, 13, 25} & {*twin.cells[3].tokens} for twin in twins)


def test_spy_with_three_markers_and_light_steps_is_imagined_as_bluffing():
    scene = Scene().give(B, 1, 13, 25).device(3, "decoy", B).put(B, light=True)
    twins = [
        LUNACY.imagine(scene.view(A), SeededDice(seed_from("bluff"), ply)) for ply in range(20)
    ]
    assert all(len(twin.own[B].pieces) < 3 for twin in twins)


def test_doctrine_games_have_a_median_of_at_most_120_turns():
    rounds = [match_of(f"doctrine {n}", Doctrine(), Doctrine())[-1].table.round for n in range(15)]
    assert 2 * median(rounds) <= 120


def test_doctrine_depends_only_on_its_view():
    state = match_of("same", Doctrine(), Doctrine(), plies=40)[-1]
    seat = LUNACY.to_act(state)[0]
    view = LUNACY.view(state, seat)
    first, again = [
        Doctrine().choose(view, seat, SeededDice(seed_from("same"), 99)) for _ in (1, 2)
    ]
    assert first == again
    with pytest.raises(ValueError, match="one of the two spies"):
        Doctrine().choose(LUNACY.view(state, None), A, SeededDice(seed_from("same"), 99))


def test_search_bot_plays_legal_moves():
    states = match_of("search", find_bot("search:30", LUNACY, BOTS), Doctrine(), plies=60)
    assert len(states) > 40


@pytest.mark.parametrize("seat", [A, B])
def test_search_bot_considers_only_open_moves(seat):
    for state in match_of("considered", Doctrine(), Doctrine()):
        view = LUNACY.view(state, seat)
        listed = Considered().legal_moves(view)
        assert bool(listed) is (seat in LUNACY.to_act(state))
        for move in listed:
            LUNACY.check(view, move)


@pytest.mark.parametrize("seat", [A, B])
def test_page_offers_the_whole_menu_with_reasons_for_closed_actions(seat):
    for state in match_of("page", Doctrine(), Doctrine()):
        view = LUNACY.view(state, seat)
        offered = actions(view)
        assert {move for action in offered for move in action.moves} == {*LUNACY.legal_moves(view)}
        assert all(bool(action.moves) is not bool(action.closed) for action in offered)


def test_bot_next_to_the_roof_takes_the_win():
    scene = Scene().give(A, 1, 13, 25).put(A, 22).put(B, 20)
    for bot in (Doctrine(), find_bot("search:60", LUNACY, BOTS)):
        assert bot.choose(scene.view(A), A, SeededDice(seed_from("roof"), 1)).to == 27


def test_value_rises_with_pieces_health_and_nearness_and_ends_as_the_outcome():
    even = Scene().put(A, 12).put(B, 12)
    assert worth(even.state, A) == pytest.approx(0.5)
    assert worth(even.give(A, 1).state, A) > 0.5 > worth(even.state, B)
    far, near = Scene().give(A, 1, 13, 25).put(A, 0), Scene().give(A, 1, 13, 25).put(A, 21)
    assert worth(near.state, A) > worth(far.state, A)
    won = match_of("worth", Doctrine(), Doctrine())[-1]
    winners = LUNACY.outcome(won).winners
    assert [worth(won, seat) for seat in (A, B)] == [
        1 / len(winners) if seat in winners else 0 for seat in (A, B)
    ]


def test_doctrine_can_counter_a_bluffer_without_markers():
    scene = Scene().put(A, 12).put(B, 3, light=True)
    move = Doctrine().choose(scene.view(A), A, SeededDice(seed_from("bluffer"), 1))
    LUNACY.check(scene.view(A), move)


def test_registered_search_bot_uses_the_short_menu_and_position_value():
    for name in ("search", "search:400"):
        bot = find_bot(name, LUNACY, BOTS)
        assert (bot.game, bot.worth, bot.depth, bot.curiosity) == (
            CONSIDERED,
            worth,
            DEPTH,
            CURIOSITY,
        )
        assert (bot.policy, bot.trust) == (DOCTRINE, TRUST)
    assert find_bot("doctrine", LUNACY, BOTS) is DOCTRINE


def test_goldens_include_every_ending():
    assert {
        next(ending for ending in ENDINGS if f'"ending":"{ending}"' in golden.lines[-1])
        for golden in goldens_of(LUNACY)
    } == ENDINGS


def test_view_holds_everything_the_page_needs():
    scene = Scene().put(A, 5).search(A)
    scene.leave(A, "green")
    view = scene.view(A)
    assert (view.own.notes[0].room, view.own.traps[0].room, view.own.decoys) == (5, 5, 20)
    assert len(view.table.rooms) == len(ROOMS)
    assert scene.view(None).own is None
