"""Pending things between people to answer, withdraw and approve: an offer, challenges, a team link,
a request, a team waiting for approval, a stand-in bot; points to assign, something to repair, and
tables.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
from django.urls import reverse

from play.models import Chair
from play.rules.fair_play import MISSED_MOVES
from tests.factories import CAST

from .acts import JSON
from .asking import Question, Site
from .closure import LEGAL, send
from .worlds import A, C, World


def under_way(site: Site, world: World) -> None:
    """Do these things over the API, each as a person with access."""
    teams = f"/api/v1/campaigns/{world.slug}/teams"
    link: dict[str, Any] = {"role": "player", "team": "basilisk", "reason": "They know it."}
    _do(site, world, "idle", "/api/v1/join/", token=_link(site, world, **link))
    _do(site, world, "owner", f"{teams}/basilisk/invites/")
    offered = f"{teams}/cobra/vehicles/{world.car(C, 1).pk}/offers/"
    _do(site, world, "target", offered, to="anvil", price=100)
    offered = f"{teams}/anvil/vehicles/{world.car(A, 1).pk}/offers/"
    _do(site, world, "rival", offered, to="cobra", price=100)
    hour = (world.week.duel_at + timedelta(hours=1)).isoformat()
    for caller, who, called in (("cobra", "target", "anvil"), ("anvil", "rival", "basilisk")):
        _do(site, world, who, f"{teams}/{caller}/challenges/", to=called, starts_at=hour)
    _do(site, world, "foreign-player", "/api/v1/join/", token=_link(site, world, role="player"))
    _do(site, world, "foreign-player", f"{teams}/", name="Falcon")
    hired: dict[str, Any] = {"name": "Vesper", "role": "spy", "points": dict(CAST[0][2])}
    _do(site, world, "foreign-player", f"{teams}/falcon/characters/", **hired)
    mechanic = str(world.who(A, "Wrench").pk)
    _do(site, world, "rival", f"{teams}/anvil/work/", worker=mechanic, vehicle=str(world.car(A).pk))
    _do(site, world, "rival", f"{teams}/anvil/bot/", by="PUT", temper="careful", how_long="on")
    watcher = world.readers["spectator"].user.username  # type: ignore[union-attr]
    coming = world.week.number + 1
    _do(site, world, "target", f"{teams}/cobra/deputies/", username=watcher, week=coming)
    _corrected(site, world)
    _at_tables(site, world)


def _corrected(site: Site, world: World) -> None:
    """Give Anvil and Cobra points to assign and a damaged vehicle."""
    for number in (A, C):
        to = f"/api/v1/campaigns/{world.slug}/teams/{world.team(number).slug}/corrections/"
        dent: dict[str, Any] = {
            "book": "damage",
            "owner": str(world.car(number).pk),
            "item": "armour:front",
        }
        _do(site, world, "gm", to, reason="Counted again.", amount=1, **dent)
        for name in ("Vesper", "Rook", "Doc"):
            points: dict[str, Any] = {
                "book": "skills",
                "owner": str(world.who(number, name).pk),
                "item": "general",
            }
            _do(site, world, "gm", to, reason="Counted again.", amount=5, **points)


def _at_tables(site: Site, world: World) -> None:
    """Create an open chair, a finished match, a paused one, one with a request to pause, and one
    at which both players are away.
    """
    _opened(site, world)
    over, paused, left = (_opened(site, world) for _ in range(3))
    for at, who, name in (
        (over, "target", "sit"),
        (over, "target", "resign"),
        (paused, "target", "sit"),
        (paused, "target", "pause"),
        (paused, "rival", "pause"),
        (str(world.table.pk), "target", "pause"),
        (left, "target", "sit"),
    ):
        _do(site, world, who, reverse(f"api-table-{name}", kwargs={"table": at}))
    Chair.objects.filter(table_id=left).update(missed=MISSED_MOVES)


def _opened(site: Site, world: World) -> str:
    """Open a table that waits for one more player."""
    return _do(site, world, "rival", reverse("api-tables"), game="bids", seats=["me", "open"])["id"]


def _link(site: Site, world: World, **said: Any) -> str:
    """Return the token of a new link of a GM."""
    return _do(site, world, "gm", f"/api/v1/campaigns/{world.slug}/invites/", **said)["token"]


def _do(
    site: Site, world: World, who: str, path: str, /, *, by: str = "POST", **said: Any
) -> dict[str, str]:
    body = msgspec.json.encode(said).decode()
    asked = Question(by, path, "", by_token=True, body=body, kind=JSON)
    with world.chance.step(f"{who} {asked} {body}", at=world.at):
        answer = send(site, world.readers[who], asked)
    assert answer.status in LEGAL, f"{who}: {asked} {body}: {answer.status} {answer.body!r}"
    return msgspec.json.decode(answer.body) if answer.body else {}
