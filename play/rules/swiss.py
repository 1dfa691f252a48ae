"""Swiss tournaments: pairings, standings, and matches that are not over in time (T1 to T9 of the
players' help).

Players are the numbers of their lots, from 1. Points are counted in halves, so all are whole
numbers. Anyone who knows lots and results gets the same pairings, because the rules select exactly
one way to pair a round.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

Result: TypeAlias = Literal["first", "second", "drawn", "neither"]
"""Winner of a pairing: the first seat, the second, a draw; or "neither" if both have lost."""

WIN: Final = 2
"""Half points for a win, and for a bye."""
DRAW: Final = 1
"""Half points for a draw."""
_POINTS: Final[Mapping[Result, tuple[int, int]]] = {
    "first": (WIN, 0),
    "second": (0, WIN),
    "drawn": (DRAW, DRAW),
    "neither": (0, 0),
}
EVEN_ENOUGH: Final = 2
"""Largest accepted difference between a player's numbers of first and second seats, if avoidable
(T5).
"""
FEWEST_ROUNDS: Final = 3
_RADIX: Final = 1 << 24
"""Upper bound of each single cost of a whole round."""


class Pair(NamedTuple):
    """Two players of a round, the first in the first seat. Without a second it is a bye."""

    first: int
    second: int | None


class Met(NamedTuple):
    """A pairing with its result, None while its match lasts. A bye has no result."""

    first: int
    second: int | None
    result: Result | None = None

    @property
    def is_bye(self) -> bool:
        return self.second is None


class Line(NamedTuple):
    """A player's standing: points, Buchholz and direct encounter in halves, Sonneborn-Berger in
    quarters. Equal players share a place. Players out of competition have place 0.
    """

    place: int
    player: int
    points: int
    buchholz: int
    sonneborn: int
    direct: int
    won: int
    drawn: int
    lost: int
    byes: int


# --- how many rounds ------------------------------------------------------------------------------


def most_rounds(players: int) -> int:
    """Return the number of rounds after which everyone has met everyone; with an odd number each
    also has one bye (T2).

    >>> [most_rounds(players) for players in (2, 5, 8)]
    [1, 5, 7]
    """
    return max(1, players - 1 + players % 2)


def usual_rounds(players: int) -> int:
    """Return the number of rounds that leaves one player without a loss, at least three if there
    are enough players (T2).

    >>> [usual_rounds(players) for players in (2, 4, 8, 9, 16, 30)]
    [1, 3, 3, 4, 4, 5]
    """
    return min(most_rounds(players), max(FEWEST_ROUNDS, (players - 1).bit_length()))


# --- how it stands --------------------------------------------------------------------------------


def points(met: Sequence[Met]) -> Counter[int]:
    """Return the half points of all players from finished matches. A bye counts as a win (T4,
    T6).
    """
    found: Counter[int] = Counter()
    for one in met:
        if one.second is None:
            found[one.first] += WIN
        elif one.result is not None:
            mine, theirs = _POINTS[one.result]
            found[one.first] += mine
            found[one.second] += theirs
    return found


def standings(
    players: Collection[int], met: Sequence[Met], beside: Collection[int] = ()
) -> tuple[Line, ...]:
    """Return the standings by points, then Buchholz, Sonneborn-Berger, and the matches among
    players who are still equal if all of them have met (T7).

    A bye counts as a win against a virtual opponent with as many points as the player. `beside` are
    players out of competition: bots.
    """
    made = points(met)
    bouts = _bouts(met)
    byes = Counter(one.first for one in met if one.is_bye)
    virtual = {one: byes[one] * made[one] for one in players}
    buchholz = {one: sum(made[other] for other, _ in bouts[one]) + virtual[one] for one in players}
    sonneborn = {
        one: sum(got * made[other] for other, got in bouts[one]) + WIN * virtual[one]
        for one in players
    }
    level: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for one in players:
        level[made[one], buchholz[one], sonneborn[one]].add(one)
    direct = {one: _among(bouts, among, one) for among in level.values() for one in among}
    rows = sorted(
        ((-made[one], -buchholz[one], -sonneborn[one], -direct[one]), one) for one in players
    )
    place, ahead, last = 0, 0, None
    found = []
    for rank, one in rows:
        if one not in beside:
            ahead += 1
            if rank != last:
                place, last = ahead, rank
        results = Counter(got for _, got in bouts[one])
        found.append(
            Line(
                place=0 if one in beside else place,
                player=one,
                points=made[one],
                buchholz=buchholz[one],
                sonneborn=sonneborn[one],
                direct=direct[one],
                won=results[WIN],
                drawn=results[DRAW],
                lost=results[0],
                byes=byes[one],
            )
        )
    return tuple(found)


def _among(bouts: Mapping[int, Sequence[tuple[int, int]]], among: set[int], one: int) -> int:
    """Return the half points against equal players, or 0 unless all of them have met."""
    whole = all(among - {each} <= {other for other, _ in bouts[each]} for each in among)
    return sum(got for other, got in bouts[one] if other in among) if whole else 0


def _bouts(met: Sequence[Met]) -> dict[int, list[tuple[int, int]]]:
    """Return by player the opponents of finished matches, and the half points against them."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one in met:
        if one.second is not None and one.result is not None:
            mine, theirs = _POINTS[one.result]
            found[one.first].append((one.second, mine))
            found[one.second].append((one.first, theirs))
    return found


# --- who meets whom -------------------------------------------------------------------------------


def pair(players: Collection[int], met: Sequence[Met]) -> tuple[Pair, ...]:
    """Return the pairings of the next round, best first, a bye last (T3 to T5).

    Of all ways to pair everyone it is the best by these criteria in order: the bye goes to a player
    with the fewest byes (T4); the fewest players meet again (T3); no one sits much more often in
    one seat (T5); the bye goes to the lowest player (T4); points differ least (T3); seats are most
    balanced (T5); and higher players meet higher players, with the lots deciding between equals
    (T3).
    """
    import networkx as nx  # large, and needed only for pairings

    made, earlier, leans = points(met), _meetings(met), _leans(met)
    order = sorted(players, key=lambda one: (-made[one], one))
    nodes: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    edges = [(low, high) for low in range(len(nodes)) for high in range(low + 1, len(nodes))]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(nodes)))
    for rank, (low, high) in enumerate(edges):
        cost = 0
        for each in _costs(order, nodes[low], nodes[high], made, earlier, leans, met):
            cost = cost * _RADIX + each
        choice = 1 << (len(edges) - 1 - rank)
        graph.add_edge(low, high, weight=choice - (cost << len(edges)))
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    found = sorted(tuple(sorted(both)) for both in matched)
    byes = [Pair(order[low], None) for low, high in found if nodes[high] is None]
    pairs = [
        Pair(*seated(order[low], order[high], met)) for low, high in found if high < len(order)
    ]
    return (*pairs, *byes)


def _costs(
    order: Sequence[int],
    one: int | None,
    other: int | None,
    made: Mapping[int, int],
    earlier: Mapping[frozenset[int | None], int],
    leans: Mapping[int, int],
    met: Sequence[Met],
) -> tuple[int, ...]:
    """Return the costs of a pair, the most important first. Each is less than `_RADIX`, even for a
    whole round.
    """
    again = earlier.get(frozenset({one, other}), 0) ** 2
    if one is None or other is None:
        who = other if one is None else one
        above = len(order) - 1 - order.index(who) if who is not None else 0
        return again, 0, 0, above, 0, 0
    first, second = seated(one, other, met)
    lean = (abs(leans.get(first, 0) + 1), abs(leans.get(second, 0) - 1))
    return (
        0,
        again,
        sum(each > EVEN_ENOUGH for each in lean),
        0,
        (made[one] - made[other]) ** 2,
        sum(max(0, each - 1) for each in lean),
    )


def seated(one: int, other: int, met: Sequence[Met]) -> tuple[int, int]:
    """Return two players in their seats. First is who has sat first less often; then who sat second
    when they last sat differently; then the lots decide (T5).
    """
    leans = _leans(met)
    mine, theirs = leans[one], leans[other]
    if mine != theirs:
        return (one, other) if mine < theirs else (other, one)
    for a, b in zip(reversed(_sat(one, met)), reversed(_sat(other, met)), strict=False):
        if a != b:
            return (one, other) if a == "second" else (other, one)
    low, high = sorted((one, other))
    return (low, high) if (low + high) % 2 else (high, low)


def _meetings(met: Sequence[Met]) -> Counter[frozenset[int | None]]:
    """Count how often each pair of players met. A bye is a meeting with None."""
    return Counter(frozenset({one.first, one.second}) for one in met)


def _leans(met: Sequence[Met]) -> Counter[int]:
    """Count how much more often each player has sat first than second."""
    found: Counter[int] = Counter()
    for one in met:
        if one.second is not None:
            found[one.first] += 1
            found[one.second] -= 1
    return found


def _sat(player: int, met: Sequence[Met]) -> list[str]:
    """Return the seats of a player so far, the earliest first."""
    return [
        "first" if one.first == player else "second"
        for one in met
        if one.second is not None and player in {one.first, one.second}
    ]


# --- out of time ----------------------------------------------------------------------------------


def out_of_time(used: tuple[int, int], moved: tuple[bool, bool], lasted: int) -> Result:
    """Return the result of a match that is not over when its round ends (T8).

    Each player can use half of the round. A player who has used more loses to one who has not. If
    neither or both have, it is a draw, but if neither has made a move, both lose. `used` are the
    seconds the match waited for each, `moved` whether they made a move of their own, and `lasted`
    the seconds of the round.
    """
    if not any(moved):
        return "neither"
    late = [2 * each > lasted for each in used]
    if late[0] == late[1]:
        return "drawn"
    return "second" if late[0] else "first"
