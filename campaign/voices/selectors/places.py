"""Titles and addresses of threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.selectors.links import club_path, duel_path, team_path
from campaign.voices.models import Thread
from core.web.markdown import shorten

if TYPE_CHECKING:
    from campaign.league.models import Team

Kind = Thread.Kind
MAX_NEWS_LENGTH = 90
"""Maximum length of a line of news within a title, in characters."""


def title_of(thread: Thread) -> str:
    """Return the title of a thread. The titles of news can contain times (`core.web.moments`).

    If the thread was loaded with its subject, this takes no query.
    """
    match thread.kind:
        case Kind.DUEL:
            assert thread.duel is not None  # noqa: S101 - talk about a duel has its duel
            return thread.duel.title
        case Kind.NEWS:
            assert thread.news is not None  # noqa: S101 - talk about news has its line
            return shorten(thread.news.text, MAX_NEWS_LENGTH)
        case Kind.LETTERS:
            return f"Letters between {thread.one} and {thread.other}"
        case _:
            return str(thread)


def thread_path(thread: Thread, reader: Team | None = None) -> str:
    """Return the path of a thread, relative to the club's address.

    For letters, this is the path for the team `reader`.
    """
    if thread.kind == Kind.LETTERS and reader is not None:
        other = thread.other if thread.one_id == reader.pk else thread.one
        assert other is not None  # noqa: S101 - letters have two teams
        return team_path("letter", reader, to=other.slug)
    if thread.kind == Kind.ANNOUNCEMENT:
        return club_path("talk")
    return club_path("talk-thread", thread=thread.pk)


def subject_path(thread: Thread) -> str:
    """Return the path of a thread's subject, relative to the club's address.

    Return "" if the thread has no subject.
    """
    if thread.kind == Kind.DUEL and thread.duel is not None:
        return duel_path("duel", thread.duel)
    return club_path("news") if thread.kind == Kind.NEWS else ""
