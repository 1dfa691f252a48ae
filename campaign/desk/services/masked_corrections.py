"""Services for a playing GM's corrections of a rival's secret ledgers. They do not reveal the
balance.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from campaign.garage.models import Vehicle
from campaign.league.models import DeskAct, Team
from campaign.league.services import desk_log
from campaign.ledger.services.posting import Book
from campaign.roster.models import Character
from core.accounts.models import User
from core.web.refusals import BadForm, Refused

from . import corrections

MASKED_CODES = frozenset({"too-low", "too-high", "no-such-item"})
"""Problem codes that are masked. The name of an unknown part would reveal the design."""


class OutOfBounds(Refused):
    """The error for a correction that exceeds its bounds. The message does not reveal the
    bounds.
    """

    code = "out-of-bounds"


def correct(**booking: Any) -> DeskAct:
    """Book a correction, with the arguments of `corrections.correct`.

    If it would exceed its bounds, raise OutOfBounds without the numbers.
    """
    try:
        return corrections.correct(**booking)
    except BadForm as bad:
        if not MASKED_CODES & {problem.code for problem in bad.problems}:
            raise
        sentence = (
            "This correction cannot be booked because it exceeds the available amount. The team "
            "can see your attempt in the log."
        )
        raise OutOfBounds(sentence, field="amount") from None


def note_refusal(
    *, book: Book, owner: Team | Character | Vehicle, actor: User, reason: str, now: datetime
) -> None:
    """Log a refused correction by a GM who also plays, so that the team can see it.

    Without this entry, the GM could guess a balance by trial and error unnoticed.
    """
    team = owner.team if hasattr(owner, "team") else owner
    detail = {"book": book.name.lower(), "owner": str(owner)}
    desk_log.record(
        actor=actor,
        kind="correction-refused",
        now=now,
        reason=reason,
        detail=detail,
        public=False,
        team=team,
    )
