"""Services for creating clubs and changing their house rules and seasons."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.text import slugify

from campaign.calendar.services import calendar
from campaign.deals.services import endings
from campaign.desk.rules.founding import NO_SUCH_ZONE, Founding, Opening
from campaign.duels.selectors.calendar import unrecorded_duels
from campaign.duels.selectors.standings import standings
from campaign.duels.services import event_cars
from campaign.house_rules.rules import house, presets
from campaign.house_rules.rules.calendar import next_opening
from campaign.league.models import Campaign, Duel, Membership, Season, Week
from campaign.league.refusals import DuelsUnrecorded
from campaign.league.selectors.house import rules_of
from campaign.league.services import desk_log
from campaign.news.services import news
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.problems import joined, plural
from core.web.records import tidy
from core.web.refusals import Refused, WrongTime, bad_field
from core.web.text import line, pages

ONLY_STAFF_CREATE_CLUBS: Final = (
    "Only the site administrator can create clubs on this site. Ask them to create one, or join "
    "a club with an invite link."
)


def may_found(user: User) -> bool:
    """Return whether the site's `FOUNDING` setting lets a user create clubs."""
    return settings.FOUNDING == "everybody" or user.is_staff


def insist_may_found(user: User) -> None:
    """Raise Refused if the user is not allowed to create clubs on this site."""
    if not may_found(user):
        raise Refused(ONLY_STAFF_CREATE_CLUBS, code="founding-closed")


def create_club(
    *, new: Founding, founder: User, now: datetime, slug: str = "", tryout: bool = False
) -> Campaign:
    """Create a club from a preset with changes. It gets a GM, and a first season with planned
    weeks.

    The first week opens on or after a local date, by default as soon as possible. Clubs with
    `tryout` are for trying the game (C25). Raise BadForm or BadHouseRules. Raise Refused if a guest
    creates any other kind of club, because the club would lose its founder when the browser session
    ends.
    """
    if founder.guest and not tryout:
        raise Refused("You need an account to create a club. Sign up first.", code="guest")
    preset = _preset(new.preset)
    rules = house.decode({**house.to_json_data(preset.house), **new.options})
    zone = _zone(new.timezone)
    checked_name = line(new.name, field="name", title="Name", max_length=80, min_length=2)
    with transaction.atomic():
        campaign = Campaign.objects.create(
            name=checked_name,
            slug=slug or _slug(checked_name),
            blurb=pages(new.blurb, field="blurb", title="About", max_length=2000),
            timezone=new.timezone,
            house_rules=house.to_json_data(rules),
            founder=founder,
            founded_at=now,
            tryout=tryout,
        )
        with club(campaign.pk):
            Membership.objects.create(
                campaign=campaign, user=founder, role=Membership.Role.GM, joined_at=now
            )
            season = Season.objects.create(campaign=campaign, number=1, opened_at=now)
            weeks = preset.weeks if new.weeks is None else new.weeks
            _first_weeks(season, zone, new.first, weeks, now)
            news.publish(
                [news.Item(campaign.pk, "founded", f"{checked_name} was created.", "founded", now)]
            )
    return campaign


def _preset(key: str) -> presets.Preset:
    preset = presets.find_preset(key)
    if preset is None:
        raise bad_field("preset", "no-such-preset", "Choose one of the presets.")
    return preset


def _zone(timezone: str) -> ZoneInfo:
    if timezone not in available_timezones():
        raise bad_field("timezone", "no-such-zone", NO_SUCH_ZONE)
    return ZoneInfo(timezone)


def _slug(name: str) -> str:
    """Return an address for a club that does not reveal whether another club has the same name."""
    return f"{slugify(name)[:50] or 'club'}-{secrets.token_hex(2)}"


def _first_weeks(
    season: Season, zone: ZoneInfo, first: date | None, weeks: int, now: datetime
) -> None:
    if weeks:
        start = first or next_opening(now.astimezone(zone), house.slots(rules_of(season.campaign)))
        calendar.plan(season=season, first=start, weeks=weeks, now=now)


def describe(*, campaign: Campaign, name: str, blurb: str) -> Campaign:
    """Change the club's name and description. Its address does not change."""
    with club(campaign.pk):
        campaign = locked(campaign)
        campaign.name = line(name, field="name", title="Name", max_length=80, min_length=2)
        campaign.blurb = pages(blurb, field="blurb", title="About", max_length=2000)
        campaign.save(update_fields=["name", "blurb"])
        return campaign


def change_rules(
    *,
    campaign: Campaign,
    options: Mapping[str, Any],
    actor: User,
    now: datetime,
    reason: str = "",
    timezone: str = "",
) -> Campaign:
    """Change the house rules in `options`, and the club's time zone if `timezone` is given.

    Weeks that are already open keep their own rules (E26). Planned weeks keep their dates. Changes
    are published, and logged with old and new values. Raise BadHouseRules, and BadForm for an
    unknown time zone.
    """
    zone = str(_zone(timezone)) if timezone else ""
    with club(campaign.pk):
        campaign = locked(campaign)
        before = rules_of(campaign)
        after = house.decode({**campaign.house_rules, **options})
        changed = [
            option
            for option in house.fields()
            if getattr(after, option.name) != getattr(before, option.name)
        ]
        titles = [option.title for option in changed]
        detail = {
            label: {option.name: house.to_json_data(rules)[option.name] for option in changed}
            for label, rules in (("before", before), ("after", after))
        }
        if zone and zone != campaign.timezone:
            titles.append("Time zone")
            detail["before"]["timezone"], detail["after"]["timezone"] = campaign.timezone, zone
            campaign.timezone = zone
        if not titles:
            return campaign
        campaign.house_rules = house.to_json_data(after)
        campaign.save(update_fields=["house_rules", "timezone"])
        act = desk_log.record(
            campaign_id=campaign.pk,
            actor=actor,
            kind="rules-changed",
            now=now,
            reason=reason,
            detail=detail,
        )
        text = "House rules changed: " + ", ".join(titles)
        news.publish(
            [news.Item(campaign.pk, act.kind, text[:499] + ".", f"{act.kind}:{act.pk}", now)]
        )
        return campaign


def open_season(*, campaign: Campaign, new: Opening, actor: User, now: datetime) -> Season:
    """Open the next season with planned weeks and empty standings.

    Raise WrongTime if another season is open.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        if campaign.seasons.filter(closed_at=None).exists():
            raise WrongTime("Close the current season first.")
        last = campaign.seasons.order_by("-number").first()
        new = tidy(new)
        season = Season.objects.create(
            campaign=campaign,
            number=last.number + 1 if last else 1,
            name=new.name,
            opened_at=now,
        )
        _first_weeks(season, ZoneInfo(campaign.timezone), new.first, new.weeks, now)
        _record_and_publish(
            campaign.pk, "season-opened", f"{season} has started.", season.pk, actor, now
        )
        return season


def close_season(
    *, season: Season, actor: User, now: datetime, without_duels: bool = False
) -> Season:
    """Close a season, name its champion, and delete its planned weeks. Later corrections are
    marked.

    If `without_duels` is true, unrecorded duels never count. Otherwise, raise DuelsUnrecorded if a
    duel has no result. Raise WrongTime while a week is in progress.
    """
    with club(season.campaign_id):
        season = locked(season)
        if season.closed_at:
            raise WrongTime(f"{season} is already closed.")
        weeks = list(season.weeks.select_for_update(no_key=True))  # locked so that no week can open
        idle_statuses = {Week.Status.PLANNED, *Week.FINISHED}
        week_in_progress = next((week for week in weeks if week.status not in idle_statuses), None)
        if week_in_progress:
            raise WrongTime(
                f"Week {week_in_progress.number} is still in progress. Close the season after the "
                "week is closed."
            )
        missing = unrecorded_duels(season, now)
        if missing and not without_duels:
            pronoun = "it" if len(missing) == 1 else "them"
            raise DuelsUnrecorded(
                (
                    f"{_duels(missing)} not recorded: record {pronoun}, or close the season "
                    f"without {pronoun}."
                ),
                field="without_duels",
            )
        for duel in missing:
            event_cars.take_back(duel, now)
        _delete_planned_weeks(season)
        endings.end_with_season(season, now)
        season.closed_at = now
        season.save(update_fields=["closed_at"])
        _record_and_publish(
            season.campaign_id,
            "season-closed",
            _closing_news(season, missing),
            season.pk,
            actor,
            now,
            **({"without_duels": [duel.week.number for duel in missing]} if missing else {}),
        )
        return season


def _delete_planned_weeks(season: Season) -> None:
    """Delete the planned weeks, except weeks with records such as corrections of the standings."""
    for week in season.weeks.filter(status=Week.Status.PLANNED):
        with suppress(ProtectedError):
            calendar.delete_week(week)


def _duels(missing: Sequence[Duel]) -> str:
    numbers = [duel.week.number for duel in missing if duel.is_weekly]
    events = [duel.phrase for duel in missing if not duel.is_weekly]
    own_duels = (
        [
            f"the duel of week {numbers[0]}"
            if len(numbers) == 1
            else f"the duels of weeks {joined(numbers)}"
        ]
        if numbers
        else []
    )
    text = joined([*own_duels, *events])
    return f"{text[0].upper()}{text[1:]} {'is' if len(missing) == 1 else 'are'}"


def _closing_news(season: Season, missing: Sequence[Duel]) -> str:
    """Return the news at the end of a season, with its champion and unrecorded duels."""
    table = standings(season)
    first = [team.name for team in table.champions]
    text = f"{season} is closed."
    if first:
        points = f"{plural(table.rows[0].points, 'point')}{' each' if len(first) > 1 else ''}"
        text += (
            f" {'Champion' if len(first) == 1 else 'Champions'}: {joined(first)}, with {points}."
        )
    if missing:
        text += (
            f" {_duels(missing)} not recorded and {'does' if len(missing) == 1 else 'do'} not "
            "count."
        )
    return text[:500]


def _record_and_publish(
    campaign_id: UUID,
    kind: str,
    text: str,
    season_id: UUID,
    actor: User,
    now: datetime,
    **extra_detail: Any,
) -> None:
    desk_log.record(
        campaign_id=campaign_id,
        actor=actor,
        kind=kind,
        now=now,
        detail={"season": str(season_id), **extra_detail},
    )
    news.publish([news.Item(campaign_id, kind, text, f"{kind}:{season_id}", now)])
