"""The page behind a one-time log-in link: looking at it uses nothing up; its button does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from allauth.account.utils import perform_login
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from campaign.league.forms.login_link import NewPassword
from campaign.league.services import login_links
from campaign.league.services.login_links import LinkSpent
from core.web.views.posting import REFUSED

from .frame import club_url

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

CHOSEN: Final = "login-link"
"""In the session of who used a link: the new password's hash, until they are all the way in
(`config.accounts`).
"""


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def login_link(request: HttpRequest, token: str) -> HttpResponse:
    """Whose link it is, and the form for a new password. The second factor, if there is one, comes
    next.
    """
    if request.user.is_authenticated:
        return render(
            request, "campaign/league/login_link_inside.html", {"title": "You are signed in"}
        )
    now = timezone.now()
    try:
        link = login_links.look_up(token=token, at=now)
        form = NewPassword(request.POST or None, user=link.user)
        if request.method == "POST" and form.is_valid():
            link = login_links.use(token=token, at=now)
            request.session[CHOSEN] = login_links.chosen(link, form.cleaned_data["password1"])
            return perform_login(request, link.user, redirect_url=club_url("club", link.campaign))
    except LinkSpent as spent:
        return render(
            request,
            "campaign/league/invite_spent.html",
            {"title": "This link is not valid", "sentence": spent.sentence},
            status=404,
        )
    shown = {"title": "Set a new password", "link": link, "form": form}
    return render(
        request, "campaign/league/login_link.html", shown, status=REFUSED if form.errors else 200
    )
