"""An opened week from each team's side: its order sheet in plain words, and what it heard beside
what was true.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from core.web.pictures.words import MINUS
from espionage.rules.orders import COUNTERSPY, Standing
from espionage.rules.receipt import kit_words, order_words, standing_words
from espionage.rules.values import (
    CancelSealed,
    Debriefed,
    MissionBegan,
    OrderRolled,
    OrdersStruck,
    RowsShown,
)
from espionage.rules.words import ACTIONS

from .debrief import AFTER, HOW, WHY, AwardRow, HurtRow, location_words
from .report import RollPicture, Told, order_of_play, scenes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.league.models import Team
    from espionage.rules.orders import Order
    from espionage.rules.report import Debrief, Harm, Snapshot
    from espionage.selectors.opened import OpenedTeam, OpenedWeek

    from .opened import Step, Truth
    from .report import Scene

ON_TWELVE: Final = {
    "": "",
    "infiltrate": f"On a 12 or more: {MINUS}4 to their counterspies.",
    "eleven": "On a 12 or more: as 11.",
}


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A team's counted sheet. `lines` are (who, what, kit and choices); `struck` what fell away at
    the deadline, with the reason.
    """

    team: Team
    state: str
    lines: tuple[tuple[str, str, str], ...]
    struck: tuple[tuple[str, str, str], ...]
    standing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BesideScene:
    """A scene as a seat heard it; beside it the steps it did not see.

    `title` and `result` are the mission in truth, "" where the seat was told as much itself.
    """

    scene: Scene
    steps: tuple[Step, ...] = ()
    title: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class HarmRow:
    """What a mission did to the team; which parts of a vehicle broke stays the team's own."""

    title: str
    number: int
    line: str = ""
    roll: RollPicture | None = None


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """What one seat knew at the week's settlement, beside the truth."""

    team: Team
    seat: int
    scenes: tuple[BesideScene, ...]
    harm: tuple[HarmRow, ...]
    hurt: tuple[HurtRow, ...]
    captured: tuple[str, ...]
    awards: tuple[AwardRow, ...]
    saw: tuple[tuple[str, Snapshot], ...]


# --- sheets ---------------------------------------------------------------------------------------


def sheets(opened: OpenedWeek) -> tuple[SheetPicture, ...]:
    """Every team's counted sheet, by seat; no words where nothing was played."""
    return tuple(_sheet(opened, seat) for seat in opened.seats)


def _sheet(opened: OpenedWeek, seat: OpenedTeam) -> SheetPicture:
    if opened.happened is None:
        return SheetPicture(seat.team, seat.state, (), (), ())
    house = opened.house
    standing = standing_words(
        seat.sheet.standing, live=house.live_decisions, doctrine_only=house.ambush_by_doctrine
    )
    struck = [
        each for event in seat.heard if isinstance(event, OrdersStruck) for each in event.struck
    ]
    return SheetPicture(
        team=seat.team,
        state=seat.state,
        standing=standing if seat.sheet.standing != Standing() or seat.sheet.orders else (),
        lines=tuple(
            (opened.names.get(order.spy, "Someone"), *_order(opened, order))
            for order in seat.sheet.orders
        ),
        struck=tuple(
            (
                opened.names.get(each.order.spy, "Someone"),
                ACTIONS[each.order.action],
                each.sentence,
            )
            for each in struck
        ),
    )


def _order(opened: OpenedWeek, order: Order) -> tuple[str, str]:
    """One order in words, and what went with it."""
    if opened.happened is None:
        raise LookupError("nothing was played")
    kit = kit_words(order)
    more = [f"Kit: {kit}." if kit != "nothing" else "", ON_TWELVE[order.on_twelve]]
    what = (
        "Counterspy"
        if order.action == COUNTERSPY
        else order_words(order, opened.happened.roster, opened.names)
    )
    return what, " ".join(filter(None, more))


# --- the order of play, and cancellations ---------------------------------------------------------


def play_order(opened: OpenedWeek) -> Scene | None:
    """Who went first."""
    told = Told([seat.team.name for seat in opened.seats], {})
    heard = opened.seats[0].heard if opened.seats else ()
    return next(
        (order_of_play(event, told) for event in heard if isinstance(event, OrderRolled)), None
    )


def cancellations(opened: OpenedWeek, found: Sequence[Truth]) -> tuple[str, ...]:
    """What each team that had won cancellations did with them (E18)."""
    titles = {(truth.against, truth.number): truth.title for truth in found}
    return tuple(
        line for seat, each in enumerate(opened.seats) for line in _cancelled(seat, each, titles)
    )


def _cancelled(seat: int, each: OpenedTeam, titles: Mapping[tuple[int, int], str]) -> Iterator[str]:
    won = next((event.cancellations for event in each.heard if isinstance(event, RowsShown)), 0)
    numbers = next((event.numbers for event in each.heard if isinstance(event, CancelSealed)), ())
    if won:
        for number in numbers:
            yield f"{each.team.name} called off: {titles.get((seat, number), 'a mission')}."
        if len(numbers) < won:
            yield f"{each.team.name} had nothing more to call off. Unused cancellations lapsed."


# --- one seat -------------------------------------------------------------------------------------


def names_heard(opened: OpenedWeek, each: OpenedTeam) -> dict[str, str]:
    """The names that a seat's report is told with: its own people and vehicles, and the targets
    that it named itself.
    """
    named = {event.target for event in each.heard if isinstance(event, MissionBegan)}
    return {key: opened.names[key] for key in named if key in opened.names} | dict(each.names)


def seat_picture(opened: OpenedWeek, seat: int, found: Sequence[Truth]) -> SeatPicture:
    """What a seat heard, word for word as in its report, beside the truth."""
    each, teams = opened.seats[seat], [one.team.name for one in opened.seats]
    names = names_heard(opened, each)
    debrief = next((event.debrief for event in each.heard if isinstance(event, Debriefed)), None)
    shown = tuple(_beside(scene, seat, found) for scene in scenes(each.heard, teams, names))
    if debrief is None:
        return SeatPicture(each.team, seat, shown, (), (), (), (), ())
    return SeatPicture(
        team=each.team,
        seat=seat,
        scenes=shown,
        harm=tuple(_harm(harm, names) for harm in debrief.harm),
        hurt=tuple(_hurt(debrief, names)),
        captured=tuple(names.get(who, "Someone") for who in debrief.captured),
        awards=tuple(_awards(debrief, names)),
        saw=tuple(
            (teams[seen.about], seen) for mission in debrief.missions for seen in mission.saw
        ),
    )


def _beside(scene: Scene, seat: int, found: Sequence[Truth]) -> BesideScene:
    truth = next((one for one in found if _about(one, scene, seat)), None)
    if truth is None or scene.icon == "flag":
        return BesideScene(scene)
    if scene.number:
        return BesideScene(scene, truth.unseen_by(seat), truth.title, truth.result)
    return BesideScene(scene, truth.unseen_by(seat), result=truth.result if truth.charged else "")


def _about(truth: Truth, scene: Scene, seat: int) -> bool:
    ours = scene.order and truth.by == seat and truth.order == scene.order
    return bool(ours or (scene.number and truth.against == seat and truth.number == scene.number))


def _harm(harm: Harm, names: Mapping[str, str]) -> HarmRow:
    if harm.bang is None:
        return HarmRow(f"{names.get(harm.victim, 'Someone')} was hit for {harm.hits}", harm.number)
    return HarmRow(
        f"An explosion at {harm.bang.name}",
        harm.number,
        location_words(harm.bang),
        RollPicture(harm.bang.faces, label="Damage"),
    )


def _hurt(debrief: Debrief, names: Mapping[str, str]) -> Iterator[HurtRow]:
    for hurt in debrief.hurt:
        tone = "" if hurt.after == "standing" else "bad"
        yield HurtRow(
            names.get(hurt.character, "Someone"), hurt.hits, HOW[hurt.how], AFTER[hurt.after], tone
        )


def _awards(debrief: Debrief, names: Mapping[str, str]) -> Iterator[AwardRow]:
    for award in debrief.awards:
        yield AwardRow(
            names.get(award.character, "Someone"),
            award.skill.replace("_", " "),
            award.points,
            WHY[award.why],
        )
