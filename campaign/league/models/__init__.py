"""Models of a club and its league: campaign, seasons, weeks, members, teams and news."""

from .campaigns import (
    CalendarKey,
    Campaign,
    DeskAct,
    Invite,
    JoinAsk,
    LoginLink,
    Membership,
    Season,
    Week,
)
from .duels import Challenge, Duel, Meet
from .holds import OutageHold
from .house_rules import StoredRules
from .news import Hook, HookDelivery, News
from .pauses import Pause
from .teams import CARETAKER, Caretaking, Deputy, Team, TeamAsk, TeamOwner

__all__ = [
    "CARETAKER",
    "CalendarKey",
    "Campaign",
    "Caretaking",
    "Challenge",
    "Deputy",
    "DeskAct",
    "Duel",
    "Hook",
    "HookDelivery",
    "Invite",
    "JoinAsk",
    "LoginLink",
    "Meet",
    "Membership",
    "News",
    "OutageHold",
    "Pause",
    "Season",
    "StoredRules",
    "Team",
    "TeamAsk",
    "TeamOwner",
    "Week",
]
