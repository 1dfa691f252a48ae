"""Input for making an offer, one record per kind (C107 to C109, C112)."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from core.web.api.shapes import Name, Word
from core.web.records import field, line, number
from engine.options import use_attribute_docstrings
from engine.values import Value

MAX_OPEN_DEALS: Final = 10
"""Maximum number of open offers of a team."""
MAX_AMOUNT: Final = 1_000_000_000
"""Maximum sum of a deal, in dollars."""
MAX_WEEKS: Final = 12
MAX_WEEK: Final = 999
MAX_MESSAGE_LENGTH: Final = 1000
MAX_TITLE_LENGTH: Final = 80
MAX_REPORT_LENGTH: Final = 2000

Message = Annotated[
    str,
    Meta(max_length=MAX_MESSAGE_LENGTH),
    field("Message", "The text of the letter that carries the offer.", lines=3),
]


@use_attribute_docstrings
class NewBounty(Value, kw_only=True):
    """A request to put a bounty on a rival's vehicle (C108).

    `vehicle` is the id of a vehicle that was seen in a duel of this season. `to` is the slug of the
    team that can earn the bounty, or empty for all teams.
    """

    vehicle: Annotated[Word, field("Vehicle", choices={})]
    amount: Annotated[int, number("Bounty", 1, MAX_AMOUNT)]
    """In dollars. The site holds the money."""
    weeks: Annotated[int, number("Weeks", 1, MAX_WEEKS)] = 1
    """The site returns the money when the last week closes."""
    to: Annotated[Name, field("Who can earn it", choices={})] = ""
    """A bounty for everyone is published with your name."""
    text: Message = ""


@use_attribute_docstrings
class NewPact(Value, kw_only=True):
    """A request to offer a pact to the team with the slug `to` (C109)."""

    to: Annotated[Name, field("Team", choices={})]
    weeks: Annotated[int, number("Weeks", 1, MAX_WEEKS)] = 2
    """The first week is the next one that opens."""
    amount: Annotated[int, number("Stake", 0, MAX_AMOUNT)] = 0
    """In dollars. Each team pays this sum now. A team that breaks the pact loses its stake to the
    other team.
    """
    is_public: Annotated[bool, field("Publish a breach")] = False
    """If off, only the two teams learn of a breach."""
    text: Message = ""


@use_attribute_docstrings
class NewReport(Value, kw_only=True):
    """A request to offer a report about a third team for sale (C107).

    `to` is the slug of the buyer, and `about` the slug of the team that the report is about. The
    buyer can read `report` after buying it. The site does not check whether it is true.
    """

    to: Annotated[Name, field("Buyer", choices={})]
    about: Annotated[Name, field("About", choices={})]
    title: Annotated[str, line("Subject", 1, MAX_TITLE_LENGTH)]
    """The buyer can read it before buying the report."""
    report: Annotated[
        str, Meta(min_length=1, max_length=MAX_REPORT_LENGTH), field("Report", lines=8)
    ]
    """A button below each mission of your reports copies it here. You can change it, or invent a
    report. The buyer can read it after buying it. The site does not check whether it is true.
    """
    amount: Annotated[int, number("Price", 0, MAX_AMOUNT)]
    """In dollars."""
    text: Message = ""


@use_attribute_docstrings
class NewLoan(Value, kw_only=True):
    """A request to lend a guard to another team for a week (C112).

    `character` is the id of one of the team's characters. `to` is the slug of the borrower. The
    price is paid when the offer is accepted, and the site holds it until the week's reports.
    """

    character: Annotated[Word, field("Character", choices={})]
    to: Annotated[Name, field("Borrower", choices={})]
    week: Annotated[int, number("Week", 1, MAX_WEEK)]
    """A planned week, or the open week if the character has no order."""
    amount: Annotated[int, number("Price", 0, MAX_AMOUNT)] = 0
    """In dollars."""
    text: Message = ""


NewDeal: TypeAlias = NewBounty | NewPact | NewReport | NewLoan
