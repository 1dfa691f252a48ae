"""Skill points earned in a week (E14). Each cause can earn its points only once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ambush.rules.call import Ambush, Combatant, Fighter, condition

from .endings import has_succeeded
from .explosives import cell_of
from .report import Award, AwardReason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.values import Seat

    from .files import Skill
    from .tables import Counterspied
    from .values import Fight, MissionRecord
    from .week_rules import WeekRules

STOPPING_VERDICTS: frozenset[Counterspied] = frozenset({"thwarted", "stopped", "hunted"})
"""Counterspy results of 9 or more."""


def list_awards(
    week: str, records: Sequence[MissionRecord], fights: Sequence[Fight], rules: WeekRules
) -> tuple[Award, ...]:
    """Return all skill points earned in a week, within the limits of the house rules."""
    espionage = _limit_awards(
        [
            *_awards_for_trying(week, records),
            *_awards_for_success(week, records),
            *_awards_for_counterspying(week, records),
        ],
        rules.espionage_points_a_week,
    )
    return (
        *espionage,
        *_awards_for_placing(week, records),
        *_awards_for_ambushes(week, fights, rules.paid_ambushes_a_week),
    )


def mission_cause(week: str, record: MissionRecord | Ambush) -> str:
    """Return the cause recorded for a mission's effects on its own team.

    The cause contains the order's number.
    """
    return f"{week}/mission/{record.order}"


def defence_cause(week: str, record: MissionRecord | Ambush) -> str:
    """Return the cause recorded for a mission's effects on its target.

    The cause contains the mission's number among those declared against the target.
    """
    return f"{week}/defence/{record.number}"


def side_cause(week: str, ambush: Ambush, seat: Seat) -> str:
    """Return the cause recorded for an ambush's effects on one of its sides."""
    return mission_cause(week, ambush) if seat == ambush.by else defence_cause(week, ambush)


def _awards_for_trying(week: str, records: Iterable[MissionRecord]) -> Iterator[Award]:
    """Yield one espionage point for each character who tried anything this week.

    Missions and counterspy rolls count, and the number of attempts does not matter.
    """
    spies_awarded: set[str] = set()
    for record in records:
        for seat, spy in (
            (record.by, record.spy),
            (record.against, record.guard if record.answers else ""),
        ):
            if spy and spy not in spies_awarded:
                spies_awarded.add(spy)
                yield _award(seat, spy, "espionage", "tried", week)


def _awards_for_success(week: str, records: Iterable[MissionRecord]) -> Iterator[Award]:
    """Yield one espionage point for each mission that rolled 7+ and was not stopped."""
    for record in records:
        if has_succeeded(record):
            root = mission_cause(week, record)
            yield _award(record.by, record.spy, "espionage", "succeeded", root)


def _awards_for_counterspying(week: str, records: Iterable[MissionRecord]) -> Iterator[Award]:
    """Yield one espionage point for each counterspy attempt that ended with 9+."""
    for record in records:
        if record.verdict in STOPPING_VERDICTS:
            root = defence_cause(week, record)
            yield _award(record.against, record.guard, "espionage", "counterspied", root)


def _award(seat: Seat, character: str, skill: Skill, reason: AwardReason, root: str) -> Award:
    """Return an award of one point. Its cause is the reason, below the cause `root`."""
    cause = f"{root}/{reason}"
    return Award(seat=seat, character=character, skill=skill, points=1, why=reason, cause=cause)


def _limit_awards(earned: Iterable[Award], limit: int) -> Iterator[Award]:
    """Yield at most `limit` of the awards for each character. 0 means no limit."""
    count: dict[str, int] = {}
    for award in earned:
        count[award.character] = count.get(award.character, 0) + 1
        if not limit or count[award.character] <= limit:
            yield award


def _awards_for_placing(week: str, records: Iterable[MissionRecord]) -> Iterator[Award]:
    """Yield one explosives point for each 3+ on the Blow Up table that was not called off."""
    for record in records:
        if record.explosives and record.fate == "done" and cell_of(record.explosives) != "in_hand":
            root = mission_cause(week, record)
            yield _award(record.by, record.spy, "explosives", "placed", root)


# --- ambushes (P13) -------------------------------------------------------------------------------


def _awards_for_ambushes(week: str, fights: Sequence[Fight], limit: int) -> Iterator[Award]:
    """Yield the points earned in ambushes.

    A character earns general points only in the ambushes that earned the most (ours: E27).
    """
    earned_by_fight = [(fight, tuple(_awards_for_fight(week, fight))) for fight in fights]
    for fight, earned in earned_by_fight:
        for award in earned:
            if (
                award.skill != "general"
                or not limit
                or _among_best(fight, award.character, earned_by_fight, limit)
            ):
                yield award


def _among_best(
    fight: Fight,
    character: str,
    earned_by_fight: Sequence[tuple[Fight, tuple[Award, ...]]],
    limit: int,
) -> bool:
    """Return whether this ambush is one of the character's `limit` best ambushes.

    Ambushes are ranked by the general points earned. Ties are broken in favour of the earlier
    ambush.
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
            index,
        )
        for index, (_, earned) in enumerate(earned_by_fight)
        if any(award.character == character for award in earned)
    ]
    best = [index for _, index in sorted(points)[:limit]]
    return any(earned_by_fight[index][0] is fight for index in best)


def _awards_for_fight(week: str, fight: Fight) -> Iterator[Award]:
    ambush, result = fight.ambush, fight.result
    yield from _awards_for_fighter(week, fight, ambush.ambusher, result.ambusher, is_ambusher=True)
    yield from _awards_for_fighter(week, fight, ambush.ambushed, result.ambushed, is_ambusher=False)


def _awards_for_fighter(
    week: str, fight: Fight, combatant: Combatant, end: Fighter, *, is_ambusher: bool
) -> Iterator[Award]:
    """Yield points for taking part, an escape alive, a kill or knock-out, and an escape by stealth.

    An ambusher earns the points for an escape only if wounded.
    """
    seat, character = combatant.seat, combatant.id
    root = side_cause(week, fight.ambush, seat)
    wounded = combatant.dp < combatant.full_dp or end.hits > 0
    yield _award(seat, character, "general", "ambush", root)
    if end.left and condition(combatant, end) == "standing" and (wounded or not is_ambusher):
        yield _award(seat, character, "general", "escaped", root)
    if end.felled_with:
        yield _award(seat, character, end.felled_with, "felled", root)
    if end.left == "stealth":
        yield _award(seat, character, "stealth", "vanished", root)
