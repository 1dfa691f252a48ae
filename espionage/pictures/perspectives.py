"""An opened week as each team saw it, compared with the truth.

The pages show the team's order sheet and the events that the team saw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from campaign.league.models import Team
from core.web.pictures.words import MINUS
from espionage.rules.orders import COUNTERSPY, Order, Standing
from espionage.rules.receipt import kit_words, order_words, standing_words
from espionage.rules.report import Debrief, Harm, Snapshot
from espionage.rules.values import (
    CancelSealed,
    Debriefed,
    MissionBegan,
    OrderRolled,
    OrdersStruck,
    RowsShown,
)
from espionage.rules.wording import ACTIONS
from espionage.selectors.opened import OpenedTeam, OpenedWeek

from .debrief import (
    AWARD_REASONS,
    CAUSES_OF_HARM,
    CONDITIONS_AFTER,
    AwardRow,
    HurtRow,
    location_words,
)
from .opened import Step, Truth
from .report import RollPicture, Scene, SceneNames, order_of_play_scene, report_scenes

ON_TWELVE: Final = {
    "": "",
    "infiltrate": f"On a 12 or more: {MINUS}4 to their counterspies.",
    "eleven": "On a 12 or more: as 11.",
}


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """The sheet that was used for a team.

    Each item in `lines` has a name, an order, a kit and choices. `struck` lists orders that were
    removed at the deadline, with the reasons.
    """

    team: Team
    state: str
    lines: tuple[tuple[str, str, str], ...]
    struck: tuple[tuple[str, str, str], ...]
    standing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BesideScene:
    """A scene as a seat saw it, and the steps that the seat did not see.

    `title` and `result` describe the true mission, or are "" if the seat knew them.
    """

    scene: Scene
    steps: tuple[Step, ...] = ()
    title: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class HarmRow:
    """The harm that a mission did to a team. Broken vehicle parts stay secret."""

    title: str
    number: int
    line: str = ""
    roll: RollPicture | None = None


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """A seat's knowledge when the week was settled, compared with the truth."""

    team: Team
    seat: int
    scenes: tuple[BesideScene, ...]
    harm: tuple[HarmRow, ...]
    hurt: tuple[HurtRow, ...]
    captured: tuple[str, ...]
    awards: tuple[AwardRow, ...]
    saw: tuple[tuple[str, Snapshot], ...]


# --- sheets ---------------------------------------------------------------------------------------


def sheet_pictures(opened: OpenedWeek) -> tuple[SheetPicture, ...]:
    """Return the sheets that were used. If nothing was played, the sheets have no lines."""
    return tuple(_sheet_picture(opened, seat) for seat in opened.seats)


def _sheet_picture(opened: OpenedWeek, seat: OpenedTeam) -> SheetPicture:
    if opened.game is None:
        return SheetPicture(seat.team, seat.state, (), (), ())
    house_rules = opened.rules
    standing = standing_words(
        seat.sheet.standing,
        live=house_rules.live_decisions,
        doctrine_only=house_rules.ambush_by_doctrine,
    )
    struck = [
        struck_order
        for event in seat.events
        if isinstance(event, OrdersStruck)
        for struck_order in event.struck
    ]
    return SheetPicture(
        team=seat.team,
        state=seat.state,
        standing=standing if seat.sheet.standing != Standing() or seat.sheet.orders else (),
        lines=tuple(
            (opened.names.get(order.spy, "Someone"), *_order_words(opened, order))
            for order in seat.sheet.orders
        ),
        struck=tuple(
            (
                opened.names.get(struck_order.order.spy, "Someone"),
                ACTIONS[struck_order.order.action],
                struck_order.sentence,
            )
            for struck_order in struck
        ),
    )


def _order_words(opened: OpenedWeek, order: Order) -> tuple[str, str]:
    if opened.game is None:
        raise LookupError("nothing was played")
    kit = kit_words(order)
    details = [f"Kit: {kit}." if kit != "nothing" else "", ON_TWELVE[order.on_twelve]]
    order_text = (
        "Counterspy"
        if order.action == COUNTERSPY and not order.only_against
        else order_words(order, opened.game.roster, opened.names)
    )
    return order_text, " ".join(filter(None, details))


# --- the order of play, and cancellations ---------------------------------------------------------


def play_order_scene(opened: OpenedWeek) -> Scene | None:
    """Return the scene of the order of play."""
    names = SceneNames([seat.team.name for seat in opened.seats], {})
    events = opened.seats[0].events if opened.seats else ()
    return next(
        (order_of_play_scene(event, names) for event in events if isinstance(event, OrderRolled)),
        None,
    )


def cancellation_lines(opened: OpenedWeek, missions: Sequence[Truth]) -> tuple[str, ...]:
    """Return sentences about the cancellations that each team had gained (E18)."""
    titles = {(truth.against, truth.number): truth.title for truth in missions}
    return tuple(
        line
        for seat, opened_team in enumerate(opened.seats)
        for line in _cancellations_of_team(seat, opened_team, titles)
    )


def _cancellations_of_team(
    seat: int, opened_team: OpenedTeam, titles: Mapping[tuple[int, int], str]
) -> Iterator[str]:
    cancellations_won = next(
        (event.cancellations for event in opened_team.events if isinstance(event, RowsShown)), 0
    )
    numbers = next(
        (event.numbers for event in opened_team.events if isinstance(event, CancelSealed)), ()
    )
    if cancellations_won:
        for number in numbers:
            yield f"{opened_team.team.name} called off: {titles.get((seat, number), 'a mission')}."
        if len(numbers) < cancellations_won:
            yield (
                f"{opened_team.team.name} had nothing more to call off. Unused cancellations "
                "lapsed."
            )


# --- one seat -------------------------------------------------------------------------------------


def names_in_report(opened: OpenedWeek, opened_team: OpenedTeam) -> dict[str, str]:
    """Return the names in a seat's report: its people, its vehicles, and named targets."""
    named_targets = {
        event.target for event in opened_team.events if isinstance(event, MissionBegan)
    }
    return {key: opened.names[key] for key in named_targets if key in opened.names} | dict(
        opened_team.names
    )


def seat_picture(opened: OpenedWeek, seat: int, missions: Sequence[Truth]) -> SeatPicture:
    """Return a seat's events as its report describes them, compared with the truth."""
    opened_team = opened.seats[seat]
    teams = [team_at_seat.team.name for team_at_seat in opened.seats]
    names = names_in_report(opened, opened_team)
    debrief = next(
        (event.debrief for event in opened_team.events if isinstance(event, Debriefed)), None
    )
    shown_scenes = tuple(
        _scene_with_truth(scene, seat, missions)
        for scene in report_scenes(opened_team.events, teams, names)
    )
    if debrief is None:
        return SeatPicture(opened_team.team, seat, shown_scenes, (), (), (), (), ())
    return SeatPicture(
        team=opened_team.team,
        seat=seat,
        scenes=shown_scenes,
        harm=tuple(_harm_row(harm, names) for harm in debrief.harm),
        hurt=tuple(_hurt_rows(debrief, names)),
        captured=tuple(names.get(character, "Someone") for character in debrief.captured),
        awards=tuple(_award_rows(debrief, names)),
        saw=tuple(
            (teams[snapshot.about], snapshot)
            for mission in debrief.missions
            for snapshot in mission.saw
        ),
    )


def _scene_with_truth(scene: Scene, seat: int, missions: Sequence[Truth]) -> BesideScene:
    truth = next((mission for mission in missions if _is_about_scene(mission, scene, seat)), None)
    if truth is None or scene.icon == "flag":
        return BesideScene(scene)
    if scene.number:
        return BesideScene(scene, truth.unseen_by(seat), truth.title, truth.result)
    return BesideScene(scene, truth.unseen_by(seat), result=truth.result if truth.charged else "")


def _is_about_scene(truth: Truth, scene: Scene, seat: int) -> bool:
    is_own_mission = scene.order and truth.by == seat and truth.order == scene.order
    return bool(
        is_own_mission or (scene.number and truth.against == seat and truth.number == scene.number)
    )


def _harm_row(harm: Harm, names: Mapping[str, str]) -> HarmRow:
    if harm.bang is None:
        return HarmRow(f"{names.get(harm.victim, 'Someone')} was hit for {harm.hits}", harm.number)
    return HarmRow(
        f"An explosion at {harm.bang.name}",
        harm.number,
        location_words(harm.bang),
        RollPicture(harm.bang.faces, label="Damage"),
    )


def _hurt_rows(debrief: Debrief, names: Mapping[str, str]) -> Iterator[HurtRow]:
    for hurt in debrief.hurt:
        tone = "" if hurt.after == "standing" else "bad"
        yield HurtRow(
            names.get(hurt.character, "Someone"),
            hurt.hits,
            CAUSES_OF_HARM[hurt.how],
            CONDITIONS_AFTER[hurt.after],
            tone,
        )


def _award_rows(debrief: Debrief, names: Mapping[str, str]) -> Iterator[AwardRow]:
    for award in debrief.awards:
        yield AwardRow(
            names.get(award.character, "Someone"),
            award.skill.replace("_", " "),
            award.points,
            AWARD_REASONS[award.why],
        )
