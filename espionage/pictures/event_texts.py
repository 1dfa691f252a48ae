"""A sentence or more beside each event of a report, made of the same timeline as the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from espionage.rules.values import WeekSettled
from espionage.rules.words import news_lines

from .report import Scene, Timeline, Told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from espionage.rules.values import Event


class _Said(NamedTuple):
    """How much of a scene had been said before an event."""

    text: str = ""
    rolls: int = 0
    lines: int = 0
    result: str = ""


def event_texts(
    heard: Sequence[Event], teams: Sequence[str], names: Mapping[str, str]
) -> tuple[str, ...]:
    """What each event that a seat heard adds to its report, in the page's own sentences: one text
    an event, in their order. "" is an event that adds none, as a question whose answer follows.

    `teams` are the names of the teams by seat, `names` people and vehicles by id, as for
    `report.scenes`. Nothing is told that the seat was not told.
    """
    timeline = Timeline(Told(teams, names))
    found = []
    for event in heard:
        before = [_said(scene) for scene in timeline.scenes]
        timeline.hear(event)
        if isinstance(event, WeekSettled):
            found.append(" ".join([line for _, line in news_lines(event.news)]))
        else:
            found.append(" ".join(_added(before, timeline.scenes)))
    return tuple(found)


def _said(scene: Scene) -> _Said:
    return _Said(scene.text, len(scene.rolls), len(scene.lines), scene.result)


def _added(before: Sequence[_Said], after: Sequence[Scene]) -> Iterator[str]:
    """The sentences that are there after an event and were not there before."""
    for scene, said in zip(after, before, strict=False):
        if _said(scene) != said:
            yield from _more(scene, said, late=scene is not after[-1])
    for scene in after[len(before) :]:
        yield f"{scene.title}."
        yield from _more(scene, _Said(), late=False)


def _more(scene: Scene, said: _Said, *, late: bool) -> Iterator[str]:
    """What was added to one scene. Where others came in between (`late`), it is named first."""
    if late:
        yield f"{scene.label}:"
    if scene.text != said.text:
        yield scene.text.removeprefix(said.text).strip()
    yield from [roll.words for roll in scene.rolls[said.rolls :]]
    yield from scene.lines[said.lines :]
    if scene.result != said.result:
        yield f"Final result: {scene.result}"
