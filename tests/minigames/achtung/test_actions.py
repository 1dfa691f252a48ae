"""Available actions of a seat, with reasons for closed ones, agree with the rules."""

from __future__ import annotations

import pytest

from engine.game import IllegalMove
from engine.values import HOST, Seat
from minigames.achtung.rules.actions import OFFERS, all_offers, offer_of, squads_of
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import (
    Backstab,
    ClassUnlock,
    Disguise,
    Elect,
    Headshot,
    Heal,
    Nominate,
    Sabotage,
    Shoot,
    StandBy,
    Vote,
)

from .evenings import Evening
from .test_aftermath import HEAVY, MEDIC, POOL, SNIPER, SPY, make_evening

RED, BLU = (SNIPER, MEDIC, SPY), (5, 6, 7)


def make_locked_evening(**options):
    evening = make_evening(**options)
    evening.lock(RED, BLU)
    return evening


def open_moves(evening, seat):
    return {each.move for each in all_offers(evening.view(seat)) if not each.closed}


def test_every_kind_of_move_is_offered_in_a_fixed_order():
    assert [each.move for each in all_offers(Evening().view(0))] == list(OFFERS)


def test_spectator_is_told_that_only_players_act():
    evening = Evening()
    for view in (evening.view(None), ACHTUNG.view(evening.state, HOST)):
        assert {each.closed for each in all_offers(view)} == {
            "You watch this match; only players act."
        }


def test_other_players_are_told_who_is_captain():
    assert (
        offer_of(Evening().view(1), Nominate).closed
        == "The hat is with number 1. Only the captain nominates."
    )


def test_captain_is_told_whom_to_nominate_and_how_many():
    offered = offer_of(Evening().view(0), Nominate)
    assert (offered.closed, offered.targets, offered.max_targets) == ("", (0, 1, 2, 3, 4), 3)


def test_nobody_nominates_during_a_vote_and_voters_wait():
    evening = Evening()
    evening.nominate(0, 0, 1, 2)
    assert offer_of(evening.view(0), Nominate).closed == "Your team votes on a squad now."
    evening.play(0, Vote(yes=True))
    assert offer_of(evening.view(0), Vote).closed == "You have answered. Wait for the others."
    assert open_moves(evening, 1) == {Vote}


def test_locked_team_waits_for_the_other_one():
    evening = Evening()
    evening.nominate(0, 0, 1, 2)
    evening.votes(0, "yyyyy")
    assert (
        offer_of(evening.view(1), Nominate).closed
        == "Your squad is locked in. Wait for the other team."
    )
    assert offer_of(evening.view(1), Vote).closed == "Your squad is locked in."


def test_a12_abilities_depend_on_the_class_in_the_squad():
    evening = make_locked_evening()
    assert open_moves(evening, SNIPER) == {StandBy, Shoot}
    assert offer_of(evening.view(SNIPER), Shoot).targets == BLU
    assert open_moves(evening, MEDIC) == {StandBy, Heal}
    assert offer_of(evening.view(MEDIC), Heal).targets == (SNIPER, SPY)
    assert open_moves(evening, SPY) == {StandBy, Backstab, Sabotage}
    assert offer_of(evening.view(SPY), Backstab).targets == (SNIPER, MEDIC)
    assert open_moves(evening, HEAVY) == {StandBy}


def test_a12_only_sabotage_and_headshot_work_outside_the_squad():
    unlocks = (ClassUnlock(kind="spy", unlock="ambassador"),)
    evening = make_evening(
        unlocks="chosen", chosen_unlocks=unlocks, disguise=True, announce_totals=True
    )
    evening.lock((HEAVY, 3, SNIPER), BLU)
    assert open_moves(evening, SPY) == {StandBy, Sabotage, Headshot}
    assert offer_of(evening.view(SPY), Headshot).targets == (5, 6, 7, 8, 9), (
        "inside and outside the squad"
    )
    assert offer_of(evening.view(SPY), Sabotage).targets == (0, 1, 2, 3)
    assert offer_of(evening.view(SPY), Sabotage).kinds == LOYAL_KINDS
    assert offer_of(evening.view(SPY), Backstab).closed == "A Spy backstabs only in the squad."
    assert offer_of(evening.view(SPY), Disguise).closed == "A disguise works only in the squad."
    assert (
        offer_of(evening.view(MEDIC), Heal).closed == "A Medic heals only in the squad. Stand by."
    )


def test_a12_sniper_outside_the_squad_stands_by():
    evening = make_evening()
    evening.lock((MEDIC, HEAVY, SPY), BLU)
    assert (
        offer_of(evening.view(SNIPER), Shoot).closed
        == "A Sniper shoots only in the squad. Stand by."
    )


def test_disguise_is_offered_only_by_option():
    assert (
        offer_of(make_locked_evening().view(SPY), Disguise).closed
        == "This match is played without Disguise."
    )
    assert Disguise in open_moves(make_locked_evening(disguise=True, announce_totals=True), SPY)


def test_ambassador_is_an_unlock():
    assert (
        offer_of(make_locked_evening().view(SPY), Headshot).closed
        == "A headshot requires the Ambassador, a Spy's unlock."
    )


def test_a19_automatic_medic_only_stands_by():
    assert open_moves(make_locked_evening(medic="automatic"), MEDIC) == {StandBy}


@pytest.mark.parametrize(
    ("seat", "move"),
    [(HEAVY, "shoot"), (MEDIC, "shoot"), (SNIPER, "heal"), (SNIPER, "stab"), (MEDIC, "sabotage")],
)
def test_abilities_of_another_class_are_refused(seat, move):
    evening = make_locked_evening()
    target = Seat(5)
    moves = {
        "shoot": Shoot(target=target),
        "heal": Heal(targets=(target,)),
        "stab": Backstab(target=target),
    }
    with pytest.raises(IllegalMove, match=r"^Only a (Sniper|Medic|Spy)"):
        evening.play(seat, moves.get(move, Sabotage(target=target, guess="scout")))


@pytest.mark.parametrize(
    ("seat", "move", "sentence"),
    [
        (SNIPER, Shoot(target=Seat(8)), "someone in the other team's squad"),
        (SNIPER, Shoot(target=Seat(1)), "someone in the other team's squad"),
        (SPY, Backstab(target=Seat(SPY)), "another player of your own squad"),
        (SPY, Backstab(target=Seat(HEAVY)), "another player of your own squad"),
        (SPY, Sabotage(target=Seat(SPY), guess="scout"), "another player of your own team"),
        (SPY, Sabotage(target=Seat(5), guess="scout"), "another player of your own team"),
        (SPY, Sabotage(target=Seat(0), guess="spy"), "Spies cannot be sabotaged"),
        (MEDIC, Heal(targets=()), "in order of preference, each only once"),
        (MEDIC, Heal(targets=(Seat(MEDIC),)), "in order of preference, each only once"),
        (MEDIC, Heal(targets=(Seat(0), Seat(0))), "in order of preference, each only once"),
        (MEDIC, Heal(targets=(Seat(HEAVY),)), "in order of preference, each only once"),
    ],
)
def test_wrong_target_is_refused_with_a_hint(seat, move, sentence):
    evening = make_locked_evening()
    with pytest.raises(IllegalMove, match=sentence):
        evening.play(seat, move)


def test_medic_can_list_the_squad_or_name_one_if_dice_find_the_next():
    evening = make_locked_evening()
    evening.play(MEDIC, Heal(targets=(Seat(SPY), Seat(SNIPER))))
    evening = make_locked_evening(medic="random")
    with pytest.raises(IllegalMove, match="Choose one patient"):
        evening.play(MEDIC, Heal(targets=(Seat(SPY), Seat(SNIPER))))


def test_headshot_and_disguise_need_valid_targets():
    unlocks = (ClassUnlock(kind="spy", unlock="ambassador"),)
    evening = make_locked_evening(
        unlocks="chosen", chosen_unlocks=unlocks, disguise=True, announce_totals=True
    )
    with pytest.raises(IllegalMove, match="a player of the other team"):
        evening.play(SPY, Headshot(target=Seat(0)))
    with pytest.raises(IllegalMove, match="one of the eight classes"):
        evening.play(SPY, Disguise(kind="spy"))


def test_elected_writer_is_a_member_of_the_own_team():
    evening = Evening(team_notes=True)
    evening.lock((0, 1, 2), BLU)
    with pytest.raises(IllegalMove, match="a player of your own team"):
        evening.play(0, Elect(writer=Seat(5)))


def test_menu_lists_all_squads_except_in_very_large_teams():
    assert len(ACHTUNG.legal_moves(Evening().view(0))) == 10
    evening = Evening(team_size=16)
    squad = (0, 2, 4, 6, 8, 10)
    assert len(squads_of(evening.state.teams[0].members, 6)) == 16
    evening.nominate(0, *squad)
    assert evening.state.teams[0].squad == squad


def test_every_action_is_closed_when_the_game_is_over():
    evening = make_evening()
    for _ in range(5):
        evening.match(RED, BLU)
    assert {each.closed for each in all_offers(evening.view(0))} == {"The game is over."}
    assert POOL[0][MEDIC] == "medic"
