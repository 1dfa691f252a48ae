"""What is said in the demo club: a word of the GM's, a board with a quarrel on it, a question with
its answer, and a letter that waits for one.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, Final

from django_scopes import scope

from campaign.voices.services import speaking

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Week

    from .founding import Club

WORD: Final = "Be on time for the duel. The cellar has no network: **bring your sheets on paper.**"
TOPIC: Final = (
    "Truck Stop Tangle",
    (
        ("tomas", "Thirteen points, and I hardly braked. Thank you all for stopping so often."),
        ("vera", "You went round. We went *through*."),
        ("otto", "We are still picking it up. Route 9 pays by weight."),
    ),
)
QUESTION: Final = (
    "May I change my car after the deadline?",
    "Mine is fine so far, but one hears things.",
    "Only for one that the night has damaged. All others drive what they sent.",
)
LETTER: Final = "Leave our garage alone until the duel, and nobody looks into yours. One week."
TAUNT: Final = "I have walked the arena. Bring spare tyres."
BETWEEN: Final = timedelta(minutes=25)


def talk(club: Club, week: Week, began: datetime) -> None:
    """Have all of it said in the open week, from `began` on, within three hours."""
    campaign, users = club.campaign, club.users
    moments = (began + BETWEEN * number for number in count())
    with scope(campaign=campaign.pk):
        speaking.say_word(campaign=campaign, by=club.gm, text=WORD, at=next(moments))
        title, ((first, text), *answers) = TOPIC
        topic = speaking.open_topic(
            campaign=campaign, by=users[first], title=title, text=text, at=next(moments)
        )
        for who, text in answers:
            speaking.answer(thread=topic, by=users[who], text=text, at=next(moments))
        title, asked, answer = QUESTION
        question = speaking.ask(
            campaign=campaign, by=users["ines"], title=title, text=asked, at=next(moments)
        )
        speaking.answer(thread=question, by=club.gm, text=answer, at=next(moments))
        speaking.talk_about_duel(week=week, by=users["otto"], text=TAUNT, at=next(moments))
        speaking.write_letter(
            team=club.teams[1],
            to=club.teams[0],
            by=users["tomas"],
            text=LETTER,
            at=next(moments),
        )
