"""A duel as a film: each turn in its phases, at shareable addresses, without scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse

from autoduel.game import AUTODUEL
from autoduel.rules.values import Autopilot
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.options import Options
from engine.dice import seed_from
from engine.match import Match
from engine.values import Seat
from play.clocking import Clock
from play.models import Table
from play.services import leaving, moving, seating, sharing, tables
from tests.factories import person, signed_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpResponse

    from .parlour import Parlour

RED, BLUE = Seat(0), Seat(1)


def test_v112_a_part_is_named_by_its_turn_and_first_phase() -> None:
    setup = AUTODUEL_TABLE.setup(Options(division="6"), 2)
    first = Match.begin(AUTODUEL, setup, seed_from("a film"))
    second = first.submit(RED, Autopilot(turns=2)).submit(BLUE, Autopilot(turns=2))
    say = AUTODUEL_TABLE.narrator(("Ann", "Bob"), None)
    heard = second.heard_by(None)
    told = [(event, say(event)) for event in heard][len(first.heard_by(None)) :]
    titles = [one.title for one in AUTODUEL_TABLE.stages(first.view(None), second.view(None), told)]
    assert titles[0] == "Turn 1, phase 1" and titles == sorted({*titles})
    assert any(title.startswith("Turn 2, phase ") for title in titles)


@pytest.mark.django_db
def test_v62_a_driver_sees_others_deadline_but_not_who_has_sealed() -> None:
    mia, sam, cem = person("mia"), person("sam"), person("cem")
    table = tables.open_table(
        user=mia,
        game="autoduel",
        options={"division": "6"},
        seats=("me", "open", "open"),
        clock=Clock(kind="live", seconds=600),
    )
    for user in (sam, cem):
        seating.sit_down(table_id=table.pk, user=user)
    client = signed_in(mia)
    page, api = (reverse(name, args=[table.pk]) for name in ("play-table", "api-table"))
    assert "Deadline for the others" not in client.get(page).content.decode()
    seen = client.get(api).json()
    assert seen["round_due_at"] == seen["due_at"]
    for user in (mia, sam):
        moving.make_move(table_id=table.pk, user=user, move=Autopilot())
        assert "Deadline for the others: <time" in client.get(page).content.decode()
        after = client.get(api).json()
        assert (after["due_at"], after["round_due_at"]) == (None, seen["round_due_at"])
        assert not any(chair["waited_for"] or chair["due_at"] for chair in after["chairs"])


@pytest.fixture
def public_duel(db: None) -> Table:
    """Return a public duel of two turns that Sam resigned."""
    mia, sam = person("mia"), person("sam")
    table = tables.open_table(
        user=mia, game="autoduel", options={"division": "6"}, seats=("me", "open")
    )
    seating.sit_down(table_id=table.pk, user=sam)
    for _ in range(2):
        for user in (mia, sam):
            moving.make_move(table_id=table.pk, user=user, move=Autopilot())
    leaving.resign(table_id=table.pk, user=sam)
    sharing.set_sharing(table_id=table.pk, user=mia, is_on=True)
    table.refresh_from_db()
    return table


def get(table: Table, said: str) -> HttpResponse:
    answer: Any = Client().get(f"/play/matches/{table.pk}/steps/?{said}")
    assert answer.status_code == 200
    return answer


def test_v112_a_film_advances_by_itself_and_can_be_stopped(public_duel: Table) -> None:
    """A Refresh header tells the browser where to go next, without scripts."""
    said, seen = "step=1&from=public&play=1", []
    while True:
        answer = get(public_duel, said)
        seen.append(said)
        if "Refresh" not in answer:
            break
        seconds, _, address = answer["Refresh"].partition(";url=?")
        assert 2 <= int(seconds) <= 8 and b">Stop</a>" in answer.content
        said = address.removesuffix("#stepping")
        assert said not in seen
    parts = [(2, nth + 1) for nth in range(_parts(public_duel, 2))]
    parts += [(3, nth + 1) for nth in range(_parts(public_duel, 3))]
    wanted = [f"step={step}&from=public&part={part}&play=1" for step, part in parts]
    assert seen == ["step=1&from=public&play=1", *wanted]
    assert "Refresh" not in get(public_duel, "step=2&from=public&part=2")


def test_v112_each_moment_has_an_address(public_duel: Table) -> None:
    page = get(public_duel, "step=3&from=public&part=1").content.decode()
    assert "<h2>Turn 2, phase 1</h2>" in page
    link = (
        f"http://testserver/play/matches/{public_duel.pk}/steps/?step=3&amp;from=public&amp;part=1"
    )
    assert link in page
    assert 'aria-current="true">Turn 2, phase 1</a>' in page
    back = re.search(r'rel="prev"\s+href="\?(.*?)#', page)
    assert back and back[1] == "step=2&amp;from=public&amp;part=last"
    assert "<h2>Turn 1, phase " in get(public_duel, "step=2&from=public&part=last").content.decode()


def test_v112_the_parts_of_a_turn_contain_all_its_lines(public_duel: Table) -> None:
    lines = _lines(get(public_duel, "step=2&from=public"))
    many = _parts(public_duel, 2)
    parts = [_lines(get(public_duel, f"step=2&from=public&part={nth + 1}")) for nth in range(many)]
    assert lines and [line for part in parts for line in part] == lines


def test_v112_links_to_steps_are_for_watchable_tables_and_public_views(
    parlour: Callable[..., Parlour],
) -> None:
    at, closed = parlour(), parlour(visibility="invited", watched=False)
    for one in (at, closed):
        one.play_out()
    link = f"http://testserver{at.path('play-history')}?step=2&amp;from=public#stepping"
    page = at.get("watcher", f"{at.path('play-history')}?step=2&from=public").content.decode()
    assert link in page and "for signed-in users" in page
    own = at.get("first", f"{at.path('play-history')}?step=2").content.decode()
    hidden = closed.get("first", f"{closed.path('play-history')}?step=2&from=public")
    assert "Link to this step" not in own
    assert "Link to this step" not in hidden.content.decode()


def test_a_game_without_parts_has_a_film_of_steps(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    at.play_out()
    answer = at.get("first", f"{at.path('play-history')}?step=1&play=1")
    assert answer["Refresh"].partition(";url=")[2].startswith("?step=2&from=0&play=1")


def _parts(table: Table, step: int) -> int:
    """Return the number of parts of a step."""
    page = get(table, f"step={step}&from=public&part=1").content.decode()
    return len(re.findall(rf">Turn {step - 1}, phase \d</a>", page))


def _lines(answer: HttpResponse) -> list[str]:
    """Return the events listed on the page."""
    _, _, heard = answer.content.decode().partition('<ul role="list" class="log">')
    return re.findall(r"<li>(.*?)</li>", heard.partition("</ul>")[0])
