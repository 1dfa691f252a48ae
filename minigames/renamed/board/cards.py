"""Fronts and backs of cards as shapes. A card is 60 units wide and 84 units high."""

from __future__ import annotations

from typing import Final

from minigames.renamed.rules.cards import (
    IS_BOMB,
    IS_DOUBLER,
    IS_LAIR,
    KIND,
    LETTER,
    NUMBER,
    VALUE,
    Back,
    Card,
)
from play.tabletop.board import Circle, Group, Line, Path, Rect, Shape, Text

CARD_WIDTH: Final = 60
CARD_HEIGHT: Final = 84

FEDORA: Final = "M-17 -3 Q0 -8 17 -3 L14 -7 H10 L8 -18 Q0 -13 -8 -18 L-10 -7 H-14 Z"
HATS: Final = (
    FEDORA,
    "M-14 -4 H14 Q14 -7 10 -7 Q10 -18 0 -18 Q-10 -18 -10 -7 Q-14 -7 -14 -4 Z",
    "M-12 10 Q-16 -16 0 -16 Q16 -16 12 10 L9 4 Q9 -5 0 -6 Q-9 -5 -9 4 Z",
    "M-16 -3 H16 V-7 H9 V-21 H-9 V-7 H-16 Z",
)
EYES: Final[tuple[tuple[Shape, ...], ...]] = (
    (Circle(x=-4, y=2, radius=1.5, look="rn-ink"), Circle(x=4, y=2, radius=1.5, look="rn-ink")),
    (Path(d="M-9 0 H9 M-8 0 V4 H-1 V0 M1 0 V4 H8 V0", look="rn-ink rn-stroke"),),
    (
        Circle(x=-4, y=2, radius=1.5, look="rn-ink"),
        Circle(x=4, y=2, radius=4, look="rn-line"),
        Path(d="M8 3 L11 14", look="rn-line"),
    ),
)
MOUTHS: Final = ("M-4 10 H4", "M-7 9 Q-4 5 0 8 Q4 5 7 9", "M-4 9 Q0 13 4 9")
LAIR_SHAPES: Final[dict[int, tuple[Shape, ...]]] = {
    1: (
        Path(d="M-20 16 L-11 2 H20 L11 16 Z", look="rn-ink"),
        Path(d="M-11 2 L-15 -14 H16 L20 2", look="rn-wood"),
        Circle(x=2, y=-8, radius=3, look="rn-line"),
    ),
    2: (
        Path(d="M-19 -14 V16 H19 V-14", look="rn-line"),
        Path(d="M-19 -3 Q-14 -7 -9.5 -3 T0 -3 T9.5 -3 T19 -3 V16 H-19 Z", look="rn-wood"),
        Path(d="M-5 -3 Q0 -15 8 -16 Q5 -9 8 -3 Z", look="rn-ink"),
    ),
    3: (
        Path(d="M-21 10 H21 M-12 10 V20 M12 10 V20", look="rn-line"),
        Path(d="M-20 8 V-4 Q-20 -11 -12 -11 H8 Q20 -11 21 8 Z", look="rn-wood"),
        Path(
            d="M-15 -6 H-8 V0 H-15 Z M-4 -6 H3 V0 H-4 Z M7 -6 H11 Q14 -4 15 0 H7 Z", look="rn-ink"
        ),
    ),
    4: (
        Path(d="M-21 18 L-8 -6 H8 L21 18 Z", look="rn-wood"),
        Path(d="M-8 -6 Q0 0 8 -6 M-3 18 V10 H4 V18", look="rn-line"),
        Circle(x=-1, y=-13, radius=4, look="rn-line"),
        Circle(x=6, y=-19, radius=3, look="rn-line"),
    ),
}
BUBBLE: Final = "M-22 -22 H22 V16 H-4 L-13 26 V16 H-22 Z"
SHEEN: Final = ((9, 9), (51, 9), (51, 75), (9, 75))


def _frame(look: str) -> Rect:
    return Rect(x=1, y=1, width=CARD_WIDTH - 2, height=CARD_HEIGHT - 2, round=6, look=look)


def draw_face(card: Card) -> tuple[Shape, ...]:
    """Return a card's front."""
    frame = _frame(f"rn-card rn-{KIND[card]}")
    if IS_DOUBLER[card]:
        letter = Text(x=30, y=48, words=LETTER[card], anchor="middle", look="rn-letter")
        return (frame, _place(Path(d=BUBBLE, look="rn-bubble"), y=40), letter)
    if IS_BOMB[card]:
        return (frame, _place(*BOMB_SHAPES, y=44))
    value = Text(x=7, y=26, words=str(VALUE[card]), look="rn-value")
    if IS_LAIR[card]:
        return (frame, _place(*LAIR_SHAPES[VALUE[card]], y=55), value)
    return (frame, _place(*_spy(NUMBER[card]), y=52), value)


BOMB_SHAPES: Final[tuple[Shape, ...]] = (
    Circle(x=-2, y=6, radius=17, look="rn-ink"),
    Path(d="M9 -8 Q12 -19 19 -15", look="rn-line"),
    Path(d="M19 -21 V-27 M24 -16 L29 -18 M22 -20 L26 -25", look="rn-line"),
    Path(d="M-11 0 Q-9 -5 -3 -6", look="rn-glint"),
)


def _spy(number: int) -> tuple[Shape, ...]:
    """Return one of 36 faces, which combine four hats, three pairs of eyes and three mouths."""
    eyes, mouth = (
        EYES[number // len(HATS) % len(EYES)],
        MOUTHS[number // (len(HATS) * len(EYES)) % len(MOUTHS)],
    )
    return (
        Path(d="M-21 29 Q-18 15 0 16 Q18 15 21 29 Z", look="rn-ink"),
        Path(d="M-5 16 L0 27 L5 16", look="rn-skin"),
        Circle(x=0, y=4, radius=11.5, look="rn-skin"),
        Path(d=HATS[number % len(HATS)], look="rn-ink"),
        *eyes,
        Path(d=mouth, look="rn-line"),
    )


def draw_back(kind: Back) -> tuple[Shape, ...]:
    """Return a card's back. Spies and bombs have a hat; other cards have a keyhole."""
    frame = _frame(f"rn-back rn-back-{kind}")
    inner = Line(points=SHEEN, closed=True, look="rn-sheen")
    if kind == "spy":
        return (
            frame,
            inner,
            _place(
                Path(d=FEDORA, look="rn-mark"),
                Path(d="M-11 5 H-2 V10 H-11 Z M2 5 H11 V10 H2 Z", look="rn-mark"),
                y=44,
            ),
        )
    return (
        frame,
        inner,
        _place(
            Circle(x=0, y=-5, radius=8, look="rn-mark"),
            Path(d="M-3 0 H3 L7 17 H-7 Z", look="rn-mark"),
            y=40,
        ),
    )


def _place(*shapes: Shape, y: int) -> Group:
    return Group(shapes=shapes, x=CARD_WIDTH / 2, y=y)
