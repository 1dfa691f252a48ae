"""Portraits of characters and bots. The parts of the face depend on the name, so a name has the
same face everywhere.

Each portrait is a separate image. Its URL contains a code for the parts and not the name. This
keeps pages with many portraits small, and browsers fetch each portrait only once.
"""

from __future__ import annotations

import re
from typing import Final

GROUNDS: Final = ("#c8553d", "#588b8b", "#7a6c9d", "#b98b2f", "#4f7a4a", "#a2576e", "#46688c")
SKINS: Final = ("#f4d6bd", "#e5b891", "#c98f63", "#9a6640", "#6b452c")
HAIRS: Final = ("#2a211c", "#5b3a21", "#8d5a2b", "#c9a24b", "#8b8d90", "#dcd7cd", "#7c2f1d")
COATS: Final = ("#3a3f4a", "#6b5b45", "#274156", "#54323b", "#3d4f3a", "#1f2226", "#8a7f70")

BEHIND: Final = (
    "",
    "M12 22c-1 9 0 13 2 16h20c2-3 3-7 2-16z",
    "M11 21c-3 4-3 8 0 11s7 3 13 3 10 0 13-3 3-7 0-11z",
    "M24 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10z",
)
"""Hair behind the head: none, bob, curls or bun."""
ABOVE: Final = (
    "",
    "M14 19c0-9 4-11 10-11s10 2 10 11c-2-4-5-6-10-6s-8 2-10 6z",
    "M14 20c-1-10 5-13 12-12s9 5 8 12c-2-2-3-5-4-7-5 3-11 2-16 7z",
    "M13 19c1-8 5-12 11-12s10 4 11 12c-3-5-5-8-11-8s-8 3-11 8z",
)
"""Hair over the brow: none, short, parted or combed back."""
HATS: Final = (
    "",
    "",
    "M6 15.5c5 2 31 2 36 0l-7-2.5c-1-6-3-9-6-9-2 0-3 1-5 1s-3-1-5-1c-3 0-5 3-6 9z",
    "M9 15c6 1.5 24 1.5 30 0l-5-2c0-7-4-10-10-10s-10 3-10 10z",
    "M11 14c-2-6 5-11 14-10 8 1 13 5 11 8-3 3-17 0-25 2z",
    "M12 14l1-6c7-3 15-3 22 0l1 6c-7-2-17-2-24 0zm-1 1.5c8-2 18-2 26 0v2.5c-8-3-18-3-26 0z",
    "M11 27c-2-16 4-22 13-22s15 6 13 22c-1-8-4-13-13-13s-12 5-13 13z",
)
"""Hats: fedora, bowler, beret, peaked cap or headscarf. Two of the seven entries are no hat."""
COLLARS: Final = (
    "M17 35l7 6 7-6-2 12H19z",
    "M22 36h4l2 12h-8z",
    "M24 38l-6-3v7zl6-3v7z",
    "M16 34c5 4 11 4 16 0l1 4c-6 4-12 4-18 0z",
    "M10 38l9-4 5 8 5-8 9 4-6 10H16z",
)
"""Collars: shirt, tie, bow tie, roll collar or upturned trench coat."""
COLLAR_COLOURS: Final = ("#f1ece2", "#b23a3a", "#22262b", "#d8c7a0", "#77664e")
EYES: Final = (
    '<g fill="#1d1a18"><circle cx="20" cy="21" r="1.4"/><circle cx="28" cy="21" r="1.4"/></g>',
    (
        '<g fill="none" stroke="#1d1a18" stroke-width="1.2"><circle cx="19.5" cy="21" r="3.2"/>'
        '<circle cx="28.5" cy="21" r="3.2"/><path d="M22.7 21h2.6"/></g><g fill="#1d1a18">'
        '<circle cx="19.5" cy="21" r="1.1"/><circle cx="28.5" cy="21" r="1.1"/></g>'
    ),
    '<path fill="#14161a" d="M15 19h8.5v2a4 4 0 0 1-8.5 0zm9.5 0H33v2a4 4 0 0 1-8.5 0z"/>',
    (
        '<circle cx="20" cy="21" r="1.4" fill="#1d1a18"/><path fill="#14161a" d="M25 18.5h6.5v3.5'
        'a3.2 3.2 0 0 1-6.5 0z"/><path d="M14 17l20 3" stroke="#14161a" stroke-width="1"/>'
    ),
    (
        '<g stroke="#1d1a18" stroke-width="1.3" fill="none"><path d="M17.5 21.5c1.5-1.5'
        ' 3.5-1.5 5 0M25.5 21.5c1.5-1.5 3.5-1.5 5 0"/></g>'
    ),
    (
        '<g fill="#1d1a18"><circle cx="20" cy="21" r="1.4"/><circle cx="28" cy="21" r="1.4"/></g>'
        '<g fill="none" stroke="#d9b64a" stroke-width="1"><circle cx="28" cy="21" r="3.4"/>'
        '<path d="M31 23c1 4 1 7 0 10"/></g>'
    ),
)
"""Eyes: open, with glasses, with dark glasses, with an eye patch, half closed or with a monocle."""
MOUTHS: Final = (
    '<path d="M20.5 28h7" stroke="#5a2b22" stroke-width="1.3" fill="none"/>',
    '<path d="M19.5 27c2.5 3 6.5 3 9 0" stroke="#5a2b22" stroke-width="1.3" fill="none"/>',
    '<path d="M20.5 28.5c3 .5 5-.5 7.5-2" stroke="#5a2b22" stroke-width="1.3" fill="none"/>',
    '<path d="M18 27c2-2.5 5-2.5 6-1 1-1.5 4-1.5 6 1-2 .5-4 .5-6-.5-2 1-4 1-6 .5z" fill="{hair}"/>',
    '<path d="M20.5 28c2-1.5 5-1.5 7 0-2 2-5 2-7 0z" fill="#a3333d"/>',
    (
        '<path d="M15 22c0 10 4 13 9 13s9-3 9-13c-1 4-4 5-9 5s-8-1-9-5z" fill="{hair}"/>'
        '<path d="M21.5 29h5" stroke="#5a2b22" stroke-width="1.2"/>'
    ),
)
"""Mouths: straight, smiling, crooked, with a moustache, with lipstick or with a beard."""

VARIANTS: Final = (
    GROUNDS, SKINS, HAIRS, COATS, BEHIND, ABOVE, HATS, COATS, COLLARS, COLLAR_COLOURS, EYES, MOUTHS,
)  # fmt: skip
"""Variants of each part, in the order of the digits in a code."""
CODE: Final = re.compile(f"[0-6]{{{len(VARIANTS)}}}")


def is_code(text: str) -> bool:
    """Return whether a text is the code of a portrait."""
    return CODE.fullmatch(text) is not None


def portrait_svg(code: str) -> str:
    """Return the portrait with this code as an SVG document."""
    parts = [
        variants[int(digit) % len(variants)] for digit, variants in zip(code, VARIANTS, strict=True)
    ]
    ground, skin, hair, coat, behind, above, hat, hat_colour, collar, collar_colour = parts[:10]
    eyes, mouth = parts[10:]
    shapes = (
        (behind, hair),
        ("M6 48c1-9 8-13 18-13s17 4 18 13z", coat),
        (collar, collar_colour),
        ("M20 29h8v7c-2 2-6 2-8 0zM14 21a10 12 0 1 1 20 0a10 12 0 1 1-20 0z", skin),
        (above, hair),
    )
    return "".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">',
            f'<rect width="48" height="48" rx="8" fill="{ground}"/>',
            *[f'<path d="{path}" fill="{colour}"/>' for path, colour in shapes if path],
            eyes,
            mouth.replace("{hair}", hair),
            f'<path d="{hat}" fill="{hat_colour}"/>' if hat else "",
            "</svg>",
        )
    )
