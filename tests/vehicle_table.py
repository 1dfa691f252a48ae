"""The table of published vehicles: `python -m tests.vehicle_table` makes `docs/lab/vehicles.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.printed import read_printed
from campaign.garage.rules.published import PACK
from tests.campaign.garage.published_vehicles import VEHICLES

PAGE: Final = Path(__file__).parent.parent / "docs" / "lab" / "vehicles.md"
FIGURES: Final = ("cost", "weight", "top_speed", "acceleration", "hc")
HEAD: Final = """# Published vehicles

This table compares vehicles that clubs have published with the totals that the site computes from
their printed lines. A figure stands once if both agree. Otherwise, the printed figure comes first,
and the reason is below the table. `python -m tests.vehicle_table` generates this page.

| vehicle | source | cost | weight | top speed | acceleration | HC |
| --- | --- | --- | --- | --- | --- | --- |
"""


def make_table() -> str:
    """Return the page as Markdown."""
    rows, reasons, exact = [], [], 0
    for vehicle in VEHICLES:
        reading = read_printed(vehicle.line, PACK)
        assert reading.design is not None
        totals = compute_totals(reading.design)
        cells = []
        for name in FIGURES:
            printed, computed = getattr(reading.printed, name), getattr(totals, name)
            same = printed is None or printed == computed
            cells.append(f"{computed:,g}" if same else f"{printed:,g} / {computed:,g}")
        rows.append(f"| {vehicle.name} | {vehicle.source} | {' | '.join(cells)} |")
        reasons += [
            f"- {vehicle.name}, {name.replace('_', ' ')}: {reason}."
            for name, reason in vehicle.misses.items()
        ]
        exact += not {"cost", "weight"} & set(vehicle.misses)
    share = f"{exact} of {len(VEHICLES)} vehicles have exactly their printed cost and weight."
    return f"{HEAD}{chr(10).join(rows)}\n\n{share}\n\n## Differences\n\n{chr(10).join(reasons)}\n"


if __name__ == "__main__":
    PAGE.write_text(make_table())
