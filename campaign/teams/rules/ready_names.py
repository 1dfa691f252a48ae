"""Names of teams, people and cars, for those who would rather play than think of one. Who draws
from them gives a seed; the same seed draws the same names, but for those that are taken.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Final

from core.web.text import lookup_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST: Final = _words(
    "Ada Alma Anton Basil Bela Cass Clara Dora Edda Elias Ezra Felix Greta Gus Hanna Hugo Ida "
    "Ilse Iris Ivo Jana Jonas Karin Kit Leo Lotte Magda Marek Mina Nadja Nils Olga Oskar Petra "
    "Quinn Roza Rufus Sela Tilda Vera"
)
LAST: Final = _words(
    "Adler Amsel Bishop Brandt Castor Crane Dietz Drake Egge Falk Fenn Galt Grieg Hale Hobart "
    "Ivers Jansen Keller Kade Lorne Lund Marlow Moss Nyman Orr Pell Pike Quist Rask Reave Sable "
    "Stroud Thorn Tyne Ulm Vane Voss Wren Yates Zoller"
)
HOUSES: Final = _words(
    "Ashgrove Beacon Canyon Cinder Compass Delta Eastgate Foxglove Gallows Granite Harbour "
    "Ironwood Juniper Kestrel Lantern Mercury Meridian Nightjar Outpost Palisade Quarry Riverside "
    "Summit Tollgate"
)
"""No colours: a team has one of its own."""
TRADES: Final = _words(
    "Armoury Brokers Couriers Depot Exchange Foundry Freight Garage Haulage Holdings Imports "
    "Lines Logistics Motors Partners Post Salvage Security Services Supply Transit Union "
    "Warehouse Works"
)

MANNERS: Final = _words(
    "Angry Bold Clever Crooked Dusty Early Feral Hollow Hungry Late Limping Lucky Nimble Old "
    "Patient Quiet Restless Sleepless Stubborn Thirsty Velvet Wandering Wild Wily"
)
"""No colours: cars have their team's."""
BEASTS: Final = _words(
    "Adder Badger Bison Cormorant Coyote Falcon Ferret Fox Hare Hornet Jackal Lynx Magpie Mantis "
    "Marten Mule Otter Raven Scorpion Shrike Stoat Viper Weasel Wolf"
)


def ranked(seed: str, names: Sequence[str]) -> list[str]:
    """These names in the order that the seed gives them."""
    return sorted(names, key=lambda name: sha256(f"{seed}/{name}".encode()).digest())


def people_names(seed: str, number: int, taken: Iterable[str]) -> tuple[str, ...]:
    """So many names of people of which none is taken; while the lists last, no two of them share a
    first or a last name.
    """
    return tuple(islice(_free(_pairs(seed, FIRST, LAST), taken), number)) if number else ()


def car_names(seed: str, number: int, taken: Iterable[str]) -> tuple[str, ...]:
    """Return so many names of cars, fewer if the lists run out; `taken` are names to leave out."""
    return tuple(islice(_free(_pairs(seed, MANNERS, BEASTS), taken), number))


def team_name(seed: str, number: int, taken: Iterable[str]) -> str:
    """The `number`th name of a team for this seed, counted from 0, that nobody has; "" when all are
    taken.
    """
    free = list(_free(_pairs(seed, HOUSES, TRADES), taken))
    return free[number % len(free)] if free else ""


def _pairs(seed: str, first: Sequence[str], last: Sequence[str]) -> Iterator[str]:
    """Every pair once. The lists are equally long, so a shift of one against the other repeats
    none.
    """
    before, after = ranked(seed, first), ranked(seed, last)
    for shift in range(len(after)):
        for at, name in enumerate(before):
            yield f"{name} {after[(at + shift) % len(after)]}"


def _free(names: Iterable[str], taken: Iterable[str]) -> Iterator[str]:
    gone = {lookup_key(name) for name in taken}
    return (name for name in names if lookup_key(name) not in gone)
