"""Offline verification of published data, and of the data given to one reader.

Each check is a pure function that returns findings of one sentence each. If there are no findings,
the check has passed. `verify` runs all checks that the evidence allows, and reports which checks
are not possible yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import msgspec

from . import draws, sealing
from .dice import named_key
from .draws import Draw, Source
from .sealing import Hex32, Opening, Proof
from .values import Value

MAX_PLIES: Final = 20_000
"""Maximum number of plies in a week. Checking opened keys can require trying all of them."""


class Finding(Value):
    """A contradiction in the evidence. `code` is for programs, and `sentence` is for people."""

    code: str
    sentence: str


class Sheet(Value):
    """A sealed sheet that has been opened for its owner or, at the end of the season, for everyone.

    It has the bytes, their salt, the writer's own entropy, and the proof that leads to the root.
    `seat_salt` was fixed when the week opened, and is included in the root over all salts. `salt`
    is derived from `seat_salt` and the sheet.
    """

    name: str
    payload: str
    salt: Hex32
    proof: Proof
    entropy: str = ""
    seat_salt: Hex32 | None = None
    salt_proof: Proof = ()

    def digest(self) -> str:
        """Return the digest that was sealed."""
        return sealing.sealed(self.payload.encode(), bytes.fromhex(self.salt), self.entropy)


class OpenedRoll(Value):
    """Dice that were opened in a report, and the proof that leads to the published root over all
    keys.
    """

    opened: Opening
    proof: Proof


class Evidence(Value):
    """All evidence that one reader has about a week, both published data and data opened for them.

    Rolls are sorted by ply.
    """

    seed_hash: Hex32
    order_root: Hex32
    dice_root: Hex32 | None = None
    salt_root: Hex32 | None = None
    source: Source | None = None
    draw: Draw | None = None
    frozen: Annotated[int, msgspec.Meta(ge=0, le=2**40)] | None = None
    """Time at which the root over the orders was published, in seconds since 1970."""
    told_root: Hex32 | None = None
    sheets: tuple[Sheet, ...] = ()
    rolls: tuple[OpenedRoll, ...] = ()
    seed: Hex32 | None = None
    plies: Annotated[int, msgspec.Meta(ge=0, le=MAX_PLIES)] = 0
    """Number of plies in the week, including the deal. It is published only with the seed."""


class Verdict(Value):
    """The checks that were made, their findings, and the checks that are not possible yet.

    `held` says who could have chosen this week's dice.
    """

    checked: tuple[str, ...]
    findings: tuple[Finding, ...]
    open: tuple[str, ...]
    held: tuple[str, ...] = ()


def verify(evidence: Evidence, *, links: Sequence[int] | None = None) -> Verdict:
    """Run all checks that this evidence allows.

    All links of a delay are recomputed, or only the links at the positions in `links`. A link takes
    a tenth of a second.
    """
    checks = tuple(_checks(evidence, links))
    return Verdict(
        checked=tuple([description for description, _ in checks]),
        findings=tuple([finding for _, findings in checks for finding in findings]),
        open=tuple(_still_open(evidence)),
        held=draws.who_could_choose(
            salts_fixed=evidence.salt_root is not None, source=evidence.source, draw=evidence.draw
        ),
    )


def check_seed(seed: str, published: str) -> tuple[Finding, ...]:
    """Check that the opened seed has the hash that was published before the orders."""
    if sealing.seed_hash(bytes.fromhex(seed)) == published:
        return ()
    return (Finding(code="seed", sentence="The opened seed does not match its published hash."),)


def check_all_sheets(evidence: Evidence) -> tuple[Finding, ...]:
    """Check that the opened sheets, in order, are all the sheets sealed under the root."""
    if sealing.merkle_root([sheet.digest() for sheet in evidence.sheets]) == evidence.order_root:
        return ()
    return (
        Finding(
            code="root",
            sentence="The opened sheets do not match the root published at the deadline.",
        ),
    )


def check_all_salts(evidence: Evidence) -> tuple[Finding, ...]:
    """Check that the opened salts, in order, are all the salts fixed when the week opened."""
    seals = [
        sealing.salt_seal(bytes.fromhex(sheet.seat_salt))
        for sheet in evidence.sheets
        if sheet.seat_salt is not None
    ]
    if sealing.merkle_root(seals) == evidence.salt_root:
        return ()
    return (
        Finding(
            code="salt", sentence="The opened salts do not match the root published at the start."
        ),
    )


def check_salt(sheet: Sheet, root: str) -> tuple[Finding, ...]:
    """Check that the sheet's salt follows from the seat's, fixed when the week opened."""
    if sheet.seat_salt is not None:
        seat_salt = bytes.fromhex(sheet.seat_salt)
        expected_salt = sealing.sheet_salt(seat_salt, sheet.payload.encode(), sheet.entropy).hex()
        sealed = sealing.root_from(sealing.salt_seal(seat_salt), sheet.salt_proof)
        if expected_salt == sheet.salt and sealed == root:
            return ()
    return (
        Finding(
            code="salt",
            sentence=f"The salt of the sheet {sheet.name} is not the one fixed at the start.",
        ),
    )


def check_draw(evidence: Evidence, links: Sequence[int] | None) -> tuple[Finding, ...]:
    """Check that the public draw matches the source that was announced when the week opened."""
    count = len(evidence.draw.links) if evidence.draw else 0
    wrong = draws.wrong_draw(
        evidence.source,
        evidence.draw,
        evidence.order_root,
        evidence.frozen,
        range(count) if links is None else [index for index in links if index < count],
    )
    return () if wrong is None else (Finding(code="draw", sentence=wrong),)


def check_sheet(sheet: Sheet, root: str) -> tuple[Finding, ...]:
    """Check that the sheet, together with its salt, was sealed under the root."""
    if sealing.root_from(sheet.digest(), sheet.proof) == root:
        return ()
    return (
        Finding(
            code="sheet",
            sentence=f"The sheet {sheet.name} is not among those sealed at the deadline.",
        ),
    )


def check_faces(opened: Opening) -> tuple[Finding, ...]:
    """Check that the faces follow from the opened key. The finding names the first wrong face."""
    if len(opened.sides) != len(opened.faces):
        return (
            Finding(
                code="faces",
                sentence=(
                    f"The roll {opened.domain} has {len(opened.sides)} dice but "
                    f"{len(opened.faces)} results."
                ),
            ),
        )
    try:
        rolled_faces = sealing.rolled_again(opened)
    except ValueError as error:
        return (
            Finding(
                code="faces", sentence=f"The roll {opened.domain} cannot be repeated: {error}."
            ),
        )
    wrong = [
        nth
        for nth, (face, claimed) in enumerate(zip(rolled_faces, opened.faces, strict=True))
        if face != claimed
    ][:1]
    return tuple([_wrong_face(opened, nth, rolled_faces[nth]) for nth in wrong])


def _wrong_face(opened: Opening, nth: int, face: int) -> Finding:
    sentence = (
        f"The key of the roll {opened.domain} gives {face} for die {nth + 1} "
        f"(d{opened.sides[nth]}), but {opened.faces[nth]} was reported."
    )
    return Finding(code="faces", sentence=sentence)


def check_key_told_alike(roll: OpenedRoll, root: str) -> tuple[Finding, ...]:
    """Check that the key is included in the root that was published to all readers."""
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
    """Yield, for each roll, whether its key follows from the seed at the previous roll's ply or
    later.

    The search stops at the first key that does not follow, so checking a forgery takes no longer
    than checking a genuine file.
    """
    mixed_in = draws.draw_bytes(evidence.draw)
    week, ply = sealing.week_seed(bytes.fromhex(seed), evidence.order_root, mixed_in), 0
    for roll in evidence.rolls:
        domain, key = roll.opened.domain, bytes.fromhex(roll.opened.key)
        ply = next(
            (
                candidate
                for candidate in range(ply, evidence.plies)
                if named_key(week, domain, candidate) == key
            ),
            evidence.plies,
        )
        if ply == evidence.plies:
            sentence = f"The key of the roll {domain} does not come from the week's seed."
            yield f"roll {domain} comes from the seed", (Finding(code="key", sentence=sentence),)
            return
        yield f"roll {domain} comes from the seed", ()


def _checks(
    evidence: Evidence, links: Sequence[int] | None
) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    for sheet in evidence.sheets:
        yield f"sheet {sheet.name} was sealed", check_sheet(sheet, evidence.order_root)
        if evidence.salt_root:
            yield (
                f"the salt of sheet {sheet.name} was fixed at the start",
                check_salt(sheet, evidence.salt_root),
            )
    if evidence.rolls and (evidence.source or evidence.draw):
        yield _what_of_the_draw(evidence, links), check_draw(evidence, links)
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


def _what_of_the_draw(evidence: Evidence, links: Sequence[int] | None) -> str:
    if evidence.draw is None or evidence.draw.signature is not None or links is None:
        return "the draw after the deadline is the announced one"
    return (
        f"the draw after the deadline is the announced one ({len(links)} of "
        f"{len(evidence.draw.links)} links of its delay were recomputed)"
    )


def _still_open(evidence: Evidence) -> Iterator[str]:
    if not evidence.seed:
        yield (
            "You can check that the keys come from the promised seed when the seed is published at "
            "the end of the season."
        )
    if evidence.rolls and not evidence.dice_root:
        yield (
            "You can check that all readers received the same keys when the root of the keys is "
            "published."
        )
