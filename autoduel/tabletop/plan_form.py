"""The form for a turn's plan, and the conversion of its fields to a plan (V52 to V54, V103)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from autoduel.rules.car import Car
from autoduel.rules.driving import reachable_speed
from autoduel.rules.manoeuvres import MANOEUVRES, difficulty, is_possible
from autoduel.rules.plans import MAX_ORDERS, check_orders, own_cars
from autoduel.rules.tables import PHASES, braking, chart
from autoduel.rules.values import (
    EASIEST,
    LAST_HIT_ME,
    MOST_HOLED,
    NEAREST,
    NOBODY,
    CarPlan,
    DropOrder,
    FireOrder,
    Flag,
    Plan,
    View,
)
from engine.game import IllegalMove
from play.tabletop.board import Answer, Choice, Draft, Field

from .arrows import arrow_path
from .fills import FILLS
from .plan_words import plan_note
from .words import manoeuvre_words, mph, short_manoeuvre_words, weapon_names, weapon_titles

KEY: Final = "plan"
MAX_BRAKING: Final = 45
BEST: Final = "best"
HOLD: Final = "hold"
ALWAYS: Final = "always"
BEHIND: Final = "behind"
BEHIND_DISTANCE: Final = 5000
ON_FOOT_SEPARATOR: Final = "."
"""Separator between a car and the crew member on foot beside the car."""
LIMITS: Final = (12, 11, 10, 9, 8, 7, 6)
FIRST_MANOEUVRES: Final = (
    "S", "L15", "R15", "L30", "R30", "L45", "R45", "L60", "R60", "L75", "R75", "L90", "R90",
    "DL", "DR", "TDL", "TDR",
)  # fmt: skip
"""Manoeuvres that come first on the pad. The first one drives straight on."""
PAD_MANOEUVRES: Final = (
    *FIRST_MANOEUVRES,
    *[name for name in MANOEUVRES if name not in FIRST_MANOEUVRES],
)
FLAGS: Final = {
    "": "Drive on",
    "leave": "Leave by your own gate",
    "bail": "Bail out",
    "yield": "Give up",
}
PICTURES: Final = (
    Answer(value="whole", label="Whole arena"),
    Answer(value="near", label="Follow my car"),
)
AIMS: Final = (
    Answer(value="body", label="The car"),
    Answer(value="tyre", label="A tyre, 3 harder"),
    Answer(value="turret", label="The turret, 2 harder"),
)
EYES: Final = (
    Answer(value="open", label="Open: steers clear of walls and cars"),
    Answer(value="shut", label="Shut: drives as planned"),
)
DROPS: Final = (
    Answer(value="", label="Not this turn"),
    Answer(value=BEHIND, label="If an enemy is within 5 inches behind"),
    Answer(value=ALWAYS, label="In each phase in which the car moves"),
    *[Answer(value=str(phase), label=f"In phase {phase}") for phase in PHASES],
)


# --- form -----------------------------------------------------------------------------------------


def plan_choice(view: View, draft: Draft | None) -> Choice:
    """Return the form.

    If a draft is given, the pads match the draft's speed, and the note summarises the plan.
    """
    cars = list(own_cars(view))
    own_draft = draft if draft is not None and draft.choice == KEY else None
    fields: list[Field] = []
    folded: list[str] = []
    for index, car in enumerate(cars):
        name = car.spec.name
        main_group, more_group = (
            (name, name) if index else (f"{name}: driving and fire", "More orders")
        )
        fields += _driving_fields(view, car, own_draft, main_group, has_keys=not index)
        fields += _fire_fields(view, car, main_group)
        fields += _fire_limits(car, more_group)
        fields += _other_fields(view, car, more_group)
        if not index:
            fields.append(
                Field(
                    name="picture",
                    label="Map view",
                    answers=PICTURES,
                    value="near",
                    group=more_group,
                )
            )
        folded.append(more_group)
    return Choice(
        key=KEY,
        label="Seal this plan",
        note=_note(view, own_draft),
        fields=tuple(fields),
        fills=FILLS,
        steers=True,
        folded=tuple(folded),
        previews=True,
        look="main",
        hotkey="s",
    )


def _note(view: View, draft: Draft | None) -> str:
    if draft is None:
        return "Press a point in the arena to steer there, or fill in the plan, and then seal it."
    try:
        plan = read_plan(view, draft)
        check_orders(view, plan)
    except IllegalMove as refused:
        return f"Not possible yet. {refused.sentence}"
    return plan_note(view, plan)


def _driving_fields(
    view: View, car: Car, draft: Draft | None, group: str, *, has_keys: bool
) -> Iterator[Field]:
    """Yield the fields for the speed, the phase in which it changes, and the pads.

    The pad of a phase without a whole inch has only one answer. The fields of the first car have
    hotkeys: V, and the phase's number (V114).
    """
    number = car.number
    speeds = sorted(
        {
            reachable_speed(car, car.speed + 5 * step) // 5 * 5
            for step in range(-MAX_BRAKING // 5, 5)
        },
        reverse=True,
    )
    yield Field(
        name=f"speed{number}",
        label="Speed",
        answers=tuple(
            Answer(value=str(speed_option), label=_speed_words(view, car, speed_option))
            for speed_option in speeds
        ),
        value=str(car.speed),
        group=group,
        hotkey="v" if has_keys else "",
    )
    yield Field(
        name=f"at{number}",
        label="From phase",
        answers=_number_answers(PHASES),
        value="1",
        group=group,
    )
    speed, change_phase = drafted_speed(car, draft)
    for phase in PHASES:
        phase_speed = speed if phase >= change_phase else car.speed
        halves = chart(phase_speed)[phase - 1]
        manoeuvres = [
            manoeuvre
            for manoeuvre in PAD_MANOEUVRES
            if _is_offered(car, manoeuvre, phase_speed, halves)
        ]
        yield Field(
            name=manoeuvre_field(number, phase),
            label=f"Phase {phase}",
            kind="pick",
            answers=tuple(_manoeuvre_answer(manoeuvre, phase_speed) for manoeuvre in manoeuvres)
            if len(manoeuvres) > 1
            else (_without_manoeuvre(halves),),
            value="S",
            group=group,
            hotkey=str(phase) if has_keys else "",
        )


def manoeuvre_field(number: int, phase: int) -> str:
    """Return the name of the field for a car's manoeuvre in a phase."""
    return f"way{number}_{phase}"


def drafted_speed(car: Car, draft: Draft | None) -> tuple[int, int]:
    """Return the speed in a draft and the phase from which it applies."""
    if draft is None:
        return car.speed, 1
    speed_text = draft.value(f"speed{car.number}", str(car.speed))
    phase_text = draft.value(f"at{car.number}", "1")
    speed = (
        int(speed_text)
        if speed_text.removeprefix("-").isdecimal() and len(speed_text) < 5
        else car.speed
    )
    return reachable_speed(car, speed), int(
        phase_text
    ) if phase_text in "12345" and phase_text else 1


def _is_offered(car: Car, manoeuvre: str, speed: int, halves: int) -> bool:
    row = MANOEUVRES[manoeuvre]
    is_long_enough = halves >= (1 if row.kind == "pivot" else 2)
    if row.kind == "bootlegger" and not 20 <= car.speed <= 35:
        return False
    return manoeuvre == "S" or (is_long_enough and is_possible(manoeuvre, speed, cycle=car.cycle))


def _manoeuvre_answer(manoeuvre: str, speed: int) -> Answer:
    d = difficulty(manoeuvre, speed)
    label = manoeuvre_words(manoeuvre) + (f", D{d}" if d else "")
    return Answer(
        value=manoeuvre,
        label=label,
        short=short_manoeuvre_words(manoeuvre),
        icon=arrow_path(manoeuvre),
    )


def _without_manoeuvre(halves: int) -> Answer:
    """Return the only answer of a phase in which the car cannot steer."""
    if halves:
        return Answer(value="S", label="½ inch straight on", short="½", icon=arrow_path("S"))
    return Answer(value="S", label="does not move", short="–")


def _speed_words(view: View, car: Car, speed: int) -> str:
    change = abs(speed) - abs(car.speed)
    if change == 0:
        return f"{mph(speed)}, as now"
    if change > 0:
        return f"{mph(speed)}, +{change}"
    d = braking(view.table.numbers, -change)
    return f"{mph(speed)}, −{-change}" + (f", D{d}" if d else "")


def _number_answers(numbers: tuple[int, ...]) -> tuple[Answer, ...]:
    return tuple([Answer(value=str(number), label=str(number)) for number in numbers])


def _fire_fields(view: View, car: Car, group: str) -> Iterator[Field]:
    """Yield the weapon and the target of each person who can fire."""
    weapons, targets = _weapons(car), _targets(view, car)
    for person in people_who_fire(car) if weapons else ():
        suffix = f"{car.number}_{person}"
        yield Field(
            name=f"gun{suffix}",
            label=f"{car.spec.crew[person].name} fires",
            answers=(
                Answer(value=BEST, label="Any weapon that bears, heaviest first"),
                *weapons,
                Answer(value=HOLD, label="Nothing"),
            ),
            value=BEST,
            group=group,
        )
        yield Field(
            name=f"target{suffix}", label="At", answers=targets, value=str(NEAREST), group=group
        )


def _fire_limits(car: Car, group: str) -> Iterator[Field]:
    """Yield the limits of each person's fire, and the gun on automatic."""
    weapons, has_gunner = _weapons(car), len(people_who_fire(car)) > 1
    if not weapons:
        return
    for person in people_who_fire(car):
        suffix = f"{car.number}_{person}"
        prefix = f"{car.spec.crew[person].name}: " if has_gunner else ""
        rows = (
            (f"aim{suffix}", "Aimed at", AIMS, "body"),
            (f"first{suffix}", "From phase", _number_answers(PHASES), "1"),
            (f"last{suffix}", "To phase", _number_answers(PHASES), "5"),
            (f"most{suffix}", "If the number needed is at most", _number_answers(LIMITS), "9"),
            (f"late{suffix}", "In the last phase, at most", _number_answers(LIMITS), "12"),
        )
        for name, label, answers, value in rows:
            yield Field(
                name=name, label=f"{prefix}{label}", answers=answers, value=value, group=group
            )
    yield Field(
        name=f"auto{car.number}",
        label="On automatic",
        help=(
            "Does not need a person. Fires straight ahead of its mount at the nearest car, even "
            "on your own side."
        ),
        answers=(Answer(value=str(NOBODY), label="No gun"), *weapons),
        value=str(NOBODY),
        group=group,
    )


def _weapons(car: Car) -> tuple[Answer, ...]:
    """Return an answer for each weapon that fires."""
    titles = weapon_titles(car.spec.weapons)
    return tuple(
        [
            Answer(value=str(number), label=titles[number])
            for number, weapon in enumerate(car.spec.weapons)
            if not weapon.drops
        ]
    )


def _targets(view: View, car: Car) -> tuple[Answer, ...]:
    """Return the possible targets, which are rules, cars, and enemies on foot (V53, V131)."""
    cars = view.table.cars
    enemies = [target for target in cars if target.side != car.side and target.out != "left"]
    walkers = [target for target in view.table.walkers if not target.down]
    return (
        Answer(value=str(NEAREST), label="The nearest"),
        Answer(value=str(EASIEST), label="The easiest to hit"),
        Answer(value=str(MOST_HOLED), label="The most damaged"),
        Answer(value=str(LAST_HIT_ME), label="The last to hit me"),
        *[Answer(value=str(target.number), label=target.name) for target in enemies],
        *[
            Answer(
                value=f"{target.car}{ON_FOOT_SEPARATOR}{target.person}",
                label=f"{cars[target.car].crew[target.person].name}, on foot",
            )
            for target in walkers
            if cars[target.car].side != car.side
        ],
    )


def people_who_fire(car: Car) -> list[int]:
    """Return the people aboard who have a firing action."""
    return [person for person in range(len(car.dp)) if car.has_firing_action(person)]


def _other_fields(view: View, car: Car, group: str) -> Iterator[Field]:
    """Yield the fields for open eyes, rams, drops and giving up."""
    number, names = car.number, weapon_names(car.spec.weapons)
    for weapon_number, weapon in enumerate(car.spec.weapons):
        if weapon.drops and people_who_fire(car):
            yield Field(
                name=f"drop{number}_{weapon_number}",
                label=names[weapon_number],
                answers=DROPS,
                value="",
                group=group,
            )
    enemies = [enemy for enemy in view.table.cars if enemy.side != car.side and enemy.out != "left"]
    rams = (
        Answer(value=str(NOBODY), label="No one"),
        *[Answer(value=str(enemy.number), label=enemy.name) for enemy in enemies],
    )
    flags = tuple([Answer(value=key, label=label) for key, label in FLAGS.items()])
    rows = (
        (f"avoid{number}", "Eyes", EYES, "open"),
        (f"ram{number}", "Ram", rams, str(NOBODY)),
        (f"flag{number}", "At the end", flags, ""),
    )
    for name, label, answers, value in rows:
        yield Field(name=name, label=label, answers=answers, value=value, group=group)


# --- answers --------------------------------------------------------------------------------------


def read_plan(view: View, draft: Draft) -> Plan:
    """Return the plan that the fields describe. Missing fields have the form's default values.

    Raise IllegalMove for impossible values.
    """
    return Plan(cars=tuple([_car_plan(car, draft) for car in own_cars(view)]))


def _car_plan(car: Car, draft: Draft) -> CarPlan:
    number = car.number
    return CarPlan(
        car=number,
        speed=_number_of(draft, f"speed{number}", car.speed),
        at=_number_of(draft, f"at{number}", 1),
        manoeuvres=tuple([draft.value(manoeuvre_field(number, phase), "S") for phase in PHASES]),
        avoid=draft.value(f"avoid{number}", "open") != "shut",
        ram=_number_of(draft, f"ram{number}", NOBODY),
        fires=(
            *_automatic_orders(car, draft),
            *[
                order
                for person in people_who_fire(car)
                for order in _fire_orders(car, person, draft)
            ],
        ),
        drops=tuple(_drop_orders(car, draft))[:MAX_ORDERS],
        flag=_flag(draft.value(f"flag{number}")),
    )


def _fire_orders(car: Car, person: int, draft: Draft) -> Iterator[FireOrder]:
    """Yield an order for the chosen weapon.

    If no weapon is chosen, yield an order for each working weapon, heaviest first.
    """
    suffix = f"{car.number}_{person}"
    chosen_gun = draft.value(f"gun{suffix}", BEST)
    if chosen_gun == HOLD:
        return
    aim = draft.value(f"aim{suffix}", "body")
    if aim not in ("body", "tyre", "turret"):
        raise IllegalMove("Choose the body, a tyre or the turret.")
    target, _, on_foot = draft.value(f"target{suffix}", str(NEAREST)).partition(ON_FOOT_SEPARATOR)
    automatic = _number_of(draft, f"auto{car.number}", NOBODY)
    guns = [
        weapon_number
        for weapon_number, weapon in enumerate(car.spec.weapons)
        if not weapon.drops and car.weapon_works(weapon_number)
    ]
    guns.sort(key=lambda weapon_number: (-car.spec.weapons[weapon_number].dice, weapon_number))
    usable_guns = [weapon_number for weapon_number in guns if weapon_number != automatic][
        :MAX_ORDERS
    ]
    for weapon_number in (
        usable_guns if chosen_gun == BEST else [_number_of(draft, f"gun{suffix}", 0)]
    ):
        if weapon_number == automatic:
            continue
        yield FireOrder(
            crew=person,
            weapon=weapon_number,
            target=_number(target),
            on_foot=_number(on_foot) if on_foot else NOBODY,
            aim=aim,  # type: ignore[arg-type]
            first=_number_of(draft, f"first{suffix}", 1),
            last=_number_of(draft, f"last{suffix}", 5),
            most=_number_of(draft, f"most{suffix}", 9),
            late=_number_of(draft, f"late{suffix}", 12),
        )


def _automatic_orders(car: Car, draft: Draft) -> Iterator[FireOrder]:
    """Yield the order for a gun on automatic (V130)."""
    gun = _number_of(draft, f"auto{car.number}", NOBODY)
    if gun != NOBODY:
        yield FireOrder(crew=NOBODY, weapon=gun)


def _drop_orders(car: Car, draft: Draft) -> Iterator[DropOrder]:
    people = people_who_fire(car)
    for weapon_number, weapon in enumerate(car.spec.weapons):
        answer = draft.value(f"drop{car.number}_{weapon_number}")
        if not weapon.drops or not answer or not people:
            continue
        if answer in (ALWAYS, BEHIND):
            max_distance = BEHIND_DISTANCE if answer == BEHIND else 0
            yield DropOrder(crew=people[-1], weapon=weapon_number, within=max_distance)
        else:
            phase = _number_of(draft, f"drop{car.number}_{weapon_number}", 1)
            yield DropOrder(crew=people[-1], weapon=weapon_number, phase=phase)


def _flag(answer: str) -> Flag:
    if answer not in FLAGS:
        raise IllegalMove(
            "Choose whether the car drives on, leaves or gives up, or the crew bails out."
        )
    return answer  # type: ignore[return-value]


def _number_of(draft: Draft, name: str, default: int) -> int:
    return _number(draft.value(name, str(default)))


def _number(text: str) -> int:
    if not text.removeprefix("-").isdecimal() or len(text) > 6:
        raise IllegalMove("That number is not in this form. Choose again.")
    return int(text)
