"""The end of a week: charges that waited for the duel, work done, wounds healed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from campaign.duels.services import healing
from campaign.garage.services import workshop
from campaign.league.models import Week
from campaign.league.selectors.news import RECAP
from campaign.league.services import news
from campaign.roster.services import gold_cross
from core.web import bulk
from engine.dice import SeededDice
from espionage.models import Seal
from espionage.rules.effects import Activity
from espionage.rules.settlement import effects_of
from espionage.selectors.recaps import recaps
from play.models import Match
from play.running import resume

from .detonating import fire
from .drawing import seed_of

WORKSHOP = "workshop"
"""The domain of the dice that mechanics and paramedics throw."""


def close_weeks(weeks: Sequence[Week], at: datetime) -> None:
    """Close these weeks: late charges go off (E23), mechanics and paramedics have done their work,
    the quiet have healed (E20), and each week is told in three sentences.
    """
    fire(weeks, at, everything=True)
    seals = {
        seal.week_id: seal
        for seal in Seal.objects.filter(week__in=weeks).select_related("match__snapshot")
    }
    active = [each for week in weeks for each in _activity(seals[week.pk])]
    idle = {UUID(each.character) for each in active if not each.may_work}
    workshop.perform_all(
        [workshop.Shift(week, _dice(seals[week.pk]), week.closes_at) for week in weeks], busy=idle
    )
    busy = {
        UUID(each.character)
        for each in active
        if each.mission or each.counterspy_roll or each.ambush
    }
    for moment, closing in _by_close(weeks).items():
        healing.heal_resting(weeks=closing, busy=busy, now=moment)
        gold_cross.charge_for_clones(weeks=closing, now=moment)
    for week in weeks:
        week.status = Week.Status.CLOSED
    bulk.update(weeks, ["status"])
    _tell([week for week in weeks if seals[week.pk].match_id])


def _tell(weeks: Sequence[Week]) -> None:
    """The news of weeks that something happened in, each in three sentences as it stands at its
    close: a duel that is recorded later, or corrected, is news of its own.
    """
    if weeks:
        news.publish(
            news.Item(
                each.week.season.campaign_id,
                RECAP,
                each.text[:500],
                f"{RECAP}:{pk}",
                each.week.closes_at,
                position=99,
                week=pk,
            )
            for pk, each in recaps(weeks).items()
        )


def _by_close(weeks: Sequence[Week]) -> dict[datetime, list[Week]]:
    """Weeks by the moment they close; most clubs share a few."""
    found: dict[datetime, list[Week]] = defaultdict(list)
    for week in weeks:
        found[week.closes_at].append(week)
    return found


def _activity(seal: Seal) -> Iterator[Activity]:
    """What people did in the week's game; nothing when there was none."""
    match: Match | None = seal.match
    if match is not None:
        yield from effects_of(resume(match, match.snapshot).state).activity


def _dice(seal: Seal) -> SeededDice:
    """The week's own dice, under a label that the game never uses."""
    return SeededDice(seed_of(seal), 0, WORKSHOP)
