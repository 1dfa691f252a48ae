"""Pausing a league, and having it go on: by a GM with a reason, or by a vote (C26).

No stage of a week knows of pauses. A pause puts off, by whole weeks of the club's own time, every
moment that has not passed, also the hours of events, heats and open challenges; going on earlier
takes weeks of it back.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from campaign.league.models import Campaign, Challenge, Event, Meet, Pause, Season, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.rules import calendar as rules
from campaign.league.rules.calendar import MAX_PAUSE_WEEKS, Postponement
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.seasons import times
from core.web import bulk
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.refusals import Refused, WrongTime
from core.web.text import normalize
from engine.values import changed

from . import desk_log, openly
from .calendar import moments, overtaken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.league.rules.calendar import WeekTimes
    from core.accounts.models import User


Driven: TypeAlias = Event | Meet | Challenge
HOURS: Final[Mapping[type[Driven], tuple[str, ...]]] = {
    Event: ("starts_at",),
    Meet: ("closes_at", "starts_at"),
    Challenge: ("starts_at",),
}
"""What is driven beside the weeks' own duels, with its hours."""


def pause(
    *, campaign: Campaign, weeks: int, actor: User | None, reason: str, at: datetime
) -> Pause:
    """Pause the league for so many weeks; while it is paused, for so many more. `actor` is None
    where a vote did it.

    Logged, in the news, in every member's inbox and calendar. Raises ReasonNeeded; WrongTime
    without an open season; Refused for less than a week or more than `MOST_PAUSED` in all.
    """
    reason = desk_log.reasoned(reason)
    with club(campaign.pk):
        campaign = locked(campaign)
        season = _open_season(campaign)
        row = _standing(campaign, at) or Pause(campaign=campaign, at=at, weeks=0)
        if not 1 <= weeks <= MAX_PAUSE_WEEKS - row.weeks:
            raise Refused(
                f"A league can be paused for a total of 1 to {MAX_PAUSE_WEEKS} weeks.",
                field="weeks",
                code="out-of-bounds",
            )
        row.moved = _put_off(season, row.moved, weeks, at)
        row.weeks, row.by, row.reason = row.weeks + weeks, actor, reason
        row.until = rules.add_weeks(row.at, zone_of(campaign), row.weeks)
        row.save()
        until = in_text(row.until)
        said = (
            f"{actor.get_username()} paused the league until {until}"
            if actor
            else f"The league is paused by a vote until {until}"
        )
        _announce(row, ClubNotice.LEAGUE_PAUSED, said, actor, reason, at)
        return row


def go_on(*, campaign: Campaign, actor: User | None, at: datetime, reason: str = "") -> Pause:
    """End the pause now: what it put off comes earlier again by as many whole weeks as leave every
    moment the time that was left when the pause began. An evening goes on where it stopped.

    Logged, in the news, in every member's inbox and calendar. Raises WrongTime where the league is
    not paused.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        row = _standing(campaign, at)
        if row is None:
            raise WrongTime("The league is not paused.")
        _take_back(row, at)
        row.ended_at, row.ended_by = at, actor
        row.save(update_fields=["ended_at", "ended_by"])
        said = (
            f"{actor.get_username()} resumed the league"
            if actor
            else "The league was resumed by a vote"
        )
        reason = normalize(reason)[:500]
        _announce(row, ClubNotice.LEAGUE_GOES_ON, said, actor, reason, at)
        return row


def _open_season(campaign: Campaign) -> Season:
    season = Season.objects.filter(campaign=campaign, closed_at=None).first()
    if season is None:
        raise WrongTime("No season is open, so there is nothing to pause.")
    return locked(season)


def _standing(campaign: Campaign, at: datetime) -> Pause | None:
    """The pause that the league is in, locked. One that ran out by itself is written off."""
    row = Pause.objects.filter(campaign=campaign, ended_at=None).select_for_update().first()
    if row is not None and row.until <= at:
        row.ended_at = row.until
        row.save(update_fields=["ended_at"])
        return None
    return row


def _ahead(season: Season) -> list[Week]:
    """The weeks of a season that are not over, in order, locked."""
    rows = season.weeks.exclude(status__in=Week.FINISHED).order_by("number")
    return list(rows.select_for_update(no_key=True))


def _put_off(season: Season, moved: Mapping[str, Any], weeks: int, at: datetime) -> dict[str, Any]:
    """Put off what has not passed; what is now put off."""
    zone, found = zone_of(season.campaign), dict(moved)
    rows = _ahead(season)
    earliest = None
    for week in rows:
        slot = times(week)
        names = rules.paused_moments(slot, week.status, at)
        new = {name: rules.add_weeks(getattr(slot, name), zone, weeks) for name in names}
        earliest = _set(week, rules.replace_moments(slot, new, earliest))
        kept = _kept(found.get(str(week.pk), {}))
        found[str(week.pk)] = _plain(kept | _more(slot, names, kept, weeks))
    _save(rows)
    driven = list(_driven(rows))
    for one in driven:
        kept = _kept(found.get(str(one.pk), {}))
        for name in HOURS[type(one)]:
            hour = getattr(one, name)
            if hour > at:
                setattr(one, name, rules.add_weeks(hour, zone, weeks))
                before = kept.get(name, Postponement(before=hour, weeks=0))
                kept[name] = changed(before, weeks=before.weeks + weeks)
        found |= {str(one.pk): _plain(kept)} if kept else {}
    _save_hours(driven)
    return found


def _driven(weeks: Sequence[Week]) -> Iterator[Driven]:
    """What is still to be driven beside the duels of these weeks, locked: events, sets of heats,
    and challenges that are open.
    """
    still = (
        Event.objects.filter(called_off_at=None),
        Meet.objects.filter(drawn_at=None),
        Challenge.objects.filter(settled_at=None),
    )
    for rows in still:
        yield from rows.filter(week__in=weeks).order_by("pk").select_for_update(no_key=True)


def _plain(kept: Mapping[str, Postponement]) -> dict[str, list[Any]]:
    """The same as it is written down."""
    return {name: [one.before.isoformat(), one.weeks] for name, one in kept.items()}


def _kept(moved: Mapping[str, Any]) -> dict[str, Postponement]:
    """What a pause keeps of a week, or of what is driven in one."""
    return {
        name: Postponement(before=datetime.fromisoformat(before), weeks=weeks)
        for name, (before, weeks) in moved.items()
    }


def _more(
    slot: WeekTimes, names: Sequence[str], kept: Mapping[str, Postponement], weeks: int
) -> dict[str, Postponement]:
    """The same after these moments were put off by so many weeks more."""
    return {
        name: Postponement(before=kept[name].before, weeks=kept[name].weeks + weeks)
        if name in kept
        else Postponement(before=getattr(slot, name), weeks=weeks)
        for name in names
    }


def _take_back(row: Pause, at: datetime) -> None:
    """Bring forward again what was put off."""
    zone = zone_of(row.campaign)
    found = Week.objects.filter(season__campaign=row.campaign, pk__in=list(row.moved))
    found = found.exclude(status__in=Week.FINISHED).order_by("season__number", "number")
    rows = list(found.select_for_update(no_key=True, of=("self",)))
    kept = {week.pk: _kept(row.moved[str(week.pk)]) for week in rows}
    driven = [one for one in _driven(rows) if str(one.pk) in row.moved]
    kept |= {one.pk: _kept(row.moved[str(one.pk)]) for one in driven}
    secret = {one.pk for one in driven if isinstance(one, Challenge)}
    ahead = [
        moment.before for pk, each in kept.items() if pk not in secret for moment in each.values()
    ]  # how far all comes back must not tell of a challenge (C55)
    back = row.weeks - rules.count_weeks_kept(ahead, row.at, at, zone, row.weeks)
    earliest = None
    for week in rows:
        slot = times(week)
        new = _brought_back(slot, kept[week.pk], row, at, back, evening=week.evening)
        earliest = _set(week, rules.replace_moments(slot, new, earliest))
        if week.opens_at >= week.due_at:
            raise WrongTime(
                f"Week {week.number} was moved during the pause and no longer fits the schedule. "
                "Postpone it first."
            )
    _save(rows)
    evenings = {week.pk: week.evening for week in rows}
    for one in driven:
        hours = _brought_back(one, kept[one.pk], row, at, back, evening=evenings[one.week_id])
        for name, hour in hours.items():
            setattr(one, name, hour)
    _save_hours(driven)


def _brought_back(
    slot: object,
    kept: Mapping[str, Postponement],
    row: Pause,
    at: datetime,
    back: int,
    *,
    evening: bool,
) -> dict[str, datetime]:
    """The moments that are still ahead, with so many weeks taken back; of an evening, as far ahead
    as they were.
    """
    zone, new = zone_of(row.campaign), {}
    for name, put_off in kept.items():
        now = getattr(slot, name)
        if now > at:
            new[name] = (
                min(now, max(at, put_off.before + (at - row.at)))
                if evening
                else rules.take_back(now, put_off, zone, back)
            )
    return new


def _set(week: Week, slot: WeekTimes) -> datetime:
    """Give a week these times; when it closes."""
    before = times(week)
    for name, moment in moments(slot).items():
        setattr(week, name, moment)
    overtaken([(week, before)])
    return week.closes_at


def _save(rows: Sequence[Week]) -> None:
    if rows:
        bulk.update(list(rows), list(rules.MOMENTS))


def _save_hours(driven: Iterable[Driven]) -> None:
    found = list(driven)
    for model, names in HOURS.items():
        bulk.update([one for one in found if isinstance(one, model)], names)


def _announce(
    row: Pause,
    kind: ClubNotice,
    said: str,
    actor: User | None,
    reason: str,
    at: datetime,
) -> None:
    act = desk_log.record(
        campaign_id=row.campaign_id,
        actor=actor,
        kind=kind,
        at=at,
        reason=reason,
        detail={"weeks": row.weeks, "until": row.until.isoformat()},
    )
    openly.announce(act, said, path="")
