"""Swiss tournaments, with pairings, standings, and the results of unfinished matches (T1 to T9 of
the players' help).

Players are identified by their lot numbers, which start at 1. Points are counted in halves, so all
numbers are integers. Anyone who knows the lots and the results can compute the pairings, because
the rules allow exactly one way to pair a round.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

Result: TypeAlias = Literal["first", "second", "drawn", "neither"]
"""Result of a pairing: a win for the "first" or "second" seat, a draw, or "neither" (both lose)."""

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
MAX_SEAT_DIFFERENCE: Final = 2
"""Largest difference between how often a player has the first seat and the second seat, unless a
larger one is unavoidable (T5).
"""
FEWEST_ROUNDS: Final = 3
_RADIX: Final = 1 << 24
"""Base of the combined costs. It is larger than any single cost of a whole round."""


class Pair(NamedTuple):
    """A pairing of a round. `first` has the first seat. If `second` is None, `first` has a bye."""

    first: int
    second: int | None


class Meeting(NamedTuple):
    """A pairing with its result, which is None for a bye and while the match lasts."""

    first: int
    second: int | None
    result: Result | None = None

    @property
    def is_bye(self) -> bool:
        return self.second is None


class Line(NamedTuple):
    """A player's standing. Points, Buchholz and direct encounter are in half points, and
    Sonneborn-Berger is in quarter points. Tied players share a place. Players out of competition
    have place 0.
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


# --- number of rounds -----------------------------------------------------------------------------


def most_rounds(players: int) -> int:
    """Return the number of rounds that it takes for everyone to meet everyone else. With an odd
    number of players, each also has one bye (T2).

    >>> [most_rounds(players) for players in (2, 5, 8)]
    [1, 5, 7]
    """
    return max(1, players - 1 + players % 2)


def usual_rounds(players: int) -> int:
    """Return the number of rounds after which only one player can be undefeated. It is at least
    three if there are enough players (T2).

    >>> [usual_rounds(players) for players in (2, 4, 8, 9, 16, 30)]
    [1, 3, 3, 4, 4, 5]
    """
    return min(most_rounds(players), max(FEWEST_ROUNDS, (players - 1).bit_length()))


# --- standings ------------------------------------------------------------------------------------


def points(meetings: Sequence[Meeting]) -> Counter[int]:
    """Return all players' half points from finished matches. A bye is a win (T4, T6)."""
    totals: Counter[int] = Counter()
    for meeting in meetings:
        if meeting.second is None:
            totals[meeting.first] += WIN
        elif meeting.result is not None:
            first_points, second_points = _POINTS[meeting.result]
            totals[meeting.first] += first_points
            totals[meeting.second] += second_points
    return totals


def standings(
    players: Collection[int], meetings: Sequence[Meeting], bots: Collection[int] = ()
) -> tuple[Line, ...]:
    """Return the standings by points, then Buchholz, then Sonneborn-Berger. Remaining ties are
    broken by the results of the matches between the tied players, if all of them have met (T7).

    A bye counts as a win against a virtual opponent with as many points as the player. `bots` lists
    the bots, which play out of competition.
    """
    totals = points(meetings)
    bouts = _bouts(meetings)
    byes = Counter(player.first for player in meetings if player.is_bye)
    virtual = {player: byes[player] * totals[player] for player in players}
    buchholz = {
        player: sum(totals[other] for other, _ in bouts[player]) + virtual[player]
        for player in players
    }
    sonneborn = {
        player: sum(gained * totals[other] for other, gained in bouts[player])
        + WIN * virtual[player]
        for player in players
    }
    level: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for player in players:
        level[totals[player], buchholz[player], sonneborn[player]].add(player)
    direct = {
        player: _points_among(bouts, equals, player)
        for equals in level.values()
        for player in equals
    }
    rows = sorted(
        ((-totals[player], -buchholz[player], -sonneborn[player], -direct[player]), player)
        for player in players
    )
    place, players_ahead, last = 0, 0, None
    lines = []
    for rank, player in rows:
        if player not in bots:
            players_ahead += 1
            if rank != last:
                place, last = players_ahead, rank
        results = Counter(gained for _, gained in bouts[player])
        lines.append(
            Line(
                place=0 if player in bots else place,
                player=player,
                points=totals[player],
                buchholz=buchholz[player],
                sonneborn=sonneborn[player],
                direct=direct[player],
                won=results[WIN],
                drawn=results[DRAW],
                lost=results[0],
                byes=byes[player],
            )
        )
    return tuple(lines)


def _points_among(
    bouts: Mapping[int, Sequence[tuple[int, int]]], equals: set[int], player: int
) -> int:
    """Return a player's half points against the tied players, or 0 unless all of them have met."""
    all_met = all(equals - {equal} <= {other for other, _ in bouts[equal]} for equal in equals)
    return sum(gained for other, gained in bouts[player] if other in equals) if all_met else 0


def _bouts(meetings: Sequence[Meeting]) -> dict[int, list[tuple[int, int]]]:
    """Return each player's opponents in finished matches and the half points scored."""
    bouts: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for meeting in meetings:
        if meeting.second is not None and meeting.result is not None:
            first_points, second_points = _POINTS[meeting.result]
            bouts[meeting.first].append((meeting.second, first_points))
            bouts[meeting.second].append((meeting.first, second_points))
    return bouts


# --- pairings -------------------------------------------------------------------------------------


def pair(players: Collection[int], meetings: Sequence[Meeting]) -> tuple[Pair, ...]:
    """Return the pairings of the next round, best first, a bye last (T3 to T5).

    The result is the best of all possible pairings by these criteria, in order of importance:

    - The bye goes to one of the players with the fewest byes (T4).
    - As few players as possible meet again (T3).
    - No player has one seat much more often than the other (T5).
    - The bye goes to the lowest player (T4).
    - Points differ as little as possible (T3).
    - Seats are as balanced as possible (T5).
    - Higher players meet higher players. Between tied players, the lots decide (T3).
    """
    import networkx as nx  # A large module that only pairings need.

    totals, earlier, leans = points(meetings), _meetings(meetings), _leans(meetings)
    order = sorted(players, key=lambda player: (-totals[player], player))
    nodes: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    edges = [(low, high) for low in range(len(nodes)) for high in range(low + 1, len(nodes))]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(nodes)))
    for rank, (low, high) in enumerate(edges):
        cost = 0
        for part in _costs(order, nodes[low], nodes[high], totals, earlier, leans, meetings):
            cost = cost * _RADIX + part
        choice = 1 << (len(edges) - 1 - rank)
        graph.add_edge(low, high, weight=choice - (cost << len(edges)))
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    matched_nodes = sorted(tuple(sorted(edge)) for edge in matched)
    byes = [Pair(order[low], None) for low, high in matched_nodes if nodes[high] is None]
    pairs = [
        Pair(*seated(order[low], order[high], meetings))
        for low, high in matched_nodes
        if high < len(order)
    ]
    return (*pairs, *byes)


def _costs(
    order: Sequence[int],
    player: int | None,
    other: int | None,
    totals: Mapping[int, int],
    earlier: Mapping[frozenset[int | None], int],
    leans: Mapping[int, int],
    meetings: Sequence[Meeting],
) -> tuple[int, ...]:
    """Return the costs of a pair, the most important first. Even summed over a whole round, each is
    less than `_RADIX`.
    """
    repeated = earlier.get(frozenset({player, other}), 0) ** 2
    if player is None or other is None:
        bye_player = other if player is None else player
        above = len(order) - 1 - order.index(bye_player) if bye_player is not None else 0
        return repeated, 0, 0, above, 0, 0
    first, second = seated(player, other, meetings)
    lean = (abs(leans.get(first, 0) + 1), abs(leans.get(second, 0) - 1))
    return (
        0,
        repeated,
        sum(lean_after > MAX_SEAT_DIFFERENCE for lean_after in lean),
        0,
        (totals[player] - totals[other]) ** 2,
        sum(max(0, lean_after - 1) for lean_after in lean),
    )


def seated(player: int, other: int, meetings: Sequence[Meeting]) -> tuple[int, int]:
    """Return two players in the order of their seats. The first seat goes to the player who has had
    it less often. If both have had it equally often, it goes to the player who had the second seat
    when the two last had different seats. Otherwise, the lots decide (T5).
    """
    leans = _leans(meetings)
    own_lean, other_lean = leans[player], leans[other]
    if own_lean != other_lean:
        return (player, other) if own_lean < other_lean else (other, player)
    for a, b in zip(
        reversed(_sat(player, meetings)), reversed(_sat(other, meetings)), strict=False
    ):
        if a != b:
            return (player, other) if a == "second" else (other, player)
    low, high = sorted((player, other))
    return (low, high) if (low + high) % 2 else (high, low)


def _meetings(meetings: Sequence[Meeting]) -> Counter[frozenset[int | None]]:
    """Count how often each pair of players has met. A bye is a meeting with None."""
    return Counter(frozenset({meeting.first, meeting.second}) for meeting in meetings)


def _leans(meetings: Sequence[Meeting]) -> Counter[int]:
    """Count how much more often each player has had the first seat than the second."""
    leans: Counter[int] = Counter()
    for meeting in meetings:
        if meeting.second is not None:
            leans[meeting.first] += 1
            leans[meeting.second] -= 1
    return leans


def _sat(player: int, meetings: Sequence[Meeting]) -> list[str]:
    """Return the seats that a player has had so far, earliest first."""
    return [
        "first" if meeting.first == player else "second"
        for meeting in meetings
        if meeting.second is not None and player in {meeting.first, meeting.second}
    ]


# --- unfinished matches ---------------------------------------------------------------------------


def out_of_time(used: tuple[int, int], moved: tuple[bool, bool], lasted: int) -> Result:
    """Return the result of a match that is not over when its round ends (T8).

    Each player can use half of the round's time. A player who has used more loses to one who has
    not. If both or neither have used more, the match is a draw. However, if neither has made a
    move, both lose. `used` holds the seconds for which the match waited for each player, `moved`
    tells whether they made a move of their own, and `lasted` is the duration of the round in
    seconds.
    """
    if not any(moved):
        return "neither"
    late = [2 * seconds > lasted for seconds in used]
    if late[0] == late[1]:
        return "drawn"
    return "second" if late[0] else "first"
