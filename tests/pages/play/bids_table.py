"""Sealed Bids on the site: a toy game with everything that a page can show, to test pages without a
real game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta

from engine.game import IllegalMove, Refusal
from engine.values import Seat, Value
from play.tabletop import board as b
from play.tabletop.contract import TABLE, Channel, Credit, Mark, Preset, Tabletop
from tests.engine.games.bids import (
    BIDS,
    ROUNDS,
    Began,
    Bid,
    Event,
    Move,
    Opened,
    Sealed,
    Setup,
    State,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


class Options(Value):
    """The options of a table."""

    house: Annotated[
        str,
        Meta(
            title="Auction house",
            description="Its name stands over the board.",
            min_length=1,
            max_length=20,
        ),
    ] = "Anvil & <Sons>"
    strict: Annotated[bool, Meta(title="Strict", description="With two at most.")] = False


class BidsTable(Tabletop[Setup, State, Move, Event, View]):
    game = BIDS
    title = "Sealed Bids"
    marks = (Mark(key="bluffs", title="Bluffs"),)
    blurb = "Three rounds, six prices, one winner a round."
    credit = Credit(title="Sealed Bids", author="The testers", year="2026", licence="Ours.")
    minutes = "5 minutes"
    options = Options
    presets = (
        Preset(
            key="duel",
            title="A duel",
            blurb="Two at the table.",
            seats=2,
            options=Options(strict=True),
        ),
    )
    late = "Who does not bid in time bids at random."

    def seat_counts(self, options: Options) -> Sequence[int]:
        return (2,) if options.strict else (2, 3)

    def setup(self, options: Options, seats: int) -> Setup:
        if seats not in self.seat_counts(options):
            raise Refusal("Strict houses take two bidders.", code="too-many")
        return Setup(players=seats)

    def board(self, view: View, names: Sequence[str], draft: b.Draft | None = None) -> b.Board:
        over = view.table.round > ROUNDS
        can = view.seat is not None and not view.bid and not over
        secret = b.Panel(
            title="Your bid",
            lines=(f"You bid {view.bid}.",) if view.bid else (),
            secret=True,
            empty="Nothing sealed yet.",
        )
        return b.Board(
            headline="All rounds are played."
            if over
            else f"Round {view.table.round} of {ROUNDS}: seal a bid."
            if can
            else "The others are bidding.",
            drawing=_drawing(can, draft),
            panels=(_scores(view, names), *(() if view.seat is None else (secret,))),
            menus=(_prices(), _wager(draft)) if can else (),
            words=(
                b.Passage(
                    title="Scores",
                    lines=tuple(
                        [
                            f"{name}: {score}"
                            for name, score in zip(names, view.table.scores, strict=False)
                        ]
                    ),
                ),
            ),
            waiting=(),
        )

    def read(self, view: View, draft: b.Draft) -> Move:
        if draft.choice != "wager":
            return super().read(view, draft)
        amount = draft.value("amount")
        if not amount.isdecimal() or not 1 <= int(amount) <= 6:
            raise IllegalMove("A wager is a whole number from 1 to 6.")
        return Bid(amount=int(amount))

    def say(self, event: Event, names: Sequence[str], me: Seat | None) -> str:
        match event:
            case Began(players=players):
                return f"{players} bidders begin."
            case Sealed(amount=amount):
                return f"You sealed {amount}."
            case Opened(bids=bids, winner=winner):
                return f"Bids {', '.join(map(str, bids))}: {names[winner]} wins the round."

    def channels(self, view: View) -> tuple[Channel, ...]:
        return (
            (TABLE,)
            if view.seat is None
            else (TABLE, Channel(key=f"own-{view.seat}", title="Myself"))
        )

    def coach(self, view: View) -> str:
        return "High bids win. There is nothing else to it."

    def truth(self, state: State, names: Sequence[str]) -> b.Board:
        bids = ", ".join(map(str, state.bids))
        return b.Board(
            headline=f"The truth of round {state.table.round}", lines=(f"Sealed: {bids}.",)
        )


def _drawing(can: bool, draft: b.Draft | None) -> b.Drawing:
    asked = draft.value("amount") if draft else ""
    prices = [
        b.Group(
            x=(price - 1) * 20,
            choice=f"bid:{price}",
            title=f"Bid {price}",
            data=(("price", str(price)), ("Not a name", "x")),
            look="marked" if asked == str(price) else "",
            shapes=(
                b.Rect(x=1, y=1, width=18, height=28, round=2),
                b.Text(x=10, y=20, words=str(price), anchor="middle"),
            ),
        )
        for price in range(1, 7)
    ]
    return b.Drawing(
        width=120,
        height=30,
        label="The prices, 1 to 6",
        shapes=tuple(prices),
        look="prices",
        zooms=True,
    )


def _prices() -> b.Menu:
    choices = [
        b.Choice(key=f"bid:{price}", label=f"Bid {price}", move=Bid(amount=price))
        for price in range(1, 6)
    ]
    everything = b.Choice(
        key="bid:6",
        label="Bid 6",
        note="everything",
        ask="Bid all you have?",
        move=Bid(amount=6),
        look="danger",
    )
    never = b.Choice(key="bid:7", label="Bid 7", closed="Six is all you have.")
    return b.Menu(title="Prices", choices=(*choices, everything, never))


def _wager(draft: b.Draft | None) -> b.Menu:
    amount = b.Field(name="amount", label="How much", kind="number", value="1", low=1, high=6)
    manner = b.Field(
        name="manner",
        label="Manner",
        answers=(b.Answer(value="calm", label="Calm"), b.Answer(value="loud", label="Loud")),
        value="calm",
    )
    wager = b.Choice(
        key="wager", label="Wager", fields=(amount, manner), previews=True, look="main"
    )
    return b.Menu(title="By hand", choices=(wager,), hint="The same with a number.")


def _scores(view: View, names: Sequence[str]) -> b.Panel:
    rows = tuple(
        [(name, str(score)) for name, score in zip(names, view.table.scores, strict=False)]
    )
    return b.Panel(title="Scores", table=b.Table(heads=("Bidder", "Rounds won"), rows=rows))


BIDS_TABLE: Final = BidsTable()
