"""Every draft that the open choices of a board allow."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from minigames.renamed.tabletop import RENAMED_TABLE
from play.tabletop.board import Draft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minigames.renamed.rules.moves import Move
    from minigames.renamed.rules.values import View
    from play.tabletop.board import Board, Choice, Field

NAMES = ("Anna", "Bo", "Cleo", "Dora", "Emil", "Fritz", "Gus", "Hana")


def board_of(view: View, draft: Draft | None = None) -> Board:
    return RENAMED_TABLE.board(view, NAMES[: len(view.table.scores)], draft)


def draft(choice: str, **fields: str | tuple[str, ...]) -> Draft:
    """Return a choice as it is sent, such as `draft("send", what="top", into="1")`."""
    return Draft(
        choice=choice,
        answers=tuple(
            (name, said if isinstance(said, tuple) else (said,)) for name, said in fields.items()
        ),
    )


def every_choice(board: Board) -> list[Choice]:
    return [choice for menu in board.menus for choice in menu.choices]


def sendable_drafts(board: Board) -> Iterator[Draft]:
    """Yield every open choice with every answer. At most three check boxes are ticked."""
    for choice in every_choice(board):
        if not choice.closed:
            for answers in product(*(_fillings(field) for field in choice.fields)):
                yield Draft(
                    choice=choice.key,
                    answers=tuple(
                        zip([field.name for field in choice.fields], answers, strict=True)
                    ),
                )


def _fillings(field: Field) -> list[tuple[str, ...]]:
    open_values = [answer.value for answer in field.answers if not answer.closed]
    if field.kind != "checks":
        return [(value,) for value in open_values]
    return [(*chosen,) for size in (2, 3) for chosen in combinations(open_values, size)]


def move(view: View, sent: Draft) -> Move:
    return RENAMED_TABLE.read(view, sent)
