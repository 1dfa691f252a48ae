"""The sheet of a team that sent nothing: at the deadline its standing orders write it (E41)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.web import bulk
from espionage.models import OrderSheet
from espionage.rules.orders import unsent
from espionage.selectors.sheets import last_of, read

from . import sealing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from espionage.models import SealedSeat


def stand_in(silent: Sequence[SealedSeat], at: datetime) -> dict[tuple[UUID, UUID], OrderSheet]:
    """Write a first version for each of these seats whose standing orders have anybody go or keep
    watch, after the last sheet of its team in this season. By week and team; a seat without a line
    sent nothing.
    """
    found = {}
    for seat, last in last_of(silent):
        sheet = unsent(read(last))
        if sheet.orders:
            payload = sealing.canonical(sheet)
            salt = sealing.salt_of(seat, payload)
            found[seat.week_id, seat.team_id] = OrderSheet(
                week_id=seat.week_id,
                team_id=seat.team_id,
                version=1,
                state=OrderSheet.State.STANDING,
                payload=payload,
                salt=salt,
                digest=sealing.digest_of(payload, salt),
                saved_at=at,
            )
    bulk.insert(list(found.values()))
    return found
