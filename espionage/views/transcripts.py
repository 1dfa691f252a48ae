"""Downloads of transcripts, and a page that verifies a transcript for people without Python."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from campaign.league.models import Team, Week
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.permissions import club_page, team_page
from core.web.not_found import missing_is_404, or_404
from engine.codec import encode
from espionage.forms.transcripts import TranscriptForm
from espionage.rules.transcript import Transcript
from espionage.selectors.order_weeks import week_numbered
from espionage.selectors.transcripts import (
    NotYet,
    check_on_site,
    public_transcript,
    team_transcript,
)


@require_safe
@team_page()
def transcript(request: HttpRequest, viewer: Viewer, team: Team, number: int) -> HttpResponse:
    """Return the team's transcript of a settled week as a file."""
    week = _week(request, viewer, number)
    return as_file(
        lambda: team_transcript(week, team),
        f"{viewer.campaign.slug}-week-{number}-{team.slug}.json",
    )


@require_safe
@club_page()
def public(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Return the public transcript of a settled week as a file."""
    week = _week(request, viewer, number)
    return as_file(lambda: public_transcript(week), f"{viewer.campaign.slug}-week-{number}.json")


def _week(request: HttpRequest, viewer: Viewer, number: int) -> Week:
    return or_404(week_numbered(viewer.campaign, number, request.GET.get("season", "")))


def as_file(make: Callable[[], Transcript], name: str) -> HttpResponse:
    """Return a transcript as a download with this name, or 404 if it is not available yet."""
    with missing_is_404(NotYet):
        body = encode(make())
    return HttpResponse(
        body,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def check_page(request: HttpRequest) -> HttpResponse:
    """Verify a transcript without storing it. `manage.py verify` runs the same check offline."""
    form = TranscriptForm(request.POST or None, request.FILES or None)
    verdict = None
    sent_transcript: Transcript | None = None
    if request.method == "POST" and form.is_valid():
        sent_transcript = form.cleaned_data["transcript"]
        verdict = check_on_site(sent_transcript)
    return render(
        request,
        "espionage/check.html",
        {"form": form, "verdict": verdict, "transcript": sent_transcript},
    )
