"""The page on which the teams of a duel write, sign and dispute its record (C27)."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from campaign.duels.models import DuelDispute, DuelDraft, DuelResult
from core.notifications.models import Notice
from espionage.services.tick import tick

from .conftest import NOT_FOUND, House


@pytest.fixture
def driven(settled: House) -> House:
    """Put a car of each team at the start, at the time of the duel."""
    settled.go_to(settled.club.open_week.duel_at)
    return settled


def fields(house: House, winner: int = 0, seen: int = 0, more: Any = None) -> dict[str, Any]:
    """Return the form of a draft in which one of the two won."""
    club = house.club
    found: dict[str, Any] = {"seen": seen}
    for team in (0, 1):
        side, driver, car = (club.teams[team].pk, club.who(team, "Rook").pk, club.car(team).pk)
        found |= {
            f"came-{side}": "on",
            f"place-{side}": 1 + (team != winner),
            f"fate-{car}": "survived",
            f"state-{driver}": "fit",
            f"kills-{driver}": int(team == winner),
            f"foot-{driver}": 0,
        }
    return found | (more or {})


def record(house: House) -> str:
    return house.path("duel-record", number=1)


def write(house: House, who: str = "owner", **said: Any) -> str:
    return house.done(house.path("duel-draft", number=1), fields(house, **said), who)


def results(house: House) -> int:
    with house.club.scope():
        return DuelResult.objects.count()


def test_c27_before_the_start_there_is_no_record(house: House) -> None:
    for name in ("duel-record", "duel-draft", "duel-dispute"):
        assert house.get(house.path(name, number=1)).status_code == NOT_FOUND
    path = reverse("api-duel-record", args=[house.club.campaign.slug, 1, 0])
    assert house.get(path).status_code == NOT_FOUND


def test_c27_two_players_book_a_duel_without_a_gm(driven: House) -> None:
    house = driven
    duel = house.path("duel", number=1)
    assert "Drive the duel and enter the result" in house.read(house.path("club"))
    for page in (duel, record(house)):
        assert {"Enter manually", "creates the record from the sheets"} <= set(
            re.findall("Enter manually|creates the record from the sheets", house.read(page))
        )
    page = write(house)
    assert "signed for Anvil" in page and "Waiting for Basilisk" in page
    assert "Sign the duel record" in house.read(house.path("club"), "rival")
    assert "Review and sign" in house.read(duel, "rival")
    assert "Sign for Basilisk" in house.read(record(house), "rival")
    assert "The teams are signing the result." in house.read(house.path("club"), "spectator")
    page = house.done(house.path("duel-sign", number=1), {"seen": 1}, "rival")
    assert "All teams have signed. The result is booked." in page
    assert results(house) == 1 and "Signed by Anvil and Basilisk." in page
    assert "Duel result" in house.read(house.path("club"), "rival")
    assert house.get(house.path("duel-draft", number=1)).status_code == NOT_FOUND


def test_c27_the_form_asks_only_for_damage_of_the_teams_car(driven: House) -> None:
    house = driven
    page = house.get(house.path("duel-draft", number=1)).content.decode()
    mine, theirs = (f"wear-{house.club.car(team).pk}-" for team in (0, 1))
    assert mine in page and theirs not in page
    assert f"dp-{house.club.who(1, 'Rook').pk}" not in page


def test_c27_a_teams_losses_are_shown_to_that_team_only(driven: House) -> None:
    house = driven
    car, driver = house.club.car(0).pk, house.club.who(0, "Rook").pk
    write(house, more={f"wear-{car}-armour:front": 3, f"dp-{driver}": 1})
    own = house.get(record(house)).content.decode()
    assert f'name="wear-{car}-armour:front" value="3"' in own
    path = reverse("api-duel-record", args=[house.club.campaign.slug, 1, 0])
    for who in ("rival", "gm", "spectator"):
        assert f"wear-{car}" not in house.get(record(house), who).content.decode(), who
        assert house.get(path, who).json()["marks"] == {"vehicles": [], "hurt": []}
    assert house.get(path).json()["marks"]["hurt"] == [{"character": str(driver), "lost": 1}]


def test_c27_a_draft_changed_meanwhile_is_not_signed_unseen(driven: House) -> None:
    house = driven
    write(house)
    write(house, "rival", seen=1, winner=1)
    stale = house.refused(house.path("duel-draft", number=1), fields(house, seen=1))
    assert "Someone else entered a record" in stale
    assert "Someone else entered" in house.refused(house.path("duel-sign", number=1), {"seen": 1})
    page = house.read(record(house))
    assert "Record entered by Basilisk" in page and "Version 1: Anvil" in page


@pytest.mark.everyday
def test_c27_a_disputed_record_is_dismissed_or_recorded_by_the_gm(driven: House) -> None:
    house = driven
    write(house)
    dispute = house.path("duel-dispute", number=1)
    assert "This field is required" in house.refused(dispute, {"reason": ""}, "rival")
    page = house.done(dispute, {"reason": "He flew over the wall."}, "rival")
    assert "Basilisk disputes the record" in page and "He flew over the wall." in page
    assert "Settle the dispute about the duel of week 1" in house.read(house.path("club"), "gm")
    assert "Settle the dispute about the duel of week 1" in house.read(house.path("desk"), "gm")
    assert "Dismiss dispute" in house.read(record(house), "gm")
    assert "Dismiss dispute" not in house.read(record(house))
    stand = house.path("desk-duel-dismiss", number=1)
    assert "The dispute was dismissed." in house.done(stand, {"reason": "I saw it."}, "gm")
    assert results(house) == 0, "the rival has not signed"
    with house.club.scope():
        assert DuelDispute.objects.get().settled == "dismissed"
    assert house.get(stand, "gm").status_code == NOT_FOUND
    house.go_to(house.club.at + timedelta(hours=24))
    tick(now=house.club.at)
    assert results(house) == 1


def test_c27_the_gms_form_starts_from_the_draft_and_settles_the_dispute(driven: House) -> None:
    house = driven
    write(house, winner=1)
    house.done(house.path("duel-dispute", number=1), {"reason": "No."}, "rival")
    page = house.read(house.path("desk-duel", number=1), "gm")
    assert "The form is filled in with the duellists’ draft" in page
    sent = {**fields(house, winner=1), "confirmed": "1"}
    house.done(house.path("desk-duel", number=1), sent, "gm")
    with house.club.scope():
        assert DuelDispute.objects.get().settled == "decided" and DuelResult.objects.count() == 1


def test_c27_the_record_is_a_task_of_the_gm_only_when_duellists_are_late(driven: House) -> None:
    house = driven
    assert "Record the duel" not in house.read(house.path("desk"), "gm")
    house.go_to(house.club.at + timedelta(hours=24))
    assert "Record the duel of week 1" in house.read(house.path("desk"), "gm")
    write(house)
    assert "Record the duel" not in house.read(house.path("desk"), "gm")


def test_c27_readers_can_neither_write_nor_sign(driven: House) -> None:
    house = driven
    write(house)
    assert "Record entered by Anvil" in house.read(record(house), "spectator")
    for name in ("duel-draft", "duel-dispute"):
        assert house.get(house.path(name, number=1), "spectator").status_code == NOT_FOUND
    answer = house.send(house.path("duel-sign", number=1), {"seen": 1}, "gm")
    assert answer.status_code == NOT_FOUND
    assert house.get(record(house), "stranger").status_code == NOT_FOUND


@pytest.mark.everyday
def test_c27_the_notice_to_sign_is_read_once_the_duel_is_booked(driven: House) -> None:
    house = driven
    write(house)
    with house.club.scope():
        assert Notice.objects.filter(kind="duel-drafted", read_at=None).count() == 1
    house.done(house.path("duel-sign", number=1), {"seen": 1}, "rival")
    with house.club.scope():
        assert not Notice.objects.filter(kind="duel-drafted", read_at=None).exists()


@pytest.mark.parametrize("who", ["owner", "rival", "gm", "spectator"])
def test_the_record_takes_few_queries(
    who: str, driven: House, django_assert_max_num_queries: Any
) -> None:
    house = driven
    write(house)
    house.done(house.path("duel-dispute", number=1), {"reason": "No."}, "rival")
    house.get(house.path("club"), who)
    house.get(record(house), who)
    for name, most in (("duel-record", 15), ("duel", 14)):
        with django_assert_max_num_queries(most):
            assert house.get(house.path(name, number=1), who).status_code == 200


def test_c27_the_api_drafts_signs_disputes_and_decides(driven: House) -> None:
    house = driven
    slug = house.club.campaign.slug
    teams = [team.slug for team in house.club.teams]

    def send(name: str, body: dict[str, Any], who: str, *args: Any) -> Any:
        path = reverse(name, args=[slug, *args])
        return house.client(who).post(path, body, content_type="application/json")

    form = house.client("gm").get(reverse("api-duel-form", args=[slug, 1, 0])).json()
    for place, row in enumerate(form["form"]["teams"], 1):
        row["place"] = place
    draft = {"record": form, "seen": 0}
    assert send("api-duel-draft", draft, "rival", teams[0], 1, 0).status_code == 404
    made = send("api-duel-draft", draft, "owner", teams[0], 1, 0)
    assert made.status_code == 201 and made.json()["waited_for"] == [teams[1]]
    theirs = [{"vehicle": str(house.club.car(0).pk), "damage": [{"part": "plant", "lost": 1}]}]
    marks = {"draft": 1, "marks": {"vehicles": theirs}}
    refused = send("api-duel-sign", marks, "rival", teams[1], 1, 0)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["code"] == "not-yours"
    said = send("api-duel-dispute", {"reason": "No."}, "rival", teams[1], 1, 0)
    assert said.json()["disputes"][0]["settled"] == ""
    assert send("api-duel-dismiss", {"reason": "Yes."}, "owner", 1, 0).status_code == 404
    assert send("api-duel-dismiss", {"reason": "Yes."}, "gm", 1, 0).json()["booked"] is False
    last = send("api-duel-sign", {"draft": 1}, "rival", teams[1], 1, 0)
    assert last.json()["booked"] is True
    with house.club.scope():
        assert DuelResult.objects.count() == DuelDraft.objects.count() == 1
