"""The log: each heard event in the words of its reader (P14)."""

from __future__ import annotations

import pytest

from ambush.rules.ground import OFF_MAP
from ambush.rules.values import (
    Attacked,
    Began,
    Burst,
    Dazzled,
    EnemyAttacks,
    Event,
    Idle,
    Mark,
    Noticed,
    Over,
    Part,
    PhaseOver,
    Placed,
    PlanSealed,
    Reloaded,
    Result,
    ShotHeard,
    Sighted,
    Sound,
    StealthTried,
    Stepped,
    Suffered,
)
from ambush.tabletop import AMBUSH_TABLE
from engine.values import Seat
from tests.ambush.rules.scene import plan

from .scene import ADA, BEA, NAMES, square_index

SHOT = Attacked(
    phase=2,
    weapon="rifle",
    need=9,
    parts=(Part(name="on foot", value=-3), Part(name="target not moving", value=1)),
    faces=(4, 5),
    hit=True,
    damage=3,
)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            Placed(
                at=square_index("H12"),
                mark=Mark(at=square_index("H30"), in_sight=True, hand="rifle"),
            ),
            "You stand at H12. The enemy is at H30, 18 squares (4½ in) south, rifle in hand.",
        ),
        (Began(), "The counters are placed. Turn 1."),
        (
            PlanSealed(plan=plan("n, n, , crouch", vanish=False)),
            (
                "You seal your plan: phases 1 to 2: north; phase 3: stand still; phase 4: crouch; "
                "no firing action; do not try to vanish."
            ),
        ),
        (
            Stepped(phase=1, at=square_index("H13"), crouched=False, paced=1, diagonals=0, lost=0),
            "Phase 1: you are at H13, standing.",
        ),
        (
            Stepped(phase=1, at=square_index("H13"), crouched=True, paced=1, diagonals=0, lost=1),
            "Phase 1: you are at H13, crouching. A step was blocked and is lost.",
        ),
        (
            Stepped(phase=4, at=OFF_MAP, crouched=False, paced=1, diagonals=0, lost=0),
            "Phase 4: you leave the map.",
        ),
        (
            Sighted(
                phase=3,
                mark=Mark(at=square_index("K9"), in_sight=True, crouched=True, hand="", hurt="hit"),
            ),
            "Phase 3: you see the enemy at K9, crouching, hands empty, hit.",
        ),
        (
            Sighted(phase=3, mark=Mark(at=square_index("K9"), turn=2, phase=3)),
            "Phase 3: the enemy goes out of sight, last seen at K9.",
        ),
        (
            Sighted(phase=3, mark=Mark(at=square_index("K9"), in_sight=True, hurt="down")),
            "Phase 3: the enemy is down.",
        ),
        (Noticed(phase=2, seen=True), "Phase 2: the enemy sees you."),
        (Noticed(phase=2, seen=False), "Phase 2: the enemy no longer sees you."),
        (
            SHOT,
            (
                "Phase 2: you fire the rifle: 4 + 5 rolled, 9 needed (7 to hit, on foot −3, target "
                "not moving +1). A hit: 3 damage."
            ),
        ),
        (
            Attacked(
                phase=1,
                weapon="",
                need=7,
                parts=(),
                faces=(4, 4),
                hit=True,
                damage_faces=(5,),
                damage=2,
            ),
            (
                "Phase 1: you strike with bare hands: 4 + 4 rolled, 7 needed (7 to hit). A hit: 2 "
                "damage (5 rolled)."
            ),
        ),
        (
            Attacked(phase=1, weapon="knife", need=8, parts=(), faces=(1, 2), hit=False),
            "Phase 1: you strike with the knife: 1 + 2 rolled, 8 needed (8 to hit). A miss.",
        ),
        (
            Attacked(
                phase=1,
                weapon="smoke_grenade",
                need=9,
                parts=(),
                faces=(1, 2),
                hit=False,
                at=square_index("B2"),
                drift=(3, 6),
            ),
            (
                "Phase 1: you throw the smoke grenade: 1 + 2 rolled, 9 needed (9 to hit). It lands "
                "at B2, wide of the mark."
            ),
        ),
        (
            Attacked(
                phase=1,
                weapon="grenade_launcher",
                need=7,
                parts=(),
                faces=(5, 2),
                hit=True,
                at=square_index("B2"),
            ),
            (
                "Phase 1: you fire the grenade launcher: 5 + 2 rolled, 7 needed (7 to hit). It "
                "lands at B2."
            ),
        ),
        (
            EnemyAttacks(phase=5, weapon="assault_rifle"),
            "Phase 5: the enemy fires an assault rifle.",
        ),
        (
            EnemyAttacks(phase=5, weapon="smoke_grenade"),
            "Phase 5: the enemy throws a smoke grenade.",
        ),
        (EnemyAttacks(phase=5, weapon="knife"), "Phase 5: the enemy strikes with a knife."),
        (EnemyAttacks(phase=5, weapon=""), "Phase 5: the enemy strikes with bare hands."),
        (
            ShotHeard(sound=Sound(phase=4, way="ne")),
            "Phase 4: you hear a shot from the north-east.",
        ),
        (
            Suffered(phase=2, how="shot", armour=2, hits=1),
            "Phase 2: a shot hits you: 2 armour lost, 1 DP lost.",
        ),
        (Suffered(phase=2, how="fire", armour=0, hits=0), "Phase 2: you burn: no harm done."),
        (Reloaded(phase=1, weapon="smg"), "Phase 1: you reload the submachine gun."),
        (Idle(), "You could not carry out your planned action."),
        (Dazzled(until=4), "You are blinded, to the end of turn 4."),
        (
            StealthTried(faces=(3, 4), total=8, escaped=True),
            "You try to vanish: 3 + 4 rolled, 8 in all. You are gone.",
        ),
        (PhaseOver(turn=3, phase=1), "Turn 3."),
        (PhaseOver(turn=3, phase=4), "Turn 3, phase 4."),
        (Over(ending="turn_limit", turn=30, phase=5), "Time is up. Both fighters withdraw."),
        (Result(left="edge", felled_with=""), "You got away over the edge of the map."),
        (Result(left="stealth", felled_with=""), "You slipped away unseen."),
        (Result(left="", felled_with="blade"), "You brought the enemy down."),
        (Result(left="", felled_with=""), ""),
    ],
)
def test_each_event_has_a_log_line(event: Event, words: str) -> None:
    assert AMBUSH_TABLE.say(event, NAMES, ADA) == words


@pytest.mark.parametrize(
    ("me", "whose"), [(ADA, "Your"), (BEA, "The enemy’s"), (None, "The ambusher’s")]
)
def test_everyone_hears_a_burst_in_their_own_words(me: Seat | None, whose: str) -> None:
    burst = Burst(by=ADA, gear="explosive_grenade", at=square_index("H12"), faces=(4,))
    assert (
        AMBUSH_TABLE.say(burst, NAMES, me)
        == f"{whose} explosive grenade goes off at H12 (4 rolled)."
    )


@pytest.mark.parametrize("ending", ["edge", "stealth", "knock_out", "death", "turn_limit"])
def test_p12_every_ending_has_a_sentence(ending: str) -> None:
    assert AMBUSH_TABLE.ending(ending) == AMBUSH_TABLE.say(
        Over(ending=ending, turn=1, phase=1),  # type: ignore[arg-type]
        NAMES,
        None,  # type: ignore[arg-type]
    )  # type: ignore[arg-type]
    assert AMBUSH_TABLE.ending(ending).endswith(".")
