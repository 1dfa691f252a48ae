"""The form for placing both counters (P3).

Players enter two squares or choose a suggested placing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ambush.doctrine import Doctrine
from ambush.rules.call import Tactics
from ambush.rules.ground import OFF_MAP, SIDE
from ambush.rules.numbers import Numbers
from ambush.rules.odds import possible_attacks
from ambush.rules.placing import check_place, prey_edge, rated_placings
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Move, Own, Place, View
from engine.dice import SeededDice, seed_from
from engine.game import IllegalMove
from engine.values import Seat, changed
from play.tabletop.board import Choice, Draft, Field

from .plan_form import odds_words, picture_field, read_square
from .squares import seen_from, square_name, square_with_name

PLACE_KEY: Final = "place"
COVER_KEY: Final = "cover"
COVER_LABEL: Final = "Place for me: behind cover"
DOCTRINE_LABELS: Final[dict[Tactics, str]] = {
    "cautious": "Place for me: cautiously",
    "aggressive": "Place for me: close, to attack",
    "flee_first": "Place for me: near an edge",
}


def place_choice(view: View, own_state: Own, draft: Draft | None) -> Choice:
    """Return a choice with two squares to enter."""
    numbers = view.table.numbers
    distance_words = (
        f"{numbers.nearest} to {numbers.farthest} squares apart. You must be {numbers.from_edge} "
        f"or more squares from every edge, and the enemy {prey_edge(numbers)} or more. "
        f"{_hidden_start_words(numbers)}"
    )
    note = (
        f"{distance_words} "
        f"Columns run from A in the west to AV in the east, rows from 1 in the north to {SIDE} "
        "in the south."
    )
    if draft is not None and draft.choice == PLACE_KEY:
        note = _draft_words(view, own_state, draft)
    fields = (
        Field(name="mine", label="Your own square", kind="text", high=5, help="For example H12."),
        Field(
            name="enemy", label="The enemy’s square", kind="text", high=5, help="For example H30."
        ),
        picture_field(),
    )
    return Choice(key=PLACE_KEY, label="Place both", note=note, fields=fields, previews=True)


def _hidden_start_words(numbers: Numbers) -> str:
    """Return a sentence that says whether a hidden start is allowed (P36)."""
    if not numbers.hidden_start:
        return "You must be in sight of each other."
    return (
        "You do not have to see each other. If you are out of sight, only you know where the "
        "other starts."
    )


def _draft_words(view: View, own_state: Own, draft: Draft) -> str:
    try:
        place = read_place(draft)
        check_place(view.table, place)
    except IllegalMove as refusal:
        return f"Not possible yet. {refusal.sentence}"
    return f"Your positions: {placing_words(view, own_state, place)}"


def read_place(draft: Draft) -> Place:
    """Return the placing entered in the fields. Raise IllegalMove for an invalid square."""
    own_square = read_square(draft.value("mine"), "Your own square")
    return Place(
        ambusher=own_square, ambushed=read_square(draft.value("enemy"), "The enemy’s square")
    )


def typed_squares(draft: Draft | None) -> tuple[int, int]:
    """Return the squares entered so far. Invalid squares are returned as OFF_MAP."""
    if draft is None or draft.choice != PLACE_KEY:
        return OFF_MAP, OFF_MAP
    squares = [square_with_name(draft.value(name)) for name in ("mine", "enemy")]
    return OFF_MAP if squares[0] is None else squares[0], OFF_MAP if squares[
        1
    ] is None else squares[1]


def suggested_placings(view: View) -> Iterator[Choice]:
    """Yield a placing behind cover and a placing for each doctrine. The dice are fixed."""
    own_state = view.own
    if own_state is None:
        return
    offered = set()
    for key, label, place in (
        (COVER_KEY, COVER_LABEL, covered_place(view)),
        *_doctrine_placings(view),
    ):
        if isinstance(place, Place) and place not in offered:
            offered.add(place)
            yield Choice(
                key=f"{PLACE_KEY}.{key}",
                label=label,
                note=placing_words(view, own_state, place),
                move=place,
            )


def _doctrine_placings(view: View) -> Iterator[tuple[str, str, Move]]:
    for tactics, label in DOCTRINE_LABELS.items():
        dice = SeededDice(seed_from(f"placing, {tactics}"), 0)
        yield tactics, label, Doctrine(tactics).choose(view, Seat(0), dice)


def covered_place(view: View) -> Place | None:
    """Return the placing with the longest way out in which only the ambusher has cover.

    Return None if there is no such placing.
    """
    covered_placings = [
        placing
        for placing in rated_placings(view.table.ground, view.table.numbers)
        if placing.cover > 0
    ]
    best_placing = max(covered_placings, key=lambda placing: placing.prey_steps_out, default=None)
    return best_placing.place if best_placing else None


def placing_words(view: View, own_state: Own, place: Place) -> str:
    """Describe a placing: positions, cover, and the odds of a shot in turn 1 (P37)."""
    terrain = terrain_of(view.table.ground)
    line = terrain.line_of_sight(place.ambusher, place.ambushed)
    has_own_cover, has_enemy_cover = (
        terrain.gives_cover(line or (), place.ambushed),
        terrain.gives_cover(line or (), place.ambusher),
    )
    if line is None:
        return (
            f"You at {square_name(place.ambusher)}, the enemy "
            f"{seen_from(place.ambusher, place.ambushed)}. Hidden start: neither of you sees the "
            "other."
        )
    cover = {
        (True, True): "Both have cover.",
        (True, False): "You have cover.",
        (False, True): "The enemy has cover.",
    }
    text = (
        f"You at {square_name(place.ambusher)}, the enemy "
        f"{seen_from(place.ambusher, place.ambushed)}. "
    )
    text += cover.get((has_own_cover, has_enemy_cover), "No one has cover.")
    mark = changed(own_state.mark, at=place.ambushed, in_sight=True)
    man = changed(own_state.man, at=place.ambusher, moved=bool(view.table.numbers.springs))
    view_after_placing = changed(view, own=changed(own_state, man=man, mark=mark))
    standing_shot, moving_shot = (
        possible_attacks(view_after_placing)[0],
        possible_attacks(view_after_placing, target_moving=True)[0],
    )
    if standing_shot.hindrance:
        return text
    return f"{text} {standing_shot.name}: {odds_words(standing_shot, moving_shot)}."
