"""The promises of a week: its seed before the orders, its root at the deadline."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from campaign.league.models import Team, Week
from engine.codec import encode
from engine.sealing import merkle_root, sealed, seed_hash
from espionage.models import OrderSheet, Seal, SealedSeat
from espionage.rules.orders import NOTHING, Sheet


def new_seal(week: Week) -> Seal:
    """A fresh secret seed and the hash that is published of it."""
    seed = secrets.token_bytes(32)
    return Seal(week=week, seed=seed, seed_hash=seed_hash(seed))


def new_seats(week: Week, teams: Sequence[Team]) -> list[SealedSeat]:
    """A seat for each team, in the order given."""
    return [
        SealedSeat(week=week, team=team, seat=seat, salt=secrets.token_bytes(32))
        for seat, team in enumerate(teams)
    ]


def canonical(sheet: Sheet) -> str:
    """The bytes that a digest is made over, as text."""
    return encode(sheet).decode()


def digest_of(payload: str, salt: bytes) -> str:
    """The digest on a receipt."""
    return sealed(payload.encode(), salt)


def seal_leaf(seat: SealedSeat, sheet: OrderSheet | None) -> None:
    """Fix a seat's leaf: the digest of the sheet that counts, or of nothing."""
    seat.sheet = sheet
    seat.leaf = sheet.digest if sheet else sealed(NOTHING.encode(), bytes(seat.salt))


def order_root(seats: Sequence[SealedSeat]) -> str:
    """The root over all leaves, in the order of the seats."""
    return merkle_root([seat.leaf for seat in seats])
