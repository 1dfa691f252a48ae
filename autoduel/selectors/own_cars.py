"""Which cars a person may bring to a table of the lobby: stock, the vehicles of teams that they
run, and what is in the libraries of their clubs (V109).

Nothing here tells whether a vehicle or a design is there that this person may not see: its key is
refused as one that was never given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from django_scopes import scopes_disabled

from autoduel.tabletop.own_cars import (
    Brought,
    OwnCar,
    car_from,
    fault,
    note,
    read_brought,
    stock_cars,
    stock_fault,
)
from campaign.garage.models import PublishedDesign, Vehicle
from campaign.garage.rules.vehicles import decode_design
from core.web.refusals import Refused
from play.selectors.loadouts import Chosen, Item

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoduel.rules.values import CarSetup
    from autoduel.tabletop.options import Options
    from core.accounts.models import User
    from engine.values import Value

MOST: Final = 200
"""So many vehicles, and so many designs of libraries, the newest, are offered."""


class Garages:
    """What people bring to duels of the lobby: the answers that tables ask for."""

    def items(self, user: User, options: Value) -> Sequence[Item]:
        """Stock cars first, then one's own, then those of libraries. Two queries."""
        here = cast("Options", options)
        stock = [
            Item(key, name, "Stock", f"${price:,}, {car.weight:,} lbs", stock_fault(key, here))
            for key, name, price, car in stock_cars()
        ]
        return [*stock, *[_item(car, here) for car in own_cars(user)]]

    def loadout(self, user: User, options: Value, keys: Sequence[str]) -> Brought:
        """These cars, as they are now. Two queries."""
        here = cast("Options", options)
        stock = {key: (name, car) for key, name, _, car in stock_cars()}
        own = {car.key: car for car in own_cars(user)}
        chosen: list[tuple[str, CarSetup]] = []
        for key in keys:
            if key in stock:
                name, sheet = stock[key]
                _refuse_if_wrong(name, stock_fault(key, here))
            elif key in own:
                name = own[key].name
                _refuse_if_wrong(name, fault(own[key], here))
                sheet = car_from(own[key])
            else:
                raise Refused(
                    "You cannot bring this car. Choose one from the list.",
                    field="keys",
                    code="no-such-car",
                )
            chosen.append((name, sheet))
        return Brought(
            keys=tuple(keys),
            names=tuple([name for name, _ in chosen]),
            cars=tuple([car for _, car in chosen]),
        )

    def chosen(self, loadout: str) -> Chosen:
        """Its keys, and what the cars are called."""
        found = read_brought(loadout)
        return Chosen(found.keys, found.names)


def own_cars(user: User) -> tuple[OwnCar, ...]:
    """The vehicles of the teams that this person runs, as they were built, and the designs in the
    libraries of their clubs, the newest first. Two queries.
    """
    with scopes_disabled():
        return (*_vehicles(user), *_published(user))


def _vehicles(user: User) -> Iterator[OwnCar]:
    rows = Vehicle.objects.filter(
        gone_at=None,
        team__ownerships__user=user,
        team__ownerships__until=None,
        team__campaign__archived_at=None,
        team__campaign__memberships__user=user,
        team__campaign__memberships__left_at=None,
    )
    for row in rows.select_related("team").order_by("team__name", "name", "id")[:MOST]:
        yield OwnCar(
            key=f"vehicle:{row.pk}",
            name=row.name,
            group=f"Garage of {row.team.name}",
            design=decode_design(row.design),
        )


def _published(user: User) -> Iterator[OwnCar]:
    rows = PublishedDesign.objects.filter(
        withdrawn_at=None,
        campaign__archived_at=None,
        campaign__memberships__user=user,
        campaign__memberships__left_at=None,
    )
    for row in rows.select_related("campaign").order_by("-published_at", "id")[:MOST]:
        yield OwnCar(
            key=f"design:{row.pk}",
            name=row.name,
            group=f"Library of {row.campaign.name}",
            design=decode_design(row.design),
        )


def _refuse_if_wrong(name: str, wrong: str) -> None:
    if wrong:
        raise Refused(f"{name} is not allowed. {wrong}", field="keys", code="does-not-fit")


def _item(car: OwnCar, options: Options) -> Item:
    wrong = fault(car, options)
    return Item(car.key, car.name, car.group, "" if wrong else note(car), wrong)
