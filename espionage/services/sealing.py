"""The commitments of a week.

Seed, salts and the source of the draw are fixed before the orders are written. The root is fixed at
the deadline.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from campaign.league.models import Team, Week
from engine.codec import encode
from engine.draws import Source
from engine.sealing import merkle_root, salt_seal, sealed, seed_hash, sheet_salt
from espionage.models import OrderSheet, Seal, SealedSeat
from espionage.rules.orders import NOTHING, Sheet


def new_seal(week: Week, seats: Sequence[SealedSeat], source: Source | None) -> Seal:
    """Create a seal with a new secret seed and everything that is published in advance.

    The hash of the seed, the root over the seats' salts, and the source of the draw are published.
    """
    seed = secrets.token_bytes(32)
    return Seal(
        week=week,
        seed=seed,
        seed_hash=seed_hash(seed),
        salt_root=salt_root(seats),
        source=encode(source).decode() if source else "",
    )


def new_seats(week: Week, teams: Sequence[Team]) -> list[SealedSeat]:
    """Create a seat for each team in the given order, with its salt for the week."""
    return [
        SealedSeat(week=week, team=team, seat=seat, salt=secrets.token_bytes(32))
        for seat, team in enumerate(teams)
    ]


def salt_root(seats: Sequence[SealedSeat]) -> str:
    """Return the root over the salts of all seats, in the order of the seats."""
    return merkle_root([salt_seal(bytes(seat.salt)) for seat in seats])


def canonical(sheet: Sheet) -> str:
    """Return the text from which the digest is computed."""
    return encode(sheet).decode()


def digest_of(payload: str, salt: bytes, entropy: str = "") -> str:
    """Return the digest for a receipt."""
    return sealed(payload.encode(), salt, entropy)


def salt_of(seat: SealedSeat, payload: str, entropy: str = "") -> bytes:
    """Return the salt for a seat's sheet, or for the leaf of a seat without a sheet."""
    return sheet_salt(bytes(seat.salt), payload.encode(), entropy)


def seal_leaf(seat: SealedSeat, sheet: OrderSheet | None, *, fixed: bool) -> None:
    """Set a seat's leaf to the digest of the sheet that is used, or of a missing sheet.

    `fixed` says whether the salts were fixed when the week opened.
    """
    seat.sheet = sheet
    seat.leaf = sheet.digest if sheet else leaf_of_nothing(seat, fixed=fixed)


def leaf_of_nothing(seat: SealedSeat, *, fixed: bool) -> str:
    """Return the leaf of a seat without a sheet."""
    return digest_of(NOTHING, salt_of(seat, NOTHING) if fixed else bytes(seat.salt))


def order_root(seats: Sequence[SealedSeat]) -> str:
    """Return the root over all leaves, in the order of the seats."""
    return merkle_root([seat.leaf for seat in seats])
