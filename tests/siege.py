"""Which tests run.

The environment's `TESTS` names the set:

- `quick`: pure rules and engine, without a database, a browser or patience.
- `everyday`: all but the slow tests (`is_slow`). This is `make test`.
- `slow`: the slow tests that a change touches, and a rotating quarter of the others.
- nothing: both. This is `make test-all`, and what runs when somebody names a file by hand.
- `siege`: more of the same.

A mark `slow` gives its reason. A slow test that must run with every change has the mark
`everyday`. A test that takes too long for `make test-all` has the mark `siege`, and runs there
only. One that throws dice throws `more` of them in the siege, and has the mark `deeper`: it runs in
both. So does every property.

``python -m tests.siege`` prints what the siege adds.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections import Counter
from contextlib import redirect_stdout
from hashlib import sha256
from io import StringIO
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import pytest
    from hypothesis import settings

T = TypeVar("T")

SETS: Final = ("", "quick", "everyday", "slow", "siege")
SET: Final = os.environ.get("TESTS", "")
if SET not in SETS:
    raise SystemExit(f"TESTS is one of {', '.join(SETS[1:])}, or not set; it is {SET!r}.")
QUICK: Final = SET == "quick"
EVERYDAY: Final = SET == "everyday"
SIEGE: Final = SET == "siege"
SEED: Final = os.environ.setdefault(
    "SEED", secrets.token_hex(4) if SIEGE else time.strftime("%Y-%m-%d", time.gmtime())
)
"""Seed of the dice of promises and properties: the day, and in the siege a new one each time.
`SEED` in the environment repeats another run.
"""
PART, PARTS = map(int, os.environ.get("SIEGE_PART", "1/1").split("/"))
"""Part of the siege and number of parts: ``make siege PART=2/4`` if all of it takes too long."""
if not 1 <= PART <= PARTS:
    raise SystemExit(f"There is no part {PART} of {PARTS}: say PART=1/4, up to 4/4.")
TIMES: Final = 10
"""Factor of examples in the siege."""

SERVED: Final = frozenset({
    "db", "transactional_db", "django_db_setup", "servers", "site", "browser", "redis_url",
    "own_postgres", "own_redis", "admin_user", "admin_client", "live_server",
})  # fmt: skip
"""Fixtures that need a server or a browser."""


def more(usual: int, besieged: int | None = None) -> int:
    """Return the first number in a usual run, and the second (or ten times the first) in the
    siege.
    """
    return (besieged or usual * TIMES) if SIEGE else usual


def in_shares(usual: int, besieged: int, of: int) -> pytest.MarkDecorator:
    """Parametrise a test with `rounds`, a range of numbers: in a usual run all together; in the
    siege more, in groups of `of`, so that all processes share them.
    """
    import pytest

    starts = range(0, besieged, of) if SIEGE else (0,)
    cut = [range(at, min(at + of, besieged) if SIEGE else usual) for at in starts]
    return pytest.mark.parametrize("rounds", cut, ids=[f"{one.start}-{one.stop}" for one in cut])


def dice(*about: object) -> Random:
    """Return dice for a round of a test, different each day."""
    return Random(" ".join(map(str, (SEED, *about))))


def share(things: Iterable[T], one_of: int, *about: object) -> list[T]:
    """Return a share of these things in their order: in a usual run one in this number, different
    each day; all in the siege.
    """
    there = list(things)
    if SIEGE:
        return there
    places = dice("share", *about).sample(range(len(there)), -(-len(there) // one_of))
    return [there[place] for place in sorted(places)]


def by_turns(
    name: str,
    things: Iterable[Any],
    one_of: int,
    always: Callable[[Any], bool] = lambda _: False,
) -> pytest.MarkDecorator:
    """Parametrise a test with these things: in a usual run those that are `always` included and a
    share of the others, drawn by the day's seed; all in the siege.
    """
    import pytest

    there = list(things)
    others = [place for place, thing in enumerate(there) if not always(thing)]
    waiting = {*others} - {*share(others, one_of, name, *(str(there[place]) for place in others))}
    return pytest.mark.parametrize(
        name,
        [
            pytest.param(
                thing,
                marks=pytest.mark.siege if place in waiting else pytest.mark.deeper,
                id=str(thing),
            )
            for place, thing in enumerate(there)
        ],
    )


def each_in_one(names: str, things: Iterable[Any], ways: Sequence[Any]) -> pytest.MarkDecorator:
    """Parametrise a test with each of these things in each of these ways: in a usual run each in
    one of them, drawn by the day's seed.
    """
    import pytest

    cases = []
    for thing in things:
        today = dice("one way", names, thing).choice(ways)
        for way in ways:
            mark = pytest.mark.deeper if way == today else pytest.mark.siege
            cases.append(pytest.param(thing, way, marks=mark, id=f"{thing}-{way}"))
    return pytest.mark.parametrize(names, cases)


def examples(usual: int) -> settings:
    """Set the number of examples of a property, ten times as many in the siege."""
    from hypothesis import settings

    return settings(max_examples=more(usual))


def set_up_properties() -> None:
    """Derive a property's examples from the seed: the same all day, in the siege ten times as many
    and always new. None fails because of its duration.
    """
    import hypothesis.core
    from hypothesis import HealthCheck, settings

    hypothesis.core.global_force_seed = int(sha256(SEED.encode()).hexdigest()[:16], 16)
    slowly = [HealthCheck.too_slow]
    usual = settings(derandomize=False, deadline=None, database=None, suppress_health_check=slowly)
    settings.register_profile("test", usual)
    settings.register_profile("siege", usual, max_examples=usual.max_examples * TIMES)
    settings.load_profile("siege" if SIEGE else "test")


def is_deeper(item: pytest.Item) -> bool:
    """Return whether a usual test does more in the siege."""
    from hypothesis import is_hypothesis_test

    return (
        any(item.get_closest_marker(name) for name in ("deeper", "promise"))
        or "rounds" in getattr(item, "fixturenames", ())
        or is_hypothesis_test(getattr(item, "obj", None))
    )


SLOW_FOLDERS: Final = {
    "tests/browser/": "a browser costs seconds for each page",
    "tests/failure/": "servers are started, killed and started again",
    "tests/growth/": "clubs of 60 and 120 weeks are filled",
    "tests/secrecy/": "whole worlds are compared at every address",
}
"""Folders whose tests are slow unless they are marked `everyday`, and why."""


def is_slow(item: pytest.Item) -> bool:
    """Return whether a test is too slow for every change: it has the mark, is in a slow folder, or
    took longer than `costs.LONG_SECONDS` in the stored run.

    Raise UsageError if its mark gives no reason.
    """
    import pytest

    from tests.costs import STORED_SECONDS

    if item.get_closest_marker("everyday"):
        return False
    mark = item.get_closest_marker("slow")
    if mark and not (mark.args and isinstance(mark.args[0], str)):
        raise pytest.UsageError(f'{item.nodeid}: say why it is slow: pytest.mark.slow("…")')
    return (
        bool(mark) or item.nodeid.startswith(tuple(SLOW_FOLDERS)) or item.nodeid in STORED_SECONDS
    )


def is_quick(item: pytest.Item) -> bool:
    """Return whether a test needs no server or browser and is not slow."""
    served = SERVED.intersection(getattr(item, "fixturenames", ()))
    return not (served or item.get_closest_marker("django_db") or is_slow(item))


def in_part(test: str) -> bool:
    """Return whether a test belongs to this part of the siege. Each test belongs to one part,
    whatever other tests exist.
    """
    return crc32(test.encode()) % PARTS == PART - 1


def chosen(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the tests of this run."""
    if SIEGE:
        deeper = [item for item in items if item.get_closest_marker("siege") or is_deeper(item)]
        return [item for item in deeper if in_part(item.nodeid)]
    usual = [item for item in items if not item.get_closest_marker("siege")]
    if SET == "slow":
        from tests.changes import slow_tests_of_this_run

        return slow_tests_of_this_run([item for item in usual if is_slow(item)])
    keep = {"quick": is_quick, "everyday": lambda item: not is_slow(item)}.get(SET)
    return [item for item in usual if keep(item)] if keep else usual


# --- what the siege adds --------------------------------------------------------------------------


class _Census:
    """Counts the tests of the siege by subject."""

    def __init__(self) -> None:
        self.only: Counter[str] = Counter()
        self.deeper: Counter[str] = Counter()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            which = self.only if item.get_closest_marker("siege") else self.deeper
            which[subject(item.nodeid)] += 1


def subject(test: str) -> str:
    """Return the subject of a test: its folder, or its file directly in tests."""
    path = test.partition("::")[0].removesuffix(".py").split("/")
    return "/".join(path[1:3] if path[0] == "tests" else path[:2])


def census(paths: Sequence[str]) -> tuple[int, str]:
    """Return the exit code of a collection, and what it found."""
    import pytest

    count, said = _Census(), StringIO()
    with redirect_stdout(said):
        code = pytest.main(["--collect-only", "-qq", *paths], plugins=[count])
    if code:
        return int(code), said.getvalue()
    names = sorted(count.only.keys() | count.deeper.keys())
    width = max((len(name) for name in names), default=0)
    lines = [
        f"  {name:<{width}} {count.only[name] or '-':>9} {count.deeper[name] or '-':>9}"
        for name in names
    ]
    heading = f"  {'':<{width}} {'only here':>9} {'deeper':>9}"
    total = f"  {'in all':<{width}} {count.only.total():>9} {count.deeper.total():>9}"
    return 0, "\n".join(["The siege adds to `make test`:", heading, *lines, total])


if __name__ == "__main__":
    failed, found = census(sys.argv[1:])
    print(found, flush=True)
    raise SystemExit(failed)
