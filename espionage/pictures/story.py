"""A report as a story: what is seen at first, what is folded, and the same in plain sentences to
read aloud.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from core.web.pictures.words import counted
from espionage.rules.words import listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from espionage.rules.headline import Headline

    from .debrief import BangPicture, DebriefPicture
    from .report import Scene

ROW: Final = re.compile(r"^Row [^:]*: ")
FEW: Final = 4
"""A story of so many entries has our first mission open. Everything else, and all of a longer one,
says what came of it in a line, so that it stands on two screens of a phone.
"""


@dataclass(frozen=True, slots=True)
class MissionCard:
    """One entry of the story. `open` is whether it is unfolded; `bang` the explosion that it came
    to.
    """

    scene: Scene
    open: bool
    bang: BangPicture | None = None


def mission_cards(scenes: Iterable[Scene], debrief: DebriefPicture) -> tuple[MissionCard, ...]:
    """The story without its order of play, which is no story; if it is short, our own first mission
    is open.
    """
    bangs = {bang.order: bang for bang in debrief.bangs}
    told = [scene for scene in scenes if scene.tone != "public"]
    ours = [scene for scene in told if scene.tone == "ours" and scene.order > 0]
    shown = ours[:1] if len(told) <= FEW else []
    return tuple(
        [
            MissionCard(
                scene,
                scene in shown,
                bangs.get(scene.order) if scene in ours else None,
            )
            for scene in told
        ]
    )


def points_line(debrief: DebriefPicture) -> str:
    """Skill points in a line: who got how many in what."""
    sums: dict[str, dict[str, int]] = {}
    for award in debrief.awards:
        skills = sums.setdefault(award.who, {})
        skills[award.skill] = skills.get(award.skill, 0) + award.points
    return "; ".join(
        f"{who} {listing([f'+{points} {skill}' for skill, points in skills.items()])}"
        for who, skills in sums.items()
    )


def cost_line(debrief: DebriefPicture) -> str:
    """What the week cost, in a line."""
    return "; ".join(f"{label.lower()}: {words}" for label, words in debrief.spending)


def aloud(
    title: str,
    head: Headline,
    debrief: DebriefPicture | None,
    scenes: Sequence[Scene],
    news: Sequence[str],
) -> tuple[str, ...]:
    """The report in plain sentences, a paragraph each: dice and rows are left out, what they came
    to is not.
    """
    parts = [f"{title}. {head.headline}.", " ".join(head.lede)]
    if debrief is not None:
        parts += ["Missions against us:  " + " ".join(_done(debrief)), *_missions(scenes)]
        parts += [
            f"{label}: {words}."
            for label, words in (
                ("Skill points", points_line(debrief)),
                ("Costs", cost_line(debrief)),
            )
            if words
        ]
    if news:
        parts.append("Public news:  " + " ".join(news))
    return tuple(parts)


def _done(debrief: DebriefPicture) -> Iterator[str]:
    for harm in debrief.harm:
        yield " ".join([f"{harm.title}.", *harm.lines])
    for hurt in debrief.hurt:
        yield f"{hurt.who} lost {counted(hurt.hits, 'DP', 'DP')} {hurt.how}: {hurt.after}."
    for who in debrief.captured:
        yield f"{who} is held by the other side until the next settlement."
    if not (debrief.harm or debrief.hurt or debrief.captured):
        yield "no known harm."


def _missions(scenes: Iterable[Scene]) -> Iterator[str]:
    for scene in scenes:
        if scene.tone != "public":
            said = [f"{scene.label}." if scene.label else "", f"{scene.title}.", scene.text]
            lines = [_without_row(line) for line in scene.lines]
            yield " ".join(filter(None, [*said, *lines, scene.result]))


def _without_row(line: str) -> str:
    """What a row of a table says, without its number: that is for the eye."""
    said = ROW.sub("", line)
    return said[:1].upper() + said[1:]
