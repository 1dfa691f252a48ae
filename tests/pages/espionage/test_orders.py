"""The order form: input is kept, saved orders are confirmed, and nobody else sees them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.http import QueryDict
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.league.models import TeamOwner, Week
from campaign.ledger.models import Wound
from campaign.ledger.services import posting, stores
from campaign.ledger.services.posting import Book, Line
from campaign.members.services import members
from core.web.templatetags.house import portrait
from espionage.forms.sheet_draft import (
    Row,
    add_row,
    counterspies_last,
    fill_only_opponent,
    move_row,
    read_rows,
    remove_row,
    typed_rows,
)
from espionage.models import OrderSheet
from espionage.rules.orders import OnlyAgainst
from espionage.selectors.sheets import read_sheet
from espionage.services.tick import tick
from tests.factories import add_team, person

from .conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Stage

pytestmark = pytest.mark.django_db

FEW = 15


def sheets(stage: Stage, team: int = 0) -> list[OrderSheet]:
    with stage.club.scope():
        return list(OrderSheet.objects.filter(team=stage.club.teams[team]).order_by("version"))


# --- looking --------------------------------------------------------------------------------------


def test_the_form_starts_with_one_row_for_a_fit_character(stage: Stage) -> None:
    response = stage.get()
    assert response.status_code == 200
    assert response.context["state"] == "nothing"
    assert [row.row.spy for row in response.context["form"].rows] == [first_by_name(stage)]
    assert response.headers["Cache-Control"] == "private, no-store"


def first_by_name(stage: Stage) -> str:
    names = sorted(stage.club.characters[stage.club.teams[0].pk])
    return stage.id(names[0])


@pytest.mark.parametrize("saved", ["nothing", "draft", "final", "passed"])
def test_every_state_is_rendered_in_few_queries(
    stage: Stage, saved: str, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    if saved in {"draft", "final"}:
        stage.post(stage.form(stage.infiltrate(), stage.guard(), do=saved))
    elif saved == "passed":
        stage.post(stage.form(do="passed"))
    browser = stage.browser()
    a_plan = saved == "nothing"  # what was drafted before the week opened is looked for
    with django_assert_max_num_queries(FEW + a_plan):
        response = browser.get(stage.url())
    assert response.context["state"] == saved
    if saved != "nothing":
        with django_assert_max_num_queries(FEW):
            assert browser.get(stage.url("orders/receipt/")).status_code == 200
        with django_assert_max_num_queries(FEW):
            assert browser.get(stage.url("orders/print/")).status_code == 200


def test_only_the_owners_find_the_order_pages(stage: Stage) -> None:
    stage.post(stage.form(stage.infiltrate()))
    co_owner = person("co-owner")
    members.admit(campaign=stage.club.campaign, user=co_owner, role="player", now=stage.club.at)
    with stage.club.scope():
        TeamOwner.objects.create(team=stage.club.teams[0], user=co_owner, since=stage.club.at)
    cast = stage.cast()
    pages = [
        "orders/",
        "orders/receipt/",
        "orders/receipt/1/",
        "orders/print/",
        "reports/",
        "dossier/",
    ]
    for page in pages:
        assert stage.browser(co_owner).get(stage.url(page)).status_code == 200, page
        for name, browser in cast.items():
            there, nowhere = (
                browser.get(stage.url(page)),
                browser.get(stage.url(page).replace(stage.club.teams[0].slug, "no-such-team")),
            )
            assert there.status_code == nowhere.status_code == 404, (name, page)
        anonymous = stage.browser(co_owner)
        anonymous.logout()
        assert anonymous.get(stage.url(page)).status_code == 302


def test_a_playing_gm_sees_only_their_own_orders(make_stage: Callable[..., Stage]) -> None:
    stage = make_stage(gm_plays=True)
    stage.post(
        stage.form(stage.infiltrate("Vesper", 0) | {"spy": stage.id("Vesper", 1)}), who=1, team=1
    )
    assert stage.get(who=stage.club.gm).status_code == 200
    assert stage.get(who=stage.club.gm, team=1).status_code == 404


# --- one thing open -------------------------------------------------------------------------------


def open_orders(response: Any) -> list[str]:
    """Return the names on the lines of the open orders."""
    found = re.findall(
        r'<details class="order-body"[^>]* open>.*?<b data-called>(.*?)</b>', text(response)
    )
    return [name.strip() for name in found]


def test_finished_orders_are_folded_and_the_current_one_is_open(stage: Stage) -> None:
    assert open_orders(stage.get()) == [min(stage.club.characters[stage.club.teams[0].pk])]
    whole = stage.form(stage.infiltrate("Vesper"), stage.guard("Rook"), do="")
    stage.post({**whole, "do": "draft"})
    saved = stage.get()
    assert not open_orders(saved)
    assert f"<b data-called>Vesper</b>: infiltrate {stage.club.teams[1].name}" in text(saved)
    assert "<b data-called>Rook</b>: counterspy, on guard at home" in text(saved)
    assert f"On guard at home: {portrait('Rook')} Rook." in text(saved)
    aimless = stage.infiltrate("Sable") | {"target_team": ""}
    assert open_orders(stage.post(stage.form(aimless, stage.guard("Rook"), do="update"))) == [
        "Sable"
    ]
    assert open_orders(stage.post({**whole, "show": "r2"})) == ["Rook"]
    assert open_orders(stage.post({**whole, "up": "r1"})) == ["Vesper"]
    added = stage.post({**whole, "do": "add"})
    assert open_orders(added) == [added.context["form"].rows[1].name]
    assert "Not saved yet." not in text(added), "an empty row is no order"
    assert "Not saved yet." in text(stage.post({**whole, "remove": "r2"}))


def test_a_refused_order_is_open(stage: Stage) -> None:
    heavy = stage.infiltrate("Sable") | {"gear": ["rifle"], "count": ["9"]}
    aimless = stage.infiltrate("Vesper") | {"target_team": ""}
    page = stage.post(stage.form(aimless, heavy, stage.guard("Rook")))
    assert open_orders(page) == ["Vesper", "Sable"]
    assert '<details class="more" open>' in text(page), "the kit is what is wrong with one"


def test_the_only_opponent_is_filled_in(make_stage: Callable[..., Stage]) -> None:
    stage = make_stage(teams=2)
    response = stage.post(
        stage.form({"spy": stage.id("Vesper"), "action": "infiltrate"}, do="final")
    )
    assert response.status_code == 303
    assert read_sheet(sheets(stage)[0]).orders[0].target_team == stage.team_id(1)
    assert fill_only_opponent([Row("r1", action="counterspy")], ["b"])[0].target_team == ""
    assert fill_only_opponent([Row("r1", action="infiltrate")], ["b", "c"])[0].target_team == ""


def test_choices_are_shown_in_the_row_the_bar_and_the_coach(stage: Stage) -> None:
    sent = stage.form(stage.guard("Rook") | {"gear": ["rifle", "knife"], "count": ["1", "1"]})
    page = text(
        stage.browser().post(
            stage.url("orders/row/r1/"),
            {**sent, "coach": "1"},
            headers={"HX-Trigger-Name": "r1-count"},
        )
    )
    assert "counterspy, on guard at home" in page
    assert "with rifle and 1 more" in page
    assert "<b>1 guard</b>" in page
    assert "Coach, step 3 of 5" in page
    quiet = stage.browser().post(stage.url("orders/row/r1/"), sent)
    assert "Coach" not in text(quiet)


def test_the_coach_appears_for_the_first_sheet_and_can_be_toggled(stage: Stage) -> None:
    browser, sent = stage.browser(), stage.form(stage.infiltrate("Vesper"), do="")
    assert "Coach, step 1 of 5" in text(browser.get(stage.url()))
    away = browser.post(stage.url(), {**sent, "do": "no-coach", "coach": "1"})
    assert "Coach" not in text(away)
    assert [row.row.action for row in away.context["form"].rows] == ["infiltrate"], (
        "nothing is lost"
    )
    assert "Coach" not in text(browser.get(stage.url())), "it stays away"
    assert "Coach, step 4 of 5" in text(browser.post(stage.url(), {**sent, "do": "coach"}))
    assert "Coach, step 1 of 5" in text(browser.get(stage.url())), "it stays"
    stage.post(stage.form(stage.guard()))
    assert "Coach" not in text(stage.get()), "a team that has written knows how"


# --- saving ---------------------------------------------------------------------------------------


def test_a_draft_is_saved_and_its_receipt_lists_the_orders(stage: Stage) -> None:
    response = stage.post(stage.form(stage.infiltrate(), stage.guard()))
    assert response.status_code == 303
    receipt = stage.browser().get(response.url)
    (sheet,) = sheets(stage)
    assert sheet.state == "draft"
    assert f"Infiltrate against {stage.club.teams[1].name}" in text(receipt)
    assert sheet.digest in text(receipt)
    assert bytes(sheet.salt).hex() in text(receipt)
    assert "Choose duel drivers" in text(receipt), "what is left to do before the deadline"


def test_e15_counterspies_are_sorted_last(stage: Stage) -> None:
    stage.post(stage.form(stage.guard(), stage.infiltrate()))
    assert [order.action for order in read_sheet(sheets(stage)[0]).orders] == [
        "infiltrate",
        "counterspy",
    ]


def test_a_double_click_saves_once(stage: Stage) -> None:
    sent = stage.form(stage.infiltrate(), key="k" * 32)
    first, second = stage.post(sent), stage.post(sent)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.url == second.url
    assert len(sheets(stage)) == 1


def test_an_unreadable_form_key_saves_nothing_and_shows_the_form(stage: Stage) -> None:
    answer = stage.post(stage.form(stage.infiltrate(), key="\x00" * 50))
    assert answer.status_code == 422
    assert "This form could not be read." in text(answer)
    assert not sheets(stage)


def test_a_final_sheet_is_locked_until_it_is_reopened(stage: Stage) -> None:
    stage.post(stage.form(stage.infiltrate(), do="final"))
    assert "Reopen as draft" in text(stage.get())
    stage.post({"do": "reopen", "seen": "1"})
    assert [sheet.state for sheet in sheets(stage)] == ["final", "draft"]
    assert sheets(stage)[0].payload == sheets(stage)[1].payload
    assert stage.get().context["form"].rows[0].row.action == "infiltrate"


def test_passing_asks_if_orders_exist_and_can_be_undone(stage: Stage) -> None:
    stage.post(stage.form(stage.infiltrate()))
    asked = stage.post(stage.form(stage.infiltrate(), do="passed", seen=1))
    assert "Pass with orders on the form?" in text(asked)
    assert len(sheets(stage)) == 1
    stage.post(stage.form(stage.infiltrate(), do="passed", seen=1, sure="1"))
    assert sheets(stage)[-1].state == "passed"
    stage.post({"do": "reopen", "seen": "2"})
    assert sheets(stage)[-1].state == "draft"
    assert read_sheet(sheets(stage)[-1]).orders[0].spy == stage.id("Vesper")


def test_an_empty_sheet_cannot_be_sealed_and_offers_to_pass(stage: Stage) -> None:
    response = stage.post(stage.form({"spy": stage.id("Vesper")}, do="final"))
    assert response.status_code == 422
    assert "There are no orders on this sheet." in text(response)


def test_an_older_version_can_be_restored_and_saved(stage: Stage) -> None:
    stage.post(stage.form(stage.infiltrate()))
    stage.post(stage.form(stage.guard(), seen=1))
    back = stage.browser().get(stage.url() + "?version=1")
    assert [row.row.action for row in back.context["form"].rows] == ["infiltrate"]
    assert back.context["form"].sheet.initial["seen"] == 2
    assert len(sheets(stage)) == 2


# --- nothing typed is lost ------------------------------------------------------------------------


def test_rows_can_be_moved_added_and_removed_without_losing_input(stage: Stage) -> None:
    rows = (
        stage.infiltrate("Vesper"),
        stage.infiltrate("Sable") | {"gear": ["heavy_pistol", ""], "count": ["2", "1"]},
    )
    sent = stage.form(*rows, do="")
    up = stage.post({**sent, "up": "r2"})
    assert [row.key for row in up.context["form"].rows] == ["r2", "r1"]
    assert up.context["form"].rows[0].kit[0].count == "2"
    more = stage.post({**sent, "do": "add"})
    assert len(more.context["form"].rows) == 3
    less = stage.post({**sent, "remove": "r1"})
    assert [row.key for row in less.context["form"].rows] == ["r2"]
    assert not sheets(stage)


def test_e15_errors_are_shown_at_their_fields_and_in_a_summary(stage: Stage) -> None:
    with stage.club.scope():
        posting.post(
            [Line(Book.WOUND, stage.club.who(0, "Vesper").pk, Wound.DP, 9, "a fall", stage.club.at)]
        )
    dead = stage.infiltrate("Vesper")
    heavy = stage.infiltrate("Sable") | {"gear": ["rifle"], "count": ["9"]}
    response = stage.post(stage.form(dead, heavy))
    assert response.status_code == 422
    found = [(mistake.anchor, mistake.sentence) for mistake in response.context["form"].mistakes]
    assert found[0] == ("id_r1-spy", "Vesper is dead. Choose someone else.")
    assert found[1][0] == "kit-r2"
    page = text(response)
    assert 'href="#id_r1-spy"' in page
    assert 'id="id_r1-spy"' in page
    assert 'id="kit-r2"' in page
    assert not sheets(stage)


def test_e15_an_invalid_target_and_a_missing_action_are_reported(stage: Stage) -> None:
    own = stage.infiltrate("Vesper", 0)
    undecided = {"spy": stage.id("Rook"), "target_team": stage.team_id(1)}
    sentences = [
        mistake.sentence
        for mistake in stage.post(stage.form(own, undecided)).context["form"].mistakes
    ]
    assert sentences == [
        "Choose what this character does this week.",
        "Choose another team that plays this week.",
    ]


def test_a_stale_tab_is_told_what_changed_and_keeps_its_input(stage: Stage) -> None:
    stage.post(stage.form(stage.infiltrate("Vesper")))
    stage.post(stage.form(stage.guard("Vesper"), seen=1))
    stale = stage.post(
        stage.form(stage.infiltrate("Vesper"), stage.guard("Sable"), seen=1, do="final")
    )
    assert stale.status_code == 409
    assert any(
        "Vesper" in sentence and "Counterspy" in sentence for sentence in stale.context["changed"]
    )
    assert [row.row.spy for row in stale.context["form"].rows] == [
        stage.id("Vesper"),
        stage.id("Sable"),
    ]
    assert stale.context["form"].sheet.initial["seen"] == 2
    assert len(sheets(stage)) == 2


def test_a_form_sent_after_the_deadline_is_refused_and_kept(stage: Stage) -> None:
    stage.post(stage.form(stage.guard("Rook")))
    stage.at(stage.club.open_week.due_at)
    late = stage.post(stage.form(stage.infiltrate("Vesper"), seen=1))
    assert late.status_code == 409
    assert late.context["typed"] == (
        f"Vesper: Infiltrate against {stage.club.teams[1].name}. Kit: nothing.",
    )
    assert late.context["newest"].version == 1
    assert len(sheets(stage)) == 1


def test_standing_orders_are_carried_over_even_after_a_pass(stage: Stage) -> None:
    standing = {
        "standing-sent": "1", "standing-counterspy": ["blow_up"], "standing-counterspy_from": "2",
        "standing-cancel_1": "assassinate", "standing-cancel_2": "assassinate",
        "standing-chase_bombers": "on",
    }  # fmt: skip
    stage.post({**stage.form(stage.guard()), **standing})
    kept = read_sheet(sheets(stage)[0]).standing
    assert (kept.counterspy, kept.counterspy_from, kept.cancel_first, kept.chase_bombers) == (
        ("blow_up",),
        2,
        ("assassinate",),
        True,
    )
    stage.post({"do": "passed", "seen": "1"})
    stage.at(stage.club.open_week.closes_at + timedelta(days=2))
    stage.play()
    tick(now=stage.club.open_week.closes_at + timedelta(days=2))
    stage.at(stage.club.open_week.closes_at + timedelta(days=2))
    page = stage.get()
    assert page.context["week"].number == 2
    assert page.context["form"].standing.standing == kept
    assert page.context["carried"] is not None


def open_next_week(stage: Stage) -> None:
    """Play and close the week and open the next one."""
    later = stage.club.open_week.closes_at + timedelta(days=2)
    stage.play()
    tick(now=later)
    stage.at(later)


def test_last_weeks_orders_are_offered_and_can_be_sealed(stage: Stage) -> None:
    assert "Same as in week" not in text(stage.get())
    stage.post(stage.form(stage.infiltrate(), stage.guard()))
    assert "Same as in week" not in text(stage.get()), "there is no earlier week yet"
    open_next_week(stage)
    page = text(stage.get())
    assert "Same as in week 1 (2 orders)" in page
    assert page.index("Same as in week 1") < page.index('id="sheet"'), (
        "before all there is to fill in"
    )
    again = stage.get("orders/?again")
    rows = again.context["form"].rows
    assert [(row.row.spy, row.row.action) for row in rows] == [
        (stage.id("Vesper"), "infiltrate"),
        (stage.id("Rook"), "counterspy"),
    ]
    assert "These are your orders from week 1. They are not saved yet." in text(again)
    assert 'form="sheet"' in text(again), "it can be sealed at once"
    assert len(sheets(stage)) == 1
    stage.post(stage.form(stage.infiltrate(), stage.guard(), do="final"))
    assert read_sheet(sheets(stage)[-1]).orders == read_sheet(sheets(stage)[0]).orders


def test_e41_orders_from_standing_orders_are_a_version_without_author(stage: Stage) -> None:
    stage.post(stage.form(stage.infiltrate(), stage.guard()))
    open_next_week(stage)
    with stage.club.scope():
        week = Week.objects.get(season=stage.club.open_week.season_id, number=2)
    stage.at(week.due_at)
    tick(now=week.due_at)
    page = text(stage.get("reports/2/receipt/"))
    assert "By standing orders" in page
    assert "by your standing orders" in page
    row = sheets(stage)[-1]
    assert (row.saved_by, row.state) == (None, "standing")


@pytest.mark.everyday
def test_unavailable_people_are_left_out_of_last_weeks_orders_by_name(stage: Stage) -> None:
    stage.post(stage.form(stage.infiltrate(), stage.guard()))
    open_next_week(stage)
    with stage.club.scope():
        hurt = stage.club.who(0, "Rook")
        posting.post([Line(Book.WOUND, hurt.pk, "dp", 3, "a bad fall", timezone.now())])
    again = stage.get("orders/?again")
    assert [row.row.spy for row in again.context["form"].rows] == [stage.id("Vesper")]
    assert "Left out because they are not available: Rook." in text(again)


def test_invalid_standing_orders_are_refused_at_their_field(stage: Stage) -> None:
    response = stage.post(
        {**stage.form(stage.guard()), "standing-sent": "1", "standing-counterspy_from": "99"}
    )
    assert response.status_code == 422
    assert [mistake.anchor for mistake in response.context["form"].mistakes] == [
        "id_standing-counterspy_from"
    ]


# --- a row by itself ------------------------------------------------------------------------------


def test_htmx_requests_return_the_dependent_fields(stage: Stage) -> None:
    sent = stage.form(
        {"spy": stage.id("Vesper"), "action": "blow_up", "target_team": stage.team_id(1)}
    )
    response = stage.browser().post(
        stage.url("orders/row/r1/"), sent, headers={"HX-Trigger-Name": "r1-action"}
    )
    page = text(response)
    assert 'id="outcome-r1"' in page
    assert 'id="fields-r1"' in page
    assert 'name="r1-bricks"' in page
    assert 'id="bill"' in page
    assert "$3,000" in page
    assert stage.browser(1).post(stage.url("orders/row/r1/"), sent).status_code == 404


def test_an_added_order_has_the_usual_kit_and_an_unarmed_one_a_warning(stage: Stage) -> None:
    stores.buy(
        team=stage.club.teams[0],
        counts={"heavy_pistol": 2, "body_armour": 2},
        actor=stage.club.players[0],
        now=stage.club.at,
    )
    (first,) = stage.get().context["form"].rows
    assert [line.gear for line in first.kit] == ["heavy_pistol", "body_armour"]
    added = stage.post(stage.form(stage.infiltrate("Vesper"), do="add"))
    assert "Vesper is unarmed if ambushed. Pack a weapon." in text(added)
    last = stage.infiltrate("Vesper") | {"gear": ["knife"], "count": ["2"]}
    again = stage.post(stage.form(last, do="add")).context["form"].rows[-1]
    assert [(line.gear, line.count) for line in again.kit] == [("knife", "2")], "as last packed"
    assert "unarmed" not in text(stage.post(stage.form(last, do="add")))
    sent = stage.form({"spy": stage.id("Vesper"), "gear": ["knife"], "count": ["1"]}, do="draft")
    assert stage.post(sent).status_code == 303, "a proposed order with nothing chosen is none"


@pytest.mark.parametrize(("teams", "missions"), [(2, 1), (2, 2), (3, 1)])
def test_e48_a_row_shows_its_chance_in_the_week(
    make_stage: Callable[..., Stage], teams: int, missions: int
) -> None:
    stage = make_stage(teams=teams)
    sent = stage.form(*[stage.infiltrate(name) for name in ("Vesper", "Sable")[:missions]])
    page = text(
        stage.browser().post(
            stage.url("orders/row/r1/"), sent, headers={"HX-Trigger-Name": "r1-spy"}
        )
    )
    assert "% against a guard like " in page
    assert "Your dossier has no results of missions against this team" in page


# --- garbage --------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "r1",
        "r2",
        "",
        "draft",
        "final",
        "up",
        "7",
        "-1",
        "٣",
        "1" * 30,
        "infiltrate",
        "counterspy",
        "plastique",
        "\x00",
        "ä" * 99,
    ]
)
NAMES = st.sampled_from(
    [
        "row",
        "do",
        "seen",
        "idempotency",
        "up",
        "down",
        "remove",
        "sure",
        "standing-sent",
        "standing-section",
        "standing-counterspy",
    ]
    + [
        f"{key}-{field}"
        for key in ("r1", "r2")
        for field in (
            "spy",
            "action",
            "target_team",
            "target",
            "bricks",
            "on_twelve",
            "only_missions",
            "only_targets",
            "only_teams",
            "gear",
            "count",
        )
    ]
)


@settings(deadline=None)
@given(st.lists(st.tuples(NAMES, WORDS), max_size=25))
def test_any_input_can_be_parsed_as_rows(pairs: list[tuple[str, str]]) -> None:
    sent = QueryDict(mutable=True)
    for name, value in pairs:
        sent.appendlist(name, value)
    rows = typed_rows(sent)
    for changed in (
        move_row(rows, "r1", -1),
        move_row(rows, "r9", 1),
        add_row(rows, ["x"]),
        remove_row(rows, "r1"),
    ):
        assert counterspies_last(changed) == changed
    found = read_rows(rows)
    assert len(found.keys) == len(found.orders)


def test_unreadable_input_never_breaks_the_page(stage: Stage) -> None:
    pieces = [
        {
            "row": ["r1", "r1", "<script>", "r2"],
            "do": "final",
            "r1-action": "assassinate",
            "r1-target": "\x00'\"",
            "r1-spy": "x" * 500,
            "seen": "ten",
        },
        {
            "row": "r1",
            "do": "draft",
            "r1-action": "blow_up",
            "r1-bricks": "99999999999",
            "r1-gear": ["nonsense", "plastique"],
            "r1-count": ["-4", "1e9"],
        },
        {"row": [f"r{at}" for at in range(500)], "do": "add"},
        {"do": ["passed", "final"], "seen": "-1", "idempotency": "\x00" * 200},
        {
            "up": "r77",
            "down": "r1",
            "remove": "r3",
            "standing-sent": "1",
            "standing-section": "x",
            "standing-counterspy": ["nobody"],
        },
        {},
    ]
    browser = stage.browser()
    for piece in pieces:
        for page in ("orders/", "orders/row/r1/"):
            assert browser.post(stage.url(page), piece).status_code < 500, piece
    assert browser.get(stage.url() + "?version=9999999999999").status_code == 200
    assert browser.get(stage.url("orders/receipt/99/")).status_code == 404


def test_a_counterspy_can_guard_against_certain_missions(stage: Stage) -> None:
    guard = stage.guard() | {
        "only_missions": ["blow_up", "nonsense"],
        "only_targets": [stage.id("Vesper")],
    }
    stage.post(stage.form(guard))
    conditions = read_sheet(sheets(stage)[0]).orders[0].only_against
    assert conditions == OnlyAgainst(missions=("blow_up",), targets=(stage.id("Vesper"),))
    words = "only against Blow Up and missions that name Vesper"
    assert f"Counterspy: {words}" in text(stage.get("orders/receipt/"))
    response = stage.get("orders/")
    assert f"counterspy, {words}" in text(response)
    (row,) = response.context["form"].rows
    assert [field.value() for field in row.conditions] == [
        ("blow_up",),
        (stage.id("Vesper"),),
        (),
    ]
    mission = stage.infiltrate() | {"only_missions": ["blow_up"]}
    stage.post(stage.form(mission, do="final", seen=1))
    assert not read_sheet(sheets(stage)[1]).orders[0].only_against


def test_a_team_that_joined_late_plays_from_the_next_week(stage: Stage) -> None:
    late = add_team(stage.club, "Latecomer")
    page = stage.browser(len(stage.club.players) - 1).get(
        stage.url().replace(stage.club.teams[0].slug, late.slug)
    )
    assert "plays from next week" in text(page)


def test_without_an_open_week_the_page_says_what_comes_next(
    make_stage: Callable[..., Stage],
) -> None:
    assert "Not open yet" in text(make_stage(week="planned").get())
    other = make_stage(week=None, name="Second club")
    assert "No week scheduled" in text(other.get())
