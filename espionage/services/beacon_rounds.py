"""Rounds of the public beacon, which come from relays, from a file, or from a member.

Whatever its source, a signature is stored only if it is valid under the chain's public key.
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

RELAY_SECONDS: Final = 2.0
"""Timeout for a relay's response, and for each part of the response, in seconds."""
RELAYS_SECONDS: Final = 5.0
"""Maximum time spent on asking relays in one tick, in seconds.

The limit prevents unavailable relays from delaying other due work.
"""
MAX_ANSWER_BYTES: Final = 4096
SIGNATURE: Final = re.compile("[0-9a-f]{96}")


class WrongRound(Refusal):
    """The text is not the beacon's signature of the round."""

    code = "wrong-round"


def store(
    chain: Chain, number: int, signature: str, now: datetime, *, given_by: User | None = None
) -> BeaconRound:
    """Store the signature of a round.

    Raise WrongRound unless the signature is valid under the chain's public key.
    """
    signature = signature.strip().lower()
    if not SIGNATURE.fullmatch(signature) or not holds(chain, number, signature):
        raise WrongRound(
            f"This is not the beacon's signature for round {number}. Copy the “signature” field "
            "of exactly this round."
        )
    row, _ = BeaconRound.objects.get_or_create(
        public_key=chain.public_key,
        round=number,
        defaults={"signature": signature, "had_at": now, "given_by": given_by},
    )
    return row


def store_pasted(source: Source, signature: str, *, given_by: User) -> BeaconRound:
    """Store the signature that a member pasted for the round for which a week is waiting.

    Raise WrongRound unless the signature is valid.
    """
    if source.chain is None:
        raise WrongRound("This week does not use a beacon.")
    return store(source.chain, source.round, signature, clock.now(), given_by=given_by)


def find_signatures(
    sources: Collection[Source], now: datetime
) -> dict[tuple[Chain | None, int], Signature]:
    """Return the available signatures of these sources' rounds.

    All rounds must have been published. Stored signatures come first, then those from the file and
    the relays. This runs one query and spends at most `RELAYS_SECONDS` on missing signatures. The
    next tick tries again to get the rest.
    """
    rounds = {(source.chain, source.round) for source in sources if source.chain is not None}
    rows = BeaconRound.objects.filter(round__in=[number for _, number in rounds])
    signatures = {(row.public_key, row.round): row.signature for row in rows} if rounds else {}
    stop_at = monotonic() + RELAYS_SECONDS
    for chain, number in sorted(rounds, key=lambda source: source[1]):
        if (chain.public_key, number) not in signatures and monotonic() < stop_at:
            for signature in _candidates(number):
                if _try_store(chain, number, signature, now):
                    signatures[chain.public_key, number] = signature
                    break
    return {
        (chain, number): signatures[chain.public_key, number]
        for chain, number in rounds
        if (chain.public_key, number) in signatures
    }


def _try_store(chain: Chain, number: int, signature: str, now: datetime) -> bool:
    try:
        store(chain, number, signature, now)
    except WrongRound:
        log.warning("beacon_round_wrong", round=number)
        return False
    return True


def _candidates(number: int) -> Iterator[str]:
    if settings.DICE_BEACON_FILE:
        yield from _read_file(Path(settings.DICE_BEACON_FILE), number)
    for relay in settings.DICE_BEACON_RELAYS:
        answer = _ask_relay(f"{relay.rstrip('/')}/public/{number}")
        if answer is not None:
            yield from _parse_signature(answer, number)


def _read_file(file: Path, number: int) -> Iterator[str]:
    """Yield the round's signatures from a file that has one relay response in each line."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        log.warning("beacon_file_unreadable", fault=type(error).__name__)
        return
    for line in lines:
        yield from _parse_signature(line, number)


def _ask_relay(address: str) -> str | None:
    if not address.startswith(("http://", "https://")):
        return None

    def ask() -> str:
        with urlopen(Request(address), timeout=RELAY_SECONDS) as answer:  # noqa: S310 - only http, see above
            return _read_answer(answer).decode()

    try:
        return finish_within(RELAY_SECONDS, ask, lambda: None)
    except (OSError, HTTPException, ValueError) as error:
        log.warning("beacon_relay_failed", fault=type(error).__name__)
        return None


def _read_answer(answer: HTTPResponse) -> bytes:
    """Read a relay's response. The time limit applies even if it arrives byte by byte."""
    body, stop_at = b"", monotonic() + RELAY_SECONDS
    while (
        len(body) < MAX_ANSWER_BYTES
        and monotonic() < stop_at
        and (part := answer.read1(MAX_ANSWER_BYTES))
    ):
        body += part
    return body


def _parse_signature(text: str, number: int) -> Iterator[str]:
    try:
        answer = json.loads(text)
    except ValueError:
        return
    if isinstance(answer, dict) and answer.get("round") == number:
        yield str(answer.get("signature", ""))
