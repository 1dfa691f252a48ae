"""What a seat may do now, as choices; and the move that a choice with fields means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import IllegalMove
from engine.values import Seat
from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import END, IS_DOUBLER, IS_LAIR, LETTER, SPY_BACK, VALUE
from minigames.renamed.rules.judging import cheapest_team, closed, spies_of
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
    SendTeam,
)
from minigames.renamed.rules.names import name_of, taunt
from minigames.renamed.rules.values import MOST_SEATS, captive_in
from play.tabletop.board import Answer, Choice, Field, Menu

from .forecast import chances, chances_words, offer_words
from .phrases import capital, counted, kind_words, lair_size, points, title_of, whose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minigames.renamed.rules.cards import Card, Cards
    from minigames.renamed.rules.moves import Move
    from minigames.renamed.rules.values import View
    from play.tabletop.board import Draft

WHAT: Final = "Choose a card of your hand, another hand, or the top of the deck."
WHERE: Final = "Choose the lair of a player at this table."
TEAM: Final = "Choose the spies of the team among your cards."


def menus(view: View, names: Sequence[str], draft: Draft | None = None) -> tuple[Menu, ...]:
    """The one menu of the step that this seat is asked about; nothing for everybody else."""
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
    """The choice that each card of the hand presses, where it has one."""
    if view.own is None or view.seat not in view.table.acting:
        return {}
    hand = view.own.hand
    match view.table.phase:
        case "lay":
            return {card: f"lay.{VALUE[card]}" for card in hand if IS_LAIR[card]}
        case "send":
            return {card: "send" for card in hand if SPY_BACK[card]}
        case "capture":
            return {card: f"taunt.{card}" for card in hand if IS_DOUBLER[card]}
        case _:
            return {card: f"foil.{card}" for card in hand if IS_DOUBLER[card]}


# --- lay ------------------------------------------------------------------------------------------


def _lay(view: View, hand: Cards) -> Menu:
    """Cards of one value are one choice: they differ in nothing."""
    size = lair_size(view, view.seat or 0)
    now = 0 if size == "none" else int(size)
    kinds = {VALUE[card]: card for card in hand if IS_LAIR[card]}
    lay = [
        Choice(
            key=f"lay.{value}",
            label=f"Lay {name_of(card)} ({value})",
            note=f"Your lair: {now} → {now + value}",
            move=LAY[card],
        )
        for value, card in sorted(kinds.items(), reverse=True)
    ]
    skip = Choice(key="skip", label="Lay nothing", move=SKIP, look="quiet")
    return Menu(
        title="Your lair step", choices=(*lay, skip), hint="" if lay else "You hold no lair card."
    )


# --- play a spy -----------------------------------------------------------------------------------


def _send_menu(view: View, names: Sequence[str], hand: Cards, draft: Draft | None) -> Menu:
    skip = Choice(key="skip", label="Play nothing and end the turn", move=SKIP, look="quiet")
    return Menu(
        title="Your spy step",
        choices=(_send(view, names, hand, draft), _team(view, names, hand, draft), skip),
    )


def _send(view: View, names: Sequence[str], hand: Cards, draft: Draft | None) -> Choice:
    """One card into one lair: any card that can be had goes with any lair that stands."""
    whats, intos = _whats(view, names, hand), _intos(view, names)
    label = "Play a spy or a bomb into a lair"
    if all(answer.closed for answer in intos):
        return Choice(
            key="send", label=label, closed="There is no lair, so you cannot play a card."
        )
    if all(answer.closed for answer in whats):
        return Choice(
            key="send",
            label=label,
            closed=(
                "You hold no spy or bomb, and neither the deck nor another hand shows a spy back."
            ),
        )
    fields = (
        Field(name="what", label="What", answers=whats, value=_first(whats)),
        Field(
            name="into",
            label="Into",
            answers=intos,
            value=str(view.seat) if view.table.lairs[view.seat or 0].stands else _first(intos),
        ),
    )
    note = (
        forecast(view, draft)
        or "The odds of every card and lair are in the table “If I play this there”."
    )
    return Choice(key="send", label=label, note=note, fields=fields, previews=True)


def forecast(view: View, draft: Draft | None) -> str:
    """What becomes of the card that is being chosen; "" without one, or if that card cannot go
    there.
    """
    if draft is None or draft.choice != "send":
        return ""
    try:
        move = read_send(draft)
    except IllegalMove:
        return ""
    if closed(view, move):
        return ""
    card = (
        int(draft.one("what").removeprefix("card-"))
        if draft.one("what").startswith("card-")
        else None
    )
    words = title_of(card) if card is not None else "An unseen card"
    return f"{words}: {chances_words(chances(view, card, Seat(int(draft.one('into')))))}."


def _whats(view: View, names: Sequence[str], hand: Cards) -> tuple[Answer, ...]:
    standing = next(
        (Seat(seat) for seat, lair in enumerate(view.table.lairs) if lair.stands), Seat(0)
    )
    mine = [
        Answer(value=f"card-{card}", label=f"{title_of(card)} ({kind_words(card)})")
        for card in hand
        if SPY_BACK[card]
    ]
    top = Answer(
        value="top", label="The top card of the deck, unseen", closed=_why(view, SEND_TOP[standing])
    )
    others = [
        Answer(
            value=f"hand-{seat}",
            label=(
                f"{capital(whose(seat, names, view.seat))} hand: one of "
                f"{counted(held.spies, 'spy back')}, unseen"
            ),
            closed=_why(view, SEND_FROM[standing][seat]),
        )
        for seat, held in enumerate(view.table.hands)
        if seat != view.seat
    ]
    return (*mine, top, *others)


def _intos(view: View, names: Sequence[str], *, but: Seat | None = None) -> tuple[Answer, ...]:
    return tuple(
        [
            Answer(
                value=str(seat),
                label=f"{capital(whose(seat, names, view.seat))} lair"
                + (f" ({lair_size(view, seat)})" if lair.stands else ""),
                closed="" if lair.stands else "no lair card laid",
            )
            for seat, lair in enumerate(view.table.lairs)
            if seat != but
        ]
    )


def _why(view: View, move: Move) -> str:
    fault = closed(view, move)
    return fault.sentence if fault else ""


def _first(answers: Sequence[Answer]) -> str:
    return next((answer.value for answer in answers if not answer.closed), "")


def _team(view: View, names: Sequence[str], hand: Cards, draft: Draft | None) -> Choice:
    """R5: several spies into another's lair; at first the cheapest that would do."""
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
    teams = {into: cheapest_team(spies, view.table.lairs[into].at_most) for into in rivals}
    if not any(teams.values()):
        return Choice(
            key="team",
            label=label,
            closed=_why(
                view,
                SendTeam(
                    cards=spies, into=min(rivals, key=lambda into: view.table.lairs[into].at_most)
                ),
            ),
        )
    into = next(into for into, team in teams.items() if team)
    wanted = [
        Answer(
            value=str(seat),
            label=(
                f"{capital(whose(seat, names, view.seat))} lair: more than "
                f"{view.table.lairs[seat].at_most}"
            ),
            closed="" if teams[seat] else _why(view, SendTeam(cards=spies, into=seat)),
        )
        for seat in rivals
    ]
    fields = (
        Field(
            name="cards",
            label="Spies",
            kind="checks",
            value=",".join([str(card) for card in teams[into]]),
            answers=tuple(
                [
                    Answer(value=str(card), label=f"{title_of(card)} ({VALUE[card]})")
                    for card in spies
                ]
            ),
        ),
        Field(name="into", label="Into", answers=tuple(wanted), value=str(into)),
    )
    note = _team_sum(draft) or (
        "A team that adds up to more than the lair, counting hidden cards as 4, is sure to "
        "blow it up."
    )
    return Choice(key="team", label=label, note=note, fields=fields, previews=True)


def _team_sum(draft: Draft | None) -> str:
    if draft is None or draft.choice != "team":
        return ""
    cards = [int(card) for card in draft.all("cards") if card.isdecimal() and int(card) < END]
    return f"This team adds up to {sum([VALUE[card] for card in cards])}."


# --- kill, taunt, foil ----------------------------------------------------------------------------


def _capture(view: View, hand: Cards) -> Menu:
    captive, offers = captive_in(view.table), {offer.letter: offer for offer in odds.offers(view)}
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
            label=f"Taunt with {LETTER[card]}: “{taunt(card, captive.spy)}”",
            note=offer_words(offers[LETTER[card]]) if LETTER[card] in offers else "",
            closed=_why(view, TAUNT[card]),
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
    none = Choice(key="foil", label=f"Foil with {letter}", closed=f"You hold no doubler {letter}.")
    let_be = Choice(
        key="pass",
        label="Pass",
        note=f"The spy is worth {captive.points * 2} if no one else foils.",
        move=PASS,
    )
    return Menu(
        title=f"Do you foil {names[captive.owner]}’s taunt?", choices=(*(foils or (none,)), let_be)
    )


# --- what was sent --------------------------------------------------------------------------------


def read_send(draft: Draft) -> Move:
    """A card into a lair, as its two fields say. Raises IllegalMove."""
    into = _seat(draft.one("into"), WHERE)
    match draft.one("what").partition("-"):
        case ("top", "", ""):
            return SEND_TOP[into]
        case ("hand", "-", seat):
            return SEND_FROM[into][_seat(seat, WHAT)]
        case ("card", "-", card):
            return SEND[into][_number(card, END, WHAT)]
    raise IllegalMove(WHAT)


def read_team(draft: Draft) -> Move:
    """A team, in whatever order its spies were named. Raises IllegalMove."""
    cards = {_number(card, END, TEAM) for card in draft.all("cards")}
    return SendTeam(cards=tuple(sorted(cards)), into=_seat(draft.one("into"), WHERE))


def _seat(said: str, otherwise: str) -> Seat:
    return Seat(_number(said, MOST_SEATS, otherwise))


def _number(said: str, below: int, otherwise: str) -> int:
    if not (
        said.isascii() and said.isdecimal() and len(said) <= len(str(END)) and int(said) < below
    ):
        raise IllegalMove(otherwise)
    return int(said)
