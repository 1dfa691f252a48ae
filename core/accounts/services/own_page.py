"""The visibility of a person's profile."""

from __future__ import annotations

from core.accounts.models import User
from core.web.refusals import Refused


def show_to(*, user: User, visibility: str) -> None:
    """Show the profile to nobody, to members of the person's clubs, or to everyone.

    Raise Refused for any other value, and for a guest, who has no profile.
    """
    if user.guest:
        raise Refused("You don’t have an account. Sign up first.", code="guest")
    if visibility not in User.Shown.values:
        raise Refused(
            "Choose one of: no one, members of my clubs, or everyone.",
            field="shown",
            code="no-such-choice",
        )
    user.shown = visibility
    user.save(update_fields=["shown"])
