"""The sequence of a round: match type, squads, notes, actions, and the end of each step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from engine.dice import Dice
from engine.values import EVERYONE, Seat, swap

from .aftermath import play_match
from .dealing import announced_pools, deal_kinds, deal_pools, deal_sides, deal_unlock, members_of
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

TEAM_DICE: Final = ("red", "blu")
"""Domains of dice that are revealed to a team, for its hat and its elections."""


def begin(setup: Setup, dice: Dice) -> StepBuilder:
    """Deal teams, classes, unlocks and hats, and begin the first round.

    Raise BadSetup if the options are inconsistent.
    """
    check_setup(setup)
    terms, sealed = terms_of(setup), dice.in_domain("sealed")
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
    orders = [dice.in_domain(TEAM_DICE[side]).shuffle(members[side]) for side in (0, 1)]
    own_infos = [
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
        pools=announced_pools(pools, terms.spies) if setup.announce_pool else (),
    )
    hidden = Hidden(
        pools=pools,
        schedule=setup.match_list,
        changes=setup.pool_changes,
        unlocks=setup.chosen_unlocks,
        secrets=(Secret(),) * len(sides),
    )
    step = StepBuilder(
        State(table=table, teams=(red, blu), own=tuple(own_infos), hidden=hidden, acting=()), dice
    )
    step.tell(Began(table=table), to=EVERYONE)
    for team in step.teams:
        step.tell(HatDrawn(order=team.order), to=team.members)
    for seat, own_part in enumerate(own_infos):
        step.tell(
            ClassDealt(kind=own_part.kind, unlock=own_part.unlock, fellows=own_part.fellows),
            to=(Seat(seat),),
        )
    begin_round(step)
    return step


def _fellows(seat: Seat, kinds: dict[Seat, Kind], members: Seats) -> Seats:
    """Return the other Spies in a Spy's team (A15)."""
    return tuple([mate for mate in members if mate != seat and kinds[seat] == kinds[mate] == "spy"])


def begin_round(step: StepBuilder) -> None:
    """Begin the next match, whose type is random, listed, or decided by a vote (A13)."""
    number, match_option = step.table.round + 1, step.table.terms.matches
    match = None
    if match_option == "random":
        match = step.dice.pick(MATCHES)
    elif match_option in ("list", "secret-list"):
        match = step.hidden.schedule[number - 1]
    step.set_table(round=number, match=match, locked=(False, False), squads=())
    step.tell(RoundBegan(round=number, match=match), to=EVERYONE)
    for side in (0, 1):
        step.set_team(side, stage="nominate", voted=0, squad=(), writer=None)
    begin_step(step, "ballot" if match is None else "squads")


def begin_step(step: StepBuilder, phase: Phase) -> None:
    """Ask all players to answer. While squads are chosen, ask only the two captains."""
    step.set_table(phase=phase)
    step.tell(StepBegan(phase=phase), to=EVERYONE)
    step.discard_answers(step.seats)
    step.ask([team.captain for team in step.teams] if phase == "squads" else step.seats)


def continue_step(step: StepBuilder, seat: Seat) -> None:
    """Continue once all players who act in the same step have answered."""
    if step.table.phase == "squads":
        _proceed_team(step, step.table.sides[seat])
    else:
        CLOSE_STEP[step.table.phase](step)


def _proceed_team(step: StepBuilder, side: int) -> None:
    (_count_nomination if step.teams[side].stage == "nominate" else _count_votes)(step, side)
    if step.table.locked == (True, True):
        squads = (step.teams[0].squad, step.teams[1].squad)
        step.set_table(squads=squads)
        step.tell(SquadsShown(squads=squads), to=EVERYONE)
        terms = step.table.terms
        begin_step(
            step, "writers" if terms.team_notes else "notes" if terms.spy_notes else "actions"
        )


def _count_nomination(step: StepBuilder, side: int) -> None:
    """Put the captain's squad to the vote.

    If the hat has gone round the whole team, accept the squad without a vote (A2).
    """
    team = step.teams[side]
    (squad,) = [
        move.squad
        for seat in (team.captain,)
        if isinstance(move := step.own[seat].answer, Nominate)
    ]
    is_accepted = team.voted == len(team.members)
    step.discard_answers((team.captain,))
    step.set_team(side, squad=squad, stage="vote")
    step.tell(Nominated(captain=team.captain, squad=squad, stands=is_accepted), to=team.members)
    if is_accepted:
        _lock_squad(step, side)
    else:
        step.ask(team.members)


def _count_votes(step: StepBuilder, side: int) -> None:
    """Accept the squad if a strict majority of the team has voted for it (A2).

    In either case, pass on the hat.
    """
    team = step.teams[side]
    votes = "".join(
        [
            "y" if isinstance(move := step.own[seat].answer, Vote) and move.yes else "n"
            for seat in team.members
        ]
    )
    yes = votes.count("y")
    is_accepted = yes * 2 > len(votes)
    vote = VoteRound(
        round=step.table.round,
        captain=team.captain,
        squad=team.squad,
        yes=yes,
        no=len(votes) - yes,
        votes=votes if step.table.terms.votes == "names" else "",
    )
    step.discard_answers(team.members)
    step.set_team(side, rounds=(*team.rounds, vote))
    step.tell(VotesCounted(vote=vote, passed=is_accepted), to=team.members)
    if is_accepted:
        _lock_squad(step, side)
    else:
        step.set_team(side, stage="nominate", voted=team.voted + 1, squad=())
        _pass_hat(step, side)
        step.ask((step.teams[side].captain,))


def _pass_hat(step: StepBuilder, side: int) -> None:
    team = step.teams[side]
    captain = team.order[(team.order.index(team.captain) + 1) % len(team.order)]
    step.set_team(side, captain=captain)
    step.tell(HatPassed(captain=captain), to=team.members)


def _lock_squad(step: StepBuilder, side: int) -> None:
    step.set_team(side, stage="locked")
    _pass_hat(step, side)
    step.set_table(locked=swap(step.table.locked, side, True))
    step.tell(SquadLocked(side=side), to=EVERYONE)


def _close_ballot(step: StepBuilder) -> None:
    """Choose the match type that most players have voted for. The dice break ties (A13)."""
    ballots = tuple(
        [move.match for own_info in step.own if isinstance(move := own_info.answer, Ballot)]
    )
    counts = Counter(ballots)
    tied = tuple([match for match in MATCHES if counts[match] == max(counts.values())])
    match = step.dice.pick(tied) if len(tied) > 1 else tied[0]
    step.set_table(match=match)
    secret = step.table.terms.matches == "secret-vote"
    step.tell(
        MatchChosen(match=match, ballots=() if secret else ballots, tied=() if secret else tied),
        to=EVERYONE,
    )
    begin_step(step, "squads")


def _close_writers(step: StepBuilder) -> None:
    """Choose the writer that most team members have voted for. The dice break ties (A14)."""
    for side, team in enumerate(step.teams):
        counts = Counter(
            [
                move.writer
                for seat in team.members
                if isinstance(move := step.own[seat].answer, Elect)
            ]
        )
        tied = [seat for seat in team.members if counts[seat] == max(counts.values())]
        writer = step.dice.in_domain(TEAM_DICE[side]).pick(tied) if len(tied) > 1 else tied[0]
        step.set_team(side, writer=writer)
        step.tell(WriterElected(writer=writer), to=team.members)
    begin_step(step, "notes")


def _close_notes(step: StepBuilder) -> None:
    """Deliver the notes (A14).

    Spies' notes go to the other team, unsigned and sorted. The note of the elected writer goes to
    the Spies in the other team.
    """
    texts = {
        seat: move.text
        for seat in step.seats
        if isinstance(move := step.own[seat].answer, Note) and move.text
    }
    for side, team in enumerate(step.teams):
        other = 1 - side
        if step.table.terms.spy_notes:
            for text in sorted(
                [
                    texts[seat]
                    for seat in team.members
                    if seat in texts and step.own[seat].kind == "spy"
                ]
            ):
                letter = Letter(round=step.table.round, text=text)
                step.set_team(other, letters=(*step.teams[other].letters, letter))
                step.tell(NoteArrived(letter=letter), to=step.teams[other].members)
        if team.writer is not None and team.writer in texts:
            letter = Letter(round=step.table.round, text=texts[team.writer])
            spies = tuple(
                [seat for seat in step.teams[other].members if step.own[seat].kind == "spy"]
            )
            for spy in spies:
                step.set_own(spy, letters=(*step.own[spy].letters, letter))
            step.tell(LetterArrived(letter=letter), to=spies)
    begin_step(step, "actions")


def _close_actions(step: StepBuilder) -> None:
    if step.table.match is not None and play_match(step, step.table.match):
        step.discard_answers(step.seats)
        step.set_table(phase="over")
        step.tell(StepBegan(phase="over"), to=EVERYONE)
    else:
        begin_round(step)


CLOSE_STEP: Final[dict[Phase, Callable[[StepBuilder], None]]] = {
    "ballot": _close_ballot,
    "writers": _close_writers,
    "notes": _close_notes,
    "actions": _close_actions,
}
