"""URLs of the site."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from .api_docs import ApiPage, Description
from .api_middleware import with_api_features, wrap_views
from .guest_account_pages import not_for_guests

handler400 = "config.errors.bad_request"
handler403 = "config.errors.not_found"
handler404 = "config.errors.not_found"
handler429 = "config.errors.too_many_requests"
handler500 = "config.errors.server_error"


def mounted(prefix: str, urls: str) -> list[URLResolver]:
    """Return the URLs of an app under this prefix, or an empty list if the app has none."""
    return (
        [path(prefix, include(urls))]
        if find_spec(urls.rpartition(".")[0]) and find_spec(urls)
        else []
    )


def promised_api() -> list[URLPattern | URLResolver]:
    """Return the API URLs of all apps, with the common features (config.api_middleware)."""
    return with_api_features(
        mount
        for app in ("home", "play", "espionage")
        for mount in mounted("api/v1/", f"{app}.api.urls")
    )


urlpatterns: list[URLPattern | URLResolver] = [
    wrap_views(path("accounts/", include("allauth.urls")), not_for_guests),
    path("admin/", admin.site.urls),
    path(
        "api/docs/",
        ApiPage.as_view(url_name="api-schema", http_method_names=["get", "head"]),
        name="api-docs",
    ),
    path("api/v1/schema/", Description.as_view(), name="api-schema"),
    *promised_api(),
    *mounted("", "espionage.urls"),
    *mounted("", "play.urls"),
    *mounted("", "home.urls"),
]
