"""The Blow Up table: the explosives roll, the blast, and a counterspy sent after the bomber (E13,
E21).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from .counterspy import on_duty
from .meeting import lay_ambush
from .step_builder import StepBuilder, person
from .tables import EXPLOSIVES, Exploded
from .values import AskChase, Blast, ChaseDecided, ExplosivesRolled, Own, Throw

Due: TypeAlias = Literal["now", "after_duel", "first_phase"]

BLASTS: Final[dict[Exploded, tuple[int, Due]]] = {
    "in_hand": (2, "now"),
    "soon_after": (2, "now"),
    "half": (1, "now"),
    "after_duel": (2, "after_duel"),
    "first_phase": (4, "first_phase"),
}
"""Halves of the damage rolled, and when it goes off. A dud has none."""


def roll_explosives(p: StepBuilder) -> None:
    """The bomber's explosives roll; his wounds count (E9, E12)."""
    now = p.now
    bomber = person(p.own[now.by], now.spy)
    throw = p.throw(now.by, bomber.skills.explosives + bomber.wounds)
    cell = EXPLOSIVES.read(throw.total)
    p.note(explosives=throw, blast=_blast(p, cell))
    p.tell(ExplosivesRolled(order=now.order, throw=throw), to=(now.by,))
    p.stage = (
        "chase"
        if cell == "soon_after" and not now.fought and now.verdict != "ambushed"
        else "aftermath"
    )


def _blast(p: StepBuilder, cell: Exploded) -> Blast | None:
    """The charge's dice by its bricks and its location by one die, rolled once (E13)."""
    if cell not in BLASTS:
        return None
    halves, due = BLASTS[cell]
    now = p.now
    dice = p.harm_dice()
    by_bricks = p.table.rules.bomb_dice
    bricks = p.own[now.by].sheet.orders[now.order - 1].bricks
    faces = dice.roll(by_bricks[min(max(bricks, 1), len(by_bricks)) - 1])
    return Blast(faces=faces, location=dice.die(6), halves=halves, due=due)


def blast_hits(blast: Blast) -> int:
    """The hits of a blast: rolled once, then halved (rounding down) or doubled."""
    return sum(blast.faces) * blast.halves // 2


def cell_of(throw: Throw) -> Exploded:
    """What the Blow Up table says to an explosives roll."""
    return EXPLOSIVES.read(throw.total)


# --- 3 or 4: the bomber may be chased -------------------------------------------------------------


def decide_chase(p: StepBuilder) -> None:
    """The explosives went off soon after: the target team may send any counterspy on duty after the
    bomber (E36).
    """
    own = p.own[p.now.against]
    if not own.on_duty:
        p.stage = "aftermath"
    elif p.table.rules.live_decisions:
        p.ask(
            p.now.against,
            AskChase(number=p.now.number, guards=tuple([guard.id for guard in on_duty(own)])),
        )
    else:
        chase(p, standing_chase(own))


def standing_chase(own: Own) -> str:
    """Whom standing orders send after a bomber; by default nobody."""
    if not own.sheet.standing.chase_bombers or not own.on_duty:
        return ""
    return on_duty(own)[0].id if own.sheet.standing.counterspy_by == "fittest" else own.on_duty[0]


def chase(p: StepBuilder, spy: str) -> None:
    """A counterspy goes after the bomber, or nobody does."""
    p.stage = "aftermath"
    if spy or p.table.rules.live_decisions:
        p.tell(ChaseDecided(number=p.now.number, spy=spy), to=(p.now.against,))
    if spy:
        lay_ambush(p, "bomber", spy)
