"""The result form of a duel: places, what became of cars and people, kills, prestige; DP lost and
damage part by part for who kept book.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from django import forms

from campaign.duels.rules.duel import BY_ITSELF, Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord, Fate, Hurt
from campaign.garage.rules.record import Wear
from core.web.forms.reasons import DeskForm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.league.rules.house import HouseRules

STATES: Final = (("fit", "Fit"), ("unconscious", "Unconscious"), ("dead", "Dead"))
FATES: Final = (("survived", "Still there, whole or not"), ("destroyed", "Destroyed for good"))
PLACE: Final = re.compile(r"(teams|people|vehicles|hurt)\[(\d+)\]\.?(\w*)")


@dataclass(frozen=True)
class Rider:
    """Somebody who drove."""

    id: str
    name: str
    place: str


@dataclass(frozen=True)
class Car:
    """An entered vehicle. `parts` are those offered for damage: key → name."""

    id: str
    name: str
    riders: tuple[Rider, ...]
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Side:
    """A team with its entries."""

    id: str
    name: str
    cars: tuple[Car, ...]

    @property
    def riders(self) -> tuple[Rider, ...]:
        return tuple(rider for car in self.cars for rider in car.riders)


class ResultForm(DeskForm):
    """The whole result. `seen` is the revision that the writer looked at, 0 for none."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(
        self,
        *args: Any,
        sides: Sequence[Side],
        house: HouseRules,
        before: DuelRecord | None,
        revision: int,
        **kwargs: Any,
    ) -> None:
        self.sides, self.house, self.before, self.revision = sides, house, before, revision
        super().__init__(*args, initial={**_initial(before), "seen": revision}, **kwargs)
        for number, side in enumerate(sides, 1):
            self._add_side(side, number)

    def _add_side(self, side: Side, number: int) -> None:
        came = self.before is None or any(row.team == side.id for row in self.before.form.teams)
        self.fields[f"came-{side.id}"] = forms.BooleanField(
            label=f"{side.name} turned up", required=False, initial=came
        )
        if self.house.event_formula:
            self.fields[f"out-{side.id}"] = forms.IntegerField(
                label="Vehicles put out of action",
                min_value=0,
                max_value=99,
                initial=0,
                help_text="For the victory points; the destroyed ones count too.",
            )
        else:
            self.fields[f"place-{side.id}"] = forms.IntegerField(
                label="Place", min_value=1, max_value=99, initial=number
            )
        for car in side.cars:
            self._add_car(car)
        for rider in side.riders:
            self._add_rider(rider)

    def _add_car(self, car: Car) -> None:
        self.fields[f"fate-{car.id}"] = forms.ChoiceField(
            label=f"{car.name} is", choices=FATES, initial="survived"
        )
        for part, name in car.parts.items():
            self.fields[f"wear-{car.id}-{part}"] = forms.IntegerField(
                label=name.capitalize(), min_value=0, max_value=999, required=False
            )

    def _add_rider(self, rider: Rider) -> None:
        awards = [
            (row.key, f"{row.title} ({row.points:+d})")
            for row in self.house.prestige
            if row.key not in BY_ITSELF
        ]
        self.fields[f"state-{rider.id}"] = forms.ChoiceField(
            label="At the end", choices=STATES if self.house.death else STATES[:-1], initial="fit"
        )
        self.fields[f"kills-{rider.id}"] = forms.IntegerField(
            label="Kills", min_value=0, max_value=99, initial=0
        )
        self.fields[f"foot-{rider.id}"] = forms.IntegerField(
            label="Of these on foot", min_value=0, max_value=99, initial=0
        )
        self.fields[f"ram-{rider.id}"] = forms.IntegerField(
            label="Of these by ramming", min_value=0, max_value=99, required=False
        )
        self.fields[f"dp-{rider.id}"] = forms.IntegerField(
            label="DP lost", min_value=0, max_value=99, required=False
        )
        self.fields[f"awards-{rider.id}"] = forms.MultipleChoiceField(
            label=f"Prestige of {rider.name}",
            choices=awards,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seen") != self.revision:
            raise forms.ValidationError(
                (
                    "Somebody recorded a result since you opened this page. Reload it and look at "
                    "theirs first."
                ),
                code="stale",
            )
        for side in self.sides:
            if not data.get(f"came-{side.id}"):
                self.errors.pop(f"place-{side.id}", None)
        return data

    # --- as a record ------------------------------------------------------------------------------

    def present(self) -> list[Side]:
        """The teams that turned up."""
        return [side for side in self.sides if self.cleaned_data[f"came-{side.id}"]]

    def record(self) -> DuelRecord:
        """What was written, as the rules read it."""
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
                if (lost := self.cleaned_data[f"dp-{rider.id}"])
            ),
        )

    def _team(self, side: Side) -> TeamResult:
        data = self.cleaned_data
        destroyed = sum(data[f"fate-{car.id}"] == "destroyed" for car in side.cars)
        out = max(destroyed, data.get(f"out-{side.id}") or 0)
        return TeamResult(
            team=side.id,
            place=data.get(f"place-{side.id}") or 0,
            vehicles=len(side.cars),
            vehicles_lost=out,
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
        worn = tuple(
            Wear(part=part, lost=lost)
            for part in car.parts
            if (lost := self.cleaned_data[f"wear-{car.id}-{part}"])
        )
        return Fate(vehicle=car.id, fate=self.cleaned_data[f"fate-{car.id}"], damage=worn)

    # --- on the page ------------------------------------------------------------------------------

    def place_of(self, field: str) -> str:
        """The form's field for "teams[0].place", "people[2].awards" and the like."""
        if not (found := PLACE.fullmatch(field)):
            return super().place_of(field)
        kind, at, name = found[1], int(found[2]), found[3]
        sides = self.present()
        cars = [car for side in sides for car in side.cars]
        riders = [rider for side in sides for rider in side.riders]
        match kind, name:
            case "teams", "vehicles_lost":
                return f"out-{sides[at].id}"
            case "teams", _:
                return f"place-{sides[at].id}"
            case "people", "kills_on_foot":
                return f"foot-{riders[at].id}"
            case "people", "kills_by_ram":
                return f"ram-{riders[at].id}"
            case "people", "awards":
                return f"awards-{riders[at].id}"
            case "people", _:
                return f"state-{riders[at].id}"
            case "hurt", _:
                return f"dp-{self.record().hurt[at].character}"
        return f"fate-{cars[at].id}"

    def boxes(self) -> list[dict[str, Any]]:
        """The fields as the page lays them out: by team, then by car."""
        return [
            {
                "side": side,
                "came": self[f"came-{side.id}"],
                "place": self[f"out-{side.id}" if self.house.event_formula else f"place-{side.id}"],
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
                    "fields": [
                        self[f"{kind}-{rider.id}"]
                        for kind in ("state", "kills", "foot", "ram", "dp")
                    ],
                    "awards": self[f"awards-{rider.id}"],
                }
                for rider in car.riders
            ],
        }


def _initial(before: DuelRecord | None) -> dict[str, Any]:
    """The fields of a recorded result."""
    if before is None:
        return {}
    teams = {f"place-{row.team}": row.place for row in before.form.teams} | {
        f"out-{row.team}": row.vehicles_lost for row in before.form.teams
    }
    fates = {f"fate-{row.vehicle}": row.fate for row in before.vehicles}
    wear = {
        f"wear-{row.vehicle}-{one.part}": one.lost for row in before.vehicles for one in row.damage
    }
    hurt = {f"dp-{row.character}": row.lost for row in before.hurt}
    people: dict[str, Any] = {}
    for row in before.form.people:
        people |= {
            f"state-{row.character}": row.state,
            f"kills-{row.character}": row.kills,
            f"foot-{row.character}": row.kills_on_foot,
            f"ram-{row.character}": row.kills_by_ram or None,
        }
        people[f"awards-{row.character}"] = list(row.awards)
    return teams | fates | wear | hurt | people


class CorrectResultForm(ResultForm):
    """A result recorded before, with the reason for changing it."""

    reason = forms.CharField(
        label="Why it is corrected",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="It stands in the news and in the desk log.",
    )
