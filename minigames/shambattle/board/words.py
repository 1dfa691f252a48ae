"""A description of the board in words that is complete enough to play without the picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.values import Seat, changed
from minigames.shambattle.rules import judo
from minigames.shambattle.rules.custody import would_be_captured
from minigames.shambattle.rules.fire import Shooting, find_shot, sprays_of
from minigames.shambattle.rules.geometry import RADIUS, length
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.maps import BASE_WEST_EDGE, LANDING_WIDTH, Rect
from minigames.shambattle.rules.menu import to_move
from minigames.shambattle.rules.missile import on_platform
from minigames.shambattle.rules.position import enemies, enemies_touched, figures_on_table, with_man
from minigames.shambattle.rules.roster import BOSS, ROSTER, SIDES
from minigames.shambattle.rules.values import MASTERMIND, SPY, Spot, View
from minigames.shambattle.rules.values import Table as Position
from minigames.shambattle.rules.victory import LAST_CALL
from play.tabletop.board import Passage, Table

from .codes import (
    CODES,
    SIDE_NAMES,
    WEAPONS,
    codes_of,
    inches_words,
    path_words,
    place_words,
    side_name,
)
from .log import ENDING_WORDS, MASTERMIND_FATES
from .menus import odds_words
from .orders import Orders
from .states import holders, states

STEP_VERBS: Final = {"deploy": "deploys", "move": "moves", "judo": "fights judo", "fire": "shoots"}
HITS_TITLE: Final = "Who can hit whom from where they stand"
SHOT_HEADS: Final = ("Who", "At", "Distance", "Needs", "Cover", "Odds")
STEP_PROMPTS: Final = {
    "deploy": "deploy your side",
    "move": "move your figures",
    "judo": "fight judo",
    "fire": "fire",
}


# --- above the picture ----------------------------------------------------------------------------


def headline(view: View) -> str:
    """Return a sentence that names the side to act and the current step."""
    table = view.table
    if table.step == "over":
        return "The battle is over"
    if table.push is not None:
        (seat,) = to_move(table)
        code = CODES[table.push.loser]
        return (
            f"Your man has won: push {code}?"
            if seat == view.seat
            else f"{code} has lost a fight: how far is he pushed?"
        )
    turn = "Deployment" if table.step == "deploy" else f"Turn {table.turn}"
    if view.seat == table.side:
        return f"{turn}: {STEP_PROMPTS[table.step]}"
    return f"{turn}: {side_name(table.side)} {STEP_VERBS[table.step]}"


def lines(view: View) -> tuple[str, ...]:
    """Return the most important facts, which are shown above the board."""
    table = view.table
    if table.step == "over":
        return (ENDING_WORDS[f"{table.missile}-{table.mastermind}"],)
    own_side = f"You play {side_name(view.seat)}. " if view.seat in (MASTERMIND, SPY) else ""
    return tuple([line for line in (own_side + missile(table), custody(table)) if line])


def missile(table: Position) -> str:
    """Return a sentence about the missile."""
    if table.missile != "ready":
        turns_left = LAST_CALL - table.calls
        return (
            f"The missile is {table.missile}. The battle ends after {turns_left} more "
            f"turn{'' if turns_left == 1 else 's'} of the Mastermind at the latest."
        )
    turns_left = table.countdown - table.turn + 1
    text = (
        f"The missile launches at the end of the Mastermind’s turn {table.countdown}: "
        f"{turns_left} turn{'' if turns_left == 1 else 's'} left."
    )
    holding = holders(table)
    if len(holding) > 1:
        return (
            f"{text} {codes_of(holding)} hold the platform: two figures that keep still there "
            "until "
            "the end of the Spy’s next turn disable it."
        )
    return (
        f"{text} {codes_of(holding)} is on the platform, but two are needed." if holding else text
    )


def custody(table: Position) -> str:
    """Return a sentence about the Mastermind's custody, or "" if there is nothing to report."""
    if table.mastermind == "captive":
        return f"The Mastermind is a captive, guarded by {codes_of(table.guards)}."
    if table.mastermind != "large":
        return MASTERMIND_FATES[table.mastermind]
    return (
        "If the Spy’s turn ended now, the Mastermind would be a captive."
        if table.step != "deploy" and would_be_captured(table)
        else ""
    )


# --- the board in words ---------------------------------------------------------------------------


def passages(
    view: View, march: Orders | None = None, planned: Sequence[tuple[int, Spot]] = ()
) -> tuple[Passage, ...]:
    """Return a description of everything in the picture.

    `planned` contains the places of figures that this seat is deploying or pushing.
    """
    table = view.table
    texts = [
        Passage(
            title="State of the battle",
            lines=(headline(view), *lines(view), *_platform_lines(table)),
        )
    ]
    if march is not None and march.goings:
        texts.append(Passage(title="The march as written", table=march_table(march)))
    if planned:
        texts.append(_planned(table, planned))
    texts += [_side(table, seat) for seat in (MASTERMIND, SPY)]
    texts += [_lines_of_fire(table), _contacts(table)]
    return (*texts, Passage(title="The table", lines=_ground(table)))


def _platform_lines(table: Position) -> list[str]:
    return [
        f"On the platform, {side_name(seat)}: {codes_of(figures_on_platform)}."
        for seat in (MASTERMIND, SPY)
        if (figures_on_platform := on_platform(table, seat))
    ]


def _side(table: Position, seat: Seat) -> Passage:
    numbers = [number for number in SIDES[seat] if table.men[number].here]
    if not numbers:
        return Passage(
            title=SIDE_NAMES[seat],
            lines=("Not on the table yet." if table.step == "deploy" else "No figures are left.",),
        )
    return Passage(title=SIDE_NAMES[seat], table=_figures(table, numbers))


def _planned(table: Position, planned: Sequence[tuple[int, Spot]]) -> Passage:
    """Return the planned figures as they would be described on the table."""
    planned_table = table
    for number, spot in planned:
        planned_table = with_man(
            planned_table, number, changed(table.men[number], spot=spot, here=True)
        )
    return Passage(
        title="Preview", table=_figures(planned_table, [number for number, _ in planned])
    )


def _figures(table: Position, numbers: list[int]) -> Table:
    heads = ("Figure", "Who", "Place", "Ground", "State", "Nearest enemy")
    return Table(heads=heads, rows=tuple([_row(table, number) for number in numbers]))


def _row(table: Position, number: int) -> tuple[str, ...]:
    spot, figure = table.men[number].spot, ROSTER[number]
    description = (
        f"{figure.name}, {WEAPONS[figure.weapon]}{f', judo +{figure.judo}' if figure.judo else ''}"
    )
    enemy_numbers = enemies(table, number)
    nearest_enemy = min(enemy_numbers, key=lambda n: length(spot, table.men[n].spot), default=None)
    distance = (
        "none"
        if nearest_enemy is None
        else (
            f"{CODES[nearest_enemy]}, "
            f"{inches_words(max(0, length(spot, table.men[nearest_enemy].spot) - 2 * RADIUS))} "
            "in between them"
        )
    )
    return (
        CODES[number],
        description,
        place_words(spot),
        ground(table.map).terrain_at(spot),
        ", ".join(states(table, number)) or "ready",
        distance,
    )


def _lines_of_fire(table: Position) -> Passage:
    """Return the lines of fire of both sides, as if all figures could fire now."""
    rows, bursts = [], []
    for number in [*figures_on_table(table, MASTERMIND), *figures_on_table(table, SPY)]:
        if not table.men[number].stun and not enemies_touched(table, number):
            rows += [
                shot_row(shot)
                for enemy in enemies(table, number)
                if (shot := find_shot(table, number, enemy)) is not None
            ]
            bursts += _bursts(table, number)
    if not rows:
        return Passage(
            title=HITS_TITLE,
            lines=(
                *bursts,
                "No figure has an enemy in range and line of fire."
                if not bursts
                else "No figure has an aimed shot.",
            ),
        )
    return Passage(
        title=HITS_TITLE, lines=tuple(bursts), table=Table(heads=SHOT_HEADS, rows=tuple(rows))
    )


def _bursts(table: Position, number: int) -> list[str]:
    """Return the bursts straight at an enemy, as if the figure had not fired.

    Bursts with the same victims are listed only once.
    """
    ready = with_man(table, number, changed(table.men[number], fired=False))
    victims = dict.fromkeys([removed for _, removed in sprays_of(ready, number)])
    return [f"{CODES[number]} can spray {codes_of(removed)}: out, no die." for removed in victims]


def shot_row(shot: Shooting) -> tuple[str, ...]:
    """Return an aimed shot as a row of a table."""
    cover = [
        text
        for text, applies in (
            ("+1 at a console", shot.steady),
            ("−1 target behind a console", shot.covered),
        )
        if applies
    ]
    return (
        CODES[shot.man],
        CODES[shot.at],
        f"{inches_words(shot.distance)} in",
        f"{shot.needs} or more",
        ", ".join(cover) or "none",
        f"{shot.sixths} in 6",
    )


def _contacts(table: Position) -> Passage:
    """Return the enemies in contact with each other, and the odds of their fights."""
    sentences = []
    for number in figures_on_table(table, SPY):
        for enemy in enemies_touched(table, number):
            if BOSS in (number, enemy):
                sentences.append(f"{CODES[number]} touches {CODES[enemy]}, but cannot fight.")
            else:
                sentences.append(
                    f"{CODES[number]} fights {CODES[enemy]}: "
                    f"{odds_words(judo.fight_odds(table, number, enemy))}."
                )
                sentences.append(
                    f"{CODES[enemy]} fights {CODES[number]}: "
                    f"{odds_words(judo.fight_odds(table, enemy, number))}."
                )
    return Passage(title="Contacts", lines=tuple(sentences) or ("No enemies touch each other.",))


def march_table(march: Orders) -> Table:
    """Return a table with each path of a march, its length, and its error."""
    rows = []
    for figure_path in march.goings:
        ground_words = "fast" if figure_path.fast else "other ground"
        spent = f"{inches_words(figure_path.spent)} of {inches_words(figure_path.allowed)} in"
        rows.append(
            (
                CODES[figure_path.man],
                path_words(figure_path.path) or "stays",
                spent,
                ground_words,
                figure_path.sentence or "allowed",
            )
        )
    return Table(heads=("Figure", "Goes to", "Length", "Going", "Allowed"), rows=tuple(rows))


def march_lines(march: Orders) -> tuple[str, ...]:
    """Return the same information as `march_table`, in one line per figure."""
    return tuple(
        f"{code} {destination}, {spent}, "
        f"{ground_words}{'' if verdict == 'allowed' else f': {verdict}'}"
        for code, destination, spent, ground_words, verdict in march_table(march).rows
    )


# --- the ground -----------------------------------------------------------------------------------


def _area(area: Rect) -> str:
    return f"({place_words((area.west, area.south))}) to ({place_words((area.east, area.north))})"


def _ground(table: Position) -> tuple[str, ...]:
    """Describe the map corner by corner, from the south-west to the north-east."""
    floor = ground(table.map)
    battle_map = floor.map
    labs = [
        f"Laboratory {number}: {_area(lab.area)}, console {_area(lab.console)}, doors "
        + " and ".join(
            f"in the {door.side} wall from {inches_words(door.start)} to {inches_words(door.end)}"
            for door in lab.doors
        )
        + "."
        for number, lab in enumerate(battle_map.laboratories, start=1)
    ]
    consoles = ", ".join([_area(console) for console in battle_map.consoles])
    return (
        (
            f"{battle_map.name}, {inches_words(battle_map.size[0])} inches from west to east and "
            f"{inches_words(battle_map.size[1])} from south to north. Places are east, then north."
        ),
        (
            f"The pool is round ({place_words(floor.centre)}), radius "
            f"{inches_words(battle_map.pool.radius)}; "
            f"the ring round it reaches to {inches_words(battle_map.ring)}, "
            f"the platform in it to {inches_words(battle_map.platform)}. The bridge: "
            f"{_area(battle_map.bridge)}."
        ),
        *labs,
        f"Another console: {consoles}.",
        f"Catwalks: {'; '.join([_area(catwalk) for catwalk in battle_map.catwalks])}.",
        (
            f"The helipad is round ({place_words(battle_map.helipad.centre)}), radius "
            f"{inches_words(battle_map.helipad.radius)}."
        ),
        (
            f"The Spy’s side deploys west of {inches_words(LANDING_WIDTH)}, the Mastermind’s "
            "east of "
            f"{inches_words(BASE_WEST_EDGE)}."
        ),
        (
            "Catwalks, ring, bridge, platform and laboratories are fast going. A figure is an inch "
            "across; its place is its centre."
        ),
    )
