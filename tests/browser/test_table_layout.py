"""The one layout of a table: at every size board, common move and own hand stand on one screen.

A match of each game in the middle of play, on four screens, by day and by night.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from django.urls import reverse

from engine import registry as games
from engine.dice import SeededDice, seed_from
from engine.values import Seat
from play.models import Match
from play.selectors.matches import current
from play.services import moving, seating, starting, tables
from tests.factories import person

from .looking import see, too_wide

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from play.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES: Final = ((1280, 800), (1440, 900), (820, 1180), (390, 844))
"""Desktop, large desktop, tablet, phone."""


class Opening:
    """A game as it is opened here, how many moves doctrine makes before the first seat is asked,
    and what of one's own must be in sight.
    """

    def __init__(self, seats: int, moves: int, own: str) -> None:
        self.seats, self.moves, self.own = seats, moves, own


GAMES: Final = {
    "renamed": Opening(4, 9, ".rn-held"),
    "lunacy": Opening(2, 20, ".tab-mine .playing-card"),
    "achtung": Opening(8, 14, ".drawing .me"),
    "shambattle": Opening(2, 8, ".drawing .figure"),
    "ambush": Opening(2, 4, ".drawing .me"),
}

SHOWN: Final = """selector => {
    const seen = each => {
        const box = each.getBoundingClientRect();
        const inside = box.width > 0 && box.top >= 0 && box.left >= 0
            && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
        if (!inside) return false;
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return top !== null && (each.contains(top) || top.contains(each));
    };
    return [...document.querySelectorAll(selector)].some(seen);
}"""
"""Whether one of these stands whole on the screen, with nothing over its middle."""


def middle(game: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Any]:
    """The address of a match in the middle of play, and its first player, who is asked; always the
    same match.
    """
    opening, opened = GAMES[game], starting.open_match
    seed = seed_from(f"the middle of {game}")
    monkeypatch.setattr(starting, "open_match", lambda **named: opened(**{**named, "seed": seed}))
    people = [person(f"{game[:4]}{seat}") for seat in range(opening.seats)]
    table: Table = tables.open_table(
        user=people[0], game=game, options={}, coached=True,
        seats=("me", *["open"] * (opening.seats - 1)),
    )  # fmt: skip
    for seat, user in enumerate(people[1:], 1):
        seating.sit(table_id=table.pk, user=user, seat=seat)
    table.refresh_from_db()
    assert table.match_id is not None

    made = 0
    while True:
        running = current(Match.objects.select_related("snapshot").get(pk=table.match_id))
        waiting = running.to_act()
        assert waiting, "the match was over before its middle"
        if made >= opening.moves and 0 in waiting:
            break
        seat = next((each for each in waiting if each), Seat(0))
        bot = games.bot(running.game, "doctrine")
        move = bot.choose(running.view(seat), seat, SeededDice(seed_from(f"middle {made}"), 0))
        moving.make_move(table_id=table.pk, user=people[seat], move=move, seat=seat)
        made += 1
    return reverse("play-table", kwargs={"table": table.pk}), people[0]


def missing(page: Page, own: str) -> list[str]:
    """What of a table is not on the screen as it stands."""
    wide = page.viewport_size is not None and page.viewport_size["width"] >= 1024
    wanted = {
        "the board": ".board-window",
        "whose move it is": "#turn h2",
        "a button of the common move": "#menus button:enabled",
        "what is one's own": own,
    }
    found = [what for what, where in wanted.items() if not page.evaluate(SHOWN, where)]
    tall = page.evaluate("document.documentElement.scrollHeight / innerHeight")
    if wide and tall > 1.01:
        found.append(f"{tall:.2f} screens tall")
    return [*found, *too_wide(page)]


@pytest.mark.parametrize("game", GAMES)
def test_board_common_move_and_own_hand_stand_on_one_screen(
    game: str,
    site: object,
    open_page: Callable[..., Page],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, me = middle(game, monkeypatch)
    page = open_page(user=me)
    found = []
    for size in SIZES:
        for light in ("light", "dark"):
            see(page, size, light)
            if light == "light":
                page.goto(path)
            found += [
                f"{size[0]} x {size[1]}, {light}: {each}" for each in missing(page, GAMES[game].own)
            ]
    assert not found, "\n".join(found)
