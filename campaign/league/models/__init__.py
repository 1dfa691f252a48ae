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
from .events import Challenge, Event, Meet
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
    "Event",
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
