"""Sentence templates, whose gaps are filled in from a record for one reader.

From `"{seat:take} {card} from {rival:'s} hand."`, the person who took a card gets "You take a 3
from Bo’s hand.", and Bo gets "Ann takes a 3 from your hand." A gap names a field of the record, and
the field's type decides how it is filled:

- A seat becomes its name, or "you". A verb after the colon gives "you take" or "Ann takes", and
  `'s` gives the possessive.
- A card becomes the game's name for it.
- A number with a word after the colon becomes a count, such as "1 point" or "2 points".
- Several of these become a list, such as "a 1, a 3 and a 6".
- Any other value is inserted unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from engine.values import Seat, Value
from engine.words import capital, count_noun, join_items, spaced, third_person, with_article

POSSESSIVE: Final = "'s"
SEATS: Final = (Seat, Seat | None)
BEGINNINGS: Final = (". ", "! ", "? ", "“")


class BadSentence(ValueError):
    """A sentence that does not fit the fields of its record."""


class Reader(NamedTuple):
    """A reader, with the names of the seats, the reader's own seat, and a function that names
    cards.
    """

    names: Sequence[str]
    viewer: Seat | None
    card: Callable[[Any], str]


class Gap(NamedTuple):
    """Fixed text, and the field that follows it ("" if there is none)."""

    before: str
    field: str
    form: str


@dataclass(frozen=True)
class Sentence:
    """A sentence template for records of one type. `kinds` holds the types of their fields."""

    gaps: tuple[Gap, ...]
    kinds: dict[str, Any]
    card: Any

    @classmethod
    def parse(cls, record: type[Value], template: str, card: Any) -> Sentence:
        """Parse a template. Raise `BadSentence` if a gap names no field of the record."""
        kinds = get_type_hints(record)
        gaps = tuple(Gap(text, name or "", form or "") for text, name, form, _ in _parse(template))
        for gap in gaps:
            if gap.field and gap.field not in kinds:
                raise BadSentence(
                    f'"{template}" uses {gap.field}, which {record.__name__} does not have'
                )
        return cls(gaps=gaps, kinds=kinds, card=card)

    def fill(self, record: Value, reader: Reader) -> str:
        """Return the sentence for this reader. The capitalization of names does not change."""
        text = ""
        for gap in self.gaps:
            text += gap.before
            if gap.field:
                kind, value = self.kinds[gap.field], getattr(record, gap.field)
                begins = not text or text.endswith(BEGINNINGS)
                text += self._say(kind, value, gap.form, reader, begins=begins)
        return text

    @property
    def outline(self) -> str:
        """The sentence with its gaps described in general terms."""
        return "".join([gap.before + self._unnamed(gap.field) for gap in self.gaps])

    def _unnamed(self, field: str) -> str:
        is_plural = field and get_origin(self.kinds[field]) is tuple
        return spaced(field) if is_plural or not field else with_article(spaced(field))

    def say(self, field: str, value: Any, reader: Reader) -> str:
        """Return the text for a gap with this field at the beginning of a sentence."""
        return self._say(self.kinds[field], value, "", reader, begins=True)

    def _say(self, kind: Any, value: Any, form: str, reader: Reader, *, begins: bool) -> str:
        if get_origin(kind) is tuple:
            inner = get_args(kind)[0]
            return join_items(
                [
                    self._say(inner, item, form, reader, begins=begins and not place)
                    for place, item in enumerate(value)
                ]
            )
        if kind in SEATS and value is not None and value != reader.viewer:
            return _for_other(reader.names[value], form)
        text = self._simple_value(kind, value, form, reader)
        return capital(text) if begins else text

    def _simple_value(self, kind: Any, value: Any, form: str, reader: Reader) -> str:
        if kind in SEATS:
            return "nobody" if value is None else _for_reader(form)
        if kind is self.card:
            return reader.card(value)
        return count_noun(value, form) if form else str(value)


def _parse(template: str) -> list[tuple[str, str | None, str | None, str | None]]:
    try:
        return list(Formatter().parse(template))
    except ValueError as error:
        raise BadSentence(f'"{template}" cannot be read: {error}') from error


def _for_reader(form: str) -> str:
    return {"": "you", POSSESSIVE: "your"}.get(form, f"you {form}")


def _for_other(name: str, form: str) -> str:
    return {"": name, POSSESSIVE: f"{name}’s"}.get(form) or f"{name} {third_person(form)}"
