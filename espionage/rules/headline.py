"""The headline of a team's week: one line, at most three sentences, and a row of figures.

Pages, the API, notices and mail share the headline. Only events that the seat received, and names
that the team knows, are used.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from core.web.problems import money, plural
from engine.values import Value

from .endings import STOPPED, SUCCESSFUL_ENDINGS
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
from .wording import count_in_words, join_words, number_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ambush.rules.call import Condition
    from engine.values import Seat

    from .report import Ending, MissionReport
    from .values import Event

Tone: TypeAlias = Literal["", "good", "bad"]

MAX_FRAGMENTS: Final = 3
MAX_HEADLINE_LENGTH: Final = 140
"""Maximum length in characters. The last fragments of a longer headline are dropped."""
MAX_CLAUSES: Final = 3
"""Maximum number of missions that the lede describes individually."""
ENDING_RANKS: Final[dict[Ending, int]] = {
    "hit": 0,
    "exploded": 0,
    "waiting": 1,
    "dud": 2,
    "saw": 3,
    "modifier": 4,
}
"""Order in which the team's missions are described. Missions with other endings come last."""
MISSION_CLAUSES: Final[dict[Ending, str]] = {
    "saw": "{spy} saw {seen} of {team}",
    "hit": "{spy} hit {victim} of {team} for {hits}",
    "exploded": "{spy} bombed {victim} of {team} for {hits}",
    "waiting": "{spy} left a charge under {victim} of {team}",
    "dud": "the bomb of {spy} at {victim} of {team} was a dud",
    "modifier": "{spy} left a door open at {team}",
    "thwarted": "{spy} was thwarted by {team}",
    "called_off": "{spy}’s mission was called off by {team}",
    "stopped": "{spy} was stopped by an ambush of {team}",
    "blunder": "{spy} blundered at {team}",
    "nobody_there": "{spy} found nothing to reach at {team}",
    "failed": "{spy} came back from {team} with nothing",
}
INJURY_CLAUSES: Final[dict[Condition, str]] = {
    "dead": "{who} is dead",
    "unconscious": "{who} is out cold after {lost} DP",
    "standing": "{who} lost {lost} DP",
}
QUIET_HEADLINE: Final = "A quiet week"
QUIET_LEDE: Final = "No one was sent, and no one came. The kettle was the busiest of us."
NOTHING_HAPPENED: Final = "Nothing happened"
TOO_FEW_TEAMS: Final = "There were too few teams this week for any missions."


class Chip(Value):
    """A figure of the week, and its label."""

    label: str
    value: str
    tone: Tone = ""


class Headline(Value):
    """The top part of a team's report."""

    headline: str
    lede: tuple[str, ...]
    chips: tuple[Chip, ...] = ()


def make_headline(
    events: Sequence[Event], teams: Sequence[str], names: Mapping[str, str]
) -> Headline:
    """Return the headline, lede and figures of a settled week for one seat.

    `teams` are the names of the teams by seat. `names` maps the ids of the team's own people and
    vehicles to their names.
    """
    week = _Week(events, teams, names)
    if week.debrief is None:
        return Headline(headline=NOTHING_HAPPENED, lede=(TOO_FEW_TEAMS,))
    return Headline(
        headline=_join_fragments(week.fragments()),
        lede=tuple(week.lede()),
        chips=tuple(week.chips(week.debrief)),
    )


def short_headline(
    limit: int,
    start: str,
    events: Sequence[Event],
    teams: Sequence[str],
    names: Mapping[str, str],
) -> str:
    """Return `start`, the headline, and as many sentences of the lede as fit.

    `limit` is the maximum number of characters. Figures and sentences that do not fit are never
    computed.
    """
    week = _Week(events, teams, names)
    if week.debrief is None:
        return fill_with_sentences(limit, f"{start}: {NOTHING_HAPPENED}.", (TOO_FEW_TEAMS,))
    return fill_with_sentences(limit, f"{start}: {_join_fragments(week.fragments())}.", week.lede())


def _join_fragments(fragments: Iterable[str]) -> str:
    """Join the first fragments, leaving out the last fragments if the result is too long."""
    fragments_used = list(islice(fragments, MAX_FRAGMENTS)) or [QUIET_HEADLINE]
    while len(fragments_used) > 1 and len(", ".join(fragments_used)) > MAX_HEADLINE_LENGTH:
        fragments_used.pop()
    return _capitalize(", ".join(fragments_used))


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


class _Week:
    """The events that a seat received, sorted by subject."""

    def __init__(
        self, events: Sequence[Event], teams: Sequence[str], names: Mapping[str, str]
    ) -> None:
        self.teams, self._names = teams, names
        self.debrief = next(
            (event.debrief for event in events if isinstance(event, Debriefed)), None
        )
        self.target_seats: dict[int, Seat] = {}
        self.enemy_missions: set[int] = set()
        self.thwarted: dict[int, str] = {}
        self.called_off: set[int] = set()
        self.fights: list[AmbushOver] = []
        self.public_dead: set[str] = set()
        for event in events:
            self._add_event(event)
        self.report = self.debrief or Debrief()
        self.conditions: dict[str, Condition] = {
            hurt.character: hurt.after for hurt in self.report.hurt
        }

    def _add_event(self, event: Event) -> None:
        match event:
            case MissionBegan(order=order, against=target):
                self.target_seats[order] = target
            case MissionDeclared(number=number):
                self.enemy_missions.add(number)
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
        """Return the name of one of the team's own people or vehicles."""
        return self._names.get(key, "someone")

    def target_team(self, mission: MissionReport) -> str:
        """Return the name of the team that a mission targeted."""
        return self.teams[self.target_seats[mission.order]]

    def own_hurt(self, *states: Condition) -> list[str]:
        """Return the team's people who were hurt and ended in one of these conditions."""
        return [
            self.name(character)
            for character, condition in self.conditions.items()
            if condition in states
        ]

    def dead_rivals(self) -> list[str]:
        """Return the rivals whose death is public and whom the team hit or fought."""
        killed_by_mission = [
            f"{mission.victim_name} of {self.target_team(mission)}"
            for mission in self.missions_ending("hit")
            if mission.victim in self.public_dead
        ]
        killed_in_ambush = [
            self.enemy_name(fight) for fight in self.fights if fight.enemy == "dead"
        ]
        return list(dict.fromkeys([*killed_by_mission, *killed_in_ambush]))

    def enemy_name(self, fight: AmbushOver) -> str:
        """Return the name of the enemy in an ambush, with the team's name."""
        return f"{fight.meeting.enemy_name} of {self.teams[fight.meeting.enemy]}"

    def captured_rivals(self) -> list[str]:
        """Return the rivals whom the team holds captive."""
        return [self.enemy_name(fight) for fight in self.fights if fight.captured == "enemy"]

    def missions_ending(self, *endings: Ending) -> list[MissionReport]:
        """Return the team's missions with these endings."""
        return [mission for mission in self.report.missions if mission.ending in endings]

    @cached_property
    def ambushed(self) -> set[int]:
        """Enemy missions that the team's ambush prevented (E9)."""
        return {
            fight.meeting.number
            for fight in self.fights
            if fight.meeting.number
            and not fight.mission_goes_on
            and fight.meeting.cause == "hunted"
        }

    @cached_property
    def stopped(self) -> set[int]:
        """Enemy missions that the team stopped."""
        return self.thwarted.keys() | self.called_off | self.ambushed

    # --- the headline -----------------------------------------------------------------------------

    def fragments(self) -> Iterator[str]:
        """Yield the fragments, the most important first: deaths, captures, damage, and so on."""
        yield from self._dead_and_captured()
        if self.stopped:
            yield f"{count_in_words(len(self.stopped), 'intruder')} stopped"
        yield from self._damage_to_us()
        yield from self._damage_to_them()
        yield from self._sightings()
        yield from self._failures()

    def _dead_and_captured(self) -> Iterator[str]:
        if dead := self.own_hurt("dead"):
            yield f"{_two_names(dead)} dead"
        if dead := self.dead_rivals():
            yield f"{_two_names(dead)} dead"
        if self.report.captured:
            yield (
                f"{_two_names([self.name(character) for character in self.report.captured])} "
                "taken prisoner"
            )
        if captives := self.captured_rivals():
            yield f"{_two_names(captives)} in our hands"

    def _damage_to_us(self) -> Iterator[str]:
        bombed = dict.fromkeys(harm.bang.name for harm in self.report.harm if harm.bang)
        if bombed:
            yield f"our {_two_names(list(bombed))} bombed"
        if unconscious := self.own_hurt("unconscious"):
            yield f"{_two_names(unconscious)} out cold"
        if wounded := self.own_hurt("standing"):
            yield f"{_two_names(wounded)} wounded"

    def _damage_to_them(self) -> Iterator[str]:
        bombed = [
            f"{mission_or_fight.victim_name} of {self.target_team(mission_or_fight)}"
            for mission_or_fight in self.missions_ending("exploded")
        ]
        if bombed:
            yield f"{_two_names(bombed)} bombed"
        if duds := self.missions_ending("dud"):
            yield f"{count_in_words(len(duds), 'bomb')} wasted"
        if charges := self.missions_ending("waiting"):
            yield f"{count_in_words(len(charges), 'charge')} laid"
        dead = self.dead_rivals()
        hit = [
            f"{mission_or_fight.victim_name} of {self.target_team(mission_or_fight)}"
            for mission_or_fight in self.missions_ending("hit")
        ]
        felled = [
            self.enemy_name(mission_or_fight)
            for mission_or_fight in self.fights
            if mission_or_fight.enemy == "unconscious"
        ]
        if felled:
            yield f"{_two_names(felled)} knocked out"
        if other_victims := [
            victim for victim in dict.fromkeys(hit) if victim not in (*dead, *felled)
        ]:
            yield f"{_two_names(other_victims)} hit"
        if self.fights and not (self.conditions or self.report.captured or felled or dead):
            yield f"{count_in_words(len(self.fights), 'ambush', 'ambushes')} walked away from"

    def _sightings(self) -> Iterator[str]:
        vehicles_by_team = Counter(
            self.teams[snapshot.about]
            for mission in self.missions_ending("saw")
            for snapshot in {
                vehicle_snapshot.vehicle: vehicle_snapshot for vehicle_snapshot in mission.saw
            }.values()
        )
        for team, count in vehicles_by_team.items():
            yield f"{count_in_words(count, 'vehicle')} of {team} seen"
        teams_opened = dict.fromkeys(
            self.target_team(mission) for mission in self.missions_ending("modifier")
        )
        if teams_opened:
            yield f"a door left open at {join_words(list(teams_opened))}"

    def _failures(self) -> Iterator[str]:
        if blunders := self.missions_ending("blunder"):
            yield f"{count_in_words(len(blunders), 'blunder')} to live down"
        if stopped := self.missions_ending(*STOPPED):
            yield f"{number_in_words(len(stopped))} of our missions stopped"
        if failed := self.missions_ending("failed", "nobody_there"):
            yield f"{count_in_words(len(failed), 'mission')} failed"
        if not_stopped := len(self.enemy_missions) - len(self.stopped):
            yield f"{count_in_words(not_stopped, 'intruder')} got through"

    # --- the lede ---------------------------------------------------------------------------------

    def lede(self) -> Iterator[str]:
        """Yield sentences about people and cars, then enemy missions, then the team's missions."""
        if not (self.enemy_missions or self.report.missions or self.conditions):
            yield QUIET_LEDE
            return
        if hurt := list(self._injuries()):
            yield f"{_capitalize(join_words(hurt))}."
        yield self._enemy_missions_sentence() if self.enemy_missions else "No one came for us."
        yield self._own_missions_sentence() if self.report.missions else "We sent no one."

    def _injuries(self) -> Iterator[str]:
        lost_dp = Counter[str]()
        for hurt in self.report.hurt:
            lost_dp[hurt.character] += hurt.hits
        for state, clause in INJURY_CLAUSES.items():
            for character in [
                character for character, after in self.conditions.items() if after == state
            ]:
                yield clause.format(who=self.name(character), lost=lost_dp[character])
        for character in self.report.captured:
            yield f"{self.name(character)} is held until the next settlement"
        for harm in self.report.harm:
            if harm.bang is not None:
                yield f"a bomb did {plural(harm.bang.hits, 'hit')} to our {harm.bang.name}"

    def _enemy_missions_sentence(self) -> str:
        total = len(self.enemy_missions)
        clauses = [
            f"{self.name(spy)} thwarted {_part_of(count, total)}"
            for spy, count in Counter(self.thwarted.values()).items()
        ]
        if cancelled := self.called_off:
            clauses.append(f"we called {_part_of(len(cancelled), total)} off")
        if ambushed := self.ambushed:
            clauses.append(f"{_part_of(len(ambushed), total)} ended in an ambush")
        if not_stopped := total - len(self.stopped):
            clauses.append(_not_stopped(not_stopped, total))
        joint = ", and" if total == 1 else ":"
        return f"{_capitalize(number_in_words(total))} came for us{joint} {join_words(clauses)}."

    def _own_missions_sentence(self) -> str:
        ranked = sorted(
            self.report.missions, key=lambda mission: ENDING_RANKS.get(mission.ending, 9)
        )
        first_missions, others = ranked[:MAX_CLAUSES], ranked[MAX_CLAUSES:]
        clauses = [self._clause(mission) for mission in first_missions]
        if others:
            summary = (
                "more came off"
                if all(mission.ending in SUCCESSFUL_ENDINGS for mission in others)
                else "more came to nothing"
                if not any(mission.ending in SUCCESSFUL_ENDINGS for mission in others)
                else "more went out"
            )
            clauses.append(f"{number_in_words(len(others))} {summary}")
        return f"{_capitalize(join_words(clauses))}."

    def _clause(self, mission: MissionReport) -> str:
        return MISSION_CLAUSES[mission.ending].format(
            spy=self.name(mission.spy),
            team=self.target_team(mission),
            victim=mission.victim_name,
            hits=mission.bang.hits if mission.bang else mission.hits,
            seen=count_in_words(len(mission.saw), "vehicle"),
        )

    # --- chips ------------------------------------------------------------------------------------

    def chips(self, debrief: Debrief) -> Iterator[Chip]:
        """Yield the figures: missions, stopped enemy missions, wounds, points, and costs."""
        sent, successes = len(debrief.missions), len(self.missions_ending(*SUCCESSFUL_ENDINGS))
        yield _ratio_chip("Missions succeeded", successes, sent)
        yield _ratio_chip("Enemy missions stopped", len(self.stopped), len(self.enemy_missions))
        hits = sum(hurt.hits for hurt in debrief.hurt)
        yield Chip(label="Wounds", value=f"{hits} DP" if hits else "0", tone="bad" if hits else "")
        points = sum(award.points for award in debrief.awards)
        yield Chip(
            label="Skill points",
            value=f"+{points}" if points else "0",
            tone="good" if points else "",
        )
        spent = debrief.spending.paid + debrief.spending.ammunition
        if spent:
            yield Chip(label="Cost", value=money(spent))


def _ratio_chip(label: str, successes: int, total: int) -> Chip:
    value = f"{successes} of {total}" if total else "0"
    return Chip(label=label, value=value, tone="good" if successes else "")


def _two_names(names: list[str]) -> str:
    """Return a list of names for a headline. At most two names are spelled out."""
    if len(names) > 2:
        return f"{names[0]} and {number_in_words(len(names) - 1)} more"
    return join_words(names)


def _part_of(count: int, total: int) -> str:
    """Return words for some of the things just mentioned: "it", "one", "both", "all of them"."""
    if count < total:
        return number_in_words(count)
    return {1: "it", 2: "both"}.get(total, "all of them")


def _not_stopped(count: int, total: int) -> str:
    if count < total:
        return f"{number_in_words(count)} {'was' if count == 1 else 'were'} not stopped"
    return {1: "it was not stopped", 2: "neither was stopped"}.get(total, "none was stopped")


def fill_with_sentences(limit: int, start: str, sentences: Iterable[str]) -> str:
    """Return `start`, followed by as many sentences as fit into `limit` characters."""
    text = start if len(start) <= limit else f"{start[: limit - 1]}…"
    for sentence in sentences:
        longer = f"{text} {sentence}"
        if len(longer) > limit:
            break
        text = longer
    return text
