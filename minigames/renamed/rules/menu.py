"""The menu of moves that have different effects, and random moves from this menu.

In the menu, one card represents all lair cards or spies of the same value, all bombs, or all
doublers of the same letter. For each lair, the menu contains only the cheapest team. Other cards
and teams are also legal.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice import Dice
from engine.values import HOST, Seat

from .cards import FIRST_DOUBLER, FIRST_SPY, HAS_SPY_BACK, LETTER, VALUE, Cards
from .judging import find_cheapest_team, spies_of
from .moves import (
    FOIL,
    KILL,
    LAY,
    PASS,
    SEND,
    SEND_FROM,
    SEND_TOP,
    SKIP,
    TAUNT,
    TIME_UP,
    Move,
    SendTeam,
)
from .values import Table, View, captive_in


def list_moves(view: View) -> Sequence[Move]:
    """Return the moves that are available to the view's seat.

    While a seat is asked, HOST can call time. Each step has a move that needs no card (R12).
    """
    table, own_hand, seat = view.table, view.own, view.seat
    if own_hand is None or seat is None:
        return (TIME_UP,) if seat == HOST and table.acting else ()
    if seat not in table.acting:
        return ()
    hand = own_hand.hand
    if table.phase == "lay":
        return [
            SKIP,
            *[
                LAY[card]
                for card in {VALUE[card]: card for card in hand if card < FIRST_SPY}.values()
            ],
        ]
    if table.phase == "send":
        return _list_sends(table, seat, hand)
    return (
        [KILL, *_taunts(table, hand)]
        if table.phase == "capture"
        else [PASS, *_foils(table, hand)[:1]]
    )


def _list_sends(table: Table, seat: Seat, hand: Cards) -> list[Move]:
    moves: list[Move] = [SKIP]
    own_cards = {VALUE[card]: card for card in hand if HAS_SPY_BACK[card]}.values()
    sources = _sources(table, seat)
    for lair_owner in _lair_owners(table):
        send, send_from = SEND[lair_owner], SEND_FROM[lair_owner]
        moves += [send[card] for card in own_cards]
        moves += [send_from[source] for source in sources]
        if table.top == "spy":
            moves.append(SEND_TOP[lair_owner])
    return [*moves, *_teams(table, seat, hand)]


def _lair_owners(table: Table) -> list[int]:
    return [lair_owner for lair_owner, lair in enumerate(table.lairs) if lair.up or lair.down]


def _sources(table: Table, seat: Seat) -> list[int]:
    return [other for other, hand in enumerate(table.hands) if hand.spies and other != seat]


def _teams(table: Table, seat: Seat, hand: Cards) -> list[Move]:
    spies = spies_of(hand)
    teams = [
        (find_cheapest_team(spies, table.lairs[lair_owner].max_size), Seat(lair_owner))
        for lair_owner in _lair_owners(table)
        if lair_owner != seat
    ]
    return [SendTeam(cards=cards, into=lair_owner) for cards, lair_owner in teams if cards]


def _taunts(table: Table, hand: Cards) -> list[Move]:
    played = captive_in(table).letters
    letters = {LETTER[card]: card for card in hand if card >= FIRST_DOUBLER}
    return [TAUNT[card] for letter, card in letters.items() if letter and letter not in played]


def _foils(table: Table, hand: Cards) -> list[Move]:
    letter = LETTER[captive_in(table).doublers[-1]]
    return [FOIL[card] for card in hand if LETTER[card] == letter]


# --- a single move, without creating the long menu ------------------------------------------------


def draw_move(view: View, dice: Dice) -> Move:
    """Return a random move from the menu.

    All moves are equally likely, except that all teams together are only as likely as one other
    move.
    """
    if (
        view.table.phase != "send"
        or view.own is None
        or view.seat is None
        or view.seat not in view.table.acting
    ):
        return dice.pick(list_moves(view))
    return _draw_send(view.table, view.seat, view.own.hand, dice)


def _draw_send(table: Table, seat: Seat, hand: Cards, dice: Dice) -> Move:
    lairs = _lair_owners(table)
    if not lairs:
        return SKIP
    own_cards, sources = (
        [*{VALUE[card]: card for card in hand if HAS_SPY_BACK[card]}.values()],
        _sources(table, seat),
    )
    moves_per_lair = len(own_cards) + len(sources) + (table.top == "spy")
    singles = moves_per_lair * len(lairs)
    index = dice.die(singles + 1 + (len(own_cards) > 1)) - 1
    if index >= singles:
        teams = _teams(table, seat, hand) if index > singles else ()
        return dice.pick(teams) if teams else SKIP
    lair_owner, index = lairs[index // moves_per_lair], index % moves_per_lair
    if index < len(own_cards):
        return SEND[lair_owner][own_cards[index]]
    index -= len(own_cards)
    return SEND_FROM[lair_owner][sources[index]] if index < len(sources) else SEND_TOP[lair_owner]
