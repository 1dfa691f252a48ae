"""A person's own page: who may see it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from core.accounts.forms.own_page import OwnPageForm
from core.accounts.services import own_page as services
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import carry_out


@login_required
def own_page(request: HttpRequest) -> HttpResponse:
    """Who sees the person's page, and what stands there."""
    user = person(request)
    form = OwnPageForm(request.POST or None, initial={"shown": user.shown})

    def choosing() -> None:
        services.show_to(user=user, whom=form.cleaned_data["shown"])

    if done := carry_out(request, form, choosing, to=reverse("own-page"), message="Saved."):
        return done
    return render_page(
        request,
        "accounts/own_page",
        title="Profile",
        form=form,
        page=reverse("person", args=[user.get_username()]),
    )
