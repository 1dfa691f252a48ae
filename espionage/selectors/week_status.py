"""The status of the week's game for the club's pages.

Owners can see the states of sheets, and everyone can see the public commitments. All functions run
in the caller's campaign scope.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Subquery

from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from engine.draws import Draw, Source
from espionage.models import OrderSheet, SealedSeat
from espionage.selectors.decisions import has_live_decisions, open_decision
from espionage.selectors.draws import draw_of, has_picked_dice, seal_of, source_of
from espionage.selectors.fights import CurrentAmbush, current_ambush


class Promises(NamedTuple):
    """A week's public commitments as hexadecimal digests, or "" if not yet published.

    `source` is the announced source of the draw, and `draw` is the draw made after the deadline.
    `frozen_at` is the time when the sheets were sealed. `seed` is published at the end of the
    season. `picked` is true for dice picked for a demonstration.
    """

    seed_hash: str
    salt_root: str
    source: Source | None
    order_root: str
    frozen_at: datetime | None
    draw: Draw | None
    dice_root: str
    told_root: str
    seed: str = ""
    picked: bool = False


def sheet_states(
    week_ids: Iterable[UUID], team_ids: Iterable[UUID]
) -> dict[tuple[UUID, UUID], str]:
    """Return the state of the newest sheet of each seat, by week and team.

    The state is "nothing" if there is no sheet (E15).
    """
    newest = newest_state(OuterRef("week"), OuterRef("team"))
    seats = SealedSeat.objects.filter(week__in=frozenset(week_ids), team__in=frozenset(team_ids))
    rows = seats.annotate(state=newest).values_list("week_id", "team_id", "state")
    return {(week, team): state or "nothing" for week, team, state in rows}


def newest_state(week: OuterRef, team: OuterRef | UUID) -> Subquery:
    """Return a subquery for the state of a team's newest sheet for a week.

    The value is null if there is no sheet.
    """
    versions = OrderSheet._base_manager.filter(week=week, team=team)
    return Subquery(versions.order_by("-version").values("state")[:1])


def promises(week: Week) -> Promises | None:
    """Return the commitments published so far.

    The hash of the seed is published when the week opens, and the order root at the deadline. The
    dice root is published with the results, and the seed when the season is closed.
    """
    seal = seal_of(week)
    if seal is None:
        return None
    settled = week.status in {Week.Status.SETTLED, Week.Status.CLOSED}
    seed = "" if week.season.closed_at is None else bytes(seal.seed).hex()
    return Promises(
        seed_hash=seal.seed_hash,
        salt_root=seal.salt_root,
        source=source_of(seal),
        order_root=seal.order_root,
        frozen_at=seal.frozen_at,
        draw=draw_of(seal),
        dice_root=seal.dice_root if settled else "",
        told_root=seal.told_root if settled else "",
        seed=seed,
        picked=has_picked_dice(week, seal),
    )


def decision_limit(week: Week, team: Team, now: datetime) -> datetime | None:
    """Return the time limit of this team's pending decision, or None."""
    if week.status != Week.Status.PLAYING or not has_live_decisions(week):
        return None
    played = Week.objects.select_related("seal__match__snapshot").get(pk=week.pk)
    decision = open_decision(played, team, now)
    return decision.due if decision else None


def open_ambush(week: Week, team: Team) -> CurrentAmbush | None:
    """Return this team's fight on the site, or None."""
    if week.status != Week.Status.PLAYING or rules_in(week).ambush_by_doctrine:
        return None
    return current_ambush(week, team)
