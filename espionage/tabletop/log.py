"""Events as lines of the log, from the ears of who heard them: made from the event alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from campaign.ledger.rules.gear import GEAR
from espionage.rules.ambush.ground import OFF
from espionage.rules.ambush.values import (
    Attacked,
    Began,
    Burst,
    Dazzled,
    EnemyAttacks,
    Idle,
    Noticed,
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

from .plan_words import gear_name, plan_words
from .squares import WAY_WORDS, name_of, seen_from

if TYPE_CHECKING:
    from engine.values import Seat
    from espionage.rules.ambush.values import Event, Mark, Mishap

ENDINGS: Final = {
    "edge": "One fighter has left the map. The ambush is over.",
    "stealth": "One fighter has slipped away unseen. The ambush is over.",
    "knock_out": "One fighter is unconscious. The ambush is over.",
    "death": "One fighter is dead. The ambush is over.",
    "turn_limit": "Time is up. Both fighters withdraw.",
}
MISHAPS: Final[dict[Mishap, str]] = {
    "shot": "a shot hits you",
    "blow": "a blow hits you",
    "blast": "the blast catches you",
    "fire": "you burn",
}


Standing: TypeAlias = Placed | PlanSealed | Stepped | Sighted | Noticed | StealthTried
Fighting: TypeAlias = Attacked | EnemyAttacks | ShotHeard | Suffered | Reloaded | Idle | Dazzled
Clock: TypeAlias = Began | PhaseOver | Over | Result


def say(event: Event, me: Seat | None) -> str:
    """An event as who heard it reads it; "" for what needs no line."""
    match event:
        case Placed() | PlanSealed() | Stepped() | Sighted() | Noticed() | StealthTried():
            return _standing(event)
        case (
            Attacked() | EnemyAttacks() | ShotHeard() | Suffered() | Reloaded() | Idle() | Dazzled()
        ):
            return _fighting(event)
        case Burst():
            return _burst(event, me)
        case Began() | PhaseOver() | Over() | Result():
            return _clock(event)
        case _:
            assert_never(event)


def _standing(event: Standing) -> str:
    """Where the two are and who sees whom."""
    match event:
        case Placed():
            return _placed(event)
        case PlanSealed():
            return f"You seal your plan: {plan_words(event.plan)}."
        case Stepped():
            return _stepped(event)
        case Sighted():
            return f"Phase {event.phase}: {_sighted(event.mark)}."
        case Noticed():
            return (
                f"Phase {event.phase}: the enemy "
                f"{'sees you' if event.seen else 'no longer sees you'}."
            )
        case StealthTried():
            faces = " + ".join([str(face) for face in event.faces])
            gone = "You are gone." if event.escaped else "The enemy has not lost you."
            return f"You try to vanish: {faces} rolled, {event.total} in all. {gone}"
        case _:
            assert_never(event)


def _placed(event: Placed) -> str:
    """The start as each side has it; out of each other's sight only the ambusher knows where both
    are (P36).
    """
    here, mark = f"You stand at {name_of(event.at)}.", event.mark
    if mark.at == OFF:
        return f"{here} Someone is lying in wait for you, out of sight."
    hidden = "" if mark.in_sight else ", and neither of you can see the other"
    return f"{here} The enemy is {seen_from(event.at, mark.at)}{_holding(mark.hand)}{hidden}."


def _fighting(event: Fighting) -> str:
    """Attacks, and what they do."""
    match event:
        case Attacked():
            return _attacked(event)
        case EnemyAttacks():
            return f"Phase {event.phase}: the enemy {_attack_verb(event.weapon)}."
        case ShotHeard():
            return (
                f"Phase {event.sound.phase}: you hear a shot from the {WAY_WORDS[event.sound.way]}."
            )
        case Suffered():
            return _suffered(event)
        case Reloaded():
            return f"Phase {event.phase}: you reload the {gear_name(event.weapon)}."
        case Idle():
            return "You could not carry out your planned action."
        case Dazzled():
            return f"You are blinded, to the end of turn {event.until}."
        case _:
            assert_never(event)


def _clock(event: Clock) -> str:
    """The beginning, the turns and the end."""
    match event:
        case Began():
            return "The counters are placed. Turn 1."
        case PhaseOver():
            return f"Turn {event.turn}{f', phase {event.phase}' if event.phase > 1 else ''}."
        case Over():
            return ENDINGS.get(event.ending, "The ambush is over.")
        case Result():
            return _result(event)
        case _:
            assert_never(event)


def _holding(hand: str) -> str:
    return f", {gear_name(hand)} in hand" if hand else ", hands empty"


def _stepped(event: Stepped) -> str:
    lost = " A step was blocked and is lost." if event.lost else ""
    if event.at == OFF:
        return f"Phase {event.phase}: you leave the map."
    return (
        f"Phase {event.phase}: you are at {name_of(event.at)}, "
        f"{'crouching' if event.crouched else 'standing'}.{lost}"
    )


def _sighted(mark: Mark) -> str:
    if mark.hurt == "down":
        return "the enemy is down"
    if not mark.in_sight:
        return f"the enemy goes out of sight, last seen at {name_of(mark.at)}"
    hurt = ", hit" if mark.hurt == "hit" else ""
    return (
        f"you see the enemy at {name_of(mark.at)}, "
        f"{'crouching' if mark.crouched else 'standing'}{_holding(mark.hand)}{hurt}"
    )


def _attack_verb(weapon: str) -> str:
    gear = GEAR.get(weapon)
    if gear is None or (gear.weapon and gear.weapon.melee):
        return f"strikes with {'a ' if gear else ''}{gear_name(weapon)}"
    return (
        f"{'throws' if gear.grenade else 'fires'} "
        f"{'an' if gear.name[0] in 'AEIOU' else 'a'} {gear_name(weapon)}"
    )


def _attacked(event: Attacked) -> str:
    gear = GEAR.get(event.weapon)
    if gear is None or (gear.weapon and gear.weapon.melee):
        what = f"you strike with {'the ' if gear else ''}{gear_name(event.weapon)}"
    else:
        what = f"you {'throw' if gear.grenade else 'fire'} the {gear_name(event.weapon)}"
    base = event.need + sum([part.value for part in event.parts])
    why = "".join([f", {part.name} {_signed(part.value)}" for part in event.parts])
    faces = " + ".join([str(face) for face in event.faces])
    rolled = f"{faces} rolled, {max(2, event.need)} needed ({base} to hit{why})"
    return f"Phase {event.phase}: {what}: {rolled}. {_struck(event)}"


def _struck(event: Attacked) -> str:
    gear = GEAR.get(event.weapon)
    thrown = gear is not None and (gear.grenade or (gear.weapon and gear.weapon.fires_grenades))
    if thrown:
        if event.at == OFF:
            return "It rolls off the map."
        return f"It lands at {name_of(event.at)}{'' if event.hit else ', wide of the mark'}."
    if not event.hit:
        return "A miss."
    rolled = (
        f" ({' + '.join([str(face) for face in event.damage_faces])} rolled)"
        if event.damage_faces
        else ""
    )
    return f"A hit: {event.damage} damage{rolled}."


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}"


def _suffered(event: Suffered) -> str:
    lost = [f"{event.armour} off your armour"] if event.armour else []
    lost += [f"{event.hits} DP lost"] if event.hits else []
    return f"Phase {event.phase}: {MISHAPS[event.how]}: {', '.join(lost) or 'no harm done'}."


def _burst(event: Burst, me: Seat | None) -> str:
    whose = (
        ("The ambusher’s", "The ambushed one’s")[event.by]
        if me is None
        else "Your"
        if event.by == me
        else "The enemy’s"
    )
    faces = f" ({' + '.join([str(face) for face in event.faces])} rolled)" if event.faces else ""
    return f"{whose} {gear_name(event.gear)} goes off at {name_of(event.at)}{faces}."


def _result(event: Result) -> str:
    if event.left == "edge":
        return "You got away over the edge of the map."
    if event.left == "stealth":
        return "You slipped away unseen."
    return "You brought the enemy down." if event.felled_with else ""
