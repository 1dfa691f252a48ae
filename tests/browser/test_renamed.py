"""Three people play the Totally Renamed Spy Game in browsers: a capture in another's turn, a taunt
to everyone, a kill.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from engine.dice import seed_from
from engine.match import Match
from engine.values import Seat
from minigames.renamed.rules.cards import HAS_SPY_BACK, IS_BOMB, IS_DOUBLER, IS_LAIR, LETTER, VALUE
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import LAY, SEND, SKIP
from minigames.renamed.rules.names import card_name
from play.services import seating, starting, tables
from tests.factories import person

from .looking import too_wide
from .steady import SOON, answered, caught_up, heed, reads, rested

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from minigames.renamed.rules.values import View

pytestmark = [pytest.mark.browser]
OPTIONS: Final = {"target": 2}
OWNER, HUNTER, THIRD = (Seat(seat) for seat in range(3))


def _short_match() -> tuple[bytes, View, View]:
    """Return a deal in which the first seat starts with a lair and a doubler and the second can
    send it a spy that is caught.

    Also return the first seat's view when it is asked for a lair card, and the second seat's when
    it is asked for a spy.
    """
    setup = next(each for each in RENAMED.setups() if each.players == 3)
    for number in count():
        seed = seed_from(f"a short evening {number}")
        match = Match.begin(RENAMED, setup, seed)
        first = match.view(OWNER)
        lairs = [card for card in first.own.hand if IS_LAIR[card]]
        if (
            match.to_act != (OWNER,)
            or not lairs
            or not any(IS_DOUBLER[card] for card in first.own.hand)
        ):
            continue
        match = match.submit(OWNER, LAY[_largest(lairs)]).submit(OWNER, SKIP).submit(HUNTER, SKIP)
        second = match.view(HUNTER)
        bait = _bait(second, _largest(lairs))
        if bait is not None and match.submit(HUNTER, SEND[OWNER][bait]).to_act == (OWNER,):
            return seed, first, second
    raise AssertionError


def _largest(lairs: list[int]) -> int:
    return max(lairs, key=lambda card: (VALUE[card], card))


def _bait(view: View, lair: int) -> int | None:
    return next(
        (
            card
            for card in view.own.hand
            if HAS_SPY_BACK[card] and not IS_BOMB[card] and VALUE[card] <= VALUE[lair]
        ),
        None,
    )


def hears(page: Page, words: str) -> None:
    page.locator("#turn").get_by_text(words).first.wait_for(timeout=SOON)
    rested(page)


def press(page: Page, words: str) -> None:
    answered(page, page.locator("#menus").get_by_role("button", name=words).first.click)


def test_three_people_play_a_short_match_with_captures_and_reactions(
    site: object,
    open_page: Callable[..., Page],
    axe: Callable[[Page], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seed, first, second = _short_match()
    opened = starting.open_match
    monkeypatch.setattr(starting, "open_match", lambda **named: opened(**{**named, "seed": seed}))
    people = [person(name) for name in ("anna", "bo", "cleo")]
    table = tables.open_table(
        user=people[0], game="renamed", options=OPTIONS, seats=("me", "open", "open"), coached=True
    )
    for each in people[1:]:
        seating.sit_down(table_id=table.pk, user=each)
    owner, hunter = (
        heed(open_page(screen, user=user))
        for screen, user in (("phone-light", people[0]), ("desktop-dark", people[1]))
    )
    third = open_page("phone-dark", user=people[2], java_script_enabled=False)
    path = reverse("play-table", kwargs={"table": table.pk})
    for page in (owner, hunter, third):
        page.goto(path)

    lair = _largest([card for card in first.own.hand if IS_LAIR[card]])
    owner.locator(".playing-card", has_text=f"lair {VALUE[lair]}").first.locator("a").click()
    hears(owner, "Play a spy, or end your turn")
    assert not too_wide(owner)
    press(owner, "Play nothing and end the turn")

    hears(hunter, "Lay a lair card, or none")
    press(hunter, "Lay nothing")
    hears(hunter, "Play a spy, or end your turn")
    bait = _bait(second, lair)
    assert bait is not None
    hunter.locator(".playing-card", has_text=card_name(bait)).locator("a").click()
    hunter.locator("form[data-offer=send] .choice-note", has_text=card_name(bait)).wait_for()
    caught_up(hunter)
    place = hunter.locator("form[data-offer=send]").bounding_box()
    assert place is not None and -place["height"] < place["y"] < 900, (
        "the page has scrolled away from the form"
    )
    expect(hunter.locator("[name='send.what']")).to_have_value(f"card-{bait}")
    hunter.locator("svg a[data-into='0']").click()
    caught_up(hunter)
    expect(hunter.locator("[name='send.into']")).to_have_value("0")
    axe(hunter)
    press(hunter, "Play a spy or a bomb into a lair")

    hears(owner, f"You hold {card_name(bait)}: kill, or taunt?")
    hears(hunter, "kill, or taunt?")
    assert "Chances if I kill or taunt now" in owner.inner_text(
        "#play"
    ) and "Chances if I kill" not in hunter.inner_text("#play")
    axe(owner)
    doubler = next(card for card in first.own.hand if IS_DOUBLER[card])
    press(owner, f"Taunt with {LETTER[doubler]}")

    hears(hunter, "do you foil it?")
    third.goto(path)
    reads(
        third.locator("#turn"), f"taunts with {LETTER[doubler]}: does {people[1].username} foil it?"
    )
    assert third.locator("#menus button").count() == 0
    press(hunter, "Pass")
    third.goto(path)
    before = third.locator(".playing-card").all_inner_texts()
    with third.expect_navigation():
        third.get_by_role("link", name="doublers first").click()
    after = third.locator(".playing-card").all_inner_texts()
    assert (
        sorted(after) == sorted(before)
        and third.locator("[aria-current=true]", has_text="doublers first").count() == 1
    )
    with third.expect_navigation():
        third.locator("#menus").get_by_role("button", name="Pass").first.click()

    hears(owner, "kill, or taunt?")
    assert f"worth {2 * VALUE[bait]}" in owner.inner_text("#play")
    press(owner, "Kill")
    hears(owner, "The match is over")
    hears(hunter, "The match is over")
    third.goto(path)
    reads(third.locator("#turn"), f"{people[0].username} won.")
    with third.expect_navigation():
        third.get_by_role("link", name="Step through the match").click()
    third.goto(reverse("play-history", kwargs={"table": table.pk}) + "?from=truth")
    reads(third.locator("#main"), f"{people[1].username}: hand")
