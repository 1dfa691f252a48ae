"""Cars that a person can bring to a table in the lobby (V109).

These are stock cars, vehicles of the person's teams, and designs in the libraries of the person's
clubs. The keys of all other vehicles and designs are treated like unknown keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from django_scopes import scopes_disabled

from autoduel.rules.values import CarSetup
from autoduel.tabletop.options import Options
from autoduel.tabletop.own_cars import (
    ChosenCars,
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
from core.accounts.models import User
from core.web.refusals import Refused
from engine.values import Value
from play.selectors.loadouts import Item, StoredChoice

MAX_OFFERED: Final = 200
"""Maximum number of vehicles, and maximum number of library designs, on offer. Newer ones take
precedence.
"""


class Garages:
    """Cars that people can bring to duels in the lobby."""

    def items(self, user: User, options: Value) -> Sequence[Item]:
        """Return the stock cars, the cars of the person's teams, and the designs in club libraries.

        The dearest stock car that fits comes first, because the page selects it.

        This takes two queries.
        """
        duel_options = cast("Options", options)
        stock = [
            Item(
                key,
                name,
                "Stock",
                f"${price:,}, {car.weight:,} lbs",
                stock_fault(key, duel_options),
            )
            for key, name, price, car in sorted(stock_cars(), key=lambda offer: -offer[2])
        ]
        stock.sort(key=lambda item: bool(item.closed))
        return [*stock, *[_item(car, duel_options) for car in own_cars(user)]]

    def loadout(self, user: User, options: Value, keys: Sequence[str]) -> ChosenCars:
        """Return the cars with these keys in their current state. This takes two queries."""
        duel_options = cast("Options", options)
        stock = {key: (name, car) for key, name, _, car in stock_cars()}
        own_by_key = {car.key: car for car in own_cars(user)}
        chosen_cars: list[tuple[str, CarSetup]] = []
        for key in keys:
            if key in stock:
                name, sheet = stock[key]
                _refuse_if_unfit(name, stock_fault(key, duel_options))
            elif key in own_by_key:
                name = own_by_key[key].name
                _refuse_if_unfit(name, fault(own_by_key[key], duel_options))
                sheet = car_from(own_by_key[key])
            else:
                raise Refused(
                    "You cannot bring this car. Choose one from the list.",
                    field="keys",
                    code="no-such-car",
                )
            chosen_cars.append((name, sheet))
        return ChosenCars(
            keys=tuple(keys),
            names=tuple([name for name, _ in chosen_cars]),
            cars=tuple([car for _, car in chosen_cars]),
        )

    def stored_choice(self, loadout: str) -> StoredChoice:
        """Return the keys and names of the cars in a loadout."""
        loaded = read_brought(loadout)
        return StoredChoice(loaded.keys, loaded.names)


def own_cars(user: User) -> tuple[OwnCar, ...]:
    """Return the vehicles of the person's teams, as built, and the designs in their clubs'
    libraries.

    The newest come first. This takes two queries.
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
    for row in rows.select_related("team").order_by("team__name", "name", "id")[:MAX_OFFERED]:
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
    for row in rows.select_related("campaign").order_by("-published_at", "id")[:MAX_OFFERED]:
        yield OwnCar(
            key=f"design:{row.pk}",
            name=row.name,
            group=f"Library of {row.campaign.name}",
            design=decode_design(row.design),
        )


def _refuse_if_unfit(name: str, problem: str) -> None:
    if problem:
        raise Refused(f"{name} is not allowed. {problem}", field="keys", code="does-not-fit")


def _item(car: OwnCar, options: Options) -> Item:
    problem = fault(car, options)
    return Item(car.key, car.name, car.group, "" if problem else note(car), problem)
