"""The order form as values: rows with their fields, kits and outcomes, the bill, and every problem
beside its field.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.http import QueryDict

from campaign.league.views.frame import team_url
from core.web.problems import Problem
from espionage.forms.orders import Offer, RowForm, SheetForm, StandingForm
from espionage.forms.sheet_draft import (
    Reading,
    Row,
    arranged,
    order_of,
    reading,
    rows_of,
    with_only_choice,
)
from espionage.pictures.kit import Group, KitLine, gear_groups, kit_lines
from espionage.pictures.order_coach import Advice, Progress, next_advice
from espionage.pictures.order_line import kit_note, order_line
from espionage.pictures.outcome import Outcome, order_costs, order_outcome
from espionage.rules.bill import Bill, make_bill
from espionage.rules.checking import check_sheet
from espionage.rules.files import WOUND_MODIFIER, find_character
from espionage.rules.orders import MISSIONS, Order, Sheet, Standing, usual_standing
from espionage.rules.receipt import standing_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from espionage.selectors.known import Sighting
    from espionage.selectors.order_weeks import Writing

NEW = "new order"
HOW = {"sheet": "full sheet", "exterior": "seen from outside", "duel": "seen in a duel"}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line of the summary on top: where to mend it, whose row (unless the sentence says so
    itself), what is wrong.
    """

    anchor: str
    where: str
    sentence: str


@dataclass(slots=True)
class RowPicture:
    """One row of the form; `line` is what stands after the name when it is folded."""

    key: str
    position: int
    name: str
    line: str
    row: Row
    fields: RowForm
    kit: tuple[KitLine, ...]
    outcome: Outcome | None
    update_url: str
    kit_problems: list[str] = field(default_factory=list)

    @property
    def watch(self) -> bool:
        """A counterspy."""
        return self.row.watch

    @property
    def aimed(self) -> bool:
        """It needs no opponent, or has one."""
        return self.watch or bool(self.row.target_team)

    @property
    def finished(self) -> bool:
        """It says what, and against whom: it can be folded."""
        return self.outcome is not None and self.aimed

    @property
    def refused(self) -> bool:
        """Something on it has to be put right."""
        return bool(self.kit_problems or self.fields.errors)

    @property
    def alone(self) -> bool:
        """It folds when another order is opened; what has to be put right stays open."""
        return not self.refused

    @property
    def more_refused(self) -> bool:
        """Something that stands under *More* has to be put right."""
        return bool(self.kit_problems or {"bricks", "on_twelve"} & set(self.fields.errors))

    @property
    def kit_note(self) -> str:
        """What is packed, in a word or two."""
        return kit_note([_counted(line) for line in self.kit])

    @property
    def more_words(self) -> str:
        """What stands under *More*, in a line."""
        bricks, twelve = self._choice("bricks"), self._choice("on_twelve")
        packed = ", ".join([_counted(line) for line in self.kit]) or "nothing"
        return " · ".join(
            [
                *([bricks.partition(":")[0]] if bricks else []),
                *([f"12 or more {twelve[0].lower()}{twelve[1:]}"] if twelve else []),
                f"kit: {packed}",
            ]
        )

    def _choice(self, name: str) -> str:
        """The words of what is picked in a field; nothing for one that is not shown."""
        if name not in self.fields.fields:
            return ""
        picked: dict[str, str] = dict(self.fields.fields[name].widget.choices)
        return str(picked.get(self.fields[name].value() or "", ""))

    @property
    def about_target(self) -> tuple[Any, ...]:
        """The fields that say whom it is about."""
        return self._shown("target_team", "target")

    @property
    def about_how(self) -> tuple[Any, ...]:
        """The fields that most orders leave as they are."""
        return self._shown("bricks", "on_twelve")

    def _shown(self, *names: str) -> tuple[Any, ...]:
        return tuple(self.fields[name] for name in names if name in self.fields.fields)


@dataclass(slots=True)
class BillPicture:
    """What the sheet costs and leaves, how many go out, who keeps watch, who has no order."""

    bill: Bill
    money: int
    missions: int
    cap: int
    watch: tuple[str, ...]
    idle: tuple[str, ...]

    @property
    def guards(self) -> int:
        """How many keep watch."""
        return len(self.watch)

    @property
    def total(self) -> int:
        """Dollars to be set aside."""
        return self.bill.total

    @property
    def left(self) -> int:
        """Dollars that stay free."""
        return self.money - self.bill.total


class OrderForm:
    """The form, from typed rows and from what the team knows. Building it asks no database."""

    def __init__(
        self, writing: Writing, rows: Iterable[Row], *, standing: StandingForm, sheet: SheetForm
    ) -> None:
        self.writing, self.standing, self.sheet = writing, standing, sheet
        rivals = [team.id for team in writing.around.rivals]
        self.typed = arranged(with_only_choice(rows, rivals))
        self.reading: Reading = reading(self.typed)
        self.mistakes: list[Mistake] = []
        self.bill_problems: list[str] = []
        self.rows = tuple(self._pictures())
        self.shop: list[Group] = gear_groups(writing.around.file.stock, writing.house)
        self.bill = self._bill()
        self.standing_words = standing_words(
            self._standing(),
            live=writing.house.live_decisions,
            doctrine_only=writing.house.ambush_by_doctrine,
        )

    # --- what it holds ---

    def value(self) -> Sheet:
        """The sheet as it would be saved. Needs valid standing orders."""
        return Sheet(orders=self.reading.orders, standing=self._standing())

    def _standing(self) -> Standing:
        if self.standing.is_bound and not self.standing.is_valid():
            return self.standing.standing
        return self.standing.value()

    def _pictures(self) -> Iterable[RowPicture]:
        file, house = self.writing.around.file, self.writing.house
        offer, standing = self._offer(), self._standing()
        cost = dict(
            zip(self.reading.keys, order_costs(self.reading.orders, file, house), strict=True)
        )
        for position, row in enumerate(self.typed, 1):
            url = team_url("espionage:order-row", self.writing.team, key=row.key)
            url += "?next" if self.writing.planned else ""
            spy, order = find_character(file.people, row.spy), order_of(row)
            yield RowPicture(
                key=row.key,
                position=position,
                name=spy.name if spy else NEW,
                line=order_line(order, self.writing.around.rivals, self.writing.vehicle_names),
                row=row,
                fields=RowForm(row, offer, update_url=url),
                kit=kit_lines([(piece.gear, piece.count) for piece in row.kit], file.stock, house),
                outcome=order_outcome(
                    order,
                    spy,
                    house,
                    standing=standing,
                    cost=cost.get(row.key, 0),
                    alone=self._alone(order),
                )
                if order
                else None,
                update_url=url,
            )

    def _alone(self, order: Order) -> bool:
        """Whether no other mission can come to the team that the order names."""
        missions = sum(
            each.action in MISSIONS and each.target_team == order.target_team
            for each in self.reading.orders
        )
        return missions <= 1 and len(self.writing.around.roster) <= 2

    def _offer(self) -> Offer:
        vehicles = tuple(
            (str(seen.team), str(pk), f"{seen.name} ({_seen(seen)})")
            for pk, seen in self.writing.targets.standing.items()
        )
        return Offer(
            self.writing.around.file, self.writing.around.rivals, vehicles, self.writing.house
        )

    def _bill(self) -> BillPicture:
        file, orders = self.writing.around.file, self.reading.orders
        busy = {order.spy for order in orders}
        missions = sum(order.action in MISSIONS for order in orders)
        return BillPicture(
            bill=make_bill(orders, file.stock, self.writing.house),
            money=file.money,
            missions=missions,
            watch=tuple(self._guards()),
            cap=self.writing.house.missions_a_week,
            idle=tuple(who.name for who in file.people if who.fit and who.id not in busy),
        )

    def _guards(self) -> Iterable[str]:
        """Who keeps watch, by name, and what a wound takes from them."""
        for row in self.rows:
            spy = find_character(self.writing.around.file.people, row.row.spy)
            if row.watch:
                hurt = f" (−{-WOUND_MODIFIER}, wounded)" if spy and spy.wounds else ""
                yield f"{row.name}{hurt}"

    # --- how far it is ---

    @property
    def unfinished(self) -> str:
        """The key of the first row that says too little to be an order; nothing when all do."""
        return next((row.key for row in self.rows if not row.finished), "")

    @property
    def standing_is_plain(self) -> bool:
        """Whether the standing orders are the published defaults, or those of a first sheet."""
        return self._standing() in {Standing(), usual_standing(self.writing.house)}

    @property
    def advice(self) -> Advice:
        """What a coach says of the sheet as it stands."""
        done = [row for row in self.rows if row.finished]
        at = next((row for row in self.rows if not row.finished), None)
        guards = sum(row.watch for row in done)
        return next_advice(
            Progress(
                name="" if at is None or at.name == NEW else at.name,
                has_action=bool(done) if at is None else at.outcome is not None,
                has_opponent=at is None or at.aimed,
                missions=len(done) - guards,
                guards=guards,
            )
        )

    # --- what is wrong with it ---

    def check(self) -> bool:
        """Judge it by the rules (E15) and put each problem next to its field; whether there is
        none.
        """
        found = check_sheet(
            self.value(), self.writing.around.file, self.writing.around.roster, self.writing.house
        )
        self.refuse((*self.reading.problems, *[self._by_key(problem) for problem in found]))
        if self.standing.is_bound and not self.standing.is_valid():
            for name, errors in self.standing.errors.items():
                self._note(f"id_standing-{name}", "Standing orders", str(errors[0]))
        return not self.mistakes

    def refuse(self, problems: Sequence[Problem]) -> None:
        """Put these problems next to their fields; those of rows are named by the row's key."""
        for problem in problems:
            key, _, name = problem.field.partition(".")
            row = next((row for row in self.rows if row.key == key), None)
            if row is None:
                self.bill_problems.append(problem.sentence)
                self._note("bill", "The sheet", problem.sentence)
            else:
                self._refuse_row(
                    row, Problem(field=name, code=problem.code, sentence=problem.sentence)
                )

    def refuse_orders(self, problems: Sequence[Problem]) -> None:
        """The same for what the service refused, whose rows are numbered."""
        self.refuse([self._by_key(problem) for problem in problems])

    def _by_key(self, problem: Problem) -> Problem:
        parts = problem.field.split(".")
        if parts[0] == "orders" and len(parts) == 3:
            return Problem(
                field=f"{self.reading.keys[int(parts[1])]}.{parts[2]}",
                code=problem.code,
                sentence=problem.sentence,
            )
        return problem

    def _refuse_row(self, row: RowPicture, problem: Problem) -> None:
        who = row.name if row.name != NEW else f"Order {row.position}"
        if problem.field == "kit":
            row.kit_problems.append(problem.sentence)
            self._note(f"kit-{row.key}", who, problem.sentence)
        elif row.fields.refuse(problem):
            self._note(f"id_{row.key}-{problem.field}", who, problem.sentence)
        else:
            row.fields.refuse(Problem(field="action", code=problem.code, sentence=problem.sentence))
            self._note(f"id_{row.key}-action", who, problem.sentence)

    def _note(self, anchor: str, where: str, sentence: str) -> None:
        self.mistakes.append(Mistake(anchor, "" if sentence.startswith(where) else where, sentence))


def _counted(line: KitLine) -> str:
    return line.name.lower() if line.count == "1" else f"{line.count} × {line.name.lower()}"


def _seen(last: Sighting) -> str:
    return f"{HOW[last.how]} in week {last.week}"


def saved_form(writing: Writing, sheet: Sheet) -> OrderForm:
    """The form of a stored sheet."""
    fresh = SheetForm(initial={"seen": writing.version})
    return OrderForm(
        writing,
        rows_of(sheet),
        standing=StandingForm(None, sheet.standing, writing.house),
        sheet=fresh,
    )


def typed_form(
    writing: Writing, sent: QueryDict, rows: Iterable[Row], *, seen: int | None = None
) -> OrderForm:
    """The form as it was sent, to be shown again. `seen` is the version it now knows of; a fresh
    key makes it a form of its own.
    """
    version = seen_in(sent) if seen is None else seen
    return OrderForm(
        writing,
        rows,
        standing=standing_in(writing, sent),
        sheet=SheetForm(initial={"seen": version, "entropy": sent.get("entropy", "")}),
    )


def standing_in(writing: Writing, sent: Mapping[str, Any]) -> StandingForm:
    """The standing orders that were sent; those of before when the form had none."""
    return StandingForm(
        sent if "standing-sent" in sent else None, writing.sheet.standing, writing.house
    )


def seen_in(sent: QueryDict) -> int:
    """The version that the sender had looked at; 0 for none, and for what is no number."""
    form = SheetForm(sent)
    form.is_valid()
    return form.version
