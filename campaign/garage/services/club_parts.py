"""The club's own parts: its list changes as a whole, before everybody's eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from campaign.garage.models import PartList
from campaign.garage.rules import club_parts as rules
from campaign.garage.rules.parts import ClubParts
from campaign.garage.selectors.club_parts import parts_of
from campaign.league.services import desk_log, news
from core.web.locks import club, locked
from core.web.records import tidy
from core.web.refusals import refuse_if
from core.web.text import normalize

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from campaign.garage.rules.parts import AnyPart
    from campaign.league.models import Campaign
    from core.accounts.models import User


def replace(
    *,
    campaign: Campaign,
    parts: ClubParts | Mapping[str, Any],
    actor: User,
    at: datetime,
    reason: str = "",
) -> ClubParts:
    """Put a whole list in the place of the club's (C40): all of it, or nothing. Vehicles that are
    built keep the numbers they were built with (C39).

    Logged and published. Nothing happens when nothing differs. Raises BadForm, one problem for each
    row and field at fault.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        return _keep(campaign, read(parts), actor, at, reason)


def put(
    *,
    campaign: Campaign,
    kind: str,
    part: AnyPart,
    sold: bool,
    actor: User,
    at: datetime,
    reason: str = "",
) -> ClubParts:
    """Add a part to the club's list, or change the one with its key; not `sold` retires it (C39).
    Raises BadForm.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        after = read(rules.put(parts_of(campaign.pk), kind, tidy(part), sold=sold))
        return _keep(campaign, after, actor, at, reason)


def read(parts: ClubParts | Mapping[str, Any]) -> ClubParts:
    """A list of parts that can be. Raises BadForm with a sentence for each row at fault."""
    found, problems = rules.read_parts(
        msgspec.to_builtins(parts) if isinstance(parts, ClubParts) else dict(parts)
    )
    refuse_if(problems)
    assert found is not None  # noqa: S101 - unreadable lists come with a problem
    return found


def _keep(
    campaign: Campaign, after: ClubParts, actor: User, at: datetime, reason: str
) -> ClubParts:
    before = parts_of(campaign.pk)
    words = rules.difference(before, after).words
    if not words:
        return before
    PartList.objects.update_or_create(
        campaign=campaign, defaults={"parts": msgspec.to_builtins(after), "changed_at": at}
    )
    act = desk_log.record(
        campaign_id=campaign.pk,
        actor=actor,
        kind="parts-changed",
        at=at,
        reason=normalize(reason)[:500],
        detail={"changes": words},
    )
    text = f"Vehicle parts {words}"[:499]
    news.publish([news.Item(campaign.pk, act.kind, f"{text}.", f"{act.kind}:{act.pk}", at)])
    return after
