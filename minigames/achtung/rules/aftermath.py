"""What follows a match: the result as announced, what each seat learns, counts that go on, and new
classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import EVERYONE, Seat, changed

from .battle import Battle
from .dealing import announced, both, deal_kinds, deal_others, deal_unlock, members_of, random_pool
from .options import pool_size
from .resolution import resolve, shown_total
from .values import (
    ROUNDS,
    Act,
    AllOpened,
    Attempt,
    ClassDealt,
    Deed,
    Kinds,
    MatchKind,
    MatchPlayed,
    Played,
    PoolsAnnounced,
    Removal,
    Result,
    Sabotage,
    SabotageFound,
    SabotageTried,
    Secret,
    StandBy,
)

if TYPE_CHECKING:
    from .step_builder import StepBuilder


def play_match(p: StepBuilder, match: MatchKind) -> bool:
    """Resolve the match and tell what comes of it; True if it was the last. Then all is opened,
    else new classes are dealt.
    """
    battle = _battle(p, match)
    totals = resolve(battle)
    winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
    _announce(p, battle, winner)
    _tell_spies(p, battle)
    p.hidden = changed(
        p.hidden,
        secrets=tuple([_after(p, battle, Seat(seat), winner) for seat in p.seats]),
        log=(*p.hidden.log, _played(battle, totals)),
    )
    _tell_victims(p, battle)
    if p.table.round == ROUNDS:
        opened = _opened(p)
        p.set_table(opened=opened)
        p.tell(AllOpened(played=opened), to=EVERYONE)
        return True
    if p.table.terms.new_classes:
        _new_classes(p)
    return False


def _battle(p: StepBuilder, match: MatchKind) -> Battle:
    return Battle(
        p.table.terms,
        match,
        p.table.sides,
        p.table.squads,
        tuple([own.kind for own in p.own]),
        tuple([own.unlock for own in p.own]),
        tuple([own.answer or StandBy() for own in p.own]),
        p.hidden.secrets,
        p.dice.of("sealed"),
    )


def _announce(p: StepBuilder, battle: Battle, winner: int | None) -> None:
    """Exactly what the options allow."""
    terms = p.table.terms
    removed = (
        ()
        if terms.announce_removals == "no"
        else _removals(battle, causes=terms.announce_removals == "cause")
    )
    result = Result(
        round=p.table.round,
        match=battle.match,
        squads=(battle.squads[0], battle.squads[1]),
        winner=winner,
        totals=(shown_total(battle, 0), shown_total(battle, 1)) if terms.announce_totals else (),
        removed=removed,
    )
    red, blu = (1, 1) if winner is None else (2 * (winner == 0), 2 * (winner == 1))
    halves = (p.table.halves[0] + red, p.table.halves[1] + blu)
    p.set_table(results=(*p.table.results, result), halves=halves)
    p.tell(MatchPlayed(result=result, halves=halves), to=EVERYONE)


def _removals(battle: Battle, *, causes: bool) -> tuple[Removal, ...]:
    """Who was removed, by seat, so that the order tells nothing."""
    return tuple(
        [
            Removal(seat=seat, cause=battle.removed[seat] if causes else None)
            for seat in sorted(battle.removed)
        ]
    )


def _played(battle: Battle, totals: tuple[int, int]) -> Played:
    """What no seat keeps of the match: points and removals, and classes where they are dealt anew
    after it.
    """
    removed = _removals(battle, causes=True)
    if not battle.terms.new_classes:
        return Played(kinds=(), totals=totals, removed=removed)
    return Played(
        kinds=battle.kinds,
        totals=totals,
        removed=removed,
        unlocks=battle.unlocks if any(battle.unlocks) else (),
    )


def _opened(p: StepBuilder) -> tuple[Played, ...]:
    """Every match as it was (A30): what the log has of it, with what the seats have kept."""
    kinds, unlocks = tuple([own.kind for own in p.own]), tuple([own.unlock for own in p.own])
    return tuple(
        [
            changed(
                played,
                kinds=played.kinds or kinds,
                unlocks=played.unlocks or (unlocks if any(unlocks) and not played.kinds else ()),
                acts=tuple(
                    [
                        Act(seat=seat, action=deed.action)
                        for seat in p.seats
                        for deed in p.own[seat].deeds
                        if deed.round == number
                    ]
                ),
            )
            for number, played in enumerate(p.hidden.log, ROUNDS - len(p.hidden.log) + 1)
        ]
    )


def _tell_spies(p: StepBuilder, battle: Battle) -> None:
    """A Spy learns whether his sabotage worked; everybody keeps what they did themselves."""
    for seat in p.seats:
        action = battle.actions[seat]
        if not isinstance(action, StandBy):
            p.set_own(seat, deeds=(*p.own[seat].deeds, Deed(round=p.table.round, action=action)))
        if isinstance(action, Sabotage):
            attempt = Attempt(
                round=p.table.round,
                target=action.target,
                guess=action.guess,
                worked=seat in battle.guessed,
            )
            p.set_own(seat, attempts=(*p.own[seat].attempts, attempt))
            p.tell(SabotageTried(attempt=attempt), to=(seat,))


def _after(p: StepBuilder, battle: Battle, seat: Seat, winner: int | None) -> Secret:
    """The truth about a seat after the match: sabotage, and the counts of A9 and A18."""
    secret, played = p.hidden.secrets[seat], battle.standing(seat)
    return Secret(
        sabotaged=seat in battle.sabotaged,
        told=secret.told or (seat in battle.sabotaged and seat in battle.inside),
        served=secret.served + (played and battle.kinds[seat] == "medic"),
        won=secret.won
        + (played and battle.kinds[seat] == "demoman" and winner == battle.sides[seat]),
    )


def _tell_victims(p: StepBuilder, battle: Battle) -> None:
    """After the first match for which they were locked in (A6)."""
    for seat in battle.inside:
        if p.hidden.secrets[seat].told and not p.own[seat].sabotaged:
            p.set_own(seat, sabotaged=True)
            p.tell(SabotageFound(round=p.table.round), to=(seat,))


def _new_classes(p: StepBuilder) -> None:
    """Everybody but the Spies gets another class, from a changed pool if one is due (A16). Sabotage
    and counts end with the class.
    """
    changes = {change.after: change for change in p.hidden.changes}
    change = changes.get(p.table.round)
    if change is not None:
        p.hidden = changed(p.hidden, pools=both(change.pools) if change.pools else _random_pools(p))
    terms, sealed = p.table.terms, p.dice.of("sealed")
    dealt: dict[Seat, tuple[Kinds, int]] = {}
    for side in (0, 1):
        loyal = [seat for seat in members_of(p.table.sides, side) if p.own[seat].kind != "spy"]
        now = tuple([p.own[seat].kind for seat in loyal])
        kinds = (
            deal_kinds(p.hidden.pools[side], 0, sealed)
            if change is not None
            else deal_others(now, sealed)
        )
        dealt |= {seat: (kinds, at) for at, seat in enumerate(loyal)}
    if change is not None and terms.announce_pool:
        pools = announced(p.hidden.pools, terms.spies)
        p.set_table(pools=pools)
        p.tell(PoolsAnnounced(pools=pools), to=EVERYONE)
    secrets = list(p.hidden.secrets)
    for seat in sorted(dealt):
        kinds, at = dealt[seat]
        unlock = deal_unlock(kinds[at], terms, p.hidden.unlocks, sealed)
        if kinds[at] != p.own[seat].kind:
            secrets[seat] = Secret()
            p.set_own(seat, sabotaged=False)
        p.set_own(seat, kind=kinds[at], unlock=unlock)
        p.tell(ClassDealt(kind=kinds[at], unlock=unlock, fellows=()), to=(seat,))
    p.hidden = changed(p.hidden, secrets=tuple(secrets))


def _random_pools(p: StepBuilder) -> tuple[Kinds, Kinds]:
    terms, sealed = p.table.terms, p.dice.of("sealed")
    pool = random_pool(pool_size(terms), sealed)
    return (
        (pool, random_pool(pool_size(terms), sealed)) if terms.pool == "different" else (pool, pool)
    )
