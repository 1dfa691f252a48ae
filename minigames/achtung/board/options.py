"""The options as people set them, and the set-up that the rules play by."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta

from engine.values import Value
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.options import NINE, BadSetup, faults, terms_of
from minigames.achtung.rules.unlocks import UNLOCKS as ALL_UNLOCKS
from minigames.achtung.rules.values import (
    LARGEST,
    ROUNDS,
    SMALLEST,
    ClassUnlock,
    Kind,
    Kinds,
    MatchKind,
    PoolChange,
    Setup,
    Terms,
    Unlock,
)
from minigames.achtung.rules.words import KINDS, MATCH_KINDS, UNLOCKS
from play.tabletop.contract import BadOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LoyalKind: TypeAlias = Literal[
    "scout", "soldier", "pyro", "demoman", "heavy", "engineer", "medic", "sniper"
]
Listed: TypeAlias = Literal["payload", "capture_the_flag", "control_points"]
Places: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
LOYAL_WORDS: Final = {kind: KINDS[kind] for kind in LOYAL_KINDS}
UNLOCK_WORDS: Final = {
    row.unlock: f"{UNLOCKS[row.unlock]} ({' or '.join([KINDS[kind] for kind in row.kinds])})"
    for row in ALL_UNLOCKS
}
OF_LIST: Final[dict[str, MatchKind]] = {
    "payload": "payload",
    "capture_the_flag": "flag",
    "control_points": "control",
}


class PoolRow(Value):
    """A class of the chosen pools, and how many of each team have it."""

    kind: Annotated[LoyalKind, Meta(title="Class", extra={"choices": LOYAL_WORDS})]
    red: Annotated[Places, Meta(title="RED")] = 0
    blu: Annotated[Places, Meta(title="BLU")] = 0


class ChangeRow(Value):
    """A class of the pools that are chosen for the matches after this one."""

    after: Annotated[int, Meta(ge=1, le=ROUNDS - 1, title="After match")]
    kind: Annotated[LoyalKind, Meta(title="Class", extra={"choices": LOYAL_WORDS})]
    red: Annotated[Places, Meta(title="RED")] = 0
    blu: Annotated[Places, Meta(title="BLU")] = 0


class UnlockRow(Value):
    """Whoever plays this class carries this unlock."""

    kind: Annotated[Kind, Meta(title="Class", extra={"choices": KINDS})]
    unlock: Annotated[Unlock, Meta(title="Unlock", extra={"choices": UNLOCK_WORDS})]


EMPTY_POOL: Final = tuple([PoolRow(kind=kind) for kind in LOYAL_KINDS])


def _in(group: str, **extra: Any) -> dict[str, Any]:
    return {"group": group, **extra}


TEAMS, TOLD, MATCHES, CLASSES, MORE = (
    "The teams",
    "Announcements",
    "Votes and matches",
    "Classes",
    "Spies’ notes and tricks",
)
LIST: Final = _in(
    MATCHES,
    fold="The five matches of a list",
    choices={key: MATCH_KINDS[match] for key, match in OF_LIST.items()},
)
CHANGES: Final = "New classes after a match"


class Evening(Value):
    """Every option of the game. Half of the seats are RED, half BLU."""

    host: Annotated[
        Literal["plays", "arranges_and_stays_away", "is_the_administrator"],
        Meta(
            title="Host",
            description=(
                "A player cannot choose options that others do not see. The Administrator is "
                "known to everyone, only watches, and can talk only to everyone at once."
            ),
            extra=_in(TEAMS, choices=("plays", "arranges_and_stays_away", "is_the_administrator")),
        ),
    ] = "plays"
    teams: Annotated[
        Literal["by_chance", "as_they_sit"],
        Meta(
            title="Teams",
            description="Drawn at random, or the first half of the seats against the second.",
            extra=_in(TEAMS, choices=("by_chance", "as_they_sit")),
        ),
    ] = "by_chance"
    spies: Annotated[
        int,
        Meta(
            ge=0,
            le=LARGEST // 2,
            title="Spies per team",
            description="0 for the default: one for every three players.",
            extra=_in(TEAMS),
        ),
    ] = 0
    squad: Annotated[
        int,
        Meta(
            ge=0,
            le=LARGEST - 1,
            title="Players per squad",
            description="0 for the default: two of four, three of five.",
            extra=_in(TEAMS),
        ),
    ] = 0
    spies_know: Annotated[
        bool,
        Meta(
            title="Spies of a team know each other",
            description="If a team has two or more.",
            extra=_in(TEAMS),
        ),
    ] = False
    removals: Annotated[
        Literal["nothing", "who", "who_and_how"],
        Meta(
            title="Removals",
            description="What everyone is told about removed players after a match.",
            extra=_in(TOLD, choices=("nothing", "who", "who_and_how")),
        ),
    ] = "nothing"
    totals: Annotated[
        bool,
        Meta(
            title="Points are announced",
            description="After a match, both squads’ points are announced, not only the winner.",
            extra=_in(TOLD),
        ),
    ] = False
    pool_shown: Annotated[
        bool,
        Meta(
            title="Classes are announced",
            description="Everyone knows which classes are dealt, but not who has them.",
            extra=_in(TOLD),
        ),
    ] = False
    votes: Annotated[
        Literal["who_voted_how", "only_the_count"],
        Meta(
            title="Votes on squads",
            description="What a team learns about its own vote when everyone has voted.",
            extra=_in(MATCHES, choices=("who_voted_how", "only_the_count")),
        ),
    ] = "who_voted_how"
    matches: Annotated[
        Literal["by_chance", "by_vote", "by_secret_vote", "from_a_list", "from_a_secret_list"],
        Meta(
            title="Types of match",
            description=(
                "Drawn for every match, chosen by a vote of everyone (in a secret vote, only the "
                "result is shown), or set here as a list of five, announced at the start or "
                "match by match."
            ),
            extra=_in(
                MATCHES,
                choices=(
                    "by_chance",
                    "by_vote",
                    "by_secret_vote",
                    "from_a_list",
                    "from_a_secret_list",
                ),
            ),
        ),
    ] = "by_chance"
    match_1: Annotated[
        Listed,
        Meta(title="First match", description="Used only with a list.", extra=LIST),
    ] = "payload"
    match_2: Annotated[Listed, Meta(title="Second match", extra=LIST)] = "capture_the_flag"
    match_3: Annotated[Listed, Meta(title="Third match", extra=LIST)] = "control_points"
    match_4: Annotated[Listed, Meta(title="Fourth match", extra=LIST)] = "payload"
    match_5: Annotated[Listed, Meta(title="Fifth match", extra=LIST)] = "capture_the_flag"
    medic: Annotated[
        Literal["keeps_a_list", "names_one", "is_automatic"],
        Meta(
            title="The Medic",
            description=(
                "If the first patient is removed, the next one on the Medic’s list is healed, or "
                "one chosen by the dice. Automatic: after all removals, the player who helps the "
                "squad most is healed."
            ),
            extra=_in(CLASSES, choices=("keeps_a_list", "names_one", "is_automatic")),
        ),
    ] = "keeps_a_list"
    pool: Annotated[
        Literal["the_same_for_both", "different", "one_of_each", "chosen"],
        Meta(
            title="Classes dealt",
            description=(
                "Random but the same for both teams, random and different, one of each with nine "
                "players a side, or those set below."
            ),
            extra=_in(CLASSES, choices=("the_same_for_both", "different", "one_of_each", "chosen")),
        ),
    ] = "the_same_for_both"
    pools: Annotated[
        tuple[PoolRow, ...],
        Meta(
            min_length=0,
            max_length=24,
            title="Chosen classes",
            description="For “chosen”: how many per team, not counting Spies. Otherwise all 0.",
            extra=_in(CLASSES, spare=0, fold="Chosen classes"),
        ),
    ] = EMPTY_POOL
    complex_classes: Annotated[
        bool,
        Meta(
            title="Complex classes",
            description=(
                "More complex points. Pyros smoke Spies out of their own squad. Healing costs "
                "Scouts points and gives Soldiers and Heavies points. Demomen weaken the other "
                "squad’s Engineers. Engineers suffer beside a Spy and cannot be healed. In their "
                "third match, Medics charge: they and their patient are safe from all but Spies, "
                "and the squad gets 2 more points. See the rules for the table."
            ),
            extra=_in(CLASSES),
        ),
    ] = False
    new_classes: Annotated[
        bool,
        Meta(
            title="New classes after every match",
            description="For everyone except the Spies.",
            extra=_in(CLASSES),
        ),
    ] = False
    random_pools_after: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=ROUNDS - 1)], ...],
        Meta(
            min_length=0,
            max_length=ROUNDS - 1,
            title="Other classes by chance after match",
            description="Used with new classes: match numbers, such as 2, 4.",
            extra=_in(CLASSES, fold=CHANGES),
        ),
    ] = ()
    chosen_pools_after: Annotated[
        tuple[ChangeRow, ...],
        Meta(
            min_length=0,
            max_length=64,
            title="Chosen classes after match",
            description=(
                "Used with new classes: one row for each class that is dealt after that match."
            ),
            extra=_in(CLASSES, spare=4, fold=CHANGES),
        ),
    ] = ()
    unlocks: Annotated[
        Literal["none", "one_each_by_chance", "chosen"],
        Meta(
            title="Unlocks",
            description=(
                "Gear that changes the rules for one class. Only you can see yours. The rules "
                "and the table explain each one."
            ),
            extra=_in(CLASSES, choices=("none", "one_each_by_chance", "chosen")),
        ),
    ] = "none"
    chosen_unlocks: Annotated[
        tuple[UnlockRow, ...],
        Meta(
            min_length=0,
            max_length=9,
            title="Chosen unlocks",
            description="For “chosen”: one per class, for every player of that class.",
            extra=_in(CLASSES, spare=3, fold="Chosen unlocks"),
        ),
    ] = ()
    spy_notes: Annotated[
        bool,
        Meta(
            title="Spies write to the other team",
            description="A sealed slip before every match, unsigned.",
            extra=_in(MORE),
        ),
    ] = False
    team_notes: Annotated[
        bool,
        Meta(
            title="Teams write to the other team’s Spies",
            description="Each elects a writer before every match.",
            extra=_in(MORE),
        ),
    ] = False
    disguise: Annotated[
        bool,
        Meta(
            title="Disguise",
            description=(
                "A Spy can pretend to add a class’s points to the announced total. Requires "
                "announced points."
            ),
            extra=_in(MORE),
        ),
    ] = False

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
    """An even number; eighteen for one of each class."""
    if evening.pool == "one_of_each":
        return (2 * NINE,)
    return range(2 * SMALLEST, 2 * LARGEST + 1, 2)


OPTION_OF: Final[dict[str, str]] = {
    "disguise": "disguise", "spies": "spies", "squad": "squad", "spies_know": "spies_know",
    "match_list": "matches", "pool": "pool", "pools": "pools", "pool_changes": "random_pools_after",
    "chosen_unlocks": "chosen_unlocks",
}  # fmt: skip
"""Where the rules' faults are put right on the form."""


def setup_of(evening: Evening, seats: int) -> Setup:
    """What the rules play by. Raises BadSetup for a number of seats, BadOptions with a sentence for
    everything that contradicts itself.
    """
    if seats % 2 or not 2 * SMALLEST <= seats <= 2 * LARGEST:
        raise BadSetup(
            "Both teams must have the same number of players. Set an even number of seats from "
            f"{2 * SMALLEST} to {2 * LARGEST}."
        )
    setup = _setup(evening, seats)
    places = OPTION_OF | (
        {"pool_changes": "chosen_pools_after"} if evening.chosen_pools_after else {}
    )
    found = [
        *_change_faults(evening),
        *[(places[field], sentence) for field, sentence in faults(setup)],
    ]
    if found:
        raise BadOptions(found)
    return setup


def public_terms(evening: Evening, seats: int) -> Terms:
    """What the rules let everybody know of the public options."""
    return terms_of(_setup(evening, seats))


def _setup(evening: Evening, seats: int) -> Setup:
    listed = evening.matches in ("from_a_list", "from_a_secret_list")
    return Setup(
        team_size=seats // 2,
        spies=evening.spies,
        squad=evening.squad,
        teams="random" if evening.teams == "by_chance" else "seats",
        announce_removals=_REMOVALS[evening.removals],
        announce_totals=evening.totals,
        announce_pool=evening.pool_shown,
        votes="names" if evening.votes == "who_voted_how" else "tally",
        matches=_MATCHES[evening.matches],
        match_list=match_list(evening) if listed else (),
        medic=_MEDIC[evening.medic],
        pool=_POOL[evening.pool],
        pools=_pools(evening.pools),
        new_classes=evening.new_classes,
        pool_changes=_changes(evening),
        spy_notes=evening.spy_notes,
        team_notes=evening.team_notes,
        disguise=evening.disguise,
        spies_know=evening.spies_know,
        complex_classes=evening.complex_classes,
        unlocks=_UNLOCKS[evening.unlocks],
        chosen_unlocks=tuple(
            [ClassUnlock(kind=row.kind, unlock=row.unlock) for row in evening.chosen_unlocks]
        ),
        administrator="watcher" if evening.host == "is_the_administrator" else "service",
        creator_plays=evening.host_plays,
    )


def match_list(evening: Evening) -> tuple[MatchKind, ...]:
    """The five matches of the list."""
    listed = (evening.match_1, evening.match_2, evening.match_3, evening.match_4, evening.match_5)
    return tuple([OF_LIST[each] for each in listed])


def _pools(rows: Sequence[PoolRow | ChangeRow]) -> tuple[Kinds, ...]:
    """Both teams' pools, one where they are the same, none where nothing is set."""
    red: list[Kind] = [row.kind for row in rows for _ in range(row.red)]
    blu: list[Kind] = [row.kind for row in rows for _ in range(row.blu)]
    if not red and not blu:
        return ()
    return (tuple(red),) if Counter(red) == Counter(blu) else (tuple(red), tuple(blu))


def _changes(evening: Evening) -> tuple[PoolChange, ...]:
    """Changes by chance and chosen ones, the earliest first."""
    chosen = evening.chosen_pools_after
    after = sorted(
        [
            *evening.random_pools_after,
            *{row.after for row in chosen}.difference(evening.random_pools_after),
        ]
    )
    return tuple(
        [
            PoolChange(after=each, pools=_pools([row for row in chosen if row.after == each]))
            for each in after
        ]
    )


def _change_faults(evening: Evening) -> Iterator[tuple[str, str]]:
    """What the rules cannot tell of chosen changes: rows without players, and a change that is left
    to chance too.
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
    """The options without what only who set them may know (A20)."""
    plain = Evening()
    hidden: dict[str, Any] = {}
    if evening.matches == "from_a_secret_list":
        hidden |= {
            f"match_{number}": getattr(plain, f"match_{number}") for number in range(1, ROUNDS + 1)
        }
    if not evening.pool_shown:
        hidden |= {"pools": plain.pools, "chosen_pools_after": (), "chosen_unlocks": ()}
    return Evening(
        **{name: hidden.get(name, getattr(evening, name)) for name in Evening.__struct_fields__}
    )
