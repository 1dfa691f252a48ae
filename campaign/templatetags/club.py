"""Template tags for vehicle sketches, hit points, loads and podiums: `{% load club %}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from campaign.duels.pictures.podium import Podium
from campaign.garage.pictures import sketch
from core.web.pictures.words import NARROW

register = template.Library()


@register.filter
def grenades(half_units: int) -> str:
    """Return a load in grenade equivalents, given in half units. `13` gives `6½ GE`."""
    full_units, half = divmod(half_units, 2)
    number = f"{full_units or ''}½" if half else str(full_units)
    return f"{number}{NARROW}GE"


@register.filter
def lookup(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the value for a key in a mapping, or "". Example: `counts|lookup:item.pk`."""
    return mapping.get(key, "")


@register.inclusion_tag("components/vehicle_sketch.html")
def vehicle_sketch(vehicle: Mapping[str, Any]) -> dict[str, object]:
    """Render `{% vehicle_sketch vehicle %}`, a vehicle from above as a picture and as text.

    `campaign.garage.pictures.sketch` describes the argument.
    """
    drawing = sketch.vehicle_sketch(vehicle)
    return {"sketch": drawing, "picture": mark_safe(drawing.svg)}  # noqa: S308 - escaped there


@register.simple_tag
def small_car(vehicle: sketch.Appearance | None) -> SafeString:
    """Return a vehicle's small drawing: `{% small_car sheet %}`. Return "" without a vehicle.

    `vehicle` is an exterior or a sheet.
    """
    return mark_safe(sketch.small_drawing(vehicle) if vehicle else "")  # noqa: S308 - escaped there


@register.inclusion_tag("components/hit_points.html")
def hit_points(now: int, full: int) -> dict[str, object]:
    """Render `{% hit_points 2 3 %}`, damage points as pips and as text.

    A person with 1 point is unconscious, and one with 0 or less is dead (E12).
    """
    remaining = max(0, now)
    condition = (
        "dead" if now <= 0 else "unconscious" if now == 1 else "hurt" if now < full else "unhurt"
    )
    return {
        "now": remaining,
        "full": full,
        "kept": range(remaining),
        "lost": range(max(0, full - remaining)),
        "condition": condition,
    }


@register.inclusion_tag("components/podium.html")
def podium(picture: Podium | None, title: str = "Podium") -> dict[str, object]:
    """Render `{% podium picture "Podium of the duel" %}`, the podium as a picture and as text.

    If the podium is empty, render nothing.
    """
    return {
        "text": picture.text if picture else "",
        "picture": mark_safe(picture.svg) if picture else "",  # noqa: S308 - escaped there
        "title": title,
        "further": picture.further if picture else "",
    }
