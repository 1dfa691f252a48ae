"""What players are called on the board: their number, by which notes and votes name them, and their
name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from play.tabletop.board import is_bot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.values import Seat
    from minigames.achtung.rules.values import View


BOT_NAMES: Final = (
    "Badger", "Beaver", "Beetle", "Bison", "Cobra", "Condor", "Coyote", "Dingo", "Falcon", "Ferret",
    "Finch", "Gecko", "Gibbon", "Heron", "Hornet", "Husky", "Ibis", "Jackal", "Kestrel", "Lemming",
    "Lizard", "Lynx", "Magpie", "Marmot", "Marten", "Mongoose", "Newt", "Otter", "Panther",
    "Parrot", "Pigeon", "Possum", "Puffin", "Raven", "Stoat", "Toad", "Viper", "Weasel", "Wombat",
    "Zebra",
)  # fmt: skip
"""Enough for the largest table, and none of them a class."""


def title_of(seat: int) -> str:
    """What a seat is called, whoever sits there."""
    return f"Number {seat + 1}"


def name_of(names: Sequence[str], seat: Seat | int) -> str:
    """The name alone; "" for a seat that has none but its title."""
    title = title_of(seat)
    name = names[seat].removesuffix(f", {title}")
    return "" if name in {title, f"Seat {seat + 1}"} else name


def called(names: Sequence[str], seat: Seat | int) -> str:
    """Number and name: "3 anna"."""
    return f"{seat + 1} {name_of(names, seat)}".rstrip()


def brief(names: Sequence[str], seat: Seat | int, letters: int) -> str:
    """The name in so many letters."""
    name = name_of(names, seat)
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def listing(names: Sequence[str], seats: Iterable[Seat | int]) -> str:
    """Several players: "1 anna, 3 Otter and 5 carla"."""
    return joined([called(names, seat) for seat in seats])


def with_kinds(names: Sequence[str], seats: Iterable[Seat | int]) -> str:
    """The same, with a word at those who are bots: "1 anna, 3 Otter (bot)"."""
    return joined(
        [
            f"{called(names, seat)} (bot)" if is_bot(names, seat) else called(names, seat)
            for seat in seats
        ]
    )


def joined(words: Sequence[str]) -> str:
    """Words with commas between them, and an "and"."""
    return (
        " and ".join([words for words in (", ".join(words[:-1]), words[-1]) if words])
        if words
        else "nobody"
    )


def side_of(view: View) -> int | None:
    """The team this view is of; None for a spectator."""
    return None if view.seat is None or view.own is None else view.table.sides[view.seat]


def half(points: int) -> str:
    """Half wins as wins: "1½"."""
    whole, rest = divmod(points, 2)
    return f"{whole or ('' if rest else 0)}{'½' if rest else ''}"
