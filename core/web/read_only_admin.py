"""Admin pages for records that only services write. Nothing can be deleted there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django_scopes import scopes_disabled


def rendered(response: HttpResponseBase) -> HttpResponseBase:
    """Render the response's template immediately, because its queries need the current scope."""
    return response.render() if isinstance(response, SimpleTemplateResponse) else response


class Unscoped(admin.ModelAdmin):
    """Admin pages that cover all campaigns. They do not allow deletion, so that no reference
    breaks.
    """

    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        with scopes_disabled():
            return super().get_queryset(request)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]
        with scopes_disabled():
            return rendered(super().changelist_view(request, *args, **kwargs))

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]
        with scopes_disabled():
            return rendered(super().changeform_view(request, *args, **kwargs))

    def history_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]
        with scopes_disabled():
            return rendered(super().history_view(request, *args, **kwargs))

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Facade(Unscoped):
    """Admin pages for records with a few editable fields. Services write all other fields."""

    editable: ClassVar[tuple[str, ...]] = ()

    def get_list_select_related(self, request: HttpRequest) -> bool | list[str] | tuple[str, ...]:
        """Return the foreign keys among the columns, unless the class lists them itself."""
        columns = {str(name) for name in self.list_display}
        keys = [key.name for key in self.opts.concrete_fields if key.many_to_one]
        return self.list_select_related or [name for name in keys if name in columns]

    def get_readonly_fields(
        self, request: HttpRequest, obj: Model | None = None
    ) -> tuple[str, ...]:
        hidden = {*self.editable, *(self.exclude or ())}
        return tuple(field.name for field in self.opts.concrete_fields if field.name not in hidden)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


class ReadOnly(Facade):
    """Admin pages for records that cannot be changed."""

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def list_records(*models: type[Model], columns: Sequence[str], **options: Any) -> None:
    """Register read-only admin pages for these models."""
    admin.site.register(models, ReadOnly, list_display=columns, **options)
