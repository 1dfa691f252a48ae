"""Lessons, which consist of a few prescribed moves on a real board. Each move has an instruction
and shows its result.

A lesson is a list of steps in a match against a bot by the game's own rules, with a fixed setup and
fixed dice. It is the same for everyone, and its URL determines its state. A lesson therefore needs
no table, row or session. A reader at step 3 has completed the first two steps.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

from engine import registry as games
from engine.dice import SeededDice, seed_from
from engine.game import Refusal
from engine.match import Match
from engine.registry import UnknownGame
from engine.values import Seat, Value, changed

from .board import Board, Choice, Draft, Drawing, Field, Group, Names, Number, Shape
from .contract import AnyTabletop

AnyMatch: TypeAlias = Match[Any, Any, Any, Any, Any]

Part: TypeAlias = tuple[Number, Number, Number, Number]
"""A rectangle within a drawing, as x, y, width and height."""

NOT_NOW: Final = (
    "That move is legal, but this lesson is about another one. Press the marked button."
)
FIRST_SEAT: Final = Seat(0)
WANTED_STYLE: Final = "wanted"
"""Style class of the element that the learner should press."""


class Step(Value):
    """One step of a lesson.

    `instruction` tells the learner what to look at and what to press. `press` is the expected
    choice with its fields, and `explanation` is shown for other legal moves. `follow_ups` lists
    moves that are made for the learner before the next step.
    """

    instruction: str
    press: Draft
    explanation: str = NOT_NOW
    follow_ups: tuple[Draft, ...] = ()


class Picture(Value):
    """A picture that explains a rule. It is one of the game's drawings, with a caption of at most
    fifteen words.
    """

    drawing: Drawing
    caption: str


class Scene(Value):
    """The state of a lesson, with the board, the lines since the last step, and the expected
    choice. At the end, `press` is None and `instruction` is the summary.
    """

    board: Board
    happened: tuple[str, ...]
    instruction: str
    press: Draft | None = None


class Lesson(abc.ABC):
    """The parts of a lesson that its page needs. `key` is the lesson's name in the URL, `game` is
    the key of the game to play afterwards ("" for none), and `rules` is the help page with all
    rules. `sheet` is the board's style sheet, and `code` is its script.
    """

    key: str
    title: str
    goal: str
    game: str = ""
    rules: str
    sheet: str = ""
    code: str = "js/board.js"

    @property
    @abc.abstractmethod
    def steps(self) -> Sequence[Step]:
        """The lesson's steps in order."""

    @abc.abstractmethod
    def scene(self, step_index: int, draft: Draft | None = None) -> Scene:
        """Return the scene before a step. `step_index` counts from 0, and `len(steps)` is the end.

        `draft` is the choice that the learner is composing.
        """

    def completed(self, step_index: int, draft: Draft) -> Draft:
        """Return a draft after a button that fills in several fields was pressed."""
        return draft

    @abc.abstractmethod
    def judge(self, step_index: int, draft: Draft) -> str:
        """Return the reason why this choice is not the expected one, or "" if it is."""

    @abc.abstractmethod
    def pictures(self) -> Sequence[Picture]:
        """Return five to seven pictures that explain the rules, or () if there are none."""


@dataclass(frozen=True)
class Cut:
    """A part of a lesson's board that illustrates the rules. It has a step, a caption, and a
    rectangle (x, y, width, height), or None for the whole board.
    """

    step_index: int
    caption: str
    part: Part | None = None


@dataclass(frozen=True)
class GameLesson(Lesson):
    """A lesson on one game of the site.

    `seed` is a string. `rivals` is the bot in all other seats, and `names` lists the names in seat
    order. The seat after the learner first makes the moves in `answers`, so that the lesson does
    not depend on the bot. Before the first step, the bot makes `before` moves for the learner, and
    then the moves of the `opening` are made. `frame` is the relevant part of a large board.
    """

    tabletop: AnyTabletop
    setup: Value
    seed: str
    names: tuple[str, ...]
    goal: str
    script: tuple[Step, ...]
    ends: str
    cuts: tuple[Cut, ...] = ()
    rivals: str = "doctrine"
    before: int = 0
    opening: tuple[Draft, ...] = ()
    answers: tuple[Draft, ...] = ()
    frame: Part | None = None
    learner: Seat = FIRST_SEAT

    @property
    def key(self) -> str:  # type: ignore[override]
        return self.tabletop.key

    @property
    def game(self) -> str:  # type: ignore[override]
        return self.tabletop.key

    @property
    def title(self) -> str:  # type: ignore[override]
        return self.tabletop.title

    @property
    def rules(self) -> str:  # type: ignore[override]
        return self.tabletop.rules_page or self.tabletop.key

    @property
    def sheet(self) -> str:  # type: ignore[override]
        return self.tabletop.style

    @property
    def code(self) -> str:  # type: ignore[override]
        return self.tabletop.script

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.script

    @cached_property
    def matches(self) -> tuple[AnyMatch, ...]:
        """The match before each step, and at the end."""
        match = Match.begin(self.tabletop.game, self.setup, seed_from(self.seed))
        match = self._until_learner(match)
        for _ in range(self.before):
            match = self._until_learner(self._botted(match, self.learner))
        for draft in self.opening:
            match = self._drafted(match, (self._filled_in(match, draft),))
        matches = [match]
        for step in self.script:
            match = self._drafted(match, (self._filled_in(match, step.press), *step.follow_ups))
            matches.append(match)
        return tuple(matches)

    def _drafted(self, match: AnyMatch, drafts: Sequence[Draft]) -> AnyMatch:
        for draft in drafts:
            move = self.tabletop.read(match.view(self.learner), draft)
            match = self._until_learner(match.submit(self.learner, move))
        return match

    def _until_learner(self, match: AnyMatch) -> AnyMatch:
        """Let all other players move until it is the learner's turn or the match is over."""
        while match.to_act and self.learner not in match.to_act:
            match = self._answered(match, match.to_act[0])
        return match

    def _answered(self, match: AnyMatch, seat: Seat) -> AnyMatch:
        """Make the scripted move for this seat, or the bot's move if there is none."""
        number = sum(mover == seat for mover, _ in match.moves)
        if seat != self.learner + 1 or number >= len(self.answers):
            return self._botted(match, seat)
        draft = self._filled_in(match, self.answers[number], seat)
        return match.submit(seat, self.tabletop.read(match.view(seat), draft))

    def _botted(self, match: AnyMatch, seat: Seat) -> AnyMatch:
        """Make the bot's move for this seat, using its own dice."""
        bot = games.bot(self.tabletop.game, self.rivals)
        dice = SeededDice(match.seed, len(match.moves) + 1).in_domain((seat, "bot"))
        return match.submit(seat, bot.choose(match.view(seat), seat, dice))

    def scene(self, step_index: int, draft: Draft | None = None) -> Scene:
        match, happened = self.matches[step_index], self._happened(step_index)
        if step_index == len(self.script):
            board = self._framed(self._board(match, None))
            return Scene(board=board, happened=happened, instruction=self.ends)
        step = self.script[step_index]
        press = self._filled_in(match, step.press)
        board = self._framed(self._board(match, draft or (press if press.answers else None)))
        return Scene(
            board=wanting(board, press),
            happened=happened,
            instruction=step.instruction,
            press=press,
        )

    def completed(self, step_index: int, draft: Draft) -> Draft:
        try:
            return self.tabletop.complete(self.matches[step_index].view(self.learner), draft)
        except Refusal:
            return draft

    def _filled_in(self, match: AnyMatch, press: Draft, seat: Seat | None = None) -> Draft:
        """Return a choice with every field of its form, as a browser would send it. It is the
        learner's choice unless a seat is given.
        """
        choice = self._board(match, None, seat).choice(press.choice)
        if choice is None or not choice.fields:
            return press
        fields = [filled(field, press) for field in choice.fields]
        return Draft(
            choice=press.choice, answers=tuple([(field.name, _values(field)) for field in fields])
        )

    def _board(self, match: AnyMatch, draft: Draft | None, viewer: Seat | None = None) -> Board:
        viewer = self.learner if viewer is None else viewer
        names = Names(self.names, [seat for seat in match.seats if seat != viewer])
        view = match.view(viewer)
        try:
            return self.tabletop.board(view, names, draft)
        except Refusal:
            return self.tabletop.board(view, names)

    def _framed(self, board: Board) -> Board:
        if self.frame is None or board.drawing is None:
            return board
        return changed(board, drawing=framed(board.drawing, self.frame))

    def _happened(self, step_index: int) -> tuple[str, ...]:
        """Return the lines that the learner received since the previous step."""
        if not step_index:
            return ()
        before = len(self.matches[step_index - 1].heard_by(self.learner))
        say = self.tabletop.narrator(Names(self.names), self.learner)
        lines = [say(event) for event in self.matches[step_index].heard_by(self.learner)]
        return tuple([line for line in lines[before:] if line])

    def judge(self, step_index: int, draft: Draft) -> str:
        step, match = self.script[step_index], self.matches[step_index]
        view = match.view(self.learner)
        try:
            move = self.tabletop.read(view, draft)
            self.tabletop.game.check(view, move)
        except Refusal as refusal:
            return refusal.sentence
        wanted_move = self.tabletop.read(view, self._filled_in(match, step.press))
        return "" if move == wanted_move else step.explanation

    def pictures(self) -> tuple[Picture, ...]:
        return self._cut_out

    @cached_property
    def _cut_out(self) -> tuple[Picture, ...]:
        return tuple([self._picture(cut) for cut in self.cuts])

    def _picture(self, cut: Cut) -> Picture:
        press = self.scene(cut.step_index).press
        drawing = self._board(self.matches[cut.step_index], press).drawing
        if drawing is None:
            raise LookupError(f"there is no picture at step {cut.step_index} of {self.key}")
        plain_drawing = changed(
            drawing, shapes=_without_choices(drawing.shapes), label=cut.caption, zooms=False
        )
        return Picture(
            drawing=framed(plain_drawing, cut.part) if cut.part else plain_drawing,
            caption=cut.caption,
        )


def framed(drawing: Drawing, part: Part) -> Drawing:
    """Return a drawing cropped to this rectangle."""
    x, y, width, height = part
    moved = Group(shapes=drawing.shapes, x=-x, y=-y)
    return changed(drawing, width=width, height=height, shapes=(moved,))


def _without_choices(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return shapes without choices, titles and script data."""
    return tuple(
        changed(shape, shapes=_without_choices(shape.shapes), choice="", title="", data=())
        if isinstance(shape, Group)
        else shape
        for shape in shapes
    )


def wanting(board: Board, press: Draft) -> Board:
    """Return the board with the expected choice filled in and listed first. Confirmation is never
    required.
    """
    menus = [
        changed(
            menu,
            choices=tuple(
                sorted(
                    [_wanting(choice, press) for choice in menu.choices],
                    key=lambda choice: choice.key != press.choice,
                )
            ),
        )
        for menu in board.menus
    ]
    menus.sort(key=lambda menu: all(choice.key != press.choice for choice in menu.choices))
    drawing = board.drawing
    if drawing is not None:
        drawing = changed(drawing, shapes=_marked(drawing.shapes, press.choice))
    return changed(board, menus=tuple(menus), drawing=drawing)


def _wanting(choice: Choice, press: Draft) -> Choice:
    if choice.key != press.choice:
        return changed(choice, ask="")
    return changed(choice, ask="", fields=tuple([filled(field, press) for field in choice.fields]))


def filled(field: Field, press: Draft) -> Field:
    """Return the field. If the expected choice has a value for it, this value is filled in."""
    if not any(name == field.name for name, _ in press.answers):
        return field
    return changed(field, value=",".join(press.all(field.name)))


def _values(field: Field) -> tuple[str, ...]:
    if field.kind == "checks":
        return tuple([value for value in field.value.split(",") if value])
    return (field.value,)


def _marked(shapes: Sequence[Shape], key: str) -> tuple[Shape, ...]:
    """Return the shapes, and mark those that activate the expected choice."""
    return tuple([_mark(shape, key) if isinstance(shape, Group) else shape for shape in shapes])


def _mark(group: Group, key: str) -> Group:
    look = f"{group.look} {WANTED_STYLE}".strip() if group.choice == key else group.look
    return changed(group, look=look, shapes=_marked(group.shapes, key))


_lessons: dict[str, Lesson] = {}


def register(lesson: Lesson) -> None:
    """Add a lesson to the site. This is idempotent."""
    _lessons.setdefault(lesson.key, lesson)


def get(key: str) -> Lesson:
    """Return the lesson with this key, or raise `UnknownGame`."""
    try:
        return _lessons[key]
    except KeyError:
        raise UnknownGame(f'there is no lesson "{key}"') from None


def all_lessons() -> tuple[Lesson, ...]:
    """Return every lesson on the site."""
    return tuple(_lessons.values())


def has_lesson(key: str) -> bool:
    """Return whether a lesson with this key exists."""
    return key in _lessons
