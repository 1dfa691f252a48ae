"""What waits for a person in words: what to do, where, and what leads there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, assert_never

from campaign.duels.selectors.events import duel_page
from campaign.league.views.frame import club_url, team_url
from core.web.pictures.words import counted, some
from home.selectors.todo import Decide, Move, Referee, Write

if TYPE_CHECKING:
    from home.selectors.todo import Errand, Playing
    from play.selectors.turns import Turn


@dataclass(frozen=True, slots=True)
class Waits:
    """A line of what waits: what to do, `place` says where, `url` leads there; `state` is an order
    sheet's, "" for everything else.
    """

    title: str
    place: str
    url: str
    action: str
    due: datetime | None
    state: str = ""
    waits: str = ""
    """What is said in place of the time left, where there is no hour."""


def in_words(errand: Errand) -> Waits:
    """The line for this errand."""
    match errand:
        case Move(due=due, turn=turn, fight=fight):
            place = (*([_club(fight)] if fight else []), _players(turn))
            return Waits(
                f"Your move: {turn.name or turn.title}",
                " · ".join(filter(None, place)),
                turn.path,
                "Move",
                due,
                waits="No time limit",
            )
        case Decide(due=due, at=where):
            return Waits(
                f"Your decision is needed in week {where.week.number}",
                _club(where),
                team_url("espionage:decision", where.team),
                "Decide",
                due,
            )
        case Write(due=due, at=where, state=state):
            title = (
                f"{'Finish' if state == 'draft' else 'Write'} the orders of week "
                f"{where.week.number}"
            )
            return Waits(
                title,
                _club(where),
                team_url("espionage:orders", where.team),
                "Order sheet",
                due,
                state,
            )
        case Referee(campaign=campaign):
            return Waits(
                _desk_title(errand),
                campaign.name,
                _desk_page(errand),
                DESK_ACTIONS[errand.kind],
                None,
            )
        case _:
            assert_never(errand)


DESK_ACTIONS = {
    "stuck": "View details",
    "result": "Record result",
    "dispute": "View dispute",
    "approval": "View roster",
}


def _desk_title(errand: Referee) -> str:
    match errand.kind:
        case "stuck":
            return f"{errand.week} is stuck"
        case "result":
            return f"Record {errand.week.duel_words if errand.week else ''}"
        case "dispute":
            return f"Settle the dispute about {errand.week.duel_words if errand.week else ''}"
        case "approval":
            return f"Approve {errand.team}’s roster"


def _desk_page(errand: Referee) -> str:
    if errand.team:
        return club_url("desk-approval", errand.campaign, team=errand.team.slug)
    pages = {"stuck": "desk-week", "result": "desk-duel", "dispute": "duel-record"}
    page, named = duel_page(pages[errand.kind], errand.week) if errand.week else ("desk", {})
    return club_url(page, errand.campaign, **named)


def _club(where: Playing) -> str:
    name = f"As deputy for {where.team.name}" if where.as_deputy else where.team.name
    return f"{name}, {where.team.campaign.name}"


def _players(turn: Turn) -> str:
    """The game, unless the table's name says it, and who else plays; where many do, people before
    bots.
    """
    game = turn.title if turn.name and turn.title not in turn.name else ""
    bots = ["a bot" if turn.bots == 1 else counted(turn.bots, "bot")] if turn.bots else []
    names = [*turn.others, *(bots if len(turn.others) + len(bots) <= 3 else turn.bots * bots)]
    against = "against" if len(turn.others) + turn.bots == 1 else "with"
    return " ".join(filter(None, (game, against if names else "", some(names))))
