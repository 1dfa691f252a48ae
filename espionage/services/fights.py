"""Ambushes of a week that people fight on the site: opened, waited for, brought to an end, and told
to the week (P19).

An ambush is fought by the numbers that its week was opened with (E26). A week keeps them with its
house rules; one that keeps none was opened before weeks did, by the first weeks' (`FORMER`).

The week waits while a fight has its table. All fights of a week share the time from the deadline to
`settle_at`, one after another; when it is up, doctrine plays on from where people are. Locks: week,
then table (`play.services.table_lock`), then the fight's row; a player's move holds the table and
never asks for the week: it leaves a finished fight, which the job's next tick takes to the week.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta
from textwrap import shorten
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import UUID

from django.db.models import Exists, FilteredRelation, OuterRef, Q
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.duels.models import DrivenDuel
from campaign.duels.selectors.driven import people_drive_until
from campaign.duels.selectors.events import duel_page
from campaign.league.models import Deputy, Team, Week
from campaign.league.selectors import deputies
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import team_path, week_subject
from core.accounts.models import User
from core.notifications.services import notices
from core.web import clock
from core.web.moments import in_text
from core.web.prepared import Keys, Prepared, PreparedInScope
from engine.codec import Reader, encode
from engine.dice import roll_key
from engine.values import Seat
from espionage.models import AmbushFight, SealedSeat
from espionage.notice_kinds import WeekNotice
from espionage.rules.ambush.by_doctrine import doctrine_result, fight_setup, with_team_names
from espionage.rules.ambush.call import Ambush, AmbushResult, Combatant, ambush_domain
from espionage.rules.ambush.game import AMBUSH
from espionage.rules.ambush.numbers import FORMER_NUMBERS
from espionage.rules.ambush.outcome import ambush_result
from play.clocking import Clock
from play.selectors.parties import Frame, Party
from play.services.clocks import play_out
from play.services.tables import host_match

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet

    from campaign.league.rules.house import HouseRules
    from play.models import Table
    from play.running import Running

EVENING_TURN: Final = timedelta(minutes=2)
"""How long a turn of a fight may take in an evening, where all are there."""

Met: TypeAlias = "Mapping[tuple[UUID, int, int, int], AmbushFight]"
"""Fights by week and mission: who by, against whom, the how manieth."""

_results: Final[Reader[AmbushResult]] = Reader(AmbushResult)


def met_in(weeks: Iterable[UUID]) -> Met:
    """The fights that these weeks have led to so far. One query."""
    rows = _MET.all(weeks=frozenset(weeks))
    return {(row.week_id, row.by, row.against, row.nth): row for row in rows}


def outcome(
    running: Running, week: Week, ambush: Ambush, at: datetime, met: Met
) -> AmbushResult | None:
    """How an ambush that the week has met came out; None while people fight it. `met` is what
    `met_in` says of the week.
    """
    row = met.get((week.pk, ambush.by, ambush.against, ambush.nth))
    if row is None:
        if at >= week.settle_at or not (ambush.ambusher.live or ambush.ambushed.live):
            return doctrine_result(ambush, rules_in(week), seed_of(running, ambush), FORMER_NUMBERS)
        _open(running, week, ambush, at)
        return None
    if row.over_at is None and at >= week.settle_at:
        play_out(row.table_id)
        row.refresh_from_db()
    if row.over_at is None:
        return None
    row.told_at = at
    row.save(update_fields=["told_at"])
    return _results.decode(row.result)


def seed_of(running: Running, ambush: Ambush) -> bytes:
    """The seed of a fight: the key of the ambush's own dice at the ply that brings its result, so
    that the week's promises cover it.
    """
    return roll_key(
        bytes(running.match.seed),
        ambush_domain(ambush.by, ambush.against, ambush.nth),
        running.ply + 1,
    )


# --- opening --------------------------------------------------------------------------------------


def _open(running: Running, week: Week, ambush: Ambush, at: datetime) -> None:
    teams = {
        seat.seat: seat.team for seat in SealedSeat.objects.filter(week=week).select_related("team")
    }
    sides, house = (ambush.ambusher, ambush.ambushed), rules_in(week)
    table = host_match(
        game=AMBUSH.key,
        setup=fight_setup(
            with_team_names(ambush, {Seat(seat): team.name for seat, team in teams.items()}),
            house,
            FORMER_NUMBERS,
        ),
        parties=[teams[who.seat].pk if who.live else "doctrine" for who in sides],
        clock=Clock(kind="correspondence", seconds=int(_turn(week, house).total_seconds())),
        titles=[shorten(teams[who.seat].name, 40, placeholder="…") for who in sides],
        name=f"Ambush, week {week.number}",
        seed=seed_of(running, ambush),
    )
    fight = AmbushFight.objects.create(
        week=week, by=ambush.by, against=ambush.against, nth=ambush.nth, table=table, opened_at=at
    )
    _tell(week, fight, [(teams[who.seat], who) for who in sides if who.live], at)


def _turn(week: Week, house: HouseRules) -> timedelta:
    """How long a turn of a fight may take. Who tries the game out may read the rules meanwhile."""
    if week.season.campaign.tryout:
        return week.settle_at - week.due_at
    return EVENING_TURN if week.evening else timedelta(hours=house.turn_hours)


def _tell(
    week: Week, fight: AmbushFight, sides: list[tuple[Team, Combatant]], at: datetime
) -> None:
    """Show both sides where to go and by when. Nobody else hears of it."""
    owners = deputies.commanders([team.pk for team, _ in sides])
    until = in_text(week.settle_at)
    notices.send(
        notices.Message(
            user,
            week.season.campaign_id,
            WeekNotice.AMBUSH,
            f"{who.name} is in an ambush. Fight it by {until}.",
            team_path("espionage:ambush", team),
            f"{cause_of(fight)}{team.pk}",
            at,
            about={**week_subject(week, team), "table": str(fight.table_id)},
        )
        for team, who in sides
        for user in owners.get(team.pk, ())
    )


def cause_of(fight: AmbushFight) -> str:
    """How the causes of all notices of a fight begin."""
    return f"ambush:{fight.week_id}:{fight.by}:{fight.against}:{fight.nth}:"


# --- ending ---------------------------------------------------------------------------------------


def note_end(table: Table, running: Running | None) -> None:
    """Keep how a fight ended, in the transaction that ends its table; tables that are no fight of a
    week do nothing.
    """
    if table.game != AMBUSH.key or running is None:
        return
    with scopes_disabled():
        row = AmbushFight.objects.filter(table=table, over_at=None).first()
        if row is not None:
            row.over_at, row.result = clock.now(), encode(ambush_result(running.state)).decode()
            row.save(update_fields=["over_at", "result"])


def _run_by(user: UUID) -> QuerySet[Team, UUID]:
    rows = Team.objects.filter(ownerships__user=user, ownerships__until=None)
    return rows.values_list("pk", flat=True)


def _players_of(teams: frozenset[UUID]) -> QuerySet[Team, Any]:
    """A row of team, owner, deputy, state of the deputy's week and fight for each of them there
    is.
    """
    here = FilteredRelation("ownerships", condition=Q(ownerships__until=None))
    deputy = FilteredRelation("deputies", condition=Q(deputies__ended_at=None))
    rows = Team.objects.filter(pk__in=teams).annotate(here=here, deputy=deputy)
    return rows.values_list(
        "pk", "name", "here__user",
        "deputy__user", "deputy__week__status", "deputy__week__fights__table",
    )  # fmt: skip


_RUN: Final = Prepared(_run_by, user=UUID)
_MET: Final = PreparedInScope(
    lambda weeks: AmbushFight.objects.filter(week__among=weeks), weeks=Keys
)
_PLAYERS: Final = Prepared(_players_of, teams=frozenset[UUID])


def _duel(table: UUID) -> Frame | None:
    """The duel of a week, or the event, that is driven at this table (C99), while and after people
    may.
    """
    rows = DrivenDuel.objects.filter(table=table)
    row = rows.select_related("week__season__campaign", "event").first()
    if row is None:
        return None
    club, week = row.week.season.campaign, row.duel
    page, named = duel_page("duel", week)
    return Frame(
        f"{club.name}, week {week.number}",
        f"{reverse(page, kwargs={'slug': club.slug, **named})}?season={week.season.number}",
        people_drive_until(week),
        "After that, doctrine drives the rest.",
    )


class TeamParties:
    """Who plays a team's seat at a table: its owners of the moment, and at a fight of the week
    under way its deputy of that week (C24).
    """

    def parties_of(self, user: User) -> frozenset[UUID]:
        return frozenset(_RUN.all(user=user.pk))

    def played_by(self, user: UUID) -> Q:
        with scopes_disabled():
            deputy = Deputy.objects.filter(
                user=user,
                team=OuterRef("party"),
                ended_at=None,
                week__status__in=Deputy.ACTIVE_STATUSES,
                week__fights__table=OuterRef("table"),
            )
            return Q(party__in=_run_by(user)) | Q(Exists(deputy))

    def parties_by_id(self, parties: Iterable[UUID]) -> Mapping[UUID, Party]:
        players: dict[tuple[UUID, str], set[UUID]] = defaultdict(set)
        at_tables: dict[UUID, dict[UUID, set[UUID]]] = defaultdict(lambda: defaultdict(set))
        for pk, name, user, stands_in, status, table in _PLAYERS.all(teams=frozenset(parties)):
            players[pk, name] |= {user} - {None}
            if table is not None and status in Deputy.ACTIVE_STATUSES:
                at_tables[pk][table].add(stands_in)
        return {
            pk: Party(
                name,
                frozenset(users),
                {table: frozenset(those) for table, those in at_tables[pk].items()},
            )
            for (pk, name), users in players.items()
        }

    def frame_of(self, table: UUID) -> Frame | None:
        with scopes_disabled():
            found = (
                AmbushFight.objects.filter(table=table)
                .select_related("week__season__campaign")
                .first()
            )
            if found is None:
                return _duel(table)
        club, week = found.week.season.campaign, found.week
        then = "After that, doctrine finishes the fight."
        return Frame(
            f"{club.name}, week {week.number}",
            reverse("club", args=[club.slug]),
            week.settle_at,
            then,
        )
