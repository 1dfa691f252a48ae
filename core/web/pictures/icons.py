"""Line icons on a grid of 24 by 24 units, with a stroke width of 2."""

from __future__ import annotations

from typing import Final

ICONS: Final = {
    "alert": "M12 3 2.5 20h19zM12 10v4M12 17v.5",
    "archive": "M3 5h18v4H3zM5 9v11h14V9M10 13h4",
    "back": "M20 12H5M11 6l-6 6 6 6",
    "ban": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM5.6 5.6l12.8 12.8",
    "blast": (
        "M12 2v5M12 17v5M2 12h5M17 12h5M5 5l3.5 3.5M15.5 15.5 19 19M19 5l-3.5 3.5M8.5 15.5 5 19"
    ),
    "bot": "M5 9h14v11H5zM12 9V5M12 3v.01M9.500 13v.01M14.500 13v.01M9 16.500h6M2 13v3M22 13v3",
    "car": (
        "M5 17H3v-5l3-6h12l3 6v5h-2M9 17h6M3 12h18M5 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM15 "
        "17a2 2 0 1 0 4 0 2 2 0 0 0-4 0z"
    ),
    "check": "M4 13l5 5L20 6",
    "clock": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7v5l3.5 2.5",
    "close": "M5 5l14 14M19 5 5 19",
    "contrast": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 3v18M14 7h4M14 12h6.500M14 17h4",
    "copy": "M8 8h12v12H8zM16 8V4H4v12h4",
    "cross": "M12 2v5M12 17v5M2 12h5M17 12h5M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12z",
    "dice": "M4 4h16v16H4zM8.5 8.5v.01M15.5 15.5v.01M15.5 8.5v.01M8.5 15.5v.01",
    "down": "M12 4v15M6 13l6 6 6-6",
    "drag": "M8 5h.01M8 12h.01M8 19h.01M16 5h.01M16 12h.01M16 19h.01",
    "eye": "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
    "flag": "M5 22V3h14l-3 5 3 5H5",
    "hash": "M9 3 7 21M17 3l-2 18M4 8.500h17M3 15.500h17",
    "info": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v6M12 7v.5",
    "lock": "M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4M12 15v2",
    "mail": "M3 5h18v14H3zM3 6l9 7 9-7",
    "moon": "M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z",
    "next": "M4 12h15M13 6l6 6-6 6",
    "pencil": "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
    "person": (
        "M12 3a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM4 21c0-4.500 3.500-7 8-7s8 2.500 8 7"
    ),
    "phone": "M7 2h10v20H7zM11 19h2",
    "plus": "M12 4v16M4 12h16",
    "print": "M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z",
    "shield": "M12 2l8 3v6c0 5-3.500 9-8 11-4.500-2-8-6-8-11V5z",
    "sound": "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.500 6a8 8 0 0 1 0 12",
    "star": (
        "M12 3l2.700 6 6.300.600-4.800 4.200 1.500 6.200L12 16.700 6.300 20l1.500-6.200L3 "
        "9.600 9.300 9z"
    ),
    "sun": (
        "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 "
        "1.500M17.500 17.500 19 19M19 5l-1.500 1.500M6.500 17.500 5 19"
    ),
    "up": "M12 20V5M6 11l6-6 6 6",
    "wrench": (
        "M20 6.500a5 5 0 0 1-6.500 6L6 20l-2.500-2.500L11 10a5 5 0 0 1 6-6.500l-3 3 .500 3 3 .500z"
    ),
}


def icon_path(name: str) -> str:
    """Return the path of an icon. Raise KeyError for an unknown name."""
    return ICONS[name]
