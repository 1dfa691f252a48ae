"""Texts for the events of a report, taken from the same timeline as the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from espionage.rules.values import Event, WeekSettled
from espionage.rules.wording import news_lines

from .report import Scene, SceneNames, Timeline


class _SceneState(NamedTuple):
    """The parts of a scene that existed before an event."""

    text: str = ""
    rolls: int = 0
    lines: int = 0
    result: str = ""


def event_texts(
    events: Sequence[Event], teams: Sequence[str], names: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the text that each of a seat's events adds to its report, in order.

    The text is "" for an event that adds nothing, such as a question followed by its answer.
    `teams` are the names of the teams by seat, and `names` maps ids to people and vehicles. The
    texts reveal only information that the seat has received.
    """
    timeline = Timeline(SceneNames(teams, names))
    texts = []
    for event in events:
        earlier = [_state_of(scene) for scene in timeline.scenes]
        timeline.add_event(event)
        if isinstance(event, WeekSettled):
            texts.append(" ".join([line for _, line in news_lines(event.news)]))
        else:
            texts.append(" ".join(_added_sentences(earlier, timeline.scenes)))
    return tuple(texts)


def _state_of(scene: Scene) -> _SceneState:
    return _SceneState(scene.text, len(scene.rolls), len(scene.lines), scene.result)


def _added_sentences(earlier: Sequence[_SceneState], scenes: Sequence[Scene]) -> Iterator[str]:
    for scene, earlier_scene in zip(scenes, earlier, strict=False):
        if _state_of(scene) != earlier_scene:
            yield from _additions(scene, earlier_scene, is_late=scene is not scenes[-1])
    for scene in scenes[len(earlier) :]:
        yield f"{scene.title}."
        yield from _additions(scene, _SceneState(), is_late=False)


def _additions(scene: Scene, earlier: _SceneState, *, is_late: bool) -> Iterator[str]:
    """Yield the sentences that were added to a scene.

    If other scenes came in between (`is_late`), the name of the scene comes first.
    """
    if is_late:
        yield f"{scene.label}:"
    if scene.text != earlier.text:
        yield scene.text.removeprefix(earlier.text).strip()
    yield from [roll.words for roll in scene.rolls[earlier.rolls :]]
    yield from scene.lines[earlier.lines :]
    if scene.result != earlier.result:
        yield f"Final result: {scene.result}"
