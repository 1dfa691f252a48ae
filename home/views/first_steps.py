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


FOUND = "Found a team"


def _lines(campaign: Campaign, found: FirstSteps, opens_at: datetime | None) -> Iterator[ToDo]:
    yield ToDo(
        "Invite people",
        "Make a link and put it where your group talks.",
        club_url("desk-invites", campaign),
        "Make a link",
        found.invited,
    )
    text = "If you play too. Whoever only runs the club leaves this out."
    yield ToDo(
        "Found your own team",
        text,
        club_url("teams" if found.plays else "team-new", campaign),
        FOUND,
        found.plays,
    )
    text = (
        "What a team starts with, how you duel, and every option. A change holds from the "
        "next week that opens."
    )
    yield ToDo(
        "Look at the house rules",
        text,
        club_url("desk-house-rules", campaign),
        "Read them",
        found.saw_rules,
    )
    if opens_at or found.opened:
        text = "When orders open and close, and when you duel. You can put them off or plan more."
        yield ToDo(
            "Look at the dates",
            text,
            club_url("desk-calendar", campaign),
            "See the weeks",
            found.saw_dates,
        )
    text = (
        "A roster that is in order approves itself, by the house rule; you decide on others."
        if rules_of(campaign).approve_legal_rosters
        else "A team plays once you have approved it."
    ) + ("" if found.asking or found.approved else " Nobody has asked yet.")
    page = club_url("desk-teams", campaign)
    yield ToDo(
        "Approve the rosters",
        text,
        page,
        "See the teams",
        found.approved and not found.asking,
        waits=not found.asking,
    )
    yield _start(campaign, found, opens_at)


def _start(campaign: Campaign, found: FirstSteps, opens_at: datetime | None) -> ToDo:
    """The last line. A founder whose team is alone is led to a rival that a bot plays."""
    title = "The first week opens" if opens_at or found.opened else "Start the first week"
    if found.approved and not found.enough:
        text = (
            "A week needs two teams, and one is ready. Wait for your people, or add a team that a "
            "bot plays; it can be handed over later."
        )
        page = club_url("desk-bot-team", campaign)
        return ToDo(title, text, page, "Add a bot’s team", found.opened)
    text = (
        "Start it when all are here; else it opens by itself:"
        if opens_at
        else "Start it when all are here, or plan weeks."
    )
    page = club_url("desk-start", campaign)
    return ToDo(
        title, text, page, "Start it now", found.opened, waits=not found.approved, due=opens_at
    )
