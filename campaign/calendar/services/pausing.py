"""Services for pausing and resuming a league, by a GM with a reason or by a vote (C26).

The stages of a week know nothing about pauses. A pause postpones all future times by whole weeks in
the club's time zone. This includes the times of events, heats and open challenges. Resuming the
league early takes back some of these weeks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from campaign.calendar.models import Pause
from campaign.house_rules.rules import calendar as rules
from campaign.house_rules.rules.calendar import MAX_PAUSE_WEEKS, Postponement, WeekTimes
from campaign.league.models import Campaign, Challenge, Duel, Meet, Season, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.seasons import week_times
from campaign.league.services import desk_log
from campaign.news.services import openly
from core.accounts.models import User
from core.web import bulk
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.refusals import Refused, WrongTime
from core.web.text import normalize
from engine.values import changed

from .calendar import hold_back_outdated, time_columns

ScheduledRow: TypeAlias = Duel | Meet | Challenge
TIME_FIELDS: Final[Mapping[type[ScheduledRow], tuple[str, ...]]] = {
    Duel: ("starts_at",),
    Meet: ("closes_at", "starts_at"),
    Challenge: ("starts_at",),
}
"""Models of rows with times in a week, and the names of these times."""


def pause(
    *, campaign: Campaign, weeks: int, actor: User | None, reason: str, now: datetime
) -> Pause:
    """Pause the league for a number of weeks, or extend the current pause.

    `actor` is None after a vote. The pause is logged, published, sent to all members, and shown in
    calendars. Raise ReasonNeeded. Raise WrongTime if no season is open. Raise Refused for less than
    one week or more than `MAX_PAUSE_WEEKS` in total.
    """
    reason = desk_log.require_reason(reason)
    with club(campaign.pk):
        campaign = locked(campaign)
        season = _open_season(campaign)
        row = _lock_current(campaign, now) or Pause(campaign=campaign, at=now, weeks=0)
        if not 1 <= weeks <= MAX_PAUSE_WEEKS - row.weeks:
            raise Refused(
                f"A league can be paused for a total of 1 to {MAX_PAUSE_WEEKS} weeks.",
                field="weeks",
                code="out-of-bounds",
            )
        row.moved = _postpone(season, row.moved, weeks, now)
        row.weeks, row.by, row.reason = row.weeks + weeks, actor, reason
        row.until = rules.add_weeks(row.at, zone_of(campaign), row.weeks)
        row.save()
        until = in_text(row.until)
        sentence = (
            f"{actor.get_username()} paused the league until {until}"
            if actor
            else f"The league is paused by a vote until {until}"
        )
        _announce(row, ClubNotice.LEAGUE_PAUSED, sentence, actor, reason, now)
        return row


def resume(*, campaign: Campaign, actor: User | None, now: datetime, reason: str = "") -> Pause:
    """End the pause now. An evening continues where it stopped.

    Postponed times move back by as many whole weeks as possible, but remain at least as far away as
    they were when the pause began. The end of the pause is logged, published, sent to all members,
    and shown in calendars. Raise WrongTime if the league is not paused.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        row = _lock_current(campaign, now)
        if row is None:
            raise WrongTime("The league is not paused.")
        _take_back(row, now)
        row.ended_at, row.ended_by = now, actor
        row.save(update_fields=["ended_at", "ended_by"])
        sentence = (
            f"{actor.get_username()} resumed the league"
            if actor
            else "The league was resumed by a vote"
        )
        reason = normalize(reason)[:500]
        _announce(row, ClubNotice.LEAGUE_GOES_ON, sentence, actor, reason, now)
        return row


def _open_season(campaign: Campaign) -> Season:
    season = Season.objects.filter(campaign=campaign, closed_at=None).first()
    if season is None:
        raise WrongTime("No season is open, so there is nothing to pause.")
    return locked(season)


def _lock_current(campaign: Campaign, now: datetime) -> Pause | None:
    """Lock and return the current pause. Mark a pause that has expired as ended."""
    row = Pause.objects.filter(campaign=campaign, ended_at=None).select_for_update().first()
    if row is not None and row.until <= now:
        row.ended_at = row.until
        row.save(update_fields=["ended_at"])
        return None
    return row


def _lock_remaining_weeks(season: Season) -> list[Week]:
    """Lock and return the weeks of a season that are not over, in order."""
    rows = season.weeks.exclude(status__in=Week.FINISHED).order_by("number")
    return list(rows.select_for_update(no_key=True))


def _postpone(
    season: Season, moved: Mapping[str, Any], weeks: int, now: datetime
) -> dict[str, Any]:
    """Postpone all times that have not passed, and return the postponements."""
    zone, postponed = zone_of(season.campaign), dict(moved)
    rows = _lock_remaining_weeks(season)
    earliest = None
    for week in rows:
        slot = week_times(week)
        names = rules.paused_moments(slot, week.status, now)
        new = {name: rules.add_weeks(getattr(slot, name), zone, weeks) for name in names}
        earliest = _set_times(week, rules.replace_moments(slot, new, earliest))
        postponements = _load(postponed.get(str(week.pk), {}))
        postponed[str(week.pk)] = _dump(
            postponements | _postpone_more(slot, names, postponements, weeks)
        )
    _save(rows)
    duels = list(_lock_duels(rows))
    for duel in duels:
        postponements = _load(postponed.get(str(duel.pk), {}))
        for name in TIME_FIELDS[type(duel)]:
            hour = getattr(duel, name)
            if hour > now:
                setattr(duel, name, rules.add_weeks(hour, zone, weeks))
                before = postponements.get(name, Postponement(before=hour, weeks=0))
                postponements[name] = changed(before, weeks=before.weeks + weeks)
        postponed |= {str(duel.pk): _dump(postponements)} if postponements else {}
    _save_duels(duels)
    return postponed


def _lock_duels(weeks: Sequence[Week]) -> Iterator[ScheduledRow]:
    """Lock and yield the pending events, sets of heats and open challenges of these weeks."""
    querysets = (
        Duel.objects.filter(starts_at__isnull=False, called_off_at=None),
        Meet.objects.filter(drawn_at=None),
        Challenge.objects.filter(settled_at=None),
    )
    for rows in querysets:
        yield from rows.filter(week__in=weeks).order_by("pk").select_for_update(no_key=True)


def _dump(postponements: Mapping[str, Postponement]) -> dict[str, list[Any]]:
    """Return postponements in their stored form."""
    return {
        name: [postponement.before.isoformat(), postponement.weeks]
        for name, postponement in postponements.items()
    }


def _load(moved: Mapping[str, Any]) -> dict[str, Postponement]:
    """Return the stored postponements of a week or duel."""
    return {
        name: Postponement(before=datetime.fromisoformat(before), weeks=weeks)
        for name, (before, weeks) in moved.items()
    }


def _postpone_more(
    slot: WeekTimes, names: Sequence[str], postponements: Mapping[str, Postponement], weeks: int
) -> dict[str, Postponement]:
    """Return the postponements after these times have moved by a further number of weeks."""
    return {
        name: Postponement(
            before=postponements[name].before, weeks=postponements[name].weeks + weeks
        )
        if name in postponements
        else Postponement(before=getattr(slot, name), weeks=weeks)
        for name in names
    }


def _take_back(row: Pause, now: datetime) -> None:
    """Move postponed times back."""
    zone = zone_of(row.campaign)
    query = Week.objects.filter(season__campaign=row.campaign, pk__in=list(row.moved))
    query = query.exclude(status__in=Week.FINISHED).order_by("season__number", "number")
    rows = list(query.select_for_update(no_key=True, of=("self",)))
    postponements = {week.pk: _load(row.moved[str(week.pk)]) for week in rows}
    duels = [duel for duel in _lock_duels(rows) if str(duel.pk) in row.moved]
    postponements |= {duel.pk: _load(row.moved[str(duel.pk)]) for duel in duels}
    secret = {duel.pk for duel in duels if isinstance(duel, Challenge)}
    befores = [
        moment.before
        for pk, moved in postponements.items()
        if pk not in secret
        for moment in moved.values()
    ]  # challenges are left out, because the shift would reveal them (C55)
    back = row.weeks - rules.count_weeks_kept(befores, row.at, now, zone, row.weeks)
    earliest = None
    for week in rows:
        slot = week_times(week)
        new = _times_back(slot, postponements[week.pk], row, now, back, evening=week.evening)
        earliest = _set_times(week, rules.replace_moments(slot, new, earliest))
        if week.opens_at >= week.due_at:
            raise WrongTime(
                f"Week {week.number} was moved during the pause and no longer fits the schedule. "
                "Postpone it first."
            )
    _save(rows)
    evenings = {week.pk: week.evening for week in rows}
    for duel in duels:
        hours = _times_back(
            duel, postponements[duel.pk], row, now, back, evening=evenings[duel.week_id]
        )
        for name, hour in hours.items():
            setattr(duel, name, hour)
    _save_duels(duels)


def _times_back(
    slot: object,
    postponements: Mapping[str, Postponement],
    row: Pause,
    now: datetime,
    back: int,
    *,
    evening: bool,
) -> dict[str, datetime]:
    """Return the future times, moved back by `back` weeks.

    In an evening, the intervals between the times stay the same.
    """
    zone, new = zone_of(row.campaign), {}
    for name, postponement in postponements.items():
        moment = getattr(slot, name)
        if moment > now:
            new[name] = (
                min(moment, max(now, postponement.before + (now - row.at)))
                if evening
                else rules.take_back(moment, postponement, zone, back)
            )
    return new


def _set_times(week: Week, slot: WeekTimes) -> datetime:
    before = week_times(week)
    for name, moment in time_columns(slot).items():
        setattr(week, name, moment)
    hold_back_outdated([(week, before)])
    return week.closes_at


def _save(rows: Sequence[Week]) -> None:
    if rows:
        bulk.update(list(rows), list(rules.MOMENTS))


def _save_duels(duels: Iterable[ScheduledRow]) -> None:
    rows = list(duels)
    for model, names in TIME_FIELDS.items():
        bulk.update([duel for duel in rows if isinstance(duel, model)], names)


def _announce(
    row: Pause,
    kind: ClubNotice,
    sentence: str,
    actor: User | None,
    reason: str,
    now: datetime,
) -> None:
    act = desk_log.record(
        campaign_id=row.campaign_id,
        actor=actor,
        kind=kind,
        now=now,
        reason=reason,
        detail={"weeks": row.weeks, "until": row.until.isoformat()},
    )
    openly.announce(act, sentence, path="")
