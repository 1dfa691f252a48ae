"""Page for choosing who can see one's profile."""

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
    """Show the profile's visibility and a form to change it."""
    user = person(request)
    form = OwnPageForm(request.POST or None, initial={"shown": user.shown})

    def choose_visibility() -> None:
        services.show_to(user=user, visibility=form.cleaned_data["shown"])

    if response := carry_out(
        request, form, choose_visibility, to=reverse("own-page"), message="Saved."
    ):
        return response
    return render_page(
        request,
        "accounts/own_page",
        title="Profile",
        form=form,
        page=reverse("person", args=[user.get_username()]),
    )
