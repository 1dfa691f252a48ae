"""Gold Cross (option): memories stored and clones kept against death (E12). Prices are the
house's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

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

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from campaign.league.rules.house import HouseRules

MONTH = 4
"""Weeks for which keeping a clone is paid at once."""


def store(*, character: Character, by: User, at: datetime) -> Memory:
    """Store what a living character knows; a new body can be grown from it whenever they die.
    Raises OptionOff, NotFit, NotEnoughMoney.
    """
    with club(character.team.campaign_id):
        team, character, house = _ready(character, alive=True)
        return _remember(
            team, character, Memory.Kind.RECORD, house.gold_cross_record, "memory", by, at
        )


def grow(*, character: Character, by: User, at: datetime) -> Memory:
    """Grow a clone ahead and keep it ready: it knows what the character knows now. Raises
    OptionOff, NotFit, NotEnoughMoney.
    """
    with club(character.team.campaign_id):
        team, character, house = _ready(character, alive=True)
        if _kept(character, Memory.Kind.CLONE):
            raise NotFit(f"There is already a clone of {character.name}. Renew its memory instead.")
        return _remember(team, character, Memory.Kind.CLONE, house.gold_cross_grow, "clone", by, at)


def renew(*, character: Character, by: User, at: datetime) -> Memory:
    """Teach the kept clone what the character has learned since. Raises OptionOff, NotFit,
    NotEnoughMoney.
    """
    with club(character.team.campaign_id):
        team, character, house = _ready(character, alive=True)
        kept = _kept(character, Memory.Kind.CLONE)
        if kept is None:
            raise NotFit(f"There is no clone of {character.name}. Grow one first.")
        return _remember(
            team,
            character,
            Memory.Kind.CLONE,
            house.gold_cross_reprogram,
            "clone",
            by,
            at,
            weeks_kept=kept.weeks_kept,
        )


def _ready(character: Character, *, alive: bool) -> tuple[Team, Character, HouseRules]:
    team, character = locked(character.team), locked(character)
    house = rules_of(team.campaign)
    if not house.gold_cross:
        raise OptionOff("This club does not use clones. Death is final.")
    if character.left_at or (body_of(character).health != "dead") != alive:
        raise NotFit(f"{character.name} is {'dead' if alive else 'alive'}.")
    return team, character, house


def _kept(character: Character, kind: str) -> Memory | None:
    return Memory.objects.filter(character=character, kind=kind, gone_at=None).first()


def _remember(
    team: Team,
    character: Character,
    kind: Memory.Kind,
    price: int,
    item: str,
    by: User,
    at: datetime,
    *,
    weeks_kept: int = 0,
) -> Memory:
    Memory.objects.filter(character=character, kind=kind, gone_at=None).update(gone_at=at)
    points = balances.skill_points([character.pk]).get(character.pk, {})
    memory = Memory.objects.create(
        character=character, kind=kind, points=points, stored_at=at, weeks_kept=weeks_kept
    )
    paid = treasury.pay(
        team=team,
        amount=price,
        item=item,
        cause=f"gold-cross:{memory.pk}",
        at=at,
        by=by.pk,
        note=character.name,
    )
    posting.post([paid])
    return memory


def revive(*, character: Character, by: User, at: datetime, body_home: bool) -> int:
    """Bring a dead character back in a new body; the dollars it took.

    A clone kept ready costs nothing more, a stored memory the price of a further clone; both know
    only what was stored. With the body brought home (`body_home`) and neither of them, the brain is
    recorded and a clone grown: dearer, nothing is lost. Raises OptionOff, NotFit, NotEnoughMoney.
    """
    with club(character.team.campaign_id):
        team, character, house = _ready(character, alive=False)
        memory = _kept(character, Memory.Kind.CLONE) or _kept(character, Memory.Kind.RECORD)
        price = _price(memory, house, body_home=body_home)
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
                at,
                by=by.pk,
            )
        ]
        if price:
            lines.append(
                treasury.pay(
                    team=team,
                    amount=price,
                    item="clone",
                    cause=cause,
                    at=at,
                    by=by.pk,
                    note=character.name,
                )
            )
        if memory:
            lines += _forgotten(character, memory, cause, at, by.pk)
        if memory and memory.kind == Memory.Kind.CLONE:
            Memory.objects.filter(pk=memory.pk).update(gone_at=at)
        posting.post(lines)
        return price


def _price(memory: Memory | None, house: HouseRules, *, body_home: bool) -> int | None:
    if memory and memory.kind == Memory.Kind.CLONE:
        return 0
    offer = people.clone(house, recorded=memory is not None, body_home=body_home and memory is None)
    return offer.cost if offer else None


def _forgotten(
    character: Character, memory: Memory, cause: str, at: datetime, by: UUID
) -> list[Line]:
    """Points earned since the memory was stored are lost."""
    now = balances.skill_points([character.pk]).get(character.pk, {})
    changes = {
        key: memory.points.get(key, 0) - now.get(key, 0) for key in sorted({*now, *memory.points})
    }
    return [
        Line(Book.SKILL, character.pk, key, change, cause, at, by=by)
        for key, change in changes.items()
        if change
    ]


def do(
    care: Care, *, character: Character, by: User, at: datetime, body_home: bool = False
) -> None:
    """Have done what Gold Cross offers under this name; `body_home` as in `revive`."""
    match care:
        case "store":
            store(character=character, by=by, at=at)
        case "grow":
            grow(character=character, by=by, at=at)
        case "renew":
            renew(character=character, by=by, at=at)
        case "revive":
            revive(character=character, by=by, at=at, body_home=body_home)


def keep(*, weeks: Sequence[Week], at: datetime) -> None:
    """Charge for kept clones when weeks close, every fourth week of each; one that cannot be paid
    for is gone.
    """
    by_campaign = {week.season.campaign_id: week for week in weeks if rules_in(week).gold_cross}
    kept = Memory.objects.filter(
        kind=Memory.Kind.CLONE, gone_at=None, character__team__campaign__in=list(by_campaign)
    )
    for memory in kept.select_related("character__team").order_by("stored_at", "id"):
        week = by_campaign[memory.character.team.campaign_id]
        memory.weeks_kept += 1
        if memory.weeks_kept % MONTH == 0:
            _charge(memory, week, rules_in(week).gold_cross_keep, at)
        memory.save(update_fields=["weeks_kept", "gone_at"])


def _charge(memory: Memory, week: Week, price: int, at: datetime) -> None:
    team = locked(memory.character.team)
    if treasury.spendable(team) < price:
        memory.gone_at = at
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
                at,
                week=week.pk,
                note=memory.character.name,
            )
        ]
    )
