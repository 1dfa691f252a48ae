"""What the whole API shares: who asks, and how often."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework import authentication, exceptions, throttling
from rest_framework.request import Request

from core.accounts.services.tokens import note_use
from core.web.unwritable import mark_if_possible

if TYPE_CHECKING:
    from rest_framework.views import APIView

    from core.accounts.models import ApiToken

NOTED_EVERY: Final = timedelta(minutes=5)
"""A token's last use is written down no more often than this."""


class BadCsrfToken(exceptions.AuthenticationFailed):
    """The session is known, but the request does not prove that it came from our page."""

    default_code = "csrf_failed"
    default_detail = (
        "The CSRF token is missing or wrong. Send it as X-CSRFToken, or use an API token."
    )


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's session. A bad CSRF token is a failed login, not a missing page."""

    def enforce_csrf(self, request: Request) -> None:
        """Refuse a request whose CSRF token is missing or wrong."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as problem:
            raise BadCsrfToken from problem


class TokenAuthentication(KnoxAuthentication):
    """A named API token, `Authorization: Bearer dd_…`; the older word `Token` stands for the same.
    One query; the time of its use is noted now and then.
    """

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        """Who asks, and their token, which stays at the request: what it may be used for is looked
        at where the operation is known (`core.web.api.scopes`).
        """
        found: tuple[Any, ApiToken] | None = super().authenticate(request)
        if found is not None:
            request._request.api_token = found[1]  # type: ignore[attr-defined]  # noqa: SLF001
        return found

    def authenticate_header(self, request: Request) -> str:
        """The word before the token: the older one for whoever sent it, else Bearer."""
        word = str(request.headers.get("Authorization", "")).partition(" ")[0]
        older = str(super().authenticate_header(request))
        return older if word.lower() == older.lower() else "Bearer"

    def authenticate_credentials(self, token: bytes) -> tuple[Any, ApiToken]:
        """Raise AuthenticationFailed for what is no good token, in the same words whatever is wrong
        with it.
        """
        try:
            user, row = super().authenticate_credentials(token)
        except UnicodeDecodeError as error:
            raise exceptions.AuthenticationFailed("Invalid token.") from error
        now = timezone.now()
        if row.used_at is None or row.used_at < now - NOTED_EVERY:
            with mark_if_possible():
                note_use(token=row, at=now)
        return user, row

    def _cleanup_token(self, auth_token: ApiToken) -> bool:
        """Whether the token is too old. It stays in its owner's list until they remove it."""
        return auth_token.expiry is not None and auth_token.expiry < timezone.now()


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the session cookie in the API schema."""

    target_class = "config.api.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the scheme: a cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe API tokens in the API schema."""

    target_class = "config.api.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the scheme: a header."""
        words = "A token created on /me/tokens/, sent as `Authorization: Bearer dd_…`."
        return {"type": "http", "scheme": "bearer", "description": words}


# --- how often ------------------------------------------------------------------------------------


class _Told:
    """Leaves on the request what the caller may still ask, for the answer's headers."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the request may go on."""
        allowed: bool = super().allow_request(request, view)  # type: ignore[misc]
        if history := getattr(self, "history", None):
            limit, left = self.num_requests, max(0, self.num_requests - len(history))  # type: ignore[attr-defined]
            request._request.rate = (limit, left, int(self.duration - (self.now - history[-1])) + 1)  # type: ignore[attr-defined]  # noqa: SLF001
        return allowed


class AnonymousThrottle(_Told, throttling.AnonRateThrottle):
    """By address, for who has not signed in."""


class PersonThrottle(_Told, throttling.UserRateThrottle):
    """By person, whatever they sign in with."""


def tell_expiry(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Say until when the token works that the request came with."""
    token: ApiToken | None = getattr(request, "api_token", None)
    if token is not None and token.expiry is not None:
        response["Token-Expires"] = token.expiry.astimezone(UTC).isoformat(timespec="seconds")
    return response


def tell_rate(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Say how many requests are left, and in how many seconds the first of the last ones no longer
    counts.
    """
    if rate := getattr(request, "rate", None):
        for name, number in zip(("Limit", "Remaining", "Reset"), rate, strict=True):
            response[f"RateLimit-{name}"] = str(number)
    return response
