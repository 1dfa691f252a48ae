"""House rules as text: the closest preset, the options that differ from it, and all groups."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from campaign.house_rules.rules import house
from campaign.house_rules.rules.calendar import DAYS
from campaign.house_rules.rules.house import Group, HouseRules
from campaign.house_rules.rules.presets import Preset, closest_preset
from core.web.options import Option
from core.web.pictures.words import money

DOLLARS = (
    "Price in dollars",
    "Dollars",
    "Money of a new team",
    "Maximum total cost",
    "Maximum cost of a single",
    "Prize money above",
)
KEYWORDS: Final = {
    "ambush_by_doctrine": "fight ourselves",
    "caretaker_after": "no bots absent",
    "closes_day": "ends",
    "closes_time": "ends",
    "death": "die kill permanent",
    "due_day": "closes send",
    "due_time": "closes send",
    "duel_mode": "online drive",
    "duel_sign_hours": "signature confirm",
    "healing_a_week": "wounds heal faster twice",
    "opens_day": "starts begins",
    "opens_time": "starts begins",
    "plastique_price": "bombs explosives cost free nothing",
    "starting_capital": "dollars rich",
}
"""Additional search words for options, by the option's name."""
MAX_SHORT_STEM: Final = 3
"""Maximum length in letters of stems that do not match the beginning of longer words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The club's choice for an option.

    `text` is the choice as text. A table has `rows` with the headings `heads`. If the choice
    differs from the preset, `preset` is the preset's choice as text.
    """

    group: str
    name: str
    title: str
    help: str
    text: str
    changed: bool
    preset: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class AnsweredGroup(NamedTuple):
    """A group of options with the club's choices."""

    group: Group
    answers: tuple[Answer, ...]

    @property
    def changes(self) -> int:
        """The number of choices that differ from the preset."""
        return sum(answer.changed for answer in self.answers)


class RulesInWords(NamedTuple):
    """A club's house rules as text.

    `preset` is the preset from which the fewest options differ. If `find` is given, `groups`
    contains only the best matches (see `_best_matches`).
    """

    preset: Preset
    groups: tuple[AnsweredGroup, ...]
    find: str

    @property
    def changed(self) -> tuple[Answer, ...]:
        """The choices that differ from the preset."""
        return tuple(item for _, answers in self.groups for item in answers if item.changed)

    @property
    def found(self) -> int:
        """The number of answers."""
        return sum(len(answers) for _, answers in self.groups)


def rules_in_words(rules: HouseRules, timezone: str, find: str = "") -> RulesInWords:
    """Return a club's house rules as text. With `find`, include only the best matches."""
    preset = closest_preset(rules)
    club_data, preset_data = house.to_json_data(rules), house.to_json_data(preset.house)
    groups = []
    zone = Answer("calendar", "timezone", "Time zone", "", timezone, False)
    for group in house.groups(rules.skill_costs):
        answers = (
            *([zone] if group.key == "calendar" else []),
            *[
                answer(option, club_data[option.name], preset_data[option.name])
                for option in group.options
            ],
        )
        groups.append(AnsweredGroup(group, answers))
    return RulesInWords(preset, _best_matches(groups, find) if find else tuple(groups), find)


def _best_matches(groups: Sequence[AnsweredGroup], find: str) -> tuple[AnsweredGroup, ...]:
    """Return the answers that contain the largest number of the words in `find`."""
    stems = [_stem(term) for term in re.findall(r"\w+", find.casefold())]
    scores = {
        answer.name: sum(
            _contains(f"{group.title} {_searchable_text(answer)}", stem) for stem in stems
        )
        for group, answers in groups
        for answer in answers
    }
    best = max(1, *scores.values())
    matching = (
        AnsweredGroup(group, tuple(answer for answer in answers if scores[answer.name] == best))
        for group, answers in groups
    )
    return tuple(answered for answered in matching if answered.answers)


def _searchable_text(answer: Answer) -> str:
    days = " ".join(DAYS) if answer.name.endswith("_day") else ""
    return f"{answer.title} {answer.help} {KEYWORDS.get(answer.name, '')} {days}"


def _contains(text: str, stem: str) -> bool:
    """Return whether a word of the text starts with the stem.

    A stem of up to `MAX_SHORT_STEM` letters must match the whole word, with or without an s.
    """
    end = "" if len(stem) > MAX_SHORT_STEM else r"s?\b"
    return re.search(rf"\b{re.escape(stem)}{end}", text.casefold()) is not None


def _stem(term: str) -> str:
    """Return a word without the ending "s", "ed" or "ing".

    >>> [_stem(term) for term in ("duels", "signed", "driving", "gas")]
    ['duel', 'sign', 'driv', 'gas']
    """
    return re.sub(r"(?<=\w{3})(?:s|ed|ing)$", "", term)


def answer(option: Option, value: Any, preset_value: Any) -> Answer:
    """Return the club's choice for an option, compared with the preset's."""
    changed = value != preset_value
    if option.kind == "table":
        titled = any(column.name == "title" for column in option.columns)
        columns = [column for column in option.columns if column.name != "key" or not titled]
        rows = tuple(
            tuple(in_words(column, row[column.name]) for column in columns) for row in value
        )
        return Answer(
            option.group,
            option.name,
            option.title,
            option.help,
            f"{len(rows)} rows",
            changed,
            heads=tuple(column.title for column in columns),
            rows=rows,
        )
    preset_text = in_words(option, preset_value) if changed else ""
    text = in_words(option, value)
    return Answer(
        option.group, option.name, option.title, option.help, text, changed, preset=preset_text
    )


def in_words(option: Option, value: Any) -> str:
    """Return an option's value as text."""
    match option.kind:
        case "switch":
            return "On" if value else "Off"
        case "number":
            return _number(option, value)
        case "list":
            return _list(value)
        case "choice":
            return dict(option.labelled_choices).get(value, str(value))
        case _:
            return str(value)


def _number(option: Option, value: int) -> str:
    if value == 0 and "0 = no limit" in option.help:
        return "No limit"
    return money(value) if option.help.startswith(DOLLARS) else f"{value:,}"


def _list(values: Sequence[Any]) -> str:
    return ", ".join(f"{value:,}" if isinstance(value, int) else str(value) for value in values)
