"""The page of a one-time sign-in link.

Opening the page does not use up the link. Its button does.
"""

from __future__ import annotations

from typing import Final

from allauth.account.utils import perform_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from campaign.league.views.frame import club_url
from campaign.members.forms.login_link import NewPassword
from campaign.members.services import login_links
from campaign.members.services.login_links import LinkSpent
from core.web.views.posting import REFUSED

SESSION_KEY: Final = "login-link"
"""Session key of the new password's hash. It is kept until the person is fully signed in
(`config.accounts`).
"""


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def login_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show who the link is for, and the form for a new password.

    If the account has a second factor, it is the next step.
    """
    if request.user.is_authenticated:
        return render(
            request, "campaign/members/login_link_inside.html", {"title": "You are signed in"}
        )
    now = timezone.now()
    try:
        link = login_links.look_up(token=token, now=now)
        form = NewPassword(request.POST or None, user=link.user)
        if request.method == "POST" and form.is_valid():
            link = login_links.use(token=token, now=now)
            request.session[SESSION_KEY] = login_links.session_data(
                link, form.cleaned_data["password1"]
            )
            return perform_login(request, link.user, redirect_url=club_url("club", link.campaign))
    except LinkSpent as spent:
        return render(
            request,
            "campaign/members/invite_spent.html",
            {"title": "This link is not valid", "sentence": spent.sentence},
            status=404,
        )
    context = {"title": "Set a new password", "link": link, "form": form}
    return render(
        request, "campaign/members/login_link.html", context, status=REFUSED if form.errors else 200
    )
