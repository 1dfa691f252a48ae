"""Put small faults into the code and check whether a test fails: ``make mutants``."""

from __future__ import annotations

import argparse
import json
import os
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import pytest

from tests.mutation import mutants, nearest, report
from tests.mutation.covering import Everything
from tests.mutation.trying import Fate, Trial, Trying, own_servers, try_cold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LAST: Final = nearest.KEPT / "results.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; return 1 if a package's score is too low."""
    asked = _parser().parse_args(arguments)
    size = None if asked.all else asked.sample
    seeds = asked.seed or [random.SystemRandom().randrange(1000)]
    shown = "--all" if asked.all else f"--sample {size} --seed " + " --seed ".join(map(str, seeds))
    print(f"The mutants of {shown}", flush=True)
    samples = {seed: mutants.sample(seed, size) for seed in (seeds[:1] if asked.all else seeds)}
    wanted = {one.key: one for one in _by_turns(samples)}
    before = _last() if asked.again else {}
    left = {key: one for key, one in wanted.items() if _is_open(before.get(key))}
    results = dict(before)
    _try(list(left.values()), asked.workers, results)
    return _publish(shown, samples, results)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=200, help="so many mutants (200)")
    parser.add_argument("--seed", type=int, action="append", help="which; several are several runs")
    parser.add_argument("--all", action="store_true", help="all there are: a night's work")
    parser.add_argument(
        "--again", action="store_true", help="go on with the last run: only what is left"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="at a time")
    return parser


def _by_turns(samples: Mapping[int, mutants.Drawn]) -> Iterator[mutants.Mutant]:
    """Alternate between the samples' packages, so that an aborted run has smaller samples."""
    rooms = [some for drawn in samples.values() for some in drawn.values()]
    return (one for turn in zip_longest(*rooms) for one in turn if one is not None)


def _last() -> dict[str, report.Result]:
    rows = json.loads(LAST.read_text()) if LAST.exists() else []
    found = [report.Result(**row | {"fate": Fate(row["fate"])}) for row in rows]
    return {one.key: one for one in found}


def _is_open(before: report.Result | None) -> bool:
    return before is None or before.survived


def _try(which: Sequence[mutants.Mutant], workers: int, results: dict[str, report.Result]) -> None:
    """Try mutants and report and record each result at once."""
    known = nearest.up_to_date(str(workers))
    trials = [_trial(known, mutant) for mutant in which]
    told = _Teller(len(trials), results)
    warm = [trial for trial in trials if not trial.is_cold]
    files = sorted({test.partition("::")[0] for trial in warm for test in trial.tests})
    if files:
        plugin = Trying(warm, known.seconds, workers, told, own_servers)
        quietly = ["-q", "-s", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-n", "0"]
        code = pytest.main([*quietly, "--randomly-seed=1", *files], plugins=[Everything(), plugin])
        if code != pytest.ExitCode.OK:
            raise SystemExit("The tests could not be collected.")
    with ThreadPoolExecutor(workers) as pool:
        for trial in pool.map(_cold, [trial for trial in trials if trial.is_cold]):
            told(trial)
    for trial in trials:
        results[trial.mutant.key] = _result(trial)


def _trial(known: nearest.Map, mutant: mutants.Mutant) -> Trial:
    if tests := known.tests(mutant.file, mutant.lines):
        return Trial(mutant, tests)
    return Trial(mutant, known.of_file(mutant.file), is_cold=True)


def _cold(trial: Trial) -> Trial:
    try_cold(trial)
    return trial


class _Teller:
    """Reports and records the result of each mutant, so that a run can be aborted."""

    def __init__(self, count: int, results: dict[str, report.Result]) -> None:
        self.count, self.told, self.results = count, 0, results

    def __call__(self, trial: Trial) -> None:
        self.told += 1
        print(f"{self.told}/{self.count} {trial.fate}: {trial.mutant.key}", flush=True)
        self.results[trial.mutant.key] = _result(trial)
        LAST.write_text(json.dumps([asdict(one) for one in self.results.values()], indent=1))


def _result(trial: Trial) -> report.Result:
    mutant = trial.mutant
    return report.Result(mutant.file, mutant.function, mutant.change, trial.fate, trial.killer)


def _publish(
    shown: str,
    samples: Mapping[int, mutants.Drawn],
    results: dict[str, report.Result],
) -> int:
    """Write the page; return 1 if a package's score is too low."""
    named = {
        "all mutants" if shown == "--all" else f"seed {seed}": {
            room: [results[mutant.key] for mutant in some] for room, some in drawn.items()
        }
        for seed, drawn in samples.items()
    }
    report.PAGE.write_text(report.page(shown, named, report.remarks()))
    low = [
        f"{name}, {room}: {report.score(found).percent:.0f} % noticed"
        for name, sample in named.items()
        for room, found in sample.items()
        if report.score(found).percent < report.WANTED
    ]
    print(f"Written: {report.PAGE.name}.", *low, sep="\n")
    return bool(low)


if __name__ == "__main__":
    raise SystemExit(main())
