"""Who could fire, at whom, with what odds; and a shot as its form says it."""

from __future__ import annotations

from typing import Final

from engine.game import IllegalMove
from engine.values import Seat, Value
from minigames.shambattle.doctrine import volley
from minigames.shambattle.rules import fire
from minigames.shambattle.rules.geometry import nearby
from minigames.shambattle.rules.position import enemies, is_captive, spots, standing, touched
from minigames.shambattle.rules.roster import ROSTER
from minigames.shambattle.rules.values import Shoot, Spot, Spray, Table, Volley
from play.tabletop.board import Answer, Choice, Draft, Field

from .codes import CODES, called, codes, inches, read_pair

KEY: Final = "fire"
VOLLEY: Final = "volley"
ENOUGH: Final = 2
"""So many who fire make a volley."""
AIM: Final = "aim"
UNKNOWN: Final = "Choose a shooter and a target."


class Sights(Value):
    """What a figure could fire now: its aimed shots, its bursts straight at an enemy with everybody
    under them, and whether others may be open.
    """

    man: int
    shots: tuple[fire.Shooting, ...]
    bursts: tuple[tuple[int, Spot, tuple[int, ...]], ...]
    sprays: bool

    @property
    def is_open(self) -> bool:
        """Whether there is anything to fire at."""
        return bool(self.shots or self.bursts or self.sprays)


def sights(table: Table, number: int) -> Sights:
    """What this figure could fire now."""
    foes = enemies(table, number)
    near = (
        nearby(table.men[number].spot, spots(table, foes), fire.SPRAYED_WITHIN)
        if ROSTER[number].weapon == "smg"
        else []
    )
    able = fire.can_fire(table, number)
    bursts = []
    for aim, hit in fire.sprays(table, number):
        foe = next(n for n in foes if table.men[n].spot == aim)
        bursts.append((foe, aim, hit))
    return Sights(
        man=number,
        shots=fire.shots(table, number),
        bursts=tuple(bursts),
        sprays=able and bool(near),
    )


def all_sights(table: Table, seat: Seat) -> list[Sights]:
    """What everybody of a side could fire now."""
    return [sights(table, number) for number in standing(table, seat)]


def odds_words(shot: fire.Shooting) -> str:
    """An aimed shot before it is fired."""
    cover = [
        *(["steady at a console +1"] if shot.steady else []),
        *(["target behind a console −1"] if shot.covered else []),
    ]
    words = [f"{inches(shot.distance)} in", f"hits on {shot.needs} or more", *cover]
    return f"{', '.join(words)}: {shot.sixths} in 6"


def why_not(table: Table, number: int) -> str:
    """Why a figure has nothing to fire."""
    man = table.men[number]
    if is_captive(table, number):
        return "is a captive"
    if man.stun:
        return "is stunned"
    if man.fired:
        return "has fired"
    if touched(table, number):
        return "touches an enemy"
    return "has no one in range and line of fire"


# --- the form -------------------------------------------------------------------------------------


def chosen(found: list[Sights], draft: Draft | None) -> Sights | None:
    """The figure that the form is about: the one that was chosen, else the first that has somebody
    to fire at.
    """
    wanted = draft.one("who") if draft is not None and draft.choice == KEY else ""
    named = next((each for each in found if CODES[each.man] == wanted), None)
    return named or next((each for each in found if each.is_open), None)


def volley_choice(table: Table, seat: Seat) -> Choice | None:
    """All best shots as one press (S35); None where fewer than two would fire."""
    told = volley(table, seat)
    if len(told) < ENOUGH:
        return None
    words = []
    for each in told:
        if isinstance(each, Shoot):
            words.append(f"{CODES[each.man]} at {CODES[each.at]}")
        else:
            hit = fire.check_spray(table, seat, each.man, each.aim)
            table = fire.spray(table, each.man, hit)
            words.append(f"{CODES[each.man]} sprays {codes(hit)}")
    return Choice(
        key=VOLLEY,
        label="Fire all best shots",
        note=f"{'; '.join(words)}. Figures that hold the platform keep still.",
        move=Volley(fire=told),
        look="main",
    )


def fire_choice(table: Table, found: list[Sights], draft: Draft | None) -> Choice:
    """The form of a shot; its targets are those of the chosen figure."""
    one = chosen(found, draft)
    if one is None or not any(each.is_open for each in found):
        return Choice(
            key=KEY,
            label="Fire",
            closed="No figure on your side has an enemy in range and line of fire.",
            fields=(Field(name="who", label="Who"),),
        )
    who = tuple(
        [
            Answer(
                value=CODES[each.man],
                label=_who_words(each),
                closed="" if each.is_open else why_not(table, each.man),
            )
            for each in found
        ]
    )
    fields = [Field(name="who", label="Who fires", answers=who, value=CODES[one.man])]
    answers = _answers(one)
    fields.append(
        Field(
            name="at",
            label=f"{CODES[one.man]} fires",
            answers=answers,
            value=answers[0].value if answers else "",
        )
    )
    if ROSTER[one.man].weapon == "smg":
        fields.append(
            Field(
                name=AIM,
                label="Spray towards",
                kind="text",
                high=15,
                help="A place, such as 31.5, 18.",
            )
        )
    return Choice(
        key=KEY,
        label="Fire",
        note=_note(table, one, draft),
        fields=tuple(fields),
        previews=True,
        look="main",
    )


def _answers(one: Sights) -> tuple[Answer, ...]:
    """What this figure may be told to fire, what is surest first."""
    bursts = [
        Answer(
            value=f"spray-{CODES[foe]}",
            label=f"Spray towards {CODES[foe]}: removes {codes(hit)}, no die",
        )
        for foe, _, hit in one.bursts
    ]
    shots = [
        Answer(
            value=f"shot-{CODES[shot.at]}", label=f"Shot at {called(shot.at)}: {odds_words(shot)}"
        )
        for shot in one.shots
    ]
    anywhere = (
        [Answer(value=AIM, label="Spray towards the place below")]
        if ROSTER[one.man].weapon == "smg"
        else []
    )
    return (*bursts, *shots, *anywhere)


def _who_words(each: Sights) -> str:
    count = len(each.shots)
    return (
        (
            f"{called(each.man)}: {count} "
            f"shot{'' if count == 1 else 's'}{', spray' if each.bursts else ''}"
        )
        if each.is_open
        else called(each.man)
    )


def _note(table: Table, one: Sights, draft: Draft | None) -> str:
    reach = fire.RANGES[ROSTER[one.man].weapon]
    words = (
        f"{CODES[one.man]} hits on 4 or more up to {inches(reach.near)} in, on 5 or more "
        f"up to {inches(reach.far)} in."
    )
    if draft is None or draft.choice != KEY:
        return words
    if not one.is_open:
        return f"{called(one.man)} {why_not(table, one.man)}."
    try:
        move = _meant(table, one, draft)
        if isinstance(move, Shoot):
            return (
                f"{CODES[one.man]} at {CODES[move.at]}: "
                f"{odds_words(fire.check_shot(table, ROSTER[move.man].side, move.man, move.at))}."
            )
        return (
            f"{CODES[one.man]} sprays: "
            f"{codes(fire.check_spray(table, ROSTER[move.man].side, move.man, move.aim))} out, "
            "no die."
        )
    except IllegalMove as refused:
        return f"{words} Not possible: {refused.sentence}"


def aimed_at(table: Table, one: Sights, draft: Draft | None) -> tuple[int | None, Spot | None]:
    """The target and the spray's aim that the form shows, as far as it makes sense, for drawing."""
    if not one.is_open:
        return None, None
    try:
        move = _meant(table, one, draft)
    except IllegalMove:
        return None, None
    return (move.at, None) if isinstance(move, Shoot) else (None, move.aim)


def _meant(table: Table, one: Sights, draft: Draft | None) -> Shoot | Spray:
    """What the form shows for this figure: what was chosen, or the first that it has if that was
    another figure's. Raises IllegalMove.
    """
    offered = [answer.value for answer in _answers(one)]
    said = draft if draft is not None and draft.choice == KEY else Draft(choice=KEY)
    at = said.one("at")
    return _read(table, one.man, at if at in offered else offered[0], said.one(AIM))


def read_fire(table: Table, draft: Draft) -> Shoot | Spray:
    """The shot that a form means. Raises IllegalMove for what names nobody."""
    if draft.one("who") not in CODES:
        raise IllegalMove(UNKNOWN)
    return _read(table, CODES.index(draft.one("who")), draft.one("at"), draft.one(AIM))


def _read(table: Table, man: int, wanted: str, aim: str) -> Shoot | Spray:
    how, _, target = wanted.partition("-")
    if how == AIM:
        return Spray(man=man, aim=read_pair(aim))
    if target not in CODES or how not in ("shot", "spray"):
        raise IllegalMove(UNKNOWN)
    at = CODES.index(target)
    return Shoot(man=man, at=at) if how == "shot" else Spray(man=man, aim=table.men[at].spot)
