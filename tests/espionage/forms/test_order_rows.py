"""The rows of an order sheet: the fields of each action, their choices, and the orders in them."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from msgspec import UNSET

from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit, Skills
from core.web.problems import Problem
from engine.values import changed
from espionage.forms.orders import RowChoices, RowForm, SheetForm
from espionage.forms.sheet_draft import (
    MAX_ROWS,
    Piece,
    Row,
    add_row,
    fill_only_opponent,
    move_row,
    order_of,
    read_rows,
    remove_row,
    rows_of,
    typed_rows,
)
from espionage.rules.files import Character, PublicPerson, PublicTeam, TeamFile
from espionage.rules.orders import OnlyAgainst, Order, Sheet
from tests.forms import choices

VESPER = Character(id="v", name="Vesper", skills=Skills(espionage=1, explosives=0))
ROOK = Character(id="r", name="Rook", role="driver", skills=Skills(espionage=0), dp=2)
DOC = Character(id="d", name="Doc")
LENT = Character(id="l", name="Fuse", skills=Skills(espionage=2), lent_by="b")
BASILISK = PublicTeam(
    id="b",
    name="Basilisk",
    people=(
        PublicPerson(id="x", name="Sable", role="gunner"),
        PublicPerson(id="y", name="Wrench", role="mechanic", alive=False),
    ),
)
COBRA = PublicTeam(id="c", name="Cobra", people=(PublicPerson(id="z", name="Ash", role="spy"),))
OFFER = RowChoices(
    file=TeamFile(id="a", name="Anvil", people=(VESPER, ROOK, DOC, LENT)),
    rivals=(BASILISK, COBRA),
    vehicles=(("b", "bv", "A red car"), ("c", "cv", "A blue van")),
    garage={"av": "Anvil 1", "aw": "Anvil 2"},
    rules=HouseRules(),
)


def row_form(offer: RowChoices = OFFER, **typed: Any) -> RowForm:
    return RowForm(Row("r1", **typed), offer, update_url="/row/")


def with_people(*people: Character) -> RowChoices:
    file = changed(OFFER.file, people=people)
    return RowChoices(file, OFFER.rivals, OFFER.vehicles, OFFER.garage, OFFER.rules)


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("", []),
        ("infiltrate", ["target_team", "on_twelve"]),
        ("assassinate", ["target_team", "target", "on_twelve"]),
        ("blow_up", ["target_team", "target", "bricks", "on_twelve"]),
        ("counterspy", ["only_missions", "only_targets", "only_teams"]),
    ],
)
def test_a_row_has_the_fields_of_its_action(action: str, fields: list[str]) -> None:
    form = row_form(action=action)
    assert list(form.fields) == ["spy", "action", *fields]
    assert {field.widget.attrs["hx-post"] for field in form.fields.values()} == {"/row/"}
    assert [name for name, field in form.fields.items() if not field.required] == [
        name for name in fields if name in {"target", "on_twelve"} or name.startswith("only_")
    ]


@pytest.mark.parametrize(
    ("person", "label"),
    [
        (VESPER, "Vesper, espionage +1"),
        (ROOK, "Rook, espionage base, 2 of 3 DP"),
        (DOC, "Doc, no espionage"),
        (LENT, "Fuse, espionage +2, lent by Basilisk"),
        (changed(LENT, lent_by="gone"), "Fuse, espionage +2, lent by a rival"),
        (changed(DOC, guards_for="c"), "Doc: guards Cobra this week"),
        (changed(DOC, guards_for="gone"), "Doc: guards a rival this week"),
        (changed(DOC, dp=0), "Doc: dead"),
        (changed(DOC, captured=True), "Doc: held by another team"),
        (changed(DOC, dp=1), "Doc: unconscious"),
    ],
)
def test_e12_e56_a_person_is_offered_with_a_skill_or_a_reason(
    person: Character, label: str
) -> None:
    form = row_form(with_people(person))
    assert choices(form, "spy") == [("", "Choose a character"), (person.id, label)]
    assert ("disabled" in str(form["spy"])) == (not person.fit)
    chosen = row_form(with_people(person), spy=person.id)
    assert "disabled" not in str(chosen["spy"]), "a choice that was made is not lost"


@pytest.mark.parametrize(
    ("spy", "untrained_bombers", "closed"),
    [
        ("v", False, []),
        ("r", False, ["blow_up"]),
        ("r", True, []),
        ("l", True, ["infiltrate", "assassinate", "blow_up"]),
        ("nobody", False, []),
    ],
)
def test_e56_actions_that_a_person_cannot_take_are_closed(
    spy: str, untrained_bombers: bool, closed: list[str]
) -> None:
    rules = changed(OFFER.rules, untrained_bombers=untrained_bombers)
    offer = RowChoices(OFFER.file, OFFER.rivals, OFFER.vehicles, OFFER.garage, rules)
    form = row_form(offer, spy=spy)
    action: Any = form.fields["action"].widget
    assert action.closed == set(closed)
    blow_up = "Blow Up (needs explosives)" if closed == ["blow_up"] else "Blow Up"
    assert choices(form, "action") == [
        ("", "Choose an action"),
        ("infiltrate", "Infiltrate"),
        ("assassinate", "Assassinate"),
        ("blow_up", blow_up),
        ("counterspy", "Counterspy"),
    ]


PEOPLE = {
    "Basilisk": [("x", "Sable, gunner"), ("y", "Wrench, mechanic (dead)")],
    "Cobra": [("z", "Ash, spy")],
}
ANYONE, ANY_CAR = ("", "Anyone: the dice choose"), ("", "Any vehicle: the dice choose")
STALE = "no longer known: the dice will choose"


@pytest.mark.parametrize(
    ("typed", "targets"),
    [
        (
            {"action": "assassinate"},
            [ANYONE, *((key, f"{t}: {n}") for t, some in PEOPLE.items() for key, n in some)],
        ),
        ({"action": "assassinate", "target_team": "b"}, [ANYONE, *PEOPLE["Basilisk"]]),
        (
            {"action": "assassinate", "target_team": "c", "target": "x"},
            [ANYONE, *PEOPLE["Cobra"], ("x", STALE)],
        ),
        ({"action": "assassinate", "target_team": "c", "target": "z"}, [ANYONE, *PEOPLE["Cobra"]]),
        (
            {"action": "blow_up", "target": "cv"},
            [ANY_CAR, ("bv", "Basilisk: A red car"), ("cv", "Cobra: A blue van")],
        ),
        ({"action": "blow_up", "target_team": "c"}, [ANY_CAR, ("cv", "A blue van")]),
    ],
)
def test_targets_are_those_of_the_chosen_team(
    typed: dict[str, Any], targets: list[tuple[str, str]]
) -> None:
    form = row_form(**typed)
    assert choices(form, "target") == targets
    assert ("Row 11 reaches" in form["target"].help_text) == (typed["action"] == "blow_up")


def test_a_team_without_known_vehicles_leaves_the_choice_to_the_dice() -> None:
    offer = RowChoices(OFFER.file, OFFER.rivals, OFFER.vehicles[:1], {}, OFFER.rules)
    assert choices(row_form(offer, action="blow_up", target_team="c"), "target") == [ANY_CAR]


def test_a_team_that_does_not_play_stays_chosen() -> None:
    usual = [("", "Choose a team"), ("b", "Basilisk"), ("c", "Cobra")]
    assert choices(row_form(action="infiltrate"), "target_team") == usual
    gone = row_form(action="infiltrate", target_team="gone")
    assert choices(gone, "target_team") == [*usual, ("gone", "a team that does not play")]
    assert gone["target_team"].value() == "gone"


def test_e50_conditions_need_two_choices() -> None:
    form = row_form(action="counterspy", only_teams=("c",))
    assert choices(form, "only_targets") == [
        ("v", "Vesper"),
        ("r", "Rook"),
        ("d", "Doc"),
        ("av", "Anvil 1"),
        ("aw", "Anvil 2"),
    ], "a borrowed guard is none of the team's people"
    assert choices(form, "only_teams") == [("b", "Basilisk"), ("c", "Cobra")]
    assert form["only_teams"].value() == ("c",)
    file = changed(OFFER.file, people=(VESPER, changed(DOC, dp=0)))
    few = RowChoices(file, (COBRA,), (), {}, OFFER.rules)
    assert list(row_form(few, action="counterspy").fields) == ["spy", "action", "only_missions"]


def test_a_roll_of_twelve_is_used_as_eleven_or_against_their_counterspies() -> None:
    form = row_form(action="infiltrate", on_twelve="eleven")
    assert choices(form, "on_twelve") == [
        ("", "By default"),
        ("eleven", "As 11"),
        ("infiltrate", "−4 to their counterspies"),
    ]
    assert "sees one random vehicle's whole sheet" in form["on_twelve"].help_text
    assert form["on_twelve"].value() == "eleven"


def test_bricks_show_their_dice_and_price() -> None:
    form = row_form(action="blow_up")
    assert form["bricks"].value() == "1"
    rules = OFFER.rules
    assert [label.partition(",")[0] for _, label in choices(form, "bricks")] == [
        f"{count} brick{'' if count == 1 else 's'}: {dice}d"
        for count, dice in enumerate(rules.bomb_dice, 1)
    ]
    assert choices(form, "bricks")[1] == ("2", "2 bricks: 6d, 2 GE, $6,000")
    for bricks, label in (("77", "77 bricks"), ("x", "x bricks")):
        assert choices(row_form(action="blow_up", bricks=bricks), "bricks")[-1] == (bricks, label)


def test_a_problem_is_shown_at_its_field_if_the_row_has_it() -> None:
    form = row_form(action="infiltrate")
    assert not form.refuse(Problem("target", "x", "No such person."))
    assert form.refuse(Problem("spy", "x", "Choose someone else."))
    assert form.refuse(Problem("spy", "y", "Or no one."))
    assert form.errors == {"spy": ["Choose someone else.", "Or no one."]}


@pytest.mark.parametrize(
    ("seen", "version"), [("7", 7), ("", 0), ("ten", 0), ("1234567", 1_234_567), ("12345678", 0)]
)
def test_the_version_seen_is_a_number_of_at_most_seven_digits(seen: str, version: int) -> None:
    form = SheetForm({"seen": seen, "entropy": "3 4 6"})
    assert form.is_valid(), form.errors
    assert (form.version, form.share) == (version, "3 4 6")


@pytest.mark.parametrize("key", ["k1", ""])
def test_a_missing_key_is_replaced(key: str) -> None:
    form = SheetForm({"idempotency": key})
    assert form.is_valid(), form.errors
    assert form.key == key if key == "k1" else len(form.key) == 32


# --- orders ---------------------------------------------------------------------------------------

KIT = (Piece("heavy_pistol"), Piece("grenade", "3"))
WHOLE: dict[str, Any] = {
    "spy": "v",
    "target_team": "b",
    "target": "x",
    "bricks": "2",
    "on_twelve": "eleven",
    "only_missions": ("blow_up", "infiltrate", "nonsense"),
    "only_targets": ("av",),
    "only_teams": ("c",),
    "kit": KIT,
}
PACKED = Kit(items=(Packed(gear="heavy_pistol", count=1), Packed(gear="grenade", count=3)))
CONDITIONS = OnlyAgainst(missions=("infiltrate", "blow_up"), targets=("av",), teams=("c",))


@pytest.mark.parametrize(
    "order",
    [
        Order(spy="v", action="infiltrate", target_team="b", on_twelve="eleven", kit=PACKED),
        Order(
            spy="v",
            action="assassinate",
            target_team="b",
            target="x",
            on_twelve="eleven",
            kit=PACKED,
        ),
        Order(
            spy="v",
            action="blow_up",
            target_team="b",
            target="x",
            bricks=2,
            on_twelve="eleven",
            kit=PACKED,
        ),
        Order(spy="v", action="counterspy", only_against=CONDITIONS, kit=PACKED),
    ],
)
def test_an_order_has_the_fields_of_its_action_and_can_be_typed_again(order: Order) -> None:
    assert order_of(Row("r1", action=order.action, **WHOLE)) == order
    (row,) = rows_of(Sheet(orders=(order,)))
    assert row.key == "r1"
    assert order_of(row) == order
    assert (row.bricks, row.kit) == (str(order.bricks or ""), KIT)
    assert bool(row.only_teams) == (order.only_against is not UNSET)


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ({"on_twelve": "infiltrate"}, {"on_twelve": "infiltrate"}),
        ({"on_twelve": "nonsense"}, {"on_twelve": ""}),
        ({"bricks": ""}, {"bricks": 1}),
        ({"bricks": "some"}, {"bricks": 0}),
        ({"bricks": "²"}, {"bricks": 0}),
        ({"bricks": "123456"}, {"bricks": 123_456}),
        ({"bricks": "1234567"}, {"bricks": 0}),
    ],
)
def test_typed_values_are_read_as_orders(typed: dict[str, Any], order: dict[str, Any]) -> None:
    found = order_of(Row("r1", spy="v", action="blow_up", **typed))
    assert found is not None
    assert {name: getattr(found, name) for name in order} == order


def test_a_row_without_an_action_or_with_a_bad_count_is_refused_at_its_field() -> None:
    rows = [
        Row("r1", spy="v", kit=KIT),
        Row("r2", spy="r", target_team="b"),
        Row("r3", spy="d", action="infiltrate", kit=(Piece("grenade", "-4"),)),
        Row("r4", action="dance"),
    ]
    found = read_rows(rows)
    assert [row.key for row in found.rows] == ["r2", "r3", "r4"], "an untouched row is no order"
    assert found.keys == ("r3",)
    assert found.orders[0].kit.items == (Packed(gear="grenade", count=1),)
    choose = "Choose what this character does this week."
    assert found.problems == (
        Problem("r2.action", "no-action", choose),
        Problem(
            "r3.kit", "not-a-number", "Enter a whole number of items, or 0 to leave the item out."
        ),
        Problem("r4.action", "no-action", choose),
    )


# --- rows -----------------------------------------------------------------------------------------


def sent(**pairs: str | list[str]) -> QueryDict:
    query = QueryDict(mutable=True)
    for name, value in pairs.items():
        query.setlist(name.replace("__", "-"), [value] if isinstance(value, str) else value)
    return query


def test_gear_in_several_lines_is_added_up() -> None:
    (row,) = typed_rows(
        sent(
            row="r1",
            r1__gear=["grenade", "", "grenade", "rope", "knife", "tnt", "tnt", "map", "map"],
            r1__count=["2", "5", "3", "0", "", "2", "many", "few", "1"],
        )
    )
    assert row.kit == (
        Piece("grenade", "5"),
        Piece("knife", "1"),
        Piece("tnt", "many"),
        Piece("map", "few"),
    ), "a count that is not a number stays, to be refused"


def test_control_characters_and_the_end_of_long_text_are_left_out() -> None:
    (row,) = typed_rows(
        sent(
            row=["r1", "r1", "<b>", "a" * 13],
            r1__spy=" \x00v\x7f ",
            r1__target="x" * 61,
            r1__only_missions=["blow_up", " infiltrate"],
            r1__only_targets="v",
            r1__only_teams=["c"] * 61,
        )
    )
    assert (row.spy, row.target) == ("v", "x" * 60)
    assert (row.only_missions, row.only_targets) == (("blow_up", "infiltrate"), ("v",))
    assert row.only_teams == ("c",) * 60
    many = typed_rows(sent(row=[f"r{number}" for number in range(99)]))
    assert len(many) == MAX_ROWS


ROWS = (Row("a", action="infiltrate"), Row("b", action="blow_up"), Row("c", action="counterspy"))


@pytest.mark.parametrize(
    ("key", "step", "keys"),
    [
        ("a", 1, "bac"),
        ("b", -1, "bac"),
        ("a", -1, "abc"),
        ("b", 1, "abc"),
        ("c", 1, "abc"),
        ("c", -1, "abc"),
        ("x", 1, "abc"),
    ],
)
def test_e15_a_row_moves_by_one_and_stays_above_the_counterspies(
    key: str, step: int, keys: str
) -> None:
    assert "".join(row.key for row in move_row(ROWS, key, step)) == keys
    assert [row.key for row in remove_row(ROWS, key)] == [each for each in "abc" if each != key]


def test_a_new_row_is_for_the_next_person_with_the_last_kit() -> None:
    first = add_row((), ["v"], store=["rope", "body_armour"])
    assert first == (Row("r1", spy="v", kit=(Piece("body_armour"),)),)
    rows = (Row("r1", spy="v", kit=KIT), Row("r3", spy="r", action="counterspy"))
    assert add_row(rows, ["v", "r", "d"], store=["body_armour"]) == (
        rows[0],
        Row("r2", spy="d", kit=KIT),
        rows[1],
    )
    assert add_row(rows, ["v", "r"])[1].spy == "", "everyone has an order"
    full = tuple(Row(f"r{number}") for number in range(1, MAX_ROWS))
    assert [row.key for row in add_row(full, [])][-1] == f"r{MAX_ROWS}"
    assert add_row((*full, Row("x")), ["v"]) == (*full, Row("x"))


def test_a_single_opponent_is_filled_in_for_missions() -> None:
    rows = (*ROWS, Row("d", action="infiltrate", target_team="gone"), Row("e"))
    assert [row.target_team for row in fill_only_opponent(rows, ["b"])] == [
        "b",
        "b",
        "",
        "gone",
        "",
    ]
    assert fill_only_opponent(rows, ["b", "c"]) == rows
