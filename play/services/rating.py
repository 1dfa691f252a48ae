"""Rating of finished matches. It runs in the background because a bot's rating is a single row, for
which many tables would otherwise wait.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast
from uuid import UUID

from core.web import bulk
from core.web.refusals import Busy
from play.models import Chair, PlayerRating, RatingChange, Table
from play.rules.rating import UNKNOWN, Bout, Rating, Result, Seated, after, bouts, damped
from play.selectors.ratings import Player, count_earlier_matches, player_of, rating_of

from .table_lock import LockedTable, lock_table_if_free

MAX_TABLES: Final = 200


def rate_due(*, limit: int = MAX_TABLES) -> int:
    """Rate the finished matches that are due, oldest first, and return their number. Each match is
    counted once, even if runs are concurrent, late or interrupted.
    """
    due = Table.objects.filter(rating_due_at__isnull=False).order_by("rating_due_at", "id")
    return sum([_rate_table(table) for table in due.values_list("pk", flat=True)[:limit]])


def _rate_table(table_id: UUID) -> bool:
    try:
        with lock_table_if_free(table_id) as locked_table:
            if locked_table is None or locked_table.table.rating_due_at is None:
                return False
            _rate_match(locked_table)
            return True
    except Busy:
        return False  # The next tick tries again.


def _rate_match(locked_table: LockedTable) -> None:
    table = locked_table.table
    rows = _lock_ratings(table.game, [player_of(chair) for chair in locked_table.chairs])
    before = {player: rating_of(row) for player, row in rows.items()}
    repeats = count_earlier_matches(table, locked_table.chairs)
    for player, (rating, won) in ratings_after(locked_table.chairs, before, repeats).items():
        row = rows[player]
        row.value = rating.value
        row.deviation = rating.deviation
        row.volatility = rating.volatility
        row.matches, row.won = row.matches + 1, row.won + won
        RatingChange.objects.create(
            rating=row,
            table=table,
            number=row.matches,
            value=rating.value,
            deviation=rating.deviation,
            volatility=rating.volatility,
            won=won,
            repeats=repeats,
        )
    bulk.update(list(rows.values()), ("value", "deviation", "volatility", "matches", "won"))
    table.rating_due_at = None
    locked_table.publish("rating_due_at")


def ratings_after(
    chairs: Sequence[Chair], before: Mapping[Player, Rating], repeats: int = 0
) -> dict[Player, tuple[Rating, bool]]:
    """Return each player's rating after the match, and whether they won. `repeats` is the number of
    rated matches that the same people had already played that day.
    """
    players = [player_of(chair) for chair in chairs]
    results = cast("list[Result]", [chair.result for chair in chairs])
    seats = [
        Seated(player, before[player], result)
        for player, result in zip(players, results, strict=True)
    ]
    played: dict[Player, list[Bout]] = {player: [] for player in players}
    for player, player_bouts in zip(players, bouts(seats), strict=True):
        played[player] += player_bouts
    winners = {player for player, seat in zip(players, seats, strict=True) if seat.result == "won"}
    return {
        player: (
            damped(before[player], after(before[player], player_bouts), repeats),
            player in winners,
        )
        for player, player_bouts in played.items()
    }


def _lock_ratings(game: str, players: Sequence[Player]) -> dict[Player, PlayerRating]:
    """Return the locked ratings of these players, and create missing ones."""
    distinct_players = dict.fromkeys(players)
    bulk.insert_missing(
        [
            PlayerRating(
                game=game,
                user_id=player.user,
                bot=player.bot,
                value=UNKNOWN.value,
                deviation=UNKNOWN.deviation,
                volatility=UNKNOWN.volatility,
            )
            for player in distinct_players
        ]
    )
    users = {player.user for player in distinct_players if player.user}
    bots = {player.bot for player in distinct_players if player.bot}
    game_ratings = PlayerRating.objects.filter(game=game)
    rows = game_ratings.filter(user__in=users) | game_ratings.filter(user=None, bot__in=bots)
    return {
        Player(row.user_id, row.bot): row
        for row in rows.order_by("pk").select_for_update(no_key=True)
    }
