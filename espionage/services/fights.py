"""A week's ambushes that people fight on the site, from the opening to the result (P19).

An ambush uses the numbers that were stored with the house rules when its week opened (E26). Weeks
without stored numbers use those of the first weeks (`FORMER_NUMBERS`).

A week waits while a fight has a table. All fights of a week take place one after another between
the deadline and `settle_at`. After that, doctrines finish them. Locks are taken in this order:
week, table (`play.services.table_lock`), the fight's row. A player's move locks the table, but
never the week. The next tick picks up a finished fight.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from textwrap import shorten
from typing import Final, TypeAlias
from uuid import UUID

from django_scopes import scopes_disabled

from ambush.by_doctrine import doctrine_result, fight_setup, with_team_names
from ambush.rules.call import Ambush, AmbushResult, Combatant, ambush_domain
from ambush.rules.game import AMBUSH
from ambush.rules.numbers import FORMER_NUMBERS
from ambush.rules.outcome import ambush_result
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import team_path, week_subject
from campaign.members.selectors import deputies
from core.notifications.services import notices
from core.web import clock
from core.web.moments import in_text
from engine.codec import Reader, encode
from engine.dice import roll_key
from engine.values import Seat
from espionage.models import AmbushFight, SealedSeat
from espionage.notice_kinds import WeekNotice
from play.clocking import Clock
from play.models import Table
from play.running import Running
from play.services.clocks import play_out
from play.services.tables import host_match

EVENING_TURN: Final = timedelta(seconds=90)
"""Time limit for a turn of a fight in an evening week, when all players are present."""
EVENING_FIRST_TURN: Final = timedelta(minutes=3)
"""Minimum time for the first turn in an evening week, so that people can come to the table."""

MIN_TURNS: Final = 6
"""Number of turns for which the time limit of a fight is enough, if it has one (E52)."""

Fights: TypeAlias = "dict[tuple[UUID, int, int, int], AmbushFight]"
"""Maps weeks and missions (attacker, defender and number) to fights."""

_results: Final[Reader[AmbushResult]] = Reader(AmbushResult)


def fights_of(weeks: Iterable[UUID]) -> Fights:
    """Return the existing fights of these weeks. This runs one query."""
    rows = AmbushFight.objects.filter(week__among=frozenset(weeks))
    return {(row.week_id, row.by, row.against, row.nth): row for row in rows}


def fight_result(
    running: Running, week: Week, ambush: Ambush, now: datetime, fights: Fights, limit: datetime
) -> AmbushResult | None:
    """Return the result of a week's ambush, or None while people are fighting it.

    `fights` is the result of `fights_of` for the week, to which a new fight is added. Doctrines
    finish the fight at the `limit`.
    """
    key = (week.pk, ambush.by, ambush.against, ambush.nth)
    row = fights.get(key)
    if row is None:
        if now >= limit or not (ambush.ambusher.live or ambush.ambushed.live):
            return doctrine_result(ambush, rules_in(week), seed_of(running, ambush), FORMER_NUMBERS)
        fights[key] = _open_fight(running, week, ambush, now, limit)
        return None
    if row.over_at is None and now >= limit:
        play_out(row.table_id)
        row.refresh_from_db()
    if row.over_at is None:
        return None
    row.told_at = now
    row.save(update_fields=["told_at"])
    return _results.decode(row.result)


def seed_of(running: Running, ambush: Ambush) -> bytes:
    """Return the seed of a fight, which is covered by the week's commitments.

    The seed is the key of the ambush's own dice at the ply that contains the result, or at the
    start if other moves can come first (E51).
    """
    return roll_key(
        bytes(running.match.seed),
        ambush_domain(ambush.by, ambush.against, ambush.nth),
        0 if running.state.table.asks_by_round else running.ply + 1,
    )


# --- opening --------------------------------------------------------------------------------------


def _open_fight(
    running: Running, week: Week, ambush: Ambush, now: datetime, limit: datetime
) -> AmbushFight:
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
        clock=Clock(
            kind="correspondence",
            seconds=int(_turn_length(week, rules, limit - now).total_seconds()),
        ),
        titles=[shorten(teams[combatant.seat].name, 40, placeholder="…") for combatant in sides],
        name=f"Ambush, week {week.number}",
        seed=seed_of(running, ambush),
        first=EVENING_FIRST_TURN if week.evening else timedelta(0),
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
        limit,
    )
    return fight


def _turn_length(week: Week, rules: HouseRules, time_left: timedelta) -> timedelta:
    """Return the time limit for a turn. In a try-out, there is enough time to read the rules."""
    if week.season.campaign.tryout:
        return week.settle_at - week.due_at
    if week.evening:
        return EVENING_TURN
    hours = timedelta(hours=rules.turn_hours)
    return min(hours, max(time_left / MIN_TURNS, EVENING_TURN)) if rules.live_decisions else hours


def _notify(
    week: Week,
    fight: AmbushFight,
    sides: list[tuple[Team, Combatant, str]],
    now: datetime,
    limit: datetime,
) -> None:
    """Tell both sides about the enemy, the table and the deadline. Nobody else learns of the fight.

    `sides` lists the teams that play the fight, each with its character and the enemy's name.
    """
    owners = deputies.commanders([team.pk for team, _, _ in sides])
    deadline = in_text(limit)
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
