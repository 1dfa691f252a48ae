"""What players are called on the board: their number, by which notes and votes name them, and their name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.values import Seat
    from minigames.achtung.rules.values import View


def title_of(seat: int) -> str:
    """What a seat is called, whoever sits there."""
    return f"Number {seat + 1}"


def name_of(names: Sequence[str], seat: Seat | int) -> str:
    """The name alone, "Bot" for any bot; "" for a seat that has none but its title."""
    title = title_of(seat)
    name = names[seat].removesuffix(f", {title}")
    if name.startswith("Bot ("):
        return "Bot"
    return "" if name in {title, f"Seat {seat + 1}"} else name


def called(names: Sequence[str], seat: Seat | int) -> str:
    """Number and name: "3 anna"."""
    return f"{seat + 1} {name_of(names, seat)}".rstrip()


def brief(names: Sequence[str], seat: Seat | int, letters: int) -> str:
    """The name in so many letters."""
    name = name_of(names, seat)
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def listing(names: Sequence[str], seats: Iterable[Seat | int]) -> str:
    """Several players: "1 anna, 3 Bot and 5 carla"."""
    return joined([called(names, seat) for seat in seats])


def joined(words: Sequence[str]) -> str:
    """Words with commas between them, and an "and"."""
    return " and ".join([words for words in (", ".join(words[:-1]), words[-1]) if words]) if words else "nobody"


def side_of(view: View) -> int | None:
    """The team this view is of; None for a spectator."""
    return None if view.seat is None or view.own is None else view.table.sides[view.seat]


def half(points: int) -> str:
    """Half wins as wins: "1½"."""
    whole, rest = divmod(points, 2)
    return f"{whole or ('' if rest else 0)}{'½' if rest else ''}"
