"""Doctrine plays either seat from its view alone (P15, P19)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from ambush import by_doctrine
from ambush.doctrine import DOCTRINE, Doctrine
from ambush.rules.call import AmbushResult, Fighter, mission_goes_on
from ambush.rules.game import AMBUSH
from ambush.rules.ground import square_at, squared_distance
from ambush.rules.numbers import NUMBERS, NUMBERS_WITHOUT_EXHAUSTION
from ambush.rules.outcome import ambush_result
from ambush.rules.samples import sample_ambush, sample_fighter, sample_kit
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Fire, Reload, Setup, Throw
from campaign.house_rules.rules.house import HouseRules
from campaign.roster.rules.spies import Skills
from engine.codec import encode
from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import changed
from espionage.rules.decision_moves import check_result

from .scene import ADA, BASE, BEA, fighter, ground_with, plan, seeded_dice, standoff, start

TACTICS = ("aggressive", "cautious", "flee_first")


def choose_plan(state, tactics, seat=ADA):
    return Doctrine(tactics).choose(AMBUSH.view(state, seat), seat, seeded_dice("doctrine"))


def choose_former_plan(state, tactics, seat=ADA):
    doctrine = Doctrine(tactics, edition=0)
    return doctrine.choose(AMBUSH.view(state, seat), seat, seeded_dice("doctrine"))


def fight(setup, words, bots=(DOCTRINE, DOCTRINE)):
    """Play a whole duel by doctrine."""
    seed = seed_from(words)
    state, ply, dice = (
        AMBUSH.start(setup, SeededDice(seed, 0))[0],
        0,
        SeededDice(seed, 0, "chooser"),
    )
    while acting := AMBUSH.to_act(state):
        ply += 1
        seat = acting[0]
        state, _ = submit(
            AMBUSH,
            state,
            seat=seat,
            move=bots[seat].choose(AMBUSH.view(state, seat), seat, dice),
            dice=SeededDice(seed, ply),
        )
    return state


def make_setup(one, two, section=1, *, gear=("rifle", "rifle_clip"), skills=BASE, **facts):
    return Setup(
        ambush=sample_ambush(
            sample_fighter(0, one, skills, sample_kit(*gear)),
            sample_fighter(1, two, skills, sample_kit(*gear)),
            section,
        ),
        **facts,
    )


@pytest.mark.parametrize(("one", "two"), [*product(TACTICS, TACTICS)])
@pytest.mark.parametrize("phase_by_phase", [False, True])
def test_p15_every_pair_of_doctrines_ends_with_a_result_for_the_week(one, two, phase_by_phase):
    for section in range(5):
        setup = make_setup(one, two, section, phase_by_phase=phase_by_phase)
        state = fight(setup, f"{one} {two} {section}")
        assert AMBUSH.outcome(state) is not None
        check_result(setup.ambush, ambush_result(state))


@pytest.mark.parametrize("tactics", TACTICS)
def test_p15_doctrine_places_legally(tactics):
    for section in range(5):
        state = start(fighter(0, "rifle"), fighter(1), section)
        AMBUSH.check(AMBUSH.view(state, ADA), choose_plan(state, tactics))


@pytest.mark.parametrize("tactics", TACTICS)
def test_p15_doctrine_only_sees_its_players_view(tactics):
    one = standoff(two=fighter(1, "rifle"))
    two = standoff(two=fighter(1, "rifle", "smoke_grenade", armour=6, dp=6, handgunner=3))
    assert encode(choose_plan(one, tactics)) == encode(choose_plan(two, tactics))


@pytest.mark.parametrize("tactics", ["aggressive", "cautious"])
@pytest.mark.parametrize("gun", ["rifle", "heavy_pistol"])
def test_p15_untrained_fighter_does_not_shoot_at_range(tactics, gun):
    """The fighter leaves, or closes in and fires only within four squares."""
    chosen = choose_plan(standoff(fighter(0, gun, handgunner=-4)), tactics)
    assert chosen.action is None or chosen.action == Fire(weapon=gun, within=4)
    assert chosen.phases


def test_p30_former_doctrine_did_not_fire_a_pistol_at_armour():
    state = standoff(fighter(0, "heavy_pistol"))
    assert choose_former_plan(state, "cautious").action == Fire(weapon="heavy_pistol")
    assert choose_former_plan(with_armoured_enemy(state), "cautious").action is None
    assert choose_former_plan(with_armoured_enemy(state), "aggressive").action == Fire(
        weapon="heavy_pistol", within=4
    )


def test_p42_doctrine_fires_a_pistol_at_armour():
    """Emptying a magazine at a wounded fighter takes longer than walking off the map."""
    state = with_armoured_enemy(standoff(fighter(0, "heavy_pistol")))
    assert choose_plan(state, "cautious").action == Fire(weapon="heavy_pistol", phase=5)
    assert choose_plan(state, "aggressive").action == Fire(weapon="heavy_pistol")


# --- hunters (E9) ---------------------------------------------------------------------------------


def with_hunt(state, who=None, *, hits=0):
    """Return the state in which Ada lies in wait for Bea's mission. Leaving lets Bea pass."""
    man = changed(state.own[ADA].man, hits=hits, **({"who": who} if who else {}))
    return changed(
        state, own=(changed(state.own[ADA], hunt=True, man=man), changed(state.own[BEA], hunt=True))
    )


def with_armoured_enemy(state):
    """Return the state in which Ada has hit Bea for 2 and Bea still stands."""
    return changed(
        state,
        own=(
            changed(state.own[ADA], mark=changed(state.own[ADA].mark, hurt="hit", dealt=2)),
            state.own[BEA],
        ),
    )


def is_leaving(state, chosen):
    """Return whether the plan moves Ada closer to the edge than to Bea."""
    before = state.own[ADA]
    after = (
        AMBUSH.apply(
            changed(state, own=(before, changed(state.own[BEA], plan=plan()))),
            ADA,
            chosen,
            seeded_dice("leaves"),
        )[0]
        .own[ADA]
        .man
    )
    return after.left == "edge" or squared_distance(
        after.at, state.own[BEA].man.at
    ) > squared_distance(before.man.at, state.own[BEA].man.at)


@pytest.mark.parametrize("tactics", TACTICS)
@pytest.mark.parametrize(
    "who",
    [fighter(0, "rifle", handgunner=-4), fighter(0)],
    ids=["untrained", "unarmed"],
)
def test_e9_unwounded_hunter_does_not_leave(tactics, who):
    state = with_armoured_enemy(standoff(who, here=(20, 12), there=(20, 30)))
    assert tactics == "aggressive" or is_leaving(state, choose_plan(state, tactics)), (
        "a fighter without a target leaves"
    )
    stays = with_hunt(state)
    assert not is_leaving(stays, choose_plan(stays, tactics))


@pytest.mark.parametrize("tactics", ["cautious", "flee_first"])
def test_e9_wounded_hunter_can_leave(tactics):
    who = fighter(0, "heavy_pistol", dp=4, handgunner=-4)
    state = with_hunt(with_armoured_enemy(standoff(who, here=(20, 12), there=(20, 30))), hits=1)
    assert is_leaving(state, choose_plan(state, tactics))


@pytest.mark.parametrize("cause", ["hunted", "ambushed", "bomber"])
def test_e9_both_sides_know_whether_the_ambush_decides_a_mission(cause):
    setup = Setup(
        ambush=changed(sample_ambush(fighter(0, "rifle"), fighter(1, "rifle"), 1), cause=cause)
    )
    state, _ = AMBUSH.start(setup, seeded_dice("cause"))
    assert [own.hunt for own in state.own] == [cause == "hunted"] * 2


def test_e9_spy_rarely_passes_a_hunter_when_both_have_pistols_and_armour():
    """By default the spy flees and the hunter stays (P41).

    Formerly the hunter ran from the spy's armour, so more than half of the spies passed.
    """
    arms = sample_kit("heavy_pistol", "body_armour")
    ambush = sample_ambush(
        sample_fighter(0, "cautious", BASE, arms, armour=3),
        sample_fighter(1, "flee_first", BASE, arms, armour=3),
        2,
    )
    goes_on = [
        mission_goes_on(
            ambush,
            ambush_result(fight(Setup(ambush=ambush), f"pistols {number}")),
            after_escape=False,
        )
        for number in range(30)
    ]
    assert sum(goes_on) <= 3


def test_p15_cautious_crouches_and_fires_without_cover():
    assert choose_plan(standoff(), "cautious") == plan(
        "crouch", Fire(weapon="rifle", phase=5), vanish=False
    )
    assert choose_former_plan(standoff(), "cautious") == plan(
        "crouch", Fire(weapon="rifle"), vanish=False
    )


def test_p15_cautious_moves_to_nearby_cover():
    ground = ground_with(("t", 23, 22))
    state = standoff(two=fighter(1, dp=9), ground=ground)
    chosen = choose_plan(state, "cautious")
    assert chosen.action == Fire(weapon="rifle") and chosen.phases[0] == (), (
        "fires first, then moves"
    )
    dice = SeededDice(seed_from("cover"), 1)
    for seat, move in ((ADA, chosen), (BEA, plan())):
        state, _ = submit(AMBUSH, state, seat=seat, move=move, dice=dice)
    land, here = terrain_of(ground), state.own[ADA].man.at
    assert land.gives_cover(land.line_of_sight(here, square_at(20, 44)), square_at(20, 44))


def test_p15_aggressive_closes_to_four_squares_while_firing():
    chosen = choose_plan(standoff(), "aggressive")
    assert chosen.phases == (("s",),) * 5 and chosen.action == Fire(weapon="rifle")
    near = choose_plan(standoff(there=(20, 24)), "aggressive")
    assert near.phases == ()


def test_p15_aggressive_without_a_gun_closes_to_arms_length():
    setup = make_setup("aggressive", "cautious", gear=("knife",))
    chosen = choose_plan(standoff(fighter(0, "knife"), fighter(1), there=(20, 23)), "aggressive")
    assert chosen.action == Fire(weapon="knife") and chosen.phases[0] == ("s",)
    assert AMBUSH.outcome(fight(setup, "knives")) is not None


def test_p15_flee_first_runs_if_the_edge_is_within_four_turns():
    state = standoff(here=(20, 15), there=(20, 35))
    assert choose_plan(state, "flee_first").phases == (("n",),) * 5


def test_p15_flee_first_with_stealth_breaks_sight_if_the_edge_is_far():
    ground = ground_with(*[("#", 26, y) for y in range(20, 27)])
    middle: dict[str, Any] = {"here": (24, 23), "there": (24, 40), "ground": ground}
    able = choose_plan(standoff(fighter(0), **middle), "flee_first")
    state = standoff(fighter(0), **middle)
    dice = SeededDice(seed_from("hide"), 1)
    for _ in range(4):
        for seat, move in ((ADA, choose_plan(state, "flee_first")), (BEA, plan(vanish=False))):
            state, _ = submit(AMBUSH, state, seat=seat, move=move, dice=dice)
        if not state.own[ADA].seen:
            break
    assert able.action is None and not state.own[ADA].seen
    clumsy = choose_plan(standoff(fighter(0, stealth=-4), **middle), "flee_first")
    assert clumsy.phases == (("n",),) * 5, "it runs without stealth"


def test_p15_doctrine_reloads_an_empty_gun():
    state = standoff(fighter(0, "rifle", "rifle_clip"))
    empty = changed(
        state.own[ADA].man, fired=(changed(state.own[ADA].man.who.kit.items[0], count=20),)
    )
    state = changed(state, own=(changed(state.own[ADA], man=empty), state.own[BEA]))
    assert choose_plan(state, "cautious").action == Reload(weapon="rifle")


def test_p30_doctrine_does_not_fire_a_launcher_at_its_own_feet():
    far = choose_plan(standoff(fighter(0, "grenade_launcher")), "aggressive")
    assert far.action == Throw(gear="grenade_launcher")
    near = choose_plan(standoff(fighter(0, "grenade_launcher"), there=(20, 23)), "aggressive")
    assert near.action == Fire()


def test_p15_aggressive_searches_the_last_known_square():
    wall = ground_with(*[("#", x, 30) for x in range(10, 30)])
    state = standoff(ground=wall)
    before = squared_distance(state.own[ADA].man.at, state.own[ADA].mark.at)
    chosen = choose_plan(state, "aggressive")
    assert chosen.phases and not chosen.vanish and before > 0


def test_p15_sense_rifle_beats_no_gun_and_flee_first_escapes():
    wins: Counter[str] = Counter()
    for number in range(30):
        armed = sample_fighter(0, "cautious", BASE, sample_kit("rifle", "rifle_clip"))
        wins[
            ambush_result(
                fight(
                    Setup(
                        ambush=sample_ambush(
                            armed, sample_fighter(1, "aggressive", BASE, sample_kit("knife")), 3
                        )
                    ),
                    f"a{number}",
                )
            ).ambusher.felled_with
        ] += 1
    assert wins["handgunner"] >= 20
    flees = [
        ambush_result(fight(make_setup("aggressive", "flee_first"), f"b{number}")).ambushed
        for number in range(30)
    ]
    assert sum(bool(end.left) for end in flees) >= 10
    assert Fighter() not in [end for end in flees if end.left]


def test_p19_doctrine_finishes_a_duel_that_players_began():
    state = standoff()
    for seat in (ADA, BEA):
        state, _ = submit(AMBUSH, state, seat=seat, move=plan("n"), dice=seeded_dice("begun"))
    ply = 10
    while acting := AMBUSH.to_act(state):
        ply += 1
        move = DOCTRINE.choose(AMBUSH.view(state, acting[0]), acting[0], seeded_dice(f"late {ply}"))
        state, _ = submit(AMBUSH, state, seat=acting[0], move=move, dice=seeded_dice(f"dice {ply}"))
    assert state.table.turn <= 30


def test_p15_spectator_has_no_doctrine():
    with pytest.raises(ValueError):
        DOCTRINE.choose(AMBUSH.view(standoff(), None), ADA, seeded_dice("nobody"))


def test_replay_uses_the_doctrine_edition_that_fought_the_ambush():
    """Fights are not stored. A replay uses the doctrine edition that fought the ambush."""
    arms = sample_kit("heavy_pistol", "body_armour")
    ambush = sample_ambush(
        sample_fighter(0, "cautious", BASE, arms, armour=3),
        sample_fighter(1, "cautious", BASE, arms, armour=3),
        2,
    )
    seed, house = seed_from("pistols 1"), HouseRules()
    fights = [
        tuple(by_doctrine.fight_steps(by_doctrine.fight_setup(ambush, house, ours), seed, doctrine))
        for doctrine, ours in by_doctrine.EDITIONS
        if ours != NUMBERS_WITHOUT_EXHAUSTION
    ]
    ends = [ambush_result(fight[-1][0]) for fight in fights]
    assert len(set(map(encode, ends))) == len(ends), "each edition fights differently"
    for told, came_to in zip(fights, ends, strict=True):
        assert by_doctrine.replay_fight(ambush, house, seed, came_to) == told
    assert by_doctrine.replay_fight(ambush, house, seed, AmbushResult(turns=29)) == ()


def test_p43_a_past_fight_with_bare_hands_replays_without_exhaustion():
    one, two = [sample_fighter(seat, "aggressive", Skills(), sample_kit()) for seat in (0, 1)]
    ambush, house, seed = sample_ambush(one, two, 1), HouseRules(), seed_from("bare hands")
    past, present = [
        tuple(
            by_doctrine.fight_steps(
                by_doctrine.fight_setup(ambush, house, numbers), seed_from("bare hands")
            )
        )
        for numbers in (NUMBERS_WITHOUT_EXHAUSTION, NUMBERS)
    ]
    assert present[-1][0].table.ending == "exhaustion"
    assert past[-1][0].table.turn > present[-1][0].table.turn
    for told in (past, present):
        assert by_doctrine.replay_fight(ambush, house, seed, ambush_result(told[-1][0])) == told


def test_p43_fights_with_guns_do_not_depend_on_exhaustion():
    for number, arms in enumerate((sample_kit("rifle"), sample_kit("shotgun", "body_armour"))):
        one, two = [sample_fighter(seat, "aggressive", BASE, arms) for seat in (0, 1)]
        ambush, seed = sample_ambush(one, two, number), seed_from(f"guns {number}")
        ends = {
            encode(by_doctrine.doctrine_result(ambush, HouseRules(), seed, numbers))
            for numbers in (NUMBERS_WITHOUT_EXHAUSTION, NUMBERS)
        }
        assert len(ends) == 1
