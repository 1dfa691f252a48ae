"""An opened week in plain words: every mission as it truly went, step after step, with who did what
and who knew of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from core.web.pictures.words import MINUS, counted, signed
from espionage.rules.awards import defence_cause, mission_cause
from espionage.rules.counterspy import BLUNDER, INFILTRATED
from espionage.rules.endings import ending
from espionage.rules.explosives import blast_hits, cell_of
from espionage.rules.missions import SHOTS, result_row
from espionage.rules.orders import COUNTERSPY
from espionage.rules.report import Bang
from espionage.rules.tables import ASSASSINATE, cell
from espionage.rules.values import AmbushOver, Asked, AskGuard, AskTwelve, ChaseDecided, TwelveTaken
from espionage.rules.words import ACTIONS, CELLS, COUNTERSPIED, EXPLODED, listing

from .debrief import location_words
from .report import CONDITIONS, ICONS, LEFT, TABLE, RollPicture, rolled, row_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from espionage.rules.redaction import Fought, FoughtSide
    from espionage.rules.report import Ending, Hurt
    from espionage.rules.values import Event, MissionRecord
    from espionage.selectors.opened import ChargeEnd, OpenedWeek

Side = Literal["spy", "target", "both"]
"""Whose own business a step was: what one side saw, the other did not."""

TONES: Final[dict[Ending, str]] = {"hit": "harm", "exploded": "harm", "waiting": "harm"}
WENT_OFF: Final = {"duel": "as the duel began", "after": "after the duel"}


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened in a mission: the sentence, the dice that fell for it, and whose
    business it was.
    """

    text: str
    side: Side = "both"
    rolls: tuple[RollPicture, ...] = ()


@dataclass(frozen=True, slots=True)
class Truth:
    """A mission as it truly went. `knew` says what each team heard of it; `by` and `against` are
    seats.

    `charged` is a bomb that went off after the settlement, or never.
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

    def unseen_by(self, seat: int) -> tuple[Step, ...]:
        """The steps that this side of the mission did not see."""
        own: Side = "spy" if seat == self.by else "target"
        return tuple(step for step in self.steps if step.side not in {own, "both"})


def truths(opened: OpenedWeek) -> tuple[Truth, ...]:
    """Every mission of the week, in the order of play; none when nothing was played."""
    if opened.happened is None:
        return ()
    story = _Story(opened)
    return tuple(story.mission(record) for record in opened.happened.records)


class _Story:
    """An opened week at hand: teams and people by name, what each seat was told of a mission, what
    came of it.
    """

    def __init__(self, opened: OpenedWeek) -> None:
        if opened.happened is None:
            raise LookupError("nothing was played")
        self.happened = opened.happened
        self.heard = [seat.heard for seat in opened.seats]
        self.teams = [seat.team.name for seat in opened.seats]
        self.names: Mapping[str, str] = opened.names
        self.guarded = {
            at
            for at, seat in enumerate(opened.seats)
            if any(order.action == COUNTERSPY for order in seat.sheet.orders)
        }
        self.hurt: dict[str, Hurt] = {
            f"{hurt.character}/{hurt.cause}": hurt for hurt in opened.happened.hurt
        }
        self.fights: dict[tuple[int, int], Fought] = {
            (fight.by, fight.order): fight for fight in opened.happened.fights
        }

    def name(self, key: str) -> str:
        """A person or vehicle by name."""
        return self.names.get(key, "someone or something no longer known")

    def mission(self, record: MissionRecord) -> Truth:
        """One mission from its declaration to its end."""
        end = ending(record)
        target = f", {self.name(record.target)} being named" if record.target else ""
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
            knew=tuple(self._knew(record)),
            by=record.by,
            order=record.order,
            against=record.against,
            number=record.number,
            charged=end == "waiting",
        )

    def _steps(self, record: MissionRecord) -> Iterator[Step]:
        fight = self.fights.get((record.by, record.order))
        yield self._spy_roll(record)
        yield from self._counterspy(record)
        if fight and fight.cause == "hunted":
            yield self._ambush(record, fight)
        yield from self._carried_out(record)
        yield from self._chase(record)
        if fight and fight.cause != "hunted":
            yield self._ambush(record, fight)

    # --- the two rolls ----------------------------------------------------------------------------

    def _spy_roll(self, record: MissionRecord) -> Step:
        if record.throw is None:
            return Step(f"{self.name(record.spy)} set out.", "spy")
        roll = rolled(
            record.throw,
            "skill and wounds",
            f"{self.name(record.spy)}: {TABLE}, {ACTIONS[record.mission]}",
        )
        row = record.throw.row
        if record.choice == "infiltrate":
            words = (
                f"Row 12+, taken as {MINUS}4 to all later counterspy rolls of "
                f"{self.teams[record.against]} against {self.teams[record.by]}."
            )
        elif record.choice == "eleven":
            words = f"Row 12+, taken as 11: {CELLS[record.mission][cell(record.mission, 11)]}."
        else:
            words = f"Row {row_words(row)}: {CELLS[record.mission][cell(record.mission, row)]}."
        return Step(words, "spy", (roll,))

    def _counterspy(self, record: MissionRecord) -> Iterator[Step]:
        team = self.teams[record.against]
        if not record.guard:
            nobody = "sent no one to counterspy" + self._decided(record, AskGuard)
            yield Step(
                f"{team} {nobody if record.against in self.guarded else 'had no one on guard'}.",
                "target",
            )
            return
        guard = self.name(record.guard)
        rolls = tuple(
            rolled(
                throw,
                "skill, wounds and ±4",
                f"{guard}: {TABLE}, Counterspy" + (", rolled again" if again else ""),
            )
            for again, throw in enumerate(record.answers)
        )
        sent = f"{team} sent {guard}{self._decided(record, AskGuard)}."
        if record.answers and record.verdict:
            sent += (
                f" Row {row_words(record.answers[-1].row)}: {guard} {COUNTERSPIED[record.verdict]}."
            )
        yield Step(sent, "target", rolls)
        for event in self._told_target(record):
            if isinstance(event, TwelveTaken):
                what = (
                    "to ambush the spy before the mission"
                    if event.ambush
                    else "to take the 12+ as an 11: a cancellation"
                )
                yield Step(f"{team} chose {what}{self._decided(record, AskTwelve)}.", "target")

    def _decided(self, record: MissionRecord, question: type[AskGuard | AskTwelve]) -> str:
        """Whether the target was asked, or its standing orders answered."""
        asked = any(
            isinstance(event, Asked)
            and isinstance(event.question, question)
            and event.question.number == record.number
            for event in self.heard[record.against]
        )
        return " (asked)" if asked else " (standing orders)"

    def _told_target(self, record: MissionRecord) -> Iterator[Event]:
        for event in self.heard[record.against]:
            if getattr(event, "number", 0) == record.number:
                yield event

    # --- what it led to ---------------------------------------------------------------------------

    def _carried_out(self, record: MissionRecord) -> Iterator[Step]:
        if record.fate in {"thwarted", "stopped"} or record.throw is None:
            return
        by, against = self.teams[record.by], self.teams[record.against]
        change = (
            INFILTRATED
            if record.choice == "infiltrate"
            else BLUNDER
            if record.throw.row == 2
            else 0
        )
        if change:
            yield Step(
                f"{signed(change)} to the counterspy rolls of {against} against {by} from then on.",
                "target",
            )
        if record.mission == "infiltrate" and record.reached:
            how = "the whole sheet" if record.sheet_seen else "from outside"
            yield Step(f"Saw {listing([self.name(key) for key in record.reached])}: {how}.", "spy")
        elif record.mission == "assassinate" and record.reached:
            yield Step(f"Reached {self._met(record)}.", "spy", self._hit_dice(record))
        elif record.mission == "blow_up" and record.reached:
            yield from self._bomb(record)

    def _met(self, record: MissionRecord) -> str:
        """Who or what was reached, and whether the dice chose."""
        met = record.reached[0]
        chosen = record.target == met and (
            record.mission == "blow_up" or SHOTS[ASSASSINATE.read(result_row(record))][1]
        )
        return self.name(met) + (", as ordered" if chosen else ", by chance")

    def _hit_dice(self, record: MissionRecord) -> tuple[RollPicture, ...]:
        return (RollPicture(record.faces, label="Hits"),) if record.faces else ()

    def _bomb(self, record: MissionRecord) -> Iterator[Step]:
        rolls, words = [], f"Reached {self._met(record)}."
        if record.explosives is not None:
            rolls.append(
                rolled(
                    record.explosives,
                    "explosives and wounds",
                    f"{self.name(record.spy)}: Blow Up table",
                )
            )
            words += f" The charge {EXPLODED[cell_of(record.explosives)]}."
        yield Step(words, "spy", tuple(rolls))
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

    def _chase(self, record: MissionRecord) -> Iterator[Step]:
        for event in self._told_target(record):
            if isinstance(event, ChaseDecided):
                after = (
                    f"sent {self.name(event.spy)} after the bomber"
                    if event.spy
                    else "let the bomber go"
                )
                yield Step(f"{self.teams[record.against]} {after}.", "target")

    def _ambush(self, record: MissionRecord, fight: Fought) -> Step:
        where = (
            "At the Truck Stop"
            if fight.map == "truck_stop"
            else f"In section {fight.section} of Midville"
        )
        one, two = fight.ambusher, fight.ambushed
        words = [
            (
                f"{where}, {one.name} of {self.teams[one.seat]} ambushed {two.name} of "
                f"{self.teams[two.seat]}; it lasted {counted(fight.turns, 'turn')}."
            ),
            _fared(one),
            _fared(two),
        ]
        over = next(
            (
                e
                for e in self.heard[record.by]
                if isinstance(e, AmbushOver) and e.meeting.order == record.order
            ),
            None,
        )
        if over and over.captured:
            taken = self.name(record.spy) if over.captured == "mine" else over.meeting.enemy_name
            words.append(f"{taken} was taken prisoner until the next settlement.")
        return Step(" ".join(words))

    # --- the end ----------------------------------------------------------------------------------

    def _result(self, record: MissionRecord, end: Ending) -> str:
        by, against = self.teams[record.by], self.teams[record.against]
        match end:
            case "hit":
                cause = f"{defence_cause(self.happened.key, record)}/assassination"
                victim = record.reached[0]
                return f"{self.name(victim)} of {against} was hit for {record.hits}" + self._after(
                    victim, cause, "; the armour took all of it."
                )
            case "exploded":
                return self._exploded(record)
            case "waiting":
                return self._waited(record)
            case "saw":
                return f"{by} saw {counted(len(record.reached), 'vehicle')} of {against}."
            case "called_off":
                return f"Called off by {against}. It does not count."
            case _:
                return RESULTS[end]

    def _after(self, who: str, cause: str, nothing: str) -> str:
        """How somebody came out of it."""
        hurt = self.hurt.get(f"{who}/{cause}")
        if hurt is None:
            return nothing
        return "." if hurt.after == "standing" else f": {CONDITIONS[hurt.after]}."

    def _exploded(self, record: MissionRecord) -> str:
        hits = counted(blast_hits(record.blast), "hit") if record.blast else "it"
        words = (
            f"A bomb went off at {self.name(record.reached[0])} of "
            f"{self.teams[record.against]}: {hits}."
        )
        own = self.hurt.get(f"{record.spy}/{mission_cause(self.happened.key, record)}/explosives")
        if own is not None:
            words += f" {self.name(record.spy)} took {own.hits} of his own explosives" + (
                "." if own.after == "standing" else f": {CONDITIONS[own.after]}."
            )
        return words

    def _waited(self, record: MissionRecord) -> str:
        """A charge that waited for the duel, and what became of it (E23)."""
        charge = self.happened.charges.get(
            f"{self.happened.key}/{record.against}/{record.number}/charge"
        )
        vehicle = f"{self.name(record.reached[0])} of {self.teams[record.against]}"
        if charge is None or charge.how == "waiting":
            return f"The charge under {vehicle} never went off."
        if charge.how == "lost":
            return f"The charge under {vehicle} was gone with the vehicle before it went off."
        return (
            f"The charge went off at {vehicle} "
            f"{WENT_OFF[charge.how]}{self._hits(record)}{_riders(charge)}"
        )

    def _hits(self, record: MissionRecord) -> str:
        return f": {counted(blast_hits(record.blast), 'hit')}." if record.blast else "."

    # --- who knew ---------------------------------------------------------------------------------

    def _knew(self, record: MissionRecord) -> Iterator[str]:
        by, against = self.teams[record.by], self.teams[record.against]
        met = (record.by, record.order) in self.fights
        heard_of = (
            "the counterspy too, from the ambush"
            if met
            else "that a counterspy was there"
            if record.fate == "thwarted"
            else ""
        )
        yield f"{by} knew its own rolls{' and ' if heard_of else ''}{heard_of}."
        yield f"{against} knew that the mission was declared, and " + (
            "met the spy face to face." if met else "never who the spy was."
        )
        others = [
            team for seat, team in enumerate(self.teams) if seat not in {record.by, record.against}
        ]
        if others:
            yield f"{listing(others)} heard only the public news about it."


RESULTS: Final = {
    "blunder": "Blundered: nothing done.",
    "failed": "Failed without harm to anyone.",
    "thwarted": "Thwarted by a counterspy: no consequences at all.",
    "stopped": "Stopped by the ambush before it began.",
    "nobody_there": "There was no one and nothing to reach.",
    "modifier": f"The 12+ was spent on the {MINUS}4.",
    "dud": "The charge was a dud.",
}


def _fared(who: FoughtSide) -> str:
    """How one of the two came out of an ambush."""
    fared = (
        LEFT[who.left]
        if who.left
        else f"was {CONDITIONS[who.after]}" + (" at the end" if who.after == "standing" else "")
    )
    return f"{who.name} lost {counted(who.lost, 'DP', 'DP')} and {fared}."


def _riders(charge: ChargeEnd) -> str:
    """The crew that a charge reached."""
    lost = [f"{name} lost {counted(dp, 'DP', 'DP')}" for name, dp in charge.hurt]
    return f" {listing(lost)}." if lost else ""


def unheard(found: Sequence[Truth], seat: int) -> tuple[Truth, ...]:
    """The missions of which a seat never heard."""
    return tuple(truth for truth in found if seat not in {truth.by, truth.against})


def aloud(title: str, found: Sequence[Truth], news: Sequence[str]) -> tuple[str, ...]:
    """An opened week in plain sentences, a paragraph each: what was sent against whom and what came
    of it, and what everybody had read.
    """
    missions = [f"{truth.title}. {truth.result}" for truth in found] or ["No one was sent out."]
    read = [f"Public news at the time: {' '.join(news)}"] if news else []
    return (f"{title}.", *missions, *read)
