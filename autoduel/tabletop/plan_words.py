"""A plan in words: what it would come to, summed up and phase by phase (V69, V71)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoduel.rules.aiming import range_between
from autoduel.rules.geometry import quarter
from autoduel.rules.plans import own_cars
from autoduel.rules.tables import chart
from autoduel.rules.values import NOBODY
from engine.words import capital
from play.tabletop.board import Panel, Passage, Table

from .forecast import best_shot, forecast, straight_ahead
from .words import clock, going, inches, manoeuvre_words, mph, signed, weapon_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoduel.rules.values import Plan, View

    from .forecast import CarForecast, PhaseForecast, Shot

STILL = "No one is steering it now. Your plan applies when someone does."


def plan_note(view: View, plan: Plan) -> str:
    """A plan in a sentence or two: the risk, what is in the way, the best shot."""
    found = {one.car: one for one in forecast(view, plan)}
    said = []
    several = len(plan.cars) > 1
    for row in plan.cars:
        name = f"{view.table.cars[row.car].name}: " if several else ""
        one = found.get(row.car)
        said.append(name + (_summed(view, one) if one else STILL))
    return " ".join(said)


def _summed(view: View, one: CarForecast) -> str:
    end = one.phases[-1]
    words = [f"{one.lost} % to lose control" if one.lost else "Control is safe"]
    if one.wall:
        words.append(f"something fixed is in the way in phase {one.wall}")
    if one.touches != NOBODY:
        words.append(
            f"{view.table.cars[one.touches].name} is in the way in phase {one.touched}, if it "
            "drives straight on"
        )
    best = best_shot(view, one)
    if best is None:
        words.append("no shot bears if the others drive straight on")
    else:
        phase, shot = best
        words.append(f"best shot in phase {phase}: {_shot_words(view, one.car, shot)}")
    words += [
        f"in phase {row.phase} at one of your own: {_shot_words(view, one.car, shot)}"
        for row in one.phases
        for shot in row.automatic
        if view.table.cars[shot.target].side == view.seat
    ]
    words.append(f"at the end {mph(end.speed)}, handling {signed(end.hs)}")
    return "; ".join(words) + "."


def _shot_words(view: View, number: int, shot: Shot) -> str:
    car = next(car for car in own_cars(view) if car.number == number)
    weapon = weapon_names(car.spec.weapons)[shot.weapon].lower()
    how = ", on automatic," if shot.crew == NOBODY else ""
    target = view.table.cars[shot.target].name
    return f"{weapon}{how} at {target}, {shot.number} needed ({shot.percent} %)"


def plan_panels(view: View, found: Sequence[CarForecast]) -> tuple[Panel, ...]:
    """Each car's way, phase by phase."""
    title = "Sealed" if view.own is not None and view.own.plan is not None else "Draft plan"
    return tuple(
        [
            Panel(
                title=f"{title}: {view.table.cars[one.car].name}",
                table=_table(view, one),
                secret=True,
            )
            for one in found
        ]
    )


def _table(view: View, one: CarForecast) -> Table:
    rows = tuple([_cells(view, one, row) for row in one.phases])
    return Table(
        heads=("Phase", "Drives", "Speed", "Handling", "Keeps control", "Shots"), rows=rows
    )


def _cells(view: View, one: CarForecast, row: PhaseForecast) -> tuple[str, ...]:
    drives = manoeuvre_words(row.manoeuvre) if row.path else "stands"
    if one.wall and row.phase == one.wall:
        drives += ", into something fixed"
    rolls = "" if row.number == 0 else f", {row.number} on a die" if row.number < 7 else ", lost"
    shots = [
        f"{view.table.cars[shot.target].name} {shot.number} ({shot.percent} %)"
        for shot in row.shots
    ]
    shots += [_shot_words(view, one.car, shot) for shot in row.automatic]
    return (
        str(row.phase), drives, mph(row.speed), f"{signed(row.hs)}", f"{row.kept} %{rolls}",
        ", ".join(shots) or "none",
    )  # fmt: skip


def plan_passages(view: View, found: Sequence[CarForecast]) -> tuple[Passage, ...]:
    """The same for the text twin, a sentence a phase."""
    return tuple(
        [
            Passage(
                title=f"The plan of {view.table.cars[one.car].name}",
                lines=(capital(_summed(view, one)), *_sentences(view, one)),
            )
            for one in found
        ]
    )


def _sentences(view: View, one: CarForecast) -> Iterator[str]:
    for row in one.phases:
        inch = chart(row.speed)[row.phase - 1] * 500 if row.path else 0
        way = f"{inches(inch)}, {manoeuvre_words(row.manoeuvre)}" if inch else "you stand still"
        alone = [f"{capital(_shot_words(view, one.car, shot))}." for shot in row.automatic]
        yield f"Phase {row.phase}: {way}. {' '.join([*_others(view, row), *alone])}".rstrip()


def _others(view: View, row: PhaseForecast) -> Iterator[str]:
    """Where the others would be if they drive straight on, and what one needs (V71)."""
    needed = {shot.target: shot for shot in row.shots}
    for foe in view.table.cars:
        if foe.side == view.seat or foe.out:
            continue
        there = straight_ahead(foe)[row.phase - 1]
        way = going(row.pose, foe.course) if foe.speed else "standing"
        where = (
            f"{foe.name}, {clock(row.pose, there[:2])} o’clock, "
            f"{inches(range_between(row.pose, there))}, shows its "
            f"{quarter(there, row.pose[:2])}, {mph(foe.speed)}, {way}"
        )
        shot = needed.get(foe.number)
        yield where + (f": you need {shot.number} ({shot.percent} %)." if shot else ".")
