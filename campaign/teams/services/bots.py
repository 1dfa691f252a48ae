"""Services for bots that act for a team.

A bot writes orders when no one has sent any by the deadline. The whole club can see which teams
have a bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Q

from campaign.league.models import CARETAKER, Caretaking, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from campaign.league.selectors.seasons import current_week
from campaign.league.services import desk_log
from campaign.news.services import news, openly
from campaign.teams.rules.acts import BotSeat
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.pictures.words import counted
from core.web.records import tidy
from core.web.refusals import WrongTime

NO_OWNER_TEXT: Final = "{team} has no owner. A caretaker runs it until a GM hands it over."


def seat(*, team: Team, bot: BotSeat, actor: User | None, now: datetime, reason: str = "") -> Team:
    """Let a bot act for the team, in the open week or until it is dismissed. This is published.

    If a GM or a vote appoints the bot, this is a public action. It needs a reason, is logged and
    published, and all members are notified. After a vote, `actor` is None. Raise BadForm for an
    unknown bot. Raise ReasonNeeded. Raise WrongTime if the team does not play, or for a single week
    if no week is open.
    """
    bot = tidy(bot)
    with club(team.campaign_id):
        team = locked(team)
        is_owner = actor is not None and people.runs_team(actor, team)
        stated_reason = "" if is_owner else desk_log.require_reason(reason)
        if team.approved_at is None or team.left_at:
            raise WrongTime(f"{team.name} is not in the league.")
        week = current_week(team.campaign) if bot.how_long == "week" else None
        if bot.how_long == "week" and (week is None or not _takes_orders(week, now)):
            raise WrongTime("No week is open for orders. Choose every week.", field="how_long")
        _end_care([team], now)
        team.bot, team.bot_week, team.bot_by = bot.temper, week, actor
        team.save(update_fields=["bot", "bot_week", "bot_by"])
        when = f"in week {week.number}" if week else "until further notice"
        text = f"A {bot.temper} bot acts for {team} {when}"
        if is_owner:
            _publish(team, "bot-seated", f"{text}.", now)
            return team
        act = desk_log.record(
            actor=actor,
            kind="bot-seated",
            now=now,
            team=team,
            reason=stated_reason,
            detail={"team": team.name, "bot": bot.temper},
        )
        appointed_by = actor.get_username() if actor else "a vote"
        openly.announce(act, f"{text}, by {appointed_by}", path=team_path("team", team))
        return team


def found_seat(*, team: Team, temper: str, actor: User, now: datetime) -> Team:
    """Let a bot run a team that was founded for the bot and has never had an owner. This is
    published.

    The bot acts until it is dismissed. Raise BadForm for an unknown bot.
    """
    bot = tidy(BotSeat(temper=temper, how_long="on"))
    with club(team.campaign_id):
        team = locked(team)
        team.bot, team.bot_week, team.bot_by = bot.temper, None, actor
        team.save(update_fields=["bot", "bot_week", "bot_by"])
        _publish(team, "bot-seated", f"A {bot.temper} bot runs {team}.", now)
        return team


def _takes_orders(week: Week, now: datetime) -> bool:
    return week.status == Week.Status.OPEN and now < week.due_at


def dismiss(*, team: Team, actor: User, now: datetime) -> Team:
    """Dismiss the team's bot, if it has one, as an owner or a GM. This is published."""
    with club(team.campaign_id):
        team = locked(team)
        if team.bot:
            _end_care([team], now)
            team.bot, team.bot_week, team.bot_by = "", None, None
            team.save(update_fields=["bot", "bot_week", "bot_by"])
            username = actor.get_username()
            text = (
                f"{username} is back in control of {team}."
                if people.runs_team(actor, team)
                else f"{username} removed the bot that acted for {team}."
            )
            _publish(team, "bot-called-off", text, now)
        return team


class Vanished(NamedTuple):
    """A team whose people have not written orders for `weeks` weeks, including this one."""

    team: Team
    week: Week
    weeks: int


def appoint_caretakers(vanished: Sequence[Vanished]) -> None:
    """Appoint caretakers for these teams, starting when their weeks are published (C22).

    The change is published, and the teams' people are notified. Teams that already have a permanent
    bot are skipped. The caller has locked the weeks in one transaction, without a campaign's scope.
    """
    free = Q(bot="") | Q(bot_week__isnull=False)
    for team, week, weeks in vanished:
        teams = Team.objects.filter(free, pk=team.pk, left_at=None)
        if not teams.update(bot=CARETAKER, bot_week=None, bot_by=None):
            continue
        since = week.settle_at
        Caretaking.objects.create(team=team, since=since)
        text = (
            f"No one has written orders for {team} for {counted(weeks, 'week')}. A caretaker "
            "runs the team until its owners are back."
        )
        cause = _publish(team, ClubNotice.CARETAKER, text, since, week)
        users, path = people.owners_of(team.pk), team_path("team", team)
        notices.notify(users, team.campaign_id, ClubNotice.CARETAKER, text, path, cause, since)


def appoint_caretaker(*, team: Team, now: datetime) -> None:
    """Appoint a caretaker for a team without owners. This is published.

    If the team has a permanent bot or has left, do nothing.
    """
    with club(team.campaign_id):
        team = locked(team)
        if team.left_at or (team.bot and team.bot_week_id is None):
            return
        team.bot, team.bot_week, team.bot_by = CARETAKER, None, None
        team.save(update_fields=["bot", "bot_week", "bot_by"])
        Caretaking.objects.create(team=team, since=now)
        _publish(team, ClubNotice.CARETAKER, NO_OWNER_TEXT.format(team=team), now)


def adopt_teams(orphans: Sequence[tuple[Team, Week]]) -> None:
    """Appoint caretakers for these teams without owners, starting when their weeks are published
    (C22).

    This is published. The caller has locked the weeks in one transaction, without a campaign's
    scope.
    """
    free = Q(bot="") | Q(bot_week__isnull=False)
    for team, week in orphans:
        teams = Team.objects.filter(free, pk=team.pk, left_at=None)
        if teams.update(bot=CARETAKER, bot_week=None, bot_by=None):
            Caretaking.objects.create(team=team, since=week.settle_at)
            _publish(
                team, ClubNotice.CARETAKER, NO_OWNER_TEXT.format(team=team), week.settle_at, week
            )


def dismiss_caretakers(written: Sequence[tuple[Team, Week]]) -> None:
    """Dismiss the caretakers of these teams when their weeks are published.

    Someone has written orders for each team. The published news does not say who.
    """
    for team, week in written:
        teams = Team.objects.filter(pk=team.pk, bot=CARETAKER)
        if teams.update(bot="", bot_week=None, bot_by=None):
            _end_care([team], week.due_at)
            text = f"The owners of {team} are back in control."
            _publish(team, "bot-called-off", text, week.settle_at, week)


def _end_care(teams: Sequence[Team], now: datetime) -> None:
    Caretaking.objects.filter(team__in=teams, until=None).update(until=now)


def _publish(team: Team, kind: str, text: str, now: datetime, week: Week | None = None) -> str:
    cause = f"{kind}:{team.pk}:{now.isoformat()}"
    week_id = week.pk if week else None
    news.publish([news.Item(team.campaign_id, kind, text, cause, now, week=week_id)])
    return cause
