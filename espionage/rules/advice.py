"""Advice after a failed week: the one change of the orders that would have helped most (E49).

The advice uses only the team's own file and sheet at the deadline, public information, and the
team's own reports. It is the same whatever the rivals really did or planned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.dice import seed_from
from engine.values import Value, changed

from .counterspy import fitness, has_conditions
from .deadline_freeze import freeze_sheet
from .endings import SUCCESSFUL_ENDINGS
from .odds import order_odds
from .orders import COUNTERSPY, Order, Sheet, in_play_order
from .sheet_odds import Fights, rounds_for, sheet_odds
from .wording import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.house_rules.rules.house import HouseRules

    from .files import Character, Roster, TeamFile
    from .report import Debrief
    from .sheet_odds import GuardRecord, SheetOdds

MIN_GAIN: Final = 5
"""Lowest gain that is worth mentioning, in percentage points."""
MAX_MISSIONS: Final = 2
"""Number of failed missions for which changes are tried."""
SCREENING_DIVISOR: Final = 3
"""Each change gets the usual number of playouts divided by this. The best one then gets all."""
GUARDED_HOME: Final = "of stopping a mission against you"


class Advice(Value):
    """A change of the orders, and the chance in percent before and after it."""

    sentence: str
    before: int
    after: int


class _Change(NamedTuple):
    """A changed sheet. `spy` has the order whose chance counts, or is "" for all counterspies."""

    sheet: Sheet
    spy: str
    description: str
    chance: str
    old_spy: str = ""


def is_failed(debrief: Debrief) -> bool:
    """Return whether a mission of the team failed, or an enemy mission did harm."""
    failures = [report for report in debrief.missions if report.ending not in SUCCESSFUL_ENDINGS]
    return bool(failures or debrief.harm)


def give_advice(
    file: TeamFile,
    sheet: Sheet,
    roster: Roster,
    house_rules: HouseRules,
    debrief: Debrief,
    records: Sequence[GuardRecord],
) -> Advice | None:
    """Return the best change of a sheet after a failed week, or None if no change helps enough.

    `file` and `sheet` are the team's own at the deadline. `records` has all rivals, and includes
    this week.
    """
    trial = _Trial(file, roster, house_rules, records)
    rounds = rounds_for(sheet)
    screening = rounds // SCREENING_DIVISOR
    best: tuple[int, _Change] | None = None
    for change in _changes(file, sheet, roster, debrief, records):
        before = trial.percent(sheet, change.old_spy, screening)
        gain = trial.percent(change.sheet, change.spy, screening) - before
        if gain >= MIN_GAIN and (best is None or gain > best[0]):
            best = gain, change
    if best is None:
        return None
    change = best[1]
    before = trial.percent(sheet, change.old_spy, rounds)
    after = trial.percent(change.sheet, change.spy, rounds)
    if after - before < MIN_GAIN:
        return None
    sentence = (
        f"{change.description} would have raised the chance {change.chance} from {before}% to "
        f"{after}%."
    )
    return Advice(sentence=sentence, before=before, after=after)


class _Trial:
    """Computes the chances of different sheets. Each sheet is played only once."""

    def __init__(
        self,
        file: TeamFile,
        roster: Roster,
        house_rules: HouseRules,
        records: Sequence[GuardRecord],
    ) -> None:
        self.file, self.roster, self.house_rules = file, roster, house_rules
        self.records = records
        self.fights = Fights(house_rules, seed_from(file.id))
        self._odds: dict[tuple[Sheet, int], SheetOdds] = {}

    def percent(self, sheet: Sheet, spy: str, rounds: int) -> int:
        """Return the chance of this character's mission, or of stopping a mission, in percent."""
        key = (sheet, rounds)
        if key not in self._odds:
            frozen = freeze_sheet(sheet, self.file, self.roster, self.house_rules).sheet
            self._odds[key] = sheet_odds(
                self.file,
                frozen,
                self.roster,
                self.house_rules,
                self.records,
                rounds=rounds,
                fights=self.fights,
            )
        odds = self._odds[key]
        if spy:
            known_cases = (case for case in odds.cases(spy) if case.case == "known")
            return next(((case.explosion or case.success).percent for case in known_cases), 0)
        stops = [
            case.success.over
            for order in odds.orders
            for case in order.cases
            if case.case == "attacked"
        ]
        return round(100 * sum(stops) / rounds)


# --- changes --------------------------------------------------------------------------------------


def _changes(
    file: TeamFile,
    sheet: Sheet,
    roster: Roster,
    debrief: Debrief,
    records: Sequence[GuardRecord],
) -> Iterator[_Change]:
    busy = {order.spy for order in sheet.orders}
    idle = [person for person in file.members if person.fit and person.id not in busy]
    failed = [report for report in debrief.missions if report.ending not in SUCCESSFUL_ENDINGS]
    for report in failed[:MAX_MISSIONS]:
        yield from _mission_changes(file, sheet, roster, report.order - 1, idle, records)
    if debrief.harm:
        yield from _guard_changes(sheet, idle)


def _mission_changes(
    file: TeamFile,
    sheet: Sheet,
    roster: Roster,
    index: int,
    idle: Sequence[Character],
    records: Sequence[GuardRecord],
) -> Iterator[_Change]:
    order = sheet.orders[index]
    if order.action == COUNTERSPY:
        return
    names = {person.id: person.name for person in file.people}
    teams = {team.id: team.name for team in roster}
    name, mission = names[order.spy], ACTIONS[order.action]
    target, is_bomb = teams[order.target_team], order.action == "blow_up"
    chance = (
        f"that a bomb at {target} goes off"
        if is_bomb
        else f"that {mission} against {target} succeeds"
    )
    if idle:
        spy = max(idle, key=lambda person: _promise(person, order))
        yield _Change(
            _with_order(sheet, index, changed(order, spy=spy.id)),
            spy.id,
            f"Sending {spy.name} instead of {name}",
            chance,
            order.spy,
        )
    others = [record for record in records if record.team not in {order.target_team, file.id}]
    if others:
        team = min(others, key=lambda record: (record.stopped + 1) / (record.missions + 3)).team
        yield _Change(
            _with_order(sheet, index, changed(order, target_team=team, target="")),
            order.spy,
            f"Sending {name} against {teams[team]} instead of {target}",
            "that a bomb goes off" if is_bomb else f"that {mission} succeeds",
            order.spy,
        )
    earlier = sheet.orders[:index]
    if any(other.target_team == order.target_team for other in earlier):
        orders = (order, *earlier, *sheet.orders[index + 1 :])
        description = f"Sending {name} first"
        yield _Change(changed(sheet, orders=orders), order.spy, description, chance, order.spy)


def _promise(person: Character, order: Order) -> float:
    chances = order_odds(person, order.action)
    chance = chances.explosion or chances.success
    return chance.over / chance.under


def _with_order(sheet: Sheet, index: int, order: Order) -> Sheet:
    return changed(sheet, orders=(*sheet.orders[:index], order, *sheet.orders[index + 1 :]))


def _guard_changes(sheet: Sheet, idle: Sequence[Character]) -> Iterator[_Change]:
    if idle:
        guard = max(idle, key=fitness)
        order = Order(spy=guard.id, action=COUNTERSPY)
        yield _Change(
            in_play_order(changed(sheet, orders=(*sheet.orders, order))),
            "",
            f"{guard.name} on guard",
            GUARDED_HOME,
        )
    standing = sheet.standing
    if standing.on_counterspy_twelve != "cancel":
        yield _Change(
            changed(sheet, standing=changed(standing, on_counterspy_twelve="cancel")),
            "",
            "A cancellation on a 12+ instead of an ambush",
            GUARDED_HOME,
        )
    if not has_conditions(sheet) and standing.counterspy_from > -20:
        yield _Change(
            changed(sheet, standing=changed(standing, counterspy_from=-20)),
            "",
            "A lower minimum modifier for your counterspies",
            GUARDED_HOME,
        )
