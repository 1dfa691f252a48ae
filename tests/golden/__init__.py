"""Golden playthroughs of all games lie in this folder: one file a match,
`<game>-<number>.jsonl`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.conformance import Trial
from engine.dice import seed_from
from engine.golden import Golden, differences, read, record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import AnyGame

FOLDER: Final = Path(__file__).parent


def goldens_of(game: AnyGame, folder: Path = FOLDER) -> tuple[Golden, ...]:
    """The recorded playthroughs of a game, in order."""
    paths = [
        path
        for path in folder.glob(f"{game.key}-*.jsonl")
        if path.stem.removeprefix(f"{game.key}-").isdigit()
    ]
    return tuple([read(path.stem, path.read_text(encoding="utf-8")) for path in sorted(paths)])


def store(golden: Golden, folder: Path = FOLDER) -> Path:
    """Write a golden, over an older one of its name."""
    path = folder / f"{golden.name}.jsonl"
    path.write_text(golden.text, encoding="utf-8")
    return path


def complaints(game: AnyGame, folder: Path = FOLDER) -> Iterator[str]:
    """What is wrong with a game's goldens, one sentence each: the first difference of each, or that
    there is none at all.
    """
    goldens = goldens_of(game, folder)
    if not goldens:
        yield f"{game.key} has no golden playthrough; `make golden ARGS=--write` records one"
    for golden in goldens:
        yield from list(differences(game, golden))[:1]


def outdated(game: AnyGame, folder: Path = FOLDER) -> Iterator[Golden]:
    """New recordings of random play, of the first and the last set-up, for those that are missing
    or come out differently.
    """
    recorded = {golden.name: golden for golden in goldens_of(game, folder)}
    setups = game.setups()
    for number, setup in enumerate(dict.fromkeys((setups[0], setups[-1])), start=1):
        name = f"{game.key}-{number}"
        if name not in recorded or any(differences(game, recorded[name])):
            trial = Trial(game, setup, seed_from(f"golden/{name}"))
            yield record(game, setup, trial.seed, trial.moves, name=name)
