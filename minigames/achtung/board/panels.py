"""The panels next to the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.values import Seat
from minigames.achtung.rules.classes import ALL_KINDS
from minigames.achtung.rules.unlocks import UNLOCK_ROWS as ALL_UNLOCKS
from minigames.achtung.rules.values import (
    MATCHES,
    Kind,
    Own,
    Played,
    Result,
    Seats,
    Team,
    View,
    VoteRound,
)
from minigames.achtung.rules.values import Table as Public
from minigames.achtung.rules.words import KIND_WORDS, MATCH_WORDS, SIDE_WORDS, UNLOCK_WORDS
from play.tabletop.board import Card, Panel, Table

from .lore import (
    SABOTAGE_EFFECTS,
    SHORT_MATCH_WORDS,
    UNLOCK_EFFECTS,
    ability_words,
    action_hint,
    points_of,
    sabotage_words,
)
from .people import listing, number_and_name, side_of
from .phrases import (
    action_words,
    attempt_words,
    class_words,
    opened_lines,
    removals_words,
    spy_words,
    winner_words,
)
from .picture import emblem
from .terms import pool_lines, terms_lines

IN_SQUAD: Final = "●"
HAT_SIGN: Final = "♦"


def panels(view: View, names: Sequence[str]) -> tuple[Panel, ...]:
    """Return all panels: the seat's class, its team, notes, matches and general information."""
    all_panels: list[Panel] = []
    if view.own is not None and view.team is not None:
        all_panels.append(class_panel(view, view.own, names))
        all_panels += team_panels(view, view.team, names)
    all_panels += tally_panels(view, names)
    if view.own is not None and view.team is not None:
        all_panels += note_panels(view, view.own, view.team)
    all_panels += match_panels(view.table, names)
    all_panels += [class_table(view.table), *unlock_panels(view.table)]
    all_panels.append(
        Panel(title="Options", lines=tuple(terms_lines(view.table.terms, view.table.pools)))
    )
    return tuple(all_panels)


# --- a seat's panels ------------------------------------------------------------------------------


def class_panel(view: View, own_info: Own, names: Sequence[str]) -> Panel:
    """Return the panel with a seat's class, its current options, and its secrets."""
    terms = view.table.terms
    numbers = tuple(
        f"{SHORT_MATCH_WORDS[match]} {points}"
        for match, points in zip(MATCHES, points_of(own_info.kind, terms), strict=True)
    )
    card = Card(
        title=class_words(own_info.kind, own_info.unlock),
        lines=(" · ".join(numbers),),
        drawing=emblem(own_info.kind),
        look="class-card",
    )
    return Panel(
        title="Your class",
        lines=tuple(class_lines(view, own_info, names)),
        cards=(card,),
        secret=True,
    )


def class_lines(view: View, own_info: Own, names: Sequence[str]) -> list[str]:
    """Return a seat's secrets, in one sentence each."""
    side = side_of(view) or 0
    terms = view.table.terms
    lines = [
        spy_words(side, terms.spies)
        if own_info.kind == "spy"
        else f"You play for {SIDE_WORDS[side]}."
    ]
    can = (
        ""
        if own_info.sabotaged and own_info.kind in SABOTAGE_EFFECTS
        else ability_words(own_info.kind, terms)
    )
    lines += [sentence for sentence in (can, action_hint(own_info, terms)) if sentence]
    if own_info.unlock:
        lines.append(f"{UNLOCK_WORDS[own_info.unlock]}: {UNLOCK_EFFECTS[own_info.unlock]}")
    if own_info.fellows:
        lines.append(f"Your fellow Spies: {listing(names, own_info.fellows)}.")
    if own_info.sabotaged:
        lines.append(sabotage_words(own_info.kind, terms))
    lines += [
        f"Match {deed.round}: {action_words(deed.action, names)}."
        for deed in own_info.deeds
        if _is_listed(deed.action)
    ]
    return [*lines, *[attempt_words(attempt, names) for attempt in own_info.attempts]]


def _is_listed(action: object) -> bool:
    """Return whether an action has its own line. A sabotage is listed with its result instead."""
    return type(action).__name__ != "Sabotage"


# --- a team's panels ------------------------------------------------------------------------------


def team_panels(view: View, team: Team, names: Sequence[str]) -> list[Panel]:
    """Return panels with the order of the hat and the votes of the seat's own team."""
    name = SIDE_WORDS[side_of(view) or 0]
    return [Panel(title=f"{name} alone sees", lines=tuple(team_lines(view, team, names)))]


def team_lines(view: View, team: Team, names: Sequence[str]) -> list[str]:
    """Return lines that name the holder of the hat and the proposed squad."""
    lines = [
        f"The hat goes round: {', '.join([number_and_name(names, seat) for seat in team.order])}."
    ]
    if view.table.phase == "squads" and team.stage != "locked":
        lines.append(
            f"It is with {number_and_name(names, team.captain)}. Voted down in this match: "
            f"{team.voted} "
            f"of {len(team.members)}."
        )
    elif view.table.phase != "over":
        lines.append(f"It goes on with {number_and_name(names, team.captain)}.")
    if team.stage == "vote":
        lines.append(
            f"{number_and_name(names, team.captain)} proposes {listing(names, team.squad)}."
        )
    if team.writer is not None and view.table.phase in ("notes", "actions"):
        lines.append(f"{number_and_name(names, team.writer)} writes for your team.")
    return lines


def vote_table(view: View, team: Team, names: Sequence[str]) -> Table | None:
    """Return a table of all votes of the seat's own team, the newest first.

    Squads that were accepted without a vote are included.
    """
    if not team.rounds:
        return None
    rows: list[tuple[str, ...]] = []
    for index, vote in enumerate(team.rounds):
        yes, no = [_voters(vote, team, yes=answer) for answer in (True, False)]
        rows.append(
            (
                str(vote.round),
                number_and_name(names, vote.captain),
                _number_list(vote.squad),
                yes,
                no,
            )
        )
        is_last = index + 1 == len(team.rounds) or team.rounds[index + 1].round != vote.round
        if is_last and (squad := _forced_squad(view, team, vote)):
            captain = _next_captain(team, vote.captain)
            rows.append(
                (
                    str(vote.round),
                    number_and_name(names, captain),
                    _number_list(squad),
                    "stood",
                    "without a vote",
                )
            )
    rows.reverse()
    return Table(
        heads=("Match", "Captain", "Squad", "Yes", "No"),
        rows=tuple(rows),
        caption="Votes of your team, newest first",
    )


def tally_panels(view: View, names: Sequence[str]) -> list[Panel]:
    """Return a panel with a column for each player. The newest row comes first.

    The panel shows every vote of the seat's own team, and the squads of all matches that have been
    played.
    """
    rows: list[tuple[str, ...]] = []
    for result in view.table.results:
        rows += _vote_rows(view, result.round)
        in_squads = {*result.squads[0], *result.squads[1]}
        cells = [IN_SQUAD if seat in in_squads else "" for seat in range(len(view.table.sides))]
        match = f"{result.round} {SHORT_MATCH_WORDS[result.match]}"
        rows.append((match, *cells, winner_words(result)))
    if view.table.phase != "over":
        rows += _vote_rows(view, view.table.round)
    if not rows:
        return []
    heads = ("Match", *[str(seat + 1) for seat in range(len(view.table.sides))], "Result")
    legend = f"{IN_SQUAD} in the squad, {HAT_SIGN} had the hat, + yes, − no."
    table = Table(heads=heads, rows=tuple(reversed(rows)), caption=legend, narrow=True)
    return [Panel(title="Votes and squads", table=table)]


def _vote_rows(view: View, number: int) -> list[tuple[str, ...]]:
    """Return table rows for the votes of the seat's own team in this match.

    If a squad was accepted without a vote, it has a row, too.
    """
    team = view.team
    if team is None:
        return []
    votes_then = [vote for vote in team.rounds if vote.round == number]
    rows = []
    for number_of_vote, vote in enumerate(votes_then, 1):
        votes_by_seat = dict(zip(team.members, vote.votes, strict=False))
        result = f"{vote.yes} : {vote.no}, {'locked in' if vote.yes > vote.no else 'voted down'}"
        cells = _cells(view, vote.squad, vote.captain, votes_by_seat)
        rows.append((f"{number}.{number_of_vote}", *cells, result))
    if votes_then and (squad := _forced_squad(view, team, votes_then[-1])):
        cells = _cells(view, squad, _next_captain(team, votes_then[-1].captain), {})
        rows.append((f"{number}.{len(rows) + 1}", *cells, "stood without a vote"))
    return rows


def _cells(view: View, squad: Seats, captain: Seat, votes_by_seat: Mapping[Seat, str]) -> list[str]:
    """Return the cells that describe a proposal, one for each player."""
    return [
        (IN_SQUAD if seat in squad else "")
        + (HAT_SIGN if seat == captain else "")
        + {"y": "+", "n": "−"}.get(votes_by_seat.get(Seat(seat), ""), "")
        for seat in range(len(view.table.sides))
    ]


def _next_captain(team: Team, captain: Seat) -> Seat:
    return team.order[(team.order.index(captain) + 1) % len(team.order)]


def _forced_squad(view: View, team: Team, last_vote: VoteRound) -> Seats:
    """Return the squad that was accepted without a vote, because the hat had gone round (A2).

    Return () if there is none.
    """
    votes_then = [vote for vote in team.rounds if vote.round == last_vote.round]
    if len(votes_then) < len(team.members) or last_vote.yes * 2 > len(team.members):
        return ()
    result = next(
        (result for result in view.table.results if result.round == last_vote.round), None
    )
    if result is not None:
        return result.squads[view.table.sides[team.members[0]]]
    return team.squad if team.stage == "locked" else ()


def _voters(vote: VoteRound, team: Team, *, yes: bool) -> str:
    """Return the number of yes or no votes. If the team can see the voters, add their numbers."""
    count = vote.yes if yes else vote.no
    voters = [
        seat for seat, voice in zip(team.members, vote.votes, strict=False) if voice == "ny"[yes]
    ]
    return f"{count}: {_number_list(voters)}" if voters else str(count)


def _number_list(seats: Sequence[Seat]) -> str:
    return ", ".join([str(seat + 1) for seat in seats])


def note_panels(view: View, own_info: Own, team: Team) -> list[Panel]:
    """Return panels with the notes that have arrived."""
    terms, note_list = view.table.terms, []
    if terms.spy_notes:
        cards = tuple(
            Card(title=letter.text, corner=f"Match {letter.round}", look="slip")
            for letter in reversed(team.letters)
        )
        note_list.append(
            Panel(title="Slips from the other team’s Spies", cards=cards, empty="None yet.")
        )
    if terms.team_notes and own_info.kind == "spy":
        cards = tuple(
            Card(title=letter.text, corner=f"Match {letter.round}", look="slip")
            for letter in reversed(own_info.letters)
        )
        note_list.append(
            Panel(
                title="Slips from the side you win with",
                cards=cards,
                secret=True,
                empty="None yet.",
            )
        )
    return note_list


# --- public panels --------------------------------------------------------------------------------


def match_panels(table: Public, names: Sequence[str]) -> list[Panel]:
    """Return a panel with every match, as announced. After the end, it contains all details."""
    opened = dict(enumerate(table.opened, 1))
    cards = [
        _match_card(result, opened.get(result.round), names) for result in reversed(table.results)
    ]
    return [Panel(title="Matches played", cards=tuple(cards), empty="None yet.")]


def _match_card(result: Result, opened: Played | None, names: Sequence[str]) -> Card:
    lines = [
        f"{SIDE_WORDS[side]}: {listing(names, squad)}." for side, squad in enumerate(result.squads)
    ]
    if opened is not None:
        lines += opened_lines(opened, names)
    else:
        if result.totals:
            lines.append(f"Points: RED {result.totals[0]}, BLU {result.totals[1]}.")
        lines += [text for text in (removals_words(result.removed, names).strip(),) if text]
    look = "match-card" if result.winner is None else f"match-card side-{result.winner}"
    return Card(
        title=f"{result.round} · {MATCH_WORDS[result.match]}: {winner_words(result)}",
        lines=tuple(lines),
        look=look,
    )


def class_table(table: Public) -> Panel:
    """Return a panel with the points and abilities of all classes."""
    kinds = _possible_kinds(table)
    rows = [
        (KIND_WORDS[kind], *[str(points) for points in points_of(kind, table.terms)])
        for kind in kinds
    ]
    heads = ("Points", *[SHORT_MATCH_WORDS[match] for match in MATCHES])
    abilities = [
        f"{KIND_WORDS[kind]}: {text}"
        for kind in kinds
        if (text := ability_words(kind, table.terms))
    ]
    return Panel(
        title="The classes",
        lines=(*pool_lines(table.pools), *abilities),
        table=Table(heads=heads, rows=tuple(rows)),
    )


def _possible_kinds(table: Public) -> list[Kind]:
    """Return the classes that players can have according to the announced pools."""
    pool = {kind for kinds_in_pool in table.pools for kind in kinds_in_pool}
    return [kind for kind in ALL_KINDS if not pool or kind in pool]


def unlock_panels(table: Public) -> list[Panel]:
    """Return a panel with the effects of all possible unlocks, but not with their owners."""
    terms, chosen_pairs = (
        table.terms,
        {(class_unlock.kind, class_unlock.unlock) for class_unlock in table.terms.chosen_unlocks},
    )
    if terms.unlocks == "off":
        return []
    kinds = _possible_kinds(table)
    rows = []
    for row in ALL_UNLOCKS:
        kinds_with_unlock = [
            kind
            for kind in row.kinds
            if kind in kinds and (terms.complex_classes or not row.complex_only)
        ]
        kinds_with_unlock = [
            kind
            for kind in kinds_with_unlock
            if not chosen_pairs or (kind, row.unlock) in chosen_pairs
        ]
        if kinds_with_unlock:
            rows.append(
                (
                    UNLOCK_WORDS[row.unlock],
                    ", ".join([KIND_WORDS[kind] for kind in kinds_with_unlock]),
                    UNLOCK_EFFECTS[row.unlock],
                )
            )
    return [
        Panel(
            title="The unlocks",
            table=Table(heads=("Unlock", "Of", "Effect"), rows=tuple(rows)),
        )
    ]


def truth_table(played: Played, names: Sequence[str]) -> Table:
    """Return a table of the players' classes in a match that has been revealed."""
    unlocks = played.unlocks or tuple([None] * len(played.kinds))
    rows = [
        (number_and_name(names, seat), class_words(kind, unlocks[seat]))
        for seat, kind in enumerate(played.kinds)
    ]
    return Table(heads=("Player", "Class"), rows=tuple(rows))
