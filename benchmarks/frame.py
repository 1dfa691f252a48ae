"""`python -m benchmarks.frame [--rounds N] [PATH …]`: what each middleware and each piece of
the frame takes, by processor time.

The same page is asked as it is and with one piece taken away, by turns: the difference is what that
piece takes. A middleware is taken out of the settings; of the frame, masthead and footer are left
empty. What a page cannot do without (sessions, who is logged in, what its view asks of the request)
stays. A piece that takes less than what a turn is uncertain by may come out below nothing.
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
"""Parts of the names of middleware that views ask things of."""
FRAME: Final = ("components/masthead.html", "components/footer.html")
ROUNDS: Final = 100
WARM: Final = 5


def main(arguments: list[str] | None = None) -> int:
    """Print what each piece takes of each page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frame", description=__doc__)
    parser.add_argument("paths", nargs="*", help="some of the addresses; three unless given")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="requests of each")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        _site(folder)
        lines = (line for path in options.paths or PAGES for line in pieces(path, options.rounds))
        return report("What middleware and frame take", lines)


def pieces(path: str, rounds: int) -> Iterator[Line]:
    """The whole page, then each piece by what the page takes less without it."""
    from django.conf import settings

    from .bare import asking

    progress(path)
    cookies = {name: morsel.value for name, morsel in _reader().cookies.items()}
    asked: dict[str, Callable[[], object]] = {
        "": asking(_handler(settings.MIDDLEWARE), path, cookies)
    }
    for name in settings.MIDDLEWARE:
        if not any(part in name for part in NEEDED):
            rest = [other for other in settings.MIDDLEWARE if other != name]
            asked[name.rpartition(".")[2]] = asking(_handler(rest), path, cookies)
    empty = _emptying()
    for template in FRAME:
        asked[template] = _without(template, empty, asked[""])
    taken = in_turns(asked, rounds, WARM)
    whole = taken.pop("").processor
    yield Line(path, duration(middle(whole)), processor=middle(whole))
    for name, one in taken.items():
        saved = middle([it - less for it, less in zip(whole, one.processor, strict=True)])
        yield Line(f"  {name}", duration(saved), processor=saved)


def _handler(middleware: list[str]) -> Any:
    """The site behind this middleware."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import override_settings

    with override_settings(MIDDLEWARE=middleware):
        return WSGIHandler()


def _emptying() -> set[str]:
    """Names of templates that are drawn empty: none, until some are put in. Every template asks for
    it from now on, so that both sides of a comparison do.
    """
    from django.template.base import Template

    empty: set[str] = set()
    drawn = Template.render

    def render(template: Any, context: Any) -> Any:
        return "" if template.name in empty else drawn(template, context)

    Template.render = render  # type: ignore[method-assign]
    return empty


def _without(template: str, empty: set[str], ask: Callable[[], object]) -> Callable[[], object]:
    """The page with a part of its frame left empty."""

    def asked() -> object:
        empty.add(template)
        try:
            return ask()
        finally:
            empty.discard(template)

    return asked


if __name__ == "__main__":
    raise SystemExit(main())
