"""`{% load tryout %}` shows the try-out guide on every page of its club."""

from __future__ import annotations

from typing import Any

from django import template
from django_scopes import scope

from core.web.forms.base import Act
from home.forms.tryout import NextStep
from home.views.tryout import guide_for

register = template.Library()


@register.inclusion_tag("home/tryout_guide.html", takes_context=True)
def tryout_guide(context: dict[str, Any]) -> dict[str, Any]:
    """Return the guide's context, with the current step and the button to continue."""
    viewer, request = context["viewer"], context["request"]
    with scope(campaign=viewer.campaign.pk):
        guide = guide_for(viewer, request.path)
    steps = guide.steps if guide else ()
    forms = [(NextStep(initial={"step": step}), label) for step, label in steps]
    return {
        "guide": guide, "campaign": viewer.campaign, "steps": forms, "keep": Act(),
        "csrf_token": context.get("csrf_token"), "guest": viewer.person.guest,
    }  # fmt: skip
