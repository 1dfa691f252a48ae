"""The lab's page: published figures as pictures and tables, the document about them, and its
links.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine import registry
from lab.lab import Figure, Paper, Published, Row
from play.management.commands.lab import write
from play.selectors import lab_results
from play.tabletop.board import Circle, Text
from play.tabletop.plots import WIDTH, Scale, interval, is_different, percent, plot
from play.views import lab
from play.views.svg import svg
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.django_db
ROWS = (
    Row(name="Heavy & <Co>", matches=10, chances=40, rate=0.62, low=0.55, high=0.68),
    Row(name="Scout", matches=10, chances=1200, rate=0.5, low=0.44, high=0.56),
)
FIGURE = Figure(
    key="base-class", title="By class", explanation="How often it won.", rows=ROWS, baseline=0.5
)
GROUPED = Figure(
    key="base-ends",
    title="Endings",
    explanation="How it ended.",
    rows=tuple(msgspec.structs.replace(row, case="Cases") for row in ROWS),
)
SWEEP = Published(
    key="base",
    title="The base game",
    explanation="Five a side.",
    bots=("doctrine",),
    seed="7",
    matches=10,
    figures=(FIGURE, GROUPED),
)
PAPER = Paper(game="bids", rules_version=1, sweeps=(SWEEP,))
DOCUMENT = (
    "# Sealed Bids\n\n## What it says\n\nHeavy wins.\n\n![By "
    "class](bids/base-class.svg)\n\n![Gone](bids/base-gone.svg)\n\nThe end.\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder of published figures."""
    for function in (lab_results.paper_of, lab_results.document_of):
        monkeypatch.setattr(function, "__defaults__", (tmp_path,))
    return tmp_path


def page_of(client: Client) -> str:
    answer = client.get("/play/lab/bids/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_game_without_figures_has_no_lab_page_and_no_link(client: Client, folder: Path) -> None:
    assert (
        client.get("/play/lab/bids/").status_code
        == client.get("/play/lab/chess/").status_code
        == 404
    )
    assert "/play/lab/" not in client.get("/play/games/bids/").content.decode()


def test_a_games_page_links_to_its_lab(client: Client, folder: Path) -> None:
    write(PAPER, folder)
    assert 'href="/play/lab/bids/">Game balance' in client.get("/play/games/bids/").content.decode()


def test_figures_are_shown_as_picture_and_table_with_their_command(
    client: Client, folder: Path
) -> None:
    write(PAPER, folder)
    page = page_of(client)
    assert page.count('<svg class="drawing plot"') == 2
    said = words(client.get("/play/lab/bids/"))
    for part in (
        "The base game: By class",
        "How often it won.",
        "62.0 %",
        "55.0 to 68.0 %",
        "1,200",
        "10 evenings per case",
    ):
        assert part in said
    assert "manage.py lab bids --sweep base --matches 10 --seed 7" in said
    assert "Heavy &amp; &lt;Co&gt;" in page and "<Co>" not in page
    assert 'style="' not in page and "<style" not in page


def test_pictures_are_shown_within_the_document_and_the_rest_below(
    client: Client, folder: Path
) -> None:
    write(PAPER, folder)
    (folder / "bids.md").write_text(DOCUMENT)
    page = page_of(client)
    assert "<img" not in page
    assert (
        page.index("Heavy wins.")
        < page.index("The base game: By class")
        < page.index("The end.")
        < page.index("Endings")
    )
    assert page.count('<svg class="drawing plot"') == 2, "none is shown twice"


def test_a_document_without_figures_is_a_page(client: Client, folder: Path) -> None:
    (folder / "bids.md").write_text(DOCUMENT)
    page = page_of(client)
    assert "Heavy wins." in page and "All figures" not in page


def test_new_figures_are_shown_at_once(client: Client, folder: Path) -> None:
    write(PAPER, folder)
    page_of(client)
    write(
        msgspec.structs.replace(PAPER, sweeps=(msgspec.structs.replace(SWEEP, matches=11),)), folder
    )
    assert "--matches 11" in page_of(client)


def test_the_page_takes_no_queries_of_its_own(
    client: Client, folder: Path, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    write(PAPER, folder)
    with django_assert_max_num_queries(2):
        page_of(client)


def test_the_rules_link_to_the_lab(client: Client) -> None:
    assert 'href="/play/lab/shambattle/"' in client.get("/play/games/shambattle/").content.decode()


@pytest.mark.parametrize("name", sorted(file.stem for file in lab_results.FOLDER.glob("*.md")))
def test_every_link_of_a_lab_document_leads_to_a_page(name: str, client: Client) -> None:
    page = client.get(f"/play/lab/{name}/").content.decode()
    links = set(re.findall(r'href="(/[^"#?]*)', page.partition("<main")[2].partition("</main>")[0]))
    assert links
    for link in sorted(links):
        assert client.get(link).status_code in {200, 302}, link


LABS = ("achtung", "ambush", "lunacy", "renamed", "shambattle", "week")


@pytest.mark.parametrize("game", LABS)
def test_a_lab_page_starts_with_its_findings(game: str, client: Client) -> None:
    page = client.get(f"/play/lab/{game}/").content.decode()
    opening = page.partition('<article class="prose stack">')[2].partition("<details class=")[0]
    found, *_ = re.findall(r"<p>(.*?)</p>", opening, re.DOTALL)
    assert 2 <= len(re.findall(r"[.](?=\s|<|$)", found)) <= 7, "two to seven sentences"
    assert re.search(r"\d", found), "figures, not manners"
    assert 1 <= opening.count('<svg class="drawing plot"') <= 3
    (first, *_) = re.findall(r"<summary>\s*<h2>(.*?)</h2>", page)
    assert first in {"Method", "Balance of the sides"}


@pytest.mark.parametrize("game", LABS)
def test_published_figures_name_the_command_that_measured_them(game: str, client: Client) -> None:
    page = client.get(f"/play/lab/{game}/").content.decode()
    paper, document = lab_results.paper_of(game), lab_results.document_of(game)
    assert paper is not None and document is not None
    keys = {figure.key for sweep in paper.sweeps for figure in sweep.figures}
    shown = set(re.findall(r"\]\([a-z]+/([a-z-]+)\.svg\)", document.read_text()))
    assert shown <= keys, "every picture of the document is published"
    assert page.count('<svg class="drawing plot"') == len(keys)
    assert {file.stem for file in (lab_results.FOLDER / game).iterdir()} == keys
    for sweep in paper.sweeps:
        assert (
            f"manage.py lab {game} --sweep {sweep.key} --matches {sweep.matches} --seed "
            f"{sweep.seed}"
        ) in page.replace("\n", " ")


# --- the picture as values ---


def test_marks_share_one_scale_and_say_whether_they_differ() -> None:
    drawing, scale = plot(FIGURE), Scale(FIGURE)
    heavy, scout = [shape for shape in drawing.shapes if isinstance(shape, Circle)]
    assert (heavy.x, scout.x) == (scale.position_of(0.62), scale.position_of(0.5))
    assert (heavy.look, scout.look) == ("plot-mark apart", "plot-mark")
    assert [scale.low, scale.high] == pytest.approx([0.4, 0.7])
    assert drawing.label.startswith("By class")


def test_cases_have_a_heading_and_make_the_picture_taller() -> None:
    said = [
        shape.words
        for shape in plot(GROUPED).shapes
        if isinstance(shape, Text) and shape.look == "plot-case"
    ]
    assert said == ["Cases"]
    assert plot(GROUPED).height > plot(FIGURE).height


@pytest.mark.parametrize(
    ("low", "high"), [(0.0, 1.0), (0.0, 0.0), (1.0, 1.0), (0.52, 0.53), (0.36, 0.61)]
)
def test_every_rate_is_inside_the_picture_and_ticks_are_few(low: float, high: float) -> None:
    figure = msgspec.structs.replace(
        FIGURE,
        baseline=None,
        rows=(Row(name="x", matches=1, chances=1, rate=(low + high) / 2, low=low, high=high),),
    )
    scale = Scale(figure)
    ticks = [*scale.ticks]
    assert 1 <= len(ticks) <= 7
    for rate in (low, high, *ticks):
        assert 0 < scale.position_of(rate) < WIDTH
    assert 'role="img"' in svg(plot(figure), {})


def test_rates_are_formatted_as_percentages() -> None:
    assert (percent(0.624), percent(0.624, 1), interval(ROWS[0])) == (
        "62 %",
        "62.4 %",
        "55.0 to 68.0 %",
    )
    assert (
        is_different(ROWS[0], 0.5)
        and not is_different(ROWS[1], 0.5)
        and not is_different(ROWS[0], None)
    )


def test_picture_markup_is_recognised_only_as_its_own_paragraph() -> None:
    assert lab.PICTURE.search('<p><img src="bids/base-class.svg" alt="By class"></p>')
    assert not lab.PICTURE.search('<p>See <img src="bids/base-class.svg" alt="By class"></p>')


def test_the_clubs_week_has_its_lab_under_help(client: Client) -> None:
    page = client.get("/play/lab/week/")
    assert page.status_code == 200
    assert "The weekly game: results over a season" in page.content.decode()
    assert client.get("/play/lab/nothing/").status_code == 404


def test_figures_of_older_rules_name_their_version(client: Client, folder: Path) -> None:
    current = registry.get("bids").rules_version
    write(msgspec.structs.replace(PAPER, rules_version=current), folder)
    assert "were measured with version" not in page_of(client)
    write(msgspec.structs.replace(PAPER, rules_version=current + 1), folder)
    said = words(client.get("/play/lab/bids/"))
    assert f"were measured with version {current + 1} of the rules" in said
    assert f"The current version is {current}." in said
