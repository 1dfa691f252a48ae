"""The board in words: enough to play by without the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat, changed
from minigames.shambattle.rules import judo
from minigames.shambattle.rules.custody import would_be_captured
from minigames.shambattle.rules.fire import Shooting, aimed, sprays
from minigames.shambattle.rules.geometry import RADIUS, length
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.maps import BASE, LANDING, Rect
from minigames.shambattle.rules.menu import to_move
from minigames.shambattle.rules.missile import on_platform
from minigames.shambattle.rules.position import enemies, standing, touched, with_man
from minigames.shambattle.rules.roster import BOSS, ROSTER, SIDES
from minigames.shambattle.rules.values import MASTERMIND, SPY, View
from minigames.shambattle.rules.values import Table as Position
from minigames.shambattle.rules.victory import LAST_CALL
from play.tabletop.board import Passage, Table

from .codes import CODES, SIDE_NAMES, WEAPONS, codes, inches, place, side_name, way
from .log import ENDINGS, FATES
from .menus import odds_words
from .states import holders, states

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minigames.shambattle.rules.values import Spot

    from .orders import Orders

DOING: Final = {"deploy": "deploys", "move": "moves", "judo": "fights judo", "fire": "shoots"}
HITS: Final = "Who can hit whom from where they stand"
SHOT_HEADS: Final = ("Who", "At", "Distance", "Needs", "Cover", "Odds")
YOU: Final = {
    "deploy": "deploy your side",
    "move": "move your figures",
    "judo": "fight judo",
    "fire": "fire",
}


# --- above the picture ----------------------------------------------------------------------------


def headline(view: View) -> str:
    """Whose step it is."""
    table = view.table
    if table.step == "over":
        return "The battle is over"
    if table.push is not None:
        (seat,) = to_move(table)
        who = CODES[table.push.loser]
        return (
            f"Your man has won: push {who}?"
            if seat == view.seat
            else f"{who} has lost a fight: how far is he pushed?"
        )
    when = "Deployment" if table.step == "deploy" else f"Turn {table.turn}"
    if view.seat == table.side:
        return f"{when}: {YOU[table.step]}"
    return f"{when}: {side_name(table.side)} {DOING[table.step]}"


def lines(view: View) -> tuple[str, ...]:
    """What matters most now."""
    table = view.table
    if table.step == "over":
        return (ENDINGS[f"{table.missile}-{table.mastermind}"],)
    first = f"You play {side_name(view.seat)}. " if view.seat in (MASTERMIND, SPY) else ""
    return tuple([line for line in (first + missile(table), custody(table)) if line])


def missile(table: Position) -> str:
    """What is to be said of the missile."""
    if table.missile != "ready":
        left = LAST_CALL - table.calls
        return (
            f"The missile is {table.missile}. The battle ends after {left} more "
            f"turn{'' if left == 1 else 's'} of the Mastermind at the latest."
        )
    left = table.countdown - table.turn + 1
    words = (
        f"The missile launches at the end of the Mastermind’s turn {table.countdown}: "
        f"{left} turn{'' if left == 1 else 's'} left."
    )
    holding = holders(table)
    if len(holding) > 1:
        return (
            f"{words} {codes(holding)} hold the platform: two figures that keep still there until "
            "the end of the Spy’s next turn disable it."
        )
    return f"{words} {codes(holding)} is on the platform, but two are needed." if holding else words


def custody(table: Position) -> str:
    """What is to be said of the Mastermind, if he is not just at large."""
    if table.mastermind == "captive":
        return f"The Mastermind is a captive, guarded by {codes(table.guards)}."
    if table.mastermind != "large":
        return FATES[table.mastermind]
    return (
        "If the Spy’s turn ended now, the Mastermind would be a captive."
        if table.step != "deploy" and would_be_captured(table)
        else ""
    )


# --- the twin -------------------------------------------------------------------------------------


def passages(
    view: View, march: Orders | None = None, planned: Sequence[tuple[int, Spot]] = ()
) -> tuple[Passage, ...]:
    """Everything the picture shows. `planned`: where figures would stand that this seat is
    deploying or pushing.
    """
    table = view.table
    found = [
        Passage(
            title="State of the battle", lines=(headline(view), *lines(view), *_platform(table))
        )
    ]
    if march is not None and march.goings:
        found.append(Passage(title="The march as written", table=march_table(march)))
    if planned:
        found.append(_planned(table, planned))
    found += [_side(table, seat) for seat in (MASTERMIND, SPY)]
    found += [_fire(table), _touch(table)]
    return (*found, Passage(title="The table", lines=_ground(table)))


def _platform(table: Position) -> list[str]:
    return [
        f"On the platform, {side_name(seat)}: {codes(there)}."
        for seat in (MASTERMIND, SPY)
        if (there := on_platform(table, seat))
    ]


def _side(table: Position, seat: Seat) -> Passage:
    here = [number for number in SIDES[seat] if table.men[number].here]
    if not here:
        return Passage(
            title=SIDE_NAMES[seat],
            lines=("Not on the table yet." if table.step == "deploy" else "No figures are left.",),
        )
    return Passage(title=SIDE_NAMES[seat], table=_figures(table, here))


def _planned(table: Position, planned: Sequence[tuple[int, Spot]]) -> Passage:
    """Figures as they would stand, on the table as it would be then."""
    would = table
    for number, spot in planned:
        would = with_man(would, number, changed(table.men[number], spot=spot, here=True))
    return Passage(title="Preview", table=_figures(would, [number for number, _ in planned]))


def _figures(table: Position, numbers: list[int]) -> Table:
    heads = ("Figure", "Who", "Place", "Ground", "State", "Nearest enemy")
    return Table(heads=heads, rows=tuple([_row(table, number) for number in numbers]))


def _row(table: Position, number: int) -> tuple[str, ...]:
    spot, figure = table.men[number].spot, ROSTER[number]
    who = (
        f"{figure.name}, {WEAPONS[figure.weapon]}{f', judo +{figure.judo}' if figure.judo else ''}"
    )
    foes = enemies(table, number)
    near = min(foes, key=lambda n: length(spot, table.men[n].spot), default=None)
    gap = (
        "none"
        if near is None
        else (
            f"{CODES[near]}, "
            f"{inches(max(0, length(spot, table.men[near].spot) - 2 * RADIUS))} in between them"
        )
    )
    return (
        CODES[number],
        who,
        place(spot),
        ground(table.map).terrain(spot),
        ", ".join(states(table, number)) or "ready",
        gap,
    )


def _fire(table: Position) -> Passage:
    """Lines of fire of both sides, as if each could fire now."""
    rows, bursts = [], []
    for number in [*standing(table, MASTERMIND), *standing(table, SPY)]:
        if not table.men[number].stun and not touched(table, number):
            rows += [
                shot_row(shot)
                for foe in enemies(table, number)
                if (shot := aimed(table, number, foe)) is not None
            ]
            bursts += _bursts(table, number)
    if not rows:
        return Passage(
            title=HITS,
            lines=(
                *bursts,
                "No figure has an enemy in range and line of fire."
                if not bursts
                else "No figure has an aimed shot.",
            ),
        )
    return Passage(title=HITS, lines=tuple(bursts), table=Table(heads=SHOT_HEADS, rows=tuple(rows)))


def _bursts(table: Position, number: int) -> list[str]:
    """Sprays straight at an enemy, as if the figure had not fired; each set of victims once."""
    ready = with_man(table, number, changed(table.men[number], fired=False))
    found = dict.fromkeys([hit for _, hit in sprays(ready, number)])
    return [f"{CODES[number]} can spray {codes(hit)}: out, no die." for hit in found]


def shot_row(shot: Shooting) -> tuple[str, ...]:
    """An aimed shot as a row."""
    cover = [
        word
        for word, so in (
            ("+1 at a console", shot.steady),
            ("−1 target behind a console", shot.covered),
        )
        if so
    ]
    return (
        CODES[shot.man],
        CODES[shot.at],
        f"{inches(shot.distance)} in",
        f"{shot.needs} or more",
        ", ".join(cover) or "none",
        f"{shot.sixths} in 6",
    )


def _touch(table: Position) -> Passage:
    """Enemies in touch with each other, and what a fight would come to."""
    found = []
    for number in standing(table, SPY):
        for foe in touched(table, number):
            if BOSS in (number, foe):
                found.append(f"{CODES[number]} touches {CODES[foe]}, but cannot fight.")
            else:
                found.append(
                    f"{CODES[number]} fights {CODES[foe]}: "
                    f"{odds_words(judo.odds(table, number, foe))}."
                )
                found.append(
                    f"{CODES[foe]} fights {CODES[number]}: "
                    f"{odds_words(judo.odds(table, foe, number))}."
                )
    return Passage(title="Contacts", lines=tuple(found) or ("No enemies touch each other.",))


def march_table(march: Orders) -> Table:
    """Each way of a march, its length and what is wrong with it."""
    rows = []
    for going in march.goings:
        goes = "fast" if going.fast else "other ground"
        spent = f"{inches(going.spent)} of {inches(going.allowed)} in"
        rows.append(
            (CODES[going.man], way(going.path) or "stays", spent, goes, going.sentence or "allowed")
        )
    return Table(heads=("Figure", "Goes to", "Length", "Going", "Allowed"), rows=tuple(rows))


def march_lines(march: Orders) -> tuple[str, ...]:
    """The same, a line a figure."""
    return tuple(
        [
            f"{who} {to}, {spent}, {goes}{'' if fault == 'allowed' else f': {fault}'}"
            for who, to, spent, goes, fault in march_table(march).rows
        ]
    )


# --- the ground -----------------------------------------------------------------------------------


def _area(area: Rect) -> str:
    return f"({place((area.west, area.south))}) to ({place((area.east, area.north))})"


def _ground(table: Position) -> tuple[str, ...]:
    """The map, corner by corner: south-west to north-east."""
    floor = ground(table.map)
    here = floor.map
    labs = [
        f"Laboratory {number}: {_area(lab.area)}, console {_area(lab.console)}, doors "
        + " and ".join(
            [
                f"in the {door.side} wall from {inches(door.start)} to {inches(door.end)}"
                for door in lab.doors
            ]
        )
        + "."
        for number, lab in enumerate(here.laboratories, start=1)
    ]
    consoles = ", ".join([_area(console) for console in here.consoles])
    return (
        (
            f"{here.name}, {inches(here.size[0])} inches from west to east and "
            f"{inches(here.size[1])} from south to north. Places are east, then north."
        ),
        (
            f"The pool is round ({place(floor.centre)}), radius {inches(here.pool.radius)}; "
            f"the ring round it reaches to {inches(here.ring)}, "
            f"the platform in it to {inches(here.platform)}. The bridge: {_area(here.bridge)}."
        ),
        *labs,
        f"Another console: {consoles}.",
        f"Catwalks: {'; '.join([_area(each) for each in here.catwalks])}.",
        (
            f"The helipad is round ({place(here.helipad.centre)}), radius "
            f"{inches(here.helipad.radius)}."
        ),
        (
            f"The Spy’s side deploys west of {inches(LANDING)}, the Mastermind’s east of "
            f"{inches(BASE)}."
        ),
        (
            "Catwalks, ring, bridge, platform and laboratories are fast going. A figure is an inch "
            "across; its place is its centre."
        ),
    )
