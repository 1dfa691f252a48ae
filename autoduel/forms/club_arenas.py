"""Form for a club's arena. Each piece of the arena is a row with its kind, position and size."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from campaign.duels.rules.arenas import (
    MAX_GATES,
    MAX_OBSTACLES,
    MAX_RAMPS,
    MAX_SIZE,
    MIN_SIZE,
    Arena,
    Block,
    Gate,
    Pylon,
    Ramp,
)
from core.web.forms.base import HouseForm
from core.web.text import free_slug
from engine.codec import Reader, Unreadable

MAX_FILE_BYTES: Final = 64_000
MAX_ROWS: Final = 3 * MAX_OBSTACLES + MAX_RAMPS + MAX_GATES
KINDS: Final = {
    "wall": "Wall",
    "pillar": "Pillar",
    "gravel": "Gravel",
    "ramp-north": "Ramp up to the north",
    "ramp-east": "Ramp up to the east",
    "ramp-south": "Ramp up to the south",
    "ramp-west": "Ramp up to the west",
    "gate": "Gate",
}
NEEDED_FIELDS: Final = {"gate": ("x", "y"), "pillar": ("x", "y", "width")}
"""Fields of a row that are needed. All other kinds need all fields."""
_READER: Final = Reader[Arena](Arena)


def _inches(label: str, low: float = 0, *, step: float = 0.125, **kwargs: Any) -> forms.FloatField:
    return forms.FloatField(
        label=label, min_value=low, max_value=MAX_SIZE, step_size=step, **kwargs
    )


class PieceForm(forms.Form):
    """A row for one piece. `x` and `y` are the middle of the piece, from the south-west corner."""

    kind = forms.ChoiceField(choices=[("", "–"), *KINDS.items()], required=False)
    x = _inches("From west", required=False)
    y = _inches("From south", required=False)
    width = _inches("Width", 0.25, step=0.25, required=False)
    height = _inches("Depth", 0.25, step=0.25, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def clean(self) -> dict[str, Any]:
        """Require a position and a size if a kind is chosen."""
        data = super().clean() or {}
        kind: str = data.get("kind") or ""
        for name in ("x", "y", "width", "height") if kind else ():
            is_needed = name in NEEDED_FIELDS.get(kind, ("x", "y", "width", "height"))
            if is_needed and name not in self.errors and data.get(name) is None:
                self.add_error(name, ValidationError("Enter a number.", code="required"))
        return data


PieceRows: Final = forms.formset_factory(
    PieceForm, extra=2, max_num=MAX_ROWS, absolute_max=MAX_ROWS + 2
)


class ArenaForm(HouseForm):
    """Form for an arena's name, size and corners, and for a piece that is placed by a click."""

    name = forms.CharField(label="Name", max_length=60)
    width = forms.IntegerField(label="Width, inches", min_value=MIN_SIZE, max_value=MAX_SIZE)
    height = forms.IntegerField(label="Depth, inches", min_value=MIN_SIZE, max_value=MAX_SIZE)
    corners = _inches("Cut off each corner, inches", required=False)
    brush = forms.ChoiceField(
        label="Piece to place",
        choices=list(KINDS.items()),
        initial="wall",
        required=False,
        help_text="Press a point in the picture to place a new piece there.",
    )
    brush_width = _inches("Width", 0.25, step=0.25, initial=2, required=False)
    brush_height = _inches("Depth", 0.25, step=0.25, initial=2, required=False)
    at_x = forms.FloatField(widget=forms.HiddenInput, required=False)
    at_y = forms.FloatField(widget=forms.HiddenInput, required=False)

    @property
    def chosen_brush(self) -> dict[str, Any]:
        """The chosen kind and size of the next piece."""
        return {
            name: self.cleaned_data.get(name) for name in ("brush", "brush_width", "brush_height")
        }

    @property
    def placed_row(self) -> dict[str, Any] | None:
        """The row of the piece that was placed by a click in the picture, or None."""
        data = self.cleaned_data
        if data.get("at_x") is None or data.get("at_y") is None:
            return None
        width, height = data.get("brush_width") or 2, data.get("brush_height") or 2
        return {
            "kind": data.get("brush") or "wall",
            "x": snap(data["at_x"]),
            "y": snap(data["at_y"]),
            "width": width,
            "height": height,
        }


class ArenaFileForm(HouseForm):
    """Form for an arena as a file."""

    file = forms.FileField(label="Arena file", help_text="A file that this page has exported.")

    def clean_file(self) -> Arena:
        """Return the arena in the file."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MAX_FILE_BYTES:
            raise ValidationError("The file is too large for an arena.", code="too-large")
        try:
            return _READER.decode(file.read())
        except Unreadable as error:
            raise ValidationError(error.sentence, code="unreadable") from None


def snap(inches: float) -> float:
    """Return the nearest quarter of an inch inside an arena."""
    return round(min(max(inches, 0), MAX_SIZE) * 4) / 4


def new_key(name: str, used_keys: Collection[str]) -> str:
    """Return the key of a new arena, made from its name and not yet used."""
    ascii_name = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return free_slug(f"own-{ascii_name or 'arena'}"[:50].rstrip("-"), used_keys)


def start_of(arena: Arena) -> dict[str, Any]:
    """Return the first values of the form for an arena."""
    return {
        "name": arena.name,
        "width": arena.width,
        "height": arena.height,
        "corners": arena.corners,
        "brush": "wall",
        "brush_width": 2,
        "brush_height": 2,
    }


def rows_of(arena: Arena) -> list[dict[str, Any]]:
    """Return an arena's pieces as rows of the form."""
    return [
        *(_block_row("wall", block) for block in arena.blocks),
        *(
            {"kind": "pillar", "x": pylon.x, "y": pylon.y, "width": 2 * pylon.radius}
            for pylon in arena.pylons
        ),
        *(_block_row("gravel", block) for block in arena.gravel),
        *(_block_row(f"ramp-{ramp.up}", ramp) for ramp in arena.ramps),
        *(_gate_row(gate, arena) for gate in arena.gates),
    ]


def _block_row(kind: str, block: Block) -> dict[str, Any]:
    return {
        "kind": kind,
        "x": (block.left + block.right) / 2,
        "y": (block.low + block.high) / 2,
        "width": block.right - block.left,
        "height": block.high - block.low,
    }


def _gate_row(gate: Gate, arena: Arena) -> dict[str, Any]:
    x, y = {
        "west": (0, gate.along),
        "east": (arena.width, gate.along),
        "south": (gate.along, 0),
        "north": (gate.along, arena.height),
    }[gate.side]
    return {"kind": "gate", "x": x, "y": y}


def arena_from(form: ArenaForm, rows: Sequence[dict[str, Any]], key: str) -> Arena:
    """Return the arena in a valid form. It is not checked yet."""
    data = form.cleaned_data
    width, height = data["width"], data["height"]
    kinds: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        if kind := row.get("kind"):
            kinds.setdefault(kind.partition("-")[0], []).append(row)
    return Arena(
        key=key,
        name=data["name"],
        width=width,
        height=height,
        corners=data["corners"] or 0,
        blocks=tuple(Block(**_edges(row, width, height)) for row in kinds.get("wall", ())),
        pylons=tuple(
            Pylon(x=row["x"], y=row["y"], radius=row["width"] / 2)
            for row in kinds.get("pillar", ())
        ),
        gravel=tuple(Block(**_edges(row, width, height)) for row in kinds.get("gravel", ())),
        ramps=tuple(
            Ramp(**_edges(row, width, height), up=row["kind"].partition("-")[2])
            for row in kinds.get("ramp", ())
        ),
        gates=tuple(_gate(row, width, height) for row in kinds.get("gate", ())),
    )


def _edges(row: dict[str, Any], width: int, height: int) -> dict[str, float]:
    """Return the edges of a piece, moved inside the arena if it is not too large."""
    left = max(0, min(row["x"] - row["width"] / 2, width - row["width"]))
    low = max(0, min(row["y"] - row["height"] / 2, height - row["height"]))
    return {"left": left, "low": low, "right": left + row["width"], "high": low + row["height"]}


def _gate(row: dict[str, Any], width: int, height: int) -> Gate:
    """Return the gate in the wall that is nearest to a point."""
    x, y = row["x"], row["y"]
    distances = {"west": x, "east": abs(width - x), "south": y, "north": abs(height - y)}
    side: Any = min(distances, key=lambda name: distances[name])
    return Gate(side=side, along=y if side in {"west", "east"} else x)
