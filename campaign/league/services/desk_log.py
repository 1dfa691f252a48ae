"""Services for the desk log.

The log lists actions of GMs with their reasons, and the values before and after. Rows never change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from campaign.league.models import DeskAct, Team, Week
from core.accounts.models import User
from core.notifications.kinds import kind_of
from core.notifications.services import notices
from core.web.refusals import ReasonNeeded
from core.web.text import normalize


def record(
    *,
    actor: User | None,
    kind: str,
    now: datetime,
    campaign_id: UUID | None = None,
    reason: str = "",
    detail: Mapping[str, Any] | None = None,
    public: bool = True,
    week: Week | None = None,
    team: Team | None = None,
) -> DeskAct:
    """Log an action. `detail` is JSON-ready data.

    A public action is shown to the whole club. Any other action is shown to the GMs and to the
    owners of `team`. `campaign_id` is required if there is neither a team nor a week.
    """
    owner = team or (week and week.season)
    if campaign_id is None and owner:
        campaign_id = owner.campaign_id
    if campaign_id is None:
        raise TypeError("An action needs a campaign, a team or a week")
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


def notify(
    act: DeskAct, users: Iterable[UUID], text: str, path: str = "", *, subject: str = ""
) -> None:
    """Notify people of a logged action.

    Each person is notified once per action, or once for each `subject` of the action.
    """
    cause = f"{act.kind}:{act.pk}{subject and ':'}{subject}"
    notices.notify(users, act.campaign_id, kind_of(act.kind), text, path, cause, act.at)


def require_reason(reason: str) -> str:
    """Return the reason without surrounding whitespace. Raise ReasonNeeded if it is empty."""
    if not (text := normalize(reason)):
        raise ReasonNeeded(
            "Enter a reason. It is shown to the club in the desk log.", field="reason"
        )
    return text[:500]
