"""Rounds of the public beacon: asked of its relays, read from a file, or pasted by a member. Only
what holds under the chain's public key is kept, so it does not matter where it comes from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from datetime import datetime
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from time import monotonic
from typing import Final
from urllib.request import Request, urlopen

import structlog
from django.conf import settings

from core.accounts.models import User
from core.web import clock
from core.web.deadlines import finish_within
from engine.beacon import Chain, Signature, holds
from engine.draws import Source
from engine.game import Refusal
from espionage.models import BeaconRound

log = structlog.get_logger(__name__)

SECONDS: Final = 2.0
"""How long a relay may take to answer, and to send a piece of its answer."""
IN_ALL: Final = 5.0
"""So long relays are asked in one tick: what else is due does not wait long for those that are
away.
"""
LONGEST: Final = 4096
SIGNATURE: Final = re.compile("[0-9a-f]{96}")


class WrongRound(Refusal):
    """What was given is not the beacon's own signature of the round."""

    code = "wrong-round"


def keep(
    chain: Chain, number: int, signature: str, at: datetime, *, by: User | None = None
) -> BeaconRound:
    """Keep a round's signature. Raises WrongRound unless it holds under the chain's public key."""
    signature = signature.strip().lower()
    if not SIGNATURE.fullmatch(signature) or not holds(chain, number, signature):
        raise WrongRound(
            f"This is not the beacon's signature for round {number}. Copy the “signature” field "
            "of exactly this round."
        )
    row, _ = BeaconRound.objects.get_or_create(
        public_key=chain.public_key,
        round=number,
        defaults={"signature": signature, "had_at": at, "given_by": by},
    )
    return row


def give(source: Source, signature: str, *, by: User) -> BeaconRound:
    """Keep what a member pasted for the round that a week waits for. Raises WrongRound."""
    if source.chain is None:
        raise WrongRound("This week does not use a beacon.")
    return keep(source.chain, source.round, signature, clock.now(), by=by)


def signatures(
    sources: Collection[Source], at: datetime
) -> dict[tuple[Chain | None, int], Signature]:
    """The signatures of these sources' rounds, which are out, as far as they can be had: those the
    site has, then from its file and its relays. One query, and for a few seconds at most some of
    what is missing; the rest is tried again at the next tick.
    """
    wanted = {(each.chain, each.round) for each in sources if each.chain is not None}
    rows = BeaconRound.objects.filter(round__in=[number for _, number in wanted])
    there = {(row.public_key, row.round): row.signature for row in rows} if wanted else {}
    until = monotonic() + IN_ALL
    for chain, number in sorted(wanted, key=lambda each: each[1]):
        if (chain.public_key, number) not in there and monotonic() < until:
            for signature in _offers(number):
                if _kept(chain, number, signature, at):
                    there[chain.public_key, number] = signature
                    break
    return {
        (chain, number): there[chain.public_key, number]
        for chain, number in wanted
        if (chain.public_key, number) in there
    }


def _kept(chain: Chain, number: int, signature: str, at: datetime) -> bool:
    try:
        keep(chain, number, signature, at)
    except WrongRound:
        log.warning("beacon_round_wrong", round=number)
        return False
    return True


def _offers(number: int) -> Iterator[str]:
    """What file and relays say is the signature of a round."""
    if settings.DICE_BEACON_FILE:
        yield from _in_file(Path(settings.DICE_BEACON_FILE), number)
    for relay in settings.DICE_BEACON_RELAYS:
        answer = _asked(f"{relay.rstrip('/')}/public/{number}")
        if answer is not None:
            yield from _signature(answer, number)


def _in_file(file: Path, number: int) -> Iterator[str]:
    """A round a line, as relays answer."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        log.warning("beacon_file_unreadable", fault=type(error).__name__)
        return
    for line in lines:
        yield from _signature(line, number)


def _asked(address: str) -> str | None:
    if not address.startswith(("http://", "https://")):
        return None

    def ask() -> str:
        with urlopen(Request(address), timeout=SECONDS) as answer:  # noqa: S310 - only http, see above
            return _read(answer).decode()

    try:
        return finish_within(SECONDS, ask, lambda: None)
    except (OSError, HTTPException, ValueError) as error:
        log.warning("beacon_relay_failed", fault=type(error).__name__)
        return None


def _read(answer: HTTPResponse) -> bytes:
    """What a relay says; one that drips is not listened to for longer than others."""
    said, until = b"", monotonic() + SECONDS
    while len(said) < LONGEST and monotonic() < until and (part := answer.read1(LONGEST)):
        said += part
    return said


def _signature(text: str, number: int) -> Iterator[str]:
    try:
        said = json.loads(text)
    except ValueError:
        return
    if isinstance(said, dict) and said.get("round") == number:
        yield str(said.get("signature", ""))
