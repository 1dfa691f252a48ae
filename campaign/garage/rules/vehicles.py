"""Re-exports of designs, records, damage and sheets. Other modules import the vehicle rules from
here.
"""

from .damage import (
    Aboard,
    Condition,
    CrewHit,
    Strike,
    apply_strikes,
    assess_condition,
    can_fire,
    can_move,
    current_value,
    is_killed,
    part_price,
    strike,
    struck_location,
)
from .design import Facings, Line, Mount, Totals, VehicleDesign, bill, compute_totals
from .design_check import check_design, decode_design, read_design
from .parts import FACINGS, LOCATIONS, Facing, Location
from .record import (
    Crew,
    Exterior,
    Part,
    SeenWeapon,
    VehicleRecord,
    Wear,
    armour_left,
    dp_left,
    list_parts,
    make_record,
    shots_left,
    view_exterior,
    wear_rows,
)
from .sheet import VehicleSheet, make_sheet
from .stock import STOCK, StockVehicle, find_stock_vehicle

__all__ = [
    "FACINGS", "LOCATIONS", "STOCK", "Aboard", "Condition", "Crew", "CrewHit", "Exterior",
    "Facing", "Facings", "Line", "Location", "Mount", "Part", "SeenWeapon", "StockVehicle",
    "Strike", "Totals", "VehicleDesign", "VehicleRecord", "VehicleSheet", "Wear", "apply_strikes",
    "armour_left", "assess_condition", "bill", "can_fire", "can_move", "check_design",
    "compute_totals", "current_value", "decode_design", "dp_left", "find_stock_vehicle",
    "is_killed", "list_parts", "make_record", "make_sheet", "part_price", "read_design",
    "shots_left", "strike", "struck_location", "view_exterior", "wear_rows",
]  # fmt: skip
