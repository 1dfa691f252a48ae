"""The picture of the table.

The deck, the discards and the captive are at the top. Below, a strip for each player shows the
player's hand, lair and score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.values import Seat
from minigames.renamed.rules.cards import CARDS_PER_KIND, LETTER, VALUE, Back, Card, total_value
from minigames.renamed.rules.values import Captive, View
from play.tabletop.board import Drawing, Group, Rect, Shape, Text, bot_mark, is_bot

from .cards import CARD_WIDTH, draw_back, draw_face
from .phrases import capital, card_words, count_words, kind_words, lair_size, possessive, title_of

WIDTH: Final = 400
TOP_HEIGHT: Final = 122
STRIP_HEIGHT: Final = 96
GAP: Final = 6
LAIR_X: Final = 136
LAIR_WIDTH: Final = 188
LAIR_CARD_SCALE: Final = 0.64
HAND_BACK_SCALE: Final = 0.4
MAX_NAME_LENGTH: Final = 18
MAX_FAN_STEP: Final = 40


class Aim(NamedTuple):
    """The selected card and lair in a choice that has not been submitted yet.

    `source` is the key of the card's source, such as "top", "hand-2" or "card-90".
    """

    source: str
    lair_seat: int


NO_AIM: Final = Aim("", -1)


def picture(view: View, names: Sequence[str], *, sends: bool, aim: Aim = NO_AIM) -> Drawing:
    """Return the picture of the whole table.

    If `sends` is set, lairs, rivals' hands and the deck can be clicked. This is used in the spy
    step.
    """
    seats = in_order(view)
    strips = [
        _strip(view, names, seat, index, sends=sends, aim=aim) for index, seat in enumerate(seats)
    ]
    label = "The table: deck, discards, and every player’s hand, lair and score"
    height = TOP_HEIGHT + len(seats) * (STRIP_HEIGHT + GAP)
    return Drawing(
        width=WIDTH,
        height=height,
        label=label,
        shapes=(*_top(view, names, sends=sends, aim=aim), *strips),
        look="rn-table",
    )


def in_order(view: View) -> tuple[Seat, ...]:
    """Return the seats in the order of play.

    The viewer's seat is last, next to the viewer's cards.
    """
    players = len(view.table.scores)
    last_seat = view.seat if view.own is not None and view.seat is not None else players - 1
    return tuple([Seat((last_seat + nth) % players) for nth in range(1, players + 1)])


# --- deck, discards, captive ----------------------------------------------------------------------


def _top(view: View, names: Sequence[str], *, sends: bool, aim: Aim) -> Iterator[Shape]:
    table = view.table
    if table.top is None:
        yield Group(
            shapes=(Rect(x=1, y=1, width=58, height=82, round=6, look="rn-empty"),),
            x=8,
            y=6,
            title="The deck is empty",
        )
    else:
        title = (
            f"The deck: {count_words(table.deck, 'card')}, "
            f"{'a spy back' if table.top == 'spy' else 'no spy back'} on top"
        )
        pressed = "send" if sends and table.top == "spy" else ""
        look = "rn-aimed" if aim.source == "top" else ""
        yield Group(
            shapes=draw_back(table.top),
            x=8,
            y=6,
            title=title,
            choice=pressed,
            look=look,
            data=(("what", "top"),),
        )
    yield Text(x=38, y=109, words=f"Deck {table.deck}", anchor="middle", look="rn-small")
    if table.discards:
        last = table.discards[-1]
        yield Group(
            shapes=draw_face(last), x=84, y=6, title=f"On top of the discards: {card_words(last)}"
        )
    else:
        yield Group(
            shapes=(Rect(x=1, y=1, width=58, height=82, round=6, look="rn-empty"),),
            x=84,
            y=6,
            title="No discards",
        )
    yield Text(
        x=114, y=109, words=f"Discards {len(table.discards)}", anchor="middle", look="rn-small"
    )
    if table.captive is None:
        yield from _spies_left(table.spies_gone)
    else:
        yield from _captive_shapes(table.captive, names, view.seat)


def _spies_left(discarded_count: int) -> Iterator[Shape]:
    """Yield the count of discarded spies. The match ends when all spies are discarded (R8)."""
    yield Text(
        x=168, y=30, words=f"{discarded_count} of {CARDS_PER_KIND} spies gone", look="rn-words"
    )
    yield Rect(x=168, y=40, width=220, height=8, round=4, look="rn-track")
    if discarded_count:
        yield Rect(
            x=168,
            y=40,
            width=220 * discarded_count / CARDS_PER_KIND,
            height=8,
            round=4,
            look="rn-fill",
        )
    yield Text(x=168, y=72, words="There is no captive.", look="rn-small rn-soft")


def _captive_shapes(captive: Captive, names: Sequence[str], viewer: Seat | None) -> Iterator[Shape]:
    yield Group(
        shapes=draw_face(captive.spy),
        x=162,
        y=6,
        title=f"Captive: {card_words(captive.spy)}",
        look="rn-captive",
    )
    yield Text(x=192, y=109, words="Captive", anchor="middle", look="rn-small")
    yield Text(x=234, y=24, words=_short(title_of(captive.spy), 24), look="rn-words")
    yield Text(
        x=234,
        y=44,
        words=_short(f"in {possessive(captive.owner, names, viewer)} lair", 26),
        look="rn-small",
    )
    yield Text(x=234, y=66, words=f"worth {captive.points}", look="rn-worth")
    for nth, card in enumerate(captive.doublers):
        open_still = nth == len(captive.doublers) - 1 and captive.asked
        title = f"Taunt with {LETTER[card]}: {'in question' if open_still else 'it got through'}"
        shapes = (
            Rect(
                x=0,
                y=0,
                width=22,
                height=24,
                round=4,
                look=f"rn-card rn-doubler{' rn-open' if open_still else ''}",
            ),
        )
        letter = Text(x=11, y=18, words=LETTER[card], anchor="middle", look="rn-chip")
        yield Group(
            shapes=(*shapes, letter),
            x=234 + 26 * nth if nth < 6 else 234 + 26 * 6,
            y=76,
            title=title,
        )


# --- a player -------------------------------------------------------------------------------------


def _strip(
    view: View, names: Sequence[str], seat: Seat, index: int, *, sends: bool, aim: Aim
) -> Group:
    table = view.table
    is_own, is_asked = seat == view.seat and view.own is not None, seat in table.acting
    looks = " ".join(
        label
        for label, applies in (("rn-strip", True), ("rn-mine", is_own), ("rn-asked", is_asked))
        if applies
    )
    name = _short(names[seat], MAX_NAME_LENGTH) + (" (you)" if is_own else "")
    badges = " · ".join(
        label
        for label, applies in (
            ("turn", table.turn == seat and bool(table.acting)),
            ("asked", is_asked),
        )
        if applies
    )
    score, target = table.scores[seat], table.setup.target
    shapes: list[Shape] = [
        Rect(x=4, y=0, width=WIDTH - 8, height=STRIP_HEIGHT, round=4, look=looks),
        Text(x=34 if is_bot(names, seat) else 14, y=21, words=name, look="rn-name"),
        Text(x=WIDTH - 14, y=21, words=f"{score} of {target}", anchor="end", look="rn-name"),
        Rect(x=4, y=STRIP_HEIGHT - 5, width=WIDTH - 8, height=5, look="rn-track"),
        *_backs(view, names, seat, sends=sends, aim=aim),
        *_lair(view, names, seat, sends=sends, aim=aim),
    ]
    if is_bot(names, seat):
        shapes.append(bot_mark(12, 6, 18))
    if badges:
        shapes.append(
            Text(x=WIDTH - 110, y=20, words=badges, anchor="end", look="rn-small rn-badge")
        )
    if score:
        shapes.append(
            Rect(
                x=4,
                y=STRIP_HEIGHT - 5,
                width=(WIDTH - 8) * min(1, score / target),
                height=5,
                look="rn-fill",
            )
        )
    return Group(shapes=tuple(shapes), y=TOP_HEIGHT + index * (STRIP_HEIGHT + GAP))


def _backs(
    view: View, names: Sequence[str], seat: Seat, *, sends: bool, aim: Aim
) -> Iterator[Shape]:
    """Yield a hand as everyone sees it, as the number of cards that have each back."""
    hand, whose_hand = view.table.hands[seat], capital(possessive(seat, names, view.seat))
    kinds: tuple[tuple[Back, int, int], ...] = (("spy", hand.spies, 14), ("other", hand.others, 72))
    for back_kind, count, x in kinds:
        pressed = sends and back_kind == "spy" and count and seat != view.seat
        look = " ".join(
            css_class
            for css_class, applies in (
                ("rn-none", not count),
                ("rn-aimed", back_kind == "spy" and aim.source == f"hand-{seat}"),
            )
            if applies
        )
        number = Text(x=72, y=56, words=f"×{count}", look="rn-count")
        title = f"{whose_hand} hand: {count_words(count, f'{back_kind} back')}"
        yield Group(
            shapes=(*draw_back(back_kind), number),
            x=x,
            y=38,
            scale=HAND_BACK_SCALE,
            look=look,
            title=title,
            choice="send" if pressed else "",
            data=(("what", f"hand-{seat}"),) if back_kind == "spy" else (),
        )


def _lair(
    view: View, names: Sequence[str], seat: Seat, *, sends: bool, aim: Aim
) -> Iterator[Shape]:
    lair, size = view.table.lairs[seat], lair_size(view, seat)
    if not lair.stands:
        yield Text(x=LAIR_X, y=62, words="No lair", look="rn-small rn-soft")
        return
    cards: list[Card | None] = [
        *lair.up,
        *([*view.own.down] if view.own is not None and seat == view.seat else [None] * lair.down),
    ]
    step = min(MAX_FAN_STEP, (LAIR_WIDTH - CARD_WIDTH * LAIR_CARD_SCALE) / max(1, len(cards) - 1))
    fan = [
        Group(
            shapes=_lair_card(card, is_known=nth >= len(lair.up)),
            x=LAIR_X + nth * step,
            y=32,
            scale=LAIR_CARD_SCALE,
        )
        for nth, card in enumerate(cards)
    ]
    title = f"{capital(possessive(seat, names, view.seat))} lair: {size}"
    yield Group(
        shapes=(
            Rect(
                x=LAIR_X - 4,
                y=29,
                width=WIDTH - 10 - LAIR_X,
                height=60,
                round=4,
                look="rn-lair-area",
            ),
            *fan,
            *_size(view, seat),
        ),
        title=title,
        look="rn-aimed" if aim.lair_seat == seat else "",
        choice="send" if sends else "",
        data=(("into", str(seat)),),
    )


def _lair_card(card: Card | None, *, is_known: bool) -> tuple[Shape, ...]:
    """Return a card in a lair, face up or face down.

    The viewer's own face-down cards show their values.
    """
    if card is None:
        return draw_back("other")
    if not is_known:
        return draw_face(card)
    return (
        *draw_back("other"),
        Rect(x=10, y=26, width=40, height=34, round=6, look="rn-known"),
        Text(x=30, y=53, words=str(VALUE[card]), anchor="middle", look="rn-value"),
    )


def _size(view: View, seat: Seat) -> Iterator[Shape]:
    """Yield a lair's size and the number of hidden cards, at the right of the lair."""
    lair, right = view.table.lairs[seat], WIDTH - 16
    is_own = view.own is not None and seat == view.seat
    if lair.down and not is_own:
        yield Text(
            x=right,
            y=56,
            words=f"{total_value(lair.up)}+?" if lair.up else "?",
            anchor="end",
            look="rn-size",
        )
        yield Text(x=right, y=78, words=f"{lair.down} hidden", anchor="end", look="rn-small")
        return
    yield Text(
        x=right,
        y=60 if not lair.down else 56,
        words=lair_size(view, seat),
        anchor="end",
        look="rn-size",
    )
    if lair.down:
        yield Text(x=right, y=78, words=f"{lair.down} hidden", anchor="end", look="rn-small")


def card_drawing(card: Card) -> Drawing:
    """Return the drawing of a card in a hand."""
    shapes = (Group(shapes=draw_face(card), data=(("what", f"card-{card}"),)),)
    return Drawing(
        width=CARD_WIDTH,
        height=84,
        label=f"{title_of(card)}, {kind_words(card)}",
        shapes=shapes,
        look="rn-face",
    )


def _short(text: str, max_length: int) -> str:
    return text if len(text) <= max_length else text[: max_length - 1].rstrip() + "…"
