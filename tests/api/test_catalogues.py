"""A club's own parts over the API (C38–C40)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from campaign.garage.rules.designer_files import MAX_FILE_LENGTH
from campaign.garage.rules.stock import find_stock_vehicle

from .conftest import Api

pytestmark = pytest.mark.django_db
LIST: dict[str, Any] = {
    "tyres": [{"key": "own_steel", "name": "Steel-belted", "cost": 300, "weight": 75, "dp": 12}]
}


def put(api: Api, parts: dict[str, Any], **more: Any) -> Any:
    return api.ask("gm", "PUT", api.club_url("parts/"), {"parts": parts, **more})


def test_c40_a_saved_parts_list_is_returned_unchanged(api: Api) -> None:
    assert api.read(api.club_url("parts/"), "spectator") == {}
    assert put(api, LIST, reason="The book.").status_code == 200
    found = api.read(api.club_url("parts/"), "spectator")
    assert found == LIST
    schema = api.read("/api/v1/schemas/club-parts/", "anonymous")
    Draft202012Validator(schema).validate(found)
    log = api.read(api.club_url("desk-log/"), "spectator")["results"]
    assert [row["reason"] for row in log if row["kind"] == "parts-changed"] == ["The book."]


def test_c40_an_invalid_row_is_named_and_nothing_changes(api: Api) -> None:
    put(api, LIST)
    bad = {"tyres": [*LIST["tyres"], {**LIST["tyres"][0], "name": "Once more"}]}
    answer = put(api, bad)
    assert answer.status_code == 422
    assert "tyres[1].key" in answer.content.decode()
    assert put(api, {"tyres": [{"key": "x_1"}]}).status_code in {400, 422}
    assert api.read(api.club_url("parts/")) == LIST


def test_c105_a_refit_buys_and_returns_spare_magazines(api: Api) -> None:
    found = find_stock_vehicle("terrier")
    assert found is not None
    design = msgspec.json.decode(msgspec.json.encode(found.design))
    assert [gun.get("spares", 0) for gun in design["weapons"]] == [1, 0]
    checked = api.ask("owner", "POST", "/api/v1/designs/check/", {"design": design}).json()
    assert checked["problems"] == []
    spare = {"name": "Spare magazine (Recoilless rifle)", "cost": 50, "weight": 15, "spaces": 1}
    assert spare in checked["bill"]
    said = {"name": "Ash", "colour": "grey", "notes": "", "design": design}
    built = api.ask("owner", "POST", api.team_url("vehicles/"), said).json()
    assert built["design"]["weapons"] == design["weapons"]
    assert built["sheet"]["weapons"][0]["magazine"] == 20
    assert spare["name"] in built["sheet"]["accessories"]
    design["weapons"][0]["spares"] = 0
    quote = api.team_url(f"vehicles/{built['id']}/refit/quote/")
    asked = api.ask("owner", "POST", quote, {"design": design}).json()
    assert (asked["problems"], asked["bought"], asked["returned"]) == ([], 0, 25)


@pytest.mark.parametrize(
    ("weapon", "spares", "code"),
    [("heavy_rocket", 1, "no-magazine"), ("laser", 4, "no-magazine"), ("vulcan", 5, None)],
)
def test_c105_an_impossible_spare_magazine_is_refused_by_field(
    weapon: str, spares: int, code: str | None, api: Api
) -> None:
    design = {
        "body": "van",
        "plant": "super",
        "chassis": "heavy",
        "weapons": [{"weapon": "vulcan"}, {"weapon": weapon, "facing": "back", "spares": spares}],
    }
    answer = api.ask("owner", "POST", "/api/v1/designs/check/", {"design": design})
    if code is None:
        assert answer.status_code in {400, 422}
        assert "weapons[1].spares" in answer.content.decode()
    else:
        told = [(one["field"], one["code"]) for one in answer.json()["problems"]]
        assert told == [("weapons[1].spares", code)]


def test_c39_a_design_is_built_with_the_clubs_prices_not_its_own(api: Api) -> None:
    put(api, LIST)
    found = find_stock_vehicle("greyhound")
    assert found is not None
    design = msgspec.to_builtins(found.design)
    design["tyres"] = ["own_steel", "own_steel"]
    cheap = {"tyres": [{**LIST["tyres"][0], "cost": 1}]}
    checked = api.ask("owner", "POST", "/api/v1/designs/check/", {"design": design})
    assert {one["field"] for one in checked.json()["problems"]} == {"tyres[0]", "tyres[1]"}
    said = {"name": "Ash", "colour": "grey", "notes": "", "design": {**design, "own": cheap}}
    built = api.ask("owner", "POST", api.team_url("vehicles/"), said)
    assert built.status_code == 201, built.content
    assert built.json()["design"]["own"] == LIST
    quote = api.ask(
        "owner",
        "POST",
        api.team_url(f"vehicles/{built.json()['id']}/refit/quote/"),
        {"design": design},
    )
    assert quote.json() == {"problems": [], "bought": 0, "returned": 0, "cost": 0}


def test_c121_a_gm_installs_the_published_list_without_two_groups(api: Api) -> None:
    put(api, LIST)
    wish = {"leave_out": ["gas", "paper"]}
    assert api.ask("owner", "POST", api.club_url("parts/published/"), wish).status_code in {
        403,
        404,
    }
    answer = api.ask("gm", "POST", api.club_url("parts/published/"), wish)
    assert answer.status_code == 200, answer.content
    keys = {part["key"] for kind in answer.json().values() for part in kind if "key" in part}
    assert {"own_steel", "wheelguard", "high_density"} <= keys
    assert not {"cid_100", "duelling_tank", "roll_cage"} & keys


def test_c122_a_printed_line_is_read_with_its_totals(api: Api) -> None:
    line = (
        "Terrier II: Compact, x-hvy chassis, hvy suspension, medium PP, 4 PR tires, driver, "
        "VMG front w/20 HD, cup holder. Armor: F45, L37, R37, B45, T10, U26"
    )
    read = api.ask("owner", "POST", "/api/v1/designs/read/", {"text": line}).json()
    assert read["unread"] == ["cup holder"]
    assert read["problems"] == []
    assert read["totals"]["cost"] == 9_200
    again = api.ask("owner", "POST", "/api/v1/designs/read/", {"text": read["line"]}).json()
    assert again["totals"] == read["totals"]
    assert again["unread"] == []
    nothing = api.ask("owner", "POST", "/api/v1/designs/read/", {"text": "Dear editor"}).json()
    assert (nothing["design"], nothing["totals"]) == (None, None)
    too_long = api.ask(
        "owner", "POST", "/api/v1/designs/read/", {"text": "x" * (MAX_FILE_LENGTH + 1)}
    )
    assert too_long.status_code in {400, 422}
