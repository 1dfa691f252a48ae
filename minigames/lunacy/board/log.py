"""Log lines for events, including the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from minigames.lunacy.rules import events as e
from minigames.lunacy.rules.judging import colour_name
from minigames.lunacy.rules.laboratory import name
from minigames.lunacy.rules.values import Flee, Wield

from .words import (
    AGAINST,
    TRAPS,
    WEAPONS,
    Speaker,
    big,
    cop,
    counted,
    defence,
    device,
    die,
    heap,
    listed,
    weapon,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.values import Seat
    from minigames.lunacy.rules.values import Sealed

ENDINGS: Final = {
    "escaped": "A spy got away with the Thingamajig.",
    "killed": "A spy died for the third time.",
    "both-killed": "Both spies died for the third time. The match is a draw.",
    "police": "The police carried off the Thingamajig. No one wins.",
    "round-limit": "The last round is over. The match is a draw.",
}


def say(event: e.Event, names: Sequence[str], me: Seat | None) -> str:  # noqa: C901, PLR0912 - one line an event
    """Return the log line of an event for a seat that received it."""
    who = Speaker(names, me)
    match event:
        case e.Began(first=first, black=black):
            start = (
                f"{who.does(black, 'are', 'is')} Black and "
                f"{'start' if black == me else 'starts'} at the left entrance."
            )
            return f"{start} {who.does(first, 'move', 'moves')} first."
        case e.Dealt(weapons=weapons, defences=defences):
            return (
                f"You are dealt weapons: {heap(weapons, WEAPONS)}; defences against: "
                f"{heap(defences, AGAINST)}."
            )
        case e.Circled(seat=seat, number=number):
            return f"{who.does(seat, 'circle', 'circles')} number {number}."
        case e.TurnBegan(round=number, seat=whose, points=points):
            return f"Round {number}: " + (
                "the police move."
                if whose is None
                else f"{who.whose(whose)} turn, {counted(points, 'point')}."
            )
        case e.Went(seat=seat, to=to, points=points):
            return f"{who.does(seat, 'go', 'goes')} to {name(to)}, {counted(points, 'point')} left."
        case e.Searches(seat=seat, room=room):
            return f"{who.does(seat, 'search', 'searches')} {name(room)}."
        case e.TrapMet():
            return _trap(event, who)
        case e.Found(seat=seat, numbers=numbers):
            return f"{who.does(seat, 'find', 'finds')} {listed(numbers)} of the Thingamajig!"
        case e.Saw(device=lies, tokens=tokens, pieces=pieces):
            held = f" You hold {listed(pieces)}." if pieces else ""
            return f"You see: {device(lies)} for a device; tokens: {listed(tokens)}.{held}"
        case e.LeftBehind(device=left, hide=hide):
            hidden = f", with {listed(hide)} hidden under it" if hide else ""
            return f"You leave behind: {device(left)}{hidden}."
        case e.SearchEnded():
            return _search_ended(event, who)
        case e.Slid(seat=seat, to=to):
            return f"{who.does(seat, 'slide', 'slides')} on the oil to {name(to)}."
        case e.Changed(seat=seat):
            return (
                "You change equipment. Your opponent learns nothing else."
                if seat == me
                else f"{who.name(seat)} changes equipment, or pretends to."
            )
        case e.Carries(weapon=held, defence=worn):
            return (
                f"In use now: {weapon(held) if held else 'no weapon'}, "
                f"{defence(worn) if worn else 'no defence'}."
            )
        case e.Shopped(seat=seat):
            return f"{who.does(seat, 'go', 'goes')} shopping."
        case e.BagSeen(colours=colours):
            seen = [f"{colours.count(one)} × {colour_name(one)}" for one in dict.fromkeys(colours)]
            return f"In the bag: {listed(seen)}."
        case e.Bought(took=took, gave=gave):
            taken = f"the {colour_name(took)} piece" if took else "nothing"
            given = f", and give the {colour_name(gave)} one back" if gave else ""
            return f"You take {taken}{given}."
        case e.ShopLeft(seat=seat):
            return f"{who.does(seat, 'have', 'has')} finished shopping."
        case e.Grabbed(seat=seat):
            return (
                f"Smash and grab! {who.does(seat, 'swap', 'swaps')} all of that kind for "
                "unseen pieces."
            )
        case e.Drew(colours=colours):
            return f"You drew: {listed([colour_name(each) for each in colours])}."
        case e.Mended(seat=seat, health=health):
            return f"{who.does(seat, 'mend', 'mends')}: health {health}."
        case e.CombatBegan(room=room, spies=spies, cop=caller):
            attack = who.does(spies[0], "attack", "attacks")
            return f"Combat in {name(room)}! " + (
                f"{attack} {who.inside(spies[1])}."
                if caller is None
                else f"{who.name(spies[0])} against {cop(caller)}."
            )
        case e.SealedChoice(choice=choice):
            return f"You choose in secret: {_choice(choice)}."
        case e.Exchanged():
            return _exchange(event, who)
        case e.PoliceExchanged():
            return _police_exchange(event, who)
        case e.Answered(fleeing=()):
            return "No one flees. The fight continues."
        case e.Answered(fleeing=(_, _)):
            return "Both want to flee. Only the defender gets away."
        case e.Answered(fleeing=fleeing):
            return f"{who.does(fleeing[0], 'flee', 'flees')}."
        case e.MustFlee(seat=seat):
            return f"Three exchanges without damage: {who.does(seat, 'have', 'has')} to flee."
        case e.Fled(seat=seat, to=to):
            return f"{who.does(seat, 'run', 'runs')} to {name(to)}."
        case e.Died():
            return _died(event, who)
        case e.Returned(seat=seat, to=to):
            return f"{who.does(seat, 'return', 'returns')} at {name(to)} with full health."
        case e.CopCame(cop=rank, to=to):
            return f"Alarm! {big(cop(rank))} comes in at {name(to)}."
        case e.CopMoved(cop=rank, path=path):
            return (
                f"{big(cop(rank))} goes to {name(path[-1])}."
                if path
                else f"{big(cop(rank))} stays."
            )
        case e.CopsCombined(cop=rank, pieces=pieces):
            return f"The police combine: {cop(rank)} carries {listed(pieces)}."
        case e.CopHealed(cop=rank):
            return f"{big(cop(rank))} recovers."
        case e.CopKilled(cop=rank, pieces=pieces):
            return (
                f"{big(cop(rank))} is out of the way for "
                f"now{f' and drops {listed(pieces)}' if pieces else ''}."
            )
        case e.Ended(outcome=outcome):
            return ENDINGS[outcome.ending]
        case _:
            assert_never(event)


def _trap(met: e.TrapMet, who: Speaker) -> str:
    lines = [f"{big(TRAPS[met.colour])} in {name(met.room)}!"]
    if met.disarmed:
        return f"{lines[0]} {big(who.whose(met.seat))} {defence(met.colour)} disarms it."
    if met.face:
        lines.append(f"The die falls {die(met.face)}.")
    lines.append(f"{who.does(met.seat, 'lose', 'loses')} {met.damage}, health {met.health}.")
    if met.dissolved:
        lines.append(f"{big(who.whose(met.seat))} {WEAPONS[met.dissolved]} dissolves.")
    if met.burnt:
        lines.append(f"{big(who.whose(met.seat))} {defence(met.burnt)} burns.")
    if met.halted:
        lines.append(f"The {met.halted} stops any search there.")
    if met.colour == "light_blue":
        lines.append("The rest of the turn is lost, and a point of the next.")
    lines.append(f"Shown: {defence(met.defence) if met.defence else 'no defence in use'}.")
    return " ".join(lines)


def _search_ended(event: e.SearchEnded, who: Speaker) -> str:
    took = (
        f" {who.does(event.seat, 'pick', 'picks')} up: {heap(event.took, WEAPONS)}."
        if event.took
        else ""
    )
    dropped = (
        f" {who.does(event.seat, 'drop', 'drops')}: {heap(event.dropped, WEAPONS)}."
        if event.dropped
        else ""
    )
    left = "leaving the room bare" if event.bare else "leaving a device"
    return (
        f"{who.does(event.seat, 'finish', 'finishes')} the search of {name(event.room)}, "
        f"{left}.{took}{dropped}"
    )


def _choice(choice: Sealed) -> str:
    if isinstance(choice, Wield):
        return "the sword" if choice.use == "sword" else "the weapon in use"
    return f"to flee to {name(choice.to)}" if isinstance(choice, Flee) else "to stay"


def _blow(blow: e.Blow, who: Speaker) -> str:
    held = (
        "the sword"
        if blow.use == "sword"
        else f"the {WEAPONS[blow.weapon]}"
        if blow.weapon
        else "a weapon"
    )
    thrown = f", die {die(blow.face)}" if blow.face else ""
    worn = (
        ""
        if blow.defence is None
        else f", {defence(blow.defence)} shown"
        if blow.defence
        else ", no defence shown"
    )
    hurt = f"loses {blow.damage}, health {blow.health}" if blow.damage else "is unhurt"
    if blow.seat == who.me:
        hurt = f"you lose {blow.damage}, health {blow.health}" if blow.damage else "you are unhurt"
    return f"{who.name(blow.seat)}: {held}{thrown}{worn}; {hurt}."


def _exchange(event: e.Exchanged, who: Speaker) -> str:
    return " ".join([_blow(blow, who) for blow in event.blows])


def _police_exchange(event: e.PoliceExchanged, who: Speaker) -> str:
    thrown = f" throws {die(event.face)} and" if event.face else ""
    return f"{_blow(event.blow, who)} {big(cop(event.cop))}{thrown} has taken {event.hurt}."


def _died(event: e.Died, who: Speaker) -> str:
    lives = f"{counted(event.lives, 'life' if event.lives == 1 else 'live')} left"
    dropped = f" The {WEAPONS[event.weapon]} lies in {name(event.room)}." if event.weapon else ""
    taken = ""
    if event.pieces:
        taken = f" {listed(event.pieces)} of the Thingamajig: " + (
            "lies in the room." if event.cop is None else f"{cop(event.cop)} has it."
        )
    return f"{who.does(event.seat, 'die', 'dies')} in {name(event.room)}; {lives}.{dropped}{taken}"
