"""Races as events of a club, on the site and on paper (C136)."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from autoduel.game import AUTODUEL
from autoduel.rules import race
from campaign.desk.services import reconcile
from campaign.duels.models import DrivenDuel
from campaign.duels.pictures.arena import arena_sheet
from campaign.duels.pictures.race import race_sheets
from campaign.duels.rules import races
from campaign.duels.rules.acts import Making
from campaign.duels.rules.arenas import KESSEL
from campaign.duels.rules.papers import EntryLine
from campaign.duels.selectors.duels import latest_result, payload_of
from campaign.duels.services import events
from campaign.duels.services.entries import duel_rules
from campaign.house_rules.rules.duel_numbers import MAX_LAPS
from campaign.league.models import Duel
from campaign.league.selectors.links import week_path
from core.web.pictures.paper import A4, LETTER, Paper, Rect, Text
from core.web.refusals import BadForm
from espionage.services.tick import tick
from play.running import readers, resume
from play.services import thinking
from tests.factories import Club, found_club, signed_in


def make(club: Club, arena: str = "", laps: int = 2) -> Duel:
    """Create a race that starts in an hour."""
    new = Making(name="Cup", arena=arena, laps=laps, starts_at=club.at + timedelta(hours=1))
    with club.scope():
        return events.make(week=club.open_week, new=new, actor=club.gm, now=club.at)


@pytest.mark.django_db
def test_c136_a_race_is_driven_on_the_site_with_its_laps_on_the_grid() -> None:
    club = found_club(characters=4, options={"duel_mode": "quick", "event_formula": True})
    event = make(club)
    for team in (0, 1):
        club.enter(team, duel=event)
    tick(now=event.start)
    with club.scope():
        row = DrivenDuel.objects.select_related("table__match").get(duel=event)
        assert not duel_rules(event).event_formula, "the finish decides the places"
    assert row.table is not None and row.table.match is not None
    setup = readers(AUTODUEL.key).setup.decode(row.table.match.setup)
    assert (setup.race, setup.arena) == (race.race_of(2), race.TRACK)


@pytest.mark.slow("drives a race to its end")
@pytest.mark.django_db
def test_c136_the_finish_decides_the_places_of_a_race_that_the_site_books() -> None:
    club = found_club(
        characters=4,
        options={"duel_mode": "quick", "event_formula": True, "duel_books_at_once": True},
    )
    event = make(club, laps=1)
    for team in (0, 1):
        club.enter(team, duel=event)
    tick(now=event.start)
    while thinking.think(limit=500, seconds=60):
        pass
    tick(now=event.start + timedelta(minutes=1))
    with club.scope():
        row = DrivenDuel.objects.select_related("table__match__snapshot").get(duel=event)
        booked = latest_result(event)
        findings = list(reconcile.findings([club.campaign.pk]))
    assert row.table is not None and row.table.match is not None and booked is not None
    state = resume(row.table.match, row.table.match.snapshot).state
    sides = [side["team"] for side in row.lineup]
    assert payload_of(booked).places == dict(zip(sides, state.table.places, strict=True))
    assert findings == []


@pytest.mark.django_db
def test_c136_a_race_is_refused_in_another_arena() -> None:
    club = found_club()
    with pytest.raises(BadForm, match="Races are driven on the Kessel Oval"):
        make(club, arena="Saltmarket")
    assert make(club, arena="kessel oval").arena == "Kessel Oval"


@pytest.mark.django_db
def test_c136_a_gm_creates_a_race_and_its_page_shows_the_laps() -> None:
    club = found_club(characters=4)
    prefix = reverse("club", kwargs={"slug": club.campaign.slug})
    week = club.open_week
    start = (club.at + timedelta(hours=20)).strftime("%Y-%m-%dT%H:%M")
    data = {"name": "Cup", "starts_at": start, "laps": "2", "arena": "", "budget": ""}
    path = prefix + week_path("desk-event-make", week)
    with time_machine.travel(club.at, tick=False):
        gm = signed_in(club.gm)
        refused = gm.post(path, data | {"laps": "4", "idempotency": "long"})
        answer = gm.post(path, data | {"idempotency": "short"}, follow=True)
    assert refused.status_code == 422
    assert "2 laps. The first car over the finishing line wins." in answer.text
    with club.scope():
        assert Duel.objects.get(name="Cup").laps == 2


def test_c136_the_printed_track_is_that_of_the_site() -> None:
    assert MAX_LAPS == race.MAX_LAPS
    scaled = [[(x * 1000, y * 1000) for x, y in line] for line in races.LINES]
    assert scaled == [list(line) for line in race.LINES]
    grid = [(x * 1000, y * 1000) for x, y in races.GRID]
    assert grid == [(gate.x, gate.y) for gate in race.TRACK.gates]
    words = [shape.text for shape in arena_sheet(KESSEL, "Cup", A4, race=True).shapes
             if isinstance(shape, Text)]  # fmt: skip
    assert {"Line 1", "Line 2", "Line 3", "Finish"} <= set(words)


def test_c136_lines_come_counter_clockwise_on_a_page_that_shows_the_oval_upright() -> None:
    """The arena is turned on the page, and not mirrored."""
    places = {
        shape.text: (shape.x, shape.y)
        for shape in arena_sheet(KESSEL, "Cup", A4, race=True).shapes
        if isinstance(shape, Text)
    }
    lap = [places[name] for name in ("Line 1", "Line 2", "Line 3", "Finish")]
    to_the_next = zip(lap, (*lap[1:], lap[0]), strict=True)
    assert sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in to_the_next) < 0, "y points down"


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
@pytest.mark.parametrize("cars", [0, 3, 40])
def test_c136_the_lap_chart_has_a_box_for_every_line_of_every_car(cars: int, paper: Paper) -> None:
    entries = [EntryLine(team="Anvil", car=f"Car {nth}", crew=()) for nth in range(cars)]
    pages = tuple(race_sheets(entries, 3, "Week 1", paper))
    boxes = [
        shape for page in pages for shape in page.shapes
        if isinstance(shape, Rect) and shape.y + shape.height <= paper.bottom
    ]  # fmt: skip
    assert len(boxes) % 12 == 0 and len(boxes) >= 12 * max(1, cars)
    assert cars == 0 or len(boxes) == 12 * cars
