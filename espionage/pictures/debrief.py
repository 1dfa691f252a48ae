"""The debrief as plain values: what was seen, what was done to us, points with their causes,
wounds, costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from campaign.garage.rules.damage import struck_location
from campaign.garage.rules.record import list_parts
from campaign.ledger.rules.gear import GEAR
from core.web.pictures.words import counted, money

from .report import RollPicture

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaign.garage.rules.record import Wear
    from campaign.ledger.rules.gear import Packed
    from espionage.rules.ambush.call import Condition
    from espionage.rules.files import TeamFile
    from espionage.rules.report import Award, Bang, Debrief, Harm, HowHurt, Spending, Why

WHY: Final[dict[Why, str]] = {
    "tried": "tried a mission or a counterspy roll this week",
    "succeeded": "a mission that succeeded and was not stopped",
    "counterspied": "a counterspy attempt that ended at 9 or more",
    "placed": "explosives placed",
    "ambush": "fought in an ambush",
    "escaped": "left an ambush alive",
    "felled": "felled the enemy",
    "vanished": "slipped away by stealth",
}
HOW: Final[dict[HowHurt, str]] = {
    "assassination": "to an assassin",
    "own_explosives": "to their own explosives",
    "ambush": "in an ambush",
}
AFTER: Final[dict[Condition, str]] = {
    "standing": "still standing",
    "unconscious": "unconscious",
    "dead": "dead",
}
WHERE: Final = {"under": "underbody"}


@dataclass(frozen=True, slots=True)
class AwardRow:
    """Skill points and why."""

    who: str
    skill: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class HurtRow:
    """DP somebody lost."""

    who: str
    hits: int
    how: str
    after: str
    tone: str


@dataclass(frozen=True, slots=True)
class HarmPicture:
    """What a mission did to us; `roll` where dice fell that both sides know."""

    number: int
    title: str
    lines: tuple[str, ...] = ()
    roll: RollPicture | None = None


@dataclass(frozen=True, slots=True)
class BangPicture:
    """An explosion of ours that both sides heard, in our mission `order`."""

    order: int
    title: str
    roll: RollPicture
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DebriefPicture:
    """Everything that the settlement told a team, ready to print."""

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
    """The debrief in words. `file` is the team's own, at the deadline. What an assassin did to
    somebody stands among the wounds, unless nothing of it was left by then.
    """
    shot = {hurt.character for hurt in debrief.hurt if hurt.how == "assassination"}
    return DebriefPicture(
        harm=tuple(
            _harm(harm, names, file)
            for harm in debrief.harm
            if harm.bang is not None or harm.victim not in shot
        ),
        bangs=tuple(
            _bang(report.bang, report.order)
            for report in debrief.missions
            if report.bang is not None
        ),
        called_off=debrief.called_off,
        awards=tuple(_award(award, names) for award in debrief.awards),
        hurt=tuple(
            HurtRow(
                names.get(hurt.character, "someone"),
                hurt.hits,
                HOW[hurt.how],
                AFTER[hurt.after],
                "" if hurt.after == "standing" else "bad",
            )
            for hurt in debrief.hurt
        ),
        captured=tuple(names.get(who, "someone") for who in debrief.captured),
        spending=tuple(spent(debrief.spending)),
    )


def _award(award: Award, names: Mapping[str, str]) -> AwardRow:
    skill = (
        "general points to assign" if award.skill == "general" else award.skill.replace("_", " ")
    )
    return AwardRow(names.get(award.character, "someone"), skill, award.points, WHY[award.why])


def _harm(harm: Harm, names: Mapping[str, str], file: TeamFile | None) -> HarmPicture:
    if harm.bang is None:
        return HarmPicture(
            harm.number, f"{names.get(harm.victim, 'Someone')} was hit for {harm.hits}"
        )
    lines = tuple(broken(harm.damage, harm.bang.vehicle, file)) or ("The armour took it all.",)
    return HarmPicture(
        harm.number,
        f"An explosion at {harm.bang.name}",
        (location_words(harm.bang), *lines),
        _dice(harm.bang),
    )


def _bang(bang: Bang, order: int) -> BangPicture:
    return BangPicture(
        order,
        f"Mission {order}: the explosion at {bang.name}",
        _dice(bang),
        (location_words(bang),),
    )


def _dice(bang: Bang) -> RollPicture:
    return RollPicture(bang.faces, label="Damage")


def location_words(bang: Bang) -> str:
    """Where an explosion struck, and how many hits it came to."""
    where = struck_location(bang.location)
    changed = "" if bang.hits == sum(bang.faces) else ", after halving or doubling"
    return (
        f"Location die {bang.location}: {WHERE.get(where, where)}. "
        f"{counted(bang.hits, 'hit')}{changed}."
    )


def broken(damage: Iterable[Wear], vehicle: str, file: TeamFile | None) -> Iterable[str]:
    """What broke, part by part, under the names of the vehicle's own record."""
    record = (
        next((parked.record for parked in file.garage if parked.id == vehicle), None)
        if file
        else None
    )
    names = {part.key: part.name for part in list_parts(record.design)} if record else {}
    for wear in damage:
        kind, _, where = wear.part.partition(":")
        name = (
            f"{WHERE.get(where, where).capitalize()} armour"
            if kind == "armour"
            else names.get(wear.part, wear.part.replace(":", " "))
        )
        yield f"{name}: {wear.lost} lost."


def spent(spending: Spending) -> Iterable[tuple[str, str]]:
    """What the week cost: label and words."""
    if spending.paid or spending.bought:
        yield "Bought", f"{pieces(spending.bought)} for {money(spending.paid)}"
    if spending.ammunition:
        yield "Rounds fired", money(spending.ammunition)
    if spending.gone:
        yield "Used up or lost", pieces(spending.gone)


def pieces(items: Sequence[Packed]) -> str:
    """`heavy pistol, 2 × clip: heavy pistol`."""
    named = [
        (GEAR[item.gear].name.lower() if item.gear in GEAR else item.gear, item.count)
        for item in items
    ]
    return (
        ", ".join(name if count == 1 else f"{count} × {name}" for name, count in named) or "nothing"
    )
