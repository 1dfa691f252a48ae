"""Placing both counters (P3): two squares typed in, or one of the placings that doctrine
proposes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove
from engine.values import Seat, changed
from espionage.rules.ambush.doctrine import Doctrine
from espionage.rules.ambush.ground import OFF, SIDE
from espionage.rules.ambush.odds import shots
from espionage.rules.ambush.placing import check_place, prey_edge, stands
from espionage.rules.ambush.terrain import terrain_of
from espionage.rules.ambush.values import Place
from play.tabletop.board import Choice, Field

from .plan_form import odds_words, picture_field, read_square
from .squares import name_of, seen_from, square_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from espionage.rules.ambush.call import Tactics
    from espionage.rules.ambush.numbers import Numbers
    from espionage.rules.ambush.values import Move, Own, View
    from play.tabletop.board import Draft

KEY: Final = "place"
COVER: Final = "cover"
COVER_LABEL: Final = "Place for me: behind cover"
PROPOSALS: Final[dict[Tactics, str]] = {
    "cautious": "Place for me: cautiously",
    "aggressive": "Place for me: close, to attack",
    "flee_first": "Place for me: near an edge",
}


def place_choice(view: View, own: Own, draft: Draft | None) -> Choice:
    """Two squares to type in."""
    numbers = view.table.numbers
    where = (
        f"{numbers.nearest} to {numbers.farthest} squares apart. You must be {numbers.from_edge} "
        f"or more squares from every edge, and the enemy {prey_edge(numbers)} or more. "
        f"{_sight(numbers)}"
    )
    note = (
        f"{where} "
        f"Columns run from A in the west to AV in the east, rows from 1 in the north to {SIDE} "
        "in the south."
    )
    if draft is not None and draft.choice == KEY:
        note = _drafted(view, own, draft)
    fields = (
        Field(name="mine", label="Your own square", kind="text", high=5, help="For example H12."),
        Field(
            name="enemy", label="The enemy’s square", kind="text", high=5, help="For example H30."
        ),
        picture_field(),
    )
    return Choice(key=KEY, label="Place both", note=note, fields=fields, previews=True)


def _sight(numbers: Numbers) -> str:
    """Whether a hidden start may be chosen (P36)."""
    if not numbers.hidden_start:
        return "You must be in sight of each other."
    return (
        "You do not have to see each other. If you are out of sight, only you know where the "
        "other starts."
    )


def _drafted(view: View, own: Own, draft: Draft) -> str:
    try:
        place = read_place(draft)
        check_place(view.table, place)
    except IllegalMove as refused:
        return f"Not possible yet. {refused.sentence}"
    return f"Your positions: {placing_words(view, own, place)}"


def read_place(draft: Draft) -> Place:
    """The placing that the fields mean. Raises IllegalMove for what is no square."""
    mine = read_square(draft.one("mine"), "Your own square")
    return Place(ambusher=mine, ambushed=read_square(draft.one("enemy"), "The enemy’s square"))


def typed(draft: Draft | None) -> tuple[int, int]:
    """The squares that have been typed so far; OFF for what is none."""
    if draft is None or draft.choice != KEY:
        return OFF, OFF
    found = [square_of(draft.one(name)) for name in ("mine", "enemy")]
    return OFF if found[0] is None else found[0], OFF if found[1] is None else found[1]


def proposals(view: View) -> Iterator[Choice]:
    """Yield a placing behind cover and one placing of each doctrine, rolled with fixed dice."""
    own = view.own
    if own is None:
        return
    known = set()
    for key, label, place in ((COVER, COVER_LABEL, covered_place(view)), *_of_doctrines(view)):
        if isinstance(place, Place) and place not in known:
            known.add(place)
            yield Choice(
                key=f"{KEY}.{key}",
                label=label,
                note=placing_words(view, own, place),
                move=place,
            )


def _of_doctrines(view: View) -> Iterator[tuple[str, str, Move]]:
    for tactics, label in PROPOSALS.items():
        dice = SeededDice(seed_from(f"placing, {tactics}"), 0)
        yield tactics, label, Doctrine(tactics).choose(view, Seat(0), dice)


def covered_place(view: View) -> Place | None:
    """Return the placing in which only the ambusher has cover and the victim has the longest way
    out; None if the map has none.
    """
    covered = [stand for stand in stands(view.table.ground, view.table.numbers) if stand.cover > 0]
    best = max(covered, key=lambda stand: stand.prey_way_out, default=None)
    return best.place if best else None


def placing_words(view: View, own: Own, place: Place) -> str:
    """Return where the two would stand, who has cover, and the odds of a shot in turn 1 (P37)."""
    terrain = terrain_of(view.table.ground)
    line = terrain.line(place.ambusher, place.ambushed)
    mine, theirs = (
        terrain.covers(line or (), place.ambushed),
        terrain.covers(line or (), place.ambusher),
    )
    if line is None:
        return (
            f"You at {name_of(place.ambusher)}, the enemy "
            f"{seen_from(place.ambusher, place.ambushed)}. Hidden start: neither of you sees the "
            "other."
        )
    cover = {
        (True, True): "Both have cover.",
        (True, False): "You have cover.",
        (False, True): "The enemy has cover.",
    }
    words = (
        f"You at {name_of(place.ambusher)}, the enemy {seen_from(place.ambusher, place.ambushed)}. "
    )
    words += cover.get((mine, theirs), "No one has cover.")
    mark = changed(own.mark, at=place.ambushed, in_sight=True)
    man = changed(own.man, at=place.ambusher, moved=bool(view.table.numbers.springs))
    there = changed(view, own=changed(own, man=man, mark=mark))
    first, moving = shots(there)[0], shots(there, target_moving=True)[0]
    if first.hindrance:
        return words
    return f"{words} {first.name}: {odds_words(first, moving)}."
