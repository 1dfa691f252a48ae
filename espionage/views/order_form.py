"""The order form as plain values: rows with fields, kits and outcomes, the bill, and problems."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.template.loader import render_to_string

from campaign.league.views.frame import team_url
from campaign.roster.rules.spies import WOUND_MODIFIER
from core.web.problems import Problem
from espionage.forms.orders import RowChoices, RowForm, SheetForm, StandingForm
from espionage.forms.sheet_draft import (
    CONDITIONS,
    Reading,
    Row,
    counterspies_last,
    fill_only_opponent,
    order_of,
    read_rows,
    rows_of,
)
from espionage.pictures.kit import KitLine, gear_groups, kit_lines
from espionage.pictures.order_coach import Advice, Progress, next_advice
from espionage.pictures.order_line import kit_note, order_line
from espionage.pictures.outcome import Outcome, order_costs, order_outcome
from espionage.rules.bill import Bill, make_bill
from espionage.rules.checking import check_sheet
from espionage.rules.files import find_character
from espionage.rules.orders import MISSIONS, Sheet, Standing, usual_standing
from espionage.rules.receipt import standing_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.utils.safestring import SafeString

    from espionage.selectors.order_weeks import OrderFormData
    from espionage.selectors.rival_vehicles import Sighting

NEW_ORDER_NAME = "new order"
SIGHTING_WORDS = {"sheet": "full sheet", "exterior": "seen from outside", "duel": "seen in a duel"}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line in the error summary.

    A mistake has an anchor, a problem, and a row unless the sentence already names the row.
    """

    anchor: str
    label: str
    sentence: str


@dataclass(slots=True)
class RowPicture:
    """A row of the form. `line` follows the name when the row is folded."""

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
        """True if the order is for counterspy duty."""
        return self.row.watch

    @property
    def aimed(self) -> bool:
        """True if the order has an opponent or does not need one."""
        return self.watch or bool(self.row.target_team)

    @property
    def finished(self) -> bool:
        """True if the row has an action and an opponent, so that it can be folded."""
        return self.outcome is not None and self.aimed

    @property
    def refused(self) -> bool:
        """True if the row has an error."""
        return bool(self.kit_problems or self.fields.errors)

    @property
    def folds_automatically(self) -> bool:
        """True if the row is folded when another row is opened. Rows with errors stay open."""
        return not self.refused

    @property
    def more_refused(self) -> bool:
        """True if a field under *More* has an error."""
        return bool(self.kit_problems or {"bricks", "on_twelve"} & set(self.fields.errors))

    @property
    def kit_note(self) -> str:
        """The kit in a few words."""
        return kit_note([_count_and_name(line) for line in self.kit])

    @property
    def more_fields_text(self) -> str:
        """The fields under *More* in one line."""
        bricks, twelve = self._choice("bricks"), self._choice("on_twelve")
        packed = ", ".join([_count_and_name(line) for line in self.kit]) or "nothing"
        return " · ".join(
            [
                *([bricks.partition(":")[0]] if bricks else []),
                *([f"12 or more {twelve[0].lower()}{twelve[1:]}"] if twelve else []),
                f"kit: {packed}",
            ]
        )

    def _choice(self, name: str) -> str:
        """Return the label of a field's value, or "" for a hidden field."""
        if name not in self.fields.fields:
            return ""
        labels: dict[str, str] = dict(self.fields.fields[name].widget.choices)
        return str(labels.get(self.fields[name].value() or "", ""))

    @property
    def about_target(self) -> tuple[Any, ...]:
        """The fields that concern the target."""
        return self._shown_fields("target_team", "target")

    @property
    def conditions(self) -> tuple[Any, ...]:
        """The fields for the missions against which a counterspy is sent."""
        return self._shown_fields(*CONDITIONS)

    @property
    def has_conditions(self) -> bool:
        """True if the counterspy is sent only against certain missions."""
        return any(getattr(self.row, name) for name in CONDITIONS)

    @property
    def method_fields(self) -> tuple[Any, ...]:
        """The fields that most orders leave at their defaults."""
        return self._shown_fields("bricks", "on_twelve")

    def _shown_fields(self, *names: str) -> tuple[Any, ...]:
        return tuple(self.fields[name] for name in names if name in self.fields.fields)


@dataclass(slots=True)
class BillPicture:
    """The cost of a sheet, the money left, the number of missions, the guards, and idle people.

    `watch` contains the name of each guard and the penalty for wounds.
    """

    bill: Bill
    money: int
    missions: int
    cap: int
    watch: tuple[tuple[str, str], ...]
    idle: tuple[str, ...]

    @property
    def guards(self) -> int:
        """The number of guards."""
        return len(self.watch)

    @property
    def total(self) -> int:
        """The number of dollars to reserve."""
        return self.bill.total

    @property
    def remaining(self) -> int:
        """The number of dollars left."""
        return self.money - self.bill.total


class OrderForm:
    """The form, based on typed rows and the team's knowledge. Creating it takes no query."""

    def __init__(
        self,
        writing: OrderFormData,
        rows: Iterable[Row],
        *,
        standing: StandingForm,
        sheet: SheetForm,
    ) -> None:
        self.writing, self.standing, self.sheet = writing, standing, sheet
        rivals = [team.id for team in writing.club_view.rivals]
        self.typed = counterspies_last(fill_only_opponent(rows, rivals))
        self.reading: Reading = read_rows(self.typed)
        self.mistakes: list[Mistake] = []
        self.bill_problems: list[str] = []

    # --- contents ---

    @cached_property
    def rows(self) -> tuple[RowPicture, ...]:
        """The rows with their chances. Saving a sheet does not need them."""
        return tuple(self._pictures())

    @cached_property
    def bill(self) -> BillPicture:
        """The cost of the sheet, and the money that remains."""
        file, orders = self.writing.club_view.file, self.reading.orders
        busy = {order.spy for order in orders}
        missions = sum(order.action in MISSIONS for order in orders)
        return BillPicture(
            bill=make_bill(orders, file.stock, self.writing.rules),
            money=file.money,
            missions=missions,
            watch=tuple(self._guards()),
            cap=self.writing.rules.missions_a_week,
            idle=tuple(
                person.name for person in file.people if person.fit and person.id not in busy
            ),
        )

    @property
    def standing_words(self) -> tuple[str, ...]:
        """The standing orders in sentences."""
        return standing_words(
            self._standing(),
            live=self.writing.rules.live_decisions,
            doctrine_only=self.writing.rules.ambush_by_doctrine,
        )

    @cached_property
    def shop_options(self) -> SafeString:
        """The options of every kit's select, rendered once for all rows."""
        shop = gear_groups(self.writing.club_view.file.stock, self.writing.rules)
        return render_to_string("espionage/shop_options.html", {"shop": shop})

    def value(self) -> Sheet:
        """Return the sheet to save. Standing orders must be valid."""
        return Sheet(orders=self.reading.orders, standing=self._standing())

    def _standing(self) -> Standing:
        if self.standing.is_bound and not self.standing.is_valid():
            return self.standing.standing
        return self.standing.value()

    def _pictures(self) -> Iterable[RowPicture]:
        file, rules = self.writing.club_view.file, self.writing.rules
        offer, standing = self._offer(), self._standing()
        cost = dict(
            zip(self.reading.keys, order_costs(self.reading.orders, file, rules), strict=True)
        )
        chances = self.writing.chances(Sheet(orders=self.reading.orders, standing=standing))
        for position, row in enumerate(self.typed, 1):
            url = team_url("espionage:order-row", self.writing.team, key=row.key)
            url += "?next" if self.writing.is_planned else ""
            spy, order = find_character(file.people, row.spy), order_of(row)
            yield RowPicture(
                key=row.key,
                position=position,
                name=spy.name if spy else NEW_ORDER_NAME,
                line=order_line(order, self.writing.club_view.roster, self.writing.vehicle_names),
                row=row,
                fields=RowForm(row, offer, update_url=url),
                kit=kit_lines([(piece.gear, piece.count) for piece in row.kit], file.stock, rules),
                outcome=order_outcome(
                    order,
                    spy,
                    rules,
                    standing=standing,
                    cost=cost.get(row.key, 0),
                    chances=chances,
                )
                if order
                else None,
                update_url=url,
            )

    def _offer(self) -> RowChoices:
        vehicles = tuple(
            (str(sighting.team), str(pk), f"{sighting.name} ({_sighting_text(sighting)})")
            for pk, sighting in self.writing.targets.targetable.items()
        )
        return RowChoices(
            self.writing.club_view.file,
            self.writing.club_view.rivals,
            vehicles,
            self.writing.garage,
            self.writing.rules,
        )

    def _guards(self) -> Iterable[tuple[str, str]]:
        """Yield the name and the penalty for wounds of each guard."""
        for row in self.rows:
            spy = find_character(self.writing.club_view.file.people, row.row.spy)
            if row.watch:
                hurt = f" (−{-WOUND_MODIFIER}, wounded)" if spy and spy.wounds else ""
                yield row.name, hurt

    # --- progress ---

    @property
    def unfinished(self) -> str:
        """The key of the first row that is not a complete order, or "" if there is none."""
        return next((row.key for row in self.rows if not row.finished), "")

    @property
    def standing_is_plain(self) -> bool:
        """True if the standing orders are the published defaults or those proposed at first."""
        return self._standing() in {Standing(), usual_standing(self.writing.rules)}

    @property
    def advice(self) -> Advice:
        """The coach's advice about the current state of the sheet."""
        finished = [row for row in self.rows if row.finished]
        current = next((row for row in self.rows if not row.finished), None)
        guards = sum(row.watch for row in finished)
        return next_advice(
            Progress(
                name="" if current is None or current.name == NEW_ORDER_NAME else current.name,
                has_action=bool(finished) if current is None else current.outcome is not None,
                has_opponent=current is None or current.aimed,
                missions=len(finished) - guards,
                guards=guards,
            )
        )

    # --- errors ---

    def check(self) -> bool:
        """Check the sheet against the rules (E15) and add each problem to its field.

        Return True if there are no problems.
        """
        problems = check_sheet(
            self.value(),
            self.writing.club_view.file,
            self.writing.club_view.roster,
            self.writing.rules,
        )
        self.refuse((*self.reading.problems, *[self._by_key(problem) for problem in problems]))
        if self.standing.is_bound and not self.standing.is_valid():
            for name, errors in self.standing.errors.items():
                self._note(f"id_standing-{name}", "Standing orders", str(errors[0]))
        return not self.mistakes

    def refuse(self, problems: Sequence[Problem]) -> None:
        """Add these problems to their fields. Rows are identified by their keys."""
        for problem in problems:
            key, _, name = problem.field.partition(".")
            row = next((row for row in self.rows if row.key == key), None)
            if row is None:
                self.bill_problems.append(problem.sentence)
                self._note("bill", "The sheet", problem.sentence)
            else:
                self._refuse_row(row, Problem(name, problem.code, problem.sentence))

    def refuse_orders(self, problems: Sequence[Problem]) -> None:
        """Add problems from the service, which identifies rows by number."""
        self.refuse([self._by_key(problem) for problem in problems])

    def _by_key(self, problem: Problem) -> Problem:
        parts = problem.field.split(".")
        if parts[0] == "orders" and len(parts) == 3:
            return Problem(
                f"{self.reading.keys[int(parts[1])]}.{parts[2]}", problem.code, problem.sentence
            )
        return problem

    def _refuse_row(self, row: RowPicture, problem: Problem) -> None:
        label = row.name if row.name != NEW_ORDER_NAME else f"Order {row.position}"
        if problem.field == "kit":
            row.kit_problems.append(problem.sentence)
            self._note(f"kit-{row.key}", label, problem.sentence)
        elif row.fields.refuse(problem):
            self._note(f"id_{row.key}-{problem.field}", label, problem.sentence)
        else:
            row.fields.refuse(Problem("action", problem.code, problem.sentence))
            self._note(f"id_{row.key}-action", label, problem.sentence)

    def _note(self, anchor: str, label: str, sentence: str) -> None:
        self.mistakes.append(Mistake(anchor, "" if sentence.startswith(label) else label, sentence))


def _count_and_name(line: KitLine) -> str:
    return line.name.lower() if line.count == "1" else f"{line.count} × {line.name.lower()}"


def _sighting_text(last_sighting: Sighting) -> str:
    return f"{SIGHTING_WORDS[last_sighting.kind]} in week {last_sighting.week}"


def saved_form(writing: OrderFormData, sheet: Sheet) -> OrderForm:
    """Return the form of a stored sheet."""
    new_form = SheetForm(initial={"seen": writing.version})
    return OrderForm(
        writing,
        rows_of(sheet),
        standing=StandingForm(None, sheet.standing, writing.rules),
        sheet=new_form,
    )


def typed_form(
    writing: OrderFormData, sent: QueryDict, rows: Iterable[Row], *, seen_version: int | None = None
) -> OrderForm:
    """Return the form as submitted, to show it again.

    `seen_version` is the version on which the form is now based. The form gets a new key, so that
    it counts as a new submission.
    """
    version = sent_version(sent) if seen_version is None else seen_version
    return OrderForm(
        writing,
        rows,
        standing=sent_standing_form(writing, sent),
        sheet=SheetForm(initial={"seen": version, "entropy": sent.get("entropy", "")}),
    )


def sent_standing_form(writing: OrderFormData, sent: Mapping[str, Any]) -> StandingForm:
    """Return the submitted standing orders, or the earlier standing orders if none were sent."""
    return StandingForm(
        sent if "standing-sent" in sent else None, writing.sheet.standing, writing.rules
    )


def sent_version(sent: QueryDict) -> int:
    """Return the version that the sender has seen, or 0 if it is missing or invalid."""
    form = SheetForm(sent)
    form.is_valid()
    return form.version
