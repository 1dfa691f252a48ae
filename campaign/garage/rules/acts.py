"""What one says to name and paint a vehicle, and to build one."""

from __future__ import annotations

from typing import Annotated

from core.web.records import drawn_apart, line
from engine.values import Value

from .vehicles import VehicleDesign


class VehicleFace(Value, kw_only=True):
    """A vehicle's name, coat and note."""

    name: Annotated[str, line("Name", 1, 60)]
    colour: Annotated[
        str,
        line(
            "Colour",
            1,
            30,
            "In words, such as matt black or bottle green. Everybody can see it.",
        ),
    ]
    notes: Annotated[str, line("Notes", 0, 500, "For your team’s eyes.")] = ""


class Publication(Value, kw_only=True):
    """What a design is called in the club's library."""

    name: Annotated[str, line("Name of the design", 1, 60)]
    blurb: Annotated[str, line("In a sentence", 0, 200, "For whoever looks for a design.")] = ""


class NewVehicle(VehicleFace, kw_only=True):
    """A new vehicle."""

    design: Annotated[VehicleDesign, drawn_apart()]
