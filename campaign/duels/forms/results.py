"""The result form of a duel.

The form has fields for places, fates of cars and people, kills and prestige. For teams whose books
the user can read, there are also fields for lost DP and damage by part.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django import forms

from campaign.duels.rules.duel import AUTOMATIC_AWARDS, Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord, Fate, Hurt, Marks, Worn
from campaign.garage.rules.record import Wear
from campaign.house_rules.rules.house import HouseRules
from core.web.forms.reasons import DeskForm

STALE: Final = (
    "Someone else entered a record after you opened this page. Reload the page and review their "
    "record first."
)
STATES: Final = (("fit", "Fit"), ("unconscious", "Unconscious"), ("dead", "Dead"))
OFFERED_KILLS: Final = 9
"""Number of kills offered. The form offers more if the result has more kills."""
FATES: Final = (("survived", "Not destroyed"), ("destroyed", "Destroyed"))
PLACE: Final = re.compile(r"(teams|people|vehicles|hurt)\[(\d+)\]\.?(\w*)")


@dataclass(frozen=True)
class Rider:
    """A duellist in the form."""

    id: str
    name: str
    place: str


@dataclass(frozen=True)
class Car:
    """An entered vehicle. `parts` maps the keys of parts that can be damaged to their names."""

    id: str
    name: str
    riders: tuple[Rider, ...]
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Side:
    """A team with its entries. `marks` is true if the user can enter the team's DP and damage."""

    id: str
    name: str
    cars: tuple[Car, ...]
    marks: bool = True

    @property
    def riders(self) -> tuple[Rider, ...]:
        return tuple(rider for car in self.cars for rider in car.riders)


class ResultForm(DeskForm):
    """Form for the complete result.

    `seen` is the revision that the user has read, or 0 for none.
    """

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(
        self,
        *args: Any,
        sides: Sequence[Side],
        house_rules: HouseRules,
        previous: DuelRecord | None,
        revision: int,
        **kwargs: Any,
    ) -> None:
        self.sides = sides
        self.house_rules = house_rules
        self.previous = previous
        self.revision = revision
        super().__init__(*args, initial={**_initial(previous), "seen": revision}, **kwargs)
        for side in sides:
            self._add_side(side)

    def _add_side(self, side: Side) -> None:
        took_part = (
            any(row.team == side.id and row.vehicles for row in self.previous.form.teams)
            if self.previous
            else bool(side.cars)
        )
        self.fields[f"came-{side.id}"] = forms.BooleanField(
            label=f"{side.name} took part", required=False, initial=took_part
        )
        self.fields[f"out-{side.id}"] = forms.IntegerField(
            label="Vehicles put out of action",
            required=False,
            min_value=0,
            max_value=99,
            initial=0,
            help_text="Destroyed vehicles are counted automatically.",
        )
        if not self.house_rules.event_formula:
            places = [row.place for row in self.previous.form.teams] if self.previous else []
            last_place = max([len(self.sides), *places])
            self.fields[f"place-{side.id}"] = _choose("Place", 1, last_place)
        for car in side.cars:
            self._add_car(car)
        for rider in side.riders:
            self._add_rider(rider, marks=side.marks)

    def _add_car(self, car: Car) -> None:
        self.fields[f"fate-{car.id}"] = forms.ChoiceField(
            label=f"{car.name} is", choices=FATES, initial="survived"
        )
        for part, name in car.parts.items():
            self.fields[f"wear-{car.id}-{part}"] = _lost(name.capitalize())

    def _add_rider(self, rider: Rider, *, marks: bool) -> None:
        awards = [
            (row.key, f"{row.title} ({row.points:+d})")
            for row in self.house_rules.prestige
            if row.key not in AUTOMATIC_AWARDS
        ]
        self.fields[f"state-{rider.id}"] = forms.ChoiceField(
            label="At the end",
            choices=STATES if self.house_rules.death else STATES[:-1],
            initial="fit",
        )
        people = self.previous.form.people if self.previous else ()
        max_kills = max(
            [OFFERED_KILLS, *(row.kills for row in people if row.character == rider.id)]
        )
        self.fields[f"kills-{rider.id}"] = _choose("Kills", 0, max_kills, 0)
        self.fields[f"foot-{rider.id}"] = _choose("Of these on foot", 0, max_kills, 0)
        self.fields[f"ram-{rider.id}"] = _choose("Of these by ramming", 0, max_kills, 0)
        self.fields[f"ram-{rider.id}"].required = False
        if marks:
            self.fields[f"dp-{rider.id}"] = _lost("DP lost")
        self.fields[f"awards-{rider.id}"] = forms.MultipleChoiceField(
            label=f"Prestige of {rider.name}",
            choices=awards,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seen") != self.revision:
            raise forms.ValidationError(STALE, code="stale")
        for side in self.sides:
            if not data.get(f"came-{side.id}"):
                self.errors.pop(f"place-{side.id}", None)
        return data

    # --- the form as a record ---------------------------------------------------------------------

    def present(self) -> list[Side]:
        """Return the teams that took part."""
        return [side for side in self.sides if self.cleaned_data[f"came-{side.id}"]]

    def record(self) -> DuelRecord:
        """Return the form's data as a record."""
        sides = self.present()
        return DuelRecord(
            form=DuelForm(
                teams=tuple(self._team(side) for side in sides),
                people=tuple(self._deeds(rider, side) for side in sides for rider in side.riders),
            ),
            vehicles=tuple(self._fate(car) for side in sides for car in side.cars),
            hurt=tuple(
                Hurt(character=rider.id, lost=lost)
                for side in sides
                for rider in side.riders
                if (lost := self.cleaned_data.get(f"dp-{rider.id}"))
            ),
        )

    def _team(self, side: Side) -> TeamResult:
        data = self.cleaned_data
        destroyed = sum(data[f"fate-{car.id}"] == "destroyed" for car in side.cars)
        lost = max(destroyed, data.get(f"out-{side.id}") or 0)
        return TeamResult(
            team=side.id,
            place=data.get(f"place-{side.id}") or 0,
            vehicles=len(side.cars) or 1,
            vehicles_lost=lost,
        )

    def _deeds(self, rider: Rider, side: Side) -> Deeds:
        data = self.cleaned_data
        return Deeds(
            character=rider.id,
            team=side.id,
            state=data[f"state-{rider.id}"],
            kills=data[f"kills-{rider.id}"],
            kills_on_foot=data[f"foot-{rider.id}"],
            kills_by_ram=data[f"ram-{rider.id}"] or 0,
            awards=tuple(data[f"awards-{rider.id}"]),
        )

    def _fate(self, car: Car) -> Fate:
        damage = tuple(
            Wear(part=part, lost=lost)
            for part in car.parts
            if (lost := self.cleaned_data[f"wear-{car.id}-{part}"])
        )
        return Fate(vehicle=car.id, fate=self.cleaned_data[f"fate-{car.id}"], damage=damage)

    # --- the form on the page ---------------------------------------------------------------------

    def place_of(self, field: str) -> str:
        """Return the form field for an error at "teams[0].place", "people[2].awards" and so on."""
        if not (match := PLACE.fullmatch(field)):
            return super().place_of(field)
        kind, index, name = match[1], int(match[2]), match[3]
        sides = self.present()
        cars = [car for side in sides for car in side.cars]
        riders = [rider for side in sides for rider in side.riders]
        match kind, name:
            case "teams", "vehicles_lost":
                return f"out-{sides[index].id}"
            case "teams", _:
                return f"place-{sides[index].id}"
            case "people", "kills_on_foot":
                return f"foot-{riders[index].id}"
            case "people", "kills_by_ram":
                return f"ram-{riders[index].id}"
            case "people", "awards":
                return f"awards-{riders[index].id}"
            case "people", _:
                return f"state-{riders[index].id}"
            case "hurt", _:
                return f"dp-{self.record().hurt[index].character}"
        return f"fate-{cars[index].id}"

    def boxes(self) -> list[dict[str, Any]]:
        """Return the fields grouped for the page, by team and then by car."""
        return [
            {
                "side": side,
                "came": self[f"came-{side.id}"],
                "standing": [
                    self[name]
                    for name in (f"place-{side.id}", f"out-{side.id}")
                    if name in self.fields
                ],
                "cars": [self._car_box(car) for car in side.cars],
            }
            for side in self.sides
        ]

    def _car_box(self, car: Car) -> dict[str, Any]:
        return {
            "car": car,
            "fate": self[f"fate-{car.id}"],
            "wear": [self[f"wear-{car.id}-{part}"] for part in car.parts],
            "riders": [
                {
                    "rider": rider,
                    "fields": [self[f"{kind}-{rider.id}"] for kind in ("state", "kills")],
                    "more": [
                        self[name]
                        for name in (f"foot-{rider.id}", f"ram-{rider.id}", f"dp-{rider.id}")
                        if name in self.fields
                    ],
                    "awards": self[f"awards-{rider.id}"],
                }
                for rider in car.riders
            ],
        }


def _choose(
    label: str, minimum: int, maximum: int, initial: int | None = None
) -> forms.TypedChoiceField:
    """Return a field for choosing a number. Without an initial number, a choice is required."""
    numbers = [(str(number), str(number)) for number in range(minimum, maximum + 1)]
    return forms.TypedChoiceField(
        label=label,
        choices=numbers if initial is not None else [("", "Choose"), *numbers],
        coerce=int,
        initial="" if initial is None else str(initial),
    )


def _initial(record: DuelRecord | None) -> dict[str, Any]:
    if record is None:
        return {}
    teams = {f"place-{row.team}": row.place for row in record.form.teams} | {
        f"out-{row.team}": row.vehicles_lost for row in record.form.teams
    }
    fates = {f"fate-{row.vehicle}": row.fate for row in record.vehicles}
    wear = {
        f"wear-{row.vehicle}-{wear_row.part}": wear_row.lost
        for row in record.vehicles
        for wear_row in row.damage
    }
    hurt = {f"dp-{row.character}": row.lost for row in record.hurt}
    people: dict[str, Any] = {}
    for row in record.form.people:
        people |= {
            f"state-{row.character}": row.state,
            f"kills-{row.character}": row.kills,
            f"foot-{row.character}": row.kills_on_foot,
            f"ram-{row.character}": row.kills_by_ram or None,
        }
        people[f"awards-{row.character}"] = list(row.awards)
    return teams | fates | wear | hurt | people


class CorrectResultForm(ResultForm):
    """Form for correcting a recorded result. A reason is required."""

    reason = forms.CharField(
        label="Reason for the correction",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="The reason is shown in the news and in the desk log.",
    )


class MarksForm(DeskForm):
    """Form for a team's private marks when it signs a draft (C27).

    `seen` is the draft's number.
    """

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(
        self, *args: Any, sides: Sequence[Side], marks: Marks, number: int, **kwargs: Any
    ) -> None:
        self.sides, self.number = sides, number
        damage = {
            f"wear-{row.vehicle}-{wear.part}": wear.lost
            for row in marks.vehicles
            for wear in row.damage
        }
        hurt = {f"dp-{row.character}": row.lost for row in marks.hurt}
        super().__init__(*args, initial={**damage, **hurt, "seen": number}, **kwargs)
        for side in sides:
            for car in side.cars:
                for rider in car.riders:
                    self.fields[f"dp-{rider.id}"] = _lost(f"DP lost by {rider.name}")
                for part, name in car.parts.items():
                    self.fields[f"wear-{car.id}-{part}"] = _lost(name.capitalize())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seen") != self.number:
            raise forms.ValidationError(STALE, code="stale")
        return data

    def marks(self) -> Marks:
        """Return the form's data as marks."""
        data = self.cleaned_data
        cars = [car for side in self.sides for car in side.cars]
        damage_by_car = {
            car.id: tuple(
                Wear(part=part, lost=lost)
                for part in car.parts
                if (lost := data.get(f"wear-{car.id}-{part}"))
            )
            for car in cars
        }
        return Marks(
            vehicles=tuple(
                Worn(vehicle=car, damage=wear) for car, wear in damage_by_car.items() if wear
            ),
            hurt=tuple(
                Hurt(character=rider.id, lost=lost)
                for car in cars
                for rider in car.riders
                if (lost := data.get(f"dp-{rider.id}"))
            ),
        )

    def boxes(self) -> list[dict[str, Any]]:
        """Return the fields grouped for the page, car by car."""
        return [
            {
                "car": car,
                "hurt": [self[f"dp-{rider.id}"] for rider in car.riders],
                "wear": [self[f"wear-{car.id}-{part}"] for part in car.parts],
            }
            for side in self.sides
            for car in side.cars
        ]


def _lost(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=999, required=False)
