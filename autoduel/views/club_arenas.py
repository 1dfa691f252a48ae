"""Pages for a club's arenas: the list, one arena to view and print, and the editor (C130)."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_safe

from autoduel.club.arenas import read_arena
from autoduel.forms.club_arenas import (
    ArenaFileForm,
    ArenaForm,
    PieceRows,
    arena_from,
    new_key,
    rows_of,
    start_of,
)
from autoduel.services import club_arenas as services
from campaign.desk.views.frame import desk_page, draw
from campaign.duels.pictures.arena import arena_plan, arena_sheet
from campaign.duels.rules.arena_templates import EMPTY_FLOOR, TEMPLATES
from campaign.duels.rules.arenas import ARENAS, MAX_ARENAS, Arena, printable_arena
from campaign.duels.selectors.arenas import arenas_of, find_arena, find_own_arena
from campaign.duels.views.papers import drawing, page_context, paper_of, pdf_response
from campaign.league import policy
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from core.web.not_found import or_404
from core.web.pdf import can_print
from core.web.views.person import person
from core.web.views.posting import REFUSED, carry_out, confirmed
from engine.values import changed


def plan_of(arena: Arena) -> SafeString:
    """Return the picture of an arena as SVG."""
    return drawing(*arena_plan(arena))


@require_safe
@club_page()
def arenas(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List the arenas in which the club can hold a duel."""
    own_arenas = arenas_of(viewer.campaign.pk)
    return render_club_page(
        request,
        viewer,
        "autoduel/club_arenas",
        here="weeks",
        title="Arenas",
        own=[(arena, plan_of(arena)) for arena in own_arenas],
        site=[(arena, plan_of(arena)) for arena in ARENAS],
        templates=[(arena, plan_of(arena)) for arena in TEMPLATES.values()],
        can_edit=policy.may_run_desk(viewer),
        is_full=len(own_arenas) >= MAX_ARENAS,
        audience="club",
    )


@require_safe
@club_page()
def arena(request: HttpRequest, viewer: Viewer, arena: str) -> HttpResponse:
    """Show an arena to scale, to print, as a PDF (`?pdf=1`) or as a file (`?file=1`)."""
    shown_arena = or_404(find_arena(viewer.campaign.pk, arena))
    if "file" in request.GET:
        return HttpResponse(
            msgspec.json.format(msgspec.json.encode(shown_arena), indent=1),
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{shown_arena.key}.json"'},
        )
    paper = paper_of(request)
    heading = viewer.campaign.name
    if "pdf" in request.GET:
        heading = heading if can_print(heading) else ""
        shown_arena = printable_arena(shown_arena, can_print)
    sheets = (arena_sheet(shown_arena, heading, paper),)
    if "pdf" in request.GET:
        return pdf_response(sheets, paper, shown_arena.name, f"{shown_arena.key}.pdf")
    return render_club_page(
        request,
        viewer,
        "autoduel/club_arena",
        here="weeks",
        title=shown_arena.name,
        crumbs=(("Arenas", club_url("arenas", viewer.campaign)),),
        arena=shown_arena,
        can_draw=policy.may_run_desk(viewer),
        can_edit=policy.may_run_desk(viewer) and shown_arena not in ARENAS,
        audience="club",
        **page_context(request, sheets, paper),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def edit(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Draw a new arena, or change the club's arena with the key in `?arena=`.

    A new arena can start from an arena or a template (`?like=`), or from a file.
    """
    campaign = viewer.campaign
    key, like = request.GET.get("arena", ""), request.GET.get("like", "")
    existing = or_404(find_own_arena(campaign.pk, key)) if key else None
    model = TEMPLATES.get(like) or (find_arena(campaign.pk, like) if like else None)
    start = existing or (changed(model, name="") if model else EMPTY_FLOOR)
    is_upload = "upload" in request.POST
    file_form = ArenaFileForm(*((request.POST, request.FILES) if is_upload else ()))
    if is_upload and file_form.is_valid():
        start = file_form.cleaned_data["file"]
    data = None if is_upload else request.POST or None
    form = ArenaForm(data, initial=start_of(start))
    rows = PieceRows(data, initial=rows_of(start), prefix="piece")
    drawn_arena = start
    is_check = data is not None and "save" not in data
    if form.is_bound and form.is_valid() and rows.is_valid():
        placed = form.placed_row if is_check else None
        pieces = [*rows.cleaned_data, *filter(None, [placed])]
        used_keys = {own.key for own in arenas_of(campaign.pk)}
        arena_key = key or new_key(form.cleaned_data["name"], used_keys)
        drawn_arena = arena_from(form, pieces, arena_key)

        def save() -> Arena:
            return services.save_arena(
                campaign=campaign, arena=drawn_arena, actor=person(request), now=timezone.now()
            )

        if not is_check and (
            response := carry_out(
                request,
                form,
                save,
                to=lambda arena: club_url("arena", campaign, arena=arena.key),
                message=lambda arena: f"{arena.name} was saved.",
            )
        ):
            return response
        if not form.errors:
            form = ArenaForm(initial=start_of(drawn_arena) | form.chosen_brush)
            rows = PieceRows(initial=rows_of(drawn_arena), prefix="piece")
    has_errors = bool(form.errors or any(rows.errors) or file_form.errors)
    context: dict[str, Any] = {
        "form": form,
        "rows": rows,
        "plan": plan_of(drawn_arena),
        "problems": _sentences(drawn_arena) if drawn_arena.name and not form.errors else [],
        "back": club_url("arenas", campaign),
    }
    if is_check and getattr(request, "htmx", False):
        return render(request, "autoduel/club_arena_form.html", context)
    return draw(
        request,
        viewer,
        "autoduel/club_arena_edit",
        title=existing.name if existing else "New arena",
        file_form=file_form,
        existing=existing,
        status=REFUSED if has_errors and not is_check else 200,
        **context,
    )


def _sentences(arena: Arena) -> list[str]:
    """Return the problems of an arena as sentences."""
    return [problem.sentence for problem in read_arena(msgspec.to_builtins(arena))[1]]


@desk_page
def delete(request: HttpRequest, viewer: Viewer, arena: str) -> HttpResponse:
    """Delete one of the club's arenas, after a confirmation."""
    existing = or_404(find_own_arena(viewer.campaign.pk, arena))

    def act() -> None:
        services.delete_arena(
            campaign=viewer.campaign, arena=existing, actor=person(request), now=timezone.now()
        )

    return confirmed(
        request,
        act,
        message=f"{existing.name} was deleted.",
        to=club_url("arenas", viewer.campaign),
        back=club_url("arena", viewer.campaign, arena=arena),
        title=f"Delete {existing.name}?",
        sentence="You can no longer choose this arena for new duels.",
        action="Delete arena",
        effects=["Duels that have started on the site keep their arena."],
    )
