"""Services for deleting old texts, and texts by people whose accounts have been deleted.

The posts and their digests are kept (C81).
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django_scopes import scopes_disabled

from campaign.news.models import News
from campaign.voices.models import Mute, Post, ReadMark, Report, RivalNote, Thread, Wording
from core.accounts.services.deletion import FormerAccount
from core.notifications.models import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

TITLE_OF_FORMER_MEMBER = "Topic by a former player"
TITLE_OF_OLD_TOPIC: Final = "Old topic"
ROWS_PER_BATCH: Final = 500
MAX_BATCHES: Final = 20
"""Maximum number of batches per run. The next run continues."""


def forget(account: FormerAccount) -> None:
    """Delete a person's texts in all clubs: posts, letters, notes, reports, and titles of
    topics.
    """
    user = account.user
    with scopes_disabled():
        Wording.objects.filter(post__by=user).exclude(text="").update(text="")
        Post.objects.filter(by=user, withdrawn_at=None).update(withdrawn_at=account.changed_at)
        RivalNote.objects.filter(by=user).exclude(text="").update(text="")
        Report.objects.filter(by=user).update(why="")
        Mute.objects.filter(user=user).update(reason="")
        Mute.objects.filter(user=user, ended_at=None).update(ended_at=account.changed_at)
        ReadMark.objects.filter(user=user).delete()
        for thread in Thread.objects.filter(opened_by=user):
            _forget_title(thread, account)


def _forget_title(thread: Thread, account: FormerAccount) -> None:
    """Replace the title of a topic or the text of an announcement, including in news and
    notices.
    """
    username = account.user.get_username()
    _rename_thread(
        thread,
        TITLE_OF_FORMER_MEMBER,
        author=username,
        announcement_text=f"Announcement to the club by {username}, a former GM.",
    )


def _rename_thread(thread: Thread, title: str, *, author: str, announcement_text: str) -> None:
    """Rename a topic everywhere on the site, and remove an announcement's text from the news."""
    if thread.title:
        for line in Notice.objects.filter(
            campaign=thread.campaign_id, text__contains=thread.title, path__contains=str(thread.pk)
        ):
            line.text = line.text.replace(thread.title, title)[:300]
            line.save(update_fields=["text"])
        Thread.objects.filter(pk=thread.pk).update(title=title)
    for cause, text in (
        (f"topic:{thread.pk}", f"{author} started a topic on the board."),
        (f"word:{thread.pk}", announcement_text),
    ):
        News.objects.filter(campaign=thread.campaign_id, cause=cause).update(text=text)


# --- old texts ------------------------------------------------------------------------------------


def forget_old(now: datetime) -> Mapping[str, int]:
    """Delete the texts of old posts and letters.

    Posts are old after `BOARD_DAYS` and letters after `LETTERS_DAYS`. If a setting is 0, the texts
    are kept. Posts with open reports (C85) and current announcements (C82) are not affected. Topics
    in which no text is left lose their titles. Texts are deleted in batches, and the next run
    continues.
    """
    with scopes_disabled():
        emptied_count = sum(
            _forget_wordings(kinds, now - timedelta(days=days))
            for kinds, days in (
                (Thread.PUBLIC, settings.BOARD_DAYS),
                ((Thread.Kind.LETTERS,), settings.LETTERS_DAYS),
            )
            if days
        )
        if settings.BOARD_DAYS:
            _forget_titles(now - timedelta(days=settings.BOARD_DAYS))
    return {"words": emptied_count} if emptied_count else {}


def _forget_wordings(kinds: Iterable[str], before: datetime) -> int:
    open_reports = Report.objects.filter(wording__post=OuterRef("post"), settled_at=None)
    rows = (
        Wording.objects.filter(post__thread__kind__in=list(kinds), post__at__lt=before)
        .exclude(text="")
        .exclude(post__thread__kind=Thread.Kind.ANNOUNCEMENT, post__thread__closed_at=None)
        .exclude(Exists(open_reports))
    )
    emptied_count = 0
    for _ in range(MAX_BATCHES):
        with transaction.atomic():
            ids = list(rows.order_by("pk").values_list("pk", flat=True)[:ROWS_PER_BATCH])
            emptied_count += Wording.objects.filter(pk__in=ids).update(text="")
            Report.objects.filter(wording__in=ids).exclude(why="").update(why="")
            announcements = Thread.objects.filter(
                kind=Thread.Kind.ANNOUNCEMENT, posts__wordings__in=ids
            )
            for thread in announcements.select_related("opened_by").distinct():
                _forget_old_title(thread)
        if len(ids) < ROWS_PER_BATCH:
            break
    return emptied_count


def _forget_titles(before: datetime) -> None:
    """Remove the titles of old topics in which no text is left."""
    remaining_texts = Wording.objects.filter(post__thread=OuterRef("pk")).exclude(text="")
    rows = Thread.objects.filter(kind__in=Thread.PUBLIC, opened_at__lt=before)
    titled_threads = rows.exclude(
        title__in=["", TITLE_OF_FORMER_MEMBER, TITLE_OF_OLD_TOPIC]
    ).exclude(Exists(remaining_texts))
    for thread in titled_threads.select_related("opened_by")[:ROWS_PER_BATCH]:
        with transaction.atomic():
            _forget_old_title(thread)


def _forget_old_title(thread: Thread) -> None:
    username = thread.opened_by.get_username()
    _rename_thread(
        thread,
        TITLE_OF_OLD_TOPIC,
        author=username,
        announcement_text=f"Announcement to the club by {username}.",
    )
