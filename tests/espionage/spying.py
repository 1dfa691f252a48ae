"""Orders of a team that sends every mission and a counterspy."""

from __future__ import annotations

from typing import Final

from espionage.models import OrderSheet
from espionage.rules.orders import Mission, Order, Sheet
from espionage.services import sheets
from tests.factories import Club

MISSIONS: Final[tuple[tuple[str, Mission, int], ...]] = (
    ("Vesper", "infiltrate", 0),
    ("Rook", "assassinate", 0),
    ("Fuse", "blow_up", 2),
)


def spy_on(club: Club, team: int, against: int, *, entropy: str = "") -> OrderSheet:
    """Save a mission of each kind and a counterspy for a team with at least six characters."""
    orders = [
        Order(
            spy=str(club.who(team, name).pk),
            action=action,
            target_team=str(club.teams[against].pk),
            bricks=bricks,
        )
        for name, action, bricks in MISSIONS
    ]
    orders.append(Order(spy=str(club.who(team, "Sable").pk), action="counterspy"))
    with club.scope():
        return sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[team],
            sheet=Sheet(orders=tuple(orders)),
            state=OrderSheet.State.FINAL,
            seen_version=0,
            saved_by=club.players[team],
            entropy=entropy,
        )
