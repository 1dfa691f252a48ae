"""A referee's answers to common questions about duels, for a club's numbers (C133).

The sections are those of two public lists of questions, the Car Wars Referee Questionnaire and
Other Dueling Questions. The questions and answers are our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from campaign.house_rules.rules.duel_numbers import BRAKES, DuelNumbers

from .modifier_tables import DRIVER_FIRE


class Answer(NamedTuple):
    """A question and its answer, in a section."""

    section: str
    question: str
    answer: str


_ROWS: Final = (
    (
        "Movement and handling",
        (
            (
                "When does a car change its speed?",
                "Once a turn, at the start of a phase of the driver's choice.",
            ),
            (
                "Who moves first in a phase?",
                "The fastest car. Cars at the same speed move in an order drawn at the start.",
            ),
            (
                "How many manoeuvres can a car make?",
                "One in each phase, in its first inch. Phases with half an inch allow none.",
            ),
            (
                "When does handling recover?",
                "At the end of each turn, by the handling class, but at least by 1.",
            ),
            ("How low can handling fall?", "To −6."),
            (
                "When is control rolled?",
                "After each loss of handling. A loss of control ends the car's plan for the turn.",
            ),
            ("Can a car reverse immediately?", "Only after it has stood still for a whole turn."),
        ),
    ),
    (
        "Direct fire",
        (
            ("How often can a person or a weapon fire?", "Once in a turn."),
            ("Do linked weapons fire with one roll?", "No. Each weapon rolls by itself."),
            (
                "How is range counted?",
                "+4 within an inch, and −1 for each full 4 inches.",
            ),
            ("Are there automatic hits and misses?", "A 2 always misses, and a 12 always hits."),
            (
                "Do cars and wrecks block fire?",
                "Yes, between the centres of the two cars. People on foot do not.",
            ),
            (
                "Can tyres and turrets be aimed at?",
                "Yes, at −3 and −2. Crew members inside a car cannot.",
            ),
        ),
    ),
    (
        "Dropped weapons",
        (
            ("When are items placed?", "After movement, behind the car, once per action."),
            (
                "When does a mine go off?",
                "On 1–4 of a die under a car, and on 1–2 within half an inch.",
            ),
            (
                "Does a crew's own mine harm its car?",
                "Only if the car drives over it in a later phase.",
            ),
            (
                "How long does smoke last?",
                "10 turns. Burning oil burns for 5, and paint hangs for 2.",
            ),
        ),
    ),
    (
        "Collisions",
        (
            (
                "Which speed counts in a ram?",
                "Head-on, the sum of both. From behind, the difference. Into a side, the rammer's.",
            ),
            ("Do walls break?", "No."),
            ("Can debris harm a car?", "Yes. It is a D1 hazard, and one die minus 3 to each tyre."),
        ),
    ),
    (
        "Fire and explosions",
        (
            (
                "When does a car catch fire?",
                "If two dice at the end of a turn do not exceed the turn's fire modifiers.",
            ),
            (
                "What adds to the fire modifiers?",
                "Burning weapons 1–4, a hit on an electric plant 3, and on a gas engine 4.",
            ),
        ),
    ),
    (
        "People",
        (
            ("Can a crew give up?", "Yes. The record shows who shoots it afterwards."),
            (
                "When can people bail out unhurt?",
                "At 20 mph or less. They are beside the car until the end of the next turn.",
            ),
        ),
    ),
    (
        "The end of a duel",
        (
            (
                "When is a car out?",
                "If it can neither move nor fire, or its crew has given up or cannot act.",
            ),
            ("Who gets a kill?", "The car that took it out."),
            (
                "When does a duel end?",
                "With one side left, at the turn limit, or after 15 turns without a fight.",
            ),
        ),
    ),
)


def referee_answers(numbers: DuelNumbers, salvage_percent: int = 0) -> tuple[Answer, ...]:
    """Return all answers for a club's numbers and salvage, the club's own numbers first."""
    return (
        *(Answer("The club's numbers", *row) for row in _own_rows(numbers, salvage_percent)),
        *(Answer(section, *row) for section, rows in _ROWS for row in rows),
    )


def _own_rows(numbers: DuelNumbers, salvage_percent: int) -> Iterator[tuple[str, str]]:
    """Yield the answers that depend on a club's numbers (C31, C134)."""
    phases = ", ".join(map(str, numbers.phase_order))
    yield "In which phases do the first five inches fall?", f"In phases {phases}, in this order."
    yield "Can a driver fire while driving hard?", DRIVER_FIRE[numbers.driver_fire]
    braking = ", ".join(
        f"{mph} mph D{difficulty}"
        for mph, difficulty in zip(BRAKES, numbers.braking, strict=True)
        if difficulty
    )
    yield "How difficult is braking?", f"{braking or 'It has no difficulty'}."
    yield (
        "Who wears body armour?",
        f"Everyone aboard, with {numbers.suit} points for the duel."
        if numbers.suit
        else "Nobody, unless a part of the car protects the crew.",
    )
    yield (
        "Who is paid for a destroyed car?",
        f"The teams with kills share {salvage_percent} % of the value of its remaining parts. "
        "Without kills, the winner gets it."
        if salvage_percent
        else "Nobody.",
    )
