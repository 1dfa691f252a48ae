"""Admin pages on which superusers with a second factor can import a club from a bundle.

`config/admin.py` requires the second factor.
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league.selectors.viewer import load_viewer
from campaign.league.views.frame import club_url
from core.accounts.models import User
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import carry_out, sent_before
from engine.game import Refusal
from home.forms.bringing import BringForm, BundleFile
from home.selectors.bundle_preview import upload_of
from home.services import bundle_uploads

TITLE = "Import a club"


def _superuser(request: HttpRequest) -> User:
    """Return the user. Raise Http404 for other staff, because rows in bundles are not checked."""
    user = person(request)
    return or_404(user if user.is_superuser else None)


@require_http_methods(["GET", "HEAD", "POST"])
def send(request: HttpRequest) -> HttpResponse:
    """Show the upload form, or store the uploaded bundle."""
    user = _superuser(request)
    form = BundleFile(request.POST, request.FILES) if request.method == "POST" else BundleFile()

    def store() -> str:
        upload = bundle_uploads.store_upload(
            file=form.cleaned_data["file"], user=user, now=timezone.now()
        )
        return reverse("admin:bring-club-look", args=[upload.pk])

    if response := carry_out(request, form, store, to=lambda page: page):
        return response
    return render_page(request, "home/bring_club", title=TITLE, crumbs=_crumbs()[:1], form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the contents of an uploaded bundle, or import the club."""
    user = _superuser(request)
    if earlier_response := sent_before(request):
        return earlier_response
    upload = or_404(upload_of(user.pk, pk))
    post = request.POST if request.method == "POST" else None
    form = BringForm(post, initial={"gm": user.get_username()})

    def import_club() -> Redirect:
        data = form.cleaned_data
        campaign = bundle_uploads.import_upload(
            upload=upload,
            gm=data["gm"],
            name=data["name"],
            fork=data["fork"],
            now=timezone.now(),
        )
        is_member = load_viewer(user, campaign.slug) is not None
        target = club_url("club", campaign) if is_member else reverse("admin:index")
        return Redirect(target, f"{campaign.name} has been imported to /c/{campaign.slug}/.")

    if response := carry_out(request, form, import_club):
        return response
    contents = None
    try:
        contents = bundle_uploads.preview_upload(bytes(upload.file))
    except Refusal as refusal:
        error = refusal.sentence
    else:
        error = ""
    return render_page(
        request,
        "home/bring_club_look",
        title=TITLE,
        crumbs=_crumbs(),
        form=form,
        found=contents,
        why=error,
    )


def _crumbs() -> tuple[tuple[str, str], ...]:
    return (("Admin", reverse("admin:index")), (TITLE, reverse("admin:bring-club")))
