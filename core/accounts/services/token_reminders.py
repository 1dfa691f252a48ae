"""Reminders 14 days and 3 days before an API token expires.

Without a reminder, people might not notice that a tool has stopped because its token has expired.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from core.accounts.models import ApiToken, User
from core.web.moments import in_text
from core.web.ports import Port

REMINDER_TIMES: Final = (timedelta(days=14), timedelta(days=3))
"""Times before expiry at which the owner is reminded."""
BATCH: Final = 200

notify: Final = Port[[User, str, str, datetime], None]("the inbox for tokens that end soon")
"""Put a sentence into a user's inbox, once per cause."""


@transaction.atomic
def remind(now: datetime) -> int:
    """Remind owners of tokens that expire soon, and return the number of tokens.

    This takes one query if no tokens expire soon.

    Creating or renewing a token counts as a reminder. The first reminder of a token for a week is
    therefore sent three days before it expires.
    """
    due = Q()
    for interval in REMINDER_TIMES:
        not_reminded = Q(reminded_at=None) | Q(reminded_at__lt=F("expiry") - interval)
        due |= Q(expiry__lte=now + interval) & not_reminded
    rows = ApiToken.objects.filter(due, expiry__gt=now, user__is_active=True).order_by("pk")
    tokens = list(
        rows.select_related("user").select_for_update(skip_locked=True, of=("self",), no_key=True)[
            :BATCH
        ]
    )
    for row in tokens:
        notify(row.user, reminder_text(row), f"token-ends:{row.ref}:{now.isoformat()}", now)
    if tokens:
        ApiToken.objects.filter(pk__in=[row.pk for row in tokens]).update(reminded_at=now)
    return len(tokens)


def reminder_text(row: ApiToken) -> str:
    """Return the text of a reminder."""
    assert row.expiry is not None  # noqa: S101 - a token without an end is not due
    return (
        f"Your API token “{row.name}” expires {in_text(row.expiry)}. Renew it on the API tokens "
        "page, or tools that use it will stop working."
    )
