"""`{% load club %}`: vehicle sketches, hit points, loads and podiums for templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import mark_safe

from campaign.duels.pictures.podium import Podium
from campaign.garage.pictures import sketch
from core.web.pictures.words import NARROW

register = template.Library()


@register.filter
def grenades(half_units: int) -> str:
    """Return a load in grenade equivalents, converted from half units: `6½ GE` for `13`."""
    whole, half = divmod(half_units, 2)
    number = f"{whole or ''}½" if half else str(whole)
    return f"{number}{NARROW}GE"


@register.filter
def at(found: Mapping[Any, Any], key: Any) -> Any:
    """Return the value of a mapping for a key, or "": `counts|at:item.pk`."""
    return found.get(key, "")


@register.inclusion_tag("components/vehicle_sketch.html")
def vehicle_sketch(vehicle: Mapping[str, Any]) -> dict[str, object]:
    """Render `{% vehicle_sketch vehicle %}`, a vehicle from above as picture and text.

    See `campaign.garage.pictures.sketch`.
    """
    drawn = sketch.vehicle_sketch(vehicle)
    return {"sketch": drawn, "picture": mark_safe(drawn.svg)}  # noqa: S308 - escaped there


@register.inclusion_tag("components/hit_points.html")
def hit_points(now: int, full: int) -> dict[str, object]:
    """Render `{% hit_points 2 3 %}`, damage points as pips and text.

    1 is unconscious, 0 or less is dead (E12).
    """
    kept = max(0, now)
    condition = (
        "dead" if now <= 0 else "unconscious" if now == 1 else "hurt" if now < full else "unhurt"
    )
    return {
        "now": kept,
        "full": full,
        "kept": range(kept),
        "lost": range(max(0, full - kept)),
        "condition": condition,
    }


@register.inclusion_tag("components/podium.html")
def podium(found: Podium | None, of_what: str = "Podium") -> dict[str, object]:
    """Render `{% podium found "Podium of the duel" %}`, the podium as picture and text. Render
    nothing if it is empty.
    """
    return {
        "text": found.text if found else "",
        "picture": mark_safe(found.svg) if found else "",  # noqa: S308 - escaped there
        "of_what": of_what,
    }
