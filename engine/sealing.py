"""Commitments made before the dice are rolled, and openings that prove they were kept.

When a week opens, two values are published. These are `seed_hash(seed)`, and a Merkle root over the
`salt_seal` of every seat's salt. Each sheet is sealed as a salted digest. At the deadline, the root
over all digests is published. The dice are derived from `week_seed(seed, root, drawn)`. The server
was bound to its seed and to all salts before it saw any sheet. The public draw (`engine.draws`) is
made after the deadline, so nobody knew it while sheets could still change. A report opens the dice
that its reader is allowed to know (`Opening`). Two roots are published with the results. These are
`dice_root` over all keys that were used, and a root over the events of every seat (`told_seal`).
They bind the server to give every reader the same data. At the end of the season, the seed itself
is opened. docs/reference/proof.md specifies the bytes, and docs/decisions/0001-dice-and-subkeys.md
and 0009-public-randomness.md give the reasons. All digests and keys are lower-case hexadecimal.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Annotated, Final, NamedTuple, TypeAlias

import msgspec

from .dice import SEED_BYTES, Domain, KeyedDice, Throw, domain_name, named_keys, roll_key
from .values import Value

Hex32: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal, used for digests, keys, salts and seeds."""

_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"
_FILLER: Final = b"\x02"


def seed_hash(seed: bytes) -> str:
    """Return the SHA-256 hash of a seed, which is published before anything is sealed."""
    return sha256(seed).hexdigest()


def salt_seal(seat_salt: bytes) -> str:
    """Return the digest of a seat's salt.

    The root over these digests is published before any sheet is sealed, so that no salt can be
    chosen later.
    """
    return sha256(b"salt/" + _checked_salt(seat_salt)).hexdigest()


def sheet_salt(seat_salt: bytes, payload: bytes, entropy: str = "") -> bytes:
    """Return the salt of one sheet, derived from the seat's salt.

    It does not reveal the salt of any other sheet.
    """
    entropy_digest = sha256(entropy.encode()).digest()
    return hmac.digest(_checked_salt(seat_salt), b"sheet/" + entropy_digest + payload, "sha256")


def sealed(payload: bytes, salt: bytes, entropy: str = "") -> str:
    """Return the salted digest of canonical bytes and of the entropy that the sealing team added.

    The salt (32 secret random bytes) prevents others from confirming a guess of the payload.
    """
    if entropy:
        entropy_digest = sha256(entropy.encode()).digest()
        return sha256(b"sealed+/" + _checked_salt(salt) + entropy_digest + payload).hexdigest()
    return sha256(b"sealed/" + _checked_salt(salt) + payload).hexdigest()


def told_seal(seat_salt: bytes, payload: bytes) -> str:
    """Return the leaf for all events of a seat. It is part of the tree over all seats."""
    salt = hmac.digest(_checked_salt(seat_salt), b"told", "sha256")
    return sha256(b"told/" + salt + payload).hexdigest()


def _checked_salt(salt: bytes) -> bytes:
    if len(salt) != SEED_BYTES:
        raise ValueError(f"a salt has {SEED_BYTES} bytes, but this one has {len(salt)}")
    return salt


def week_seed(seed: bytes, root: str, public_draw: bytes = b"") -> bytes:
    """Return the seed of the week's dice.

    The seed is derived from the server's seed, from the root over all sealed sheets, and from the
    public draw made afterwards (`engine.draws`).
    """
    return hmac.digest(seed, b"week/" + bytes.fromhex(root) + public_draw, "sha256")


# --- Merkle trees ---------------------------------------------------------------------------------


class Side(Value):
    """One step of a proof, with the neighbour's hash and whether the neighbour is on the left."""

    hash: Hex32
    left: bool


Proof: TypeAlias = tuple[Side, ...]


def merkle_root(leaves: Sequence[str]) -> str:
    """Return the root over digests, which are taken in this order.

    Nodes and leaves are hashed differently, so that neither can be mistaken for the other.
    """
    return _root(map(bytes.fromhex, leaves))


def _root(leaves: Iterable[bytes]) -> str:
    level = _hashed(leaves)
    while len(level) > 1:
        level = _level_above(level)
    return level[0].hex()


def proof_of(leaves: Sequence[str], index: int) -> Proof:
    """Return the proof for the leaf at this index."""
    return proofs_of(leaves, [index])[0]


def proofs_of(leaves: Sequence[str], places: Iterable[int]) -> tuple[Proof, ...]:
    """Return the proofs for the leaves at these positions. The tree is built only once."""
    levels = [_hashed(map(bytes.fromhex, leaves))]
    while len(levels[-1]) > 1:
        levels.append(_level_above(levels[-1]))
    return tuple([_way_up(levels, index) for index in places])


def _way_up(levels: Sequence[Sequence[bytes]], index: int) -> Proof:
    if not 0 <= index < len(levels[0]):
        raise IndexError(f"there is no leaf {index}; the tree has {len(levels[0])}")
    sides = []
    for level in levels[:-1]:
        neighbour = index ^ 1
        if neighbour < len(level):
            sides.append(Side(hash=level[neighbour].hex(), left=neighbour < index))
        index //= 2
    return tuple(sides)


def root_from(leaf: str, proof: Proof) -> str:
    """Return the root computed from a leaf and its proof.

    The result equals the published root only if the leaf is in the tree.
    """
    node = _leaf(leaf)
    for side in proof:
        other = bytes.fromhex(side.hash)
        node = _node(other, node) if side.left else _node(node, other)
    return node.hex()


def _hashed(leaves: Iterable[bytes]) -> list[bytes]:
    return [sha256(_LEAF + leaf).digest() for leaf in leaves] or [sha256(b"").digest()]


def _level_above(level: list[bytes]) -> list[bytes]:
    """Join pairs of nodes. If their number is odd, the last node moves up unchanged."""
    pairs = [
        sha256(_NODE + left + right).digest()
        for left, right in zip(level[::2], level[1::2], strict=False)
    ]
    return pairs + level[-1:] if len(level) % 2 else pairs


def _leaf(leaf: str) -> bytes:
    return sha256(_LEAF + bytes.fromhex(leaf)).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


# --- opening dice ---------------------------------------------------------------------------------


class Opening(Value):
    """The opened dice of one domain at one ply. Anyone who has the key can repeat the rolls.

    The ply is not included, because it counts all moves, including other seats' sealed moves.
    """

    domain: str
    key: Hex32
    sides: tuple[int, ...]
    faces: tuple[int, ...]


class RollKey(NamedTuple):
    """A key of a match, identified by domain and ply. The server keeps it and never shows it."""

    domain: Domain
    ply: int


def opening(seed: bytes, roll_key_of: RollKey, tape: Iterable[Throw]) -> Opening:
    """Open the rolls of one domain at one ply. `tape` has the rolls that `Taped` dice recorded for
    this ply.

    All rolls of a domain are opened together, so use separate domains for rolls with different
    readers.
    """
    name = domain_name(roll_key_of.domain)
    throws = [throw for throw in tape if throw.domain == name]
    return Opening(
        domain=name,
        key=roll_key(seed, roll_key_of.domain, roll_key_of.ply).hex(),
        sides=tuple([throw.sides for throw in throws]),
        faces=tuple([throw.face for throw in throws]),
    )


def rolled_again(opened: Opening) -> tuple[int, ...]:
    """Return the faces that follow from the opened key alone."""
    dice = KeyedDice(bytes.fromhex(opened.key))
    return tuple([dice.die(sides) for sides in opened.sides])


def key_leaf(domain: str, key: str) -> str:
    """Return the leaf for one key in the tree over all keys.

    The leaf is a digest of the key and the domain's name, and reveals neither the key nor the ply.
    """
    return _key_leaf(domain.encode(), bytes.fromhex(key)).hex()


def _key_leaf(domain: bytes, key: bytes) -> bytes:
    return sha256(b"key/%b/%b" % (domain, key)).digest()


def key_leaves(seed: bytes, roll_keys: Iterable[RollKey], size: int) -> tuple[str, ...]:
    """Return the sorted leaves for all keys. They are filled up to `size`, so that their number and
    order reveal nothing.
    """
    return tuple([leaf.hex() for leaf in _key_leaves(seed, roll_keys, size)])


def key_root(seed: bytes, roll_keys: Iterable[RollKey], size: int) -> str:
    """Return the root over these leaves. It is the same as `dice_root(key_leaves(…))`, but is
    computed without conversion to hexadecimal.
    """
    return _root(_key_leaves(seed, roll_keys, size))


def _key_leaves(seed: bytes, roll_keys: Iterable[RollKey], size: int) -> list[bytes]:
    plies: dict[Domain, list[int]] = {}
    for domain, ply in roll_keys:
        plies.setdefault(domain, []).append(ply)
    leaves = {
        _key_leaf(name, key)
        for domain, domain_plies in plies.items()
        for name in [domain_name(domain).encode()]
        for key in named_keys(seed, name, domain_plies)
    }
    if len(leaves) > size:
        raise ValueError(f"{len(leaves)} keys do not fit into a tree of {size}")
    salt = hmac.digest(seed, _FILLER, "sha256")
    fillers = [sha256(b"%b%d" % (salt, number)).digest() for number in range(size - len(leaves))]
    return sorted([*leaves, *fillers])


def dice_root(leaves: Sequence[str]) -> str:
    """Return the root over all keys, which is published with the results."""
    return merkle_root(leaves)
