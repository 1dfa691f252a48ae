"""A full state that a view allows: classes, hats, sealed answers and lists of which this seat knows
nothing, by the dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import Seat, changed

from .classes import LOYAL_KINDS
from .dealing import deal_unlock, members_of
from .options import pool_size
from .values import (
    MATCHES,
    ROUNDS,
    Hidden,
    Kind,
    Kinds,
    MatchKind,
    Own,
    PoolChange,
    Seats,
    Secret,
    State,
    Table,
    Team,
    View,
)

if TYPE_CHECKING:
    from engine.dice import Dice


def imagine(view: View, dice: Dice) -> State:
    """A state whose view for this seat is this view."""
    table = view.table
    pools, kinds = _classes(view, dice)
    teams = tuple([_team(view, side, dice) for side in (0, 1)])
    own = tuple([_own(view, Seat(seat), kinds, dice) for seat in range(len(table.sides))])
    hidden = Hidden(
        pools=pools,
        schedule=_schedule(table, dice),
        changes=tuple(
            [PoolChange(after=each.after, pools=each.pools) for each in table.terms.pool_changes]
        ),
        unlocks=table.terms.chosen_unlocks,
        secrets=tuple([_secret(view, Seat(seat), own[seat]) for seat in range(len(own))]),
        log=table.opened,
    )
    red, blu = teams
    return State(
        table=table, teams=(red, blu), own=own, hidden=hidden, acting=_acting(view, (red, blu))
    )


# --- classes --------------------------------------------------------------------------------------


def known_kinds(view: View) -> dict[Seat, Kind]:
    """The classes this seat is sure of: its own, fellow Spies, those it sabotaged."""
    if view.table.opened:
        return {Seat(seat): kind for seat, kind in enumerate(view.table.opened[-1].kinds)}
    if view.seat is None or view.own is None:
        return {}
    known: dict[Seat, Kind] = {view.seat: view.own.kind}
    known |= dict.fromkeys(view.own.fellows, "spy")
    if not view.table.terms.new_classes:
        known |= {each.target: each.guess for each in view.own.attempts if each.worked}
    return known


def _classes(view: View, dice: Dice) -> tuple[tuple[Kinds, Kinds], Kinds]:
    table, known = view.table, known_kinds(view)
    pools = _pools(table, known, dice)
    kinds: dict[Seat, Kind] = dict(known)
    for side in (0, 1):
        left: list[Kind] = [*pools[side], *["spy" for _ in range(table.terms.spies)]]  # type: ignore[list-item]
        members = members_of(table.sides, side)
        for seat in members:
            if seat in known and known[seat] in left:
                left.remove(known[seat])
        unknown = [seat for seat in members if seat not in known]
        kinds |= dict(zip(unknown, dice.shuffle(left), strict=False))
    return pools, tuple([kinds[Seat(seat)] for seat in range(len(table.sides))])


def _pools(table: Table, known: dict[Seat, Kind], dice: Dice) -> tuple[Kinds, Kinds]:
    """The announced pools; else such as hold the classes this seat knows of."""
    if table.pools:
        red, blu = [tuple([kind for kind in pool if kind != "spy"]) for pool in table.pools]
        return red, blu
    size = pool_size(table.terms)
    seen: list[list[Kind]] = [
        [kind for seat, kind in known.items() if table.sides[seat] == side and kind != "spy"]
        for side in (0, 1)
    ]
    if table.terms.pool == "different" or table.opened:
        return _pool_with(seen[0], size, dice), _pool_with(seen[1], size, dice)
    pool = _pool_with(seen[0] or seen[1], size, dice)
    return pool, pool


def _pool_with(needed: list[Kind], size: int, dice: Dice) -> Kinds:
    """A pool as the dice make them, with these classes among it."""
    whole, rest = divmod(size, len(LOYAL_KINDS))
    fill: list[Kind] = [*LOYAL_KINDS * whole]
    odd = [kind for kind in needed if kind not in fill or needed.count(kind) > fill.count(kind)]
    others = dice.shuffle([kind for kind in LOYAL_KINDS if kind not in odd]) if rest else ()
    pool = [*odd, *others, *fill] if not whole else [*fill, *odd, *others]
    return (
        tuple(pool[:size])
        if all(pool[:size].count(kind) >= needed.count(kind) for kind in needed)
        else tuple([*needed, *pool][:size])
    )


def _own(view: View, seat: Seat, kinds: Kinds, dice: Dice) -> Own:
    if seat == view.seat and view.own is not None:
        return view.own
    unlock = deal_unlock(kinds[seat], view.table.terms, view.table.terms.chosen_unlocks, dice)
    return Own(kind=kinds[seat], unlock=unlock, fellows=_fellows(view, seat, kinds))


def _fellows(view: View, seat: Seat, kinds: Kinds) -> Seats:
    if not view.table.terms.spies_know or kinds[seat] != "spy":
        return ()
    return tuple(
        [
            mate
            for mate in members_of(view.table.sides, view.table.sides[seat])
            if mate != seat and kinds[mate] == "spy"
        ]
    )


def _secret(view: View, seat: Seat, own: Own) -> Secret:
    """As it would be had nobody been removed unannounced; where classes change, as if they had just
    changed.
    """
    side = view.table.sides[seat]
    results = () if view.table.terms.new_classes else view.table.results
    stood = [
        each
        for each in results
        if seat in each.squads[side] and all(removal.seat != seat for removal in each.removed)
    ]
    return Secret(
        sabotaged=own.sabotaged,
        told=own.sabotaged,
        served=len(stood) * (own.kind == "medic"),
        won=sum([each.winner == side for each in stood]) * (own.kind == "demoman"),
    )


# --- teams, lists, answers ------------------------------------------------------------------------


def _team(view: View, side: int, dice: Dice) -> Team:
    """One's own team as it is; the other one somewhere on its way to a squad."""
    table = view.table
    if view.team is not None and view.seat is not None and table.sides[view.seat] == side:
        return view.team
    members = members_of(table.sides, side)
    order = dice.shuffle(members)
    team = Team(members=members, order=order, captain=order[0])
    if table.squads:
        return changed(
            team,
            stage="locked",
            squad=table.squads[side],
            writer=members[0] if _writes(table) else None,
        )
    if table.phase == "squads" and (table.locked[side] or dice.die(2) == 1):
        squad = tuple(sorted(dice.shuffle(members)[: table.terms.squad]))
        return changed(team, stage="locked" if table.locked[side] else "vote", squad=squad)
    return team


def _writes(table: Table) -> bool:
    return table.terms.team_notes and table.phase in ("notes", "actions")


def _schedule(table: Table, dice: Dice) -> tuple[MatchKind, ...]:
    if table.schedule or table.terms.matches != "secret-list":
        return table.schedule
    seen = (
        *[each.match for each in table.results],
        *([table.match] if table.match and len(table.results) < table.round else []),
    )
    return (*seen, *[dice.pick(MATCHES) for _ in range(ROUNDS - len(seen))])


def _acting(view: View, teams: tuple[Team, Team]) -> Seats:
    """Who is still to answer, as if nobody else had."""
    phase = view.table.phase
    if phase == "over":
        return ()
    asked: list[Seat] = []
    for team in teams:
        if phase != "squads" or team.stage == "vote":
            asked += team.members
        elif team.stage == "nominate":
            asked.append(team.captain)
    done = view.own is not None and view.own.answer is not None
    return tuple(sorted([seat for seat in asked if not (done and seat == view.seat)]))
