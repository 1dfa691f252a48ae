"""Possible shots with their targets and odds, and the form for firing."""

from __future__ import annotations

from typing import Final

from engine.game import IllegalMove
from engine.values import Seat, Value
from minigames.shambattle.doctrine import doctrine_volley
from minigames.shambattle.rules import fire
from minigames.shambattle.rules.geometry import numbers_within
from minigames.shambattle.rules.position import (
    enemies,
    enemies_touched,
    figures_on_table,
    is_captive,
    places_of,
)
from minigames.shambattle.rules.roster import ROSTER
from minigames.shambattle.rules.values import Shoot, Spot, Spray, Table, Volley
from play.tabletop.board import Answer, Choice, Draft, Field

from .codes import CODES, codes_of, full_name, inches_words, read_pair

FIRE_KEY: Final = "fire"
VOLLEY_KEY: Final = "volley"
MIN_VOLLEY: Final = 2
"""Minimum number of shots in a volley that is offered as a choice."""
AIM_KEY: Final = "aim"
UNKNOWN: Final = "Choose a shooter and a target."


class Sights(Value):
    """The shots and bursts that a figure can fire.

    `shots` are its aimed shots. `bursts` are its bursts straight at an enemy, each with all figures
    under the triangle. `sprays` is true if bursts in other directions are possible.
    """

    man: int
    shots: tuple[fire.Shooting, ...]
    bursts: tuple[tuple[int, Spot, tuple[int, ...]], ...]
    sprays: bool

    @property
    def is_open(self) -> bool:
        """Return whether the figure has any target."""
        return bool(self.shots or self.bursts or self.sprays)


def sights_of(table: Table, number: int) -> Sights:
    """Return the shots and bursts that this figure can fire."""
    enemy_numbers = enemies(table, number)
    in_spray_reach = (
        numbers_within(table.men[number].spot, places_of(table, enemy_numbers), fire.SPRAY_REACH)
        if ROSTER[number].weapon == "smg"
        else []
    )
    can_fire = fire.can_fire(table, number)
    bursts = []
    for aim, removed in fire.sprays_of(table, number):
        enemy = next(n for n in enemy_numbers if table.men[n].spot == aim)
        bursts.append((enemy, aim, removed))
    return Sights(
        man=number,
        shots=fire.shots_of(table, number),
        bursts=tuple(bursts),
        sprays=can_fire and bool(in_spray_reach),
    )


def all_sights(table: Table, seat: Seat) -> list[Sights]:
    """Return the shots and bursts that each figure of a side can fire."""
    return [sights_of(table, number) for number in figures_on_table(table, seat)]


def odds_words(shot: fire.Shooting) -> str:
    """Describe an aimed shot and its odds."""
    cover = [
        *(["steady at a console +1"] if shot.steady else []),
        *(["target behind a console −1"] if shot.covered else []),
    ]
    text = [f"{inches_words(shot.distance)} in", f"hits on {shot.needs} or more", *cover]
    return f"{', '.join(text)}: {shot.sixths} in 6"


def reason_not_to_fire(table: Table, number: int) -> str:
    """Return the reason why a figure cannot fire."""
    man = table.men[number]
    if is_captive(table, number):
        return "is a captive"
    if man.stun:
        return "is stunned"
    if man.fired:
        return "has fired"
    if enemies_touched(table, number):
        return "touches an enemy"
    return "has no one in range and line of fire"


# --- the form -------------------------------------------------------------------------------------


def chosen_figure(all_figures: list[Sights], draft: Draft | None) -> Sights | None:
    """Return the figure chosen in the form.

    If none is chosen, return the first one with a target.
    """
    chosen_code = draft.value("who") if draft is not None and draft.choice == FIRE_KEY else ""
    named_figure = next(
        (figure for figure in all_figures if CODES[figure.man] == chosen_code), None
    )
    return named_figure or next((figure for figure in all_figures if figure.is_open), None)


def volley_choice(table: Table, seat: Seat) -> Choice | None:
    """Return a choice that fires all the best shots (S35).

    Return None if there are fewer than two.
    """
    shots = doctrine_volley(table, seat)
    if len(shots) < MIN_VOLLEY:
        return None
    parts = []
    for shot in shots:
        if isinstance(shot, Shoot):
            parts.append(f"{CODES[shot.man]} at {CODES[shot.at]}")
        else:
            removed = fire.check_spray(table, seat, shot.man, shot.aim)
            table = fire.fire_burst(table, shot.man, removed)
            parts.append(f"{CODES[shot.man]} sprays {codes_of(removed)}")
    return Choice(
        key=VOLLEY_KEY,
        label="Fire all best shots",
        note=f"{'; '.join(parts)}. Figures that hold the platform keep still.",
        move=Volley(fire=shots),
        look="main",
    )


def fire_choice(table: Table, all_figures: list[Sights], draft: Draft | None) -> Choice:
    """Return the form for firing, with the targets of the chosen figure."""
    figure = chosen_figure(all_figures, draft)
    if figure is None or not any(each_figure.is_open for each_figure in all_figures):
        return Choice(
            key=FIRE_KEY,
            label="Fire",
            closed="No figure on your side has an enemy in range and line of fire.",
            fields=(Field(name="who", label="Who"),),
        )
    answers_who = tuple(
        Answer(
            value=CODES[each_figure.man],
            label=_shooter_label(each_figure),
            closed="" if each_figure.is_open else reason_not_to_fire(table, each_figure.man),
        )
        for each_figure in all_figures
    )
    fields = [Field(name="who", label="Shooter", answers=answers_who, value=CODES[figure.man])]
    answers = _answers(figure)
    fields.append(
        Field(
            name="at",
            label=f"{CODES[figure.man]} fires",
            answers=answers,
            value=answers[0].value if answers else "",
        )
    )
    if ROSTER[figure.man].weapon == "smg":
        fields.append(
            Field(
                name=AIM_KEY,
                label="Spray towards",
                kind="text",
                high=15,
                help="A place, such as 31.5, 18.",
            )
        )
    return Choice(
        key=FIRE_KEY,
        label="Fire",
        note=_note(table, figure, draft),
        fields=tuple(fields),
        previews=True,
        look="main",
    )


def _answers(figure: Sights) -> tuple[Answer, ...]:
    """Return the possible bursts and aimed shots of a figure as answers in the form."""
    bursts = [
        Answer(
            value=f"spray-{CODES[enemy]}",
            label=f"Spray towards {CODES[enemy]}: removes {codes_of(removed)}, no die",
        )
        for enemy, _, removed in figure.bursts
    ]
    shots = [
        Answer(
            value=f"shot-{CODES[shot.at]}",
            label=f"Shot at {full_name(shot.at)}: {odds_words(shot)}",
        )
        for shot in figure.shots
    ]
    aimed_by_hand = (
        [Answer(value=AIM_KEY, label="Spray towards the place below")]
        if ROSTER[figure.man].weapon == "smg"
        else []
    )
    return (*bursts, *shots, *aimed_by_hand)


def _shooter_label(figure: Sights) -> str:
    count = len(figure.shots)
    return (
        (
            f"{full_name(figure.man)}: {count} "
            f"shot{'' if count == 1 else 's'}{', spray' if figure.bursts else ''}"
        )
        if figure.is_open
        else full_name(figure.man)
    )


def _note(table: Table, figure: Sights, draft: Draft | None) -> str:
    reach = fire.RANGES[ROSTER[figure.man].weapon]
    text = (
        f"{CODES[figure.man]} hits on 4 or more up to {inches_words(reach.near)} in, on 5 or more "
        f"up to {inches_words(reach.far)} in."
    )
    if draft is None or draft.choice != FIRE_KEY:
        return text
    if not figure.is_open:
        return f"{full_name(figure.man)} {reason_not_to_fire(table, figure.man)}."
    try:
        move = _drafted_shot(table, figure, draft)
        if isinstance(move, Shoot):
            return (
                f"{CODES[figure.man]} at {CODES[move.at]}: "
                f"{odds_words(fire.check_shot(table, ROSTER[move.man].side, move.man, move.at))}."
            )
        return (
            f"{CODES[figure.man]} sprays: "
            f"{codes_of(fire.check_spray(table, ROSTER[move.man].side, move.man, move.aim))} out, "
            "no die."
        )
    except IllegalMove as refused:
        return f"{text} Not possible: {refused.sentence}"


def drawn_target(
    table: Table, figure: Sights, draft: Draft | None
) -> tuple[int | None, Spot | None]:
    """Return the target or the spray's aim in the form, so that it can be drawn.

    Both are None if the form is not valid.
    """
    if not figure.is_open:
        return None, None
    try:
        move = _drafted_shot(table, figure, draft)
    except IllegalMove:
        return None, None
    return (move.at, None) if isinstance(move, Shoot) else (None, move.aim)


def _drafted_shot(table: Table, figure: Sights, draft: Draft | None) -> Shoot | Spray:
    """Return the shot that this figure fires according to the form.

    If the form's target belongs to another figure, return the first possible shot. Raise
    IllegalMove if the place is invalid.
    """
    offered = [answer.value for answer in _answers(figure)]
    form = draft if draft is not None and draft.choice == FIRE_KEY else Draft(choice=FIRE_KEY)
    target = form.value("at")
    return _make_shot(
        table, figure.man, target if target in offered else offered[0], form.value(AIM_KEY)
    )


def read_fire(table: Table, draft: Draft) -> Shoot | Spray:
    """Return the shot in a form. Raise IllegalMove if the form has no valid target."""
    if draft.value("who") not in CODES:
        raise IllegalMove(UNKNOWN)
    return _make_shot(
        table, CODES.index(draft.value("who")), draft.value("at"), draft.value(AIM_KEY)
    )


def _make_shot(table: Table, man: int, answer: str, aim: str) -> Shoot | Spray:
    kind, _, target = answer.partition("-")
    if kind == AIM_KEY:
        return Spray(man=man, aim=read_pair(aim))
    if target not in CODES or kind not in ("shot", "spray"):
        raise IllegalMove(UNKNOWN)
    number = CODES.index(target)
    return (
        Shoot(man=man, at=number) if kind == "shot" else Spray(man=man, aim=table.men[number].spot)
    )
