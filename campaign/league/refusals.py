"""What a club refuses besides what every service does, each with a code for programs."""

from __future__ import annotations

from core.web.refusals import Refused


class NotEnoughMoney(Refused):
    """The team cannot pay."""

    code = "not-enough-money"


class NotEnoughStock(Refused):
    """The team has not so much of this gear to spare."""

    code = "not-enough-stock"


class DuelsUnrecorded(Refused):
    """Duels of the season were driven and never recorded; closing it without them has to be
    said.
    """

    code = "duels-unrecorded"


class NotFit(Refused):
    """The character or vehicle is in no state for this."""

    code = "not-fit"


class RosterFull(Refused):
    """The roster cap is reached."""

    code = "roster-full"


class InviteSpent(Refused):
    """The link is used up, revoked or too old. An unknown link reads the same."""

    code = "invite-spent"


class OptionOff(Refused):
    """The house rules do not have this."""

    code = "option-off"


class LastOne(Refused):
    """Somebody has to stay: the last GM of a club, the last owner of a team."""

    code = "last-one"


class NotReliable(Refused):
    """The club asks more of who joins by a group's link (C22)."""

    code = "not-reliable"
