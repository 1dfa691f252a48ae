"""Weeks with an ambush: seeds are tried until the dice give one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ambush.by_doctrine import choose
from campaign.league.models import Week
from engine.dice import SeededDice, seed_from
from espionage.demo.night_shift import lay_ambush
from espionage.models import OrderSheet
from espionage.rules.orders import Order, Sheet, Standing
from espionage.services import sheets
from play.models import Table
from play.selectors.matches import current_match
from play.services.moving import make_move

if TYPE_CHECKING:
    from core.accounts.models import User
    from engine.values import Seat
    from tests.factories import Club

LIVE: Final = Standing(ambushes="live", doctrine="aggressive", section=2)
PLAYED: Final = {"ambush_by_doctrine": False, "settle_hours": 36}


def plan(table: Table, seat: Seat, user: User) -> None:
    """Return the doctrine's move for a seat of a fight."""
    assert table.match is not None
    running = current_match(table.match)
    make_move(
        table_id=table.pk,
        user=user,
        move=choose(running.view(seat), seat, SeededDice(seed_from("plan"), running.ply)),
    )


def save_sheets_with_ambush(
    club: Club, one: Standing = LIVE, two: Standing = LIVE, *, again: bool = False
) -> None:
    """Save sheets with which the second team ambushes a spy of the first team.

    With `again`, it ambushes both spies.
    """
    names = (("Vesper", "Sable"), ("Rook", "Wrench"))
    spies = [
        Order(
            spy=_character_id(club, 0, name), action="infiltrate", target_team=str(club.teams[1].pk)
        )
        for name in names[0]
    ]
    guards = [Order(spy=_character_id(club, 1, name), action="counterspy") for name in names[1]]
    with club.scope():
        for team, (orders, standing) in enumerate(((spies, one), (guards, two))):
            sheets.save_sheet(
                week_id=club.open_week.pk,
                team=club.teams[team],
                sheet=Sheet(orders=tuple(orders), standing=standing),
                state=OrderSheet.State.FINAL,
                seen_version=0,
                saved_by=club.players[team],
            )
        lay_ambush(
            Week.objects.select_related("season__campaign").get(pk=club.open_week.pk),
            ambushes=2 if again else 1,
        )


def _character_id(club: Club, team: int, name: str) -> str:
    return str(club.who(team, name).pk)
