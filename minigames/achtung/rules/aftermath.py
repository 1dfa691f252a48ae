"""The end of a match: the announced result, what each seat learns, counts, and new classes."""

from __future__ import annotations

from engine.values import EVERYONE, Seat, changed

from .battle import Battle
from .dealing import (
    announced_pools,
    deal_kinds,
    deal_others,
    deal_unlock,
    members_of,
    pools_of_sides,
    random_pool,
)
from .options import pool_size
from .resolution import resolve, shown_total
from .step_builder import StepBuilder
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


def play_match(step: StepBuilder, match: MatchKind) -> bool:
    """Resolve and announce the match. Return whether it was the last match.

    After the last match, everything is revealed. After other matches, new classes are dealt if the
    options say so.
    """
    battle = _make_battle(step, match)
    totals = resolve(battle)
    winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
    _announce(step, battle, winner)
    _tell_spies(step, battle)
    step.hidden = changed(
        step.hidden,
        secrets=tuple([_secret_after(step, battle, Seat(seat), winner) for seat in step.seats]),
        log=(*step.hidden.log, _played_record(battle, totals)),
    )
    _tell_victims(step, battle)
    if step.table.round == ROUNDS:
        opened = _all_matches(step)
        step.set_table(opened=opened)
        step.tell(AllOpened(played=opened), to=EVERYONE)
        return True
    if step.table.terms.new_classes:
        _new_classes(step)
    return False


def _make_battle(step: StepBuilder, match: MatchKind) -> Battle:
    return Battle(
        step.table.terms,
        match,
        step.table.sides,
        step.table.squads,
        tuple([own_info.kind for own_info in step.own]),
        tuple([own_info.unlock for own_info in step.own]),
        tuple([own_info.answer or StandBy() for own_info in step.own]),
        step.hidden.secrets,
        step.dice.in_domain("sealed"),
    )


def _announce(step: StepBuilder, battle: Battle, winner: int | None) -> None:
    """Announce what the options allow, and nothing else."""
    terms = step.table.terms
    removed = (
        ()
        if terms.announce_removals == "no"
        else _removals(battle, causes=terms.announce_removals == "cause")
    )
    result = Result(
        round=step.table.round,
        match=battle.match,
        squads=(battle.squads[0], battle.squads[1]),
        winner=winner,
        totals=(shown_total(battle, 0), shown_total(battle, 1)) if terms.announce_totals else (),
        removed=removed,
    )
    red, blu = (1, 1) if winner is None else (2 * (winner == 0), 2 * (winner == 1))
    halves = (step.table.halves[0] + red, step.table.halves[1] + blu)
    step.set_table(results=(*step.table.results, result), halves=halves)
    step.tell(MatchPlayed(result=result, halves=halves), to=EVERYONE)


def _removals(battle: Battle, *, causes: bool) -> tuple[Removal, ...]:
    """Return the removed players in order of their seats, so that the order reveals nothing."""
    return tuple(
        [
            Removal(seat=seat, cause=battle.removed[seat] if causes else None)
            for seat in sorted(battle.removed)
        ]
    )


def _played_record(battle: Battle, totals: tuple[int, int]) -> Played:
    """Return the facts about the match that no seat stores: points and removals.

    Classes are included if new ones are dealt afterwards.
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


def _all_matches(step: StepBuilder) -> tuple[Played, ...]:
    """Return every match with all details (A30). The log is combined with what the seats store."""
    kinds, unlocks = (
        tuple([own_info.kind for own_info in step.own]),
        tuple([own_info.unlock for own_info in step.own]),
    )
    return tuple(
        [
            changed(
                played,
                kinds=played.kinds or kinds,
                unlocks=played.unlocks or (unlocks if any(unlocks) and not played.kinds else ()),
                acts=tuple(
                    [
                        Act(seat=seat, action=deed.action)
                        for seat in step.seats
                        for deed in step.own[seat].deeds
                        if deed.round == number
                    ]
                ),
            )
            for number, played in enumerate(step.hidden.log, ROUNDS - len(step.hidden.log) + 1)
        ]
    )


def _tell_spies(step: StepBuilder, battle: Battle) -> None:
    """Tell each Spy whether a sabotage has worked, and store each player's action."""
    for seat in step.seats:
        action = battle.actions[seat]
        if not isinstance(action, StandBy):
            step.set_own(
                seat, deeds=(*step.own[seat].deeds, Deed(round=step.table.round, action=action))
            )
        if isinstance(action, Sabotage):
            attempt = Attempt(
                round=step.table.round,
                target=action.target,
                guess=action.guess,
                worked=seat in battle.successful_spies,
            )
            step.set_own(seat, attempts=(*step.own[seat].attempts, attempt))
            step.tell(SabotageTried(attempt=attempt), to=(seat,))


def _secret_after(step: StepBuilder, battle: Battle, seat: Seat, winner: int | None) -> Secret:
    """Return a seat's secret after the match: its sabotage, and the counts for A9 and A18."""
    secret, took_part = step.hidden.secrets[seat], battle.is_remaining(seat)
    return Secret(
        sabotaged=seat in battle.sabotaged,
        told=secret.told or (seat in battle.sabotaged and seat in battle.in_squads),
        served=secret.served + (took_part and battle.kinds[seat] == "medic"),
        won=secret.won
        + (took_part and battle.kinds[seat] == "demoman" and winner == battle.sides[seat]),
    )


def _tell_victims(step: StepBuilder, battle: Battle) -> None:
    """Tell victims of sabotage after the first match in which they are in a squad (A6)."""
    for seat in battle.in_squads:
        if step.hidden.secrets[seat].told and not step.own[seat].sabotaged:
            step.set_own(seat, sabotaged=True)
            step.tell(SabotageFound(round=step.table.round), to=(seat,))


def _new_classes(step: StepBuilder) -> None:
    """Deal new classes to all players except Spies (A16).

    If a pool change is due, the classes come from the new pool. Sabotage and counts end with the
    old class.
    """
    changes = {change.after: change for change in step.hidden.changes}
    change = changes.get(step.table.round)
    if change is not None:
        step.hidden = changed(
            step.hidden, pools=pools_of_sides(change.pools) if change.pools else _random_pools(step)
        )
    terms, sealed = step.table.terms, step.dice.in_domain("sealed")
    dealt_kinds: dict[Seat, tuple[Kinds, int]] = {}
    for side in (0, 1):
        loyal_seats = [
            seat for seat in members_of(step.table.sides, side) if step.own[seat].kind != "spy"
        ]
        current_kinds = tuple([step.own[seat].kind for seat in loyal_seats])
        kinds = (
            deal_kinds(step.hidden.pools[side], 0, sealed)
            if change is not None
            else deal_others(current_kinds, sealed)
        )
        dealt_kinds |= {seat: (kinds, index) for index, seat in enumerate(loyal_seats)}
    if change is not None and terms.announce_pool:
        pools = announced_pools(step.hidden.pools, terms.spies)
        step.set_table(pools=pools)
        step.tell(PoolsAnnounced(pools=pools), to=EVERYONE)
    secrets = list(step.hidden.secrets)
    for seat in sorted(dealt_kinds):
        kinds, index = dealt_kinds[seat]
        unlock = deal_unlock(kinds[index], terms, step.hidden.unlocks, sealed)
        if kinds[index] != step.own[seat].kind:
            secrets[seat] = Secret()
            step.set_own(seat, sabotaged=False)
        step.set_own(seat, kind=kinds[index], unlock=unlock)
        step.tell(ClassDealt(kind=kinds[index], unlock=unlock, fellows=()), to=(seat,))
    step.hidden = changed(step.hidden, secrets=tuple(secrets))


def _random_pools(step: StepBuilder) -> tuple[Kinds, Kinds]:
    terms, sealed = step.table.terms, step.dice.in_domain("sealed")
    pool = random_pool(pool_size(terms), sealed)
    return (
        (pool, random_pool(pool_size(terms), sealed)) if terms.pool == "different" else (pool, pool)
    )
