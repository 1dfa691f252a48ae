"""What is published is what the site says of itself; what breaks a tool is told; every example is
one that fits.
"""

from __future__ import annotations

import copy
import json

import pytest

from core.web.api.examples import kept_examples
from tests.api_examples import Description
from tests.published import (
    CHANGES,
    PUBLISHED,
    RELEASED,
    breaking,
    contract,
    description,
    unsaid,
)

NOT_GOT = {
    "beacon_give",
    "duels_correct_event",
    "duels_enter_event",
    "duels_record_event",
    "duels_replace",
    "duels_take_out",
    "duels_withdraw_event",
    "pausing_go_on",
    "record_dismiss",
    "record_dismiss_event",
    "record_dispute_event",
    "record_draft",
    "record_draft_event",
    "record_sign_event",
    "roster_at_gold_cross",
    "starting_start",
    "story_public_story",
    "story_story",
    "talk_edit",
    "tryout_bring_on",
    "tryout_keep",
    "tryout_show",
    "weeks_retry",
}
"""Operations whose good answer none of the tests behind `make examples` gets. None is to be added.
"""
SAY = "Run `make published`, and look at what has changed."


def test_the_published_description_is_the_one_that_the_site_gives() -> None:
    assert json.loads(PUBLISHED.read_text()) == description(), SAY


def test_what_breaks_a_tool_since_the_last_release_has_a_line_in_the_changelog() -> None:
    released = json.loads(RELEASED.read_text())
    assert unsaid(released, contract(description()), CHANGES.read_text()) == []


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("an operation goes", "orders_write"),
        ("a field goes", "TeamOut"),
        ("a field has to be said", "SheetIn"),
        ("a word goes", "SheetInState"),
        ("a header has to be said", "news_list_news"),
    ],
)
def test_each_kind_of_break_is_noticed_and_a_line_about_it_is_enough(
    change: str, name: str
) -> None:
    before = contract(description())
    after = copy.deepcopy(before)
    records = after["components"]["schemas"]
    if change == "an operation goes":
        for methods in after["paths"].values():
            for method in [key for key, one in methods.items() if one["operationId"] == name]:
                del methods[method]
    elif change == "a field goes":
        del records[name]["properties"]["slug"]
    elif change == "a field has to be said":
        records[name]["required"] = sorted(records[name]["properties"])
    elif change == "a word goes":
        records[name]["enum"].pop()
    else:
        for methods in after["paths"].values():
            for one in methods.values():
                if one["operationId"] == name:
                    one["parameters"].append({"in": "header", "name": "X", "required": True})
    assert {one for one, _ in breaking(before, after)} == {name}
    assert unsaid(before, after, "") != []
    assert unsaid(before, after, f"- `{name}` is another.") == []


def test_what_is_new_breaks_nothing() -> None:
    before = contract(description())
    after = copy.deepcopy(before)
    after["components"]["schemas"]["TeamOut"]["properties"]["war_cry"] = {"type": "string"}
    assert list(breaking(before, after)) == []


def test_every_kept_example_belongs_to_an_operation_and_fits_its_description() -> None:
    described = Description(description())
    examples = kept_examples()
    assert examples.keys() <= described.operations.keys()
    faults = [one for name, said in examples.items() for one in described.faults(name, said)]
    assert faults == []


def test_every_operation_has_words_headers_and_a_stability() -> None:
    for methods in description()["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            assert operation["description"], name
            assert operation["x-stability"] in {"stable", "trial"}, name
            good = [said for code, said in operation["responses"].items() if code < "300"]
            assert all("RateLimit-Remaining" in said["headers"] for said in good), name
            assert all(said["description"] for said in good), name


def test_all_but_the_named_operations_have_an_example() -> None:
    assert Description(description()).operations.keys() - kept_examples().keys() <= NOT_GOT
