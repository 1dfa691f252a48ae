"""Refusals that only clubs use, in addition to those of all services.

Each has a code for programs.
"""

from __future__ import annotations

from core.web.refusals import Refused


class NotEnoughMoney(Refused):
    """The team does not have enough money."""

    code = "not-enough-money"


class NotEnoughStock(Refused):
    """The team does not have enough of this gear."""

    code = "not-enough-stock"


class DuelsUnrecorded(Refused):
    """Some duels of the season have never been recorded.

    Closing the season anyway requires a confirmation.
    """

    code = "duels-unrecorded"


class NotFit(Refused):
    """The character or vehicle is not in a condition to do this."""

    code = "not-fit"


class RosterFull(Refused):
    """The team has reached the maximum size of its roster."""

    code = "roster-full"


class InviteSpent(Refused):
    """The link has been used up or revoked, has expired, or does not exist."""

    code = "invite-spent"


class OptionOff(Refused):
    """The house rules do not allow this action."""

    code = "option-off"


class LastOne(Refused):
    """The club would lose its last GM, or the team its last owner."""

    code = "last-one"


class NotReliable(Refused):
    """The person is less reliable than the club requires of people who join by a group's link
    (C22).
    """

    code = "not-reliable"
