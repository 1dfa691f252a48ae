"""A week as its own team would tell it at the bar: one headline, three sentences at most, and a row
of chips. One truth for page, API, notice and mail.

All of it comes from what the team's seat heard, and from the names it knows; nothing else is asked.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from core.web.problems import money, plural
from engine.values import Value

from .endings import SUCCESSES
from .report import Debrief
from .values import (
    AmbushOver,
    CancelSealed,
    CounterspyRolled,
    Debriefed,
    MissionBegan,
    MissionDeclared,
    WeekSettled,
)
from .words import few, in_words, listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.values import Seat
    from espionage.rules.ambush.call import Condition

    from .report import Ending, MissionReport
    from .values import Event

Tone: TypeAlias = Literal["", "good", "bad"]

FRAGMENTS: Final = 3
LONGEST: Final = 140
"""A headline of more letters loses what stands last in it."""
CLAUSES: Final = 3
"""So many missions of our own are told in the lede one by one."""
CAME_OFF: Final = SUCCESSES - {"dud"}
"""What a reader calls a mission that came off: a dud earns its points all the same (E14)."""
MET: Final[frozenset[Ending]] = frozenset({"thwarted", "stopped", "called_off"})
WEIGHT: Final[dict[Ending, int]] = {
    "hit": 0,
    "exploded": 0,
    "waiting": 1,
    "dud": 2,
    "saw": 3,
    "modifier": 4,
}
"""What is told first of our own missions; all others come last."""
CLAUSE: Final[dict[Ending, str]] = {
    "saw": "{spy} saw {seen} of {team}",
    "hit": "{spy} hit {victim} of {team} for {hits}",
    "exploded": "{spy} bombed {victim} of {team} for {hits}",
    "waiting": "{spy} left a charge under {victim} of {team}",
    "dud": "the bomb of {spy} at {victim} of {team} was a dud",
    "modifier": "{spy} left a door open at {team}",
    "thwarted": "{spy} was thwarted by {team}",
    "called_off": "{spy} was called off by {team}",
    "stopped": "{spy} was stopped by an ambush of {team}",
    "blunder": "{spy} blundered at {team}",
    "nobody_there": "{spy} found nothing to reach at {team}",
    "failed": "{spy} came back from {team} with nothing",
}
HURT: Final[dict[Condition, str]] = {
    "dead": "{who} is dead",
    "unconscious": "{who} is out cold after {lost} DP",
    "standing": "{who} lost {lost} DP",
}
QUIET: Final = "A quiet week"
KETTLE: Final = "No one was sent, and no one came. The kettle was the busiest of us."
EMPTY: Final = "Nothing happened"
TOO_FEW: Final = "There were too few teams this week for any missions."


class Chip(Value):
    """A figure of the week with what it counts."""

    label: str
    value: str
    tone: Tone = ""


class Headline(Value):
    """What a team reads first of its week."""

    headline: str
    lede: tuple[str, ...]
    chips: tuple[Chip, ...] = ()


def headline(heard: Sequence[Event], teams: Sequence[str], names: Mapping[str, str]) -> Headline:
    """What one seat heard of a settled week, in a headline, a lede and chips.

    `teams` are the names of the teams by seat, `names` those of its own people and vehicles by id.
    """
    week = _Week(heard, teams, names)
    if week.debrief is None:
        return Headline(headline=EMPTY, lede=(TOO_FEW,))
    return Headline(
        headline=_fitting(week.fragments()),
        lede=tuple(week.lede()),
        chips=tuple(week.chips(week.debrief)),
    )


def in_short(
    most: int,
    start: str,
    heard: Sequence[Event],
    teams: Sequence[str],
    names: Mapping[str, str],
) -> str:
    """The same headline after the words `start`, and as much of the lede as fits into `most`
    letters. What does not fit is not made, nor are chips.
    """
    week = _Week(heard, teams, names)
    if week.debrief is None:
        return as_much_as_fits(most, f"{start}: {EMPTY}.", (TOO_FEW,))
    return as_much_as_fits(most, f"{start}: {_fitting(week.fragments())}.", week.lede())


def _fitting(fragments: Iterable[str]) -> str:
    """The first of them in a row, fewer where they are long."""
    kept = list(islice(fragments, FRAGMENTS)) or [QUIET]
    while len(kept) > 1 and len(", ".join(kept)) > LONGEST:
        kept.pop()
    return _capital(", ".join(kept))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


class _Week:
    """What a seat heard, sorted by what it is about."""

    def __init__(
        self, heard: Sequence[Event], teams: Sequence[str], names: Mapping[str, str]
    ) -> None:
        self.teams, self._names = teams, names
        self.debrief = next(
            (event.debrief for event in heard if isinstance(event, Debriefed)), None
        )
        self.sent: dict[int, Seat] = {}
        self.callers: set[int] = set()
        self.thwarted: dict[int, str] = {}
        self.called_off: set[int] = set()
        self.fights: list[AmbushOver] = []
        self.public_dead: set[str] = set()
        for event in heard:
            self._hear(event)
        self.told = self.debrief or Debrief()
        self.after: dict[str, Condition] = {hurt.character: hurt.after for hurt in self.told.hurt}

    def _hear(self, event: Event) -> None:
        match event:
            case MissionBegan(order=order, against=against):
                self.sent[order] = against
            case MissionDeclared(number=number):
                self.callers.add(number)
            case CounterspyRolled(number=number, spy=spy, verdict="thwarted"):
                self.thwarted[number] = spy
            case CancelSealed(numbers=numbers):
                self.called_off.update(numbers)
            case AmbushOver():
                self.fights.append(event)
            case WeekSettled(news=news):
                self.public_dead.update(item.character for item in news if item.kind == "death")
            case _:
                pass

    # --- facts ------------------------------------------------------------------------------------

    def name(self, key: str) -> str:
        """One of our own people or vehicles."""
        return self._names.get(key, "someone")

    def against(self, mission: MissionReport) -> str:
        """The team that a mission of ours went to."""
        return self.teams[self.sent[mission.order]]

    def ours_who(self, *states: Condition) -> list[str]:
        """Our people who were hurt and ended like this, by name, each once."""
        return [self.name(who) for who, after in self.after.items() if after in states]

    def theirs_dead(self) -> list[str]:
        """Rivals of whom the news says that they died, and whom we had hit or met."""
        hit = [
            f"{mission.victim_name} of {self.against(mission)}"
            for mission in self.ended("hit")
            if mission.victim in self.public_dead
        ]
        met = [self.enemy(fight) for fight in self.fights if fight.enemy == "dead"]
        return list(dict.fromkeys([*hit, *met]))

    def enemy(self, fight: AmbushOver) -> str:
        """Whom an ambush was fought with."""
        return f"{fight.meeting.enemy_name} of {self.teams[fight.meeting.enemy]}"

    def in_our_hands(self) -> list[str]:
        """Rivals whom we hold."""
        return [self.enemy(fight) for fight in self.fights if fight.captured == "enemy"]

    def ended(self, *endings: Ending) -> list[MissionReport]:
        """Our missions that ended like this."""
        return [mission for mission in self.told.missions if mission.ending in endings]

    @cached_property
    def ambushed(self) -> set[int]:
        """Missions against us that an ambush of ours ended before they began (E9)."""
        return {
            fight.meeting.number
            for fight in self.fights
            if fight.meeting.number
            and not fight.mission_goes_on
            and fight.meeting.cause == "hunted"
        }

    @cached_property
    def stopped(self) -> set[int]:
        """Missions against us that came to nothing by our doing."""
        return self.thwarted.keys() | self.called_off | self.ambushed

    # --- the headline -----------------------------------------------------------------------------

    def fragments(self) -> Iterator[str]:
        """All there is to say, the heaviest first: the dead, captures, what was damaged, what was
        seen, and what came to nothing.
        """
        yield from self._dead_and_taken()
        if self.stopped:
            yield f"{few(len(self.stopped), 'intruder')} stopped"
        yield from self._damage_to_us()
        yield from self._damage_to_them()
        yield from self._seen()
        yield from self._for_nothing()

    def _dead_and_taken(self) -> Iterator[str]:
        if dead := self.ours_who("dead"):
            yield f"{_some(dead)} dead"
        if dead := self.theirs_dead():
            yield f"{_some(dead)} dead"
        if self.told.captured:
            yield f"{_some([self.name(who) for who in self.told.captured])} taken prisoner"
        if held := self.in_our_hands():
            yield f"{_some(held)} in our hands"

    def _damage_to_us(self) -> Iterator[str]:
        bombed = dict.fromkeys(harm.bang.name for harm in self.told.harm if harm.bang)
        if bombed:
            yield f"our {_some(list(bombed))} bombed"
        if out := self.ours_who("unconscious"):
            yield f"{_some(out)} out cold"
        if hurt := self.ours_who("standing"):
            yield f"{_some(hurt)} wounded"

    def _damage_to_them(self) -> Iterator[str]:
        bombed = [f"{each.victim_name} of {self.against(each)}" for each in self.ended("exploded")]
        if bombed:
            yield f"{_some(bombed)} bombed"
        if duds := self.ended("dud"):
            yield f"{few(len(duds), 'bomb')} wasted"
        if waiting := self.ended("waiting"):
            yield f"{few(len(waiting), 'charge')} laid"
        dead = self.theirs_dead()
        hit = [f"{each.victim_name} of {self.against(each)}" for each in self.ended("hit")]
        felled = [self.enemy(each) for each in self.fights if each.enemy == "unconscious"]
        if felled:
            yield f"{_some(felled)} knocked out"
        if down := [who for who in dict.fromkeys(hit) if who not in (*dead, *felled)]:
            yield f"{_some(down)} hit"
        if self.fights and not (self.after or self.told.captured or felled or dead):
            yield f"{few(len(self.fights), 'ambush', 'ambushes')} walked away from"

    def _seen(self) -> Iterator[str]:
        seen = Counter(
            self.teams[snapshot.about]
            for mission in self.ended("saw")
            for snapshot in {each.vehicle: each for each in mission.saw}.values()
        )
        for team, count in seen.items():
            yield f"{few(count, 'vehicle')} of {team} seen"
        opened = dict.fromkeys(self.against(mission) for mission in self.ended("modifier"))
        if opened:
            yield f"a door left open at {listing(list(opened))}"

    def _for_nothing(self) -> Iterator[str]:
        """What is left to say of a week in which little came of anything."""
        if blunders := self.ended("blunder"):
            yield f"{few(len(blunders), 'blunder')} to live down"
        if met := self.ended(*MET):
            yield f"{few(len(met), 'mission')} of ours stopped"
        if idle := self.ended("failed", "nobody_there"):
            yield f"{few(len(idle), 'mission')} failed"
        if free := len(self.callers) - len(self.stopped):
            yield f"{few(free, 'intruder')} got through"

    # --- the lede ---------------------------------------------------------------------------------

    def lede(self) -> Iterator[str]:
        """Our people and cars first, then who came for us, then whom we sent."""
        if not (self.callers or self.told.missions or self.after):
            yield KETTLE
            return
        if hurt := list(self._hurt()):
            yield f"{_capital(listing(hurt))}."
        yield self._callers() if self.callers else "No one came for us."
        yield self._missions() if self.told.missions else "We sent no one."

    def _hurt(self) -> Iterator[str]:
        lost = Counter[str]()
        for hurt in self.told.hurt:
            lost[hurt.character] += hurt.hits
        for state, words in HURT.items():
            for who in [who for who, after in self.after.items() if after == state]:
                yield words.format(who=self.name(who), lost=lost[who])
        for who in self.told.captured:
            yield f"{self.name(who)} is held until the next settlement"
        for harm in self.told.harm:
            if harm.bang is not None:
                yield f"a bomb did {plural(harm.bang.hits, 'hit')} to our {harm.bang.name}"

    def _callers(self) -> str:
        total = len(self.callers)
        said = [
            f"{self.name(spy)} thwarted {_of(count, total)}"
            for spy, count in Counter(self.thwarted.values()).items()
        ]
        if off := self.called_off:
            said.append(f"we called {_of(len(off), total)} off")
        if ended := self.ambushed:
            said.append(f"{_of(len(ended), total)} ended in an ambush")
        if free := total - len(self.stopped):
            said.append(_not_stopped(free, total))
        joint = ", and" if total == 1 else ":"
        return f"{_capital(in_words(total))} came for us{joint} {listing(said)}."

    def _missions(self) -> str:
        ranked = sorted(self.told.missions, key=lambda each: WEIGHT.get(each.ending, 9))
        told, rest = ranked[:CLAUSES], ranked[CLAUSES:]
        said = [self._clause(mission) for mission in told]
        if rest:
            went = (
                "more came off"
                if all(mission.ending in CAME_OFF for mission in rest)
                else "more came to nothing"
                if not any(mission.ending in CAME_OFF for mission in rest)
                else "more went out"
            )
            said.append(f"{in_words(len(rest))} {went}")
        return f"{_capital(listing(said))}."

    def _clause(self, mission: MissionReport) -> str:
        return CLAUSE[mission.ending].format(
            spy=self.name(mission.spy),
            team=self.against(mission),
            victim=mission.victim_name,
            hits=mission.bang.hits if mission.bang else mission.hits,
            seen=few(len(mission.saw), "vehicle"),
        )

    # --- chips ------------------------------------------------------------------------------------

    def chips(self, debrief: Debrief) -> Iterator[Chip]:
        """The figures: missions, who was stopped, wounds, points, and what it cost."""
        sent, came_off = len(debrief.missions), len(self.ended(*CAME_OFF))
        yield _of_many("Missions", came_off, sent)
        yield _of_many("Stopped", len(self.stopped), len(self.callers))
        hits = sum(hurt.hits for hurt in debrief.hurt)
        yield Chip(label="Wounds", value=f"{hits} DP" if hits else "0", tone="bad" if hits else "")
        points = sum(award.points for award in debrief.awards)
        yield Chip(
            label="Points", value=f"+{points}" if points else "0", tone="good" if points else ""
        )
        spent = debrief.spending.paid + debrief.spending.ammunition
        if spent:
            yield Chip(label="Cost", value=money(spent))


def _of_many(label: str, done: int, total: int) -> Chip:
    value = f"{done} of {total}" if total else "0"
    return Chip(label=label, value=value, tone="good" if done else "")


def _some(names: list[str]) -> str:
    """Names in a headline, at most two."""
    if len(names) > 2:
        return f"{names[0]} and {in_words(len(names) - 1)} more"
    return listing(names)


def _of(count: int, total: int) -> str:
    """So many of those just counted: "it", "one", "both", "all of them"."""
    if count < total:
        return in_words(count)
    return {1: "it", 2: "both"}.get(total, "all of them")


def _not_stopped(count: int, total: int) -> str:
    if count < total:
        return f"{in_words(count)} {'was' if count == 1 else 'were'} not stopped"
    return {1: "it was not stopped", 2: "neither was stopped"}.get(total, "none was stopped")


def as_much_as_fits(most: int, start: str, more: Iterable[str]) -> str:
    """`start` and as many of the sentences after it as fit into `most` letters."""
    text = start if len(start) <= most else f"{start[: most - 1]}…"
    for sentence in more:
        longer = f"{text} {sentence}"
        if len(longer) > most:
            break
        text = longer
    return text
