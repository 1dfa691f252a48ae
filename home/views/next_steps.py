"""A member's next steps, in order of importance. The first is the card at the top of the club's
home.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.urls import reverse

from campaign.desk.selectors.desk import DeskTasks, Needs
from campaign.duels.selectors.driven import (
    MODES_WITH_DRIVERS,
    is_driven_here,
    may_watch,
    people_drive_until,
)
from campaign.duels.selectors.events import entries_close_at
from campaign.league.models import Campaign, Challenge, Duel, Team, Week
from campaign.league.selectors.house import rules_in, rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import (
    club_url,
    duel_url,
    team_url,
    team_week_url,
    week_url,
    weekly_duel_url,
)
from campaign.motions.models import Motion
from campaign.motions.selectors.motions import sentence
from core.web.pictures.words import counted, join_names
from espionage.selectors.fights import CurrentAmbush
from espionage.selectors.ready import early_deadline, ready_teams
from home.selectors.waiting import EventStatus, TeamStatus, Unseen

from .first_steps import ToDo, next_of
from .tasks import DeskSubject, Task

URGENT_BEFORE = timedelta(hours=24)


def for_owner(
    team: Team,
    weeks: Sequence[Week],
    state: str,
    waiting: TeamStatus,
    unseen: Unseen,
    now: datetime,
    *,
    decide_by: datetime | None = None,
    fight: CurrentAmbush | None = None,
) -> tuple[Task, ...]:
    """Return steps for a team's owner.

    `state` is the state of the order sheet, or "" if the team does not play now. `decide_by` is the
    deadline of a decision in the week, and `fight` is an ambush that the team fights.
    """
    if team.approved_at is None:
        return (_approval(team, waiting),)
    week = weeks[0] if weeks else None
    urgent_tasks = (
        *([_fight(team, fight)] if fight else []),
        *([decision_task(team, decide_by)] if decide_by else []),
    )
    tasks = (
        *_report(team, unseen, now),
        *orders_task(team, week, state, now),
        *_substitute(week, waiting, now),
        *(exchange_task(week, now) if week and waiting.can_exchange else ()),
        *_entry(team, week, waiting, now),
        *_result(unseen),
        *_chores(team, week, waiting, now),
    )
    outlook = (
        *_playing(week),
        *_duel(week, now, team=team, own_entries=waiting.entered, unsigned=waiting.unsigned),
        _nothing(team, weeks, state, now),
    )
    return (*urgent_tasks, *tasks, *outlook)


def for_deputy(
    team: Team,
    weeks: Sequence[Week],
    state: str,
    now: datetime,
    *,
    decide_by: datetime | None = None,
    fight: CurrentAmbush | None = None,
) -> tuple[Task, ...]:
    """Return steps for a team's deputy, who handles only orders, decisions and fights (C24)."""
    week = weeks[0] if weeks else None
    steps = (
        *([_fight(team, fight)] if fight else []),
        *([decision_task(team, decide_by)] if decide_by else []),
        *orders_task(team, week, state, now),
    )
    return (*[_as_deputy(team, step) for step in steps], _deputy_waits(team, week, state, now))


def _as_deputy(team: Team, step: Task) -> Task:
    return replace(step, text=f"As deputy for {team.name}. {step.text}")


def _deputy_waits(team: Team, week: Week | None, state: str, now: datetime) -> Task:
    orders = team_url("espionage:orders", team)
    if week and week.status == Week.Status.OPEN and state and now < week.due_at:
        return Task(
            f"{team.name}’s orders are in",
            "As deputy, you can change them until the deadline.",
            orders,
            "View orders",
            due=week.due_at,
            state=state,
            idle=True,
        )
    return Task(
        f"You are deputy for {team.name}",
        "You get a notification if the team has to make a decision.",
        orders,
        "View orders",
        due=week.settle_at if week else None,
        idle=True,
    )


def _approval(team: Team, waiting: TeamStatus) -> Task:
    page = team_url("team-approval", team)
    if team.remark:
        return Task(
            "The GM returned your roster", team.remark, page, "See what’s missing", urgent=True
        )
    if not waiting.people:
        return Task(
            "Hire your team",
            f"{team.name} has no people on its roster yet. Spend its money to hire some.",
            team_url("team-ready", team),
            "Hire people",
        )
    if team.asked_at:
        return Task(
            "Waiting for roster approval",
            (
                "You can still hire people, build vehicles and buy gear. You play from the "
                "first week that opens after your roster is approved."
            ),
            team_url("team", team),
            "View team",
            idle=True,
        )
    people = counted(waiting.people, "character")
    by_rule = rules_of(team.campaign).approve_legal_rosters
    return Task(
        "Get your roster approved" if by_rule else "Request roster approval",
        (
            f"{team.name} has {people} and {counted(waiting.vehicles, 'vehicle')}. It can play "
            "after its roster is approved."
        ),
        page,
        "See what’s missing",
    )


def orders_task(team: Team, week: Week | None, state: str, now: datetime) -> Iterator[Task]:
    """Yield the task to write or finish a team's orders if the `state` of its sheet is "nothing" or
    "draft" (E15).
    """
    if week is None or week.status != Week.Status.OPEN or now >= week.due_at:
        return
    if state in ORDERS:
        title, text = ORDERS[state]
        yield Task(
            title,
            text,
            team_url("espionage:orders", team),
            "Open order sheet",
            due=week.due_at,
            state=state,
            urgent=week.due_at - now < URGENT_BEFORE,
            kind="orders",
        )


ORDERS: Final = {
    "nothing": (
        "Write this week’s orders",
        "Without orders, no one on your team goes on a mission or stands guard.",
    ),
    "draft": (
        "Finish this week’s orders",
        "If you don’t seal your orders, your draft counts at the deadline.",
    ),
}
"""Titles and texts of the task, by the order sheet's state."""


def decision_task(team: Team, until: datetime) -> Task:
    """Return the task to make a live decision for which a week waits (E25)."""
    text = "If you don’t decide in time, your standing orders apply."
    return Task(
        "Your decision is needed",
        text,
        team_url("espionage:decision", team),
        "Decide",
        due=until,
        urgent=True,
        kind="decision",
    )


def _fight(team: Team, fight: CurrentAmbush) -> Task:
    text = (
        f"{fight.own_name} met {fight.enemy_name} of {fight.enemy_team}. If you don’t plan a turn "
        "in time, your standing orders apply."
    )
    return Task(
        "Ambush in progress",
        text,
        team_url("espionage:ambush", team),
        "Go to ambush",
        due=fight.until,
        urgent=True,
    )


def _report(team: Team, unseen: Unseen, now: datetime) -> Iterator[Task]:
    """Yield the task to read an unread report, which is urgent shortly before the duel."""
    if unseen.report:
        week = unseen.report
        text = "See what your people saw, what happened to your team and the dice."
        yield Task(
            f"Read your report of week {week.number}",
            text,
            team_week_url("espionage:report", team, week),
            "Read report",
            urgent=_before_duel(week, now) and week.duel_at - now < URGENT_BEFORE,
        )


def _playing(week: Week | None) -> Iterator[Task]:
    if week and week.status == Week.Status.PLAYING:
        text = (
            "If people met in an ambush, their teams fight it now. The reports come out after the "
            "last fight."
            if week.evening and not rules_in(week).ambush_by_doctrine
            else "Orders are sealed. All reports are published at the same time."
        )
        yield Task(f"Week {week.number} is being resolved", text, due=week.settle_at, idle=True)


def _duel(
    week: Week | None,
    now: datetime,
    *,
    team: Team | None = None,
    own_entries: int = 0,
    unsigned: bool = False,
) -> Iterator[Task]:
    """Yield a step about a settled week's duel, until the result is recorded.

    `own_entries` is the number of vehicles that the team has entered. Other teams' entries are
    secret before the start, so no step depends on them. `unsigned` means that a draft of the record
    waits for the team's signature.
    """
    if week is None or week.status != Week.Status.SETTLED or week.has_result:  # type: ignore[attr-defined]
        return
    page = weekly_duel_url("duel", week)
    name: str = week.duel_name  # type: ignore[attr-defined]
    description = name or f"Week {week.number} ends with a duel."
    if now < week.duel_at and own_entries:
        mode = rules_in(week).duel_mode
        yield Task(
            "Your doctrine drives the duel" if mode == "quick" else "Drive the duel",
            f"{description} Entered: {counted(own_entries, 'vehicle')}.{MODE_NOTES.get(mode, '')}",
            page,
            "View duel",
            due=week.duel_at,
            idle=mode == "quick",
        )
    elif week.driving:  # type: ignore[attr-defined]
        yield _driving(week, page, now, team, own_entries=own_entries)
    elif now < week.duel_at:
        yield Task("Next: the duel", description, page, "View duel", due=week.duel_at, idle=True)
    else:
        yield _record(week, own_entries=own_entries, unsigned=unsigned)


MODE_NOTES: Final = {
    "live": " Everyone plans their turns online at the scheduled time. Doctrine drives for absent "
    "players.",
    "slow": " The duel starts at the scheduled time, with several hours for each turn. Doctrine "
    "drives for players who don’t plan in time.",
}
"""Instructions in each mode of driven duels (C99)."""
IN_THE_ARENA: Final = (
    "Your car is in the arena. If you don’t plan a turn in time, doctrine drives for you."
)


def _driving(week: Week, page: str, now: datetime, team: Team | None, *, own_entries: int) -> Task:
    """Return the step for a duel that is in progress.

    If the viewer cannot watch the duel, the step links to `page` (C104).
    """
    driving: UUID = week.driving  # type: ignore[attr-defined]
    if not may_watch(week, driving, [team.pk] if team else ()):
        text = "The participating teams can watch. The club sees the replay when the duel is over."
        return Task("The duel is in progress", text, page, "View duel", idle=True)
    table = reverse("play-table", args=[driving])
    if (
        own_entries
        and rules_in(week).duel_mode in MODES_WITH_DRIVERS
        and now < people_drive_until(week)
    ):
        return Task("Drive your duel", IN_THE_ARENA, table, "Drive", urgent=True)
    return Task(
        "The duel is in progress", "Watch the duel as it happens.", table, "Watch live", idle=True
    )


def for_challenges(team: Team, challenges: Iterable[Challenge], now: datetime) -> Iterator[Task]:
    """Yield a step for each challenge or counter-proposal that the team must answer (C56)."""
    for challenge in challenges:
        is_counter_proposal = team.pk == challenge.challenger_id
        title = (
            f"{challenge.challenged.name} suggests another time or arena"
            if is_counter_proposal
            else f"{challenge.challenger.name} challenges you"
        )
        yield Task(
            title,
            " ".join(
                filter(
                    None, (f"At {challenge.arena}." if challenge.arena else "", _quote(challenge))
                )
            ),
            team_url("challenge", team, pk=challenge.pk),
            "Respond to challenge",
            due=challenge.starts_at,
            urgent=challenge.starts_at - now < URGENT_BEFORE,
        )


def _quote(challenge: Challenge) -> str:
    return f"“{challenge.words}”" if challenge.words else "Accept, decline or suggest another time."


def for_events(events: Iterable[EventStatus], now: datetime) -> Iterator[Task]:
    """Yield steps for events that a team can enter, drive, or sign (C50)."""
    for event in events:
        duel = event.duel
        page, description = duel_url("duel", duel), duel.arena or _open_to(duel)
        if now < duel.start and event.is_entered:
            yield _event_to_come(duel, description, page)
        elif now < duel.start:
            due = entries_close_at(duel)
            yield Task(f"Enter {duel.title}", description, page, "View event", due=due)
        elif event.unsigned:
            text = "The result has been entered. It is booked when all teams have signed."
            record = duel_url("duel-record", duel)
            yield Task(f"Sign the record of {duel.title}", text, record, "Review and sign")
        elif event.is_entered and event.driving:
            yield _event_driving(duel, event.driving, now)
        elif event.is_entered and is_driven_here(duel.week):
            continue
        elif event.is_entered and not duel.drafted and rules_in(duel.week).duel_sign_hours:  # type: ignore[attr-defined]
            text = "One of the teams enters the result, and the others sign it."
            table = duel_url("duel-table", duel)
            yield Task(f"Drive {duel.title} and enter the result", text, table, "Open duel table")


def _event_to_come(duel: Duel, description: str, page: str) -> Task:
    """Return the step for an event that the team has entered, but that has not started."""
    mode = rules_in(duel.week).duel_mode
    title = f"Your doctrine drives {duel.title}" if mode == "quick" else f"Drive {duel.title}"
    text = f"{description}{MODE_NOTES.get(mode, '')}"
    idle = mode not in MODES_WITH_DRIVERS
    return Task(title, text, page, "View event", duel.start, idle=idle)


def _event_driving(duel: Duel, table: UUID, now: datetime) -> Task:
    """Return the step for an event in progress in which one of the team's cars takes part."""
    page = reverse("play-table", args=[table])
    if rules_in(duel.week).duel_mode in MODES_WITH_DRIVERS and now < people_drive_until(duel.week):
        return Task(f"Drive {duel.title}", IN_THE_ARENA, page, "Drive", urgent=True)
    return Task(
        f"{duel.title} is in progress",
        "Watch the duel as it happens.",
        page,
        "Watch live",
        idle=True,
    )


def _open_to(duel: Duel) -> str:
    return "The duel is between your two teams." if duel.challenge_id else "Open to all teams."


def _record(week: Week, *, own_entries: int, unsigned: bool) -> Task:
    """Return the step for the record of a duel that has been driven (C27)."""
    drafted, record = week.drafted, weekly_duel_url("duel-record", week)  # type: ignore[attr-defined]
    if unsigned:
        text = "The result of the duel has been entered. It is booked when all teams have signed."
        return Task("Sign the duel record", text, record, "Review and sign", urgent=True)
    if own_entries and not drafted and rules_in(week).duel_sign_hours and not is_driven_here(week):
        text = "One of the teams enters the result, and the others sign it."
        table = weekly_duel_url("duel-table", week)
        return Task("Drive the duel and enter the result", text, table, "Open duel table")
    text = (
        "The teams are signing the result. You get a notification when it is booked."
        if drafted
        else "You get a notification when the result is booked."
    )
    page = record if drafted else weekly_duel_url("duel", week)
    return Task("Waiting for the duel result", text, page, "View duel", idle=True)


def _result(unseen: Unseen) -> Iterator[Task]:
    if unseen.result:
        week = unseen.result
        text = f"Week {week.number}: survivors, damage, prize money and points."
        page = weekly_duel_url("duel", week)
        yield Task("Duel result", text, page, "View result")


def _before_duel(week: Week | None, now: datetime) -> bool:
    """Return whether reports are published and the duel has not started."""
    return week is not None and week.status == Week.Status.SETTLED and now < week.duel_at


def _substitute(week: Week | None, waiting: TeamStatus, now: datetime) -> Iterator[Task]:
    """Yield a step if a member of an entered crew cannot drive (E12, E22)."""
    if week is None or not waiting.unfit or not _before_duel(week, now):
        return
    yield Task(
        f"Replace {join_names(waiting.unfit)}",
        "If you don’t replace them, their seat stays empty. A vehicle without a driver cannot "
        "take part.",
        weekly_duel_url("duel", week),
        "Change crew",
        due=week.duel_at,
        urgent=week.duel_at - now < URGENT_BEFORE,
    )


def exchange_task(week: Week, now: datetime) -> Iterator[Task]:
    """Yield the task to use the right to exchange an entered vehicle (E47)."""
    if _before_duel(week, now):
        yield Task(
            "Exchange a vehicle before the duel",
            "Your infiltrator saw a rival’s vehicle. You can exchange one of your entered "
            "vehicles.",
            weekly_duel_url("duel", week),
            "Exchange a vehicle",
            due=week.duel_at,
            urgent=week.duel_at - now < URGENT_BEFORE,
            kind="exchange",
        )


def _entry(team: Team, week: Week | None, waiting: TeamStatus, now: datetime) -> Iterator[Task]:
    if week is None or waiting.entered:
        return
    late = _before_duel(week, now) and rules_in(week).late_entries
    if not late and (week.status != Week.Status.OPEN or now >= week.due_at):
        return
    if not waiting.vehicles:
        yield Task(
            "Build a vehicle",
            "You have no vehicle for the duel.",
            team_url("build", team),
            "Open vehicle builder",
        )
        return
    duel = weekly_duel_url("duel", week)
    yield Task(
        "Enter the duel",
        (
            "Your team is not entered. Late entries are accepted until the duel."
            if late
            else f"Your team is not entered. {_closing(week)}"
        ),
        duel,
        "Choose vehicle and crew",
        due=week.duel_at if late else week.due_at,
    )


def _closing(week: Week) -> str:
    """Return a sentence that says when entries for an open week's duel close (E22)."""
    if rules_in(week).late_entries:
        return "Entries close with the orders; late ones are taken from the reports until the duel."
    return "Entries close with the orders."


def _chores(team: Team, week: Week | None, waiting: TeamStatus, now: datetime) -> Iterator[Task]:
    """Yield steps for repairs and skill points. Before the duel, repairs come first."""
    repairs = tuple(_repairs(team, week, waiting, now))
    if _before_duel(week, now):
        yield from repairs
    if waiting.general:
        names = join_names(waiting.unassigned)
        yield Task(
            f"Assign {counted(waiting.general, 'skill point')}",
            f"Unassigned points: {names}.",
            team_url("roster", team),
            "Open roster",
        )
    if not _before_duel(week, now):
        yield from repairs


def _repairs(team: Team, week: Week | None, waiting: TeamStatus, now: datetime) -> Iterator[Task]:
    if waiting.damaged:
        is_or_are = "is" if len(waiting.damaged) == 1 else "are"
        yield Task(
            "Repair your vehicles",
            f"{join_names(waiting.damaged)} {is_or_are} damaged.",
            team_url("workshop", team),
            "Open workshop",
            due=week.duel_at if week and _before_duel(week, now) else None,
        )


def _nothing(team: Team, weeks: Sequence[Week], state: str, now: datetime) -> Task:
    """Return the idle step, which says what happens next and when."""
    if not weeks:
        return Task(
            "No week scheduled",
            "A GM schedules or starts the next week. You get a notification when it opens.",
            idle=True,
        )
    week = weeks[0]
    page = week_url("week", week)
    if week.status == Week.Status.PLANNED:
        return Task(
            f"Week {week.number} has not opened yet",
            "You can already draft your orders.",
            team_url("espionage:orders", team),
            "Draft orders",
            due=week.opens_at,
            idle=True,
        )
    if week.status == Week.Status.OPEN and now >= week.due_at:
        return Task(
            "The deadline has passed",
            "You can no longer change your orders. The results will be ready soon.",
            page,
            "View week",
            due=week.settle_at,
            idle=True,
        )
    if week.status == Week.Status.OPEN and state:
        early_due_at = (
            early_deadline(week, ready_teams(week, now)) if week.resolve_when_sealed else None
        )
        return Task(
            "You are all set",
            "Everyone’s orders are in."
            if early_due_at
            else "Your orders are in and you are entered in the duel. You can change both until "
            "the deadline.",
            page,
            "View week",
            due=early_due_at or week.due_at,
            state=state,
            idle=True,
        )
    if week.status == Week.Status.OPEN:
        return Task(
            "You play from the next week",
            f"Week {week.number} opened before your roster was approved.",
            page,
            "View week",
            idle=True,
        )
    return Task(
        "Nothing to do",
        f"Week {week.number} is almost over.",
        page,
        "View week",
        due=week.closes_at,
        idle=True,
    )


def pastimes(viewer: Viewer) -> tuple[tuple[str, str], ...]:
    """Return titles and addresses of things to do while nothing is pending."""
    team = viewer.teams[0] if viewer.teams else None
    return (
        ("Practise writing orders", reverse("play-lesson", args=["orders"])),
        ("Drive a duel against a bot", reverse("play-new", args=["autoduel"])),
        *([("Visit your garage", team_url("garage", team))] if team else []),
        (
            "Look at your rivals" if team else "Look at the teams",
            club_url("teams", viewer.campaign),
        ),
    )


def for_votes(
    campaign: Campaign, motions: Iterable[Motion], own_teams: Collection[UUID]
) -> tuple[Task, ...]:
    """Return steps for the club's open votes. `own_teams` contains the viewer's teams."""
    page = club_url("votes", campaign)
    return tuple(
        Task(
            "The club is voting on your team",
            f"Proposal: to {sentence(motion)}. Confirm that you are still active to end the vote.",
            page,
            "View vote",
            due=motion.closes_at,
            urgent=True,
        )
        if motion.team_id in own_teams
        else Task(
            "Open vote",
            f"Proposal: to {sentence(motion)}. Reason: {motion.reason}",
            page,
            "View vote",
            due=motion.closes_at,
        )
        for motion in motions
    )


def for_away(until: datetime | None) -> Iterator[Task]:
    """Yield a step that says that games and reminders do not wait during the person's holiday."""
    if until is not None:
        yield Task(
            "You are on holiday",
            "Games continue without waiting for you, and you get no deadline reminders. Back "
            "already? End your holiday.",
            reverse("play-away"),
            "View holiday",
            due=until,
        )


def for_teamless(campaign: Campaign) -> Task:
    """Return the step for a player without a team."""
    return Task(
        "Create your team",
        "Get a ready-made team with people, vehicles and crews, or hire and build your own.",
        club_url("team-new", campaign),
        "Create team",
    )


def for_spectator(
    campaign: Campaign, weeks: Sequence[Week], unseen: Unseen, now: datetime
) -> tuple[Task, ...]:
    """Return steps for a spectator, about results, news, the duel and the next event."""
    week = weeks[0] if weeks else None
    return (
        *_result(unseen),
        *_news(campaign, week, now),
        *_duel(week, now),
        _show(campaign, week, now),
    )


def _news(campaign: Campaign, week: Week | None, now: datetime) -> Iterator[Task]:
    """Yield a step for the news of a published week, for viewers without a report."""
    if week is not None and _before_duel(week, now):
        yield Task(
            f"Read the news of week {week.number}",
            "Deaths, explosions and ambushes are published. The duel is next.",
            club_url("news", campaign),
            "Read news",
            due=week.duel_at,
            idle=True,
        )


def _show(campaign: Campaign, week: Week | None, now: datetime) -> Task:
    if week is None:
        text = "Until then, you can read the standings and the news."
        return Task(
            "No week scheduled",
            text,
            club_url("standings", campaign),
            "View standings",
            idle=True,
        )
    page, action = week_url("week", week), f"View week {week.number}"
    match week.status:
        case Week.Status.PLANNED:
            return Task(
                f"Week {week.number} opens",
                "Teams write their orders when the week opens.",
                page,
                action,
                due=week.opens_at,
                idle=True,
            )
        case Week.Status.OPEN if now < week.due_at:
            text = "Results are published for everyone at the same time."
            return Task(
                "The teams are writing their orders",
                text,
                page,
                action,
                due=week.settle_at,
                idle=True,
            )
        case Week.Status.OPEN | Week.Status.PLAYING:
            return Task(
                f"Week {week.number} is being resolved",
                "The news is published for everyone at the same time.",
                page,
                action,
                due=week.settle_at,
                idle=True,
            )
    return Task(
        f"Week {week.number} is almost over",
        "The next week opens after it.",
        page,
        action,
        due=week.closes_at,
        idle=True,
    )


def first_for_gm(first: Sequence[ToDo]) -> tuple[Task, ...]:
    """Return the first set-up step that a GM can take now, if there is one."""
    to_do = next_of(first)
    return (Task(to_do.title, to_do.text, to_do.url, to_do.action),) if to_do else ()


def nothing_for_gm(campaign: Campaign, first: Sequence[ToDo]) -> Task:
    """Return the step for a GM without pending tasks. In a new club, this is a set-up step."""
    for step in first_for_gm(first):
        return step
    if first:
        return Task(
            "Waiting for players",
            "No team has requested roster approval yet.",
            club_url("teams", campaign),
            "View teams",
            due=first[-1].due,
            idle=True,
        )
    return Task(
        "No GM tasks",
        "Weeks open, resolve and close automatically.",
        club_url("desk", campaign),
        "Open desk",
        idle=True,
    )


def desk_tasks(needs: DeskTasks | Needs) -> Iterator[Task]:
    """Yield the tasks that a GM of several clubs sees in one list."""
    for week in needs.stuck:
        text = (
            f"It failed {week.attempts} times ({week.fault}) and needs your attention. Orders and "
            "dice are safe."
        )
        yield Task(
            f"Week {week.number} is stuck",
            text,
            week_url("desk-week", week),
            "View details",
            urgent=True,
            kind="stuck",
            desk=DeskSubject(week.season.campaign, week),
        )
    for duel in needs.disputed:
        yield Task(
            f"Settle the dispute about {duel.phrase}",
            "A team disputes the result.",
            duel_url("duel-record", duel),
            "View dispute",
            kind="dispute",
            desk=DeskSubject(duel.week.season.campaign, duel.week),
        )
    for duel in needs.results:
        yield Task(
            f"Record {duel.phrase}",
            "The duel is over, but no one has entered the result.",
            duel_url("desk-duel", duel),
            "Record result",
            kind="result",
            desk=DeskSubject(duel.week.season.campaign, duel.week),
        )
    for team in needs.approvals:
        yield Task(
            f"Approve {team.name}’s roster",
            f"{team.name} asks for approval.",
            team_url("desk-approval", team),
            "View roster",
            kind="approval",
            desk=DeskSubject(team.campaign, team=team),
        )


def for_gm(campaign: Campaign, needs: Needs, first: Sequence[ToDo]) -> tuple[Task, ...]:
    """Return the GM's pending tasks, except a new club's set-up steps."""
    return tuple(_at_the_desk(campaign, needs, first))


def _at_the_desk(campaign: Campaign, needs: Needs, first: Sequence[ToDo]) -> Iterator[Task]:
    desk = club_url("desk", campaign)
    for week in needs.late:
        text = (
            "The week’s next step is overdue. The site’s background worker may be down. Contact "
            "the site administrator."
        )
        yield Task(f"Week {week.number} is late", text, desk, "Open desk")
    yield from desk_tasks(needs)
    for team in needs.ownerless:
        text = "After the first week without orders, a caretaker guards the team."
        page = club_url("desk-hand-over", campaign, team=team.slug)
        yield Task(f"{team.name} has no owner", text, page, "Hand over team")
    for hook in needs.stopped:
        yield Task(
            f"News no longer reaches {hook.name}",
            f"No more news is sent there: {hook.stopped_why}.",
            club_url("desk-hooks", campaign),
            "View details",
        )
    if needs.season is None:
        yield Task(
            "Start a season",
            "Weeks are then scheduled automatically.",
            club_url("desk-season", campaign),
            "Start a season",
        )
    elif needs.is_evening_done:
        text = "The duel is recorded. Start the next week when everyone is ready."
        yield Task("Start the next week", text, club_url("desk-start", campaign), "Start week")
    elif needs.week is None and not first:
        text = "Start the week when everyone is ready, or schedule weeks that open automatically."
        yield Task("Start the next week", text, club_url("desk-start", campaign), "Start week")
        yield Task(
            "Schedule weeks or close the season",
            "No weeks are ahead. When you close the season, its orders and dice are revealed to "
            "the club.",
            club_url("desk-season", campaign),
            "View season",
        )
