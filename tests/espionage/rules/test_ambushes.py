"""The effects of an ambush's result on the week."""

from __future__ import annotations

import pytest

from ambush.rules.call import AmbushResult, Fighter
from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from engine.dice import ScriptedDice
from engine.game import IllegalMove
from engine.match import submit
from engine.values import HOST
from espionage.rules.values import AmbushCalled, AmbushFought, AmbushOver, Deadline, SpyRolled
from espionage.rules.week import WEEK
from tests.espionage.rules.scene import (
    ARMED,
    A,
    B,
    C,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
    team_file,
    with_person,
)

SECTION = {("ambush", A, B, 1): (2,)}
AMBUSH = {"on_counterspy_twelve": "ambush"}
DEAD = Fighter(hits=3)
DOWN = Fighter(hits=2)
RIFLE = Kit(
    items=(Packed(gear="rifle"), Packed(gear="rifle_clip", count=2), Packed(gear="body_armour"))
)


def week_with_hunt(kit=ARMED, *, house=None, files=(), alphas=None):
    """Return a week in which Bea rolls 12 or more against Ada and lies in wait."""
    return play(
        alphas or sheet_of(infiltrate("ada")),
        sheet_of(guard("bea", kit=kit), **AMBUSH),
        a=(8,),
        b=(12,),
        domains=SECTION,
        house=house,
        files=files,
    )


def week_with_spotted_counterspy(alphas=None):
    """Return a week in which Bea rolls 2 against Ada, who ambushes her afterwards."""
    return play(
        alphas or sheet_of(infiltrate("ada", kit=ARMED)),
        sheet_of(guard("bea")),
        a=(8,),
        b=(2,),
        domains=SECTION,
    )


def mission_ending(week):
    return week.debrief(A).missions[0].ending


# --- E9: does the mission go ahead? ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("guard_end", "spy_end", "ends"),
    [
        (Fighter(), DEAD, "stopped"),
        (Fighter(), DOWN, "stopped"),
        (Fighter(), Fighter(left="edge"), "stopped"),
        (Fighter(), Fighter(left="stealth"), "stopped"),
        (Fighter(), Fighter(), "stopped"),
        (DOWN, DOWN, "stopped"),
        (DEAD, DOWN, "stopped"),
        (Fighter(left="edge"), Fighter(), "saw"),
        (Fighter(left="stealth"), Fighter(hits=1), "saw"),
        (DOWN, Fighter(), "saw"),
        (DEAD, Fighter(hits=1), "saw"),
    ],
    ids=[
        "spy killed",
        "spy knocked out",
        "spy over the edge",
        "spy vanished",
        "both there at the limit",
        "both down",
        "both down, one dead",
        "counterspy over the edge",
        "counterspy vanished",
        "counterspy knocked out",
        "counterspy killed",
    ],
)
def test_e9_mission_goes_ahead_unless_the_spy_is_down_or_has_left(guard_end, spy_end, ends):
    week = week_with_hunt().fought(guard_end, spy_end, turns=30)
    assert mission_ending(week) == ends
    assert week.one(AmbushOver, A).mission_goes_on == (ends == "saw")


def test_e9_option_escaped_spy_still_carries_out_the_mission():
    week = week_with_hunt(house=HouseRules(mission_after_escape=True)).fought(
        Fighter(), Fighter(left="edge")
    )
    assert mission_ending(week) == "saw"


def test_e9_mission_roll_stands_but_wounds_lower_later_rolls():
    week = play(
        sheet_of(blow_up("ada", "b1", kit=ARMED)),
        sheet_of(guard("bea", kit=ARMED), **AMBUSH),
        a=(11,),
        b=(12,),
    )
    after = week.fought(DOWN, Fighter(hits=1, armour=3), a=(10,), harm=())
    assert after.one(SpyRolled, A).throw.total == 11
    record = after.state.hidden.records[0]
    assert (record.explosives.modifier, record.explosives.total) == (-2, 8)


def test_blow_up_ambush_is_always_at_the_truck_stop():
    week = play(
        sheet_of(blow_up("ada", "b1")),
        sheet_of(guard("bea", kit=ARMED), section=4, **AMBUSH),
        a=(11,),
        b=(12,),
    )
    assert (week.state.hidden.ambush.map, week.state.hidden.ambush.section) == ("truck_stop", 0)


def test_section_is_chosen_by_the_ambushers_standing_orders_else_by_dice():
    chosen = play(
        sheet_of(infiltrate("ada"), section=1),
        sheet_of(guard("bea", kit=ARMED), section=4, **AMBUSH),
        a=(8,),
        b=(12,),
    )
    assert chosen.state.hidden.ambush.section == 4
    assert week_with_hunt().state.hidden.ambush.section == 2


# --- input and effects of a fight -----------------------------------------------------------------


def test_host_sees_the_whole_ambush_and_each_seat_only_its_own_meeting():
    week = week_with_hunt()
    ambush = WEEK.view(week.state, HOST).ambush
    assert (
        ambush.ambusher.kit,
        ambush.ambusher.armour,
        ambush.ambusher.dp,
        ambush.ambusher.tactics,
    ) == (ARMED, 3, 3, "cautious")
    assert WEEK.to_act(week.state) == (HOST,)
    for seat in (A, B):
        assert WEEK.view(week.state, seat).ambush is None
    mine, theirs = (week.one(AmbushCalled, seat).meeting for seat in (A, B))
    assert (mine.order, mine.number, mine.ambushing, mine.mine, mine.enemy_name) == (
        1,
        0,
        False,
        "ada",
        "Bea",
    )
    assert (theirs.order, theirs.number, theirs.ambushing, theirs.mine, theirs.enemy_name) == (
        0,
        1,
        True,
        "bea",
        "Ada",
    )


@pytest.mark.parametrize(
    ("doctrine", "level", "tactics"),
    [
        ("by_skill", 0, "flee_first"),
        ("by_skill", -4, "flee_first"),
        ("aggressive", -4, "aggressive"),
        ("cautious", -4, "cautious"),
    ],
)
def test_p15_p41_doctrine_is_the_ordered_one_or_depends_on_skill(doctrine, level, tactics):
    """By default an ambusher who can shoot is cautious, and the ambushed flees first."""
    alphas = with_person(team_file("alphas"), "ada", skills={"handgunner": level})
    week = week_with_hunt(
        files=(alphas, team_file("betas")), alphas=sheet_of(infiltrate("ada"), doctrine=doctrine)
    )
    assert week.state.hidden.ambush.ambushed.tactics == tactics
    assert week.state.hidden.ambush.ambusher.tactics == "cautious"


def test_live_ambush_needs_standing_orders_and_house_rules():
    alphas = sheet_of(infiltrate("ada"), ambushes="live")
    assert not week_with_hunt(alphas=alphas).state.hidden.ambush.ambushed.live
    played = week_with_hunt(
        alphas=alphas, house=HouseRules(ambush_by_doctrine=False)
    ).state.hidden.ambush
    assert (played.ambushed.live, played.ambusher.live) == (True, False)


def test_ambush_wounds_apply_immediately_and_each_side_hears_its_own():
    week = week_with_hunt().fought(Fighter(hits=1), Fighter(left="edge"))
    assert (week.dp(B, "bea"), week.dp(A, "ada")) == (2, 3)
    assert (week.one(AmbushOver, B).lost, week.one(AmbushOver, A).lost) == (1, 0)
    assert week.one(AmbushOver, A).enemy == "standing"
    assert [(hurt.character, hurt.hits, hurt.how) for hurt in week.effects.hurt] == [
        ("bea", 1, "ambush")
    ]


def test_team_learns_only_how_the_enemy_was_left():
    over = week_with_hunt().fought(Fighter(hits=1, spent=()), DEAD).one(AmbushOver, A)
    assert (over.mine, over.enemy, over.enemy_left, over.worn.character) == (
        "dead",
        "standing",
        "",
        "ada",
    )


def test_gear_spent_in_one_ambush_is_missing_in_the_next():
    alphas = sheet_of(infiltrate("ada"), infiltrate("abe"))
    week = play(
        alphas, sheet_of(guard("bea", kit=RIFLE), **AMBUSH), a=(8,), b=(12,), domains=SECTION
    )
    spent = Fighter(
        armour=2,
        spent=(Packed(gear="rifle_clip"),),
        fired=(Packed(gear="rifle", count=5),),
        left="edge",
    )
    again = week.fought(spent, Fighter(), a=(8,), b=(12,), domains={("ambush", A, B, 2): (1,)})
    bea = again.state.hidden.ambush.ambusher
    assert bea.armour == 1
    assert bea.kit.items == (
        Packed(gear="rifle"),
        Packed(gear="rifle_clip"),
        Packed(gear="body_armour"),
    )
    assert bea.fired == (Packed(gear="rifle", count=5),)


@pytest.mark.parametrize(
    ("capture", "other", "held"),
    [
        (True, Fighter(), True),
        (False, Fighter(), False),
        (True, DOWN, False),
        (True, Fighter(left="edge"), False),
    ],
)
def test_p10_option_capture_takes_an_unconscious_fighter_before_a_standing_enemy(
    capture, other, held
):
    week = week_with_hunt(house=HouseRules(capture=capture)).fought(other, DOWN)
    assert [(row.character, row.by) for row in week.effects.captives] == (
        [("ada", B)] if held else []
    )
    assert week.one(AmbushOver, A).captured == ("mine" if held else "")
    assert week.debrief(A).captured == (("ada",) if held else ())


def test_p10_without_capture_an_unconscious_loser_returns_with_the_kit():
    week = week_with_spotted_counterspy().fought(DOWN, Fighter())
    assert week.effects.captives == ()
    assert not [row for row in week.effects.stock if row.count < 0]


def test_e26_gear_of_dead_and_captured_people_is_lost():
    week = week_with_spotted_counterspy().fought(DEAD, Fighter())
    assert {row.gear for row in week.effects.stock if row.count < 0} == {
        "heavy_pistol",
        "body_armour",
    }


def test_e17_person_killed_in_an_ambush_is_no_longer_a_target():
    from tests.espionage.rules.scene import assassinate

    week = week_with_spotted_counterspy(
        sheet_of(infiltrate("ada"), assassinate("abe", "bea"))
    ).fought(Fighter(), DEAD, a=(10,), domains={("sealed", A, B, 2): (1,)})
    assert [hurt.character for hurt in week.effects.hurt] == ["bea", "ben"]


# --- host and pending ambush ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "result",
    [
        AmbushResult(ambusher=Fighter(armour=4)),
        AmbushResult(ambusher=Fighter(hits=-1)),
        AmbushResult(ambusher=Fighter(hits=3, left="edge")),
        AmbushResult(ambusher=Fighter(felled_with="handgunner")),
        AmbushResult(ambusher=Fighter(spent=(Packed(gear="rifle"),))),
        AmbushResult(
            ambusher=Fighter(spent=(Packed(gear="heavy_pistol"), Packed(gear="heavy_pistol")))
        ),
        AmbushResult(ambusher=Fighter(fired=(Packed(gear="rifle"),))),
        AmbushResult(ambusher=Fighter(fired=(Packed(gear="heavy_pistol", count=9),))),
        AmbushResult(turns=31),
        AmbushResult(turns=0),
    ],
)
def test_impossible_ambush_result_is_refused(result):
    week = week_with_hunt()
    with pytest.raises(IllegalMove):
        submit(WEEK, week.state, seat=HOST, move=AmbushFought(result=result), dice=ScriptedDice())


def test_pending_ambush_refuses_deadlines_and_settled_one_refuses_results():
    week = week_with_hunt()
    with pytest.raises(IllegalMove):
        submit(WEEK, week.state, seat=HOST, move=Deadline(), dice=ScriptedDice())
    with pytest.raises(IllegalMove):
        WEEK.check(WEEK.view(week.fought().state, HOST), AmbushFought(result=AmbushResult()))


def test_e25_third_teams_do_not_notice_an_ambush_in_progress():
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea", kit=ARMED), **AMBUSH),
        sheet_of(),
        a=(8,),
        b=(12,),
        domains=SECTION,
    )
    quiet = play(
        sheet_of(infiltrate("ada")),
        sheet_of(infiltrate("bea", "alphas")),
        sheet_of(),
        a=(8,),
        b=(5,),
    )
    assert [type(event).__name__ for event in week.heard(C)] == ["OrderRolled"]
    assert quiet.heard(C)[0] == week.heard(C)[0]
    assert WEEK.view(week.state, C).own.meeting is None
    assert WEEK.legal_moves(WEEK.view(week.state, C)) == ()
