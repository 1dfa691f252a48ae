"""The result of a mutation run as `docs/mutation.md`."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.mutation.rooms import ROOMS, ROOT
from tests.mutation.trying import Fate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PAGE: Final = ROOT / "docs" / "mutation.md"
REMARKS: Final = Path(__file__).parent / "remarks.toml"
WANTED: Final = 85
"""Minimum percentage of detected mutants in every package."""

NO_WORD: Final = "to be looked at"
HEAD: Final = """\
# What the tests notice

Written by `make mutants ARGS="{arguments}"`.
[Testing](reference/testing.md#mutation-tests) describes the method.

A *mutant* is the code with one small fault. It is killed when a test fails and timed out when a
test does not end. It survives when every test that was tried passes, or when no test runs its line.
The score is the share of mutants that were killed or timed out. The target in each package is
{wanted} %. The seed decides which mutants are made. Survivors include mutants that do not change
behaviour.
"""


@dataclass(frozen=True)
class Result:
    """The result of one mutant."""

    file: str
    function: str
    change: str
    fate: Fate
    killer: str = ""

    @property
    def key(self) -> str:
        return f"{self.file}: {self.function}: {self.change}"

    @property
    def survived(self) -> bool:
        return self.fate in {Fate.SURVIVED, Fate.UNSEEN}


@dataclass(frozen=True)
class Score:
    """A package's row."""

    made: int
    killed: int
    timed_out: int
    survived: int

    @property
    def percent(self) -> float:
        return 100 * (self.made - self.survived) / self.made if self.made else 100.0


def score(results: Iterable[Result]) -> Score:
    """Count the results of a package's mutants."""
    fates = Counter(result.fate for result in results)
    survived = fates[Fate.SURVIVED] + fates[Fate.UNSEEN]
    return Score(fates.total(), fates[Fate.KILLED], fates[Fate.TIMED_OUT], survived)


Sample = dict[str, list[Result]]
"""The results of one seed by package."""


def page(arguments: str, samples: Mapping[str, Sample], words: Mapping[str, str]) -> str:
    """Return the whole page. `samples` are named by their seeds, `words` by the mutant's key."""
    parts = [HEAD.format(arguments=arguments, wanted=WANTED)]
    parts += [f"## {name[:1].upper()}{name[1:]}\n\n{_table(one)}" for name, one in samples.items()]
    parts += ["## Who survived\n"]
    parts += [_survivors(room, samples.values(), words) for room in ROOMS]
    return "\n".join(parts)


def _table(sample: Sample) -> str:
    rows = ["| room | made | killed | timed out | survived | score |", "| --- |" + " ---: |" * 5]
    everything = [result for results in sample.values() for result in results]
    for room, results in [*sample.items(), ("all", everything)]:
        got = score(results)
        numbers = f"{got.made} | {got.killed} | {got.timed_out} | {got.survived}"
        rows.append(f"| {room} | {numbers} | {got.percent:.0f} % |")
    return "\n".join(rows) + "\n"


def _survivors(room: str, samples: Iterable[Sample], words: Mapping[str, str]) -> str:
    found = {one.key: one for sample in samples for one in sample.get(room, []) if one.survived}
    lines = [f"### {room[:1].upper()}{room[1:]}", ""]
    for key, one in sorted(found.items()):
        unseen = " (no test runs it)" if one.fate is Fate.UNSEEN else ""
        word = words.get(key, NO_WORD)
        lines.append(f"- `{one.file}`, `{one.function}`: `` {one.change} ``{unseen}. {word}")
    return "\n".join([*lines, "" if found else "None.\n"])


def remarks(file: Path = REMARKS) -> dict[str, str]:
    """Return the manual remarks by the key of the survivor."""
    kept: Sequence[Mapping[str, str]] = tomllib.loads(file.read_text()).get("survivor", [])
    return {f"{one['file']}: {one['function']}: {one['change']}": one["word"] for one in kept}
