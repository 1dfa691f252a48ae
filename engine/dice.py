"""Dice. All randomness is based on a single primitive, `die`.

Each combination of a visibility domain and a ply has its own key, `HMAC-SHA256(seed,
"dice/<domain>/<ply>")` (docs/decisions/0001-dice-and-subkeys.md). Block n of its stream is
`SHA256(key + n as 8 bytes)`. A die takes one byte, and is rolled again if the byte is past the last
full run of faces. Anyone who is given a key can repeat the rolls of that domain at that ply, and
learns nothing about any other roll.
"""

from __future__ import annotations

import abc
import hmac
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from .values import Seat

T = TypeVar("T")

Domain: TypeAlias = Seat | str | tuple[int | str, ...]
"""The readers who can later see these faces. This is a seat, "public", "sealed" (nobody before the
end), or a finer label.

A tuple joins parts. For example, `(Seat(2), "mission", 4)` stands for the rolls about mission 4
that seat 2 can see. Rolls in the same domain and ply are opened together, so use separate domains
for rolls with different readers.
"""

SEED_BYTES: Final = 32
WIDEST: Final = 2**32
_LABEL: Final = re.compile(r"[a-z][a-z0-9-]*")


class Dice(abc.ABC):
    """A source of faces.

    Rolls are in the public domain. `in_domain` returns dice for another domain.
    """

    @abc.abstractmethod
    def die(self, sides: int) -> int:
        """Return one face, from 1 to `sides`."""

    @abc.abstractmethod
    def in_domain(self, domain: Domain) -> Dice:
        """Return dice whose faces only this domain's readers can see later.

        A second call for the same domain continues its stream.
        """

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """Return the faces of `count` dice, in the order in which they were rolled."""
        return tuple([self.die(sides) for _ in range(count)])

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options. All of them are equally likely."""
        return options[self.die(len(options)) - 1]

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in random order. All orders are equally likely."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.die(last + 1) - 1
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


# --- seeded dice ----------------------------------------------------------------------------------


def _name_part(part: int | str) -> str:
    if isinstance(part, int):
        return f"#{part}"
    if not _LABEL.fullmatch(part):
        raise ValueError(
            f"a dice label can contain only lower-case letters, digits and hyphens, not {part!r}"
        )
    return part


@lru_cache(maxsize=1024)
def domain_name(domain: Domain) -> str:
    """Return the canonical name of a domain. Seats and numbers become `#n`, and parts are joined by
    `+`.

    Different domains never share a name.
    """
    return "+".join(map(_name_part, domain)) if isinstance(domain, tuple) else _name_part(domain)


def roll_key(seed: bytes, domain: Domain, ply: int) -> bytes:
    """Return the 32-byte key that opens the rolls of one domain at one ply, and no others."""
    return named_key(seed, domain_name(domain), ply)


def named_key(seed: bytes, name: str, ply: int) -> bytes:
    """Return the key of a domain that is given by its canonical name, as in an opening.

    This computes HMAC-SHA256 with two plain hashes. For short inputs, it takes half the time of the
    library function.
    """
    inner, outer = _pads(seed)
    return sha256(outer + sha256(b"%bdice/%b/%d" % (inner, name.encode(), ply)).digest()).digest()


def named_keys(seed: bytes, name: bytes, plies: Iterable[int]) -> list[bytes]:
    """Return the keys of a domain, which is given by its name, at several plies."""
    inner, outer = _pads(seed)
    begin = b"%bdice/%b/" % (inner, name)
    return [sha256(outer + sha256(b"%b%d" % (begin, ply)).digest()).digest() for ply in plies]


@lru_cache(maxsize=64)
def _pads(seed: bytes) -> tuple[bytes, bytes]:
    """Return the inner and outer pads of HMAC (RFC 2104)."""
    if len(seed) != SEED_BYTES:
        raise ValueError(
            f"a seed has {SEED_BYTES} bytes, but this one has {len(seed)}; create one with "
            "seed_from(words)"
        )
    block = seed.ljust(sha256().block_size, b"\0")
    return block.translate(hmac.trans_36), block.translate(hmac.trans_5C)


def seed_from(text: str) -> bytes:
    """Return a seed that is easy to write down. It is meant for tests, demos and benchmarks.

    Never use it for a match between people.
    """
    return sha256(text.encode()).digest()


def _faces(sides: int) -> bytes:
    """Return the face for each byte. 0 means that the die is rolled again (bytes past the last full
    run of faces).
    """
    full = 256 - 256 % sides
    return bytes([byte % sides + 1 if byte < full else 0 for byte in range(256)])


_NOTHING: Final[Iterator[int]] = iter(b"")
_FACES: Final = (b"", *(_faces(sides) for sides in range(1, 256)))


class KeyedDice(Dice):
    """Dice from one opened key, for one domain at one ply. Each die takes at least one byte."""

    __slots__ = ("_blocks", "_bytes", "_key")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._blocks = 0
        self._bytes = _NOTHING

    def in_domain(self, domain: Domain) -> KeyedDice:
        raise LookupError(
            f"these dice were opened for one domain only; {domain_name(domain)} has its own key"
        )

    def die(self, sides: int) -> int:
        if not 0 < sides < 256:
            return self._wide(sides)
        faces = _FACES[sides]
        while True:
            for byte in self._bytes:
                if face := faces[byte]:
                    return face
            self._refill()

    def _refill(self) -> None:
        self._bytes = iter(sha256(self._key + self._blocks.to_bytes(8, "big")).digest())
        self._blocks += 1

    def _wide(self, sides: int) -> int:
        """Roll a die with 256 sides or more. It takes four bytes, most significant first."""
        if not 0 < sides <= WIDEST:
            raise ValueError(f"a die has 1 to {WIDEST} sides, not {sides}")
        full = WIDEST - WIDEST % sides
        while True:
            number = int.from_bytes([self._byte(), self._byte(), self._byte(), self._byte()], "big")
            if number < full:
                return number % sides + 1

    def _byte(self) -> int:
        for byte in self._bytes:
            return byte
        self._refill()
        return next(self._bytes)


class SeededDice(KeyedDice):
    """Dice for one ply of a match. The key is derived at the first roll, because most plies have no
    rolls.
    """

    __slots__ = ("_domain", "_opened", "_ply", "_seed")

    def __init__(self, seed: bytes, ply: int, domain: Domain = "public") -> None:
        self._seed, self._ply, self._domain = seed, ply, domain
        self._opened: dict[str, SeededDice] | None = None
        self._blocks = 0
        self._bytes = _NOTHING

    def in_domain(self, domain: Domain) -> SeededDice:
        if self._opened is None:
            self._opened = {domain_name(self._domain): self}
        name = domain_name(domain)
        if name not in self._opened:
            self._opened[name] = self._sibling(domain)
        return self._opened[name]

    def _sibling(self, domain: Domain) -> SeededDice:
        other = SeededDice(self._seed, self._ply, domain)
        other._opened = self._opened
        return other

    def _refill(self) -> None:
        if not self._blocks:
            self._key = roll_key(self._seed, self._domain, self._ply)
        super()._refill()


# --- dice for tests and laws ----------------------------------------------------------------------


class OffScript(AssertionError):
    """A test's dice do not match the rule, because there are too few or too many faces, or a face
    is impossible.
    """


class ScriptedDice(Dice):
    """Dice that show the given faces in order.

    All domains share one script, as in `ScriptedDice(6, 5)`, except for domains with their own, as
    in `ScriptedDice(6, domains={"sealed": (1, 2)})`. Shuffles keep the order.
    """

    def __init__(
        self, *faces: int, domains: Mapping[Domain, Sequence[int]] | None = None, name: str = ""
    ) -> None:
        self._faces, self._used, self._name = faces, 0, name
        scripts = {domain_name(domain): script for domain, script in (domains or {}).items()}
        self._domains = {name: ScriptedDice(*script, name=name) for name, script in scripts.items()}

    def in_domain(self, domain: Domain) -> ScriptedDice:
        return self._domains.get(domain_name(domain), self)

    def die(self, sides: int) -> int:
        if self._used == len(self._faces):
            raise OffScript(
                f"{self._script()} has no faces left: a d{sides} is rolled after "
                f"{self._faces or 'no faces'}"
            )
        face = self._faces[self._used]
        self._used += 1
        if not 1 <= face <= sides:
            raise OffScript(
                f"face {self._used} of {self._script()} is {face}, which is not on a d{sides}"
            )
        return face

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in the given order."""
        return tuple(items)

    def assert_used(self) -> None:
        """Fail unless every face of every script was used."""
        if unused := self._faces[self._used :]:
            raise OffScript(
                f"{self._script()} still holds {unused}: the rule rolled fewer dice than the test "
                "expects"
            )
        for script in self._domains.values():
            script.assert_used()

    def _script(self) -> str:
        return f"the script of {self._name}" if self._name else "the script"


class Throw(NamedTuple):
    """The result of one die."""

    domain: str
    sides: int
    face: int


class Taped(Dice):
    """Dice that record all rolls of every domain on a tape, in order.

    `Taped(dice, position=3, face=2)` changes the roll at tape position 3. All other rolls remain
    the same.
    """

    def __init__(
        self,
        dice: Dice,
        *,
        position: int = -1,
        face: int = 0,
        domain: Domain = "public",
        tape: list[Throw] | None = None,
    ) -> None:
        self._dice, self._at, self._face, self._domain = dice, position, face, domain_name(domain)
        self.tape: list[Throw] = [] if tape is None else tape

    def in_domain(self, domain: Domain) -> Taped:
        return Taped(
            self._dice.in_domain(domain),
            position=self._at,
            face=self._face,
            domain=domain,
            tape=self.tape,
        )

    def die(self, sides: int) -> int:
        face = self._dice.die(sides)
        if len(self.tape) == self._at:
            face = self._face
        self.tape.append(Throw(self._domain, sides, face))
        return face


# --- exact odds -----------------------------------------------------------------------------------


class _NeedDie(Exception):
    def __init__(self, sides: int) -> None:
        self.sides = sides


class _Path(Dice):
    """Dice that follow one path through the tree of all possible rolls, and stop at its end."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces, self.used, self.odds = faces, 0, Fraction(1)

    def in_domain(self, domain: Domain) -> _Path:
        return self

    def die(self, sides: int) -> int:
        if self.used == len(self.faces):
            raise _NeedDie(sides)
        self.used += 1
        self.odds /= sides
        return self.faces[self.used - 1]


def every_roll(act: Callable[[Dice], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield every possible result with its exact odds, starting with the lowest faces.

    Use this only for a few dice, because the number of combinations grows exponentially.
    """
    pending: list[tuple[int, ...]] = [()]
    while pending:
        path = _Path(pending.pop())
        try:
            result = act(path)
        except _NeedDie as need:
            pending += [(*path.faces, face) for face in range(need.sides, 0, -1)]
        else:
            yield path.odds, result


class Odds(dict[T, Fraction], Generic[T]):
    """The probability of each result. Impossible results have probability 0."""

    def __missing__(self, result: T) -> Fraction:
        return Fraction(0)


def odds_of(act: Callable[[Dice], T]) -> Odds[T]:
    """Return the exact probability of each result of `act`.

    For example, `odds_of(lambda dice: sum(dice.roll(2)))[7] == Fraction(1, 6)`.
    """
    odds: Odds[T] = Odds()
    for chance, result in every_roll(act):
        odds[result] = odds[result] + chance
    return odds
