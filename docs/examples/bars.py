"""Draw standings as a PNG with a bar for each team, with only the standard library."""

import zlib

COLOURS = {"🟥": "dd2e44", "🟦": "55acee", "🟨": "fdcb58", "🟩": "78b159", "🟪": "aa8ed6"}
"""Squares shown beside team names, and the colours of their bars."""


def bars(points):
    """Return a PNG with a bar for each number of points, coloured in the order of `COLOURS`."""
    wide, high, rows, ground = 600, 32 * len(points), b"", b"\x2b\x2d\x31"
    for team_points, colour in zip(points, list(COLOURS.values()) * len(points), strict=False):
        long = max(4, wide * team_points // max([1, *points]))
        rows += (b"\0" + bytes.fromhex(colour) * long + ground * (wide - long)) * 24
        rows += (b"\0" + ground * wide) * 8
    picture = b"\x89PNG\r\n\x1a\n"
    head = wide.to_bytes(4, "big") + high.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    for part in (b"IHDR" + head, b"IDAT" + zlib.compress(rows), b"IEND"):
        picture += (len(part) - 4).to_bytes(4, "big") + part + zlib.crc32(part).to_bytes(4, "big")
    return picture
