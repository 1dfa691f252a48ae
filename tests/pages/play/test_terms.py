"""The options of a table: shown before sitting down, set on a form that folds, explains and reports
all errors; links to the rules.
"""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client

from core.accounts.models import User
from engine.codec import encode
from minigames.achtung.board.options import Evening, PoolRow, UnlockRow
from minigames.achtung.tabletop import ALL_OPTIONS
from play.models import Table
from play.services import tables
from play.templatetags.board import join_names
from tests.factories import person, signed_in
from tests.pages.club.conftest import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("ann")


def open_achtung(user: User, options: Evening, seats: int) -> Table:
    plain = {
        name: value
        for name, value in msgspec.to_builtins(options).items()
        if value != msgspec.to_builtins(Evening())[name]
    }
    return tables.open_table(user=user, game="achtung", options=plain, seats=["open"] * seats)


def read(user: User, path: str) -> str:
    """Return a page without parts that are new on every visit."""
    page = signed_in(user).get(path).content.decode()
    return re.sub(
        r'name="(idempotency|csrfmiddlewaretoken)"\s+value="[^"]*"|data-now="[^"]*"', "", page
    )


def send_form(client: Client, seats: int, **changed: str) -> Any:
    """Send the form with these fields changed."""
    form = client.get(f"/play/new/achtung/?seats={seats}").context["form"]
    typed = {name: form[name].value() for name in form.fields}
    plain = {
        name: value
        for name, value in typed.items()
        if isinstance(value, str | int) and value is not False
    }
    grids = {name: rows for name, rows in typed.items() if isinstance(rows, list | tuple)}
    plain |= {
        f"{name}-{at}-{column}": cell
        for name, rows in grids.items()
        for at, row in enumerate(rows)
        for column, cell in row.items()
    }
    return client.post("/play/new/achtung/", {**plain, "idempotency": uuid4().hex, **changed})


# --- before the start -----------------------------------------------------------------------------


def test_everyone_sees_the_options_before_sitting_down(ann: User) -> None:
    table = open_achtung(ann, ALL_OPTIONS, 12)
    room, lobby = read(person("dan"), f"/play/{table.pk}/"), read(person("eve"), "/play/")
    for page in (room, lobby):
        for said in (
            "6 a side, 2 Spies in each team, squads of 3.",
            "Complex classes.",
            "the ballots are shown",
            "Spies can disguise themselves",
        ):
            assert said in page, said
    assert "Everything on</summary>" in lobby
    assert ">Options<" in room and 'href="/play/games/achtung/"' in room


def test_a_list_of_matches_is_among_the_options(ann: User) -> None:
    table = open_achtung(ann, Evening(matches="from_a_list"), 8)
    assert "Matches: Payload, Capture the Flag, Control Points, Payload, Capture the Flag." in read(
        person("dan"), f"/play/{table.pk}/"
    )


SECRETS = (
    Evening(
        host="arranges_and_stays_away",
        matches="from_a_secret_list",
        pool="chosen",
        pools=(PoolRow(kind="scout", red=3, blu=3),),
        unlocks="chosen",
        chosen_unlocks=(UnlockRow(kind="scout", unlock="bonk"),),
    ),
    Evening(
        host="arranges_and_stays_away",
        matches="from_a_secret_list",
        match_1="control_points",
        pool="chosen",
        pools=(PoolRow(kind="heavy", red=3), PoolRow(kind="medic", blu=3)),
        unlocks="chosen",
        chosen_unlocks=(UnlockRow(kind="heavy", unlock="natascha"),),
    ),
)


def test_a20_secret_options_change_nothing_that_others_see(ann: User) -> None:
    first, second = SECRETS
    table, dan = open_achtung(ann, first, 8), person("dan")
    paths = (f"/play/{table.pk}/", "/play/")
    before = [read(dan, path) for path in paths]
    Table.objects.filter(pk=table.pk).update(options=encode(second).decode())
    assert [read(dan, path) for path in paths] == before
    assert (
        "Some classes carry an unlock." in before[0]
        and "Scout" not in before[0]
        and "Bonk" not in before[0]
    )


def test_a_table_with_unreadable_options_does_not_break_the_lobby(ann: User) -> None:
    table = open_achtung(ann, Evening(), 8)
    Table.objects.filter(pk=table.pk).update(options='{"matches":"as_they_were"}')
    assert f"/play/{table.pk}/" in read(person("dan"), "/play/")


# --- the form -------------------------------------------------------------------------------------


def test_every_contradiction_is_reported_at_its_option(ann: User) -> None:
    answer = send_form(
        signed_in(ann),
        10,
        option_disguise="on",
        option_spies_know="on",
        option_unlocks="chosen",
        option_squad="5",
    )
    assert answer.status_code == 422
    assert {*answer.context["form"].errors} == {
        "option_disguise",
        "option_spies_know",
        "option_chosen_unlocks",
        "option_squad",
    }
    page = answer.content.decode()
    summary = page.partition('class="error-summary"')[2].partition("</div>")[0]
    anchors = re.findall(r'href="#([^"]+)"', summary)
    assert len(anchors) == 4 and all(f'id="{anchor}"' in page for anchor in anchors), anchors


def test_a_wrong_number_of_seats_is_reported_at_its_field(ann: User) -> None:
    answer = send_form(signed_in(ann), 10, option_pool="one_of_each")
    assert answer.context["form"].errors == {
        "count": ["These options need 18 players, but you set 10 seats."]
    }
    assert (
        'href="#id_count"' in answer.content.decode() and 'id="id_count"' in answer.content.decode()
    )


def test_unchanged_options_are_folded_and_invalid_ones_open(ann: User) -> None:
    client = signed_in(ann)
    page = client.get("/play/new/achtung/").content.decode()
    folds = [
        "The five matches of a list",
        "Chosen classes",
        "New classes after a match",
        "Chosen unlocks",
    ]
    assert [
        summary
        for summary in re.findall(r"<details>\s*<summary>([^<]+)<", page)
        if summary in folds
    ] == folds
    wrong = send_form(client, 10, option_unlocks="chosen").content.decode()
    assert re.findall(r"<details open>\s*<summary>([^<]+)<", wrong) == ["Chosen unlocks"]
    preset = client.get("/play/new/achtung/?preset=everything").content.decode()
    assert re.findall(r"<details open>\s*<summary>([^<]+)<", preset) == [
        "New classes after a match"
    ]


def test_the_form_links_to_the_rules_and_lists_options_in_order(ann: User) -> None:
    page = signed_in(ann).get("/play/new/achtung/").content.decode()
    assert 'href="/play/games/achtung/"' in page
    assert (
        "Bonk! Atomic Punch (Scout)" in page
        and "The Pain Train (Soldier or Demoman)" in page
        and "Pain-Train" not in page
    )
    host = page.partition('name="option_host"')[2].partition("</select>")[0]
    assert re.findall(r">([A-Z][^<]*)<", host) == [
        "Plays",
        "Arranges and stays away",
        "Is the administrator",
    ]


# --- names ----------------------------------------------------------------------------------------


def test_names_containing_commas_are_joined_by_semicolons() -> None:
    assert join_names(["anna", "bert"]) == "anna, bert"
    assert join_names(["anna", "Otter, Number 2"]) == "anna; Otter, Number 2"


def test_a_chair_shows_its_title_once(ann: User) -> None:
    table = tables.open_table(
        user=ann, game="achtung", options={}, seats=["me", *["bot:random"] * 7]
    )
    chairs = (
        words(signed_in(ann).get(f"/play/{table.pk}/"))
        .partition("Players")[2]
        .partition("Match 1 of 5")[0]
    )
    assert chairs.count("RED") == chairs.count("BLU") == 1
    assert chairs.count("Number 2") == 1 and ", Number" not in chairs
