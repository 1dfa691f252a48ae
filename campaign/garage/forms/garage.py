"""Vehicle forms: name and colour, crew, offer, and design."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django import forms

from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.catalogue import BUILT_IN, Catalogue
from campaign.garage.rules.club_parts import with_club_parts
from campaign.garage.rules.parts import (
    FACINGS,
    LOCATIONS,
    MAX_SPARES,
    SPARE_COST,
    SPARE_SPACES,
    SPARE_WEIGHT,
)
from campaign.garage.rules.vehicles import VehicleDesign, check_design, decode_design
from core.web.forms.base import HouseForm
from core.web.forms.records import RecordForm
from core.web.pictures.words import money
from core.web.problems import plural
from engine.codec import Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from campaign.garage.rules.parts import ArmourType, Chassis, ClubParts, Suspension

MOUNTS: Final = 8
"""Number of weapon rows on the form."""
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
LISTED = re.compile(r"(weapons|accessories|tyres)\[(\d+)\](?:\.(\w+))?")


class FaceForm(RecordForm[VehicleFace]):
    """A vehicle's name, colour and notes."""

    asks = VehicleFace


class CrewForm(HouseForm):
    """The usual crew: a select for each place."""

    def __init__(
        self, *args: Any, places: Sequence[str], people: Sequence[tuple[UUID, str]], **named: Any
    ) -> None:
        super().__init__(*args, **named)
        choices = [("", "No one"), *((str(pk), name) for pk, name in people)]
        self.seats = tuple(places)
        for place in places:
            self.fields[place] = forms.ChoiceField(
                label=place_word(place), choices=choices, required=False
            )

    @property
    def crew(self) -> dict[str, str]:
        """Place → character id, without empty places."""
        return {
            place: self.cleaned_data[place] for place in self.seats if self.cleaned_data.get(place)
        }


class OfferForm(HouseForm):
    """The buyer and the price of an offer."""

    to = forms.ChoiceField(label="To")
    price = forms.IntegerField(
        label="Price",
        min_value=0,
        max_value=1_000_000_000,
        help_text="In dollars. Enter 0 for a gift.",
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, teams: Sequence[tuple[str, str]], **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["to"].choices = [("", "Choose a team"), *teams]  # type: ignore[attr-defined]


class PasteForm(HouseForm):
    """A design as JSON, to start from."""

    text = forms.CharField(
        label="Design as text",
        max_length=50_000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "code"}),
        help_text="Paste the text from a vehicle’s page or the API. It must use only this "
        "club’s parts.",
    )

    def design(self, parts: ClubParts) -> VehicleDesign | None:
        """Return the design with this club's parts, or None after adding errors to the form."""
        try:
            found = with_club_parts(decode_design(self.cleaned_data["text"]), parts)
        except Unreadable as error:
            self.add_error("text", error.sentence)
            return None
        strange = [one.sentence for one in check_design(found) if one.code == "no-such-part"]
        if len(found.tyres) != 2:
            strange.append("Choose tyres for the front axle and the back axle.")
        if len(found.weapons) > MOUNTS:
            strange.append(f"The builder supports at most {MOUNTS} weapons.")
        for sentence in strange:
            self.add_error("text", sentence)
        return None if strange else found


def place_word(place: str) -> str:
    """Return the label of a place, such as "Passenger 2" for "passenger:2"."""
    return place.replace(":", " ").capitalize()


def _fit_choices(parts: Catalogue) -> dict[str, list[tuple[str, str]]]:
    return {
        "body": [
            (
                one.key,
                f"{one.name}: {one.spaces + one.cargo} spaces, {one.load:,} lb, {money(one.cost)}",
            )
            for one in parts.bodies.values()
        ],
        "chassis": [
            (one.key, f"{one.name}: {_share(one)}, load {one.load_percent:+d} %")
            for one in parts.chassis.values()
        ],
        "suspension": [
            (one.key, f"{one.name}: handling {one.hc}, {_share(one)}")
            for one in parts.suspensions.values()
        ],
        "plant": [
            (
                one.key,
                (
                    f"{one.name}: {one.power:,} factors, {one.weight:,} lb, {one.spaces} sp., "
                    f"{money(one.cost)}"
                ),
            )
            for one in parts.plants.values()
        ],
        "tyres": [
            (one.key, f"{one.name}: {one.dp} DP, {one.weight} lb, {money(one.cost)} each")
            for one in parts.tyres.values()
        ],
        "armour_type": [(one.key, _armour(one)) for one in parts.armour.values()],
        "weapon": [
            ("", "None"),
            *(
                (one.key, f"{one.name}: {one.weight} lb, {one.spaces} sp., {money(one.cost)}")
                for one in parts.weapons.values()
            ),
        ],
        "accessories": [
            (one.key, f"{one.name}, {money(one.cost)}. {one.note}".strip())
            for one in parts.accessories.values()
        ],
    }


def _share(one: Chassis | Suspension) -> str:
    return (
        f"{one.cost_percent:+d} % of the body’s price"
        if one.cost_percent
        else "included in the price"
    )


def _armour(one: ArmourType) -> str:
    cost, weight = one.cost_percent / 100, one.weight_percent / 100
    room = f", {one.spaces_percent} % of the spaces" if one.spaces_percent else ""
    return (
        one.name
        if cost == 1 == weight
        else f"{one.name}: price × {cost:g}, weight × {weight:g}{room}"
    )


CHOICES: Final = _fit_choices(BUILT_IN)


def _pick(label: str, kind: str, **named: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=CHOICES[kind], **named)


@dataclass(frozen=True, slots=True)
class MountRow:
    """The four fields of a weapon."""

    number: int
    weapon: forms.BoundField
    facing: forms.BoundField
    shots: forms.BoundField
    spares: forms.BoundField


@dataclass(frozen=True, slots=True)
class Section:
    """A collapsible part of the builder with a summary."""

    key: str
    title: str
    words: str
    open: bool


class DesignForm(FaceForm):
    """A design from a catalogue, which can include the club's parts.

    The rules check whether the parts fit together: see `refuse`.
    """

    about_spares: Final = (
        f"Spares are additional magazines, at most {MAX_SPARES} per weapon: "
        f"{money(SPARE_COST)}, {SPARE_WEIGHT} lb and {plural(SPARE_SPACES, 'space')} each. Shots "
        "in spares have the same cost and weight as other shots. Weapons that fire from the "
        "power plant and single rockets have no spares."
    )
    model = forms.CharField(
        label="Model",
        max_length=60,
        required=False,
        help_text="Name of the design (optional).",
    )
    body = _pick("Body", "body")
    chassis = _pick("Chassis", "chassis")
    suspension = _pick("Suspension", "suspension")
    plant = _pick("Power plant", "plant")
    tyre_front = _pick("Front tyres", "tyres")
    tyre_back = _pick("Back tyres", "tyres")
    armour_type = _pick("Armour", "armour_type")
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

    def __init__(self, *args: Any, parts: Catalogue = BUILT_IN, **named: Any) -> None:
        super().__init__(*args, **named)
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
        for at in range(MOUNTS):
            self.fields[f"weapon_{at}"] = _pick(f"Weapon {at + 1}", "weapon", required=False)
            self.fields[f"facing_{at}"] = forms.ChoiceField(
                label="Points to", choices=facings, required=False
            )
            self.fields[f"shots_{at}"] = forms.IntegerField(
                label="Shots",
                min_value=0,
                max_value=500,
                required=False,
                widget=forms.NumberInput(attrs={"placeholder": "full", "inputmode": "numeric"}),
            )
            self.fields[f"spares_{at}"] = forms.IntegerField(
                label="Spares",
                min_value=0,
                max_value=MAX_SPARES,
                required=False,
                widget=forms.NumberInput(attrs={"placeholder": "none", "inputmode": "numeric"}),
            )

        if parts is not BUILT_IN:
            self._offer(_fit_choices(parts))

    def _offer(self, choices: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Replace the choices of every select."""
        kinds = {"tyre_front": "tyres", "tyre_back": "tyres"}
        for name, field in self.fields.items():
            kind = kinds.get(name, "weapon" if name.startswith("weapon_") else name)
            if kind in choices:
                field.choices = choices[kind]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Keep the values, because refusals next to a field remove it from `cleaned_data`."""
        self.picked = dict(self.cleaned_data)
        return self.cleaned_data

    @staticmethod
    def start(design: VehicleDesign) -> dict[str, Any]:
        """Return the fields' values for a design."""
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
            f"{name}_{at}": said
            for at, gun in enumerate(design.weapons)
            for name, said in (
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
        }

    @property
    def design(self) -> dict[str, Any]:
        """The design as plain data for the rules. KeyError if a required field is invalid."""
        said = self.picked
        plain = {
            key: said[key]
            for key in ("model", "body", "chassis", "suspension", "plant", "armour_type", "gunner")
        }
        armour = {side: said.get(f"armour_{side}") or 0 for side in LOCATIONS}
        more = ["link"] * (said.get("links") or 0)
        return {
            **plain,
            "passengers": said.get("passengers") or 0,
            "tyres": [said["tyre_front"], said["tyre_back"]],
            "armour": armour,
            "weapons": [self._mount(at) for at in self.mounted()],
            "accessories": sorted([*said["accessories"], *more]),
        }

    def _mount(self, at: int) -> dict[str, Any]:
        said = self.picked
        return {
            "weapon": said[f"weapon_{at}"],
            "facing": said[f"facing_{at}"] or "front",
            "shots": said.get(f"shots_{at}"),
            "spares": said.get(f"spares_{at}") or 0,
        }

    def mounted(self) -> list[int]:
        """Return the numbers of the rows with a weapon."""
        return [at for at in range(MOUNTS) if self.picked.get(f"weapon_{at}")]

    def place_of(self, field: str) -> str:
        """Return the form field for a problem's field."""
        if found := LISTED.match(field):
            return self._listed(found[1], int(found[2]), found[3] or "weapon")
        kind, _, rest = field.partition(".")
        known = {
            "weight": "body",
            "spaces": "body",
            "tyres": "tyre_front",
            "weapons": "weapon_0",
            "armour": f"armour_{rest or 'front'}",
        }
        return known.get(kind, field)

    def _listed(self, kind: str, at: int, part: str) -> str:
        if kind == "tyres":
            return "tyre_back" if at else "tyre_front"
        if kind == "accessories":
            return "accessories"
        rows = self.mounted()
        return f"{part}_{rows[at] if at < len(rows) else 0}"

    def rows(self) -> list[MountRow]:
        """Return the weapon rows: those in use and two more, at most eight."""
        used = [at for at in range(MOUNTS) if self[f"weapon_{at}"].value()]
        shown = min(MOUNTS, max(used, default=-1) + 3)
        return [
            MountRow(at + 1, *(self[f"{name}_{at}"] for name in MOUNT_FIELDS))
            for at in range(shown)
        ]

    def sections(self) -> list[Section]:
        """Return the collapsible sections.

        A section is open if one of its fields has an error, or was changed and no script keeps it
        open.
        """
        empty = {f"facing_{at}" for at in range(MOUNTS) if not self[f"weapon_{at}"].value()}
        scripted = self.scripted or not self.is_bound
        changed = () if scripted else set(self.changed_data) - empty
        touched = {*self.errors, *changed}
        return [
            Section(key, title, words, any(name in touched for name in self._in_section(key)))
            for key, title, words in (
                ("frame", "Frame", self._frame_words()),
                ("armour", "Armour", self._armour_words()),
                ("weapons", "Weapons", self._weapon_words()),
                ("people", "People and accessories", self._people_words()),
                ("papers", "Your notes", ""),
            )
        ]

    def _in_section(self, key: str) -> list[str]:
        fixed = {
            "frame": ("body", "chassis", "suspension", "plant", "tyre_front", "tyre_back"),
            "people": ("gunner", "passengers", "accessories", "links"),
            "papers": ("model", "notes"),
        }
        if key in fixed:
            return list(fixed[key])
        weapons = tuple(f"{name}_" for name in MOUNT_FIELDS)
        starts = {"armour": ("armour_",), "weapons": weapons}[key]
        return [name for name in self.fields if name.startswith(starts)]

    def _picked_word(self, field: str) -> str:
        """Return the label of the selected option, without its numbers."""
        value = str(self[field].value() or "")
        choices = dict(self.fields[field].choices)  # type: ignore[attr-defined]
        return re.split(r"[:,]", str(choices.get(value, "")))[0]

    def _frame_words(self) -> str:
        return ", ".join(filter(None, (self._picked_word("body"), self._picked_word("plant"))))

    def _armour_words(self) -> str:
        points = [str(field.value() or 0) for field in self.plates()]
        total = sum(int(said) for said in points if said.isdecimal())
        return f"{self._picked_word('armour_type')}, {plural(total, 'point')}"

    def _weapon_words(self) -> str:
        used = [at for at in range(MOUNTS) if self[f"weapon_{at}"].value()]
        return ", ".join(self._picked_word(f"weapon_{at}") for at in used) or "None"

    def _people_words(self) -> str:
        extras = len(self["accessories"].value() or ())
        crew = "Driver and gunner" if self["gunner"].value() else "Driver"
        return f"{crew}, {plural(extras, 'accessory', 'accessories')}"

    def plates(self) -> list[forms.BoundField]:
        """Return the armour fields, in the order of the die."""
        return [self[f"armour_{side}"] for side in LOCATIONS]
