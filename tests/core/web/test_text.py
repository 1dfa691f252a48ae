"""Text input: one Unicode form, joiners where a script needs them, and confusable names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.web.refusals import BadForm
from core.web.text import free_slug, is_taken, line, lookup_key, pages

PERSIAN = "می\u200cخواهم"
HINDI = "क्\u200dष"
FAMILY = "👩\u200d👩\u200d👧"


def clean_line(text: str, *, least: int = 1) -> str:
    return line(text, field="name", title="Name", min_length=least, max_length=60)


@pytest.mark.parametrize("name", [PERSIAN, HINDI, FAMILY, f"{FAMILY} {PERSIAN}"])
def test_joiners_stay_inside_words(name: str) -> None:
    assert clean_line(name) == name
    assert (
        pages(f"{name}\r\n{name}", field="said", title="Text", max_length=90) == f"{name}\n{name}"
    )


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("\u200dAnvil\u200c", "Anvil"),
        ("An\u200c\u200d\u200cvil", "An\u200cvil"),
        ("Anvil \u200d Works", "Anvil Works"),
        ("Anvil\u200b\ufeff\u202e", "Anvil"),
        ("Anvil\x00 \x07\tWorks", "Anvil Works"),
    ],
)
def test_other_invisible_characters_are_removed(text: str, kept: str) -> None:
    assert clean_line(text) == kept


@pytest.mark.parametrize("text", ["\u200c", "\u200d\u200d", " \u200c \u200d "])
def test_a_name_of_joiners_alone_is_empty(text: str) -> None:
    with pytest.raises(BadForm):
        clean_line(text)


def test_text_is_stored_in_composed_form_and_counted_there() -> None:
    assert clean_line("Ame\u0301lie") == "Am\u00e9lie"
    short = line("e\u0301" * 3, field="name", title="Name", max_length=3)
    assert short == "\u00e9" * 3


@pytest.mark.parametrize(
    "other",
    [
        "AM\u00c9LIE'S ANVIL",
        "Ame\u0301lie's  Anvil",
        "Am\u00e9lie\u2019s Anvil",
        "Am\u00e9lie\u02bcs Anvil",
        "Am\u00e9\u200clie\u2018s Anvil",
    ],
)
def test_names_that_look_alike_count_as_the_same(other: str) -> None:
    assert is_taken(other, ["Bolt", "Am\u00e9lie's Anvil"])


def test_names_that_look_different_count_as_different() -> None:
    assert not is_taken("Amelies Anvil", ["Am\u00e9lie's Anvil"])


@given(st.text(max_size=40))
def test_cleaning_a_stored_text_again_changes_nothing(text: str) -> None:
    once = (
        clean_line(text, least=0)
        if len(text) < 20
        else pages(text, field="", title="", max_length=200)
    )
    assert unicodedata.is_normalized("NFC", once)
    again = (
        clean_line(once, least=0)
        if len(text) < 20
        else pages(once, field="", title="", max_length=200)
    )
    assert again == once
    assert lookup_key(once) == lookup_key(again) == lookup_key(lookup_key(once))


def test_a_taken_slug_gets_the_lowest_free_number() -> None:
    assert free_slug("midville", ()) == "midville"
    assert free_slug("midville", {"midville", "midville-2"}) == "midville-3"
    assert free_slug("own_gun", ["own_gun"], separator="_") == "own_gun_2"
    assert free_slug("m" * 60, {"m" * 60}) == "m" * 50 + "-2"
