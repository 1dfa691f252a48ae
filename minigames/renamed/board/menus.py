"""The choices that a seat has in the current step, and the moves that result from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import IllegalMove
from engine.values import Seat
from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import (
    CARD_LIMIT,
    HAS_SPY_BACK,
    IS_DOUBLER,
    IS_LAIR,
    LETTER,
    VALUE,
    Card,
    Cards,
)
from minigames.renamed.rules.judging import find_cheapest_team, find_closed_reason, spies_of
from minigames.renamed.rules.moves import (
    FOIL,
    KILL,
    LAY,
    PASS,
    SEND,
    SEND_FROM,
    SEND_TOP,
    SKIP,
    TAUNT,
    Move,
    SendTeam,
)
from minigames.renamed.rules.names import card_name, read_taunt
from minigames.renamed.rules.values import MAX_SEATS, View, captive_in
from play.tabletop.board import Answer, Choice, Draft, Field, Menu

from .forecast import describe_chances, describe_offer, find_chances
from .phrases import capital, count_words, kind_words, lair_size, points, possessive, title_of

CARD_ERROR: Final = "Choose a card of your hand, another hand, or the top of the deck."
LAIR_ERROR: Final = "Choose the lair of a player at this table."
TEAM_ERROR: Final = "Choose the spies of the team among your cards."


def menus(view: View, names: Sequence[str], draft: Draft | None = None) -> tuple[Menu, ...]:
    """Return the menu of the current step. Seats that do not have to choose get no menu."""
    if view.own is None or view.seat is None or view.seat not in view.table.acting:
        return ()
    match view.table.phase:
        case "lay":
            return (_lay(view, view.own.hand),)
        case "send":
            return (_send_menu(view, names, view.own.hand, draft),)
        case "capture":
            return (_capture(view, view.own.hand),)
        case _:
            return (_foil(view, names, view.own.hand),)


def presses(view: View) -> dict[Card, str]:
    """Return the choice that each card in the hand selects, as the choice's key."""
    if view.own is None or view.seat not in view.table.acting:
        return {}
    hand = view.own.hand
    match view.table.phase:
        case "lay":
            return {card: f"lay.{VALUE[card]}" for card in hand if IS_LAIR[card]}
        case "send":
            return {card: "send" for card in hand if HAS_SPY_BACK[card]}
        case "capture":
            return {card: f"taunt.{card}" for card in hand if IS_DOUBLER[card]}
        case _:
            return {card: f"foil.{card}" for card in hand if IS_DOUBLER[card]}


# --- lair step ------------------------------------------------------------------------------------


def _lay(view: View, hand: Cards) -> Menu:
    """Return the menu of the lair step. Cards that have the same value share a choice."""
    size = lair_size(view, view.seat or 0)
    now = 0 if size == "none" else int(size)
    kinds = {VALUE[card]: card for card in hand if IS_LAIR[card]}
    lay = [
        Choice(
            key=f"lay.{value}",
            label=f"Lay {card_name(card)} ({value})",
            note=f"Your lair: {now} → {now + value}",
            move=LAY[card],
        )
        for value, card in sorted(kinds.items(), reverse=True)
    ]
    skip = Choice(key="skip", label="Lay nothing", move=SKIP, look="quiet")
    return Menu(
        title="Your lair step", choices=(*lay, skip), hint="" if lay else "You hold no lair card."
    )


# --- spy step -------------------------------------------------------------------------------------


def _send_menu(view: View, names: Sequence[str], hand: Cards, draft: Draft | None) -> Menu:
    skip = Choice(key="skip", label="Play nothing and end the turn", move=SKIP, look="quiet")
    return Menu(
        title="Your spy step",
        choices=(_send(view, names, hand, draft), _team(view, names, hand, draft), skip),
    )


def _send(view: View, names: Sequence[str], hand: Cards, draft: Draft | None) -> Choice:
    cards, lairs = _card_answers(view, names, hand), _lair_answers(view, names)
    label = "Play a spy or a bomb into a lair"
    if all(answer.closed for answer in lairs):
        return Choice(
            key="send", label=label, closed="There is no lair, so you cannot play a card."
        )
    if all(answer.closed for answer in cards):
        return Choice(
            key="send",
            label=label,
            closed=(
                "You hold no spy or bomb, and neither the deck nor another hand shows a spy back."
            ),
        )
    fields = (
        Field(name="what", label="What", answers=cards, value=_first_open_value(cards)),
        Field(
            name="into",
            label="Into",
            answers=lairs,
            value=str(view.seat)
            if view.table.lairs[view.seat or 0].stands
            else _first_open_value(lairs),
        ),
    )
    note = (
        forecast(view, draft)
        or "The odds of every card and lair are in the table “If I play this there”."
    )
    return Choice(key="send", label=label, note=note, fields=fields, previews=True)


def forecast(view: View, draft: Draft | None) -> str:
    """Return the chances of the card chosen in the draft.

    Return "" if no card is chosen or the play is not allowed.
    """
    if draft is None or draft.choice != "send":
        return ""
    try:
        move = read_send(draft)
    except IllegalMove:
        return ""
    if find_closed_reason(view, move):
        return ""
    card = (
        int(draft.value("what").removeprefix("card-"))
        if draft.value("what").startswith("card-")
        else None
    )
    title = title_of(card) if card is not None else "An unseen card"
    return f"{title}: {describe_chances(find_chances(view, card, Seat(int(draft.value('into')))))}."


def _card_answers(view: View, names: Sequence[str], hand: Cards) -> tuple[Answer, ...]:
    standing = next(
        (Seat(seat) for seat, lair in enumerate(view.table.lairs) if lair.stands), Seat(0)
    )
    own_cards = [
        Answer(value=f"card-{card}", label=f"{title_of(card)} ({kind_words(card)})")
        for card in hand
        if HAS_SPY_BACK[card]
    ]
    top = Answer(
        value="top",
        label="The top card of the deck, unseen",
        closed=_closed_sentence(view, SEND_TOP[standing]),
    )
    others = [
        Answer(
            value=f"hand-{seat}",
            label=(
                f"{capital(possessive(seat, names, view.seat))} hand: one of "
                f"{count_words(hand_backs.spies, 'spy back')}, unseen"
            ),
            closed=_closed_sentence(view, SEND_FROM[standing][seat]),
        )
        for seat, hand_backs in enumerate(view.table.hands)
        if seat != view.seat
    ]
    return (*own_cards, top, *others)


def _lair_answers(view: View, names: Sequence[str]) -> tuple[Answer, ...]:
    return tuple(
        Answer(
            value=str(seat),
            label=f"{capital(possessive(seat, names, view.seat))} lair"
            + (f" ({lair_size(view, seat)})" if lair.stands else ""),
            closed="" if lair.stands else "no lair card laid",
        )
        for seat, lair in enumerate(view.table.lairs)
    )


def _closed_sentence(view: View, move: Move) -> str:
    fault = find_closed_reason(view, move)
    return fault.sentence if fault else ""


def _first_open_value(answers: Sequence[Answer]) -> str:
    return next((answer.value for answer in answers if not answer.closed), "")


def _team(view: View, names: Sequence[str], hand: Cards, draft: Draft | None) -> Choice:
    """Return the choice that plays a team into another lair (R5).

    The cheapest team is preselected.
    """
    label, spies = "Send a team", spies_of(hand)
    if len(spies) < 2:
        return Choice(
            key="team",
            label=label,
            closed=f"A team needs two or more spies. You hold {len(spies) or 'none'}.",
        )
    rivals = [
        Seat(seat)
        for seat, lair in enumerate(view.table.lairs)
        if lair.stands and seat != view.seat
    ]
    if not rivals:
        return Choice(key="team", label=label, closed="No other player has a lair to blow up.")
    teams = {
        lair_owner: find_cheapest_team(spies, view.table.lairs[lair_owner].max_size)
        for lair_owner in rivals
    }
    if not any(teams.values()):
        return Choice(
            key="team",
            label=label,
            closed=_closed_sentence(
                view,
                SendTeam(
                    cards=spies,
                    into=min(rivals, key=lambda lair_owner: view.table.lairs[lair_owner].max_size),
                ),
            ),
        )
    lair_owner = next(lair_owner for lair_owner, team in teams.items() if team)
    lairs = [
        Answer(
            value=str(seat),
            label=(
                f"{capital(possessive(seat, names, view.seat))} lair: more than "
                f"{view.table.lairs[seat].max_size}"
            ),
            closed="" if teams[seat] else _closed_sentence(view, SendTeam(cards=spies, into=seat)),
        )
        for seat in rivals
    ]
    fields = (
        Field(
            name="cards",
            label="Spies",
            kind="checks",
            value=",".join([str(card) for card in teams[lair_owner]]),
            answers=tuple(
                Answer(value=str(card), label=f"{title_of(card)} ({VALUE[card]})") for card in spies
            ),
        ),
        Field(name="into", label="Into", answers=tuple(lairs), value=str(lair_owner)),
    )
    note = _team_sum(draft) or (
        "A team that adds up to more than the lair, counting hidden cards as 4, is sure to "
        "blow it up."
    )
    return Choice(key="team", label=label, note=note, fields=fields, previews=True)


def _team_sum(draft: Draft | None) -> str:
    if draft is None or draft.choice != "team":
        return ""
    cards = [
        int(card) for card in draft.all("cards") if card.isdecimal() and int(card) < CARD_LIMIT
    ]
    return f"This team adds up to {sum([VALUE[card] for card in cards])}."


# --- kill, taunt, foil ----------------------------------------------------------------------------


def _capture(view: View, hand: Cards) -> Menu:
    captive, offers_by_letter = (
        captive_in(view.table),
        {offer.letter: offer for offer in odds.list_offers(view)},
    )
    name, score = title_of(captive.spy), view.table.scores[view.seat or 0] + captive.points
    wins = (
        f" That makes {score}, and ends the match."
        if score >= view.table.setup.target
        else f" That makes {score}."
    )
    kill = Choice(
        key="kill",
        label=f"Kill {name}",
        note=f"{points(captive.points)}, for sure.{wins}",
        move=KILL,
        look="main",
    )
    taunts = [
        Choice(
            key=f"taunt.{card}",
            label=f"Taunt with {LETTER[card]}: “{read_taunt(card, captive.spy)}”",
            note=describe_offer(offers_by_letter[LETTER[card]])
            if LETTER[card] in offers_by_letter
            else "",
            closed=_closed_sentence(view, TAUNT[card]),
            move=TAUNT[card],
        )
        for card in hand
        if IS_DOUBLER[card]
    ]
    hint = "" if taunts else "You hold no doubler to taunt with."
    return Menu(title=f"{name} is in your hands", choices=(kill, *taunts), hint=hint)


def _foil(view: View, names: Sequence[str], hand: Cards) -> Menu:
    captive = captive_in(view.table)
    letter = LETTER[captive.doublers[-1]]
    foils = [
        Choice(
            key=f"foil.{card}",
            label=f"Foil with {letter}",
            note="The spy goes free, and the lair is destroyed.",
            move=FOIL[card],
        )
        for card in hand
        if LETTER[card] == letter
    ][:1]
    closed_foil = Choice(
        key="foil", label=f"Foil with {letter}", closed=f"You hold no doubler {letter}."
    )
    pass_choice = Choice(
        key="pass",
        label="Pass",
        note=f"The spy is worth {captive.points * 2} if no one else foils.",
        move=PASS,
    )
    return Menu(
        title=f"Do you foil {names[captive.owner]}’s taunt?",
        choices=(*(foils or (closed_foil,)), pass_choice),
    )


# --- submitted forms ------------------------------------------------------------------------------


def read_send(draft: Draft) -> Move:
    """Return the play described by the two form fields. Raise IllegalMove if they are invalid."""
    lair_owner = _parse_seat(draft.value("into"), LAIR_ERROR)
    match draft.value("what").partition("-"):
        case ("top", "", ""):
            return SEND_TOP[lair_owner]
        case ("hand", "-", seat):
            return SEND_FROM[lair_owner][_parse_seat(seat, CARD_ERROR)]
        case ("card", "-", card):
            return SEND[lair_owner][_parse_number(card, CARD_LIMIT, CARD_ERROR)]
    raise IllegalMove(CARD_ERROR)


def read_team(draft: Draft) -> Move:
    """Return the team described by the form fields, which can be in any order.

    Raise IllegalMove if the fields are invalid.
    """
    cards = {_parse_number(card, CARD_LIMIT, TEAM_ERROR) for card in draft.all("cards")}
    return SendTeam(cards=tuple(sorted(cards)), into=_parse_seat(draft.value("into"), LAIR_ERROR))


def _parse_seat(text: str, error: str) -> Seat:
    return Seat(_parse_number(text, MAX_SEATS, error))


def _parse_number(text: str, limit: int, error: str) -> int:
    if not (
        text.isascii()
        and text.isdecimal()
        and len(text) <= len(str(CARD_LIMIT))
        and int(text) < limit
    ):
        raise IllegalMove(error)
    return int(text)
