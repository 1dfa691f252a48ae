"""Own designs at a lobby table: limits, secrecy and the driven car."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from autoduel.selectors.own_cars import Garages
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.options import Options, paint_car
from autoduel.tabletop.own_cars import OwnCar, car_from, fault
from campaign.garage.rules.acts import Publication
from campaign.garage.rules.parts import ClubParts, Tyre
from campaign.garage.rules.stock import find_stock_vehicle
from campaign.garage.services import library
from core.accounts.services import tokens
from core.web.refusals import Refused
from engine.game import Refusal
from engine.values import changed
from play.models import Table
from play.selectors.loadouts import Loadout, loadout
from play.selectors.matches import current_match
from play.selectors.participants import place
from play.services import deputies, loadouts, rematches, seating, tables
from play.services.refusals import NotSeated, WrongStage
from tests.factories import KILLER, Club, found_club, person, signed_in

if TYPE_CHECKING:
    from core.accounts.models import User

OWN = {"own": True, "division": "20"}


def own_car(key: str = "greyhound", **more: Any) -> OwnCar:
    """Return a stock design as a player's own car."""
    found = find_stock_vehicle(key)
    assert found is not None
    design = changed(found.design, **more)
    return OwnCar(key="vehicle:1", name="Judge", group="Garage of Anvil", design=design)


# --- suitable designs ---


def test_v109_design_must_fit_the_divisions_price_and_the_tables_weight() -> None:
    assert fault(own_car(), Options(division="12")) == ""
    assert fault(own_car(), Options(division="6")) == (
        "It costs $10,002, but the division limit is $6,000."
    )
    assert fault(own_car(), Options(weight=4426)) == ""
    assert fault(own_car(), Options(weight=4425)) == (
        "It weighs 4,426 lbs, but the limit here is 4,425."
    )


def test_v109_unbuildable_design_cannot_start() -> None:
    assert fault(own_car(tyres=("standard",)), Options()).startswith("It is not valid: ")


def test_v110_club_parts_are_not_allowed_outside_the_club() -> None:
    rubber = Tyre(key="own_rubber", name="Rubber", cost=10, weight=5, dp=90)
    car = own_car(tyres=("own_rubber", "own_rubber"), own=ClubParts(tyres=(rubber,)))
    assert "custom parts of its club" in fault(car, Options(division="20"))


def test_v111_own_car_starts_new_with_a_base_crew_in_the_seats_colours() -> None:
    car = paint_car(car_from(own_car()), "Amber")
    assert (car.name, car.colour, car.armour[0]) == ("Amber Judge", "amber", 45)
    assert [(one.name, one.driving, one.gunnery) for one in car.crew] == [("Driver", 0, 0)]
    assert [one.place for one in car_from(own_car("chairman")).crew] == ["driver", "gunner"]


def test_v109_weight_limit_applies_to_stock_cars_and_must_allow_one() -> None:
    light = AUTODUEL_TABLE.setup(Options(division="12", weight=4500, mixed=True), 2)
    assert {side.cars[0].body for side in light.sides} == {"mid_sized"}
    with pytest.raises(Refusal, match="The lightest weighs 4,426 lbs"):
        AUTODUEL_TABLE.setup(Options(division="12", weight=4000), 2)


def test_v109_only_tables_of_own_designs_ask_for_as_many_cars_as_a_side_has() -> None:
    assert [AUTODUEL_TABLE.brings(one) for one in (Options(), Options(own=True))] == [0, 1]
    assert AUTODUEL_TABLE.brings(Options(own=True, cars=2)) == 2
    assert AUTODUEL_TABLE.terms(Options(), 2) == ()
    assert "up to $12,000" in AUTODUEL_TABLE.terms(Options(own=True), 2)[0]


# --- at the table ---


@pytest.fixture
def club(db: None) -> Club:
    """Return two teams with a car each. The second team's design is in the library."""
    made = found_club(teams=2, characters=0, week=None)
    with made.scope():
        library.publish(
            vehicle=made.car(1), publication=Publication(name="Hammerhead"), now=made.at
        )
    return made


@pytest.fixture
def table(club: Club) -> Table:
    """Return a table of own designs where both owners sit and nothing is chosen."""
    made = tables.open_table(
        user=club.players[0], game="autoduel", options=OWN, seats=("me", "open")
    )
    return seating.sit_down(table_id=made.pk, user=club.players[1])


def load_loadout(table: Table, user: User) -> Loadout:
    found = loadout(place(table.pk, user))
    assert found is not None
    return found


def offered_designs(table: Table, user: User) -> dict[str, str]:
    """Return titles and keys of the own cars and designs offered to a person."""
    return {one.title: one.key for one in load_loadout(table, user).items if one.group != "Stock"}


def read(user: User, name: str, table: Table) -> bytes:
    """Return a page, or an API response to the person's token."""
    client = signed_in(user)
    headers = {}
    if name.startswith("api-"):
        key = tokens.create_token(user=user, name=name, days=1, now=timezone.now())[1]
        client, headers = Client(), {"Authorization": f"Bearer {key}"}
    answer = client.get(reverse(name, args=[table.pk]), headers=headers)
    assert answer.status_code == 200
    return answer.content


def test_v109_player_chooses_from_own_garage_club_library_and_stock(
    club: Club, table: Table
) -> None:
    first, second = club.players
    assert {*offered_designs(table, first)} == {"Anvil 1", "Hammerhead"}
    assert {*offered_designs(table, second)} == {"Basilisk 1", "Hammerhead"}
    assert {one.group for one in load_loadout(table, first).items} == {
        "Stock", "Garage of Anvil", "Library of Test club",
    }  # fmt: skip
    stranger = person("stranger")
    assert {one.group for one in Garages().items(stranger, Options(own=True))} == {"Stock"}


def test_v109_invisible_and_missing_designs_are_refused_alike(club: Club, table: Table) -> None:
    theirs = offered_designs(table, club.players[1])["Basilisk 1"]
    said = []
    for key in (theirs, f"vehicle:{table.pk}", "design:1", "stock:unicorn"):
        with pytest.raises(Refused) as refused:
            loadouts.bring(table_id=table.pk, user=club.players[0], keys=[key])
        said.append((refused.value.code, refused.value.sentence))
    assert len({*said}) == 1 and said[0][0] == "no-such-car"


def test_v109_unsuitable_design_is_listed_and_refused_with_its_reason(club: Club) -> None:
    first = club.players[0]
    made = tables.open_table(
        user=first, game="autoduel", options={"own": True, "division": "6"}, seats=("me", "bot")
    )
    closed = {one.title: one.closed for one in load_loadout(made, first).items if one.closed}
    assert "the division limit is $6,000" in closed["Anvil 1"]
    assert "the division limit is $6,000" in closed["Greyhound"]
    key = offered_designs(made, first)["Anvil 1"]
    with pytest.raises(Refused, match="Anvil 1 is not allowed"):
        loadouts.bring(table_id=made.pk, user=first, keys=[key])
    assert closed["Anvil 1"] in read(first, "play-table", made).decode()


def test_v109_duel_starts_with_the_chosen_cars_when_everyone_has_chosen(
    club: Club, table: Table
) -> None:
    first, second = club.players
    assert table.status == Table.Status.OPEN and load_loadout(table, first).awaited == (0, 1)
    loadouts.bring(table_id=table.pk, user=first, keys=[offered_designs(table, first)["Anvil 1"]])
    assert (
        load_loadout(table, second).awaited == (1,)
        and load_loadout(table, second).choice.keys == ()
    )
    loadouts.bring(
        table_id=table.pk, user=first, keys=[offered_designs(table, first)["Hammerhead"]]
    )
    started = loadouts.bring(table_id=table.pk, user=second, keys=["stock:terrier"])
    assert started.status == Table.Status.PLAYING and started.match is not None
    cars = [car.name for car in current_match(started.match).state.table.cars]
    assert cars == ["Red Hammerhead", "Blue Terrier"]
    assert not started.chairs.exclude(loadout="").exists()
    with pytest.raises(WrongStage):
        loadouts.bring(table_id=table.pk, user=first, keys=["stock:terrier"])


def test_v109_duel_against_bots_starts_after_one_choice_also_in_a_rematch(club: Club) -> None:
    first = club.players[0]
    made = tables.open_table(user=first, game="autoduel", options=OWN, seats=("me", "bot"))
    assert made.status == Table.Status.OPEN
    made = loadouts.bring(
        table_id=made.pk, user=first, keys=[offered_designs(made, first)["Anvil 1"]]
    )
    assert made.status == Table.Status.PLAYING and made.match is not None
    names = [car.name for car in current_match(made.match).state.table.cars]
    assert names[0] == "Red Anvil 1" and names[1].startswith("Blue ")
    Table.objects.filter(pk=made.pk).update(status=Table.Status.OVER)
    again = rematches.rematch(table_id=made.pk, user=first)
    assert again.status == Table.Status.OPEN and load_loadout(again, first).awaited == (1,)


def test_v111_choice_changes_nothing_for_rivals_and_spectators_before_the_start(
    club: Club, table: Table
) -> None:
    first, second = club.players
    deputy = person("deputy")
    deputies.name_deputy(table_id=table.pk, user=first, username=deputy.username)
    readers = (second, deputy, person("watcher"))
    names = ("api-table", "api-table-loadout", "api-table-log", "api-table-talk", "play-pulse")
    mine = offered_designs(table, first)
    loadouts.bring(table_id=table.pk, user=first, keys=["stock:terrier"])
    before = [read(user, name, table) for user in readers for name in names]
    loadouts.bring(table_id=table.pk, user=first, keys=[mine["Anvil 1"]])
    assert [read(user, name, table) for user in readers for name in names] == before
    for user in readers:
        page = read(user, "play-table", table)
        assert b"Anvil 1" not in page and b"choosing" in page
    assert b"Anvil 1" in read(first, "play-table", table)


def test_v111_chosen_car_drives_even_if_the_vehicle_changes(club: Club, table: Table) -> None:
    first, second = club.players
    loadouts.bring(table_id=table.pk, user=first, keys=[offered_designs(table, first)["Anvil 1"]])
    with club.scope():
        library.withdraw(team=club.teams[1], vehicle=club.car(1), now=club.at)
        type(club.car(0)).objects.filter(pk=club.car(0).pk).update(gone_at=club.at)
    assert {*offered_designs(table, first)} == set()
    table = loadouts.bring(table_id=table.pk, user=second, keys=["stock:terrier"])
    assert table.match is not None
    assert current_match(table.match).state.table.cars[0].name == "Red Anvil 1"


def test_v109_choice_leaves_with_its_player_and_nobody_chooses_for_another(
    club: Club, table: Table
) -> None:
    first, second = club.players
    loadouts.bring(table_id=table.pk, user=second, keys=["stock:terrier"])
    seating.stand_up(table_id=table.pk, user=second)
    with pytest.raises(NotSeated):
        loadouts.bring(table_id=table.pk, user=second, keys=["stock:terrier"])
    seating.sit_down(table_id=table.pk, user=second)
    assert load_loadout(table, first).awaited == (0, 1)


def test_v109_page_has_a_form_for_the_choice_and_stock_tables_have_none(
    club: Club, table: Table
) -> None:
    first = club.players[0]
    client = signed_in(first)
    sent = {"idempotency": "k1", "item_1": "stock:terrier"}
    answer = client.post(reverse("play-bring", args=[table.pk]), sent)
    assert answer.status_code == 303
    assert load_loadout(table, first).choice.titles == ("Terrier",)
    plain = tables.open_table(user=first, game="autoduel", options={}, seats=("me", "open"))
    again = {**sent, "idempotency": "k2"}
    page = client.post(reverse("play-bring", args=[plain.pk]), again, follow=True).content
    assert b"There is nothing to choose at this table now." in page
    assert b'id="loadout"' not in page


def test_v109_api_client_can_choose_like_a_person(club: Club, table: Table) -> None:
    first, second = club.players
    path = reverse("api-table-loadout", args=[table.pk])
    key = tokens.create_token(user=first, name="A bot", days=1, now=timezone.now())[1]
    client = Client(headers={"Authorization": f"Bearer {key}"})

    def put(*keys: str) -> Any:
        sent = {"Idempotency-Key": keys[0]}
        return client.put(path, {"keys": keys}, content_type="application/json", headers=sent)

    offers = client.get(path).json()
    assert (offers["wanted"], offers["awaited"], offers["chosen"]) == (1, [0, 1], [])
    mine = next(one for one in offers["items"] if one["title"] == "Anvil 1")
    assert mine["group"] == "Garage of Anvil" and mine["closed"] == ""
    assert put("stock:terrier", "stock:greyhound").status_code == 422
    assert put("design:none").json()["errors"][0]["code"] == "no-such-car"
    assert put(mine["key"]).json()["status"] == "open"
    assert client.get(path).json()["chosen"] == [mine["key"]]
    loadouts.bring(table_id=table.pk, user=second, keys=["stock:terrier"])
    assert client.get(path).json()["wanted"] == 0


def test_v109_tournaments_do_not_allow_own_designs(club: Club) -> None:
    with pytest.raises(Refused) as refused:
        tables.check_pair_game("autoduel", {"own": True}, time_control=tables.NO_CLOCK)
    assert refused.value.code == "brings"


def test_club_car_of_the_fixtures_fits_its_division() -> None:
    car = OwnCar(key="vehicle:1", name="Killer", group="", design=KILLER)
    assert fault(car, Options(division="20")) == ""
