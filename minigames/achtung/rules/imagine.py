"""A possible state that fits a view. Unknown classes, hats, sealed answers and lists are random."""

from __future__ import annotations

from engine.dice import Dice
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


def imagine(view: View, dice: Dice) -> State:
    """Return a random state in which this seat has this view."""
    table = view.table
    pools, kinds = _possible_classes(view, dice)
    teams = tuple([_imagine_team(view, side, dice) for side in (0, 1)])
    own_infos = tuple(
        [_imagine_own(view, Seat(seat), kinds, dice) for seat in range(len(table.sides))]
    )
    hidden = Hidden(
        pools=pools,
        schedule=_possible_schedule(table, dice),
        changes=tuple(
            [
                PoolChange(after=change.after, pools=change.pools)
                for change in table.terms.pool_changes
            ]
        ),
        unlocks=table.terms.chosen_unlocks,
        secrets=tuple(
            [_imagine_secret(view, Seat(seat), own_infos[seat]) for seat in range(len(own_infos))]
        ),
        log=table.opened,
    )
    red, blu = teams
    return State(
        table=table,
        teams=(red, blu),
        own=own_infos,
        hidden=hidden,
        acting=_seats_to_answer(view, (red, blu)),
    )


# --- classes --------------------------------------------------------------------------------------


def known_kinds(view: View) -> dict[Seat, Kind]:
    """Return the classes that this seat knows for certain.

    These are its own class, fellow Spies, and the classes of players it has sabotaged.
    """
    if view.table.opened:
        return {Seat(seat): kind for seat, kind in enumerate(view.table.opened[-1].kinds)}
    if view.seat is None or view.own is None:
        return {}
    kinds_known: dict[Seat, Kind] = {view.seat: view.own.kind}
    kinds_known |= dict.fromkeys(view.own.fellows, "spy")
    if not view.table.terms.new_classes:
        kinds_known |= {
            attempt.target: attempt.guess for attempt in view.own.attempts if attempt.worked
        }
    return kinds_known


def _possible_classes(view: View, dice: Dice) -> tuple[tuple[Kinds, Kinds], Kinds]:
    table, kinds_known = view.table, known_kinds(view)
    pools = _possible_pools(table, kinds_known, dice)
    kinds: dict[Seat, Kind] = dict(kinds_known)
    for side in (0, 1):
        kinds_left: list[Kind] = [*pools[side], *["spy" for _ in range(table.terms.spies)]]  # type: ignore[list-item]
        members = members_of(table.sides, side)
        for seat in members:
            if seat in kinds_known and kinds_known[seat] in kinds_left:
                kinds_left.remove(kinds_known[seat])
        unknown = [seat for seat in members if seat not in kinds_known]
        kinds |= dict(zip(unknown, dice.shuffle(kinds_left), strict=False))
    return pools, tuple([kinds[Seat(seat)] for seat in range(len(table.sides))])


def _possible_pools(table: Table, kinds_known: dict[Seat, Kind], dice: Dice) -> tuple[Kinds, Kinds]:
    """Return the announced pools, or random pools that include the classes this seat knows."""
    if table.pools:
        red, blu = [tuple([kind for kind in pool if kind != "spy"]) for pool in table.pools]
        return red, blu
    size = pool_size(table.terms)
    known_by_side: list[list[Kind]] = [
        [kind for seat, kind in kinds_known.items() if table.sides[seat] == side and kind != "spy"]
        for side in (0, 1)
    ]
    if table.terms.pool == "different" or table.opened:
        return _pool_with(known_by_side[0], size, dice), _pool_with(known_by_side[1], size, dice)
    pool = _pool_with(known_by_side[0] or known_by_side[1], size, dice)
    return pool, pool


def _pool_with(needed: list[Kind], size: int, dice: Dice) -> Kinds:
    repeats, remainder = divmod(size, len(LOYAL_KINDS))
    fill: list[Kind] = [*LOYAL_KINDS * repeats]
    extra = [kind for kind in needed if kind not in fill or needed.count(kind) > fill.count(kind)]
    others = dice.shuffle([kind for kind in LOYAL_KINDS if kind not in extra]) if remainder else ()
    pool = [*extra, *others, *fill] if not repeats else [*fill, *extra, *others]
    return (
        tuple(pool[:size])
        if all(pool[:size].count(kind) >= needed.count(kind) for kind in needed)
        else tuple([*needed, *pool][:size])
    )


def _imagine_own(view: View, seat: Seat, kinds: Kinds, dice: Dice) -> Own:
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


def _imagine_secret(view: View, seat: Seat, own_info: Own) -> Secret:
    """Return a possible secret of a seat, assuming that all removals were announced.

    If classes change, assume that they have just changed.
    """
    side = view.table.sides[seat]
    results = () if view.table.terms.new_classes else view.table.results
    matches_in_squad = [
        result
        for result in results
        if seat in result.squads[side] and all(removal.seat != seat for removal in result.removed)
    ]
    return Secret(
        sabotaged=own_info.sabotaged,
        told=own_info.sabotaged,
        served=len(matches_in_squad) * (own_info.kind == "medic"),
        won=sum([result.winner == side for result in matches_in_squad])
        * (own_info.kind == "demoman"),
    )


# --- teams, lists, answers ------------------------------------------------------------------------


def _imagine_team(view: View, side: int, dice: Dice) -> Team:
    """Return the seat's own team unchanged, or a possible state of the other team.

    While squads are chosen, the other team is at a random point of its choice.
    """
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
            writer=members[0] if _has_writer(table) else None,
        )
    if table.phase == "squads" and (table.locked[side] or dice.die(2) == 1):
        squad = tuple(sorted(dice.shuffle(members)[: table.terms.squad]))
        return changed(team, stage="locked" if table.locked[side] else "vote", squad=squad)
    return team


def _has_writer(table: Table) -> bool:
    return table.terms.team_notes and table.phase in ("notes", "actions")


def _possible_schedule(table: Table, dice: Dice) -> tuple[MatchKind, ...]:
    if table.schedule or table.terms.matches != "secret-list":
        return table.schedule
    past_matches = (
        *[result.match for result in table.results],
        *([table.match] if table.match and len(table.results) < table.round else []),
    )
    return (*past_matches, *[dice.pick(MATCHES) for _ in range(ROUNDS - len(past_matches))])


def _seats_to_answer(view: View, teams: tuple[Team, Team]) -> Seats:
    """Return the seats that still have to answer, assuming that no other seat has answered."""
    phase = view.table.phase
    if phase == "over":
        return ()
    seats: list[Seat] = []
    for team in teams:
        if phase != "squads" or team.stage == "vote":
            seats += team.members
        elif team.stage == "nominate":
            seats.append(team.captain)
    has_answered = view.own is not None and view.own.answer is not None
    return tuple(sorted([seat for seat in seats if not (has_answered and seat == view.seat)]))
