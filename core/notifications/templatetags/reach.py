"""`{% load reach %}` shows the offer of push messages."""

from __future__ import annotations

from typing import Any

from django import template

from core.notifications.selectors.reach import can_be_offered
from core.web.forms.base import Act

register = template.Library()


@register.inclusion_tag("notifications/offer.html", takes_context=True)
def reach_offer(context: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the offer, for people who have no channel and have not closed it."""
    request = context["request"]
    return {
        "offered": can_be_offered(request.user),
        "form": Act(auto_id=False),
        "back": request.path,
        "csrf_token": context.get("csrf_token"),
    }
