"""What may be done at every step, as choices; and the moves that they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import IllegalMove
from engine.values import Seat, changed
from minigames.shambattle.rules import judo
from minigames.shambattle.rules.custody import GUARDS, keepers
from minigames.shambattle.rules.fire import anyone_in_range
from minigames.shambattle.rules.menu import to_move
from minigames.shambattle.rules.movement import may_walk
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
from .codes import CODES, called, codes, inches, mid, place, read_length

if TYPE_CHECKING:
    from minigames.shambattle.rules.judo import JudoOdds

DEPLOY, MARCH, FOLLOW, PUSH, DONE = "deploy", "march", "follow", "push", "done"
HOW_TO_MARCH: Final = (
    "One line per figure: “C7 to 31.5, 18; 33, 18”. “C7 towards 31.5, 18” moves as far as "
    "possible. “C1-C4 by 6, 0” moves several figures by that distance. Places are inches east, "
    "then north. Delete a line to undo it."
)
REST: Final = (
    Answer(value="stay", label="All others stay"),
    Answer(value="doctrine", label="Move all others by doctrine"),
)


def eased(board: Board) -> Board:
    """For who has a coach: the others go as doctrine would, unless the player says otherwise."""
    return changed(board, menus=tuple([_eased(menu) for menu in board.menus]))


def _eased(menu: Menu) -> Menu:
    choices = [
        changed(
            choice,
            fields=tuple(
                [
                    changed(field, value="doctrine") if field.name == "rest" else field
                    for field in choice.fields
                ]
            ),
        )
        for choice in menu.choices
    ]
    return changed(menu, choices=tuple(choices))


def menus(view: View, draft: Draft | None) -> tuple[Menu, ...]:
    """What is open to the seat of this view."""
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
                Menu(title="The movement is over", choices=(_done(table, seat),)),
            )
        case "judo":
            fights = tuple(
                [_fight(table, man, against) for man, against in judo.fights(table, seat)]
            )
            over = Menu(title="The judo is over", choices=(_done(table, seat),))
            return (Menu(title="Judo", choices=fights, hint=FIGHTING), over) if fights else (over,)
        case _:
            choice = shooting.fire_choice(table, shooting.all_sights(table, seat), draft)
            together = shooting.volley_choice(table, seat)
            return (
                Menu(
                    title="Shooting",
                    choices=(*((together,) if together is not None else ()), choice),
                ),
                Menu(title="The turn is over", choices=(_done(table, seat),)),
            )


FIGHTING: Final = "Each figure fights once per turn. At most three can fight the same figure."


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
        label="Stand elsewhere",
        kind="lines",
        high=orders.LONGEST,
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
    """The deployment that a form holds; the map's own without one."""
    if draft is None or draft.choice != DEPLOY:
        return orders.deployment(table, seat, "standard", "")
    return orders.deployment(table, seat, draft.one("base", "standard"), draft.one("places"))


def _march_menu(table: Table, seat: Seat, draft: Draft | None) -> Menu:
    fields = (
        Field(
            name="ways",
            label="Who goes where",
            kind="lines",
            high=orders.LONGEST,
            help=HOW_TO_MARCH,
        ),
        Field(name="rest", label="The others", answers=REST, value="stay"),
    )
    able = may_walk(table, seat)
    if not able:
        return Menu(
            title="Movement",
            choices=(
                Choice(key=MARCH, label="March", closed="No figure can move.", fields=fields),
            ),
        )
    note = f"Can still move: {codes(able)}."
    found = drafted_march(table, seat, draft)
    if found is not None:
        note = (
            f"Not possible. {found.fault}"
            if found.fault
            else "All of these moves are valid. They are not played until you press March."
        )
    choice = Choice(key=MARCH, label="March", note=note, fields=fields, previews=True, look="main")
    hint = (
        "Several figures can march together: 6 inches on a catwalk or in a laboratory, 4 elsewhere."
    )
    if BOSS in able and seat == SPY:
        hint += (
            " The captive moves last, up to 4 inches, and must end in contact with a guard. “M "
            "towards” a place stops where he is."
        )
    everybody = Choice(
        key=FOLLOW,
        label="Move all by doctrine",
        note=(
            "Moves all figures that can still move. You can undo this before you end the movement."
        ),
    )
    return Menu(title="Movement", choices=(everybody, choice), hint=hint)


def _back_menu(table: Table) -> tuple[Menu, ...]:
    """Undo, until the step ends (S31)."""
    if not table.gone:
        return ()
    last, count = table.gone[-1], len(table.gone)
    one = Choice(
        key="back",
        label=f"Take {CODES[last.man]} back",
        note=f"To {place(last.spot)}.",
        move=Back(),
    )
    everybody = Choice(
        key="back-all",
        label=f"Take all {count} back",
        note="As the step began.",
        move=Back(walks=count),
    )
    return (
        Menu(
            title="Undo",
            choices=(one, everybody)[: min(count, 2)],
            hint="You can undo moves until the movement ends.",
        ),
    )


def drafted_march(table: Table, seat: Seat, draft: Draft | None) -> orders.Orders | None:
    """The march that a form holds; None without one."""
    if draft is None or draft.choice != MARCH:
        return None
    return orders.march(table, seat, draft.one("ways"), rest=draft.one("rest") == "doctrine")


# --- judo -----------------------------------------------------------------------------------------


def _fight(table: Table, man: int, against: int) -> Choice:
    label = f"{CODES[man]} fights {CODES[against]}"
    return Choice(
        key=f"judo-{CODES[man]}-{CODES[against]}",
        label=label,
        note=odds_words(judo.odds(table, man, against)),
        move=Judo(man=man, against=against),
    )


def odds_words(odds: JudoOdds) -> str:
    """What a fight would come to, of 36 throws."""
    words = (
        f"die {odds.attacker:+d} against die {odds.defender:+d}; of 36 throws: removes "
        f"{odds.removes}, stuns {odds.stuns}, nothing {odds.nothing}"
    )
    if odds.stunned or odds.removed:
        words += f", is stunned {odds.stunned}, is removed {odds.removed}"
    return words.replace("-", "\N{MINUS SIGN}")


def _push_menu(table: Table, draft: Draft | None) -> Menu:
    pending = judo.waiting(table)
    loser = mid(ROSTER[pending.loser].name)
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
            key=f"push-{long}",
            label=f"Push {inches(long)} in" if long else "Leave him there",
            move=Push(distance=long),
        )
        for long in lengths
    ]
    field = Field(
        name="long",
        label="How far, in inches",
        kind="text",
        high=5,
        value=inches(pending.limit),
        help=f"0 to {inches(pending.limit)}.",
    )
    note = ""
    if draft is not None and draft.choice == PUSH:
        try:
            distance = read_length(draft.one("long"))
            judo.check_push(table, distance)
            note = (
                f"{CODES[pending.loser]} would stand at "
                f"{place(judo.pushed_to(table, pending.winner, pending.loser, distance))}."
            )
        except IllegalMove as refused:
            note = refused.sentence
    choices.append(
        Choice(key=PUSH, label="Push this far", note=note, fields=(field,), previews=True)
    )
    title = f"{CODES[pending.winner]} has beaten {called(pending.loser)}"
    return Menu(
        title=title,
        choices=tuple(choices),
        hint=(
            f"The winner pushes {loser} straight away, up to {inches(pending.limit)} in. Walls, "
            "figures and rims stop the push."
        ),
    )


def drafted_push(table: Table, pending: Pending, draft: Draft | None) -> Spot:
    """Where the loser would stand by the push that a form holds; by the longest, without one that
    is allowed.
    """
    distance = pending.limit
    if draft is not None and draft.choice == PUSH:
        try:
            judo.check_push(table, wanted := read_length(draft.one("long")))
            distance = wanted
        except IllegalMove:
            pass
    return judo.pushed_to(table, pending.winner, pending.loser, distance)


# --- ending a step --------------------------------------------------------------------------------


def _done(table: Table, seat: Seat) -> Choice:
    could = keepers(table) if seat == SPY and table.step == "fire" else []
    if len(could) > GUARDS:
        answers = tuple([Answer(value=CODES[number], label=called(number)) for number in could])
        first = ",".join([CODES[number] for number in could[:GUARDS]])
        field = Field(
            name="guards",
            label="Who guards the captive",
            kind="checks",
            answers=answers,
            value=first,
            help="Up to three figures in contact with him.",
        )
        return Choice(key=DONE, label="End the turn", fields=(field,))
    return Choice(key=DONE, label=ENDS[table.step], note=_after(table, seat), move=Done())


ENDS: Final = {"move": "End the movement", "judo": "End the judo", "fire": "End the turn"}


def _after(table: Table, seat: Seat) -> str:
    """What comes next."""
    if table.step == "move" and judo.fights(table, seat):
        return "Judo is next."
    if table.step != "fire" and (anyone_in_range(table, seat) or len(keepers(table)) > GUARDS):
        return "Shooting is next."
    return "The other side’s turn is next."


# --- reading --------------------------------------------------------------------------------------


def read(view: View, draft: Draft) -> Move | None:
    """The move of a choice with fields; None for those without. Raises IllegalMove with what to
    change.
    """
    table, seat = view.table, view.seat
    if seat is None or seat not in to_move(table):
        raise IllegalMove("It is not your turn.")
    if draft.choice == DEPLOY and table.step == "deploy":
        found = drafted_deployment(table, seat, draft)
        _refuse(found.fault)
        return Deploy(spots=found.spots)
    if draft.choice == MARCH and table.step == "move" and table.push is None:
        march = orders.march(table, seat, draft.one("ways"), rest=draft.one("rest") == "doctrine")
        _refuse(march.fault)
        return March(walks=march.walks)
    if draft.choice == FOLLOW and table.step == "move" and table.push is None:
        march = orders.march(table, seat, "", rest=True)
        _refuse(march.fault)
        return March(walks=march.walks)
    if draft.choice == shooting.KEY and table.step == "fire":
        return shooting.read_fire(table, draft)
    if draft.choice == PUSH and table.push is not None:
        return Push(distance=read_length(draft.one("long")))
    if draft.choice == DONE and draft.all("guards"):
        return _named(draft.all("guards"))
    if draft.choice == DONE and table.step == "fire" and table.push is None:
        return Done()
    return None


def _named(names: tuple[str, ...]) -> Done:
    if any(name not in CODES for name in names) or len(names) > GUARDS:
        raise IllegalMove("Choose up to three different figures in contact with the captive.")
    return Done(guards=tuple(sorted(CODES.index(name) for name in names)))


def _refuse(fault: str) -> None:
    if fault:
        raise IllegalMove(fault)
