"""Tempers and levels of bots, names that tell the temper, and portraits."""

from __future__ import annotations

from typing import Any
from uuid import uuid4
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from core.accounts.models import User
from core.web.pictures.portraits import portrait_svg
from core.web.portrait_codes import portrait_code
from core.web.refusals import Refused
from core.web.templatetags.house import portrait
from engine import registry as games
from engine.bots import GameBots, RandomBot, Slipping, Temper
from play.models import Table
from play.selectors.names import name_of
from play.services import leaving, tables
from play.tabletop import registry
from tests.engine.games.bids import BIDS
from tests.factories import signed_in

from .tables import chairs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]
RASH, SLOW = ("Ash", "Birch", "Cedar"), ("Dove", "Egret", "Finch")


def temper(key: str, words: str, names: tuple[str, ...]) -> Temper:
    plain = RandomBot(BIDS)
    return Temper(key, words, names, Slipping(plain, BIDS.propose, one_in=2), plain, plain)


@pytest.fixture(autouse=True)
def tempered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the toy game's bots two tempers."""
    both = temper("rash", "bids at once", RASH), temper("slow", "bids late", SLOW)
    monkeypatch.setitem(games.GAMES._bots, "bids", GameBots(tempers=both))


def open_table(user: User, **more: str) -> Table:
    """Submit the form of a new table for three."""
    client = signed_in(user)
    said = {
        "idempotency": uuid4().hex,
        "count": "3",
        "seat_1": "me",
        "seat_2": "bot:rash",
        "seat_3": "bot:slow",
    }
    said |= {"level": "club", "clock": "none", "visibility": "listed", "option_rounds": "3", **more}
    response = client.post("/play/new/bids/", said)
    assert response.status_code == 303, response.content.decode()
    return Table.objects.latest("opened_at")


def test_creator_chooses_tempers_and_levels_of_bots(ann: User) -> None:
    assert [chair.bot for chair in chairs(open_table(ann, level="strong"))] == [
        "", "rash:strong", "slow:strong",
    ]  # fmt: skip
    assert [chair.bot for chair in chairs(open_table(ann))][1:] == ["rash:club", "slow:club"]


def test_bot_name_tells_its_temper_but_not_its_level(ann: User) -> None:
    for level in ("newcomer", "club", "strong"):
        _, rash, slow = [name_of(chair) for chair in chairs(open_table(ann, level=level))]
        assert rash in RASH and slow in SLOW


def test_default_bot_is_a_club_player_of_the_first_temper(ann: User) -> None:
    table = tables.open_table(user=ann, game="bids", options={}, seats=["me", "bot", "bot"])
    assert [chair.bot for chair in chairs(table)][1:] == ["rash:club", "rash:club"]
    assert len({name_of(chair) for chair in chairs(table)}) == 3
    assert registry.get("bids").may_sit[:2] == ("rash:club", "rash:newcomer")
    leaving.resign(table_id=table.pk, user=ann)
    assert chairs(table)[0].bot == "rash:club"


def test_former_bot_names_still_work_and_unknown_ones_do_not(ann: User) -> None:
    table = tables.open_table(user=ann, game="bids", options={}, seats=["me", "bot:random"])
    assert chairs(table)[1].bot == "random"
    with pytest.raises(Refused, match="rash:club"):
        tables.open_table(user=ann, game="bids", options={}, seats=["me", "bot:rash:grand"])


def test_each_name_always_has_the_same_face() -> None:
    faces = {name: portrait_svg(portrait_code(name)) for name in (*RASH, *SLOW)}
    assert len(set(faces.values())) == len(faces)
    for name, face in faces.items():
        assert portrait_svg(portrait_code(name)) == face
        ET.fromstring(face)


def test_no_one_can_compute_the_code_of_a_name_without_the_site_s_key(settings: Any) -> None:
    compute = portrait_code.__wrapped__
    code = compute("Ash")
    assert code == compute("Ash") == portrait_code("Ash")
    settings.SECRET_KEY = "another site's key"
    assert compute("Ash") != code


def test_a_portrait_is_an_image_that_browsers_keep() -> None:
    address = f"/faces/{portrait_code('Ash')}.svg"
    answer = Client().get(address)
    assert f'src="{address}"' in portrait("Ash") and portrait("") == ""
    assert answer["Content-Type"] == "image/svg+xml" and "immutable" in answer["Cache-Control"]
    assert answer.content.decode() == portrait_svg(portrait_code("Ash"))
    assert Client().get("/faces/789.svg").status_code == 404


def test_game_page_and_table_show_the_faces(ann: User) -> None:
    client, table = Client(), open_table(ann)
    client.force_login(ann)
    page = client.get("/play/games/bids/").content.decode()
    assert "a bot that bids at once" in page and portrait("Ash") in page
    bot = chairs(table)[1]
    assert portrait(name_of(bot)) in client.get(f"/play/{table.pk}/").content.decode()
