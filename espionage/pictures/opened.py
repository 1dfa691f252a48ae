"""An opened week in words.

Every mission is described step by step, with the teams that knew of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from core.web.pictures.words import MINUS, counted, signed
from espionage.rules.awards import defence_cause, mission_cause
from espionage.rules.counterspy import BLUNDER_MODIFIER, INFILTRATION_MODIFIER
from espionage.rules.endings import ending_of
from espionage.rules.explosives import blast_hits, cell_of
from espionage.rules.missions import ASSASSINATION_HITS, result_row
from espionage.rules.orders import COUNTERSPY
from espionage.rules.report import Bang
from espionage.rules.tables import ASSASSINATE, cell
from espionage.rules.values import AmbushOver, Asked, AskGuard, AskTwelve, ChaseDecided, TwelveTaken
from espionage.rules.wording import ACTIONS, CELLS, COUNTERSPIED, EXPLODED, join_words

from .debrief import location_words
from .report import CONDITIONS, ICONS, TABLE, WAYS_OF_LEAVING, RollPicture, roll_picture, row_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from espionage.rules.redaction import Fought, FoughtSide
    from espionage.rules.report import Ending, Hurt
    from espionage.rules.values import Event, MissionRecord
    from espionage.selectors.opened import ChargeEnd, OpenedWeek

Side = Literal["spy", "target", "both"]
"""The side that saw a step. The other side did not see it."""

TONES: Final[dict[Ending, str]] = {"hit": "harm", "exploded": "harm", "waiting": "harm"}
EXPLOSION_TIMES: Final = {"duel": "as the duel began", "after": "after the duel"}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a mission: the sentence, the dice, and the side that saw it."""

    text: str
    side: Side = "both"
    rolls: tuple[RollPicture, ...] = ()


@dataclass(frozen=True, slots=True)
class Truth:
    """The true course of a mission.

    `knew` says what each team knew about it. `by` and `against` are seats. `charged` describes a
    bomb that exploded after the settlement, or never. `spy` is the name of the spy, or "".
    """

    title: str
    label: str
    icon: str
    tone: str
    steps: tuple[Step, ...]
    result: str
    knew: tuple[str, ...]
    by: int
    order: int
    against: int
    number: int
    charged: bool = False
    spy: str = ""

    def unseen_by(self, seat: int) -> tuple[Step, ...]:
        """Return the steps that this side of the mission did not see."""
        side_of_seat: Side = "spy" if seat == self.by else "target"
        return tuple(step for step in self.steps if step.side not in {side_of_seat, "both"})


def true_missions(opened: OpenedWeek) -> tuple[Truth, ...]:
    """Return every mission of the week in the order of play, or none if nothing was played."""
    if opened.game is None:
        return ()
    story = _Story(opened)
    return tuple(story.mission(record) for record in opened.game.records)


class _Story:
    """An opened week with lookup tables for names, events and results."""

    def __init__(self, opened: OpenedWeek) -> None:
        if opened.game is None:
            raise LookupError("nothing was played")
        self.happened = opened.game
        self.events_by_seat = [seat.events for seat in opened.seats]
        self.teams = [seat.team.name for seat in opened.seats]
        self.names: Mapping[str, str] = opened.names
        self.guarded_seats = {
            seat_number
            for seat_number, seat in enumerate(opened.seats)
            if any(order.action == COUNTERSPY for order in seat.sheet.orders)
        }
        self.hurt: dict[str, Hurt] = {
            f"{hurt.character}/{hurt.cause}": hurt for hurt in opened.game.hurt
        }
        self.fights: dict[tuple[int, int], Fought] = {
            (fight.by, fight.order): fight for fight in opened.game.fights
        }

    def name(self, key: str) -> str:
        """Return the name of a person or vehicle."""
        return self.names.get(key, "someone or something no longer known")

    def mission(self, record: MissionRecord) -> Truth:
        """Describe a mission from its declaration to its end."""
        end = ending_of(record)
        target = f"(named target: {self.name(record.target)})" if record.target else ""
        return Truth(
            title=(
                f"{self.name(record.spy)} of {self.teams[record.by]}: "
                f"{ACTIONS[record.mission]} against {self.teams[record.against]}{target}"
            ),
            label=(
                f"Mission {record.order} of {self.teams[record.by]}, mission {record.number} "
                f"against {self.teams[record.against]}"
            ),
            icon=ICONS[record.mission],
            tone=TONES.get(end, ""),
            steps=tuple(self._steps(record)),
            result=self._result(record, end),
            knew=tuple(self._knowledge(record)),
            by=record.by,
            order=record.order,
            against=record.against,
            number=record.number,
            charged=end == "waiting",
            spy=self.names.get(record.spy, ""),
        )

    def _steps(self, record: MissionRecord) -> Iterator[Step]:
        fight = self.fights.get((record.by, record.order))
        yield self._spy_roll(record)
        yield from self._counterspy_steps(record)
        if fight and fight.cause == "hunted":
            yield self._ambush_step(record, fight)
        yield from self._result_steps(record)
        yield from self._chase_steps(record)
        if fight and fight.cause != "hunted":
            yield self._ambush_step(record, fight)

    # --- the two rolls ----------------------------------------------------------------------------

    def _spy_roll(self, record: MissionRecord) -> Step:
        if record.throw is None:
            return Step(f"{self.name(record.spy)} set out.", "spy")
        roll = roll_picture(
            record.throw,
            "skill and wounds",
            f"{self.name(record.spy)}: {TABLE}, {ACTIONS[record.mission]}",
        )
        row = record.throw.row
        if record.choice == "infiltrate":
            sentence = (
                f"Row 12+: {MINUS}4 to all later counterspy rolls of "
                f"{self.teams[record.against]} against {self.teams[record.by]}."
            )
        elif record.choice == "eleven":
            sentence = f"Row 12+, taken as 11: {CELLS[record.mission][cell(record.mission, 11)]}."
        else:
            sentence = f"Row {row_words(row)}: {CELLS[record.mission][cell(record.mission, row)]}."
        return Step(sentence, "spy", (roll,))

    def _counterspy_steps(self, record: MissionRecord) -> Iterator[Step]:
        team = self.teams[record.against]
        if not record.guard:
            no_guard = "sent no one to counterspy" + self._decision_source(record, AskGuard)
            yield Step(
                f"{team} "
                f"{no_guard if record.against in self.guarded_seats else 'had no one on guard'}.",
                "target",
            )
            return
        guard = self.name(record.guard)
        rolls = tuple(
            roll_picture(
                throw,
                "skill, wounds and ±4",
                f"{guard}: {TABLE}, Counterspy" + (", rolled again" if rerolls else ""),
            )
            for rerolls, throw in enumerate(record.answers)
        )
        sentence = f"{team} sent {guard}{self._decision_source(record, AskGuard)}."
        if record.answers and record.verdict:
            sentence += (
                f" Row {row_words(record.answers[-1].row)}: {guard} {COUNTERSPIED[record.verdict]}."
            )
        yield Step(sentence, "target", rolls)
        for event in self._target_events(record):
            if isinstance(event, TwelveTaken):
                choice = (
                    "to ambush the spy before the mission"
                    if event.ambush
                    else "to take the 12+ as an 11: a cancellation"
                )
                yield Step(
                    f"{team} chose {choice}{self._decision_source(record, AskTwelve)}.", "target"
                )

    def _decision_source(self, record: MissionRecord, question: type[AskGuard | AskTwelve]) -> str:
        """Return whether the target was asked, or whether its standing orders decided."""
        is_decided_by_team = any(
            isinstance(event, Asked)
            and isinstance(event.question, question)
            and event.question.number == record.number
            for event in self.events_by_seat[record.against]
        )
        return " (asked)" if is_decided_by_team else " (standing orders)"

    def _target_events(self, record: MissionRecord) -> Iterator[Event]:
        for event in self.events_by_seat[record.against]:
            if getattr(event, "number", 0) == record.number:
                yield event

    # --- results of the rolls ---------------------------------------------------------------------

    def _result_steps(self, record: MissionRecord) -> Iterator[Step]:
        if record.fate in {"thwarted", "stopped"} or record.throw is None:
            return
        spying_team, target_team = self.teams[record.by], self.teams[record.against]
        change = (
            INFILTRATION_MODIFIER
            if record.choice == "infiltrate"
            else BLUNDER_MODIFIER
            if record.throw.row == 2
            else 0
        )
        if change:
            yield Step(
                f"{signed(change)} to the counterspy rolls of {target_team} against "
                f"{spying_team} from then on.",
                "target",
            )
        if record.mission == "infiltrate" and record.reached:
            extent = "the whole sheet" if record.sheet_seen else "from outside"
            yield Step(
                f"Saw {join_words([self.name(key) for key in record.reached])}: {extent}.", "spy"
            )
        elif record.mission == "assassinate" and record.reached:
            yield Step(f"Reached {self._reached_words(record)}.", "spy", self._hit_dice(record))
        elif record.mission == "blow_up" and record.reached:
            yield from self._bomb_steps(record)

    def _reached_words(self, record: MissionRecord) -> str:
        """Describe the target that was reached, and whether the dice chose it."""
        target = record.reached[0]
        is_chosen = record.target == target and (
            record.mission == "blow_up"
            or ASSASSINATION_HITS[ASSASSINATE.read(result_row(record))][1]
        )
        return self.name(target) + (", as ordered" if is_chosen else ", by chance")

    def _hit_dice(self, record: MissionRecord) -> tuple[RollPicture, ...]:
        return (RollPicture(record.faces, label="Hits"),) if record.faces else ()

    def _bomb_steps(self, record: MissionRecord) -> Iterator[Step]:
        rolls, sentence = [], f"Reached {self._reached_words(record)}."
        if record.explosives is not None:
            rolls.append(
                roll_picture(
                    record.explosives,
                    "explosives and wounds",
                    f"{self.name(record.spy)}: Blow Up table",
                )
            )
            sentence += f" The charge {EXPLODED[cell_of(record.explosives)]}."
        yield Step(sentence, "spy", tuple(rolls))
        if record.blast is not None:
            vehicle = record.reached[0]
            bang = Bang(
                vehicle=vehicle,
                name=self.name(vehicle),
                faces=record.blast.faces,
                location=record.blast.location,
                hits=blast_hits(record.blast),
            )
            yield Step(
                location_words(bang),
                "spy" if record.blast.due != "now" else "both",
                (RollPicture(bang.faces, label="Damage"),),
            )

    def _chase_steps(self, record: MissionRecord) -> Iterator[Step]:
        for event in self._target_events(record):
            if isinstance(event, ChaseDecided):
                reaction = (
                    f"sent {self.name(event.spy)} after the bomber"
                    if event.spy
                    else "let the bomber go"
                )
                yield Step(f"{self.teams[record.against]} {reaction}.", "target")

    def _ambush_step(self, record: MissionRecord, fight: Fought) -> Step:
        place = (
            "At the Truck Stop"
            if fight.map == "truck_stop"
            else f"In section {fight.section} of Midville"
        )
        ambusher, ambushed = fight.ambusher, fight.ambushed
        sentences = [
            (
                f"{place}, {ambusher.name} of {self.teams[ambusher.seat]} ambushed "
                f"{ambushed.name} of "
                f"{self.teams[ambushed.seat]}; it lasted {counted(fight.turns, 'turn')}."
            ),
            _fighter_result(ambusher),
            _fighter_result(ambushed),
        ]
        ending_event = next(
            (
                event
                for event in self.events_by_seat[record.by]
                if isinstance(event, AmbushOver) and event.meeting.order == record.order
            ),
            None,
        )
        if ending_event and ending_event.captured:
            prisoner = (
                self.name(record.spy)
                if ending_event.captured == "mine"
                else ending_event.meeting.enemy_name
            )
            sentences.append(f"{prisoner} was taken prisoner until the next settlement.")
        return Step(" ".join(sentences))

    # --- the ending -------------------------------------------------------------------------------

    def _result(self, record: MissionRecord, end: Ending) -> str:
        spying_team, target_team = self.teams[record.by], self.teams[record.against]
        match end:
            case "hit":
                cause = f"{defence_cause(self.happened.key, record)}/assassination"
                victim = record.reached[0]
                return (
                    f"{self.name(victim)} of {target_team} was hit for {record.hits}"
                    + self._condition_after(victim, cause, "; the armour took all of it.")
                )
            case "exploded":
                return self._explosion_result(record)
            case "waiting":
                return self._charge_result(record)
            case "saw":
                return (
                    f"{spying_team} saw {counted(len(record.reached), 'vehicle')} of {target_team}."
                )
            case "called_off":
                return f"Called off by {target_team}. It does not count."
            case _:
                return RESULTS[end]

    def _condition_after(self, victim: str, cause: str, unhurt_text: str) -> str:
        hurt = self.hurt.get(f"{victim}/{cause}")
        if hurt is None:
            return unhurt_text
        return "." if hurt.after == "standing" else f": {CONDITIONS[hurt.after]}."

    def _explosion_result(self, record: MissionRecord) -> str:
        hits = counted(blast_hits(record.blast), "hit") if record.blast else "it"
        sentences = (
            f"A bomb went off at {self.name(record.reached[0])} of "
            f"{self.teams[record.against]}: {hits}."
        )
        injury = self.hurt.get(
            f"{record.spy}/{mission_cause(self.happened.key, record)}/explosives"
        )
        if injury is not None:
            sentences += f" {self.name(record.spy)} took {injury.hits} of his own explosives" + (
                "." if injury.after == "standing" else f": {CONDITIONS[injury.after]}."
            )
        return sentences

    def _charge_result(self, record: MissionRecord) -> str:
        """Describe the outcome of a charge that was delayed until the duel (E23)."""
        charge = self.happened.charges.get(
            f"{self.happened.key}/{record.against}/{record.number}/charge"
        )
        vehicle = f"{self.name(record.reached[0])} of {self.teams[record.against]}"
        if charge is None or charge.outcome == "waiting":
            return f"The charge under {vehicle} never went off."
        if charge.outcome == "lost":
            return f"The charge under {vehicle} was gone with the vehicle before it went off."
        return (
            f"The charge went off at {vehicle} "
            f"{EXPLOSION_TIMES[charge.outcome]}{self._hits_words(record)}{_crew_losses(charge)}"
        )

    def _hits_words(self, record: MissionRecord) -> str:
        return f": {counted(blast_hits(record.blast), 'hit')}." if record.blast else "."

    # --- knowledge of teams -----------------------------------------------------------------------

    def _knowledge(self, record: MissionRecord) -> Iterator[str]:
        spying_team, target_team = self.teams[record.by], self.teams[record.against]
        met_in_ambush = (record.by, record.order) in self.fights
        counterspy_knowledge = (
            "the counterspy too, from the ambush"
            if met_in_ambush
            else "that a counterspy was there"
            if record.fate == "thwarted"
            else ""
        )
        yield (
            f"{spying_team} knew its own "
            f"rolls{' and ' if counterspy_knowledge else ''}{counterspy_knowledge}."
        )
        yield f"{target_team} knew that the mission was declared, and " + (
            "met the spy face to face." if met_in_ambush else "never who the spy was."
        )
        others = [
            team for seat, team in enumerate(self.teams) if seat not in {record.by, record.against}
        ]
        if others:
            yield f"{join_words(others)} heard only the public news about it."


RESULTS: Final = {
    "blunder": "Blundered: nothing done.",
    "failed": "Failed without harm to anyone.",
    "thwarted": "Thwarted by a counterspy: no consequences at all.",
    "stopped": "Stopped by the ambush before it began.",
    "nobody_there": "There was no one and nothing to reach.",
    "modifier": f"The 12+ was spent on the {MINUS}4.",
    "dud": "The charge was a dud.",
}


def _fighter_result(side: FoughtSide) -> str:
    ending_words = (
        WAYS_OF_LEAVING[side.left]
        if side.left
        else f"was {CONDITIONS[side.after]}" + (" at the end" if side.after == "standing" else "")
    )
    return f"{side.name} lost {counted(side.lost, 'DP', 'DP')} and {ending_words}."


def _crew_losses(charge: ChargeEnd) -> str:
    losses = [f"{name} lost {counted(dp, 'DP', 'DP')}" for name, dp in charge.wounds]
    return f" {join_words(losses)}." if losses else ""


def unheard_missions(missions: Sequence[Truth], seat: int) -> tuple[Truth, ...]:
    """Return the missions that a seat never heard of."""
    return tuple(truth for truth in missions if seat not in {truth.by, truth.against})


def week_paragraphs(title: str, truths: Sequence[Truth], news: Sequence[str]) -> tuple[str, ...]:
    """Return an opened week in paragraphs: its missions with their results, and the public news."""
    mission_lines = [f"{truth.title}. {truth.result}" for truth in truths] or [
        "No one was sent out."
    ]
    news_lines = [f"Public news at the time: {' '.join(news)}"] if news else []
    return (f"{title}.", *mission_lines, *news_lines)
