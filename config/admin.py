"""The admin, for staff who have used a second factor in this session."""

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
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.http import urlencode

from core.accounts.services.account_changes import ByStaff, changed_by_staff
from core.web import clock
from core.web.views.person import person

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

SET_UP = "The admin requires two-factor authentication. Set it up here, then open the admin again."
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""Types of second factors. Recovery codes do not count as a separate factor."""


def gave_second_factor(request: HttpRequest) -> bool:
    """Return whether the session has used a second factor. This takes one query per request."""
    is_given: bool | None = getattr(request, "gave_second_factor", None)
    if is_given is None:
        records = get_authentication_records(request, request.user)
        is_given = any(record["method"] == "mfa" for record in records) and is_mfa_enabled(
            request.user, FACTORS
        )
        request.gave_second_factor = is_given  # type: ignore[attr-defined]
    return is_given


class StaffAdmin(admin.AdminSite):
    """The admin, visible only after a second factor. `STAFF_SECOND_FACTOR` can turn this off."""

    site_header = site_title = "Dead Drop"

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the user can see admin pages."""
        return super().has_permission(request) and (
            not settings.STAFF_SECOND_FACTOR or gave_second_factor(request)
        )

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to the site's sign-in page, or to the page for using or setting up a second
        factor.

        Raise 404 for users who are not staff.

        Django's own form would accept passwords without counting attempts.
        """
        next_url = get_next_redirect_url(request) or reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect_to_login(next_url)
        if not super().has_permission(request):
            raise PermissionDenied
        if self.has_permission(request):
            return redirect(next_url)
        if is_mfa_enabled(request.user, [Authenticator.Type.TOTP]):
            return _redirect_with_next(reverse("mfa_reauthenticate"), next_url)
        if is_mfa_enabled(request.user, [Authenticator.Type.WEBAUTHN]):
            return _redirect_with_next(reverse("mfa_reauthenticate_webauthn"), next_url)
        messages.warning(request, SET_UP)
        return redirect("mfa_index")

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Return Django's URLs, and the URLs of the pages for importing a club."""
        from home.views import bringing

        protect = self.admin_view
        return [
            path("bring-a-club/", protect(bringing.send), name="bring-club"),
            path("bring-a-club/<uuid:pk>/", protect(bringing.look), name="bring-club-look"),
            *super().get_urls(),
        ]

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Redirect to the site's page, which notifies the user."""
        return redirect("account_change_password")


def _redirect_with_next(page: str, next_url: str) -> HttpResponse:
    return redirect(f"{page}?{urlencode({'next': next_url})}")


class SecondFactors(admin.ModelAdmin):
    """Admin for users' second factors, without their secrets. Staff can delete a factor that was
    lost.
    """

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")
    search_fields: ClassVar = ["user__username"]

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        """Delete a second factor, and notify its user."""
        with transaction.atomic():
            super().delete_model(request, obj)
            _tell(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Authenticator]) -> None:
        """Delete the selected second factors, and notify their users."""
        with transaction.atomic():
            rows = list(queryset.select_related("user"))
            super().delete_queryset(request, queryset)
            for row in {row.user_id: row for row in rows}.values():
                _tell(request, row)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _tell(request: HttpRequest, factor: Authenticator) -> None:
    if factor.user_id != request.user.pk:
        changed_by_staff(
            user=factor.user, staff_user=person(request), change=ByStaff.FACTOR, now=clock.now()
        )
