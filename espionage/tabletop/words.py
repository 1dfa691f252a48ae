"""The board in words: all that the picture shows, and enough to play by (P5, P14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.ledger.rules.gear import GEAR, worn
from engine.words import capital, with_article
from espionage.rules.ambush.bearings import way_to
from espionage.rules.ambush.describe import Facts, describe
from espionage.rules.ambush.fighting import dp, guns, in_line, left, rounds, smoky, spares, wounded
from espionage.rules.ambush.ground import OFF
from espionage.rules.ambush.odds import Shot, shots
from espionage.rules.ambush.routes import Routes
from espionage.rules.ambush.steps import budget
from espionage.rules.ambush.terrain import STRAIGHT, terrain_of
from espionage.rules.ambush.values import Man
from play.tabletop.board import Passage, Table

from .aiming import Aim, along, chance_words
from .ground_words import around, clouds, hazards, landmarks, the_map
from .plan_form import HINDRANCES
from .plan_words import deeds_words, gear_name, plan_words, sentence
from .squares import WAY_WORDS, column_name, name_of, seen_from, squares_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from espionage.rules.ambush.describe import Enemy, Self
    from espionage.rules.ambush.values import Own, Part, Plan, View

ODDS_AGAINST: Final = "The odds assume the enemy’s current or last known position."


def passages(view: View, plan: Plan | None) -> tuple[Passage, ...]:
    """The whole twin; `plan` is the one under way or sealed."""
    facts = describe(view)
    found: list[Passage] = []
    if view.own is not None and facts.own is not None and facts.enemy is not None:
        found += [
            _where(facts, facts.own),
            _enemy(view, view.own, facts.own, facts.enemy),
            *hazards(facts),
        ]
        if facts.stage == "planning":
            found += [
                _odds(view),
                *_plan(view, plan),
                around(view, facts.own),
                landmarks(view, view.own),
            ]
    elif facts.hazards or view.table.clouds:
        found.append(clouds(view))
    if view.own is not None:
        found.append(_kit(view.own))
    return (*found, *the_map(view.table.ground))


# --- one's own man --------------------------------------------------------------------------------


def _where(facts: Facts, me: Self) -> Passage:
    posture = "crouching" if me.crouched else "standing"
    lines = [
        (
            f"You are {posture} at {column_name(me.column - 1)}{me.row}, on "
            f"{me.standing_on}{_holding(me.hand)}."
        )
    ]
    if facts.stage == "planning":
        lines.append(
            f"{squares_words(me.squares_left)} of {me.squares_a_turn} left this turn."
            + (" You have used your firing action." if me.has_fired else "")
        )
        steps = "step" if me.steps_out == 1 else "steps"
        lines.append(
            f"The shortest way off the map is {me.steps_out} {steps}, starting "
            f"{WAY_WORDS[me.way_out]}."
        )
    lines.append(_watched(me))
    if me.blind:
        lines.append("You are blinded and see nothing this turn.")
    if me.gassed:
        lines.append("You are in tear gas: −4 on every roll.")
    if facts.poor_light:
        lines.append("The light is poor: −1 on every shot.")
    return Passage(title=f"Turn {facts.turn} of {facts.turns}: where you are", lines=tuple(lines))


def _watched(me: Self) -> str:
    if me.seen:
        return "The enemy sees you."
    turns = (
        (
            f" You have been unseen for {me.unseen_turns} whole "
            f"{'turn' if me.unseen_turns == 1 else 'turns'}."
        )
        if me.unseen_turns
        else ""
    )
    return f"The enemy does not see you.{turns}"


def _holding(hand: str) -> str:
    return f", {gear_name(hand)} in hand" if hand else ", hands empty"


def _kit(own: Own) -> Passage:
    man = own.man
    lines = [
        (
            f"{man.who.name}: {dp(man)} of {man.who.full_dp} "
            f"DP{', wounded: −2 on every roll' if wounded(man) else ''}."
        )
    ]
    if man.who.armour:
        lines.append(f"Armour: {man.who.armour - man.armour_lost} of {man.who.armour} points left.")
    for gun in guns(man):
        if gun.weapon:
            spare = spares(man, gun)
            clips = f"{spare or 'no'} spare {'clip' if spare == 1 else 'clips'}"
            lines.append(
                sentence(
                    f"{gear_name(gun.key)}: {rounds(man, gun)} of {gun.weapon.shots} rounds, "
                    f"{clips}"
                )
            )
    rest = [
        (item.gear, left(man, item.gear))
        for item in man.who.kit.items
        if not _is_gun_or_clip(item.gear)
    ]
    lines += [
        sentence(f"{gear_name(key)}{f', {count} of them' if count > 1 else ''}")
        for key, count in rest
        if count > 0
    ]
    if guard := _guards(own):
        lines.append(guard)
    skills = man.who.skills
    known = (
        ("handgunner", skills.handgunner),
        ("blade", skills.blade),
        ("martial arts", skills.martial_arts),
        ("running", skills.running),
        ("stealth", skills.stealth),
    )
    lines.append("Skills: " + ", ".join([f"{name} {_level(level)}" for name, level in known]) + ".")
    return Passage(title="You and your kit", lines=tuple(lines))


def _is_gun_or_clip(key: str) -> bool:
    gear = GEAR[key]
    return gear.kind == "clip" or (gear.weapon is not None and not gear.weapon.melee)


def _guards(own: Own) -> str:
    wears = worn(own.man.who.kit.items)
    found = [
        words
        for words, proof in (
            ("tear gas", wears.gas_proof),
            ("flash", wears.flash_proof),
            ("fire", wears.fire_proof),
        )
        if proof
    ]
    return f"You are immune to {' and '.join(found)}." if found else ""


def _level(level: int) -> str:
    return "below base" if level < 0 else f"+{level}" if level else "at base"


# --- the enemy ------------------------------------------------------------------------------------


def _enemy(view: View, own: Own, me: Self, enemy: Enemy) -> Passage:
    who = f"{enemy.name} ({enemy.team})"
    lines: list[str] = []
    if OFF in (own.man.at, own.mark.at):
        lines.append(f"{who} is nowhere to be seen.")
    elif enemy.in_sight:
        posture = "crouching" if enemy.crouched else "standing"
        lines.append(
            f"{who} is in sight, {seen_from(own.man.at, own.mark.at)}, "
            f"{posture}{_holding(enemy.hand)}."
        )
        lines.append(_cover_words(enemy))
    else:
        when = f"in turn {enemy.last_turn}, phase {enemy.last_phase}"
        lines.append(
            f"{who} is out of sight, last seen {seen_from(own.man.at, own.mark.at)}, "
            f"{when}{_holding(enemy.hand)}."
        )
    if enemy.hurt:
        lines.append(
            "They are down."
            if enemy.hurt == "down"
            else f"You have hit them, for {own.mark.dealt} points before armour."
        )
    lines.append("They see you." if me.seen else "They do not see you.")
    if enemy.at_arms_length:
        lines.append("They are at arm’s length: you can strike.")
    lines += [
        f"A shot was heard in phase {sound.phase} from the {WAY_WORDS[sound.way]}."
        for sound in own.sounds
    ]
    lines += [
        (
            f"{capital(with_article(gear_name(lying.gear)))} of yours goes off at "
            f"{name_of(lying.at)} at the end of the turn."
        )
        for lying in own.lying
    ]
    return Passage(title="The enemy", lines=(*lines, *_shelter(view, own)))


def _cover_words(enemy: Enemy) -> str:
    return {
        (True, True): "You both have cover from each other.",
        (True, False): "They have cover from you; you have none.",
        (False, True): "You have cover from them; they have none.",
        (False, False): "No one has cover.",
    }[bool(enemy.cover), bool(enemy.our_cover)]


def _shelter(view: View, own: Own) -> Iterator[str]:
    """The nearest squares within this turn's reach that have cover, or are out of the enemy's
    sight.
    """
    man, mark, terrain = own.man, own.mark, terrain_of(view.table.ground)
    if mark.at == OFF or view.table.stage != "planning":
        return
    routes = Routes(terrain, man.at, limit=STRAIGHT * (budget(man, view.table.numbers) - man.paced))
    smoke = smoky(view.table.clouds, terrain)
    enemy = Man(who=man.who, at=mark.at, crouched=mark.crouched)
    near = sorted(
        [square for square in routes.cost if square not in (man.at, mark.at)],
        key=lambda square: (routes.cost[square], square),
    )
    joined = {
        square: in_line(terrain, smoke, Man(who=man.who, at=square), enemy) for square in near
    }
    covered = [
        square
        for square in near
        if joined[square] and terrain.covers(terrain.line(square, mark.at) or (), mark.at)
    ]
    hidden = [square for square in near if not joined[square]]
    last = "" if mark.in_sight else ", from where they were last seen"
    for what, found in (
        ("with cover and still in their sight", covered),
        ("out of their sight", hidden),
    ):
        if found:
            yield (
                f"The nearest square you can reach this turn {what}{last}: "
                f"{_on_foot(man.at, found[0], routes)}."
            )
        else:
            yield f"No square you can reach this turn is {what}{last}."


def _on_foot(here: int, there: int, routes: Routes) -> str:
    walk = routes.cost[there] / STRAIGHT
    return f"{name_of(there)}, {walk:g} squares on foot, {WAY_WORDS[way_to(here, there)]}"


# --- odds -----------------------------------------------------------------------------------------


def _odds(view: View) -> Passage:
    """Every attack from where he stands."""
    standing, moving = shots(view), shots(view, target_moving=True)
    if not standing:
        return Passage(title="Your odds from here", lines=("You do not know where any target is.",))
    return Passage(title="Your odds from here", table=odds_table(standing, moving))


def odds_table(standing: tuple[Shot, ...], moving: tuple[Shot, ...]) -> Table:
    """Attacks in rows: the chance against who stands still, who moves, the harm of a hit, and
    why.
    """
    rows = [
        (
            shot.name,
            _row_chance(shot),
            chance_words(moves.chance),
            shot.damage or "–",
            f"{shot.to_hit} to hit{_parts(shot.parts)}: {shot.need} needed",
        )
        for shot, moves in zip(standing, moving, strict=True)
    ]
    return Table(heads=("With", "They stand", "They move", "Damage", "Why"), rows=tuple(rows))


def _row_chance(shot: Shot) -> str:
    why = HINDRANCES[shot.hindrance]
    return f"{chance_words(shot.chance)} ({why})" if why else chance_words(shot.chance)


def _parts(parts: tuple[Part, ...]) -> str:
    return "".join(
        [
            f", {part.name} {f'+{part.value}' if part.value > 0 else f'−{-part.value}'}"
            for part in parts
        ]
    )


def _plan(view: View, plan: Plan | None) -> Iterator[Passage]:
    """A plan in words and its odds phase by phase."""
    if plan is not None:
        yield Passage(
            title="Your plan",
            lines=(sentence(plan_words(plan, view.table.phase)), ODDS_AGAINST),
            table=plan_table(view, plan),
        )


def plan_table(view: View, plan: Plan) -> Table:
    """The phases of a plan: what is done, where it ends, whether the enemy's square is seen from
    there, and the odds.
    """
    rows = [_plan_row(view, plan, number, aim) for number, aim in enumerate(along(view, plan))]
    return Table(
        heads=("Phase", "You", "Then at", "Sees them", "They stand", "They move", "Firing action"),
        rows=tuple(rows),
    )


def _plan_row(view: View, plan: Plan, number: int, aim: Aim) -> tuple[str, ...]:
    stop = aim.stop
    deeds = plan.phases[number] if number < len(plan.phases) else ()
    at = (
        "off the map"
        if stop.at == OFF
        else f"{name_of(stop.at)}{', crouching' if stop.crouched else ''}"
    )
    if stop.blocked != OFF:
        at += f", stopped by {name_of(stop.blocked)}"
    odds = [
        HINDRANCES[shot.hindrance] or chance_words(shot.chance) if shot else "–"
        for shot in (aim.stands, aim.moves)
    ]
    return (
        str(stop.phase),
        deeds_words(deeds),
        at,
        "yes" if aim.sees else "no",
        *odds,
        "now" if aim.acts else "–",
    )
