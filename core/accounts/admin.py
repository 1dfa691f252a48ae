"""The site owner's admin over accounts."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from core.web.read_only_admin import ReadOnly, Unscoped

from .models import ApiToken, User


@admin.register(User)
class PersonAdmin(Unscoped, UserAdmin):
    """People: accounts, never what they may do in a club."""


@admin.register(ApiToken)
class ApiTokens(ReadOnly):
    """Who has which tokens; what would let anybody in is not there."""

    list_display = ("name", "user", "created", "expiry", "used_at")
    exclude = ("digest", "token_key")
