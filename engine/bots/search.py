"""Bots that know nothing of any one game: they see a view, which is all their seat may know, and answer with a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from .game import EventT, Game, MoveT, SetupT, StateT, ViewT
from .values import Seat

if TYPE_CHECKING:
    from .dice import Dice

View_contra = TypeVar("View_contra", contravariant=True)
Move_co = TypeVar("Move_co", covariant=True)
Worth: TypeAlias = Callable[[StateT, Seat], float]
"""How good a state is for a seat, from 0 to 1: asked of finished playouts and of those that reached their depth."""


class Bot(Protocol[View_contra, Move_co]):
    """Chooses for a seat from its view. The same view and dice give the same choice."""

    def choose(self, view: View_contra, seat: Seat, dice: Dice) -> Move_co: ...


class RandomBot(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """Plays what the game proposes."""

    def __init__(self, game: Game[SetupT, StateT, MoveT, EventT, ViewT]) -> None:
        self.game = game

    def choose(self, view: ViewT, seat: Seat, dice: Dice) -> MoveT:
        return self.game.propose(view, dice)


def share_of_win(game: Game[SetupT, StateT, MoveT, EventT, ViewT]) -> Worth[StateT]:
    """The plain worth: winners share 1, losers get 0, and as long as it lasts everybody stands at a half."""

    def worth(state: StateT, seat: Seat) -> float:
        outcome = game.outcome(state)
        if outcome is None:
            return 0.5
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0

    return worth


class _Node(Generic[MoveT]):
    """What the search has learnt about having come here by this move."""

    __slots__ = ("children", "offered", "reward", "visits")

    def __init__(self) -> None:
        self.children: dict[tuple[Seat, MoveT], _Node[MoveT]] = {}
        self.visits = self.offered = 0
        self.reward = 0.0

    def promise(self, curiosity: float) -> float:
        """Average reward, and a bonus for having been passed over (a move is not open in every imagined world)."""
        return self.reward / self.visits + curiosity * sqrt(log(self.offered + 1) / self.visits)


class ThinkingBot(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """Single-observer information-set Monte Carlo tree search: every playout begins in another imagined state.

    Knows only the view it is asked about. `playouts` of at most `depth` plies; `curiosity` weighs the untried against the good.
    """

    def __init__(
        self,
        game: Game[SetupT, StateT, MoveT, EventT, ViewT],
        worth: Worth[StateT] | None = None,
        *,
        playouts: int,
        depth: int,
        curiosity: float = 0.7,
    ) -> None:
        self.game, self.worth = game, worth or share_of_win(game)
        self.playouts, self.depth, self.curiosity = playouts, depth, curiosity

    def choose(self, view: ViewT, seat: Seat, dice: Dice) -> MoveT:
        """The move most playouts went through. A seat with one move does not think."""
        listed = self.game.legal_moves(view)
        if len(listed) == 1:
            return listed[0]
        root: _Node[MoveT] = _Node()
        for _ in range(self.playouts):
            self._playout(root, self.game.imagine(view, dice), seat, dice)
        tried = [(node.visits, move) for (mover, move), node in root.children.items() if mover == seat]
        return max(tried, key=lambda each: each[0])[1] if tried else self.game.propose(view, dice)

    def _playout(self, root: _Node[MoveT], state: StateT, seat: Seat, dice: Dice) -> None:
        """Down the tree until a new node grows, then at random; then tell every node on the way what it was worth."""
        state, path = self._descend(root, state, seat, dice)
        state = self._play_on(state, self.depth - len(path), dice)
        worths: dict[Seat, float] = {}
        for mover, node in path:
            if mover not in worths:
                worths[mover] = self.worth(state, mover)
            node.visits += 1
            node.reward += worths[mover]

    def _descend(self, node: _Node[MoveT], state: StateT, seat: Seat, dice: Dice) -> tuple[StateT, list[tuple[Seat, _Node[MoveT]]]]:
        path: list[tuple[Seat, _Node[MoveT]]] = []
        mover, grown = seat, False
        while not grown and len(path) < self.depth and (acting := self.game.to_act(state)):
            if path:
                mover = acting[0] if len(acting) == 1 else dice.pick(acting)
            move, node, grown = self._next(node, mover, self.game.legal_moves(self.game.view(state, mover)), dice)
            path.append((mover, node))
            state, _ = self.game.apply(state, mover, move, dice)
        return state, path

    def _next(self, node: _Node[MoveT], mover: Seat, moves: Sequence[MoveT], dice: Dice) -> tuple[MoveT, _Node[MoveT], bool]:
        """An untried move and its new node, or the most promising of the tried ones."""
        children = node.children
        if new := [move for move in moves if (mover, move) not in children]:
            move = dice.pick(new)
            child = children[mover, move] = _Node()
            return move, child, True
        for move in moves:
            children[mover, move].offered += 1
        move = max(moves, key=lambda each: children[mover, each].promise(self.curiosity))
        return move, children[mover, move], False

    def _play_on(self, state: StateT, plies: int, dice: Dice) -> StateT:
        game = self.game
        while plies > 0 and (acting := game.to_act(state)):
            seat = acting[0] if len(acting) == 1 else dice.pick(acting)
            state, _ = game.apply(state, seat, game.propose(game.view(state, seat), dice), dice)
            plies -= 1
        return state
