"""Log lines for the events that a seat received. Each line describes a single event."""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

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
    Mishap,
    Noticed,
    OfferedToPart,
    Over,
    PhaseOver,
    Placed,
    PlanSealed,
    Reloaded,
    Result,
    ShotHeard,
    Sighted,
    StealthTried,
    Stepped,
    Suffered,
)
from campaign.ledger.rules.gear import GEAR
from engine.values import Seat

from .plan_words import gear_name, plan_words
from .squares import DIRECTION_WORDS, seen_from, square_name

ENDINGS: Final = {
    "edge": "One fighter has left the map. The ambush is over.",
    "stealth": "One fighter has slipped away unseen. The ambush is over.",
    "knock_out": "One fighter is unconscious. The ambush is over.",
    "death": "One fighter is dead. The ambush is over.",
    "agreement": "Both fighters have agreed to part. The ambush is over.",
    "exhaustion": "Both fighters are exhausted and withdraw. The ambush is over.",
    "turn_limit": "Time is up. Both fighters withdraw.",
}
MISHAPS: Final[dict[Mishap, str]] = {
    "shot": "a shot hits you",
    "blow": "a blow hits you",
    "blast": "the blast catches you",
    "fire": "you burn",
}


PositionEvent: TypeAlias = Placed | PlanSealed | Stepped | Sighted | Noticed | StealthTried
AttackEvent: TypeAlias = Attacked | EnemyAttacks | ShotHeard | Suffered | Reloaded | Idle | Dazzled
ClockEvent: TypeAlias = Began | PhaseOver | Over | Result


def log_line(event: Event, reader: Seat | None) -> str:
    """Return the line that describes an event for a seat, or "" if there is none."""
    match event:
        case Placed() | PlanSealed() | Stepped() | Sighted() | Noticed() | StealthTried():
            return _position_line(event)
        case (
            Attacked() | EnemyAttacks() | ShotHeard() | Suffered() | Reloaded() | Idle() | Dazzled()
        ):
            return _attack_line(event)
        case Burst():
            return _burst_line(event, reader)
        case OfferedToPart():
            return _offer_line(event, reader)
        case Began() | PhaseOver() | Over() | Result():
            return _clock_line(event)
        case _:
            assert_never(event)


def _position_line(event: PositionEvent) -> str:
    match event:
        case Placed():
            return _placed_line(event)
        case PlanSealed():
            return f"You seal your plan: {plan_words(event.plan)}."
        case Stepped():
            return _step_line(event)
        case Sighted():
            return f"Phase {event.phase}: {_sighting_words(event.mark)}."
        case Noticed():
            return (
                f"Phase {event.phase}: the enemy "
                f"{'sees you' if event.seen else 'no longer sees you'}."
            )
        case StealthTried():
            faces = " + ".join([str(face) for face in event.faces])
            result = "You are gone." if event.escaped else "The enemy has not lost you."
            return f"You try to vanish: {faces} rolled, {event.total} in all. {result}"
        case _:
            assert_never(event)


def _placed_line(event: Placed) -> str:
    """Return the line about the start.

    After a hidden start, only the ambusher knows where both fighters are (P36).
    """
    own_place, mark = f"You stand at {square_name(event.at)}.", event.mark
    if mark.at == OFF_MAP:
        return f"{own_place} Someone is lying in wait for you, out of sight."
    hidden_note = "" if mark.in_sight else ", and neither of you can see the other"
    return (
        f"{own_place} The enemy is "
        f"{seen_from(event.at, mark.at)}{_weapon_words(mark.hand)}{hidden_note}."
    )


def _attack_line(event: AttackEvent) -> str:
    match event:
        case Attacked():
            return _own_attack_line(event)
        case EnemyAttacks():
            return f"Phase {event.phase}: the enemy {_attack_verb(event.weapon)}."
        case ShotHeard():
            return (
                f"Phase {event.sound.phase}: you hear a shot from the "
                f"{DIRECTION_WORDS[event.sound.way]}."
            )
        case Suffered():
            return _damage_line(event)
        case Reloaded():
            return f"Phase {event.phase}: you reload the {gear_name(event.weapon)}."
        case Idle():
            return "You could not carry out your planned action."
        case Dazzled():
            return f"You are blinded, to the end of turn {event.until}."
        case _:
            assert_never(event)


def _clock_line(event: ClockEvent) -> str:
    match event:
        case Began():
            return "The counters are placed. Turn 1."
        case PhaseOver():
            return f"Turn {event.turn}{f', phase {event.phase}' if event.phase > 1 else ''}."
        case Over():
            return ENDINGS.get(event.ending, "The ambush is over.")
        case Result():
            return _result_line(event)
        case _:
            assert_never(event)


def _weapon_words(hand: str) -> str:
    return f", {gear_name(hand)} in hand" if hand else ", hands empty"


def _step_line(event: Stepped) -> str:
    lost_note = " A step was blocked and is lost." if event.lost else ""
    if event.at == OFF_MAP:
        return f"Phase {event.phase}: you leave the map."
    return (
        f"Phase {event.phase}: you are at {square_name(event.at)}, "
        f"{'crouching' if event.crouched else 'standing'}.{lost_note}"
    )


def _sighting_words(mark: Mark) -> str:
    if mark.hurt == "down":
        return "the enemy is down"
    if not mark.in_sight:
        return f"the enemy goes out of sight, last seen at {square_name(mark.at)}"
    hurt_note = ", hit" if mark.hurt == "hit" else ""
    return (
        f"you see the enemy at {square_name(mark.at)}, "
        f"{'crouching' if mark.crouched else 'standing'}{_weapon_words(mark.hand)}{hurt_note}"
    )


def _attack_verb(weapon: str) -> str:
    gear = GEAR.get(weapon)
    if gear is None or (gear.weapon and gear.weapon.melee):
        return f"strikes with {'a ' if gear else ''}{gear_name(weapon)}"
    return (
        f"{'throws' if gear.grenade else 'fires'} "
        f"{'an' if gear.name[0] in 'AEIOU' else 'a'} {gear_name(weapon)}"
    )


def _own_attack_line(event: Attacked) -> str:
    gear = GEAR.get(event.weapon)
    if gear is None or (gear.weapon and gear.weapon.melee):
        attack = f"you strike with {'the ' if gear else ''}{gear_name(event.weapon)}"
    else:
        attack = f"you {'throw' if gear.grenade else 'fire'} the {gear_name(event.weapon)}"
    to_hit = event.need + sum([part.value for part in event.parts])
    modifiers = "".join([f", {part.name} {_signed(part.value)}" for part in event.parts])
    faces = " + ".join([str(face) for face in event.faces])
    roll_words = f"{faces} rolled, {max(2, event.need)} needed ({to_hit} to hit{modifiers})"
    return f"Phase {event.phase}: {attack}: {roll_words}. {_hit_words(event)}"


def _hit_words(event: Attacked) -> str:
    gear = GEAR.get(event.weapon)
    is_grenade = gear is not None and (gear.grenade or (gear.weapon and gear.weapon.fires_grenades))
    if is_grenade:
        if event.at == OFF_MAP:
            return "It rolls off the map."
        return f"It lands at {square_name(event.at)}{'' if event.hit else ', wide of the mark'}."
    if not event.hit:
        return "A miss."
    roll_words = (
        f" ({' + '.join([str(face) for face in event.damage_faces])} rolled)"
        if event.damage_faces
        else ""
    )
    return f"A hit: {event.damage} damage{roll_words}."


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}"


def _damage_line(event: Suffered) -> str:
    losses = [f"{event.armour} armour lost"] if event.armour else []
    losses += [f"{event.hits} DP lost"] if event.hits else []
    return f"Phase {event.phase}: {MISHAPS[event.how]}: {', '.join(losses) or 'no harm done'}."


def _burst_line(event: Burst, reader: Seat | None) -> str:
    owner = (
        ("The ambusher’s", "The ambushed fighter’s")[event.by]
        if reader is None
        else "Your"
        if event.by == reader
        else "The enemy’s"
    )
    faces = f" ({' + '.join([str(face) for face in event.faces])} rolled)" if event.faces else ""
    return f"{owner} {gear_name(event.gear)} goes off at {square_name(event.at)}{faces}."


def _offer_line(event: OfferedToPart, reader: Seat | None) -> str:
    if event.by == reader:
        return "You offer to part."
    role = ("ambusher", "ambushed fighter")[event.by] if reader is None else "enemy"
    return f"The {role} offers to part."


def _result_line(event: Result) -> str:
    if event.left == "edge":
        return "You got away over the edge of the map."
    if event.left == "stealth":
        return "You slipped away unseen."
    return "You brought the enemy down." if event.felled_with else ""
