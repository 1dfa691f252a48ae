"""`python -m tests.golden.lessons`: record the story of every lesson, one file each.

A changed story means that rules or bots have changed under a lesson: read its sentences again
before you record it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from play.tabletop.lessons import Lesson

FOLDER: Final = Path(__file__).parent / "stories"


def story(lesson: Lesson) -> str:
    """All that a learner reads who presses what is wanted."""
    return "".join([f"{line}\n" for line in _lines(lesson)])


def recorded(key: str) -> str:
    """The story as it was recorded; "" without one."""
    path = FOLDER / f"{key}.txt"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _lines(lesson: Lesson) -> Iterator[str]:
    yield lesson.goal
    for at in range(len(lesson.steps) + 1):
        scene = lesson.scene(at)
        yield from [f"  {line}" for line in scene.happened]
        yield f"{at + 1}. {scene.board.headline}: {scene.instruction}"
        if scene.press is not None:
            choice = scene.board.choice(scene.press.choice)
            yield f"[{choice.label if choice else '?'}] {choice.note if choice else ''}".rstrip()


def main() -> int:
    """Record them all."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from play.tabletop import lessons

    for lesson in lessons.all_lessons():
        path = FOLDER / f"{lesson.key}.txt"
        path.write_text(story(lesson), encoding="utf-8")
        print(f"recorded {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
