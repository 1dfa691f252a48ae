"""The plan of a turn as fields, and the plan that the fields mean (P4, P9, P11, P17, P18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from campaign.ledger.rules.gear import GEAR
from engine.game import IllegalMove
from espionage.rules.ambush.fighting import UNAIMED, grenades, guns, knife, rounds, spares
from espionage.rules.ambush.ground import LEGEND, OFF, SIDE
from espionage.rules.ambush.odds import Hindrance, Shot, shots
from espionage.rules.ambush.plans import check_plan
from espionage.rules.ambush.steps import budget, steps_allowed
from espionage.rules.ambush.terrain import BLOCKED, STEPS, terrain_of
from espionage.rules.ambush.values import PHASES, WAYS, Deed, Fire, Plan, Reload, Throw
from play.tabletop.board import Answer, Choice, Field

from .aiming import along, chance_words
from .plan_words import gear_name, plan_words
from .squares import WAY_WORDS, name_of, square_of, squares_words
from .walking import follow

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from espionage.rules.ambush.values import Action, Man, Own, Table, View
    from play.tabletop.board import Draft

    from .aiming import Aim

KEY: Final = "plan"
STAY: Final = "stay"
NO: Final = "none"
SPRINGS: Final = " You spring your ambush, so your shots count as fired while moving this turn."
MOVEMENT: Final = "Movement"
FIRING: Final = "Firing action"
LIMITS: Final = (0, 1, 2, 4, 8, 12, 16, 20, 24, 32, 48)
PICTURES: Final = (
    Answer(value="all", label="The whole map"),
    Answer(value="near", label="Around me"),
    Answer(value="close", label="Close up"),
)

Deeds: TypeAlias = tuple[Deed, ...]
Kind: TypeAlias = Literal["fire", "blow", "throw"]


def picture_field() -> Field:
    """How much of the map is drawn."""
    return Field(
        name="picture",
        label="Map view",
        answers=PICTURES,
        value="all",
        help="Changes only the picture.",
    )


# --- asking ---------------------------------------------------------------------------------------


def plan_choice(view: View, own: Own, draft: Draft | None) -> Choice:
    """The form. With a draft, its steps say what each phase would lead to, and its note what the
    plan as it stands would do.
    """
    table, drafted = view.table, None
    note = (
        f"{squares_words(budget(own.man, table.numbers) - own.man.paced)} left this turn. Every "
        f"second diagonal step costs two.{SPRINGS if own.man.moved and not own.man.paced else ''}"
    )
    if draft is not None and draft.choice == KEY:
        drafted, note = _drafted(view, own, draft)
    fields = (
        *_movement(table, own.man, drafted),
        *_firing(view, own),
        _vanishing(table),
        picture_field(),
    )
    return Choice(
        key=KEY, label="Seal this plan", note=note, fields=fields, previews=True, look="main"
    )


def _drafted(view: View, own: Own, draft: Draft) -> tuple[Plan | None, str]:
    """The plan so far and what to say of it: what is wrong with it, or what it would do."""
    try:
        plan = read_plan(view.table, own.man, draft)
    except IllegalMove as refused:
        return None, f"Not possible yet. {refused.sentence}"
    try:
        check_plan(view.table, own, plan)
    except IllegalMove as refused:
        return plan, f"Not possible yet. {refused.sentence}"
    return (
        plan,
        f"Your plan: {plan_words(plan, view.table.phase)}. {action_note(along(view, plan), plan)}",
    )


def action_note(aims: Sequence[Aim], plan: Plan) -> str:
    """When the firing action of a plan would come about, and its odds."""
    if plan.action is None:
        return ""
    acting = next((aim for aim in aims if aim.acts), None)
    if acting is None:
        return "With this plan, you cannot carry out the firing action."
    if acting.stands is None or acting.moves is None or isinstance(plan.action, Reload):
        return f"You carry out the firing action in phase {acting.stop.phase}."
    odds = odds_words(acting.stands, acting.moves)
    if isinstance(plan.action, Throw) and plan.action.at != OFF:
        return f"It would come in phase {acting.stop.phase}: {odds}, else it rolls on."
    return f"You fire in phase {acting.stop.phase} if the enemy stays there: {odds}."


def odds_words(stands: Shot, moves: Shot) -> str:
    """The two chances of an attack: against who stands still, and who moves."""
    if stands.chance == moves.chance:
        return chance_words(stands.chance)
    return (
        f"{chance_words(stands.chance)} if they stand still, {chance_words(moves.chance)} "
        "if they move"
    )


def _movement(table: Table, man: Man, drafted: Plan | None) -> Iterator[Field]:
    """A field a phase, and one more in phases where two steps may be taken."""
    last = table.phase if table.phase_by_phase else PHASES
    places = (
        [man.at, *[stop.at for stop in follow(table, man, drafted.phases)]] if drafted else [man.at]
    )
    for phase in range(table.phase, last + 1):
        known = places[phase - table.phase] if phase - table.phase < len(places) else OFF
        help_words = f"From {name_of(known)}." if known != OFF else ""
        yield Field(
            name=f"step{phase}",
            label=f"Phase {phase}",
            answers=(Answer(value=STAY, label="Stand still"), *_steps(table, known), *_postures()),
            value=STAY,
            help=help_words,
            group=MOVEMENT,
        )
        if steps_allowed(man, phase, table.numbers) > 1 and not man.acted:
            yield Field(
                name=f"run{phase}",
                label=f"Phase {phase}, second step",
                answers=(Answer(value=STAY, label="No second step"), *_steps(table, OFF)),
                value=STAY,
                help="If you take a second step, you cannot fire this turn.",
                group=MOVEMENT,
            )


def _steps(table: Table, here: int) -> Iterator[Answer]:
    """Eight directions; from a known square with what lies there."""
    for number, way in enumerate(WAYS):
        label = WAY_WORDS[way].capitalize()
        if here != OFF:
            label += f": {_lies(table, here, number)}"
        yield Answer(value=way, label=label)


def _lies(table: Table, here: int, way: int) -> str:
    terrain = terrain_of(table.ground)
    there, (dx, dy) = terrain.steps[here * 8 + way], STEPS[way]
    if there == OFF:
        return "off the map, away"
    what = LEGEND[terrain.letters[here + dy * SIDE + dx]]
    if there == BLOCKED:
        return f"{what}, blocked"
    return f"{what}, the whole phase" if terrain.slow[there] else what


def _postures() -> tuple[Answer, ...]:
    return (Answer(value="crouch", label="Crouch"), Answer(value="stand", label="Stand up"))


def _firing(view: View, own: Own) -> Iterator[Field]:
    """What to do once this turn, from when on, how near, and at which square."""
    man, table = own.man, view.table
    if man.acted or man.ran:
        return
    answers = (
        Answer(value=NO, label="None"),
        *[Answer(value=value, label=label) for value, label in _actions(view, own)],
    )
    yield Field(
        name="action", label="Firing action", answers=answers, value=usual_action(man), group=FIRING
    )
    if not table.phase_by_phase:
        first = tuple(
            [
                Answer(value=str(phase), label=_from_words(table, man, phase))
                for phase in range(1, PHASES + 1)
            ]
        )
        yield Field(
            name="from",
            label="When the enemy is seen, from",
            answers=first,
            value="1",
            help=" ".join(
                [*_aiming(table), "Reloading and throwing at a square happen in that phase."]
            ),
            group=FIRING,
        )
    near = tuple(
        [
            Answer(value=str(limit), label=squares_words(limit) if limit else "Any distance")
            for limit in LIMITS
        ]
    )
    yield Field(
        name="within", label="Maximum firing distance", answers=near, value="0", group=FIRING
    )
    if grenades(man) or any(gun.weapon and gun.weapon.fires_grenades for gun in guns(man)):
        yield Field(
            name="at",
            label="Throw at",
            kind="text",
            high=5,
            help="A square such as H12. Leave empty to throw at the enemy.",
            group=FIRING,
        )


def usual_action(man: Man) -> str:
    """What stands in the form at first: fire the first loaded firearm, else nothing."""
    loaded = next(
        (
            gun
            for gun in guns(man)
            if gun.weapon and not gun.weapon.fires_grenades and rounds(man, gun)
        ),
        None,
    )
    return f"fire:{loaded.key}" if loaded else NO


def _actions(view: View, own: Own) -> Iterator[tuple[str, str]]:
    """Everything that his gear allows, with its odds as he stands now."""
    man = own.man
    standing, moving = _by_weapon(view), _by_weapon(view, target_moving=True)
    last = view.table.phase if view.table.phase_by_phase else PHASES
    aimed, aimed_moving = (
        _by_weapon(view, target_moving=moves, phase=last) for moves in (False, True)
    )

    def odds(kind: Kind, weapon: str) -> str:
        key = (kind, weapon)
        stands, moves = standing.get(key), moving.get(key)
        if not stands or not moves:
            return ""
        words = odds_words(stands, moves)
        if (aimed[key].chance, aimed_moving[key].chance) != (stands.chance, moves.chance):
            later = odds_words(aimed[key], aimed_moving[key])
            words = f"{words}; aimed, in phase {last}, {later}"
        why = HINDRANCES[stands.hindrance]
        return f": {words}{f' ({why} now)' if why else ''}"

    for gun in guns(man):
        weapon, name = gun.weapon, gear_name(gun.key)
        if weapon is None:
            continue
        if rounds(man, gun):
            kind: Kind = "throw" if weapon.fires_grenades else "fire"
            yield f"{kind}:{gun.key}", f"Fire the {name}{odds(kind, gun.key)}"
            if weapon.barrels > 1 and rounds(man, gun) > 1:
                yield (
                    f"both:{gun.key}",
                    f"Fire both barrels of the {name}{odds('fire', gun.key)} each",
                )
        if spares(man, gun) and rounds(man, gun) < weapon.shots:
            yield f"reload:{gun.key}", f"Reload the {name}"
    for grenade in grenades(man):
        yield (
            f"throw:{grenade.key}",
            f"Throw the {gear_name(grenade.key)}{odds('throw', grenade.key)}",
        )
    blade = knife(man)
    for key in (blade.key, "") if blade else ("",):
        yield f"fire:{key}", f"Strike with {gear_name(key)}{odds('blow', key)}"
        yield f"subdue:{key}", f"Subdue with {gear_name(key)}{odds('blow', key)}"


def _from_words(table: Table, man: Man, phase: int) -> str:
    """A phase to fire from, and what it is good for (P38, P39)."""
    if phase == 1 and table.numbers.hit_stops:
        return "Phase 1: right away, to stop them"
    aimed = table.numbers.aimed * max(0, phase - UNAIMED)
    if aimed and not man.moved:
        return f"Phase {phase}: aimed, +{aimed} if you do not move"
    return f"Phase {phase}"


def _aiming(table: Table) -> Iterator[str]:
    """What waiting brings, and what a hit does."""
    if table.numbers.aimed:
        yield "You shoot better from phase 3 if you stay on your square."
    if table.numbers.hit_stops:
        yield "A hit stops a character: the other steps of the turn are lost."


def _by_weapon(
    view: View, *, target_moving: bool = False, phase: int = 0
) -> dict[tuple[str, str], Shot]:
    """Every attack from here, by its kind and weapon."""
    found = shots(view, target_moving=target_moving, phase=phase)
    return {(shot.kind, shot.weapon): shot for shot in found}


HINDRANCES: Final[Mapping[Hindrance, str]] = {
    "": "",
    "not_in_sight": "out of sight",
    "too_far": "too far",
    "empty": "empty",
    "not_in_reach": "not at arm’s length",
    "no_clear_line": "no clear line",
}
"""Why an attack cannot be made from somewhere."""


def _vanishing(table: Table) -> Field:
    return Field(
        name="vanish",
        label="Slipping away",
        kind="checks",
        answers=(Answer(value="yes", label="Try to vanish at the end of the turn, if possible"),),
        value="yes",
        help=(
            f"After {table.numbers.unseen_turns} whole turns unseen, a roll of 2d6 plus stealth "
            f"of {table.numbers.vanish} or more ends the ambush."
        ),
    )


# --- reading --------------------------------------------------------------------------------------


def read_plan(table: Table, man: Man, draft: Draft) -> Plan:
    """The plan that the fields mean. Raises IllegalMove for what cannot be read; whether it can be
    done the rules judge.
    """
    last = table.phase if table.phase_by_phase else PHASES
    phases = [_deeds(draft, phase) for phase in range(table.phase, last + 1)]
    while phases and not phases[-1]:
        phases.pop()
    return Plan(
        phases=tuple(phases), action=_action(table, man, draft), vanish="yes" in draft.all("vanish")
    )


def _deeds(draft: Draft, phase: int) -> Deeds:
    step, run = draft.one(f"step{phase}", STAY), draft.one(f"run{phase}", STAY)
    for word in (step, run):
        if word != STAY and word not in _DEEDS:
            raise IllegalMove(
                f"Phase {phase}: choose a direction, or choose to stand up, crouch or stand still.",
                code="unreadable",
            )
    if step == STAY and run != STAY:
        raise IllegalMove(
            f"Phase {phase}: choose a first step, or remove the second one.", code="second-step"
        )
    return tuple([_DEEDS[word] for word in (step, run) if word != STAY])


_DEEDS: Final[Mapping[str, Deed]] = {word: word for word in get_args(Deed)}


def _action(table: Table, man: Man, draft: Draft) -> Action | None:
    kind, _, key = draft.one("action", NO).partition(":")
    if kind == NO:
        return None
    if key and key not in GEAR:
        raise IllegalMove("Choose one of the firing actions in the list.", code="unreadable")
    phase = (
        table.phase
        if table.phase_by_phase
        else _number(draft.one("from", "1"), 1, PHASES, "the first phase to fire in")
    )
    within = _number(draft.one("within", "0"), 0, 99, "the greatest distance")
    match kind:
        case "fire":
            return Fire(weapon=key, phase=phase, within=within)
        case "both":
            return Fire(weapon=key, phase=phase, within=within, barrels=2)
        case "subdue":
            return Fire(weapon=key, phase=phase, within=within, subdue=True)
        case "reload":
            return Reload(weapon=key, phase=phase)
        case "throw":
            return Throw(gear=key, at=_square(draft.one("at")), phase=phase)
    raise IllegalMove("Choose one of the firing actions in the list.", code="unreadable")


def _number(words: str, low: int, high: int, what: str) -> int:
    if not words.isdecimal() or not low <= int(words) <= high:
        raise IllegalMove(f"Choose {what} from the list.", code="unreadable")
    return int(words)


def _square(words: str) -> int:
    """The square to throw at; OFF, which means the enemy, when nothing is written."""
    if not words.strip():
        return OFF
    return read_square(words, "Throw at")


def read_square(words: str, what: str) -> int:
    """A square that was typed. Raises IllegalMove, with `what` before it."""
    square = square_of(words)
    if square is None:
        raise IllegalMove(
            (
                f"{what}: enter a square as a column from A to AV and a row from 1 to {SIDE}, "
                "such as H12."
            ),
            code="no-such-square",
        )
    return square
