"""The text of the Courier, a club's weekly newspaper: its headline, obituaries and rumours (C110).

All text is based on public facts. Its wording depends only on these facts and on the week's place
in the club, so every reader of a page sees the same text.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.values import Value

from .wording import count_in_words, join_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .recap import WeekFacts

Story: TypeAlias = Literal[
    "champions", "fallen", "dead", "won", "shared", "blast", "ambush", "quiet"
]
HEADLINES: Final[dict[Story, tuple[str, ...]]] = {
    "champions": ("{names} takes the title", "The season belongs to {names}"),
    "fallen": ("{names} dies in the arena", "The arena takes {names}"),
    "dead": ("{names} found dead", "No witnesses to the death of {names}"),
    "won": ("{names} rules the arena", "The duel goes to {names}", "{names} leaves them in smoke"),
    "shared": ("No winner in the arena", "The judges shrug: first place is shared"),
    "blast": ("Explosion at {names}", "Windows rattle near {names}"),
    "ambush": ("Shots in the dark", "Gunfire heard at night, and no one saw a thing"),
    "quiet": ("A quiet week, say people who should know", "Nothing to report, and no one to ask"),
}
"""Headlines for each kind of story, most important story first."""
PLURAL_HEADLINES: Final[dict[Story, tuple[str, ...]]] = {
    "champions": ("{names} share the title",),
    "fallen": ("{names} die in the arena", "The arena takes {names}"),
    "dead": ("{names} found dead", "No witnesses to the death of {names}"),
    "blast": ("Explosions at {names}",),
}
"""Headlines for stories about several people or teams."""
EPITAPHS: Final = (
    "Died at night. The police are not asking, and no one is telling.",
    "Died at night, on business that no one will admit to.",
    "Died at night. The club sends flowers and changes its locks.",
)
"""Obituaries of people who died outside duels."""
MAX_NAMES: Final = 2
"""Maximum number of names in a headline."""


class Gossip(Value):
    """Facts about a team from recorded duels and public news, on which its rumour is based.

    `wins` counts the team's latest duels in a row in which it came first, and `dry` those in which
    it did not. `hurt` counts its people who were knocked out in this week's duel. `new_cars` means
    that it drove a vehicle that no earlier duel of the season had seen. `blasts` counts explosions
    in its garage.
    """

    team: str
    wins: int = 0
    dry: int = 0
    hurt: int = 0
    new_cars: bool = False
    blasts: int = 0


RUMOURS: Final = {
    "wins": (
        "{team} is said to be looking for a larger trophy shelf.",
        "A bookmaker no longer takes bets on {team}.",
    ),
    "dry": (
        "Voices have been raised at {team}, and a door has been slammed.",
        "Someone at {team} has been seen reading the rules again.",
    ),
    "hurt": (
        "Someone at {team} is looking for a doctor who asks no questions.",
        "A light burns late at {team}, and it smells of iodine.",
    ),
    "new_cars": (
        "Something under a tarpaulin at {team} was not there before.",
        "A dealer in spare parts speaks very highly of {team}.",
    ),
    "blasts": (
        "The neighbours of {team} have boarded up their windows.",
        "{team} has been asking what insurance costs.",
    ),
}
"""Rumours by the fact on which they are based. No rumour gives a number or a name of a person."""
MIN_STREAK: Final = 2
"""Number of duels in a row that starts a rumour about winning or not winning."""


class Wording:
    """Chooses between variants of a text, always in the same way for the same week."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def pick(self, label: str, variants: Sequence[str]) -> str:
        """Return one of the variants. The label says for which part of the page."""
        digest = sha256(f"{self._seed}/{label}".encode()).digest()
        return variants[int.from_bytes(digest[:4]) % len(variants)]


def write_headline(facts: WeekFacts, wording: Wording) -> str:
    """Return the headline about the most important story of the week."""
    story, names = _lead_story(facts)
    variants = HEADLINES[story]
    if len(names) > 1:
        variants = PLURAL_HEADLINES.get(story, variants)
    return wording.pick("headline", variants).format(names=_shorten_list(names))


def _lead_story(facts: WeekFacts) -> tuple[Story, Sequence[str]]:
    duel = facts.duel
    stories: list[tuple[Story, Sequence[str]]] = [
        ("champions", facts.champions),
        ("fallen", duel.fallen if duel else ()),
        ("dead", facts.dead),
        ("won", duel.winners if duel else ()),
        ("blast", [blast.team for blast in facts.blasts]),
    ]
    for story, names in stories:
        if names:
            return ("shared", ()) if story == "won" and len(names) > 1 else (story, names)
    return ("ambush" if facts.ambushes else "quiet"), ()


def _shorten_list(names: Sequence[str]) -> str:
    if len(names) <= MAX_NAMES:
        return join_words(list(names))
    return f"{names[0]} and {count_in_words(len(names) - 1, 'other')}"


def write_rumours(gossip: Iterable[Gossip], wording: Wording) -> Iterator[str]:
    """Yield at most one rumour about each team. No two rumours of a week have the same wording."""
    used: set[str] = set()
    for talk in gossip:
        themes = [
            theme
            for theme, applies in (
                ("wins", talk.wins >= MIN_STREAK),
                ("dry", talk.dry > MIN_STREAK),
                ("hurt", talk.hurt > 0),
                ("new_cars", talk.new_cars),
                ("blasts", talk.blasts > 0),
            )
            if applies
        ]
        if themes:
            theme = wording.pick(f"theme {talk.team}", themes)
            unused_variants = [variant for variant in RUMOURS[theme] if variant not in used]
            if unused_variants:
                rumour = wording.pick(f"rumour {talk.team}", unused_variants)
                used.add(rumour)
                yield rumour.format(team=talk.team)
