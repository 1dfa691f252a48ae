"""Errors of a club, in addition to those of every service. Each has a code for programs."""

from __future__ import annotations

from core.web.refusals import Refused


class NotEnoughMoney(Refused):
    """Error: the team cannot pay."""

    code = "not-enough-money"


class NotEnoughStock(Refused):
    """Error: the team has too little of this gear."""

    code = "not-enough-stock"


class DuelsUnrecorded(Refused):
    """Error: duels of the season were never recorded. Closing the season anyway must be
    confirmed.
    """

    code = "duels-unrecorded"


class NotFit(Refused):
    """Error: the character or vehicle is not in a condition to do this."""

    code = "not-fit"


class RosterFull(Refused):
    """Error: the roster cap is reached."""

    code = "roster-full"


class InviteSpent(Refused):
    """Error: the link is used up, revoked or expired, or it does not exist."""

    code = "invite-spent"


class OptionOff(Refused):
    """Error: the house rules do not allow this action."""

    code = "option-off"


class LastOne(Refused):
    """Error: the club would lose its last GM, or the team its last owner."""

    code = "last-one"


class NotReliable(Refused):
    """Error: the person is less reliable than the club requires of people who join by a group's
    link (C22).
    """

    code = "not-reliable"
