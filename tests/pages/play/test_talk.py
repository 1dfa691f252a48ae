"""The selected channel of a person's talk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from engine.bots import Remark
from engine.values import Seat
from minigames.achtung.doctrine import Doctrine
from minigames.achtung.rules.words import CHANNELS
from play.models import ChatLine, Move
from play.selectors.matches import current_match
from play.services import thinking
from play.services.clocks import play_default
from play.services.table_lock import lock_table
from play.services.tables import open_table
from tests.factories import person, signed_in
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.dice import Dice
    from minigames.achtung.rules.values import View

    from .parlour import Parlour

pytestmark = pytest.mark.django_db


def selected_channel(page: str) -> str:
    """Return the channel selected in the form."""
    select = re.search(r'<select name="channel".*?</select>', page, re.DOTALL)
    assert select is not None
    options = re.findall(r'<option value="([^"]+)"( selected)?', select[0])
    return next((key for key, selected in options if selected), options[0][0])


def say_names(self: Doctrine, view: View, seat: Seat, dice: Dice) -> Remark:
    """Let every bot say its name."""
    return Remark(channel=CHANNELS[view.table.sides[seat]], phrase=f"Here is number {seat + 1}.")


def test_the_last_used_channel_stays_selected_without_scripts(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()

    def page() -> str:
        found: str = at.get("first").content.decode()
        return found

    assert selected_channel(page()) == "table"
    for channel in ("own-0", "table", "own-0"):
        answer = at.post("first", "play-say", {"channel": channel, "text": f"to {channel}"})
        assert urlsplit(answer.url).path == at.path()
        assert selected_channel(page()) == channel
    at.say("second", "hello")
    assert selected_channel(page()) == "own-0"


def test_talk_before_the_start_selects_no_channel(parlour: Callable[..., Parlour]) -> None:
    at = parlour(open_seat=True)
    at.say("first", "Anybody?")
    at.post("second", "play-sit", {"seat": "1"})
    at.table.refresh_from_db()
    assert at.table.is_playing
    assert selected_channel(at.get("first").content.decode()) == "table"
    ChatLine.objects.update(channel="own-0")
    assert selected_channel(at.get("first").content.decode()) == "table"


def test_a8_talk_at_achtung_starts_in_the_players_team_and_bots_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    me, watcher = person("me"), person("watcher")
    table = open_table(user=me, game="achtung", options={}, seats=("me", *["bot:doctrine"] * 9))
    assert table.match is not None
    channel_of = [CHANNELS[side] for side in current_match(table.match).state.table.sides]
    monkeypatch.setattr(Doctrine, "remark", say_names)
    with lock_table(table.pk) as locked_table:
        if Seat(0) in locked_table.running().to_act():
            play_default(locked_table, Seat(0), Move.Origin.CLOCK)
    thinking.think(limit=8)
    spoke = dict(ChatLine.objects.filter(chair__isnull=False).values_list("chair__seat", "channel"))
    assert {*spoke.values()} == {*CHANNELS}
    assert all(channel == channel_of[seat] for seat, channel in spoke.items())
    pages = {}
    for user in (me, watcher):
        client = signed_in(user)
        pages[user] = client.get(reverse("play-table", kwargs={"table": table.pk}))
    assert selected_channel(pages[me].content.decode()) == channel_of[0]
    for seat, channel in spoke.items():
        assert (f"Here is number {seat + 1}." in words(pages[me])) == (channel == channel_of[0])
    assert "Here is number" not in words(pages[watcher])
