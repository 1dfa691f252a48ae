"""Plain Django and plain Django REST framework, as a baseline for this site's pages and reads.

Middleware, template context and framework components have their default settings. The page gets its
user from a session and shows twenty rows of one query. The API read serializes the same rows.
Import this module only after Django is set up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib.auth.models import Permission
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.template.backends.django import DjangoTemplates
from django.test import RequestFactory, override_settings
from django.urls import path
from rest_framework import generics, parsers, permissions, renderers, serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.negotiation import DefaultContentNegotiation

MIDDLEWARE: Final = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
"""Default middleware of a project created by `django-admin startproject`."""
CONTEXT: Final = ("template.context_processors.request", "contrib.auth.context_processors.auth",
                  "contrib.messages.context_processors.messages")  # fmt: skip
ROWS: Final = 20
PAGE: Final = "/page/"
READ: Final = "/read/"

TEMPLATE: Final = DjangoTemplates(
    {
        "NAME": "bare",
        "DIRS": [],
        "APP_DIRS": False,
        "OPTIONS": {"context_processors": [f"django.{processor}" for processor in CONTEXT]},
    }
).from_string("""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rows</title></head>
<body><p>{{ user.username }}</p><ul>
{% for row in rows %}<li><b>{{ row.pk }}</b> {{ row.name }} <i>{{ row.codename }}</i></li>
{% endfor %}</ul></body></html>""")


def page(request: HttpRequest) -> HttpResponse:
    """Show twenty rows in a list."""
    assert request.user.is_authenticated
    rows = list(Permission.objects.order_by("pk")[:ROWS])
    assert len(rows) == ROWS
    return HttpResponse(TEMPLATE.render({"rows": rows}, request))


class Row(serializers.ModelSerializer):
    class Meta:
        model = Permission
        fields = ("id", "name", "codename")


class Rows(generics.ListAPIView):
    """A list of the same rows as JSON."""

    queryset = Permission.objects.order_by("pk")[:ROWS]
    serializer_class = Row
    authentication_classes = (SessionAuthentication,)
    permission_classes = (permissions.IsAuthenticated,)
    renderer_classes = (renderers.JSONRenderer,)
    parser_classes = (parsers.JSONParser,)
    content_negotiation_class = DefaultContentNegotiation
    throttle_classes = ()
    filter_backends = ()
    pagination_class = None
    versioning_class = None


urlpatterns = [path(PAGE[1:], page), path(READ[1:], Rows.as_view())]


class BareHandler(WSGIHandler):
    """A handler with the default middleware and the URLs of this module."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the default middleware instead of the site's middleware."""
        with override_settings(MIDDLEWARE=MIDDLEWARE):
            super().load_middleware(is_async)

    def get_response(self, request: HttpRequest) -> Any:
        """Resolve URLs only in this module."""
        request.urlconf = __name__  # type: ignore[attr-defined]
        return super().get_response(request)


def asking(
    handler: WSGIHandler, address: str, cookies: dict[str, str], status: int = 200
) -> Callable[[], bytes]:
    """Return a function that makes a request in the same way as a web server.

    The function reads the whole response and checks that it has this status. Django's test client
    is not used, because it would add the same overhead to the site and to the baseline.
    """
    cookie_header = "; ".join(f"{name}={value}" for name, value in cookies.items())
    environ = RequestFactory()._base_environ(
        PATH_INFO=address, HTTP_COOKIE=cookie_header, HTTP_ACCEPT="*/*", HTTP_HOST="testserver"
    )

    def start_response(line: str, *_: Any) -> Callable[[bytes], object]:
        assert line.startswith(f"{status} "), f"{address} answers {line}"
        return lambda _: None

    def ask() -> bytes:
        answer = handler(dict(environ), start_response)
        body = b"".join(answer)
        answer.close()
        return body

    return ask
