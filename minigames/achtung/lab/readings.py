"""How a finished evening is read.

Both teams have the same classes and as many Spies, so over whole evenings no class and no role can
win more often than another. What is read are the matches of an evening: two squads that differ in
something, and which of them won.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lab.lab import Finished, Seen
from minigames.achtung.bots import sides
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.values import MATCHES
from minigames.achtung.rules.words import KINDS, MATCH_KINDS
from minigames.achtung.rules.words import UNLOCKS as UNLOCK_NAMES

from .cases import bare_name, unlock_rows
from .charts import ENDS, STRENGTH, VOTES

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from minigames.achtung.rules.values import Kind, Kinds, State

UNLOCK_ROWS: Final = frozenset(unlock_rows())
STRENGTH_BOTS: Final = ("doctrine", "random")


def read(match: Finished) -> Iterator[Seen]:
    """All that is read of an evening."""
    state: State = match.played.state
    red, blu = state.table.halves
    yield Seen("drawn-evening", "Drawn", 2 * (red == blu))
    yield Seen("ends", ENDS[2] if red == blu else ENDS[int(blu > red)], 2)
    yield from _strength(match, state)
    for at in range(len(state.table.results)):
        yield from _read_match(state, at)
        yield from _read_votes(state, at)
    yield from _unlocks(state)


def _read_match(state: State, at: int) -> Iterator[Seen]:
    """One of the five: who was chosen, who was removed, and what a squad's classes brought it."""
    result, opened = state.table.results[at], state.table.opened[at]
    name = MATCH_KINDS[result.match]
    for match in MATCHES:
        yield Seen("type-played", MATCH_KINDS[match], 2 * (match == result.match))
    yield Seen("drawn", "Drawn", 2 * (result.winner is None))
    yield Seen("type-drawn", name, 2 * (result.winner is None))
    inside = {*result.squads[0], *result.squads[1]}
    gone = {each.seat for each in opened.removed}
    for seat, kind in enumerate(opened.kinds):
        yield Seen("picked", KINDS[kind], 2 * (seat in inside))
        if seat in inside:
            yield Seen("removed", KINDS[kind], 2 * (seat in gone))
    for kind in LOYAL_KINDS:
        yield from _contrast(state, at, kind, "class", KINDS[kind])
        yield from _contrast(state, at, kind, f"class-{result.match}", KINDS[kind])
    for each in _contrast(state, at, "spy", "spy-side", "Spy"):
        yield each._replace(halves=2 - each.halves)
        yield each._replace(chart="type", row=name, halves=2 - each.halves)
    yield from _hiding(state, at, opened.kinds, inside)


def _contrast(state: State, at: int, kind: Kind, chart: str, row: str) -> Iterator[Seen]:
    """Where one squad has more of a class than the other, and no more Spies: what that squad made
    of it.
    """
    result, kinds = state.table.results[at], state.table.opened[at].kinds
    red, blu = [[kinds[seat] for seat in squad] for squad in result.squads]
    more = red.count(kind) - blu.count(kind)
    if more and (kind == "spy" or red.count("spy") == blu.count("spy")):
        yield Seen(chart, row, 1 if result.winner is None else 2 * (result.winner == int(more < 0)))


def _hiding(state: State, at: int, kinds: Kinds, inside: Container[int]) -> Iterator[Seen]:
    """Pairs of a Spy and a loyal mate of whom one is in the squad: how many are the Spy."""
    hidden = found = 0
    for team in state.teams:
        spies = [seat in inside for seat in team.members if kinds[seat] == "spy"]
        loyal = [seat in inside for seat in team.members if kinds[seat] != "spy"]
        hidden += spies.count(True) * loyal.count(False)
        found += spies.count(False) * loyal.count(True)
    yield Seen("hidden", "Spy", 2 * hidden, hidden + found)
    yield Seen("hidden-by-match", f"Match {at + 1}", 2 * hidden, hidden + found)


def _read_votes(state: State, at: int) -> Iterator[Seen]:
    """How both squads came to be, and how they fared."""
    result = state.table.results[at]
    for side, team in enumerate(state.teams):
        votes = [vote for vote in team.rounds if vote.round == result.round]
        stood = votes[-1].yes <= votes[-1].no
        how = VOTES[3] if stood else VOTES[min(len(votes), 3) - 1]
        yield Seen("first-vote", "At once", 2 * (how == VOTES[0]))
        for each in VOTES:
            yield Seen("votes", each, 2 * (each == how))
        yield Seen("squad", how, 1 if result.winner is None else 2 * (result.winner == side))


def _unlocks(state: State) -> Iterator[Seen]:
    """What the classes that may have unlocks bring: those with the chosen one, or all of them where
    there are none. A Spy's unlock shows in the other charts.
    """
    terms = state.table.terms
    if terms.unlocks == "random":
        return
    chosen = [
        (each.kind, f"{KINDS[each.kind]}: {UNLOCK_NAMES[each.unlock]}")
        for each in state.hidden.unlocks
    ]
    bare = [(kind, bare_name(kind, complex_classes=terms.complex_classes)) for kind in LOYAL_KINDS]
    for at in range(len(state.table.results)):
        for kind, row in [each for each in chosen or bare if each[1] in UNLOCK_ROWS]:
            yield from _contrast(state, at, kind, "unlock", row)


def _strength(match: Finished, state: State) -> Iterator[Seen]:
    """Where two bots play against each other: who won, by the side, real or as it sits, that one of
    them has whole.
    """
    if {*match.bots} != {*STRENGTH_BOTS}:
        return
    real, seated = sides(state), state.table.sides
    whole = next(
        way
        for way in (real, seated)
        if len({(side, bot) for side, bot in zip(way, match.bots, strict=True)}) == 2
    )
    ours = whole[match.bots.index("doctrine")]
    lead = state.table.halves[ours] - state.table.halves[1 - ours]
    yield Seen("strength", STRENGTH[1] if lead == 0 else STRENGTH[0 if lead > 0 else 2], 2)
