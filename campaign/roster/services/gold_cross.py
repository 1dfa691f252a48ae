"""Services for Gold Cross (option): stored memories and clones, which protect characters against
death (E12).

The prices are in the house rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid4

from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Team, Week
from campaign.league.refusals import NotFit, OptionOff
from campaign.league.selectors.house import rules_in, rules_of
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting, treasury
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Character, Memory
from campaign.roster.rules import people
from campaign.roster.rules.acts import Care
from campaign.roster.selectors.roster import body_of
from core.accounts.models import User
from core.web.locks import club, locked

WEEKS_PER_PAYMENT = 4
"""Number of weeks that one payment for keeping a clone covers."""


def store(*, character: Character, actor: User, now: datetime) -> Memory:
    """Store the memory of a living character. A new body can be grown from the memory.

    Raise OptionOff, NotFit or NotEnoughMoney.
    """
    with club(character.team.campaign_id):
        team, character, rules = _lock_patient(character, alive=True)
        return _store_memory(
            team, character, Memory.Kind.RECORD, rules.gold_cross_record, "memory", actor, now
        )


def grow(*, character: Character, actor: User, now: datetime) -> Memory:
    """Grow a clone with the character's current knowledge, and keep it ready.

    Raise OptionOff, NotFit or NotEnoughMoney.
    """
    with club(character.team.campaign_id):
        team, character, rules = _lock_patient(character, alive=True)
        if _find_memory(character, Memory.Kind.CLONE):
            raise NotFit(f"There is already a clone of {character.name}. Renew its memory instead.")
        return _store_memory(
            team, character, Memory.Kind.CLONE, rules.gold_cross_grow, "clone", actor, now
        )


def renew(*, character: Character, actor: User, now: datetime) -> Memory:
    """Update the clone with the character's current knowledge.

    Raise OptionOff, NotFit or NotEnoughMoney.
    """
    with club(character.team.campaign_id):
        team, character, rules = _lock_patient(character, alive=True)
        clone = _find_memory(character, Memory.Kind.CLONE)
        if clone is None:
            raise NotFit(f"There is no clone of {character.name}. Grow one first.")
        return _store_memory(
            team,
            character,
            Memory.Kind.CLONE,
            rules.gold_cross_reprogram,
            "clone",
            actor,
            now,
            weeks_kept=clone.weeks_kept,
        )


def _lock_patient(character: Character, *, alive: bool) -> tuple[Team, Character, HouseRules]:
    team, character = locked(character.team), locked(character)
    rules = rules_of(team.campaign)
    if not rules.gold_cross:
        raise OptionOff("This club does not use clones. Death is final.")
    if character.left_at or (body_of(character).health != "dead") != alive:
        raise NotFit(f"{character.name} is {'dead' if alive else 'alive'}.")
    return team, character, rules


def _find_memory(character: Character, kind: str) -> Memory | None:
    return Memory.objects.filter(character=character, kind=kind, gone_at=None).first()


def _store_memory(
    team: Team,
    character: Character,
    kind: Memory.Kind,
    price: int,
    item: str,
    actor: User,
    now: datetime,
    *,
    weeks_kept: int = 0,
) -> Memory:
    Memory.objects.filter(character=character, kind=kind, gone_at=None).update(gone_at=now)
    points = balances.skill_points([character.pk]).get(character.pk, {})
    memory = Memory.objects.create(
        character=character, kind=kind, points=points, stored_at=now, weeks_kept=weeks_kept
    )
    paid = treasury.pay(
        team=team,
        amount=price,
        item=item,
        cause=f"gold-cross:{memory.pk}",
        now=now,
        user_id=actor.pk,
        note=character.name,
    )
    posting.post([paid])
    return memory


def revive(*, character: Character, actor: User, now: datetime, body_home: bool) -> int:
    """Revive a dead character in a new body, and return the price in dollars.

    An existing clone costs nothing. If there is only a stored memory, the price is that of another
    clone. In both cases, the new body has only the stored knowledge. If there is neither, but the
    body was brought home (`body_home`), the brain is recorded and a clone is grown. This costs
    more, but no knowledge is lost. Raise OptionOff, NotFit or NotEnoughMoney.
    """
    with club(character.team.campaign_id):
        team, character, rules = _lock_patient(character, alive=False)
        memory = _find_memory(character, Memory.Kind.CLONE) or _find_memory(
            character, Memory.Kind.RECORD
        )
        price = _price(memory, rules, body_home=body_home)
        if price is None:
            raise NotFit(
                f"{character.name} cannot be revived because there is no stored memory, clone or "
                "body."
            )
        cause = f"revived:{uuid4()}"
        lines = [
            Line(
                Book.WOUND,
                character.pk,
                "dp",
                -balances.wounds([character.pk])[character.pk],
                cause,
                now,
                booked_by=actor.pk,
            )
        ]
        if price:
            lines.append(
                treasury.pay(
                    team=team,
                    amount=price,
                    item="clone",
                    cause=cause,
                    now=now,
                    user_id=actor.pk,
                    note=character.name,
                )
            )
        if memory:
            lines += _lost_points(character, memory, cause, now, actor.pk)
        if memory and memory.kind == Memory.Kind.CLONE:
            Memory.objects.filter(pk=memory.pk).update(gone_at=now)
        posting.post(lines)
        return price


def _price(memory: Memory | None, rules: HouseRules, *, body_home: bool) -> int | None:
    if memory and memory.kind == Memory.Kind.CLONE:
        return 0
    return people.clone_cost(
        rules, recorded=memory is not None, body_home=body_home and memory is None
    )


def _lost_points(
    character: Character, memory: Memory, cause: str, now: datetime, user_id: UUID
) -> list[Line]:
    """Return the ledger lines that remove points earned after the memory was stored."""
    current = balances.skill_points([character.pk]).get(character.pk, {})
    changes = {
        key: memory.points.get(key, 0) - current.get(key, 0)
        for key in sorted({*current, *memory.points})
    }
    return [
        Line(Book.SKILL, character.pk, key, change, cause, now, booked_by=user_id)
        for key, change in changes.items()
        if change
    ]


def perform(
    care: Care, *, character: Character, actor: User, now: datetime, body_home: bool = False
) -> None:
    """Perform the treatment with this name. `revive` describes `body_home`."""
    match care:
        case "store":
            store(character=character, actor=actor, now=now)
        case "grow":
            grow(character=character, actor=actor, now=now)
        case "renew":
            renew(character=character, actor=actor, now=now)
        case "revive":
            revive(character=character, actor=actor, now=now, body_home=body_home)


def charge_for_clones(*, weeks: Sequence[Week], now: datetime) -> None:
    """Charge for keeping clones when these weeks close.

    The charge is due every fourth week of a clone. If it is not paid, the clone is lost.
    """
    by_campaign = {week.season.campaign_id: week for week in weeks if rules_in(week).gold_cross}
    clones = Memory.objects.filter(
        kind=Memory.Kind.CLONE, gone_at=None, character__team__campaign__in=list(by_campaign)
    )
    for memory in clones.select_related("character__team").order_by("stored_at", "id"):
        week = by_campaign[memory.character.team.campaign_id]
        memory.weeks_kept += 1
        if memory.weeks_kept % WEEKS_PER_PAYMENT == 0:
            _charge(memory, week, rules_in(week).gold_cross_keep, now)
        memory.save(update_fields=["weeks_kept", "gone_at"])


def _charge(memory: Memory, week: Week, price: int, now: datetime) -> None:
    team = locked(memory.character.team)
    if treasury.spendable(team) < price:
        memory.gone_at = now
        return
    cause = f"gold-cross-keep:{memory.pk}:{week.pk}"
    posting.post(
        [
            Line(
                Book.MONEY,
                team.pk,
                "clone",
                -price,
                cause,
                now,
                week=week.pk,
                note=memory.character.name,
            )
        ]
    )
