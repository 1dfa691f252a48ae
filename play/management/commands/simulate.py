"""`manage.py simulate GAME --matches N --bots A,B --seed S` plays bots against bots and reports the
results.

The bots, seats and dice of match number n depend only on n and the seed (`lab.simulation.Plan`), so
any number of workers gives the same results. Only bots with a time limit give different results in
each run.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import starmap
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine import registry
from engine.bots import UnknownBot
from engine.registry import UnknownGame
from lab.simulation import Plan, Tally, merged, play_match
from play.management.workers import gather


@dataclass(frozen=True)
class Simulation:
    """A simulation that is about to be run, as plain data for workers. Setups count from 1."""

    key: str
    setups: tuple[int, ...]
    bots: tuple[str, ...]
    seed: str
    matches: int

    def plan(self) -> Plan:
        game = registry.get(self.key)
        setups = game.setups()
        return Plan(
            game,
            tuple([setups[number - 1] for number in self.setups]),
            len(self.bots),
            self.seed,
            registry.bots_of(game).sides,
        )

    def play(self, numbers: range) -> Iterator[Tally]:
        """Play these matches, one after another."""
        plan = self.plan()
        bots = [registry.bot(plan.game, name, perf_counter) for name in self.bots]
        yield from (_play(plan, number, bots) for number in numbers)

    def part(self, numbers: range) -> Tally:
        """Return the merged results of these matches."""
        return merged(self.play(numbers))

    def labels(self) -> tuple[str, ...]:
        """Return the bots' names. A repeated name gets a number."""
        before = [self.bots[:position].count(name) for position, name in enumerate(self.bots)]
        return tuple(
            f"{name} ({count + 1})" if count else name
            for name, count in zip(self.bots, before, strict=True)
        )


def _play(plan: Plan, number: int, bots: list[Any]) -> Tally:
    try:
        return play_match(plan, number, bots)
    except Exception as error:
        error.add_note(
            f"in match {number} (counted from 0) of {plan.game.key}, seed {plan.seed}, seed of "
            f"its dice {plan.fixture(number).seed.hex()}"
        )
        raise


class Command(BaseCommand):
    help = (
        "Play bots against bots and print results, lengths and plies per second. The same seed "
        "gives the same results."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="The game's key.")
        parser.add_argument(
            "--matches", type=int, default=100, help="Number of matches. Default: 100."
        )
        parser.add_argument(
            "--bots",
            default="random",
            help=(
                "Bot names, separated by commas: random, search, search:400, search:400x30 or "
                "one of the game's own."
            ),
        )
        parser.add_argument("--seed", default="1", help="Any words.")
        parser.add_argument(
            "--setup",
            type=int,
            help="Number of the game's set-up to play, counted from 1. Default: all in turn.",
        )
        parser.add_argument("--workers", type=int, default=1, help="Number of processes.")
        parser.add_argument(
            "--json",
            action="store_true",
            help="Print JSON. Everything except `speed` is the same for any number of workers.",
        )

    def handle(self, *args: Any, workers: int, **options: Any) -> None:
        simulation = _requested_simulation(options)
        if workers < 1:
            raise CommandError("Use at least 1 worker.")
        began = perf_counter()
        tally, stopped = gather(
            simulation,
            Tally(),
            workers=workers,
            title=simulation.key,
            show_progress=self.stderr.isatty(),
            moved=lambda tally: tally.matches,
        )
        report = summary(simulation, tally, perf_counter() - began, workers)
        if tally.matches or not stopped:
            self.stdout.write(
                json.dumps(report, indent=2) if options["json"] else "\n".join(lines(report))
            )
        if stopped:
            raise CommandError(
                f"{stopped} after {tally.matches:,} of {simulation.matches:,} matches.",
                returncode=130,
            )


def _requested_simulation(options: dict[str, Any]) -> Simulation:
    """Return the requested simulation. Raise `CommandError` with advice for invalid options."""
    try:
        game = registry.get(options["game"])
        names = tuple([name.strip() for name in options["bots"].split(",") if name.strip()])
        for name in names:
            registry.bot(game, name, perf_counter)
    except UnknownGame as error:
        games = ", ".join(game.key for game in registry.all_games())
        raise CommandError(
            f'There is no game "{options["game"]}". Available games: {games}.'
        ) from error
    except UnknownBot as error:
        raise CommandError(str(error)) from error
    if not names:
        raise CommandError("Name at least one bot, as in --bots search,random.")
    if options["matches"] < 1:
        raise CommandError("Play at least 1 match.")
    count, setup = len(game.setups()), options["setup"]
    if setup is not None and not 1 <= setup <= count:
        raise CommandError(f"There is no set-up {setup}. {game.key} has set-ups 1 to {count}.")
    return Simulation(
        game.key,
        (setup,) if setup else tuple(range(1, count + 1)),
        names,
        options["seed"],
        options["matches"],
    )


def summary(simulation: Simulation, tally: Tally, seconds: float, workers: int) -> dict[str, Any]:
    """Return all results as plain values. Only `speed` depends on the machine."""
    plan = simulation.plan()
    return {
        "game": simulation.key,
        "rules_version": plan.game.rules_version,
        "setups": list(simulation.setups),
        "seed": simulation.seed,
        "matches": tally.matches,
        "even_at": plan.full_round,
        "bots": [
            {"name": name, **tally.standing(position)._asdict()}
            for position, name in enumerate(simulation.labels())
        ],
        "undecided": tally.undecided,
        "seats": {str(seat): wins for seat, wins in sorted(tally.seats.items())},
        "plies": tally.plies,
        "length": tally.length()._asdict(),
        "endings": dict(sorted(tally.endings.items())),
        "speed": {
            "seconds": round(seconds, 3),
            "plies_a_second": round(tally.plies / seconds) if seconds else 0,
            "workers": workers,
        },
    }


def lines(report: dict[str, Any]) -> Iterator[str]:
    """Yield the report as text."""
    wide = max(12, *[len(row["name"]) for row in report["bots"]])
    length, speed = report["length"], report["speed"]
    yield (
        f"{report['game']}: {report['matches']:,} matches, set-ups "
        f"{', '.join(map(str, report['setups']))}, seed {report['seed']}"
    )
    yield (
        f"  {'bot':<{wide}}  {'matches':>8}  {'won':>7}  {'shared':>7}  {'rate':>7}  95 % interval"
    )
    yield from starmap(
        f"  {{:<{wide}}}  {{:>8,}}  {{:>7,}}  {{:>7,}}  {{:>7.1%}}  {{:.1%}} to {{:.1%}}".format,
        [tuple(row.values()) for row in report["bots"]],
    )
    yield f"  without a winner: {report['undecided']:,}"
    yield f"  wins by seat: {_counts(report['seats'])}"
    yield f"  endings: {_counts(report['endings'])}"
    yield (
        f"  plies per match: median {length['median']:,}, from {length['shortest']:,} to "
        f"{length['longest']:,}"
    )
    yield (
        f"  {speed['plies_a_second']:,} plies per second ({report['plies']:,} in "
        f"{speed['seconds']:.2f} s, workers: {speed['workers']})"
    )
    if report["matches"] % report["even_at"]:
        yield (
            "  Every bot has had every seat equally often after a multiple of "
            f"{report['even_at']} matches."
        )


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {times:,}" for name, times in counts.items()) or "none"
