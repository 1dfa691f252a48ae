"""The debrief as plain values: intelligence, harm, points and their causes, wounds, and costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ambush.rules.call import Condition
from campaign.garage.rules.damage import struck_location
from campaign.garage.rules.record import Wear, list_parts
from campaign.ledger.rules.gear import GEAR, Packed
from core.web.pictures.words import counted, money
from espionage.rules.files import TeamFile
from espionage.rules.report import Award, AwardReason, Bang, Debrief, Harm, HowHurt, Spending

from .report import RollPicture

AWARD_REASONS: Final[dict[AwardReason, str]] = {
    "tried": "tried a mission or a counterspy roll this week",
    "succeeded": "a mission that succeeded and was not stopped",
    "counterspied": "a counterspy attempt that ended at 9 or more",
    "placed": "explosives placed",
    "ambush": "fought in an ambush",
    "escaped": "left an ambush alive",
    "felled": "defeated the enemy",
    "vanished": "slipped away by stealth",
}
CAUSES_OF_HARM: Final[dict[HowHurt, str]] = {
    "assassination": "to an assassin",
    "own_explosives": "to their own explosives",
    "ambush": "in an ambush",
}
CONDITIONS_AFTER: Final[dict[Condition, str]] = {
    "standing": "still standing",
    "unconscious": "unconscious",
    "dead": "dead",
}
LOCATION_NAMES: Final = {"under": "underbody"}


@dataclass(frozen=True, slots=True)
class AwardRow:
    """Skill points, and the reason for them."""

    who: str
    skill: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class HurtRow:
    """The DP that someone lost."""

    who: str
    hits: int
    how: str
    after: str
    tone: str


@dataclass(frozen=True, slots=True)
class HarmPicture:
    """The harm that a mission did. `roll` is set if both sides know the dice."""

    number: int
    title: str
    lines: tuple[str, ...] = ()
    roll: RollPicture | None = None


@dataclass(frozen=True, slots=True)
class BangPicture:
    """An explosion caused by the team's own mission `order`. Both sides know about it."""

    order: int
    title: str
    roll: RollPicture
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DebriefPicture:
    """A team's debrief, ready to print."""

    harm: tuple[HarmPicture, ...]
    bangs: tuple[BangPicture, ...]
    called_off: tuple[int, ...]
    awards: tuple[AwardRow, ...]
    hurt: tuple[HurtRow, ...]
    captured: tuple[str, ...]
    spending: tuple[tuple[str, str], ...]


def debrief_picture(
    debrief: Debrief, names: Mapping[str, str], file: TeamFile | None
) -> DebriefPicture:
    """Return the debrief in words.

    `file` is the team's own file at the deadline. Victims of assassins are listed among the
    wounded, unless they lost nothing.
    """
    assassinated = {hurt.character for hurt in debrief.hurt if hurt.how == "assassination"}
    return DebriefPicture(
        harm=tuple(
            _harm_picture(harm, names, file)
            for harm in debrief.harm
            if harm.bang is not None or harm.victim not in assassinated
        ),
        bangs=tuple(
            _bang_picture(report.bang, report.order)
            for report in debrief.missions
            if report.bang is not None
        ),
        called_off=debrief.called_off,
        awards=tuple(_award_row(award, names) for award in debrief.awards),
        hurt=tuple(
            HurtRow(
                names.get(hurt.character, "someone"),
                hurt.hits,
                CAUSES_OF_HARM[hurt.how],
                CONDITIONS_AFTER[hurt.after],
                "" if hurt.after == "standing" else "bad",
            )
            for hurt in debrief.hurt
        ),
        captured=tuple(names.get(character, "someone") for character in debrief.captured),
        spending=tuple(spending_rows(debrief.spending)),
    )


def _award_row(award: Award, names: Mapping[str, str]) -> AwardRow:
    skill = (
        "general points to assign" if award.skill == "general" else award.skill.replace("_", " ")
    )
    return AwardRow(
        names.get(award.character, "someone"), skill, award.points, AWARD_REASONS[award.why]
    )


def _harm_picture(harm: Harm, names: Mapping[str, str], file: TeamFile | None) -> HarmPicture:
    if harm.bang is None:
        return HarmPicture(
            harm.number, f"{names.get(harm.victim, 'Someone')} was hit for {harm.hits}"
        )
    lines = tuple(broken_parts(harm.damage, harm.bang.vehicle, file)) or (
        "The armour took it all.",
    )
    return HarmPicture(
        harm.number,
        f"An explosion at {harm.bang.name}",
        (location_words(harm.bang), *lines),
        _damage_roll(harm.bang),
    )


def _bang_picture(bang: Bang, order: int) -> BangPicture:
    return BangPicture(
        order,
        f"Mission {order}: the explosion at {bang.name}",
        _damage_roll(bang),
        (location_words(bang),),
    )


def _damage_roll(bang: Bang) -> RollPicture:
    return RollPicture(bang.faces, label="Damage")


def location_words(bang: Bang) -> str:
    """Describe the location and the hits of an explosion."""
    location = struck_location(bang.location)
    suffix = "" if bang.hits == sum(bang.faces) else ", after halving or doubling"
    return (
        f"Location die {bang.location}: {LOCATION_NAMES.get(location, location)}. "
        f"{counted(bang.hits, 'hit')}{suffix}."
    )


def broken_parts(damage: Iterable[Wear], vehicle: str, file: TeamFile | None) -> Iterable[str]:
    """Yield the names of the broken parts, taken from the vehicle's own record."""
    record = (
        next(
            (
                vehicle_parked.record
                for vehicle_parked in file.garage
                if vehicle_parked.id == vehicle
            ),
            None,
        )
        if file
        else None
    )
    names = {part.key: part.name for part in list_parts(record.design)} if record else {}
    for damaged_part in damage:
        kind, _, facing = damaged_part.part.partition(":")
        name = (
            f"{LOCATION_NAMES.get(facing, facing).capitalize()} armour"
            if kind == "armour"
            else names.get(damaged_part.part, damaged_part.part.replace(":", " "))
        )
        yield f"{name}: {damaged_part.lost} lost."


def spending_rows(spending: Spending) -> Iterable[tuple[str, str]]:
    """Yield the week's costs as pairs of a label and a value."""
    if spending.paid or spending.bought:
        yield "Bought", f"{gear_words(spending.bought)} for {money(spending.paid)}"
    if spending.ammunition:
        yield "Rounds fired", money(spending.ammunition)
    if spending.gone:
        yield "Used up or lost", gear_words(spending.gone)


def gear_words(items: Sequence[Packed]) -> str:
    """Describe pieces of gear: `heavy pistol, 2 × clip: heavy pistol`."""
    counts = [
        (GEAR[item.gear].name.lower() if item.gear in GEAR else item.gear, item.count)
        for item in items
    ]
    return (
        ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counts)
        or "nothing"
    )
