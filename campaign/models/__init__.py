"""The club's records, one subject a module."""

from .api import IdempotentAnswer
from .campaigns import Campaign, DeskAct, Invite, LoginLink, Membership, Season, Week
from .duels import DuelEntry, DuelResult
from .garage import CrewPlace, Offer, Vehicle, WorkOrder
from .ledger import Damage, Entry, Hold, Money, Prestige, SkillPoint, StandingPoint, Stock, Wound
from .news import News, Notice
from .post import CalendarKey, Delivery, Hook, MailWishes
from .sent import SentForm
from .teams import Character, Memory, Team, TeamAsk, TeamOwner
from .tokens import ApiToken
from .user import User

__all__ = [
    "ApiToken", "CalendarKey", "Campaign", "Character", "CrewPlace", "Damage", "Delivery", "DeskAct", "DuelEntry", "DuelResult", "Entry", "Hold", "Hook", "IdempotentAnswer", "Invite", "LoginLink", "MailWishes", "Membership",
    "Memory", "Money", "News", "Notice", "Offer", "Prestige", "Season", "SentForm", "SkillPoint", "StandingPoint", "Stock", "Team", "TeamAsk", "TeamOwner", "User", "Vehicle", "Week",
    "WorkOrder", "Wound",
]  # fmt: skip
