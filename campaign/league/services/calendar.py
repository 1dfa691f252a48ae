"""The club's calendar: planning weeks, more time before a deadline, moving and striking out planned
weeks.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import F, Max, ProtectedError

from campaign.league.models import Event, Season, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.rules import calendar as rules
from campaign.league.rules import house
from campaign.league.rules.calendar import WeekTimes
from campaign.league.selectors import pauses, people
from campaign.league.selectors.house import rules_in, rules_of, window_of, zone_of
from campaign.league.selectors.seasons import extensions, may_be_an_evening, times
from core.accounts.models import User
from core.notifications.services import notices
from core.web import bulk
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.refusals import Refused, WrongTime, refuse_if
from engine.values import changed

from . import desk_log, news

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from uuid import UUID

    from campaign.league.models import Team

MOST_AHEAD = 60
"""Weeks that can be planned at once."""
LEAST_WON: Final = timedelta(minutes=5)
"""Less more time than this is not worth an excuse."""


def plan(*, season: Season, first: date, weeks: int, at: datetime) -> list[Week]:
    """Add `weeks` weeks to a season on the club's weekly slot; the first opens on that weekday on
    or after `first` (local date).

    Raises WrongTime when the season is closed or the first week would open before now or before the
    last one closes.
    """
    with club(season.campaign_id):
        season = locked(season)
        _must_be_open(season)
        last = season.weeks.order_by("-number").first()
        if not 1 <= weeks <= MOST_AHEAD:
            raise Refused(
                f"Schedule 1 to {MOST_AHEAD} weeks at a time.", field="weeks", code="out-of-bounds"
            )
        slots = rules.plan_season(
            zone_of(season.campaign),
            first,
            weeks,
            rules_slots(season),
            number=last.number + 1 if last else 1,
        )
        if slots[0].opens_at < at:
            raise WrongTime(
                "The first week would open in the past. Choose a later date.", field="first"
            )
        if (pause := pauses.standing(season.campaign, at)) and slots[0].opens_at < pause.until:
            raise WrongTime(
                "The league is paused at that time. Choose a date after the pause, or resume "
                "the league first.",
                field="first",
            )
        if last and slots[0].opens_at < last.closes_at:
            raise WrongTime(
                f"The first week would open before week {last.number} closes. Choose a later date.",
                field="first",
            )
        return Week.objects.bulk_create(
            Week(season=season, **moments(slot), number=slot.number) for slot in slots
        )


def rules_slots(season: Season) -> rules.Slots:
    """The weekly rhythm of the season's club."""
    return house.slots(rules_of(season.campaign))


def _must_be_open(season: Season) -> None:
    if season.closed_at:
        raise WrongTime(f"{season} is closed. Start a new season first.")


def refuse_closed(season: Season) -> None:
    """Raise WrongTime for a closed season, in which only the results of duels are corrected."""
    if season.closed_at:
        raise WrongTime(f"{season} is closed. Its weeks can no longer be changed.")


def moments(slot: WeekTimes) -> dict[str, datetime]:
    """The moments by the names of the week's columns."""
    return {name: getattr(slot, name) for name in rules.MOMENTS}


def extend(
    *,
    week: Week,
    due_at: datetime,
    actor: User,
    reason: str,
    at: datetime,
    duel_at: datetime | None = None,
) -> Week:
    """Give everybody more time: a later deadline, and a later duel if given. Publication follows;
    the rest moves only if it must.

    Announced by news and notices, and logged. Raises ReasonNeeded; WrongTime when the deadline has
    passed or would come earlier; BadForm when the week would end up in the past or over the next
    week's opening.
    """
    reason = desk_log.reasoned(reason)
    with club(week.season.campaign_id):
        refuse_closed(locked(week.season))
        week = locked(week)
        if week.status not in {Week.Status.PLANNED, Week.Status.OPEN} or week.due_at <= at:
            raise WrongTime("The deadline has passed and can no longer be moved.", field="due_at")
        if due_at <= week.due_at:
            raise WrongTime(
                "The new deadline must be later than the current one.",
                field="due_at",
            )
        moved = with_deadline(week, due_at, duel_at)
        _refuse_misfit(week, moved, at)
        before = plain(times(week))
        _set(week, moved)
        text = (
            f"The deadline of week {week.number} was extended. Orders are due "
            f"{in_text(week.due_at)}."
        )
        _announce(
            week, actor, reason, at, kind=ClubNotice.DEADLINE_EXTENDED, before=before, text=text
        )
        return week


def give_more_time(*, week: Week, team: Team, by: User, at: datetime) -> Week:
    """Move the deadline because a team asks for it (C22), by the calendar's rule and for everybody;
    the caller has locked week and club, and knows that the team may ask.

    Logged, in the news and in every member's inbox as the team's wish. Raises WrongTime where fewer
    than five minutes would be won; BadForm when the week would end over the next week's opening.
    """
    moves = [act for act in extensions(week) if act.kind == ClubNotice.DEADLINE_EXTENDED]
    told = datetime.fromisoformat(moves[0].detail["before"]["due_at"]) if moves else week.due_at
    due_at = rules.extend_deadline(times(week), told, window_of(week), evening=week.evening)
    if due_at < week.due_at + LEAST_WON:
        raise WrongTime(
            f"The deadline cannot be extended because the duel of week {week.number} follows "
            "less than five minutes later."
        )
    moved = with_deadline(week, due_at)
    _refuse_misfit(week, moved, at)
    before = plain(times(week))
    _set(week, moved)
    _announce(
        week,
        by,
        f"{team.name} requested an extension.",
        at,
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
    """The week's moments with another deadline, earlier or later, and another duel if given:
    publication follows, and so does the rest of an evening; of other weeks only what must.
    """
    if week.evening and duel_at is None:
        return rules.shift(times(week), due_at)
    return rules.postpone(times(week), due_at, window_of(week), duel_at=duel_at)


def _refuse_misfit(week: Week, moved: WeekTimes, at: datetime) -> None:
    others = {
        other.number: other
        for other in week.season.weeks.filter(number__in=[week.number - 1, week.number + 1])
    }
    before, after = (
        times(others[n]) if n in others else None for n in (week.number - 1, week.number + 1)
    )
    refuse_if(rules.check_week(moved, at, before=before, after=after))


def _set(week: Week, moved: WeekTimes) -> None:
    before = times(week)
    for name, moment in moments(moved).items():
        setattr(week, name, moment)
    week.save(update_fields=list(moments(moved)))
    overtaken([(week, before)])


def overtaken(moved: Iterable[tuple[Week, WeekTimes]]) -> None:
    """These weeks had other moments before: what still says them to anybody outside is held back.
    Nothing was said of a week that is only planned.
    """
    notices.expire_at(
        (week.season.campaign_id, moment)
        for week, before in moved
        if week.status != Week.Status.PLANNED
        for name, moment in moments(before).items()
        if moment != getattr(week, name)
    )


def plain(slot: WeekTimes) -> dict[str, str]:
    """The moments as the desk log keeps them."""
    return {name: moment.isoformat() for name, moment in moments(slot).items()}


def _announce(
    week: Week,
    actor: User | None,
    reason: str,
    at: datetime,
    *,
    kind: ClubNotice,
    before: dict[str, str],
    text: str,
    team: Team | None = None,
) -> None:
    """Log the change, publish it, and tell every member. A planned week may still be struck out, so
    its log names only the number.
    """
    campaign_id = week.season.campaign_id
    opened = week.status != Week.Status.PLANNED
    detail = {"week": week.number, "before": before, "after": plain(times(week))}
    act = desk_log.record(
        campaign_id=campaign_id,
        actor=actor,
        kind=kind,
        at=at,
        reason=reason,
        detail=detail,
        week=week if opened else None,
        team=team,
    )
    _tell_all(campaign_id, kind, text, f"{kind}:{act.pk}", at, week=week.pk if opened else None)


def _tell_all(
    campaign_id: UUID,
    kind: ClubNotice,
    text: str,
    cause: str,
    at: datetime,
    week: UUID | None = None,
) -> None:
    news.publish([news.Item(campaign_id, kind, text, cause, at, week=week)])
    members = people.members([campaign_id]).get(campaign_id, ())
    notices.send(notices.Message(user, campaign_id, kind, text, "", cause, at) for user in members)


def bring_on(*, season: Season, evening: bool, at: datetime) -> Week:
    """The next week of a season with its opening moved to now: as an evening with all its moments,
    planned anew where none is; otherwise the next planned one, which keeps its other moments.

    The caller has locked the club and opens the week. Raises WrongTime where no week is planned,
    and for an evening in place of a week that people count on (`may_be_an_evening`); BadForm when
    an evening would run into the week after it.
    """
    _must_be_open(season)
    weeks = list(season.weeks.select_for_update(no_key=True).order_by("number"))
    week = next((week for week in weeks if week.status == Week.Status.PLANNED), None)
    if week is None and not evening:
        raise WrongTime("No week is scheduled. Start a single evening, or schedule weeks first.")
    if evening and not may_be_an_evening(weeks):
        raise WrongTime(
            "The club plays by schedule. Start the scheduled week, which keeps its deadline, or "
            "delete the scheduled weeks first."
        )
    week = week or Week(number=weeks[-1].number + 1 if weeks else 1)
    week.season = season
    if evening:
        length = house.evening_length(rules_of(season.campaign))
        slot = rules.plan_evening(week.number, at, length)
    else:
        slot = changed(times(week), opens_at=at)
    after = season.weeks.filter(number=week.number + 1).first()
    refuse_if(rules.check_week(slot, at, after=times(after) if after else None))
    week.evening = evening
    for name, moment in moments(slot).items():
        setattr(week, name, moment)
    week.save()
    return week


def end_now(*, week: Week, at: datetime) -> None:
    """Have a settled week over at `at`, and its duel not later. The caller closes it.

    Raises WrongTime before the duel of a week that goes by the calendar: nobody loses time to mend
    a car or to find a driver that they count on; and before the hour of an event, for which nobody
    could be entered any longer, nor heats be drawn (C50).
    """
    if at < week.duel_at and not week.evening:
        raise WrongTime(
            f"The duel of week {week.number} has not started yet. You can start the next week "
            "after it starts."
        )
    events = Event.objects.filter(week=week, called_off_at=None, starts_at__gt=at, results=None)
    ahead = events.order_by("starts_at", "number").first()
    if ahead:
        raise WrongTime(
            f"{ahead.name} has not started yet. You can start the next week after it starts or "
            "is cancelled."
        )
    at = max(at, week.settle_at)
    week.duel_at, week.closes_at = min(week.duel_at, at), min(week.closes_at, at)
    week.save(update_fields=["duel_at", "closes_at"])


def _to_drive(week: Week) -> timedelta:
    """How long after its last event's hour a week stays open for the site to drive it."""
    house = rules_in(week)
    return timedelta(minutes=house.evening_duel if house.duel_mode != "recorded" else 0)


def bring_forward(
    weeks: Sequence[Week],
    at: datetime,
    *,
    said: str = "All orders for week {number} are in. The week continues now.",
) -> None:
    """Have these open weeks' deadlines now: publication follows, and in an evening the duel and the
    close, which still waits for the last event (C50), and, where the site drives, for as long as an
    evening gives a duel (C101). Published with what is `said` of each week by its number.
    """
    events = Event.objects.filter(week__in=weeks, called_off_at=None).order_by()
    last = dict(events.values_list("week").annotate(Max("starts_at")))
    before = [(week, times(week)) for week in weeks]
    for week in weeks:
        for name, moment in moments(with_deadline(week, at)).items():
            setattr(week, name, moment)
        if week.pk in last:
            week.closes_at = max(week.closes_at, last[week.pk] + _to_drive(week))
    bulk.update(list(weeks), list(rules.MOMENTS))
    overtaken(before)
    news.publish(
        news.Item(
            week.season.campaign_id,
            "week-early",
            said.format(number=week.number),
            f"week-early:{week.pk}",
            at,
            week=week.pk,
        )
        for week in weeks
    )


def postpone(*, week: Week, weeks: int, actor: User, reason: str, at: datetime) -> None:
    """Put a planned week and all after it off by so many weeks; they are laid out anew on the
    weekly slot.

    Raises ReasonNeeded, WrongTime when the week is no longer planned.
    """
    reason = desk_log.reasoned(reason)
    with club(week.season.campaign_id):
        season = locked(week.season)
        refuse_closed(season)
        week = _planned(week)
        if not 1 <= weeks <= MOST_AHEAD:
            raise Refused(
                f"You can postpone the week by 1 to {MOST_AHEAD} weeks.",
                field="weeks",
                code="out-of-bounds",
            )
        before = plain(times(week))
        later = _from(week, season)
        _lay_out(season, later, weeks)
        _announce(
            later[0],
            actor,
            reason,
            at,
            kind=ClubNotice.WEEK_POSTPONED,
            before=before,
            text=f"Week {week.number} and all later weeks were postponed.",
        )


def _from(week: Week, season: Season) -> list[Week]:
    """The week and all after it, locked."""
    rows = season.weeks.select_for_update(no_key=True).filter(number__gte=week.number)
    return list(rows.order_by("number"))


def _lay_out(season: Season, later: Sequence[Week], weeks: int) -> None:
    """Put these weeks off by so many weeks, anew on the weekly slot."""
    for row, slot in zip(later, _laid_out(season, later, weeks), strict=True):
        _set(row, slot)


def _laid_out(season: Season, later: Sequence[Week], weeks: int) -> tuple[WeekTimes, ...]:
    zone, number = zone_of(season.campaign), later[0].number
    first = later[0].opens_at.astimezone(zone).date() + timedelta(weeks=weeks)
    return rules.plan_season(zone, first, len(later), rules_slots(season), number=number)


def make_room(*, week: Week, earliest: datetime, at: datetime) -> None:
    """Put a planned week and all after it off, after an outage, by the fewest weeks with which it
    opens no earlier than `earliest`. The caller has locked the week.

    Logged, in the news and in every member's inbox.
    """
    season = locked(week.season)
    before, later = plain(times(week)), _from(week, season)
    weeks = next(
        number
        for number in count(1)
        if _laid_out(season, later[:1], number)[0].opens_at >= earliest
    )
    _lay_out(season, later, weeks)
    _announce(
        later[0],
        None,
        "The site was down, and too little time would have been left to write orders.",
        at,
        kind=ClubNotice.WEEK_POSTPONED,
        before=before,
        text=f"Because the site was down, week {week.number} and all later weeks were postponed.",
    )


def cancel(*, week: Week, actor: User, reason: str, at: datetime) -> None:
    """Strike out a planned week; the weeks after it keep their dates and move up by a number.

    Raises ReasonNeeded, WrongTime when the week is no longer planned.
    """
    reason = desk_log.reasoned(reason)
    with club(week.season.campaign_id):
        season = locked(week.season)
        refuse_closed(season)
        week = _planned(week)
        number, before = week.number, plain(times(week))
        try:
            with transaction.atomic():
                week.delete()
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
            at=at,
            reason=reason,
            detail={"week": number, "before": before},
        )
        _tell_all(
            season.campaign_id,
            ClubNotice.WEEK_CANCELLED,
            f"Week {number} was deleted from the schedule.",
            f"{act.kind}:{act.pk}",
            at,
        )


def _planned(week: Week) -> Week:
    week = locked(week)
    if week.status != Week.Status.PLANNED:
        raise WrongTime(
            f"Week {week.number} has already opened. Only scheduled weeks can be moved or deleted."
        )
    return week


def name_event(
    *, week: Week, at: datetime, actor: User, event_name: str = "", arena: str = "", budget: int = 0
) -> Week:
    """Name a week's duel, its arena and its budget in dollars (0: the house rule's). Logged;
    refused once orders are due.
    """
    with club(week.season.campaign_id):
        refuse_closed(locked(week.season))
        week = locked(week)
        if week.status not in {Week.Status.PLANNED, Week.Status.OPEN} or week.due_at <= at:
            raise WrongTime("Entries are closed. The event can no longer be changed.")
        before = {"event": week.event_name, "arena": week.arena, "budget": week.budget}
        week.event_name, week.arena, week.budget = event_name[:80], arena[:80], max(0, budget)
        week.save(update_fields=["event_name", "arena", "budget"])
        after = {"event": week.event_name, "arena": week.arena, "budget": week.budget}
        if after != before:
            desk_log.record(
                campaign_id=week.season.campaign_id,
                actor=actor,
                kind=ClubNotice.EVENT_NAMED,
                at=at,
                detail={"week": week.number, "before": before, "after": after},
            )
        return week
