"""The options that people choose, and the set-up that the rules get."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta

from core.web.records import filled
from engine.options import OptionGroup, use_attribute_docstrings
from engine.values import Value
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.options import CLASSIC_TEAM_SIZE, BadSetup, option_errors, terms_of
from minigames.achtung.rules.unlocks import UNLOCK_ROWS as ALL_UNLOCKS
from minigames.achtung.rules.values import (
    MAX_TEAM_SIZE,
    MIN_TEAM_SIZE,
    ROUNDS,
    ClassUnlock,
    Kind,
    Kinds,
    MatchKind,
    PoolChange,
    Setup,
    Terms,
    Unlock,
)
from minigames.achtung.rules.words import KIND_WORDS, MATCH_WORDS, UNLOCK_WORDS
from play.tabletop.contract import BadOptions

LoyalKind: TypeAlias = Literal[
    "scout", "soldier", "pyro", "demoman", "heavy", "engineer", "medic", "sniper"
]
ListedMatch: TypeAlias = Literal["payload", "capture_the_flag", "control_points"]
PlayerCount: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_TEAM_SIZE)]
LOYAL_WORDS: Final = {kind: KIND_WORDS[kind] for kind in LOYAL_KINDS}
UNLOCK_CHOICES: Final = {
    row.unlock: (
        f"{UNLOCK_WORDS[row.unlock]} ({' or '.join([KIND_WORDS[kind] for kind in row.kinds])})"
    )
    for row in ALL_UNLOCKS
}
MATCH_OF_LIST: Final[dict[str, MatchKind]] = {
    "payload": "payload",
    "capture_the_flag": "flag",
    "control_points": "control",
}


class PoolRow(Value):
    """A class in a chosen pool, and the number of its players in each team."""

    kind: Annotated[LoyalKind, Meta(title="Class", extra={"choices": LOYAL_WORDS})]
    red: Annotated[PlayerCount, Meta(title="RED")] = 0
    blu: Annotated[PlayerCount, Meta(title="BLU")] = 0


class ChangeRow(Value):
    """A class in the pools that are chosen for the matches after `after`."""

    after: Annotated[int, Meta(ge=1, le=ROUNDS - 1, title="After match")]
    kind: Annotated[LoyalKind, Meta(title="Class", extra={"choices": LOYAL_WORDS})]
    red: Annotated[PlayerCount, Meta(title="RED")] = 0
    blu: Annotated[PlayerCount, Meta(title="BLU")] = 0


class UnlockRow(Value):
    """The unlock that every player of a class has."""

    kind: Annotated[Kind, Meta(title="Class", extra={"choices": KIND_WORDS})]
    unlock: Annotated[Unlock, Meta(title="Unlock", extra={"choices": UNLOCK_CHOICES})]


EMPTY_POOL: Final = tuple([PoolRow(kind=kind) for kind in LOYAL_KINDS])


TEAMS, ANNOUNCEMENTS, MATCHES, CLASSES, TRICKS = map(
    OptionGroup,
    ("The teams", "Announcements", "Votes and matches", "Classes", "Spies’ notes and tricks"),
)
CHANGES_FOLD: Final = "New classes after a match"


def _listed_match(title: str, text: str = "") -> Meta:
    """Return the metadata for one match of a list of five matches."""
    choices = {key: MATCH_WORDS[match] for key, match in MATCH_OF_LIST.items()}
    return MATCHES.choice(choices, title, text, fold="The five matches of a list")


@use_attribute_docstrings
class Evening(Value):
    """All options of the game. Half of the seats are on team RED, and half are on team BLU."""

    host: Annotated[
        Literal["plays", "arranges_and_stays_away", "is_the_administrator"],
        TEAMS.choice(("plays", "arranges_and_stays_away", "is_the_administrator"), "Host"),
    ] = "plays"
    """A player cannot choose options that others do not see. The Administrator is known to
    everyone, only watches, and can talk only in public.
    """
    teams: Annotated[
        Literal["by_chance", "as_they_sit"], TEAMS.choice(("by_chance", "as_they_sit"), "Teams")
    ] = "by_chance"
    """Drawn at random, or the first half of the seats against the second."""
    spies: Annotated[int, TEAMS.number(0, MAX_TEAM_SIZE // 2, "Spies per team")] = 0
    """0 for the default: one for every three players."""
    squad: Annotated[int, TEAMS.number(0, MAX_TEAM_SIZE - 1, "Players per squad")] = 0
    """0 for the default: two of four, three of five."""
    spies_know: Annotated[bool, TEAMS.option("Spies of a team know each other")] = False
    """If a team has two or more."""
    removals: Annotated[
        Literal["nothing", "who", "who_and_how"],
        ANNOUNCEMENTS.choice(("nothing", "who", "who_and_how"), "Removals"),
    ] = "nothing"
    """Public information about removed players after a match."""
    totals: Annotated[bool, ANNOUNCEMENTS.option("Points are announced")] = False
    """After a match, both squads’ points are announced, not only the winner."""
    pool_shown: Annotated[bool, ANNOUNCEMENTS.option("Classes are announced")] = False
    """Everyone knows which classes are dealt, but not who has them."""
    votes: Annotated[
        Literal["who_voted_how", "only_the_count"],
        MATCHES.choice(("who_voted_how", "only_the_count"), "Votes on squads"),
    ] = "who_voted_how"
    """Information for a team about its own vote when everyone has voted."""
    matches: Annotated[
        Literal["by_chance", "by_vote", "by_secret_vote", "from_a_list", "from_a_secret_list"],
        MATCHES.choice(
            ("by_chance", "by_vote", "by_secret_vote", "from_a_list", "from_a_secret_list"),
            "Types of match",
        ),
    ] = "by_chance"
    """Drawn for every match, chosen by a vote of everyone (in a secret vote, only the result is
    shown), or set here as a list of five, announced at the start or match by match.
    """
    match_1: Annotated[ListedMatch, _listed_match("First match")] = "payload"
    """Used only with a list."""
    match_2: Annotated[ListedMatch, _listed_match("Second match")] = "capture_the_flag"
    match_3: Annotated[ListedMatch, _listed_match("Third match")] = "control_points"
    match_4: Annotated[ListedMatch, _listed_match("Fourth match")] = "payload"
    match_5: Annotated[ListedMatch, _listed_match("Fifth match")] = "capture_the_flag"
    medic: Annotated[
        Literal["keeps_a_list", "names_one", "is_automatic"],
        CLASSES.choice(("keeps_a_list", "names_one", "is_automatic"), "The Medic"),
    ] = "keeps_a_list"
    """If the first patient is removed, the next one on the Medic’s list is healed, or one chosen by
    the dice. Automatic: after all removals, the player who helps the squad most is healed.
    """
    pool: Annotated[
        Literal["the_same_for_both", "different", "one_of_each", "chosen"],
        CLASSES.choice(
            ("the_same_for_both", "different", "one_of_each", "chosen"), "Classes dealt"
        ),
    ] = "the_same_for_both"
    """Random but the same for both teams, random and different, one of each with nine players a
    side, or those set below.
    """
    pools: Annotated[
        tuple[PoolRow, ...], CLASSES.rows(0, 24, "Chosen classes", spare=0, fold="Chosen classes")
    ] = EMPTY_POOL
    """For “chosen”: how many per team, not counting Spies. Otherwise all 0."""
    complex_classes: Annotated[bool, CLASSES.option("Complex classes")] = False
    """More complex points. Pyros smoke Spies out of their own squad. Healing costs Scouts points
    and gives Soldiers and Heavies points. Demomen weaken the other squad’s Engineers. Engineers
    suffer beside a Spy and cannot be healed. In their third match, Medics charge: they and their
    patient are safe from all but Spies, and the squad gets 2 more points. See the rules for the
    table.
    """
    new_classes: Annotated[bool, CLASSES.option("New classes after every match")] = False
    """For everyone except the Spies."""
    random_pools_after: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=ROUNDS - 1)], ...],
        CLASSES.rows(0, ROUNDS - 1, "Other classes by chance after match", fold=CHANGES_FOLD),
    ] = ()
    """Used with new classes: match numbers, such as 2, 4."""
    chosen_pools_after: Annotated[
        tuple[ChangeRow, ...],
        CLASSES.rows(0, 64, "Chosen classes after match", spare=4, fold=CHANGES_FOLD),
    ] = ()
    """Used with new classes: one row for each class that is dealt after that match."""
    unlocks: Annotated[
        Literal["none", "one_each_by_chance", "chosen"],
        CLASSES.choice(("none", "one_each_by_chance", "chosen"), "Unlocks"),
    ] = "none"
    """Gear that changes the rules for one class. Only you can see yours. The rules and the table
    explain each one.
    """
    chosen_unlocks: Annotated[
        tuple[UnlockRow, ...], CLASSES.rows(0, 9, "Chosen unlocks", spare=3, fold="Chosen unlocks")
    ] = ()
    """For “chosen”: one per class, for every player of that class."""
    spy_notes: Annotated[bool, TRICKS.option("Spies write to the other team")] = False
    """A sealed slip before every match, unsigned."""
    team_notes: Annotated[bool, TRICKS.option("Teams write to the other team’s Spies")] = False
    """Each elects a writer before every match."""
    disguise: Annotated[bool, TRICKS.option("Disguise")] = False
    """A Spy can pretend to add a class’s points to the announced total. Requires announced points.
    """

    @property
    def host_plays(self) -> bool:
        return self.host == "plays"


_REMOVALS: Final[dict[str, Any]] = {"nothing": "no", "who": "removal", "who_and_how": "cause"}
_MATCHES: Final[dict[str, Any]] = {
    "by_chance": "random", "by_vote": "vote", "by_secret_vote": "secret-vote",
    "from_a_list": "list", "from_a_secret_list": "secret-list",
}  # fmt: skip
_MEDIC: Final[dict[str, Any]] = {
    "keeps_a_list": "list",
    "names_one": "random",
    "is_automatic": "automatic",
}
_POOL: Final[dict[str, Any]] = {
    "the_same_for_both": "shared",
    "different": "different",
    "one_of_each": "one-of-each",
    "chosen": "chosen",
}
_UNLOCKS: Final[dict[str, Any]] = {
    "none": "off",
    "one_each_by_chance": "random",
    "chosen": "chosen",
}


def seat_counts(evening: Evening) -> Sequence[int]:
    """Return the possible numbers of seats, which are even.

    If a team has one player of each class, the only possible number is eighteen.
    """
    if evening.pool == "one_of_each":
        return (2 * CLASSIC_TEAM_SIZE,)
    return range(2 * MIN_TEAM_SIZE, 2 * MAX_TEAM_SIZE + 1, 2)


OPTION_OF: Final[dict[str, str]] = {
    "disguise": "disguise", "spies": "spies", "squad": "squad", "spies_know": "spies_know",
    "match_list": "matches", "pool": "pool", "pools": "pools", "pool_changes": "random_pools_after",
    "chosen_unlocks": "chosen_unlocks",
}  # fmt: skip
"""The form field for each field of the rules' set-up, used in error messages."""


def setup_of(evening: Evening, seats: int) -> Setup:
    """Return the set-up that the rules get.

    Raise BadSetup if the number of seats is wrong. Raise BadOptions, with a sentence for each
    contradiction, if the options are inconsistent.
    """
    if seats % 2 or not 2 * MIN_TEAM_SIZE <= seats <= 2 * MAX_TEAM_SIZE:
        raise BadSetup(
            "Both teams must have the same number of players. Set an even number of seats from "
            f"{2 * MIN_TEAM_SIZE} to {2 * MAX_TEAM_SIZE}."
        )
    setup = _setup(evening, seats)
    form_fields = OPTION_OF | (
        {"pool_changes": "chosen_pools_after"} if evening.chosen_pools_after else {}
    )
    errors = [
        *_change_errors(evening),
        *[(form_fields[field], sentence) for field, sentence in option_errors(setup)],
    ]
    if errors:
        raise BadOptions(errors)
    return setup


def public_terms(evening: Evening, seats: int) -> Terms:
    """Return the options that are public."""
    return terms_of(_setup(evening, seats))


def _setup(evening: Evening, seats: int) -> Setup:
    uses_list = evening.matches in ("from_a_list", "from_a_secret_list")
    return filled(
        Setup,
        evening,
        team_size=seats // 2,
        teams="random" if evening.teams == "by_chance" else "seats",
        announce_removals=_REMOVALS[evening.removals],
        announce_totals=evening.totals,
        announce_pool=evening.pool_shown,
        votes="names" if evening.votes == "who_voted_how" else "tally",
        matches=_MATCHES[evening.matches],
        match_list=match_list(evening) if uses_list else (),
        medic=_MEDIC[evening.medic],
        pool=_POOL[evening.pool],
        pools=_pools(evening.pools),
        pool_changes=_pool_changes(evening),
        unlocks=_UNLOCKS[evening.unlocks],
        chosen_unlocks=tuple(
            ClassUnlock(kind=row.kind, unlock=row.unlock) for row in evening.chosen_unlocks
        ),
        administrator="watcher" if evening.host == "is_the_administrator" else "service",
        creator_plays=evening.host_plays,
    )


def match_list(evening: Evening) -> tuple[MatchKind, ...]:
    """Return the list of five matches."""
    names = (evening.match_1, evening.match_2, evening.match_3, evening.match_4, evening.match_5)
    return tuple([MATCH_OF_LIST[name] for name in names])


def _pools(rows: Sequence[PoolRow | ChangeRow]) -> tuple[Kinds, ...]:
    """Return both teams' pools, or one pool if they are equal, or () if nothing is set."""
    red: list[Kind] = [row.kind for row in rows for _ in range(row.red)]
    blu: list[Kind] = [row.kind for row in rows for _ in range(row.blu)]
    if not red and not blu:
        return ()
    return (tuple(red),) if Counter(red) == Counter(blu) else (tuple(red), tuple(blu))


def _pool_changes(evening: Evening) -> tuple[PoolChange, ...]:
    """Return all random and chosen changes of the pools, in order."""
    chosen_rows = evening.chosen_pools_after
    rounds = sorted(
        [
            *evening.random_pools_after,
            *{row.after for row in chosen_rows}.difference(evening.random_pools_after),
        ]
    )
    return tuple(
        PoolChange(
            after=round_number,
            pools=_pools([row for row in chosen_rows if row.after == round_number]),
        )
        for round_number in rounds
    )


def _change_errors(evening: Evening) -> Iterator[tuple[str, str]]:
    """Yield errors in chosen changes that the rules cannot detect.

    A change can have rows without players, or it can also be set to random.
    """
    for after in sorted({row.after for row in evening.chosen_pools_after}):
        if after in evening.random_pools_after:
            yield (
                "chosen_pools_after",
                (
                    f"After match {after} classes change both at random and to chosen ones. "
                    "Remove one of the two."
                ),
            )
        elif not _pools([row for row in evening.chosen_pools_after if row.after == after]):
            yield (
                "chosen_pools_after",
                (
                    f"The chosen classes after match {after} have no players. Set how many, or "
                    "remove these rows."
                ),
            )


def public(evening: Evening) -> Evening:
    """Return the options without the secrets of the person who has set them (A20)."""
    defaults = Evening()
    hidden: dict[str, Any] = {}
    if evening.matches == "from_a_secret_list":
        hidden |= {
            f"match_{number}": getattr(defaults, f"match_{number}")
            for number in range(1, ROUNDS + 1)
        }
    if not evening.pool_shown:
        hidden |= {"pools": defaults.pools, "chosen_pools_after": (), "chosen_unlocks": ()}
    return Evening(
        **{name: hidden.get(name, getattr(evening, name)) for name in Evening.__struct_fields__}
    )
