"""Recording and correcting a duel."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from campaign.desk.rules.founding import Opening
from campaign.desk.services import founding
from campaign.duels.models import DuelResult
from campaign.ledger.models import Money, Wound
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from core.notifications.models import Notice
from tests.factories import duel_of

from .conftest import Desk, words


@pytest.fixture
def driven(at_desk: Any) -> Any:
    """Return a desk at the time of week 1's duel, with driver and gunner entered for both teams."""

    def drive(**options: Any) -> Desk:
        desk: Desk = at_desk(**options)
        club = desk.club
        for number in range(len(club.teams)):
            club.enter(number, duel=duel_of(desk.week()), gunner="Sable")
        with club.scope():
            week = desk.week()
            week.status, week.settled_at = "settled", week.settle_at
            week.save()
        desk.go_to(week.duel_at)
        return desk

    return drive


def result(desk: Desk, seen: Any = 0, **changes: Any) -> dict[str, str]:
    """Return a result: Anvil wins with one kill by Sable; Basilisk's car is destroyed and its
    driver unconscious.
    """
    club = desk.club
    said = {"seen": str(seen)}
    for place, team in enumerate(club.teams, 1):
        said |= {
            f"came-{team.pk}": "on",
            f"place-{team.pk}": str(place),
            f"fate-{club.vehicles[team.pk][0].pk}": "survived",
        }
        for name in ("Rook", "Sable"):
            pk = club.characters[team.pk][name].pk
            said |= {f"state-{pk}": "fit", f"kills-{pk}": "0", f"foot-{pk}": "0"}
    said[f"kills-{club.who(0, 'Sable').pk}"] = "1"
    said[f"state-{club.who(1, 'Rook').pk}"] = "unconscious"
    said[f"fate-{club.car(1).pk}"] = "destroyed"
    return {**said, **changes}


def test_a_result_is_previewed_with_its_purse_and_recorded(
    driven: Any, django_assert_max_num_queries: Any
) -> None:
    desk: Desk = driven()
    desk.client("gm")
    assert "Record result" in words(desk.get("desk-week", number=1))
    with django_assert_max_num_queries(13):
        assert desk.get("desk-duel", number=1).status_code == 200
    asked = words(desk.send("desk-duel", result(desk), number=1))
    assert "Total prize money: $100,000" in asked
    assert "$50,000" in asked
    assert "Anvil: +5 points in the standings" in asked
    assert "+2 prestige, vehicle killed" in asked
    with desk.club.scope():
        assert not DuelResult.objects.exists()
    for _ in range(2):
        assert (
            desk.send("desk-duel", result(desk), number=1, sure=True, key="again").status_code
            == 303
        )
    with desk.club.scope():
        assert DuelResult.objects.count() == 1
        assert balances.standing_points(desk.club.season.pk) == {
            desk.club.teams[0].pk: 5,
            desk.club.teams[1].pk: 3,
        }
        assert Wound.objects.get().character == desk.club.who(1, "Rook")
        car = desk.club.car(1)
        car.refresh_from_db()
        assert car.gone_how == "destroyed"
    assert "was recorded. The club has been notified" in words(desk.get("desk-week", number=1))
    with django_assert_max_num_queries(12):
        assert "Correct the duel of week 1" in words(desk.get("desk-duel", number=1))
    assert "Record result" not in words(desk.get("desk"))


def test_a_correction_shows_and_books_only_the_difference(driven: Any) -> None:
    desk: Desk = driven()
    anvil, basilisk = desk.club.teams
    desk.send("desk-duel", result(desk), number=1, sure=True)
    page = desk.get("desk-duel", number=1)
    assert page.context["form"][f"kills-{desk.club.who(0, 'Sable').pk}"].value() == 1
    said = result(
        desk,
        seen=1,
        reason="Photo finish",
        **{f"place-{anvil.pk}": "2", f"place-{basilisk.pk}": "1"},
    )
    asked = words(desk.send("desk-duel", said, number=1))
    assert "Corrections to be booked" in asked
    assert "Anvil: −$20,000, prize money" in asked
    assert "Basilisk: +2 points in the standings" in asked
    for _ in range(2):
        assert desk.send("desk-duel", said, number=1, sure=True, key="again").status_code == 303
    with desk.club.scope():
        assert [row.revision for row in DuelResult.objects.all()] == [1, 2]
        assert balances.standing_points(desk.club.season.pk) == {anvil.pk: 3, basilisk.pk: 5}
        assert Money.objects.filter(cause__endswith=":2").count() == 2
    assert "Photo finish" in words(desk.get("desk-log", "spectator"))


def test_two_gms_do_not_overwrite_each_other(driven: Any) -> None:
    desk: Desk = driven()
    desk.send("desk-duel", result(desk), number=1, sure=True)
    answer = desk.send("desk-duel", {**result(desk), "reason": "x"}, number=1, sure=True)
    assert answer.status_code == 422
    assert "Someone else entered a record" in words(answer)


BAD_RESULTS = [
    ({"place-{anvil}": "2"}, "Places must be 1, 2, 3"),
    ({"place-{anvil}": ""}, "This field is required"),
    ({"place-{anvil}": "x"}, "Select a valid choice"),
    ({"foot-{rook}": "3"}, "Kills on foot cannot exceed"),
    ({"state-{rook}": "asleep"}, "not one of the available choices"),
    ({"dp-{rook}": "x"}, "Enter a whole number"),
    ({"wear-{car}-armour:front": "-1"}, "greater than or equal to 0"),
    ({"awards-{rook}": "won"}, "not one of the available choices"),
    ({"kills-{rook}": "100"}, "not one of the available choices"),
]  # fmt: skip


def test_an_invalid_result_is_refused_at_its_field(driven: Any) -> None:
    desk: Desk = driven()
    names = {
        "anvil": desk.club.teams[0].pk,
        "rook": desk.club.who(0, "Rook").pk,
        "car": desk.club.car(0).pk,
    }
    for change, sentence in BAD_RESULTS:
        said = result(desk, **{key.format(**names): value for key, value in change.items()})
        for sure in (False, True):
            answer = desk.send("desk-duel", said, number=1, sure=sure)
            assert (answer.status_code, sentence in words(answer)) == (422, True), (
                change,
                sentence,
            )
            assert not answer.context["form"].non_field_errors()
    with desk.club.scope():
        assert not DuelResult.objects.exists()


def test_a_team_that_stayed_away_gets_nothing(driven: Any) -> None:
    desk: Desk = driven()
    said = result(desk)
    del said[f"came-{desk.club.teams[1].pk}"], said[f"place-{desk.club.teams[1].pk}"]
    assert "Total prize money: $50,000" in words(desk.send("desk-duel", said, number=1))
    assert desk.send("desk-duel", said, number=1, sure=True).status_code == 303
    with desk.club.scope():
        assert list(balances.standing_points(desk.club.season.pk)) == [desk.club.teams[0].pk]
    again = desk.get("desk-duel", number=1).context["form"]
    assert again[f"came-{desk.club.teams[1].pk}"].value() is False


def test_damage_by_part_and_dp_are_booked(driven: Any) -> None:
    desk: Desk = driven()
    rook, car = desk.club.who(0, "Rook"), desk.club.car(0)
    said = result(
        desk,
        **{
            f"dp-{rook.pk}": "1",
            f"wear-{car.pk}-armour:front": "7",
            f"wear-{car.pk}-ammo:weapon:1": "4",
        },
    )
    assert "−7 front armour" in words(desk.send("desk-duel", said, number=1))
    assert desk.send("desk-duel", said, number=1, sure=True).status_code == 303
    with desk.club.scope():
        assert balances.damage([car.pk])[car.pk] == {"armour:front": 7, "ammo:weapon:1": 4}
        assert balances.wounds([rook.pk])[rook.pk] == 1


def test_places_follow_from_victory_points_if_the_house_rules_say_so(driven: Any) -> None:
    desk: Desk = driven(options={"event_formula": True})
    said = {key: value for key, value in result(desk).items() if not key.startswith("place-")}
    said |= {f"out-{team.pk}": "0" for team in desk.club.teams}
    assert "Anvil: +5 points" in words(desk.send("desk-duel", said, number=1))


def test_a_repairable_car_out_of_action_counts_as_a_kill(driven: Any) -> None:
    desk: Desk = driven()
    out = f"out-{desk.club.teams[1].pk}"
    said = result(desk) | {out: "1", f"fate-{desk.club.car(1).pk}": "survived"}
    assert desk.send("desk-duel", said, number=1, sure=True).status_code == 303
    page = desk.get("desk-duel", number=1).content.decode()
    assert re.search(rf'name="{out}" value="1"', page)
    assert "Basilisk 1: out of action" in words(desk.get("duel", number=1))


def test_no_result_is_recorded_before_the_duel(driven: Any) -> None:
    desk: Desk = driven()
    desk.go_to(desk.week().duel_at.replace(minute=0) - timedelta(minutes=1))
    assert desk.get("desk-duel", number=1).status_code == 404
    assert desk.send("desk-duel", result(desk), number=1, sure=True).status_code == 404


def test_a_week_without_entries_has_no_duel_to_record(desk: Desk) -> None:
    with desk.club.scope():
        week = desk.week()
        week.status, week.settled_at = "settled", week.settle_at
        week.save()
    desk.go_to(week.duel_at)
    assert "No participants" in words(desk.get("desk-duel", number=1))
    assert "Record the duel" not in words(desk.get("desk"))


def test_the_form_omits_people_who_cannot_drive(driven: Any) -> None:
    desk: Desk = driven()
    rook, sable = desk.club.who(0, "Rook"), desk.club.who(1, "Sable")
    hurt = [
        Line(Book.WOUND, one.pk, "dp", 2, "a fall", desk.week().settle_at) for one in (rook, sable)
    ]
    with desk.club.scope():
        posting.post(hurt)
    page = words(desk.get("desk-duel", number=1))
    assert "Anvil" not in page.replace("Anvil’s", "")
    assert page.count('name="state-') == 1
    assert f"state-{sable.pk}" not in page
    assert "Fill in DP and damage only if you kept track of them." in page
    assert "kept book" not in page


# --- the season's end -----------------------------------------------------------------------------


def over(desk: Desk) -> None:
    """Close the week of the duel and advance the clock by a day."""
    with desk.club.scope():
        week = desk.week()
        week.status = "closed"
        week.save()
    desk.go_to(week.closes_at + timedelta(days=1))


def test_o6_closing_a_season_lists_unrecorded_duels_and_asks(driven: Any) -> None:
    desk: Desk = driven()
    over(desk)
    assert "Not recorded yet:" in words(desk.get("desk-season"))
    asked = words(desk.send("desk-season-close"))
    assert "Unrecorded duels" in asked
    assert "desk/week/1/duels/0/" in asked
    refused = desk.send("desk-season-close", sure=True)
    assert refused.status_code == 422
    assert (
        "The duel of week 1 is not recorded: record it, or close the season without it."
        in words(refused)
    )
    assert desk.send("desk-season-close", {"without_duels": "on"}, sure=True).status_code == 303
    assert "Closed without this duel" in words(desk.get("desk-duel", number=1))
    assert "closed before the result was recorded" in words(desk.get("desk-week", number=1))
    late = desk.send("desk-duel", result(desk), number=1, sure=True)
    assert late.status_code == 422
    assert "can no longer be recorded" in words(late)
    assert "Closed the season without the duel of week 1" in words(
        desk.get("desk-log", "spectator")
    )
    with desk.club.scope():
        assert not DuelResult.objects.exists()


def test_o6_the_api_asks_like_the_page(driven: Any) -> None:
    desk: Desk = driven()
    over(desk)
    path = f"/api/v1/campaigns/{desk.club.campaign.slug}/seasons/1/close/"
    answer = desk.client("gm").post(path, {}, content_type="application/json")
    assert answer.status_code == 409
    assert answer.json()["errors"][0]["code"] == "duels-unrecorded"
    answer = desk.client("gm").post(path, {"without_duels": True}, content_type="application/json")
    assert answer.json()["closed_at"]


def test_f8_a_closed_seasons_standings_list_later_corrections(driven: Any) -> None:
    desk: Desk = driven()
    anvil, basilisk = desk.club.teams
    desk.send("desk-duel", result(desk), number=1, sure=True)
    over(desk)
    desk.send("desk-season-close", sure=True)
    assert "Champion: Anvil, with 5 points." in words(desk.get("news", "spectator"))
    table = f"/api/v1/campaigns/{desk.club.campaign.slug}/standings/"
    assert "Corrected after the season was closed" not in words(desk.get("standings", "spectator"))
    assert desk.client("spectator").get(table).json()["corrected_after_close"] == []
    desk.go_to(desk.club.at + timedelta(hours=1))
    assert "The standings will say that they were corrected after the close" in words(
        desk.get("desk-duel", number=1)
    )
    said = result(
        desk,
        seen=1,
        reason="Photo finish",
        **{f"place-{anvil.pk}": "2", f"place-{basilisk.pk}": "1"},
    )
    assert desk.send("desk-duel", said, number=1, sure=True).status_code == 303
    for shown in (
        desk.get("standings", "spectator"),
        desk.get("season-end", "spectator", season=1),
    ):
        page = words(shown)
        assert "Corrected after the season was closed." in page
        assert f"{desk.club.gm.username}, the duel of week 1: Photo finish" in page
    (late,) = desk.client("spectator").get(table).json()["corrected_after_close"]
    assert (late["by"], late["reason"], late["week"], late["of"]) == (
        desk.club.gm.username,
        "Photo finish",
        1,
        "duel",
    )


def test_a_wrong_result_can_be_corrected_after_the_next_season_opened(driven: Any) -> None:
    desk: Desk = driven()
    club = desk.club
    anvil, basilisk = club.teams
    desk.send("desk-duel", result(desk), number=1, sure=True)
    over(desk)
    desk.send("desk-season-close", sure=True)
    first = club.at.date() + timedelta(days=3)
    founding.open_season(
        campaign=club.campaign, actor=club.gm, now=club.at, new=Opening(first=first)
    )
    assert desk.get("desk-duel", number=1).status_code == 404, "season 2's duel has not begun"
    desk.go_to(club.at + timedelta(hours=1))
    page = desk.get("desk-duel", query="?season=1", number=1)
    assert page.status_code == 200
    places = {f"place-{anvil.pk}": "2", f"place-{basilisk.pk}": "1"}
    said = result(desk, seen=1, reason="Photo finish", idempotency=uuid4().hex, **places)
    where = desk.path("desk-duel", number=1) + "?season=1"
    assert "Correct the result?" in words(desk.client("gm").post(where, said))
    answer = desk.client("gm").post(where, said | {"confirmed": "1"})
    assert answer.headers["Location"] == desk.path("desk-week", number=1) + "?season=1"
    found = desk.client("gm").get(answer.headers["Location"])
    assert "desk/week/1/duels/0/?season=1" in found.content.decode()
    table = words(desk.get("standings", "spectator", query="?season=1"))
    assert "Photo finish" in table
    assert "Photo finish" not in words(desk.get("standings", "spectator"))
    with club.scope():
        told = Notice.objects.filter(user=club.spectator, path__startswith="weeks/1/duels/0/")
        assert {notice.path for notice in told} == {"weeks/1/duels/0/?season=1"}
    assert desk.get("duel", "spectator", query="?season=1", number=1).status_code == 200
    with club.scope():
        assert not told.filter(read_at=None).exists()
    assert desk.get("duel", "stranger", query="?season=1", number=1).status_code == 404


# --- a GM who plays -------------------------------------------------------------------------------


def test_a_playing_gm_records_a_rivals_damage_without_learning_of_it(driven: Any) -> None:
    """The form is the same for every car, the preview shows public facts only, and impossible
    damage is silently reduced.
    """
    desk: Desk = driven(gm_plays=True)
    car, rook = desk.club.car(1), desk.club.who(1, "Rook")
    form = desk.get("desk-duel", number=1).context["form"]
    theirs = {
        name.removeprefix(f"wear-{car.pk}-")
        for name in form.fields
        if name.startswith(f"wear-{car.pk}")
    }
    assert {"tyre:front", "weapon:4", "armour:top"} <= theirs
    assert "accessory:1" not in theirs
    said = result(
        desk,
        **{
            f"fate-{car.pk}": "survived",
            f"wear-{car.pk}-armour:front": "900",
            f"wear-{car.pk}-weapon:4": "5",
            f"dp-{rook.pk}": "9",
        },
    )
    asked = words(desk.send("desk-duel", said, number=1))
    assert "Basilisk: +3 points" in asked
    assert " DP" not in asked
    assert "armour" not in asked.replace("armour:front", "")
    assert desk.send("desk-duel", said, number=1, sure=True).status_code == 303
    with desk.club.scope():
        assert balances.damage([car.pk])[car.pk] == {"armour:front": 25}
        assert Wound.objects.get().character == rook


def test_a_correction_by_a_playing_gm_keeps_recorded_damage(driven: Any) -> None:
    from campaign.league.models import Membership

    desk: Desk = driven(gm_plays=True)
    with desk.club.scope():
        Membership.objects.filter(user=desk.people["spectator"]).update(role="gm")
    sable, car = desk.club.who(1, "Sable"), desk.club.car(1)
    written = {
        f"fate-{car.pk}": "survived",
        f"wear-{car.pk}-ammo:weapon:1": "6",
        f"dp-{sable.pk}": "1",
    }
    assert (
        desk.send(
            "desk-duel", result(desk, **written), "spectator", number=1, sure=True
        ).status_code
        == 303
    )
    form = desk.get("desk-duel", number=1).context["form"]
    assert form[f"wear-{car.pk}-ammo:weapon:1"].value() == 6
    again = result(
        desk,
        seen=1,
        reason="Miscounted",
        **written,
        **{f"kills-{desk.club.who(0, 'Sable').pk}": "2"},
    )
    assert desk.send("desk-duel", again, number=1, sure=True).status_code == 303
    with desk.club.scope():
        assert DuelResult.objects.count() == 2
        assert balances.damage([car.pk])[car.pk] == {"ammo:weapon:1": 6}
        assert balances.wounds([sable.pk])[sable.pk] == 1
