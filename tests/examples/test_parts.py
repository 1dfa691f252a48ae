"""The example list of parts and three published vehicles with their printed cost and weight.

C5: halves and cents are rounded up.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings

from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.club_parts import read_parts, with_club_parts
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.design_check import check_design, decode_design
from campaign.garage.selectors.garage import design_of
from campaign.garage.services import club_parts, garage
from tests.factories import found_club

EXAMPLES: Final = Path(settings.BASE_DIR) / "docs" / "examples"
PARTS: Final = json.loads((EXAMPLES / "parts.json").read_text())
VEHICLES: Final = json.loads((EXAMPLES / "vehicles.json").read_text())
NAMES: Final = [one["name"] for one in VEHICLES]


def test_example_list_can_be_imported_unchanged() -> None:
    assert read_parts(PARTS)[1] == ()


@pytest.mark.parametrize("vehicle", VEHICLES, ids=NAMES)
def test_c38_published_vehicle_has_its_printed_cost_and_weight(
    vehicle: dict[str, Any],
) -> None:
    parts, printed = read_parts(PARTS)[0], vehicle["printed"]
    assert parts is not None
    design = with_club_parts(decode_design(vehicle["design"]), parts)
    sums = compute_totals(design)
    assert check_design(design) == ()
    assert (sums.cost, sums.weight) == (printed["cost_up"], printed["weight_up"])
    assert (sums.acceleration, sums.hc) == (printed["acceleration"], printed["hc"])


@pytest.mark.django_db
def test_c38_club_that_imports_the_list_can_build_all_three() -> None:
    club = found_club()
    with club.scope():
        club_parts.replace(campaign=club.campaign, parts=PARTS, actor=club.gm, now=club.at)
        for one in VEHICLES:
            built = garage.build(
                team=club.teams[0],
                face=VehicleFace(name=one["name"], colour="red"),
                design=one["design"],
                actor=club.gm,
                now=club.at,
            )
            assert compute_totals(design_of(built)).cost == one["printed"]["cost_up"]
