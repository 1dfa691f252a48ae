"""The end of a week: late charges, work in the garage, healing and the recap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from campaign.duels.services import healing
from campaign.garage.services import workshop
from campaign.league.models import Week
from campaign.news.selectors.news import RECAP
from campaign.news.services import news
from campaign.roster.services import gold_cross
from core.web import bulk
from engine.dice import SeededDice
from espionage.models import Seal
from espionage.rules.effects import Activity
from espionage.rules.settlement import effects_of
from espionage.selectors.recaps import recaps
from play.models import Match
from play.running import resume

from .detonating import fire_charges
from .drawing import seed_of

WORKSHOP = "workshop"
"""The dice domain for mechanics and paramedics."""


def close_weeks(weeks: Sequence[Week], now: datetime) -> None:
    """Close these weeks and publish a recap of each.

    Late charges explode (E23), mechanics and paramedics do their work, and people who rested heal
    (E20).
    """
    fire_charges(weeks, now, all_remaining=True)
    seals = {
        seal.week_id: seal
        for seal in Seal.objects.filter(week__in=weeks).select_related("match__snapshot")
    }
    activities = [activity for week in weeks for activity in _activities(seals[week.pk])]
    idle = {UUID(activity.character) for activity in activities if not activity.may_work}
    workshop.perform_all(
        [workshop.Shift(week, _dice(seals[week.pk]), week.closes_at) for week in weeks], busy=idle
    )
    busy = {
        UUID(activity.character)
        for activity in activities
        if activity.mission or activity.counterspy_roll or activity.ambush
    }
    for moment, closing in _group_by_closing_time(weeks).items():
        healing.heal_resting(weeks=closing, busy=busy, now=moment)
        gold_cross.charge_for_clones(weeks=closing, now=moment)
    for week in weeks:
        week.status = Week.Status.CLOSED
    bulk.update(weeks, ["status"])
    _publish_recaps([week for week in weeks if seals[week.pk].match_id])


def _publish_recaps(weeks: Sequence[Week]) -> None:
    """Publish the recaps of weeks with a game, based on the results known when the week closes.

    Duels that are recorded or corrected later are announced separately.
    """
    if weeks:
        news.publish(
            news.Item(
                recap.week.season.campaign_id,
                RECAP,
                recap.text[:500],
                f"{RECAP}:{pk}",
                recap.week.closes_at,
                position=99,
                week=pk,
            )
            for pk, recap in recaps(weeks).items()
        )


def _group_by_closing_time(weeks: Sequence[Week]) -> dict[datetime, list[Week]]:
    """Group weeks by closing time. Most clubs close at one of a few times."""
    groups: dict[datetime, list[Week]] = defaultdict(list)
    for week in weeks:
        groups[week.closes_at].append(week)
    return groups


def _activities(seal: Seal) -> Iterator[Activity]:
    """Yield people's activities in the week's game."""
    match: Match | None = seal.match
    if match is not None:
        yield from effects_of(resume(match, match.snapshot).state).activity


def _dice(seal: Seal) -> SeededDice:
    """Return dice for the week from a domain that the game never uses."""
    return SeededDice(seed_of(seal), 0, WORKSHOP)
