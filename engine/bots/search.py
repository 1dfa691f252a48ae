"""The general bot, which can play any game. It uses information-set Monte Carlo tree search.

Each playout starts in a different state that is consistent with the view (`imagine`). Each seat has
its own tree. A playout follows the tree by the seat's own moves, and by the events that the seat
hears about other seats' moves. Sealed moves remain unknown until they are opened, and states that a
seat cannot distinguish share a node. A node also covers all results of a dice roll.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf, log, sqrt
from typing import Any, ClassVar, Final, Generic, NamedTuple

from engine.dice import Dice, Domain, KeyedDice
from engine.game import EventT, Game, MoveT, Refusal, SetupT, StateT, Told, ViewT
from engine.values import HOST, Seat, Value

from .bot import Bot, Worth, share_of_win

WIDE: Final = 10
"""Number of a seat's moves to try before the search explores one of them further. It grows with the
number of visits to a node.
"""
SETTLED: Final = 8
"""Number of playouts after which the search checks whether its choice can still change."""
LEVEL: Final = 1e-9
"""Maximum difference between rewards that are treated as equal, to allow for rounding errors."""


class _SingleStreamDice(KeyedDice):
    """Dice that roll for all domains from a single stream.

    With the match's own domains, a bot would see the match's future rolls.
    """

    __slots__ = ()

    def in_domain(self, domain: Domain) -> _SingleStreamDice:
        return self


class Weighed(NamedTuple):
    """A move, the number of playouts that started with it, and their average reward."""

    move: Any
    playouts: int
    worth: float


class _Node:
    """A position in a seat's tree, with its statistics.

    Its children are reached by a move of the seat, or by an observation of another seat's move.
    """

    __slots__ = ("asked", "beyond", "children", "offered", "reward", "trusted", "visits")

    def __init__(self) -> None:
        self.children: dict[Hashable, _Node] = {}
        self.beyond: list[Any] = []
        """Proposed moves that are not on the menu."""
        self.asked = self.visits = self.offered = 0
        self.reward = self.trusted = 0.0

    def child(self, key: Hashable) -> _Node:
        node = self.children.get(key)
        if node is None:
            node = self.children[key] = _Node()
        return node


class _Tree:
    """A seat's tree, with its current node in this playout and the range of rewards so far."""

    __slots__ = ("heard", "here", "high", "low", "root")

    def __init__(self) -> None:
        self.root = self.here = _Node()
        self.heard = 0
        self.low, self.high = 1.0, 0.0

    def best(self, moves: Sequence[Any], curiosity: float) -> Any:
        """Return the most promising move, by the UCB formula.

        Rewards are scaled to the range seen so far. A move may not be legal in every imagined
        state, so each move counts how often it could have been chosen.
        """
        children, low, span = self.here.children, self.low, self.high - self.low
        best_move, highest_promise = None, -inf
        for move in moves:
            node = children[move]
            node.offered += 1
            reward = (node.reward / node.visits - low) / span if span > LEVEL else 0.5
            promise = (
                reward
                + curiosity * sqrt(log(node.offered + 1) / node.visits)
                + node.trusted / node.visits
            )
            if promise > highest_promise:
                best_move, highest_promise = move, promise
        return best_move

    def learn(self, node: _Node, reward: float) -> None:
        node.visits += 1
        node.reward += reward
        self.low, self.high = min(self.low, reward), max(self.high, reward)


class ThinkingBot(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """A bot that searches for a number of playouts or seconds, and plays the move that it tried
    most often.

    A playout has at most `depth` plies. The first plies follow the tree, and the others are chosen
    by `policy` or proposed by the game. Then `worth` evaluates the state for a seat, from 0 to 1.
    If `seconds` and a `clock` that returns seconds are given, the bot stops in time, but not before
    one playout is complete. `curiosity` is the weight of untried moves relative to good moves.
    `trust` is the head start of the policy's first choice, as a number of playouts with full
    reward.
    """

    searches: ClassVar[bool] = True

    def __init__(
        self,
        game: Game[SetupT, StateT, MoveT, EventT, ViewT],
        worth: Worth[StateT] | None = None,
        *,
        playouts: int,
        depth: int,
        policy: Bot[ViewT, MoveT] | None = None,
        seconds: float = 0.0,
        clock: Callable[[], float] | None = None,
        curiosity: float = 0.7,
        trust: float = 0.0,
    ) -> None:
        self.game, self.worth, self.policy = game, worth or share_of_win(game), policy
        self.playouts, self.depth, self.curiosity, self.trust = playouts, depth, curiosity, trust
        self.seconds, self.clock = seconds, clock

    def choose(self, view: ViewT, seat: Seat, dice: Dice) -> MoveT:
        """Return the move with which most playouts started. If only one move is legal, return it
        without a search.
        """
        if type(self.game).check is Game.check:
            moves = self.game.legal_moves(view)
            if len(moves) == 1:
                return moves[0]
        weighed = self.weigh(view, seat, dice)
        choice: MoveT = max(
            weighed, key=lambda candidate: (candidate.playouts, candidate.worth)
        ).move
        return choice

    def weigh(self, view: ViewT, seat: Seat, dice: Dice) -> tuple[Weighed, ...]:
        """Return all moves that were tried, in the order in which they were first tried."""
        search = _Search(self, seat, dice)
        clock = self.clock if self.seconds else None
        until = clock() + self.seconds if clock else 0.0
        for number in range(1, self.playouts + 1):
            search.playout(self.game.imagine(view, search.dice))
            if clock and clock() >= until:
                break
            if number % SETTLED == 0 and search.settled(self.playouts - number):
                break
        return tuple(
            [
                Weighed(move, node.visits, node.reward / node.visits)
                for move, node in search.visited_moves()
            ]
        )


class _Search(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """The search for one move."""

    def __init__(
        self, bot: ThinkingBot[SetupT, StateT, MoveT, EventT, ViewT], seat: Seat, dice: Dice
    ) -> None:
        self.game, self.worth, self.policy = bot.game, bot.worth, bot.policy
        self.depth, self.curiosity, self.trust = bot.depth, bot.curiosity, bot.trust
        self.seat, self.dice = (
            seat,
            _SingleStreamDice(bytes([face - 1 for face in dice.roll(32, 256)])),
        )
        self.trees: dict[Seat, _Tree] = {seat: _Tree()}
        self.history: list[tuple[Seat, MoveT, tuple[Told[EventT], ...]]] = []
        self.menu_is_complete = type(bot.game).check is Game.check

    def visited_moves(self) -> list[tuple[Any, _Node]]:
        """Return the seat's first moves. All children of the root are moves, because no event is
        heard before the first move.
        """
        return [
            (move, node)
            for move, node in self.trees[self.seat].root.children.items()
            if node.visits
        ]

    def settled(self, remaining: int) -> bool:
        """Return whether the remaining playouts cannot change the choice."""
        visits = sorted([node.visits for _, node in self.visited_moves()])
        return len(visits) > 1 and visits[-1] - visits[-2] > remaining

    def playout(self, state: StateT) -> None:
        """Add a node to the trees, play on with the policy, and update every node on the path."""
        self.history.clear()
        for tree in self.trees.values():
            tree.here, tree.heard = tree.root, 0
        state, path = self._descend(state)
        state = self._play_on(state, self.depth - len(self.history))
        worths: dict[Seat, float] = {}
        for mover, node in path:
            if mover not in worths:
                worths[mover] = self.worth(state, mover)
            self.trees[mover].learn(node, worths[mover])

    def _descend(self, state: StateT) -> tuple[StateT, list[tuple[Seat, _Node]]]:
        game, path, grown = self.game, [], False
        while not grown and len(self.history) < self.depth and (acting := game.to_act(state)):
            mover = self._mover(acting) if self.history else self.seat
            view = game.view(state, mover)
            if mover == HOST:
                move = game.propose(view, self.dice)
            else:
                tree = self._tree(mover)
                move, grown = self._next(tree, view, mover)
                path.append((mover, tree.here.child(move)))
            state, events = game.apply(state, mover, move, self.dice)
            self.history.append((mover, move, events))
        return state, path

    def _play_on(self, state: StateT, plies: int) -> StateT:
        game, dice, policy = self.game, self.dice, self.policy
        while plies > 0 and (acting := game.to_act(state)):
            seat = self._mover(acting)
            view = game.view(state, seat)
            move = (
                game.propose(view, dice)
                if policy is None or seat == HOST
                else policy.choose(view, seat, dice)
            )
            state, _ = game.apply(state, seat, move, dice)
            plies -= 1
        return state

    def _mover(self, acting: tuple[Seat, ...]) -> Seat:
        return acting[0] if len(acting) == 1 else self.dice.pick(acting)

    def _tree(self, seat: Seat) -> _Tree:
        """Return the seat's tree at the node that corresponds to the seat's moves and observations
        in this playout.
        """
        tree = self.trees.get(seat)
        if tree is None:
            tree = self.trees[seat] = _Tree()
        for mover, move, events in self.history[tree.heard :]:
            if mover == seat:
                tree.here = tree.here.child(move)
            elif (observation := _observation(seat, mover, move, events)) is not None:
                tree.here = tree.here.child(observation)
        tree.heard = len(self.history)
        return tree

    def _next(self, tree: _Tree, view: ViewT, mover: Seat) -> tuple[MoveT, bool]:
        """Return a new move or the most promising known move, and whether it is new."""
        node = tree.here
        children = node.children
        menu = self.game.legal_moves(view)
        if len(menu) == 1 and self.menu_is_complete:
            return menu[0], False
        node.asked += 1
        known_moves = [move for move in menu if move in children]
        untried_count = len(menu) - len(known_moves)
        if node.beyond:
            known_moves += [move for move in node.beyond if self._allowed(view, move)]
        if len(known_moves) < WIDE or len(known_moves) ** 2 < 4 * node.asked:
            move = self._new(node, view, mover, menu, untried_count)
            if move is not None:
                return move, True
        return tree.best(known_moves, self.curiosity), False

    def _new(
        self, node: _Node, view: ViewT, mover: Seat, menu: Sequence[MoveT], untried_count: int
    ) -> MoveT | None:
        """Return an untried move. It is the policy's choice, or else one of the game's proposals if
        there are many moves, or else any move.
        """
        children = node.children
        if self.policy is not None and (untried_count or not self.menu_is_complete):
            move = self.policy.choose(view, mover, self.dice)
            if move not in children:
                if node.asked == 1:
                    node.child(move).trusted = self.trust
                return self._noted(node, menu, move)
        if untried_count > WIDE or not self.menu_is_complete:
            move = self.game.propose(view, self.dice)
            if move not in children:
                return self._noted(node, menu, move)
        return (
            self.dice.pick([move for move in menu if move not in children])
            if untried_count
            else None
        )

    def _noted(self, node: _Node, menu: Sequence[MoveT], move: MoveT) -> MoveT:
        if not self.menu_is_complete and move not in menu:
            node.beyond.append(move)
        return move

    def _allowed(self, view: ViewT, move: MoveT) -> bool:
        try:
            self.game.check(view, move)
        except Refusal:
            return False
        return True


def _observation(seat: Seat, mover: Seat, move: Value, events: tuple[Told[Any], ...]) -> Hashable:
    """Return a seat's observation of another seat's ply, or None if the seat heard nothing.

    If the seat heard all events that the mover heard, it knows the move. Otherwise, it knows only
    the types of the events that it heard.
    """
    kinds = tuple([type(event.event) for event in events if event.reaches(seat)])
    if not kinds:
        return None
    knows_all = all(event.reaches(seat) for event in events if event.reaches(mover))
    return (mover, move) if knows_all else (mover, kinds)
