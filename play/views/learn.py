"""Lessons and illustrated rules for everyone. These pages read no user data.

The URL contains the reader's step in a lesson. Step 3 shows the board after the first two moves,
which is the same for everyone. Therefore, nothing is stored, and going back undoes a move.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from core.web.forms.base import Act
from core.web.not_found import missing_is_404, or_404
from core.web.views.posting import REFUSED, SeeOther
from engine.registry import UnknownGame
from play.tabletop import lessons
from play.tabletop.board import Draft
from play.tabletop.lessons import Lesson

from .boards import ShownBoard
from .frame import show
from .moving import draft_in
from .table import fragment_for


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show all lessons."""
    return show(
        request,
        "learn",
        title="Two-minute lessons",
        lede=(
            "Play real moves on a real board, with a short explanation before each one. These "
            "matches do not count."
        ),
        lessons=lessons.all_lessons(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, lesson: str, step: int = 1) -> HttpResponse:
    """Show a lesson before one of its steps, counted from 1, or at its end. The expected move leads
    to the next step. For any other move, the page explains why it is not the expected one.
    """
    taught = _lesson(lesson)
    step_index = step - 1
    or_404(0 <= step_index <= len(taught.steps) or None)
    if request.method != "POST" or step_index == len(taught.steps):
        return _answer(request, taught, step_index)
    draft = draft_in(request)
    if "preview" in request.GET:
        return _answer(request, taught, step_index, draft=taught.completed(step_index, draft))
    if reason := taught.judge(step_index, draft):
        return _answer(request, taught, step_index, reason=reason)
    if fragment_for(request) != "play":
        return SeeOther(step_url(taught, step_index + 1))
    response = _answer(request, taught, step_index + 1)
    response["HX-Push-Url"] = step_url(taught, step_index + 1)
    return response


@require_safe
def rules(request: HttpRequest, lesson: str) -> HttpResponse:
    """Show a game's rules in pictures."""
    taught = _lesson(lesson)
    pictures = or_404(taught.pictures() or None)
    return show(
        request,
        "rules",
        title=f"{taught.title} in {len(pictures)} pictures",
        lesson=taught,
        pictures=pictures,
    )


def step_url(lesson: Lesson, step_index: int) -> str:
    """Return the address of a lesson before a step, counted from 0."""
    if not step_index:
        return reverse("play-lesson", args=[lesson.key])
    return reverse("play-lesson-step", args=[lesson.key, step_index + 1])


def _lesson(key: str) -> Lesson:
    with missing_is_404(UnknownGame):
        return lessons.get(key)


def _answer(
    request: HttpRequest,
    lesson: Lesson,
    step_index: int,
    *,
    draft: Draft | None = None,
    reason: str = "",
) -> HttpResponse:
    scene, path = lesson.scene(step_index, draft), step_url(lesson, step_index)
    shown_board = ShownBoard(scene.board, draft)
    context: dict[str, Any] = {
        "title": lesson.title,
        "lesson": lesson,
        "scene": scene,
        "shown": shown_board,
        "choices": shown_board.choices if scene.press else {},
        "wanted": scene.press.choice if scene.press else "",
        "at": step_index,
        "step": step_index + 1,
        "last": len(lesson.steps),
        "here": path,
        "move_url": path if scene.press else "",
        "ask_url": path,
        "preview_url": f"{path}?preview=1",
        "back": step_url(lesson, step_index - 1) if step_index else "",
        "again": step_url(lesson, 0),
        "why": reason,
        "announce": reason or " ".join([*scene.happened, scene.instruction]),
        "tryouts": settings.TRYOUTS,
        "act": Act(),
    }
    template = "play/lesson_scene.html" if fragment_for(request) == "play" else "play/lesson.html"
    return render(request, template, context, status=REFUSED if reason else 200)
