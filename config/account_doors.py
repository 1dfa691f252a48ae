"""Which of the account pages a guest is let into."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from django.shortcuts import redirect

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

OWN: Final = frozenset(
    {
        "account_change_password",
        "account_email",
        "account_reauthenticate",
        "account_set_password",
    }
)
"""Pages about what somebody logs in with; those of the second factor are more of them."""


def not_for_guests(
    view: Callable[..., HttpResponseBase], name: str
) -> Callable[..., HttpResponseBase]:
    """The view of an account page of this name, which sends guests on to signing up where it is
    about what one logs in with: they have nothing of the kind. Whoever signs up in their browser
    becomes the same person, and nobody who sat there before may still have a way in.
    """
    if name not in OWN and (not name.startswith("mfa_") or name == "mfa_authenticate"):
        return view

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        if getattr(request.user, "guest", False):
            return redirect("try-keep")
        return view(request, *args, **named)

    return answer
