"""Input for naming, painting, building and publishing vehicles."""

from __future__ import annotations

from typing import Annotated

from core.web.records import custom_field, line
from engine.values import Value

from .vehicles import VehicleDesign


class VehicleFace(Value, kw_only=True):
    """A vehicle's name, colour and notes."""

    name: Annotated[str, line("Name", 1, 60)]
    colour: Annotated[
        str,
        line(
            "Colour",
            1,
            30,
            "For example, matt black or bottle green. Everyone can see it.",
        ),
    ]
    notes: Annotated[str, line("Notes", 0, 500, "Only your team can see this.")] = ""


class Publication(Value, kw_only=True):
    """A design's name and description in the club's library."""

    name: Annotated[str, line("Design name", 1, 60)]
    blurb: Annotated[str, line("Description", 0, 200, "Shown in the library of designs.")] = ""


class NewVehicle(VehicleFace, kw_only=True):
    """A new vehicle."""

    design: Annotated[VehicleDesign, custom_field()]
