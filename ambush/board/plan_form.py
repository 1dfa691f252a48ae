"""The form for the plan of a turn, and how its fields are read (P4, P9, P11, P17, P18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

from ambush.rules.fighting import (
    LAST_UNAIMED_PHASE,
    grenades,
    guns,
    knife,
    rounds_left,
    spare_clips,
)
from ambush.rules.ground import LEGEND, OFF_MAP, SIDE
from ambush.rules.odds import Hindrance, Shot, possible_attacks
from ambush.rules.plans import check_plan
from ambush.rules.steps import squares_per_turn, steps_allowed
from ambush.rules.terrain import BLOCKED, STEPS, terrain_of
from ambush.rules.values import (
    DIRECTIONS,
    PHASES,
    Action,
    Fire,
    Man,
    Movement,
    Own,
    Plan,
    Reload,
    Table,
    Throw,
    View,
)
from campaign.ledger.rules.gear import GEAR
from engine.game import IllegalMove
from play.tabletop.board import Answer, Choice, Draft, Field

from .aiming import Aim, chance_words, plan_odds
from .plan_words import gear_name, plan_words
from .squares import DIRECTION_WORDS, square_name, square_with_name, squares_words
from .walking import follow_plan

PLAN_KEY: Final = "plan"
STAY: Final = "stay"
NO_ACTION: Final = "none"
SPRINGS_NOTE: Final = (
    " You spring your ambush, so your shots count as fired while moving this turn."
)
PART_LABEL: Final = "Stay and offer to part"
MOVEMENT: Final = "Movement"
FIRING: Final = "Firing action"
DISTANCE_LIMITS: Final = (0, 1, 2, 4, 8, 12, 16, 20, 24, 32, 48)
PICTURES: Final = (
    Answer(value="all", label="The whole map"),
    Answer(value="near", label="Around me"),
    Answer(value="close", label="Close up"),
)

Movements: TypeAlias = tuple[Movement, ...]
Kind: TypeAlias = Literal["fire", "blow", "throw"]


def picture_field() -> Field:
    """Return the field that chooses the visible part of the map."""
    return Field(
        name="picture",
        label="Map view",
        answers=PICTURES,
        value="all",
        help="Changes only the picture.",
    )


# --- fields ---------------------------------------------------------------------------------------


def plan_choice(view: View, own_state: Own, draft: Draft | None) -> Choice:
    """Return the form. If there is a draft, it shows where phases end and what the plan does."""
    table, drafted_plan = view.table, None
    note = (
        f"{squares_words(squares_per_turn(own_state.man, table.numbers) - own_state.man.paced)} "
        "left this turn. Every "
        "second diagonal step costs "
        f"two.{SPRINGS_NOTE if own_state.man.moved and not own_state.man.paced else ''}"
    )
    if draft is not None and draft.choice == PLAN_KEY:
        drafted_plan, note = _draft_words(view, own_state, draft)
    fields = (
        *_movement_fields(table, own_state.man, drafted_plan),
        *_firing_fields(view, own_state),
        _vanish_field(table),
        _part_field(),
        picture_field(),
    )
    return Choice(
        key=PLAN_KEY, label="Seal this plan", note=note, fields=fields, previews=True, look="main"
    )


def _draft_words(view: View, own_state: Own, draft: Draft) -> tuple[Plan | None, str]:
    """Return the plan so far, with a description of its problem or its effect."""
    try:
        plan = read_plan(view.table, own_state.man, draft)
    except IllegalMove as refusal:
        return None, f"Not possible yet. {refusal.sentence}"
    try:
        check_plan(view.table, own_state, plan)
    except IllegalMove as refusal:
        return plan, f"Not possible yet. {refusal.sentence}"
    return (
        plan,
        (
            f"Your plan: {plan_words(plan, view.table.phase)}. "
            f"{action_note(plan_odds(view, plan), plan)}"
        ),
    )


def action_note(aims: Sequence[Aim], plan: Plan) -> str:
    """Return a note that says when a plan's firing action takes place, and its odds."""
    if plan.action is None:
        return ""
    acting_aim = next((aim for aim in aims if aim.acts), None)
    if acting_aim is None:
        return "With this plan, you cannot carry out the firing action."
    if acting_aim.stands is None or acting_aim.moves is None or isinstance(plan.action, Reload):
        return f"You carry out the firing action in phase {acting_aim.stop.phase}."
    odds = odds_words(acting_aim.stands, acting_aim.moves)
    if isinstance(plan.action, Throw) and plan.action.at != OFF_MAP:
        return f"It would come in phase {acting_aim.stop.phase}: {odds}, else it rolls on."
    return f"You fire in phase {acting_aim.stop.phase} if the enemy stays there. Hits: {odds}."


def odds_words(standing_shot: Shot, moving_shot: Shot) -> str:
    """Describe the chances of an attack on an enemy who stands still, and on one who moves."""
    if standing_shot.chance == moving_shot.chance:
        return chance_words(standing_shot.chance)
    return (
        f"{chance_words(standing_shot.chance)} if they stand still, "
        f"{chance_words(moving_shot.chance)} "
        "if they move"
    )


def _movement_fields(table: Table, man: Man, drafted_plan: Plan | None) -> Iterator[Field]:
    """Yield a field for each phase, and a second field for phases that allow two steps."""
    last = table.phase if table.phase_by_phase else PHASES
    places = (
        [man.at, *[stop.square for stop in follow_plan(table, man, drafted_plan.phases)]]
        if drafted_plan
        else [man.at]
    )
    for phase in range(table.phase, last + 1):
        square = places[phase - table.phase] if phase - table.phase < len(places) else OFF_MAP
        help_words = f"From {square_name(square)}." if square != OFF_MAP else ""
        yield Field(
            name=f"step{phase}",
            label=f"Phase {phase}",
            answers=(
                Answer(value=STAY, label="Stand still"),
                *_step_answers(table, square),
                *_posture_answers(),
            ),
            value=STAY,
            help=help_words,
            group=MOVEMENT,
        )
        if steps_allowed(man, phase, table.numbers) > 1 and not man.acted:
            yield Field(
                name=f"run{phase}",
                label=f"Phase {phase}, second step",
                answers=(
                    Answer(value=STAY, label="No second step"),
                    *_step_answers(table, OFF_MAP),
                ),
                value=STAY,
                help="If you take a second step, you cannot fire this turn.",
                group=MOVEMENT,
            )


def _step_answers(table: Table, square: int) -> Iterator[Answer]:
    """Yield answers for the eight directions.

    If the square is known, the answers say what the next square contains.
    """
    for number, direction in enumerate(DIRECTIONS):
        label = DIRECTION_WORDS[direction].capitalize()
        if square != OFF_MAP:
            label += f": {_square_content(table, square, number)}"
        yield Answer(value=direction, label=label)


def _square_content(table: Table, square: int, direction: int) -> str:
    terrain = terrain_of(table.ground)
    next_square, (dx, dy) = terrain.steps[square * 8 + direction], STEPS[direction]
    if next_square == OFF_MAP:
        return "off the map, away"
    content = LEGEND[terrain.letters[square + dy * SIDE + dx]]
    if next_square == BLOCKED:
        return f"{content}, blocked"
    return f"{content}, the whole phase" if terrain.slow[next_square] else content


def _posture_answers() -> tuple[Answer, ...]:
    return (Answer(value="crouch", label="Crouch"), Answer(value="stand", label="Stand up"))


def _firing_fields(view: View, own_state: Own) -> Iterator[Field]:
    """Yield fields for the firing action, its first phase, its distance and its target."""
    man, table = own_state.man, view.table
    if man.acted or man.ran:
        return
    answers = (
        Answer(value=NO_ACTION, label="None"),
        *[Answer(value=value, label=label) for value, label in _action_answers(view, own_state)],
    )
    yield Field(
        name="action", label="Firing action", answers=answers, value=usual_action(man), group=FIRING
    )
    if not table.phase_by_phase:
        first_phases = tuple(
            Answer(value=str(phase), label=_from_words(table, man, phase))
            for phase in range(1, PHASES + 1)
        )
        yield Field(
            name="from",
            label="When the enemy is seen, from",
            answers=first_phases,
            value="1",
            help=" ".join(
                [*_aiming_help(table), "Reloading and throwing at a square happen in that phase."]
            ),
            group=FIRING,
        )
    distance_answers = tuple(
        Answer(value=str(limit), label=squares_words(limit) if limit else "Any distance")
        for limit in DISTANCE_LIMITS
    )
    yield Field(
        name="within",
        label="Maximum firing distance",
        answers=distance_answers,
        value="0",
        group=FIRING,
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
    """Return the default action: fire the first loaded firearm, or do nothing."""
    loaded_gun = next(
        (
            gun
            for gun in guns(man)
            if gun.weapon and not gun.weapon.fires_grenades and rounds_left(man, gun)
        ),
        None,
    )
    return f"fire:{loaded_gun.key}" if loaded_gun else NO_ACTION


def _action_answers(view: View, own_state: Own) -> Iterator[tuple[str, str]]:
    """Yield every action that the gear allows, with its current odds."""
    man = own_state.man
    standing_shots, moving_shots = (
        _shots_by_weapon(view),
        _shots_by_weapon(view, target_moving=True),
    )
    last = view.table.phase if view.table.phase_by_phase else PHASES
    aimed_shots, aimed_moving_shots = (
        _shots_by_weapon(view, target_moving=is_moving, phase=last) for is_moving in (False, True)
    )

    def odds(kind: Kind, weapon: str) -> str:
        key = (kind, weapon)
        standing_shot, is_moving = standing_shots.get(key), moving_shots.get(key)
        if not standing_shot or not is_moving:
            return ""
        text = odds_words(standing_shot, is_moving)
        if (aimed_shots[key].chance, aimed_moving_shots[key].chance) != (
            standing_shot.chance,
            is_moving.chance,
        ):
            aimed_words = odds_words(aimed_shots[key], aimed_moving_shots[key])
            text = f"{text}; aimed, in phase {last}, {aimed_words}"
        hindrance = HINDRANCE_WORDS[standing_shot.hindrance]
        return f": {text}{f' ({hindrance} now)' if hindrance else ''}"

    for gun in guns(man):
        weapon, name = gun.weapon, gear_name(gun.key)
        if weapon is None:
            continue
        if rounds_left(man, gun):
            kind: Kind = "throw" if weapon.fires_grenades else "fire"
            yield f"{kind}:{gun.key}", f"Fire the {name}{odds(kind, gun.key)}"
            if weapon.barrels > 1 and rounds_left(man, gun) > 1:
                yield (
                    f"both:{gun.key}",
                    f"Fire both barrels of the {name}{odds('fire', gun.key)} each",
                )
        if spare_clips(man, gun) and rounds_left(man, gun) < weapon.shots:
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
    """Describe a phase from which the fighter can fire, and its advantage (P38, P39)."""
    if phase == 1 and table.numbers.hit_stops:
        return "Phase 1: right away, to stop them"
    aim_bonus = table.numbers.aimed * max(0, phase - LAST_UNAIMED_PHASE)
    if aim_bonus and not man.moved:
        return f"Phase {phase}: aimed, +{aim_bonus} if you do not move"
    return f"Phase {phase}"


def _aiming_help(table: Table) -> Iterator[str]:
    if table.numbers.aimed:
        yield "You shoot better from phase 3 if you stay on your square."
    if table.numbers.hit_stops:
        yield "A hit stops a character: the other steps of the turn are lost."


def _shots_by_weapon(
    view: View, *, target_moving: bool = False, phase: int = 0
) -> dict[tuple[str, str], Shot]:
    found_shots = possible_attacks(view, target_moving=target_moving, phase=phase)
    return {(shot.kind, shot.weapon): shot for shot in found_shots}


HINDRANCE_WORDS: Final[Mapping[Hindrance, str]] = {
    "": "",
    "not_in_sight": "out of sight",
    "too_far": "too far",
    "empty": "empty",
    "not_in_reach": "not at arm’s length",
    "no_clear_line": "no clear line",
}
"""Reasons why an attack is not possible."""


def _vanish_field(table: Table) -> Field:
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


def _part_field() -> Field:
    return Field(
        name="part",
        label="Parting",
        kind="checks",
        answers=(Answer(value="yes", label="Offer to part"),),
        help=(
            "If the enemy also offers to part, the ambush ends undecided at the end of the turn. "
            "An offer is announced after the turn, and is valid until the end of the next one."
        ),
    )


# --- reading the fields ---------------------------------------------------------------------------


def read_plan(table: Table, man: Man, draft: Draft) -> Plan:
    """Return the plan entered in the fields. Raise IllegalMove if a field cannot be read.

    The rules check whether the plan is possible.
    """
    last = table.phase if table.phase_by_phase else PHASES
    phases = [_read_movements(draft, phase) for phase in range(table.phase, last + 1)]
    while phases and not phases[-1]:
        phases.pop()
    return Plan(
        phases=tuple(phases),
        action=_read_action(table, man, draft),
        vanish="yes" in draft.all("vanish"),
        offers_to_part="yes" in draft.all("part"),
    )


def _read_movements(draft: Draft, phase: int) -> Movements:
    first_step, second_step = draft.value(f"step{phase}", STAY), draft.value(f"run{phase}", STAY)
    for movement in (first_step, second_step):
        if movement != STAY and movement not in _MOVEMENTS:
            raise IllegalMove(
                f"Phase {phase}: choose a direction, or choose to stand up, crouch or stand still.",
                code="unreadable",
            )
    if first_step == STAY and second_step != STAY:
        raise IllegalMove(
            f"Phase {phase}: choose a first step, or remove the second one.", code="second-step"
        )
    return tuple(_MOVEMENTS[movement] for movement in (first_step, second_step) if movement != STAY)


_MOVEMENTS: Final[Mapping[str, Movement]] = {movement: movement for movement in get_args(Movement)}


def _read_action(table: Table, man: Man, draft: Draft) -> Action | None:
    kind, _, key = draft.value("action", NO_ACTION).partition(":")
    if kind == NO_ACTION:
        return None
    if key and key not in GEAR:
        raise IllegalMove("Choose one of the firing actions in the list.", code="unreadable")
    phase = (
        table.phase
        if table.phase_by_phase
        else _read_number(draft.value("from", "1"), 1, PHASES, "the first phase to fire in")
    )
    max_distance = _read_number(draft.value("within", "0"), 0, 99, "the greatest distance")
    match kind:
        case "fire":
            return Fire(weapon=key, phase=phase, within=max_distance)
        case "both":
            return Fire(weapon=key, phase=phase, within=max_distance, barrels=2)
        case "subdue":
            return Fire(weapon=key, phase=phase, within=max_distance, subdue=True)
        case "reload":
            return Reload(weapon=key, phase=phase)
        case "throw":
            return Throw(gear=key, at=_read_target(draft.value("at")), phase=phase)
    raise IllegalMove("Choose one of the firing actions in the list.", code="unreadable")


def _read_number(text: str, low: int, high: int, label: str) -> int:
    if not text.isdecimal() or not low <= int(text) <= high:
        raise IllegalMove(f"Choose {label} from the list.", code="unreadable")
    return int(text)


def _read_target(text: str) -> int:
    """Return the target square of a throw. OFF_MAP, the default, stands for the enemy."""
    if not text.strip():
        return OFF_MAP
    return read_square(text, "Throw at")


def read_square(text: str, label: str) -> int:
    """Return the square that was entered.

    Raise IllegalMove with a message that begins with `label` if there is no such square.
    """
    square = square_with_name(text)
    if square is None:
        raise IllegalMove(
            (
                f"{label}: enter a square as a column from A to AV and a row from 1 to {SIDE}, "
                "such as H12."
            ),
            code="no-such-square",
        )
    return square
