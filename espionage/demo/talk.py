"""Messages in the demo club.

A GM makes an announcement, people argue on the board, a question is answered, and a letter waits
for a reply.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count
from typing import Final

from django_scopes import scope

from campaign.league.models import Week
from campaign.league.selectors.duels import weekly_duel
from campaign.voices.services import speaking

from .founding import Club

ANNOUNCEMENT: Final = (
    "Be on time for the duel. The cellar has no network: **bring your sheets on paper.**"
)
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
    "Mine is fine so far, but you hear things.",
    "Only if it was damaged at night. Everyone else drives the car they entered.",
)
LETTER: Final = "Leave our garage alone until the duel, and we will leave yours alone. One week."
TAUNT: Final = "I have walked the arena. Bring spare tyres."
TIME_BETWEEN_MESSAGES: Final = timedelta(minutes=25)


def post_messages(club: Club, week: Week, started_at: datetime) -> None:
    """Post all messages in the open week, within three hours after `started_at`."""
    campaign, users = club.campaign, club.users
    moments = (started_at + TIME_BETWEEN_MESSAGES * number for number in count())
    with scope(campaign=campaign.pk):
        speaking.publish_announcement(
            campaign=campaign, author=club.gm, text=ANNOUNCEMENT, now=next(moments)
        )
        title, ((first, text), *answers) = TOPIC
        topic = speaking.open_topic(
            campaign=campaign, author=users[first], title=title, text=text, now=next(moments)
        )
        for author, text in answers:
            speaking.post_in_thread(
                thread=topic, author=users[author], text=text, now=next(moments)
            )
        title, question_text, answer_text = QUESTION
        question = speaking.ask_gm(
            campaign=campaign,
            author=users["ines"],
            title=title,
            text=question_text,
            now=next(moments),
        )
        speaking.post_in_thread(
            thread=question, author=club.gm, text=answer_text, now=next(moments)
        )
        speaking.post_about_duel(
            duel=weekly_duel(week), author=users["otto"], text=TAUNT, now=next(moments)
        )
        speaking.write_letter(
            team=club.teams[1],
            to=club.teams[0],
            author=users["tomas"],
            text=LETTER,
            now=next(moments),
        )
