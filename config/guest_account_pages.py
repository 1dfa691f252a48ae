"""Account pages that guests cannot use."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from django.shortcuts import redirect

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

CREDENTIAL_PAGES: Final = frozenset(
    {
        "account_change_password",
        "account_email",
        "account_reauthenticate",
        "account_set_password",
    }
)
"""URL names of pages about credentials. Pages about second factors are recognized by a common
prefix and are not listed here.
"""


def not_for_guests(
    view: Callable[..., HttpResponseBase], name: str
) -> Callable[..., HttpResponseBase]:
    """Return the view of an account page. If the page is about credentials, guests are redirected
    to sign up.

    Guests have no credentials. A guest who signs up keeps their account, so no earlier user of the
    browser may have credentials for it.
    """
    if name not in CREDENTIAL_PAGES and (not name.startswith("mfa_") or name == "mfa_authenticate"):
        return view

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request.user, "guest", False):
            return redirect("try-keep")
        return view(request, *args, **kwargs)

    return answer
