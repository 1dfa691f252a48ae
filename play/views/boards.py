"""A board prepared for a page, with the current values of its fields and the reasons why choices
were refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from engine.values import changed
from play.tabletop.board import Answer, Board, Choice, Draft, Field, Menu, Panel

from .svg import choice_id


@dataclass(frozen=True, slots=True)
class Input:
    """A form field on the page."""

    field: Field
    name: str
    id: str
    values: tuple[str, ...]

    @property
    def value(self) -> str:
        return self.values[-1] if self.values else ""

    @property
    def chosen(self) -> Answer | None:
        """The pad's current value."""
        return next((answer for answer in self.field.answers if answer.value in self.values), None)


@dataclass(frozen=True)
class Offer:
    """A choice in a menu, with its fields and the sentence that refused it, if any."""

    choice: Choice
    id: str
    inputs: tuple[Input, ...] = ()
    wrong: str = ""
    drafted: bool = False

    @property
    def groups(self) -> list[tuple[str, list[Input]]]:
        """The fields by group. The page shows each group side by side under its name."""
        return [
            (name, list(fields))
            for name, fields in groupby(
                self.inputs, key=lambda field_input: field_input.field.group
            )
        ]


@dataclass(frozen=True)
class ShownBoard:
    """A board with additional data for the page. `wrong` is a refusal that belongs to none of the
    board's choices. `order` is the sort order of the cards.
    """

    board: Board
    draft: Draft | None = None
    refused: Mapping[str, str] = field(default_factory=dict)
    order: str = ""

    @cached_property
    def choices(self) -> dict[str, Choice]:
        """Every choice by its key."""
        return {choice.key: choice for menu in self.board.menus for choice in menu.choices}

    @cached_property
    def menus(self) -> list[tuple[Menu, list[Offer]]]:
        return [
            (menu, [self._offer(choice) for choice in menu.choices]) for menu in self.board.menus
        ]

    @property
    def above(self) -> list[tuple[Panel, str]]:
        """The panels between the picture and the choices, each with the key of its sort order."""
        return [self._sorted(panel) for panel in self.board.panels if panel.above]

    @property
    def below(self) -> list[tuple[Panel, str]]:
        """The other panels, each with the key of its sort order."""
        return [self._sorted(panel) for panel in self.board.panels if not panel.above]

    @property
    def own_panels(self) -> list[tuple[Panel, str]]:
        """The other panels that only this seat sees, except empty ones."""
        return self._other_panels(secret=True)

    @property
    def common(self) -> list[tuple[Panel, str]]:
        """The other panels that everyone sees, except empty ones."""
        return self._other_panels(secret=False)

    def _other_panels(self, *, secret: bool) -> list[tuple[Panel, str]]:
        return [
            (panel, order)
            for panel, order in self.below
            if panel.secret == secret and _has_content(panel)
        ]

    def _sorted(self, panel: Panel) -> tuple[Panel, str]:
        order = next(
            (candidate for candidate in panel.orders if candidate.key == self.order),
            panel.orders[0] if panel.orders else None,
        )
        if order is None:
            return panel, ""
        return changed(
            panel, cards=tuple([panel.cards[place] for place in order.places])
        ), order.key

    @property
    def wrong(self) -> str:
        return next(
            (sentence for key, sentence in self.refused.items() if key not in self.choices), ""
        )

    @property
    def open_choices(self) -> set[str]:
        """The keys of the open choices."""
        return {key for key, choice in self.choices.items() if not choice.closed}

    @property
    def can_act(self) -> bool:
        """Whether this seat has an open choice."""
        return bool(self.open_choices)

    @property
    def previewed(self) -> bool:
        return self.draft is not None and not self.refused

    def _offer(self, choice: Choice) -> Offer:
        drafted = self.draft is not None and self.draft.choice == choice.key
        inputs = tuple(self._input(choice, form_field) for form_field in choice.fields)
        wrong = self.refused.get(choice.key, "")
        return Offer(
            choice=changed(choice, note="") if wrong and wrong in choice.note else choice,
            id=choice_id(choice.key),
            inputs=inputs,
            wrong=wrong,
            drafted=drafted,
        )

    def _input(self, choice: Choice, form_field: Field) -> Input:
        """Return a field with its submitted value, or else with the initial value from the game."""
        drafted = self.draft is not None and self.draft.choice == choice.key
        split = form_field.value.split(",") if form_field.kind == "checks" else [form_field.value]
        values = tuple(value for value in split if value)
        if drafted and self.draft is not None:
            values = (
                self.draft.all(form_field.name)
                if form_field.kind == "checks"
                else (self.draft.value(form_field.name, form_field.value),)
            )
        known_values = {answer.value for answer in form_field.answers}
        if form_field.kind in ("select", "pick") and not set(values) & known_values:
            values = (form_field.value,)
        return Input(
            field=form_field,
            name=f"{choice.key}.{form_field.name}",
            id=f"{choice_id(choice.key)}-{choice_id(form_field.name)}",
            values=values,
        )


def _has_content(panel: Panel) -> bool:
    """Return whether the panel has content. Empty panels are not drawn."""
    return bool(panel.lines or panel.cards or panel.table or panel.drawing)
