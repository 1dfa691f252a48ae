"""The table as a picture: deck, discards and the captive on top, then a strip for each player with
hand, lair and score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.values import Seat
from minigames.renamed.rules.cards import LETTER, SUIT, VALUE, total
from play.tabletop.board import Drawing, Group, Rect, Text, bot_mark, is_bot

from .cards import WIDE, back, face
from .phrases import capital, card_words, counted, kind_words, lair_size, title_of, whose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from minigames.renamed.rules.cards import Back, Card
    from minigames.renamed.rules.values import Captive, View
    from play.tabletop.board import Shape

WIDTH: Final = 400
TOP: Final = 122
STRIP: Final = 96
GAP: Final = 6
LAIR_AT: Final = 136
LAIR_ROOM: Final = 188
SMALL: Final = 0.64
TINY: Final = 0.4
LONGEST_NAME: Final = 18
FANNED: Final = 40


class Aim(NamedTuple):
    """What the choice being filled in points at: where the card comes from ("top", "hand-2",
    "card-90"), and into whose lair.
    """

    what: str
    into: int


NOWHERE: Final = Aim("", -1)


def picture(view: View, names: Sequence[str], *, sends: bool, aim: Aim = NOWHERE) -> Drawing:
    """The whole table. `sends`: lairs, rivals' hands and the deck may be pressed, as the spy step
    asks for them.
    """
    seats = in_order(view)
    strips = [_strip(view, names, seat, at, sends=sends, aim=aim) for at, seat in enumerate(seats)]
    label = "The table: deck, discards, and every player’s hand, lair and score"
    height = TOP + len(seats) * (STRIP + GAP)
    return Drawing(
        width=WIDTH,
        height=height,
        label=label,
        shapes=(*_top(view, names, sends=sends, aim=aim), *strips),
        look="rn-table",
    )


def in_order(view: View) -> tuple[Seat, ...]:
    """The seats in the order of play; one's own last, next to one's cards."""
    players = len(view.table.scores)
    mine = view.seat if view.own is not None and view.seat is not None else players - 1
    return tuple([Seat((mine + nth) % players) for nth in range(1, players + 1)])


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
            f"The deck: {counted(table.deck, 'card')}, "
            f"{'a spy back' if table.top == 'spy' else 'no spy back'} on top"
        )
        pressed = "send" if sends and table.top == "spy" else ""
        look = "rn-aimed" if aim.what == "top" else ""
        yield Group(
            shapes=back(table.top),
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
            shapes=face(last), x=84, y=6, title=f"On top of the discards: {card_words(last)}"
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
        yield from _held(table.captive, names, view.seat)


def _spies_left(gone: int) -> Iterator[Shape]:
    """How near the end by spies is (R8)."""
    yield Text(x=168, y=30, words=f"{gone} of {SUIT} spies gone", look="rn-words")
    yield Rect(x=168, y=40, width=220, height=8, round=4, look="rn-track")
    if gone:
        yield Rect(x=168, y=40, width=220 * gone / SUIT, height=8, round=4, look="rn-fill")
    yield Text(x=168, y=72, words="There is no captive.", look="rn-small rn-soft")


def _held(captive: Captive, names: Sequence[str], me: Seat | None) -> Iterator[Shape]:
    yield Group(
        shapes=face(captive.spy),
        x=162,
        y=6,
        title=f"Captive: {card_words(captive.spy)}",
        look="rn-captive",
    )
    yield Text(x=192, y=109, words="Captive", anchor="middle", look="rn-small")
    yield Text(x=234, y=24, words=_short(title_of(captive.spy), 24), look="rn-words")
    yield Text(
        x=234, y=44, words=_short(f"in {whose(captive.owner, names, me)} lair", 26), look="rn-small"
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
    view: View, names: Sequence[str], seat: Seat, at: int, *, sends: bool, aim: Aim
) -> Group:
    table = view.table
    mine, asked = seat == view.seat and view.own is not None, seat in table.acting
    looks = " ".join(
        word for word, worn in (("rn-strip", True), ("rn-mine", mine), ("rn-asked", asked)) if worn
    )
    name = _short(names[seat], LONGEST_NAME) + (" (you)" if mine else "")
    badges = " · ".join(
        word
        for word, worn in (("turn", table.turn == seat and bool(table.acting)), ("asked", asked))
        if worn
    )
    score, target = table.scores[seat], table.setup.target
    shapes: list[Shape] = [
        Rect(x=4, y=0, width=WIDTH - 8, height=STRIP, round=4, look=looks),
        Text(x=34 if is_bot(names, seat) else 14, y=21, words=name, look="rn-name"),
        Text(x=WIDTH - 14, y=21, words=f"{score} of {target}", anchor="end", look="rn-name"),
        Rect(x=4, y=STRIP - 5, width=WIDTH - 8, height=5, look="rn-track"),
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
                y=STRIP - 5,
                width=(WIDTH - 8) * min(1, score / target),
                height=5,
                look="rn-fill",
            )
        )
    return Group(shapes=tuple(shapes), y=TOP + at * (STRIP + GAP))


def _backs(
    view: View, names: Sequence[str], seat: Seat, *, sends: bool, aim: Aim
) -> Iterator[Shape]:
    """A hand as everybody sees it: how many of each back."""
    hand, whose_hand = view.table.hands[seat], capital(whose(seat, names, view.seat))
    kinds: tuple[tuple[Back, int, int], ...] = (("spy", hand.spies, 14), ("other", hand.others, 72))
    for of, count, x in kinds:
        pressed = sends and of == "spy" and count and seat != view.seat
        look = " ".join(
            w
            for w, worn in (
                ("rn-none", not count),
                ("rn-aimed", of == "spy" and aim.what == f"hand-{seat}"),
            )
            if worn
        )
        number = Text(x=72, y=56, words=f"×{count}", look="rn-count")
        title = f"{whose_hand} hand: {counted(count, f'{of} back')}"
        yield Group(
            shapes=(*back(of), number),
            x=x,
            y=38,
            scale=TINY,
            look=look,
            title=title,
            choice="send" if pressed else "",
            data=(("what", f"hand-{seat}"),) if of == "spy" else (),
        )


def _lair(
    view: View, names: Sequence[str], seat: Seat, *, sends: bool, aim: Aim
) -> Iterator[Shape]:
    lair, size = view.table.lairs[seat], lair_size(view, seat)
    if not lair.stands:
        yield Text(x=LAIR_AT, y=62, words="No lair", look="rn-small rn-soft")
        return
    cards: list[Card | None] = [
        *lair.up,
        *([*view.own.down] if view.own is not None and seat == view.seat else [None] * lair.down),
    ]
    step = min(FANNED, (LAIR_ROOM - WIDE * SMALL) / max(1, len(cards) - 1))
    fan = [
        Group(
            shapes=_lair_card(card, known=nth >= len(lair.up)),
            x=LAIR_AT + nth * step,
            y=32,
            scale=SMALL,
        )
        for nth, card in enumerate(cards)
    ]
    title = f"{capital(whose(seat, names, view.seat))} lair: {size}"
    yield Group(
        shapes=(
            Rect(
                x=LAIR_AT - 4,
                y=29,
                width=WIDTH - 10 - LAIR_AT,
                height=60,
                round=4,
                look="rn-lair-area",
            ),
            *fan,
            *_size(view, seat),
        ),
        title=title,
        look="rn-aimed" if aim.into == seat else "",
        choice="send" if sends else "",
        data=(("into", str(seat)),),
    )


def _lair_card(card: Card | None, *, known: bool) -> tuple[Shape, ...]:
    """Turned up; or face down, one's own with what only its owner knows."""
    if card is None:
        return back("other")
    if not known:
        return face(card)
    return (
        *back("other"),
        Rect(x=10, y=26, width=40, height=34, round=6, look="rn-known"),
        Text(x=30, y=53, words=str(VALUE[card]), anchor="middle", look="rn-value"),
    )


def _size(view: View, seat: Seat) -> Iterator[Shape]:
    """The size at the right of the lair; of others' hidden cards the number."""
    lair, right = view.table.lairs[seat], WIDTH - 16
    mine = view.own is not None and seat == view.seat
    if lair.down and not mine:
        yield Text(
            x=right,
            y=56,
            words=f"{total(lair.up)}+?" if lair.up else "?",
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
    """One card of a hand."""
    shapes = (Group(shapes=face(card), data=(("what", f"card-{card}"),)),)
    return Drawing(
        width=WIDE,
        height=84,
        label=f"{title_of(card)}, {kind_words(card)}",
        shapes=shapes,
        look="rn-face",
    )


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
