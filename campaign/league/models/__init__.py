"""Models of a club and its league: campaigns, seasons, weeks, members, teams and duels."""

from .campaigns import Campaign, DeskAct, Membership, Season, Week
from .duels import WEEKLY_NUMBER, Challenge, Duel, Meet
from .teams import CARETAKER, Caretaking, Deputy, Team, TeamOwner

__all__ = [
    "CARETAKER",
    "WEEKLY_NUMBER",
    "Campaign",
    "Caretaking",
    "Challenge",
    "Deputy",
    "DeskAct",
    "Duel",
    "Meet",
    "Membership",
    "Season",
    "Team",
    "TeamOwner",
    "Week",
]
