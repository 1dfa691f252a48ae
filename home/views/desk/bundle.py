"""Export of a club as one sealed file that a GM cannot read."""

from __future__ import annotations

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.views.frame import desk_page, draw
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from core.web.not_found import or_404
from engine.game import Refusal
from home.forms.bundle import BundleForm
from home.rules.bundle import Talk
from home.selectors.bundle_keys import public_key
from home.selectors.bundle_sealing import seal_bundle
from home.selectors.bundle_tickets import read_ticket


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def carry(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """Show the form, or return a sealed bundle as a file."""
    form = BundleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            return _file(viewer, form.cleaned_data["talk"])
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, viewer, form)


@require_safe
def download(request: HttpRequest, token: str) -> HttpResponseBase:
    """Return the file to a program that has its temporary address."""
    ticket = or_404(read_ticket(token, timezone.now()))
    try:
        answer = _file(ticket.viewer, ticket.talk)
    except Refusal as refusal:
        return HttpResponse(refusal.sentence, status=409, content_type="text/plain; charset=utf-8")
    answer["Cache-Control"] = "private, no-store"
    return answer


def _file(viewer: Viewer, talk: Talk) -> FileResponse:
    now = timezone.now()
    bundle = seal_bundle(viewer.campaign, talk=talk, now=now)
    return FileResponse(
        bundle,
        as_attachment=True,
        filename=f"{viewer.campaign.slug}-{now:%Y-%m-%d}.zip",
        content_type="application/zip",
    )


def _page(request: HttpRequest, viewer: Viewer, form: BundleForm) -> HttpResponse:
    return draw(
        request,
        viewer,
        "form",
        title="Export the club",
        form=form,
        action_label="Export club",
        cancel_url=club_url("desk", viewer.campaign),
        about_title="Contents of the file",
        about=(
            (
                "The file contains the club’s rules, teams, ledgers, weeks and matches, and the "
                "messages that you choose to include. People are identified only by their names."
            ),
            (
                "The file is encrypted, so no one can read secrets in it that they cannot see "
                "here. This includes you. Only the site administrator can decrypt it."
            ),
            "Orders for an open week are not exported. The week restarts in the copy.",
            f"This site signs exported files with the key {public_key()}.",
        ),
    )
