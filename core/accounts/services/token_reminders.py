"""Telling people that one of their API tokens ends soon: 14 days before, and 3 days before, each
once. A tool whose token has ended is silent, and nobody hears of it from the tool.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from core.accounts.models import ApiToken, User
from core.web.moments import in_text
from core.web.ports import Port

AHEAD: Final = (timedelta(days=14), timedelta(days=3))
"""So long before its end a token's owner is told."""
BATCH: Final = 200

Inbox = Callable[[User, str, str, datetime], None]
"""Puts a sentence into a person's inbox, once for each cause."""
_INBOX: Final = Port[Inbox]("the inbox for tokens that end soon")
fill = _INBOX.fill


@transaction.atomic
def remind(at: datetime) -> int:
    """Tell the owners of tokens that end soon; how many tokens. One query while there are none.

    Making or renewing a token counts as having been told: who makes one for a week is told three
    days before its end, not at once.
    """
    due = Q()
    for ahead in AHEAD:
        unsaid = Q(reminded_at=None) | Q(reminded_at__lt=F("expiry") - ahead)
        due |= Q(expiry__lte=at + ahead) & unsaid
    rows = ApiToken.objects.filter(due, expiry__gt=at, user__is_active=True).order_by("pk")
    found = list(
        rows.select_related("user").select_for_update(skip_locked=True, of=("self",), no_key=True)[
            :BATCH
        ]
    )
    for row in found:
        _INBOX()(row.user, sentence(row), f"token-ends:{row.ref}:{at.isoformat()}", at)
    if found:
        ApiToken.objects.filter(pk__in=[row.pk for row in found]).update(reminded_at=at)
    return len(found)


def sentence(row: ApiToken) -> str:
    """What is told of a token that ends soon."""
    assert row.expiry is not None  # noqa: S101 - one that has no end is not due
    return (
        f"Your API token “{row.name}” expires {in_text(row.expiry)}. Renew it on the API tokens "
        "page, or tools that use it will stop working."
    )
