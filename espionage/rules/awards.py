"""Earning skill points (E14): every award of the text, each with a cause that can be given once,
and the house's limits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from espionage.rules.ambush.call import Ambush, Combatant, Fighter, condition

from .endings import succeeded
from .explosives import cell_of
from .report import Award, Why

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.values import Seat

    from .tables import Counterspied
    from .values import Fight, MissionRecord
    from .week_rules import WeekRules

GOOD: frozenset[Counterspied] = frozenset({"thwarted", "stopped", "hunted"})
"""Counterspy 9 or better."""


def awards(
    week: str, records: Sequence[MissionRecord], fights: Sequence[Fight], rules: WeekRules
) -> tuple[Award, ...]:
    """All skill points of a week, in the week's order, within the house's limits."""
    espionage = _limited(
        [*_tried(week, records), *_succeeded(week, records), *_counterspied(week, records)],
        rules.espionage_points_a_week,
    )
    return (
        *espionage,
        *_placed(week, records),
        *_in_ambushes(week, fights, rules.paid_ambushes_a_week),
    )


def mission_cause(week: str, record: MissionRecord | Ambush) -> str:
    """The cause of what a mission brings its own team: by the order on its sheet."""
    return f"{week}/mission/{record.order}"


def defence_cause(week: str, record: MissionRecord | Ambush) -> str:
    """The cause of what a mission brings its target: by its number among those declared against
    that team.
    """
    return f"{week}/defence/{record.number}"


def side_cause(week: str, ambush: Ambush, seat: Seat) -> str:
    """The cause of what an ambush brings one of its sides."""
    return mission_cause(week, ambush) if seat == ambush.by else defence_cause(week, ambush)


def _tried(week: str, records: Iterable[MissionRecord]) -> Iterator[Award]:
    """One espionage point a week for trying, whatever the number of attempts."""
    seen: set[str] = set()
    for record in records:
        for seat, spy in (
            (record.by, record.spy),
            (record.against, record.guard if record.answers else ""),
        ):
            if spy and spy not in seen:
                seen.add(spy)
                yield _espionage(seat, spy, "tried", f"{week}/tried")


def _succeeded(week: str, records: Iterable[MissionRecord]) -> Iterator[Award]:
    """One for a mission that rolled 7+ and was not stopped."""
    for record in records:
        if succeeded(record):
            yield _espionage(
                record.by, record.spy, "succeeded", f"{mission_cause(week, record)}/succeeded"
            )


def _counterspied(week: str, records: Iterable[MissionRecord]) -> Iterator[Award]:
    """One for each attempt that ended at 9+."""
    for record in records:
        if record.verdict in GOOD:
            yield _espionage(
                record.against,
                record.guard,
                "counterspied",
                f"{defence_cause(week, record)}/counterspied",
            )


def _espionage(seat: Seat, spy: str, why: Why, cause: str) -> Award:
    return Award(seat=seat, character=spy, skill="espionage", points=1, why=why, cause=cause)


def _limited(found: Iterable[Award], most: int) -> Iterator[Award]:
    """At most so many of these for one character; 0 is no limit."""
    count: dict[str, int] = {}
    for award in found:
        count[award.character] = count.get(award.character, 0) + 1
        if not most or count[award.character] <= most:
            yield award


def _placed(week: str, records: Iterable[MissionRecord]) -> Iterator[Award]:
    """One explosives point for explosives successfully placed: 3+ on the Blow Up table, not called
    off.
    """
    for record in records:
        if record.explosives and record.fate == "done" and cell_of(record.explosives) != "in_hand":
            cause = f"{mission_cause(week, record)}/placed"
            yield Award(
                seat=record.by,
                character=record.spy,
                skill="explosives",
                points=1,
                why="placed",
                cause=cause,
            )


# --- ambushes (P13) -------------------------------------------------------------------------------


def _in_ambushes(week: str, fights: Sequence[Fight], most: int) -> Iterator[Award]:
    """What ambushes earn; general points for one ambush a week, the one that earned most of them
    (ours: E27).
    """
    found = [(fight, tuple(_of_fight(week, fight))) for fight in fights]
    for fight, earned in found:
        for award in earned:
            if (
                award.skill != "general"
                or not most
                or _among_best(fight, award.character, found, most)
            ):
                yield award


def _among_best(
    fight: Fight, character: str, found: Sequence[tuple[Fight, tuple[Award, ...]]], most: int
) -> bool:
    """Is this one of the `most` ambushes that earned this character the most general points? The
    earlier first.
    """
    points = [
        (
            -sum(
                [
                    award.points
                    for award in earned
                    if award.character == character and award.skill == "general"
                ]
            ),
            at,
        )
        for at, (_, earned) in enumerate(found)
        if any(award.character == character for award in earned)
    ]
    best = [at for _, at in sorted(points)[:most]]
    return any(found[at][0] is fight for at in best)


def _of_fight(week: str, fight: Fight) -> Iterator[Award]:
    ambush, result = fight.ambush, fight.result
    yield from _of_fighter(week, fight, ambush.ambusher, result.ambusher, lay_in_wait=True)
    yield from _of_fighter(week, fight, ambush.ambushed, result.ambushed, lay_in_wait=False)


def _of_fighter(
    week: str, fight: Fight, who: Combatant, end: Fighter, *, lay_in_wait: bool
) -> Iterator[Award]:
    """Being in it; escaping alive (an ambusher only when already wounded); the kill or knock-out; a
    stealth escape.
    """
    root = side_cause(week, fight.ambush, who.seat)
    wounded = who.dp < who.full_dp or end.hits > 0
    yield Award(
        seat=who.seat,
        character=who.id,
        skill="general",
        points=1,
        why="ambush",
        cause=f"{root}/ambush",
    )
    if end.left and condition(who, end) == "standing" and (wounded or not lay_in_wait):
        yield Award(
            seat=who.seat,
            character=who.id,
            skill="general",
            points=1,
            why="escaped",
            cause=f"{root}/escaped",
        )
    if end.felled_with:
        yield Award(
            seat=who.seat,
            character=who.id,
            skill=end.felled_with,
            points=1,
            why="felled",
            cause=f"{root}/felled",
        )
    if end.left == "stealth":
        yield Award(
            seat=who.seat,
            character=who.id,
            skill="stealth",
            points=1,
            why="vanished",
            cause=f"{root}/vanished",
        )
