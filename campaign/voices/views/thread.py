"""The part of a page that shows a thread, with its posts, their actions and the form.

The newest page of posts is shown first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.utils import timezone

from campaign.league.views.permissions import is_looked_at
from campaign.voices.selectors import reading
from campaign.voices.services import notes
from core.web.unwritable import mark_if_possible

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpRequest

    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer
    from campaign.voices.models import Thread

POSTS_PER_PAGE = 40


def thread_context(
    request: HttpRequest,
    viewer: Viewer,
    thread: Thread | None,
    now: datetime,
    team: Team | None = None,
) -> dict[str, Any]:
    """Return the template variables `page` and `posts` for a thread.

    Letters are shown as `team` sees them. Opening the newest page marks the thread as read.
    """
    pages = Paginator(reading.post_rows(thread, team), POSTS_PER_PAGE)
    page = pages.get_page(request.GET.get("page") or pages.num_pages)
    if thread is None:
        return {"page": page, "posts": ()}
    posts = reading.read_posts(viewer, thread, page.object_list, now, team)
    if not page.has_next() and is_looked_at(request) and any(post.is_new for post in posts):
        with mark_if_possible():
            notes.mark_as_read(thread=thread, user=viewer.person, until=timezone.now())
    return {"page": page, "posts": posts}
