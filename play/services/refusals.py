"""What a table can refuse beside what the game's rules do."""

from __future__ import annotations

from core.web.refusals import Refused


class NotSeated(Refused):
    """Who only watches, or has resigned, does not play."""

    code = "not-seated"


class WrongStage(Refused):
    """The table has not started, is being played or is over."""

    code = "wrong-stage"


class PausedNow(Refused):
    """Nobody moves while the match is paused."""

    code = "paused"


class TooLate(Refused):
    """The seat's clock has run out."""

    code = "too-late"


class ChairTaken(Refused):
    """There is no free chair for this person."""

    code = "chair-taken"


class NotYours(Refused):
    """Only who opened the table decides this."""

    code = "not-yours"


class NotOpen(Refused):
    """A tournament has begun, or is over."""

    code = "not-open"


class Full(Refused):
    """As many have entered as may."""

    code = "full"


class NothingToDeal(Refused):
    """The site has no game that can be dealt to everybody."""

    code = "nothing-to-deal"


class NotReliable(Refused):
    """The table asks for people who finish more of their matches."""

    code = "not-reliable"
