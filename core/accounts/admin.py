"""The site owner's admin over accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.db import transaction

from core.web import clock
from core.web.read_only_admin import ReadOnly, Unscoped
from core.web.refusals import Refused
from core.web.views.person import person

from .models import ApiToken, User
from .services import deletion
from .services.account_changes import ByStaff, changed_by_staff, password_changed

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse


@admin.register(User)
class PersonAdmin(Unscoped, UserAdmin):
    """People: accounts, never what they may do in a club. One is deleted by the act by which its
    person does it, days of grace and all.
    """

    actions = ("have_deleted",)

    @admin.action(description="Schedule selected accounts for deletion")
    def have_deleted(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Ask for it in their people's stead; they get the letter."""
        for user in queryset.filter(gone_at=None):
            try:
                due = deletion.ask(user=user, at=clock.now())
            except Refused as why:
                messages.error(request, f"The account {user} was not scheduled for deletion: {why}")
            else:
                messages.success(request, f"The account {user} will be deleted on {due:%Y-%m-%d}.")

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002 - Django names it
        form_url: str = "",
    ) -> HttpResponse:
        """Django's page for somebody's password; whose it is is told when it has changed."""
        with transaction.atomic():
            before = self.get_object(request, unquote(id))
            response = super().user_change_password(request, id, form_url)
            after = User.objects.filter(pk=before.pk).first() if before else None
            if before and after and after.password != before.password:
                if after == request.user:
                    password_changed(user=after, at=clock.now())
                else:
                    changed_by_staff(
                        user=after,
                        by=person(request),
                        what=ByStaff.PASSWORD,
                        at=clock.now(),
                    )
        return response


@admin.register(ApiToken)
class ApiTokens(ReadOnly):
    """Who has which tokens; what would let anybody in is not there."""

    list_display = ("name", "user", "created", "expiry", "used_at")
    exclude = ("digest", "token_key")
