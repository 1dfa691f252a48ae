"""Bringing a club here from its bundle: pages of the admin, for superusers (`config/admin.py` asks
for the second factor).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league.selectors.viewer import at_door
from campaign.league.views.frame import club_url
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import carry_out, sent_before
from engine.game import Refusal
from home.forms.bringing import BringForm, BundleFile
from home.selectors.bundle_preview import upload_of
from home.services import bundle_uploads

if TYPE_CHECKING:
    from uuid import UUID

    from core.accounts.models import User

TITLE = "Import a club"


def _superuser(request: HttpRequest) -> User:
    """Who asks; Http404 for staff who may not do anything at all: rows of a bundle can say
    anything.
    """
    user = person(request)
    return or_404(user if user.is_superuser else None)


@require_http_methods(["GET", "HEAD", "POST"])
def send(request: HttpRequest) -> HttpResponse:
    """The form that takes a bundle, and what comes of it."""
    user = _superuser(request)
    form = BundleFile(request.POST, request.FILES) if request.method == "POST" else BundleFile()

    def keeping() -> str:
        row = bundle_uploads.keep(file=form.cleaned_data["file"], by=user, at=timezone.now())
        return reverse("admin:bring-club-look", args=[row.pk])

    if done := carry_out(request, form, keeping, to=lambda page: page):
        return done
    return render_page(request, "home/bring_club", title=TITLE, crumbs=_crumbs()[:1], form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What is in a bundle that was sent; then the club is here, or a sentence says why not."""
    user = _superuser(request)
    if before := sent_before(request):
        return before
    upload = or_404(upload_of(user.pk, pk))
    sent = request.POST if request.method == "POST" else None
    form = BringForm(sent, initial={"gm": user.get_username()})

    def taking() -> Redirect:
        said = form.cleaned_data
        campaign = bundle_uploads.take_up(
            upload=upload,
            gm=said["gm"],
            name=said["name"],
            fork=said["fork"],
            at=timezone.now(),
        )
        mine = at_door(user, campaign.slug) is not None
        there = club_url("club", campaign) if mine else reverse("admin:index")
        return Redirect(there, f"{campaign.name} has been imported to /c/{campaign.slug}/.")

    if done := carry_out(request, form, taking):
        return done
    found = None
    try:
        found = bundle_uploads.look(bytes(upload.file))
    except Refusal as refusal:
        why = refusal.sentence
    else:
        why = ""
    return render_page(
        request,
        "home/bring_club_look",
        title=TITLE,
        crumbs=_crumbs(),
        form=form,
        found=found,
        why=why,
    )


def _crumbs() -> tuple[tuple[str, str], ...]:
    return (("Admin", reverse("admin:index")), (TITLE, reverse("admin:bring-club")))
