"""Measure middleware and frame parts: `python -m benchmarks.frame [--rounds N] [PATH …]`.

The benchmark measures the processor time of each middleware, and of each part of the page frame.
The same page is requested alternately with all parts and without one part; the difference is the
cost of that part. Middleware is removed from the settings, and header and footer are rendered as
empty. Parts that pages need, such as sessions and users, are kept. The figure of a small part can
be negative.
"""

from __future__ import annotations

import argparse
import tempfile
from typing import TYPE_CHECKING, Any, Final

from .line import Line, duration, progress, report
from .pages import TEAM, _reader, _site
from .samples import in_turns, middle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGES: Final = ("/me/", "/c/demo/", f"{TEAM}/reports/2/")
NEEDED: Final = ("sessions", "auth.middleware", "MessageMiddleware", "HtmxMiddleware", "Account")
"""Substrings that identify the middleware that views need."""
FRAME: Final = ("components/masthead.html", "components/footer.html")
ROUNDS: Final = 100
WARM: Final = 5


def main(arguments: list[str] | None = None) -> int:
    """Print the cost of each part on each page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frame", description=__doc__)
    parser.add_argument("paths", nargs="*", help="some of the addresses; three unless given")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="requests of each")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        _site(folder)
        lines = (line for path in options.paths or PAGES for line in pieces(path, options.rounds))
        return report("Cost of middleware and frame", lines)


def pieces(path: str, rounds: int) -> Iterator[Line]:
    """Yield the figure of the whole page, and then the figure of each part."""
    from django.conf import settings

    from .bare import asking

    progress(path)
    cookies = {name: morsel.value for name, morsel in _reader().cookies.items()}
    requests: dict[str, Callable[[], object]] = {
        "": asking(_handler(settings.MIDDLEWARE), path, cookies)
    }
    for name in settings.MIDDLEWARE:
        if not any(part in name for part in NEEDED):
            others = [other for other in settings.MIDDLEWARE if other != name]
            requests[name.rpartition(".")[2]] = asking(_handler(others), path, cookies)
    empty = _emptying()
    for template in FRAME:
        requests[template] = _with_empty(template, empty, requests[""])
    samples = in_turns(requests, rounds, WARM)
    page_times = samples.pop("").processor
    yield Line(path, duration(middle(page_times)), processor=middle(page_times))
    for name, part in samples.items():
        saved = middle(
            [
                page_time - part_time
                for page_time, part_time in zip(page_times, part.processor, strict=True)
            ]
        )
        yield Line(f"  {name}", duration(saved), processor=saved)


def _handler(middleware: list[str]) -> Any:
    """Return a handler of the site with this middleware."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import override_settings

    with override_settings(MIDDLEWARE=middleware):
        return WSGIHandler()


def _emptying() -> set[str]:
    """Return a set to which names of templates can be added so that they are rendered as empty.

    From then on, every template checks the set when it is rendered. This affects both sides of each
    comparison equally.
    """
    from django.template.base import Template

    empty: set[str] = set()
    render_template = Template.render

    def render(template: Any, context: Any) -> Any:
        return "" if template.name in empty else render_template(template, context)

    Template.render = render  # type: ignore[method-assign]
    return empty


def _with_empty(template: str, empty: set[str], ask: Callable[[], object]) -> Callable[[], object]:
    """Return a function that requests the page with one template rendered as empty."""

    def ask_without_part() -> object:
        empty.add(template)
        try:
            return ask()
        finally:
            empty.discard(template)

    return ask_without_part


if __name__ == "__main__":
    raise SystemExit(main())
