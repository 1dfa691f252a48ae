"""Default numbers, presets, and errors in contradictory options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from msgspec.structs import asdict

from engine.game import Refusal
from engine.values import changed
from engine.words import with_article

from .classes import LOYAL_KINDS
from .unlocks import unlocks_of
from .values import ROUNDS, Kind, Kinds, PoolChange, Setup, Terms
from .words import KIND_WORDS, UNLOCK_WORDS

CLASSIC_TEAM_SIZE: Final = 9
OptionError: TypeAlias = tuple[str, str]
"""The name of a field, and a sentence that says how to correct it."""


class BadSetup(Refusal):
    """The options are contradictory, or no game is possible with these numbers."""

    code = "contradiction"


PRESETS: Final[Mapping[str, Setup]] = {
    "First evening": Setup(announce_removals="removal", announce_pool=True),
    "Base game": Setup(),
    "Nine a side, classic": Setup(
        team_size=CLASSIC_TEAM_SIZE, pool="one-of-each", announce_removals="cause"
    ),
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
    """Return the number of Spies per team (A10).

    If no number is chosen, it is one in the classic team of nine, and otherwise a third of the
    team.
    """
    return setup.spies or (1 if setup.pool == "one-of-each" else setup.team_size // 3)


def squad_of(setup: Setup) -> int:
    """Return the number of players in a squad (A10).

    If no number is chosen, it is six in the classic team of nine, and otherwise the number in the
    rulebook's table.
    """
    return setup.squad or (6 if setup.pool == "one-of-each" else (setup.team_size + 1) // 3 + 1)


def pool_size(setup: Setup) -> int:
    """Return the number of classes in a pool, not counting Spies."""
    return setup.team_size - spies_of(setup)


def terms_of(setup: Setup) -> Terms:
    """Return the public options.

    Default numbers are filled in, and private content is removed (A20).
    """
    is_pool_announced = setup.announce_pool
    public = changed(
        setup,
        spies=spies_of(setup),
        squad=squad_of(setup),
        match_list=() if setup.matches == "secret-list" else setup.match_list,
        pools=setup.pools if is_pool_announced else (),
        pool_changes=setup.pool_changes
        if is_pool_announced
        else tuple([PoolChange(after=change.after) for change in setup.pool_changes]),
        chosen_unlocks=setup.chosen_unlocks if is_pool_announced else (),
    )
    return Terms(**asdict(public))


def check_setup(setup: Setup) -> None:
    """Raise BadSetup if the options are inconsistent. The message is the first correction."""
    for sentence in error_sentences(setup):
        raise BadSetup(sentence)


def error_sentences(setup: Setup) -> Iterator[str]:
    """Yield a sentence for each contradiction."""
    for _, sentence in option_errors(setup):
        yield sentence


def option_errors(setup: Setup) -> Iterator[OptionError]:
    """Yield each contradiction, as the field to correct and a sentence."""
    yield from _number_errors(setup)
    yield from _match_list_errors(setup)
    yield from _pool_errors(setup)
    yield from _change_errors(setup)
    yield from _unlock_errors(setup)
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
        yield from _privacy_errors(setup)


def _number_errors(setup: Setup) -> Iterator[OptionError]:
    spies, squad, size = spies_of(setup), squad_of(setup), setup.team_size
    if setup.pool == "one-of-each" and (size, spies, squad) != (CLASSIC_TEAM_SIZE, 1, 6):
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


def _match_list_errors(setup: Setup) -> Iterator[OptionError]:
    uses_list = setup.matches in ("list", "secret-list")
    if uses_list and len(setup.match_list) != ROUNDS:
        yield "match_list", f"Choose five matches for the list. You chose {len(setup.match_list)}."
    if setup.match_list and not uses_list:
        yield (
            "match_list",
            "The matches are not played from a list. Clear the list, or choose to play from it.",
        )


def _pool_errors(setup: Setup) -> Iterator[OptionError]:
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
    yield from _errors_of_pools(setup, "pools", setup.pools)


def _change_errors(setup: Setup) -> Iterator[OptionError]:
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
    rounds = [pool_change.after for pool_change in setup.pool_changes]
    if rounds != sorted({*rounds}):
        yield "pool_changes", "List each change of the pool once, earliest first."
    for change in setup.pool_changes:
        yield from _errors_of_pools(setup, "pool_changes", change.pools)


def _errors_of_pools(setup: Setup, field: str, pools: tuple[Kinds, ...]) -> Iterator[OptionError]:
    size = pool_size(setup)
    if len(pools) > 2:
        yield field, "There are two teams. Choose one pool for both, or two pools."
    for pool in pools:
        if "spy" in pool or len(pool) != size:
            yield (
                field,
                (
                    f"A pool needs {size} classes, not counting Spies. One of your pools has "
                    f"{len(pool)}{' and a Spy' * ('spy' in pool)}."
                ),
            )
        elif setup.new_classes and (
            frequent_kind := next((kind for kind in pool if pool.count(kind) * 2 > size), None)
        ):
            yield (
                field,
                (
                    "Not everyone could get a new class because more than half of a pool is "
                    f"{KIND_WORDS[frequent_kind]}."
                ),
            )


def _unlock_errors(setup: Setup) -> Iterator[OptionError]:
    if (setup.unlocks == "chosen") != bool(setup.chosen_unlocks):
        yield (
            "chosen_unlocks",
            (
                "To play with chosen unlocks, select them and choose that option. Otherwise do "
                "neither."
            ),
        )
    for class_unlock in setup.chosen_unlocks:
        if class_unlock.unlock not in unlocks_of(class_unlock.kind, complex_classes=True):
            yield (
                "chosen_unlocks",
                (
                    f"{UNLOCK_WORDS[class_unlock.unlock]} does not belong to "
                    f"{with_article(KIND_WORDS[class_unlock.kind])}. Choose an unlock of that "
                    "class."
                ),
            )
        elif class_unlock.unlock not in unlocks_of(
            class_unlock.kind, complex_classes=setup.complex_classes
        ):
            yield (
                "chosen_unlocks",
                (
                    f"{UNLOCK_WORDS[class_unlock.unlock]} requires complex classes. Turn them on, "
                    "or remove it."
                ),
            )
    dealt_kinds = _dealt_kinds(setup)
    for class_unlock in setup.chosen_unlocks:
        if dealt_kinds and class_unlock.kind not in dealt_kinds:
            yield (
                "chosen_unlocks",
                (
                    f"No one can be {with_article(KIND_WORDS[class_unlock.kind])} with these "
                    "options. Remove "
                    f"{UNLOCK_WORDS[class_unlock.unlock]}, or add that class to the chosen ones."
                ),
            )
    if len({class_unlock.kind for class_unlock in setup.chosen_unlocks}) < len(
        setup.chosen_unlocks
    ):
        yield "chosen_unlocks", "Choose only one unlock per class."


def _dealt_kinds(setup: Setup) -> frozenset[Kind]:
    """Return the classes that can be dealt, if all pools are chosen.

    If any pool is random, return an empty set.
    """
    if (
        setup.pool != "chosen"
        or not setup.pools
        or not all(change.pools for change in setup.pool_changes)
    ):
        return frozenset()
    pools = [*setup.pools, *[pool for change in setup.pool_changes for pool in change.pools]]
    return frozenset({"spy", *[kind for pool in pools for kind in pool]})


def _privacy_errors(setup: Setup) -> Iterator[OptionError]:
    """Yield errors for secret options that were set by a creator who also plays (A20)."""
    alternative = "or take no seat yourself (“Who opens the table”)"
    if setup.matches == "secret-list":
        yield (
            "match_list",
            (
                "You cannot play and know the secret list of matches: read it out (“From a "
                f"list”), leave it to chance, {alternative}."
            ),
        )
    if setup.announce_pool:
        return
    announce_hint = "announce them (switch “Classes are announced” on)"
    for field, is_secret in (
        ("pools", bool(setup.pools)),
        ("pool_changes", any(change.pools for change in setup.pool_changes)),
    ):
        if is_secret:
            yield (
                field,
                (
                    f"You cannot play and know the secret class pools: {announce_hint}, leave "
                    "them to "
                    f"chance, {alternative}."
                ),
            )
    if setup.chosen_unlocks:
        yield (
            "chosen_unlocks",
            (
                f"You cannot play and know the secret unlocks: {announce_hint}, leave them to "
                "chance, "
                f"{alternative}."
            ),
        )


def samples() -> tuple[Setup, ...]:
    """Return sample set-ups: all presets, and set-ups that cover all other options."""
    chosen_kinds: Kinds = LOYAL_KINDS[4:]
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
            pools=(chosen_kinds,),
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
