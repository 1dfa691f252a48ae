"""Which public beacon this site's weeks are mixed with, from the environment."""

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
    """The chain of a name: none for "", the League of Entropy's for "quicknet", else what a file
    says in the form in which drand's relays answer to `/info`. Raises ImproperlyConfigured.
    """
    if not name:
        return None
    if name == "quicknet":
        return QUICKNET
    try:
        said = json.loads(Path(name).read_text(encoding="utf-8"))
        return Reader(Chain).take(
            {
                "public_key": said["public_key"],
                "genesis": said["genesis_time"],
                "period": said["period"],
            }
        )
    except (OSError, ValueError, LookupError, TypeError, Unreadable) as error:
        raise ImproperlyConfigured(
            f"DICE_BEACON is “{name}”. It must be “quicknet” or a file with the public_key, "
            "genesis_time and period of a drand chain."
        ) from error


def relays_of(name: str, said: list[str]) -> tuple[str, ...]:
    """The addresses that are asked for rounds: those that are said, or quicknet's own."""
    return tuple(filter(None, said)) or (RELAYS if name == "quicknet" else ())
