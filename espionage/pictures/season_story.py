"""A closed season as a story: what to read first, from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from espionage.rules.endings import ending
from espionage.rules.season_story import Played, beliefs, best_bluff, mole
from espionage.rules.words import few, listing

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
    "waiting": "left a charge that lay in wait",
    "saw": "looked round the garage",
    "modifier": "left the door open for the next spy",
}


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the story: what it is about, in words, and with which sign; `faces` and
    `modifier` are the dice of it, if any fell.
    """

    title: str
    icon: str
    words: str
    faces: tuple[int, ...] = ()
    modifiers: tuple[tuple[str, int], ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class Beside:
    """What a team believed, and what was true."""

    team: Team
    believed: str
    truth: str


@dataclass(frozen=True, slots=True)
class Story:
    """A season's chapters, and each team's belief beside the truth."""

    chapters: tuple[Chapter, ...]
    beside: tuple[Beside, ...]


def season_story(weeks: Sequence[PlayedWeek], luck: LuckPicture) -> Story:
    """The story of a season's weeks, with the luck that was found in their dice."""
    played = [
        Played(each.week.number, [str(team.pk) for team in each.teams], each.records)
        for each in weeks
    ]
    told = _Names(weeks)
    return Story(
        tuple(_chapters(played, told, luck)),
        tuple(told.beside(each) for each in beliefs(played)),
    )


def _chapters(played: Sequence[Played], told: _Names, luck: LuckPicture) -> Iterator[Chapter]:
    if bluff := best_bluff(played):
        yield told.bluff(bluff)
    if spy := mole(played):
        yield told.mole(spy)
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
            f" All in all the dice were hardest on {unlucky.team.name}: {unlucky.luck} beside "
            "what the tables promised."
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
    """The season's teams and people by id."""

    def __init__(self, weeks: Sequence[PlayedWeek]) -> None:
        self.teams: Mapping[str, Team] = {
            str(team.pk): team for each in weeks for team in each.teams
        }
        self.people = {key: name for each in weeks for key, name in (each.names or {}).items()}

    def who(self, key: str) -> str:
        return self.people.get(key, "somebody")

    def bluff(self, bluff: Bluff) -> Chapter:
        by, against = self.teams[bluff.by].name, self.teams[bluff.against].name
        return Chapter(
            "Best bluff",
            "eye",
            (
                f"Week {bluff.week}: {against} sent {self.who(bluff.decoy.guard)} after "
                f"{self.who(bluff.decoy.spy)} of {by}, whose mission came to nothing. No one "
                f"stood in the way of {self.who(bluff.deed.spy)}, who "
                f"{RESULTS[ending(bluff.deed)]}."
            ),
        )

    def mole(self, spy: Mole) -> Chapter:
        stopped = f"stopped {_times(spy.stopped)}" if spy.stopped else "never stopped"
        return Chapter(
            "The mole of the season",
            "person",
            (
                f"{self.who(spy.who)} of {self.teams[spy.team].name}: "
                f"{few(spy.came_off, 'mission')} of {spy.missions} came off, {stopped}."
            ),
        )

    def beside(self, belief: Belief) -> Beside:
        met = (
            f" It met {listing([self.who(key) for key in belief.met])} face to face."
            if belief.met
            else " It never saw the face of a spy."
        )
        looked = (
            f" Its own people saw {few(belief.looked_at, 'vehicle')} of others."
            if belief.looked_at
            else ""
        )
        known = f"It knew of {few(belief.against, 'mission')} against it."
        believed = f"{known}{met if belief.against else ''}{looked}"
        senders = listing([f"{self.teams[team].name} ({count})" for team, count in belief.senders])
        spies = listing([f"{self.who(key)} ({count})" for key, count in belief.spies[:4]])
        sent = f"They came from {senders}: {spies}." if belief.senders else "No one was sent."
        unheard = (
            f" Of {few(belief.unheard, 'mission')} between others it never heard."
            if belief.unheard
            else ""
        )
        return Beside(self.teams[belief.team], believed, f"{sent}{unheard}")


def _times(number: int) -> str:
    return "once" if number == 1 else "twice" if number == 2 else f"{number} times"
