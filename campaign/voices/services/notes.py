"""Services for a team's private notes about rivals (C88), and for the times up to which members
have read threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.voices.models import ReadMark, RivalNote
from campaign.voices.rules import talk
from core.web.locks import club, locked
from core.web.refusals import Refused, WrongTime
from core.web.text import pages

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Team
    from campaign.voices.models import Thread
    from core.accounts.models import User


def save_note(
    *, team: Team, rival: Team, text: str, replaced_version: int, author: User, now: datetime
) -> int:
    """Save a new version of a team's note about a rival, and return the version's number.

    `replaced_version` is the version that it replaces, or 0 for none. Raise WrongTime if the note
    has changed in the meantime. Raise BadForm if the text is too long. Raise Refused for a note
    about the team itself.
    """
    with club(team.campaign_id):
        new_text = pages(text, field="text", title="Note", max_length=talk.MAX_NOTE_LENGTH)
        locked(team)
        if team.pk == rival.pk:
            raise Refused("Write about another team.", code="no-such-team")
        last = RivalNote.objects.filter(team=team, about=rival).order_by("-number").first()
        number, old_text = (last.number, last.text) if last else (0, "")
        if replaced_version != number:
            raise WrongTime(
                "Someone on your team has changed this note. Read the new version and make your "
                "changes again.",
                code="stale",
            )
        if new_text == old_text:
            return number
        RivalNote.objects.create(
            team=team, about=rival, number=number + 1, text=new_text, by=author, at=now
        )
        return number + 1


def mark_as_read(*, thread: Thread, user: User, until: datetime) -> None:
    """Record the time up to which a member has read a thread. The time never moves back."""
    with club(thread.campaign_id):
        read_mark, is_new = ReadMark.objects.get_or_create(
            user=user, thread=thread, defaults={"until": until}
        )
        if not is_new and read_mark.until < until:
            ReadMark.objects.filter(pk=read_mark.pk, until__lt=until).update(until=until)
