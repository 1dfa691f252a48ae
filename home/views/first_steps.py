"""The checklist for founders of a new club, which is shown until the club plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from campaign.desk.selectors.desk import Needs
from campaign.league.models import Campaign, Week
from campaign.league.selectors.house import rules_of
from campaign.league.views.frame import club_url
from home.selectors.first_steps import FirstSteps


@dataclass(frozen=True, slots=True)
class ToDo:
    """An item on the checklist.

    `waits` is true if others must act first, and `due` is true if the step happens automatically.
    """

    title: str
    text: str
    url: str
    action: str
    done: bool
    waits: bool = False
    due: datetime | None = None


def first_steps(
    campaign: Campaign, done_steps: FirstSteps | None, opens_at: datetime | None
) -> tuple[ToDo, ...]:
    """Return the checklist in the recommended order.

    `opens_at` is when the next planned week opens.
    """
    return tuple(_lines(campaign, done_steps, opens_at)) if done_steps else ()


def opens_at(needs: Needs) -> datetime | None:
    """Return when the next planned week opens, or None."""
    return needs.week.opens_at if needs.week and needs.week.status == Week.Status.PLANNED else None


def next_of(steps: Sequence[ToDo]) -> ToDo | None:
    """Return the first step that can be done now.

    Starting the week comes first if players are waiting for it. The GM's own team is optional and
    comes last.
    """
    open_ = [step for step in steps if not step.done and not step.waits]
    return min(open_, key=_rank, default=None)


def _rank(step: ToDo) -> int:
    if step.action == START_WEEK and not step.due:
        return 0
    return 2 if step.action == CREATE_TEAM else 1


CREATE_TEAM, START_WEEK = "Create a team", "Start week"


def _lines(campaign: Campaign, done_steps: FirstSteps, opens_at: datetime | None) -> Iterator[ToDo]:
    yield ToDo(
        "Invite people",
        "Create a link and share it with your group.",
        club_url("desk-invites", campaign),
        "Create link",
        done_steps.invited,
    )
    text = "Skip this step if you only run the club."
    yield ToDo(
        "Create your own team",
        text,
        club_url("teams" if done_steps.plays else "team-new", campaign),
        CREATE_TEAM,
        done_steps.plays,
    )
    text = (
        "Set starting money, duel rules and every other option. Changes apply from the next "
        "week that opens."
    )
    yield ToDo(
        "Review the house rules",
        text,
        club_url("desk-house-rules", campaign),
        "View house rules",
        done_steps.saw_rules,
    )
    if opens_at or done_steps.opened:
        text = (
            "Check when orders open and close and when duels take place. You can postpone weeks "
            "or add more."
        )
        yield ToDo(
            "Check the schedule",
            text,
            club_url("desk-calendar", campaign),
            "View schedule",
            done_steps.saw_dates,
        )
    text = (
        "Valid rosters are approved automatically under the house rules. You decide on the others."
        if rules_of(campaign).approve_legal_rosters
        else "A team can play after you approve its roster."
    ) + ("" if done_steps.asking or done_steps.approved else " No team has requested approval yet.")
    page = club_url("desk-teams", campaign)
    yield ToDo(
        "Approve rosters",
        text,
        page,
        "View teams",
        done_steps.approved and not done_steps.asking,
        waits=not done_steps.asking,
    )
    yield _start(campaign, done_steps, opens_at)


def _start(campaign: Campaign, done_steps: FirstSteps, opens_at: datetime | None) -> ToDo:
    """Return the last item. If only one team is ready, it suggests a team run by a bot."""
    title = "First week opens" if opens_at or done_steps.opened else "Start the first week"
    if done_steps.approved and not done_steps.enough_teams:
        text = (
            "A week needs two teams, and one is ready. Wait for your players, or add a team run "
            "by a bot. You can hand it over later."
        )
        page = club_url("desk-bot-team", campaign)
        return ToDo(title, text, page, "Add bot team", done_steps.opened)
    text = (
        "Start the week when everyone is ready. Otherwise it opens automatically:"
        if opens_at
        else "Start the week when everyone is ready, or schedule weeks."
    )
    page = club_url("desk-start", campaign)
    return ToDo(
        title,
        text,
        page,
        START_WEEK,
        done_steps.opened,
        waits=not done_steps.approved,
        due=opens_at,
    )
