"""`{% load reach %}`: the offer to be told on this device."""

from __future__ import annotations

from typing import Any

from django import template

from core.notifications.selectors.reach import may_be_offered
from core.web.forms.base import Act

register = template.Library()


@register.inclusion_tag("notifications/offer.html", takes_context=True)
def reach_offer(context: dict[str, Any]) -> dict[str, Any]:
    """`{% reach_offer %}`: once, to who is not told anywhere yet; gone for good when put away."""
    request = context["request"]
    return {
        "offered": may_be_offered(request.user),
        "form": Act(auto_id=False),
        "back": request.path,
        "csrf_token": context.get("csrf_token"),
    }
