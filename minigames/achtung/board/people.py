"""How players are named on the board: by the number used in notes and votes, and by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.values import Seat
from engine.words import join_items
from minigames.achtung.rules.values import View
from play.tabletop.board import is_bot

BOT_NAMES: Final = (
    "Badger", "Beaver", "Beetle", "Bison", "Cobra", "Condor", "Coyote", "Dingo", "Falcon", "Ferret",
    "Finch", "Gecko", "Gibbon", "Heron", "Hornet", "Husky", "Ibis", "Jackal", "Kestrel", "Lemming",
    "Lizard", "Lynx", "Magpie", "Marmot", "Marten", "Mongoose", "Newt", "Otter", "Panther",
    "Parrot", "Pigeon", "Possum", "Puffin", "Raven", "Stoat", "Toad", "Viper", "Weasel", "Wombat",
    "Zebra",
)  # fmt: skip
"""Default names of bots, which are enough for the largest table. None of them is a class name."""


def title_of(seat: int) -> str:
    """Return the title of a seat."""
    return f"Number {seat + 1}"


def name_of(names: Sequence[str], seat: Seat | int) -> str:
    """Return a player's name, or "" if the seat has none."""
    title = title_of(seat)
    name = names[seat].removesuffix(f", {title}")
    return "" if name in {title, f"Seat {seat + 1}"} else name


def number_and_name(names: Sequence[str], seat: Seat | int) -> str:
    """Return a player's number and name, such as "3 anna"."""
    return f"{seat + 1} {name_of(names, seat)}".rstrip()


def short_name(names: Sequence[str], seat: Seat | int, letters: int) -> str:
    """Return a player's name, shortened to this many letters."""
    name = name_of(names, seat)
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def listing(names: Sequence[str], seats: Iterable[Seat | int]) -> str:
    """Return a list of players, such as "1 anna, 3 Otter and 5 carla"."""
    return join_items([number_and_name(names, seat) for seat in seats], "nobody")


def listing_with_bots(names: Sequence[str], seats: Iterable[Seat | int]) -> str:
    """Return a list of players in which bots are marked, such as "1 anna, 3 Otter (bot)"."""
    return join_items(
        [
            f"{number_and_name(names, seat)} (bot)"
            if is_bot(names, seat)
            else number_and_name(names, seat)
            for seat in seats
        ],
        "nobody",
    )


def side_of(view: View) -> int | None:
    """Return the team that this view belongs to, or None for a spectator."""
    return None if view.seat is None or view.own is None else view.table.sides[view.seat]


def wins_words(points: int) -> str:
    """Return a number of half wins as a number of wins, such as "1½"."""
    wins, remainder = divmod(points, 2)
    return f"{wins or ('' if remainder else 0)}{'½' if remainder else ''}"
