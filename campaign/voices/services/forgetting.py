"""Somebody deletes their account: what they wrote is forgotten. That there was something remains,
and its digest (C81).
"""

from __future__ import annotations

from django_scopes import scopes_disabled

from campaign.league.models import News
from campaign.voices.models import Mute, Post, Report, RivalNote, Seen, Thread, Wording
from core.accounts.services.deletion import Gone
from core.notifications.models import Notice

TOPIC = "A topic of a former player"


def forget(gone: Gone) -> None:
    """Empty the person's wordings, letters and notes of every club; their topics lose their titles,
    and mutes the reasons.
    """
    user = gone.user
    with scopes_disabled():
        Wording.objects.filter(post__by=user).exclude(text="").update(text="")
        Post.objects.filter(by=user, withdrawn_at=None).update(withdrawn_at=gone.at)
        RivalNote.objects.filter(by=user).exclude(text="").update(text="")
        Report.objects.filter(by=user).update(why="")
        Mute.objects.filter(user=user).update(reason="")
        Mute.objects.filter(user=user, ended_at=None).update(ended_at=gone.at)
        Seen.objects.filter(user=user).delete()
        for thread in Thread.objects.filter(opened_by=user):
            _forget_title(thread, gone)


def _forget_title(thread: Thread, gone: Gone) -> None:
    """A topic's title stands in the news and in inboxes, a GM's word does in the news."""
    now = gone.user.get_username()
    if thread.title:
        for line in Notice.objects.filter(
            campaign=thread.campaign_id, text__contains=thread.title, path__contains=str(thread.pk)
        ):
            line.text = line.text.replace(thread.title, TOPIC)[:300]
            line.save(update_fields=["text"])
        Thread.objects.filter(pk=thread.pk).update(title=TOPIC)
    for cause, text in (
        (f"topic:{thread.pk}", f"{now} opens a topic on the board."),
        (f"word:{thread.pk}", f"A word of {now}, then GM, to the club."),
    ):
        News.objects.filter(campaign=thread.campaign_id, cause=cause).update(text=text)
