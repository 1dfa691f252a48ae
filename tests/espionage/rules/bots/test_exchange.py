"""Bots' decisions to exchange an entered vehicle (E47)."""

from __future__ import annotations

from typing import Final

import pytest

from campaign.garage.rules.design import Facings, Mount, VehicleDesign
from campaign.garage.rules.record import Exterior, SeenWeapon, VehicleRecord, make_record
from campaign.garage.rules.sheet import make_sheet
from campaign.garage.rules.stock import STOCK
from engine.values import Seat, changed
from espionage.rules.bots.exchange import Swap, match_against, rank_swaps
from espionage.rules.bots.tempers import CAREFUL, GREEDY, TEMPERS, VENGEFUL, Temper
from espionage.rules.report import Snapshot

GREYHOUND: Final = next(stock.design for stock in STOCK if stock.name == "Greyhound")
NO_ENGINE: Final = {"plant": 99}
temper = pytest.mark.parametrize("temper", TEMPERS.values(), ids=TEMPERS.keys())


def car(design: VehicleDesign = GREYHOUND, damage: dict[str, int] | None = None) -> VehicleRecord:
    return make_record(design, "Car", "red", damage)


def armoured(*, front: int, sides: int) -> VehicleDesign:
    armour = Facings(front=front, back=sides, left=sides, right=sides, top=5, under=5)
    return changed(GREYHOUND, armour=armour)


def seen(*facings: str) -> Snapshot:
    """Return a rival's vehicle with guns on these sides, seen from outside."""
    exterior = Exterior(
        name="Rival",
        colour="black",
        body="Luxury",
        tyres=("Solid", "Solid"),
        turret="turret" in facings,
        weapons=tuple(SeenWeapon(facing=facing, look="gun") for facing in facings),
    )
    return Snapshot(about=Seat(1), vehicle="r", name="Rival", exterior=exterior)


def swaps(
    entered: VehicleRecord,
    spare: VehicleRecord,
    *sightings: Snapshot,
    temper: Temper = CAREFUL,
) -> list[tuple[str, str]]:
    ranked = rank_swaps({"e": entered}, {"s": spare}, sightings or (seen("front"),), temper)
    return [(swap.entered, swap.spare) for swap in ranked]


@temper
def test_e47_bots_keep_a_vehicle_that_is_as_good_as_the_other(temper: Temper) -> None:
    assert swaps(car(), car(), temper=temper) == []
    assert rank_swaps({"e": car()}, {}, (seen("front"),), temper) == ()


@temper
def test_e47_bots_exchange_a_vehicle_that_cannot_start(temper: Temper) -> None:
    assert swaps(car(damage=NO_ENGINE), car(), temper=temper) == [("e", "s")]


@temper
def test_e47_bots_never_take_a_vehicle_that_cannot_start_or_fire(temper: Temper) -> None:
    unarmed = changed(GREYHOUND, weapons=(), armour=Facings(front=200, back=90, left=90, right=90))
    assert swaps(car(), car(damage=NO_ENGINE), temper=temper) == []
    assert swaps(car(), car(unarmed), temper=temper) == []


@temper
def test_e47_bots_take_the_vehicle_in_clearly_better_condition(temper: Temper) -> None:
    # the armour that a front gun cannot reach does not change the match
    shot_up = {"armour:left": 25, "armour:right": 25, "armour:back": 30, "accessory:1": 9}
    worn = car(damage={**shot_up, "tyre:front_left": 9, "plant": 9})
    assert swaps(worn, car(), temper=temper) == [("e", "s")]
    scratched = car(damage={"armour:left": 1})
    assert swaps(scratched, car(), temper=temper) == []


def test_e47_a_cheap_intact_vehicle_does_not_replace_a_worn_strong_one() -> None:
    cycle = next(stock.design for stock in STOCK if stock.name == "Wasp")
    worn = car(damage={"armour:left": 25, "armour:right": 25, "armour:back": 30})
    assert swaps(worn, car(cycle)) == []


def test_e47_the_better_match_depends_on_the_guns_that_were_seen() -> None:
    nose = car(armoured(front=70, sides=15))
    even = car(armoured(front=40, sides=40))
    assert match_against((seen("front", "back"),), nose) > match_against((seen("front"),), even)
    assert match_against((seen("turret"),), nose) < match_against((seen("turret"),), even)
    assert swaps(even, nose, seen("front")) == [("e", "s")]
    assert swaps(nose, even, seen("front"), seen("left")) == [("e", "s")]
    assert swaps(nose, even, seen("front")) == []


def test_e47_empty_guns_on_a_seen_sheet_do_not_count() -> None:
    turret = changed(GREYHOUND, weapons=(Mount(weapon="vulcan", facing="turret"),))
    nose = car(armoured(front=70, sides=15))

    def sheet(record: VehicleRecord) -> Snapshot:
        return Snapshot(about=Seat(1), vehicle="r", name="Rival", sheet=make_sheet(record))

    loaded, empty = car(turret), car(turret, {"ammo:weapon:1": 20})
    assert match_against((sheet(loaded),), nose) < match_against((sheet(empty),), nose)


def test_e47_tempers_differ_in_the_advantage_they_want() -> None:
    before, after = car(armoured(front=50, sides=30)), car(armoured(front=70, sides=30))
    decisions = [
        bool(swaps(before, after, temper=temper)) for temper in (CAREFUL, GREEDY, VENGEFUL)
    ]
    assert decisions == [False, True, True]


def test_e47_bots_take_the_best_exchange_first() -> None:
    entered = {"weak": car(armoured(front=10, sides=10)), "mid": car(armoured(front=30, sides=30))}
    spare = {"good": car(armoured(front=60, sides=60)), "best": car(armoured(front=90, sides=60))}
    first, *_ = rank_swaps(entered, spare, (seen("front"),), VENGEFUL)
    assert (first.entered, first.spare) == ("weak", "best")
    assert isinstance(first, Swap)
