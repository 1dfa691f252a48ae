"""Pages for editing, withdrawing and reporting a post. GMs can also hide a post and show it
again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league.views.frame import club_crumbs, club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.voices.forms.talk import PostForm, ReportForm
from campaign.voices.selectors import reading
from campaign.voices.selectors.places import thread_path
from campaign.voices.selectors.rights import may_moderate, may_talk
from campaign.voices.services import moderating, speaking
from core.web.forms.reasons import ReasonForm
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer
    from campaign.voices.models import Post
    from core.web.forms.base import HouseForm

READ_AND_POST = ["GET", "HEAD", "POST"]


def _thread_url(viewer: Viewer, post: Post, team: Team | None) -> str:
    return club_url("club", viewer.campaign) + thread_path(post.thread, team)


def _find_own_post(viewer: Viewer, pk: UUID) -> reading.PostToRead:
    """Return a post that the viewer wrote. Raise Http404 for posts by other people."""
    post_to_read = or_404(reading.find_post(viewer, pk))
    return or_404(post_to_read if post_to_read.post.by_id == viewer.user_id else None)


@require_http_methods(READ_AND_POST)
@club_page(allow=may_talk)
def edit(request: HttpRequest, viewer: Viewer, post: UUID) -> HttpResponse:
    """Edit a post within ten minutes."""
    post_to_read = _find_own_post(viewer, post)
    visible_post = reading.read_post(viewer, post_to_read, timezone.now())
    form = PostForm(request.POST or None, initial={"text": visible_post.text})

    def act() -> Post:
        text = form.cleaned_data["text"]
        return speaking.edit(
            post=post_to_read.post, author=viewer.person, text=text, now=timezone.now()
        )

    back = _thread_url(viewer, post_to_read.post, post_to_read.team)
    return _render_form(
        request,
        viewer,
        form,
        act,
        back,
        title="Edit post",
        lede="You can edit a post for ten minutes. It is marked as edited.",
        action="Save changes",
        message="Post updated.",
    )


@require_http_methods(READ_AND_POST)
@club_page(allow=may_talk)
def withdraw(request: HttpRequest, viewer: Viewer, post: UUID) -> HttpResponse:
    """Withdraw a post."""
    post_to_read = _find_own_post(viewer, post)
    back = _thread_url(viewer, post_to_read.post, post_to_read.team)

    def act() -> Post:
        return speaking.withdraw(post=post_to_read.post, author=viewer.person, now=timezone.now())

    return confirmed(
        request,
        act,
        to=back,
        message="Post deleted.",
        back=back,
        title="Delete post",
        sentence="The text is no longer visible. A note that a post was deleted remains.",
        action="Delete post",
        crumbs=club_crumbs(viewer, ("Board", club_url("talk", viewer.campaign))),
    )


@require_http_methods(READ_AND_POST)
@club_page(allow=may_talk)
def report(request: HttpRequest, viewer: Viewer, post: UUID) -> HttpResponse:
    """Report a post to the GM."""
    post_to_read = or_404(reading.find_post(viewer, post))
    form = ReportForm(request.POST or None)

    def act() -> object:
        return moderating.report(
            post=post_to_read.post,
            reporter=viewer.person,
            team=post_to_read.team,
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )

    back = _thread_url(viewer, post_to_read.post, post_to_read.team)
    return _render_form(
        request,
        viewer,
        form,
        act,
        back,
        title="Report a post",
        lede=(
            "A GM can read this letter as it is now, but no other letters."
            if post_to_read.team
            else "A GM will review the post."
        ),
        action="Send report",
        message="Report sent. A GM will review it.",
    )


@require_http_methods(READ_AND_POST)
@club_page(allow=may_moderate)
def hide(request: HttpRequest, viewer: Viewer, post: UUID) -> HttpResponse:
    """Hide a post. A reason is required."""
    return _moderate(
        request,
        viewer,
        post,
        moderating.hide,
        title="Hide a post",
        lede="The reason is shown instead of the post, and the author is notified.",
        action="Hide post",
        message="Post hidden.",
    )


@require_http_methods(READ_AND_POST)
@club_page(allow=may_moderate)
def show(request: HttpRequest, viewer: Viewer, post: UUID) -> HttpResponse:
    """Show a hidden post again. A reason is required."""
    return _moderate(
        request,
        viewer,
        post,
        moderating.show,
        title="Unhide a post",
        lede="The author is notified.",
        action="Unhide post",
        message="Post is visible again.",
    )


def _moderate(
    request: HttpRequest, viewer: Viewer, pk: UUID, service: Callable[..., Post], **texts: str
) -> HttpResponse:
    post = or_404(reading.find_post_to_moderate(viewer, pk))
    form = ReasonForm(request.POST or None)

    def act() -> Post:
        reason = form.cleaned_data["reason"]
        return service(post=post, actor=viewer.person, reason=reason, now=timezone.now())

    back = _url_after_moderation(viewer, post)
    return _render_form(request, viewer, form, act, back, **texts)


def _url_after_moderation(viewer: Viewer, post: Post) -> str:
    """Return the address of the thread, or of the desk after an action on a letter.

    GMs cannot read letters.
    """
    if post.team_id:
        return club_url("desk-talk", viewer.campaign)
    return _thread_url(viewer, post, None)


def _render_form(
    request: HttpRequest,
    viewer: Viewer,
    form: HouseForm,
    act: Callable[[], object],
    back: str,
    *,
    message: str,
    **context: Any,
) -> HttpResponse:
    return carry_out(request, form, act, to=back, message=message) or render_club_page(
        request,
        viewer,
        "form",
        here="talk",
        form=form,
        back=back,
        crumbs=(("Board", club_url("talk", viewer.campaign)),),
        **context,
    )
