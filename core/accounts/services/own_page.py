"""To whom a person's own page is shown."""

from __future__ import annotations

from core.accounts.models import User
from core.web.refusals import Refused


def show_to(*, user: User, whom: str) -> None:
    """Show one's page to nobody, to the members of one's clubs, or to anybody. Refused for any
    other word, and for a guest, who has no page.
    """
    if user.guest:
        raise Refused("You don’t have an account. Sign up first.", code="guest")
    if whom not in User.Shown.values:
        raise Refused(
            "Choose one of: no one, members of my clubs, or everyone.",
            field="shown",
            code="no-such-choice",
        )
    user.shown = whom
    user.save(update_fields=["shown"])
