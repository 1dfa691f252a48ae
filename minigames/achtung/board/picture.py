"""The picture: the score, the five matches with their results, and both teams with their squads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.values import Seat
from minigames.achtung.rules.imagine import known_kinds
from minigames.achtung.rules.values import ROUNDS, Kind, Result, Seats, View
from minigames.achtung.rules.words import KIND_WORDS, MATCH_WORDS, SIDE_WORDS
from play.tabletop.board import (
    Circle,
    Drawing,
    Group,
    Line,
    Path,
    Rect,
    Shape,
    Text,
    bot_mark,
    is_bot,
)

from .people import number_and_name, short_name, side_of, wins_words
from .phrases import score_words, winner_words

WIDTH: Final = 400
COLUMN_WIDTH: Final = 196
HEAD_HEIGHT: Final = 64
RUNG_HEIGHT: Final = 38
ROW_HEIGHT: Final = 36
LADDER_TOP: Final = HEAD_HEIGHT + 10
TEAMS_TOP: Final = LADDER_TOP + ROUNDS * RUNG_HEIGHT + 34
RAIL_XS: Final = (30, 370)
NAME_X: Final = 36
LETTER_WIDTH: Final = 8
"""Width reserved for each letter of a name."""
HAT_PATH: Final = "M-9 4H9M-5 4V-2Q-5 -6 0 -6Q5 -6 5 -2V4M-5 0H5"
"""A bowler hat whose centre is at (0, 0)."""


def picture(view: View, names: Sequence[str], drafted: Seats = ()) -> Drawing:
    """Return the complete picture. `drafted` is a squad that is being chosen in the form."""
    largest_team = max(view.table.sides.count(0), view.table.sides.count(1))
    shapes = [*_score(view), *_ladder(view), *_teams(view, names, drafted)]
    return Drawing(
        width=WIDTH,
        height=TEAMS_TOP + largest_team * ROW_HEIGHT + 6,
        label=(
            f"{score_words(view.table.halves)}. Five matches as a ladder, and both teams. A text "
            "version is below."
        ),
        shapes=tuple(shapes),
        look="achtung",
    )


# --- score and ladder -----------------------------------------------------------------------------


def _score(view: View) -> list[Shape]:
    shapes: list[Shape] = []
    own_side = side_of(view)
    for side, x in enumerate((0, WIDTH - COLUMN_WIDTH)):
        look = f"banner side-{side}" + (" ours" if side == own_side else "")
        shapes += [
            Rect(x=x + 1, y=1, width=COLUMN_WIDTH - 2, height=HEAD_HEIGHT - 8, round=4, look=look),
            Text(x=x + 14, y=38, words=SIDE_WORDS[side], look="team"),
            Text(
                x=x + COLUMN_WIDTH - 14,
                y=42,
                words=wins_words(view.table.halves[side]),
                anchor="end",
                look="score",
            ),
        ]
    return shapes


def _ladder(view: View) -> list[Shape]:
    table, bottom = view.table, LADDER_TOP + ROUNDS * RUNG_HEIGHT
    shapes: list[Shape] = [
        Line(points=((x, LADDER_TOP), (x, bottom - 4)), look="rail") for x in RAIL_XS
    ]
    results = {result.round: result for result in table.results}
    return [*shapes, *[_rung(view, number, results.get(number)) for number in range(1, ROUNDS + 1)]]


def _rung(view: View, number: int, result: Result | None) -> Group:
    table = view.table
    match = (
        result.match
        if result
        else table.match
        if number == table.round
        else table.schedule[number - 1]
        if table.schedule
        else None
    )
    is_current = number == table.round and result is None
    text = f"{number} · {MATCH_WORDS[match] if match else '?'}"
    shapes: list[Shape] = [
        Line(points=((RAIL_XS[0], RUNG_HEIGHT / 2), (RAIL_XS[1], RUNG_HEIGHT / 2)), look="rung"),
        Rect(
            x=90,
            y=3,
            width=220,
            height=RUNG_HEIGHT - 8,
            round=4,
            look="plate now" if is_current else "plate",
        ),
        Text(x=200, y=RUNG_HEIGHT / 2 + 4, words=text, anchor="middle", look="match"),
    ]
    if result:
        shapes += _result_marks(result)
    title = (
        f"Match {number}, {MATCH_WORDS[match] if match else 'not known yet'}: "
        f"{winner_words(result) if result else 'now' if is_current else 'to come'}"
    )
    return Group(
        shapes=tuple(shapes),
        x=0,
        y=LADDER_TOP + (number - 1) * RUNG_HEIGHT,
        title=title,
        data=(("match", str(number)),),
    )


def _result_marks(result: Result) -> list[Shape]:
    """Return the marks for a result, with any announced points.

    The winner's rail has a token. After a draw, each rail has half a token.
    """
    shapes: list[Shape] = []
    for side, x in enumerate(RAIL_XS):
        inner = 1 - 2 * side
        if result.winner in (side, None):
            look = f"token side-{side}" + (" half" if result.winner is None else "")
            shapes += [
                Circle(x=x, y=RUNG_HEIGHT / 2, radius=13, look=look),
                Text(
                    x=x,
                    y=RUNG_HEIGHT / 2 + 5,
                    words="½" if result.winner is None else "1",
                    anchor="middle",
                    look="token-word",
                ),
            ]
        if result.totals:
            shapes.append(
                Text(
                    x=x + 38 * inner,
                    y=RUNG_HEIGHT / 2 + 5,
                    words=str(result.totals[side]),
                    anchor="middle",
                    look="points",
                )
            )
    return shapes


# --- the teams ------------------------------------------------------------------------------------


def _teams(view: View, names: Sequence[str], drafted: Seats) -> list[Shape]:
    shapes: list[Shape] = []
    kinds_known = known_kinds(view) if view.own is not None or view.table.opened else {}
    for side, x in enumerate((0, WIDTH - COLUMN_WIDTH)):
        shapes.append(Text(x=x + 4, y=TEAMS_TOP - 10, words=_state(view, side), look="caption"))
        members = [
            Seat(seat) for seat, seat_side in enumerate(view.table.sides) if seat_side == side
        ]
        for index, seat in enumerate(members):
            shapes.append(
                _player(
                    view,
                    names,
                    seat,
                    kinds_known.get(seat),
                    drafted,
                    (x, TEAMS_TOP + index * ROW_HEIGHT),
                )
            )
    return shapes


def _state(view: View, side: int) -> str:
    """Return a team's progress in choosing a squad (A21).

    The seat's own team sees details. Others see only the public part.
    """
    table = view.table
    if table.phase == "over":
        return SIDE_WORDS[side]
    if table.squads:
        return f"{SIDE_WORDS[side]}: squad of {len(table.squads[side])}"
    if table.phase != "squads":
        return SIDE_WORDS[side]
    if side == side_of(view) and view.team is not None:
        progress = {"nominate": "the hat chooses", "vote": "voting", "locked": "locked"}[
            view.team.stage
        ]
        return f"{SIDE_WORDS[side]}: {progress}"
    return f"{SIDE_WORDS[side]}: {'locked' if table.locked[side] else 'choosing'}"


def squad_shown(view: View, side: int, drafted: Seats = ()) -> tuple[Seats, bool]:
    """Return the squad to highlight in a team, and whether it is only a proposal."""
    table = view.table
    if table.squads:
        return table.squads[side], False
    if side != side_of(view) or view.team is None or table.phase != "squads":
        return (), False
    if view.team.squad:
        return view.team.squad, view.team.stage != "locked"
    return tuple([seat for seat in drafted if seat in view.team.members]), True


def _player(
    view: View,
    names: Sequence[str],
    seat: Seat,
    kind: Kind | None,
    drafted: Seats,
    position: tuple[int, int],
) -> Group:
    side = view.table.sides[seat]
    squad, proposed = squad_shown(view, side, drafted)
    has_hat, is_in_squad, is_viewer = _has_hat(view, seat), seat in squad, seat == view.seat
    marks, room = _marks_of(kind, hat=has_hat, bot=is_bot(names, seat))
    shapes: list[Shape] = [
        Rect(x=1, y=2, width=COLUMN_WIDTH - 2, height=ROW_HEIGHT - 5, round=4, look="seat"),
        Circle(x=18, y=ROW_HEIGHT / 2, radius=12, look="disc"),
        Text(x=18, y=ROW_HEIGHT / 2 + 5, words=str(seat + 1), anchor="middle", look="number"),
        Text(
            x=NAME_X,
            y=ROW_HEIGHT / 2 + 5,
            words=short_name(names, seat, (room - NAME_X) // LETTER_WIDTH),
            look="name",
        ),
        *marks,
    ]
    place_words, look = (
        ("proposed for the squad", "proposed") if proposed else ("in the squad", "inside")
    )
    title_parts = [number_and_name(names, seat), SIDE_WORDS[side]]
    title_parts += [
        text
        for applies, text in (
            (is_bot(names, seat), "bot"),
            (is_viewer, "you"),
            (is_in_squad, place_words),
            (has_hat, "has the hat"),
        )
        if applies
    ]
    title_parts += [KIND_WORDS[kind]] if kind else []
    looks = [
        "player",
        f"side-{side}",
        *([look] if is_in_squad else []),
        *(["me"] if is_viewer else []),
    ]
    return Group(
        shapes=tuple(shapes),
        x=position[0],
        y=position[1],
        look=" ".join(looks),
        title=", ".join(title_parts),
        data=(("seat", str(seat)),),
    )


def _marks_of(kind: Kind | None, *, hat: bool, bot: bool) -> tuple[list[Shape], int]:
    """Return the class, hat and bot marks at the right end of a row.

    The second value is the coordinate at which the name must end.
    """
    marks: list[Shape] = []
    right = COLUMN_WIDTH - 8
    if kind:
        marks.append(
            Text(x=right, y=ROW_HEIGHT / 2 + 5, words=KIND_WORDS[kind], anchor="end", look="kind")
        )
        right -= 7 * len(KIND_WORDS[kind]) + 4
    if hat:
        marks.append(Group(shapes=(Path(d=HAT_PATH, look="hat"),), x=right - 9, y=ROW_HEIGHT // 2))
        right -= 22
    if bot:
        marks.append(bot_mark(right - 16, ROW_HEIGHT // 2 - 8, 16))
        right -= 18
    return marks, right


def _has_hat(view: View, seat: Seat) -> bool:
    """Return whether a seat has the hat. This is known only to the seat's own team."""
    return (
        view.team is not None
        and view.table.phase == "squads"
        and view.team.stage != "locked"
        and view.team.captain == seat
    )


# --- emblems --------------------------------------------------------------------------------------

EMBLEMS: Final = {
    "scout": "M10 44H40Q52 44 54 36L38 30L32 18L20 22L22 32Q12 34 10 44ZM4 26H16M2 34H10",
    "soldier": "M10 38L38 18L52 12L48 26L24 48ZM10 38L6 50L18 52L24 48M38 18L48 26",
    "pyro": (
        "M32 6Q36 18 44 26Q52 36 46 48Q40 58 30 58Q18 56 16 44Q16 34 24 28Q24 36 30 38Q28 22 32 6Z"
    ),
    "demoman": "M40 24A18 18 0 1 1 26 20M32 20L36 12L46 16L42 25ZM42 13Q48 4 56 10",
    "heavy": (
        "M14 30V22Q18 18 22 22V18Q26 14 30 18V16Q35 12 39 17V20Q44 16 48 22V40Q46 54 34 "
        "54H26Q14 52 14 40ZM22 22V32M30 18V32M39 19V32"
    ),
    "engineer": (
        "M44 8A13 13 0 0 0 30 25L10 45Q6 50 11 54Q15 58 20 54L40 34A13 13 0 0 0 56 20L47 25L40 18Z"
    ),
    "medic": "M24 8H40V24H56V40H40V56H24V40H8V24H24Z",
    "sniper": (
        "M32 6V22M32 42V58M6 32H22M42 32H58M32 12A20 20 0 1 1 31.9 12ZM32 29A3 3 0 1 1 31.9 29Z"
    ),
    "spy": (
        "M6 26H58M16 26L20 10Q32 16 44 10L48 26M12 36Q20 32 28 37Q30 46 21 47Q13 46 12 "
        "36ZM52 36Q44 32 36 37Q34 46 43 47Q51 46 52 36ZM28 38H36"
    ),
}


def emblem(kind: Kind) -> Drawing:
    """Return the emblem of a class."""
    return Drawing(
        width=64,
        height=64,
        label=KIND_WORDS[kind],
        shapes=(Path(d=EMBLEMS[kind], look="emblem"),),
        look="achtung-emblem",
    )
