"""Check a page on a phone in the dark theme and on a desktop in the light theme, with axe.

These two screens stand for all four. The theme alone decides the colours; the width alone decides
positions and sizes; the other axe rules (names, roles, order) depend on neither. So the siege
checks every rule on the phone in the dark theme, and the rules about colours or sizes (`BY_LIGHT`)
again on the desktop in the light theme. A usual run checks every stop once, alternating between the
two screens, so that shared elements are checked on both. Everything that folds is opened first.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.siege import SIEGE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import ConsoleMessage, Page, Response

    from .places import Place
    from .tour import Stop

RULES: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
BY_LIGHT: Final = ("color-contrast", "link-in-text-block", "target-size")
"""Rules whose result depends on the screen: they run again in the other theme on the other
screen.
"""

LET_GO: Final = (
    "document.querySelectorAll('.order-bar, .table-action, .offer > .actions').forEach("
    "bar => { bar.style.position = 'static'; bar.style.maxHeight = 'none' })"
)
"""Style that puts sticky bars at their place in the page."""

PHONE: Final = (390, 844)
DESKTOP: Final = (1280, 800)
NARROW: Final = (320, 640)


@cache
def axe_script() -> Path:
    """Return the path of the axe script, which pages may load."""
    import axe_playwright_python

    return next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))


_RUN: Final = """async ([rules, only]) => {
    const runOnly = only.length ? {type: "rule", values: only} : {type: "tag", values: rules};
    const found = await axe.run(document, {runOnly, resultTypes: ["violations"]});
    const told = ({html, target}) => `${target}: ${html.slice(0, 160)}`;
    return found.violations.map(({id, impact, nodes}) => [id, impact, nodes.map(told)]);
}"""


NO_WORKER: Final = "Service Worker registration blocked by Playwright"
"""Playwright's own message on every page that registers a service worker."""


class Ears:
    """Records what the browser complains about: script errors, CSP violations, failed requests."""

    def __init__(self, page: Page) -> None:
        self.said: list[str] = []
        page.on("pageerror", lambda error: self.said.append(f"script error: {error}"))
        page.on("console", self._console)

    def _console(self, said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"} and NO_WORKER not in said.text:
            self.said.append(f"{said.type}: {said.text}")

    def heard(self, *, refused: bool = False) -> list[str]:
        """Return the complaints since the last call, except that the page itself was refused."""
        said, self.said[:] = list(self.said), []
        return [
            each
            for each in said
            if not (refused and "the server responded with a status of 4" in each)
        ]


def see(page: Page, size: tuple[int, int], light: str = "") -> None:
    """Change the screen size and, if given, the theme."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    if light:
        page.emulate_media(color_scheme=light, reduced_motion="reduce")  # type: ignore[arg-type]


def go(page: Page, stop: Stop, place: Place) -> Response | None:
    """Open a stop of the tour and perform its actions."""
    answer = page.goto(stop.path(place))
    if stop.act is not None:
        stop.act(page)
    return answer


def axe(page: Page, only: tuple[str, ...] = ()) -> list[str]:
    """Return axe's findings. Sticky bars are released, because axe would call a half-covered button
    too small.
    """
    page.evaluate(LET_GO)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_script().read_text())
    found: list[Any] = page.evaluate(_RUN, [RULES, only])
    return [f"axe {name} ({impact}): {node}" for name, impact, nodes in found for node in nodes]


def too_wide(page: Page) -> list[str]:
    """Return the elements that stick out to the right if the page can be scrolled sideways."""
    found: list[str] = page.evaluate("""() => {
        const page = document.documentElement, most = page.clientWidth;
        if (page.scrollWidth <= most) return [];
        const wide = each => each.getBoundingClientRect().right > most + 1;
        const out = [...document.body.querySelectorAll("*")].filter(wide);
        const named = out.slice(-2).map(each => each.outerHTML.slice(0, 120)).join(" | ");
        return [`${page.scrollWidth} pixels wide on ${most}: ` + named];
    }""")
    return found


def unfold(page: Page) -> None:
    """Open everything that folds, including nested parts."""
    page.evaluate(
        "document.querySelectorAll('#main details').forEach(each => "
        "{ each.removeAttribute('name'); each.open = true })"
    )


def framed(page: Page) -> Iterator[str]:
    """Return what is missing of a title and exactly one first heading."""
    headings, title = page.evaluate("[document.querySelectorAll('h1').length, document.title]")
    if headings != 1:
        yield f"{headings} first headings"
    if not title.strip() or title == " · Dead Drop":
        yield "no title"


def findings(page: Page, stop: Stop, place: Place, ears: Ears, *, by_day: bool) -> list[str]:
    """Return everything wrong with a stop on the phone in the dark theme, on the narrowest phone,
    and on a desktop in the light theme. Axe runs on the first or the last, in the siege on both.
    """
    see(page, PHONE, "dark")
    answer = go(page, stop, place)
    found = list(framed(page))
    if answer is None or answer.status != stop.status:
        found.append(
            f"answered {answer.status if answer else 'nothing'} where {stop.status} is expected"
        )
    unfold(page)
    at_night = axe(page) if SIEGE or not by_day else []
    found += [f"on a phone at night: {each}" for each in (*at_night, *too_wide(page))]
    see(page, NARROW)
    found += [f"on the narrowest phone: {each}" for each in too_wide(page)]
    see(page, DESKTOP, "light")
    at_a_desk = axe(page, BY_LIGHT if SIEGE else ()) if SIEGE or by_day else []
    found += [f"on a desk by day: {each}" for each in (*at_a_desk, *too_wide(page))]
    found += [
        each
        for each in ears.heard(refused=stop.status >= 400 or stop.act is not None)
        if stop.tolerated not in each
    ]
    return [f"{stop}: {each}" for each in dict.fromkeys(found)]
