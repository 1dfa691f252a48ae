"""The course of a round: match type, squads, notes, actions, and what follows when the last answer
of a step is in.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from engine.values import EVERYONE, Seat, swap

from .aftermath import play_match
from .dealing import announced, deal_kinds, deal_pools, deal_sides, deal_unlock, members_of
from .options import check_setup, terms_of
from .step_builder import StepBuilder
from .values import (
    MATCHES,
    Ballot,
    Began,
    ClassDealt,
    Elect,
    HatDrawn,
    HatPassed,
    Hidden,
    Kind,
    Letter,
    LetterArrived,
    MatchChosen,
    Nominate,
    Nominated,
    Note,
    NoteArrived,
    Own,
    Phase,
    RoundBegan,
    Seats,
    Secret,
    Setup,
    SquadLocked,
    SquadsShown,
    State,
    StepBegan,
    Table,
    Team,
    Vote,
    VoteRound,
    VotesCounted,
    WriterElected,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.dice import Dice

DOMAINS: Final = ("red", "blu")
"""Dice that a team may see opened: its hat, its elections."""


def begin(setup: Setup, dice: Dice) -> StepBuilder:
    """Deal teams, classes, unlocks and hats; the first round begins. Raises BadSetup."""
    check_setup(setup)
    terms, sealed = terms_of(setup), dice.of("sealed")
    sides = deal_sides(setup, dice)
    pools = deal_pools(setup, sealed)
    members = [members_of(sides, side) for side in (0, 1)]
    kinds = {
        seat: kind
        for side in (0, 1)
        for seat, kind in zip(
            members[side], deal_kinds(pools[side], terms.spies, sealed), strict=True
        )
    }
    orders = [dice.of(DOMAINS[side]).shuffle(members[side]) for side in (0, 1)]
    own = [
        Own(
            kind=kinds[Seat(seat)],
            unlock=deal_unlock(kinds[Seat(seat)], setup, setup.chosen_unlocks, sealed),
            fellows=_fellows(Seat(seat), kinds, members[side]) if setup.spies_know else (),
        )
        for seat, side in enumerate(sides)
    ]
    red, blu = [
        Team(members=members[side], order=orders[side], captain=orders[side][0]) for side in (0, 1)
    ]
    table = Table(
        terms=terms,
        sides=sides,
        schedule=setup.match_list if setup.matches == "list" else (),
        pools=announced(pools, terms.spies) if setup.announce_pool else (),
    )
    hidden = Hidden(
        pools=pools,
        schedule=setup.match_list,
        changes=setup.pool_changes,
        unlocks=setup.chosen_unlocks,
        secrets=(Secret(),) * len(sides),
    )
    p = StepBuilder(
        State(table=table, teams=(red, blu), own=tuple(own), hidden=hidden, acting=()), dice
    )
    p.tell(Began(table=table), to=EVERYONE)
    for team in p.teams:
        p.tell(HatDrawn(order=team.order), to=team.members)
    for seat, mine in enumerate(own):
        p.tell(
            ClassDealt(kind=mine.kind, unlock=mine.unlock, fellows=mine.fellows), to=(Seat(seat),)
        )
    begin_round(p)
    return p


def _fellows(seat: Seat, kinds: dict[Seat, Kind], members: Seats) -> Seats:
    """The other Spies of the team, for a Spy (A15)."""
    return tuple([mate for mate in members if mate != seat and kinds[seat] == kinds[mate] == "spy"])


def begin_round(p: StepBuilder) -> None:
    """The next match: its type is drawn, read from the list, or put to the vote (A13)."""
    number, how = p.table.round + 1, p.table.terms.matches
    match = None
    if how == "random":
        match = p.dice.pick(MATCHES)
    elif how in ("list", "secret-list"):
        match = p.hidden.schedule[number - 1]
    p.set_table(round=number, match=match, locked=(False, False), squads=())
    p.tell(RoundBegan(round=number, match=match), to=EVERYONE)
    for side in (0, 1):
        p.set_team(side, stage="nominate", voted=0, squad=(), writer=None)
    begin_step(p, "ballot" if match is None else "squads")


def begin_step(p: StepBuilder, phase: Phase) -> None:
    """Ask everybody, or, where squads are chosen, the two captains."""
    p.set_table(phase=phase)
    p.tell(StepBegan(phase=phase), to=EVERYONE)
    p.forget(p.seats)
    p.ask([team.captain for team in p.teams] if phase == "squads" else p.seats)


def proceed(p: StepBuilder, seat: Seat) -> None:
    """All who were asked together with this seat have answered: what follows."""
    if p.table.phase == "squads":
        _proceed_team(p, p.table.sides[seat])
    else:
        CLOSE[p.table.phase](p)


def _proceed_team(p: StepBuilder, side: int) -> None:
    (_count_nomination if p.teams[side].stage == "nominate" else _count_votes)(p, side)
    if p.table.locked == (True, True):
        squads = (p.teams[0].squad, p.teams[1].squad)
        p.set_table(squads=squads)
        p.tell(SquadsShown(squads=squads), to=EVERYONE)
        terms = p.table.terms
        begin_step(p, "writers" if terms.team_notes else "notes" if terms.spy_notes else "actions")


def _count_nomination(p: StepBuilder, side: int) -> None:
    """The team votes on the captain's squad, unless the hat has gone round a whole team: then it
    stands (A2).
    """
    team = p.teams[side]
    (squad,) = [
        move.squad for seat in (team.captain,) if isinstance(move := p.own[seat].answer, Nominate)
    ]
    stands = team.voted == len(team.members)
    p.forget((team.captain,))
    p.set_team(side, squad=squad, stage="vote")
    p.tell(Nominated(captain=team.captain, squad=squad, stands=stands), to=team.members)
    if stands:
        _lock(p, side)
    else:
        p.ask(team.members)


def _count_votes(p: StepBuilder, side: int) -> None:
    """A strict majority of the team locks the squad in (A2); the hat goes on either way."""
    team = p.teams[side]
    votes = "".join(
        [
            "y" if isinstance(move := p.own[seat].answer, Vote) and move.yes else "n"
            for seat in team.members
        ]
    )
    yes = votes.count("y")
    passed = yes * 2 > len(votes)
    vote = VoteRound(
        round=p.table.round,
        captain=team.captain,
        squad=team.squad,
        yes=yes,
        no=len(votes) - yes,
        votes=votes if p.table.terms.votes == "names" else "",
    )
    p.forget(team.members)
    p.set_team(side, rounds=(*team.rounds, vote))
    p.tell(VotesCounted(vote=vote, passed=passed), to=team.members)
    if passed:
        _lock(p, side)
    else:
        p.set_team(side, stage="nominate", voted=team.voted + 1, squad=())
        _pass_hat(p, side)
        p.ask((p.teams[side].captain,))


def _pass_hat(p: StepBuilder, side: int) -> None:
    team = p.teams[side]
    captain = team.order[(team.order.index(team.captain) + 1) % len(team.order)]
    p.set_team(side, captain=captain)
    p.tell(HatPassed(captain=captain), to=team.members)


def _lock(p: StepBuilder, side: int) -> None:
    p.set_team(side, stage="locked")
    _pass_hat(p, side)
    p.set_table(locked=swap(p.table.locked, side, True))
    p.tell(SquadLocked(side=side), to=EVERYONE)


def _close_ballot(p: StepBuilder) -> None:
    """Plurality of all players, ties by the dice (A13)."""
    ballots = tuple([move.match for own in p.own if isinstance(move := own.answer, Ballot)])
    voices = Counter(ballots)
    tied = tuple([match for match in MATCHES if voices[match] == max(voices.values())])
    match = p.dice.pick(tied) if len(tied) > 1 else tied[0]
    p.set_table(match=match)
    secret = p.table.terms.matches == "secret-vote"
    p.tell(
        MatchChosen(match=match, ballots=() if secret else ballots, tied=() if secret else tied),
        to=EVERYONE,
    )
    begin_step(p, "squads")


def _close_writers(p: StepBuilder) -> None:
    """Plurality of the team, ties by the dice (A14)."""
    for side, team in enumerate(p.teams):
        voices = Counter(
            [move.writer for seat in team.members if isinstance(move := p.own[seat].answer, Elect)]
        )
        tied = [seat for seat in team.members if voices[seat] == max(voices.values())]
        writer = p.dice.of(DOMAINS[side]).pick(tied) if len(tied) > 1 else tied[0]
        p.set_team(side, writer=writer)
        p.tell(WriterElected(writer=writer), to=team.members)
    begin_step(p, "notes")


def _close_notes(p: StepBuilder) -> None:
    """Spies' slips go to the other team, unsigned and sorted; the elected writer's to the Spies
    among the other team (A14).
    """
    texts = {
        seat: move.text
        for seat in p.seats
        if isinstance(move := p.own[seat].answer, Note) and move.text
    }
    for side, team in enumerate(p.teams):
        other = 1 - side
        if p.table.terms.spy_notes:
            for text in sorted(
                [
                    texts[seat]
                    for seat in team.members
                    if seat in texts and p.own[seat].kind == "spy"
                ]
            ):
                letter = Letter(round=p.table.round, text=text)
                p.set_team(other, letters=(*p.teams[other].letters, letter))
                p.tell(NoteArrived(letter=letter), to=p.teams[other].members)
        if team.writer is not None and team.writer in texts:
            letter = Letter(round=p.table.round, text=texts[team.writer])
            spies = tuple([seat for seat in p.teams[other].members if p.own[seat].kind == "spy"])
            for spy in spies:
                p.set_own(spy, letters=(*p.own[spy].letters, letter))
            p.tell(LetterArrived(letter=letter), to=spies)
    begin_step(p, "actions")


def _close_actions(p: StepBuilder) -> None:
    if p.table.match is not None and play_match(p, p.table.match):
        p.forget(p.seats)
        p.set_table(phase="over")
        p.tell(StepBegan(phase="over"), to=EVERYONE)
    else:
        begin_round(p)


CLOSE: Final[dict[Phase, Callable[[StepBuilder], None]]] = {
    "ballot": _close_ballot,
    "writers": _close_writers,
    "notes": _close_notes,
    "actions": _close_actions,
}
