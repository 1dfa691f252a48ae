"""Services for changing a club's own parts. The changes are public."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from campaign.garage.models import PartList
from campaign.garage.rules import club_parts as rules
from campaign.garage.rules.parts import AnyPart, ClubParts
from campaign.garage.rules.published import pack_without
from campaign.garage.selectors.club_parts import parts_of
from campaign.league.models import Campaign
from campaign.league.services import desk_log
from campaign.news.services import news
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.records import tidy
from core.web.refusals import refuse_if
from core.web.text import normalize


def replace(
    *,
    campaign: Campaign,
    parts: ClubParts | Mapping[str, Any],
    actor: User,
    now: datetime,
    reason: str = "",
) -> ClubParts:
    """Replace the club's whole list of parts (C40).

    Existing vehicles keep the numbers they were built with (C39). If the list has changed, the
    change is logged and published. Raise BadForm with an error for each invalid row and field.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        return _save(campaign, validate(parts), actor, now, reason)


def save_part(
    *,
    campaign: Campaign,
    kind: str,
    part: AnyPart,
    sold: bool,
    actor: User,
    now: datetime,
    reason: str = "",
) -> ClubParts:
    """Add a part to the club's list, or change the part with the same key.

    If `sold` is false, the part is retired (C39). Raise BadForm if the list is invalid.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        after = validate(rules.add_or_replace(parts_of(campaign.pk), kind, tidy(part), sold=sold))
        return _save(campaign, after, actor, now, reason)


def install_published(
    *,
    campaign: Campaign,
    leave_out: frozenset[str],
    actor: User,
    now: datetime,
    reason: str = "",
) -> ClubParts:
    """Add the published list to the club's parts, without the groups in `leave_out` (C121).

    Parts that the club already has are not changed. Raise BadForm if the list becomes too long.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        after = rules.merge_parts(parts_of(campaign.pk), pack_without(leave_out))
        return _save(campaign, validate(after), actor, now, reason)


def validate(parts: ClubParts | Mapping[str, Any]) -> ClubParts:
    """Return the list as a valid record. Raise BadForm with an error for each invalid row."""
    parsed, problems = rules.read_parts(
        msgspec.to_builtins(parts) if isinstance(parts, ClubParts) else dict(parts)
    )
    refuse_if(problems)
    assert parsed is not None  # noqa: S101 - unreadable lists come with a problem
    return parsed


def _save(
    campaign: Campaign, after: ClubParts, actor: User, now: datetime, reason: str
) -> ClubParts:
    before = parts_of(campaign.pk)
    summary = rules.compare_parts(before, after).summary
    if not summary:
        return before
    PartList.objects.update_or_create(
        campaign=campaign, defaults={"parts": msgspec.to_builtins(after), "changed_at": now}
    )
    act = desk_log.record(
        campaign_id=campaign.pk,
        actor=actor,
        kind="parts-changed",
        now=now,
        reason=normalize(reason)[:500],
        detail={"changes": summary},
    )
    text = f"Vehicle parts {summary}"[:499]
    news.publish([news.Item(campaign.pk, act.kind, f"{text}.", f"{act.kind}:{act.pk}", now)])
    return after
