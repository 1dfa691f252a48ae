"""Voids a stuck week (E40). A GM can void a week in public, so that it has no effects.

The teams' sealed orders stay secret until the end of the season, as in every other week.
"""

from __future__ import annotations

from datetime import datetime

from campaign.deals.services import endings
from campaign.duels.services import driven
from campaign.league.models import Week
from campaign.league.selectors import people
from campaign.league.services import desk_log
from campaign.ledger.services import treasury
from campaign.news.services import news
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import WrongTime
from espionage.models import AmbushFight, Seal
from espionage.notice_kinds import WeekNotice
from play.services.finishing import cancel_match

from .resolving import freeze
from .week_batch import load_weeks

ACT_KIND = WeekNotice.WEEK_VOIDED


def declare_void(*, week: Week, actor: User, reason: str, now: datetime) -> Week:
    """Void a parked week, so that it has no effects.

    Holds are released, and the next week can open. The act is logged and announced, with its
    reason, in the news and in every member's inbox. Raise ReasonNeeded, or WrongTime for a week
    that is not parked, has not opened, or is already published.
    """
    stated_reason = desk_log.require_reason(reason)
    with club(week.season.campaign_id):
        week = locked(week)
        _refuse_unless_stuck(week)
        if week.status == Week.Status.OPEN:
            _seal_orders(week, now)
        Seal.objects.filter(week=week).update(setup="")
        _end_fights(week, now)
        driven.stop_all(week, now)
        treasury.release(weeks=[week.pk])
        endings.end_with_weeks([week], now)
        detail = {"week": week.number, "fault": week.fault, "attempts": week.attempts}
        week.status = Week.Status.VOID
        week.parked_at = None
        week.claimed_at = None
        week.attempts = 0
        week.save(update_fields=["status", "parked_at", "claimed_at", "attempts"])
        _announce(week, actor, stated_reason, now, detail)
        return week


def _refuse_unless_stuck(week: Week) -> None:
    if week.parked_at is None:
        raise WrongTime(
            f"Week {week.number} is not stuck. You can declare a week void only after three "
            "failed attempts."
        )
    if week.status == Week.Status.PLANNED:
        raise WrongTime(f"Week {week.number} has not opened. Cancel it instead.")
    if week.status not in {Week.Status.OPEN, Week.Status.PLAYING}:
        raise WrongTime(
            f"The reports of week {week.number} are published and stay valid. Retry the week, or "
            "correct what is wrong."
        )


def _seal_orders(week: Week, now: datetime) -> None:
    """Seal the current sheets under a public root. Sheets are revealed at the end of the season."""
    (loaded,) = load_weeks([week])
    freeze([loaded], now)
    loaded.seal.save(update_fields=["order_root", "frozen_at"])


def _end_fights(week: Week, now: datetime) -> None:
    for fight in AmbushFight.objects.filter(week=week, over_at=None):
        fight.over_at = fight.told_at = now
        fight.save(update_fields=["over_at", "told_at"])
        cancel_match(fight.table_id, now)


def _announce(
    week: Week, actor: User, reason: str, now: datetime, detail: dict[str, object]
) -> None:
    campaign_id = week.season.campaign_id
    act = desk_log.record(
        campaign_id=campaign_id,
        actor=actor,
        kind=ACT_KIND,
        now=now,
        reason=reason,
        detail=detail,
        week=week,
    )
    cause = f"{ACT_KIND}:{act.pk}"
    text = f"{actor.get_username()} declared week {week.number} void. Nothing in it counts."
    news.publish(
        [news.Item(campaign_id, ACT_KIND, f"{text} {reason}"[:500], cause, now, week=week.pk)]
    )
    recipients = people.member_ids(campaign_id)
    notices.notify(recipients, campaign_id, ACT_KIND, text, "desk-log/", cause, now)
