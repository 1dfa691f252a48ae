"""The text of the Courier: headlines about the most important story, and rumours (C110)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import pytest

from engine.values import changed
from espionage.rules.courier import Gossip, Wording, write_headline, write_rumours
from espionage.rules.recap import Blast, DuelFacts, WeekFacts

WEEK: Final = Wording("club/1/3")
DUEL: Final = DuelFacts(title="the duel of week 3", winners=("Anvil",))
FACTS: Final = WeekFacts(
    week=3,
    champions=("Anvil",),
    duel=changed(DUEL, fallen=("Bea of Basilisk",)),
    dead=("Ann of Anvil",),
    blasts=(Blast(team="Cobalt", times=1),),
    ambushes=2,
)


@pytest.mark.parametrize(
    ("facts", "subject"),
    [
        (FACTS, "Anvil"),
        (changed(FACTS, champions=()), "Bea of Basilisk"),
        (changed(FACTS, champions=(), duel=DUEL), "Ann of Anvil"),
        (changed(FACTS, champions=(), duel=DUEL, dead=()), "Anvil"),
        (changed(FACTS, champions=(), duel=None, dead=()), "Cobalt"),
        (changed(FACTS, champions=(), duel=None, dead=(), blasts=()), ""),
        (WeekFacts(week=3), ""),
    ],
)
def test_c110_the_headline_is_about_the_most_important_story(
    facts: WeekFacts, subject: str
) -> None:
    headline = write_headline(facts, WEEK)
    assert subject in headline
    others = {"Anvil", "Bea of Basilisk", "Ann of Anvil", "Cobalt"} - {subject, "Anvil"}
    assert not [name for name in others if name in headline]


def test_a_long_list_of_names_is_shortened() -> None:
    dead = ("Ann of Anvil", "Bea of Basilisk", "Cy of Cobalt")
    assert "Ann of Anvil and two others" in write_headline(WeekFacts(week=3, dead=dead), WEEK)


def test_a_shared_first_place_names_no_winner() -> None:
    duel = changed(DUEL, winners=("Anvil", "Basilisk"))
    headline = write_headline(WeekFacts(week=3, duel=duel), WEEK)
    assert "Anvil" not in headline


def test_the_same_week_always_has_the_same_text() -> None:
    seeds = [f"club/1/{week}" for week in range(20)]
    texts = {seed: write_headline(WeekFacts(week=3), Wording(seed)) for seed in seeds}
    assert texts == {seed: write_headline(WeekFacts(week=3), Wording(seed)) for seed in seeds}
    assert len(set(texts.values())) > 1


def test_c110_each_team_has_at_most_one_rumour() -> None:
    busy = Gossip(team="Anvil", wins=3, hurt=2, new_cars=True, blasts=1)
    quiet = Gossip(team="Basilisk", wins=1, dry=2)
    for week in range(20):
        rumours = list(write_rumours([busy, quiet], Wording(f"club/1/{week}")))
        assert len(rumours) == 1
        assert "Anvil" in rumours[0]


FACTS_OF_A_TEAM: Final = (("wins", 2), ("dry", 3), ("hurt", 1), ("new_cars", True), ("blasts", 1))


def test_c110_rumours_are_vague() -> None:
    """Different facts can lead to rumours, but no rumour says how many."""
    for names in combinations(FACTS_OF_A_TEAM, 1):
        one = Gossip(team="Anvil", **dict(names))  # type: ignore[arg-type]
        (rumour,) = write_rumours([one], WEEK)
        assert not any(letter.isdigit() for letter in rumour)
