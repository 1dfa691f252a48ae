"""The desk log: what a GM did, why, before and after. Rows are never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.league.models import DeskAct, Team, Week
from core.accounts.models import User
from core.web.refusals import ReasonNeeded
from core.web.text import normalize

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID


def record(
    *,
    campaign_id: UUID,
    actor: User | None,
    kind: str,
    at: datetime,
    reason: str = "",
    detail: Mapping[str, Any] | None = None,
    public: bool = True,
    week: Week | None = None,
    team: Team | None = None,
) -> DeskAct:
    """Log an act. `detail` is plain data; of a public act the whole club reads it, else the GMs and
    the owners of `team`.
    """
    return DeskAct.objects.create(
        campaign_id=campaign_id,
        actor=actor,
        kind=kind,
        at=at,
        reason=reason,
        detail=dict(detail or {}),
        public=public,
        week=week,
        team=team,
    )


def reasoned(reason: str) -> str:
    """The reason, trimmed. Raises ReasonNeeded when there is none."""
    if not (said := normalize(reason)):
        raise ReasonNeeded(
            "Enter a reason. It is shown to the club in the desk log.", field="reason"
        )
    return said[:500]
