"""Exploding grenades, and burning oil (P18)."""

from __future__ import annotations

from campaign.house_rules.rules.tables import HANDGUNNER
from campaign.ledger.rules.gear import GEAR, Grenade, protection_of
from engine.game import Told
from engine.values import EVERYONE, Seat, changed

from .duel import Duel, Side
from .fighting import SQUARED_CLOUD_REACH, squared
from .ground import squared_distance
from .values import Burst, Cloud, CloudKind, Dazzled, Lying, Sighted

FLASH_GRENADE = "flash_grenade"
CLOUD_KINDS: dict[str, CloudKind] = {"smoke": "smoke", "gas": "gas", "fire": "fire"}


def set_off_grenades(duel: Duel) -> None:
    """Set off all grenades, the ambusher's first. A blast can hit both fighters (P12)."""
    grenades = [(side, lying) for side in duel.sides for lying in side.lying]
    for side in duel.sides:
        side.lying = ()
    for side, lying in grenades:
        grenade = GEAR[lying.gear].grenade
        if grenade is not None:
            _set_off(duel, side, lying, grenade)
    if grenades and not duel.ending:
        duel.update_clouds()
        duel.observe()


def _set_off(duel: Duel, thrower: Side, lying: Lying, grenade: Grenade) -> None:
    victims = [side for side in duel.sides if _is_in_reach(duel, side, lying.at, grenade)]
    if grenade.effect == "blast":
        faces = duel.dice.roll(
            grenade.dice
        )  # roll even if nobody is hit, because everyone hears the burst (P14)
        duel.told.append(
            Told(
                event=Burst(by=thrower.seat, gear=lying.gear, at=lying.at, faces=faces), to=EVERYONE
            )
        )
        for side in victims:
            _blast(duel, side, thrower, lying.at, grenade, sum(faces) + grenade.add)
        return
    duel.told.append(Told(event=Burst(by=thrower.seat, gear=lying.gear, at=lying.at), to=EVERYONE))
    if grenade.effect == "blind":
        for side in victims:
            _dazzle(duel, side, grenade, lying.gear)
    elif grenade.effect == "foam":
        duel.clouds = tuple(
            [
                cloud
                for cloud in duel.clouds
                if cloud.kind != "fire"
                or squared_distance(cloud.at, lying.at) > SQUARED_CLOUD_REACH
            ]
        )
    else:
        until = duel.turn + grenade.turns
        duel.clouds = (
            *duel.clouds,
            Cloud(kind=CLOUD_KINDS[grenade.effect], at=lying.at, until=until, by=thrower.seat),
        )


def _is_in_reach(duel: Duel, side: Side, burst: int, grenade: Grenade) -> bool:
    """Return whether a burst reaches a fighter.

    Most grenades reach 4 squares. The line must be clear, and no fence may hide the fighter.
    """
    man = side.man
    if man.at not in duel.terrain.burst_squares(burst, squared(grenade.reach)):
        return False
    line = duel.terrain.line_of_sight(burst, man.at)
    return not (line and man.crouched and duel.terrain.hides_crouching(line, man.at))


def _blast(
    duel: Duel, side: Side, thrower: Side, burst: int, grenade: Grenade, full_damage: int
) -> None:
    """Apply full damage within one square of the burst, and half damage within four squares.

    Impact armour halves the damage again. The thrower is also affected.
    """
    damage = (
        full_damage
        if squared_distance(burst, side.man.at) <= squared(grenade.near)
        else full_damage // 2
    )
    if protection_of(side.man.who.kit.items).blasts_halved:
        damage //= 2
    if damage and thrower is not side and thrower.mark.in_sight:
        thrower.mark = changed(thrower.mark, hurt="hit", dealt=thrower.mark.dealt + damage)
        duel.tell(thrower, Sighted(phase=duel.phase, mark=thrower.mark))
    duel.harm(side, damage, "blast", thrower, HANDGUNNER)


def _dazzle(duel: Duel, side: Side, grenade: Grenade, gear: str) -> None:
    """Blind a fighter with paint or a flash for this turn and the next turn.

    Tinted goggles stop the flash. A fighter who is already blind for that long receives no event.
    """
    if gear == FLASH_GRENADE and protection_of(side.man.who.kit.items).flash_proof:
        return
    until = duel.turn + grenade.turns - 1
    if until > side.man.blind:
        side.man = changed(side.man, blind=until)
        duel.tell(side, Dazzled(until=until))


def burn_fighters(duel: Duel) -> None:
    """Burn all fighters who are in burning oil at the end of a turn (P18)."""
    for squares, fire in duel.fires:
        for side in duel.sides:
            if side.man.at in squares:
                burn(duel, side, fire.by)


def burn(duel: Duel, side: Side, spying_seat: Seat) -> None:
    """Burn a fighter who enters burning oil or stays in it. The damage is 1d-2 (P18)."""
    if not protection_of(side.man.who.kit.items).fire_proof:
        duel.harm(side, max(0, duel.dice.die(6) - 2), "fire", duel.sides[spying_seat], HANDGUNNER)
