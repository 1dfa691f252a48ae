"""The screenshots of the documents: page, user and screen of each.

`make pictures` takes all of them and stores the outline of their pages in `pictures.json`. A
screenshot is outdated if its page has other headings, buttons, fields or columns than when it was
taken. Fonts and pixels depend on the machine and are not compared.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Page

IMAGES: Final = Path(settings.BASE_DIR) / "docs" / "images"
OUTLINES: Final = Path(__file__).with_suffix(".json")
HEAVIEST: Final = 60_000
"""Maximum size of a screenshot in bytes."""
COLOURS: Final = (128, 64, 40, 24)
"""Number of colours in a screenshot, limited by its maximum size."""

DESK: Final = (1280, 800)
PHONE: Final = (390, 844)


@dataclass(frozen=True)
class Picture:
    """A screenshot: file name, address with placeholders for club-specific values, user, and
    screen. `part` selects an element; without it the top of the page is taken. The elements in
    `dice` depend on dice and are not compared.
    """

    name: str
    path: str
    who: str | None = "vera"
    size: tuple[int, int] = DESK
    light: str = "light"
    part: str = ""
    dice: str = ""

    @property
    def file(self) -> Path:
        """Return the path of the screenshot in the documents."""
        return IMAGES / f"{self.name}.png"

    @property
    def screen(self) -> str:
        """Return the kind of screen by the name the tests use."""
        return f"{'phone' if self.size == PHONE else 'desktop'}-{self.light}"


CLUB: Final = "/c/demo/"
TEAM: Final = f"{CLUB}teams/ironclad-freight/"


def _drawn(name: str, place: int) -> Picture:
    """Render a sample of a help page for readers of the repository."""
    part = f".sample >> nth={place}"
    return Picture(f"drawn-{name}", "/help/first-week/", None, (960, 800), part=part)


BY_DAY: Final = (
    Picture("order-sheet", f"{TEAM}orders/", dice=".orders summary, [href$='again']"),
    Picture("report", f"{TEAM}reports/3/", size=(1160, 1000), dice=".mission, #headline"),
    Picture("standings", f"{CLUB}standings/", size=(1280, 860), dice="tbody"),
    Picture("desk", f"{CLUB}desk/", "morgan", size=(1280, 1000)),
    Picture("lobby", "/play/", "ines"),
    Picture("match", "/play/{table}/", "ines", light="dark"),
    _drawn("week", 0),
    _drawn("sheet", 1),
    _drawn("report", 2),
    _drawn("car", 3),
)
"""Screenshots taken while the demo club's fourth week is open for orders."""
AT_THE_DUEL: Final = (
    Picture("duel-table", f"{CLUB}weeks/4/duels/0/table/", size=PHONE, light="dark"),
)
"""Screenshots taken at the start of the duel of that week."""
PICTURES: Final = (*BY_DAY, *AT_THE_DUEL)


# --- what a page says -----------------------------------------------------------------------------

_OUTLINE: Final = """([part, dice]) => {
    const nth = part.match(/^(.*) >> nth=(\\d+)$/);
    const root = nth ? document.querySelectorAll(nth[1])[+nth[2]] : document.querySelector("#main");
    const what = "h1, h2, h3, th, label, legend, summary, button, a.button, figcaption";
    return [...root.querySelectorAll(what)].filter(
        each => each.checkVisibility() && !(dice && each.closest(dice))
    ).map(each => [each.tagName.toLowerCase(), each.innerText]);
}"""


def outline(page: Page, picture: Picture) -> list[str]:
    """Return the distinct headings, columns, fields and buttons of the page in order, without
    figures and dice results.
    """
    found: list[Any] = page.evaluate(_OUTLINE, [picture.part, picture.dice])
    lines = (f"{tag} {re.sub(r'[0-9]+', '0', ' '.join(words.split()))}" for tag, words in found)
    return list(dict.fromkeys(line for line in lines if line.partition(" ")[2]))


def stored_outlines() -> dict[str, list[str]]:
    """Return the stored outline of each screenshot."""
    found: dict[str, list[str]] = json.loads(OUTLINES.read_text(encoding="utf-8"))
    return found


# --- what is taken --------------------------------------------------------------------------------


def photograph(page: Page, picture: Picture) -> bytes:
    """Return the screenshot as a PNG with few colours. Raise AssertionError if it is blank or too
    large.
    """
    if picture.part:
        taken = page.locator(picture.part).screenshot(animations="disabled", caret="hide")
    else:
        taken = page.screenshot(animations="disabled", caret="hide")
    image = Image.open(BytesIO(taken)).convert("RGB")
    colours = image.getcolors(image.width * image.height) or []
    assert len(colours) > 8, f"{picture.name} is blank"
    tries = [_reduced(image, most) for most in COLOURS]
    small = next((each for each in tries if len(each) <= HEAVIEST), b"")
    assert small, f"{picture.name} is too heavy: {len(tries[-1]):,} bytes"
    return small


def _reduced(image: Image.Image, colours: int) -> bytes:
    out = BytesIO()
    few = image.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def keep(taken: Mapping[str, bytes], outlines: Mapping[str, list[str]]) -> None:
    """Store the screenshots in the documents and their outlines in this folder."""
    IMAGES.mkdir(exist_ok=True)
    for picture in PICTURES:
        picture.file.write_bytes(taken[picture.name])
    OUTLINES.write_text(json.dumps(outlines, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
