"""Rulings that complete the published rules, as listed in minigames/achtung/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from core.web.refusals import Refused
from engine.dice import ScriptedDice
from engine.game import IllegalMove, NotYourTurn, Refusal
from engine.values import Seat
from minigames.achtung.board.options import ChangeRow, setup_of
from minigames.achtung.board.options import Evening as Options
from minigames.achtung.rules.actions import all_offers
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.options import BadSetup, check_setup
from minigames.achtung.rules.resolution import take_point_from_target
from minigames.achtung.rules.values import (
    AllOpened,
    Backstab,
    ClassDealt,
    ClassUnlock,
    Disguise,
    Elect,
    HatPassed,
    Headshot,
    Kinds,
    LetterArrived,
    Note,
    NoteArrived,
    PoolChange,
    Removal,
    Sabotage,
    SabotageTried,
    Secret,
    Setup,
    StandBy,
)
from play.services import deputies, leaving, rematches, seating, tables
from play.services.refusals import ChairTaken, NotSeated
from tests.factories import person

from .evenings import Evening
from .fights import SABOTAGED, fight, heal, red, seats, shoot, stab
from .test_aftermath import make_evening

if TYPE_CHECKING:
    from minigames.achtung.rules.values import Move

RED, BLU = seats(0, 3), seats(5, 8)
SNIPER, MEDIC, HEAVY, DEMOMAN, SPY = range(5)
AMBASSADOR: dict[str, Any] = {
    "unlocks": "chosen",
    "chosen_unlocks": (ClassUnlock(kind="spy", unlock="ambassador"),),
}


# --- A12: sabotage of a Spy -----------------------------------------------------------------------


def test_a12_sabotage_of_a_spy_fails_even_if_the_class_is_guessed():
    battle = fight("spy spy scout", does={0: Sabotage(target=Seat(1), guess="spy")})
    assert (battle.sabotaged, battle.successful_spies) == (set(), set())


def test_a12_forged_unchecked_sabotage_of_a_spy_fails():
    evening = Evening(team_size=6, spies=2)
    evening.lock(seats(0, 3), seats(6, 9))
    first, fellow = (seat for seat in range(6) if evening.state.own[seat].kind == "spy")
    forged = Sabotage(target=Seat(fellow), guess="spy")
    with pytest.raises(IllegalMove, match="Spies cannot be sabotaged"):
        evening.play(first, forged)
    evening.state, _ = ACHTUNG.apply(evening.state, Seat(first), forged, ScriptedDice())
    evening.act()
    assert [event.attempt.worked for event in evening.heard(first, SabotageTried)] == [False]
    assert not any(secret.sabotaged for secret in evening.state.hidden.secrets)


# --- backstabs and the Spy's action ---------------------------------------------------------------


def test_a24_two_spies_can_backstab_each_other():
    assert fight("spy spy scout", does={0: stab(1), 1: stab(0)}).removed == {
        0: "backstab",
        1: "backstab",
    }


def test_a24_razorback_stops_the_first_of_two_backstabs_only():
    one = fight("sniper spy spy", does={1: stab(0)}, unlocks={0: "razorback"})
    both = fight("sniper spy spy", does={1: stab(0), 2: stab(0)}, unlocks={0: "razorback"})
    assert (one.removed, one.sabotaged) == ({}, {0})
    assert (both.removed, both.sabotaged) == ({0: "backstab"}, {0})


def test_a25_spy_has_one_action_a_match_including_ambassador_and_disguise():
    evening = make_evening(disguise=True, announce_totals=True, **AMBASSADOR)
    evening.lock((SNIPER, MEDIC, SPY), BLU)
    every: list[Move] = [
        Headshot(target=Seat(9)), Disguise(kind="heavy"), Backstab(target=Seat(SNIPER)),
        Sabotage(target=Seat(MEDIC), guess="medic"), StandBy(),
    ]  # fmt: skip
    assert {each.move for each in all_offers(evening.view(SPY)) if not each.closed} == {
        type(move) for move in every
    }
    evening.play(SPY, every[0])
    assert all(each.closed for each in all_offers(evening.view(SPY)))
    for move in every:
        with pytest.raises(NotYourTurn):
            evening.play(SPY, move)
    evening.act()
    assert [deed.action for deed in evening.state.own[SPY].deeds] == every[:1]
    evening.lock((SNIPER, MEDIC, SPY), BLU)
    assert not all(each.closed for each in all_offers(evening.view(SPY))), "and another in the next"


# --- captaincy, notes and the reveal --------------------------------------------------------------


def test_a27_captaincy_moves_on_after_a_squad_is_accepted_and_the_count_restarts():
    evening = Evening()
    for captain in range(5):
        evening.nominate(captain, *RED)
        evening.votes(0, "nnnnn")
    assert evening.state.teams[0].voted == 5
    evening.nominate(0, *RED)
    assert evening.table.locked == (True, False), "it is accepted without a vote"
    assert (evening.state.teams[0].captain, evening.heard(2, HatPassed)[-1].captain) == (1, 1)
    evening.nominate(5, *BLU)
    evening.votes(1, "yyyyy")
    evening.act()
    assert (evening.state.teams[0].voted, evening.state.teams[0].captain) == (0, 1)
    assert evening.state.acting == (1, 6)
    evening.nominate(1, *RED)
    assert evening.state.teams[0].stage == "vote", "the second match is voted on again"


def test_a29_empty_notes_are_dropped_and_others_sorted_by_text():
    evening = Evening(spy_notes=True, team_notes=True, team_size=9, spies=4)
    evening.lock(seats(0, 4), seats(9, 13))
    evening.answer({seat: Elect(writer=Seat(9)) for seat in range(9, 18)}, Elect(writer=Seat(0)))
    spies = [seat for seat in range(9) if evening.state.own[seat].kind == "spy"]
    texts = dict(zip(spies, ("pear", "", "apple", "Zebra"), strict=True))
    evening.answer({seat: Note(text=text) for seat, text in texts.items()}, Note())
    assert [event.letter.text for event in evening.heard(9, NoteArrived)] == [
        "Zebra",
        "apple",
        "pear",
    ]
    assert [letter.text for letter in evening.view(9).team.letters] == ["Zebra", "apple", "pear"]
    assert evening.heard(0, NoteArrived) == [] and evening.view(0).team.letters == ()
    assert all(evening.heard(seat, LetterArrived) == [] for seat in range(18)), (
        "an empty note of a writer is not delivered"
    )


def test_a30_everything_is_revealed_when_the_game_is_over_and_nothing_before():
    evening = make_evening(
        new_classes=True,
        unlocks="chosen",
        chosen_unlocks=(ClassUnlock(kind="heavy", unlock="natascha"),),
    )
    kinds, acts = [], []
    for number in range(5):
        now = tuple([own.kind for own in evening.state.own])
        kinds.append(now)
        victim = next(seat for seat in range(3) if seat != SPY)
        acts.append(
            Backstab(target=Seat(victim))
            if number % 2
            else Sabotage(target=Seat(victim), guess=now[victim])
        )
        assert evening.table.opened == () and evening.heard(None, AllOpened) == []
        evening.match((0, 1, SPY), BLU, {SPY: acts[-1]})
    (opened,) = evening.heard(None, AllOpened)
    for seat in (None, 0, 9):
        assert evening.heard(seat, AllOpened) == [opened]
        assert evening.view(seat).table.opened == opened.played
    assert [played.kinds for played in opened.played] == kinds
    assert [[(act.seat, act.action) for act in played.acts] for played in opened.played] == [
        [(SPY, act)] for act in acts
    ]
    assert [played.removed for played in opened.played] == [
        (),
        (Removal(seat=Seat(0), cause="backstab"),),
    ] * 2 + [()]
    assert all(
        played.unlocks[seat] == ("natascha" if kind == "heavy" else None)
        for played in opened.played
        for seat, kind in enumerate(played.kinds)
        if any(played.unlocks)
    )
    assert all(sum(played.totals) > 0 for played in opened.played)


# --- unlocks --------------------------------------------------------------------------------------


def test_a32_unlock_belongs_to_the_class():
    evening = make_evening(
        new_classes=True,
        unlocks="chosen",
        chosen_unlocks=(ClassUnlock(kind="heavy", unlock="natascha"),),
    )
    before = evening.state.own
    assert before[HEAVY].unlock == "natascha"
    evening.match((SNIPER, MEDIC, HEAVY), BLU)
    after = evening.state.own
    assert after[HEAVY].kind != "heavy" and after[HEAVY].unlock is None
    (heavy,) = [seat for seat in range(5) if after[seat].kind == "heavy"]
    assert after[heavy].unlock == "natascha" and before[heavy].unlock is None
    assert [event.unlock for event in evening.heard(heavy, ClassDealt)] == [None, "natascha"]


@pytest.mark.parametrize("shown", [True, False])
def test_a32_chosen_unlocks_are_announced_with_the_pools_or_not_at_all(shown: bool):
    unlocks = (ClassUnlock(kind="heavy", unlock="natascha"),)
    evening = make_evening(unlocks="chosen", chosen_unlocks=unlocks, announce_pool=shown)
    assert evening.view(None).table.terms.chosen_unlocks == (unlocks if shown else ())
    assert bool(evening.view(None).table.pools) is shown


def test_a33_only_remaining_players_of_both_squads_draw_for_the_half_zatoichi():
    unlocks: dict[int, Any] = dict.fromkeys((0, 1, 3, 4), "half-zatoichi")
    drawn = fight(
        "soldier demoman spy",
        "demoman soldier",
        does={2: stab(0)},
        unlocks=unlocks,
        dice=ScriptedDice(3),
    )
    assert drawn.removed == {0: "backstab", 1: "duel", 3: "duel"}, "three draw, and the third stays"
    alone = fight(
        "soldier spy",
        "demoman",
        does={1: stab(0)},
        unlocks={0: "half-zatoichi", 2: "half-zatoichi"},
        dice=ScriptedDice(),
    )
    assert alone.removed == {0: "backstab"}, "a single player rolls no die"
    outside = fight(
        "soldier scout",
        "heavy",
        bench="demoman",
        unlocks={0: "half-zatoichi", 3: "half-zatoichi"},
        dice=ScriptedDice(),
    )
    assert outside.removed == {}, "players outside the squads do not draw"


def test_a33_protected_loser_of_the_draw_stays():
    charge: dict[str, Any] = {
        "does": {1: heal(0)},
        "unlocks": {0: "half-zatoichi", 2: "half-zatoichi"},
        "complex_classes": True,
    }
    assert (
        fight(
            "soldier medic",
            "demoman",
            secrets={1: Secret(served=2)},
            dice=ScriptedDice(2),
            **charge,
        ).removed
        == {}
    )
    assert fight(
        "soldier medic", "demoman", secrets={1: Secret(served=1)}, dice=ScriptedDice(2), **charge
    ).removed == {0: "duel"}


# --- points ---------------------------------------------------------------------------------------


def test_a35_any_number_of_spies_costs_an_engineer_one_point():
    assert [
        red(fight(f"engineer {spies}".strip(), "scout", complex_classes=True))
        for spies in ("", "spy", "spy spy", "spy spy spy")
    ] == [3, 2, 2, 2]


@pytest.mark.parametrize("many", [0, 1, 2, 3])
def test_a35_each_enemy_effect_against_a_class_counts(many: int):
    others = (*["scout"] * (3 - many),)
    demomen = fight("engineer", " ".join((*["demoman"] * many, *others)), complex_classes=True)
    assert red(demomen) == 3 - many
    carry: dict[int, Any] = dict.fromkeys(range(1, 1 + many), "natascha")
    nataschas = fight("scout", " ".join((*["heavy"] * many, *others)), match="flag", unlocks=carry)
    assert red(nataschas) == 3 - many
    for kind in ("soldier", "demoman"):
        feared = fight("pyro", " ".join((*[kind] * many, *others)), unlocks={0: "backburner"})
        assert red(feared) == 4 - many, kind


def test_a36_sabotaged_sniper_takes_points_from_bonk_and_protected_players_not_spies():
    hit: dict[str, Any] = {"secrets": {1: SABOTAGED}, "does": {1: shoot(0)}}
    assert red(fight("scout", "sniper", match="flag", unlocks={0: "bonk"}, **hit)) == 3 - 1
    medic: dict[str, Any] = {
        "complex_classes": True,
        "match": "control",
        "does": {1: heal(0), 2: shoot(0)},
    }
    charged = fight("demoman medic", "sniper", secrets={1: Secret(served=2), 2: SABOTAGED}, **medic)
    assert (charged.removed, red(charged)) == ({}, 2 * (3 - 1) + 2)
    worth = {}
    for kind in ("spy", "heavy"):
        battle = fight(kind, "sniper", **hit)
        battle.points[Seat(0)] = 3
        take_point_from_target(battle, Seat(1))
        worth[kind] = battle.points[Seat(0)]
    assert worth == {"spy": 3, "heavy": 2}, "even if the Spy had points to lose"


# --- refusals -------------------------------------------------------------------------------------


def pool_of(*kinds: str) -> tuple[Kinds, ...]:
    return (kinds,)  # type: ignore[return-value]


@pytest.mark.parametrize("team", [4, 5, 6, 8])
def test_a37_pool_change_to_more_than_half_one_class_is_refused(team: int):
    size = Setup(team_size=team).team_size - team // 3
    half = size // 2
    fine, crowd = (
        pool_of(*["scout"] * many, *["heavy"] * (size - many)) for many in (half, half + 1)
    )
    terms: dict[str, Any] = {"team_size": team, "pool": "chosen", "announce_pool": True}
    if size % 2 == 0:
        check_setup(Setup(pools=fine, new_classes=True, **terms))
    with pytest.raises(BadSetup, match="more than half of a pool is"):
        check_setup(Setup(pools=crowd, new_classes=True, **terms))
    check_setup(Setup(pools=crowd, **terms))


def test_a37_rule_applies_to_later_pools():
    crowd = PoolChange(after=2, pools=pool_of("scout", "scout", "scout", "heavy"))
    with pytest.raises(BadSetup, match="more than half of a pool is Scout"):
        check_setup(Setup(new_classes=True, pool_changes=(crowd,), announce_pool=True))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "options",
    [
        {"host": "is_the_administrator"},
        {"host": "arranges_and_stays_away", "matches": "from_a_secret_list"},
    ],
    ids=["administrator", "secret list"],
)
def test_a38_creator_with_secrets_cannot_play_or_be_deputy_and_alone_opens_a_rematch(
    options: dict[str, Any],
):
    knows, plays = person("knows"), person("plays")
    bots = ["bot:random"] * 9
    with pytest.raises(Refused) as refused:
        tables.open_table(user=knows, game="achtung", options=options, seats=["me", *bots])
    assert refused.value.problems[0].field == "seats"
    table = tables.open_table(user=knows, game="achtung", options=options, seats=["open", *bots])
    with pytest.raises(ChairTaken):
        seating.sit_down(table_id=table.pk, user=knows)
    seating.sit_down(table_id=table.pk, user=plays)
    with pytest.raises(Refused, match="without playing"):
        deputies.name_deputy(table_id=table.pk, user=plays, username=knows.get_username())
    leaving.resign(table_id=table.pk, user=plays)
    with pytest.raises(NotSeated, match=f"Only {knows.get_username()}"):
        rematches.rematch(table_id=table.pk, user=plays)
    assert rematches.rematch(table_id=table.pk, user=knows).opened_by == knows


def test_a42_classes_change_randomly_or_to_chosen_ones_after_a_match():
    rows = (
        ChangeRow(after=2, kind="scout", red=2, blu=2),
        ChangeRow(after=2, kind="heavy", red=2, blu=2),
    )
    assert setup_of(Options(new_classes=True, random_pools_after=(2,)), 10).pool_changes == (
        PoolChange(after=2),
    )
    made = setup_of(Options(new_classes=True, chosen_pools_after=rows, pool_shown=True), 10)
    assert made.pool_changes == (
        PoolChange(after=2, pools=pool_of("scout", "scout", "heavy", "heavy")),
    )
    with pytest.raises(
        Refusal, match="After match 2 classes change both at random and to chosen ones"
    ):
        setup_of(
            Options(
                new_classes=True, random_pools_after=(2,), chosen_pools_after=rows, pool_shown=True
            ),
            10,
        )
    with pytest.raises(Refusal, match="The chosen classes after match 2 have no players"):
        setup_of(
            Options(
                new_classes=True,
                chosen_pools_after=(ChangeRow(after=2, kind="scout"),),
                pool_shown=True,
            ),
            10,
        )
