"""Carrying a club away: one sealed file for a GM, who reads nothing in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import FileResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.desk.views.frame import desk_page, draw
from campaign.league.views.frame import club_url
from engine.game import Refusal
from home.forms.bundle import BundleForm
from home.selectors.bundle_keys import public_key
from home.selectors.bundle_sealing import sealed_bundle

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase

    from campaign.league.selectors.viewer import Viewer
    from home.rules.bundle import Talk


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def carry(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """Make a sealed bundle and give it away as a file. It is sent as often as it is asked for, and
    writes nothing.
    """
    form = BundleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            return _file(viewer, form.cleaned_data["talk"])
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, viewer, form)


def _file(viewer: Viewer, talk: Talk) -> FileResponse:
    at = timezone.now()
    made = sealed_bundle(viewer.campaign, talk=talk, at=at)
    return FileResponse(
        made,
        as_attachment=True,
        filename=f"{viewer.campaign.slug}-{at:%Y-%m-%d}.zip",
        content_type="application/zip",
    )


def _page(request: HttpRequest, viewer: Viewer, form: BundleForm) -> HttpResponse:
    return draw(
        request,
        viewer,
        "form",
        title="Carry the club away",
        form=form,
        action_label="Make the file",
        cancel_url=club_url("desk", viewer.campaign),
        notes=(
            (
                "One file with the club’s rules, teams, books, weeks and matches, and what was "
                "said as far as you choose. People are in it by their names alone."
            ),
            (
                "It is sealed: nobody learns from it what they may not know here, you as little "
                "as anybody. Whoever runs this site can open it, here or for another site."
            ),
            "The orders of a week that is open stay here. In the copy that week begins anew.",
            f"This site signs bundles as {public_key()}.",
        ),
    )
