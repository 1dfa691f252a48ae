"""The site's public randomness beacon, as configured in the environment."""

from __future__ import annotations

import json
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from engine.beacon import QUICKNET, QUICKNET_HASH, Chain
from engine.codec import Reader, Unreadable

RELAYS = tuple(
    f"https://{host}/{QUICKNET_HASH}" for host in ("api.drand.sh", "drand.cloudflare.com")
)


def chain_named(name: str) -> Chain | None:
    """Return the chain for a name, or None for "".

    "quicknet" is the chain of the League of Entropy. Any other name is that of a file in the format
    of drand's `/info`. Raise ImproperlyConfigured if the file is invalid.
    """
    if not name:
        return None
    if name == "quicknet":
        return QUICKNET
    try:
        info = json.loads(Path(name).read_text(encoding="utf-8"))
        return Reader(Chain).take(
            {
                "public_key": info["public_key"],
                "genesis": info["genesis_time"],
                "period": info["period"],
            }
        )
    except (OSError, ValueError, LookupError, TypeError, Unreadable) as error:
        raise ImproperlyConfigured(
            f"DICE_BEACON is “{name}”. It must be “quicknet” or a file with the public_key, "
            "genesis_time and period of a drand chain."
        ) from error


def relays_of(name: str, relays: list[str]) -> tuple[str, ...]:
    """Return the given relays, or those of quicknet."""
    return tuple(filter(None, relays)) or (RELAYS if name == "quicknet" else ())
