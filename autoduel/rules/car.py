"""A car during a turn: its public part, its owner's sheet, and its temporary state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.values import Seat, changed

from .geometry import Point, Pose
from .numbers import DuelNumbers
from .values import (
    FACINGS,
    NOBODY,
    CarPlan,
    CarSetup,
    Extra,
    Motion,
    SeenCar,
    SeenPerson,
    SeenWeapon,
    Sheet,
)

CAR_WHEELS: Final = 4
"""A car rolls on three tyres. Cycles and trikes need all of theirs."""
ROLL_ORDER: Final = ("wheels", "left", "top", "right")


@dataclass(slots=True)
class TurnState:
    """The state of a car that lasts only until the end of the turn."""

    plan: CarPlan | None = None
    halves_left: int = 0
    is_first_inch: bool = True
    start_speed: int = 0
    could_move: bool = False
    could_fire: bool = False
    changed_speed: bool = False
    aim_modifier: int = 0
    cannot_aim: bool = False
    path_lost: bool = False
    is_busy: bool = False
    busy_d: int = 0
    hazards: list[int] = field(default_factory=list)
    people_acted: set[int] = field(default_factory=set)
    fired_at: dict[int, int] = field(default_factory=dict)
    heat: int = 0
    was_hit: bool = False
    lost_control: bool = False
    blames: list[tuple[int, int, int]] = field(default_factory=list)
    wheels_just_lost: bool = False
    first_pose: Pose | None = None
    damage_taken: int = 0
    flat_tyres: int = 0
    active_droppers: set[int] = field(default_factory=set)
    droppers_used: set[int] = field(default_factory=set)
    crossed_markers: set[tuple[int, Pose, str]] = field(default_factory=set)


class Car:
    """A car during a turn. `freeze` returns its public record and its sheet."""

    def __init__(self, public_car: SeenCar, sheet: Sheet, spec: CarSetup) -> None:
        self.seen, self.sheet, self.spec = public_car, sheet, spec
        self.number, self.side = public_car.number, public_car.side
        self.size: Point = public_car.size
        self.x, self.y, self.heading = public_car.x, public_car.y, public_car.heading
        self.course, self.speed = public_car.course, public_car.speed
        self.motion: Motion = public_car.motion
        self.turning, self.lies_on = public_car.turning, public_car.lies_on
        self.skid, self.stood = public_car.skid, public_car.stood
        self.dealt = list(public_car.dealt)
        self.burning, self.yielded, self.out = (
            public_car.burning,
            public_car.yielded,
            public_car.out,
        )
        self.out_at, self.points = public_car.out_at, public_car.points
        self.kills = [person.kills for person in public_car.crew]
        self.merciless = [person.merciless for person in public_car.crew]
        self.gone = [person.state == "gone" for person in public_car.crew]
        self.armour, self.plant = list(sheet.armour), sheet.plant
        self.tyres, self.weapons = list(sheet.tyres), list(sheet.weapons)
        self.shots, self.extras = list(sheet.shots), list(sheet.extras)
        self.suits, self.dp = list(sheet.suits), list(sheet.dp)
        self.hs, self.lost_hc = sheet.hs, sheet.lost_hc
        self.wheel, self.wheel_in = sheet.wheel, sheet.wheel_in
        self.last_hit_by, self.last_hit_at = sheet.last_hit_by, sheet.last_hit_at
        self.blamed = sheet.blamed
        self.trail: list[tuple[int, int, int]] = list(sheet.trail)
        self.flames = list(sheet.flames)
        self.painted = sheet.painted
        self.turn_state = TurnState(start_speed=public_car.speed, flat_tyres=self.tyres.count(0))

    # --- where it is

    @property
    def pose(self) -> Pose:
        return self.x, self.y, self.heading

    @pose.setter
    def pose(self, pose: Pose) -> None:
        self.x, self.y, self.heading = pose

    @property
    def cycle(self) -> bool:
        return self.spec.cycle

    @property
    def small(self) -> bool:
        return self.spec.small

    @property
    def blunt(self) -> bool:
        return self.spec.blunt

    @property
    def is_driving(self) -> bool:
        """Return whether the car neither skids, spins nor rolls."""
        return self.motion == "driving" and not self.skid

    @property
    def is_steered(self) -> bool:
        """Return whether someone is driving the car and it moves along its nose."""
        return self.is_driving and self.is_drivable

    # --- crew and parts

    def take_damage(self, person: int, points: int) -> tuple[tuple[str, int], ...]:
        """Deal points to a crew member, first to the suit, then to the body.

        Return the points that the suit and the body each took.
        """
        suit = min(points, self.suits[person])
        body = min(points - suit, self.dp[person])
        self.suits[person] -= suit
        self.dp[person] -= body
        parts = ((f"suit:{person}", suit), (f"dp:{person}", body))
        return tuple([part for part in parts if part[1]])

    def is_awake(self, person: int) -> bool:
        """Return whether a crew member is aboard and conscious.

        A person with exactly one DP left is unconscious (E12).
        """
        return not self.gone[person] and self.dp[person] > 1

    @property
    def driver(self) -> int:
        """Return the crew member who is driving, or NOBODY."""
        return self.wheel if self.wheel_in == 0 and self.is_awake(self.wheel) else NOBODY

    @property
    def has_wheels(self) -> bool:
        """Return whether the car has enough wheels to steer, drive and brake (V42)."""
        return self.tyres.count(0) < (2 if len(self.tyres) == CAR_WHEELS else 1)

    @property
    def is_drivable(self) -> bool:
        return self.driver != NOBODY and self.has_wheels and self.lies_on == "wheels"

    @property
    def can_move(self) -> bool:
        """Return whether the car has power and wheels, and someone conscious aboard (V46).

        A substitute who is changing seats counts.
        """
        hands = any(self.is_awake(person) for person in range(len(self.dp)))
        return self.plant > 0 and hands and self.has_wheels and self.motion != "lying"

    @property
    def can_fire(self) -> bool:
        """Return whether someone can fire a working weapon other than a dropper (V46).

        Nobody can fire from a car that lies on its side or top.
        """
        if self.motion == "lying" and self.lies_on != "wheels":
            return False
        if not any(self.has_firing_action(person) for person in range(len(self.dp))):
            return False
        return any(
            self.weapon_works(number) and not weapon.drops
            for number, weapon in enumerate(self.spec.weapons)
        )

    def has_firing_action(self, person: int) -> bool:
        """Return whether a crew member has a firing action. Drivers and gunners have one (V36)."""
        return self.is_awake(person) and self.spec.crew[person].place != "passenger"

    def weapon_works(self, weapon: int) -> bool:
        """Return whether a weapon is intact and loaded.

        A weapon without shots of its own works as long as the plant does (V38).
        """
        shots = self.shots[weapon]
        is_intact = self.weapons[weapon] > 0 and not self.is_jammed(weapon)
        return is_intact and (self.plant > 0 if shots < 0 else shots > 0)

    def is_jammed(self, weapon: int) -> bool:
        """Return whether a weapon is in a turret and all turrets are wrecked."""
        if self.spec.weapons[weapon].facing != "turret":
            return False
        turrets = [
            dp for extra, dp in zip(self.spec.extras, self.extras, strict=False) if extra.turret
        ]
        return bool(turrets) and not any(turrets)

    def driving_level(self, person: int) -> int | None:
        """Return a crew member's driving level, or None if it is below base."""
        return self.spec.crew[person].driving

    def hc(self, numbers: DuelNumbers) -> int:
        """Return the current handling class (V14, V16, V17, V42)."""
        hc = self.spec.hc - self.lost_hc
        if self.driver == NOBODY:
            return hc
        if self.wheel == 0:
            hc += self.sheet.reflexes
        if self.driving_level(self.wheel) is None:
            hc += numbers.unskilled_hc
        if abs(self.speed) >= numbers.spoiler_speed:
            hc += max([0, *[extra.hc_at_speed for extra in self.working_extras()]])
        return min(hc, numbers.best_hc)

    def working_extras(self) -> list[Extra]:
        """Return the accessories that still work."""
        return [
            extra
            for extra, dp in zip(self.spec.extras, self.extras, strict=True)
            if dp > 0 or extra.dp == 0
        ]

    # --- the end of the turn

    def freeze(self) -> tuple[SeenCar, Sheet]:
        """Return the public record of the car and its sheet."""
        public_car = changed(
            self.seen,
            x=self.x,
            y=self.y,
            heading=self.heading,
            course=self.course,
            speed=self.speed,
            motion=self.motion,
            turning=self.turning,
            lies_on=self.lies_on,
            skid=self.skid,
            stood=self.stood,
            holed=tuple([points == 0 for points in self.armour]),
            dealt=tuple(self.dealt),
            flat=tuple([tyre_dp == 0 for tyre_dp in self.tyres]),
            burning=self.burning,
            yielded=self.yielded,
            out=self.out,
            out_at=self.out_at,
            points=self.points,
            weapons=tuple(
                [
                    SeenWeapon(
                        facing=weapon.facing,
                        look=weapon.look,
                        wrecked=self.weapons[number] == 0 or self.is_jammed(number),
                    )
                    for number, weapon in enumerate(self.spec.weapons)
                ]
            ),
            crew=tuple([self._seen_person(number) for number in range(len(self.dp))]),
        )
        sheet = changed(
            self.sheet,
            armour=tuple(self.armour),
            plant=self.plant,
            tyres=tuple(self.tyres),
            weapons=tuple(self.weapons),
            shots=tuple(self.shots),
            extras=tuple(self.extras),
            suits=tuple(self.suits),
            dp=tuple(self.dp),
            hs=self.hs,
            lost_hc=self.lost_hc,
            wheel=self.wheel,
            wheel_in=self.wheel_in,
            last_hit_by=self.last_hit_by,
            last_hit_at=self.last_hit_at,
            blamed=self.blamed,
            trail=tuple(self.trail),
            flames=tuple(self.flames),
            painted=self.painted,
        )
        return public_car, sheet

    def _seen_person(self, person: int) -> SeenPerson:
        state = "gone" if self.gone[person] else "up" if self.dp[person] > 1 else "slumped"
        return changed(
            self.seen.crew[person],
            state=state,
            kills=self.kills[person],
            merciless=self.merciless[person],
        )


def facing_index(name: str) -> int:
    """Return the index of a facing in the records."""
    return FACINGS.index(name)


def initial_car(
    number: int, side: Seat, spec: CarSetup, gate: int, pose: Pose, speed: int
) -> SeenCar:
    """Return the public record of a car in its gate."""
    return SeenCar(
        number=number,
        side=side,
        name=spec.name,
        body=spec.body,
        colour=spec.colour,
        cycle=spec.cycle,
        small=spec.small,
        blunt=spec.blunt,
        weapons=tuple(
            [
                SeenWeapon(facing=weapon.facing, look=weapon.look, wrecked=weapon.dp == 0)
                for weapon in spec.weapons
            ]
        ),
        crew=tuple(
            [
                SeenPerson(
                    name=person.name, place=person.place, state="up" if person.dp > 1 else "slumped"
                )
                for person in spec.crew
            ]
        ),
        x=pose[0],
        y=pose[1],
        heading=pose[2],
        course=pose[2],
        speed=speed,
        holed=tuple([points == 0 for points in spec.armour]),
        flat=tuple([tyre_dp == 0 for tyre_dp in spec.tyres]),
        gate=gate,
    )


def initial_sheet(number: int, spec: CarSetup, reflexes: int, numbers: DuelNumbers) -> Sheet:
    """Return a car's sheet at the start of a duel.

    The handling status equals the handling class (V14), or is one lower if the driver is below base
    (V16). Everyone aboard has a suit on loan (V43), and some have more cover (V175).
    """
    unskilled = numbers.unskilled_hc if spec.crew[0].driving is None else 0
    return Sheet(
        car=number,
        armour=spec.armour,
        plant=spec.plant,
        tyres=spec.tyres,
        weapons=tuple([part.dp for part in spec.weapons]),
        shots=tuple([part.shots for part in spec.weapons]),
        extras=tuple([part.dp for part in spec.extras]),
        suits=tuple([numbers.suit + (person.cover or 0) for person in spec.crew]),
        dp=tuple([person.dp for person in spec.crew]),
        reflexes=reflexes,
        hs=min(spec.hc + reflexes + unskilled, numbers.best_hc),
    )
