"""The current and past ambushes, for the two teams that fought them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q

from ambush.by_doctrine import replay_fight
from ambush.rules.call import Ambush, ambush_domain
from ambush.rules.game import AMBUSH
from ambush.rules.values import AMBUSHED, AMBUSHER
from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from engine.dice import roll_key
from engine.match import heard_by
from engine.values import HOST, Seat
from espionage.models import AmbushFight
from espionage.rules.values import AmbushFought, Fight
from play.models import Chair, Match, Table
from play.running import readers
from play.selectors import last_state


@dataclass(frozen=True, slots=True)
class FightStory:
    """A past ambush, seen from one side.

    `table` is set for a fight on the site. `events` is set for a fight by doctrine, and contains
    what the side saw.
    """

    ambush: Ambush
    seat: Seat
    table: Table | None
    events: tuple[Any, ...]

    @property
    def names(self) -> tuple[str, str]:
        return self.ambush.ambusher.name, self.ambush.ambushed.name


def current_fight(week: Week, team: Team) -> AmbushFight | None:
    """Return the fight that this team is playing on the site now, or None. This runs one query."""
    rows = AmbushFight.objects.filter(week=week, over_at=None, table__chairs__party=team.pk)
    return rows.select_related("table").first()


class CurrentAmbush(NamedTuple):
    """A team's fight on the site: its deadline, the team's own character and the enemy."""

    until: datetime
    own_name: str
    enemy_name: str
    enemy_team: str


def current_ambush(week: Week, team: Team) -> CurrentAmbush | None:
    """Return who fights in the team's current fight, or None. This runs one query."""
    rows = AmbushFight.objects.filter(week=week, over_at=None, table__chairs__party=team.pk)
    row = rows.values_list(
        "table__match__setup", "table__chairs__seat", "week__seal__decide_by"
    ).first()
    if row is None:
        return None
    setup, seat, limit = row
    ambush = readers(AMBUSH.key).setup.decode(setup).ambush
    own, enemy = ambush.ambusher, ambush.ambushed
    if seat != AMBUSHER:
        own, enemy = enemy, own
    return CurrentAmbush(limit or week.settle_at, own.name, enemy.name, enemy.team)


def tables_of(teams: Iterable[UUID]) -> dict[UUID, UUID]:
    """Return the tables at which these teams are fighting now, by team. This runs one query."""
    team_ids = frozenset(teams)
    rows = AmbushFight.objects.filter(over_at=None, table__chairs__party__in=team_ids)
    tables = rows.values_list("table__chairs__party", "table")
    return {team: table for team, table in tables if team in team_ids}


class IdleTurn(NamedTuple):
    """A turn of a fight in which a party has not moved.

    `since` is the time since which the party could move.
    """

    fight: AmbushFight
    party: UUID
    since: datetime
    due: datetime


def idle_turns(since: datetime) -> tuple[IdleTurn, ...]:
    """Return turns in which a party could have moved since the given time but has not.

    The first turn of a fight is left out. This runs one query.
    """
    idle_chairs = Chair.objects.filter(
        asked_at__lte=since,
        asked_at__gt=F("table__started_at"),
        due_at__isnull=False,
        party__isnull=False,
        bot="",
    )
    fights = Q(
        table__fight__isnull=False,
        table__fight__over_at=None,
        table__fight__told_at=None,  # unfinished turns only; the index requires it
    )
    rows = idle_chairs.filter(fights, table__status=Table.Status.PLAYING, table__paused_at=None)
    chairs = rows.select_related("table__fight__week__season__campaign").order_by("asked_at", "id")
    return tuple([_idle_turn(chair, chair.table.fight) for chair in chairs])


def _idle_turn(chair: Any, fight: AmbushFight) -> IdleTurn:
    return IdleTurn(fight, chair.party, chair.asked_at, min(chair.due_at, fight.week.settle_at))


def fight_story(week: Week, team: Team, number: int) -> FightStory | None:
    """Return the team's ambush with this number in a published week, or None.

    Ambushes are numbered from 1 in the order in which the team learned of them.
    """
    match = week.seal.match
    seat = week.seats.filter(team=team).values_list("seat", flat=True).first()
    if match is None or seat is None or number < 1:
        return None
    own_fights = [
        (ply, candidate)
        for ply, candidate in _fights_with_plies(match)
        if seat in {candidate.ambush.ambusher.seat, candidate.ambush.ambushed.seat}
    ]
    if number > len(own_fights):
        return None
    ply, fight = own_fights[number - 1]
    side = AMBUSHER if fight.ambush.ambusher.seat == seat else AMBUSHED
    table = _table(week, fight.ambush)
    return FightStory(
        fight.ambush, side, table, () if table else _seen_events(match, week, fight, ply, side)
    )


def _fights_with_plies(match: Match) -> Iterator[tuple[int, Fight]]:
    """Yield every ambush of a played week, and the ply that contains its result."""
    read = readers(match.game).move
    rows = match.moves.filter(seat=HOST).order_by("ply").values_list("ply", "payload")
    plies = [ply for ply, payload in rows if isinstance(read.decode(payload), AmbushFought)]
    return zip(plies, last_state(match).hidden.fights, strict=True)


def _table(week: Week, ambush: Ambush) -> Table | None:
    mission = Q(by=ambush.by, against=ambush.against, nth=ambush.nth)
    row = AmbushFight.objects.filter(mission, week=week).select_related("table").first()
    return row.table if row else None


def _seen_events(match: Match, week: Week, fight: Fight, ply: int, side: Seat) -> tuple[Any, ...]:
    ambush = fight.ambush
    seed_ply = 0 if last_state(match).table.asks_by_round else ply
    seed = roll_key(
        bytes(match.seed), ambush_domain(ambush.by, ambush.against, ambush.nth), seed_ply
    )
    steps = replay_fight(ambush, rules_in(week), seed, fight.result)
    return tuple([event for _, events in steps for event in heard_by(side, events)])
