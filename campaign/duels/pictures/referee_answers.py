"""The printed page with the answers of a club's referee (C133)."""

from __future__ import annotations

from campaign.duels.rules.referee_answers import referee_answers
from campaign.house_rules.rules.duel_numbers import DuelNumbers
from core.web.pictures.paper import Line, Paper, Shape, Sheet, Text, wrapped

from .evening import title

SIZE, LINE_HEIGHT = 3.3, 4.3
"""Font size and line height in millimetres."""


def answers_sheet(
    numbers: DuelNumbers, heading: str, paper: Paper, salvage_percent: int = 0
) -> Sheet:
    """Return the page with questions on the left and answers on the right."""
    answers, middle = referee_answers(numbers, salvage_percent), paper.margin + paper.inner * 0.4
    shapes: list[Shape] = [*title("Answers of the referee", heading, paper)]
    y, section = 25.0, ""
    for row in answers:
        if row.section != section:
            section, y = row.section, y + 2.6
            shapes.append(Text(paper.margin, y, section, 3.8, bold=True))
            shapes.append(Line(paper.margin, y + 1.2, paper.right, y + 1.2, 0.3))
            y += LINE_HEIGHT + 1
        questions = list(wrapped(row.question, SIZE, paper.inner * 0.39))
        lines = list(wrapped(row.answer, SIZE, paper.inner * 0.6))
        for x, texts in ((paper.margin, questions), (middle, lines)):
            shapes += [Text(x, y + nth * LINE_HEIGHT, text, SIZE) for nth, text in enumerate(texts)]
        y += max(len(questions), len(lines)) * LINE_HEIGHT + 0.5
    return Sheet(
        title="Answers of the referee",
        description=" ".join(f"{row.question} {row.answer}" for row in answers),
        shapes=tuple(shapes),
    )
