"""A table with the hands, lairs and top cards that a test needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.dice import ScriptedDice
from engine.match import heard_by, submit
from engine.values import Seat
from minigames.renamed.rules.cards import (
    DEFAULT_DISTRIBUTION,
    IS_BOMB,
    IS_LAIR,
    IS_SPY,
    VALUE,
    build_deck,
    count_spy_backs,
    doublers,
)
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import SKIP
from minigames.renamed.rules.turns import top_back
from minigames.renamed.rules.values import Hand, Lair, Own, Setup, State, Table, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Outcome
    from minigames.renamed.rules.cards import Cards
    from minigames.renamed.rules.moves import Move

DECK = build_deck(DEFAULT_DISTRIBUTION)
A, B, C, D = (Seat(seat) for seat in range(4))


def lair(value: int, nth: int = 0) -> int:
    """Return the nth lair card of that value."""
    return [card for card in DECK if IS_LAIR[card] and VALUE[card] == value][nth]


def spy(value: int, nth: int = 0) -> int:
    """Return the nth spy of that value."""
    return [card for card in DECK if IS_SPY[card] and VALUE[card] == value][nth]


def doubler(letter: str, nth: int = 0) -> int:
    """Return the nth doubler of that letter."""
    return doublers(letter)[nth]


def bomb(nth: int = 0) -> int:
    """Return the nth bomb."""
    return [card for card in DECK if IS_BOMB[card]][nth]


class Scene:
    """A match from a constructed position, in which `turn` is asked for the `phase`.

    `up` and `down` are the lairs' cards. All other cards lie in the deck below `top`, or are
    discarded if `deck` is False.
    """

    def __init__(
        self,
        *hands: Cards,
        up: Sequence[Cards] = (),
        down: Sequence[Cards] = (),
        top: Cards = (),
        deck: bool = True,
        turn: Seat = A,
        phase: Any = "send",
        **table: Any,
    ) -> None:
        seats = range(len(hands))
        up, down = [*up, *[()] * (len(hands) - len(up))], [*down, *[()] * (len(hands) - len(down))]
        setup = Setup(
            players=len(hands),
            target=table.pop("target", 33),
            auto_pass=table.pop("auto_pass", False),
        )
        named = {card for cards in (*hands, *up, *down, top) for card in cards}
        rest = tuple([card for card in DECK if card not in named])
        pile = rest + top if deck else top
        discards = () if deck else rest
        table.setdefault("dry", not deck)
        self.state = State(
            table=Table(
                setup=setup,
                dealer=Seat((turn - 1) % len(hands)),
                phase=phase,
                acting=(turn,),
                turn=turn,
                scores=table.pop("scores", (0,) * len(hands)),
                lairs=tuple([Lair(up=up[seat], down=len(down[seat])) for seat in seats]),
                hands=tuple(
                    [
                        Hand(spies=count_spy_backs(hand), others=len(hand) - count_spy_backs(hand))
                        for hand in hands
                    ]
                ),
                deck=len(pile),
                top=top_back(pile),
                discards=discards,
                spies_gone=sum(IS_SPY[card] for card in discards),
                **table,
            ),
            own=tuple(
                [Own(hand=tuple(sorted(hands[seat])), down=tuple(down[seat])) for seat in seats]
            ),
            deck=pile,
        )
        self.told: tuple[Any, ...] = ()

    def play(self, seat: Seat, move: Move, *faces: int) -> Scene:
        """Submit a move that rolls exactly these dice."""
        dice = ScriptedDice(*faces)
        self.state, self.told = submit(RENAMED, self.state, seat=seat, move=move, dice=dice)
        dice.assert_used()
        return self

    def skip_all(self, seats: int) -> Scene:
        """Skip this many whole turns."""
        for _ in range(seats):
            seat = self.table.turn
            self.play(seat, SKIP).play(seat, SKIP)
        return self

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def outcome(self) -> Outcome | None:
        return RENAMED.outcome(self.state)

    def view(self, seat: Seat | None) -> View:
        return RENAMED.view(self.state, seat)

    def hand(self, seat: Seat) -> Cards:
        return self.state.own[seat].hand

    def heard(self, seat: Seat | None) -> tuple[Any, ...]:
        """Return the events of the last move that a seat heard."""
        return heard_by(seat, self.told)

    def one(self, kind: type) -> Any:
        """Return the only event of that kind in the last move."""
        (event,) = [each.event for each in self.told if isinstance(each.event, kind)]
        return event

    def all_cards(self) -> Cards:
        """Return every card wherever it is, in order."""
        table, captive = self.table, self.table.captive
        held = (captive.spy, *captive.doublers) if captive else ()
        lairs = [card for each in table.lairs for card in each.up]
        owns = [card for own in self.state.own for card in (*own.hand, *own.down)]
        return tuple(sorted([*table.discards, *lairs, *held, *owns, *self.state.deck]))
