"""A closed season's pages: all members read former secrets, nobody does before the close, and
vehicles in play stay hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django_scopes import scopes_disabled

from ambush.rules.call import Combatant
from campaign.desk.services import founding
from campaign.garage.models import Vehicle
from campaign.league.demo import SLUG
from campaign.league.models import Campaign, Week
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from core.accounts.models import User
from core.web import clock
from engine.codec import Reader
from engine.dice import SeededDice, seed_from
from engine.values import Seat
from espionage.models import OrderSheet, SealedSeat
from espionage.rules.orders import Order, Sheet, Standing
from espionage.rules.redaction import FoughtSide
from espionage.rules.report import Debrief
from espionage.rules.transcript import Transcript, check_transcript
from espionage.rules.values import Debriefed
from espionage.services import drawing, sheets
from espionage.services.tick import tick
from tests.demo import found_demo
from tests.factories import Club, found_club, person, signed_in
from tests.moulds import moulded

pytestmark = pytest.mark.django_db

READER: Reader[Transcript] = Reader(Transcript)
ARMED = Kit(items=(Packed(gear="heavy_pistol", count=1),))


@dataclass
class House:
    """A club whose first week is closed and whose season can be closed."""

    club: Club

    @property
    def base(self) -> str:
        return f"/c/{self.club.campaign.slug}/seasons/1/"

    @property
    def week(self) -> str:
        return f"{self.base}weeks/1/opened/"

    @property
    def file(self) -> str:
        return f"{self.week}transcript.json"

    @property
    def cast(self) -> dict[str, User]:
        """Return everyone who may read a closed season."""
        assert self.club.spectator is not None
        return {
            "owner": self.club.players[0],
            "rival": self.club.players[1],
            "spectator": self.club.spectator,
            "gm": self.club.gm,
        }

    def close(self) -> None:
        founding.close_season(
            season=self.club.season, actor=self.club.gm, now=self.club.open_week.closes_at
        )

    def get(self, path: str, who: User | None = None) -> Any:
        client = signed_in(who or self.club.players[1])
        return client.get(path)

    def text(self, path: str, who: User | None = None) -> str:
        response = self.get(path, who)
        assert response.status_code == 200
        return response.content.decode()

    def transcript(self) -> Transcript:
        return READER.decode(self.get(self.file).content)


def orders_of(club: Club, team: int, against: int) -> Sheet:
    def who(name: str) -> str:
        return str(club.who(team, name).pk)

    target = str(club.teams[against].pk)
    return Sheet(
        orders=(
            Order(spy=who("Vesper"), action="infiltrate", target_team=target, kit=ARMED),
            Order(
                spy=who("Fuse"),
                action="blow_up",
                target_team=target,
                bricks=2,
                target=str(club.car(against).pk),
            ),
            Order(
                spy=who("Doc"),
                action="assassinate",
                target_team=target,
                target=str(club.who(against, "Rook").pk),
            ),
            Order(
                spy=who("Wrench"), action="infiltrate", target_team=target, on_twelve="infiltrate"
            ),
            Order(spy=who("Sable"), action="counterspy", kit=ARMED),
        ),
        standing=Standing(counterspy_from=-5, chase_bombers=True, on_counterspy_twelve="ambush"),
    )


def play_to_close(club: Club) -> None:
    """Play the open week to its close."""
    week = club.open_week
    for moment in (week.due_at, week.settle_at, week.duel_at, week.closes_at):
        tick(now=moment)
    with scopes_disabled():
        week.refresh_from_db()
    assert week.status == Week.Status.CLOSED


@moulded
def play_three_spies(**options: Any) -> Club:
    """Let two of three teams spy on each other for a week, and close it."""
    club = found_club(teams=3, characters=6, spectator=True, **options)
    week = club.open_week
    with pytest.MonkeyPatch.context() as still:
        still.setattr(clock, "now", lambda: club.at)
        for team, against in ((0, 1), (1, 0)):
            with club.scope():
                sheets.save_sheet(
                    week_id=week.pk,
                    team=club.teams[team],
                    sheet=orders_of(club, team, against),
                    state=OrderSheet.State.FINAL,
                    seen_version=0,
                    saved_by=club.players[team],
                )
        play_to_close(club)
    return club


@pytest.fixture
def make_house(monkeypatch: pytest.MonkeyPatch) -> Callable[..., House]:
    """Let three teams spy on each other for a week, and close it."""

    def made(**options: Any) -> House:
        club = play_three_spies(**options)
        monkeypatch.setattr(clock, "now", lambda: club.at)
        return House(club)

    return made


@pytest.fixture
def house(make_house: Callable[..., House]) -> House:
    return make_house()


# --- who, and when --------------------------------------------------------------------------------


def test_nothing_is_found_before_the_season_is_closed(house: House) -> None:
    for who in house.cast.values():
        unknown = house.get(f"/c/{house.club.campaign.slug}/seasons/7/", who)
        for path in (
            house.base,
            house.week,
            house.file,
            f"{house.week}?seat={house.club.teams[0].slug}",
        ):
            found = house.get(path, who)
            assert found.status_code == unknown.status_code == 404
            assert found.content.count(b"Vesper") == 0
    promises = house.text(f"/c/{house.club.campaign.slug}/weeks/1/")
    assert "seed itself" not in promises and "/opened/" not in promises


@pytest.mark.slow("plays a season to its end")
def test_every_member_can_read_everything_after_the_close(house: House) -> None:
    house.close()
    for who in house.cast.values():
        page = house.text(house.week, who)
        assert (
            "Vesper of Anvil: Infiltrate against Basilisk" in page
            and "Vesper of Basilisk: Infiltrate against Anvil" in page
        )
        assert (
            "The order sheets" in page and "Standing orders" in page and "On a 12 or more" in page
        )
        for team in house.club.teams:
            assert f"Report and truth: {team.name}" in house.text(
                f"{house.week}?seat={team.slug}", who
            )
        assert "Week 1, opened" in house.text(house.base, who)
        assert house.get(house.file, who).status_code == 200


@pytest.mark.slow("opens every page of a season")
def test_outsiders_and_former_members_find_nothing(house: House) -> None:
    house.close()
    for path in (house.base, house.week, house.file):
        assert house.get(path, person("stranger")).status_code == 404
        assert Client().get(path).status_code == 302
    for path in (
        f"{house.base}weeks/9/opened/",
        f"{house.base}weeks/9/opened/transcript.json",
        f"{house.week}?seat=nobody",
    ):
        assert house.get(path).status_code == 404


def test_an_opened_week_with_picked_dice_does_not_claim_a_seed_hash(house: House) -> None:
    house.close()
    assert "Checked: the seed matches the published hash" in house.text(house.week)
    with scopes_disabled():
        Campaign.objects.update(tryout=True)
    page = house.text(house.week)
    assert "Dice chosen for the demonstration" in page and "The dice prove nothing" in page
    assert "matches the published hash" not in page and "when the week opened" not in page


def test_the_seed_is_on_the_public_week_page_and_matches_its_hash(house: House) -> None:
    house.close()
    page = house.text(f"/c/{house.club.campaign.slug}/weeks/1/?season=1")
    with house.club.scope():
        seal = house.club.open_week.seal
    assert bytes(seal.seed).hex() in page and seal.seed_hash in page and house.week in page
    assert house.base in house.text(f"/c/{house.club.campaign.slug}/weeks/?season=1")
    assert house.base in house.text(f"/c/{house.club.campaign.slug}/standings/?season=1")


@pytest.mark.slow("plays a season to its end")
def test_an_opened_page_takes_at_most_twelve_queries(
    house: House, django_assert_max_num_queries: Any
) -> None:
    house.close()
    client = signed_in(house.club.players[0])
    for path in (
        house.base,
        house.week,
        f"{house.week}?seat={house.club.teams[1].slug}",
        house.file,
    ):
        with django_assert_max_num_queries(12):
            assert client.get(path).status_code == 200


# --- what stays closed ----------------------------------------------------------------------------


@pytest.fixture
def week_with_full_sheet(monkeypatch: pytest.MonkeyPatch) -> House:
    """Return a week in which Anvil's only spy saw the whole sheet of one of Basilisk's two cars."""
    monkeypatch.setattr(drawing, "week_seed", lambda *_: _find_seed(10))
    club = found_club(teams=2, characters=1, vehicles=2, spectator=True)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    spy, target = str(club.who(0, "Vesper").pk), str(club.teams[1].pk)
    order = Order(spy=spy, action="infiltrate", target_team=target, on_twelve="eleven")
    with club.scope():
        sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[0],
            sheet=Sheet(orders=(order,)),
            state=OrderSheet.State.FINAL,
            seen_version=0,
            saved_by=club.players[0],
        )
    play_to_close(club)
    house = House(club)
    house.close()
    return house


def _find_seed(least: int) -> bytes:
    """Return a seed with which the first seat's first roll has this total."""
    seeds = (seed_from(f"try {number}") for number in count())
    return next(
        seed for seed in seeds if sum(SeededDice(seed, 0).in_domain(Seat(0)).roll(2)) >= least
    )


def test_sheets_of_vehicles_in_play_are_on_no_page_and_in_no_file(
    week_with_full_sheet: House,
) -> None:
    page = week_with_full_sheet.text(
        f"{week_with_full_sheet.week}?seat={week_with_full_sheet.club.teams[0].slug}",
        week_with_full_sheet.club.spectator,
    )
    assert "Seen from outside" in page
    assert "Power plant" not in page
    assert "the whole sheet" in week_with_full_sheet.text(week_with_full_sheet.week)
    assert b"armour_type" not in week_with_full_sheet.get(week_with_full_sheet.file).content
    club = week_with_full_sheet.club
    own = f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/reports/1/?season=1"
    assert "Power plant" in week_with_full_sheet.text(own, week_with_full_sheet.club.players[0])


def test_a_vehicle_without_a_mission_is_not_named(week_with_full_sheet: House) -> None:
    base = f"/api/v1/campaigns/{week_with_full_sheet.club.campaign.slug}/weeks/1/opened/"
    for path in (
        week_with_full_sheet.week,
        f"{week_with_full_sheet.week}?seat={week_with_full_sheet.club.teams[0].slug}",
        week_with_full_sheet.file,
        f"{base}?season=1",
    ):
        told = week_with_full_sheet.text(path, week_with_full_sheet.club.spectator)
        assert ("Basilisk 1" in told) != ("Basilisk 2" in told)
        assert "Anvil 1" not in told
        assert "Anvil 2" not in told


def test_an_ambush_shows_events_but_not_the_fighters_abilities() -> None:
    combatant = set(Combatant.__struct_fields__)
    assert {"skills", "kit", "dp"} <= combatant
    assert not {"skills", "kit", "dp", "full_dp", "armour"} & set(FoughtSide.__struct_fields__)


def test_the_sheet_of_a_vehicle_out_of_play_is_public(week_with_full_sheet: House) -> None:
    with week_with_full_sheet.club.scope():
        Vehicle.objects.filter(team=week_with_full_sheet.club.teams[1]).update(
            gone_at=week_with_full_sheet.club.at, gone_how=Vehicle.Gone.SCRAPPED
        )
    page = week_with_full_sheet.text(
        f"{week_with_full_sheet.week}?seat={week_with_full_sheet.club.teams[0].slug}",
        week_with_full_sheet.club.spectator,
    )
    assert "Power plant" in page
    assert b"armour_type" in week_with_full_sheet.get(week_with_full_sheet.file).content


def test_general_points_money_and_stores_are_not_shown(house: House) -> None:
    house.close()
    for seat in house.transcript().seats:
        debriefs = [event.debrief for event in seat.heard if isinstance(event, Debriefed)]
        assert debriefs
        for debrief in debriefs:
            assert debrief.spending == Debrief().spending
            assert not [award for award in debrief.awards if award.skill == "general"]
    pages = [
        house.text(house.week),
        *[house.text(f"{house.week}?seat={team.slug}") for team in house.club.teams],
    ]
    assert not [page for page in pages if "$" in page]


# --- the file -------------------------------------------------------------------------------------


def test_everyone_can_verify_the_file_and_a_forged_one_fails(house: House) -> None:
    house.close()
    taken = house.get(house.file, house.club.spectator)
    assert taken["Content-Type"] == "application/json"
    page = Client().post("/check/", {"file": SimpleUploadedFile("week.json", taken.content)})
    assert "The check passed" in page.content.decode()
    assert check_transcript(house.transcript()).open == ()
    forged = taken.content.replace(b'"total":', b'"total":1', 1)
    page = Client().post("/check/", {"file": SimpleUploadedFile("week.json", forged)})
    assert "The check failed" in page.content.decode()


# --- odd weeks ------------------------------------------------------------------------------------


def test_a_week_without_orders_says_so(make_house: Callable[..., House]) -> None:
    club = found_club(teams=1, characters=1, spectator=True)
    play_to_close(club)
    lonely = House(club)
    lonely.close()
    assert "too few teams" in lonely.text(lonely.week, club.spectator)
    assert lonely.get(f"{lonely.week}?seat={club.teams[0].slug}", club.spectator).status_code == 404
    assert lonely.get(lonely.file, club.spectator).status_code == 404
    assert "Week 1, opened" in lonely.text(lonely.base, club.spectator)


@pytest.mark.slow("plays the demo season")
def test_members_can_open_the_closed_demo_season() -> None:
    found_demo()
    with scopes_disabled():
        gm, sam = User.objects.get(username="morgan"), User.objects.get(username="sam")
        week = Week.objects.get(status=Week.Status.OPEN, season__campaign__slug=SLUG)
        assert week.season.closed_at is None
    desk, guest = Client(), Client()
    desk.force_login(gm)
    guest.force_login(sam)
    base = f"/c/{SLUG}/seasons/1/"
    assert guest.get(base).status_code == 404
    for moment in (week.due_at, week.settle_at, week.duel_at, week.closes_at):
        tick(now=moment)
    form = desk.get(f"/c/{SLUG}/desk/season/")
    key = form.context["close"]["idempotency"].value()
    closed = desk.post(f"/c/{SLUG}/desk/season/close/", {"idempotency": key, "confirmed": "1"})
    assert closed.status_code == 303
    assert guest.get(base).status_code == 200
    for number in range(1, week.number + 1):
        page = f"{base}weeks/{number}/opened/"
        with scopes_disabled():
            slugs = [
                seat.team.slug
                for seat in SealedSeat.objects.filter(
                    week__number=number, week__season=week.season
                ).select_related("team")
            ]
        assert all(guest.get(f"{page}?seat={slug}").status_code == 200 for slug in slugs)
        assert guest.get(page).status_code == 200
        assert not check_transcript(
            READER.decode(guest.get(f"{page}transcript.json").content)
        ).findings
