"""A tournament by Swiss pairings: who meets whom, how it stands, and what becomes of a match that
is not over in time (T1 to T9 of the players' help).

Players are the numbers they drew by lot, from 1. Points are counted in halves, so that all is whole
numbers. Anybody who knows lots and results comes to the same pairings: of all ways to pair a round
the rules name exactly one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

Result: TypeAlias = Literal["first", "second", "drawn", "neither"]
"""Who of a pair won: the first seat, the second, nobody; or "neither", where both have lost."""

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
"""So much more often in one seat than in the other nobody sits, while that can be helped (T5)."""
FEWEST_ROUNDS: Final = 3
_RADIX: Final = 1 << 24
"""More than any one cost of a whole round comes to."""


class Pair(NamedTuple):
    """Two players of a round, who sits first and who second; without a second it is a bye."""

    first: int
    second: int | None


class Met(NamedTuple):
    """What came of a pair; None while its match lasts. A bye has no result."""

    first: int
    second: int | None
    result: Result | None = None

    @property
    def is_bye(self) -> bool:
        return self.second is None


class Line(NamedTuple):
    """How a player stands: points, Buchholz and direct encounter in halves, Sonneborn-Berger in
    quarters. Who is equal in all of them shares a place; who plays out of competition has place 0.
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
    """So many rounds until everybody has met everybody: of an odd number each has one bye (T2).

    >>> [most_rounds(players) for players in (2, 5, 8)]
    [1, 5, 7]
    """
    return max(1, players - 1 + players % 2)


def usual_rounds(players: int) -> int:
    """So many rounds as leave one without a loss, three at least where there are enough to meet
    (T2).

    >>> [usual_rounds(players) for players in (2, 4, 8, 9, 16, 30)]
    [1, 3, 3, 4, 4, 5]
    """
    return min(most_rounds(players), max(FEWEST_ROUNDS, (players - 1).bit_length()))


# --- how it stands --------------------------------------------------------------------------------


def points(met: Sequence[Met]) -> Counter[int]:
    """Half points of everybody, of what is over; a bye is worth a win (T4, T6)."""
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
    """Everybody by points, then Buchholz, Sonneborn-Berger, and the matches among those who are
    still equal, if all of them have met (T7). A bye counts as a win against a virtual opponent with
    as many points as the player has. `beside` are those who play out of competition: bots.
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
    """Half points against those who are still equal; nothing unless all of them have met."""
    whole = all(among - {each} <= {other for other, _ in bouts[each]} for each in among)
    return sum(got for other, got in bouts[one] if other in among) if whole else 0


def _bouts(met: Sequence[Met]) -> dict[int, list[tuple[int, int]]]:
    """Of each player the opponents of matches that are over, and the half points made there."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one in met:
        if one.second is not None and one.result is not None:
            mine, theirs = _POINTS[one.result]
            found[one.first].append((one.second, mine))
            found[one.second].append((one.first, theirs))
    return found


# --- who meets whom -------------------------------------------------------------------------------


def pair(players: Collection[int], met: Sequence[Met]) -> tuple[Pair, ...]:
    """The pairs of the next round among who still plays, best first, a bye last (T3 to T5).

    Of all ways to pair everybody it is the one in which, one after the other: who has the bye has
    had fewest (T4); fewest meet again (T3); nobody sits much more often in one seat (T5); the bye
    goes to who stands lowest (T4); points differ least (T3); seats are evenest (T5); and who stands
    higher meets who stands higher, the lot deciding between equals (T3).
    """
    import networkx as nx  # a tenth of a process's memory, for rounds alone

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
    """What speaks against a pair, the weightiest first; each less than `_RADIX`, for a whole round
    too.
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
    """Who of two sits first: who has sat there less often; of equals who sat second when they last
    sat differently; else the lots decide (T5).
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
    """How often each two met; a bye is meeting nobody."""
    return Counter(frozenset({one.first, one.second}) for one in met)


def _leans(met: Sequence[Met]) -> Counter[int]:
    """How much oftener each has sat first than second."""
    found: Counter[int] = Counter()
    for one in met:
        if one.second is not None:
            found[one.first] += 1
            found[one.second] -= 1
    return found


def _sat(player: int, met: Sequence[Met]) -> list[str]:
    """The seats a player has had, the earliest first."""
    return [
        "first" if one.first == player else "second"
        for one in met
        if one.second is not None and player in {one.first, one.second}
    ]


# --- out of time ----------------------------------------------------------------------------------


def out_of_time(used: tuple[int, int], moved: tuple[bool, bool], lasted: int) -> Result:
    """What a match comes to that is not over when its round ends (T8). Each may use half of the
    round: who has used more has lost to who has not, and with nobody or both over it, it is a
    draw; but where neither has made a move, both have lost.

    `used` are the seconds the match waited for each, `moved` whether they made a move of their own,
    `lasted` the seconds of the round.
    """
    if not any(moved):
        return "neither"
    late = [2 * each > lasted for each in used]
    if late[0] == late[1]:
        return "drawn"
    return "second" if late[0] else "first"
