"""`{% load open_arena %}` shows the card of the open arena's next event."""

from __future__ import annotations

from typing import Any

from django import template

from autoduel.selectors.open_arena import open_events
from core.accounts.models import User
from core.web import clock

register = template.Library()


@register.inclusion_tag("autoduel/arena_card.html", takes_context=True)
def open_arena_card(context: dict[str, Any]) -> dict[str, Any]:
    """Return the card's context, with the next event. This takes one query."""
    request = context["request"]
    user = request.user if isinstance(request.user, User) else None
    now = clock.now()
    events = open_events(user, now)
    return {
        "row": events[0] if events else None,
        "now": now,
        "request": request,
        "csrf_token": context.get("csrf_token"),
    }
