"""The Blow Up table: the explosives roll, the blast, and the chase of the bomber (E13, E21)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from .counterspy import guards_on_duty
from .meeting import can_fight, lay_ambush
from .step_builder import StepBuilder, find_member
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
"""Number of halves of the rolled damage that apply, and the time of the explosion.

Duds have no entry.
"""


def roll_explosives(p: StepBuilder) -> None:
    """Make the bomber's explosives roll, modified by wounds (E9, E12)."""
    now = p.now
    bomber = find_member(p.own[now.by], now.spy)
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
    """Roll the charge's damage dice, which depend on the bricks, and one location die (E13)."""
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
    """Return the hits of a blast: the total of the dice, halved (rounded down) or doubled."""
    return sum(blast.faces) * blast.halves // 2


def cell_of(throw: Throw) -> Exploded:
    """Return the cell of the Blow Up table that an explosives roll reaches."""
    return EXPLOSIVES.read(throw.total)


# --- 3 or 4: a chase of the bomber ----------------------------------------------------------------


def decide_chase(p: StepBuilder) -> None:
    """Let the target team send a counterspy on duty after a bomber who is still nearby (E36)."""
    own_state = p.own[p.now.against]
    if not own_state.on_duty:
        p.stage = "aftermath"
    elif p.table.rules.live_decisions:
        p.ask(
            p.now.against,
            AskChase(
                number=p.now.number, guards=tuple([guard.id for guard in guards_on_duty(own_state)])
            ),
        )
    else:
        send_chaser(p, standing_order_chaser(own_state))


def standing_order_chaser(own_state: Own) -> str:
    """Return the counterspy whom standing orders send after a bomber, or "" (the default)."""
    if not own_state.sheet.standing.chase_bombers or not own_state.on_duty:
        return ""
    if own_state.sheet.standing.counterspy_by == "fittest":
        return guards_on_duty(own_state)[0].id
    return own_state.on_duty[0]


def send_chaser(p: StepBuilder, spy: str) -> None:
    """Send this counterspy after the bomber, or nobody if `spy` is "" or cannot fight (E51)."""
    p.stage = "aftermath"
    spy = spy if can_fight(p, spy) else ""
    if spy or p.table.rules.live_decisions:
        p.tell(ChaseDecided(number=p.now.number, spy=spy), to=(p.now.against,))
    if spy:
        lay_ambush(p, "bomber", spy)
