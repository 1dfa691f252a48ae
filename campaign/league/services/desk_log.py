"""Services for the desk log.

The log lists actions of GMs with their reasons, and the values before and after. Rows never change.
"""

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
    now: datetime,
    reason: str = "",
    detail: Mapping[str, Any] | None = None,
    public: bool = True,
    week: Week | None = None,
    team: Team | None = None,
) -> DeskAct:
    """Log an action. `detail` is JSON-ready data.

    A public action is shown to the whole club. Any other action is shown to the GMs and to the
    owners of `team`.
    """
    return DeskAct.objects.create(
        campaign_id=campaign_id,
        actor=actor,
        kind=kind,
        at=now,
        reason=reason,
        detail=dict(detail or {}),
        public=public,
        week=week,
        team=team,
    )


def require_reason(reason: str) -> str:
    """Return the reason without surrounding whitespace. Raise ReasonNeeded if it is empty."""
    if not (text := normalize(reason)):
        raise ReasonNeeded(
            "Enter a reason. It is shown to the club in the desk log.", field="reason"
        )
    return text[:500]
