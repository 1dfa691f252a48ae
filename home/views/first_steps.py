"""The list of what a founder does first: each line a link, each ticked off by what was done; no
list once the club plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.league.models import Week
from campaign.league.selectors.house import rules_of
from campaign.league.views.frame import club_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from campaign.desk.selectors.desk import Needs
    from campaign.league.models import Campaign
    from home.selectors.first_steps import FirstSteps


@dataclass(frozen=True, slots=True)
class ToDo:
    """A line of the list. `waits` says that others have to do something first; `due` is when it
    comes by itself.
    """

    title: str
    text: str
    url: str
    action: str
    done: bool
    waits: bool = False
    due: datetime | None = None


def first_steps(
    campaign: Campaign, found: FirstSteps | None, opens_at: datetime | None
) -> tuple[ToDo, ...]:
    """The list in the order in which one goes through it. `opens_at` is when the next planned week
    opens.
    """
    return tuple(_lines(campaign, found, opens_at)) if found else ()


def opens_at(needs: Needs) -> datetime | None:
    """When the next week opens, if one is planned."""
    return needs.week.opens_at if needs.week and needs.week.status == Week.Status.PLANNED else None


def next_of(steps: Sequence[ToDo]) -> ToDo | None:
    """The first that can be done now. A team of one's own comes after the rest: a GM may do
    without.
    """
    open_ = [step for step in steps if not step.done and not step.waits]
    return min(open_, key=lambda step: step.action == FOUND, default=None)


FOUND = "Create a team"


def _lines(campaign: Campaign, found: FirstSteps, opens_at: datetime | None) -> Iterator[ToDo]:
    yield ToDo(
        "Invite people",
        "Create a link and share it with your group.",
        club_url("desk-invites", campaign),
        "Create link",
        found.invited,
    )
    text = "Skip this step if you only run the club."
    yield ToDo(
        "Create your own team",
        text,
        club_url("teams" if found.plays else "team-new", campaign),
        FOUND,
        found.plays,
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
        found.saw_rules,
    )
    if opens_at or found.opened:
        text = (
            "Check when orders open and close and when duels take place. You can postpone weeks "
            "or add more."
        )
        yield ToDo(
            "Check the schedule",
            text,
            club_url("desk-calendar", campaign),
            "View schedule",
            found.saw_dates,
        )
    text = (
        "Valid rosters are approved automatically under the house rules. You decide on the others."
        if rules_of(campaign).approve_legal_rosters
        else "A team can play after you approve its roster."
    ) + ("" if found.asking or found.approved else " No team has requested approval yet.")
    page = club_url("desk-teams", campaign)
    yield ToDo(
        "Approve rosters",
        text,
        page,
        "View teams",
        found.approved and not found.asking,
        waits=not found.asking,
    )
    yield _start(campaign, found, opens_at)


def _start(campaign: Campaign, found: FirstSteps, opens_at: datetime | None) -> ToDo:
    """The last line. A founder whose team is alone is led to a rival that a bot plays."""
    title = "First week opens" if opens_at or found.opened else "Start the first week"
    if found.approved and not found.enough:
        text = (
            "A week needs two teams, and one is ready. Wait for your players, or add a team run "
            "by a bot. You can hand it over later."
        )
        page = club_url("desk-bot-team", campaign)
        return ToDo(title, text, page, "Add bot team", found.opened)
    text = (
        "Start the week when everyone is ready. Otherwise it opens automatically:"
        if opens_at
        else "Start the week when everyone is ready, or schedule weeks."
    )
    page = club_url("desk-start", campaign)
    return ToDo(
        title, text, page, "Start week", found.opened, waits=not found.approved, due=opens_at
    )
