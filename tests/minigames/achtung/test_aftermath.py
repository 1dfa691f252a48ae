"""Announcements and lasting effects of a match, and the end of the game."""

from __future__ import annotations

import pytest

from engine.values import Seat
from minigames.achtung.rules.endings import evaluate
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import (
    AllOpened,
    Backstab,
    ClassDealt,
    ClassUnlock,
    Disguise,
    Heal,
    Kind,
    Kinds,
    PoolChange,
    PoolsAnnounced,
    Removal,
    Sabotage,
    SabotageFound,
    SabotageTried,
    Shoot,
)

from .evenings import Evening

SCOUT, SOLDIER, PYRO, DEMOMAN, SPY = range(5)
POOL: tuple[Kinds, ...] = (("sniper", "medic", "heavy", "demoman"),)
SNIPER, MEDIC, HEAVY = 0, 1, 2
SPY_KIND: Kind = "spy"


def sabotage(target: int, guess: str) -> Sabotage:
    return Sabotage(target=Seat(target), guess=guess)  # type: ignore[arg-type]


def make_evening(**options):
    return Evening(pool="chosen", pools=POOL, creator_plays=False, **options)


# --- results --------------------------------------------------------------------------------------


def test_a7_squad_with_more_points_wins_two_halves():
    evening = Evening()
    evening.match((SOLDIER, PYRO, DEMOMAN), (5, 6, 8))
    (result,) = evening.table.results
    assert (result.winner, evening.table.halves) == (0, (2, 0))


def test_a7_tied_match_gives_both_half_a_win():
    evening = Evening()
    evening.match((0, 1, 2), (5, 6, 7))
    assert (evening.table.results[0].winner, evening.table.halves) == (None, (1, 1))


def test_only_the_winner_is_announced_by_default():
    evening = Evening()
    evening.match((PYRO, SOLDIER, SPY), (5, 6, 8), {SPY: Backstab(target=Seat(PYRO))})
    (result,) = evening.table.results
    assert (result.winner, result.totals, result.removed) == (1, (), ())


@pytest.mark.parametrize(("option", "cause"), [("removal", None), ("cause", "backstab")])
def test_removals_are_announced_with_or_without_their_cause(option, cause):
    evening = Evening(announce_removals=option)
    evening.match((PYRO, SOLDIER, SPY), (5, 6, 8), {SPY: Backstab(target=Seat(PYRO))})
    assert evening.table.results[0].removed == (Removal(seat=Seat(PYRO), cause=cause),)


def test_a21_removals_are_announced_in_seat_order_to_hide_how_they_happened():
    evening = make_evening(announce_removals="removal")
    evening.match(
        (SNIPER, MEDIC, HEAVY),
        (5, 7, 9),
        {5: Shoot(target=Seat(SNIPER)), 9: Backstab(target=Seat(7))},
    )
    assert evening.table.results[0].removed == (
        Removal(seat=Seat(SNIPER)),
        Removal(seat=Seat(7)),
    ), "the backstab came before the shot"


def test_failed_removal_is_never_announced():
    evening = make_evening(announce_removals="cause")
    evening.match((SNIPER, MEDIC, HEAVY), (7, 8, 9), {SNIPER: Shoot(target=Seat(9))})
    assert evening.table.results[0].removed == ()


def test_announced_totals_show_the_points_of_both_squads():
    evening = Evening(announce_totals=True)
    evening.match((SOLDIER, PYRO, DEMOMAN), (5, 6, 8))
    assert evening.table.results[0].totals == (6, 4)


def test_a17_disguise_changes_the_announced_total_but_not_the_result():
    evening = Evening(announce_totals=True, disguise=True)
    evening.match((SOLDIER, DEMOMAN, SPY), (5, 6, 8), {SPY: Disguise(kind="pyro")})
    (result,) = evening.table.results
    assert (result.totals, result.winner) == ((6, 4), 1), "really 3 points"


def test_a17_disguise_as_medic_adds_nothing():
    evening = Evening(announce_totals=True, disguise=True)
    evening.match((SOLDIER, DEMOMAN, SPY), (5, 6, 8), {SPY: Disguise(kind="medic")})
    assert evening.table.results[0].totals == (3, 4)


def test_a17_disguise_adds_the_complex_value_with_complex_classes():
    evening = make_evening(announce_totals=True, disguise=True, complex_classes=True)
    evening.match((SNIPER, HEAVY, SPY), (5, 6, 8), {SPY: Disguise(kind="scout")})
    assert evening.table.results[0].totals[0] == 3 + 2


def test_a17_removed_spy_is_not_disguised():
    evening = Evening(announce_totals=True, disguise=True, team_size=6)
    evening.match(
        (SOLDIER, 4, 5), (6, 7, 9), {4: Disguise(kind="pyro"), 5: Backstab(target=Seat(4))}
    )
    assert evening.table.results[0].totals == (2, 4)


# --- sabotage -------------------------------------------------------------------------------------


def test_a6_spy_learns_of_successful_sabotage_when_all_actions_resolve():
    evening = Evening()
    evening.match((0, 1, 2), (5, 6, 7), {SPY: sabotage(PYRO, "pyro"), 9: sabotage(5, "heavy")})
    assert [event.attempt.worked for event in evening.heard(SPY, SabotageTried)] == [True]
    assert [event.attempt.worked for event in evening.heard(9, SabotageTried)] == [False]
    assert evening.heard(PYRO, SabotageTried) == []


def test_a6_victim_learns_of_sabotage_after_their_next_match_in_the_squad():
    evening = Evening()
    evening.match((0, 1, 3), (5, 6, 7), {SPY: sabotage(PYRO, "pyro")})
    assert not evening.view(PYRO).own.sabotaged
    evening.match((0, 1, 2), (5, 6, 7))
    assert evening.heard(PYRO, SabotageFound) == [SabotageFound(round=2)]
    assert evening.view(PYRO).own.sabotaged
    evening.match((0, 1, 2), (5, 6, 7))
    assert len(evening.heard(PYRO, SabotageFound)) == 1, "once"


def test_a6_victim_removed_in_that_match_is_still_told():
    evening = Evening()
    evening.match((0, 1, 3), (5, 6, 7), {SPY: sabotage(PYRO, "pyro")})
    evening.match((0, PYRO, SPY), (5, 6, 7), {SPY: Backstab(target=Seat(PYRO))})
    assert evening.heard(PYRO, SabotageFound) == [SabotageFound(round=2)]


def test_a6_sabotage_lasts():
    evening = Evening(announce_totals=True)
    evening.match((0, 1, 2), (5, 6, 7), {SPY: sabotage(PYRO, "pyro")})
    evening.match((0, 1, 2), (5, 6, 7))
    assert [result.totals for result in evening.table.results] == [(5, 6), (5, 6)]


# --- lasting counts -------------------------------------------------------------------------------


def test_a9_matches_as_medic_count_unless_removed():
    evening = make_evening(complex_classes=True)
    evening.match((SNIPER, MEDIC, HEAVY), (5, 6, 7))
    evening.match((MEDIC, HEAVY, SPY), (5, 6, 7), {SPY: Backstab(target=Seat(MEDIC))})
    evening.match((SNIPER, HEAVY, SPY), (5, 6, 7))
    assert [secret.served for secret in evening.state.hidden.secrets] == [
        0,
        1,
        0,
        0,
        0,
        0,
        3,
        0,
        0,
        0,
    ]


def test_a9_ubercharge_spoilt_by_a_backstab_waits_for_the_next_match():
    evening = make_evening(complex_classes=True, announce_totals=True)
    heal = {MEDIC: Heal(targets=(Seat(HEAVY),))}
    evening.match((SNIPER, MEDIC, HEAVY), (5, 6, 7), heal)
    evening.match((SNIPER, MEDIC, HEAVY), (5, 6, 7), heal)
    evening.match((MEDIC, HEAVY, SPY), (5, 6, 7), heal | {SPY: Backstab(target=Seat(MEDIC))})
    evening.match((SNIPER, MEDIC, HEAVY), (5, 6, 7), heal)
    assert [result.totals[0] for result in evening.table.results] == [8, 8, 3, 10]


def test_a18_eyelander_counts_won_matches_in_the_squad_without_removal():
    evening = make_evening(
        unlocks="chosen",
        chosen_unlocks=(ClassUnlock(kind="demoman", unlock="eyelander"),),
        announce_totals=True,
    )
    evening.match((SNIPER, HEAVY, 3), (5, 6, 8))
    evening.match((SNIPER, HEAVY, 3), (5, 6, 8))
    assert [result.totals for result in evening.table.results] == [(4, 1), (5, 1)]
    assert evening.view(3).own.unlock == "eyelander"
    assert evening.state.hidden.secrets[8].won == 0


def test_a18_eyelander_ignores_matches_won_after_removal_or_without_him():
    evening = make_evening(announce_totals=True)
    evening.match((HEAVY, 3, SPY), (5, 6, 8), {SPY: Backstab(target=Seat(3))})
    evening.match((SNIPER, MEDIC, HEAVY), (5, 6, 8))
    assert [result.winner for result in evening.table.results] == [0, 0]
    assert evening.state.hidden.secrets[3].won == 0


# --- new classes ----------------------------------------------------------------------------------


def test_a16_only_spies_keep_their_class():
    evening = Evening(new_classes=True)
    before = [own.kind for own in evening.state.own]
    evening.match((0, 1, 2), (5, 6, 7))
    now = [own.kind for own in evening.state.own]
    assert now[SPY] == now[9] == "spy"
    assert all(
        kind != old
        for seat, (kind, old) in enumerate(zip(now, before, strict=True))
        if seat not in (SPY, 9)
    )
    assert sorted(now) == sorted(before)
    assert len(evening.heard(0, ClassDealt)) == 2
    assert len(evening.heard(SPY, ClassDealt)) == 1


def test_a6_class_change_ends_sabotage_and_allows_another_attempt():
    evening = Evening(new_classes=True)
    evening.match((0, 1, 2), (5, 6, 7), {SPY: sabotage(PYRO, "pyro")})
    assert not evening.state.hidden.secrets[PYRO].sabotaged
    assert not evening.view(PYRO).own.sabotaged
    assert evening.heard(PYRO, SabotageFound) == [SabotageFound(round=1)], "it is still told"
    evening.match((0, 1, 2), (5, 6, 7), {SPY: sabotage(PYRO, evening.state.own[PYRO].kind)})
    assert [event.attempt.worked for event in evening.heard(SPY, SabotageTried)] == [True, True]


def test_a9_class_change_resets_matches_as_medic():
    evening = make_evening(new_classes=True, complex_classes=True)
    evening.match((SNIPER, MEDIC, HEAVY), (5, 6, 7))
    assert evening.state.own[MEDIC].kind != "medic"
    assert evening.state.hidden.secrets[MEDIC].served == 0


def test_a39_class_change_resets_matches_won_as_demoman():
    evening = make_evening(new_classes=True)
    evening.match((HEAVY, MEDIC, 3), (5, 6, 8))
    assert evening.table.results[0].winner == 0
    assert evening.state.own[3].kind != "demoman"
    assert evening.state.hidden.secrets[3].won == 0


def test_a40_same_class_from_a_changed_pool_keeps_sabotage_and_counts():
    evening = make_evening(new_classes=True, pool_changes=(PoolChange(after=1, pools=POOL),))
    evening.match((HEAVY, MEDIC, 3), (5, 6, 8), {SPY: sabotage(HEAVY, "heavy")})
    assert tuple(evening.state.own[seat].kind for seat in range(4)) == POOL[0], (
        "dealt the same again"
    )
    secrets = evening.state.hidden.secrets
    assert secrets[HEAVY].sabotaged and secrets[HEAVY].told and evening.view(HEAVY).own.sabotaged
    assert (secrets[MEDIC].served, secrets[3].won) == (1, 1)


def test_a16_changed_pool_is_announced_if_pools_are():
    pool: Kinds = ("heavy", "engineer", "medic", "sniper")
    evening = Evening(
        new_classes=True, pool_changes=(PoolChange(after=1, pools=(pool,)),), announce_pool=True
    )
    assert evening.table.pools[0] == ("scout", "soldier", "pyro", "demoman", "spy")
    evening.match((0, 1, 2), (5, 6, 7))
    assert evening.heard(None, PoolsAnnounced) == [PoolsAnnounced(pools=((*pool, SPY_KIND),) * 2)]
    assert {evening.state.own[seat].kind for seat in range(4)} == {*pool}


def test_a16_unannounced_pool_changes_silently():
    pool: Kinds = ("heavy", "engineer", "medic", "sniper")
    evening = Evening(
        new_classes=True, pool_changes=(PoolChange(after=1, pools=(pool,)),), creator_plays=False
    )
    evening.match((0, 1, 2), (5, 6, 7))
    assert evening.heard(None, PoolsAnnounced) == []
    assert evening.table.terms.pool_changes == (PoolChange(after=1),)


# --- the end --------------------------------------------------------------------------------------


def play_five_matches(evening: Evening, red: tuple[int, ...], blu: tuple[int, ...]) -> None:
    for _ in range(5):
        evening.match(red, blu)


def test_a7_most_of_five_matches_win_and_spies_win_with_the_other_team():
    evening = Evening()
    play_five_matches(evening, (SOLDIER, PYRO, DEMOMAN), (5, 6, 8))
    outcome = ACHTUNG.outcome(evening.state)
    assert (outcome.winners, outcome.ending) == ((0, 1, 2, 3, 9), "five-matches")
    assert outcome.scores == (10, 10, 10, 10, 0, 0, 0, 0, 0, 10)
    assert evening.state.acting == ()


def test_a7_equal_totals_are_a_draw():
    evening = Evening()
    play_five_matches(evening, (0, 1, 2), (5, 6, 7))
    assert (ACHTUNG.outcome(evening.state).winners, ACHTUNG.outcome(evening.state).ending) == (
        (),
        "draw",
    )
    assert evaluate(evening.state, Seat(0)) == 0.5


def test_every_match_is_revealed_only_when_the_game_is_over():
    evening = Evening()
    for _ in range(4):
        evening.match((0, 1, SPY), (5, 6, 7))
    assert evening.heard(None, AllOpened) == []
    evening.match((0, 1, SPY), (5, 6, 7), {SPY: Backstab(target=Seat(0))})
    (opened,) = evening.heard(None, AllOpened)
    assert len(opened.played) == 5
    assert opened.played[4].kinds[SPY] == "spy"
    assert opened.played[4].removed == (Removal(seat=Seat(0), cause="backstab"),)


def test_value_grows_with_the_lead_of_the_side_a_seat_wins_with():
    evening = Evening()
    evening.match((SOLDIER, PYRO, DEMOMAN), (5, 6, 8))
    assert evaluate(evening.state, Seat(0)) == evaluate(evening.state, Seat(9)) == 0.6
    assert evaluate(evening.state, Seat(SPY)) == 0.4
