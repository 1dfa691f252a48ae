"""Drawings in the style of a 1960s cartoon: spies, police, furniture, and emblems of the colours.

The point (0, 0) is at a figure's feet, and at the left end of a piece of furniture.
"""

from __future__ import annotations

from typing import Final

from minigames.lunacy.rules.judging import colour_name
from play.tabletop.board import Circle, Group, Line, Number, Path, Rect, Shape, Text

PAINT: Final = {
    "green": "bottle", "orange": "oxide", "yellow": "sodium", "black": "asphalt", "white": "chrome",
    "light_blue": "teal",
}  # fmt: skip
"""The shade in which the site shows each colour."""
SIGN: Final = {
    "green": "M0 -7Q6 1 4 4A5 5 0 0 1 -4 4Q-6 1 0 -7Z",
    "orange": "M0 -8Q7 -2 5 3Q5 7 0 7Q-5 7 -5 3Q-5 0 -2 -2Q-2 1 0 1Q2 -3 0 -8Z",
    "yellow": "M2 -8L-5 1H-1L-2 8L5 -1H1Z",
    "black": "M-7 -5H7V0Q5 4 4 0Q2 9 0 1Q-2 5 -4 1Q-6 4 -7 0Z",
    "white": "M-6 4A3.5 3.5 0 0 1 -5 -2A5 5 0 0 1 4 -3A3.6 3.6 0 0 1 6 4Z",
    "light_blue": (
        "M-1 -8H1V8H-1ZM-7.4 -3L-6.4 -4.7L7.4 3L6.4 4.7ZM-6.4 4.7L-7.4 3L6.4 -4.7L7.4 -3Z"
    ),
}
"""Emblems of the colours for readers who cannot distinguish them.

The emblems are a drop, a flame, a bolt, a drip, a cloud and a flake.
"""


def emblem(colour: str, x: Number, y: Number, title: str = "") -> Group:
    """Return a colour's emblem on a round chip."""
    shapes = (Circle(x=0, y=0, radius=11, look="chip"), Path(d=SIGN[colour], look="sign"))
    return Group(
        shapes=shapes, x=x, y=y, look=f"paint-{PAINT[colour]}", title=title or colour_name(colour)
    )


def part(number: int, x: Number, y: Number, title: str = "") -> Group:
    """Return a piece of the Thingamajig, drawn as a cogwheel with its number."""
    cog = (
        "".join([f"{'L' if index else 'M'}{px} {py}" for index, (px, py) in enumerate(_COG)]) + "Z"
    )
    return Group(
        shapes=(
            Path(d=cog, look="cog"),
            Text(x=0, y=5, words=str(number), anchor="middle", look="cogword"),
        ),
        x=x,
        y=y,
        title=title,
    )


_COG: Final = (
    (-4, -13), (4, -13), (5, -9), (9, -12), (12, -8), (10, -4), (14, -3), (14, 3), (10, 4), (12, 8),
    (9, 12), (5, 9), (4, 13), (-4, 13), (-5, 9), (-9, 12), (-12, 8), (-10, 4), (-14, 3), (-14, -3),
    (-10, -4), (-12, -8), (-9, -12), (-5, -9),
)  # fmt: skip


def parcel(x: Number, y: Number, inside: str, title: str) -> Group:
    """Return a device, drawn as a parcel tied with string.

    `inside` is a colour or "decoy", or "" if the contents are unknown.
    """
    box: tuple[Shape, ...] = (
        Rect(x=-12, y=-11, width=24, height=22, round=2, look="parcel"),
        Path(d="M-12 -4H12M0 -11V-4", look="string"),
    )
    if inside in SIGN:
        return Group(shapes=(*box, emblem(inside, 0, 1, title)), x=x, y=y, title=title)
    mark: Shape = (
        Path(d="M-5 1L-1 6L6 -2", look="harmless")
        if inside == "decoy"
        else Text(x=0, y=8, words="?", anchor="middle", look="riddle")
    )
    return Group(shapes=(*box, mark), x=x, y=y, title=title)


def agent(side: str, x: Number, y: Number, title: str, *, is_viewer: bool) -> Group:
    """Return a spy in a trench coat and a wide hat.

    The viewer's own spy has a small arrow above it.
    """
    shapes: list[Shape] = [
        Path(d="M-11 0Q-12 -4 -6 -4L-1 -4V0ZM11 0Q12 -4 6 -4L1 -4V0Z", look="shoe"),
        Path(d="M-14 -4L-10 -30Q0 -37 10 -30L14 -4Z", look="coat"),
        Path(d="M-12 -16H12M0 -30V-5", look="seam"),
        Path(d="M-6 -32L0 -21L6 -32Z", look="shirt"),
        Path(d="M-2 -31H2L1 -22H-1Z", look="tie"),
        Circle(x=0, y=-41, radius=9.5, look="face"),
        Path(
            d="M-8 -44H8V-42Q7 -39 4 -39Q1 -39 0 -42Q-1 -39 -4 -39Q-7 -39 -8 -42Z", look="glasses"
        ),
        Path(d="M-3 -35Q0 -33 4 -36", look="mouth"),
        Path(d="M-17 -47Q0 -55 17 -47Q0 -43 -17 -47Z", look="hat"),
        Path(d="M-9 -49L-8 -60Q-3 -57 0 -59Q4 -63 8 -59L9 -49Q0 -52 -9 -49Z", look="hat"),
        Path(d="M-9 -50Q0 -53 9 -50L9 -53Q0 -56 -9 -53Z", look="band"),
    ]
    if is_viewer:
        shapes.append(Path(d="M-6 -74H6L0 -66Z", look="me"))
    return Group(
        shapes=tuple(shapes),
        x=x,
        y=y,
        look=f"agent {side.lower()} mine" if is_viewer else f"agent {side.lower()}",
        title=title,
    )


def officer(rank: int, x: Number, y: Number, title: str) -> Group:
    """Return a cop with a peaked cap. The number of stars is the damage needed to kill the cop."""
    stars = "".join(
        (
            f"M{-3 * rank + 6 * star} -27l1.2 2.4 2.6 .4 -1.9 1.8 .5 2.6 -2.4 -1.2 -2.4 1.2 .5 "
            "-2.6 -1.9 -1.8 2.6 -.4Z"
        )
        for star in range(rank + 1)
    )
    wide = 12 + 2 * rank
    shapes: tuple[Shape, ...] = (
        Path(d="M-10 0Q-11 -4 -6 -4H-1V0ZM10 0Q11 -4 6 -4H1V0Z", look="shoe"),
        Path(d=f"M{-wide + 2} -4L-{wide} -30Q0 -36 {wide} -30L{wide - 2} -4Z", look="uniform"),
        Path(d=f"M{-wide + 1} -13H{wide - 1}", look="belt"),
        Path(d=stars, look="star"),
        Circle(x=0, y=-40, radius=9, look="face"),
        Path(d="M-6 -36Q-3 -39 0 -37Q3 -39 6 -36Q0 -34 -6 -36Z", look="moustache"),
        Circle(x=-3, y=-42, radius=1.3, look="eye"),
        Circle(x=3, y=-42, radius=1.3, look="eye"),
        Path(d="M-11 -46Q-15 -56 0 -57Q15 -56 11 -46Q0 -49 -11 -46Z", look="cap"),
        Path(d="M-11 -46Q0 -49 11 -46L13 -44Q0 -46 -13 -44Z", look="peak"),
        Circle(x=0, y=-52, radius=2.4, look="badge"),
    )
    return Group(shapes=shapes, x=x, y=y, look="officer", title=title)


def burst(x: Number, y: Number, text: str) -> Group:
    """Return a cartoon explosion."""
    points = (
        (0, -24), (7, -12), (22, -17), (16, -4), (32, 0), (17, 5), (22, 18), (8, 12), (0, 24),
        (-7, 12), (-22, 18), (-16, 5), (-32, 0), (-17, -5), (-22, -18), (-8, -12),
    )  # fmt: skip
    return Group(
        shapes=(
            Line(points=points, closed=True, look="bang"),
            Text(x=0, y=7, words=text, anchor="middle", look="bangword"),
        ),
        x=x,
        y=y,
    )


def helicopter(x: Number, y: Number) -> Group:
    """Return the helicopter on its skids."""
    return Group(
        shapes=(
            Path(d="M-62 -42H62", look="rotor"),
            Path(d="M-4 -34H4V-42H-4Z", look="hull"),
            Path(d="M18 -24L62 -30L64 -38L70 -38L69 -22L18 -12Z", look="hull"),
            Path(
                d="M-34 -14Q-34 -34 -8 -35H8Q26 -34 26 -18Q26 -6 8 -6H-22Q-34 -6 -34 -14Z",
                look="hull",
            ),
            Path(d="M-31 -16Q-30 -30 -10 -31V-16Z", look="glass"),
            Path(d="M-28 0H24M-16 -6L-20 0M12 -6L16 0", look="skid"),
        ),
        x=x,
        y=y,
        look="helicopter",
    )


def siren(x: Number, y: Number, title: str, *, lit: bool) -> Group:
    """Return an alarm lamp."""
    shapes: tuple[Shape, ...] = (
        Rect(x=-9, y=-5, width=18, height=5, look="socket"),
        Path(d="M-7 -5V-11Q-7 -19 0 -19Q7 -19 7 -11V-5Z", look="lamp"),
    )
    if lit:
        shapes = (
            *shapes,
            Path(
                d="M-13 -12L-20 -14M-11 -19L-16 -24M0 -23V-30M11 -19L16 -24M13 -12L20 -14",
                look="ray",
            ),
        )
    return Group(shapes=shapes, x=x, y=y, look="siren lit" if lit else "siren", title=title)


FURNITURE: Final = (
    # a computer with two tape reels
    (
        "M0 0V-52H38V0ZM10 -40m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M28 -40m-6 0a6 6 0 1 0 12 0a6 6 "
        "0 1 0 -12 0M5 -26H33M5 -20H20M5 -12H12M16 -12H23"
    ),
    # a bench with flasks
    (
        "M0 -20H46M5 -20V0M41 -20V0M10 -20L6 -26Q9 -30 12 -31V-38H16V-31Q20 -29 22 -26L18 -20M30 "
        "-20V-36H36V-20M30 -28H36"
    ),
    # a specimen in a tank
    (
        "M4 0V-48Q20 -58 36 -48V0ZM0 0H40M4 -10H36M20 -18Q12 -22 16 -30Q20 -38 26 -31Q29 -24 20 "
        "-18L17 -12M20 -18L24 -12"
    ),
    # a desk with a telephone
    (
        "M0 -22H48M4 -22V0H18V-22M44 -22V0M8 -14H14M8 -7H14M26 -22L28 -29H38L40 -22M24 -32Q33 -38 "
        "42 -32L40 -29Q33 -32 26 -29Z"
    ),
    # a board with the plans of a rocket
    (
        "M0 -54H46V-18H0ZM6 -18L2 0M40 -18L44 0M23 -50Q29 -42 28 -30L32 -24H14L18 -30Q17 -42 23 "
        "-50M36 -44H42M36 -38H42"
    ),
    # a turbine
    (
        "M4 0L8 -10M40 0L36 -10M2 -30A20 20 0 1 0 42 -30A20 20 0 1 0 2 -30M22 -30m-4 0a4 4 0 1 0 8 "
        "0a4 4 0 1 0 -8 0M22 -34Q28 -42 22 -50M26 -30Q34 -24 42 -30M22 -26Q16 -18 22 -10M18 "
        "-30Q10 -36 2 -30"
    ),
    # a potted plant and a clock
    (
        "M8 0L5 -12H23L20 0ZM14 -12Q2 -22 4 -34Q14 -28 14 -12Q26 -22 25 -36Q14 -30 14 -12V-40M36 "
        "-46m-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M36 -46V-52M36 -46L41 -44"
    ),
)
"""Furniture in the rooms, as SVG paths."""
SHIELD: Final = "M0 -16Q9 -12 15 -13V1Q14 13 0 19Q-14 13 -15 1V-13Q-9 -12 0 -16Z"
CROSS: Final = "M-6 -17H6V-6H17V6H6V17H-6V6H-17V-6H-6Z"
SWORDS: Final = (
    "M-17 -17L-13 -17L5 3L9 -1L11 1L7 5L15 14L12 16L4 8L0 12L-2 10L2 6L-17 -13ZM17 "
    "-17V-13L-2 6L2 10L0 12L-4 8L-12 16L-15 14L-7 5L-11 1L-9 -1L-5 3L13 -17Z"
)
"""Symbols of the three special rooms, as SVG paths."""
