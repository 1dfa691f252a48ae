"""A club's own arenas: drawn on the desk, seen and printed by members (C130)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaign.duels.rules.arena_templates import CROSSROADS, TEMPLATES
from campaign.duels.rules.arenas import MAX_ARENAS, Arena
from campaign.duels.selectors.arenas import arenas_of
from engine.values import changed
from tests.arenas import PIT, add_arena

from .conftest import Desk, words


def own_arenas(desk: Desk) -> tuple[Arena, ...]:
    with desk.club.scope():
        return arenas_of(desk.club.campaign.pk)


def form_of(answer: Any) -> dict[str, Any]:
    """Return what a browser would send from the editor on a page."""
    form, rows = answer.context["form"], answer.context["rows"]
    fields = [*form, *rows.management_form, *(field for row in rows for field in row)]
    return {field.html_name: value for field in fields if (value := field.value()) is not None}


def edit(desk: Desk, query: str = "", **changes: Any) -> Any:
    """Open the editor, change fields, and send it."""
    sent = form_of(desk.get("desk-arena", query=query)) | changes
    return desk.client("gm").post(desk.path("desk-arena") + query, sent)


def test_c130_a_copied_template_is_saved_under_a_new_name(desk: Desk) -> None:
    answer = edit(desk, "?like=octagon", name=" The Pit ", save="1")
    assert answer.status_code == 303
    assert answer["Location"] == desk.path("arena", arena="own-the-pit")
    assert own_arenas(desk) == (PIT,)
    log = words(desk.get("desk-log", "spectator"))
    assert "Changed the club’s arenas (saved: The Pit)" in log


@pytest.mark.parametrize("key", TEMPLATES)
def test_c130_every_template_survives_the_editor(key: str, desk: Desk) -> None:
    edit(desk, f"?like={key}", name="Copy", save="1")
    assert own_arenas(desk) == (changed(TEMPLATES[key], key="own-copy", name="Copy"),)


def test_c130_a_press_on_the_plan_places_the_chosen_piece(desk: Desk) -> None:
    pressed = {"brush": "ramp-east", "brush_width": "3", "brush_height": "2"}
    answer = edit(desk, name="Yard", at_x="16.07", at_y="11.9", check="1", **pressed)
    assert answer.status_code == 200
    rows = [form.initial for form in answer.context["rows"].initial_forms]
    assert {"kind": "ramp-east", "x": 16, "y": 12, "width": 3, "height": 2} in rows
    assert answer.context["form"]["brush"].value() == "ramp-east"
    assert own_arenas(desk) == ()


def test_c130_a_change_redraws_only_the_editor_for_htmx(desk: Desk) -> None:
    sent = form_of(desk.get("desk-arena")) | {"name": "Yard", "width": "40"}
    answer = desk.client("gm").post(desk.path("desk-arena"), sent, headers={"HX-Request": "true"})
    assert answer.content.decode().strip().startswith('<form id="arena-editor"')
    assert 'viewBox="0 0 400 240"' in answer.content.decode()


def test_v173_an_arena_with_a_closed_gate_is_not_saved(desk: Desk) -> None:
    wall = {"piece-4-kind": "wall", "piece-4-x": "4", "piece-4-y": "12"}
    size = {"piece-4-width": "1", "piece-4-height": "24"}
    answer = edit(desk, name="Yard", save="1", **wall, **size)
    assert answer.status_code == 422
    page = words(answer)
    assert "Gate 1 needs six inches of open ground in front of it." in page
    assert own_arenas(desk) == ()


def test_c130_a_row_without_a_position_is_marked(desk: Desk) -> None:
    answer = edit(desk, name="Yard", save="1", **{"piece-4-kind": "pillar"})
    assert answer.status_code == 422
    assert answer.context["rows"].errors[4] == {
        name: ["Enter a number."] for name in ("x", "y", "width")
    }


def test_c130_an_arena_is_exported_and_imported_as_a_file(desk: Desk) -> None:
    add_arena(desk.club)
    answer = desk.get("arena", "spectator", arena="own-the-pit", query="?file=1")
    assert msgspec.json.decode(answer.content, type=Arena) == PIT
    file = SimpleUploadedFile("pit.json", answer.content)
    filled = desk.send("desk-arena", {"upload": "1", "file": file})
    assert filled.status_code == 200
    assert filled.context["form"]["name"].value() == "The Pit"
    for content in (b"{", b'{"name": "x"}', b" " * 70_000):
        bad = desk.send("desk-arena", {"upload": "1", "file": SimpleUploadedFile("x", content)})
        assert bad.status_code == 422
        assert "file" in bad.context["file_form"].errors


def test_c130_an_arena_is_changed_and_deleted(desk: Desk) -> None:
    add_arena(desk.club)
    edit(desk, "?arena=own-the-pit", name="The Bowl", save="1")
    assert own_arenas(desk) == (changed(PIT, name="The Bowl"),)
    assert desk.send("desk-arena-delete", arena=PIT.key).status_code == 200
    assert own_arenas(desk) != ()
    assert desk.send("desk-arena-delete", sure=True, arena=PIT.key).status_code == 303
    assert own_arenas(desk) == ()


def test_c130_an_unchanged_arena_is_not_recorded_again(desk: Desk) -> None:
    add_arena(desk.club)
    assert edit(desk, "?arena=own-the-pit", save="1").status_code == 303
    assert words(desk.get("desk-log")).count("saved: The Pit") == 1


@pytest.mark.everyday
def test_c130_members_see_and_print_the_arenas_but_do_not_edit_them(desk: Desk) -> None:
    add_arena(desk.club)
    for who in ("player", "spectator"):
        page = words(desk.get("arenas", who))
        assert "The Pit" in page
        assert "Draw an arena" not in page
        assert "Edit arena" not in words(desk.get("arena", who, arena="own-the-pit"))
        assert desk.get("desk-arena", who).status_code == 404
        pdf = desk.get("arena", who, arena="own-the-pit", query="?pdf=1&paper=letter")
        assert pdf.content.startswith(b"%PDF-")
    assert "Edit arena" in words(desk.get("arena", arena="own-the-pit"))
    assert "Edit arena" not in words(desk.get("arena", arena="saltmarket"))
    assert desk.get("arenas", "stranger").status_code == 404


def test_c130_two_arenas_cannot_share_a_name_and_a_club_has_at_most_twelve(desk: Desk) -> None:
    add_arena(desk.club)
    again = edit(desk, "?like=crossroads", name="the pit", save="1")
    assert again.context["form"].errors["name"]
    assert edit(desk, name="Saltmarket", save="1").status_code == 422
    for number in range(MAX_ARENAS - 1):
        add_arena(desk.club, changed(CROSSROADS, key=f"own-{number}", name=f"Yard {number}"))
    assert "A club can have 12 arenas" in words(edit(desk, name="One more", save="1"))
