"""A bot stands in for a team: whenever nobody has sent orders by the deadline it writes them, and
the whole club knows that it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from django.db.models import Q

from campaign.league.models import CARETAKER, Caretaking, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from campaign.league.selectors.seasons import current_week
from campaign.league.services import desk_log, news, openly
from campaign.teams.rules.acts import BotSeat
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.pictures.words import counted
from core.web.records import tidy
from core.web.refusals import WrongTime

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from core.accounts.models import User


ORPHANED: Final = "{team} has no owner. A caretaker runs it until a GM hands it over."


def seat(*, team: Team, bot: BotSeat, by: User | None, at: datetime, reason: str = "") -> Team:
    """Let a bot stand in, for the week that is open or until it is called off; published.

    Where none of its owners does it, but a GM, or a vote (`by` is None), it is an act before
    everybody: with a reason, in the news, in the log, in every member's inbox. Raises BadForm for a
    bot that there is not; ReasonNeeded; WrongTime for a team that does not play, and for one week
    where none is open.
    """
    bot = tidy(bot)
    with club(team.campaign_id):
        team = locked(team)
        own = by is not None and people.runs_team(by, team)
        said = "" if own else desk_log.require_reason(reason)
        if team.approved_at is None or team.left_at:
            raise WrongTime(f"{team.name} is not in the league.")
        week = current_week(team.campaign) if bot.how_long == "week" else None
        if bot.how_long == "week" and (week is None or not _takes_orders(week, at)):
            raise WrongTime("No week is open for orders. Choose every week.", field="how_long")
        _end_care([team], at)
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
            now=at,
            team=team,
            reason=said,
            detail={"team": team.name, "bot": bot.temper},
        )
        who = by.get_username() if by else "a vote"
        openly.announce(act, f"{text}, by {who}", path=team_path("team", team))
        return team


def take_seat(*, team: Team, temper: str, by: User, at: datetime) -> Team:
    """A team that was founded for a bot, and that nobody ever ran, is the bot's until it is called
    off; published. Raises BadForm for a bot that there is not.
    """
    bot = tidy(BotSeat(temper=temper, how_long="on"))
    with club(team.campaign_id):
        team = locked(team)
        team.bot, team.bot_week, team.bot_by = bot.temper, None, by
        team.save(update_fields=["bot", "bot_week", "bot_by"])
        _tell(team, "bot-seated", f"A {bot.temper} bot runs {team}.", at)
        return team


def _takes_orders(week: Week, at: datetime) -> bool:
    return week.status == Week.Status.OPEN and at < week.due_at


def call_off(*, team: Team, by: User, at: datetime) -> Team:
    """No bot stands in any more; published. Nothing happens if none did. By a GM as well."""
    with club(team.campaign_id):
        team = locked(team)
        if team.bot:
            _end_care([team], at)
            team.bot, team.bot_week, team.bot_by = "", None, None
            team.save(update_fields=["bot", "bot_week", "bot_by"])
            who = by.get_username()
            text = (
                f"{who} is back in control of {team}."
                if people.runs_team(by, team)
                else f"{who} removed the bot that stood in for {team}."
            )
            _tell(team, "bot-called-off", text, at)
        return team


class Vanished(NamedTuple):
    """A team whose people have written nothing for so many weeks, the last of them this one."""

    team: Team
    week: Week
    weeks: int


def take_care(vanished: Sequence[Vanished]) -> None:
    """Have the house's caretaker look after these teams from their weeks' publication on (C22);
    published, and told to their people. A team for which a bot was let stand in meanwhile is left
    alone. The caller holds the weeks in one transaction, with no campaign's scope.
    """
    free = Q(bot="") | Q(bot_week__isnull=False)
    for team, week, weeks in vanished:
        mine = Team.objects.filter(free, pk=team.pk, left_at=None)
        if not mine.update(bot=CARETAKER, bot_week=None, bot_by=None):
            continue
        at = week.settle_at
        Caretaking.objects.create(team=team, since=at)
        text = (
            f"No one has written orders for {team} for {counted(weeks, 'week')}. A caretaker "
            "runs the team until its owners are back."
        )
        cause = _tell(team, ClubNotice.CARETAKER, text, at, week)
        notices.send(
            notices.Message(
                user, team.campaign_id, ClubNotice.CARETAKER, text, team_path("team", team), cause,
                at,
            )
            for user in people.owners([team.pk]).get(team.pk, ())
        )  # fmt: skip


def look_after(*, team: Team, at: datetime) -> None:
    """Have the house's caretaker look after a team that nobody runs any more, unless a bot stands
    in for it already or it has left; published.
    """
    with club(team.campaign_id):
        team = locked(team)
        if team.left_at or (team.bot and team.bot_week_id is None):
            return
        team.bot, team.bot_week, team.bot_by = CARETAKER, None, None
        team.save(update_fields=["bot", "bot_week", "bot_by"])
        Caretaking.objects.create(team=team, since=at)
        _tell(team, ClubNotice.CARETAKER, ORPHANED.format(team=team), at)


def adopt(orphans: Sequence[tuple[Team, Week]]) -> None:
    """Have the house's caretaker look after these teams, which nobody runs, from their weeks'
    publication on (C22); published. The caller holds the weeks in one transaction, with no
    campaign's scope.
    """
    free = Q(bot="") | Q(bot_week__isnull=False)
    for team, week in orphans:
        mine = Team.objects.filter(free, pk=team.pk, left_at=None)
        if mine.update(bot=CARETAKER, bot_week=None, bot_by=None):
            Caretaking.objects.create(team=team, since=week.settle_at)
            _tell(team, ClubNotice.CARETAKER, ORPHANED.format(team=team), week.settle_at, week)


def leave_care(written: Sequence[tuple[Team, Week]]) -> None:
    """The caretakers of these teams go with their weeks' publication: somebody wrote orders.
    Published; who it was is not said.
    """
    for team, week in written:
        mine = Team.objects.filter(pk=team.pk, bot=CARETAKER)
        if mine.update(bot="", bot_week=None, bot_by=None):
            _end_care([team], week.due_at)
            text = f"The owners of {team} are back in control."
            _tell(team, "bot-called-off", text, week.settle_at, week)


def _end_care(teams: Sequence[Team], at: datetime) -> None:
    Caretaking.objects.filter(team__in=teams, until=None).update(until=at)


def _tell(team: Team, kind: str, text: str, at: datetime, week: Week | None = None) -> str:
    """Publish a line; its cause."""
    cause = f"{kind}:{team.pk}:{at.isoformat()}"
    about = week.pk if week else None
    news.publish([news.Item(team.campaign_id, kind, text, cause, at, week=about)])
    return cause
