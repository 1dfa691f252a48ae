"""Names, docstrings and phrases of product code become plainer with every change."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests import plain_english
from tests.plain_english import (
    Figures,
    begins_without_verb_or_noun,
    figures_by_package,
    is_vague,
    read_template,
    refused_phrases,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

GOAL: Final = Figures(names=4, docstrings=5, phrases=0)
"""At most 4 vague names per 1,000 lines, 5 % docstrings without verb or noun, no phrases."""
SLACK: Final = 0.9
"""A figure below this share of its ceiling makes the test ask for a lower ceiling."""

CEILINGS: Final[Mapping[str, Figures]] = {
    "campaign.desk": Figures(4, 5, 1),
    "campaign.duels": Figures(5, 5, 0),
    "campaign.news": Figures(7, 5, 0),  # fields of the API: at, by, on
    "config": Figures(4, 5, 1),
}
"""The figures that a package must not exceed. They only go down; a package at the goal has none."""


def complaints(
    figures: Mapping[str, Figures], ceilings: Mapping[str, Figures] = CEILINGS
) -> list[str]:
    """Return what to do about each package that is above, or far below, one of its ceilings."""
    sentences = [
        f"{package} does not exist: remove its ceiling."
        for package in sorted(ceilings.keys() - figures.keys())
    ]
    for package, measured in figures.items():
        for measure, figure, ceiling, goal in zip(
            Figures._fields, measured, ceilings.get(package, GOAL), GOAL, strict=True
        ):
            lower = max(ceil(figure), goal)
            if figure > ceiling:
                folder = package.replace(".", "/")
                sentences.append(
                    f"{package}: {figure:.1f} {measure}, above its ceiling of {ceiling}. Reword "
                    f"what `python -m tests.plain_english {folder}` lists."
                )
            elif figure < ceiling * SLACK and lower < ceiling:
                sentences.append(
                    f"{package}: {figure:.1f} {measure}, far below its ceiling of {ceiling}. Lower "
                    f"it to {lower} in tests/test_plain_english.py, or remove the package’s entry "
                    f"when all its figures are at the goal."
                )
    return sentences


@pytest.mark.everyday
def test_no_package_is_above_or_far_below_its_ceilings() -> None:
    sentences = complaints(figures_by_package())
    assert not sentences, "\n".join(sentences)


def test_a_package_above_its_ceiling_is_told_where_to_look() -> None:
    (sentence,) = complaints({"core.web": Figures(12.3, 3, 0)}, {"core.web": Figures(12, 5, 0)})
    assert "12.3 names, above its ceiling of 12" in sentence
    assert "python -m tests.plain_english core/web" in sentence


def test_a_package_far_below_its_ceiling_is_asked_to_lower_it() -> None:
    (sentence,) = complaints({"play": Figures(8.1, 5, 0)}, {"play": Figures(12, 5, 0)})
    assert "Lower it to 9" in sentence


@pytest.mark.parametrize(
    "measured",
    [
        pytest.param(Figures(11.1, 20, 9), id="at most a tenth below"),
        pytest.param(Figures(12, 20, 10), id="at the ceiling"),
    ],
)
def test_a_package_near_its_ceiling_is_left_alone(measured: Figures) -> None:
    assert complaints({"play": measured}, {"play": Figures(12, 20, 10)}) == []


def test_a_ceiling_that_cannot_be_a_smaller_whole_number_stays() -> None:
    assert complaints({"play": Figures(4.2, 5, 0)}, {"play": Figures(5, 5, 0)}) == []


def test_a_package_at_the_goal_needs_no_ceiling() -> None:
    assert complaints({"lab": Figures(4, 5, 0)}, {}) == []
    assert complaints({"lab": Figures(4.1, 5.1, 1)}, {}) != []


def test_a_ceiling_of_a_package_that_is_gone_is_removed() -> None:
    assert complaints({}, {"gone": GOAL}) == ["gone does not exist: remove its ceiling."]


@pytest.mark.parametrize("name", ["at", "_found", "AHEAD", "so_many", "Told", "own_left"])
def test_a_vague_name_is_recognised(name: str) -> None:
    assert is_vague(name)


@pytest.mark.parametrize("name", ["self", "_", "now", "found_at", "made_by", "own_team", "rows"])
def test_a_usual_or_specific_name_is_not_vague(name: str) -> None:
    assert not is_vague(name)


@pytest.mark.parametrize(
    "docstring",
    [
        "So many letters has what somebody says of themselves.",
        "What bots of this temper are called.",
        "Of several, the first.",
        "“Whose” turn it is.",
        "Do what the form asks.",
    ],
)
def test_a_docstring_that_starts_with_a_clause_is_recognised(docstring: str) -> None:
    assert begins_without_verb_or_noun(docstring)


@pytest.mark.parametrize(
    "docstring", ["Return the row.", "Maximum bytes of a body.", "Do not cache.", "Have a GM look."]
)
def test_a_docstring_that_starts_with_a_verb_or_noun_is_accepted(docstring: str) -> None:
    assert not begins_without_verb_or_noun(docstring)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("Whoever reads the channel reads the news.", "anyone who"),
        ("All are told at once.", "immediately"),
        ("A bot stands\n  in for you.", "acts for"),
        ("Closed. What came of it", "a noun"),
    ],
)
def test_a_refused_phrase_comes_with_the_standard_wording(text: str, instead: str) -> None:
    assert any(instead in phrase for _, phrase in refused_phrases(text))


@pytest.mark.parametrize(
    "text", ["Who won?", "What to do", "Anyone can watch.", "It stands still."]
)
def test_plain_sentences_are_accepted(text: str) -> None:
    assert list(refused_phrases(text)) == []


def test_texts_of_a_template_keep_their_line_numbers(tmp_path: Path) -> None:
    template = tmp_path / "page.html"
    template.write_text(
        "{# A comment #}\n<h1>Open games</h1>\n<p>{{ name }} has\n  <b>left</b> the game.</p>\n"
        '<script>\nnot shown\n</script>\n<img alt="The arena at night">\n'
    )
    assert sorted(read_template(template)) == [
        (2, "Open games"),
        (3, "N has\n  left the game."),
        (8, "The arena at night"),
    ]


def test_all_kinds_of_bound_names_are_found(tmp_path: Path) -> None:
    module = tmp_path / "door.py"
    module.write_text(
        '"""So many."""\n'
        "def told(asked, *, kept=1):\n"
        '    """Return."""\n'
        "    for one in asked:\n"
        "        if (said := one): seen.there = said\n"
        "    return lambda mine: f'Hello {mine}, all is well'\n"
    )
    code = plain_english.read_code(module)
    assert {name for _, name in code.names} == {
        "door", "told", "asked", "kept", "one", "said", "mine",
    }  # fmt: skip
    assert code.docstrings == [(1, "So many."), (3, "Return.")]
    assert code.strings == [(6, "Hello N, all is well")]
    assert code.lines == 6
