"""The text twin: all that the page shows, in words that are enough to play by; the headline; and
the truth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import Seat
from engine.words import sentence, with_article
from minigames.achtung.rules.values import ROUNDS
from minigames.achtung.rules.words import MATCH_KINDS, SIDES
from play.tabletop.board import Board, Passage, Table

from .panels import class_lines, classes, team_lines, truth_table, unlocks, votes
from .people import called, listing, side_of, with_kinds
from .phrases import class_words, move_words, opened_lines, result_words, score_words, sealed
from .picture import squad_shown
from .terms import schedule_line, terms_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minigames.achtung.rules.values import State, Team, View


# --- on top ---------------------------------------------------------------------------------------


def headline(view: View, names: Sequence[str]) -> str:
    """Where it stands and what is asked of this seat."""
    table = view.table
    if table.phase == "over":
        red, blu = table.halves
        return "A draw" if red == blu else f"{SIDES[int(blu > red)]} wins the evening"
    match = f", {MATCH_KINDS[table.match]}" if table.match else ""
    return f"Match {table.round} of {ROUNDS}{match}: {_asked(view, names)}"


def _asked(view: View, names: Sequence[str]) -> str:
    own, team, phase = view.own, view.team, view.table.phase
    if own is None or team is None:
        return {
            "ballot": "vote on its type",
            "squads": "squads",
            "writers": "writers",
            "notes": "sealed slips",
            "actions": "actions",
        }[phase]
    if phase == "squads" and team.stage == "locked":
        return "your squad is locked in"
    if own.answer is not None:
        return "wait for the others"
    if phase == "squads":
        if team.stage == "vote":
            return f"vote on {called(names, team.captain)}’s squad"
        return (
            "you have the hat"
            if team.captain == view.seat
            else f"{called(names, team.captain)} has the hat"
        )
    return {
        "ballot": "vote on its type",
        "writers": "elect your writer",
        "notes": "hand in your slip",
        "actions": "choose your action",
    }[phase]


def lines(view: View, names: Sequence[str]) -> list[str]:
    """What matters most now."""
    table, own = view.table, view.own
    found = [f"{score_words(table.halves)}."]
    if table.phase == "over":
        return [*found, *([_own_result(view)] if own is not None else [])]
    if table.phase == "squads":
        found.append(_choosing(view))
    if own is not None:
        side = side_of(view) or 0
        loyal = "" if own.kind != "spy" else f" You win with {SIDES[1 - side]}."
        found.append(
            f"You are number {(view.seat or 0) + 1}, "
            f"{with_article(class_words(own.kind, own.unlock))} of {SIDES[side]}.{loyal}"
        )
        if own.answer is not None:
            found.append(sealed(own.answer, names))
    return found


def _own_result(view: View) -> str:
    """How the evening ended for this seat (A7)."""
    side = side_of(view) or 0
    mine = 1 - side if view.own is not None and view.own.kind == "spy" else side
    ours, theirs = view.table.halves[mine], view.table.halves[1 - mine]
    return (
        "No one won."
        if ours == theirs
        else f"You {'won' if ours > theirs else 'lost'} with {SIDES[mine]}."
    )


def _choosing(view: View) -> str:
    """Of a team one sees no more than this (A21)."""
    states = [
        f"{SIDES[side]} is {'locked in' if locked else 'choosing'}"
        for side, locked in enumerate(view.table.locked)
    ]
    return f"{states[0]}, {states[1]}."


# --- the twin -------------------------------------------------------------------------------------


def passages(view: View, names: Sequence[str]) -> tuple[Passage, ...]:
    """Everything in words."""
    table = view.table
    found = [
        Passage(
            title="State of the match",
            lines=(sentence(headline(view, names)), *lines(view, names), *_schedule(view)),
        )
    ]
    found += [
        Passage(title=SIDES[side], lines=tuple(_team_lines(view, side, names))) for side in (0, 1)
    ]
    if view.own is not None and view.team is not None:
        found.append(
            Passage(
                title="Your secret information", lines=tuple(class_lines(view, view.own, names))
            )
        )
        found.append(_team_passage(view, view.team, names))
    found.append(
        Passage(
            title="Matches played",
            lines=tuple([result_words(result, names) for result in table.results])
            or ("None yet.",),
        )
    )
    for number, played in enumerate(table.opened, 1):
        found.append(
            Passage(
                title=f"Match {number}, opened",
                lines=tuple(opened_lines(played, names)),
                table=truth_table(played, names),
            )
        )
    found += [
        Passage(title=guide.title, lines=guide.lines, table=guide.table)
        for guide in (classes(table), *unlocks(table))
    ]
    return (
        *found,
        Passage(title="Options", lines=tuple(terms_lines(table.terms, table.pools))),
    )


def _schedule(view: View) -> list[str]:
    return [words for words in (schedule_line(view.table.schedule),) if words]


def _team_lines(view: View, side: int, names: Sequence[str]) -> list[str]:
    members = [Seat(seat) for seat, each in enumerate(view.table.sides) if each == side]
    squad, proposed = squad_shown(view, side)
    found = [f"{with_kinds(names, members)}."]
    if squad:
        found.append(f"{'Proposed' if proposed else 'Squad'}: {listing(names, squad)}.")
    return found


def _team_passage(view: View, team: Team, names: Sequence[str]) -> Passage:
    own = view.own
    slips = [
        f"Match {letter.round}, a slip: “{letter.text}”"
        for letter in (*team.letters, *(own.letters if own else ()))
    ]
    return Passage(
        title="What your team knows",
        lines=(*team_lines(view, team, names), *slips),
        table=votes(view, team, names),
    )


# --- the truth ------------------------------------------------------------------------------------


def truth(state: State, names: Sequence[str]) -> Board:
    """All that is hidden, at one step of an evening that is over: classes, sabotage, sealed
    answers, hats.
    """
    rows = []
    for seat, own in enumerate(state.own):
        sealed = move_words(own.answer, names) if own.answer is not None else ""
        sabotaged = "sabotaged" if state.hidden.secrets[seat].sabotaged else ""
        rows.append(
            (
                called(names, seat),
                SIDES[state.table.sides[seat]],
                class_words(own.kind, own.unlock),
                sabotaged,
                sealed,
            )
        )
    table = Table(
        heads=("Player", "Team", "Class", "Hurt", "Sealed"), rows=tuple(rows), caption="Everyone"
    )
    hats = [
        f"{SIDES[side]}’s hat is with {called(names, team.captain)}."
        for side, team in enumerate(state.teams)
    ]
    step = (
        f"Match {state.table.round} of {ROUNDS}"
        if state.table.phase != "over"
        else "The evening is over"
    )
    shown = [f"{score_words(state.table.halves)}.", *hats]
    return Board(
        headline=step, lines=tuple(shown), words=(Passage(title="The truth", table=table),)
    )
