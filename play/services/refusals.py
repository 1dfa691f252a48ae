"""Refusals by tables and tournaments, in addition to those defined by the games' rules."""

from __future__ import annotations

from core.web.refusals import Refused


class NotSeated(Refused):
    """Spectators and players who resigned cannot do this."""

    code = "not-seated"


class WrongStage(Refused):
    """The table has not started, is in progress, or is over."""

    code = "wrong-stage"


class MatchPaused(Refused):
    """No one can move while the match is paused."""

    code = "paused"


class TooLate(Refused):
    """The seat's clock has run out."""

    code = "too-late"


class ChairTaken(Refused):
    """This person cannot take a chair, because none is free for them."""

    code = "chair-taken"


class NotYours(Refused):
    """Only the person who opened the table can do this."""

    code = "not-yours"


class NotOpen(Refused):
    """The tournament has begun or is over."""

    code = "not-open"


class Full(Refused):
    """The tournament is full."""

    code = "full"


class NothingToDeal(Refused):
    """The site has no game that can be dealt to everyone."""

    code = "nothing-to-deal"


class NotReliable(Refused):
    """The table requires a higher share of finished matches."""

    code = "not-reliable"
