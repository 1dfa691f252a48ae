"""Authentication and throttling of the API."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from rest_framework import authentication, exceptions, throttling
from rest_framework.request import Request

from core.accounts.models import ApiToken
from core.accounts.services.tokens import note_use
from core.web.api.scopes import CREDENTIALS_KEY
from core.web.unwritable import mark_if_possible

if TYPE_CHECKING:
    from rest_framework.views import APIView

USE_INTERVAL: Final = timedelta(minutes=5)
"""Minimum time between updates of a token's last use."""
RATE_KEY: Final = "deaddrop.api_rate"
"""Key in `request.META` for the limit, the remaining requests, and the seconds until a reset."""


class BadCsrfToken(exceptions.AuthenticationFailed):
    """The session is not accompanied by proof that the request came from a page of the site."""

    default_code = "csrf_failed"
    default_detail = (
        "The CSRF token is missing or wrong. Send it as X-CSRFToken, or use an API token."
    )


class SessionAuthentication(authentication.SessionAuthentication):
    """Authentication by session. A wrong CSRF token counts as a failed authentication, and not as a
    404.
    """

    def enforce_csrf(self, request: Request) -> None:
        """Refuse a request with a missing or wrong CSRF token."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as problem:
            raise BadCsrfToken from problem


class TokenAuthentication(KnoxAuthentication):
    """Authentication by API token, with `Authorization: Bearer dd_…` or the older scheme `Token`.

    This takes one query, and sometimes an update of the token's last use.
    """

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        """Return the user and the token.

        The token is stored on the request, so that its scopes can be checked once the operation is
        known (`core.web.api.scopes`).
        """
        user_and_token: tuple[Any, ApiToken] | None = super().authenticate(request)
        if user_and_token is not None:
            request.META[CREDENTIALS_KEY] = user_and_token[1]
        return user_and_token

    def authenticate_header(self, request: Request) -> str:
        """Return the scheme for the response. It is the one in the request, or else Bearer."""
        scheme = str(request.headers.get("Authorization", "")).partition(" ")[0]
        older_scheme = str(super().authenticate_header(request))
        return older_scheme if scheme.lower() == older_scheme.lower() else "Bearer"

    def authenticate_credentials(self, token: bytes) -> tuple[Any, ApiToken]:
        """Return the user and the token.

        Raise AuthenticationFailed with the same message for every invalid token. The owner of an
        expired token still sees it until they delete it.
        """
        now = timezone.now()
        digest = hash_token(token.decode(errors="replace"))
        row = ApiToken.objects.filter(digest=digest).select_related("user").first()
        if row is None or (row.expiry is not None and row.expiry < now):
            raise exceptions.AuthenticationFailed("Invalid token.")
        user, _ = self.validate_user(row)
        if row.used_at is None or row.used_at < now - USE_INTERVAL:
            with mark_if_possible():
                note_use(token=row, now=now)
        return user, row


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Description of the session cookie in the API schema."""

    target_class = "config.api.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the security scheme, which is a cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Description of API tokens in the API schema."""

    target_class = "config.api.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the security scheme, which is a header."""
        description = "A token created on /me/tokens/, sent as `Authorization: Bearer dd_…`."
        return {"type": "http", "scheme": "bearer", "description": description}


# --- throttling -----------------------------------------------------------------------------------


class _RateHeaders:
    """Mixin that stores the number of remaining requests for the response headers."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Return whether the request is allowed."""
        allowed: bool = super().allow_request(request, view)  # type: ignore[misc]
        if history := getattr(self, "history", None):
            limit, remaining = self.num_requests, max(0, self.num_requests - len(history))  # type: ignore[attr-defined]
            seconds = int(self.duration - (self.now - history[-1])) + 1  # type: ignore[attr-defined]
            request.META[RATE_KEY] = (limit, remaining, seconds)
        return allowed


class AnonymousThrottle(_RateHeaders, throttling.AnonRateThrottle):
    """Throttling of anonymous requests by network address."""


class PersonThrottle(_RateHeaders, throttling.UserRateThrottle):
    """Throttling by person."""


def tell_expiry(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Add a header with the expiry time of the request's token."""
    token: ApiToken | None = request.META.get(CREDENTIALS_KEY)
    if token is not None and token.expiry is not None:
        response["Token-Expires"] = token.expiry.astimezone(UTC).isoformat(timespec="seconds")
    return response


def tell_rate(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Add the number of remaining requests, and the seconds until the oldest one expires."""
    if rate := request.META.get(RATE_KEY):
        for name, number in zip(("Limit", "Remaining", "Reset"), rate, strict=True):
            response[f"RateLimit-{name}"] = str(number)
    return response
