"""The club's own parts on the desk: added, changed, retired, exported and imported (C38–C40)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campaign.garage.rules.club_parts import KIND_LABELS, RECORD_TYPES
from campaign.garage.rules.parts import ClubParts, Tyre
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.services import club_parts as services
from campaign.league.models import DeskAct

from .conftest import Desk, words

STEEL = {"name": "Steel-belted", "cost": "300", "weight": "75", "dp": "12", "sold": "on"}
TYRE = Tyre(key="own_steel_belted", name="Steel-belted", cost=300, weight=75, dp=12)


def current_parts(desk: Desk) -> ClubParts:
    with desk.club.scope():
        return parts_of(desk.club.campaign.pk)


def save_parts(desk: Desk, parts: ClubParts) -> None:
    with desk.club.scope():
        services.replace(
            campaign=desk.club.campaign, parts=parts, actor=desk.club.gm, now=desk.club.at
        )


@pytest.mark.parametrize("kind", KIND_LABELS)
def test_every_kind_has_a_form_with_all_its_fields(kind: str, desk: Desk) -> None:
    form = desk.get("desk-part", kind=kind).context["form"]
    fields = set(RECORD_TYPES[kind].__struct_fields__)
    hidden = {"key", "rule", "reversed"}
    assert set(form.fields) == (fields - hidden) | {"sold", "reason", "idempotency"}


def test_a_part_is_added_and_changed(desk: Desk) -> None:
    assert desk.send("desk-part", STEEL, kind="tyres").status_code == 303
    assert current_parts(desk).tyres == (TYRE,)
    page = desk.get("desk-part", query="?key=own_steel_belted", kind="tyres")
    assert page.context["form"]["cost"].value() == 300
    path = desk.path("desk-part", kind="tyres") + "?key=own_steel_belted"
    said = {"idempotency": "x1", **STEEL, "name": "Steel", "cost": "350", "reason": "The book."}
    assert desk.client("gm").post(path, said).status_code == 303
    assert current_parts(desk).tyres[0] == Tyre(
        key="own_steel_belted", name="Steel", cost=350, weight=75, dp=12
    )
    assert "Changed the club’s vehicle parts (changed: Steel)" in words(
        desk.get("desk-log", "spectator")
    )


def test_c39_a_retired_part_is_marked_as_no_longer_sold(desk: Desk) -> None:
    save_parts(desk, ClubParts(tyres=(TYRE,)))
    path = desk.path("desk-part", kind="tyres") + "?key=own_steel_belted"
    said = {name: value for name, value in STEEL.items() if name != "sold"}
    assert desk.client("gm").post(path, {"idempotency": "x2", **said}).status_code == 303
    assert current_parts(desk).retired == ("own_steel_belted",)
    page = words(desk.get("desk-parts"))
    assert "no longer sold" in page


@pytest.mark.parametrize(
    ("change", "field"), [({"cost": "-1"}, "cost"), ({"dp": ""}, "dp"), ({"name": " "}, "name")]
)
def test_an_error_is_shown_at_its_field(change: dict[str, str], field: str, desk: Desk) -> None:
    answer = desk.send("desk-part", {**STEEL, **change}, kind="tyres")
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert current_parts(desk) == ClubParts()


def test_an_unknown_kind_and_an_unknown_part_are_not_found(desk: Desk) -> None:
    assert desk.get("desk-part", kind="wings").status_code == 404
    assert desk.get("desk-part", kind="tyres", query="?key=nothing").status_code == 404


def listed_parts(parts: ClubParts, **more: Any) -> dict[str, Any]:
    return {"parts": msgspec.json.encode(parts).decode(), **more}


def test_c40_an_imported_list_is_previewed_and_saved(desk: Desk) -> None:
    after = ClubParts(tyres=(TYRE,))
    asked = words(desk.send("desk-parts", listed_parts(after)))
    assert "added: Steel-belted" in asked
    assert "keep the values they were built with" in asked
    assert current_parts(desk) == ClubParts()
    for _ in range(2):
        sent = desk.send(
            "desk-parts", listed_parts(after, reason="The book."), sure=True, key="again"
        )
        assert sent.status_code == 303
    assert current_parts(desk) == after
    with desk.club.scope():
        assert DeskAct.objects.get(kind="parts-changed").reason == "The book."


def test_c40_the_displayed_list_can_be_imported_unchanged(desk: Desk) -> None:
    save_parts(desk, ClubParts(tyres=(TYRE,)))
    taken_out = desk.get("desk-parts").context["form"]["parts"].value()
    save_parts(desk, ClubParts())
    assert desk.send("desk-parts", {"parts": taken_out}, sure=True).status_code == 303
    assert current_parts(desk) == ClubParts(tyres=(TYRE,))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[1", "Enter a JSON object."),
        ("{}", "You have not changed anything."),
        ('{"tyres": [{"key": "x_1"}]}', "tyres[0]: The field “name” is missing"),
        ('{"tyres": 3}', "tyres"),
    ],
)
@pytest.mark.parametrize("sure", [False, True])
def test_c40_an_invalid_list_changes_nothing(
    text: str, sentence: str, sure: bool, desk: Desk
) -> None:
    answer = desk.send("desk-parts", {"parts": text}, sure=sure and text != "{}")
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert current_parts(desk) == ClubParts()


def test_the_builder_offers_the_parts_the_club_sells(desk: Desk) -> None:
    other = Tyre(key="own_old", name="Bicycle tyre", cost=1, weight=1, dp=1)
    save_parts(desk, ClubParts(tyres=(TYRE, other), retired=("own_old",)))
    team = desk.club.teams[0]
    page = words(
        desk.client("first").get(f"/c/{desk.club.campaign.slug}/teams/{team.slug}/garage/build/")
    )
    assert "Steel-belted: 12 DP, 75 lb, $300 each" in page
    assert "Bicycle tyre" not in page


def test_c121_a_gm_installs_the_published_list_with_one_button(desk: Desk) -> None:
    page = words(desk.get("desk-parts"))
    assert "Install the published list" in page
    answer = desk.send("desk-parts", {"published": "1", "leave_out": ["gas"]})
    assert answer.status_code == 303, words(answer)
    page = words(desk.get("desk-parts"))
    assert "Wheelguards" in page
    assert "100 cid engine" not in page
