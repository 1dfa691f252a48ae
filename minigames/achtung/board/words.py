"""The board in words, the headline, and the board with all secrets after the end.

The description in words is complete enough to play without the picture.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.values import Seat
from engine.words import sentence, with_article
from minigames.achtung.rules.values import ROUNDS, State, Team, View
from minigames.achtung.rules.words import MATCH_WORDS, SIDE_WORDS
from play.tabletop.board import Board, Passage, Table

from .panels import class_lines, class_table, team_lines, truth_table, unlock_panels, vote_table
from .people import listing, listing_with_bots, number_and_name, side_of
from .phrases import class_words, move_words, opened_lines, result_words, score_words, sealed_words
from .picture import squad_shown
from .terms import schedule_line, terms_lines

# --- above the board ------------------------------------------------------------------------------


def headline(view: View, names: Sequence[str]) -> str:
    """Return a sentence with the state of the evening and the seat's current task."""
    table = view.table
    if table.phase == "over":
        red, blu = table.halves
        return "A draw" if red == blu else f"{SIDE_WORDS[int(blu > red)]} wins the evening"
    match = f", {MATCH_WORDS[table.match]}" if table.match else ""
    return f"Match {table.round} of {ROUNDS}{match}: {_current_task(view, names)}"


def _current_task(view: View, names: Sequence[str]) -> str:
    own_info, team, phase = view.own, view.team, view.table.phase
    if own_info is None or team is None:
        return {
            "ballot": "vote on its type",
            "squads": "squads",
            "writers": "writers",
            "notes": "sealed slips",
            "actions": "actions",
        }[phase]
    if phase == "squads" and team.stage == "locked":
        return "your squad is locked in"
    if own_info.answer is not None:
        return "wait for the others"
    if phase == "squads":
        if team.stage == "vote":
            return f"vote on {number_and_name(names, team.captain)}’s squad"
        return (
            "you have the hat"
            if team.captain == view.seat
            else f"{number_and_name(names, team.captain)} has the hat"
        )
    return {
        "ballot": "vote on its type",
        "writers": "elect your writer",
        "notes": "hand in your slip",
        "actions": "choose your action",
    }[phase]


def lines(view: View, names: Sequence[str]) -> list[str]:
    """Return the most important facts, which are shown above the board."""
    table, own_info = view.table, view.own
    sentences = [f"{score_words(table.halves)}."]
    if table.phase == "over":
        return [*sentences, *([_own_result(view)] if own_info is not None else [])]
    if table.phase == "squads":
        sentences.append(_choosing(view))
    if own_info is not None:
        side = side_of(view) or 0
        loyal = "" if own_info.kind != "spy" else f" You win with {SIDE_WORDS[1 - side]}."
        sentences.append(
            f"You are number {(view.seat or 0) + 1}, "
            f"{with_article(class_words(own_info.kind, own_info.unlock))} of "
            f"{SIDE_WORDS[side]}.{loyal}"
        )
        if own_info.answer is not None:
            sentences.append(sealed_words(own_info.answer, names))
    return sentences


def _own_result(view: View) -> str:
    """Return the result of the evening from this seat's point of view (A7)."""
    side = side_of(view) or 0
    own_side = 1 - side if view.own is not None and view.own.kind == "spy" else side
    own_wins, other_wins = view.table.halves[own_side], view.table.halves[1 - own_side]
    return (
        "No one won."
        if own_wins == other_wins
        else f"You {'won' if own_wins > other_wins else 'lost'} with {SIDE_WORDS[own_side]}."
    )


def _choosing(view: View) -> str:
    """Return both teams' public progress in choosing their squads (A21)."""
    states = [
        f"{SIDE_WORDS[side]} is {'locked in' if locked else 'choosing'}"
        for side, locked in enumerate(view.table.locked)
    ]
    return f"{states[0]}, {states[1]}."


# --- the board in words ---------------------------------------------------------------------------


def passages(view: View, names: Sequence[str]) -> tuple[Passage, ...]:
    """Return a description of everything on the board."""
    table = view.table
    texts = [
        Passage(
            title="State of the match",
            lines=(sentence(headline(view, names)), *lines(view, names), *_schedule(view)),
        )
    ]
    texts += [
        Passage(title=SIDE_WORDS[side], lines=tuple(_team_lines(view, side, names)))
        for side in (0, 1)
    ]
    if view.own is not None and view.team is not None:
        texts.append(
            Passage(
                title="Your secret information", lines=tuple(class_lines(view, view.own, names))
            )
        )
        texts.append(_team_passage(view, view.team, names))
    texts.append(
        Passage(
            title="Matches played",
            lines=tuple([result_words(result, names) for result in table.results])
            or ("None yet.",),
        )
    )
    for number, played in enumerate(table.opened, 1):
        texts.append(
            Passage(
                title=f"Match {number}, opened",
                lines=tuple(opened_lines(played, names)),
                table=truth_table(played, names),
            )
        )
    texts += [
        Passage(title=guide.title, lines=guide.lines, table=guide.table)
        for guide in (class_table(table), *unlock_panels(table))
    ]
    return (
        *texts,
        Passage(title="Options", lines=tuple(terms_lines(table.terms, table.pools))),
    )


def _schedule(view: View) -> list[str]:
    return [text for text in (schedule_line(view.table.schedule),) if text]


def _team_lines(view: View, side: int, names: Sequence[str]) -> list[str]:
    members = [Seat(seat) for seat, seat_side in enumerate(view.table.sides) if seat_side == side]
    squad, proposed = squad_shown(view, side)
    sentences = [f"{listing_with_bots(names, members)}."]
    if squad:
        sentences.append(f"{'Proposed' if proposed else 'Squad'}: {listing(names, squad)}.")
    return sentences


def _team_passage(view: View, team: Team, names: Sequence[str]) -> Passage:
    own_info = view.own
    slips = [
        f"Match {letter.round}, a slip: “{letter.text}”"
        for letter in (*team.letters, *(own_info.letters if own_info else ()))
    ]
    return Passage(
        title="Team knowledge",
        lines=(*team_lines(view, team, names), *slips),
        table=vote_table(view, team, names),
    )


# --- the board with all secrets -------------------------------------------------------------------


def truth(state: State, names: Sequence[str]) -> Board:
    """Return the board with all secrets at a step of a finished evening.

    The secrets are classes, sabotage, sealed answers and hats.
    """
    rows = []
    for seat, own_info in enumerate(state.own):
        answer = move_words(own_info.answer, names) if own_info.answer is not None else ""
        sabotaged = "sabotaged" if state.hidden.secrets[seat].sabotaged else ""
        rows.append(
            (
                number_and_name(names, seat),
                SIDE_WORDS[state.table.sides[seat]],
                class_words(own_info.kind, own_info.unlock),
                sabotaged,
                answer,
            )
        )
    table = Table(
        heads=("Player", "Team", "Class", "Hurt", "Sealed"), rows=tuple(rows), caption="Everyone"
    )
    hats = [
        f"{SIDE_WORDS[side]}’s hat is with {number_and_name(names, team.captain)}."
        for side, team in enumerate(state.teams)
    ]
    step = (
        f"Match {state.table.round} of {ROUNDS}"
        if state.table.phase != "over"
        else "The evening is over"
    )
    lines_shown = [f"{score_words(state.table.halves)}.", *hats]
    return Board(
        headline=step, lines=tuple(lines_shown), words=(Passage(title="The truth", table=table),)
    )
