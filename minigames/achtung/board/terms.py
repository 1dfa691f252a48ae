"""The options of an evening in sentences, as everybody may read them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from minigames.achtung.rules.words import KINDS, MATCH_KINDS, SIDES, UNLOCKS

from .people import joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minigames.achtung.rules.values import Kinds, MatchKind, Terms

ANNOUNCED: Final = {
    "no": "Removals are not announced.",
    "removal": "Removed players are announced, but not how they were removed.",
    "cause": "Removed players are announced, and how they were removed.",
}
MATCHES: Final = {
    "random": "The type of every match is drawn.",
    "vote": "Everyone votes on the type of every match, and the ballots are shown.",
    "secret-vote": "Everyone votes on the type of every match, but only the result is shown.",
    "list": "The five matches are known from the start.",
    "secret-list": "The five matches are set in advance and announced one by one.",
}
MEDICS: Final = {
    "list": "A Medic lists patients. If one is removed, the next is healed.",
    "random": "A Medic chooses one patient. If that patient is removed, the dice choose another.",
    "automatic": "A Medic’s patient is chosen at the end: the player who helps the squad most.",
}
POOLS: Final = {
    "shared": "Both teams have the same classes.",
    "different": "The teams have different classes.",
    "one-of-each": "Each team has one of every class.",
    "chosen": "The host chose the classes.",
}


def terms_lines(terms: Terms, pools: Sequence[Kinds] = ()) -> list[str]:
    """What is played with, a sentence each; `pools` are the announced classes of both teams, once
    they are dealt.
    """
    spies = "one Spy" if terms.spies == 1 else f"{terms.spies} Spies"
    lines = [
        f"{terms.team_size} a side, {spies} in each team, squads of {terms.squad}.",
        ANNOUNCED[terms.announce_removals],
    ]
    lines.append(
        "Both squads’ points are announced."
        if terms.announce_totals
        else "Points are not announced, only the winner."
    )
    lines.append(
        "A team sees who voted how."
        if terms.votes == "names"
        else "A team sees only the count of its votes."
    )
    lines += [MATCHES[terms.matches], MEDICS[terms.medic], POOLS[terms.pool]]
    return [*lines, *pool_lines(pools or terms.pools), *_more(terms)]


def _more(terms: Terms) -> list[str]:
    found = [
        (terms.spies_know, "Spies of a team know each other."),
        (terms.new_classes, "Everyone except the Spies gets a new class after every match."),
        (
            bool(terms.pool_changes),
            (
                "The classes change after match "
                f"{joined([str(change.after) for change in terms.pool_changes])}."
            ),
        ),
        (terms.complex_classes, "Complex classes."),
        (terms.unlocks == "random", "Everyone whose class has unlocks carries one."),
        (terms.unlocks == "chosen", _chosen(terms)),
        (terms.spy_notes, "Spies write to the other team before every match."),
        (terms.team_notes, "Each team writes to the other team’s Spies before every match."),
        (terms.disguise, "Spies can disguise themselves in the announced points."),
        (not terms.creator_plays, "The host does not play."),
    ]
    return [sentence for holds, sentence in found if holds]


def _chosen(terms: Terms) -> str:
    if not terms.chosen_unlocks:
        return "Some classes carry an unlock."
    carried = [f"{UNLOCKS[each.unlock]} ({KINDS[each.kind]})" for each in terms.chosen_unlocks]
    return f"Unlocks: {joined(carried)}."


def pool_words(pool: Kinds) -> str:
    """The classes of a pool: "Scout, 2 Medics, Spy"."""
    return ", ".join(
        [
            KINDS[kind] if count == 1 else f"{KINDS[kind]} ×{count}"
            for kind, count in Counter(pool).items()
        ]
    )


def pool_lines(pools: Sequence[Kinds]) -> list[str]:
    """The announced classes, of both teams or of each."""
    if len({tuple(sorted(pool)) for pool in pools}) == 1:
        return [f"In each team: {pool_words(pools[0])}."]
    return [f"{SIDES[side]}: {pool_words(pool)}." for side, pool in enumerate(pools)]


def schedule_line(schedule: Sequence[MatchKind]) -> str:
    """The five matches, if they are known."""
    return f"Matches: {', '.join([MATCH_KINDS[match] for match in schedule])}." if schedule else ""
