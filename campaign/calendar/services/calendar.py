"""Services for the club's calendar.

They plan weeks, extend deadlines, and postpone or cancel planned weeks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from itertools import count
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, ProtectedError

from campaign.calendar.models import Pause
from campaign.calendar.rules.acts import Extending
from campaign.calendar.selectors import pauses
from campaign.house_rules.rules import calendar as rules
from campaign.house_rules.rules import house
from campaign.house_rules.rules.calendar import MAX_PLANNED_WEEKS, WeekTimes
from campaign.league.models import WEEKLY_NUMBER, Duel, Season, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.house import rules_in, rules_of, window_of, zone_of
from campaign.league.selectors.seasons import can_be_evening, deadline_changes, week_times
from campaign.league.services import desk_log
from campaign.news.services import news
from core.accounts.models import User
from core.notifications.services import notices
from core.web import bulk
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.refusals import Refused, WrongTime, refuse_if
from engine.values import changed

MIN_EXTENSION: Final = timedelta(minutes=5)
"""Minimum deadline extension that a team can request."""
IN_THE_PAST: Final = "The first week would open in the past. Choose a later date."


def plan(*, season: Season, first: date, weeks: int, now: datetime) -> list[Week]:
    """Add weeks to a season according to the club's weekly schedule.

    The first week opens on the opening weekday on or after `first`, a local date. Raise WrongTime
    if the season is closed, or if the first week would open in the past, before the last week
    closes, or too far in the future.
    """
    with club(season.campaign_id):
        season = locked(season)
        _must_be_open(season)
        last = season.weeks.order_by("-number").first()
        if not 1 <= weeks <= MAX_PLANNED_WEEKS:
            raise Refused(
                f"Schedule 1 to {MAX_PLANNED_WEEKS} weeks at a time.",
                field="weeks",
                code="out-of-bounds",
            )
        _refuse_distant(first, now)
        slots = rules.plan_season(
            zone_of(season.campaign),
            first,
            weeks,
            slots_of(season),
            number=last.number + 1 if last else 1,
        )
        _refuse_early(slots[0], last, pauses.current_pause(season.campaign, now), now)
        return create_weeks(
            [Week(season=season, **time_columns(slot), number=slot.number) for slot in slots], now
        )


def _refuse_distant(first: date, now: datetime) -> None:
    """Raise WrongTime if no week that opens in the seven days from `first` can be scheduled."""
    today = now.date()
    if first < today - timedelta(days=8):
        raise WrongTime(IN_THE_PAST, field="first")
    if first > today + rules.MAX_LEAD_TIME:
        raise WrongTime("Choose a date within the next two years.", field="first")


def _refuse_early(slot: WeekTimes, last: Week | None, pause: Pause | None, now: datetime) -> None:
    """Raise WrongTime if a first week would open in the past, in a pause, or too early."""
    if slot.opens_at < now:
        raise WrongTime(IN_THE_PAST, field="first")
    if pause and slot.opens_at < pause.until:
        raise WrongTime(
            "The league is paused at that time. Choose a date after the pause, or resume the "
            "league first.",
            field="first",
        )
    if last and slot.opens_at < last.closes_at:
        raise WrongTime(
            f"The first week would open before week {last.number} closes. Choose a later date.",
            field="first",
        )


def create_weeks(weeks: Iterable[Week], now: datetime) -> list[Week]:
    """Store new weeks, each with its weekly duel. The duel has the same id as its week."""
    rows = Week.objects.bulk_create(weeks)
    Duel.objects.bulk_create(
        Duel(pk=week.pk, week=week, kind=Duel.Kind.WEEKLY, number=WEEKLY_NUMBER, made_at=now)
        for week in rows
    )
    return rows


def slots_of(season: Season) -> rules.Slots:
    """Return the weekly schedule of the season's club."""
    return house.slots(rules_of(season.campaign))


def _must_be_open(season: Season) -> None:
    if season.closed_at:
        raise WrongTime(f"{season} is closed. Start a new season first.")


def refuse_closed(season: Season) -> None:
    """Raise WrongTime if the season is closed, when only duel results can be corrected."""
    if season.closed_at:
        raise WrongTime(f"{season} is closed. Its weeks can no longer be changed.")


def time_columns(slot: WeekTimes) -> dict[str, datetime]:
    """Return the times, by the names of the week's columns."""
    return {name: getattr(slot, name) for name in rules.MOMENTS}


def extend(*, week: Week, change: Extending, actor: User, now: datetime) -> Week:
    """Extend the deadline for everyone. If a time for the duel is given, postpone the duel, too.

    Publication moves with the deadline. Other times move only if necessary. The extension is
    logged, published and sent to all members. Raise ReasonNeeded. Raise WrongTime if the deadline
    has passed or would become earlier. Raise BadForm if the week would end in the past or after the
    next week opens.
    """
    reason = desk_log.require_reason(change.reason)
    with club(week.season.campaign_id):
        refuse_closed(locked(week.season))
        week = locked(week)
        if week.status not in {Week.Status.PLANNED, Week.Status.OPEN} or week.due_at <= now:
            raise WrongTime("The deadline has passed and can no longer be moved.", field="due_at")
        if change.due_at <= week.due_at:
            raise WrongTime(
                "The new deadline must be later than the current one.",
                field="due_at",
            )
        moved = with_deadline(week, change.due_at, change.duel_at)
        _refuse_misfit(week, moved, now)
        before = log_times(week_times(week))
        _set_times(week, moved)
        text = (
            f"The deadline of week {week.number} was extended. Orders are due "
            f"{in_text(week.due_at)}."
        )
        _announce(
            week, actor, reason, now, kind=ClubNotice.DEADLINE_EXTENDED, before=before, text=text
        )
        return week


def give_more_time(*, week: Week, team: Team, actor: User, now: datetime) -> Week:
    """Extend the deadline for everyone at a team's request (C22). The times move as in `extend`.

    The caller has locked the week and the club, and has checked that the team can make this
    request. The extension is logged, published and sent to all members as the team's request. Raise
    WrongTime for an extension of less than five minutes. Raise BadForm if the week would end after
    the next week opens.
    """
    moves = [act for act in deadline_changes(week) if act.kind == ClubNotice.DEADLINE_EXTENDED]
    original = datetime.fromisoformat(moves[0].detail["before"]["due_at"]) if moves else week.due_at
    due_at = rules.extend_deadline(
        week_times(week), original, window_of(week), evening=week.evening
    )
    if due_at < week.due_at + MIN_EXTENSION:
        raise WrongTime(
            f"The deadline cannot be extended because the duel of week {week.number} follows "
            "less than five minutes later."
        )
    moved = with_deadline(week, due_at)
    _refuse_misfit(week, moved, now)
    before = log_times(week_times(week))
    _set_times(week, moved)
    _announce(
        week,
        actor,
        f"{team.name} requested an extension.",
        now,
        kind=ClubNotice.MORE_TIME,
        before=before,
        text=(
            f"{team.name} requested an extension. Orders for week {week.number} are due "
            f"{in_text(week.due_at)}."
        ),
        team=team,
    )
    return week


def with_deadline(week: Week, due_at: datetime, duel_at: datetime | None = None) -> WeekTimes:
    """Return the week's times with a new deadline, and a new time for the duel if one is given.

    Publication moves with the deadline. In an evening, all later times move, too. In other weeks,
    they move only if necessary.
    """
    if week.evening and duel_at is None:
        return rules.shift(week_times(week), due_at)
    return rules.postpone(week_times(week), due_at, window_of(week), duel_at=duel_at)


def _refuse_misfit(week: Week, moved: WeekTimes, now: datetime) -> None:
    others = {
        other.number: other
        for other in week.season.weeks.filter(number__in=[week.number - 1, week.number + 1])
    }
    before, after = (
        week_times(others[n]) if n in others else None for n in (week.number - 1, week.number + 1)
    )
    refuse_if(rules.check_week(moved, now, before=before, after=after))


def _set_times(week: Week, moved: WeekTimes) -> None:
    before = week_times(week)
    for name, moment in time_columns(moved).items():
        setattr(week, name, moment)
    week.save(update_fields=list(time_columns(moved)))
    hold_back_outdated([(week, before)])


def hold_back_outdated(moved: Iterable[tuple[Week, WeekTimes]]) -> None:
    """Hold back undelivered messages that mention these weeks' old times.

    Planned weeks are skipped, because no messages mention them.
    """
    notices.expire_at(
        (week.season.campaign_id, moment)
        for week, before in moved
        if week.status != Week.Status.PLANNED
        for name, moment in time_columns(before).items()
        if moment != getattr(week, name)
    )


def log_times(slot: WeekTimes) -> dict[str, str]:
    """Return the times in the format of the desk log."""
    return {name: moment.isoformat() for name, moment in time_columns(slot).items()}


def _announce(
    week: Week,
    actor: User | None,
    reason: str,
    now: datetime,
    *,
    kind: ClubNotice,
    before: dict[str, str],
    text: str,
    team: Team | None = None,
) -> None:
    """Log a change, publish it, and notify every member.

    The log entry refers to a planned week only by its number, because the week can still be
    cancelled.
    """
    campaign_id = week.season.campaign_id
    opened = week.status != Week.Status.PLANNED
    detail = {"week": week.number, "before": before, "after": log_times(week_times(week))}
    act = desk_log.record(
        campaign_id=campaign_id,
        actor=actor,
        kind=kind,
        now=now,
        reason=reason,
        detail=detail,
        week=week if opened else None,
        team=team,
    )
    _notify_all(campaign_id, kind, text, f"{kind}:{act.pk}", now, week=week.pk if opened else None)


def _notify_all(
    campaign_id: UUID,
    kind: ClubNotice,
    text: str,
    cause: str,
    now: datetime,
    week: UUID | None = None,
) -> None:
    news.publish([news.Item(campaign_id, kind, text, cause, now, week=week)])
    members = people.member_ids(campaign_id)
    notices.notify(members, campaign_id, kind, text, "", cause, now)


def prepare_next_week(*, season: Season, evening: bool, now: datetime) -> Week:
    """Return the next week of a season, with its opening time set to now.

    An evening gets new times. If no week is planned, one is created for the evening. In other
    cases, the next planned week keeps its other times. The caller has locked the club and opens the
    week. Raise WrongTime if no week is planned, or if people rely on announced dates and an evening
    is requested (`can_be_evening`). Raise BadForm if an evening would overlap with the next week.
    """
    _must_be_open(season)
    weeks = list(season.weeks.select_for_update(no_key=True).order_by("number"))
    week = next((week for week in weeks if week.status == Week.Status.PLANNED), None)
    if week is None and not evening:
        raise WrongTime("No week is scheduled. Start a single evening, or schedule weeks first.")
    if evening and not can_be_evening(weeks):
        raise WrongTime(
            "The club plays by schedule. Start the scheduled week, which keeps its deadline, or "
            "delete the scheduled weeks first."
        )
    is_new = week is None
    week = week or Week(number=weeks[-1].number + 1 if weeks else 1)
    week.season = season
    if evening:
        length = house.evening_length(rules_of(season.campaign))
        slot = rules.plan_evening(week.number, now, length)
    else:
        slot = changed(week_times(week), opens_at=now)
    after = season.weeks.filter(number=week.number + 1).first()
    refuse_if(rules.check_week(slot, now, after=week_times(after) if after else None))
    week.evening = evening
    for name, moment in time_columns(slot).items():
        setattr(week, name, moment)
    if is_new:
        create_weeks([week], now)
    else:
        week.save()
    return week


def end_week_now(*, week: Week, now: datetime) -> None:
    """End a settled week and its duel at `now`. The caller closes the week.

    Raise WrongTime before the duel of a calendar week, because people need the time until then for
    repairs and drivers. Raise WrongTime before an event starts, because the event's entries and
    heats would be lost (C50).
    """
    if now < week.duel_at and not week.evening:
        raise WrongTime(
            f"The duel of week {week.number} has not started yet. You can start the next week "
            "after it starts."
        )
    events = Duel.objects.filter(week=week, called_off_at=None, starts_at__gt=now, results=None)
    next_event = events.order_by("starts_at", "number").first()
    if next_event:
        raise WrongTime(
            f"{next_event.name} has not started yet. You can start the next week after it starts "
            "or is cancelled."
        )
    now = max(now, week.settle_at)
    week.duel_at, week.closes_at = min(week.duel_at, now), min(week.closes_at, now)
    week.save(update_fields=["duel_at", "closes_at"])


def _driving_time(week: Week) -> timedelta:
    """Return how long a week stays open after its last event starts.

    This leaves time to play the event on the site.
    """
    house_rules = rules_in(week)
    return timedelta(minutes=house_rules.evening_duel if house_rules.duel_mode != "recorded" else 0)


def move_deadlines_to_now(
    weeks: Sequence[Week],
    now: datetime,
    *,
    text: str = "All orders for week {number} are in. The week continues now.",
) -> None:
    """Move the deadlines of these open weeks to now.

    Publication moves, too. In an evening, the duel and the close also move. The close still waits
    for the last event (C50). If duels are played on the site, the close also waits for as long as
    an evening's duel lasts (C101). `text` is published for each week, with the week's number.
    """
    _move([(week, with_deadline(week, now)) for week in weeks])
    news.publish(
        news.Item(
            week.season.campaign_id,
            "week-early",
            text.format(number=week.number),
            f"week-early:{week.pk}",
            now,
            week=week.pk,
        )
        for week in weeks
    )


def publish_now(weeks: Sequence[Week], now: datetime) -> None:
    """Move the publication of these evenings to now. The duel and the close move with it, but the
    close still waits for the last event, as in `move_deadlines_to_now`.
    """
    _move([(week, rules.move_publication(week_times(week), now, evening=True)) for week in weeks])


def start_duel_now(week: Week, now: datetime) -> None:
    """Move the duel of a settled evening to now. The close moves with it (see `publish_now`)."""
    slot = week_times(week)
    closes_at = slot.closes_at - (slot.duel_at - now)
    _move([(week, changed(slot, duel_at=now, closes_at=closes_at))])


def _move(moved: Sequence[tuple[Week, WeekTimes]]) -> None:
    """Give these weeks new times. The close waits for the last event."""
    weeks = [week for week, _ in moved]
    events = Duel.objects.filter(week__in=weeks, starts_at__isnull=False, called_off_at=None)
    last = dict(events.order_by().values_list("week").annotate(Max("starts_at")))
    before = [(week, week_times(week)) for week in weeks]
    for week, slot in moved:
        for name, moment in time_columns(slot).items():
            setattr(week, name, moment)
        if week.pk in last:
            week.closes_at = max(week.closes_at, last[week.pk] + _driving_time(week))
    bulk.update(weeks, list(rules.MOMENTS))
    hold_back_outdated(before)


def postpone(*, week: Week, weeks: int, actor: User, reason: str, now: datetime) -> None:
    """Postpone a planned week and all weeks after it, keeping the weekly schedule.

    Raise ReasonNeeded. Raise WrongTime if the week is no longer planned.
    """
    reason = desk_log.require_reason(reason)
    with club(week.season.campaign_id):
        season = locked(week.season)
        refuse_closed(season)
        week = _planned(week)
        if not 1 <= weeks <= MAX_PLANNED_WEEKS:
            raise Refused(
                f"You can postpone the week by 1 to {MAX_PLANNED_WEEKS} weeks.",
                field="weeks",
                code="out-of-bounds",
            )
        before = log_times(week_times(week))
        later = _lock_from(week, season)
        _reschedule(season, later, weeks)
        _announce(
            later[0],
            actor,
            reason,
            now,
            kind=ClubNotice.WEEK_POSTPONED,
            before=before,
            text=f"Week {week.number} and all later weeks were postponed.",
        )


def _lock_from(week: Week, season: Season) -> list[Week]:
    rows = season.weeks.select_for_update(no_key=True).filter(number__gte=week.number)
    return list(rows.order_by("number"))


def _reschedule(season: Season, later: Sequence[Week], weeks: int) -> None:
    """Move these weeks by a number of weeks, keeping the weekly schedule."""
    for row, slot in zip(later, _rescheduled_times(season, later, weeks), strict=True):
        _set_times(row, slot)


def _rescheduled_times(season: Season, later: Sequence[Week], weeks: int) -> tuple[WeekTimes, ...]:
    zone, number = zone_of(season.campaign), later[0].number
    first = later[0].opens_at.astimezone(zone).date() + timedelta(weeks=weeks)
    return rules.plan_season(zone, first, len(later), slots_of(season), number=number)


def reschedule(
    *, season: Season, actor: User, reason: str, now: datetime, first: date | None = None
) -> list[Week]:
    """Move all planned weeks of a season to the club's current weekly schedule (C106).

    The first of them opens on or after `first`, a local date, or by default as near as possible to
    its current opening. Breaks between weeks remain. The change is logged, published and sent to
    all members. Raises ReasonNeeded. Raises WrongTime if no week is planned or all of them follow
    the schedule already, or if the first one would open in the past, in a pause, before the
    current week closes, or too far in the future.
    """
    reason = desk_log.require_reason(reason)
    with club(season.campaign_id):
        season = locked(season)
        refuse_closed(season)
        if first is not None:
            _refuse_distant(first, now)
        rows = list(season.weeks.select_for_update(no_key=True).order_by("number"))
        planned = [week for week in rows if week.status == Week.Status.PLANNED]
        if not planned:
            raise WrongTime("No scheduled week has yet to open. Schedule more weeks instead.")
        last = next((week for week in reversed(rows) if week.status != Week.Status.PLANNED), None)
        pause = pauses.current_pause(season.campaign, now)
        earliest = max(now, *([last.closes_at] if last else []), *([pause.until] if pause else []))
        before = [week_times(week) for week in planned]
        slots = rules.reschedule(
            before, zone_of(season.campaign), slots_of(season), earliest, first
        )
        _refuse_early(slots[0], last, pause, now)
        if list(slots) == before:
            raise WrongTime("All scheduled weeks already follow the club’s weekly schedule.")
        for week, slot in zip(planned, slots, strict=True):
            _set_times(week, slot)
        numbers = [week.number for week in planned]
        act = desk_log.record(
            campaign_id=season.campaign_id,
            actor=actor,
            kind=ClubNotice.WEEKS_RESCHEDULED,
            now=now,
            reason=reason,
            detail={
                "weeks": numbers,
                "before": [log_times(slot) for slot in before],
                "after": [log_times(slot) for slot in slots],
            },
        )
        named = f"Weeks {numbers[0]} to {numbers[-1]} were" if numbers[1:] else f"{planned[0]} was"
        text = (
            f"{named} rescheduled. Week {numbers[0]} opens {in_text(slots[0].opens_at)}, and its "
            f"orders are due {in_text(slots[0].due_at)}."
        )
        kind = ClubNotice.WEEKS_RESCHEDULED
        _notify_all(season.campaign_id, kind, text, f"{kind}:{act.pk}", now)
        return planned


def postpone_after_outage(*, week: Week, earliest: datetime, now: datetime) -> None:
    """Postpone a planned week and all weeks after it because of an outage.

    They move by the smallest number of weeks that makes the week open at or after `earliest`. The
    caller has locked the week. The change is logged, published and sent to all members.
    """
    season = locked(week.season)
    before, later = log_times(week_times(week)), _lock_from(week, season)
    weeks = next(
        number
        for number in count(1)
        if _rescheduled_times(season, later[:1], number)[0].opens_at >= earliest
    )
    _reschedule(season, later, weeks)
    _announce(
        later[0],
        None,
        "The site was down, and too little time would have been left to write orders.",
        now,
        kind=ClubNotice.WEEK_POSTPONED,
        before=before,
        text=f"Because the site was down, week {week.number} and all later weeks were postponed.",
    )


def cancel(*, week: Week, actor: User, reason: str, now: datetime) -> None:
    """Cancel a planned week.

    The weeks after it keep their dates, and their numbers decrease by one. Raise ReasonNeeded.
    Raise WrongTime if the week is no longer planned.
    """
    reason = desk_log.require_reason(reason)
    with club(week.season.campaign_id):
        season = locked(week.season)
        refuse_closed(season)
        week = _planned(week)
        number, before = week.number, log_times(week_times(week))
        try:
            delete_week(week)
        except ProtectedError as error:
            raise WrongTime(
                f"Week {number} already has records and cannot be deleted. Postpone it instead."
            ) from error
        for later in season.weeks.filter(number__gt=number).order_by("number"):
            season.weeks.filter(pk=later.pk).update(number=F("number") - 1)
        act = desk_log.record(
            campaign_id=season.campaign_id,
            actor=actor,
            kind=ClubNotice.WEEK_CANCELLED,
            now=now,
            reason=reason,
            detail={"week": number, "before": before},
        )
        _notify_all(
            season.campaign_id,
            ClubNotice.WEEK_CANCELLED,
            f"Week {number} was deleted from the schedule.",
            f"{act.kind}:{act.pk}",
            now,
        )


def delete_week(week: Week) -> None:
    """Delete a planned week and its duel. Raise ProtectedError if the week has other records."""
    with transaction.atomic():
        Duel.objects.filter(pk=week.pk).delete()
        week.delete()


def _planned(week: Week) -> Week:
    week = locked(week)
    if week.status != Week.Status.PLANNED:
        raise WrongTime(
            f"Week {week.number} has already opened. Only scheduled weeks can be moved or deleted."
        )
    return week


def name_duel(
    *,
    week: Week,
    now: datetime,
    actor: User,
    name: str = "",
    arena: str = "",
    budget: int = 0,
) -> Duel:
    """Set the name, arena and budget of the weekly duel.

    The budget is in dollars; 0 means the limit in the house rules. The change is logged. Raise
    WrongTime after the deadline.
    """
    with club(week.season.campaign_id):
        refuse_closed(locked(week.season))
        week = locked(week)
        if week.status not in {Week.Status.PLANNED, Week.Status.OPEN} or week.due_at <= now:
            raise WrongTime("Entries are closed. The event can no longer be changed.")
        duel = locked(weekly_duel(week))
        before = {"event": duel.name, "arena": duel.arena, "budget": duel.budget}
        duel.name, duel.arena, duel.budget = name[:80], arena[:80], max(0, budget)
        duel.save(update_fields=["name", "arena", "budget"])
        after = {"event": duel.name, "arena": duel.arena, "budget": duel.budget}
        if after != before:
            desk_log.record(
                campaign_id=week.season.campaign_id,
                actor=actor,
                kind=ClubNotice.EVENT_NAMED,
                now=now,
                detail={"week": week.number, "before": before, "after": after},
            )
        return duel
