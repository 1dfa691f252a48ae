"""Every address of the site is listed with its access."""

from __future__ import annotations

import pytest

from .objects import addresses, unlisted, url_name
from .routes import ELSEWHERE, ROUTES

pytestmark = pytest.mark.everyday


def test_every_address_is_listed() -> None:
    missing = unlisted()
    assert not missing, (
        f"These addresses are not in tests/secrecy/routes.py: {', '.join(missing)}. Add each "
        "to ROUTES with who may come in (its door, by "
        'method), as in "espionage:dossier": get("owner"), and a line to objects.py if an '
        "argument of its path is of a new kind. The "
        "suite then asks it as everybody, in every pair of worlds. An address of a third "
        "party's goes to ELSEWHERE, with the reason."
    )


def test_every_listed_address_exists() -> None:
    assert not [name for name in ROUTES if url_name(name) not in addresses()]


def test_every_exception_is_used_and_has_a_reason() -> None:
    for start, why in ELSEWHERE.items():
        assert len(why) > 8
        assert any(name.startswith(start) for name in addresses()), (
            f"{start} excuses nothing any more"
        )
