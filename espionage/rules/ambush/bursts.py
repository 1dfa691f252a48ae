"""What happens when grenades go off, and while oil burns (P18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.rules.tables import HANDGUNNER
from campaign.ledger.rules.gear import GEAR, worn
from engine.game import Told
from engine.values import EVERYONE, changed

from .fighting import CLOUD, squared
from .ground import apart
from .values import Burst, Cloud, Dazzled, Sighted

if TYPE_CHECKING:
    from campaign.ledger.rules.gear import Grenade
    from engine.values import Seat

    from .duel import Duel, Side
    from .values import CloudKind, Lying

FLASH = "flash_grenade"
CLOUDS: dict[str, CloudKind] = {"smoke": "smoke", "gas": "gas", "fire": "fire"}


def go_off(duel: Duel) -> None:
    """All grenades of the turn, the ambusher's first; blasts may fell both (P12)."""
    thrown = [(side, lying) for side in duel.sides for lying in side.lying]
    for side in duel.sides:
        side.lying = ()
    for side, lying in thrown:
        grenade = GEAR[lying.gear].grenade
        if grenade is not None:
            _goes_off(duel, side, lying, grenade)
    if thrown and not duel.ending:
        duel.look_out()
        duel.observe()


def _goes_off(duel: Duel, by: Side, lying: Lying, grenade: Grenade) -> None:
    struck = [side for side in duel.sides if _reached(duel, side, lying.at, grenade)]
    if grenade.effect == "blast":
        faces = duel.dice.roll(grenade.dice)  # thrown for nobody, too: everybody hears them (P14)
        duel.told.append(
            Told(event=Burst(by=by.seat, gear=lying.gear, at=lying.at, faces=faces), to=EVERYONE)
        )
        for side in struck:
            _blast(duel, side, by, lying.at, grenade, sum(faces) + grenade.add)
        return
    duel.told.append(Told(event=Burst(by=by.seat, gear=lying.gear, at=lying.at), to=EVERYONE))
    if grenade.effect == "blind":
        for side in struck:
            _dazzle(duel, side, grenade, lying.gear)
    elif grenade.effect == "foam":
        duel.clouds = tuple(
            [
                cloud
                for cloud in duel.clouds
                if cloud.kind != "fire" or apart(cloud.at, lying.at) > CLOUD
            ]
        )
    else:
        until = duel.turn + grenade.turns
        duel.clouds = (
            *duel.clouds,
            Cloud(kind=CLOUDS[grenade.effect], at=lying.at, until=until, by=by.seat),
        )


def _reached(duel: Duel, side: Side, burst: int, grenade: Grenade) -> bool:
    """In reach of a burst, 4 squares for most, and not behind what blocks sight from it, a fence he
    crouches behind included.
    """
    man = side.man
    if man.at not in duel.terrain.burst(burst, squared(grenade.reach)):
        return False
    line = duel.terrain.line(burst, man.at)
    return not (line and man.crouched and duel.terrain.hides(line, man.at))


def _blast(duel: Duel, side: Side, by: Side, burst: int, grenade: Grenade, full: int) -> None:
    """Full damage within a square of the burst, half to four; half of that in impact armour. The
    thrower is not exempt.
    """
    damage = full if apart(burst, side.man.at) <= squared(grenade.near) else full // 2
    if worn(side.man.who.kit.items).blasts_halved:
        damage //= 2
    if damage and by is not side and by.mark.in_sight:
        by.mark = changed(by.mark, hurt="hit", dealt=by.mark.dealt + damage)
        duel.tell(by, Sighted(phase=duel.phase, mark=by.mark))
    duel.harm(side, damage, "blast", by, HANDGUNNER)


def _dazzle(duel: Duel, side: Side, grenade: Grenade, gear: str) -> None:
    """Paint and flash: no sight for that turn and the next; tinted goggles stop the flash. Who sees
    nothing for as long already is told nothing new.
    """
    if gear == FLASH and worn(side.man.who.kit.items).flash_proof:
        return
    until = duel.turn + grenade.turns - 1
    if until > side.man.blind:
        side.man = changed(side.man, blind=until)
        duel.tell(side, Dazzled(until=until))


def burn_on(duel: Duel) -> None:
    """Who stays in burning oil at the end of a turn (P18)."""
    for squares, fire in duel.fires:
        for side in duel.sides:
            if side.man.at in squares:
                burn(duel, side, fire.by)


def burn(duel: Duel, side: Side, by: Seat) -> None:
    """1d-2 to who enters burning oil or stays in it (P18)."""
    if not worn(side.man.who.kit.items).fire_proof:
        duel.harm(side, max(0, duel.dice.die(6) - 2), "fire", duel.sides[by], HANDGUNNER)
