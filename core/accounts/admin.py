"""Admin pages for accounts."""

from __future__ import annotations

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from core.web import clock
from core.web.read_only_admin import ReadOnly, Unscoped
from core.web.refusals import Refused
from core.web.views.person import person

from .models import ApiToken, User
from .services import deletion
from .services.account_changes import ByStaff, changed_by_staff, password_changed


@admin.register(User)
class PersonAdmin(Unscoped, UserAdmin):
    """Admin for people's accounts. Deleting an account works as if its owner had deleted it, with
    the same delay.
    """

    actions = ("have_deleted",)

    @admin.action(description="Schedule selected accounts for deletion")
    def have_deleted(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Schedule accounts for deletion. Their owners are notified by email."""
        for user in queryset.filter(gone_at=None):
            try:
                due = deletion.schedule(user=user, now=clock.now())
            except Refused as refusal:
                messages.error(
                    request, f"The account {user} was not scheduled for deletion: {refusal}"
                )
            else:
                messages.success(request, f"The account {user} will be deleted on {due:%Y-%m-%d}.")

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002 - the name comes from Django
        form_url: str = "",
    ) -> HttpResponse:
        """Change a user's password with Django's own page, and notify the user."""
        with transaction.atomic():
            before = self.get_object(request, unquote(id))
            response = super().user_change_password(request, id, form_url)
            after = User.objects.filter(pk=before.pk).first() if before else None
            if before and after and after.password != before.password:
                if after == request.user:
                    password_changed(user=after, now=clock.now())
                else:
                    changed_by_staff(
                        user=after,
                        staff_user=person(request),
                        change=ByStaff.PASSWORD,
                        now=clock.now(),
                    )
        return response


@admin.register(ApiToken)
class ApiTokens(ReadOnly):
    """Admin for API tokens, without their secrets."""

    list_display = ("name", "user", "created", "expiry", "used_at")
    exclude = ("digest", "token_key")
