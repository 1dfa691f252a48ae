"""Advice for beginners in two or three sentences, based only on the view."""

from __future__ import annotations

from typing import Final

from ambush.rules.bearings import squares_to
from ambush.rules.fighting import armour_left, best_gun, is_down, is_gassed, is_wounded, rounds_left
from ambush.rules.ground import OFF_MAP
from ambush.rules.odds import possible_attacks
from ambush.rules.steps import steps_allowed
from ambush.rules.terrain import terrain_of
from ambush.rules.values import AMBUSHER, Own, View

from .aiming import chance_words
from .place_form import COVER_LABEL, covered_place

FAR_DISTANCE: Final = 16
POOR_CHANCE: Final = 10
"""Chance, in 36ths, below which a shot is not worth standing in the open."""


def next_advice(view: View) -> str:
    """Return the advice for the current situation, or "" for a spectator."""
    own_state = view.own
    if own_state is None:
        return ""
    if view.table.stage == "over":
        return _final_advice(own_state)
    if view.table.stage == "placing":
        return _placing_advice(view)
    if own_state.plan is not None:
        return (
            "Your plan is sealed, and no one can see it. When the enemy’s plan is in, both are "
            "played. The ambusher goes first in every phase."
        )
    return " ".join([_first_turn_advice(view, own_state), _turn_advice(view, own_state)]).strip()


def _placing_advice(view: View) -> str:
    if view.seat != AMBUSHER:
        return (
            "The ambusher places both of you. You then plan your first turn: look for "
            "cover, for an edge to leave by, or for the enemy."
        )
    moving_note = "In the first turn your own shots count as moving. "
    cover_note = f"“{COVER_LABEL}” finds such a place. "
    return (
        "You place both counters and move first in every phase: put yourself behind a fence, "
        "pump or tree and the enemy in the open, far from every edge. "
        f"{moving_note if view.table.numbers.springs else ''}"
        f"{cover_note if covered_place(view) else ''}"
        "Type squares and press “Show it on the board” to try your own."
    )


def _first_turn_advice(view: View, own_state: Own) -> str:
    if view.table.turn > 1 or view.table.phase > 1:
        return ""
    phases = "one phase" if view.table.phase_by_phase else "five phases"
    running_note = (
        " You are fast enough for a second step in some phases, but you cannot fire if you run."
        if steps_allowed(own_state.man, 1, view.table.numbers) > 1
        else ""
    )
    return (
        f"Plan {phases}: a step or a change of posture in each, and one firing action per turn. "
        f"You can also choose a ready plan.{running_note}"
    )


def _turn_advice(view: View, own_state: Own) -> str:
    man, mark = own_state.man, own_state.mark
    if man.blind >= view.table.turn:
        return "You see nothing this turn. Get behind something, or lie low and hope."
    if is_gassed(man, view.table.clouds, terrain_of(view.table.ground)):
        return "You are in tear gas: −4 on every roll. Leave the cloud first."
    if not mark.in_sight:
        if own_state.seen:
            return (
                "The enemy sees you, but you do not see them. Move until you do, or until "
                "something is between you."
            )
        return (
            "You are out of sight. After two whole turns unseen, you can slip away. Or move to "
            "where you see them first."
        )
    gun = best_gun(man)
    if gun is None:
        return (
            "Without a firearm, get to arm’s length or get away. Break the line of sight, then "
            "leave by the edge or unseen."
        )
    if rounds_left(man, gun) == 0:
        return "Your weapon is empty. Reloading takes the firing action, so do it out of sight."
    return _shooting_advice(view, own_state)


def _shooting_advice(view: View, own_state: Own) -> str:
    shot = next(
        (shot for shot in possible_attacks(view) if shot.kind != "blow" and not shot.hindrance),
        None,
    )
    if shot is None:
        return "None of your weapons reaches the enemy from here. Go nearer."
    odds = f"From here you hit {chance_words(shot.chance)} of the time if they stand still."
    if is_wounded(own_state.man) and not armour_left(own_state.man):
        return f"{odds} You are wounded: −2 on every roll. Getting away alive is not a defeat."
    if shot.chance * 36 < POOR_CHANCE:
        distance = squares_to(own_state.man.at, own_state.mark.at)
        advice = (
            "go nearer; within 4 squares it is +4"
            if distance > FAR_DISTANCE or own_state.man.moved
            else "brace: stand still and crouch, +1 each"
        )
        return f"{odds} Those are poor odds: {advice}, or get behind cover."
    if own_state.man.moved:
        return (
            f"{odds} Your shots count as moving this turn. Standing still, crouching and aiming "
            "help from the next turn on. Cover makes you harder to hit."
        )
    return (
        f"{odds} Standing still, crouching and waiting until phase 3 all improve your aim. An "
        "early shot can stop a runner. Moving makes you harder to hit, and cover even more so."
    )


def _final_advice(own_state: Own) -> str:
    if own_state.man.at == OFF_MAP or own_state.man.left:
        return (
            "You got away alive. In a campaign, that earns a point. Step through the match to "
            "see what the enemy did meanwhile."
        )
    if is_down(own_state.man):
        return (
            "You are down. Step through the match from both sides. Where could you have broken "
            "the line of sight?"
        )
    return "Step through the match from both sides to see what the enemy knew of you, and when."
