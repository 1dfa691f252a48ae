"""The end of a week: late charges, work in the garage, healing and the recap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from campaign.deals.services import endings
from campaign.duels.services import healing
from campaign.garage.services import workshop
from campaign.league.models import Week
from campaign.league.selectors import people
from campaign.league.selectors.links import week_path, week_subject
from campaign.ledger.services import posting
from campaign.news.selectors.news import RECAP
from campaign.news.services import news
from campaign.roster.services import gold_cross, living_costs
from core.notifications.services import notices
from core.web import bulk
from core.web.problems import plural
from engine.dice import SeededDice
from espionage.models import Seal, SealedSeat
from espionage.notice_kinds import WeekNotice
from espionage.rules.effects import Effects
from espionage.rules.headline import fill_with_sentences
from espionage.rules.settlement import effects_of
from espionage.selectors.recaps import Recap, recaps
from play.running import resume

from .detonating import fire_charges
from .drawing import seed_of
from .settling import MAX_NOTICE_LENGTH, SHEETS, Settlement, sheet_points

WORKSHOP = "workshop"
"""The dice domain for mechanics and paramedics."""


def close_weeks(weeks: Sequence[Week], now: datetime) -> None:
    """Close these weeks and publish a recap of each.

    Late charges explode (E23), mechanics and paramedics do their work, people who rested heal
    (E20), and teams pay living costs (C135).
    """
    fire_charges(weeks, now, all_remaining=True)
    seals = {
        seal.week_id: seal
        for seal in Seal.objects.filter(week__in=weeks).select_related("match__snapshot")
    }
    effects = {
        pk: effects_of(resume(seal.match, seal.match.snapshot).state)
        for pk, seal in seals.items()
        if seal.match is not None
    }
    activities = [activity for week in effects.values() for activity in week.activity]
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
        living_costs.charge(weeks=closing, now=moment)
    _book_sheet_points(weeks, effects)
    for week in weeks:
        week.status = Week.Status.CLOSED
    bulk.update(weeks, ["status"])
    endings.end_with_weeks(weeks, now)
    _publish_recaps([week for week in weeks if seals[week.pk].match_id])


def _book_sheet_points(weeks: Sequence[Week], effects: Mapping[UUID, Effects]) -> None:
    """Book and announce the points for stolen vehicle sheets (E55).

    They are public, so they wait until the duel, in which the sheets could be used, is over.
    """
    stolen = [week for week in weeks if week.pk in effects and effects[week.pk].stolen_sheets]
    if not stolen:
        return
    seats: dict[UUID, list[SealedSeat]] = defaultdict(list)
    rows = SealedSeat.objects.filter(week__in=stolen).select_related("team").order_by("seat")
    for row in rows:
        seats[row.week_id].append(row)
    for week in stolen:
        lines = list(sheet_points(Settlement(week, seats[week.pk], effects[week.pk])))
        posting.post(lines)
        names = {seat.team_id: seat.team.name for seat in seats[week.pk]}
        news.publish(
            news.Item(
                week.season.campaign_id,
                SHEETS,
                f"Stolen vehicle sheets: {plural(line.amount, 'point')} for {names[line.owner]}.",
                f"{SHEETS}:{week.pk}:{line.owner}",
                week.closes_at,
                position=98,
                week=week.pk,
            )
            for line in sorted(lines, key=lambda line: names[line.owner])
        )


def _publish_recaps(weeks: Sequence[Week]) -> None:
    """Publish the recaps of weeks with a game, based on the results known when the week closes.

    Members get the Courier's headline and the recap as a notice. Duels that are recorded or
    corrected later are announced separately.
    """
    if not weeks:
        return
    recaps_by_week = recaps(weeks)
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
        for pk, recap in recaps_by_week.items()
    )
    members = people.members(week.season.campaign_id for week in weeks)
    notices.send(
        notices.Message(
            user,
            recap.week.season.campaign_id,
            WeekNotice.COURIER,
            text,
            week_path("courier", recap.week),
            f"courier:{pk}",
            recap.week.closes_at,
            about=week_subject(recap.week),
        )
        for pk, recap in recaps_by_week.items()
        if not recap.week.season.campaign.tryout
        for text in [_courier_notice(recap)]
        for user in members.get(recap.week.season.campaign_id, ())
    )


def _courier_notice(recap: Recap) -> str:
    start = f"The Courier, week {recap.week.number}: {recap.headline}."
    return fill_with_sentences(MAX_NOTICE_LENGTH, start, recap.sentences)


def _group_by_closing_time(weeks: Sequence[Week]) -> dict[datetime, list[Week]]:
    """Group weeks by closing time. Most clubs close at one of a few times."""
    groups: dict[datetime, list[Week]] = defaultdict(list)
    for week in weeks:
        groups[week.closes_at].append(week)
    return groups


def _dice(seal: Seal) -> SeededDice:
    """Return dice for the week from a domain that the game never uses."""
    return SeededDice(seed_of(seal), 0, WORKSHOP)
