"""A person's profile page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.accounts.models import User
from core.web.not_found import missing_is_404
from core.web.views.frame import render_page
from home.selectors.people import NoSuchPerson, person_page
from play.selectors import records


@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """Show a person's profile. Unknown names and hidden profiles give the same 404."""
    with missing_is_404(NoSuchPerson):
        profile = person_page(name, request.user)
    return render_page(
        request,
        "home/person",
        title="Profile" if profile.is_me else profile.user.get_username(),
        found=profile,
        shown=User.Shown(profile.user.shown).label,
        has_record=_has_record(request, profile.user),
    )


def _has_record(request: HttpRequest, owner: User) -> bool:
    """Return whether the viewer can see the person's match record."""
    if not isinstance(request.user, User):
        return False
    try:
        return bool(records.find_player(owner.get_username(), request.user))
    except records.NoSuchPerson:
        return False
