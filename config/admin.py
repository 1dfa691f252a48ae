"""The site's admin: for staff who have given a second factor in this session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account.authentication import get_authentication_records
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.http import urlencode

from core.accounts.services.account_changes import ByStaff, changed_by_staff
from core.web import clock
from core.web.views.person import person

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet
    from django.urls import URLPattern, URLResolver

SET_UP = "The admin requires two-factor authentication. Set it up here, then open the admin again."
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""Recovery codes alone are no second factor: they come with one."""


def gave_second_factor(request: HttpRequest) -> bool:
    """Whether this person has a second factor and has given it in this session. One query for a
    request.
    """
    known: bool | None = getattr(request, "gave_second_factor", None)
    if known is None:
        records = get_authentication_records(request, request.user)
        known = any(record["method"] == "mfa" for record in records) and is_mfa_enabled(
            request.user, FACTORS
        )
        request.gave_second_factor = known  # type: ignore[attr-defined]
    return known


class StaffAdmin(admin.AdminSite):
    """Django's admin, of which nothing is shown before the second factor (`STAFF_SECOND_FACTOR`
    switches that off for development).
    """

    site_header = site_title = "Dead Drop"

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether any page of the admin may be shown; every one asks."""
        return super().has_permission(request) and (
            not settings.STAFF_SECOND_FACTOR or gave_second_factor(request)
        )

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Where whoever may not enter is led: to the site's own log-in, to their second factor, or
        to where one is set up. Who is not staff gets the 404 of a page that is not there.

        Django's own form is never shown: it would take a password without counting tries.
        """
        there = get_next_redirect_url(request) or reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect_to_login(there)
        if not super().has_permission(request):
            raise PermissionDenied
        if self.has_permission(request):
            return redirect(there)
        if is_mfa_enabled(request.user, [Authenticator.Type.TOTP]):
            return _led(reverse("mfa_reauthenticate"), there)
        if is_mfa_enabled(request.user, [Authenticator.Type.WEBAUTHN]):
            return _led(reverse("mfa_reauthenticate_webauthn"), there)
        messages.warning(request, SET_UP)
        return redirect("mfa_index")

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Django's, and those of bringing a club here."""
        from home.views import bringing

        asked = self.admin_view
        return [
            path("bring-a-club/", asked(bringing.send), name="bring-club"),
            path("bring-a-club/<uuid:pk>/", asked(bringing.look), name="bring-club-look"),
            *super().get_urls(),
        ]

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """One's own password is changed where everybody changes theirs, and gets its letter."""
        return redirect("account_change_password")


def _led(page: str, there: str) -> HttpResponse:
    return redirect(f"{page}?{urlencode({'next': there})}")


class SecondFactors(admin.ModelAdmin):
    """Who has which second factor; never the secret behind it. One that is lost can be deleted."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")
    search_fields: ClassVar = ["user__username"]

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        """Take a second factor from somebody, and tell them."""
        with transaction.atomic():
            super().delete_model(request, obj)
            _tell(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Authenticator]) -> None:
        """The same for those that were ticked in the list."""
        with transaction.atomic():
            rows = list(queryset.select_related("user"))
            super().delete_queryset(request, queryset)
            for row in {row.user_id: row for row in rows}.values():
                _tell(request, row)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _tell(request: HttpRequest, gone: Authenticator) -> None:
    if gone.user_id != request.user.pk:
        changed_by_staff(user=gone.user, by=person(request), what=ByStaff.FACTOR, at=clock.now())
