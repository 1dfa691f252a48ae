"""The lines of the log, which include the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from engine.values import Seat
from engine.words import capital, count_noun, join_items
from minigames.lunacy.rules import events as e
from minigames.lunacy.rules.judging import colour_name
from minigames.lunacy.rules.laboratory import name
from minigames.lunacy.rules.values import Flee, Sealed, Wield

from .words import DEFENCES, TRAPS, WEAPONS, Speaker, cop, defence, device, die, heap, weapon

ENDINGS: Final = {
    "escaped": "A spy got away with the Thingamajig.",
    "killed": "A spy died for the third time.",
    "both-killed": "Both spies died for the third time. The match is a draw.",
    "police": "The police carried off the Thingamajig. No one wins.",
    "round-limit": "The last round is over. The match is a draw.",
}


def say(event: e.Event, names: Sequence[str], viewer: Seat | None) -> str:  # noqa: C901, PLR0912 - one line an event
    """Return an event's line in the log, as shown to a reader who received the event."""
    speaker = Speaker(names, viewer)
    match event:
        case e.Began(first=first, black=black):
            start = (
                f"{speaker.does(black, 'are', 'is')} Black and "
                f"{'start' if black == viewer else 'starts'} at the left entrance."
            )
            return f"{start} {speaker.does(first, 'move', 'moves')} first."
        case e.Dealt(weapons=weapons, defences=defences):
            return (
                f"You are dealt weapons: {heap(weapons, WEAPONS)}; defences against: "
                f"{heap(defences, DEFENCES)}."
            )
        case e.Circled(seat=seat, number=number):
            return f"{speaker.does(seat, 'circle', 'circles')} number {number}."
        case e.TurnBegan(round=number, seat=turn_seat, points=points):
            return f"Round {number}: " + (
                "the police move."
                if turn_seat is None
                else f"{speaker.possessive(turn_seat)} turn, {count_noun(points, 'point')}."
            )
        case e.Went(seat=seat, to=to, points=points):
            return (
                f"{speaker.does(seat, 'go', 'goes')} to {name(to)}, "
                f"{count_noun(points, 'point')} left."
            )
        case e.Searches(seat=seat, room=room):
            return f"{speaker.does(seat, 'search', 'searches')} {name(room)}."
        case e.TrapMet():
            return _trap(event, speaker)
        case e.Found(seat=seat, numbers=numbers):
            return (
                f"{speaker.does(seat, 'find', 'finds')} {join_items(numbers)} of the Thingamajig!"
            )
        case e.Saw(device=lies, tokens=tokens, pieces=pieces):
            held_pieces = f" You hold {join_items(pieces)}." if pieces else ""
            return (
                f"You see: {device(lies)} for a device; tokens: {join_items(tokens, 'none')}."
                f"{held_pieces}"
            )
        case e.LeftBehind(device=left_device, hide=hide):
            hidden = f", with {join_items(hide)} hidden under it" if hide else ""
            return f"You leave behind: {device(left_device)}{hidden}."
        case e.SearchEnded():
            return _search_ended(event, speaker)
        case e.Slid(seat=seat, to=to):
            return f"{speaker.does(seat, 'slide', 'slides')} on the oil to {name(to)}."
        case e.Changed(seat=seat):
            return (
                "You change equipment. Your opponent learns nothing else."
                if seat == viewer
                else f"{speaker.name(seat)} changes equipment, or pretends to."
            )
        case e.Carries(weapon=weapon_used, defence=defence_used):
            return (
                f"In use now: {weapon(weapon_used) if weapon_used else 'no weapon'}, "
                f"{defence(defence_used) if defence_used else 'no defence'}."
            )
        case e.Shopped(seat=seat):
            return f"{speaker.does(seat, 'go', 'goes')} shopping."
        case e.BagSeen(colours=colours):
            offers = [
                f"{colours.count(colour)} × {colour_name(colour)}"
                for colour in dict.fromkeys(colours)
            ]
            return f"In the bag: {join_items(offers, 'none')}."
        case e.Bought(took=taken_colour, gave=gave):
            taken_phrase = f"the {colour_name(taken_colour)} piece" if taken_colour else "nothing"
            return_phrase = f", and give the {colour_name(gave)} one back" if gave else ""
            return f"You take {taken_phrase}{return_phrase}."
        case e.ShopLeft(seat=seat):
            return f"{speaker.does(seat, 'have', 'has')} finished shopping."
        case e.Grabbed(seat=seat):
            return (
                f"Smash and grab! {speaker.does(seat, 'swap', 'swaps')} all of that kind for "
                "unseen pieces."
            )
        case e.Drew(colours=colours):
            return f"You drew: {join_items([colour_name(colour) for colour in colours], 'none')}."
        case e.Mended(seat=seat, health=health):
            return f"{speaker.does(seat, 'mend', 'mends')}: health {health}."
        case e.CombatBegan(room=room, spies=spies, cop=caller):
            attack = speaker.does(spies[0], "attack", "attacks")
            return f"Combat in {name(room)}! " + (
                f"{attack} {speaker.inside(spies[1])}."
                if caller is None
                else f"{speaker.name(spies[0])} against {cop(caller)}."
            )
        case e.SealedChoice(choice=choice):
            return f"You choose in secret: {_choice(choice)}."
        case e.Exchanged():
            return _exchange(event, speaker)
        case e.PoliceExchanged():
            return _police_exchange(event, speaker)
        case e.Answered(fleeing=()):
            return "No one flees. The fight continues."
        case e.Answered(fleeing=(_, _)):
            return "Both want to flee. Only the defender gets away."
        case e.Answered(fleeing=fleeing):
            return f"{speaker.does(fleeing[0], 'flee', 'flees')}."
        case e.MustFlee(seat=seat):
            return f"Three exchanges without damage: {speaker.does(seat, 'have', 'has')} to flee."
        case e.Fled(seat=seat, to=to):
            return f"{speaker.does(seat, 'run', 'runs')} to {name(to)}."
        case e.Died():
            return _died(event, speaker)
        case e.Returned(seat=seat, to=to):
            return f"{speaker.does(seat, 'return', 'returns')} at {name(to)} with full health."
        case e.CopCame(cop=rank, to=to):
            return f"Alarm! {capital(cop(rank))} comes in at {name(to)}."
        case e.CopMoved(cop=rank, path=path):
            return (
                f"{capital(cop(rank))} goes to {name(path[-1])}."
                if path
                else f"{capital(cop(rank))} stays."
            )
        case e.CopsCombined(cop=rank, pieces=pieces):
            return f"The police combine: {cop(rank)} carries {join_items(pieces, 'none')}."
        case e.CopHealed(cop=rank):
            return f"{capital(cop(rank))} recovers."
        case e.CopKilled(cop=rank, pieces=pieces):
            return (
                f"{capital(cop(rank))} is out of the way for "
                f"now{f' and drops {join_items(pieces)}' if pieces else ''}."
            )
        case e.Ended(outcome=outcome):
            return ENDINGS[outcome.ending]
        case _:
            assert_never(event)


def _trap(event: e.TrapMet, speaker: Speaker) -> str:
    lines = [f"{capital(TRAPS[event.colour])} in {name(event.room)}!"]
    if event.disarmed:
        owner = capital(speaker.possessive(event.seat))
        return f"{lines[0]} {owner} {defence(event.colour)} disarms it."
    if event.face:
        lines.append(f"The die falls {die(event.face)}.")
    lines.append(
        f"{speaker.does(event.seat, 'lose', 'loses')} {event.damage}, health {event.health}."
    )
    if event.dissolved:
        lines.append(
            f"{capital(speaker.possessive(event.seat))} {WEAPONS[event.dissolved]} dissolves."
        )
    if event.burnt:
        lines.append(f"{capital(speaker.possessive(event.seat))} {defence(event.burnt)} burns.")
    if event.halted:
        lines.append(f"The {event.halted} stops any search there.")
    if event.colour == "light_blue":
        lines.append("The rest of the turn is lost, and a point of the next.")
    lines.append(f"Shown: {defence(event.defence) if event.defence else 'no defence in use'}.")
    return " ".join(lines)


def _search_ended(event: e.SearchEnded, speaker: Speaker) -> str:
    taken_phrase = (
        f" {speaker.does(event.seat, 'pick', 'picks')} up: {heap(event.took, WEAPONS)}."
        if event.took
        else ""
    )
    dropped = (
        f" {speaker.does(event.seat, 'drop', 'drops')}: {heap(event.dropped, WEAPONS)}."
        if event.dropped
        else ""
    )
    device_phrase = "leaving the room bare" if event.bare else "leaving a device"
    return (
        f"{speaker.does(event.seat, 'finish', 'finishes')} the search of {name(event.room)}, "
        f"{device_phrase}.{taken_phrase}{dropped}"
    )


def _choice(choice: Sealed) -> str:
    if isinstance(choice, Wield):
        return "the sword" if choice.use == "sword" else "the weapon in use"
    return f"to flee to {name(choice.to)}" if isinstance(choice, Flee) else "to stay"


def _blow(blow: e.Blow, speaker: Speaker) -> str:
    weapon_phrase = (
        "the sword"
        if blow.use == "sword"
        else f"the {WEAPONS[blow.weapon]}"
        if blow.weapon
        else "a weapon"
    )
    die_phrase = f", die {die(blow.face)}" if blow.face else ""
    defence_phrase = (
        ""
        if blow.defence is None
        else f", {defence(blow.defence)} shown"
        if blow.defence
        else ", no defence shown"
    )
    hurt = f"loses {blow.damage}, health {blow.health}" if blow.damage else "is unhurt"
    if blow.seat == speaker.viewer:
        hurt = f"you lose {blow.damage}, health {blow.health}" if blow.damage else "you are unhurt"
    return f"{speaker.name(blow.seat)}: {weapon_phrase}{die_phrase}{defence_phrase}; {hurt}."


def _exchange(event: e.Exchanged, speaker: Speaker) -> str:
    return " ".join([_blow(blow, speaker) for blow in event.blows])


def _police_exchange(event: e.PoliceExchanged, speaker: Speaker) -> str:
    die_phrase = f" throws {die(event.face)} and" if event.face else ""
    blow = _blow(event.blow, speaker)
    return f"{blow} {capital(cop(event.cop))}{die_phrase} has taken {event.hurt}."


def _died(event: e.Died, speaker: Speaker) -> str:
    lives = f"{count_noun(event.lives, 'life' if event.lives == 1 else 'live')} left"
    dropped = f" The {WEAPONS[event.weapon]} lies in {name(event.room)}." if event.weapon else ""
    pieces_phrase = ""
    if event.pieces:
        pieces_phrase = f" {join_items(event.pieces)} of the Thingamajig: " + (
            "lies in the room." if event.cop is None else f"{cop(event.cop)} has it."
        )
    death = f"{speaker.does(event.seat, 'die', 'dies')} in {name(event.room)}"
    return f"{death}; {lives}.{dropped}{pieces_phrase}"
