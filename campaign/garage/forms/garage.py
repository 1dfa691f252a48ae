"""Forms for vehicles: name and colour, crew, offers, and designs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.choices import flatten_choices

from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.catalogue import BUILT_IN, Catalogue
from campaign.garage.rules.club_parts import parts_on_sale, with_club_parts
from campaign.garage.rules.designer_files import MAX_FILE_LENGTH, line_of_file
from campaign.garage.rules.fittings import Fitting, read_fittings, write_fittings
from campaign.garage.rules.parts import (
    FACINGS,
    LOCATIONS,
    MAX_SPARES,
    SPARE_COST,
    SPARE_SPACES,
    SPARE_WEIGHT,
    ArmourType,
    Chassis,
    ClubParts,
    Suspension,
)
from campaign.garage.rules.printed import MAX_PRINTED_LENGTH, read_printed
from campaign.garage.rules.published import PACK
from campaign.garage.rules.vehicles import VehicleDesign, check_design, decode_design
from core.web.forms.base import HouseForm
from core.web.forms.records import RecordForm
from core.web.pictures.words import money
from core.web.problems import plural
from engine.codec import Unreadable
from engine.values import changed

MOUNTS: Final = 16
"""Number of weapon rows in the form."""
MOUNT_FIELDS: Final = ("weapon", "facing", "shots", "spares")
"""Fields of a weapon row, in order."""
SIDES: Final = {
    "front": "Front",
    "back": "Back",
    "left": "Left",
    "right": "Right",
    "top": "Top",
    "under": "Underbody",
}
LONG_LIST: Final = 15
"""Number of choices above which a list is searched, and parts that are used often come first."""
LIST_FIELD = re.compile(r"(weapons|accessories|tyres|fittings)\[(\d+)\](?:\.(\w+))?")


class FaceForm(RecordForm[VehicleFace]):
    """Form for a vehicle's name, colour and notes."""

    asks = VehicleFace


class CrewForm(HouseForm):
    """Form for the usual crew, with a select element for each place."""

    def __init__(
        self, *args: Any, places: Sequence[str], people: Sequence[tuple[UUID, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "No one"), *((str(pk), name) for pk, name in people)]
        self.seats = tuple(places)
        for place in places:
            self.fields[place] = forms.ChoiceField(
                label=place_label(place), choices=choices, required=False
            )

    @property
    def crew(self) -> dict[str, str]:
        """Return the character ids by place. Empty places are left out."""
        return {
            place: self.cleaned_data[place] for place in self.seats if self.cleaned_data.get(place)
        }


class OfferForm(HouseForm):
    """Form for an offer, with the buyer and the price."""

    to = forms.ChoiceField(label="To")
    price = forms.IntegerField(
        label="Price",
        min_value=0,
        max_value=1_000_000_000,
        help_text="In dollars. Enter 0 for a gift.",
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, teams: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = [("", "Choose a team"), *teams]  # type: ignore[attr-defined]


class PasteForm(HouseForm):
    """Form for pasting a car as a printed line, as JSON or as a designer's file (C122)."""

    text = forms.CharField(
        label="Car as text",
        max_length=MAX_FILE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "code"}),
        help_text="Paste a car as a newsletter prints it (“Luxury, x-hvy chassis, hvy suspension, "
        "super PP, 4 HD tires, driver, MG front, Armor: F35 B30 …”), or the text from a vehicle’s "
        "page or the API. It can use only this club’s parts.",
    )
    file = forms.FileField(
        label="Or a file",
        required=False,
        help_text="A car that another designer saved as JSON.",
    )
    unread: tuple[str, ...] = ()
    """The phrases of a printed line that were not understood."""
    needs_list = False
    """True if the published list explains phrases that this club's parts do not."""

    def clean(self) -> dict[str, Any]:
        """Use the text of the file if there is one."""
        upload = self.cleaned_data.get("file")
        if upload and upload.size <= MAX_FILE_LENGTH:
            self.cleaned_data["text"] = upload.read().decode("utf-8", "replace")
        elif upload:
            self.add_error("file", f"Choose a file of at most {MAX_FILE_LENGTH:,} bytes.")
        elif not self.cleaned_data.get("text") and "text" not in self.errors:
            self.add_error("text", "This field is required.")
        return self.cleaned_data

    def design(self, parts: ClubParts) -> VehicleDesign | None:
        """Return the design with this club's parts. If it is invalid, add errors and return
        None.
        """
        text = self.cleaned_data["text"]
        if converted := line_of_file(text):
            return self._read_line(*converted, parts)
        if text.lstrip().startswith("{"):
            return self._read_json(text, parts)
        if len(text) > MAX_PRINTED_LENGTH:
            self.add_error("text", f"Paste at most {MAX_PRINTED_LENGTH:,} characters of one car.")
            return None
        return self._read_line(text, (), parts)

    def _read_json(self, text: str, parts: ClubParts) -> VehicleDesign | None:
        """Return the design in JSON text. If it is invalid, add errors."""
        try:
            design = with_club_parts(decode_design(text), parts)
        except Unreadable as error:
            self.add_error("text", error.sentence)
            return None
        sentences = [
            problem.sentence for problem in check_design(design) if problem.code == "no-such-part"
        ]
        if len(design.tyres) != 2:
            sentences.append("Choose tyres for the front axle and the back axle.")
        if len(design.weapons) > MOUNTS:
            sentences.append(f"The builder supports at most {MOUNTS} weapons.")
        for sentence in sentences:
            self.add_error("text", sentence)
        return None if sentences else design

    def _read_line(
        self, line: str, notes: tuple[str, ...], parts: ClubParts
    ) -> VehicleDesign | None:
        """Return the design in a printed line. If it has no body or plant, add an error."""
        reading = read_printed(line, parts_on_sale(parts))
        self.unread = (*reading.unread, *notes)
        if reading.unread:
            self.needs_list = len(read_printed(line, PACK).unread) < len(reading.unread)
        design = reading.design
        if design is None:
            self.add_error("text", f"This is not a car: {', '.join(self.unread)[:300]}.")
        elif len(design.weapons) > MOUNTS:
            self.add_error("text", f"The builder supports at most {MOUNTS} weapons.")
            return None
        return design


def place_label(place: str) -> str:
    """Return the label of a place, such as "Passenger 2" for "passenger:2"."""
    return place.replace(":", " ").capitalize()


def _fit_choices(parts: Catalogue) -> dict[str, list[tuple[str, str]]]:
    return {
        "body": [
            (
                part.key,
                (
                    f"{part.name}: {part.spaces + part.cargo} spaces, {part.load:,} lb, "
                    f"{money(part.cost)}"
                ),
            )
            for part in parts.bodies.values()
        ],
        "chassis": [
            (part.key, f"{part.name}: {_price_share(part)}, load {part.load_percent:+d} %")
            for part in parts.chassis.values()
        ],
        "suspension": [
            (part.key, f"{part.name}: handling {part.hc}, {_price_share(part)}")
            for part in parts.suspensions.values()
        ],
        "plant": [
            (
                part.key,
                (
                    f"{part.name}: {part.power:,} factors, {part.weight:,} lb, {part.spaces} sp., "
                    f"{money(part.cost)}"
                ),
            )
            for part in parts.plants.values()
        ],
        "tyres": [
            (part.key, f"{part.name}: {part.dp} DP, {part.weight} lb, {money(part.cost)} each")
            for part in parts.tyres.values()
        ],
        "armour_type": [(part.key, _armour_label(part)) for part in parts.armour.values()],
        "weapon": [
            ("", "None"),
            *(
                (part.key, f"{part.name}: {part.weight} lb, {part.spaces} sp., {money(part.cost)}")
                for part in parts.weapons.values()
            ),
        ],
        "accessories": [
            (part.key, f"{part.name}, {money(part.cost)}. {part.note}".strip())
            for part in parts.accessories.values()
        ],
    }


def _price_share(part: Chassis | Suspension) -> str:
    if part.cost_percent:
        return f"{part.cost_percent:+d} % of the body’s price"
    return "included in the price"


def _armour_label(armour: ArmourType) -> str:
    cost, weight = armour.cost_percent / 100, armour.weight_percent / 100
    room = f", {armour.spaces_percent} % of the spaces" if armour.spaces_percent else ""
    if cost == 1 == weight:
        return armour.name
    return f"{armour.name}: price × {cost:g}, weight × {weight:g}{room}"


CHOICES: Final = _fit_choices(BUILT_IN)


def _select(label: str, kind: str, **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=CHOICES[kind], **kwargs)


def _kind_of(field: str) -> str:
    """Return the kind of part that a field asks for, or the field's name if it asks for none."""
    name = field.partition("_")[0]
    return {"tyre": "tyres", "weapon": "weapon"}.get(name, field)


def _as_list(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value or ""]


@dataclass(frozen=True, slots=True)
class MountRow:
    """The four form fields for a weapon."""

    number: int
    weapon: forms.BoundField
    facing: forms.BoundField
    shots: forms.BoundField
    spares: forms.BoundField


@dataclass(frozen=True, slots=True)
class Section:
    """A collapsible section of the builder, with a summary."""

    key: str
    title: str
    summary: str
    open: bool


class DesignForm(FaceForm):
    """Form for a design with parts from the catalogue or from the club.

    The rules check whether the parts fit together. `refuse` shows their errors.
    """

    about_spares: Final = (
        f"Spares are additional magazines, at most {MAX_SPARES} per weapon: "
        f"{money(SPARE_COST)}, {SPARE_WEIGHT} lb and {plural(SPARE_SPACES, 'space')} each. Shots "
        "in spares have the same cost and weight as other shots. Weapons that fire from the "
        "power plant and single rockets have no spares."
    )
    find = forms.CharField(
        label="Find parts",
        max_length=60,
        required=False,
        help_text="Shortens the lists to parts with these words, for example “laser” or “HD”.",
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    model = forms.CharField(
        label="Model",
        max_length=60,
        required=False,
        help_text="Name of the design (optional).",
    )
    body = _select("Body", "body")
    chassis = _select("Chassis", "chassis")
    suspension = _select("Suspension", "suspension")
    plant = _select("Power plant", "plant")
    tyre_front = _select("Front tyres", "tyres")
    tyre_back = _select("Back tyres", "tyres")
    armour_type = _select("Armour", "armour_type")
    gunner = forms.BooleanField(label="Add a gunner (2 spaces, 150 lb)", required=False)
    passengers = forms.IntegerField(
        label="Passengers",
        min_value=0,
        max_value=20,
        required=False,
        help_text="1 space and 150 lb each.",
    )
    accessories = forms.MultipleChoiceField(
        choices=CHOICES["accessories"], widget=forms.CheckboxSelectMultiple, required=False
    )
    links = forms.IntegerField(
        label="Additional weapon links",
        min_value=0,
        max_value=8,
        required=False,
        help_text="$50 each.",
    )

    fittings = forms.CharField(
        label="Fittings",
        required=False,
        max_length=8_000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text="One accessory per line, with its place and size: “Wheelguards back 10”, "
        "“Component armour plant 10”, “High-density ammunition weapon:1 20”.",
    )

    def clean_fittings(self) -> str:
        """Return the fittings as text that can be read."""
        text: str = self.cleaned_data["fittings"]
        try:
            read_fittings(text, self.parts)
        except ValueError as error:
            raise ValidationError(
                f"“{str(error)[:60]}” is not an accessory of the catalogue.", code="no-such-part"
            ) from None
        return text

    def __init__(self, *args: Any, parts: Catalogue = BUILT_IN, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.parts, self.scripted = parts, False
        for side, label in SIDES.items():
            self.fields[f"armour_{side}"] = forms.IntegerField(
                label=label,
                min_value=0,
                max_value=500,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        facings = [(facing, SIDES.get(facing, facing.capitalize())) for facing in FACINGS]
        for row in range(MOUNTS):
            self.fields[f"weapon_{row}"] = _select(f"Weapon {row + 1}", "weapon", required=False)
            self.fields[f"facing_{row}"] = forms.ChoiceField(
                label="Points to", choices=facings, required=False
            )
            self.fields[f"shots_{row}"] = forms.IntegerField(
                label="Shots",
                min_value=0,
                max_value=500,
                required=False,
                widget=forms.NumberInput(attrs={"placeholder": "full", "inputmode": "numeric"}),
            )
            self.fields[f"spares_{row}"] = forms.IntegerField(
                label="Spares",
                min_value=0,
                max_value=MAX_SPARES,
                required=False,
                widget=forms.NumberInput(attrs={"placeholder": "none", "inputmode": "numeric"}),
            )

        if parts is not BUILT_IN:
            self._offer(_fit_choices(parts))

    def _offer(self, choices: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        for name, field in self.fields.items():
            if (kind := _kind_of(name)) in choices:
                field.choices = choices[kind]  # type: ignore[attr-defined]

    def arrange_lists(self, often: Mapping[str, Sequence[str]]) -> None:
        """Shorten long lists to the parts that were searched for and the selected ones.

        Without a search, or if no part matches, show the parts that are used often, by kind, above
        the others.
        """
        search = str(self["find"].value() or "").strip()
        long_lists: dict[str, list[tuple[str, str]]] = {
            name: choices
            for name, field in self.fields.items()
            if len(choices := list(getattr(field, "choices", ()))) > LONG_LIST
        }
        matches = {
            key
            for choices in long_lists.values()
            for key, label in choices
            if all(word in label.casefold() for word in search.casefold().split())
        }
        if search and not matches:
            self["find"].help_text = f"No part matches “{search}”."
        for name, choices in long_lists.items():
            if search and matches:
                kept = {"", *matches, *_as_list(self[name].value())}
                arranged: list[Any] = [choice for choice in choices if choice[0] in kept]
            elif keys := often.get(_kind_of(name), ()):
                first = [choice for choice in choices if choice[0] in keys]
                others = [choice for choice in choices if choice[0] and choice not in first]
                blank = [choice for choice in choices if not choice[0]]
                arranged = [*blank, ("Often used", first), ("Others", others)]
            else:
                continue
            self.fields[name].choices = arranged  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Keep all submitted values. `cleaned_data` loses those of fields with errors."""
        self.submitted = dict(self.cleaned_data)
        return self.cleaned_data

    @staticmethod
    def start(design: VehicleDesign) -> dict[str, Any]:
        """Return the field values for a design."""
        parts = {
            key: getattr(design, key)
            for key in (
                "model",
                "body",
                "chassis",
                "suspension",
                "plant",
                "armour_type",
                "gunner",
                "passengers",
            )
        }
        armour = {f"armour_{side}": design.armour.points_on(side) for side in LOCATIONS}
        guns = {
            f"{name}_{row}": value
            for row, gun in enumerate(design.weapons)
            for name, value in (
                ("weapon", gun.weapon),
                ("facing", gun.facing),
                ("shots", gun.shots),
                ("spares", gun.spare_magazines or None),
            )
        }
        links = design.accessories.count("link")
        extras = {"accessories": sorted(set(design.accessories)), "links": max(0, links - 1)}
        return {
            **parts,
            **armour,
            **guns,
            **extras,
            "tyre_front": design.tyres[0],
            "tyre_back": design.tyres[-1],
            "fittings": write_fittings(design),
        }

    @property
    def design(self) -> dict[str, Any]:
        """Return the design as plain data. Raise KeyError if a required field is invalid."""
        data = self.submitted
        fields = {
            key: data[key]
            for key in ("model", "body", "chassis", "suspension", "plant", "armour_type", "gunner")
        }
        armour = {side: data.get(f"armour_{side}") or 0 for side in LOCATIONS}
        links = ["link"] * (data.get("links") or 0)
        return {
            **fields,
            "passengers": data.get("passengers") or 0,
            "tyres": [data["tyre_front"], data["tyre_back"]],
            "armour": armour,
            "weapons": [self._mount(row) for row in self.weapon_rows()],
            "accessories": sorted([*data["accessories"], *links]),
            "fittings": [msgspec.to_builtins(fitting) for fitting in self._fittings()],
        }

    def _fittings(self) -> Iterator[Fitting]:
        """Yield the fittings, with the numbers of their weapons in the design.

        The text has the numbers of the rows. Fittings of a row without a weapon are left out.
        """
        numbers = {row + 1: number for number, row in enumerate(self.weapon_rows(), 1)}
        for fitting in read_fittings(self.submitted.get("fittings") or "", self.parts):
            if not (row := fitting.weapon) or f"weapon_{row - 1}" not in self.data:
                yield fitting
            elif row in numbers:
                yield changed(fitting, place=f"weapon:{numbers[row]}")

    def _mount(self, row: int) -> dict[str, Any]:
        data = self.submitted
        return {
            "weapon": data[f"weapon_{row}"],
            "facing": data[f"facing_{row}"] or "front",
            "shots": data.get(f"shots_{row}"),
            "spares": data.get(f"spares_{row}") or 0,
        }

    def weapon_rows(self) -> list[int]:
        """Return the numbers of the rows that have a weapon."""
        return [row for row in range(MOUNTS) if self.submitted.get(f"weapon_{row}")]

    def place_of(self, field: str) -> str:
        """Return the form field that corresponds to the field in an error."""
        if match := LIST_FIELD.match(field):
            return self._list_field(match[1], int(match[2]), match[3] or "weapon")
        kind, _, facing = field.partition(".")
        form_fields = {
            "weight": "body",
            "spaces": "body",
            "tyres": "tyre_front",
            "weapons": "weapon_0",
            "armour": f"armour_{facing or 'front'}",
        }
        return form_fields.get(kind, field)

    def _list_field(self, kind: str, index: int, part: str) -> str:
        if kind == "tyres":
            return "tyre_back" if index else "tyre_front"
        if kind in ("accessories", "fittings"):
            return kind
        rows = self.weapon_rows()
        return f"{part}_{rows[index] if index < len(rows) else 0}"

    def rows(self) -> list[MountRow]:
        """Return the weapon rows that are in use and two more, up to the maximum."""
        used = [row for row in range(MOUNTS) if self[f"weapon_{row}"].value()]
        count = min(MOUNTS, max(used, default=-1) + 3)
        return [
            MountRow(row + 1, *(self[f"{name}_{row}"] for name in MOUNT_FIELDS))
            for row in range(count)
        ]

    def sections(self) -> list[Section]:
        """Return the collapsible sections.

        A section is open if one of its fields has an error. If no script keeps sections open, a
        section with changed fields is open, too.
        """
        empty = {f"facing_{row}" for row in range(MOUNTS) if not self[f"weapon_{row}"].value()}
        scripted = self.scripted or not self.is_bound
        changed = () if scripted else set(self.changed_data) - empty
        touched = {*self.errors, *changed}
        return [
            Section(key, title, summary, any(name in touched for name in self._in_section(key)))
            for key, title, summary in (
                ("frame", "Frame", self._frame_summary()),
                ("armour", "Armour", self._armour_summary()),
                ("weapons", "Weapons", self._weapon_summary()),
                ("people", "People and accessories", self._people_summary()),
                ("papers", "Your notes", ""),
            )
        ]

    def _in_section(self, key: str) -> list[str]:
        fixed = {
            "frame": ("body", "chassis", "suspension", "plant", "tyre_front", "tyre_back"),
            "people": ("gunner", "passengers", "accessories", "links", "fittings"),
            "papers": ("model", "notes"),
        }
        if key in fixed:
            return list(fixed[key])
        weapons = tuple(f"{name}_" for name in MOUNT_FIELDS)
        starts = {"armour": ("armour_",), "weapons": weapons}[key]
        return [name for name in self.fields if name.startswith(starts)]

    def _selected_label(self, field: str) -> str:
        """Return the label of the selected option without the numbers that follow it."""
        value = str(self[field].value() or "")
        choices: Any = flatten_choices(self.fields[field].choices)  # type: ignore[attr-defined]
        label = next((label for key, label in choices if key == value), "")
        return re.split(r"[:,]", str(label))[0]

    def _frame_summary(self) -> str:
        return ", ".join(
            filter(None, (self._selected_label("body"), self._selected_label("plant")))
        )

    def _armour_summary(self) -> str:
        points = [str(field.value() or 0) for field in self.plates()]
        total = sum(int(value) for value in points if value.isdecimal())
        return f"{self._selected_label('armour_type')}, {plural(total, 'point')}"

    def _weapon_summary(self) -> str:
        used = [row for row in range(MOUNTS) if self[f"weapon_{row}"].value()]
        return ", ".join(self._selected_label(f"weapon_{row}") for row in used) or "None"

    def _people_summary(self) -> str:
        extras = len(self["accessories"].value() or ())
        crew = "Driver and gunner" if self["gunner"].value() else "Driver"
        return f"{crew}, {plural(extras, 'accessory', 'accessories')}"

    def plates(self) -> list[forms.BoundField]:
        """Return the armour fields in the order of the hit-location die."""
        return [self[f"armour_{side}"] for side in LOCATIONS]
