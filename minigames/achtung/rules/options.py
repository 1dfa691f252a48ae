"""The options: the numbers of a team, presets, and the sentences that refuse contradictions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import asdict

from engine.game import Refusal
from engine.values import changed
from engine.words import with_article

from .classes import LOYAL_KINDS
from .unlocks import unlocks_of
from .values import ROUNDS, Kind, Kinds, PoolChange, Setup, Terms
from .words import KINDS, UNLOCKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NINE: Final = 9
Fault: TypeAlias = tuple[str, str]
"""The name of a field, and what to change there."""


class BadSetup(Refusal):
    """Options that contradict each other, or numbers that make no game."""

    code = "contradiction"


PRESETS: Final[Mapping[str, Setup]] = {
    "First evening": Setup(announce_removals="removal", announce_pool=True),
    "Base game": Setup(),
    "Nine a side, classic": Setup(team_size=NINE, pool="one-of-each", announce_removals="cause"),
    "Everything on": Setup(
        team_size=6,
        announce_removals="cause",
        announce_totals=True,
        announce_pool=True,
        matches="vote",
        pool="different",
        new_classes=True,
        pool_changes=(PoolChange(after=2),),
        spy_notes=True,
        team_notes=True,
        disguise=True,
        spies_know=True,
        complex_classes=True,
        unlocks="random",
    ),
}


def spies_of(setup: Setup) -> int:
    """Spies a team: as set, else a third of the team, and one in the classic nine (A10)."""
    return setup.spies or (1 if setup.pool == "one-of-each" else setup.team_size // 3)


def squad_of(setup: Setup) -> int:
    """Players a squad: as set, else by the table, and six in the classic nine (A10)."""
    return setup.squad or (6 if setup.pool == "one-of-each" else (setup.team_size + 1) // 3 + 1)


def pool_size(setup: Setup) -> int:
    """Classes in a pool, the Spies not counted."""
    return setup.team_size - spies_of(setup)


def terms_of(setup: Setup) -> Terms:
    """The options as everybody may read them: numbers filled in, private content left out (A20)."""
    shown = setup.announce_pool
    public = changed(
        setup,
        spies=spies_of(setup),
        squad=squad_of(setup),
        match_list=() if setup.matches == "secret-list" else setup.match_list,
        pools=setup.pools if shown else (),
        pool_changes=setup.pool_changes
        if shown
        else tuple([PoolChange(after=each.after) for each in setup.pool_changes]),
        chosen_unlocks=setup.chosen_unlocks if shown else (),
    )
    return Terms(**asdict(public))


def check_setup(setup: Setup) -> None:
    """Raise BadSetup with the first sentence that says what to change."""
    for sentence in complaints(setup):
        raise BadSetup(sentence)


def complaints(setup: Setup) -> Iterator[str]:
    """Every contradiction, a sentence each."""
    for _, sentence in faults(setup):
        yield sentence


def faults(setup: Setup) -> Iterator[Fault]:
    """Every contradiction: the field of the set-up where it is put right, and the sentence."""
    yield from _numbers(setup)
    yield from _match_list(setup)
    yield from _pools(setup)
    yield from _changes(setup)
    yield from _unlocks(setup)
    if setup.disguise and not setup.announce_totals:
        yield (
            "disguise",
            "Disguise requires announced points. Turn on announced points, or turn off Disguise.",
        )
    if setup.spies_know and spies_of(setup) < 2:
        yield (
            "spies_know",
            (
                "Spies can know each other only if a team has at least two. Add a Spy, or turn "
                "off that option."
            ),
        )
    if setup.creator_plays:
        yield from _private(setup)


def _numbers(setup: Setup) -> Iterator[Fault]:
    spies, squad, size = spies_of(setup), squad_of(setup), setup.team_size
    if setup.pool == "one-of-each" and (size, spies, squad) != (NINE, 1, 6):
        yield (
            "pool",
            (
                "One of each class makes a team of nine with one Spy and squads of six: set these "
                "numbers, or choose another pool."
            ),
        )
    if spies * 2 > size:
        yield "spies", f"{spies} Spies are more than half of a team of {size}. Choose fewer."
    if not 2 <= squad < size:
        yield (
            "squad",
            (
                "A squad has at least two players and leaves someone out. Choose 2 to "
                f"{size - 1}, not {squad}."
            ),
        )


def _match_list(setup: Setup) -> Iterator[Fault]:
    listed = setup.matches in ("list", "secret-list")
    if listed and len(setup.match_list) != ROUNDS:
        yield "match_list", f"Choose five matches for the list. You chose {len(setup.match_list)}."
    if setup.match_list and not listed:
        yield (
            "match_list",
            "The matches are not played from a list. Clear the list, or choose to play from it.",
        )


def _pools(setup: Setup) -> Iterator[Fault]:
    if setup.pool == "chosen" and not setup.pools:
        yield "pools", "Choose the classes of the pool, or choose a random pool."
    if setup.pools and setup.pool != "chosen":
        yield (
            "pools",
            (
                "You chose classes, but the pool does not use them. Clear the chosen classes, or "
                "choose to play with them."
            ),
        )
    yield from _each_pool(setup, "pools", setup.pools)


def _changes(setup: Setup) -> Iterator[Fault]:
    if setup.pool_changes and not setup.new_classes:
        yield (
            "pool_changes",
            (
                "Pools can change only if players get new classes after every match. Turn that "
                "on, or remove the changes."
            ),
        )
    if setup.pool_changes and setup.pool == "one-of-each":
        yield (
            "pool_changes",
            (
                "With one of each class, the pool cannot change. Remove the changes, or choose "
                "another pool."
            ),
        )
    after = [each.after for each in setup.pool_changes]
    if after != sorted({*after}):
        yield "pool_changes", "List each change of the pool once, earliest first."
    for change in setup.pool_changes:
        yield from _each_pool(setup, "pool_changes", change.pools)


def _each_pool(setup: Setup, field: str, pools: tuple[Kinds, ...]) -> Iterator[Fault]:
    size = pool_size(setup)
    if len(pools) > 2:
        yield field, "There are two teams. Choose one pool for both, or two pools."
    for pool in pools:
        if "spy" in pool or len(pool) != size:
            yield (
                field,
                (
                    f"A pool needs {size} classes, not counting Spies. One of yours has "
                    f"{len(pool)}{' and a Spy' * ('spy' in pool)}."
                ),
            )
        elif setup.new_classes and (
            crowd := next((kind for kind in pool if pool.count(kind) * 2 > size), None)
        ):
            yield (
                field,
                (
                    "Not everyone could get a new class because more than half of a pool is "
                    f"{KINDS[crowd]}."
                ),
            )


def _unlocks(setup: Setup) -> Iterator[Fault]:
    if (setup.unlocks == "chosen") != bool(setup.chosen_unlocks):
        yield (
            "chosen_unlocks",
            (
                "To play with chosen unlocks, select them and choose that option. Otherwise do "
                "neither."
            ),
        )
    for each in setup.chosen_unlocks:
        if each.unlock not in unlocks_of(each.kind, complex_classes=True):
            yield (
                "chosen_unlocks",
                (
                    f"{UNLOCKS[each.unlock]} is nothing for {with_article(KINDS[each.kind])}: "
                    "choose one of that class."
                ),
            )
        elif each.unlock not in unlocks_of(each.kind, complex_classes=setup.complex_classes):
            yield (
                "chosen_unlocks",
                f"{UNLOCKS[each.unlock]} requires complex classes. Turn them on, or remove it.",
            )
    dealt = _dealt(setup)
    for each in setup.chosen_unlocks:
        if dealt and each.kind not in dealt:
            yield (
                "chosen_unlocks",
                (
                    f"No one is ever {with_article(KINDS[each.kind])} here. Remove "
                    f"{UNLOCKS[each.unlock]}, or add that class to the chosen ones."
                ),
            )
    if len({each.kind for each in setup.chosen_unlocks}) < len(setup.chosen_unlocks):
        yield "chosen_unlocks", "Choose only one unlock per class."


def _dealt(setup: Setup) -> frozenset[Kind]:
    """The classes that can be dealt where all pools are chosen; none where chance has a say."""
    if (
        setup.pool != "chosen"
        or not setup.pools
        or not all(change.pools for change in setup.pool_changes)
    ):
        return frozenset()
    pools = [*setup.pools, *[pool for change in setup.pool_changes for pool in change.pools]]
    return frozenset({"spy", *[kind for pool in pools for kind in pool]})


def _private(setup: Setup) -> Iterator[Fault]:
    """What the creator chose, plays with and not everybody sees (A20)."""
    away = "or take no seat yourself (“Who opens the table”)"
    if setup.matches == "secret-list":
        yield (
            "match_list",
            (
                "You cannot play and know the secret list of matches: read it out (“From a "
                f"list”), leave it to chance, {away}."
            ),
        )
    if setup.announce_pool:
        return
    announce = "announce them (switch “Classes are announced” on)"
    for field, holds in (
        ("pools", bool(setup.pools)),
        ("pool_changes", any(change.pools for change in setup.pool_changes)),
    ):
        if holds:
            yield (
                field,
                (
                    f"You cannot play and know the secret class pools: {announce}, leave them to "
                    f"chance, {away}."
                ),
            )
    if setup.chosen_unlocks:
        yield (
            "chosen_unlocks",
            (
                f"You cannot play and know the secret unlocks: {announce}, leave them to chance, "
                f"{away}."
            ),
        )


def samples() -> tuple[Setup, ...]:
    """Ways to play: the presets and one for every option they leave out."""
    chosen: Kinds = LOYAL_KINDS[4:]
    return (
        *PRESETS.values(),
        Setup(team_size=4, matches="secret-vote", votes="tally", teams="seats"),
        Setup(
            team_size=7,
            matches="list",
            match_list=("flag", "payload", "control", "flag", "payload"),
            medic="random",
            spies_know=True,
        ),
        Setup(
            matches="secret-list",
            match_list=("control",) * ROUNDS,
            pool="chosen",
            pools=(chosen,),
            creator_plays=False,
        ),
        Setup(
            team_size=13,
            announce_totals=True,
            disguise=True,
            announce_removals="removal",
            new_classes=True,
            team_notes=True,
        ),
        Setup(
            team_size=8,
            complex_classes=True,
            medic="automatic",
            unlocks="random",
            spy_notes=True,
            announce_totals=True,
        ),
    )
