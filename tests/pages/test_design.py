"""The design's rules: contrast in both themes, no inline styles or scripts, existing files, well-
formatted text.
"""

from __future__ import annotations

import os
import re
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template import engines
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone

from campaign.garage.pictures import sketch
from core.web.pictures import badges, charts, dice, icons, timeline, words
from espionage.pictures import sheets
from home.pictures import samples
from play.tabletop import registry

from .styleguide import SampleForm, styleguide

if TYPE_CHECKING:
    from django.http import HttpRequest

ROOT: Final = Path(__file__).resolve().parents[2]
TEMPLATES: Final = sorted((ROOT / "templates").rglob("*.html"))
STYLES: Final = sorted(
    [
        *ROOT.glob("static/css/*.css"),
        *ROOT.glob("ambush/static/*/*.css"),
        *ROOT.glob("minigames/*/static/*/*.css"),
    ]
)
SCRIPTS: Final = sorted(
    [
        *ROOT.glob("static/js/*.js"),
        *ROOT.glob("ambush/static/*/*.js"),
        *ROOT.glob("minigames/*/static/*/*.js"),
    ]
)
SPACE: Final = "\N{NO-BREAK SPACE}"
LIGHTS: Final = {"day": 0, "night": 1}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def draw(source: str, **context: object) -> str:
    """Render a template with the site's tags."""
    return engines["django"].from_string("{% load house club orders %}" + source).render(context)


def request_for(path: str = "/") -> HttpRequest:
    request = RequestFactory().get(path)
    request.user = AnonymousUser()
    return request


# --- colours --------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def tokens() -> dict[str, tuple[str, str]]:
    css = (ROOT / "static/css/tokens.css").read_text()
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css)
    return {name: (day, night) for name, day, night in pairs}


def paints() -> dict[str, tuple[str, str]]:
    css = (ROOT / "static/css/tokens.css").read_text()
    return {
        name: (day, night)
        for name, day, night in re.findall(
            r"\.paint-(\w+) \{ color: light-dark\((#\w{6}), (#\w{6})\)", css
        )
    }


READ: Final = (
    *((ink, ground) for ink in ("ink", "ink-soft") for ground in ("paper", "sheet", "well")),
    *(
        (ink, ground)
        for ink in ("green", "lamp", "seal", "carbon")
        for ground in ("paper", "sheet", f"{ink}-wash")
    ),
    *(("ink", f"{wash}-wash") for wash in ("green", "lamp", "seal", "carbon")),
    ("on-green", "green"),
    ("on-seal", "seal"),
    ("on-mast", "mast"),
    ("on-mast-soft", "mast"),
    ("sheet", "ink-soft"),
)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize(("ink", "ground"), READ, ids=lambda name: name)
def test_text_has_a_contrast_of_at_least_4_5(ink: str, ground: str, light: str) -> None:
    colours = tokens()
    assert contrast(colours[ink][LIGHTS[light]], colours[ground][LIGHTS[light]]) >= 4.5


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("line", ["rule-strong", "green", "seal", "carbon", "lamp"])
def test_meaningful_lines_and_shapes_have_a_contrast_of_at_least_3(line: str, light: str) -> None:
    colours = tokens()
    for ground in ("paper", "sheet"):
        assert contrast(colours[line][LIGHTS[light]], colours[ground][LIGHTS[light]]) >= 3


def test_every_team_colour_is_visible_in_both_themes_and_has_a_class() -> None:
    colours, classes = tokens(), paints()
    assert set(classes) == {key for _, _, key in badges.PAINTS}
    for stored, _, key in badges.PAINTS:
        assert classes[key][0] == stored
        for light in LIGHTS.values():
            assert contrast(classes[key][light], colours["sheet"][light]) >= 3, (key, light)


# --- files ----------------------------------------------------------------------------------------


FORBIDDEN_IN_TEMPLATES: Final = {
    "an inline style or script": r"\sstyle\s*=|<style\b|\son\w+\s*=\s*[\"']|javascript:|\shx-on\b",
    "a script without a file": r"<script\b(?![^>]*src=)",
    "a host of others": r"(?:src|href|action)=\"(?:https?:)?//",
}


@pytest.mark.parametrize("what", FORBIDDEN_IN_TEMPLATES)
def test_no_template_contains(what: str) -> None:
    pattern = re.compile(FORBIDDEN_IN_TEMPLATES[what])
    assert not [name_of(file) for file in TEMPLATES if pattern.search(file.read_text())]


def test_every_static_file_named_by_a_template_exists() -> None:
    named = {
        (name_of(file), name)
        for file in TEMPLATES
        for name in re.findall(r"{% static ['\"]([^'\"]+)['\"]", file.read_text())
    }
    assert not [pair for pair in named if not finders.find(pair[1])]


def test_every_file_named_by_a_stylesheet_exists_and_is_ours() -> None:
    named = {
        (sheet, name)
        for sheet in STYLES
        for name in re.findall(r"url\(\"?([^)\"]+)\"?\)", sheet.read_text())
    }
    assert not [(sheet.name, name) for sheet, name in named if not (sheet.parent / name).is_file()]


def test_every_imported_script_exists_and_none_evaluates_text() -> None:
    imported = {
        (script.name, os.path.normpath(f"{script.parent.name}/{name}"))
        for script in SCRIPTS
        for name in re.findall(r"(?:from|import) \"([^\"]+)\"", script.read_text())
    }
    assert not [pair for pair in imported if not finders.find(pair[1])]
    unsafe = re.compile(r"\beval\(|innerHTML|new Function")
    assert not [script.name for script in SCRIPTS if unsafe.search(script.read_text())]


def test_pages_preload_every_module_their_script_imports() -> None:
    base = (ROOT / "templates/base.html").read_text()
    imported = re.findall(r"from \"\./([^\"]+)\"", (ROOT / "static/js/main.js").read_text())
    preloaded = re.findall(r"modulepreload\" href=\"{% static 'js/([^']+)'", base)
    assert sorted([*imported, "announce.js"]) == sorted(preloaded)


def test_every_stylesheet_is_linked_and_uses_only_colour_tokens() -> None:
    of_games = {tabletop.style for tabletop in registry.all_tabletops()}
    pages = ("base.html", "api_docs.html", "campaign/duels/table.html")
    linked = "".join((ROOT / "templates" / page).read_text() for page in pages)
    for sheet in STYLES:
        address = f"{sheet.parent.name}/{sheet.name}"
        assert address in of_games or address in linked
        if sheet.name not in {"tokens.css", "print.css"}:
            assert not re.findall(r":[^;{]*#(?!000)[0-9a-fA-F]{3,8}\b", sheet.read_text()), (
                sheet.name
            )


def test_every_custom_property_used_is_defined() -> None:
    everything = "".join(sheet.read_text() for sheet in STYLES)
    assert set(re.findall(r"var\(--([\w-]+)", everything)) <= set(
        re.findall(r"--([\w-]+):", everything)
    )


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "read"),
    [
        (-5, "passed"),
        (0, "passed"),
        (0.2, "1 s"),
        (42, "42 s"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h"),
        (11_520, "3 h 12 min"),
        (86_400, "1 day"),
        (90_061, "1 day 1 h"),
        (2 * 86_400 + 4 * 3600 + 59 * 60, "2 days 4 h"),
    ],
)
def test_the_time_left_has_at_most_two_units(seconds: float, read: str) -> None:
    assert words.time_left(seconds).replace(SPACE, " ") == read


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("{{ 3000|money }}", "$3,000"),
        ("{{ -250|money }}", "−$250"),
        ("{{ 500|signed_money }}", "+$500"),
        ("{{ -3000|signed_money }}", "−$3,000"),
        ("{{ 2|signed }}", "+2"),
        ("{{ -1|signed }}", "−1"),
        ("{{ 0|signed }}", "±0"),
        ("{{ 13|grenades }}", "6½ GE"),
        ("{{ 1|grenades }}", "½ GE"),
        ("{{ 12|grenades }}", "6 GE"),
        ("{{ 0|age }}", "this week"),
        ("{{ 1|age }}", "last week"),
        ("{{ 5|age }}", "5 weeks old"),
        ('{% counted 1 "spy" "spies" %}', "1 spy"),
        ('{% counted 3 "spy" "spies" %}', "3 spies"),
        ('{% counted 0 "shot" %}', "0 shots"),
    ],
)
def test_numbers_are_formatted_for_players(source: str, read: str) -> None:
    assert draw(source).replace(SPACE, " ") == read


def test_a_deadline_carries_its_time_and_the_server_time() -> None:
    now = timezone.now()
    page = draw("{% time_left due %}", due=now + timedelta(hours=3), now=now)
    assert f'datetime="{(now + timedelta(hours=3)).isoformat(timespec="seconds")}"' in page.replace(
        "\n", ""
    )
    assert "data-now" in page
    assert f"3{SPACE}h left" in page
    assert "close" in page


def test_a_passed_deadline_says_so() -> None:
    now = timezone.now()
    assert "Deadline passed" in draw("{% time_left due now %}", due=now, now=now)


# --- pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_the_right_pips_and_a_title(face: int) -> None:
    page = draw("{% die face %}", face=face)
    assert page.count("<circle") == face == len(set(dice.die(face).pips))
    assert f"<title>Die showing {face}</title>" in page


def test_there_is_no_seventh_face() -> None:
    with pytest.raises(KeyError):
        dice.die(7)


def test_a_roll_adds_its_modifiers_and_omits_zeros() -> None:
    drawn = dice.roll((5, 3), (("espionage", 1), ("wounded", -2), ("unseen", 0)))
    assert (drawn.total, drawn.description) == (7, "5 and 3, +1 espionage, −2 wounded: 7")
    assert [modifier.reason for modifier in drawn.modifiers] == ["espionage", "wounded"]


def test_a_roll_without_a_total_is_summed_and_zero_stays_zero() -> None:
    assert '<span class="total">8</span>' in draw(
        "{% roll each.faces each.modifiers each.total %}", each={"faces": (5, 3)}
    )
    assert '<span class="total">0</span>' in draw(
        "{% roll each.faces each.modifiers each.total %}", each={"faces": (1, 1), "total": 0}
    )


def test_e15_every_state_of_a_sheet_has_its_own_shape_and_word() -> None:
    drawn = [draw("{% sheet_state state %}", state=state) for state in sheets.SHEET_MARKS]
    shapes = {
        re.sub(r"\s+", " ", re.search(r"<svg.*?</svg>", page, re.DOTALL)[0])  # type: ignore[index]
        for page in drawn  # type: ignore[index]
    }  # type: ignore[index]
    assert len(shapes) == len({mark.word for mark in sheets.SHEET_MARKS.values()}) == 6
    assert "Nothing sent" in draw("{% sheet_state state %}", state=None)


@pytest.mark.parametrize(
    ("now", "full", "condition"),
    [(3, 3, ""), (2, 3, "wounded"), (1, 4, "unconscious"), (0, 3, "dead"), (-2, 3, "dead")],
)
def test_e12_damage_points_are_shown_as_pips_and_words(now: int, full: int, condition: str) -> None:
    page = draw("{% hit_points now full %}", now=now, full=full)
    assert page.count('class="kept"') == max(0, now)
    assert page.count('class="kept"') + page.count('class="lost"') == full
    assert f"{max(0, now)} of {full} DP{f', {condition}' if condition else ''}" in page


@pytest.mark.parametrize(
    ("colour", "painted"),
    [
        ("#c3271f", ("paint-signal", "")),
        ("cobalt", ("paint-cobalt", "")),
        ("#12ab34", ("", "#12ab34")),
        ("matt black", ("paint-asphalt", "")),
        ("Bottle green", ("paint-bottle", "")),
        ("", ("paint-asphalt", "")),
        ('"><script>', ("paint-asphalt", "")),
    ],
)
def test_a_team_colour_is_a_known_or_a_safe_own_colour(
    colour: str, painted: tuple[str, str]
) -> None:
    assert badges.paint_of(colour) == painted


def test_a_team_keeps_its_emblem_and_most_teams_differ() -> None:
    emblems = {
        name: badges.emblem_for(name)
        for name in ("ironclad", "nightjar", "palisade", "route-9", "kestrel", "union")
    }
    assert emblems == {name: badges.emblem_for(name) for name in emblems}
    assert len(set(emblems.values())) >= 4


def test_the_week_strip_marks_past_next_and_later() -> None:
    strip = timeline.week_strip(samples.moments(), samples.NOW)
    assert [station.place for station in strip.stations] == [
        "past",
        "next",
        "later",
        "later",
        "later",
    ]
    assert strip.upcoming
    assert strip.upcoming.label == "Orders due"
    assert timeline.week_strip(samples.moments(), samples.NOW + timedelta(days=30)).upcoming is None


def test_a_chart_stays_in_its_frame_and_keeps_its_figures() -> None:
    chart = charts.line_chart(
        "Money", ("1", "2"), (("Owls", "teal", (-1_150, 41_250)), ("Cats", "plum", (0, 0)))
    )
    assert all(
        0 <= point.x <= chart.width and 0 <= point.y <= chart.floor
        for line in chart.lines
        for point in line.points
    )
    assert [point.value for point in chart.lines[0].points] == [-1_150, 41_250]
    assert len({line.marker for line in chart.lines}) == 2


def test_a_chart_without_values_has_a_table() -> None:
    assert charts.line_chart("Points", ("Start",), (("Owls", "teal", (0,)),)).rows


@pytest.mark.parametrize(
    ("value", "longest", "width"), [(0, 0, 0), (5, 10, 50), (-3, 10, 0), (12, 10, 100)]
)
def test_the_width_of_a_bar_is_its_share_of_the_longest(
    value: int, longest: int, width: float
) -> None:
    assert charts.bar(value, longest).width == width


def test_e11_a_vehicle_seen_from_outside_shows_no_numbers() -> None:
    page = draw("{% vehicle_sketch vehicle %}", vehicle=samples.stranger())
    assert "Unknown" in page
    assert not re.search(r"\d+ of \d+", page)


def test_a_vehicle_sketch_is_described_in_words() -> None:
    page = draw("{% vehicle_sketch vehicle %}", vehicle=samples.vehicle())
    for word in ("22 of 30", "Minedropper, back", "destroyed", "Back left", "0 of 6"):
        assert word in page
    assert page.count("blown") == 1


@pytest.mark.parametrize(
    ("body", "outline"),
    [("Van", "van"), ("Station wagon", "van"), ("Medium cycle", "cycle"), ("Luxury", "car")],
)
def test_each_body_has_its_outline(body: str, outline: str) -> None:
    assert sketch.choose_outline(body) == outline


def test_every_icon_named_by_a_template_exists() -> None:
    for template in TEMPLATES:
        for name in re.findall(r"{% icon \"([\w-]+)\"", template.read_text()):
            assert name in icons.ICONS, (template.name, name)


# --- pages ----------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects ids, references to them, and fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.described: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "href" and value and value.startswith("#") and len(value) > 1:
                self.targets.append(value[1:])
            if name in {"aria-describedby", "for"} and value:
                self.described += value.split()


def test_an_error_is_shown_on_top_and_at_its_field() -> None:
    page = render_to_string(
        "components/form.html", {"form": SampleForm({"bricks": "9"})}, request_for()
    )
    read = Reader(page)
    assert page.index("error-summary") < page.index('name="bricks"')
    assert {"id_bricks", "id_target"} <= set(read.targets) <= set(read.ids)
    assert set(read.described) <= set(read.ids)
    assert 'aria-invalid="true"' in page
    assert page.count("Ensure this value is less than or equal to 6.") == 2


def test_the_style_guide_shows_every_component_with_unique_ids() -> None:
    page = styleguide(request_for("/styleguide/")).content.decode()
    read = Reader(page)
    assert len(read.ids) == len(set(read.ids))
    assert set(read.targets) <= set(read.ids)
    for part in (
        "strip",
        "state-panel",
        "receipt",
        "timeline",
        "vehicle",
        "chart",
        "folder",
        "empty",
        "pages",
        "orders",
        "next-step",
    ):
        assert f'class="{part}' in page or f" {part}" in page, part


@pytest.mark.parametrize("status", [400, 403, 404, 500])
def test_an_error_page_needs_no_request_and_links_home(status: int) -> None:
    page = render_to_string(f"errors/{status}.html")
    assert f"Error {status}" in page
    assert 'href="/"' in page


@pytest.mark.django_db
def test_the_front_page_has_the_sites_name_and_offers_the_demo() -> None:
    page = render_to_string(
        "home.html", {"demo_logins": [("vera", "drop-vera", "Player")]}, request_for()
    )
    assert "<h1>Dead Drop</h1>" in page
    assert "drop-vera" in page
    assert "demo club" not in render_to_string("home.html", {}, request_for())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cookie", "painted"),
    [("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ('x"><b>', "")],
)
def test_the_chosen_theme_is_set_by_the_server(cookie: str, painted: str) -> None:
    request = request_for()
    request.COOKIES["theme"] = cookie
    assert f'<html lang="en"{painted}>' in render_to_string("home.html", {}, request)
