"""The choices in each step, and the moves that result from them."""

from __future__ import annotations

from typing import Final

from engine.game import IllegalMove
from engine.values import Seat, changed
from minigames.shambattle.rules import judo
from minigames.shambattle.rules.custody import MAX_GUARDS, possible_guards
from minigames.shambattle.rules.fire import anyone_in_range
from minigames.shambattle.rules.judo import JudoOdds
from minigames.shambattle.rules.menu import to_move
from minigames.shambattle.rules.movement import figures_that_can_walk
from minigames.shambattle.rules.roster import BOSS, ROSTER
from minigames.shambattle.rules.values import (
    SPY,
    Back,
    Deploy,
    Done,
    Drown,
    Judo,
    March,
    Move,
    Pending,
    Push,
    Spot,
    Table,
    View,
)
from play.tabletop.board import Answer, Board, Choice, Draft, Field, Menu

from . import orders, shooting
from .codes import CODES, codes_of, full_name, in_sentence, inches_words, place_words, read_length

DEPLOY, MARCH, FOLLOW, PUSH, DONE_KEY = "deploy", "march", "follow", "push", "done"
HOW_TO_MARCH: Final = (
    "One line per figure: “C7 to 31.5, 18; 33, 18”. “C7 towards 31.5, 18” moves as far as "
    "possible. “C1-C4 by 6, 0” moves several figures by that distance. Places are inches east, "
    "then north. Delete a line to undo it."
)
OTHERS_ANSWERS: Final = (
    Answer(value="stay", label="All others stay"),
    Answer(value="doctrine", label="Move all others by doctrine"),
)


def preset_doctrine(board: Board) -> Board:
    """Return the board with "Move all others by doctrine" selected, for players with a coach."""
    return changed(board, menus=tuple([_preset_doctrine(menu) for menu in board.menus]))


def _preset_doctrine(menu: Menu) -> Menu:
    choices = [
        changed(
            choice,
            fields=tuple(
                changed(field, value="doctrine") if field.name == "rest" else field
                for field in choice.fields
            ),
        )
        for choice in menu.choices
    ]
    return changed(menu, choices=tuple(choices))


def menus(view: View, draft: Draft | None) -> tuple[Menu, ...]:
    """Return the menus for this view's seat."""
    table, seat = view.table, view.seat
    if seat is None or seat not in to_move(table):
        return ()
    if table.push is not None:
        return (_push_menu(table, draft),)
    match table.step:
        case "deploy":
            return (_deploy_menu(table, seat, draft),)
        case "move":
            return (
                _march_menu(table, seat, draft),
                *_back_menu(table),
                Menu(title="The movement is over", choices=(_end_choice(table, seat),)),
            )
        case "judo":
            fights = tuple(
                _fight(table, man, defender) for man, defender in judo.possible_fights(table, seat)
            )
            end_menu = Menu(title="The judo is over", choices=(_end_choice(table, seat),))
            return (
                (Menu(title="Judo", choices=fights, hint=FIGHT_HINT), end_menu)
                if fights
                else (end_menu,)
            )
        case _:
            choice = shooting.fire_choice(table, shooting.all_sights(table, seat), draft)
            volley = shooting.volley_choice(table, seat)
            return (
                Menu(
                    title="Shooting",
                    choices=(*((volley,) if volley is not None else ()), choice),
                ),
                Menu(title="The turn is over", choices=(_end_choice(table, seat),)),
            )


FIGHT_HINT: Final = "Each figure fights once per turn. At most three can fight the same figure."


# --- deployment and movement ----------------------------------------------------------------------


def _deploy_menu(table: Table, seat: Seat, draft: Draft | None) -> Menu:
    zone = (
        "within 6 inches of edge A, the west"
        if seat == SPY
        else "east of 14 inches, the Mastermind’s centre at most 5.5 inches from the platform’s"
    )
    bases = (
        Answer(value="standard", label="The map’s deployment"),
        Answer(value="mirrored", label="The same, mirrored north to south"),
    )
    changes = Field(
        name="places",
        label="Change positions",
        kind="lines",
        high=orders.MAX_TEXT_LENGTH,
        help=f"One line per figure, such as “{'C1 at 5, 18' if seat == SPY else 'G11 at 37, 15'}”.",
    )
    note = f"Every figure must be {zone}."
    if draft is not None and draft.choice == DEPLOY:
        fault = drafted_deployment(table, seat, draft).fault
        note = f"Not possible. {fault}" if fault else "These positions are valid."
    fields = (Field(name="base", label="Begin with", answers=bases, value="standard"), changes)
    return Menu(
        title="Deploy your side",
        choices=(
            Choice(
                key=DEPLOY, label="Deploy", note=note, fields=fields, previews=True, look="main"
            ),
        ),
    )


def drafted_deployment(table: Table, seat: Seat, draft: Draft | None) -> orders.Deployment:
    """Return the deployment in a form.

    If there is no form, return the map's standard deployment.
    """
    if draft is None or draft.choice != DEPLOY:
        return orders.deployment(table, seat, "standard", "")
    return orders.deployment(table, seat, draft.value("base", "standard"), draft.value("places"))


def _march_menu(table: Table, seat: Seat, draft: Draft | None) -> Menu:
    fields = (
        Field(
            name="ways",
            label="Movement orders",
            kind="lines",
            high=orders.MAX_TEXT_LENGTH,
            help=HOW_TO_MARCH,
        ),
        Field(name="rest", label="The others", answers=OTHERS_ANSWERS, value="stay"),
    )
    walkers = figures_that_can_walk(table, seat)
    if not walkers:
        return Menu(
            title="Movement",
            choices=(
                Choice(key=MARCH, label="March", closed="No figure can move.", fields=fields),
            ),
        )
    note = f"Can still move: {codes_of(walkers)}."
    drafted = drafted_march(table, seat, draft)
    if drafted is not None:
        note = (
            f"Not possible. {drafted.fault}"
            if drafted.fault
            else "All of these moves are valid. They are not played until you press March."
        )
    choice = Choice(key=MARCH, label="March", note=note, fields=fields, previews=True, look="main")
    hint = (
        "Several figures can march together: 6 inches on a catwalk or in a laboratory, 4 elsewhere."
    )
    if BOSS in walkers and seat == SPY:
        hint += (
            " The captive moves last, up to 4 inches, and must end in contact with a guard. “M "
            "towards” a place stops where he is."
        )
    all_by_doctrine = Choice(
        key=FOLLOW,
        label="Move all by doctrine",
        note=(
            "Moves all figures that can still move. You can undo this before you end the movement."
        ),
    )
    return Menu(title="Movement", choices=(all_by_doctrine, choice), hint=hint)


def _back_menu(table: Table) -> tuple[Menu, ...]:
    """Return the undo menu, which is available until the step ends (S31)."""
    if not table.gone:
        return ()
    last_walk, count = table.gone[-1], len(table.gone)
    last_only = Choice(
        key="back",
        label=f"Take {CODES[last_walk.man]} back",
        note=f"To {place_words(last_walk.spot)}.",
        move=Back(),
    )
    all_walks = Choice(
        key="back-all",
        label=f"Take all {count} back",
        note="As the step began.",
        move=Back(walks=count),
    )
    return (
        Menu(
            title="Undo",
            choices=(last_only, all_walks)[: min(count, 2)],
            hint="You can undo moves until the movement ends.",
        ),
    )


def drafted_march(table: Table, seat: Seat, draft: Draft | None) -> orders.Orders | None:
    """Return the march entered in a form, or None if there is no form."""
    if draft is None or draft.choice != MARCH:
        return None
    return orders.march(
        table, seat, draft.value("ways"), others_by_doctrine=draft.value("rest") == "doctrine"
    )


# --- judo -----------------------------------------------------------------------------------------


def _fight(table: Table, man: int, defender: int) -> Choice:
    label = f"{CODES[man]} fights {CODES[defender]}"
    return Choice(
        key=f"judo-{CODES[man]}-{CODES[defender]}",
        label=label,
        note=odds_words(judo.fight_odds(table, man, defender)),
        move=Judo(man=man, against=defender),
    )


def odds_words(odds: JudoOdds) -> str:
    """Describe the chances of a fight, out of 36 possible throws."""
    text = (
        f"die {odds.attacker:+d} against die {odds.defender:+d}; of 36 throws: removes "
        f"{odds.removes}, stuns {odds.stuns}, nothing {odds.nothing}"
    )
    if odds.stunned or odds.removed:
        text += f", is stunned {odds.stunned}, is removed {odds.removed}"
    return text.replace("-", "\N{MINUS SIGN}")


def _push_menu(table: Table, draft: Draft | None) -> Menu:
    pending = judo.pending_push(table)
    loser = in_sentence(ROSTER[pending.loser].name)
    choices = []
    if pending.pool:
        choices.append(
            Choice(
                key="drown",
                label="Into the pool",
                note=f"{CODES[pending.loser]} is out.",
                move=Drown(),
                look="main",
            )
        )
    lengths = dict.fromkeys([pending.limit, pending.limit // 2, 0])
    choices += [
        Choice(
            key=f"push-{distance_option}",
            label=f"Push {inches_words(distance_option)} in"
            if distance_option
            else "Leave him there",
            move=Push(distance=distance_option),
        )
        for distance_option in lengths
    ]
    field = Field(
        name="long",
        label="How far, in inches",
        kind="text",
        high=5,
        value=inches_words(pending.limit),
        help=f"0 to {inches_words(pending.limit)}.",
    )
    note = ""
    if draft is not None and draft.choice == PUSH:
        try:
            distance = read_length(draft.value("long"))
            judo.check_push(table, distance)
            destination = judo.push_destination(table, pending.winner, pending.loser, distance)
            note = f"{CODES[pending.loser]} would stand at {place_words(destination)}."
        except IllegalMove as refused:
            note = refused.sentence
    choices.append(
        Choice(key=PUSH, label="Push this far", note=note, fields=(field,), previews=True)
    )
    title = f"{CODES[pending.winner]} has beaten {full_name(pending.loser)}"
    return Menu(
        title=title,
        choices=tuple(choices),
        hint=(
            f"The winner pushes {loser} straight away, up to {inches_words(pending.limit)} in. "
            "Walls, "
            "figures and rims stop the push."
        ),
    )


def drafted_push(table: Table, pending: Pending, draft: Draft | None) -> Spot:
    """Return the loser's place after the push in a form.

    If the form has no push, return the place after the longest push.
    """
    distance = pending.limit
    if draft is not None and draft.choice == PUSH:
        try:
            judo.check_push(table, written := read_length(draft.value("long")))
            distance = written
        except IllegalMove:
            pass
    return judo.push_destination(table, pending.winner, pending.loser, distance)


# --- the end of a step ----------------------------------------------------------------------------


def _end_choice(table: Table, seat: Seat) -> Choice:
    could = possible_guards(table) if seat == SPY and table.step == "fire" else []
    if len(could) > MAX_GUARDS:
        answers = tuple([Answer(value=CODES[number], label=full_name(number)) for number in could])
        preset_guards = ",".join([CODES[number] for number in could[:MAX_GUARDS]])
        field = Field(
            name="guards",
            label="Guards of the captive",
            kind="checks",
            answers=answers,
            value=preset_guards,
            help="Up to three figures in contact with him.",
        )
        return Choice(key=DONE_KEY, label="End the turn", fields=(field,))
    return Choice(
        key=DONE_KEY, label=END_LABELS[table.step], note=_next_step_note(table, seat), move=Done()
    )


END_LABELS: Final = {"move": "End the movement", "judo": "End the judo", "fire": "End the turn"}


def _next_step_note(table: Table, seat: Seat) -> str:
    if table.step == "move" and judo.possible_fights(table, seat):
        return "Judo is next."
    if table.step != "fire" and (
        anyone_in_range(table, seat) or len(possible_guards(table)) > MAX_GUARDS
    ):
        return "Shooting is next."
    return "The other side’s turn is next."


# --- answers --------------------------------------------------------------------------------------


def read_move(view: View, draft: Draft) -> Move | None:
    """Return the move of a choice that has fields. Return None for other choices.

    Raise IllegalMove if the move is illegal; the message says how to correct it.
    """
    table, seat = view.table, view.seat
    if seat is None or seat not in to_move(table):
        raise IllegalMove("It is not your turn.")
    if draft.choice == DEPLOY and table.step == "deploy":
        deployed = drafted_deployment(table, seat, draft)
        _refuse(deployed.fault)
        return Deploy(spots=deployed.spots)
    if draft.choice == MARCH and table.step == "move" and table.push is None:
        march = orders.march(
            table, seat, draft.value("ways"), others_by_doctrine=draft.value("rest") == "doctrine"
        )
        _refuse(march.fault)
        return March(walks=march.walks)
    if draft.choice == FOLLOW and table.step == "move" and table.push is None:
        march = orders.march(table, seat, "", others_by_doctrine=True)
        _refuse(march.fault)
        return March(walks=march.walks)
    if draft.choice == shooting.FIRE_KEY and table.step == "fire":
        return shooting.read_fire(table, draft)
    if draft.choice == PUSH and table.push is not None:
        return Push(distance=read_length(draft.value("long")))
    if draft.choice == DONE_KEY and draft.all("guards"):
        return _done_with_guards(draft.all("guards"))
    if draft.choice == DONE_KEY and table.step == "fire" and table.push is None:
        return Done()
    return None


def _done_with_guards(names: tuple[str, ...]) -> Done:
    if any(name not in CODES for name in names) or len(names) > MAX_GUARDS:
        raise IllegalMove("Choose up to three different figures in contact with the captive.")
    return Done(guards=tuple(sorted(CODES.index(name) for name in names)))


def _refuse(fault: str) -> None:
    if fault:
        raise IllegalMove(fault)
