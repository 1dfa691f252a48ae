"""Seeded leaks that show only after an act: the walks have to find every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import campaign.desk.services.corrections
import campaign.teams.services.teams
import espionage.services.desk
import home.api.me
from campaign.league.selectors import people
from campaign.members.models import Invite
from campaign.members.services import invites, login_links, members, owners, sharing

Patches = Callable[[], AbstractContextManager[Any]]


@dataclass(frozen=True)
class SeededLeak:
    """A mistake, the role whose acts show it, and the acts among which it must be found. If that
    takes luck, walks start with the one that found it when it was added.
    """

    name: str
    sow: Patches
    role: str
    among: tuple[str, ...]
    near: int = 0

    def __str__(self) -> str:
        return self.name


def nothing(*args: Any, **named: Any) -> None:
    """Do nothing."""


SILENT: Final = SimpleNamespace(announce=nothing)
FORGETFUL: Final = SimpleNamespace(**{**vars(people), "ever_ran_team": lambda *_: False})


@contextmanager
def a_gms_link_shares() -> Iterator[None]:
    """Let a GM's link into a team admit its user like an owner's."""

    def how(invite: Invite) -> invites.TeamEntry | None:
        return invites.TeamEntry.SHARED if invite.team else None

    with patch.object(invites, "_team_entry", how):
        yield


@contextmanager
def asking_is_enough() -> Iterator[None]:
    """Let a person who asks to run a team run it before its owners have answered."""
    ask = sharing.ask

    def and_in(*, team: Any, user: Any, invited_by: Any, now: Any) -> bool:
        new = ask(team=team, user=user, invited_by=invited_by, now=now)
        owners.add_owner(team=team, user=user, now=now)
        return new

    with patch.object(sharing, "ask", and_in):
        yield


@contextmanager
def revoked_links_work() -> Iterator[None]:
    """Ignore that a link was revoked."""
    good = invites._require_valid

    def unrevoked(invite: Invite | None, at: datetime) -> Invite:
        if invite is not None:
            invite.revoked_at = None
        return good(invite, at)

    with patch.object(invites, "_require_valid", unrevoked):
        yield


SEEDED: Final = (
    SeededLeak(
        "a GM's link opens a team",
        a_gms_link_shares,
        "gm",
        ("api-invites", "api-join"),
        near=36,
    ),
    SeededLeak("asking opens a team", asking_is_enough, "gm", ("api-invites", "api-join")),
    SeededLeak(
        "a second account made GM in silence",
        lambda: patch.object(invites, "_log_gm", nothing),
        "gm-with-team",
        ("api-invites", "api-join"),
        near=203,
    ),
    SeededLeak(
        "a correction to one's own team that nobody reads",
        lambda: patch.object(campaign.desk.services.corrections, "people", FORGETFUL),
        "gm-with-team",
        ("api-team-corrections",),
    ),
    SeededLeak(
        "one's own roster approved in silence",
        lambda: patch.object(campaign.teams.services.teams, "people", FORGETFUL),
        "gm",
        ("api-teams", "api-team-approve"),
    ),
    SeededLeak(
        "who drops out reads on",
        lambda: patch.object(owners, "drop_owner", nothing),
        "co-owner",
        ("api-team-drop-out",),
    ),
    SeededLeak(
        "who leaves the club reads on",
        lambda: patch.object(members, "leave", nothing),
        "rival",
        ("api-leave",),
    ),
    SeededLeak(
        "a hand-over by a GM in silence",
        lambda: patch.object(owners, "openly", SILENT),
        "gm",
        ("api-team-hand-over",),
    ),
    SeededLeak(
        "the glass broken in silence",
        lambda: patch.object(espionage.services.desk, "openly", SILENT),
        "gm",
        ("api-sealed",),
    ),
    SeededLeak(
        "a log-in link made in silence",
        lambda: patch.object(login_links, "openly", SILENT),
        "gm",
        ("api-login-link",),
    ),
    SeededLeak(
        "a revoked token works",
        lambda: patch.object(home.api.me.token_services, "revoke", nothing),
        "idle",
        ("api-token",),
    ),
    SeededLeak(
        "a revoked link works",
        revoked_links_work,
        "gm",
        ("api-invites", "api-invite-revoke", "api-join"),
        near=49,
    ),
)
