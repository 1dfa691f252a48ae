"""The plan form: its fields, their meaning, refusals and odds (P4, P6, P17, P18)."""

from __future__ import annotations

import pytest

from ambush.board.aiming import chance_words, plan_odds
from ambush.board.fighters import Duel
from ambush.rules.game import AMBUSH
from ambush.rules.ground import OFF_MAP
from ambush.rules.numbers import FORMER_NUMBERS
from ambush.rules.odds import possible_attacks
from ambush.rules.values import Fire, Plan, Reload, State, Throw
from ambush.tabletop import AMBUSH_TABLE
from engine.game import IllegalMove
from engine.values import Seat, changed
from play.tabletop.board import Choice, Draft, Field
from tests.ambush.rules.scene import fighter, ground_with, plan, standoff

from .scene import ADA, BEA, board_for, make_draft, make_duel, square_index


def read(state: State, draft: Draft, seat: Seat = ADA) -> Plan:
    found = AMBUSH_TABLE.read(AMBUSH.view(state, seat), draft)
    assert isinstance(found, Plan)
    return found


def plan_form(state: State, draft: Draft | None = None, seat: Seat = ADA) -> Choice:
    found = board_for(state, seat, draft).choice("plan")
    assert found is not None
    return found


def plan_field(state: State, name: str, draft: Draft | None = None) -> Field:
    return next(each for each in plan_form(state, draft).fields if each.name == name)


def field_values(state: State, name: str) -> list[str]:
    return [answer.value for answer in plan_field(state, name).answers]


# --- form fields ----------------------------------------------------------------------------------


def test_p17_turn_has_a_field_for_each_phase() -> None:
    names = [each.name for each in plan_form(standoff()).fields]
    assert [name for name in names if name.startswith("step")] == [
        "step1",
        "step2",
        "step3",
        "step4",
        "step5",
    ]
    assert not [name for name in names if name.startswith("run")]


def test_p4_second_steps_are_offered_in_as_many_phases_as_running_allows() -> None:
    state = standoff(fighter(0, "rifle", running=2))
    assert [each.name for each in plan_form(state).fields if each.name.startswith("run")] == [
        "run1",
        "run2",
    ]


def test_p17_phase_by_phase_form_asks_for_one_phase() -> None:
    state = standoff(phase_by_phase=True, phase=3)
    names = [each.name for each in plan_form(state).fields]
    assert [name for name in names if name.startswith("step")] == ["step3"]
    assert "from" not in names


def test_every_action_allowed_by_the_gear_is_listed_with_its_odds() -> None:
    state = standoff(fighter(0, "double_shotgun", "double_shotgun_clip", "knife", "smoke_grenade"))
    state = changed(
        state,
        own=(
            changed(
                state.own[0],
                man=changed(state.own[0].man, fired=fighter(0, "double_shotgun").kit.items),
            ),
            state.own[1],
        ),
    )
    listed = field_values(state, "action")
    assert listed == [
        "none",
        "fire:double_shotgun",
        "both:double_shotgun",
        "reload:double_shotgun",
        "throw:smoke_grenade",
        "fire:knife",
        "subdue:knife",
        "fire:",
        "subdue:",
    ]
    view = AMBUSH.view(state, ADA)
    labels = {answer.value: answer.label for answer in plan_field(state, "action").answers}
    shot, moving = possible_attacks(view)[0], possible_attacks(view, target_moving=True)[0]
    assert labels["fire:double_shotgun"] == (
        f"Fire the double-barrelled shotgun: {chance_words(shot.chance)} if they stand still, "
        f"{chance_words(moving.chance)} if they move; aimed, in phase 5, "
        f"{chance_words(possible_attacks(view, phase=5)[0].chance)}"
    )
    assert labels["fire:knife"].endswith("(not at arm’s length now)")


def test_every_listed_action_is_parsed_and_legal() -> None:
    state = standoff(fighter(0, "double_shotgun", "knife", "smoke_grenade"))
    for value in field_values(state, "action"):
        AMBUSH.check(AMBUSH.view(state, ADA), read(state, make_draft(action=value)))


def test_form_does_not_ask_again_after_firing() -> None:
    state = standoff(phase_by_phase=True, phase=2)
    fired = changed(state.own[0], man=changed(state.own[0].man, acted=True))
    names = [each.name for each in plan_form(changed(state, own=(fired, state.own[1]))).fields]
    assert "action" not in names


def test_first_step_says_what_lies_in_each_direction() -> None:
    state = make_duel(mine="S14", enemy="W30")
    labels = {answer.value: answer.label for answer in plan_field(state, "step1").answers}
    assert labels["n"] == "North: fence, the whole phase"
    assert labels["s"] == "South: open ground"
    assert plan_field(state, "step2").help == ""


def test_plan_preview_says_where_each_later_step_starts() -> None:
    state = make_duel(mine="S14", enemy="W30")
    draft = make_draft(step1="w", step2="w")
    assert plan_field(state, "step3", draft).help == "From Q14."
    labels = {answer.value: answer.label for answer in plan_field(state, "step3", draft).answers}
    assert labels["sw"] == "South-west: open ground"


# --- parsing --------------------------------------------------------------------------------------


def test_untouched_form_is_a_plan_to_stand_still_and_fire() -> None:
    state = standoff()
    asked = plan_form(state)
    draft = Draft(
        choice="plan", answers=tuple([(each.name, (each.value,)) for each in asked.fields])
    )
    assert read(state, draft) == Plan(action=Fire(weapon="rifle"))


def test_p17_steps_postures_and_the_action_are_parsed_phase_by_phase() -> None:
    state = standoff(fighter(0, "rifle", running=1))
    draft = make_draft(
        step1="n",
        run1="ne",
        step2="stay",
        step3="crouch",
        step4="stay",
        step5="stay",
        action="none",
        vanish="yes",
    )
    assert read(state, draft) == plan("n ne, , crouch")


def test_p17_first_phase_and_maximum_range_are_parsed() -> None:
    draft = make_draft(action="fire:rifle", from_="3", within="12", vanish="")
    assert read(standoff(), draft) == Plan(
        action=Fire(weapon="rifle", phase=3, within=12), vanish=False
    )


@pytest.mark.parametrize(
    ("action", "meant"),
    [
        ("both:double_shotgun", Fire(weapon="double_shotgun", barrels=2)),
        ("subdue:", Fire(subdue=True)),
        ("reload:double_shotgun", Reload(weapon="double_shotgun")),
        ("throw:smoke_grenade", Throw(gear="smoke_grenade", at=OFF_MAP)),
    ],
)
def test_each_kind_of_action_is_parsed(action: str, meant: object) -> None:
    assert read(standoff(), make_draft(action=action)).action == meant


def test_p18_grenade_targets_the_typed_square() -> None:
    assert read(standoff(), make_draft(action="throw:smoke_grenade", at="u 32")).action == Throw(
        gear="smoke_grenade", at=square_index("U32")
    )


def test_p17_phase_by_phase_plan_covers_the_current_phase() -> None:
    state = standoff(phase_by_phase=True, phase=4)
    assert read(state, make_draft(step4="n", action="fire:rifle", vanish="yes")) == Plan(
        phases=(("n",),), action=Fire(weapon="rifle", phase=4)
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"step2": "up"}, "Phase 2"),
        ({"run1": "n"}, "choose a first step"),
        ({"action": "fire:bazooka!"}, "firing actions in the list"),
        ({"action": "juggle:rifle"}, "firing actions in the list"),
        ({"action": "fire:rifle", "from_": "9"}, "the first phase to fire in"),
        ({"action": "fire:rifle", "within": "far"}, "the greatest distance"),
        ({"action": "throw:smoke_grenade", "at": "Z99"}, "such as H12"),
    ],
)
def test_unreadable_input_is_refused_with_a_hint(fields: dict[str, str], words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        read(standoff(), make_draft(**fields))


def test_choice_that_is_not_on_the_board_is_refused() -> None:
    with pytest.raises(IllegalMove, match="cannot choose that"):
        read(standoff(), make_draft("place", mine="H12", enemy="H30"))
    with pytest.raises(IllegalMove, match="Only the two"):
        AMBUSH_TABLE.read(AMBUSH.view(standoff(), None), make_draft())


# --- previews -------------------------------------------------------------------------------------


def test_preview_tells_when_the_shot_comes_and_its_odds() -> None:
    state = standoff(there=(20, 38))
    note = plan_form(
        state,
        make_draft(step1="s", step2="s", step3="s", action="fire:rifle", within="16", vanish="yes"),
    ).note
    assert note.startswith(
        "Your plan: phases 1 to 3: south; fire the rifle at first sight, within 16 squares."
    )
    assert "You fire in phase 2 if the enemy stays there. Hits: 17 % if they stand still" in note


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"step1": "stand"}, "already standing"),
        ({"action": "throw:smoke_grenade", "at": "nowhere"}, "such as H12"),
        ({"action": "reload:rifle"}, "fully loaded"),
    ],
)
def test_preview_tells_why_a_plan_is_impossible(fields: dict[str, str], words: str) -> None:
    note = plan_form(
        standoff(fighter(0, "rifle", "rifle_clip", "smoke_grenade")), make_draft(**fields)
    ).note
    assert note.startswith("Not possible yet.")
    assert words in note


def test_odds_along_a_plan_match_the_rules_at_the_end_of_each_phase() -> None:
    state = standoff(there=(20, 38))
    view = AMBUSH.view(state, ADA)
    aims = plan_odds(view, plan("s, s, crouch", Fire(weapon="rifle", phase=3)))
    assert [aim.acts for aim in aims] == [False, False, True, False, False]
    own = state.own[0]
    there = changed(
        view,
        own=changed(own, man=changed(own.man, at=square_index("U23"), crouched=True, moved=True)),
    )
    assert aims[2].stands == possible_attacks(there)[0]
    assert aims[2].moves == possible_attacks(there, target_moving=True)[0]


def test_p5_preview_shows_no_odds_where_the_enemy_is_hidden() -> None:
    state = standoff(
        ground=ground_with(("#", 21, 30), ("#", 20, 31), ("#", 19, 31), ("#", 21, 31)),
        here=(10, 20),
        there=(10, 40),
    )
    aims = plan_odds(AMBUSH.view(state, ADA), plan("e, e, e", Fire(weapon="rifle")))
    assert all(aim.sees for aim in aims[:2])
    table = board_for(state, ADA, make_draft(step1="e", action="fire:rifle")).panels[0].table
    assert table is not None
    assert [row[0] for row in table.rows] == ["1", "2", "3", "4", "5"]


def test_drawing_a_plan_changes_no_state() -> None:
    state = standoff()
    before = changed(state)
    board_for(state, ADA, make_draft(step1="n"))
    assert state == before


# --- suggested plans ------------------------------------------------------------------------------


@pytest.mark.parametrize("outfit", ["pistol", "grenades", "knife", "unarmed", "submachine_gun"])
@pytest.mark.parametrize("seat", [ADA, BEA])
def test_every_suggested_plan_takes_one_press_and_is_legal(outfit: str, seat: Seat) -> None:
    state = make_duel(Duel(ambusher=outfit, ambushed=outfit), "S14", "W30")  # type: ignore[arg-type]
    view = AMBUSH.view(state, seat)
    ready = [
        choice
        for menu in board_for(state, seat).menus
        for choice in menu.choices
        if choice.key.startswith("ready.")
    ]
    assert len({choice.move for choice in ready}) == len(ready) >= 3
    for choice in ready:
        assert choice.note
        move = AMBUSH_TABLE.read(view, Draft(choice=choice.key))
        assert move == choice.move
        AMBUSH.check(view, move)


def test_p15_ordered_doctrine_is_suggested_first() -> None:
    state = make_duel(Duel(ambusher="unarmed"), "S14", "W30")
    ready = next(menu for menu in board_for(state).menus if menu.title == "Ready plans")
    assert ready.choices[0].label == "Your doctrine: flee first"


def test_sealed_player_gets_no_suggestions() -> None:
    state = standoff()
    sealed = changed(state, own=(changed(state.own[0], plan=Plan()), state.own[1]))
    assert board_for(sealed).menus == ()
    assert board_for(sealed).headline.endswith("your plan is sealed")


def test_p38_p39_form_explains_waiting_and_firing_early() -> None:
    labels = [answer.label for answer in plan_field(standoff(), "from").answers]
    assert labels == [
        "Phase 1: right away, to stop them",
        "Phase 2",
        "Phase 3: aimed, +1 if you do not move",
        "Phase 4: aimed, +2 if you do not move",
        "Phase 5: aimed, +3 if you do not move",
    ]
    plain = [
        answer.label for answer in plan_field(standoff(numbers=FORMER_NUMBERS), "from").answers
    ]
    assert plain == [f"Phase {phase}" for phase in range(1, 6)]
