"""The table's dice (C44): drawn when the week is settled, an event's when it is made; rolled by who
is at the start; opened when the duel is booked.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction
from django.db.models import OuterRef
from django_scopes import scopes_disabled

from campaign.duels.models import DuelResult, TableDice, TableRoll
from campaign.duels.rules import table_dice as rules
from campaign.duels.selectors import drafts as selector
from campaign.duels.selectors.events import RUNNING
from campaign.duels.services import results
from campaign.league.models import Event, Week
from core.web import bulk
from core.web.locks import club, locked
from core.web.prepared import PlannedAnewInScope
from core.web.problems import Problem
from core.web.refusals import BadForm, Refused, WrongTime
from core.web.row_by_row import there_is_none
from engine.dice import SEED_BYTES

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.duels.rules.table_dice import Throw
    from campaign.league.models import Team
    from core.accounts.models import User

AT_ONCE: Final = 500
"""So many duels' dice are drawn in one transaction."""
MOST_ROLLS: Final = 2000
"""So many rolls one duel may have."""


def draw_due(at: datetime) -> int:
    """Draw the seed of every duel whose week is settled, and of every event of a week under way,
    that has none; how many. Two queries while there is none to draw.
    """
    done = 0
    with scopes_disabled():
        while drawn := _draw(at):
            done += drawn
    return done


@transaction.atomic
def _draw(at: datetime) -> int:
    """The same for as many as are drawn at once, without those that another worker holds. Where
    one has drawn between our look and our lock, its dice stand.
    """
    duels = [*((week, None) for week in _WEEKS.all()), *_EVENTS.all()]
    bulk.insert_missing(
        [
            TableDice(week_id=week, event_id=event, seed=os.urandom(SEED_BYTES), drawn_at=at)
            for week, event in duels
        ]
    )
    return len(duels)


def _weeks() -> QuerySet[Week, UUID]:
    none = (
        there_is_none(model.objects.filter(week=OuterRef("pk"), event=None))
        for model in (DuelResult, TableDice)
    )
    return _held(Week.objects.filter(*none, status=Week.Status.SETTLED)).values_list(
        "pk", flat=True
    )


def _events() -> QuerySet[Event, tuple[UUID, UUID]]:
    none = (
        there_is_none(model.objects.filter(event=OuterRef("pk")))
        for model in (DuelResult, TableDice)
    )
    rows = Event.objects.filter(*none, week__status__in=RUNNING, called_off_at=None)
    return _held(rows).values_list("week_id", "pk")


def _held(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Some of the rows that no other worker holds, held."""
    return rows.select_for_update(skip_locked=True, of=("self",))[:AT_ONCE]


_WEEKS: Final = PlannedAnewInScope(_weeks)
_EVENTS: Final = PlannedAnewInScope(_events)


def roll(*, week: Week, team: Team, throw: Throw, by: User, at: datetime) -> TableRoll:
    """Roll the table's dice for a team of the start, before everybody, until the duel is booked
    (C44).

    Raises WrongTime, Refused for a team that was not at the start, BadForm.
    """
    words = " ".join(throw.words.split())
    if not words:
        raise BadForm(
            [Problem(field="words", code="missing", sentence="Enter what the roll is for.")]
        )
    with club(week.season.campaign_id):
        week = results.recordable(week, at)
        if team.pk not in selector.at_start(week):
            raise Refused(
                f"{team.name} had no vehicle at the start of this duel. Only participating teams "
                "can roll.",
                code="not-at-the-start",
            )
        dice = TableDice.objects.filter(week=week, event=week.event).first()
        if dice is None:
            raise WrongTime("The dice for this duel are being prepared. Try again in a minute.")
        dice = locked(dice)
        last = dice.rolls.order_by("-number").values_list("number", flat=True).first() or 0
        if last >= MOST_ROLLS:
            raise WrongTime("This duel has reached the maximum number of rolls.")
        return TableRoll.objects.create(
            table_dice=dice,
            number=last + 1,
            team=team,
            by=by,
            at=at,
            words=words,
            add=throw.add,
            faces=rules.faces(bytes(dice.seed), last + 1, throw.dice),
        )
