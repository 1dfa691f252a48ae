"""A bot stands in for a team: whenever nobody has sent orders by the deadline it writes them, and
the whole club knows that it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Team, Week
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from campaign.league.selectors.seasons import week_under_way
from campaign.league.services import desk_log, news, openly
from core.web.locks import club, locked
from core.web.refusals import WrongTime

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.teams.rules.acts import BotSeat
    from core.accounts.models import User


def seat(*, team: Team, bot: BotSeat, by: User | None, at: datetime, reason: str = "") -> Team:
    """Let a bot stand in, for the week that is open or until it is called off; published.

    Where none of its owners does it, but a GM, or a vote (`by` is None), it is an act before
    everybody: with a reason, in the news, in the log, in every member's inbox. Raises ReasonNeeded;
    WrongTime for a team that does not play, and for one week where none is open.
    """
    with club(team.campaign_id):
        team = locked(team)
        own = by is not None and people.runs(by, team)
        said = "" if own else desk_log.reasoned(reason)
        if team.approved_at is None or team.left_at:
            raise WrongTime(f"{team.name} does not play in the league.")
        week = week_under_way(team.campaign) if bot.how_long == "week" else None
        if bot.how_long == "week" and (week is None or not _takes_orders(week, at)):
            raise WrongTime("No week is open for orders: choose every week.", field="how_long")
        team.bot, team.bot_week, team.bot_by = bot.temper, week, by
        team.save(update_fields=["bot", "bot_week", "bot_by"])
        when = f"in week {week.number}" if week else "until further notice"
        text = f"A {bot.temper} bot stands in for {team} {when}"
        if own:
            _tell(team, "bot-seated", f"{text}.", at)
            return team
        act = desk_log.record(
            campaign_id=team.campaign_id,
            actor=by,
            kind="bot-seated",
            at=at,
            team=team,
            reason=said,
            detail={"team": team.name, "bot": bot.temper},
        )
        who = by.get_username() if by else "a vote"
        openly.announce(act, f"{text}, by {who}", path=team_path("team", team))
        return team


def _takes_orders(week: Week, at: datetime) -> bool:
    return week.status == Week.Status.OPEN and at < week.due_at


def call_off(*, team: Team, by: User, at: datetime) -> Team:
    """No bot stands in any more; published. Nothing happens if none did. By a GM as well."""
    with club(team.campaign_id):
        team = locked(team)
        if team.bot:
            team.bot, team.bot_week, team.bot_by = "", None, None
            team.save(update_fields=["bot", "bot_week", "bot_by"])
            who = by.get_username()
            text = (
                f"{who} commands {team} again."
                if people.runs(by, team)
                else f"No bot stands in for {team} any more: {who} called it off."
            )
            _tell(team, "bot-called-off", text, at)
        return team


def _tell(team: Team, kind: str, text: str, at: datetime) -> None:
    cause = f"{kind}:{team.pk}:{at.isoformat()}"
    news.publish([news.Item(team.campaign_id, kind, text, cause, at)])
