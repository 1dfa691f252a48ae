"""Random names of teams, people and cars.

The same seed always gives the same names, except for names that are taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Final

from core.web.text import lookup_key


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST_NAMES: Final = _split(
    "Ada Alma Anton Basil Bela Cass Clara Dora Edda Elias Ezra Felix Greta Gus Hanna Hugo Ida "
    "Ilse Iris Ivo Jana Jonas Karin Kit Leo Lotte Magda Marek Mina Nadja Nils Olga Oskar Petra "
    "Quinn Roza Rufus Sela Tilda Vera"
)
LAST_NAMES: Final = _split(
    "Adler Amsel Bishop Brandt Castor Crane Dietz Drake Egge Falk Fenn Galt Grieg Hale Hobart "
    "Ivers Jansen Keller Kade Lorne Lund Marlow Moss Nyman Orr Pell Pike Quist Rask Reave Sable "
    "Stroud Thorn Tyne Ulm Vane Voss Wren Yates Zoller"
)
TEAM_NAMES: Final = _split(
    "Ashgrove Beacon Canyon Cinder Compass Delta Eastgate Foxglove Gallows Granite Harbour "
    "Ironwood Juniper Kestrel Lantern Mercury Meridian Nightjar Outpost Palisade Quarry Riverside "
    "Summit Tollgate"
)
"""First words of team names. They contain no colours, because each team has its own colour."""
TRADES: Final = _split(
    "Armoury Brokers Couriers Depot Exchange Foundry Freight Garage Haulage Holdings Imports "
    "Lines Logistics Motors Partners Post Salvage Security Services Supply Transit Union "
    "Warehouse Works"
)

CAR_TRAITS: Final = _split(
    "Angry Bold Clever Crooked Dusty Early Feral Hollow Hungry Late Limping Lucky Nimble Old "
    "Patient Quiet Restless Sleepless Stubborn Thirsty Velvet Wandering Wild Wily"
)
"""First words of car names. They contain no colours, because cars have the colour of their team."""
CAR_ANIMALS: Final = _split(
    "Adder Badger Bison Cormorant Coyote Falcon Ferret Fox Hare Hornet Jackal Lynx Magpie Mantis "
    "Marten Mule Otter Raven Scorpion Shrike Stoat Viper Weasel Wolf"
)


def shuffle(seed: str, names: Sequence[str]) -> list[str]:
    """Return the names in an order that depends only on the seed."""
    return sorted(names, key=lambda name: sha256(f"{seed}/{name}".encode()).digest())


def people_names(seed: str, number: int, taken_names: Iterable[str]) -> tuple[str, ...]:
    """Return `number` names of people that are not taken.

    First and last names are repeated only if the lists run out.
    """
    return (
        tuple(islice(_free_names(_pairs(seed, FIRST_NAMES, LAST_NAMES), taken_names), number))
        if number
        else ()
    )


def car_names(seed: str, number: int, taken_names: Iterable[str]) -> tuple[str, ...]:
    """Return `number` names of cars that are not taken, or fewer if the lists run out."""
    return tuple(islice(_free_names(_pairs(seed, CAR_TRAITS, CAR_ANIMALS), taken_names), number))


def team_name(seed: str, number: int, taken_names: Iterable[str]) -> str:
    """Return a free team name for this seed, or "" if all names are taken.

    `number` is the index of the name, starting from 0. It wraps around at the end of the list.
    """
    free = list(_free_names(_pairs(seed, TEAM_NAMES, TRADES), taken_names))
    return free[number % len(free)] if free else ""


def _pairs(seed: str, first: Sequence[str], last: Sequence[str]) -> Iterator[str]:
    """Yield each pair of words once.

    Both lists have the same length. Shifting one list against the other therefore repeats no pair.
    """
    first_words, last_words = shuffle(seed, first), shuffle(seed, last)
    for shift in range(len(last_words)):
        for index, name in enumerate(first_words):
            yield f"{name} {last_words[(index + shift) % len(last_words)]}"


def _free_names(names: Iterable[str], taken_names: Iterable[str]) -> Iterator[str]:
    taken_keys = {lookup_key(name) for name in taken_names}
    return (name for name in names if lookup_key(name) not in taken_keys)
