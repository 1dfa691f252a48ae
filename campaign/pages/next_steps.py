"""What to do next: from what is known to an ordered list, the first of which stands on top of the club's home."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from campaign.models import Week
from campaign.pictures.words import counted, some

from .frame import at, at_team

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.models import Campaign, Team
    from campaign.selectors.waiting import Waiting

SOON = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: where, until when, and the look of the order sheet if it is about that."""

    title: str
    text: str = ""
    url: str = ""
    action: str = ""
    due: datetime | None = None
    state: str = ""
    urgent: bool = False


def for_owner(
    team: Team,
    weeks: Sequence[Week],
    state: str,
    waiting: Waiting,
    now: datetime,
    *,
    decide_by: datetime | None = None,
    fight_until: datetime | None = None,
) -> tuple[Step, ...]:
    """What waits for a team's owner. `state` is the order sheet's, "" where the team plays no week now.

    `decide_by` is until when the week asks the team for a decision, `fight_until` until when an ambush of the team's is fought.
    """
    if team.approved_at is None:
        return (_approval(team, waiting),)
    week = weeks[0] if weeks else None
    asked = (*([_fight(team, fight_until)] if fight_until else []), *([_decision(team, decide_by)] if decide_by else []))
    found = (*asked, *_orders(team, week, state, now), *_after(team, week), *_entry(team, week, waiting, now), *_chores(team, waiting))
    if any(step.action for step in found):
        return found
    return (*found, _nothing(team.campaign, weeks, state))


def _approval(team: Team, waiting: Waiting) -> Step:
    page = at_team("team-approval", team)
    if team.remark:
        return Step("The GM sent your roster back", team.remark, page, "See what is missing", urgent=True)
    if not waiting.people:
        return Step("Hire your people", f"{team.name} has money and nobody on its roster yet.", at_team("hire", team), "Hire somebody")
    if team.asked_at:
        return Step("Your roster is with the GM", "You can still hire, build and shop meanwhile. You play from the first week that opens after the approval.",
                    at_team("team", team), "Look at the team")  # fmt: skip
    people = counted(waiting.people, "character")
    return Step("Ask the GM to approve your roster", f"{team.name} has {people} and {counted(waiting.vehicles, 'vehicle')}. It plays once it is approved.",
                page, "See what is missing")  # fmt: skip


def _orders(team: Team, week: Week | None, state: str, now: datetime) -> Iterator[Step]:
    if week is None or week.status != Week.Status.OPEN or not state or now >= week.due_at:
        return
    orders, close = at_team("team", team) + "orders/", week.due_at - now < SOON
    if state == "nothing":
        yield Step("Write this week’s orders", "Without a sheet nobody of yours goes out, and nobody is on the lookout.", orders, "Open the order sheet",
                   due=week.due_at, state=state, urgent=close)  # fmt: skip
    elif state == "draft":
        yield Step("Finish this week’s orders", "A draft counts: if the deadline passes, it runs as it is.", orders, "Open the order sheet",
                   due=week.due_at, state=state, urgent=close)  # fmt: skip


def _decision(team: Team, until: datetime) -> Step:
    text = "If you say nothing, your standing orders answer."
    return Step("The week asks you for a decision", text, at_team("team", team) + "decision/", "Decide", due=until, urgent=True)


def _fight(team: Team, until: datetime) -> Step:
    text = "One of your people has met an enemy. A turn that you do not plan in time is fought as your standing orders say."
    return Step("An ambush is being fought", text, at_team("team", team) + "ambush/", "Go to the fight", due=until, urgent=True)


def _after(team: Team, week: Week | None) -> Iterator[Step]:
    if week is None:
        return
    if week.status == Week.Status.PLAYING:
        yield Step(
            f"Week {week.number} is being played", "Orders are sealed. Everybody’s report is published at one moment.", due=week.settle_at
        )
    elif week.status == Week.Status.SETTLED:
        report = f"{at_team('team', team)}reports/{week.number}/"
        yield Step(
            f"Read your report of week {week.number}",
            "What your people saw, and what was done to you, with the dice.",
            report,
            "Read the report",
        )


def _entry(team: Team, week: Week | None, waiting: Waiting, now: datetime) -> Iterator[Step]:
    if week is None or week.status != Week.Status.OPEN or waiting.entered or now >= week.due_at:
        return
    if not waiting.vehicles:
        yield Step("Build a vehicle", "There is nothing in your garage to drive the duel with.", at_team("build", team), "Open the builder")
        return
    duel = at("duel", team.campaign, number=week.number)
    yield Step(
        "Enter the duel", "Nobody of yours is entered. Entries close with the orders.", duel, "Choose vehicle and crew", due=week.due_at
    )


def _chores(team: Team, waiting: Waiting) -> Iterator[Step]:
    if waiting.general:
        who = some(waiting.unassigned)
        yield Step(
            f"Assign {counted(waiting.general, 'skill point')}",
            f"General points wait with {who}.",
            at_team("roster", team),
            "Open the roster",
        )
    if waiting.damaged:
        is_or_are = "is" if len(waiting.damaged) == 1 else "are"
        yield Step(
            "Repair what is damaged", f"{some(waiting.damaged)} {is_or_are} damaged.", at_team("workshop", team), "Open the workshop"
        )


def _nothing(campaign: Campaign, weeks: Sequence[Week], state: str) -> Step:
    """Nothing to do: say what comes next, and when."""
    if not weeks:
        return Step("No week is planned", "The GM plans the next weeks; you will get a notice when one opens.")
    week = weeks[0]
    page = at("week", campaign, number=week.number)
    if week.status == Week.Status.PLANNED:
        return Step(
            f"Week {week.number} has not opened yet", "There is nothing to do until then.", page, "See its times", due=week.opens_at
        )
    if week.status == Week.Status.OPEN and state:
        return Step("You are all set", "Orders are in and the duel is entered. You can change both until the deadline.", page, "See the week",
                    due=week.due_at, state=state)  # fmt: skip
    if week.status == Week.Status.OPEN:
        return Step(
            "You play from the next week on", f"Week {week.number} had opened before your roster was approved.", page, "See the week"
        )
    return Step("Nothing is due", f"Week {week.number} runs to its end.", page, "See the week", due=week.closes_at)


def for_teamless(campaign: Campaign) -> Step:
    """What a player without a team does."""
    return Step(
        "Found your team",
        "Give it a name and a colour, then hire people with its starting capital.",
        at("team-new", campaign),
        "Found a team",
    )


def for_spectator(campaign: Campaign, weeks: Sequence[Week]) -> Step:
    """What a spectator looks forward to."""
    if not weeks:
        return Step("No week is planned", "You read the standings and the news meanwhile.", at("standings", campaign), "See the standings")
    week = weeks[0]
    page, action = at("week", campaign, number=week.number), f"See week {week.number}"
    if week.status == Week.Status.PLANNED:
        return Step(f"Week {week.number} opens", "The teams write their orders then.", page, action, due=week.opens_at)
    if week.status == Week.Status.OPEN:
        return Step(
            "The teams are writing their orders", "What comes of them is published for all at one moment.", page, action, due=week.settle_at
        )
    if week.status == Week.Status.PLAYING:
        return Step(f"Week {week.number} is being played", "The news comes at one moment.", page, action, due=week.settle_at)
    return Step("The duel is next", week.event_name or f"Week {week.number} ends in the arena.", at("duel", campaign, number=week.number), "See the duel",
                due=week.duel_at)  # fmt: skip


def for_gm(campaign: Campaign, weeks: Sequence[Week], asking: Sequence[str], now: datetime) -> tuple[Step, ...]:
    """What waits for the GM: stuck weeks, rosters, results, an empty calendar. `asking` are teams that ask for approval."""
    desk = at("club", campaign) + "desk/"
    found = []
    for week in weeks:
        if week.parked_at:
            found.append(
                Step(
                    f"Week {week.number} is stuck",
                    "It could not be resolved by itself and needs you.",
                    f"{desk}week/{week.number}/",
                    "Look at it",
                    urgent=True,
                )
            )
        if week.status == Week.Status.SETTLED and week.duel_at <= now and not getattr(week, "has_result", False):
            found.append(
                Step(
                    f"Record the duel of week {week.number}",
                    "The hour of the duel has come.",
                    f"{desk}duel/{week.number}/",
                    "Open the result form",
                )
            )
    if asking:
        found.append(
            Step(
                "Approve a roster",
                f"{some(asking)} {'asks' if len(asking) == 1 else 'ask'} for approval.",
                f"{desk}teams/",
                "Look at the rosters",
            )
        )
    if not weeks:
        found.append(
            Step("Plan the next weeks", "The season has no week left that is not closed.", f"{desk}calendar/", "Open the calendar")
        )
    return tuple(found) or (Step("Nothing needs the GM", "Weeks open, resolve and close by themselves.", desk, "Open the desk"),)
