"""The open arena: events by a timetable, seats for everyone, a ladder and a hall of fame."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from types import SimpleNamespace
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from pytest_django import Settings

from autoduel.game import AUTODUEL
from autoduel.models import ArenaResult
from autoduel.rules.values import Autopilot
from autoduel.selectors import open_arena
from autoduel.services import open_arena as arena
from autoduel.services import reconcile
from autoduel.tabletop.options import Options
from autoduel.tabletop.own_cars import ChosenCars
from autoduel.timetable import ArenaEvent, events_between, kind_of
from campaign.duels.services import arena_prestige
from campaign.garage.models import Vehicle
from campaign.garage.services import garage
from campaign.ledger.selectors import balances
from core.accounts.models import User
from core.web.refusals import Refused
from engine.codec import encode
from play.models import Chair, Match, Move, OffLadders, Table
from play.selectors.options import options_of
from play.services import clocks, loadouts, moving, scheduled, thinking
from play.services.refusals import ChairTaken
from tests.factories import Club, found_club, person, signed_in
from tests.play.tables import Time, chairs, reload_table

BERLIN = ZoneInfo("Europe/Berlin")
AT = datetime(2040, 3, 1, 17, 30, tzinfo=UTC)
EVENING = (18, 19, 20)


@pytest.fixture
def time(settings: Settings) -> Iterator[Time]:
    """Return a clock that stands still, half an hour before the first of three events."""
    settings.ARENA_HOURS, settings.TIME_ZONE = list(EVENING), "UTC"
    with ExitStack() as stack:
        clock = Time(stack)
        clock.to(AT)
        yield clock


def next_event(time: Time) -> ArenaEvent:
    return open_arena.timetable(time.now)[0]


def take(user: User, event: ArenaEvent) -> Table:
    return arena.take_seat(user=user, begins_at=event.begins_at)


def hours_of(day: datetime, hours: tuple[int, ...] = EVENING) -> list[str]:
    events = events_between(hours, BERLIN, day, day + timedelta(days=1))
    return [f"{event.begins_at.astimezone(BERLIN):%d %H:%M}" for event in events]


def test_v160_events_begin_at_the_hours_of_the_sites_zone() -> None:
    assert hours_of(datetime(2040, 1, 5, 18, 30, tzinfo=BERLIN)) == [
        "05 19:00", "05 20:00", "06 18:00",
    ]  # fmt: skip


def test_v160_an_hour_that_a_day_does_not_have_brings_no_second_event() -> None:
    night = datetime(2040, 3, 25, 0, 30, tzinfo=BERLIN)
    assert hours_of(night, (1, 2, 3)) == ["25 01:00", "25 03:00"]


def test_v161_kinds_divisions_and_arenas_take_turns() -> None:
    start = datetime(2040, 1, 5, tzinfo=UTC)
    events = list(events_between(EVENING, UTC, start, start + timedelta(days=20)))
    assert len(events) == 60
    assert {event.kind for event in events} == {"duel", "pairs", "race"}
    assert {event.division for event in events} == {"6", "12", "16", "20"}
    assert len({event.arena for event in events}) == 3
    assert all(one.kind != other.kind for one, other in pairwise(events))


@pytest.mark.django_db
def test_v162_the_first_seat_opens_the_table_and_others_join_it(time: Time) -> None:
    event = next_event(time)
    table = take(person("ann"), event)
    assert take(person("bob"), event) == table
    assert Table.objects.count() == 1
    assert [chair.holder is not None for chair in chairs(table)].count(True) == 2
    assert (table.rated, table.visibility, table.clock.seconds) == (False, "listed", 30)
    options = options_of(table)
    assert isinstance(options, Options) and kind_of(options) == event.kind


@pytest.mark.django_db
def test_v162_taking_a_seat_again_keeps_it(time: Time) -> None:
    ann, event = person("ann"), next_event(time)
    take(ann, event)
    table = take(ann, event)
    assert Chair.objects.filter(table=table, holder=ann).count() == 1


@pytest.mark.django_db
def test_v162_seats_of_begun_and_unplanned_events_cannot_be_taken(time: Time) -> None:
    ann, event = person("ann"), next_event(time)
    for wrong in (time.now, event.begins_at + timedelta(minutes=1), time.now + timedelta(days=3)):
        with pytest.raises(Refused, match="has begun"):
            arena.take_seat(user=ann, begins_at=wrong)
    time.to(event.begins_at)
    with pytest.raises(Refused, match="has begun"):
        take(ann, event)
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_v162_a_full_event_refuses_more_people(time: Time) -> None:
    event = next_event(time)
    for number in range(event.seats):
        take(person(f"driver{number}"), event)
    with pytest.raises(ChairTaken):
        take(person("late"), event)


@pytest.mark.django_db
def test_v162_drivers_who_choose_no_car_drive_the_stock_car_of_their_seat(time: Time) -> None:
    ann, bob = person("ann"), person("bob")
    event = next(one for one in open_arena.timetable(time.now) if one.kind == "duel")
    table = take(ann, event)
    take(bob, event)
    keys = ["stock:night_heron"]
    loadouts.bring(table_id=table.pk, user=ann, keys=keys)
    time.to(event.begins_at)
    assert scheduled.begin_due() == 1
    match = Match.objects.get(table=table)
    assert "Night Heron" in match.setup
    assert Chair.objects.exclude(table=table, bot="").count() == event.seats - 2


@pytest.mark.django_db
def test_an_event_is_driven_to_its_end_and_counts_once(time: Time) -> None:
    ann, gone = person("ann"), person("gone")
    event = next(one for one in open_arena.timetable(time.now) if one.kind == "pairs")
    table = take(ann, event)
    take(gone, event)
    time.to(event.begins_at)
    scheduled.begin_due()
    moving.make_move(table_id=table.pk, user=ann, move=Autopilot())
    Chair.objects.filter(table=table, holder=None).update(bot="doctrine")
    for _ in range(80):
        thinking.think(limit=8)
        if reload_table(table).status == "over":
            break
        time.later(seconds=31)
        clocks.move_for_expired_clocks()
    assert reload_table(table).status == "over"
    assert not list(reconcile.findings())
    results = ArenaResult.objects.all()
    assert [result.chair.holder for result in results] == [ann]
    assert results[0].kind == "pairs" and 1 <= results[0].place <= event.seats


def finished(
    user: User, place: int, kills: int = 0, *, at: datetime = AT, vehicle: Vehicle | None = None
) -> None:
    """Book the result of a duel of four in which this person had this place, perhaps in a vehicle
    of a team.
    """
    table = Table.objects.create(game=AUTODUEL.key, seats=4, options="{}", opened_at=at, over_at=at)
    match = Match.objects.create(
        game=AUTODUEL.key, rules_version=1, setup="", seed=b"", seed_hash="", opened_at=at
    )
    chair = Chair.objects.create(table=table, seat=0, holder=user)
    if vehicle is not None:
        brought = ChosenCars(keys=(f"vehicle:{vehicle.pk}",), names=(vehicle.name,), cars=())
        Chair.objects.filter(pk=chair.pk).update(loadout=encode(brought).decode())
    Move.objects.create(match=match, ply=1, seat=0, payload="", at=at)
    places = [place, *[other for other in range(1, 5) if other != place]]
    record = SimpleNamespace(
        sides=[SimpleNamespace(place=one) for one in places],
        people=[SimpleNamespace(side=chair.seat, kills=kills)],
    )
    running = SimpleNamespace(match=match, state=record)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "record_of", lambda state: state)
        arena.book_result(table, running)  # type: ignore[arg-type]


@pytest.mark.django_db
def test_v163_a_driver_gets_a_point_for_each_driver_behind_and_for_each_kill(time: Time) -> None:
    ann = person("ann")
    finished(ann, 2, kills=3)
    assert ArenaResult.objects.get().points == 2 + 3
    finished(ann, 4)
    assert sorted(ArenaResult.objects.values_list("points", flat=True)) == [0, 5]


@pytest.mark.django_db
def test_v163_a_streak_ends_with_the_first_event_that_is_not_won(time: Time) -> None:
    ann = person("ann")
    for minute, place in enumerate((1, 1, 2, 1)):
        finished(ann, place, at=AT + timedelta(minutes=minute))
    streaks = ArenaResult.objects.order_by("at").values_list("streak", flat=True)
    assert list(streaks) == [1, 2, 0, 1]
    assert open_arena.hall_of_fame().streaks == (open_arena.Fame(name=ann.username, number=2),)


@pytest.mark.django_db
def test_v164_the_ladder_counts_thirty_days(time: Time) -> None:
    ann, bob, cat = person("ann"), person("bob"), person("cat")
    finished(ann, 1, at=AT - timedelta(days=31))
    finished(bob, 1, at=AT - timedelta(days=29))
    finished(cat, 1)
    rows = [(row.place, row.name, row.points) for row in open_arena.ladder(AT)]
    assert rows == [(1, bob.username, 3), (1, cat.username, 3)]


@pytest.mark.django_db
def test_v164_guests_and_people_off_the_ladders_are_not_listed(time: Time) -> None:
    guest, off = person("guest-1"), person("off")
    User.objects.filter(pk=guest.pk).update(guest=True)
    OffLadders.objects.create(user=off)
    finished(guest, 1, kills=2)
    finished(off, 1, kills=2)
    assert open_arena.ladder(AT) == ()
    assert open_arena.hall_of_fame() == open_arena.HallOfFame((), (), (), ())
    User.objects.filter(pk=guest.pk).update(guest=False)
    assert [row.name for row in open_arena.ladder(AT)] == [guest.username]


@pytest.mark.django_db
def test_v165_the_hall_of_fame_counts_all_time(time: Time) -> None:
    ann, bob = person("ann"), person("bob")
    finished(ann, 1, kills=1, at=AT - timedelta(days=400))
    finished(bob, 3, kills=4)
    fame = open_arena.hall_of_fame()
    assert [row.name for row in fame.kills] == [bob.username, ann.username]
    assert fame.wins == (open_arena.Fame(name=ann.username, number=1),)


# --- prestige for a club ---


@pytest.fixture
def club(time: Time) -> Club:
    """Return a club that gives three points of prestige for a win, with a usual driver."""
    club = found_club(options={"arena_prestige": 3})
    with club.scope():
        crew = {"driver": club.who(0, "Rook").pk}
        garage.assign_crew(vehicle=club.car(0), crew=crew)
    return club


def prestige(club: Club) -> int:
    with club.scope():
        rook = club.who(0, "Rook").pk
        return balances.prestige([rook]).get(rook, 0)


@pytest.mark.django_db
def test_v170_the_usual_driver_of_the_winning_vehicle_gains_prestige(club: Club) -> None:
    finished(club.players[0], 2, vehicle=club.car(0))
    assert prestige(club) == 0
    finished(club.players[0], 1, vehicle=club.car(0))
    assert prestige(club) == 3


@pytest.mark.django_db
def test_v170_two_wins_of_a_team_in_seven_days_bring_prestige(club: Club) -> None:
    for hour in range(4):
        finished(club.players[0], 1, vehicle=club.car(0), at=AT + timedelta(hours=hour))
    assert prestige(club) == 6
    finished(club.players[0], 1, vehicle=club.car(0), at=AT + timedelta(days=8))
    assert prestige(club) == 9


@pytest.mark.django_db
def test_v170_only_an_owner_wins_prestige_for_the_team(club: Club) -> None:
    finished(club.players[1], 1, vehicle=club.car(0))
    assert prestige(club) == 0


@pytest.mark.django_db
def test_v170_clubs_give_no_prestige_unless_they_choose_to(time: Time) -> None:
    club = found_club()
    with club.scope():
        garage.assign_crew(vehicle=club.car(0), crew={"driver": club.who(0, "Rook").pk})
    finished(club.players[0], 1, vehicle=club.car(0))
    assert prestige(club) == 0


@pytest.mark.django_db
def test_v170_an_event_is_booked_once(club: Club) -> None:
    event = uuid4()
    booked = [
        arena_prestige.book_win(
            vehicle_id=club.car(0).pk, user=club.players[0].pk, event=event, now=AT
        )
        for _ in range(2)
    ]
    assert booked == [True, False]


@pytest.mark.django_db
def test_the_check_of_the_books_finds_prestige_without_a_win(club: Club) -> None:
    assert not list(reconcile.findings())
    arena_prestige.book_win(
        vehicle_id=club.car(0).pk, user=club.players[0].pk, event=uuid4(), now=AT
    )
    assert [finding.code for finding in reconcile.findings()] == ["arena-prestige"]


# --- pages ----------------------------------------------------------------------------------------


def press(client: Client, event: ArenaEvent) -> str:
    """Take a seat with the button of the card, and return where it leads."""
    answer = client.post("/arena/seat/", {"begins_at": event.begins_at.isoformat()})
    assert answer.status_code == 303
    return str(answer["Location"])


@pytest.mark.django_db
def test_a_visitor_takes_a_seat_from_the_front_page_with_one_press(time: Time) -> None:
    visitor, event = Client(), next_event(time)
    page = visitor.get("/").content.decode()
    assert f"0 of {event.seats} seats taken" in page and event.begins_at.isoformat() in page
    address = press(visitor, event)
    guest = User.objects.get(guest=True)
    assert Chair.objects.get(holder=guest).table.begins_at == event.begins_at
    assert visitor.get(address).status_code == 200
    assert "Go to your seat" in visitor.get("/arena/").content.decode()


@pytest.mark.django_db
def test_a_visitor_sees_how_many_seats_are_taken_and_none_as_their_own(time: Time) -> None:
    event = next_event(time)
    take(person("ann"), event)
    page = Client().get("/").content.decode()
    assert f"1 of {event.seats} seats taken" in page
    assert "Take a seat" in page and "Go to your seat" not in page
    other = signed_in(person("bob")).get("/arena/").content.decode()
    assert "Go to your seat" not in other


@pytest.mark.django_db
def test_a_visitor_without_a_seat_leaves_no_guest_behind(time: Time) -> None:
    event = next_event(time)
    time.to(event.begins_at)
    assert press(Client(), event) == "/arena/"
    assert not User.objects.exists()


@pytest.mark.django_db
def test_sites_without_guests_send_visitors_to_sign_in(time: Time, settings: Settings) -> None:
    settings.TRYOUTS = False
    event = next_event(time)
    answer = Client().post("/arena/seat/", {"begins_at": event.begins_at.isoformat()})
    assert answer["Location"] == "/accounts/login/?next=/arena/"


@pytest.mark.django_db
def test_anyone_can_watch_a_running_event_but_not_the_waiting_room(time: Time) -> None:
    event = next_event(time)
    table = take(person("ann"), event)
    assert Client().get(f"/play/{table.pk}/").status_code == 302
    time.to(event.begins_at)
    scheduled.begin_due()
    assert f"/play/{table.pk}/" in Client().get("/arena/").content.decode()
    assert Client().get(f"/play/{table.pk}/").status_code == 200


@pytest.mark.django_db
def test_a_site_without_hours_has_no_card_and_an_empty_timetable(
    time: Time, settings: Settings
) -> None:
    settings.ARENA_HOURS = []
    assert "Open arena" not in Client().get("/").content.decode()
    assert "No events are planned" in Client().get("/arena/").content.decode()


@pytest.mark.django_db
def test_members_see_the_next_event_in_the_lobby_and_at_home(time: Time) -> None:
    ann = signed_in(person("ann"))
    for address in ("/play/", "/me/"):
        assert "Take a seat" in ann.get(address).content.decode()


@pytest.mark.django_db
def test_the_card_of_a_full_event_has_no_button(time: Time) -> None:
    event = next_event(time)
    for number in range(event.seats):
        take(person(f"driver{number}"), event)
    page = Client().get("/").content.decode()
    assert "All seats are taken" in page
