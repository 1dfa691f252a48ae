"""A record of an operation: accepted, cleaned and omitted values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
import pytest

from core.web.records import Changes, choice, custom_field, fields_of, filled, line, number, tidy
from core.web.refusals import BadForm
from engine.codec import Reader, Unreadable
from engine.values import Value


class Errand(Value, kw_only=True):
    """An errand."""

    name: Annotated[str, line("Name", 2, 10, "What it is called.")]
    motto: Annotated[str, line("Motto", 0, 5)] = ""
    gear: Annotated[str, choice("Gear", {"bike": "A bicycle", "van": "A van"})] = "bike"
    paint: Annotated[
        str, choice("Paint", {"red": "Red"}, "Choose one, or give #rgb.", or_any="#[0-9a-f]{3}")
    ] = "red"
    who: Annotated[str, choice("Who")] = ""
    hours: Annotated[int, number("Hours", 1, 8)] = 1
    points: Annotated[Mapping[str, int], custom_field()] = msgspec.field(default_factory=dict)


@dataclass
class Row:
    """A stored errand with more fields than the record."""

    name: str = "Parcel"
    motto: str = "Fast"
    gear: str = "van"
    paint: str = "#abc"
    who: str = "Rook"
    hours: int = 3
    points: Mapping[str, int] = field(default_factory=dict)
    pk: int = 7


@dataclass
class Nameless:
    """A row without a name."""

    motto: str = "Fast"


def problems(record: Errand) -> list[tuple[str, str, str]]:
    with pytest.raises(BadForm) as refused:
        tidy(record)
    return [(one.field, one.code, one.sentence) for one in refused.value.problems]


def read(kind: type[Any], said: bytes) -> Any:
    return Reader[Any](kind).decode(said)


# --- tidy -----------------------------------------------------------------------------------------


def test_a_line_is_trimmed_and_its_whitespace_collapsed() -> None:
    assert tidy(Errand(name="  The \n  run ", motto="\t")) == Errand(name="The run")


@pytest.mark.parametrize("name", ["ab", "a" * 10, " ab ", f"{'a' * 10}   "])
def test_the_shortest_and_the_longest_line_are_accepted(name: str) -> None:
    assert tidy(Errand(name=name)).name == name.strip()


@pytest.mark.parametrize(("name", "has"), [("", 0), ("a", 1), (" a ", 1), ("a" * 11, 11)])
def test_the_length_of_a_line_is_measured_after_trimming(name: str, has: int) -> None:
    sentence = f"Name: enter 2 to 10 characters. You entered {has}."
    assert problems(Errand(name=name)) == [("name", "length", sentence)]


def test_all_invalid_fields_are_named() -> None:
    bad = Errand(name="", motto="too long", gear="boat")
    assert [field for field, _, _ in problems(bad)] == ["name", "motto", "gear"]


def test_an_invalid_choice_lists_the_valid_ones() -> None:
    wanted = ("gear", "no-such-gear", "Gear: choose one of bike, van.")
    assert problems(Errand(name="Run", gear="boat")) == [wanted]


@pytest.mark.parametrize("paint", ["red", "#0af"])
def test_a_choice_or_a_value_matching_the_pattern_is_accepted(paint: str) -> None:
    assert tidy(Errand(name="Run", paint=paint)).paint == paint


@pytest.mark.parametrize("paint", ["", "blue", "#0AF", "#0af0", " #0af"])
def test_a_value_that_matches_neither_gets_the_fields_own_message(paint: str) -> None:
    wanted = ("paint", "no-such-paint", "Choose one, or give #rgb.")
    assert problems(Errand(name="Run", paint=paint)) == [wanted]


def test_context_dependent_choices_are_left_to_the_service() -> None:
    assert tidy(Errand(name="Run", who="anybody")).who == "anybody"


def test_a_separately_drawn_field_is_not_in_the_form_and_stays_unchanged() -> None:
    assert "points" not in [field.name for field in fields_of(Errand)]
    assert tidy(Errand(name="Run", points={" a ": 1})).points == {" a ": 1}


# --- what the API reads ---------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [0, 9])
def test_a_number_out_of_bounds_is_refused(hours: int) -> None:
    with pytest.raises(Unreadable) as refused:
        read(Errand, b'{"name": "Run", "hours": %d}' % hours)
    assert refused.value.field == "hours"


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(Unreadable, match="hat"):
        read(Errand, b'{"name": "Run", "hat": 1}')


def test_bounds_and_choices_are_in_the_json_schema() -> None:
    fields = msgspec.json.schema(Errand)["$defs"]["Errand"]["properties"]
    assert fields["name"] == {
        "title": "Name", "description": "What it is called.", "type": "string",
        "minLength": 2, "maxLength": 10,
    }  # fmt: skip
    assert fields["gear"]["enum"] == ["bike", "van"]
    assert "enum" not in fields["paint"]  # others will do, too
    assert (fields["hours"]["minimum"], fields["hours"]["maximum"]) == (1, 8)


# --- filled, and Changes --------------------------------------------------------------------------


def test_a_record_is_filled_from_a_row_and_keyword_arguments() -> None:
    found = filled(Errand, Row(), hours=5)
    assert (found.name, found.gear, found.hours) == ("Parcel", "van", 5)


def test_a_row_without_a_required_field_raises() -> None:
    with pytest.raises(AttributeError, match="name"):
        filled(Errand, Nameless())


def test_keyword_arguments_win_and_need_not_be_on_the_row() -> None:
    class Named(Value):
        name: str
        gone: bool

    assert filled(Named, Row(), gone=True) == Named(name="Parcel", gone=True)


@pytest.mark.parametrize("body", [b"{}", b'{"motto": null}'])
def test_missing_and_null_fields_keep_their_value(body: bytes) -> None:
    said = Changes.from_body(read(Changes.record(Errand), body))
    assert said.values == {}
    assert said.apply_to(Errand, Row()) == filled(Errand, Row())


def test_given_fields_change_and_an_empty_line_clears() -> None:
    said = Changes.from_body(read(Changes.record(Errand), b'{"motto": "", "hours": 2}'))
    found = said.apply_to(Errand, Row())
    assert (found.name, found.motto, found.hours) == ("Parcel", "", 2)


def test_a_default_of_the_record_does_not_count_as_given() -> None:
    said = Changes.from_body(read(Changes.record(Errand), b'{"name": "Letter"}'))
    assert said.apply_to(Errand, Row()).gear == "van"


@pytest.mark.parametrize("body", [b'{"hat": 1}', b'{"hours": 9}', b'{"name": 1}'])
def test_changes_keep_the_records_bounds_and_refuse_unknown_fields(body: bytes) -> None:
    with pytest.raises(Unreadable):
        read(Changes.record(Errand), body)


def test_changes_apply_to_a_smaller_record_without_the_missing_fields() -> None:
    class Face(Value):
        name: str
        motto: str

    said = Changes.from_body(read(Changes.record(Errand), b'{"name": "Letter", "hours": 2}'))
    assert said.apply_to(Face, Row()) == Face(name="Letter", motto="Fast")


def test_changes_have_their_own_schema_without_required_fields() -> None:
    schema = msgspec.json.schema(Changes.record(Errand))["$defs"]["ErrandChanges"]
    assert schema["required"] == []
    assert schema["description"] == "An errand. Fields that are left out keep their value."
