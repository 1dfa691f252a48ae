"""A week as one team heard it, as a timeline of plain values: scenes in the order in which they
were heard, dice included.

What was heard of one mission stands together, since the week plays one mission to its end before
the next; an ambush is a scene of its own. Nothing is told here that the seat was not told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from core.web.pictures.dice import roll
from core.web.pictures.words import counted, signed
from espionage.rules.explosives import cell_of
from espionage.rules.tables import cell
from espionage.rules.values import (
    AmbushCalled,
    AmbushOver,
    Asked,
    CancelSealed,
    ChaseDecided,
    CounterspyRolled,
    Debriefed,
    ExplosivesRolled,
    GuardSent,
    MissionBegan,
    MissionDeclared,
    MissionThwarted,
    ModifierTold,
    OrderRolled,
    OrdersStruck,
    RowsShown,
    SpyRolled,
    SpyTwelveTaken,
    TwelveTaken,
    WeekSettled,
)
from espionage.rules.words import ACTIONS, CELLS, COUNTERSPIED, EXPLODED, listing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from espionage.rules.ambush.call import Condition
    from espionage.rules.orders import Mission
    from espionage.rules.report import Debrief, MissionReport
    from espionage.rules.values import Choice, Event, Meeting, Throw

Tone: TypeAlias = Literal["", "ours", "theirs", "harm", "public"]
TABLE: Final = "Spy vs. Spy Table"
ICONS: Final[dict[Mission, str]] = {"infiltrate": "eye", "assassinate": "cross", "blow_up": "blast"}
LEFT: Final = {"edge": "left the map", "stealth": "slipped away unseen"}
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
OURS_CALLED_OFF: Final = "We called it off with a cancellation. It does not count."
MET_IN_AMBUSH: Final = "Ended in an ambush before it began."
NOT_STOPPED: Final[dict[Mission, str]] = {
    "infiltrate": "Not stopped. Only they know what they saw, if anything.",
    "assassinate": "Not stopped, but no one was hit.",
    "blow_up": "Not stopped, but nothing has exploded so far.",
}


@dataclass(frozen=True, slots=True)
class RollPicture:
    """Dice with what was added: the fields of `{% roll %}`."""

    faces: tuple[int, ...]
    modifiers: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    label: str = ""

    @property
    def words(self) -> str:
        """The dice, what was added, and what they came to, in a line."""
        said = roll(self.faces, self.modifiers, self.total, self.label).words
        return f"{self.label}: {said}." if self.label else f"{said}."


@dataclass(slots=True)
class Scene:
    """One entry of the timeline: the fields of the component. `result` is what came of it, as the
    debrief says.

    `order` is the own mission that it is about, `number` the mission against us.
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

    @property
    def words(self) -> tuple[str, ...]:
        """All of it in lines, as the page has them, dice included."""
        said = [
            self.text,
            *[each.words for each in self.rolls],
            *self.lines,
            f"Final result: {self.result}" if self.result else "",
        ]
        return tuple([line for line in said if line])


class Told:
    """What the scenes are told with: teams by seat, names of people and vehicles by id."""

    def __init__(self, teams: Sequence[str], names: Mapping[str, str]) -> None:
        self.teams, self._names = teams, names

    def name(self, key: str, unknown: str = "somebody") -> str:
        """A person or vehicle by name."""
        return self._names.get(key, unknown)


def scenes(
    heard: Sequence[Event], teams: Sequence[str], names: Mapping[str, str]
) -> tuple[Scene, ...]:
    """The timeline of what a seat heard, except the debrief and the public news, which the page
    shows by themselves.
    """
    play = Timeline(Told(teams, names))
    for event in heard:
        play.hear(event)
    return tuple(play.scenes)


class Timeline:
    """The scenes in the making; the one a mission belongs to is found again by its number."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.scenes: list[Scene] = []
        self.ours: dict[int, Scene] = {}
        self.theirs: dict[int, Scene] = {}
        self.missions: dict[int, Mission] = {}
        self.against: dict[int, int] = {}
        self.kinds: dict[int, Mission] = {}
        self.met: dict[int, str] = {}

    def add(self, scene: Scene) -> Scene:
        self.scenes.append(scene)
        return scene

    def hear(self, event: Event) -> None:
        """Tell one event."""
        match event:
            case OrderRolled():
                self.add(order_of_play(event, self.told))
            case OrdersStruck():
                self.add(struck(event, self.told))
            case (
                MissionBegan()
                | SpyRolled()
                | SpyTwelveTaken()
                | MissionThwarted()
                | ExplosivesRolled()
            ):
                self._ours(event)
            case (
                MissionDeclared()
                | GuardSent()
                | CounterspyRolled()
                | TwelveTaken()
                | ModifierTold()
                | ChaseDecided()
            ):
                self._theirs(event)
            case AmbushCalled(meeting=meeting):
                self.add(ambush(meeting, self.told))
            case AmbushOver():
                self.scenes[-1].lines.extend(after_ambush(event, self.told))
                self.scenes[-1].result = left_it(event, self.told)
                if event.meeting.cause == "hunted" and not event.mission_goes_on:
                    self.met.setdefault(event.meeting.number, MET_IN_AMBUSH)
            case RowsShown() | CancelSealed():
                self._cancelling(event)
            case Debriefed(debrief=debrief):
                for report in debrief.missions:
                    self._result(report)
                self._came_for_us(debrief)
            case Asked() | WeekSettled():
                pass

    def _ours(
        self,
        event: MissionBegan | SpyRolled | SpyTwelveTaken | MissionThwarted | ExplosivesRolled,
    ) -> None:
        match event:
            case MissionBegan(order=order, mission=mission, against=against):
                self.missions[order], self.against[order] = mission, against
                self.ours[order] = self.add(set_out(event, self.told))
            case SpyRolled(order=order, throw=throw):
                scene, mission = self.ours[order], self.missions[order]
                scene.rolls.append(
                    rolled(throw, "skill and wounds", f"{TABLE}, {ACTIONS[mission]}")
                )
                scene.lines.append(_row_words(throw.row, event.choice, mission))
            case SpyTwelveTaken(order=order, choice=choice):
                self.ours[order].lines[-1] = _row_words(12, choice, self.missions[order])
            case MissionThwarted(order=order):
                self.ours[order].lines.append("A counterspy thwarted it.")
            case ExplosivesRolled(order=order, throw=throw):
                self.ours[order].rolls.append(
                    rolled(throw, "explosives and wounds", "Blow Up table")
                )
                self.ours[order].lines.append(f"The charge {EXPLODED[cell_of(throw)]}.")

    def _theirs(
        self,
        event: MissionDeclared
        | GuardSent
        | CounterspyRolled
        | TwelveTaken
        | ModifierTold
        | ChaseDecided,
    ) -> None:
        if isinstance(event, MissionDeclared):
            self.kinds[event.number] = event.mission
            self.theirs[event.number] = self.add(declared(event, self.told))
            return
        if isinstance(event, CounterspyRolled) and event.verdict == "thwarted":
            self.met[event.number] = f"Thwarted by {self.told.name(event.spy)}."
        answer(self.theirs[event.number], event, self.told)

    def _result(self, report: MissionReport) -> None:
        scene = self.ours.get(report.order)
        if scene is not None:
            scene.result = came_of(report, self.told.teams[self.against[report.order]])
            scene.rolls += [RollPicture(report.faces, label="Hits")] if report.faces else []

    def _came_for_us(self, debrief: Debrief) -> None:
        """What became of the missions against us, as far as we know. A Blow Up that failed, was a
        dud or waits reads the same.
        """
        harm: dict[int, list[str]] = {}
        for each in debrief.harm:
            done = (
                f"A bomb went off at our {each.bang.name}: {counted(each.bang.hits, 'hit')}."
                if each.bang
                else f"{self.told.name(each.victim, 'Someone')} was hit for {each.hits}."
            )
            harm.setdefault(each.number, []).append(done)
        for number, scene in self.theirs.items():
            scene.result = (
                " ".join(harm.get(number, ()))
                or self.met.get(number)
                or NOT_STOPPED[self.kinds[number]]
            )

    def _cancelling(self, event: RowsShown | CancelSealed) -> None:
        last = (
            self.scenes[-1]
            if self.scenes and self.scenes[-1].icon == "ban"
            else self.add(Scene("Cancellations", "ours", "ban"))
        )
        if isinstance(event, RowsShown):
            last.text = f"Our counterspies have won {counted(event.cancellations, 'cancellation')}."
        else:
            gone = [
                f"We called off mission {number} against us, {self.theirs[number].title}."
                for number in event.numbers
            ]
            last.lines += gone or ["Nothing was called off."]
            self.met |= dict.fromkeys(event.numbers, OURS_CALLED_OFF)


# --- scenes ---------------------------------------------------------------------------------------


def order_of_play(event: OrderRolled, told: Told) -> Scene:
    """Who goes first; ties roll again."""
    rolls = [
        RollPicture(faces[start : start + 2], label=told.teams[seat] + (", again" if start else ""))
        for seat, faces in enumerate(event.faces)
        for start in range(0, len(faces), 2)
    ]
    names = [told.teams[seat] for seat in event.order]
    return Scene(
        "The order of play",
        "public",
        "dice",
        "Public",
        f"Teams take turns with one mission each: {listing(names, 'then')}.",
        rolls,
    )


def struck(event: OrdersStruck, told: Told) -> Scene:
    """Orders that could not be carried out at the deadline (E26)."""
    lines = [
        f"{told.name(each.order.spy)}, {ACTIONS[each.order.action]}: {each.sentence}"
        for each in event.struck
    ]
    return Scene(
        "Removed from our sheet at the deadline", "harm", "alert", "Our orders", lines=lines
    )


def set_out(event: MissionBegan, told: Told) -> Scene:
    """3a, our own mission."""
    target = (
        f"Named target: {told.name(event.target, 'someone or something no longer known')}."
        if event.target
        else ""
    )
    title = f"{told.name(event.spy)}: {ACTIONS[event.mission]} against {told.teams[event.against]}"
    return Scene(
        title, "ours", ICONS[event.mission], f"Our mission {event.order}", target, order=event.order
    )


def declared(event: MissionDeclared, told: Told) -> Scene:
    """3a, a mission against us."""
    target = (
        f"Named target: {told.name(event.target, 'someone or something that is not ours')}."
        if event.target
        else ""
    )
    title = f"{told.teams[event.by]}: {ACTIONS[event.mission]}"
    return Scene(
        title,
        "theirs",
        ICONS[event.mission],
        f"Mission {event.number} against us",
        target,
        number=event.number,
    )


def rolled(throw: Throw, why: str, label: str) -> RollPicture:
    """2d6 on a table."""
    return RollPicture(throw.faces, ((why, throw.modifier),), throw.total, label)


def row_words(row: int) -> str:
    """A printed row: `2 or less`, `9`, `12+`."""
    return {2: "2 or less", 12: "12+"}.get(row, str(row))


def _row_words(row: int, choice: Choice, mission: Mission) -> str:
    if choice == "infiltrate":
        return "Row 12+, taken as −4 to all their later counterspy rolls against us."
    if choice == "eleven":
        return f"Row 12+, taken as 11: {CELLS[mission][cell(mission, 11)]}."
    return f"Row {row_words(row)}: {CELLS[mission][cell(mission, row)]}."


def answer(
    scene: Scene,
    event: GuardSent | CounterspyRolled | TwelveTaken | ModifierTold | ChaseDecided,
    told: Told,
) -> None:
    """What we did about a mission against us, and what we noticed of it."""
    match event:
        case GuardSent(spy=spy):
            went = (
                f"{told.name(spy)} goes to counterspy." if spy else "No one was sent to counterspy."
            )
            scene.text = f"{scene.text} {went}".strip()
        case CounterspyRolled(spy=spy, throws=throws, verdict=verdict):
            for again, throw in enumerate(throws):
                label = f"{TABLE}, Counterspy" + (", rolled again" if again else "")
                scene.rolls.append(rolled(throw, "skill, wounds and ±4", label))
            scene.lines.append(
                f"Row {row_words(throws[-1].row)}: {told.name(spy)} {COUNTERSPIED[verdict]}."
            )
        case TwelveTaken(ambush=ambushed):
            scene.lines.append(
                "We ambush the enemy spy."
                if ambushed
                else "We take a cancellation instead of an ambush."
            )
        case ModifierTold(against=against, change=change, now=now):
            scene.lines.append(
                f"{signed(change)} to our counterspy rolls against {told.teams[against]} from now "
                f"on. Total: {signed(now)}."
            )
        case ChaseDecided(spy=spy):
            went = (
                f"{told.name(spy)} goes after the bomber."
                if spy
                else "No one goes after the bomber."
            )
            scene.lines.append(f"A bomb went off and the bomber is near. {went}")


def ambush(meeting: Meeting, told: Told) -> Scene:
    """Two people meet on foot."""
    where = (
        "at the Truck Stop"
        if meeting.map == "truck_stop"
        else f"in section {meeting.section} of Midville"
    )
    mine, enemy = told.name(meeting.mine), f"{meeting.enemy_name} of {told.teams[meeting.enemy]}"
    text = f"{mine} ambushed {enemy}." if meeting.ambushing else f"{mine} was ambushed by {enemy}."
    return Scene(
        f"Ambush {where}",
        "harm",
        "flag",
        "On foot",
        text,
        order=meeting.order,
        number=meeting.number,
    )


def left_it(event: AmbushOver, told: Told) -> str:
    """How both came out of a meeting, in a sentence."""
    return (
        f"{told.name(event.meeting.mine)} {_fared(event.mine, event.mine_left)}; "
        f"{event.meeting.enemy_name} {_fared(event.enemy, event.enemy_left)}."
    )


def after_ambush(event: AmbushOver, told: Told) -> list[str]:
    """How a meeting ended, as far as is seen."""
    mine, enemy = told.name(event.meeting.mine), event.meeting.enemy_name
    lines = [
        f"It lasted {counted(event.turns, 'turn')}.",
        f"{mine} lost {counted(event.lost, 'DP', 'DP')}.",
    ]
    if event.captured:
        lines.append(
            f"{mine} was taken prisoner."
            if event.captured == "mine"
            else f"We hold {enemy} until the next settlement."
        )
    if event.meeting.cause == "hunted":
        lines.append(
            "The mission went ahead." if event.mission_goes_on else "That ended the mission."
        )
    return lines


def _fared(state: Condition, left: str) -> str:
    return (
        LEFT[left]
        if left
        else f"was {CONDITIONS[state]}" + (" at the end" if state == "standing" else "")
    )


def came_of(report: MissionReport, against: str) -> str:
    """What became of an own mission against this team, in a sentence."""
    if report.ending == "called_off":
        return (
            f"{against} called it off with a cancellation won by one of their counterspies. It "
            "does not count."
        )
    if report.ending == "hit":
        return f"Hit {report.victim_name} for {report.hits}."
    if report.ending == "exploded" and report.bang is not None:
        return f"A bomb went off at {report.bang.name}: {counted(report.bang.hits, 'hit')}."
    if report.ending == "saw":
        return f"Saw {counted(len(report.saw), 'vehicle')}."
    return ENDINGS[report.ending]
