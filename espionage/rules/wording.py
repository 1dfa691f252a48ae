"""Words for tables and orders in receipts and reports. Templates print them as they are."""

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
    "ambushed": "is spotted: the mission counts, then the enemy spy ambushes the counterspy",
    "not_stopped": "does not stop the enemy spy",
    "spotted": "is seen by the enemy spy: rolls again at −1",
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
    "by_skill": "trained shooters fight cautiously as ambushers, others flee first",
    "aggressive": "aggressively",
    "cautious": "cautiously",
    "flee_first": "by fleeing first",
}


def join_words(items: list[str], conjunction: str = "and") -> str:
    """Join words into a list: "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def number_in_words(number: int) -> str:
    """Return a number in words, such as "three". Numbers above twelve are returned in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def count_in_words(number: int, singular: str, plural: str = "") -> str:
    """Return a number in words, followed by its noun: "one bomb", "two bombs"."""
    return f"{number_in_words(number)} {singular if number == 1 else plural or singular + 's'}"


def news_lines(news: Iterable[News]) -> Iterator[tuple[News, str]]:
    """Yield each item of public news with its line.

    Equal neighbours are merged into one line with a count.
    """
    for item, equal_items in groupby(news):
        yield item, news_line(item, len(list(equal_items)))


def news_line(news: News, times: int = 1) -> str:
    """Return the line of public news about something that happened `times` times."""
    match news.kind:
        case "death":
            return f"{news.name} of {news.team_name} is dead."
        case "explosion" if times == 1:
            return f"An explosion shook the garage of {news.team_name}."
        case "explosion":
            return (
                f"{number_in_words(times).capitalize()} explosions shook the garage of "
                f"{news.team_name}."
            )
        case "ambush" if times == 1:
            return "An ambush was fought."
        case "ambush":
            return f"{number_in_words(times).capitalize()} ambushes were fought."


_EXPLOSION_PATTERN: Final = re.compile(r"(.+?) explosions? shook the garage of (.+)\.", re.DOTALL)
_AMBUSH_PATTERN: Final = re.compile(r"(.+?) ambush(?:es)? (?:was|were) fought\.")


def parse_news_line(kind: str, text: str) -> tuple[int, str]:
    """Return the count and the subject of a line of public news.

    The subject is a person ("Ann of Anvil") or a team. The count is 0 if the line has a different
    form. `news_line` does the reverse.
    """
    if kind == "death" and text.endswith(" is dead."):
        return 1, text.removesuffix(" is dead.")
    if kind == "explosion" and (bang := _EXPLOSION_PATTERN.fullmatch(text)):
        return _number(bang[1]), bang[2]
    if kind == "ambush" and (fights := _AMBUSH_PATTERN.fullmatch(text)):
        return _number(fights[1]), ""
    return 0, ""


def _number(wording: str) -> int:
    """Return the number that a word stands for. "An" means one."""
    lowercase = wording.lower()
    if lowercase == "an":
        return 1
    if lowercase in NUMBERS:
        return NUMBERS.index(lowercase)
    return int(lowercase)
