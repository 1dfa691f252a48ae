"""The tables and orders in plain words, for receipts and reports. Templates print these and add
nothing.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .orders import Action, Doctrine, Mission
    from .report import News
    from .tables import Cell, Counterspied, Exploded

ACTIONS: Final[dict[Action, str]] = {
    "infiltrate": "Infiltrate",
    "assassinate": "Assassinate",
    "blow_up": "Blow Up",
    "counterspy": "Counterspy",
}
ON_ELEVEN: Final[dict[Mission, str]] = {
    "infiltrate": "sees one random vehicle's whole sheet",
    "assassinate": "1d hits on the chosen target",
    "blow_up": "reaches the chosen vehicle",
}
CELLS: Final[dict[Mission, dict[Cell, str]]] = {
    "infiltrate": {
        "blunder": "blunders: +4 to the target's counterspies for the rest of the week",
        "no_info": "learns nothing",
        "one_exterior": "sees one random vehicle from outside",
        "all_exteriors": "sees all vehicles from outside",
        "one_sheet": "sees one random vehicle's whole sheet",
        "choice": "12 or more: your choice",
    },
    "assassinate": {
        "blunder": "blunders: +4 to the target's counterspies for the rest of the week",
        "not_reached": "reaches no one",
        "one_hit_random": "1 hit on someone at random",
        "two_hits_random": "2 hits on someone at random",
        "die_random": "1d hits on someone at random",
        "one_hit_chosen": "1 hit on the chosen target",
        "die_chosen": "1d hits on the chosen target",
        "choice": "12 or more: your choice",
    },
    "blow_up": {
        "blunder": "blunders: +4 to the target's counterspies for the rest of the week",
        "not_reached": "reaches no vehicle",
        "random_reached": "reaches a random vehicle and plants",
        "chosen_reached": "reaches the chosen vehicle and plants",
        "choice": "12 or more: your choice",
    },
}
COUNTERSPIED: Final[dict[Counterspied, str]] = {
    "ambushed": "is spotted: the mission counts, then the enemy spy ambushes him",
    "not_stopped": "does not stop the enemy spy",
    "spotted": "is seen himself: rolls again at −1",
    "sighted": "sees the enemy spy nearby: rolls again at +1",
    "thwarted": "thwarts the mission: it fails without consequences",
    "stopped": "wins a cancellation, chosen when all missions are done",
    "hunted": "may ambush the enemy spy before the mission, or win a cancellation",
}
EXPLODED: Final[dict[Exploded, str]] = {
    "in_hand": "goes off while being set: vehicle and bomber both take it in full",
    "soon_after": "goes off soon after; a counterspy may chase the bomber",
    "half": "goes off with half damage",
    "dud": "does not go off: a dud",
    "after_duel": "goes off after the next duel",
    "first_phase": "goes off on the first phase of the next duel, with double damage",
}
DOCTRINES: Final[dict[Doctrine, str]] = {
    "by_skill": "a trained shot who lies in wait fights cautiously, others flee first",
    "aggressive": "aggressively",
    "cautious": "cautiously",
    "flee_first": "by fleeing first",
}


def listing(words: list[str], joint: str = "and") -> str:
    """Words in a row: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def in_words(number: int) -> str:
    """A number as one says it: "three"; above twelve in figures."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def few(number: int, one: str, many: str = "") -> str:
    """A number in words with its noun: "one bomb", "two bombs"."""
    return f"{in_words(number)} {one if number == 1 else many or one + 's'}"


def news_lines(news: Iterable[News]) -> Iterator[tuple[News, str]]:
    """Public news a line each: no culprit, no weapon, no kind of mission. What would read alike in
    a row is one line that says how often.
    """
    for item, alike in groupby(news):
        yield item, news_line(item, len(list(alike)))


def news_line(news: News, times: int = 1) -> str:
    """One line of public news, of something that happened so many times."""
    match news.kind:
        case "death":
            return f"{news.name} of {news.team_name} is dead."
        case "explosion" if times == 1:
            return f"An explosion shook the garage of {news.team_name}."
        case "explosion":
            return (
                f"{in_words(times).capitalize()} explosions shook the garage of {news.team_name}."
            )
        case "ambush" if times == 1:
            return "An ambush was fought."
        case "ambush":
            return f"{in_words(times).capitalize()} ambushes were fought."


_BANG: Final = re.compile(r"(.+?) explosions? shook the garage of (.+)\.", re.DOTALL)
_FIGHTS: Final = re.compile(r"(.+?) ambush(?:es)? (?:was|were) fought\.")


def read_line(kind: str, text: str) -> tuple[int, str]:
    """What a line of public news of a kind says: how many times, and of whom ("Ann of Anvil", or
    the team). The inverse of `news_line`; 0 times for a line that it would not say so.
    """
    if kind == "death" and text.endswith(" is dead."):
        return 1, text.removesuffix(" is dead.")
    if kind == "explosion" and (bang := _BANG.fullmatch(text)):
        return _number(bang[1]), bang[2]
    if kind == "ambush" and (fights := _FIGHTS.fullmatch(text)):
        return _number(fights[1]), ""
    return 0, ""


def _number(said: str) -> int:
    """A number as `in_words` says it; "An" is one."""
    word = said.lower()
    return 1 if word == "an" else NUMBERS.index(word) if word in NUMBERS else int(word)
