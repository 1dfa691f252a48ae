"""The parts of the page beside the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat
from minigames.achtung.rules.classes import ALL_KINDS
from minigames.achtung.rules.unlocks import UNLOCKS as ALL_UNLOCKS
from minigames.achtung.rules.values import MATCHES
from minigames.achtung.rules.words import KINDS, MATCH_KINDS, SIDES, UNLOCKS
from play.tabletop.board import Card, Panel, Table

from .lore import HURT, SHORT, UNLOCKED, ability, duty, hurt_words, worth
from .people import called, listing, side_of
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

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from minigames.achtung.rules.values import (
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


IN: Final = "●"
HAT: Final = "♦"


def panels(view: View, names: Sequence[str]) -> tuple[Panel, ...]:
    """One's class first, then the team, slips, matches, and what is always good to know."""
    found: list[Panel] = []
    if view.own is not None and view.team is not None:
        found.append(class_panel(view, view.own, names))
        found += team_panels(view, view.team, names)
    found += tally(view, names)
    if view.own is not None and view.team is not None:
        found += slips(view, view.own, view.team)
    found += matches(view.table, names)
    found += [classes(view.table), *unlocks(view.table)]
    found.append(
        Panel(title="Options", lines=tuple(terms_lines(view.table.terms, view.table.pools)))
    )
    return tuple(found)


# --- mine -----------------------------------------------------------------------------------------


def class_panel(view: View, own: Own, names: Sequence[str]) -> Panel:
    """My class, what it can do now, and what I know alone."""
    terms = view.table.terms
    numbers = tuple(
        [
            f"{SHORT[match]} {points}"
            for match, points in zip(MATCHES, worth(own.kind, terms), strict=True)
        ]
    )
    card = Card(
        title=class_words(own.kind, own.unlock),
        lines=(" · ".join(numbers),),
        drawing=emblem(own.kind),
        look="class-card",
    )
    return Panel(
        title="Your class", lines=tuple(class_lines(view, own, names)), cards=(card,), secret=True
    )


def class_lines(view: View, own: Own, names: Sequence[str]) -> list[str]:
    """What one knows of oneself, a sentence each."""
    side = side_of(view) or 0
    terms = view.table.terms
    lines = [spy_words(side, terms.spies) if own.kind == "spy" else f"You play for {SIDES[side]}."]
    can = "" if own.sabotaged and own.kind in HURT else ability(own.kind, terms)
    lines += [sentence for sentence in (can, duty(own, terms)) if sentence]
    if own.unlock:
        lines.append(f"{UNLOCKS[own.unlock]}: {UNLOCKED[own.unlock]}")
    if own.fellows:
        lines.append(f"Your fellow Spies: {listing(names, own.fellows)}.")
    if own.sabotaged:
        lines.append(hurt_words(own.kind, terms))
    lines += [
        f"Match {deed.round}: {action_words(deed.action, names)}."
        for deed in own.deeds
        if _is_told(deed.action)
    ]
    return [*lines, *[attempt_words(attempt, names) for attempt in own.attempts]]


def _is_told(action: object) -> bool:
    """Sabotage has a line of its own, with what came of it."""
    return type(action).__name__ != "Sabotage"


# --- my team's ------------------------------------------------------------------------------------


def team_panels(view: View, team: Team, names: Sequence[str]) -> list[Panel]:
    """The hat's round and the votes of one's own team."""
    name = SIDES[side_of(view) or 0]
    return [Panel(title=f"{name} alone sees", lines=tuple(team_lines(view, team, names)))]


def team_lines(view: View, team: Team, names: Sequence[str]) -> list[str]:
    """Where the hat is, what is proposed."""
    lines = [f"The hat goes round: {', '.join([called(names, seat) for seat in team.order])}."]
    if view.table.phase == "squads" and team.stage != "locked":
        lines.append(
            f"It is with {called(names, team.captain)}. Voted down in this match: {team.voted} "
            f"of {len(team.members)}."
        )
    elif view.table.phase != "over":
        lines.append(f"It goes on with {called(names, team.captain)}.")
    if team.stage == "vote":
        lines.append(f"{called(names, team.captain)} proposes {listing(names, team.squad)}.")
    if team.writer is not None and view.table.phase in ("notes", "actions"):
        lines.append(f"{called(names, team.writer)} writes for your team.")
    return lines


def votes(view: View, team: Team, names: Sequence[str]) -> Table | None:
    """Every vote of one's team and every squad that stood without one, the newest first."""
    if not team.rounds:
        return None
    rows: list[tuple[str, ...]] = []
    for at, vote in enumerate(team.rounds):
        yes, no = [_voices(vote, team, yes=said) for said in (True, False)]
        rows.append((str(vote.round), called(names, vote.captain), _numbers(vote.squad), yes, no))
        last = at + 1 == len(team.rounds) or team.rounds[at + 1].round != vote.round
        if last and (squad := _stood(view, team, vote)):
            captain = _next(team, vote.captain)
            rows.append(
                (
                    str(vote.round),
                    called(names, captain),
                    _numbers(squad),
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


def tally(view: View, names: Sequence[str]) -> list[Panel]:
    """Who was in which squad and who voted how, a column for each player, the newest first: of
    one's own team every vote, of both teams what was played.
    """
    rows: list[tuple[str, ...]] = []
    for result in view.table.results:
        rows += _vote_rows(view, result.round)
        inside = {*result.squads[0], *result.squads[1]}
        cells = [IN if seat in inside else "" for seat in range(len(view.table.sides))]
        match = f"{result.round} {SHORT[result.match]}"
        rows.append((match, *cells, winner_words(result)))
    if view.table.phase != "over":
        rows += _vote_rows(view, view.table.round)
    if not rows:
        return []
    heads = ("Match", *[str(seat + 1) for seat in range(len(view.table.sides))], "Result")
    key = f"{IN} in the squad, {HAT} had the hat, + yes, − no."
    table = Table(heads=heads, rows=tuple(reversed(rows)), caption=key, narrow=True)
    return [Panel(title="Votes and squads", table=table)]


def _vote_rows(view: View, number: int) -> list[tuple[str, ...]]:
    """The votes of one's own team in this match, and the squad that stood without one."""
    team = view.team
    if team is None:
        return []
    votes_then = [vote for vote in team.rounds if vote.round == number]
    found = []
    for at, vote in enumerate(votes_then, 1):
        voices = dict(zip(team.members, vote.votes, strict=False))
        came = f"{vote.yes} : {vote.no}, {'locked in' if vote.yes > vote.no else 'voted down'}"
        cells = _cells(view, vote.squad, vote.captain, voices)
        found.append((f"{number}.{at}", *cells, came))
    if votes_then and (squad := _stood(view, team, votes_then[-1])):
        cells = _cells(view, squad, _next(team, votes_then[-1].captain), {})
        found.append((f"{number}.{len(found) + 1}", *cells, "stood without a vote"))
    return found


def _cells(view: View, squad: Seats, captain: Seat, voices: Mapping[Seat, str]) -> list[str]:
    """A proposal, a cell for each player."""
    return [
        (IN if seat in squad else "")
        + (HAT if seat == captain else "")
        + {"y": "+", "n": "−"}.get(voices.get(Seat(seat), ""), "")
        for seat in range(len(view.table.sides))
    ]


def _next(team: Team, captain: Seat) -> Seat:
    """To whom the hat goes from there."""
    return team.order[(team.order.index(captain) + 1) % len(team.order)]


def _stood(view: View, team: Team, last: VoteRound) -> Seats:
    """The squad that played in the match of this last vote, if that was the one which sent the hat
    all the way round (A2).
    """
    votes_then = [vote for vote in team.rounds if vote.round == last.round]
    if len(votes_then) < len(team.members) or last.yes * 2 > len(team.members):
        return ()
    result = next((result for result in view.table.results if result.round == last.round), None)
    if result is not None:
        return result.squads[view.table.sides[team.members[0]]]
    return team.squad if team.stage == "locked" else ()


def _voices(vote: VoteRound, team: Team, *, yes: bool) -> str:
    """How many said so, and who, where a team sees it."""
    count = vote.yes if yes else vote.no
    who = [
        seat for seat, voice in zip(team.members, vote.votes, strict=False) if voice == "ny"[yes]
    ]
    return f"{count}: {_numbers(who)}" if who else str(count)


def _numbers(seats: Sequence[Seat]) -> str:
    return ", ".join([str(seat + 1) for seat in seats])


def slips(view: View, own: Own, team: Team) -> list[Panel]:
    """Notes that arrived."""
    terms, found = view.table.terms, []
    if terms.spy_notes:
        cards = tuple(
            [
                Card(title=letter.text, corner=f"Match {letter.round}", look="slip")
                for letter in reversed(team.letters)
            ]
        )
        found.append(
            Panel(title="Slips from the other team’s Spies", cards=cards, empty="None yet.")
        )
    if terms.team_notes and own.kind == "spy":
        cards = tuple(
            [
                Card(title=letter.text, corner=f"Match {letter.round}", look="slip")
                for letter in reversed(own.letters)
            ]
        )
        found.append(
            Panel(
                title="Slips from the side you win with",
                cards=cards,
                secret=True,
                empty="None yet.",
            )
        )
    return found


# --- everybody's ----------------------------------------------------------------------------------


def matches(table: Public, names: Sequence[str]) -> list[Panel]:
    """The scoreboard: every match as announced; all of it when the evening is over."""
    opened = dict(enumerate(table.opened, 1))
    cards = [
        _match_card(result, opened.get(result.round), names) for result in reversed(table.results)
    ]
    return [Panel(title="Matches played", cards=tuple(cards), empty="None yet.")]


def _match_card(result: Result, opened: Played | None, names: Sequence[str]) -> Card:
    lines = [f"{SIDES[side]}: {listing(names, squad)}." for side, squad in enumerate(result.squads)]
    if opened is not None:
        lines += opened_lines(opened, names)
    else:
        if result.totals:
            lines.append(f"Points: RED {result.totals[0]}, BLU {result.totals[1]}.")
        lines += [words for words in (removals_words(result.removed, names).strip(),) if words]
    look = "match-card" if result.winner is None else f"match-card side-{result.winner}"
    return Card(
        title=f"{result.round} · {MATCH_KINDS[result.match]}: {winner_words(result)}",
        lines=tuple(lines),
        look=look,
    )


def classes(table: Public) -> Panel:
    """What every class is worth, and can."""
    kinds = _kinds_out(table)
    rows = [(KINDS[kind], *[str(points) for points in worth(kind, table.terms)]) for kind in kinds]
    heads = ("Points", *[SHORT[match] for match in MATCHES])
    able = [f"{KINDS[kind]}: {words}" for kind in kinds if (words := ability(kind, table.terms))]
    return Panel(
        title="The classes",
        lines=(*pool_lines(table.pools), *able),
        table=Table(heads=heads, rows=tuple(rows)),
    )


def _kinds_out(table: Public) -> list[Kind]:
    """The classes that may be on somebody's hands, as announced."""
    pool = {kind for each in table.pools for kind in each}
    return [kind for kind in ALL_KINDS if not pool or kind in pool]


def unlocks(table: Public) -> list[Panel]:
    """What every unlock does that somebody may carry; not who does."""
    terms, named = table.terms, {(each.kind, each.unlock) for each in table.terms.chosen_unlocks}
    if terms.unlocks == "off":
        return []
    kinds = _kinds_out(table)
    rows = []
    for row in ALL_UNLOCKS:
        of = [
            kind
            for kind in row.kinds
            if kind in kinds and (terms.complex_classes or not row.complex_only)
        ]
        of = [kind for kind in of if not named or (kind, row.unlock) in named]
        if of:
            rows.append(
                (UNLOCKS[row.unlock], ", ".join([KINDS[kind] for kind in of]), UNLOCKED[row.unlock])
            )
    return [
        Panel(
            title="The unlocks",
            table=Table(heads=("Unlock", "Of", "Effect"), rows=tuple(rows)),
        )
    ]


def truth_table(played: Played, names: Sequence[str]) -> Table:
    """Who was what in a match that is opened."""
    unlocks = played.unlocks or tuple([None] * len(played.kinds))
    rows = [
        (called(names, seat), class_words(kind, unlocks[seat]))
        for seat, kind in enumerate(played.kinds)
    ]
    return Table(heads=("Player", "Class"), rows=tuple(rows))
