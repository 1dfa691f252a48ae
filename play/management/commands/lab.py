"""`manage.py lab GAME --sweep KEY --matches N --seed S` plays sweeps over a game's setups and
reports their readings.

A match depends only on its number and the seed (`lab.lab.Bench`), so any number of workers gives
the same figures. `--publish` writes GAME.json and a picture of every figure for the site's lab page
and the documents.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import msgspec
from django.core.management.base import BaseCommand, CommandError

from engine import registry
from engine.registry import UnknownGame
from engine.values import changed
from lab.lab import Bench, Findings, Paper, Published, publish
from lab.registry import lab_of
from lab.shares import Run, line_of, pieces, share_of
from play.management.workers import gather
from play.selectors.lab_results import FOLDER, paper_of
from play.tabletop.plots import interval, percent, plot
from play.views.svg import svg

STYLE: Final = (
    "<style>.plot{--ink:#1d2320;--soft:#55605a;--line:#d5dad6;--mark:#1f6f4a;--ground:#fff;"
    "font:600 13px sans-serif;background:var(--ground)}"
    "@media(prefers-color-scheme:dark){.plot{--ink:#e8ece9;--soft:#a9b4ad;--line:#3a433e;--mark:#6fcf97;--ground:#141816}}"
    "text{fill:var(--ink);paint-order:stroke;stroke:var(--ground);stroke-width:3px}.plot-tick{fill:var(--soft);font-weight:400;font-size:11px}.plot-case{font-size:14px}.plot-name{font-weight:400}"
    "path,polyline{fill:none;stroke:var(--line)}.plot-even{stroke:var(--ink);stroke-dasharray:4 3}"
    ".plot-interval{stroke:var(--mark);stroke-width:4;stroke-linecap:round}"
    ".plot-mark{fill:var(--ground);stroke:var(--mark);stroke-width:2}.plot-mark.apart{fill:var(--mark)}</style>"
)
"""Colours of a standalone picture in light and dark mode. On the site, the style sheet provides
them.
"""


@dataclass(frozen=True)
class Sitting:
    """A sweep that is about to be played, as plain data for workers."""

    key: str
    sweep: str
    seed: str
    matches_per_case: int
    """Matches per case."""

    @property
    def matches(self) -> int:
        return self.matches_per_case * self.bench().cases

    def bench(self) -> Bench:
        game = registry.get(self.key)
        lab = lab_of(game)
        return Bench(game, lab, lab.sweep(self.sweep), self.seed, registry.bots_of(game).sides)

    def play(self, numbers: range) -> Iterator[Findings]:
        """Play the matches with these numbers, one after another."""
        bench = self.bench()
        names = () if bench.play_function else bench.sweep.bots
        bots = [registry.bot(bench.game, name, perf_counter) for name in names]
        yield from (bench.play(number, bots) for number in numbers)

    def part(self, numbers: range) -> Findings:
        """Return the sum of these matches' findings."""
        return sum(self.play(numbers), Findings())


@dataclass(frozen=True)
class Part:
    """Some of a sweep's matches, as plain data for workers."""

    sitting: Sitting
    numbers: range

    @property
    def matches(self) -> int:
        return len(self.numbers)

    def play(self, numbers: range) -> Iterator[Findings]:
        """Play these matches, counted from the first of the part."""
        return self.sitting.play(self.numbers[numbers.start : numbers.stop])

    def part(self, numbers: range) -> Findings:
        """Return the sum of these matches' findings."""
        return sum(self.play(numbers), Findings())


class Command(BaseCommand):
    help = (
        "Play a game's sweeps with bots and print rates with 95 % confidence intervals. The same "
        "seed gives the same figures."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="The game's key.")
        parser.add_argument(
            "--sweep",
            action="append",
            default=[],
            help="Sweep to play. Can be repeated. Default: all sweeps of the game.",
        )
        parser.add_argument(
            "--matches",
            "--clubs",
            type=int,
            default=100,
            help="Matches per case (clubs per case for the week). Default: 100.",
        )
        parser.add_argument("--seed", default="1", help="Any words.")
        parser.add_argument(
            "--workers",
            type=int,
            default=os.cpu_count() or 1,
            help="Number of processes. Default: one per core.",
        )
        parser.add_argument(
            "--keep",
            type=Path,
            help="Play in batches, report progress, and save the results of each batch to this "
            "file. A stopped run resumes from it.",
        )
        parser.add_argument(
            "--json",
            action="store_true",
            help="Print JSON. The output is the same for any number of workers.",
        )
        parser.add_argument(
            "--publish",
            type=Path,
            nargs="?",
            const=FOLDER,
            help="Write figures and pictures to this folder. Default: docs/lab.",
        )

    def handle(self, *args: Any, workers: int, publish: Path | None, **options: Any) -> None:
        sittings = _requested_sweeps(options)
        if workers < 1:
            raise CommandError("Use at least 1 worker.")
        paper = Paper(
            game=sittings[0].key, rules_version=registry.get(sittings[0].key).rules_version
        )
        for sitting in sittings:
            figures, stopped = self._play(sitting, workers, options["keep"])
            paper = paper.with_sweep(figures)
            if not options["json"]:
                self.stdout.write("\n".join(lines(figures)))
            if stopped:
                raise CommandError(
                    f"{stopped} in the sweep {sitting.sweep}; it is not published.", returncode=130
                )
            if publish:
                write(paper, publish)
        if options["json"]:
            self.stdout.write(json.dumps(msgspec.to_builtins(paper), indent=2))

    def _play(self, sitting: Sitting, workers: int, file: Path | None) -> tuple[Published, str]:
        """Return the sweep's figures, and the reason for an early stop or ""."""
        if file is None:
            findings, stopped = self._gather(sitting, sitting.sweep, workers)
        else:
            findings, stopped = self._in_shares(sitting, workers, file)
        return publish(sitting.bench(), findings), stopped

    def _gather(self, work: Sitting | Part, title: str, workers: int) -> tuple[Findings, str]:
        return gather(
            work,
            Findings(),
            workers=workers,
            title=title,
            show_progress=self.stderr.isatty(),
            moved=lambda findings: findings.played,
        )

    def _in_shares(self, sitting: Sitting, workers: int, file: Path) -> tuple[Findings, str]:
        """Play in batches. Load stored batches from the file and append new ones."""
        version = registry.get(sitting.key).rules_version
        run = Run(game=sitting.key, rules_version=version, sweep=sitting.sweep, seed=sitting.seed)
        findings = Findings()
        before = file.read_bytes().splitlines() if file.exists() else []
        for numbers, stored_part in pieces(before, run, sitting.matches, sitting.bench().cases):
            part, stopped = stored_part, ""
            if part is None:
                part, stopped = self._gather(Part(sitting, numbers), sitting.sweep, workers)
            findings += part
            if stopped:
                return findings, stopped
            if stored_part is None:
                with file.open("ab") as end:
                    end.write(line_of(share_of(run, numbers, part)))
            self.stderr.write(
                f"{sitting.sweep}: {findings.played:,} of {sitting.matches:,} matches"
            )
        return findings, ""


def _requested_sweeps(options: dict[str, Any]) -> list[Sitting]:
    """Return the requested sweeps. Raise `CommandError` with advice for invalid options."""
    try:
        lab = lab_of(registry.get(options["game"]))
    except UnknownGame as error:
        games = ", ".join(game.key for game in registry.all_games())
        raise CommandError(
            f'There is no game "{options["game"]}". Available games: {games}.'
        ) from error
    sweep_keys = [sweep.key for sweep in lab.sweeps]
    for key in options["sweep"]:
        if key not in sweep_keys:
            raise CommandError(
                f'{options["game"]} has no sweep "{key}". '
                f"Available sweeps: {', '.join(sweep_keys)}."
            )
    if options["matches"] < 1:
        raise CommandError("Play at least 1 match per case.")
    return [
        Sitting(options["game"], key, options["seed"], options["matches"])
        for key in options["sweep"] or sweep_keys
    ]


def lines(sweep: Published) -> Iterator[str]:
    """Yield the figures as text."""
    yield (
        f"{sweep.title}: {sweep.matches:,} matches per case, {' against '.join(sweep.bots)}, seed "
        f"{sweep.seed}"
    )
    for figure in sweep.figures:
        yield f"  {figure.title}. {figure.explanation}"
        wide = max(len(row.name) for row in figure.rows)
        case = ""
        for row in figure.rows:
            if row.case != case:
                case = row.case
                yield f"    {case}:"
            yield (
                f"    {row.name:<{wide}}  {percent(row.rate, 1):>7}  {interval(row):>15}  of "
                f"{row.chances:,}"
            )


def write(paper: Paper, folder: Path) -> None:
    """Add this paper's sweeps to the game's file in the folder, replacing earlier versions, and
    write their pictures.
    """
    merged_paper = paper_of(paper.game, folder)
    if merged_paper is None or merged_paper.rules_version != paper.rules_version:
        merged_paper = Paper(game=paper.game, rules_version=paper.rules_version)
    for sweep in paper.sweeps:
        merged_paper = merged_paper.with_sweep(sweep)
    pictures = folder / paper.game
    pictures.mkdir(parents=True, exist_ok=True)
    (folder / f"{paper.game}.json").write_bytes(
        msgspec.json.format(msgspec.json.encode(merged_paper), indent=1) + b"\n"
    )
    for figure in [figure for sweep in paper.sweeps for figure in sweep.figures]:
        head, _, body = svg(changed(plot(figure), label=figure.title), {}).partition(">")
        standalone = f'{head} xmlns="http://www.w3.org/2000/svg" width="540">{STYLE}{body}\n'
        (pictures / f"{figure.key}.svg").write_text(standalone, encoding="utf-8")
