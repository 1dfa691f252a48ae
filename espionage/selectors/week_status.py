"""What the club's own pages may show of the game of the week: the owners' sheet states, the public
promises. All are for the caller's campaign scope.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Subquery

from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from core.web.prepared import PreparedInScope
from engine.draws import Draw, Source
from espionage.models import OrderSheet, SealedSeat
from espionage.selectors.decisions import asks_live, pending
from espionage.selectors.draws import draw_of, has_picked_dice, seal_of, source_of
from espionage.selectors.fights import under_way

if TYPE_CHECKING:
    from django.db.models import QuerySet


class Promises(NamedTuple):
    """A week's public promises, as hexadecimal digests; "" for what is not published yet. `source`
    is what was announced to be drawn after the deadline, `draw` what was; `frozen_at` is when the
    sheets were sealed; `seed` is opened at the season's end. `picked` dice are a demonstration's.
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
    """By week and team, for the seats of the week: the state of the newest version, "nothing"
    without one (E15).
    """
    found = _STATES.all(weeks=frozenset(week_ids), teams=frozenset(team_ids))
    return {(week, team): state or "nothing" for week, team, state in found}


def newest_state(week: OuterRef, team: OuterRef | UUID) -> Subquery:
    """On rows that know a week: the state of the newest version of a team's orders; None without
    one.
    """
    mine = OrderSheet.objects.filter(week=week, team=team)
    return Subquery(mine.order_by("-version").values("state")[:1])


def _states(
    weeks: frozenset[UUID], teams: frozenset[UUID]
) -> QuerySet[SealedSeat, tuple[UUID, UUID, str | None]]:
    newest = newest_state(OuterRef("week"), OuterRef("team"))
    seats = SealedSeat.objects.filter(week__in=weeks, team__in=teams).annotate(state=newest)
    return seats.values_list("week_id", "team_id", "state")


_STATES: Final = PreparedInScope(_states, weeks=frozenset[UUID], teams=frozenset[UUID])


def promises(week: Week) -> Promises | None:
    """The seed's hash from the opening, the orders' root from the deadline, the dice's with the
    results, the seed when the season is closed.
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


def decide_by(week: Week, team: Team, now: datetime) -> datetime | None:
    """Until when a live decision of this team is open; None when nothing is asked of it."""
    if week.status != Week.Status.PLAYING or not asks_live(week):
        return None
    played = Week.objects.select_related("seal__match__snapshot").get(pk=week.pk)
    found = pending(played, team, now)
    return found.until if found else None


def fight_until(week: Week, team: Team) -> datetime | None:
    """Until when an ambush of this team is fought on the site; None when none is."""
    if week.status != Week.Status.PLAYING or rules_in(week).ambush_by_doctrine:
        return None
    return week.settle_at if under_way(week, team) else None
