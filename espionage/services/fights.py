"""A week's ambushes that people fight on the site, from the opening to the result (P19).

An ambush uses the numbers that were stored with the house rules when its week opened (E26). Weeks
without stored numbers use those of the first weeks (`FORMER_NUMBERS`).

A week waits while a fight has a table. All fights of a week take place one after another between
the deadline and `settle_at`. After that, doctrines finish them. Locks are taken in this order:
week, table (`play.services.table_lock`), the fight's row. A player's move locks the table, but
never the week. The next tick picks up a finished fight.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta
from textwrap import shorten
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import UUID

from django.db.models import Exists, FilteredRelation, OuterRef, Q, UUIDField, Value
from django.urls import reverse
from django_scopes import scopes_disabled

from ambush.by_doctrine import doctrine_result, fight_setup, with_team_names
from ambush.rules.call import Ambush, AmbushResult, Combatant, ambush_domain
from ambush.rules.game import AMBUSH
from ambush.rules.numbers import FORMER_NUMBERS
from ambush.rules.outcome import ambush_result
from campaign.duels.models import DrivenDuel
from campaign.duels.selectors.driven import people_drive_until
from campaign.league.models import Deputy, Team, Week
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import in_season, team_path, week_subject
from campaign.members.selectors import deputies
from core.accounts.models import User
from core.notifications.services import notices
from core.web import clock
from core.web.moments import in_text
from engine.codec import Reader, encode
from engine.dice import roll_key
from engine.values import Seat
from espionage.models import AmbushFight, SealedSeat
from espionage.notice_kinds import WeekNotice
from play.clocking import Clock
from play.selectors.parties import Frame, Party
from play.services.clocks import play_out
from play.services.tables import host_match

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet

    from campaign.house_rules.rules.house import HouseRules
    from play.models import Table
    from play.running import Running

EVENING_TURN: Final = timedelta(minutes=2)
"""Time limit for a turn of a fight in an evening week, when all players are present."""

Fights: TypeAlias = "Mapping[tuple[UUID, int, int, int], AmbushFight]"
"""Maps weeks and missions (attacker, defender and number) to fights."""

_results: Final[Reader[AmbushResult]] = Reader(AmbushResult)


def fights_of(weeks: Iterable[UUID]) -> Fights:
    """Return the existing fights of these weeks. This runs one query."""
    rows = AmbushFight.objects.filter(week__among=frozenset(weeks))
    return {(row.week_id, row.by, row.against, row.nth): row for row in rows}


def fight_result(
    running: Running, week: Week, ambush: Ambush, now: datetime, fights: Fights
) -> AmbushResult | None:
    """Return the result of a week's ambush, or None while people are fighting it.

    `fights` is the result of `fights_of` for the week.
    """
    row = fights.get((week.pk, ambush.by, ambush.against, ambush.nth))
    if row is None:
        if now >= week.settle_at or not (ambush.ambusher.live or ambush.ambushed.live):
            return doctrine_result(ambush, rules_in(week), seed_of(running, ambush), FORMER_NUMBERS)
        _open_fight(running, week, ambush, now)
        return None
    if row.over_at is None and now >= week.settle_at:
        play_out(row.table_id)
        row.refresh_from_db()
    if row.over_at is None:
        return None
    row.told_at = now
    row.save(update_fields=["told_at"])
    return _results.decode(row.result)


def seed_of(running: Running, ambush: Ambush) -> bytes:
    """Return the seed of a fight, which is covered by the week's commitments.

    The seed is the key of the ambush's own dice at the ply that contains the result.
    """
    return roll_key(
        bytes(running.match.seed),
        ambush_domain(ambush.by, ambush.against, ambush.nth),
        running.ply + 1,
    )


# --- opening --------------------------------------------------------------------------------------


def _open_fight(running: Running, week: Week, ambush: Ambush, now: datetime) -> None:
    teams = {
        seat.seat: seat.team for seat in SealedSeat.objects.filter(week=week).select_related("team")
    }
    sides, rules = (ambush.ambusher, ambush.ambushed), rules_in(week)
    table = host_match(
        game=AMBUSH.key,
        setup=fight_setup(
            with_team_names(ambush, {Seat(seat): team.name for seat, team in teams.items()}),
            rules,
            FORMER_NUMBERS,
        ),
        parties=[teams[combatant.seat].pk if combatant.live else "doctrine" for combatant in sides],
        clock=Clock(kind="correspondence", seconds=int(_turn_length(week, rules).total_seconds())),
        titles=[shorten(teams[combatant.seat].name, 40, placeholder="…") for combatant in sides],
        name=f"Ambush, week {week.number}",
        seed=seed_of(running, ambush),
    )
    fight = AmbushFight.objects.create(
        week=week, by=ambush.by, against=ambush.against, nth=ambush.nth, table=table, opened_at=now
    )
    _notify(
        week,
        fight,
        [
            (teams[combatant.seat], combatant, f"{enemy.name} of {teams[enemy.seat].name}")
            for combatant, enemy in (sides, sides[::-1])
            if combatant.live
        ],
        now,
    )


def _turn_length(week: Week, rules: HouseRules) -> timedelta:
    """Return the time limit for a turn. In a try-out, there is enough time to read the rules."""
    if week.season.campaign.tryout:
        return week.settle_at - week.due_at
    return EVENING_TURN if week.evening else timedelta(hours=rules.turn_hours)


def _notify(
    week: Week, fight: AmbushFight, sides: list[tuple[Team, Combatant, str]], now: datetime
) -> None:
    """Tell both sides about the enemy, the table and the deadline. Nobody else learns of the fight.

    `sides` lists the teams that play the fight, each with its character and the enemy's name.
    """
    owners = deputies.commanders([team.pk for team, _, _ in sides])
    deadline = in_text(week.settle_at)
    notices.send(
        notices.Message(
            user,
            week.season.campaign_id,
            WeekNotice.AMBUSH,
            f"{combatant.name} met {enemy} in an ambush. Fight it by {deadline}.",
            team_path("espionage:ambush", team),
            f"{cause_prefix(fight)}{team.pk}",
            now,
            about={**week_subject(week, team), "table": str(fight.table_id)},
        )
        for team, combatant, enemy in sides
        for user in owners.get(team.pk, ())
    )


def cause_prefix(fight: AmbushFight) -> str:
    """Return the prefix shared by the causes of all notices about a fight."""
    return f"ambush:{fight.week_id}:{fight.by}:{fight.against}:{fight.nth}:"


# --- ending ---------------------------------------------------------------------------------------


def store_end(table: Table, running: Running | None) -> None:
    """Store the end of a fight in the transaction that ends its table.

    Tables that do not belong to a fight are ignored.
    """
    if table.game != AMBUSH.key or running is None:
        return
    with scopes_disabled():
        row = AmbushFight.objects.filter(table=table, over_at=None).first()
        if row is not None:
            row.over_at, row.result = clock.now(), encode(ambush_result(running.state)).decode()
            row.save(update_fields=["over_at", "result"])


def _owned_by(user: UUID) -> QuerySet[Team, UUID]:
    rows = Team.objects.filter(ownerships__user=user, ownerships__until=None)
    return rows.values_list("pk", flat=True)


def _players_of(teams: frozenset[UUID]) -> QuerySet[Team, Any]:
    """Return rows with a team, an owner, a deputy, the status of the deputy's week, and a fight."""
    current_ownerships = FilteredRelation("ownerships", condition=Q(ownerships__until=None))
    deputy = FilteredRelation("deputies", condition=Q(deputies__ended_at=None))
    rows = Team.objects.filter(pk__in=teams).annotate(here=current_ownerships, deputy=deputy)
    return rows.values_list(
        "pk", "name", "here__user",
        "deputy__user", "deputy__week__status", "deputy__week__fights__table",
    )  # fmt: skip


def _duel_frame(table: UUID) -> Frame | None:
    """Return the frame of the duel that is or was driven at this table, or None (C99)."""
    rows = DrivenDuel.objects.filter(table=table)
    row = rows.select_related("duel__week__season__campaign").first()
    if row is None:
        return None
    week = row.duel.week
    club = week.season.campaign
    address_parts = {"slug": club.slug, "number": week.number, "duel": row.duel.number}
    return Frame(
        f"{club.name}, week {week.number}",
        in_season(reverse("duel", kwargs=address_parts), week),
        people_drive_until(week),
        "After that, doctrine drives the rest.",
    )


class TeamParties:
    """The people who can play a team's seat at a table.

    The team's current owners can play. In a fight of the current week, the week's deputy can play
    too (C24).
    """

    @scopes_disabled()
    def parties_of(self, user: User) -> frozenset[UUID]:
        return frozenset(_owned_by(user.pk))

    def played_by(self, user: UUID) -> Q:
        deputies = Deputy._base_manager.filter(
            user=user,
            team=OuterRef("party"),
            ended_at=None,
            week__status__in=Deputy.ACTIVE_STATUSES,
            week__fights__table=OuterRef("table"),
        )
        with scopes_disabled():
            return Q(party__in=_owned_by(user)) | Q(Exists(deputies))

    @scopes_disabled()
    def find_chairs_of(self, user: UUID) -> Q:
        deputies = Deputy.objects.filter(
            user=user,
            ended_at=None,
            week__status__in=Deputy.ACTIVE_STATUSES,
            week__fights__table__isnull=False,
        )
        owned = Team.objects.filter(ownerships__user=user, ownerships__until=None)
        at_tables = deputies.order_by().values_list("team", "week__fights__table")
        at_every_table = owned.order_by().values_list("pk", Value(None, UUIDField()))
        rows: Iterable[tuple[UUID, UUID | None]] = at_tables.union(at_every_table, all=True)
        condition = Q()
        for team, table in rows:
            condition |= Q(party=team, table=table) if table else Q(party=team)
        return condition

    @scopes_disabled()
    def parties_by_id(self, parties: Iterable[UUID]) -> Mapping[UUID, Party]:
        players: dict[tuple[UUID, str], set[UUID]] = defaultdict(set)
        at_tables: dict[UUID, dict[UUID, set[UUID]]] = defaultdict(lambda: defaultdict(set))
        for pk, name, user, deputy, status, table in _players_of(frozenset(parties)):
            players[pk, name] |= {user} - {None}
            if table is not None and status in Deputy.ACTIVE_STATUSES:
                at_tables[pk][table].add(deputy)
        return {
            pk: Party(
                name,
                frozenset(users),
                {table: frozenset(deputy_ids) for table, deputy_ids in at_tables[pk].items()},
            )
            for (pk, name), users in players.items()
        }

    def frame_of(self, table: UUID) -> Frame | None:
        with scopes_disabled():
            fight = (
                AmbushFight.objects.filter(table=table)
                .select_related("week__season__campaign")
                .first()
            )
            if fight is None:
                return _duel_frame(table)
        club, week = fight.week.season.campaign, fight.week
        return Frame(
            f"{club.name}, week {week.number}",
            reverse("club", args=[club.slug]),
            week.settle_at,
            "After that, doctrine finishes the fight.",
        )
