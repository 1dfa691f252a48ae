"""A report as a story: folded and unfolded entries, and plain sentences to read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core.web.pictures.words import counted
from espionage.rules.headline import Headline
from espionage.rules.wording import join_words

from .debrief import BangPicture, DebriefPicture
from .report import Scene

ROW_PREFIX: Final = re.compile(r"^Row [^:]*: ")
MAX_ENTRIES_WITH_OPEN_ONE: Final = 4
"""Maximum number of entries in a story whose first mission is unfolded.

All other entries are folded to one line, so that the story fits on two phone screens.
"""


@dataclass(frozen=True, slots=True)
class MissionCard:
    """An entry of the story. `open` says whether it is unfolded, and `bang` is its explosion."""

    scene: Scene
    open: bool
    bang: BangPicture | None = None


def mission_cards(scenes: Iterable[Scene], debrief: DebriefPicture) -> tuple[MissionCard, ...]:
    """Return the entries of the story, without the order of play.

    If the story is short, the team's first mission is unfolded.
    """
    bangs = {bang.order: bang for bang in debrief.bangs}
    scenes_shown = [scene for scene in scenes if scene.tone != "public"]
    own_scenes = [scene for scene in scenes_shown if scene.tone == "ours" and scene.order > 0]
    open_scenes = own_scenes[:1] if len(scenes_shown) <= MAX_ENTRIES_WITH_OPEN_ONE else []
    return tuple(
        MissionCard(
            scene,
            scene in open_scenes,
            bangs.get(scene.order) if scene in own_scenes else None,
        )
        for scene in scenes_shown
    )


def points_line(debrief: DebriefPicture) -> str:
    """Return the skill points in one line, sorted by person and skill."""
    points_by_person: dict[str, dict[str, int]] = {}
    for award in debrief.awards:
        skills = points_by_person.setdefault(award.who, {})
        skills[award.skill] = skills.get(award.skill, 0) + award.points
    return "; ".join(
        f"{person} {join_words([f'+{points} {skill}' for skill, points in skills.items()])}"
        for person, skills in points_by_person.items()
    )


def cost_line(debrief: DebriefPicture) -> str:
    """Return the week's costs in one line."""
    return "; ".join(f"{label.lower()}: {value}" for label, value in debrief.spending)


def report_paragraphs(
    title: str,
    head: Headline,
    debrief: DebriefPicture | None,
    scenes: Sequence[Scene],
    news: Sequence[str],
    advice: str = "",
) -> tuple[str, ...]:
    """Return the report in plain paragraphs, without dice or table rows."""
    parts = [f"{title}. {head.headline}.", " ".join(head.lede)]
    if advice:
        parts.append(advice)
    if debrief is not None:
        parts += [
            "Missions against us:  " + " ".join(_harm_sentences(debrief)),
            *_mission_sentences(scenes),
        ]
        parts += [
            f"{label}: {value}."
            for label, value in (
                ("Skill points", points_line(debrief)),
                ("Costs", cost_line(debrief)),
            )
            if value
        ]
    if news:
        parts.append("Public news:  " + " ".join(news))
    return tuple(parts)


def _harm_sentences(debrief: DebriefPicture) -> Iterator[str]:
    for harm in debrief.harm:
        yield " ".join([f"{harm.title}.", *harm.lines])
    for hurt in debrief.hurt:
        yield f"{hurt.who} lost {counted(hurt.hits, 'DP', 'DP')} {hurt.how}: {hurt.after}."
    for person in debrief.captured:
        yield f"{person} is held by the other side until the next settlement."
    if not (debrief.harm or debrief.hurt or debrief.captured):
        yield "no known harm."


def _mission_sentences(scenes: Iterable[Scene]) -> Iterator[str]:
    for scene in scenes:
        if scene.tone != "public":
            sentences = [f"{scene.label}." if scene.label else "", f"{scene.title}.", scene.text]
            lines = [_without_row(line) for line in scene.lines]
            yield " ".join(filter(None, [*sentences, *lines, scene.result]))


def _without_row(line: str) -> str:
    sentence = ROW_PREFIX.sub("", line)
    return sentence[:1].upper() + sentence[1:]
