"""The board in words, with everything in the picture and enough to play by (P5, P14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ambush.rules.bearings import direction_to
from ambush.rules.describe import BoardFacts, Enemy, Self, describe_view
from ambush.rules.fighting import (
    are_in_sight,
    dp_left,
    guns,
    is_wounded,
    pieces_left,
    rounds_left,
    smoky_squares,
    spare_clips,
)
from ambush.rules.ground import OFF_MAP
from ambush.rules.odds import Shot, possible_attacks
from ambush.rules.routes import Routes
from ambush.rules.steps import squares_per_turn
from ambush.rules.terrain import STRAIGHT, terrain_of
from ambush.rules.values import Man, Own, Part, Plan, View
from campaign.ledger.rules.gear import GEAR, protection_of
from play.tabletop.board import Passage, Table

from .aiming import Aim, chance_words, plan_odds
from .ground_words import (
    clouds_passage,
    hazard_passages,
    landmarks_passage,
    map_passages,
    neighbours_passage,
)
from .plan_form import HINDRANCE_WORDS
from .plan_words import as_sentence, gear_name, movements_words, plan_words
from .squares import DIRECTION_WORDS, column_name, seen_from, square_name, squares_words

ODDS_AGAINST: Final = "The odds assume the enemy’s current or last known position."


def board_passages(view: View, plan: Plan | None) -> tuple[Passage, ...]:
    """Return the text version of the board. `plan` is the drafted or sealed plan."""
    facts = describe_view(view)
    passages_shown: list[Passage] = []
    if view.own is not None and facts.own_facts is not None and facts.enemy is not None:
        passages_shown += [
            _own_passage(facts, facts.own_facts),
            _enemy_passage(view, view.own, facts.own_facts, facts.enemy),
            *hazard_passages(facts),
        ]
        if facts.stage == "planning":
            passages_shown += [
                _odds_passage(view),
                *_plan_passages(view, plan),
                neighbours_passage(view, facts.own_facts),
                landmarks_passage(view, view.own),
            ]
    elif facts.hazards or view.table.clouds:
        passages_shown.append(clouds_passage(view))
    if view.own is not None:
        passages_shown.append(_kit_passage(view.own))
    return (*passages_shown, *map_passages(view.table.ground))


# --- the viewer's fighter -------------------------------------------------------------------------


def _own_passage(facts: BoardFacts, own_facts: Self) -> Passage:
    posture = "crouching" if own_facts.crouched else "standing"
    lines = [
        (
            f"You are {posture} at {column_name(own_facts.column - 1)}{own_facts.row}, on "
            f"{own_facts.standing_on}{_weapon_words(own_facts.weapon)}."
        )
    ]
    if facts.stage == "planning":
        lines.append(
            f"{squares_words(own_facts.squares_left)} of {own_facts.squares_a_turn} left this turn."
            + (" You have used your firing action." if own_facts.has_fired else "")
        )
        steps = "step" if own_facts.steps_out == 1 else "steps"
        lines.append(
            f"The shortest way off the map is {own_facts.steps_out} {steps}, starting "
            f"{DIRECTION_WORDS[own_facts.exit_direction]}."
        )
    lines.append(_sight_words(own_facts))
    if own_facts.blind:
        lines.append("You are blinded and see nothing this turn.")
    if own_facts.gassed:
        lines.append("You are in tear gas: −4 on every roll.")
    if facts.poor_light:
        lines.append("The light is poor: −1 on every shot.")
    return Passage(title=f"Turn {facts.turn} of {facts.turns}: where you are", lines=tuple(lines))


def _sight_words(own_facts: Self) -> str:
    if own_facts.is_seen:
        return "The enemy sees you."
    turns = (
        (
            f" You have been unseen for {own_facts.unseen_turns} whole "
            f"{'turn' if own_facts.unseen_turns == 1 else 'turns'}."
        )
        if own_facts.unseen_turns
        else ""
    )
    return f"The enemy does not see you.{turns}"


def _weapon_words(hand: str) -> str:
    return f", {gear_name(hand)} in hand" if hand else ", hands empty"


def _kit_passage(own_state: Own) -> Passage:
    man = own_state.man
    lines = [
        (
            f"{man.who.name}: {dp_left(man)} of {man.who.full_dp} "
            f"DP{', wounded: −2 on every roll' if is_wounded(man) else ''}."
        )
    ]
    if man.who.armour:
        lines.append(f"Armour: {man.who.armour - man.armour_lost} of {man.who.armour} points left.")
    for gun in guns(man):
        if gun.weapon:
            clips_left = spare_clips(man, gun)
            clips = f"{clips_left or 'no'} spare {'clip' if clips_left == 1 else 'clips'}"
            lines.append(
                as_sentence(
                    f"{gear_name(gun.key)}: {rounds_left(man, gun)} of {gun.weapon.shots} rounds, "
                    f"{clips}"
                )
            )
    other_gear = [
        (item.gear, pieces_left(man, item.gear))
        for item in man.who.kit.items
        if not _is_gun_or_clip(item.gear)
    ]
    lines += [
        as_sentence(f"{gear_name(key)}{f', {count} of them' if count > 1 else ''}")
        for key, count in other_gear
        if count > 0
    ]
    if protection := _protection_words(own_state):
        lines.append(protection)
    skills = man.who.skills
    skill_levels = (
        ("handgunner", skills.handgunner),
        ("blade", skills.blade),
        ("martial arts", skills.martial_arts),
        ("running", skills.running),
        ("stealth", skills.stealth),
    )
    lines.append(
        "Skills: "
        + ", ".join([f"{name} {_level_words(level)}" for name, level in skill_levels])
        + "."
    )
    return Passage(title="You and your kit", lines=tuple(lines))


def _is_gun_or_clip(key: str) -> bool:
    gear = GEAR[key]
    return gear.kind == "clip" or (gear.weapon is not None and not gear.weapon.melee)


def _protection_words(own_state: Own) -> str:
    worn_effects = protection_of(own_state.man.who.kit.items)
    dangers = [
        danger
        for danger, is_immune in (
            ("tear gas", worn_effects.gas_proof),
            ("flash", worn_effects.flash_proof),
            ("fire", worn_effects.fire_proof),
        )
        if is_immune
    ]
    return f"You are immune to {' and '.join(dangers)}." if dangers else ""


def _level_words(level: int) -> str:
    return "below base" if level < 0 else f"+{level}" if level else "at base"


# --- the enemy ------------------------------------------------------------------------------------


def _enemy_passage(view: View, own_state: Own, own_facts: Self, enemy: Enemy) -> Passage:
    enemy_words = f"{enemy.name} ({enemy.team})"
    lines: list[str] = []
    if OFF_MAP in (own_state.man.at, own_state.mark.at):
        lines.append(f"{enemy_words} is nowhere to be seen.")
    elif enemy.in_sight:
        posture = "crouching" if enemy.crouched else "standing"
        lines.append(
            f"{enemy_words} is in sight, {seen_from(own_state.man.at, own_state.mark.at)}, "
            f"{posture}{_weapon_words(enemy.weapon)}."
        )
        lines.append(_cover_words(enemy))
    else:
        last_seen = f"in turn {enemy.last_turn}, phase {enemy.last_phase}"
        lines.append(
            f"{enemy_words} is out of sight, last seen "
            f"{seen_from(own_state.man.at, own_state.mark.at)}, "
            f"{last_seen}{_weapon_words(enemy.weapon)}."
        )
    if enemy.hurt:
        lines.append(
            "They are down."
            if enemy.hurt == "down"
            else f"You have hit them, for {own_state.mark.dealt} points before armour."
        )
    lines.append("They see you." if own_facts.is_seen else "They do not see you.")
    if enemy.at_arms_length:
        lines.append("They are at arm’s length: you can strike.")
    lines += [
        f"A shot was heard in phase {sound.phase} from the {DIRECTION_WORDS[sound.way]}."
        for sound in own_state.sounds
    ]
    lines += [
        (
            f"Your {gear_name(lying.gear)} goes off at "
            f"{square_name(lying.at)} at the end of the turn."
        )
        for lying in own_state.lying
    ]
    return Passage(title="The enemy", lines=(*lines, *_shelter_lines(view, own_state)))


def _cover_words(enemy: Enemy) -> str:
    return {
        (True, True): "You both have cover from each other.",
        (True, False): "They have cover from you; you have none.",
        (False, True): "You have cover from them; they have none.",
        (False, False): "No one has cover.",
    }[bool(enemy.cover), bool(enemy.our_cover)]


def _shelter_lines(view: View, own_state: Own) -> Iterator[str]:
    """Yield the nearest squares in reach that have cover or are out of the enemy's sight."""
    man, mark, terrain = own_state.man, own_state.mark, terrain_of(view.table.ground)
    if mark.at == OFF_MAP or view.table.stage != "planning":
        return
    routes = Routes(
        terrain, man.at, limit=STRAIGHT * (squares_per_turn(man, view.table.numbers) - man.paced)
    )
    smoke = smoky_squares(view.table.clouds, terrain)
    enemy = Man(who=man.who, at=mark.at, crouched=mark.crouched)
    nearby = sorted(
        [square for square in routes.cost if square not in (man.at, mark.at)],
        key=lambda square: (routes.cost[square], square),
    )
    sight_by_square = {
        square: are_in_sight(terrain, smoke, Man(who=man.who, at=square), enemy)
        for square in nearby
    }
    covered = [
        square
        for square in nearby
        if sight_by_square[square]
        and terrain.gives_cover(terrain.line_of_sight(square, mark.at) or (), mark.at)
    ]
    hidden = [square for square in nearby if not sight_by_square[square]]
    suffix = "" if mark.in_sight else ", from where they were last seen"
    for description, squares_found in (
        ("with cover and still in their sight", covered),
        ("out of their sight", hidden),
    ):
        if squares_found:
            yield (
                f"The nearest square you can reach this turn {description}{suffix}: "
                f"{_destination_words(man.at, squares_found[0], routes)}."
            )
        else:
            yield f"No square you can reach this turn is {description}{suffix}."


def _destination_words(origin: int, target: int, routes: Routes) -> str:
    distance = routes.cost[target] / STRAIGHT
    return (
        f"{square_name(target)}, {distance:g} squares on foot, "
        f"{DIRECTION_WORDS[direction_to(origin, target)]}"
    )


# --- odds -----------------------------------------------------------------------------------------


def _odds_passage(view: View) -> Passage:
    standing_shots, moving_shots = (
        possible_attacks(view),
        possible_attacks(view, target_moving=True),
    )
    if not standing_shots:
        return Passage(title="Your odds from here", lines=("You do not know where any target is.",))
    return Passage(title="Your odds from here", table=odds_table(standing_shots, moving_shots))


def odds_table(standing_shots: tuple[Shot, ...], moving_shots: tuple[Shot, ...]) -> Table:
    """Return a table of attacks with both chances, the damage, and the modifiers."""
    rows = [
        (
            shot.name,
            _row_chance(shot),
            chance_words(moving_shot.chance),
            shot.damage or "–",
            f"{shot.to_hit} to hit{_parts(shot.parts)}: {shot.need} needed",
        )
        for shot, moving_shot in zip(standing_shots, moving_shots, strict=True)
    ]
    return Table(heads=("With", "They stand", "They move", "Damage", "Why"), rows=tuple(rows))


def _row_chance(shot: Shot) -> str:
    hindrance = HINDRANCE_WORDS[shot.hindrance]
    return f"{chance_words(shot.chance)} ({hindrance})" if hindrance else chance_words(shot.chance)


def _parts(parts: tuple[Part, ...]) -> str:
    return "".join(
        f", {part.name} {f'+{part.value}' if part.value > 0 else f'−{-part.value}'}"
        for part in parts
    )


def _plan_passages(view: View, plan: Plan | None) -> Iterator[Passage]:
    if plan is not None:
        yield Passage(
            title="Your plan",
            lines=(as_sentence(plan_words(plan, view.table.phase)), ODDS_AGAINST),
            table=plan_table(view, plan),
        )


def plan_table(view: View, plan: Plan) -> Table:
    """Return a table of a plan's phases with movement, end, sight of the enemy, and odds."""
    rows = [_plan_row(view, plan, number, aim) for number, aim in enumerate(plan_odds(view, plan))]
    return Table(
        heads=("Phase", "You", "Then at", "Sees them", "They stand", "They move", "Firing action"),
        rows=tuple(rows),
    )


def _plan_row(view: View, plan: Plan, number: int, aim: Aim) -> tuple[str, ...]:
    stop = aim.stop
    movements = plan.phases[number] if number < len(plan.phases) else ()
    end_words = (
        "off the map"
        if stop.square == OFF_MAP
        else f"{square_name(stop.square)}{', crouching' if stop.crouched else ''}"
    )
    if stop.blocked != OFF_MAP:
        end_words += f", stopped by {square_name(stop.blocked)}"
    odds = [
        HINDRANCE_WORDS[shot.hindrance] or chance_words(shot.chance) if shot else "–"
        for shot in (aim.stands, aim.moves)
    ]
    return (
        str(stop.phase),
        movements_words(movements),
        end_words,
        "yes" if aim.sees else "no",
        *odds,
        "now" if aim.acts else "–",
    )
