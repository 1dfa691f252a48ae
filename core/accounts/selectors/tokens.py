"""Queries for a person's API tokens."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from core.accounts.models import ApiToken, User


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Return the person's tokens, newest first."""
    return ApiToken.objects.filter(user=user).select_related("club").order_by("-created", "ref")


def token_of(user: User, ref: UUID) -> ApiToken | None:
    """Return one of the person's tokens, or None."""
    return tokens_of(user).filter(ref=ref).first()
