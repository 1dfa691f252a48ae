"""The page of a duel's table: sheets ticked by buttons, public view, dice, the record (C41–C44)."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from campaign.duels.models import DuelDraft, DuelEntry, TableMark, TableRoll
from campaign.duels.selectors.drafts import marks_of
from campaign.league.models import Week

from .conftest import NOT_FOUND, House


@pytest.fixture
def house_at_start(settled: House) -> House:
    """Go to the time of the duel."""
    settled.go_to(settled.club.open_week.duel_at)
    return settled


def entry(house: House, team: int = 0) -> str:
    with house.club.scope():
        return str(DuelEntry.objects.get(team=house.club.teams[team]).pk)


def table(house: House, who: str = "owner", show: str = "table") -> str:
    answer = house.get(f"{house.path('duel-table', number=1)}?show={show}", who)
    assert answer.status_code == 200
    return str(answer.content.decode())


def press(house: House, *marks: str, who: str = "owner", team: int = 0) -> None:
    """Press buttons of the sheet one after the other, each on a new page."""
    for said in marks:
        page = table(house, who, entry(house, team))
        (key,) = set(re.findall(r'name="key" value="([^"]+)"', page))
        answer = house.send(
            house.path("duel-mark", number=1),
            {"entry": entry(house, team), "key": key, "mark": said},
            who,
        )
        assert answer.status_code == 303, answer.content


def test_c44_the_hash_of_the_dice_is_published_before_the_duel_and_no_car(settled: House) -> None:
    words = table(settled, "spectator", "dice")
    assert "Verify the dice" in words
    assert re.search(r"<code[^>]*>[0-9a-f]{64}</code>", words)
    assert "The cars appear here when" in table(settled)
    assert settled.send(settled.path("duel-mark", number=1), {}).status_code == NOT_FOUND


@pytest.mark.everyday
def test_c41_equal_guns_are_numbered_on_the_sheet_and_in_the_dice_form(
    house_at_start: House,
) -> None:
    press(house_at_start, "tick|ammo:weapon:2|")
    sheet = table(house_at_start, show=entry(house_at_start))
    dice = table(house_at_start, show="dice")
    for nth, facing in ((1, "front"), (2, "back")):
        assert f"Machine gun {nth} ({facing})" in sheet
        assert f"Shots of Machine gun {nth} ({facing})" in sheet
        assert f"To hit: {facing} machine gun {nth}" in dice
    assert "Shots of Machine gun 2 (back) −1" in sheet


def test_c132_a_hit_of_several_points_is_one_mark_and_is_undone_at_once(
    house_at_start: House,
) -> None:
    own, path = entry(house_at_start), house_at_start.path("duel-mark", number=1)

    def left() -> int:
        answer = house_at_start.get(f"{house_at_start.path('duel-table', number=1)}?show={own}")
        boxes = [box for _, boxes in answer.context["sheet"].grid for box in boxes]
        return int(next(box.now for box in boxes if box.part == "armour:front"))

    before = left()
    sent = {"entry": own, "key": str(uuid4()), "mark": "tick|armour:front|"}
    house_at_start.send(path, {**sent, "points": "9"})
    house_at_start.send(path, {**sent, "points": "9"})
    assert left() == before - 9
    page = house_at_start.get(f"{house_at_start.path('duel-table', number=1)}?show={own}")
    assert "Front armour −9" in page.context["sheet"].recent[0][1]
    press(house_at_start, f"undo|{page.context['sheet'].recent[0][0]}|")
    assert left() == before
    for points in ("0", "100", "-1", "x", "²"):
        house_at_start.send(path, {**sent, "key": str(uuid4()), "points": points})
    assert left() == before


def test_c41_a_sheet_is_laid_out_as_the_car_is_seen_from_above(house_at_start: House) -> None:
    own = entry(house_at_start)
    answer = house_at_start.get(f"{house_at_start.path('duel-table', number=1)}?show={own}")
    grid = [(place, [box.part for box in boxes]) for place, boxes in answer.context["sheet"].grid]
    assert grid == [
        *((side, [f"armour:{side}"]) for side in ("top", "front", "under", "left")),
        ("plant", ["plant"]),
        ("right", ["armour:right"]),
        ("lefts", ["tyre:front_left", "tyre:back_left"]),
        ("back", ["armour:back"]),
        ("rights", ["tyre:front_right", "tyre:back_right"]),
    ]


def test_c41_a_sheet_is_ticked_and_undone_by_buttons_without_scripts(house_at_start: House) -> None:
    press(
        house_at_start,
        "tick|armour:front|",
        "tick|armour:front|",
        "set|speed|35",
        "set|fate|yielded",
    )
    page = table(house_at_start, show=entry(house_at_start))
    assert 'data-register="speed">35<' in page
    with house_at_start.club.scope():
        first = TableMark.objects.first()
    assert first is not None
    press(house_at_start, f"undo|{first.key}|")
    page = table(house_at_start, show=entry(house_at_start))
    assert page.count("Undo: Front armour −1") == 1
    assert "Yielded, 1st out" in re.sub(r"<[^>]+>", "", table(house_at_start, "spectator"))


def test_c41_only_a_cars_own_team_has_its_sheet(house_at_start: House) -> None:
    for who in ("rival", "gm", "spectator"):
        page = table(house_at_start, who, entry(house_at_start))
        assert f'name="entry" value="{entry(house_at_start)}"' not in page, who
        answer = house_at_start.send(
            house_at_start.path("duel-mark", number=1),
            {"entry": entry(house_at_start), "key": "", "mark": "tick|plant|"},
            who,
        )
        assert answer.status_code == NOT_FOUND, who
    with house_at_start.club.scope():
        assert not TableMark.objects.exists()


def test_c41_unknown_marks_are_ignored(house_at_start: House) -> None:
    press(house_at_start, "tick|weapon:99|", "set|speed|7", "nonsense", "")
    with house_at_start.club.scope():
        assert not TableMark.objects.exists()


def test_c42_the_first_car_out_does_not_look_like_the_winner(house_at_start: House) -> None:
    press(house_at_start, "set|fate|destroyed")
    said = re.sub(r"<[^>]+>", "", table(house_at_start, "spectator", "table"))
    assert "Destroyed, 1st out" in said and "1. destroyed" not in said


def test_c43_one_press_writes_the_record_and_the_rival_signs_with_their_ticks(
    house_at_start: House,
) -> None:
    club = house_at_start.club
    taker = f"{club.who(1, 'Rook').pk}:ram"
    press(house_at_start, "tick|armour:front|", "set|fate|out", f"set|by|{taker}")
    press(house_at_start, "tick|armour:left|", who="rival", team=1)
    house_at_start.done(house_at_start.path("duel-write-up", number=1), {})
    with club.scope():
        draft = DuelDraft.objects.get()
        (mine,) = draft.signatures.all()
        assert [one.damage[0].part for one in marks_of(mine).vehicles] == ["armour:front"]
        assert "armour" not in str(draft.payload)
        teams = {row["team"]: row["place"] for row in draft.payload["form"]["teams"]}
        assert teams == {str(club.teams[0].pk): 2, str(club.teams[1].pk): 1}
        kills = {one["character"]: one["kills"] for one in draft.payload["form"]["people"]}
        assert kills[str(club.who(1, "Rook").pk)] == 1
    page = house_at_start.get(
        house_at_start.path("duel-record", number=1), "rival"
    ).content.decode()
    assert re.search(rf'<input[^>]*name="wear-{club.car(1).pk}-armour:left"[^>]*value="1"', page)


def test_c43_contradictions_between_sheets_are_asked_as_choices(house_at_start: House) -> None:
    write = house_at_start.path("duel-write-up", number=1)
    answer = house_at_start.send(write, {})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Several still drive. Who came first?" in page
    assert page.count('type="radio"') == 3
    house_at_start.done(write, {"first": str(house_at_start.club.teams[1].pk)})
    assert "Review record and sign" in table(house_at_start)
    first = {"first": str(house_at_start.club.teams[0].pk)}
    house_at_start.send(write, {**first, "seen": 0})
    with house_at_start.club.scope():
        assert DuelDraft.objects.count() == 1, "theirs was not looked at"
    house_at_start.done(write, {**first, "seen": 1})
    with house_at_start.club.scope():
        assert DuelDraft.objects.count() == 2


def test_c43_record_forms_start_from_the_sheets_and_the_gms_without_damage(
    house_at_start: House,
) -> None:
    club = house_at_start.club
    down = f"tick|dp:{club.who(1, 'Rook').pk}|"
    press(house_at_start, "tick|armour:front|")
    press(
        house_at_start, "tick|armour:left|", *[down] * 3, "set|fate|destroyed", who="rival", team=1
    )
    desk = house_at_start.get(house_at_start.path("desk-duel", number=1), "gm").content.decode()
    own = house_at_start.get(house_at_start.path("duel-draft", number=1)).content.decode()
    for page in (desk, own):
        assert "filled in from the sheets at the table" in page
        for team, place in enumerate(("1", "2")):
            assert selected_value(page, f"place-{club.teams[team].pk}") == place
        assert selected_value(page, f"fate-{club.car(1).pk}") == "destroyed"
    worn = f'name="wear-{club.car(0).pk}-armour:front" value="1"'
    assert worn in own and worn not in desk
    assert f'name="wear-{club.car(1).pk}-armour:left" value="1"' not in own + desk
    form = house_at_start.get(
        reverse("api-duel-form", args=[club.campaign.slug, 1, 0]), "gm"
    ).json()
    assert [one["place"] for one in form["form"]["teams"]] == [1, 2]
    assert {one["fate"] for one in form["vehicles"]} == {"survived", "destroyed"}


def test_c43_the_gm_decides_what_the_sheets_leave_open(house_at_start: House) -> None:
    press(house_at_start, "set|speed|30")
    desk = house_at_start.get(house_at_start.path("desk-duel", number=1), "gm").content.decode()
    assert "The sheets do not include:" in desk and "Several still drive. Who came first?" in desk
    for team in house_at_start.club.teams[:2]:
        assert selected_value(desk, f"place-{team.pk}") == ""


@pytest.mark.everyday
def test_c45_the_table_says_if_only_a_gm_records(house_at_start: House) -> None:
    with house_at_start.club.scope():
        week = house_at_start.club.open_week
        Week.objects.filter(pk=week.pk).update(rules={**(week.rules or {}), "duel_sign_hours": 0})
    assert "In this club, a GM records duels" in table(house_at_start)
    answer = house_at_start.send(house_at_start.path("duel-write-up", number=1), {})
    assert answer.status_code == 303
    assert "Their form is filled in from the sheets" in house_at_start.read(answer["Location"])
    record = house_at_start.read(house_at_start.path("duel-record", number=1))
    assert "In this club, a GM records duels." in record and "Enter manually" not in record
    assert "Open your sheet" in house_at_start.read(house_at_start.path("duel", number=1))
    assert house_at_start.get(house_at_start.path("duel-draft", number=1)).status_code == NOT_FOUND


def selected_value(page: str, name: str) -> str:
    """Return the selected value of a select."""
    found = re.search(rf'<select name="{name}".*?</select>', page, re.DOTALL)
    assert found, name
    option = re.search(r'<option value="([^"]*)" selected', found[0])
    return option[1] if option else ""


@pytest.mark.everyday
def test_c44_everyone_sees_who_rolled_what_for(house_at_start: House) -> None:
    roll = house_at_start.path("duel-roll", number=1)
    house_at_start.done(roll, {"chosen": "Control", "words": "", "dice": "1", "add": "0"})
    house_at_start.done(
        roll, {"chosen": "Control", "words": "Left machine gun", "dice": "2", "add": "-1"}
    )
    words = table(house_at_start, "spectator", "dice")
    assert "Left machine gun" in words
    assert f"({house_at_start.people['owner'].get_username()}), Control:" in words
    assert house_at_start.send(roll, {"chosen": "x", "dice": "99", "add": "0"}).status_code == 422
    with house_at_start.club.scope():
        assert [one.number for one in TableRoll.objects.all()] == [1, 2]


@pytest.mark.parametrize("show", ["", "table", "dice"])
def test_the_table_takes_few_queries(
    show: str, house_at_start: House, django_assert_max_num_queries: Any
) -> None:
    table(house_at_start, show=show)
    with django_assert_max_num_queries(16):
        table(house_at_start, show=show)
