"""A side's board shows dossiers of rival cars that its team has read (V63, V127)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from autoduel.club.results import CarLine, SideLine
from autoduel.game import AUTODUEL
from autoduel.rules.samples import MAGISTRATE, RAMROD
from autoduel.selectors.dossiers import car_numbers
from autoduel.tabletop.dossiers import Dossier, dossier_of, dossier_panels, dossier_passages
from campaign.garage.rules.record import make_record
from campaign.garage.rules.sheet import make_sheet
from campaign.garage.rules.stock import find_stock_vehicle
from campaign.garage.selectors.garage import record_of
from core.web import clock
from engine.codec import encode
from engine.values import Seat, changed
from espionage.models import Intel
from espionage.rules.report import Snapshot
from espionage.services.tick import tick
from play.selectors.participants import place
from play.selectors.table_view import view_table
from tests.autoduel.garage import start_duel
from tests.autoduel.weeks import make_club_with_duel, table_of

if TYPE_CHECKING:
    from datetime import datetime

    from autoduel.rules.values import View
    from core.accounts.models import User
    from tests.factories import Club

READ = Dossier(
    car=1,
    when="week 6",
    armour=(("front", 45), ("back", 30)),
    parts=(("Plant", "8 DP then"), ("Laser, turret", "fires from the plant")),
)


def view_of_rival(**rival: object) -> View:
    """Return the first seat's view of a duel with changes to the other car."""
    state = start_duel(MAGISTRATE, RAMROD)
    cars = (state.table.cars[0], changed(state.table.cars[1], **rival))
    return AUTODUEL.view(changed(state, table=changed(state.table, cars=cars)), Seat(0))


def test_v63_dossier_is_shown_as_a_table_and_in_words_with_its_age() -> None:
    view, title = view_of_rival(), f"Read of {RAMROD.name} in week 6"
    (panel,) = dossier_panels(view, [READ])
    assert (panel.title, panel.secret) == (title, True)
    assert panel.table is not None
    assert panel.table.rows == (
        ("Armour, front", "45"),
        ("Armour, back", "30"),
        ("Plant", "8 DP then"),
        ("Laser, turret", "fires from the plant"),
    )
    (said,) = dossier_passages(view, [READ])
    assert said.title == title
    assert said.lines[0] == "Armour, front: 45."


def test_v63_dossier_armour_falls_by_publicly_seen_damage() -> None:
    (said,) = dossier_passages(view_of_rival(dealt=(6, 40, 0, 0, 0, 0)), [READ])
    assert said.lines[0] == "Armour, front: 39 of 45, 6 seen dealt."
    assert said.lines[1] == "Armour, back: 0 of 30, 40 seen dealt."
    assert dossier_panels(view_of_rival(out="exploded"), [READ]) == ()


def test_v127_dossier_shows_the_sheet_as_the_spy_read_it() -> None:
    built = find_stock_vehicle("magistrate")
    assert built is not None
    record = make_record(built.design, "Gavel", "", {"armour:front": 3, "plant": 1})
    sheet = make_sheet(record)
    found = dossier_of(sheet, 1, "week 2")
    front = next(row for row in sheet.armour if row.location == "front")
    plant = next(row for row in sheet.parts if row.key == "plant")
    assert dict(found.armour)["front"] == front.now == front.built - 3
    assert found.parts[0] == ("Plant", f"{plant.built - 1} DP then")
    assert len(found.parts) == 1 + len(sheet.weapons)


def test_v63_cars_have_the_same_numbers_as_in_the_rules() -> None:
    ids = [f"00000000-0000-0000-0000-00000000000{nth}" for nth in range(5)]
    lineup = [
        SideLine(team="", cars=tuple([CarLine(vehicle=ids[nth], crew=()) for nth in cars]))
        for cars in ((0, 3), (1,), (2, 4))
    ]
    assert [number for _, number in sorted(car_numbers(lineup).items())] == [0, 1, 2, 3, 4]


# --- in a club's week -----------------------------------------------------------------------------


def record_intel(club: Club, reader: int, about: int, at: datetime, worn: int = 0) -> None:
    """Record that a team's infiltrator read the whole sheet of the other's car."""
    with club.scope():
        car, week = club.car(about), club.open_week
        record = record_of(car)
        if worn:
            record = make_record(record.design, record.name, "", {"armour:front": worn})
        snapshot = Snapshot(
            about=Seat(about), vehicle=str(car.pk), name=car.name, sheet=make_sheet(record)
        )
        Intel.objects.create(
            team=club.teams[reader],
            about=club.teams[about],
            week=week,
            vehicle=car,
            kind=Intel.Kind.SHEET,
            snapshot=msgspec.to_builtins(snapshot),
            cause=f"test:{at.isoformat()}",
            at=at,
        )


def page(club: Club, user: User) -> str:
    seen = view_table(place(table_of(club).pk, user))
    return encode(seen.board).decode() if seen.board else ""


@pytest.mark.django_db
def test_v63_two_worlds_differ_only_on_the_board_of_the_sheets_readers() -> None:
    club = make_club_with_duel("live")
    hour = club.open_week.duel_at
    with clock.set_to(hour):
        tick(now=hour)
        readers = (*club.players, club.gm)
        before = [page(club, user) for user in readers]
        record_intel(club, 0, 1, club.open_week.settle_at)
        own, *others = [page(club, user) for user in readers]
    assert others == before[1:]
    assert own != before[0]
    assert f"Read of {club.car(1).name} in week 1" in own
    assert f"Read of {club.car(0).name}" not in own


@pytest.mark.django_db
def test_v127_newest_sheet_read_before_the_duel_counts() -> None:
    club = make_club_with_duel("live")
    hour, settled = club.open_week.duel_at, club.open_week.settle_at
    with clock.set_to(hour):
        tick(now=hour)
        record_intel(club, 0, 1, settled, worn=1)
        first = page(club, club.players[0])
        record_intel(club, 0, 1, settled.replace(microsecond=1), worn=2)
        second = page(club, club.players[0])
        record_intel(club, 0, 1, hour.replace(microsecond=1), worn=3)
        assert page(club, club.players[0]) == second != first
        assert second.count("Read of") == 2
