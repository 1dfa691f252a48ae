"""Readings of a finished evening.

Both teams have the same classes and the same number of Spies. Whole evenings therefore cannot show
whether a class or role is stronger than others. Instead, the readings compare two different squads
in the same match, and record the winner.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final

from lab.lab import Finished, Reading
from minigames.achtung.bots import sides
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.values import MATCHES, Kind, Kinds, State
from minigames.achtung.rules.words import KIND_WORDS, MATCH_WORDS
from minigames.achtung.rules.words import UNLOCK_WORDS as UNLOCK_NAMES

from .cases import row_without_unlock, unlock_rows
from .charts import END_ROWS, STRENGTH_ROWS, VOTE_ROWS

UNLOCK_ROWS: Final = frozenset(unlock_rows())
COMPARED_BOTS: Final = ("doctrine", "random")


def read_evening(match: Finished) -> Iterator[Reading]:
    """Yield all readings for an evening."""
    state: State = match.played.state
    red, blu = state.table.halves
    yield Reading("drawn-evening", "Drawn", 2 * (red == blu))
    yield Reading("ends", END_ROWS[2] if red == blu else END_ROWS[int(blu > red)], 2)
    yield from _strength(match, state)
    for number in range(len(state.table.results)):
        yield from _read_match(state, number)
        yield from _read_votes(state, number)
    yield from _unlocks(state)


def _read_match(state: State, number: int) -> Iterator[Reading]:
    """Yield the readings for a match.

    The readings show which players were in a squad or were removed, and how each class has affected
    its squad.
    """
    result, opened = state.table.results[number], state.table.opened[number]
    name = MATCH_WORDS[result.match]
    for match in MATCHES:
        yield Reading("type-played", MATCH_WORDS[match], 2 * (match == result.match))
    yield Reading("drawn", "Drawn", 2 * (result.winner is None))
    yield Reading("type-drawn", name, 2 * (result.winner is None))
    in_squads = {*result.squads[0], *result.squads[1]}
    removed_seats = {removal_or_reading.seat for removal_or_reading in opened.removed}
    for seat, kind in enumerate(opened.kinds):
        yield Reading("picked", KIND_WORDS[kind], 2 * (seat in in_squads))
        if seat in in_squads:
            yield Reading("removed", KIND_WORDS[kind], 2 * (seat in removed_seats))
    for kind in LOYAL_KINDS:
        yield from _contrast(state, number, kind, "class", KIND_WORDS[kind])
        yield from _contrast(state, number, kind, f"class-{result.match}", KIND_WORDS[kind])
    for removal_or_reading in _contrast(state, number, "spy", "spy-side", "Spy"):
        yield removal_or_reading._replace(halves=2 - removal_or_reading.halves)
        yield removal_or_reading._replace(
            chart="type", row=name, halves=2 - removal_or_reading.halves
        )
    yield from _hiding_pairs(state, number, opened.kinds, in_squads)


def _contrast(state: State, number: int, kind: Kind, chart: str, row: str) -> Iterator[Reading]:
    """Yield the result of the squad that has more players of a class than the other squad.

    Unless the class is the Spy, both squads must have the same number of Spies.
    """
    result, kinds = state.table.results[number], state.table.opened[number].kinds
    red, blu = [[kinds[seat] for seat in squad] for squad in result.squads]
    surplus = red.count(kind) - blu.count(kind)
    if surplus and (kind == "spy" or red.count("spy") == blu.count("spy")):
        yield Reading(
            chart, row, 1 if result.winner is None else 2 * (result.winner == int(surplus < 0))
        )


def _hiding_pairs(
    state: State, number: int, kinds: Kinds, in_squads: Container[int]
) -> Iterator[Reading]:
    """Yield how well Spies stay hidden.

    The reading counts pairs of a Spy and a loyal teammate of whom only one is in the squad. A pair
    counts as taken if the Spy is in the squad.
    """
    hidden = exposed = 0
    for team in state.teams:
        spies = [seat in in_squads for seat in team.members if kinds[seat] == "spy"]
        loyal = [seat in in_squads for seat in team.members if kinds[seat] != "spy"]
        hidden += spies.count(True) * loyal.count(False)
        exposed += spies.count(False) * loyal.count(True)
    yield Reading("hidden", "Spy", 2 * hidden, hidden + exposed)
    yield Reading("hidden-by-match", f"Match {number + 1}", 2 * hidden, hidden + exposed)


def _read_votes(state: State, number: int) -> Iterator[Reading]:
    result = state.table.results[number]
    for side, team in enumerate(state.teams):
        votes = [vote for vote in team.rounds if vote.round == result.round]
        was_forced = votes[-1].yes <= votes[-1].no
        vote_row = VOTE_ROWS[3] if was_forced else VOTE_ROWS[min(len(votes), 3) - 1]
        yield Reading("first-vote", "First vote", 2 * (vote_row == VOTE_ROWS[0]))
        for row in VOTE_ROWS:
            yield Reading("votes", row, 2 * (row == vote_row))
        yield Reading(
            "squad", vote_row, 1 if result.winner is None else 2 * (result.winner == side)
        )


def _unlocks(state: State) -> Iterator[Reading]:
    """Yield the effect of classes that have the chosen unlock.

    If no unlock is chosen, yield the effect of all classes that could have one. A Spy's unlock
    appears in the other charts.
    """
    terms = state.table.terms
    if terms.unlocks == "random":
        return
    chosen_rows = [
        (class_unlock.kind, f"{KIND_WORDS[class_unlock.kind]}: {UNLOCK_NAMES[class_unlock.unlock]}")
        for class_unlock in state.hidden.unlocks
    ]
    rows_without_unlock = [
        (kind, row_without_unlock(kind, complex_classes=terms.complex_classes))
        for kind in LOYAL_KINDS
    ]
    for number in range(len(state.table.results)):
        for kind, row in [
            class_unlock
            for class_unlock in chosen_rows or rows_without_unlock
            if class_unlock[1] in UNLOCK_ROWS
        ]:
            yield from _contrast(state, number, kind, "unlock", row)


def _strength(match: Finished, state: State) -> Iterator[Reading]:
    """Yield the winner between two bots.

    A bot represents a side, real or nominal, if it controls all seats of that side.
    """
    if {*match.bots} != {*COMPARED_BOTS}:
        return
    real, seated = sides(state), state.table.sides
    compared_sides = next(
        team_sides
        for team_sides in (real, seated)
        if len({(side, bot) for side, bot in zip(team_sides, match.bots, strict=True)}) == 2
    )
    doctrine_side = compared_sides[match.bots.index("doctrine")]
    lead = state.table.halves[doctrine_side] - state.table.halves[1 - doctrine_side]
    yield Reading(
        "strength", STRENGTH_ROWS[1] if lead == 0 else STRENGTH_ROWS[0 if lead > 0 else 2], 2
    )
