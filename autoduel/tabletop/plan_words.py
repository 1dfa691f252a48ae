"""A plan's forecast as text, in summary and phase by phase (V69, V71)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autoduel.rules.aiming import range_between
from autoduel.rules.geometry import quarter
from autoduel.rules.plans import own_cars
from autoduel.rules.tables import chart
from autoduel.rules.values import NOBODY, Plan, View
from engine.words import capital
from play.tabletop.board import Panel, Passage, Table

from .forecast import CarForecast, PhaseForecast, Shot, best_shot, forecast, straight_ahead
from .words import (
    clock_direction,
    direction_words,
    inches,
    manoeuvre_words,
    mph,
    signed,
    weapon_names,
)

NOT_STEERED = "No one is steering it now. Your plan applies when someone does."


def plan_note(view: View, plan: Plan) -> str:
    """Return one or two sentences about a plan: the risk, obstacles, and the best shot."""
    forecasts = {car_forecast.car: car_forecast for car_forecast in forecast(view, plan)}
    sentences = []
    has_several_cars = len(plan.cars) > 1
    for row in plan.cars:
        name = f"{view.table.cars[row.car].name}: " if has_several_cars else ""
        car_forecast = forecasts.get(row.car)
        sentences.append(name + (_summary(view, car_forecast) if car_forecast else NOT_STEERED))
    return " ".join(sentences)


def _summary(view: View, car_forecast: CarForecast) -> str:
    end = car_forecast.phases[-1]
    parts = [f"{car_forecast.lost} % to lose control" if car_forecast.lost else "Control is safe"]
    if car_forecast.wall:
        parts.append(f"something fixed is in the way in phase {car_forecast.wall}")
    if car_forecast.touches != NOBODY:
        parts.append(
            f"{view.table.cars[car_forecast.touches].name} is in the way in phase "
            f"{car_forecast.touched}, if it "
            "drives straight on"
        )
    best = best_shot(view, car_forecast)
    if best is None:
        parts.append("no target in arc if the others drive straight on")
    else:
        phase, shot = best
        parts.append(f"best shot in phase {phase}: {_shot_words(view, car_forecast.car, shot)}")
    parts += [
        f"in phase {row.phase} at one of your own: {_shot_words(view, car_forecast.car, shot)}"
        for row in car_forecast.phases
        for shot in row.automatic
        if view.table.cars[shot.target].side == view.seat
    ]
    parts.append(f"at the end {mph(end.speed)}, handling {signed(end.hs)}")
    return "; ".join(parts) + "."


def _shot_words(view: View, number: int, shot: Shot) -> str:
    car = next(car for car in own_cars(view) if car.number == number)
    weapon = weapon_names(car.spec.weapons)[shot.weapon].lower()
    mode = ", on automatic," if shot.crew == NOBODY else ""
    target = view.table.cars[shot.target].name
    return f"{weapon}{mode} at {target}, {shot.number} needed ({shot.percent} %)"


def plan_panels(view: View, forecasts: Sequence[CarForecast]) -> tuple[Panel, ...]:
    """Return a table of each car's path by phase."""
    title = "Sealed" if view.own is not None and view.own.plan is not None else "Draft plan"
    return tuple(
        Panel(
            title=f"{title}: {view.table.cars[car_forecast.car].name}",
            table=_table(view, car_forecast),
            secret=True,
        )
        for car_forecast in forecasts
    )


def _table(view: View, car_forecast: CarForecast) -> Table:
    rows = tuple([_cells(view, car_forecast, row) for row in car_forecast.phases])
    return Table(
        heads=("Phase", "Drives", "Speed", "Handling", "Keeps control", "Shots"), rows=rows
    )


def _cells(view: View, car_forecast: CarForecast, row: PhaseForecast) -> tuple[str, ...]:
    drives = manoeuvre_words(row.manoeuvre) if row.path else "stands"
    if car_forecast.wall and row.phase == car_forecast.wall:
        drives += ", into something fixed"
    rolls = "" if row.number == 0 else f", {row.number} on a die" if row.number < 7 else ", lost"
    shots = [
        f"{view.table.cars[shot.target].name} {shot.number} ({shot.percent} %)"
        for shot in row.shots
    ]
    shots += [_shot_words(view, car_forecast.car, shot) for shot in row.automatic]
    return (
        str(row.phase), drives, mph(row.speed), f"{signed(row.hs)}", f"{row.kept} %{rolls}",
        ", ".join(shots) or "none",
    )  # fmt: skip


def plan_passages(view: View, forecasts: Sequence[CarForecast]) -> tuple[Passage, ...]:
    """Return the same information as text, with one sentence for each phase."""
    return tuple(
        Passage(
            title=f"The plan of {view.table.cars[car_forecast.car].name}",
            lines=(capital(_summary(view, car_forecast)), *_sentences(view, car_forecast)),
        )
        for car_forecast in forecasts
    )


def _sentences(view: View, car_forecast: CarForecast) -> Iterator[str]:
    for row in car_forecast.phases:
        length = chart(row.speed)[row.phase - 1] * 500 if row.path else 0
        movement = (
            f"{inches(length)}, {manoeuvre_words(row.manoeuvre)}" if length else "you stand still"
        )
        automatic = [
            f"{capital(_shot_words(view, car_forecast.car, shot))}." for shot in row.automatic
        ]
        yield (
            f"Phase {row.phase}: {movement}. {' '.join([*_other_cars(view, row), *automatic])}"
        ).rstrip()


def _other_cars(view: View, row: PhaseForecast) -> Iterator[str]:
    """Yield where each other car would be if it drove straight on, and the number needed to hit
    that car (V71).
    """
    shot_at = {shot.target: shot for shot in row.shots}
    for enemy in view.table.cars:
        if enemy.side == view.seat or enemy.out:
            continue
        pose = straight_ahead(enemy)[row.phase - 1]
        movement = direction_words(row.pose, enemy.course) if enemy.speed else "standing"
        description = (
            f"{enemy.name}, {clock_direction(row.pose, pose[:2])} o’clock, "
            f"{inches(range_between(row.pose, pose))}, shows its "
            f"{quarter(pose, row.pose[:2])}, {mph(enemy.speed)}, {movement}"
        )
        shot = shot_at.get(enemy.number)
        yield description + (f": you need {shot.number} ({shot.percent} %)." if shot else ".")
