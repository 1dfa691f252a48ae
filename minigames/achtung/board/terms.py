"""The public options of an evening, described in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.words import join_items
from minigames.achtung.rules.values import Kinds, MatchKind, Terms
from minigames.achtung.rules.words import KIND_WORDS, MATCH_WORDS, SIDE_WORDS, UNLOCK_WORDS

REMOVAL_WORDS: Final = {
    "no": "Removals are not announced.",
    "removal": "Everyone learns when a player is removed, but not how.",
    "cause": "Everyone learns when and how a player is removed.",
}
MATCH_OPTION_WORDS: Final = {
    "random": "The type of every match is drawn.",
    "vote": "Everyone votes on the type of every match, and the ballots are shown.",
    "secret-vote": "Everyone votes on the type of every match, but only the result is shown.",
    "list": "The five matches are known from the start.",
    "secret-list": "The five matches are set in advance and announced one by one.",
}
MEDIC_WORDS: Final = {
    "list": "A Medic lists patients. If one is removed, the next is healed.",
    "random": "A Medic chooses one patient. If that patient is removed, the dice choose another.",
    "automatic": "A Medic’s patient is chosen at the end: the player who helps the squad most.",
}
POOL_OPTION_WORDS: Final = {
    "shared": "Both teams have the same classes.",
    "different": "The teams have different classes.",
    "one-of-each": "Each team has one of every class.",
    "chosen": "The host chose the classes.",
}


def terms_lines(terms: Terms, pools: Sequence[Kinds] = ()) -> list[str]:
    """Return the options, in one sentence each.

    `pools` contains the announced classes of both teams after they have been dealt.
    """
    spies = "one Spy" if terms.spies == 1 else f"{terms.spies} Spies"
    lines = [
        f"{terms.team_size} a side, {spies} in each team, squads of {terms.squad}.",
        REMOVAL_WORDS[terms.announce_removals],
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
    lines += [
        MATCH_OPTION_WORDS[terms.matches],
        MEDIC_WORDS[terms.medic],
        POOL_OPTION_WORDS[terms.pool],
    ]
    return [*lines, *pool_lines(pools or terms.pools), *_other_options(terms)]


def _other_options(terms: Terms) -> list[str]:
    sentences = [
        (terms.spies_know, "Spies of a team know each other."),
        (terms.new_classes, "Everyone except the Spies gets a new class after every match."),
        (
            bool(terms.pool_changes),
            (
                "The classes change after match "
                f"{join_items([str(change.after) for change in terms.pool_changes])}."
            ),
        ),
        (terms.complex_classes, "Complex classes."),
        (terms.unlocks == "random", "Everyone whose class has unlocks carries one."),
        (terms.unlocks == "chosen", _unlock_sentence(terms)),
        (terms.spy_notes, "Spies write to the other team before every match."),
        (terms.team_notes, "Each team writes to the other team’s Spies before every match."),
        (terms.disguise, "Spies can disguise themselves in the announced points."),
        (not terms.creator_plays, "The host does not play."),
    ]
    return [sentence for applies, sentence in sentences if applies]


def _unlock_sentence(terms: Terms) -> str:
    if not terms.chosen_unlocks:
        return "Some classes carry an unlock."
    unlocks = [
        f"{UNLOCK_WORDS[class_unlock.unlock]} ({KIND_WORDS[class_unlock.kind]})"
        for class_unlock in terms.chosen_unlocks
    ]
    return f"Unlocks: {join_items(unlocks)}."


def pool_words(pool: Kinds) -> str:
    """Return the classes in a pool, such as "Scout, 2 Medics, Spy"."""
    return ", ".join(
        KIND_WORDS[kind] if count == 1 else f"{KIND_WORDS[kind]} ×{count}"
        for kind, count in Counter(pool).items()
    )


def pool_lines(pools: Sequence[Kinds]) -> list[str]:
    """Return the announced classes, in one line for both teams or in one line for each team."""
    if len({tuple(sorted(pool)) for pool in pools}) == 1:
        return [f"In each team: {pool_words(pools[0])}."]
    return [f"{SIDE_WORDS[side]}: {pool_words(pool)}." for side, pool in enumerate(pools)]


def schedule_line(schedule: Sequence[MatchKind]) -> str:
    """Return a line with the five matches, if they are known."""
    return f"Matches: {', '.join([MATCH_WORDS[match] for match in schedule])}." if schedule else ""
