"""The plan of a turn as fields, car by car, and the plan that they mean (V52 to V54, V103)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.rules.driving import reachable
from autoduel.rules.manoeuvres import MANOEUVRES, difficulty, possible
from autoduel.rules.plans import MOST_ORDERS, check_orders, own_cars
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
    Plan,
)
from engine.game import IllegalMove
from play.tabletop.board import Answer, Choice, Field

from .fills import FILLS
from .plan_words import plan_note
from .words import manoeuvre_words, mph, weapon_names, weapon_titles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoduel.rules.car import Car
    from autoduel.rules.values import Flag, View
    from play.tabletop.board import Draft

KEY: Final = "plan"
MOST_BRAKE: Final = 45
BEST: Final = "best"
HOLD: Final = "hold"
ALWAYS: Final = "always"
BEHIND: Final = "behind"
BEHIND_MILS: Final = 5000
ON_FOOT: Final = "."
"""Between a car and the place in its crew of who stands beside it."""
LIMITS: Final = (12, 11, 10, 9, 8, 7, 6)
ORDER: Final = (
    "S", "L15", "R15", "L30", "R30", "L45", "R45", "L60", "R60", "L75", "R75", "L90", "R90",
    "DL", "DR", "TDL", "TDR",
)  # fmt: skip
"""The manoeuvres of the pad that come first, straight on before all."""
PAD: Final = (*ORDER, *[each for each in MANOEUVRES if each not in ORDER])
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


# --- asking ---------------------------------------------------------------------------------------


def plan_choice(view: View, draft: Draft | None) -> Choice:
    """The form. With a draft, its pads are those of the speed as it stands there, and its note what
    the plan would come to.
    """
    cars = list(own_cars(view))
    mine = draft if draft is not None and draft.choice == KEY else None
    fields: list[Field] = []
    folded: list[str] = []
    for place, car in enumerate(cars):
        name = car.spec.name
        fields += _driving(view, car, mine, f"{name}: driving", keys=not place)
        fields += _firing(view, car, f"{name}: fire")
        fields += _besides(view, car, f"{name}: other")
        folded += [f"{name}: fire", f"{name}: other"]
        if place:
            folded.append(f"{name}: driving")
    fields.append(
        Field(name="picture", label="Picture", answers=PICTURES, value="near", kind="pick")
    )
    return Choice(
        key=KEY,
        label="Seal this plan",
        note=_note(view, mine),
        fields=tuple(fields),
        fills=FILLS,
        folded=tuple(folded),
        previews=True,
        look="main",
        hotkey="s",
    )


def _note(view: View, draft: Draft | None) -> str:
    if draft is None:
        return "Fill in the plan with one press, then change what you like. This does not seal it."
    try:
        plan = read_plan(view, draft)
        check_orders(view, plan)
    except IllegalMove as refused:
        return f"Not possible yet. {refused.sentence}"
    return plan_note(view, plan)


def _driving(
    view: View, car: Car, draft: Draft | None, group: str, *, keys: bool
) -> Iterator[Field]:
    """Speed, the phase in which it changes, and a pad for each phase with a whole inch. The first
    car has keys: V, and the phase's number (V114).
    """
    number = car.number
    speeds = sorted(
        {reachable(car, car.speed + 5 * step) // 5 * 5 for step in range(-MOST_BRAKE // 5, 5)},
        reverse=True,
    )
    yield Field(
        name=f"speed{number}",
        label="Speed",
        answers=tuple(
            [Answer(value=str(one), label=_speed_words(view, car, one)) for one in speeds]
        ),
        value=str(car.speed),
        group=group,
        hotkey="v" if keys else "",
    )
    yield Field(
        name=f"at{number}",
        label="From phase",
        answers=_counted(PHASES),
        value="1",
        group=group,
    )
    speed, at = drafted_speed(car, draft)
    for phase in PHASES:
        now = speed if phase >= at else car.speed
        halves = chart(now)[phase - 1]
        tokens = [each for each in PAD if _fits(car, each, now, halves)]
        if len(tokens) > 1:
            yield Field(
                name=way_name(number, phase),
                label=f"Phase {phase}",
                kind="pick",
                answers=tuple([_token(each, now) for each in tokens]),
                value="S",
                group=group,
                hotkey=str(phase) if keys else "",
            )


def way_name(number: int, phase: int) -> str:
    """The field of a car's manoeuvre in a phase."""
    return f"way{number}_{phase}"


def drafted_speed(car: Car, draft: Draft | None) -> tuple[int, int]:
    """The speed that stands in a draft, and the phase from which it holds."""
    if draft is None:
        return car.speed, 1
    said = draft.one(f"speed{car.number}", str(car.speed))
    at = draft.one(f"at{car.number}", "1")
    speed = int(said) if said.removeprefix("-").isdecimal() and len(said) < 5 else car.speed
    return reachable(car, speed), int(at) if at in "12345" and at else 1


def _fits(car: Car, manoeuvre: str, speed: int, halves: int) -> bool:
    row = MANOEUVRES[manoeuvre]
    inch = halves >= (1 if row.kind == "pivot" else 2)
    if row.kind == "bootlegger" and not 20 <= car.speed <= 35:
        return False
    return manoeuvre == "S" or (inch and possible(manoeuvre, speed, cycle=car.cycle))


def _token(manoeuvre: str, speed: int) -> Answer:
    d = difficulty(manoeuvre, speed)
    words = manoeuvre_words(manoeuvre) + (f", D{d}" if d else "")
    return Answer(value=manoeuvre, label=words, short=manoeuvre)


def _speed_words(view: View, car: Car, speed: int) -> str:
    change = abs(speed) - abs(car.speed)
    if change == 0:
        return f"{mph(speed)}, as now"
    if change > 0:
        return f"{mph(speed)}, +{change}"
    d = braking(view.table.numbers, -change)
    return f"{mph(speed)}, −{-change}" + (f", D{d}" if d else "")


def _counted(numbers: tuple[int, ...]) -> tuple[Answer, ...]:
    return tuple([Answer(value=str(one), label=str(one)) for one in numbers])


def _firing(view: View, car: Car, group: str) -> Iterator[Field]:
    """What each person fires with, at whom, and at what odds."""
    titles = weapon_titles(car.spec.weapons)
    guns = [(at, titles[at]) for at, one in enumerate(car.spec.weapons) if not one.drops]
    if not guns:
        return
    arms = (
        Answer(value=BEST, label="Any weapon that bears, heaviest first"),
        *[Answer(value=str(at), label=title) for at, title in guns],
        Answer(value=HOLD, label="Nothing"),
    )
    targets = _targets(view, car)
    for person in shooters(car):
        end = f"{car.number}_{person}"
        who = car.spec.crew[person].name
        rows = (
            (f"gun{end}", f"{who} fires", arms, BEST),
            (f"target{end}", "At", targets, str(NEAREST)),
            (f"aim{end}", "Aimed at", AIMS, "body"),
            (f"first{end}", "From phase", _counted(PHASES), "1"),
            (f"last{end}", "To phase", _counted(PHASES), "5"),
            (f"most{end}", "If the number needed is at most", _counted(LIMITS), "9"),
            (f"late{end}", "In the last phase, at most", _counted(LIMITS), "12"),
        )
        for name, label, answers, value in rows:
            yield Field(name=name, label=label, answers=answers, value=value, group=group)
    alone = (Answer(value=str(NOBODY), label="No gun"), *arms[1:-1])
    yield Field(
        name=f"auto{car.number}",
        label="On automatic",
        help=(
            "Does not need a person. Fires straight ahead of its mount at the nearest car, even "
            "on your own side."
        ),
        answers=alone,
        value=str(NOBODY),
        group=group,
    )


def _targets(view: View, car: Car) -> tuple[Answer, ...]:
    """At whom one can fire: a rule, a car, or somebody of another side on foot (V53, V131)."""
    cars = view.table.cars
    foes = [one for one in cars if one.side != car.side and one.out != "left"]
    there = [one for one in view.table.walkers if not one.down]
    return (
        Answer(value=str(NEAREST), label="The nearest"),
        Answer(value=str(EASIEST), label="The easiest to hit"),
        Answer(value=str(MOST_HOLED), label="The most damaged"),
        Answer(value=str(LAST_HIT_ME), label="The last to hit me"),
        *[Answer(value=str(one.number), label=one.name) for one in foes],
        *[
            Answer(
                value=f"{one.car}{ON_FOOT}{one.person}",
                label=f"{cars[one.car].crew[one.person].name}, on foot",
            )
            for one in there
            if cars[one.car].side != car.side
        ],
    )


def shooters(car: Car) -> list[int]:
    """Who aboard may fire."""
    return [person for person in range(len(car.dp)) if car.may_shoot(person)]


def _besides(view: View, car: Car, group: str) -> Iterator[Field]:
    """Eyes open, whom to ram, what is dropped, and giving up."""
    number, names = car.number, weapon_names(car.spec.weapons)
    for at, weapon in enumerate(car.spec.weapons):
        if weapon.drops and shooters(car):
            yield Field(
                name=f"drop{number}_{at}", label=names[at], answers=DROPS, value="", group=group
            )
    foes = [one for one in view.table.cars if one.side != car.side and one.out != "left"]
    rams = (
        Answer(value=str(NOBODY), label="No one"),
        *[Answer(value=str(one.number), label=one.name) for one in foes],
    )
    flags = tuple([Answer(value=key, label=words) for key, words in FLAGS.items()])
    rows = (
        (f"avoid{number}", "Eyes", EYES, "open"),
        (f"ram{number}", "Ram", rams, str(NOBODY)),
        (f"flag{number}", "At the end", flags, ""),
    )
    for name, label, answers, value in rows:
        yield Field(name=name, label=label, answers=answers, value=value, group=group)


# --- reading --------------------------------------------------------------------------------------


def read_plan(view: View, draft: Draft) -> Plan:
    """The plan that the fields mean; what is not there stands as the form has it at first. Raises
    IllegalMove for what no form says.
    """
    return Plan(cars=tuple([_row(car, draft) for car in own_cars(view)]))


def _row(car: Car, draft: Draft) -> CarPlan:
    number = car.number
    return CarPlan(
        car=number,
        speed=_whole(draft, f"speed{number}", car.speed),
        at=_whole(draft, f"at{number}", 1),
        manoeuvres=tuple([draft.one(way_name(number, phase), "S") for phase in PHASES]),
        avoid=draft.one(f"avoid{number}", "open") != "shut",
        ram=_whole(draft, f"ram{number}", NOBODY),
        fires=(
            *_automatic(car, draft),
            *[order for person in shooters(car) for order in _fires(car, person, draft)],
        ),
        drops=tuple(_drops(car, draft))[:MOST_ORDERS],
        flag=_flag(draft.one(f"flag{number}")),
    )


def _fires(car: Car, person: int, draft: Draft) -> Iterator[FireOrder]:
    """One order for a weapon that is named; else one for each that works, the heaviest first."""
    end = f"{car.number}_{person}"
    gun = draft.one(f"gun{end}", BEST)
    if gun == HOLD:
        return
    aim = draft.one(f"aim{end}", "body")
    if aim not in ("body", "tyre", "turret"):
        raise IllegalMove("Choose the body, a tyre or the turret.")
    target, _, on_foot = draft.one(f"target{end}", str(NEAREST)).partition(ON_FOOT)
    alone = _whole(draft, f"auto{car.number}", NOBODY)
    guns = [at for at, one in enumerate(car.spec.weapons) if not one.drops and car.works(at)]
    guns.sort(key=lambda at: (-car.spec.weapons[at].dice, at))
    chosen = [at for at in guns if at != alone][:MOST_ORDERS]
    for at in chosen if gun == BEST else [_whole(draft, f"gun{end}", 0)]:
        if at == alone:
            continue
        yield FireOrder(
            crew=person,
            weapon=at,
            target=_number(target),
            on_foot=_number(on_foot) if on_foot else NOBODY,
            aim=aim,  # type: ignore[arg-type]
            first=_whole(draft, f"first{end}", 1),
            last=_whole(draft, f"last{end}", 5),
            most=_whole(draft, f"most{end}", 9),
            late=_whole(draft, f"late{end}", 12),
        )


def _automatic(car: Car, draft: Draft) -> Iterator[FireOrder]:
    """The gun that needs nobody (V130)."""
    gun = _whole(draft, f"auto{car.number}", NOBODY)
    if gun != NOBODY:
        yield FireOrder(crew=NOBODY, weapon=gun)


def _drops(car: Car, draft: Draft) -> Iterator[DropOrder]:
    hands = shooters(car)
    for at, weapon in enumerate(car.spec.weapons):
        said = draft.one(f"drop{car.number}_{at}")
        if not weapon.drops or not said or not hands:
            continue
        if said in (ALWAYS, BEHIND):
            within = BEHIND_MILS if said == BEHIND else 0
            yield DropOrder(crew=hands[-1], weapon=at, within=within)
        else:
            phase = _whole(draft, f"drop{car.number}_{at}", 1)
            yield DropOrder(crew=hands[-1], weapon=at, phase=phase)


def _flag(said: str) -> Flag:
    if said not in FLAGS:
        raise IllegalMove(
            "Choose whether the car drives on, leaves or gives up, or the crew bails out."
        )
    return said  # type: ignore[return-value]


def _whole(draft: Draft, name: str, otherwise: int) -> int:
    """A whole number of a field."""
    return _number(draft.one(name, str(otherwise)))


def _number(said: str) -> int:
    if not said.removeprefix("-").isdecimal() or len(said) > 6:
        raise IllegalMove("That number is not in this form. Choose again.")
    return int(said)
