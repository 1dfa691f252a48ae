"""A closed season as a story, in reading order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from espionage.rules.endings import ending_of
from espionage.rules.season_story import PlayedWeek as Played
from espionage.rules.season_story import find_best_bluff, find_mole, list_beliefs
from espionage.rules.wording import count_in_words, join_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.league.models import Team
    from espionage.pictures.luck import LuckPicture
    from espionage.rules.report import Ending
    from espionage.rules.season_story import Belief, Bluff, Mole
    from espionage.selectors.opened import PlayedWeek

RESULTS: Final[dict[Ending, str]] = {
    "hit": "found someone to shoot at",
    "exploded": "left a bomb that went off",
    "waiting": "planted a charge for the duel",
    "saw": "looked round the garage",
    "modifier": "left the door open for the next spy",
}


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the story, with an icon, portraits of its people and, if there are any, dice."""

    title: str
    icon: str
    words: str
    faces: tuple[int, ...] = ()
    modifiers: tuple[tuple[str, int], ...] = ()
    total: int = 0
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BeliefAndTruth:
    """A team's beliefs, and the truth."""

    team: Team
    believed: str
    truth: str


@dataclass(frozen=True, slots=True)
class Story:
    """A season's chapters, and the teams' beliefs."""

    chapters: tuple[Chapter, ...]
    beside: tuple[BeliefAndTruth, ...]


def season_story(weeks: Sequence[PlayedWeek], luck: LuckPicture) -> Story:
    """Return the story of a season's weeks, including how lucky the dice were."""
    played_weeks = [
        Played(week.week.number, [str(team.pk) for team in week.teams], week.records)
        for week in weeks
    ]
    names = _Names(weeks)
    return Story(
        tuple(_chapters(played_weeks, names, luck)),
        tuple(names.belief_and_truth(week) for week in list_beliefs(played_weeks)),
    )


def _chapters(
    played_weeks: Sequence[Played], names: _Names, luck: LuckPicture
) -> Iterator[Chapter]:
    if bluff := find_best_bluff(played_weeks):
        yield names.bluff(bluff)
    if spy := find_mole(played_weeks):
        yield names.mole(spy)
    if luck.best:
        yield Chapter(
            "Longest odds",
            "dice",
            f"{luck.best.title}. {luck.best.words}",
            luck.best.faces,
            luck.best.modifiers,
            luck.best.total,
        )
    if luck.worst:
        unlucky = luck.teams[-1]
        all_in_all = (
            f" Overall, the dice were hardest on {unlucky.team.name}: {unlucky.luck} compared with "
            "the odds."
            if len(luck.teams) > 1 and unlucky.share is not None
            else ""
        )
        yield Chapter(
            "Worst luck",
            "alert",
            f"{luck.worst.title}. {luck.worst.words}{all_in_all}",
            luck.worst.faces,
            luck.worst.modifiers,
            luck.worst.total,
        )


class _Names:
    """Looks up the season's teams and people by id."""

    def __init__(self, weeks: Sequence[PlayedWeek]) -> None:
        self.teams: Mapping[str, Team] = {
            str(team.pk): team for week in weeks for team in week.teams
        }
        self.people = {key: name for week in weeks for key, name in (week.names or {}).items()}

    def person_name(self, key: str) -> str:
        return self.people.get(key, "somebody")

    def bluff(self, bluff: Bluff) -> Chapter:
        team, target_team = self.teams[bluff.team].name, self.teams[bluff.target_team].name
        return Chapter(
            "Best bluff",
            "eye",
            (
                f"Week {bluff.week}: {target_team} sent {self.person_name(bluff.decoy.guard)} "
                "after "
                f"{self.person_name(bluff.decoy.spy)} of {team}, whose mission came to nothing. "
                "No one "
                f"stood in the way of {self.person_name(bluff.real_mission.spy)}, who "
                f"{RESULTS[ending_of(bluff.real_mission)]}."
            ),
            people=tuple(
                [
                    self.people.get(key, "")
                    for key in (bluff.decoy.guard, bluff.decoy.spy, bluff.real_mission.spy)
                ]
            ),
        )

    def mole(self, spy: Mole) -> Chapter:
        stopped = f"stopped {_times_in_words(spy.stopped)}" if spy.stopped else "never stopped"
        return Chapter(
            "The mole of the season",
            "person",
            (
                f"{self.person_name(spy.spy)} of {self.teams[spy.team].name}: "
                f"{count_in_words(spy.successes, 'mission')} of {spy.missions} succeeded, "
                f"{stopped}."
            ),
            people=(self.people.get(spy.spy, ""),),
        )

    def belief_and_truth(self, belief: Belief) -> BeliefAndTruth:
        spies_met = join_words([self.person_name(key) for key in belief.met_spies])
        meetings = (
            f" It met {spies_met} face to face."
            if belief.met_spies
            else " It never saw the face of a spy."
        )
        sightings = (
            f" Its own people saw {count_in_words(belief.vehicles_seen, 'vehicle')} of other teams."
            if belief.vehicles_seen
            else ""
        )
        knowledge = f"It knew of {count_in_words(belief.enemy_missions, 'mission')} against it."
        believed = f"{knowledge}{meetings if belief.enemy_missions else ''}{sightings}"
        senders = join_words(
            [f"{self.teams[team].name} ({count})" for team, count in belief.senders]
        )
        spies = join_words(
            [f"{self.person_name(key)} ({count})" for key, count in belief.spies[:4]]
        )
        truth = f"They came from {senders}: {spies}." if belief.senders else "No one was sent."
        missions = count_in_words(belief.unheard_missions, "mission")
        unheard = (
            f" It never learned of {missions} between other teams."
            if belief.unheard_missions
            else ""
        )
        return BeliefAndTruth(self.teams[belief.team], believed, f"{truth}{unheard}")


def _times_in_words(number: int) -> str:
    return "once" if number == 1 else "twice" if number == 2 else f"{number} times"
