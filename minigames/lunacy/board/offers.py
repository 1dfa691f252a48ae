"""The choices for each action, with their costs and the reasons why some are not available."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.words import capital, count_noun, join_items
from minigames.lunacy.rules import judging, menus
from minigames.lunacy.rules.judging import Eyes, eyes_of, is_asked
from minigames.lunacy.rules.laboratory import ENTRANCES, HELIPAD, ROOMS, column, is_lift, name
from minigames.lunacy.rules.menus import Action
from minigames.lunacy.rules.police import DAMAGE, STRENGTH
from minigames.lunacy.rules.step_builder import cops_in, rival
from minigames.lunacy.rules.values import Go, View
from play.tabletop.board import Choice, Menu

from . import forms, words

CLOSED: Final = {
    "go": "Walk", "elevator": "Take the elevator", "search": "Search the room", "shop": "Shopping",
    "grab": "Smash and grab", "mend": "Mend", "done": "End the turn",
}  # fmt: skip


def offers(view: View, names: Sequence[str]) -> tuple[Menu, ...]:
    """Return the menus for a spy that has to choose. Nobody else has menus."""
    eyes = eyes_of(view)
    if eyes is None or not is_asked(eyes):
        return ()
    match eyes.table.phase:
        case "circle":
            return (_circling(eyes),)
        case "search":
            return (forms.leaving(eyes),)
        case "shop":
            return (forms.buying(eyes),)
        case "weapons":
            return (_arming(eyes),)
        case "answer" | "flee":
            return (_answering(eyes, names),)
        case "return":
            return (_returning(),)
    return tuple(_turn(view, eyes, names))


def click_targets(menus_shown: Sequence[Menu]) -> dict[int, tuple[str, str]]:
    """Return the choice and label for each place in the picture that can be clicked."""
    targets = {}
    for menu in menus_shown:
        for choice in menu.choices:
            kind, _, to = choice.key.partition(":")
            if kind in {"go", "flee", "return"} and to and not choice.closed:
                targets[int(to)] = (choice.key, f"{choice.label}: {words.place(int(to))}")
    return targets


# --- a turn ---------------------------------------------------------------------------------------


def _turn(view: View, eyes: Eyes, names: Sequence[str]) -> Iterator[Menu]:
    by_kind = {action.kind: action for action in menus.actions(view)}
    points = count_noun(eyes.table.points, "point")
    steps = [choice for kind in ("go", "elevator") for choice in _steps(eyes, by_kind[kind], names)]
    lost = f"{points} {'is' if eyes.table.points == 1 else 'are'} lost"
    end_turn = Choice(
        key="done", label="End the turn", note=lost, move=menus.END_TURN, look="quiet"
    )
    hint = f"You have {points}. You can also click a room next door."
    yield Menu(title="Your turn", choices=(_search(by_kind["search"]), *steps, end_turn), hint=hint)
    yield Menu(title="Your hands", choices=(forms.changing(eyes, by_kind["change"]),))
    yield Menu(
        title="Special rooms",
        choices=tuple([_use(eyes, by_kind[kind]) for kind in ("shop", "grab", "mend")]),
    )


def _steps(eyes: Eyes, action: Action, names: Sequence[str]) -> Iterator[Choice]:
    if action.closed:
        yield Choice(key=action.kind, label=CLOSED[action.kind], closed=action.closed)
    for move in action.moves:
        if isinstance(move, Go):
            reason = judging.why_not_go(eyes, move.to)
            price = count_noun(action.cost, "point")
            note = f"{price}, to {words.place(move.to)}{_company(eyes, move.to, names)}"
            yield Choice(
                key=f"go:{move.to}",
                label=_direction(eyes.spy.place, move.to),
                note=note,
                closed=reason,
                move=move,
            )


def _direction(start: int, to: int) -> str:
    if to == HELIPAD:
        return "Elevator to the helipad"
    if start in ENTRANCES:
        return "Walk in"
    if is_lift(start, to):
        return "Elevator up" if to > start else "Elevator down"
    return "Walk right" if column(to) > column(start) else "Walk left"


def _company(eyes: Eyes, to: int, names: Sequence[str]) -> str:
    """Return the names of the opponents that the spy would have to fight in this place."""
    opponents = (
        [names[rival(eyes.seat)]]
        if eyes.table.spies[rival(eyes.seat)].place == to and to in ROOMS
        else []
    )
    opponents += [words.cop(cop.rank) for cop in cops_in(eyes.table, to)]
    return f" – combat with {join_items(opponents)}!" if opponents else ""


def _search(action: Action) -> Choice:
    return Choice(
        key="search",
        label=CLOSED["search"],
        note="1 point",
        closed=action.closed,
        move=menus.SEARCH,
        look="main",
    )


def _use(eyes: Eyes, action: Action) -> Choice:
    kind = action.kind
    note = {
        "shop": "1 point: look into the bag, take one piece",
        "grab": "1 point: swap all you have for unseen pieces",
        "mend": "1 point: 1 health",
    }[kind]
    ask = ""
    if kind == "grab" and not action.closed:
        ask = (
            f"Put all {len(judging.owned(eyes))} back into the bag, including equipment in use, "
            "and draw the same number unseen?"
        )
    move = {"shop": menus.SHOP, "grab": menus.GRAB, "mend": menus.MEND}[kind]
    return Choice(key=kind, label=CLOSED[kind], note=note, closed=action.closed, ask=ask, move=move)


# --- combat ---------------------------------------------------------------------------------------


def _arming(eyes: Eyes) -> Menu:
    """Return the menu of weapons, which appears even if there is only one choice (L25)."""
    own_state = eyes.own_state
    against_police = eyes.table.combat is not None and eyes.table.combat.cop is not None
    sword = (
        "deals 1"
        if against_police
        else "against a sword, both roll a die; against a weapon, it deals 1"
    )
    strong = (
        "deals 2"
        if against_police
        else "deals 2, unless their defence has its colour; its colour is shown"
    )
    label = (
        f"The weapon in use: {words.weapon(own_state.weapon)}"
        if own_state.weapon
        else "The weapon in use"
    )
    closed = judging.why_not_wield(eyes, "equipment")
    choices = (
        Choice(key="wield:sword", label="The sword", note=sword, move=menus.SWORD, look="main"),
        Choice(
            key="wield:equipment",
            label=label,
            note=strong,
            closed=closed,
            move=menus.EQUIPMENT,
            look="main",
        ),
    )
    return Menu(title="Choose your weapon", choices=choices, hint=_opponent(eyes))


def _opponent(eyes: Eyes) -> str:
    combat, table = eyes.table.combat, eyes.table
    if combat is None:
        return ""
    if combat.cop is not None:
        cop = table.cops[combat.cop]
        damage = sorted({*DAMAGE[cop.rank]})
        span = f"{damage[0]} to {damage[-1]}" if len(damage) > 1 else str(damage[0])
        remaining = STRENGTH[cop.rank] - cop.hurt
        return (
            f"{capital(words.cop(cop.rank))} deals {span} an exchange and is beaten by "
            f"{remaining} more. Your defence does not help."
        )
    other = table.spies[rival(eyes.seat)]
    revealed = [words.weapon(other.shown_weapon)] if other.shown_weapon else []
    revealed += [words.defence(other.shown_defence)] if other.shown_defence else []
    known_gear = f" Known to be in use: {join_items(revealed)}." if revealed else ""
    return (
        f"Secret until both have chosen. Health: you {eyes.spy.health}, they {other.health}."
        f"{known_gear}"
    )


def _answering(eyes: Eyes, names: Sequence[str]) -> Menu:
    stay = Choice(
        key="stay", label="Stay and fight on", note="another exchange", move=menus.STAY, look="main"
    )
    flights = [
        Choice(
            key=f"flee:{move.to}",
            label=f"Flee: {_direction(eyes.spy.place, move.to)}",
            note=f"free, to {words.place(move.to)}{_company(eyes, move.to, names)}",
            move=move,
        )
        for move in menus.flights(eyes)
    ]
    if eyes.table.phase == "flee":
        return Menu(
            title="Choose where to flee",
            choices=tuple(flights),
            hint="After three exchanges without damage, the defender has to flee.",
        )
    is_against_cop = eyes.table.combat is not None and eyes.table.combat.cop is not None
    hint = (
        ""
        if is_against_cop
        else "Secret until both have chosen. If both flee, only the defender goes."
    )
    return Menu(title="Stay or flee?", choices=(stay, *flights), hint=hint)


# --- start and return -----------------------------------------------------------------------------


def _circling(eyes: Eyes) -> Menu:
    choices = [
        Choice(
            key=f"circle:{move.number}",
            label=str(move.number),
            closed=judging.why_not_circle(eyes, move.number),
            move=move,
        )
        for move in menus.CIRCLE
    ]
    hint = (
        "No one knows which number is in which room. The three circled ones make the Thingamajig."
    )
    return Menu(title="Circle a number", choices=tuple(choices), hint=hint)


def _returning() -> Menu:
    choices = [
        Choice(key=f"return:{move.to}", label=f"Return at {name(move.to)}", move=move)
        for move in menus.RETURN
    ]
    return Menu(
        title="Choose an entrance", choices=tuple(choices), hint="You have full health again."
    )
