"""Services for the table's dice (C44).

The seed is drawn when the week is settled, or when an event is created. Teams at the start can roll
the dice. The seed is published when the duel is booked.
"""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django_scopes import scopes_disabled

from campaign.duels.models import DuelResult, TableDice, TableRoll
from campaign.duels.rules import table_dice as rules
from campaign.duels.rules.table_dice import Throw
from campaign.duels.selectors import drafts as selector
from campaign.duels.services import results
from campaign.league.models import Duel, Team, Week
from core.accounts.models import User
from core.web import bulk
from core.web.locks import club, locked
from core.web.refusals import Refused, WrongTime, bad_field
from engine.dice import SEED_BYTES

BATCH_SIZE: Final = 500
"""Number of duels whose dice are drawn in one transaction."""
MAX_ROLLS: Final = 2000
"""Maximum number of rolls in one duel."""


def draw_due(now: datetime) -> int:
    """Draw the missing seeds of duels in settled weeks and of events in running weeks.

    Return the number of seeds drawn. This runs two queries if no seeds are missing.
    """
    total = 0
    with scopes_disabled():
        while count := _draw(now):
            total += count
    return total


@transaction.atomic
def _draw(now: datetime) -> int:
    """Draw a batch of seeds, skipping rows that another worker has locked.

    If another worker has drawn a seed since the query, that seed is kept.
    """
    weekly = _missing(kind=Duel.Kind.WEEKLY, week__status=Week.Status.SETTLED)
    events = _missing(starts_at__isnull=False, week__status__in=Week.RUNNING, called_off_at=None)
    duels = [*weekly, *events]
    bulk.insert_missing(
        [TableDice(duel_id=duel, seed=os.urandom(SEED_BYTES), drawn_at=now) for duel in duels]
    )
    return len(duels)


def _missing(**conditions: Any) -> QuerySet[Duel, UUID]:
    """Return a locked batch of duels that have neither a result nor dice.

    Duels that another worker has locked are skipped.
    """
    missing = (
        ~Exists(model.objects.filter(duel=OuterRef("pk"))) for model in (DuelResult, TableDice)
    )
    rows = Duel.objects.filter(*missing, **conditions).order_by()
    rows = rows.select_for_update(skip_locked=True, of=("self",))[:BATCH_SIZE]
    return rows.values_list("pk", flat=True)


def roll(*, duel: Duel, team: Team, throw: Throw, actor: User, now: datetime) -> TableRoll:
    """Roll the table's dice for a team at the start. The roll is public (C44).

    Teams can roll until the duel is booked. Raise BadForm, WrongTime, and Refused for a team that
    was not at the start.
    """
    purpose = " ".join(throw.words.split())
    if not purpose:
        raise bad_field("words", "missing", "Enter what the roll is for.")
    with club(duel.week.season.campaign_id):
        duel = results.lock_recordable(duel, now)
        if team.pk not in selector.teams_at_start(duel):
            raise Refused(
                f"{team.name} had no vehicle at the start of this duel. Only participating teams "
                "can roll.",
                code="not-at-the-start",
            )
        dice = TableDice.objects.filter(duel=duel).first()
        if dice is None:
            raise WrongTime("The dice for this duel are being prepared. Try again in a minute.")
        dice = locked(dice)
        last = dice.rolls.order_by("-number").values_list("number", flat=True).first() or 0
        if last >= MAX_ROLLS:
            raise WrongTime("This duel has reached the maximum number of rolls.")
        return TableRoll.objects.create(
            table_dice=dice,
            number=last + 1,
            team=team,
            by=actor,
            at=now,
            words=purpose,
            add=throw.add,
            faces=rules.faces(bytes(dice.seed), last + 1, throw.dice),
        )
