"""What to do next: from what is known to an ordered list, the first of which stands on top of the
club's home.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.urls import reverse

from campaign.duels.selectors.driven import BY_PEOPLE, is_driven_here, may_watch, wheel_until
from campaign.duels.selectors.events import closing
from campaign.duels.views.asked import duel_url
from campaign.league.models import Week
from campaign.league.selectors.house import rules_in, rules_of
from campaign.league.views.frame import club_url, team_url, team_week_url, week_url
from campaign.motions.selectors.motions import sentence
from core.web.pictures.words import counted, some

from .first_steps import next_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from uuid import UUID

    from campaign.desk.selectors.desk import Needs
    from campaign.league.models import Campaign, Challenge, Team
    from campaign.league.selectors.viewer import Span
    from campaign.motions.models import Motion
    from home.selectors.waiting import EventWaits, Unseen, Waiting

    from .first_steps import ToDo

SOON = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: where, until when, and the look of the order sheet if it is about that.
    `idle` says that nothing is to be done: such a step only tells what comes.
    """

    title: str
    text: str = ""
    url: str = ""
    action: str = ""
    due: datetime | None = None
    state: str = ""
    urgent: bool = False
    idle: bool = False


def ranked(steps: Iterable[Step]) -> tuple[Step, ...]:
    """What is urgent first, then what can be done, each in the order given; of what only tells what
    comes, the first where nothing else is.
    """
    found = sorted(steps, key=lambda step: (not step.urgent, step.idle))
    return tuple(step for at, step in enumerate(found) if not (step.idle and at))


def for_owner(
    team: Team,
    weeks: Sequence[Week],
    state: str,
    waiting: Waiting,
    unseen: Unseen,
    now: datetime,
    *,
    decide_by: datetime | None = None,
    fight_until: datetime | None = None,
) -> tuple[Step, ...]:
    """What waits for a team's owner. `state` is the order sheet's, "" where the team plays no week
    now; `unseen` is theirs alone.

    `decide_by` is until when the week asks the team for a decision, `fight_until` until when an
    ambush of the team's is fought.
    """
    if team.approved_at is None:
        return (_approval(team, waiting),)
    week = weeks[0] if weeks else None
    asked = (
        *([_fight(team, fight_until)] if fight_until else []),
        *([_decision(team, decide_by)] if decide_by else []),
    )
    own = (
        *_report(team, unseen),
        *_orders(team, week, state, now),
        *_substitute(team, week, waiting, now),
        *_entry(team, week, waiting, now),
        *_result(unseen),
        *_chores(team, week, waiting, now),
    )
    coming = (
        *_playing(week),
        *_duel(week, now, team=team, mine=waiting.entered, unsigned=waiting.unsigned),
        _nothing(team, weeks, state, now),
    )
    return (*asked, *own, *coming)


def for_deputy(
    team: Team,
    weeks: Sequence[Week],
    state: str,
    now: datetime,
    *,
    decide_by: datetime | None = None,
    fight_until: datetime | None = None,
) -> tuple[Step, ...]:
    """What waits for a team's deputy in the week under way: its orders, decisions and fights, and
    nothing else of the team's (C24).
    """
    week = weeks[0] if weeks else None
    found = (
        *([_fight(team, fight_until)] if fight_until else []),
        *([_decision(team, decide_by)] if decide_by else []),
        *_orders(team, week, state, now),
    )
    return (*[_as_deputy(team, step) for step in found], _deputy_waits(team, week, state, now))


def _as_deputy(team: Team, step: Step) -> Step:
    return replace(step, text=f"As deputy for {team.name}. {step.text}")


def _deputy_waits(team: Team, week: Week | None, state: str, now: datetime) -> Step:
    """What a deputy reads where nothing is asked of them."""
    orders = team_url("espionage:orders", team)
    if week and week.status == Week.Status.OPEN and state and now < week.due_at:
        return Step(
            f"The orders of {team.name} are in",
            "As deputy you can change them until the deadline.",
            orders,
            "Look at the orders",
            due=week.due_at,
            state=state,
            idle=True,
        )
    return Step(
        f"You stand in for {team.name}",
        "If the week asks something of it, it stands here, and you get a notice.",
        orders,
        "Look at the orders",
        due=week.settle_at if week else None,
        idle=True,
    )


def _approval(team: Team, waiting: Waiting) -> Step:
    page = team_url("team-approval", team)
    if team.remark:
        return Step(
            "The GM sent your roster back", team.remark, page, "See what is missing", urgent=True
        )
    if not waiting.people:
        return Step(
            "Hire your people",
            f"{team.name} has money and nobody on its roster yet.",
            team_url("team-ready", team),
            "Fill the roster",
        )
    if team.asked_at:
        return Step(
            "Your roster is with the GM",
            (
                "You can still hire, build and shop meanwhile. You play from the first week that "
                "opens after the approval."
            ),
            team_url("team", team),
            "Look at the team",
            idle=True,
        )
    people = counted(waiting.people, "character")
    by_rule = rules_of(team.campaign).approve_legal_rosters
    return Step(
        "Have your roster approved" if by_rule else "Ask the GM to approve your roster",
        (
            f"{team.name} has {people} and {counted(waiting.vehicles, 'vehicle')}. It plays once "
            "it is approved."
        ),
        page,
        "See what is missing",
    )


def _orders(team: Team, week: Week | None, state: str, now: datetime) -> Iterator[Step]:
    if week is None or week.status != Week.Status.OPEN or not state or now >= week.due_at:
        return
    orders, close = team_url("espionage:orders", team), week.due_at - now < SOON
    if state == "nothing":
        yield Step(
            "Write this week’s orders",
            "Without a sheet nobody of yours goes out, and nobody is on the lookout.",
            orders,
            "Open the order sheet",
            due=week.due_at,
            state=state,
            urgent=close,
        )
    elif state == "draft":
        yield Step(
            "Finish this week’s orders",
            "A draft counts: if the deadline passes, it runs as it is.",
            orders,
            "Open the order sheet",
            due=week.due_at,
            state=state,
            urgent=close,
        )


def _decision(team: Team, until: datetime) -> Step:
    text = "If you say nothing, your standing orders answer."
    return Step(
        "The week asks you for a decision",
        text,
        team_url("espionage:decision", team),
        "Decide",
        due=until,
        urgent=True,
    )


def _fight(team: Team, until: datetime) -> Step:
    text = (
        "One of your people has met an enemy. A turn that you do not plan in time is fought "
        "as your standing orders say."
    )
    return Step(
        "An ambush is being fought",
        text,
        team_url("espionage:ambush", team),
        "Go to the fight",
        due=until,
        urgent=True,
    )


def _report(team: Team, unseen: Unseen) -> Iterator[Step]:
    if unseen.report:
        week = unseen.report
        text = "What your people saw, and what was done to you, with the dice."
        yield Step(
            f"Read your report of week {week.number}",
            text,
            team_week_url("espionage:report", team, week),
            "Read the report",
        )


def _playing(week: Week | None) -> Iterator[Step]:
    if week and week.status == Week.Status.PLAYING:
        text = "Orders are sealed. Everybody’s report is published at one moment."
        yield Step(f"Week {week.number} is being played", text, due=week.settle_at, idle=True)


def _duel(
    week: Week | None,
    now: datetime,
    *,
    team: Team | None = None,
    mine: int = 0,
    unsigned: bool = False,
) -> Iterator[Step]:
    """The duel of a settled week, until its result is recorded. `mine` is how many vehicles of
    one's own are entered: of others' entries nobody hears before its hour, so nothing here asks
    whether there are any. `unsigned` says that a draft of its record waits for one's signature.
    """
    if week is None or week.status != Week.Status.SETTLED or week.has_result:  # type: ignore[attr-defined]
        return
    page = week_url("duel", week)
    where = week.event_name or f"Week {week.number} ends in the arena."
    if now < week.duel_at and mine:
        mode = rules_in(week).duel_mode
        yield Step(
            "Your doctrine drives the duel" if mode == "quick" else "Drive the duel",
            f"{where} Entered: {counted(mine, 'vehicle')}.{HOW.get(mode, '')}",
            page,
            "See the duel",
            due=week.duel_at,
            idle=mode == "quick",
        )
    elif week.driving:  # type: ignore[attr-defined]
        yield _driving(week, page, now, team, mine=mine)
    elif now < week.duel_at:
        yield Step("The duel is next", where, page, "See the duel", due=week.duel_at, idle=True)
    else:
        yield _record(week, mine=mine, unsigned=unsigned)


HOW: Final = {
    "live": " All plan their turns here from its hour on; doctrine drives for who is not there.",
    "slow": " Turns are planned here from its hour on, some hours each; doctrine drives for who "
    "does not.",
}
"""What a mode of the duel asks of who is entered (C99)."""
IN_THE_ARENA: Final = "Your car is in the arena: where you plan nothing in time, doctrine drives."


def _driving(week: Week, page: str, now: datetime, team: Team | None, *, mine: int) -> Step:
    """A duel that is driven at a table of the site now; its own `page` for who may not watch there
    (C104).
    """
    driving: UUID = week.driving  # type: ignore[attr-defined]
    if not may_watch(week, driving, [team.pk] if team else ()):
        text = "Its teams watch it. Once it is over the club sees how it went."
        return Step("The duel is being driven", text, page, "See the duel", idle=True)
    table = reverse("play-table", args=[driving])
    if mine and rules_in(week).duel_mode in BY_PEOPLE and now < wheel_until(week):
        return Step("Drive your duel", IN_THE_ARENA, table, "To the wheel", urgent=True)
    return Step("The duel is being driven", "See who drives how.", table, "Watch it", idle=True)


def for_challenges(team: Team, every: Iterable[Challenge], now: datetime) -> Iterator[Step]:
    """Who has called the team out, or would rather drive at another hour, and waits for its answer
    (C56).
    """
    for one in every:
        turned = team.pk == one.challenger_id
        title = (
            f"{one.challenged.name} proposes another hour or arena"
            if turned
            else f"{one.challenger.name} calls you out"
        )
        yield Step(
            title,
            " ".join(filter(None, (f"At {one.arena}." if one.arena else "", _said(one)))),
            team_url("challenge", team, pk=one.pk),
            "Answer them",
            due=one.starts_at,
            urgent=one.starts_at - now < SOON,
        )


def _said(challenge: Challenge) -> str:
    return f"“{challenge.words}”" if challenge.words else "Accept, decline, or say when else."


def for_events(every: Iterable[EventWaits], now: datetime) -> Iterator[Step]:
    """The events that a team may enter, drives, or has to sign (C50)."""
    for one in every:
        week = one.week
        page, where = duel_url("duel", week), week.place or _open_to(week)
        if now < week.hour and one.mine:
            yield _event_to_come(week, where, page)
        elif now < week.hour:
            due = closing(week.event) if week.event else week.hour
            yield Step(f"Enter {week.title}", where, page, "See the event", due=due)
        elif one.unsigned:
            text = "It is written down what it came to. It is booked when all have signed."
            record = duel_url("duel-record", week)
            yield Step(f"Sign the record of {week.title}", text, record, "Look at it and sign")
        elif one.mine and one.driving:
            yield _event_driving(week, one.driving, now)
        elif one.mine and is_driven_here(week):
            continue
        elif one.mine and not week.drafted and rules_in(week).duel_sign_hours:  # type: ignore[attr-defined]
            text = "One of those who drive it writes down what it came to; the others sign."
            table = duel_url("duel-table", week)
            yield Step(f"Drive {week.title}, and write it down", text, table, "To the table")


def _event_to_come(week: Week, where: str, page: str) -> Step:
    """An event for which the team is entered, before its hour."""
    mode = rules_in(week).duel_mode
    title = f"Your doctrine drives {week.title}" if mode == "quick" else f"Drive {week.title}"
    text = f"{where}{HOW.get(mode, '')}"
    idle = mode not in BY_PEOPLE
    return Step(title, text, page, "See the event", week.hour, idle=idle)


def _event_driving(week: Week, table: UUID, now: datetime) -> Step:
    """An event that is driven at a table of the site now, in which the team has a car."""
    page = reverse("play-table", args=[table])
    if rules_in(week).duel_mode in BY_PEOPLE and now < wheel_until(week):
        return Step(f"Drive {week.title}", IN_THE_ARENA, page, "To the wheel", urgent=True)
    return Step(f"{week.title} is being driven", "See who drives how.", page, "Watch it", idle=True)


def _open_to(week: Week) -> str:
    alone = week.event is not None and week.event.challenge_id is not None
    return "It is between the two of you." if alone else "Open to every team."


def _record(week: Week, *, mine: int, unsigned: bool) -> Step:
    """What is to be written down of a duel that is driven (C27)."""
    drafted, record = week.drafted, week_url("duel-record", week)  # type: ignore[attr-defined]
    if unsigned:
        text = "It is written down what the duel came to. It is booked when all have signed."
        return Step("Sign the duel’s record", text, record, "Look at it and sign")
    if mine and not drafted and rules_in(week).duel_sign_hours and not is_driven_here(week):
        text = "One of those who drive it writes down what it came to; the others sign."
        table = week_url("duel-table", week)
        return Step("Drive the duel, and write it down", text, table, "To the table")
    text = (
        "It is written down, and being signed. You get a notice when it is booked."
        if drafted
        else "Once it is driven and written down, you get a notice."
    )
    page = record if drafted else week_url("duel", week)
    return Step("The duel’s result is to come", text, page, "See the duel", idle=True)


def _result(unseen: Unseen) -> Iterator[Step]:
    if unseen.result:
        week = unseen.result
        text = f"Week {week.number}: who came through, who was shot up, and what it is worth."
        page = week_url("duel", week)
        yield Step("See the result of the duel", text, page, "See the result")


def _before_duel(week: Week | None, now: datetime) -> bool:
    """Reports are out and the duel's hour has not come."""
    return week is not None and week.status == Week.Status.SETTLED and now < week.duel_at


def _substitute(team: Team, week: Week | None, waiting: Waiting, now: datetime) -> Iterator[Step]:
    """The week has left somebody who is entered unable to drive (E12, E22)."""
    if week is None or not waiting.unfit or not _before_duel(week, now):
        return
    yield Step(
        f"Put somebody in for {some(waiting.unfit)}",
        "Whoever cannot drive leaves a seat empty, and a vehicle without a driver stays out.",
        week_url("duel", week),
        "Change the crew",
        due=week.duel_at,
        urgent=week.duel_at - now < SOON,
    )


def _entry(team: Team, week: Week | None, waiting: Waiting, now: datetime) -> Iterator[Step]:
    if week is None or waiting.entered:
        return
    late = _before_duel(week, now) and rules_in(week).late_entries
    if not late and (week.status != Week.Status.OPEN or now >= week.due_at):
        return
    if not waiting.vehicles:
        yield Step(
            "Build a vehicle",
            "There is nothing in your garage to drive the duel with.",
            team_url("build", team),
            "Open the builder",
        )
        return
    duel = week_url("duel", week)
    yield Step(
        "Enter the duel",
        (
            "Nobody of yours is entered. Late entries are taken until the duel."
            if late
            else f"Nobody of yours is entered. {_closing(week)}"
        ),
        duel,
        "Choose vehicle and crew",
        due=week.duel_at if late else week.due_at,
    )


def _closing(week: Week) -> str:
    """Return when the entries of an open week's duel close, in a sentence (E22)."""
    if rules_in(week).late_entries:
        return "Entries close with the orders; late ones are taken from the reports until the duel."
    return "Entries close with the orders."


def _chores(team: Team, week: Week | None, waiting: Waiting, now: datetime) -> Iterator[Step]:
    """Repairs and skill points: repairs first and until the duel, while it is to come."""
    repairs = tuple(_repairs(team, week, waiting, now))
    if _before_duel(week, now):
        yield from repairs
    if waiting.general:
        who = some(waiting.unassigned)
        yield Step(
            f"Assign {counted(waiting.general, 'skill point')}",
            f"General points wait with {who}.",
            team_url("roster", team),
            "Open the roster",
        )
    if not _before_duel(week, now):
        yield from repairs


def _repairs(team: Team, week: Week | None, waiting: Waiting, now: datetime) -> Iterator[Step]:
    if waiting.damaged:
        is_or_are = "is" if len(waiting.damaged) == 1 else "are"
        yield Step(
            "Repair what is damaged",
            f"{some(waiting.damaged)} {is_or_are} damaged.",
            team_url("workshop", team),
            "Open the workshop",
            due=week.duel_at if week and _before_duel(week, now) else None,
        )


def _nothing(team: Team, weeks: Sequence[Week], state: str, now: datetime) -> Step:
    """Nothing to do: say what comes next, and when."""
    if not weeks:
        return Step(
            "No week is planned",
            "A GM plans or starts the next one; you will get a notice when it opens.",
            idle=True,
        )
    week = weeks[0]
    page = week_url("week", week)
    if week.status == Week.Status.PLANNED:
        return Step(
            f"Week {week.number} has not opened yet",
            "You can draft its orders already.",
            team_url("espionage:orders", team),
            "Draft the orders",
            due=week.opens_at,
            idle=True,
        )
    if week.status == Week.Status.OPEN and now >= week.due_at:
        return Step(
            "The deadline has passed",
            "Nothing can be changed any more. The week goes on as soon as the site comes to it.",
            page,
            "See the week",
            due=week.settle_at,
            idle=True,
        )
    if week.status == Week.Status.OPEN and state:
        return Step(
            "You are all set",
            "Orders are in and the duel is entered. You can change both until the deadline.",
            page,
            "See the week",
            due=week.due_at,
            state=state,
            idle=True,
        )
    if week.status == Week.Status.OPEN:
        return Step(
            "You play from the next week on",
            f"Week {week.number} had opened before your roster was approved.",
            page,
            "See the week",
            idle=True,
        )
    return Step(
        "Nothing is due",
        f"Week {week.number} runs to its end.",
        page,
        "See the week",
        due=week.closes_at,
        idle=True,
    )


def for_votes(
    campaign: Campaign, motions: Iterable[Motion], mine: Collection[UUID]
) -> tuple[Step, ...]:
    """What the club votes on and waits for this reader to say something to; `mine` are the teams
    that they run.
    """
    page = club_url("votes", campaign)
    return tuple(
        Step(
            "The club votes on your team",
            f"To {sentence(motion)}. Say that you are here, and the vote ends.",
            page,
            "See the vote",
            due=motion.closes_at,
            urgent=True,
        )
        if motion.team_id in mine
        else Step(
            "A vote is open",
            f"To {sentence(motion)}: {motion.reason}",
            page,
            "See the vote",
            due=motion.closes_at,
        )
        for motion in motions
    )


def for_away(holiday: Span | None, now: datetime) -> Iterator[Step]:
    """Whoever is on holiday reads so: nobody waits for them until it ends or they say that they are
    back.
    """
    if holiday and holiday.starts <= now < holiday.ends:
        yield Step(
            "You are on holiday",
            "Nobody waits for you, and you are not reminded of deadlines. Back already? Say so.",
            reverse("play-away"),
            "See your holiday",
            due=holiday.ends,
        )


def for_teamless(campaign: Campaign) -> Step:
    """What a player without a team does."""
    return Step(
        "Found your team",
        "One press gives you people, vehicles and crews; or hire and build by hand.",
        club_url("team-new", campaign),
        "Found a team",
    )


def for_spectator(
    campaign: Campaign, weeks: Sequence[Week], unseen: Unseen, now: datetime
) -> tuple[Step, ...]:
    """What a spectator looks at, and looks forward to."""
    week = weeks[0] if weeks else None
    return (
        *_result(unseen),
        *_news(campaign, week, now),
        *_duel(week, now),
        _show(campaign, week, now),
    )


def _news(campaign: Campaign, week: Week | None, now: datetime) -> Iterator[Step]:
    """What a published week has brought, for who has no report of it."""
    if week is not None and _before_duel(week, now):
        yield Step(
            f"Read the news of week {week.number}",
            "Deaths, explosions and ambushes are out. The duel is next.",
            club_url("news", campaign),
            "Read the news",
            due=week.duel_at,
            idle=True,
        )


def _show(campaign: Campaign, week: Week | None, now: datetime) -> Step:
    """What comes next, for who watches."""
    if week is None:
        text = "You read the standings and the news meanwhile."
        return Step(
            "No week is planned",
            text,
            club_url("standings", campaign),
            "See the standings",
            idle=True,
        )
    page, action = week_url("week", week), f"See week {week.number}"
    match week.status:
        case Week.Status.PLANNED:
            return Step(
                f"Week {week.number} opens",
                "The teams write their orders then.",
                page,
                action,
                due=week.opens_at,
                idle=True,
            )
        case Week.Status.OPEN if now < week.due_at:
            text = "What comes of them is published for all at one moment."
            return Step(
                "The teams are writing their orders",
                text,
                page,
                action,
                due=week.settle_at,
                idle=True,
            )
        case Week.Status.OPEN | Week.Status.PLAYING:
            return Step(
                f"Week {week.number} is being played",
                "The news comes at one moment.",
                page,
                action,
                due=week.settle_at,
                idle=True,
            )
    return Step(
        f"Week {week.number} runs to its end",
        "The next one comes after it.",
        page,
        action,
        due=week.closes_at,
        idle=True,
    )


def for_gm(campaign: Campaign, needs: Needs) -> tuple[Step, ...]:
    """What waits at the desk, each with the way to it. Nothing where nothing does."""
    return tuple(_at_the_desk(campaign, needs))


def first_for_gm(first: Sequence[ToDo]) -> tuple[Step, ...]:
    """The first step (`first`) of a club that has not played which a GM can do now, if any."""
    to_do = next_of(first)
    return (Step(to_do.title, to_do.text, to_do.url, to_do.action),) if to_do else ()


def nothing_for_gm(campaign: Campaign, first: Sequence[ToDo]) -> Step:
    """What a GM reads where nothing waits at the desk: in a club that has not played, the first of
    its steps (`first`) that can be done.
    """
    for step in first_for_gm(first):
        return step
    if first:
        return Step(
            "The club waits for its players",
            "Nobody has asked to have a roster approved yet.",
            club_url("teams", campaign),
            "See the teams",
            due=first[-1].due,
            idle=True,
        )
    return Step(
        "Nothing needs the GM",
        "Weeks open, resolve and close by themselves.",
        club_url("desk", campaign),
        "Open the desk",
        idle=True,
    )


def _at_the_desk(campaign: Campaign, needs: Needs) -> Iterator[Step]:
    desk = club_url("desk", campaign)
    for week in needs.stuck:
        text = "It could not be resolved by itself and needs you."
        page = week_url("desk-week", week)
        yield Step(f"Week {week.number} is stuck", text, page, "Look at it", urgent=True)
    for week in needs.late:
        text = (
            "Its next hour has passed and nothing has happened. The site’s background "
            "worker may be down."
        )
        yield Step(f"Week {week.number} is late", text, desk, "Open the desk")
    for week in needs.disputed:
        yield Step(
            f"Decide on {week.duel_words}",
            "Somebody disputes what is written down of it.",
            duel_url("duel-record", week),
            "See who says what",
        )
    for week in needs.results:
        page = duel_url("desk-duel", week)
        yield Step(
            f"Record {week.duel_words}",
            "It has been driven, and nobody has written down what it came to.",
            page,
            "Open the result form",
        )
    if needs.approvals:
        names = [team.name for team in needs.approvals]
        text = f"{some(names)} {'asks' if len(names) == 1 else 'ask'} for approval."
        yield Step(
            "Approve a roster", text, club_url("desk-teams", campaign), "Look at the rosters"
        )
    for team in needs.ownerless:
        text, page = (
            "A caretaker looks after it from the first week without orders on.",
            club_url("desk-hand-over", campaign, team=team.slug),
        )
        yield Step(f"Nobody runs {team.name}", text, page, "Hand it over")
    for hook in needs.stopped:
        yield Step(
            f"News no longer reaches {hook.name}",
            "Nothing is sent there any more.",
            club_url("desk-hooks", campaign),
            "Look at it",
        )
    if needs.season is None:
        yield Step(
            "Open a season",
            "Weeks are then planned on the club’s rhythm.",
            club_url("desk-season", campaign),
            "Open a season",
        )
    elif needs.evening_is_done:
        text = "The duel is recorded. The next evening starts at a press, when all are here."
        yield Step(
            "Start the next week", text, club_url("desk-start", campaign), "Start a week now"
        )
    elif needs.week is None and needs.plays:
        text = "Start it when all are here, or plan weeks that open by themselves."
        yield Step(
            "Start the next week", text, club_url("desk-start", campaign), "Start a week now"
        )
        yield Step(
            "Plan the next weeks, or close the season",
            "All its weeks are over. Once it is closed, orders and dice are opened to the club.",
            club_url("desk-season", campaign),
            "See the season",
        )
