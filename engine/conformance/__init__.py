"""The laws that every game must satisfy, and their tests with random matches.

The report lists the laws for which there were no cases (`report.vacuous`). For example, a game
without sealed moves has no cases for law 6, which is correct. However, if a card game has no cases
for law 10, it has an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from engine.dice import seed_from
from engine.game import AnyGame
from engine.golden import Golden

from .play import law_1_turns, law_2_moves, law_7_ends
from .records import digest, law_3_elsewhere, law_3_same_again, law_4_survives_json, law_8_goldens
from .secrecy import (
    law_5_twins,
    law_5b_alike,
    law_6_sealed_moves_commute,
    law_9_imagined_is_seen,
    law_10_one_die_differs,
)
from .telling import law_11_no_more_is_told
from .trial import Broken, Trial, breaking

__all__ = [
    "LAWS", "Broken", "Finding", "Report", "Trial", "digest", "digest_of", "examine", "survey",
    "trials",
]  # fmt: skip

Judge: TypeAlias = Callable[[Trial], Counter[str]]


class Law(NamedTuple):
    """A law, its title, and the name of the count that must not be zero. Law 8 needs no trial."""

    number: str
    title: str
    main: str
    judge: Judge | None


LAWS: Final = (
    Law("1", "someone is to act, or the match is over", "positions", law_1_turns),
    Law("2", "only listed moves are accepted", "listed", law_2_moves),
    Law("3", "a replay gives the same result", "plies", law_3_same_again),
    Law("4", "all records survive JSON", "values", law_4_survives_json),
    Law("5", "the same events give the same view", "echoes", law_5_twins),
    Law("5b", "moves with equal events look equal", "pairs", law_5b_alike),
    Law(
        "6",
        "sealed moves can be in any order",
        "sealed_positions",
        law_6_sealed_moves_commute,
    ),
    Law("7", "every match ends", "matches", law_7_ends),
    Law("8", "golden matches can be replayed", "goldens", None),
    Law("9", "an imagined state looks like the view", "views", law_9_imagined_is_seen),
    Law("10", "a different die shows only in events", "alike", law_10_one_die_differs),
    Law("11", "the same view means the same events", "alike", law_11_no_more_is_told),
)


@dataclass(frozen=True)
class Finding:
    """The result for one law, with the number of tests and the first breach."""

    law: Law
    counts: Counter[str]
    breach: Broken | None

    @property
    def vacuous(self) -> bool:
        return not self.breach and not self.counts[self.law.main]

    def __str__(self) -> str:
        summary = ", ".join(
            f"{count:,} {measure.replace('_', ' ')}" for measure, count in self.counts.items()
        )
        verdict = f"BROKEN: {self.breach}" if self.breach else summary
        return (
            f"law {self.law.number:<3} {self.law.title:<40} "
            f"{verdict}{'  (no cases)' if self.vacuous else ''}"
        )


@dataclass(frozen=True)
class Report:
    """All findings on one game."""

    key: str
    findings: tuple[Finding, ...]

    @property
    def breaches(self) -> tuple[Broken, ...]:
        return tuple([finding.breach for finding in self.findings if finding.breach])

    @property
    def vacuous(self) -> frozenset[str]:
        """The numbers of the laws for which there was nothing to test."""
        return frozenset([finding.law.number for finding in self.findings if finding.vacuous])

    def __str__(self) -> str:
        return "\n".join([self.key, *(f"  {finding}" for finding in self.findings)])


def examine(
    game: AnyGame,
    *,
    matches: int = 6,
    seed: str = "laws",
    positions: int = 30,
    goldens: Sequence[Golden] = (),
    other_digests: Sequence[str] = (),
) -> Report:
    """Test every law on random matches and return the counts. Raise the first breach (`Broken`).

    `matches` is the number of matches, of which there is at least one for each set-up. In each
    match, `positions` positions are examined closely. `goldens` are the game's recorded
    playthroughs, and `other_digests` are results of `digest_of` in other processes.
    """
    report = survey(
        game,
        matches=matches,
        seed=seed,
        positions=positions,
        goldens=goldens,
        other_digests=other_digests,
    )
    for breach in report.breaches:
        raise breach
    return report


def survey(
    game: AnyGame,
    *,
    matches: int = 6,
    seed: str = "laws",
    positions: int = 30,
    goldens: Sequence[Golden] = (),
    other_digests: Sequence[str] = (),
) -> Report:
    """Test every law as `examine` does, but report the first breach of each law instead of raising
    an exception.
    """
    try:
        random_trials = trials(game, matches=matches, seed=seed, positions=positions)
    except Broken as broken:
        return Report(game.key, (Finding(_law(broken.law), Counter(), broken),))
    return Report(
        game.key, tuple([_try(law, game, random_trials, goldens, other_digests) for law in LAWS])
    )


def digest_of(game: AnyGame, *, matches: int = 6, seed: str = "laws", positions: int = 30) -> str:
    """Return the digest that is compared between processes for law 3."""
    return digest(trials(game, matches=matches, seed=seed, positions=positions))


def trials(game: AnyGame, *, matches: int, seed: str, positions: int = 30) -> tuple[Trial, ...]:
    """Return random matches for all set-ups. Each also knows moves offered in the others."""
    setups = game.setups()
    if not setups:
        raise Broken("1", f"{game.key} has no set-up")
    numbers = range(max(matches, len(setups)))
    played = tuple(
        [
            Trial(
                game,
                setups[n % len(setups)],
                seed_from(f"{seed}/{game.key}/{n}"),
                positions=positions,
            )
            for n in numbers
        ]
    )
    _introduce(played)
    return played


def _introduce(played: tuple[Trial, ...]) -> None:
    strangers = {
        wire: move
        for trial in played
        for menu in trial.offered.values()
        for wire, move in menu.items()
    }
    host = {
        type(move)
        for trial in played
        for seat, menu in trial.offered.items()
        for move in menu.values()
        if seat not in trial.seats
    }
    seats = {
        type(move)
        for trial in played
        for seat, menu in trial.offered.items()
        for move in menu.values()
        if seat in trial.seats
    }
    for trial in played:
        trial.strangers, trial.host_only = tuple(strangers.values()), frozenset(host - seats)


def _try(
    law: Law,
    game: AnyGame,
    random_trials: tuple[Trial, ...],
    goldens: Sequence[Golden],
    other_digests: Sequence[str],
) -> Finding:
    counts: Counter[str] = Counter()
    try:
        with breaking(law.number, game.key):
            for trial in random_trials:
                counts.update(law.judge(trial) if law.judge else {})
            if law.number == "3":
                counts.update(law_3_elsewhere(game, random_trials, other_digests))
            if law.number == "8":
                counts.update(law_8_goldens(game, goldens))
    except Broken as broken:
        return Finding(law, counts, broken)
    return Finding(law, counts, None)


def _law(number: str) -> Law:
    return next(law for law in LAWS if law.number == number)
