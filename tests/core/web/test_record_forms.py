"""A form built from a record: its fields, initial values and result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated, Any

import msgspec
from django import forms
from msgspec import Meta

from core.web.forms.records import RecordForm
from core.web.problems import Problem
from core.web.records import choice, custom_field, field, line, number, required_reason
from core.web.refusals import BadForm
from engine.values import Value

GEARS = {"bike": "A bicycle", "van": "A van"}


class Errand(Value, kw_only=True):
    """An errand."""

    name: Annotated[str, line("Name", 2, 10, "What it is called.")]
    motto: Annotated[str, line("Motto", 0, 5)] = ""
    gear: Annotated[str, choice("Gear", GEARS)] = "bike"
    who: Annotated[str, choice("Who")] = ""
    hours: Annotated[int, number("Hours", 1, 8)] = 1
    points: Annotated[Mapping[str, int], custom_field()] = msgspec.field(default_factory=dict)


class ErrandForm(RecordForm[Errand]):
    """Asks for an errand, with radio buttons for the gear."""

    asks = Errand
    widgets = {"gear": forms.RadioSelect}


class PointsForm(ErrandForm):
    """Draws the points separately."""

    spent = forms.IntegerField()

    def values_by_name(self) -> dict[str, Any]:
        return {**super().values_by_name(), "points": {"driver": self.cleaned_data["spent"]}}


@dataclass
class Row:
    """A stored errand."""

    name: str = "Parcel"
    motto: str = "Fast"
    gear: str = "van"
    who: str = "rook"
    hours: int = 3


WHO = {"who": [("rook", "Rook"), ("sable", "Sable")]}
SAID = {"name": "Run", "gear": "van", "who": "rook", "hours": "2", "idempotency": "k"}


def sent_form(**changes: str) -> ErrandForm:
    return ErrandForm({**SAID, **changes}, choices=WHO)


def test_record_fields_come_first_in_their_order() -> None:
    form = PointsForm(choices=WHO)
    fields = ["name", "motto", "gear", "who", "hours", "idempotency", "spent"]
    assert list(form.fields) == fields


def test_labels_help_bounds_and_choices_come_from_the_record() -> None:
    fields: dict[str, Any] = dict(ErrandForm(choices=WHO).fields)
    name, hours = fields["name"], fields["hours"]
    assert (name.label, name.help_text, name.max_length) == ("Name", "What it is called.", 10)
    assert (hours.min_value, hours.max_value) == (1, 8)
    assert fields["gear"].choices == list(GEARS.items())
    assert isinstance(fields["gear"].widget, forms.RadioSelect)


def test_an_optional_line_and_a_number_with_a_default_can_be_left_out() -> None:
    form = ErrandForm({}, choices=WHO)
    assert not form.is_valid()
    assert set(form.errors) == {"name", "gear", "who", "idempotency"}


def test_a_missing_number_is_the_default_or_the_current_value() -> None:
    assert ErrandForm(choices=WHO)["hours"].value() == 1
    for row, hours in ((None, 1), (Row(), 3)):
        form = ErrandForm({**SAID, "hours": ""}, row=row, choices=WHO)
        assert form.is_valid(), form.errors
        assert form.record.hours == hours


def test_the_cleaned_form_is_the_record() -> None:
    form = sent_form(motto="Fast")
    assert form.is_valid(), form.errors
    assert form.record == Errand(name="Run", motto="Fast", gear="van", who="rook", hours=2)


def test_separately_drawn_fields_are_part_of_the_record() -> None:
    form = PointsForm({**SAID, "spent": "4"}, choices=WHO)
    assert form.is_valid(), form.errors
    assert form.record.points == {"driver": 4}


def test_invalid_numbers_and_choices_are_refused_at_their_fields() -> None:
    form = sent_form(hours="9", gear="boat", who="nobody", name="a" * 11)
    assert not form.is_valid()
    assert set(form.errors) == {"name", "gear", "who", "hours"}


def test_a_refusal_by_the_service_is_shown_at_its_field() -> None:
    form = sent_form(name="a")
    assert form.is_valid(), form.errors
    form.refuse(BadForm([Problem(field="name", code="length", sentence="Name: too short.")]))
    assert form.errors == {"name": ["Name: too short."]}


def test_the_form_starts_from_the_row_and_initial_values_win() -> None:
    form = ErrandForm(row=Row(), choices=WHO, initial={"hours": 5})
    said = {name: form[name].value() for name in ("name", "motto", "gear", "who", "hours")}
    assert said == {"name": "Parcel", "motto": "Fast", "gear": "van", "who": "rook", "hours": 5}


def test_choices_are_not_shared_between_forms() -> None:
    ErrandForm(choices=WHO)
    other: Any = ErrandForm(choices={"who": [("wrench", "Wrench")]})
    assert other.fields["who"].choices == [("wrench", "Wrench")]


def test_plain_fields_are_those_without_a_widget_of_their_own() -> None:
    form = ErrandForm(choices=WHO)
    assert [field.name for field in form.plain_fields()] == ["name", "motto", "who", "hours"]


class Trip(Value, kw_only=True):
    """A trip."""

    starts: Annotated[
        Annotated[datetime, Meta(tz=True)],
        field("Start", "When it starts.", help="In your time zone."),
    ]
    first: Annotated[date | None, field("First day", required=True)] = None
    seats: Annotated[Annotated[int, Meta(ge=0, le=9)] | None, field("Seats", bounds=(1, 4))] = None
    reason: Annotated[str, required_reason()] = ""


def test_a_form_can_be_given_its_record() -> None:
    form = RecordForm(
        {
            "starts": "2040-03-01T12:00",
            "first": "2040-03-02",
            "reason": "Rain.",
            "idempotency": "k",
        },
        asks=Trip,
    )
    assert form.is_valid(), form.errors
    noon = datetime(2040, 3, 1, 12, tzinfo=UTC)
    assert form.record == Trip(starts=noon, first=date(2040, 3, 2), reason="Rain.")


def test_times_dates_and_paragraphs_have_their_own_fields() -> None:
    fields: dict[str, Any] = dict(RecordForm(asks=Trip).fields)
    assert isinstance(fields["starts"], forms.DateTimeField)
    assert isinstance(fields["first"], forms.DateField)
    assert isinstance(fields["reason"].widget, forms.Textarea)
    assert fields["starts"].help_text == "In your time zone."


def test_a_page_can_require_more_than_the_api() -> None:
    form = RecordForm({"seats": "5"}, asks=Trip)
    assert set(form.errors) == {"starts", "first", "seats", "reason", "idempotency"}
    assert not RecordForm(asks=Trip).fields["seats"].required
