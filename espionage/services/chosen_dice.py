"""Picks dice that show the game to newcomers, only in the demo club and in try-outs.

With random dice, most demos would show their first team neither a fight nor a blunder. Results are
not faked. Seeds are tried one after another until the saved orders lead to the wanted kinds of
event. Everything else is random.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, TypeAlias
from uuid import UUID

from django_scopes import scope

from ambush.by_doctrine import doctrine_result
from campaign.league.models import Week
from engine.delay import links_from
from engine.draws import Draw, draw_bytes
from engine.sealing import seed_hash, week_seed
from engine.values import HOST, Seat
from espionage.models import Seal
from espionage.rules.picked_seeds import picked_seeds
from espionage.rules.tables import LOWEST_ROW, SUCCESS_ROW
from espionage.rules.values import AmbushFought, Deadline, Setup, State
from espionage.rules.week import WEEK
from espionage.selectors.draws import source_of
from espionage.services.fights import seed_of
from espionage.services.resolving import rehearse
from play.running import begin

Kind: TypeAlias = Literal["failure", "blunder", "twelve", "fight"]
KINDS: Final[tuple[Kind, ...]] = ("failure", "blunder", "twelve", "fight")
"""Kinds of event: a failed mission, a blunder, a counterspy's 12 or more, and an ambush.

Failures and blunders are those of the team. A failed mission rolls 6 or less.
"""
MAX_SEEDS: Final = 1000


def count_kinds(state: State, seat: Seat) -> Counter[Kind]:
    """Count the events of each kind that happened to the team in this seat in a played week."""
    counts: Counter[Kind] = Counter()
    for record in state.hidden.records:
        if record.by == seat and record.throw is not None:
            counts["failure"] += LOWEST_ROW < record.throw.row < SUCCESS_ROW
            counts["blunder"] += record.throw.row == LOWEST_ROW
        if record.against == seat:
            counts["twelve"] += record.verdict == "hunted"
        counts["fight"] += record.fought and seat in (record.by, record.against)
    return counts


def choose_seed(
    week: Week, team: UUID, kinds: tuple[Kind, ...], *, max_tries: int = MAX_SEEDS
) -> bool:
    """Give an open week the first seed that leads to all wanted kinds of event for this team.

    Return whether such a seed is among the first `max_tries` seeds. Otherwise, the week keeps its
    seed.
    """
    with scope(campaign=week.season.campaign_id):
        return not kinds or _choose_seed(week, team, kinds, max_tries)


def _choose_seed(week: Week, team: UUID, kinds: tuple[Kind, ...], max_tries: int) -> bool:
    setup, root = rehearse(week)
    seat = Seat([file.id for file in setup.teams].index(str(team)))
    source = source_of(Seal.objects.get(week=week))
    draw_result = draw_bytes(Draw(links=links_from(root, source.links))) if source else b""
    for seed in picked_seeds("demo", max_tries):
        state = _play_week(week, setup, week_seed(seed, root, draw_result))
        if all(count_kinds(state, seat)[kind] for kind in kinds):
            Seal.objects.filter(week=week).update(seed=seed, seed_hash=seed_hash(seed))
            return True
    return False


def _play_week(week: Week, setup: Setup, seed: bytes) -> State:
    running = begin(WEEK, setup, seed=seed, now=week.due_at, sealed=True)
    while running.outcome is None:
        ambush = running.view(HOST).ambush
        move = (
            AmbushFought(result=doctrine_result(ambush, setup.house, seed_of(running, ambush)))
            if ambush is not None
            else Deadline()
        )
        running.submit(seat=HOST, move=move, now=week.due_at)
    return running.state
