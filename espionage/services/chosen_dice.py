"""Dice that are picked, for the demo club and for who tries the game out alone: so that newcomers
see what the game has. No club that people play in has them.

Left to chance, most demos show their first team neither a fight nor a blunder. No result is made
up for it: seeds are tried one after the other, and the first with which the orders that are in lead
to the wanted kinds is the week's. The rest of the week falls as it falls.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from django_scopes import scope

from engine.delay import links_from
from engine.draws import Draw, drawn
from engine.sealing import seed_hash, week_seed
from engine.values import HOST, Seat
from espionage.models import Seal
from espionage.rules.ambush.by_doctrine import doctrine_result
from espionage.rules.picked_seeds import picked_seeds
from espionage.rules.tables import LOWEST_ROW, SUCCESS_ROW
from espionage.rules.values import AmbushFought, Deadline
from espionage.rules.week import WEEK
from espionage.selectors.draws import source_of
from espionage.services.fights import seed_of
from espionage.services.resolving import rehearsed
from play.running import begin

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.league.models import Week
    from espionage.rules.values import Setup, State

Kind: TypeAlias = Literal["failure", "blunder", "twelve", "fight"]
KINDS: Final[tuple[Kind, ...]] = ("failure", "blunder", "twelve", "fight")
"""A mission of the team's that rolls 6 or less, one that blunders, a counterspy's 12 or more, and
an ambush, whoever lay in it.
"""
TRIES: Final = 1000


def met(state: State, seat: Seat) -> Counter[Kind]:
    """How often the team on this seat met each kind in a week that was played."""
    found: Counter[Kind] = Counter()
    for record in state.hidden.records:
        if record.by == seat and record.throw is not None:
            found["failure"] += LOWEST_ROW < record.throw.row < SUCCESS_ROW
            found["blunder"] += record.throw.row == LOWEST_ROW
        if record.against == seat:
            found["twelve"] += record.verdict == "hunted"
        found["fight"] += record.fought and seat in (record.by, record.against)
    return found


def choose(week: Week, team: UUID, wanted: tuple[Kind, ...], *, tries: int = TRIES) -> bool:
    """Give an open week, whose orders are in, the first seed with which this team meets all that is
    wanted, and say so; if none of so many `tries` does, it keeps its own.
    """
    with scope(campaign=week.season.campaign_id):
        return not wanted or _choose(week, team, wanted, tries)


def _choose(week: Week, team: UUID, wanted: tuple[Kind, ...], tries: int) -> bool:
    setup, root = rehearsed(week)
    seat = Seat([file.id for file in setup.teams].index(str(team)))
    source = source_of(Seal.objects.get(week=week))
    mixed = drawn(Draw(links=links_from(root, source.links))) if source else b""
    for seed in picked_seeds("demo", tries):
        state = _played(week, setup, week_seed(seed, root, mixed))
        if all(met(state, seat)[kind] for kind in wanted):
            Seal.objects.filter(week=week).update(seed=seed, seed_hash=seed_hash(seed))
            return True
    return False


def _played(week: Week, setup: Setup, seed: bytes) -> State:
    running = begin(WEEK, setup, seed=seed, at=week.due_at, sealed=True)
    while running.outcome is None:
        ambush = running.view(HOST).ambush
        move = (
            AmbushFought(result=doctrine_result(ambush, setup.house, seed_of(running, ambush)))
            if ambush is not None
            else Deadline()
        )
        running.submit(seat=HOST, move=move, at=week.due_at)
    return running.state
