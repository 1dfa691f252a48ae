"""A person's API tokens, for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.accounts.models import ApiToken

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import QuerySet

    from core.accounts.models import User


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The person's tokens, the newest first."""
    return ApiToken.objects.filter(user=user).select_related("club").order_by("-created", "ref")


def token_of(user: User, ref: UUID) -> ApiToken | None:
    """One of the person's tokens."""
    return tokens_of(user).filter(ref=ref).first()
