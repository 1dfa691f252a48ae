"""The state of a match in words: the headline, and a complete description of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.words import join_items, sentence
from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import CARDS_PER_KIND, LETTER, Cards, total_value
from minigames.renamed.rules.names import read_taunt
from minigames.renamed.rules.values import Captive, View
from play.tabletop.board import Passage, Table, with_kind

from .forecast import (
    EXACT_NOTE,
    SENDING_NOTE,
    SUPPOSED_NOTE,
    describe_unseen_letters,
    offers_table,
    send_table,
    size_range,
)
from .panels import discards_table
from .phrases import (
    capital,
    card_words,
    cards_words,
    count_words,
    lair_size,
    points,
    possessive,
    title_of,
)
from .picture import in_order

PROMPTS: Final = {
    "lay": ("Lay a lair card, or none", "{who} is asked for a lair card"),
    "send": ("Play a spy, or end your turn", "{who} is in the spy step"),
}


def headline(view: View, names: Sequence[str]) -> str:
    """Return a sentence about the current decision and the player who must make it."""
    table, captive = view.table, view.table.captive
    if not table.acting:
        return "The match is over"
    asked_seat, is_me = table.acting[0], view.seat in table.acting
    if captive is None:
        own_prompt, other_prompt = PROMPTS[table.phase]
        return own_prompt if is_me else other_prompt.format(who=names[asked_seat])
    name, letter = title_of(captive.spy), LETTER[captive.doublers[-1]] if captive.doublers else ""
    if table.phase == "capture":
        return (
            f"You hold {name}: kill, or taunt?"
            if is_me
            else f"{names[asked_seat]} holds {name}: kill, or taunt?"
        )
    owner = "You taunt" if captive.owner == view.seat else f"{names[captive.owner]} taunts"
    return (
        f"{owner} with {letter}: "
        f"{'do you foil it?' if is_me else f'does {names[asked_seat]} foil it?'}"
    )


def lines(view: View, names: Sequence[str]) -> Iterator[str]:
    """Yield the text of the taunt, what is at stake, and who has the next turn."""
    table, captive = view.table, view.table.captive
    if captive is not None and captive.asked:
        yield f"“{read_taunt(captive.doublers[-1], captive.spy)}”"
    if captive is not None:
        yield _stakes(view, captive, names)
    if table.acting and table.acting[0] != table.turn:
        yield f"This is in the middle of {possessive(table.turn, names, view.seat)} turn."
    if not table.acting:
        yield (
            "Scores: "
            f"{join_items([f'{names[seat]} {score}' for seat, score in enumerate(table.scores)])}."
        )


def _stakes(view: View, captive: Captive, names: Sequence[str]) -> str:
    now = f"{title_of(captive.spy)} is worth {points(captive.points)} now"
    doubled = f", and {captive.points * 2} if no one foils" if captive.asked else ""
    lair = (
        f"{capital(possessive(captive.owner, names, view.seat))} lair of "
        f"{total_value(view.table.lairs[captive.owner].up)} goes with a foil"
    )
    return f"{now}{doubled}. {lair}."


# --- the board in words ---------------------------------------------------------------------------


def passages(view: View, names: Sequence[str]) -> Iterator[Passage]:
    """Yield a description of everything in the picture and the panels."""
    yield Passage(
        title="Current decision",
        lines=(sentence(headline(view, names)), *lines(view, names), *_turn(view, names)),
    )
    yield Passage(title="Players", table=_players(view, names))
    yield Passage(title="Deck and discards", lines=tuple(_deck(view)), table=discards_table(view))
    if view.own is not None:
        yield Passage(
            title="Your cards", lines=tuple(_own_card_lines(view.own.hand, view.own.down))
        )
    yield Passage(title="Doublers", lines=(describe_unseen_letters(view),), table=_letters(view))
    if table := offers_table(view):
        yield Passage(title="Chances if I kill or taunt now", lines=(SUPPOSED_NOTE,), table=table)
    if (
        view.table.phase == "send"
        and view.seat in view.table.acting
        and (table := send_table(view, names))
    ):
        yield Passage(title="If I play this there", lines=(SENDING_NOTE, EXACT_NOTE), table=table)


def _turn(view: View, names: Sequence[str]) -> Iterator[str]:
    table = view.table
    if table.acting:
        yield (
            f"It is {possessive(table.turn, names, view.seat)} turn. Turns follow the order of the "
            "table below."
        )


def _players(view: View, names: Sequence[str]) -> Table:
    heads = (
        "Player",
        "Score",
        "Lair, turned up",
        "Face down",
        "Size",
        "Spy backs in hand",
        "Other backs in hand",
    )
    table, rows = view.table, []
    for seat in in_order(view):
        lair, hand = table.lairs[seat], table.hands[seat]
        size, between = lair_size(view, seat), size_range(view, seat)
        up = f"{', '.join([card_words(card) for card in lair.up])}" if lair.up else "–"
        rows.append(
            (
                with_kind(names, seat) + (" (you)" if seat == view.seat else ""),
                str(table.scores[seat]),
                up,
                str(lair.down),
                f"{size} ({between})" if between else size,
                str(hand.spies),
                str(hand.others),
            )
        )
    return Table(
        heads=heads,
        rows=tuple(rows),
        caption=f"The first to {table.setup.target} points ends the match",
    )


def _deck(view: View) -> Iterator[str]:
    table = view.table
    backs = {"spy": "a spy back", "other": "no spy back", None: "nothing"}
    yield f"The deck has {count_words(table.deck, 'card')}; on top shows {backs[table.top]}."
    yield (
        f"{table.spies_gone} of {CARDS_PER_KIND} spies are discarded. The match ends when the last "
        "one is."
    )
    if table.discards:
        yield f"On top of the discards lies {card_words(table.discards[-1])}."


def _own_card_lines(hand: Cards, down: Cards) -> Iterator[str]:
    yield f"In your hand: {cards_words(hand)}."
    if down:
        yield f"Face down in your lair: {cards_words(down)}. Only you know."


def _letters(view: View) -> Table:
    rows = [
        (letter.letter, str(letter.seen_count), str(letter.own_count), str(letter.unseen_count))
        for letter in odds.count_doublers(view)
    ]
    return Table(heads=("Letter", "Seen", "Of these in your hand", "Not seen"), rows=tuple(rows))
