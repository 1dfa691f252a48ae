"""Cards: their content, their picture and their style sheets."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from core.web.pictures.cards import Card, card_svg
from core.web.pictures.plain_css import plain_css, tokens_of
from core.web.png import digest_of, png, printable

TOKENS = {"--ink": "light-dark(#111, #eee)", "--wash": "light-dark(var(--ink), #222)"}
PICTURE = (
    '<svg class="drawing" viewBox="0 0 200 100" role="img" aria-label="A" data-zooms>'
    '<rect x="1" y="1" width="9" height="9"/><circle cx="1" cy="1" r="1" class="a"/></svg>'
)


@pytest.mark.parametrize(
    ("css", "plain"),
    [
        (".a { fill: var(--ink); }", ".a { fill: #111 }"),
        (".a { fill: var(--wash); }", ".a { fill: #111 }"),
        (".a { fill: light-dark(#abc, var(--ink)); }", ".a { fill: #abc }"),
        (".a { width: 2rem; stroke-width: 2rem; }", ".a { stroke-width: 32px }"),
        (".a :is(b, i) { fill: red; }", ".a b, .a i { fill: red }"),
        (".a b:not([class]) { fill: red; }", ".a b.plain { fill: red }"),
        (".a:hover, .b { fill: red; }", ".b { fill: red }"),
        (".a + .b { fill: red; }", ""),
        ("@media (x) { .a { fill: red; } } .b { fill: red; }", ".b { fill: red }"),
        ("/* .c { fill: red; } */ .b { fill: var(--none); }", ""),
        (
            ".a { font: 600 14px/1.2 Barlow; }",
            ".a { font-style: normal; font-weight: 600; font-size: 14px; font-family: Barlow }",
        ),
    ],
)
def test_a_style_sheet_is_reduced_to_light_colours_without_media_queries(
    css: str, plain: str
) -> None:
    assert plain_css(css, TOKENS) == plain


def test_custom_properties_are_parsed_by_name() -> None:
    assert tokens_of(":root { --ink: light-dark(#111, #eee); /* --no: 1; */ }") == {
        "--ink": "light-dark(#111, #eee)"
    }


def test_card_texts_are_escaped_and_wrapped_and_the_picture_is_embedded() -> None:
    svg = card_svg(Card("a game", "Who <b> & won " * 9, ("And how.",), "foot", PICTURE))
    root = ET.fromstring(svg)
    texts = ["".join(each.itertext()) for each in root.iter() if each.tag.endswith("text")]
    assert texts[:2] == ["foot", "A GAME"]
    assert len(texts) == 6 and texts[4].endswith("…")
    assert 'class="plain"' in svg and "data-zooms" not in svg


def test_equal_cards_give_equal_pictures() -> None:
    one = Card("a game", "Ann won", (), "foot", PICTURE, ("css/play.css",))
    other = Card("a game", "Bob won", (), "foot", PICTURE, ("css/play.css",))
    assert digest_of(one) != digest_of(other)
    assert png(one) == png(one) != png(other)
    assert png(one)[:4] == b"\x89PNG"


def test_words_in_unsupported_scripts_are_left_out() -> None:
    card = Card("夜 · season 1", "大车 won", ("Żuk came second…", "李 drove"), "Won by 夜")
    assert digest_of(card) == digest_of(
        Card("Dead Drop", "Dead Drop", ("Żuk came second…",), "Dead Drop")
    )
    titled = Card("A Car Wars club", "大车", (), "Dead Drop")
    assert png(titled) == png(Card("A Car Wars club", "A Car Wars club", (), "Dead Drop"))
    plain = Card("Καλημέρα", "Жук’s — ½ · “Łukasz” −2 … ×", ("É",), "Dead Drop")
    assert digest_of(plain) != digest_of(Card("Dead Drop", "Dead Drop", (), "Dead Drop"))


def test_a_name_in_an_unsupported_script_is_replaced_in_text_and_picture() -> None:
    picture = (
        '<svg viewBox="0 0 9 9"><title>大车</title><text x="1">大车</text><text>李</text></svg>'
    )
    card = Card("A game", "大车 won", ("李 lost",), picture=picture, names=(("大车", "Player 1"),))
    drawn = printable(card)
    assert (drawn.title, drawn.lines) == ("Player 1 won", ())
    assert '<text x="1">Player 1</text><text></text>' in drawn.picture


def test_a_name_in_a_supported_script_stays() -> None:
    picture = '<svg viewBox="0 0 9 9"><text x="1">Żuk &amp; Co</text></svg>'
    card = Card("A game", "Żuk & Co won", picture=picture, names=(("Żuk & Co", "Player 1"),))
    assert printable(card) == card
