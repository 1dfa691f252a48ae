"""The options: numbers by the table, presets, contradictions, pools and private options."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.codec import Codec, Unreadable
from engine.dice import ScriptedDice, SeededDice, seed_from
from engine.values import Seat
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.dealing import deal_others, deal_unlock, random_pool
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.options import (
    PRESETS,
    BadSetup,
    check_setup,
    error_sentences,
    spies_of,
    squad_of,
    terms_of,
)
from minigames.achtung.rules.unlocks import unlocks_of
from minigames.achtung.rules.values import (
    ClassDealt,
    ClassUnlock,
    Kinds,
    MatchKind,
    PoolChange,
    Setup,
)

FOUR: Kinds = ("scout", "heavy", "medic", "sniper")
FIVE: tuple[MatchKind, ...] = ("flag",) * 5


def start_game(setup: Setup, seed: str = "options"):
    return ACHTUNG.start(setup, SeededDice(seed_from(seed), 0))


@pytest.mark.parametrize(
    ("size", "spies", "squad"),
    [
        (4, 1, 2),
        (5, 1, 3),
        (6, 2, 3),
        (7, 2, 3),
        (8, 2, 4),
        (9, 3, 4),
        (10, 3, 4),
        (11, 3, 5),
        (12, 4, 5),
        (13, 4, 5),
        (14, 4, 6),
        (16, 5, 6),
    ],
)
def test_a10_spies_and_squads_depend_on_the_team_size(size, spies, squad):
    setup = Setup(team_size=size)
    assert (spies_of(setup), squad_of(setup)) == (spies, squad)


def test_a10_spies_and_squads_can_be_set():
    setup = Setup(team_size=6, spies=1, squad=4)
    assert (spies_of(setup), squad_of(setup)) == (1, 4)


def test_a10_classic_nine_has_one_spy_squads_of_six_and_every_class():
    state, _ = start_game(PRESETS["Nine a side, classic"])
    assert (state.table.terms.spies, state.table.terms.squad) == (1, 6)
    assert all(
        {state.own[seat].kind for seat in team.members} == {*LOYAL_KINDS, "spy"}
        for team in state.teams
    )


@pytest.mark.parametrize("size", [4, 8, 9, 12, 16])
def test_a10_pool_repeats_a_class_only_when_it_contains_all_eight(size):
    copies = Counter(random_pool(size, SeededDice(seed_from("pool"), 0))).values()
    assert sum(copies) == size
    assert max(copies) == (size + 7) // 8
    assert len(copies) == min(size, 8)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_playable(name):
    check_setup(PRESETS[name])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"disguise": True}, "Turn on announced points, or turn off Disguise"),
        ({"spies_know": True}, "if a team has at least two"),
        ({"pool": "one-of-each"}, "a team of nine with one Spy and squads of six"),
        (
            {"team_size": 9, "pool": "one-of-each", "squad": 4},
            "a team of nine with one Spy and squads of six",
        ),
        ({"spies": 3}, "more than half of a team of 5"),
        ({"squad": 5}, "Choose 2 to 4, not 5"),
        ({"squad": 1}, "Choose 2 to 4, not 1"),
        ({"matches": "list", "match_list": ("flag",)}, "You chose 1"),
        ({"match_list": FIVE}, "Clear the list, or choose to play from it"),
        ({"matches": "secret-list", "match_list": FIVE}, "know the secret list of matches"),
        ({"pool": "chosen"}, "Choose the classes of the pool"),
        ({"pools": (FOUR,)}, "Clear the chosen classes"),
        ({"pool": "chosen", "pools": (FOUR,)}, "know the secret class pools"),
        (
            {"pool": "chosen", "pools": (FOUR[:3],), "announce_pool": True},
            "A pool needs 4 classes",
        ),
        ({"pool": "chosen", "pools": (("spy", *FOUR[:3]),), "announce_pool": True}, "and a Spy"),
        (
            {"pool": "chosen", "pools": (FOUR,) * 3, "announce_pool": True},
            "one pool for both, or two",
        ),
        ({"pool_changes": (PoolChange(after=1),)}, "Turn that on, or remove the changes"),
        (
            {"new_classes": True, "pool_changes": (PoolChange(after=2), PoolChange(after=1))},
            "earliest first",
        ),
        (
            {"new_classes": True, "pool_changes": (PoolChange(after=1, pools=(FOUR,)),)},
            "know the secret class pools",
        ),
        (
            {
                "new_classes": True,
                "team_size": 9,
                "pool": "one-of-each",
                "pool_changes": (PoolChange(after=1),),
            },
            "the pool cannot change",
        ),
        (
            {
                "new_classes": True,
                "pool": "chosen",
                "pools": (("scout", "scout", "scout", "heavy"),),
                "announce_pool": True,
            },
            "more than half of a pool is Scout",
        ),
        ({"unlocks": "chosen"}, "To play with chosen unlocks"),
        (
            {"chosen_unlocks": (ClassUnlock(kind="scout", unlock="bonk"),)},
            "To play with chosen unlocks",
        ),
        (
            {
                "unlocks": "chosen",
                "chosen_unlocks": (ClassUnlock(kind="scout", unlock="natascha"),),
            },
            "Natascha does not belong to a Scout",
        ),
        (
            {
                "unlocks": "chosen",
                "chosen_unlocks": (ClassUnlock(kind="engineer", unlock="natascha"),),
            },
            "Natascha does not belong to an Engineer",
        ),
        (
            {"unlocks": "chosen", "chosen_unlocks": (ClassUnlock(kind="medic", unlock="ubersaw"),)},
            "requires complex classes",
        ),
        (
            {
                "unlocks": "chosen",
                "chosen_unlocks": (
                    ClassUnlock(kind="scout", unlock="bonk"),
                    ClassUnlock(kind="scout", unlock="crit-a-cola"),
                ),
            },
            "Choose only one unlock per class",
        ),
        (
            {"unlocks": "chosen", "chosen_unlocks": (ClassUnlock(kind="scout", unlock="bonk"),)},
            "know the secret unlocks",
        ),
    ],
)
def test_contradictory_options_are_refused_with_a_reason(options, sentence):
    with pytest.raises(BadSetup) as refused:
        ACHTUNG.start(Setup(**options), ScriptedDice())
    assert sentence in " ".join(error_sentences(Setup(**options)))
    assert refused.value.code == "contradiction"


@pytest.mark.parametrize("size", [3, 21])
def test_team_has_four_to_twenty_players(size):
    with pytest.raises(Unreadable, match="team_size"):
        Codec(ACHTUNG).setup.decode(f'{{"team_size": {size}}}')


def test_a20_private_options_are_allowed_if_the_creator_does_not_play():
    check_setup(Setup(matches="secret-list", match_list=FIVE, creator_plays=False))
    check_setup(Setup(pool="chosen", pools=(FOUR,), administrator="watcher", creator_plays=False))


def test_a20_private_options_are_in_no_view():
    unlocks = (ClassUnlock(kind="scout", unlock="bonk"),)
    setup = Setup(
        pool="chosen", pools=(FOUR,), unlocks="chosen", chosen_unlocks=unlocks, creator_plays=False
    )
    assert (terms_of(setup).pools, terms_of(setup).chosen_unlocks) == ((), ())
    state, _ = start_game(setup)
    assert (state.table.pools, state.table.terms.pools, state.table.terms.chosen_unlocks) == (
        (),
        (),
        (),
    )


def test_a20_human_administrator_is_named_to_everyone():
    state, _ = start_game(Setup(administrator="watcher"))
    assert ACHTUNG.view(state, None).table.terms.administrator == "watcher"


def test_pool_is_shared_and_secret_by_default():
    state, _ = start_game(Setup())
    red, blu = [sorted(state.own[seat].kind for seat in team.members) for team in state.teams]
    assert red == blu
    assert red.count("spy") == 1
    assert state.table.pools == ()


def test_option_teams_have_different_pools():
    pools = [start_game(Setup(pool="different"), str(seed))[0].hidden.pools for seed in range(5)]
    assert any(sorted(red) != sorted(blu) for red, blu in pools)


def test_option_each_team_has_a_chosen_pool():
    other: Kinds = ("pyro", "demoman", "soldier", "engineer")
    state, _ = start_game(Setup(pool="chosen", pools=(FOUR, other), announce_pool=True))
    kinds = [{state.own[seat].kind for seat in team.members} for team in state.teams]
    assert kinds == [{*FOUR, "spy"}, {*other, "spy"}]
    assert [set(pool) for pool in state.table.pools] == kinds


def test_option_teams_are_set_by_seats_or_drawn():
    assert start_game(Setup(teams="seats"))[0].table.sides == (0,) * 5 + (1,) * 5
    drawn = {start_game(Setup(), str(seed))[0].table.sides for seed in range(5)}
    assert len(drawn) > 1
    assert all(sum(sides) == 5 for sides in drawn)


def test_a15_spies_know_each_other_only_by_option():
    state, _ = start_game(Setup(team_size=6, spies_know=True, teams="seats"))
    spies = [seat for seat in range(6) if state.own[seat].kind == "spy"]
    assert [state.own[seat].fellows for seat in spies] == [(spies[1],), (spies[0],)]
    assert all(own.fellows == () for own in state.own if own.kind != "spy")
    assert all(own.fellows == () for own in start_game(Setup(team_size=6))[0].own)


def test_a11_option_each_player_gets_one_random_unlock_if_the_class_has_any():
    state, told = start_game(Setup(unlocks="random", team_size=9, pool="one-of-each"))
    for own in state.own:
        options = unlocks_of(own.kind, complex_classes=False)
        assert own.unlock in options if options else own.unlock is None
    assert all(each.to != "everyone" for each in told if isinstance(each.event, ClassDealt)), (
        "shown to the player alone (A18)"
    )


@pytest.mark.parametrize(("face", "unlock"), [(1, "bonk"), (2, "crit-a-cola")])
def test_a11_dice_choose_among_the_unlocks_of_a_class(face, unlock):
    dice = ScriptedDice(face)
    assert deal_unlock("scout", Setup(unlocks="random"), (), dice) == unlock
    dice.assert_used()


def test_a11_unlocks_are_off_by_default():
    assert {own.unlock for own in start_game(Setup())[0].own} == {None}


def test_a16_redealing_always_changes_the_class():
    kinds: Kinds = ("scout", "scout", "heavy", "heavy")
    for seed in range(20):
        dealt = deal_others(kinds, SeededDice(seed_from(str(seed)), 0))
        assert all(now != before for now, before in zip(dealt, kinds, strict=True))


def test_captaincy_rotates_in_a_random_order_known_only_to_the_team():
    state, _ = start_game(Setup())
    assert sorted(state.teams[0].order) == list(state.teams[0].members)
    assert ACHTUNG.view(state, None).team is None
    assert ACHTUNG.view(state, state.teams[1].members[0]).team == state.teams[1]
    assert ACHTUNG.view(state, Seat(0)).own == state.own[0]
