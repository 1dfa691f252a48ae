"""The view for live streams. The streams themselves are served by `core.live.asgi`."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.views import View
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.settings import api_settings

from core.accounts.models import User
from core.web.api.scopes import Scope, ScopeMissing, insist, rights_of

from .hub import Stream

PLAIN_TEXT: Final = "text/plain; charset=utf-8"


class StreamView(View):
    """Streams of one kind, for browser sessions and for tokens that can access all clubs."""

    http_method_names = ["get"]

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Return an error to clients that cannot open a stream.

        The status is 401 for users who are not signed in, and 403 for a token limited to one club.
        It is 204 if this process cannot stream, which stops browsers from retrying.
        """
        try:
            stream = self.open(request, **kwargs)
        except ScopeMissing as refusal:
            return HttpResponse(str(refusal), status=403, content_type=PLAIN_TEXT)
        if stream is None:
            text = "Sign in, or send an API token."
            return HttpResponse(text, status=401, content_type=PLAIN_TEXT)
        return HttpResponse(status=204)

    def open(self, request: HttpRequest, **kwargs: Any) -> Stream | None:
        """Return the stream that a request opens, or None if the request is anonymous. Raise
        `Http404`, or `ScopeMissing` for a token limited to one club.
        """
        kinds: Any = api_settings.DEFAULT_AUTHENTICATION_CLASSES
        try:
            user: Any = Request(request, authenticators=[kind() for kind in kinds]).user
        except AuthenticationFailed:
            return None
        if not user.is_authenticated:
            return None
        insist(rights_of(request), Scope.READ, in_club=False)
        return self.stream_of(request, user, **kwargs)

    @abstractmethod
    def stream_of(self, request: HttpRequest, user: User, **kwargs: Any) -> Stream:
        """Return the stream that a signed-in user opens. Raise `Http404` if they cannot open it."""
