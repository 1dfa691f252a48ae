"""A car while a turn is played: what everybody sees, its owner's sheet, and what lasts a turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.values import Seat, changed

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

if TYPE_CHECKING:
    from .geometry import Point, Pose
    from .numbers import DuelNumbers

OVER: Final = ("wheels", "left", "top", "right")


@dataclass(slots=True)
class Turnwise:
    """What is forgotten when the turn ends."""

    plan: CarPlan | None = None
    left: int = 0
    first: bool = True
    began_at: int = 0
    moves: bool = False
    fires: bool = False
    shifted: bool = False
    aim: int = 0
    no_aim: bool = False
    path_lost: bool = False
    busy: bool = False
    hazards: list[int] = field(default_factory=list)
    acted: set[int] = field(default_factory=set)
    fired: dict[int, int] = field(default_factory=dict)
    heat: int = 0
    hit: bool = False
    lost: bool = False
    blames: list[tuple[int, int, int]] = field(default_factory=list)
    wheels_gone: bool = False
    mark: Pose | None = None
    taken: int = 0
    flat: int = 0
    dropping: set[int] = field(default_factory=set)
    dropped_in: set[int] = field(default_factory=set)
    crossed: set[tuple[int, Pose, str]] = field(default_factory=set)


class Car:
    """One car at work. `freeze` gives back what is seen of it and its sheet."""

    def __init__(self, seen: SeenCar, sheet: Sheet, spec: CarSetup) -> None:
        self.seen, self.sheet, self.spec = seen, sheet, spec
        self.number, self.side = seen.number, seen.side
        self.size: Point = seen.size
        self.x, self.y, self.heading = seen.x, seen.y, seen.heading
        self.course, self.speed = seen.course, seen.speed
        self.motion: Motion = seen.motion
        self.turning, self.lies_on = seen.turning, seen.lies_on
        self.skid, self.stood = seen.skid, seen.stood
        self.dealt = list(seen.dealt)
        self.burning, self.yielded, self.out = seen.burning, seen.yielded, seen.out
        self.out_at, self.points = seen.out_at, seen.points
        self.kills = [one.kills for one in seen.crew]
        self.merciless = [one.merciless for one in seen.crew]
        self.gone = [one.state == "gone" for one in seen.crew]
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
        self.now = Turnwise(began_at=seen.speed, flat=self.tyres.count(0))

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
    def drives(self) -> bool:
        """Neither skids, spins nor rolls."""
        return self.motion == "driving" and not self.skid

    @property
    def steers(self) -> bool:
        """Whether somebody drives it along its nose now."""
        return self.drives and self.drivable

    # --- who and what works

    def suffer(self, person: int, points: int) -> tuple[tuple[str, int], ...]:
        """Somebody takes so many points: the suit, then the body. What of them took how many."""
        suit = min(points, self.suits[person])
        body = min(points - suit, self.dp[person])
        self.suits[person] -= suit
        self.dp[person] -= body
        parts = ((f"suit:{person}", suit), (f"dp:{person}", body))
        return tuple([each for each in parts if each[1]])

    def awake(self, person: int) -> bool:
        """Aboard and conscious: exactly one DP left is not (E12)."""
        return not self.gone[person] and self.dp[person] > 1

    @property
    def driver(self) -> int:
        """Who drives, or NOBODY."""
        return self.wheel if self.wheel_in == 0 and self.awake(self.wheel) else NOBODY

    @property
    def wheels(self) -> bool:
        """Enough wheels to steer, drive and brake (V42)."""
        return self.tyres.count(0) < (1 if self.cycle else 2)

    @property
    def drivable(self) -> bool:
        return self.driver != NOBODY and self.wheels and self.lies_on == "wheels"

    @property
    def can_move(self) -> bool:
        """V46: by itself, with hands to do it. A substitute on the way to the wheel counts."""
        hands = any(self.awake(one) for one in range(len(self.dp)))
        return self.plant > 0 and hands and self.wheels and self.motion != "lying"

    @property
    def can_fire(self) -> bool:
        """V46: hands, and a weapon that works and can aim; not from its side or top."""
        if self.motion == "lying" and self.lies_on != "wheels":
            return False
        if not any(self.may_shoot(one) for one in range(len(self.dp))):
            return False
        return any(
            self.works(at) and not weapon.drops for at, weapon in enumerate(self.spec.weapons)
        )

    def may_shoot(self, person: int) -> bool:
        """Drivers and gunners have a firing action (V36)."""
        return self.awake(person) and self.spec.crew[person].place != "passenger"

    def works(self, weapon: int) -> bool:
        """Whether a weapon is whole and loaded; what fires from the plant needs one (V38)."""
        shots = self.shots[weapon]
        whole = self.weapons[weapon] > 0 and not self.jammed(weapon)
        return whole and (self.plant > 0 if shots < 0 else shots > 0)

    def jammed(self, weapon: int) -> bool:
        """Whether it stands in a turret, and every turret is wrecked."""
        if self.spec.weapons[weapon].facing != "turret":
            return False
        turrets = [
            left for each, left in zip(self.spec.extras, self.extras, strict=False) if each.turret
        ]
        return bool(turrets) and not any(turrets)

    def level(self, person: int) -> int | None:
        """A driver's level, None below base."""
        return self.spec.crew[person].driving

    def hc(self, numbers: DuelNumbers) -> int:
        """Handling class now (V14, V16, V17, V42)."""
        hc = self.spec.hc - self.lost_hc
        if self.driver == NOBODY:
            return hc
        if self.wheel == 0:
            hc += self.sheet.reflexes
        if self.level(self.wheel) is None:
            hc += numbers.unskilled_hc
        if abs(self.speed) >= numbers.spoiler_speed:
            hc += max([0, *[each.hc_at_speed for each in self.working_extras()]])
        return min(hc, numbers.best_hc)

    def working_extras(self) -> list[Extra]:
        """Accessories that still work."""
        return [
            each
            for each, left in zip(self.spec.extras, self.extras, strict=True)
            if left > 0 or each.dp == 0
        ]

    # --- giving back

    def freeze(self) -> tuple[SeenCar, Sheet]:
        """What is seen of it, and its sheet."""
        seen = changed(
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
            flat=tuple([left == 0 for left in self.tyres]),
            burning=self.burning,
            yielded=self.yielded,
            out=self.out,
            out_at=self.out_at,
            points=self.points,
            weapons=tuple(
                [
                    SeenWeapon(
                        facing=each.facing,
                        look=each.look,
                        wrecked=self.weapons[at] == 0 or self.jammed(at),
                    )
                    for at, each in enumerate(self.spec.weapons)
                ]
            ),
            crew=tuple([self._seen_person(at) for at in range(len(self.dp))]),
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
        return seen, sheet

    def _seen_person(self, at: int) -> SeenPerson:
        state = "gone" if self.gone[at] else "up" if self.dp[at] > 1 else "slumped"
        return changed(
            self.seen.crew[at], state=state, kills=self.kills[at], merciless=self.merciless[at]
        )


def facing_at(name: str) -> int:
    """A facing's place in the record."""
    return FACINGS.index(name)


def first_seen(
    number: int, side: Seat, spec: CarSetup, gate: int, pose: Pose, speed: int
) -> SeenCar:
    """A car in its gate, as it is seen."""
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
                SeenWeapon(facing=each.facing, look=each.look, wrecked=each.dp == 0)
                for each in spec.weapons
            ]
        ),
        crew=tuple(
            [
                SeenPerson(name=one.name, place=one.place, state="up" if one.dp > 1 else "slumped")
                for one in spec.crew
            ]
        ),
        x=pose[0],
        y=pose[1],
        heading=pose[2],
        course=pose[2],
        speed=speed,
        holed=tuple([points == 0 for points in spec.armour]),
        flat=tuple([left == 0 for left in spec.tyres]),
        gate=gate,
    )


def first_sheet(number: int, spec: CarSetup, reflexes: int, numbers: DuelNumbers) -> Sheet:
    """A car's sheet as the duel starts: the handling status is the class (V14), one less for a
    driver below base (V16); everybody aboard is lent a suit (V43).
    """
    below = numbers.unskilled_hc if spec.crew[0].driving is None else 0
    return Sheet(
        car=number,
        armour=spec.armour,
        plant=spec.plant,
        tyres=spec.tyres,
        weapons=tuple([each.dp for each in spec.weapons]),
        shots=tuple([each.shots for each in spec.weapons]),
        extras=tuple([each.dp for each in spec.extras]),
        suits=(numbers.suit,) * len(spec.crew),
        dp=tuple([one.dp for one in spec.crew]),
        reflexes=reflexes,
        hs=min(spec.hc + reflexes + below, numbers.best_hc),
    )
