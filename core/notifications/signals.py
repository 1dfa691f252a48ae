"""Signal handler that stops push messages to a browser when its user signs out."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from .services import devices


@receiver(user_logged_out)
def stop_device(request: HttpRequest | None, user: Any, **_: Any) -> None:
    """Stop the browser's device. The response clears the browser's data (`config.middleware`)."""
    if request is None:
        return
    request.signed_out = True  # type: ignore[attr-defined]
    pk = getattr(request, "session", {}).get(devices.SESSION)
    if pk and user is not None:
        devices.sign_out(pk=pk, user=user, now=timezone.now())
