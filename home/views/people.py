"""A person's page, for whom they wish to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.views.decorators.http import require_safe

from core.accounts.models import User
from core.web.not_found import missing_is_404
from core.web.views.frame import render_page
from home.selectors.people import NoSuchPerson, person_page
from play.selectors import records

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """Clubs, duels, trophies and ratings of a person; a name that nobody has and somebody who does
    not wish to be seen by this reader are the same 404.
    """
    with missing_is_404(NoSuchPerson):
        found = person_page(name, request.user)
    return render_page(
        request,
        "home/person",
        title="Profile" if found.is_me else found.user.get_username(),
        found=found,
        shown=User.Shown(found.user.shown).label,
        has_record=_has_record(request, found.user),
    )


def _has_record(request: HttpRequest, who: User) -> bool:
    """Whether the reader may look at the person's matches at the games."""
    if not isinstance(request.user, User):
        return False
    try:
        return bool(records.find_player(who.get_username(), request.user))
    except records.NoSuchPerson:
        return False
