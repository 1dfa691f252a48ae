"""Checking afterwards, offline: what was published, what one was given, and whether they agree.

Each check is a pure function that gives findings, one sentence each; no finding means that it
holds. `verify` runs all that the evidence allows and also says what could not be checked yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from . import sealing
from .dice import named_key
from .sealing import Hex32, Opening, Proof
from .values import Value

if TYPE_CHECKING:
    from collections.abc import Iterator


class Finding(Value):
    """Something that does not agree. `code` is for programs, `sentence` for people."""

    code: str
    sentence: str


class Sheet(Value):
    """A sealed sheet opened to its owner (or, at the season's end, to all): the bytes, their salt,
    and the way up to the root.
    """

    name: str
    payload: str
    salt: Hex32
    proof: Proof


class OpenedRoll(Value):
    """Dice opened in a report, and the way up to the published root over all keys."""

    opened: Opening
    proof: Proof


class Evidence(Value):
    """All that one reader holds about a week: what was published to all, and what was opened to
    them. Rolls stand in the order of their plies.
    """

    seed_hash: Hex32
    order_root: Hex32
    dice_root: Hex32 | None = None
    sheets: tuple[Sheet, ...] = ()
    rolls: tuple[OpenedRoll, ...] = ()
    seed: Hex32 | None = None
    plies: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    """How many plies the week took, the deal included; told only together with the seed."""


class Verdict(Value):
    """What was checked, what does not agree, and what waits until more is opened."""

    checked: tuple[str, ...]
    findings: tuple[Finding, ...]
    open: tuple[str, ...]


def verify(evidence: Evidence) -> Verdict:
    """Check everything this evidence allows."""
    checks = tuple(_checks(evidence))
    return Verdict(
        checked=tuple([what for what, _ in checks]),
        findings=tuple([finding for _, findings in checks for finding in findings]),
        open=tuple(_still_open(evidence)),
    )


def check_seed(seed: str, published: str) -> tuple[Finding, ...]:
    """The opened seed is the one whose hash was published before the orders."""
    if sealing.seed_hash(bytes.fromhex(seed)) == published:
        return ()
    return (
        Finding(code="seed", sentence="The opened seed is not the one whose hash was published."),
    )


def check_all_sheets(evidence: Evidence) -> tuple[Finding, ...]:
    """The opened sheets are all that were sealed, in their order: together they come to the
    root.
    """
    digests = [
        sealing.sealed(sheet.payload.encode(), bytes.fromhex(sheet.salt))
        for sheet in evidence.sheets
    ]
    if sealing.merkle_root(digests) == evidence.order_root:
        return ()
    return (
        Finding(
            code="root",
            sentence="The opened sheets do not come to the root published at the deadline.",
        ),
    )


def check_sheet(sheet: Sheet, root: str) -> tuple[Finding, ...]:
    """The sheet, with its salt, is one of those sealed under the root."""
    digest = sealing.sealed(sheet.payload.encode(), bytes.fromhex(sheet.salt))
    if sealing.root_from(digest, sheet.proof) == root:
        return ()
    return (
        Finding(
            code="sheet",
            sentence=f"The sheet {sheet.name} is not among those sealed at the deadline.",
        ),
    )


def check_faces(opened: Opening) -> tuple[Finding, ...]:
    """The faces follow from the opened key; the first that does not is named."""
    if len(opened.sides) != len(opened.faces):
        return (
            Finding(
                code="faces",
                sentence=(
                    f"The roll {opened.domain} names {len(opened.sides)} dice, "
                    f"{len(opened.faces)} faces."
                ),
            ),
        )
    try:
        again = sealing.rolled_again(opened)
    except ValueError as error:
        return (
            Finding(code="faces", sentence=f"The roll {opened.domain} cannot be thrown: {error}."),
        )
    wrong = [
        nth
        for nth, (face, claimed) in enumerate(zip(again, opened.faces, strict=True))
        if face != claimed
    ][:1]
    return tuple([_wrong_face(opened, nth, again[nth]) for nth in wrong])


def _wrong_face(opened: Opening, nth: int, face: int) -> Finding:
    sentence = (
        f"The roll {opened.domain}: die {nth + 1} (d{opened.sides[nth]}) falls {face} "
        f"from its key, {opened.faces[nth]} was reported."
    )
    return Finding(code="faces", sentence=sentence)


def check_key_told_alike(roll: OpenedRoll, root: str) -> tuple[Finding, ...]:
    """The key is one of those under the root that every reader was given."""
    leaf = sealing.key_leaf(roll.opened.domain, roll.opened.key)
    if sealing.root_from(leaf, roll.proof) == root:
        return ()
    return (
        Finding(
            code="key",
            sentence=(
                f"The key of the roll {roll.opened.domain} is not among those published "
                "with the results."
            ),
        ),
    )


def check_keys_from_seed(
    evidence: Evidence, seed: str
) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    """Roll after roll: its key comes from the week's seed, at a ply not before the last roll's.

    The first roll that does not ends the search, so that checking a long forgery takes no longer
    than an honest file.
    """
    week, ply = sealing.week_seed(bytes.fromhex(seed), evidence.order_root), 0
    for roll in evidence.rolls:
        domain, key = roll.opened.domain, bytes.fromhex(roll.opened.key)
        ply = next(
            (at for at in range(ply, evidence.plies) if named_key(week, domain, at) == key),
            evidence.plies,
        )
        if ply == evidence.plies:
            sentence = f"The key of the roll {domain} does not come from the week's seed."
            yield f"roll {domain} comes from the seed", (Finding(code="key", sentence=sentence),)
            return
        yield f"roll {domain} comes from the seed", ()


def _checks(evidence: Evidence) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    for sheet in evidence.sheets:
        yield f"sheet {sheet.name} was sealed", check_sheet(sheet, evidence.order_root)
    for roll in evidence.rolls:
        yield f"roll {roll.opened.domain} follows from its key", check_faces(roll.opened)
        if evidence.dice_root:
            yield (
                f"roll {roll.opened.domain} has a published key",
                check_key_told_alike(roll, evidence.dice_root),
            )
    if evidence.seed:
        yield "the seed is the promised one", check_seed(evidence.seed, evidence.seed_hash)
        yield from check_keys_from_seed(evidence, evidence.seed)


def _still_open(evidence: Evidence) -> Iterator[str]:
    if not evidence.seed:
        yield (
            "That the keys come from the promised seed can be checked when the seed is "
            "opened, at the season's end."
        )
    if evidence.rolls and not evidence.dice_root:
        yield (
            "That every reader was given the same keys can be checked when their root is published."
        )
