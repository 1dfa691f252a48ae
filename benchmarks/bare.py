"""Bare Django and bare Django REST framework: what a page or a read costs before anybody has
written a site.

The middleware, the template's context and the REST framework's parts are those that `django-admin
startproject` and the framework's own defaults bring, and nothing of this site's. The page knows its
user by a session and prints twenty rows of one query; the API's read hands the same rows out by a
serializer. Only to be imported once Django is set up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.contrib.auth.models import Permission
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.template.backends.django import DjangoTemplates
from django.test import RequestFactory, override_settings
from django.urls import path
from rest_framework import generics, parsers, permissions, renderers, serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.negotiation import DefaultContentNegotiation

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

MIDDLEWARE: Final = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
"""As `django-admin startproject` writes it."""
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
        "OPTIONS": {"context_processors": [f"django.{each}" for each in CONTEXT]},
    }
).from_string("""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rows</title></head>
<body><p>{{ user.username }}</p><ul>
{% for row in rows %}<li><b>{{ row.pk }}</b> {{ row.name }} <i>{{ row.codename }}</i></li>
{% endfor %}</ul></body></html>""")


def page(request: HttpRequest) -> HttpResponse:
    """Twenty rows in a list."""
    assert request.user.is_authenticated
    rows = list(Permission.objects.order_by("pk")[:ROWS])
    assert len(rows) == ROWS
    return HttpResponse(TEMPLATE.render({"rows": rows}, request))


class Row(serializers.ModelSerializer):
    class Meta:
        model = Permission
        fields = ("id", "name", "codename")


class Rows(generics.ListAPIView):
    """The same rows as JSON."""

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
    """Answers at the addresses above through the default middleware alone."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Take the default middleware in place of the site's."""
        with override_settings(MIDDLEWARE=MIDDLEWARE):
            super().load_middleware(is_async)

    def get_response(self, request: HttpRequest) -> Any:
        """Look addresses up in this module, and nowhere else."""
        request.urlconf = __name__  # type: ignore[attr-defined]
        return super().get_response(request)


def asking(
    handler: WSGIHandler, address: str, cookies: dict[str, str], status: int = 200
) -> Callable[[], bytes]:
    """Ask as a web server does: from the environment of a request to the last byte of the answer,
    which has to come with this status. No test client stands between, whose work would count for
    both sides.
    """
    told = "; ".join(f"{name}={value}" for name, value in cookies.items())
    environ = RequestFactory()._base_environ(
        PATH_INFO=address, HTTP_COOKIE=told, HTTP_ACCEPT="*/*", HTTP_HOST="testserver"
    )

    def begun(line: str, *_: Any) -> Callable[[bytes], object]:
        assert line.startswith(f"{status} "), f"{address} answers {line}"
        return lambda _: None

    def ask() -> bytes:
        answer = handler(dict(environ), begun)
        body = b"".join(answer)
        answer.close()
        return body

    return ask
