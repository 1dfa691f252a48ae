"""A team's week as a timeline of scenes with dice, in plain values.

All events of a mission form one scene. An ambush is a separate scene. The timeline reveals only
information that the seat has received.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from ambush.rules.call import Condition
from core.web.pictures.dice import roll
from core.web.pictures.words import counted, signed
from espionage.rules.explosives import cell_of
from espionage.rules.orders import Mission
from espionage.rules.report import Debrief, MissionReport
from espionage.rules.tables import cell
from espionage.rules.values import (
    AmbushCalled,
    AmbushOver,
    Asked,
    CancelSealed,
    ChaseDecided,
    Choice,
    CounterspyRolled,
    Debriefed,
    Event,
    ExplosivesRolled,
    GuardSent,
    Meeting,
    MissionBegan,
    MissionDeclared,
    MissionThwarted,
    ModifierTold,
    OrderRolled,
    OrdersStruck,
    RowsShown,
    SpyRolled,
    SpyTwelveTaken,
    Throw,
    TwelveTaken,
    WeekSettled,
)
from espionage.rules.wording import ACTIONS, CELLS, COUNTERSPIED, EXPLODED, join_words

Tone: TypeAlias = Literal["", "ours", "theirs", "harm", "public"]
TABLE: Final = "Spy vs. Spy Table"
ICONS: Final[dict[Mission, str]] = {"infiltrate": "eye", "assassinate": "cross", "blow_up": "blast"}
WAYS_OF_LEAVING: Final = {"edge": "left the map", "stealth": "slipped away unseen"}
CONDITIONS: Final[dict[Condition, str]] = {
    "standing": "still standing",
    "unconscious": "unconscious",
    "dead": "dead",
}
ENDINGS: Final = {
    "blunder": (
        "Blundered: nothing done, and +4 to their counterspies against us for the rest of the week."
    ),
    "failed": "Failed without harm to anyone.",
    "thwarted": "Thwarted by a counterspy: no consequences at all.",
    "stopped": "Stopped by their ambush before it began. The row does not count.",
    "nobody_there": "There was no one and nothing to reach.",
    "modifier": "Spent on −4 to all their later counterspy rolls against us.",
    "saw": "Seen.",
    "dud": "The charge was planted and did not go off: a dud.",
    "waiting": "The charge is planted and will go off at the duel. Its owner does not know.",
}
CALLED_OFF_RESULT: Final = "We called it off with a cancellation. It does not count."
AMBUSHED_RESULT: Final = "Ended in an ambush before it began."
NOT_STOPPED_RESULTS: Final[dict[Mission, str]] = {
    "infiltrate": "Not stopped. Only they know what they saw, if anything.",
    "assassinate": "Not stopped, but no one was hit.",
    "blow_up": "Not stopped, but nothing has exploded so far.",
}


@dataclass(frozen=True, slots=True)
class RollPicture:
    """Dice with modifiers, in the form that `{% roll %}` needs."""

    faces: tuple[int, ...]
    modifiers: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    label: str = ""

    @property
    def words(self) -> str:
        """The dice, modifiers and total in one line."""
        roll_words = roll(self.faces, self.modifiers, self.total, self.label).description
        return f"{self.label}: {roll_words}." if self.label else f"{roll_words}."


@dataclass(slots=True)
class Scene:
    """An entry of the timeline, in the form that the template component needs.

    `result` is the result given in the debrief. `order` is set for the team's own missions, and
    `number` for missions against it. `other_seat` is the seat of the other team of a mission.
    `people` are the names of the characters whose portraits are shown.
    """

    title: str
    tone: Tone = ""
    icon: str = "eye"
    label: str = ""
    text: str = ""
    rolls: list[RollPicture] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    result: str = ""
    order: int = 0
    number: int = 0
    other_seat: int | None = None
    people: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The scene as lines of text, including the dice, as on the page."""
        lines = [
            self.text,
            *[picture.words for picture in self.rolls],
            *self.lines,
            f"Final result: {self.result}" if self.result else "",
        ]
        return tuple([line for line in lines if line])


class SceneNames:
    """Names used in scenes: teams by seat, people and vehicles by id."""

    def __init__(self, teams: Sequence[str], names: Mapping[str, str]) -> None:
        self.teams, self._names = teams, names

    def name(self, key: str, unknown: str = "somebody") -> str:
        """Return the name of a person or vehicle."""
        return self._names.get(key, unknown)


def report_scenes(
    events: Sequence[Event], teams: Sequence[str], names: Mapping[str, str]
) -> tuple[Scene, ...]:
    """Return the timeline of a seat's events.

    It has neither the debrief nor the public news, which the page shows elsewhere.
    """
    timeline = Timeline(SceneNames(teams, names))
    for event in events:
        timeline.add_event(event)
    return tuple(timeline.scenes)


class Timeline:
    """Builds the scenes. Missions are looked up by their numbers."""

    def __init__(self, names: SceneNames) -> None:
        self.names = names
        self.scenes: list[Scene] = []
        self.own_scenes: dict[int, Scene] = {}
        self.enemy_scenes: dict[int, Scene] = {}
        self.own_kinds: dict[int, Mission] = {}
        self.target_seats: dict[int, int] = {}
        self.enemy_kinds: dict[int, Mission] = {}
        self.enemy_results: dict[int, str] = {}

    def add(self, scene: Scene) -> Scene:
        self.scenes.append(scene)
        return scene

    def add_event(self, event: Event) -> None:
        """Add one event."""
        match event:
            case OrderRolled():
                self.add(order_of_play_scene(event, self.names))
            case OrdersStruck():
                self.add(struck_scene(event, self.names))
            case (
                MissionBegan()
                | SpyRolled()
                | SpyTwelveTaken()
                | MissionThwarted()
                | ExplosivesRolled()
            ):
                self._add_own_event(event)
            case (
                MissionDeclared()
                | GuardSent()
                | CounterspyRolled()
                | TwelveTaken()
                | ModifierTold()
                | ChaseDecided()
            ):
                self._add_enemy_event(event)
            case AmbushCalled(meeting=meeting):
                self.add(ambush_scene(meeting, self.names))
            case AmbushOver():
                scene = self._ambush_scene(event.meeting)
                scene.lines.extend(ambush_result_lines(event, self.names))
                scene.result = ambush_conditions(event, self.names)
                if event.meeting.cause == "hunted" and not event.mission_goes_on:
                    self.enemy_results.setdefault(event.meeting.number, AMBUSHED_RESULT)
            case RowsShown() | CancelSealed():
                self._add_cancellations(event)
            case Debriefed(debrief=debrief):
                for report in debrief.missions:
                    self._add_result(report)
                self._add_enemy_results(debrief)
            case Asked() | WeekSettled():
                pass

    def _ambush_scene(self, meeting: Meeting) -> Scene:
        """Return the scene of this ambush. A mission has at most one (E21)."""
        return next(
            scene
            for scene in self.scenes
            if scene.icon == "flag"
            and (scene.order, scene.number) == (meeting.order, meeting.number)
        )

    def _add_own_event(
        self,
        event: MissionBegan | SpyRolled | SpyTwelveTaken | MissionThwarted | ExplosivesRolled,
    ) -> None:
        match event:
            case MissionBegan(order=order, mission=mission, against=target):
                self.own_kinds[order], self.target_seats[order] = mission, target
                self.own_scenes[order] = self.add(own_mission_scene(event, self.names))
            case SpyRolled(order=order, throw=throw):
                scene, mission = self.own_scenes[order], self.own_kinds[order]
                scene.rolls.append(
                    roll_picture(throw, "skill and wounds", f"{TABLE}, {ACTIONS[mission]}")
                )
                scene.lines.append(_row_words(throw.row, event.choice, mission))
            case SpyTwelveTaken(order=order, choice=choice):
                self.own_scenes[order].lines[-1] = _row_words(12, choice, self.own_kinds[order])
            case MissionThwarted(order=order):
                self.own_scenes[order].lines.append("A counterspy thwarted it.")
            case ExplosivesRolled(order=order, throw=throw):
                self.own_scenes[order].rolls.append(
                    roll_picture(throw, "explosives and wounds", "Blow Up table")
                )
                self.own_scenes[order].lines.append(f"The charge {EXPLODED[cell_of(throw)]}.")

    def _add_enemy_event(
        self,
        event: MissionDeclared
        | GuardSent
        | CounterspyRolled
        | TwelveTaken
        | ModifierTold
        | ChaseDecided,
    ) -> None:
        if isinstance(event, MissionDeclared):
            self.enemy_kinds[event.number] = event.mission
            self.enemy_scenes[event.number] = self.add(enemy_mission_scene(event, self.names))
            return
        if isinstance(event, CounterspyRolled) and event.verdict == "thwarted":
            self.enemy_results[event.number] = f"Thwarted by {self.names.name(event.spy)}."
        add_reaction(self.enemy_scenes[event.number], event, self.names)

    def _add_result(self, report: MissionReport) -> None:
        scene = self.own_scenes.get(report.order)
        if scene is not None:
            scene.result = mission_result(report, self.names.teams[self.target_seats[report.order]])
            scene.rolls += [RollPicture(report.faces, label="Hits")] if report.faces else []

    def _add_enemy_results(self, debrief: Debrief) -> None:
        """Add what is known about the results of missions against the team.

        The text is the same for a Blow Up that failed, was a dud or is delayed.
        """
        harm: dict[int, list[str]] = {}
        for harm_done in debrief.harm:
            sentence = (
                f"A bomb went off at our {harm_done.bang.name}: "
                f"{counted(harm_done.bang.hits, 'hit')}."
                if harm_done.bang
                else f"{self.names.name(harm_done.victim, 'Someone')} was hit for {harm_done.hits}."
            )
            harm.setdefault(harm_done.number, []).append(sentence)
        for number, scene in self.enemy_scenes.items():
            scene.result = (
                " ".join(harm.get(number, ()))
                or self.enemy_results.get(number)
                or NOT_STOPPED_RESULTS[self.enemy_kinds[number]]
            )

    def _add_cancellations(self, event: RowsShown | CancelSealed) -> None:
        scene = (
            self.scenes[-1]
            if self.scenes and self.scenes[-1].icon == "ban"
            else self.add(Scene("Cancellations", "ours", "ban"))
        )
        if isinstance(event, RowsShown):
            scene.text = (
                f"Our counterspies have won {counted(event.cancellations, 'cancellation')}."
            )
        else:
            lines = [
                f"We called off mission {number} against us, {self.enemy_scenes[number].title}."
                for number in event.numbers
            ]
            scene.lines += lines or ["Nothing was called off."]
            self.enemy_results |= dict.fromkeys(event.numbers, CALLED_OFF_RESULT)


# --- scenes ---------------------------------------------------------------------------------------


def order_of_play_scene(event: OrderRolled, scene_names: SceneNames) -> Scene:
    """Return the scene about the order of play. Ties are rerolled."""
    rolls = [
        RollPicture(
            faces[start : start + 2], label=scene_names.teams[seat] + (", again" if start else "")
        )
        for seat, faces in enumerate(event.faces)
        for start in range(0, len(faces), 2)
    ]
    names = [scene_names.teams[seat] for seat in event.order]
    return Scene(
        "The order of play",
        "public",
        "dice",
        "Public",
        f"Teams take turns with one mission each: {join_words(names, 'then')}.",
        rolls,
    )


def struck_scene(event: OrdersStruck, names: SceneNames) -> Scene:
    """Return the scene about orders that were struck at the deadline (E26)."""
    lines = [
        f"{names.name(struck_order.order.spy)}, {ACTIONS[struck_order.order.action]}: "
        f"{struck_order.sentence}"
        for struck_order in event.struck
    ]
    return Scene(
        "Removed from our sheet at the deadline", "harm", "alert", "Our orders", lines=lines
    )


def own_mission_scene(event: MissionBegan, names: SceneNames) -> Scene:
    """Return the scene about one of the team's own missions (3a)."""
    target = (
        f"Named target: {names.name(event.target, 'someone or something no longer known')}."
        if event.target
        else ""
    )
    title = (
        f"{names.name(event.spy)}: {ACTIONS[event.mission]} against {names.teams[event.against]}"
    )
    return Scene(
        title,
        "ours",
        ICONS[event.mission],
        f"Our mission {event.order}",
        target,
        order=event.order,
        other_seat=event.against,
        people=(names.name(event.spy, ""),),
    )


def enemy_mission_scene(event: MissionDeclared, names: SceneNames) -> Scene:
    """Return the scene about a mission against the team (3a)."""
    target = (
        f"Named target: {names.name(event.target, 'someone or something that is not ours')}."
        if event.target
        else ""
    )
    title = f"{names.teams[event.by]}: {ACTIONS[event.mission]}"
    return Scene(
        title,
        "theirs",
        ICONS[event.mission],
        f"Mission {event.number} against us",
        target,
        number=event.number,
        other_seat=event.by,
    )


def roll_picture(throw: Throw, modifier_name: str, label: str) -> RollPicture:
    """Return a roll of 2d6 on a table."""
    return RollPicture(throw.faces, ((modifier_name, throw.modifier),), throw.total, label)


def row_words(row: int) -> str:
    """Return the label of a printed row: `2 or less`, `9`, `12+`."""
    return {2: "2 or less", 12: "12+"}.get(row, str(row))


def _row_words(row: int, choice: Choice, mission: Mission) -> str:
    if choice == "infiltrate":
        return "Row 12+: −4 to all their later counterspy rolls against us."
    if choice == "eleven":
        return f"Row 12+, taken as 11: {CELLS[mission][cell(mission, 11)]}."
    return f"Row {row_words(row)}: {CELLS[mission][cell(mission, row)]}."


def add_reaction(
    scene: Scene,
    event: GuardSent | CounterspyRolled | TwelveTaken | ModifierTold | ChaseDecided,
    names: SceneNames,
) -> None:
    """Add the team's reaction to an enemy mission."""
    match event:
        case GuardSent(spy=spy, by_conditions=by_conditions):
            reason = " because a condition on the sheet matches" if by_conditions else ""
            sentence = (
                f"{names.name(spy)} is sent to counterspy{reason}."
                if spy
                else "No one was sent to counterspy."
            )
            scene.text = f"{scene.text} {sentence}".strip()
            scene.people = (names.name(spy or "", ""),)
        case CounterspyRolled(spy=spy, throws=throws, verdict=verdict):
            for rerolls, throw in enumerate(throws):
                label = f"{TABLE}, Counterspy" + (", rolled again" if rerolls else "")
                scene.rolls.append(roll_picture(throw, "skill, wounds and ±4", label))
            scene.lines.append(
                f"Row {row_words(throws[-1].row)}: {names.name(spy)} {COUNTERSPIED[verdict]}."
            )
        case TwelveTaken(ambush=ambushed):
            scene.lines.append(
                "We ambush the enemy spy."
                if ambushed
                else "We chose a cancellation instead of an ambush."
            )
        case ModifierTold(against=enemy, change=change, now=now):
            scene.lines.append(
                f"{signed(change)} to our counterspy rolls against {names.teams[enemy]} from now "
                f"on. Total: {signed(now)}."
            )
        case ChaseDecided(spy=spy):
            sentence = (
                f"{names.name(spy)} goes after the bomber."
                if spy
                else "No one goes after the bomber."
            )
            scene.lines.append(f"A bomb went off and the bomber is near. {sentence}")


def ambush_scene(meeting: Meeting, names: SceneNames) -> Scene:
    """Return the scene about an ambush. Its title names both characters."""
    location = (
        "at the Truck Stop"
        if meeting.map == "truck_stop"
        else f"in section {meeting.section} of Midville"
    )
    own_person, enemy = names.name(meeting.mine), meeting.enemy_name
    text = (
        f"{own_person} ambushed {enemy} {location}."
        if meeting.ambushing
        else f"{own_person} was ambushed by {enemy} {location}."
    )
    return Scene(
        f"{own_person} met {enemy} of {names.teams[meeting.enemy]}",
        "harm",
        "flag",
        "Ambush",
        text,
        order=meeting.order,
        number=meeting.number,
        people=(names.name(meeting.mine, ""), enemy),
    )


def ambush_conditions(event: AmbushOver, names: SceneNames) -> str:
    """Describe the condition of both fighters after an ambush in a sentence."""
    return (
        f"{names.name(event.meeting.mine)} {_condition_words(event.mine, event.mine_left)}; "
        f"{event.meeting.enemy_name} {_condition_words(event.enemy, event.enemy_left)}."
    )


def ambush_result_lines(event: AmbushOver, names: SceneNames) -> list[str]:
    """Describe the visible result of an ambush in lines of text."""
    own_person, enemy = names.name(event.meeting.mine), event.meeting.enemy_name
    lines = [
        f"It lasted {counted(event.turns, 'turn')}.",
        f"{own_person} lost {counted(event.lost, 'DP', 'DP')}.",
    ]
    if event.captured:
        lines.append(
            f"{own_person} was taken prisoner."
            if event.captured == "mine"
            else f"We hold {enemy} until the next settlement."
        )
    if event.meeting.cause == "hunted":
        lines.append(
            "The mission went ahead." if event.mission_goes_on else "That ended the mission."
        )
    return lines


def _condition_words(state: Condition, way_of_leaving: str) -> str:
    if way_of_leaving:
        return WAYS_OF_LEAVING[way_of_leaving]
    return f"was {CONDITIONS[state]}" + (" at the end" if state == "standing" else "")


def mission_result(report: MissionReport, target_team: str) -> str:
    """Describe the result of the team's own mission in a sentence."""
    if report.ending == "called_off":
        return (
            f"{target_team} called it off with a cancellation won by one of their counterspies. It "
            "does not count."
        )
    if report.ending == "hit":
        return f"Hit {report.victim_name} for {report.hits}."
    if report.ending == "exploded" and report.bang is not None:
        return f"A bomb went off at {report.bang.name}: {counted(report.bang.hits, 'hit')}."
    if report.ending == "saw":
        return f"Saw {counted(len(report.saw), 'vehicle')}."
    return ENDINGS[report.ending]
