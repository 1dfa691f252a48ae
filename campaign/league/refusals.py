"""Errors of a club, in addition to those of every service. Each has a code for programs."""

from __future__ import annotations

from core.web.refusals import Refused


class NotEnoughMoney(Refused):
    """The team cannot pay."""

    code = "not-enough-money"


class NotEnoughStock(Refused):
    """The team has too little of this gear."""

    code = "not-enough-stock"


class DuelsUnrecorded(Refused):
    """Duels of the season were never recorded. Closing it anyway must be confirmed."""

    code = "duels-unrecorded"


class NotFit(Refused):
    """The character or vehicle is not in a condition to do this."""

    code = "not-fit"


class RosterFull(Refused):
    """The roster cap is reached."""

    code = "roster-full"


class InviteSpent(Refused):
    """The link is used up, revoked or expired, or it does not exist."""

    code = "invite-spent"


class OptionOff(Refused):
    """The house rules do not allow this."""

    code = "option-off"


class LastOne(Refused):
    """The club would lose its last GM, or the team its last owner."""

    code = "last-one"


class NotReliable(Refused):
    """The person is less reliable than the club requires for joining by a group's link (C22)."""

    code = "not-reliable"
