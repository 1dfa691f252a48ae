"""The board in words: all that the picture shows, and enough to play by (P5, P14)."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

from campaign.rules.gear import GEAR, worn
from espionage.rules.ambush.bearings import squares_to, way_to
from espionage.rules.ambush.describe import Facts, Hazard, describe
from espionage.rules.ambush.fighting import guns, in_line, left, rounds, smoky, spares
from espionage.rules.ambush.ground import BLOCKS_SIGHT, COVER, LEGEND, OFF, SIDE, SQUARES
from espionage.rules.ambush.odds import Shot, shots
from espionage.rules.ambush.routes import Routes
from espionage.rules.ambush.steps import budget
from espionage.rules.ambush.terrain import STEPS, STRAIGHT, terrain_of
from espionage.rules.ambush.values import WAYS, Man
from play.tabletop.board import Passage, Table

from .aiming import Aim, along, chance_words
from .landscape import patches
from .plan_form import HINDRANCES
from .plan_words import deeds_words, gear_name, plan_words, sentence
from .squares import WAY_WORDS, column_name, inches_words, name_of, seen_from, squares_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from espionage.rules.ambush.describe import Enemy, Self
    from espionage.rules.ambush.ground import Ground
    from espionage.rules.ambush.terrain import Terrain
    from espionage.rules.ambush.values import Own, Part, Plan, View

NEARBY: Final = 16
KINDS: Final = {"+": "door", "f": "fence", "p": "pump", "t": "tree", "V": "vehicle"}
OF_A_KIND: Final = 3
OPEN: Final = "."
ODDS_AGAINST: Final = "The odds are against where the enemy is now, or was last seen."
CLOUD_WORDS: Final = {"smoke": "Smoke", "gas": "Tear gas", "fire": "Burning oil"}


def passages(view: View, plan: Plan | None) -> tuple[Passage, ...]:
    """The whole twin; `plan` is the one under way or sealed."""
    facts = describe(view)
    found: list[Passage] = []
    if view.own is not None and facts.own is not None and facts.enemy is not None:
        found += [_where(facts, facts.own), _enemy(view, view.own, facts.own, facts.enemy), *_hazards(facts)]
        if facts.stage == "planning":
            found += [_odds(view), *_plan(view, plan), _around(view, facts.own), _landmarks(view, view.own)]
    elif facts.hazards or view.table.clouds:
        found.append(_clouds(view))
    if view.own is not None:
        found.append(_kit(view.own))
    return (*found, *_map(view.table.ground))


# --- one's own man -----------------------------------------------------------------------------------------------------


def _where(facts: Facts, me: Self) -> Passage:
    posture = "crouching" if me.crouched else "standing"
    lines = [f"You are {posture} at {column_name(me.column - 1)}{me.row}, on {me.standing_on}{_holding(me.hand)}."]
    if facts.stage == "planning":
        lines.append(
            f"{squares_words(me.squares_left)} of {me.squares_a_turn} to go this turn."
            + (" You have used your firing action." if me.has_fired else "")
        )
        steps = "step" if me.steps_out == 1 else "steps"
        lines.append(
            f"The shortest way off the map is {me.steps_out} {steps}, beginning {WAY_WORDS[me.way_out]}; the nearest edge is {squares_words(me.to_nearest_edge + 1)} away."
        )
    lines.append(_watched(me))
    if me.blind:
        lines.append("You are blinded and see nothing this turn.")
    if me.gassed:
        lines.append("You breathe tear gas: −4 on every roll.")
    if facts.poor_light:
        lines.append("The light is poor: −1 on every shot.")
    return Passage(title=f"Turn {facts.turn} of {facts.turns}: where you are", lines=tuple(lines))


def _watched(me: Self) -> str:
    if me.seen:
        return "The enemy sees you."
    turns = f" You have been unseen for {me.unseen_turns} whole {'turn' if me.unseen_turns == 1 else 'turns'}." if me.unseen_turns else ""
    return f"The enemy does not see you.{turns}"


def _holding(hand: str) -> str:
    return f", {gear_name(hand)} in hand" if hand else ", hands empty"


def _kit(own: Own) -> Passage:
    man = own.man
    lines = [
        f"{man.who.name}: {man.who.dp - man.hits} of {man.who.full_dp} DP{', wounded: −2 on every roll' if man.who.dp - man.hits < man.who.full_dp else ''}."
    ]
    if man.who.armour:
        lines.append(f"Armour: {man.who.armour - man.armour_lost} of {man.who.armour} points left.")
    for gun in guns(man):
        if gun.weapon:
            spare = spares(man, gun)
            lines.append(
                sentence(
                    f"{gear_name(gun.key)}: {rounds(man, gun)} of {gun.weapon.shots} rounds, {spare or 'no'} spare {'clip' if spare == 1 else 'clips'}"
                )
            )
    rest = [(item.gear, left(man, item.gear)) for item in man.who.kit.items if not _is_gun_or_clip(item.gear)]
    lines += [sentence(f"{gear_name(key)}{f', {count} of them' if count > 1 else ''}") for key, count in rest if count > 0]
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
    found = [words for words, proof in (("tear gas", wears.gas_proof), ("flash", wears.flash_proof), ("fire", wears.fire_proof)) if proof]
    return f"You are proof against {' and '.join(found)}." if found else ""


def _level(level: int) -> str:
    return "below base" if level < 0 else f"+{level}" if level else "at base"


# --- the enemy ---------------------------------------------------------------------------------------------------------


def _enemy(view: View, own: Own, me: Self, enemy: Enemy) -> Passage:
    who = f"{enemy.name} ({enemy.team})"
    lines: list[str] = []
    if own.mark.at == OFF:
        lines.append(f"{who} has not been seen yet.")
    elif enemy.in_sight:
        lines.append(
            f"{who} is in sight, {seen_from(own.man.at, own.mark.at)}, {'crouching' if enemy.crouched else 'standing'}{_holding(enemy.hand)}."
        )
        lines.append(_cover_words(enemy))
    else:
        lines.append(
            f"{who} is out of sight, last seen {seen_from(own.man.at, own.mark.at)}, in turn {enemy.last_turn}, phase {enemy.last_phase}{_holding(enemy.hand)}."
        )
    if enemy.hurt:
        lines.append("They are down." if enemy.hurt == "down" else f"You have hit them, for {own.mark.dealt} points before armour.")
    lines.append("They see you." if me.seen else "They do not see you.")
    if enemy.at_arms_length:
        lines.append("They are at arm’s length: you can strike.")
    lines += [f"A shot was heard in phase {sound.phase} from the {WAY_WORDS[sound.way]}." for sound in own.sounds]
    lines += [f"A {gear_name(lying.gear)} of yours goes off at {name_of(lying.at)} at the end of the turn." for lying in own.lying]
    return Passage(title="The enemy", lines=(*lines, *_shelter(view, own)))


def _cover_words(enemy: Enemy) -> str:
    return {
        (True, True): "You both have cover from each other.",
        (True, False): "They have cover from you; you have none.",
        (False, True): "You have cover from them; they have none.",
        (False, False): "Nobody has cover.",
    }[bool(enemy.cover), bool(enemy.our_cover)]


def _shelter(view: View, own: Own) -> Iterator[str]:
    """The nearest squares within this turn's reach that have cover, or are out of the enemy's sight."""
    man, mark, terrain = own.man, own.mark, terrain_of(view.table.ground)
    if mark.at == OFF or view.table.stage != "planning":
        return
    routes = Routes(terrain, man.at, limit=STRAIGHT * (budget(man, view.table.numbers) - man.paced))
    smoke = smoky(view.table.clouds, terrain)
    enemy = Man(who=man.who, at=mark.at, crouched=mark.crouched)
    near = sorted([square for square in routes.cost if square not in (man.at, mark.at)], key=lambda square: (routes.cost[square], square))
    joined = {square: in_line(terrain, smoke, Man(who=man.who, at=square), enemy) for square in near}
    covered = [square for square in near if joined[square] and terrain.covers(terrain.line(square, mark.at) or (), mark.at)]
    hidden = [square for square in near if not joined[square]]
    last = "" if mark.in_sight else ", from where they were last seen"
    for what, found in (("with cover and still in their sight", covered), ("out of their sight", hidden)):
        if found:
            yield f"The nearest square you can reach this turn {what}{last}: {_on_foot(man.at, found[0], routes)}."
        else:
            yield f"No square you can reach this turn is {what}{last}."


def _on_foot(here: int, there: int, routes: Routes) -> str:
    walk = routes.cost[there] / STRAIGHT
    return f"{name_of(there)}, {walk:g} squares on foot, {WAY_WORDS[way_to(here, there)]}"


# --- odds --------------------------------------------------------------------------------------------------------------


def _odds(view: View) -> Passage:
    """Every attack from where he stands."""
    standing, moving = shots(view), shots(view, target_moving=True)
    if not standing:
        return Passage(title="Your odds from here", lines=("You know of nobody to aim at.",))
    return Passage(title="Your odds from here", table=odds_table(standing, moving))


def odds_table(standing: tuple[Shot, ...], moving: tuple[Shot, ...]) -> Table:
    """Attacks in rows: the chance against who stands still, who moves, the harm of a hit, and why."""
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
    return "".join([f", {part.name} {f'+{part.value}' if part.value > 0 else f'−{-part.value}'}" for part in parts])


def _plan(view: View, plan: Plan | None) -> Iterator[Passage]:
    """A plan in words and its odds phase by phase."""
    if plan is not None:
        yield Passage(title="Your plan", lines=(sentence(plan_words(plan, view.table.phase)), ODDS_AGAINST), table=plan_table(view, plan))


def plan_table(view: View, plan: Plan) -> Table:
    """The phases of a plan: what is done, where it ends, whether the enemy's square is seen from there, and the odds."""
    rows = [_plan_row(view, plan, number, aim) for number, aim in enumerate(along(view, plan))]
    return Table(heads=("Phase", "You", "Then at", "Sees them", "They stand", "They move", "Firing action"), rows=tuple(rows))


def _plan_row(view: View, plan: Plan, number: int, aim: Aim) -> tuple[str, ...]:
    stop = aim.stop
    deeds = plan.phases[number] if number < len(plan.phases) else ()
    at = "off the map" if stop.at == OFF else f"{name_of(stop.at)}{', crouching' if stop.crouched else ''}"
    if stop.blocked != OFF:
        at += f", stopped by {name_of(stop.blocked)}"
    odds = [HINDRANCES[shot.hindrance] or chance_words(shot.chance) if shot else "–" for shot in (aim.stands, aim.moves)]
    return (str(stop.phase), deeds_words(deeds), at, "yes" if aim.sees else "no", *odds, "now" if aim.acts else "–")


# --- the ground --------------------------------------------------------------------------------------------------------


def _around(view: View, me: Self) -> Passage:
    """The eight neighbours, and how far one looks each way."""
    here = (me.row - 1) * SIDE + me.column - 1
    terrain = terrain_of(view.table.ground)
    smoke = smoky(view.table.clouds, terrain)
    rows = [
        (WAY_WORDS[near.way].capitalize(), near.what, "yes" if near.open else "no", _outlook(terrain, smoke, here, number))
        for number, near in enumerate(me.around)
    ]
    return Passage(title="Around you", table=Table(heads=("Way", "Next square", "Can step", "Farther on"), rows=tuple(rows)))


def _outlook(terrain: Terrain, smoke: frozenset[int], here: int, way: int) -> str:
    """What lies in a straight line, up to what blocks sight or the edge."""
    if here in smoke:
        return "smoke all around"
    x, y, (dx, dy) = here % SIDE, here // SIDE, STEPS[way]
    passed: list[str] = []
    far = 0
    while 0 <= x + dx < SIDE and 0 <= y + dy < SIDE:
        x, y, far = x + dx, y + dy, far + 1
        letter = terrain.letters[y * SIDE + x]
        if letter in BLOCKS_SIGHT or y * SIDE + x in smoke:
            what = LEGEND[letter] if letter in BLOCKS_SIGHT else "smoke"
            return "; ".join([*passed, f"{what} at {column_name(x)}{y + 1} ends the view after {squares_words(far - 1)}"])
        if letter in COVER:
            passed.append(f"{LEGEND[letter]} at {column_name(x)}{y + 1}")
    return "; ".join([*passed, f"open to the edge, {squares_words(far)}"])


def _landmarks(view: View, own: Own) -> Passage:
    """Doors, cover and vehicles near by, the nearest square of each."""
    here, letters = own.man.at, terrain_of(view.table.ground).letters
    rows = []
    for kind, word in KINDS.items():
        near = sorted(
            [min(parts, key=lambda square: (squares_to(here, square), square)) for parts in patches(letters, kind)],
            key=lambda square: (squares_to(here, square), square),
        )
        rows += [(word, square) for square in near[:OF_A_KIND] if squares_to(here, square) <= NEARBY]
    rows.sort(key=lambda row: squares_to(here, row[1]))
    table = Table(
        heads=("What", "Nearest square", "Squares", "Way"),
        rows=tuple(
            [(word.capitalize(), name_of(square), str(squares_to(here, square)), WAY_WORDS[way_to(here, square)]) for word, square in rows]
        ),
    )
    return (
        Passage(title=f"Within {NEARBY} squares", table=table)
        if rows
        else Passage(title=f"Within {NEARBY} squares", lines=("Nothing but ground.",))
    )


def _hazards(facts: Facts) -> Iterator[Passage]:
    if facts.hazards:
        yield Passage(title="Smoke, gas and fire", lines=tuple([_hazard(hazard) for hazard in facts.hazards]))


def _hazard(hazard: Hazard) -> str:
    at = f"{column_name(hazard.where.column - 1)}{hazard.where.row}"
    away = (
        f"{squares_words(hazard.where.squares)} ({inches_words(hazard.where.inches)} in) {WAY_WORDS[hazard.where.way]}"
        if hazard.where.squares
        else "your own square"
    )
    inside = " You are in it." if hazard.inside else ""
    reach = "its square and those beside it" if hazard.kind == "fire" else "four squares around"
    return (
        f"{CLOUD_WORDS[hazard.kind]} at {at}, {away}, {reach}, for {hazard.turns} more {'turn' if hazard.turns == 1 else 'turns'}.{inside}"
    )


def _clouds(view: View) -> Passage:
    lines = [f"{CLOUD_WORDS[cloud.kind]} at {name_of(cloud.at)}, to the end of turn {cloud.until}." for cloud in view.table.clouds]
    return Passage(title="Smoke, gas and fire", lines=tuple(lines))


@lru_cache(maxsize=32)
def _map(ground: str | Ground) -> tuple[Passage, ...]:
    """The map itself: its buildings with their doors, then every row from north to south."""
    terrain = terrain_of(ground)
    buildings = tuple([_building(terrain.letters, parts) for parts in patches(terrain.letters, "#:+") if len(parts) > 1])
    rows = [terrain.letters[start : start + SIDE] for start in range(0, SQUARES, SIDE)]
    lines = []
    for words, run in groupby(enumerate(rows, start=1), key=lambda row: row[1]):
        numbers = [number for number, _ in run]
        where = f"Row {numbers[0]}" if len(numbers) == 1 else f"Rows {numbers[0]} to {numbers[-1]}"
        lines.append(f"{where}: {_row(words)}.")
    return (
        *((Passage(title="Buildings", lines=buildings),) if buildings else ()),
        Passage(title=f"{terrain.ground.title}, row by row", lines=("What is not named is open ground.", *lines)),
    )


def _row(letters: str) -> str:
    found = []
    for letter, run in groupby(enumerate(letters), key=lambda each: each[1]):
        if letter == OPEN:
            continue
        columns = [column for column, _ in run]
        span = column_name(columns[0]) if len(columns) == 1 else f"{column_name(columns[0])} to {column_name(columns[-1])}"
        found.append(f"{span} {LEGEND[letter]}")
    return "; ".join(found) or LEGEND[OPEN]


def _building(letters: str, parts: list[int]) -> str:
    columns, rows = [square % SIDE for square in parts], [square // SIDE for square in parts]
    corners = f"{column_name(min(columns))}{min(rows) + 1} to {column_name(max(columns))}{max(rows) + 1}"
    doors = [name_of(square) for square in parts if letters[square] == "+"]
    return f"{corners}: {'door' if len(doors) == 1 else 'doors'} at {', '.join(doors)}." if doors else f"{corners}: no door."
