"""What waits for a person in words: what to do, where, and what leads there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, assert_never

from campaign.pictures.words import counted, some
from campaign.selectors.errands import Decide, Move, Write

from .frame import at_team

if TYPE_CHECKING:
    from campaign.selectors.errands import Errand, Playing
    from campaign.selectors.turns import Turn


@dataclass(frozen=True, slots=True)
class Waits:
    """A line of what waits: what to do, `place` says where, `url` leads there; `state` is an order sheet's, "" for everything else."""

    title: str
    place: str
    url: str
    action: str
    due: datetime | None
    state: str = ""


def in_words(errand: Errand) -> Waits:
    """The line for this errand."""
    match errand:
        case Move(due=due, turn=turn, fight=fight):
            place = (*([_club(fight)] if fight else []), _players(turn))
            return Waits(f"Your move: {turn.name or turn.title}", " · ".join(filter(None, place)), turn.path, "Move", due)
        case Decide(due=due, at=at):
            return Waits(f"Week {at.week.number} asks you for a decision", _club(at), _page(at, "decision/"), "Decide", due)
        case Write(due=due, at=at, state=state):
            title = f"{'Finish' if state == 'draft' else 'Write'} the orders of week {at.week.number}"
            return Waits(title, _club(at), _page(at, "orders/"), "Order sheet", due, state)
        case _:
            assert_never(errand)


def _page(at: Playing, page: str) -> str:
    return at_team("team", at.team) + page


def _club(at: Playing) -> str:
    return f"{at.team.name}, {at.team.campaign.name}"


def _players(turn: Turn) -> str:
    """The game, unless the table's name says it, and who else plays; where many do, people before bots."""
    game = turn.title if turn.name and turn.title not in turn.name else ""
    bots = ["a bot" if turn.bots == 1 else counted(turn.bots, "bot")] if turn.bots else []
    names = [*turn.others, *(bots if len(turn.others) + len(bots) <= 3 else turn.bots * bots)]
    against = "against" if len(turn.others) + turn.bots == 1 else "with"
    return " ".join(filter(None, (game, against if names else "", some(names))))
