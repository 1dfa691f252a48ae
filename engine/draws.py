"""The public draw, which adds randomness to a week's dice after the orders are sealed.

Nobody can know the draw while order sheets can still change. A `Source` is announced when the week
opens. It is a beacon's round that is published after the deadline, or a delay. A `Draw` is the
result. docs/decisions/0009-public-randomness.md explains which kinds of cheating the two sources
prevent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec

from .beacon import Chain, Signature, comes_out, holds, randomness, round_at
from .delay import wrong_link
from .sealing import Hex32
from .values import Value

AFTER: Final = 600
"""Number of seconds between the deadline and the beacon's round. It allows many people to see the
root of the orders before anyone knows the round.
"""
MIN_DELAY: Final = 300
"""Minimum number of seconds between the root and the beacon's round. If a round is earlier, a later
round is used.
"""
MOST_LINKS: Final = 10_000


class Source(Value):
    """The announced source of a public draw, which is a beacon's round or a delay of `links` links.

    A beacon also has a delay, as a fallback in case the round is not available.
    """

    chain: Chain | None = None
    round: Annotated[int, msgspec.Meta(ge=0, le=2**48)] = 0
    links: Annotated[int, msgspec.Meta(ge=0, le=MOST_LINKS)] = 0


class Draw(Value):
    """The result of a public draw, which is the signature of the source's round or the delay's
    links.
    """

    signature: Signature | None = None
    links: Annotated[tuple[Hex32, ...], msgspec.Meta(max_length=MOST_LINKS)] = ()

    @property
    def result(self) -> Hex32:
        """The round's randomness, or the delay's last link."""
        return randomness(self.signature) if self.signature is not None else self.links[-1]


def announced(chain: Chain | None, links: int, due: int) -> Source | None:
    """Return the source for a week whose deadline is `due` (seconds since 1970), or None for no
    draw.

    A beacon has a delay of at least one link as a fallback, so that no week waits forever.
    """
    if chain is not None:
        return Source(chain=chain, round=round_at(chain, due + AFTER), links=max(1, links))
    return Source(links=links) if links else None


def not_yet_known(source: Source, frozen: int) -> Source:
    """Return the source to use after the freeze.

    The first unknown round is used if the announced round is too soon after the root, because the
    deadline was moved or the job was late. It is also used if the announced round is later than
    necessary, because all orders were in early.
    """
    if source.chain is None:
        return source
    safe = round_at(source.chain, frozen + AFTER)
    out = comes_out(source.chain, source.round)
    keep = out >= frozen + MIN_DELAY and source.round <= safe
    return source if keep else msgspec.structs.replace(source, round=safe)


def can_be_had(source: Source, frozen: int) -> int:
    """Return when the draw is possible for a week that was frozen at `frozen`, in seconds since
    1970.

    This is `frozen` for a delay, and the round's publication time for a beacon.
    """
    return frozen if source.chain is None else comes_out(source.chain, source.round)


def draw_bytes(draw: Draw | None) -> bytes:
    """Return the bytes that a draw adds to the week's seed."""
    if draw is None:
        return b""
    if draw.signature is not None:
        return b"beacon/" + bytes.fromhex(draw.result)
    return b"delay/" + bytes.fromhex(draw.result)


def wrong_draw(
    source: Source | None, draw: Draw | None, root: str, frozen: int | None, look_at: Iterable[int]
) -> str | None:
    """Return a sentence that says why a draw does not match its announcement, or None if it
    matches.

    Only the delay's links at the positions in `look_at` are recomputed.
    """
    if source is None:
        return None if draw is None else "A draw was made that had not been announced."
    if draw is None:
        return "The announced draw after the deadline is missing."
    if draw.signature is None:
        return _wrong_delay(source, draw, root, look_at)
    if draw.links or source.chain is None:
        return "The draw differs from the announced one."
    if frozen is None or comes_out(source.chain, source.round) < frozen + MIN_DELAY:
        return "The beacon's round was published too soon after the orders were sealed."
    if not holds(source.chain, source.round, draw.signature):
        return f"The signature is not the beacon's signature of round {source.round}."
    return None


def _wrong_delay(source: Source, draw: Draw, root: str, look_at: Iterable[int]) -> str | None:
    if not draw.links or len(draw.links) != source.links:
        return (
            f"The delay has {links_in_words(len(draw.links))}, but {source.links} were announced."
        )
    wrong = wrong_link(root, draw.links, look_at)
    return (
        None
        if wrong is None
        else f"Link {wrong + 1} of the delay does not follow from the one before."
    )


def links_in_words(links: int) -> str:
    """Describe a number of links."""
    return "1 link" if links == 1 else f"{links} links"


def who_could_choose(
    *, salts_fixed: bool, source: Source | None, draw: Draw | None
) -> tuple[str, ...]:
    """Return sentences that say who could have chosen a week's dice.

    `salts_fixed` says whether every seat's salt was fixed when the week opened. The reasons for the
    sentences are in docs/decisions/0009-public-randomness.md.
    """
    return (_host_alone(salts_fixed=salts_fixed), *_host_with_a_team(source, draw), _OTHERS)


_OTHERS: Final = (
    "No one else could have influenced the dice. The last team to submit, the GM and the other "
    "teams know neither the seed nor the others' sheets."
)


def _host_alone(*, salts_fixed: bool) -> str:
    if salts_fixed:
        return (
            "The host alone could not have influenced the dice. The seed and every team's salt "
            "were fixed before the first order."
        )
    return (
        "The host alone could have tried different salts because the salts of this week were "
        "not fixed when it opened."
    )


def _host_with_a_team(source: Source | None, draw: Draw | None) -> tuple[str, ...]:
    """Return the sentences about a host who also writes a team's sheet."""
    if source is None or draw is None:
        free = (
            "A host who also writes a team's sheet could have tried different sheets to get "
            "better dice because nothing was mixed in after the deadline."
        )
        return (free,)
    if draw.signature is not None:
        closed = (
            "A host who also writes a team's sheet could not have influenced the dice either. "
            f"Round {source.round} of a public beacon was mixed in, and it was published after "
            "the orders were sealed."
        )
        return (closed,)
    retries = (
        "A host who also writes a team's sheet could have tried different sheets, but each "
        f"attempt takes a delay of {links_in_words(source.links)}, one after another."
    )
    if source.chain is None:
        return (retries,)
    missing = (
        f"Round {source.round} of the beacon was announced but not used. If it was available, the "
        "host could have chosen between two sets of dice."
    )
    return (missing, retries)
