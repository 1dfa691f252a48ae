"""Models of vehicles, their crews, work orders, offers to other teams, and a club's own parts.

Damage and shots fired are in the damage ledger.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_scopes import ScopedManager

from campaign.league.models import Campaign, Duel, Team
from campaign.roster.models import Character
from core.web.models import Record


class Vehicle(Record):
    """A team's vehicle. `design` is a `campaign.garage.rules.vehicles.VehicleDesign`.

    An `event` can lend a vehicle until its result is booked (C137), or give it as a prize (C138).
    """

    class Gone(models.TextChoices):
        SOLD = "sold", "sold"
        SCRAPPED = "scrapped", "scrapped"
        DESTROYED = "destroyed", "destroyed"
        RETURNED = "returned", "returned"

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="vehicles")
    name = models.CharField(max_length=60)
    colour = models.CharField(max_length=30)
    design = models.JSONField()
    notes = models.CharField(max_length=500, blank=True)
    built_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True, blank=True)
    gone_how = models.CharField(max_length=10, choices=Gone, blank=True)
    event = models.ForeignKey(
        Duel, null=True, blank=True, on_delete=models.PROTECT, related_name="cars"
    )

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "name"], condition=models.Q(gone_at=None), name="one_vehicle_a_name"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_lent(self) -> bool:
        """Whether the vehicle is lent for an amateur night that has no result yet (C137)."""
        event = self.event
        return event is not None and bool(event.lent) and not event.results.exists()


class PublishedDesign(Record):
    """A design that a team published in the club's library (C61).

    `design` is the vehicle's design at the time of publication.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="designs")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="designs")
    vehicle = models.ForeignKey(Vehicle, on_delete=models.PROTECT, related_name="publications")
    name = models.CharField(max_length=60)
    blurb = models.CharField(max_length=200, blank=True)
    design = models.JSONField()
    published_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["vehicle", "team"],
                condition=models.Q(withdrawn_at=None),
                name="one_publication_a_vehicle",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} by {self.team}"


class PartList(Record):
    """A club's own vehicle parts. `parts` is a `campaign.garage.rules.parts.ClubParts` (C38)."""

    campaign = models.OneToOneField(Campaign, on_delete=models.PROTECT, related_name="part_list")
    parts = models.JSONField(default=dict)
    changed_at = models.DateTimeField()

    objects = ScopedManager(campaign="campaign")

    def __str__(self) -> str:
        return f"The parts of {self.campaign}"


class CrewPlace(Record):
    """A place in a vehicle and its usual occupant. New duel entries start with a copy of the usual
    crew.
    """

    vehicle = models.ForeignKey(Vehicle, on_delete=models.PROTECT, related_name="crew")
    place = models.CharField(max_length=20)
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="places")

    objects = ScopedManager(campaign="vehicle__team__campaign")

    class Meta:
        ordering: ClassVar = ["place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["vehicle", "place"], name="one_crew_a_place")
        ]

    def __str__(self) -> str:
        return f"{self.character}: {self.place}"


class WorkOrder(Record):
    """A mechanic's work on a vehicle, or a paramedic's care for a patient, for one week.

    The work is done when the week closes (E20). If the worker went on a mission, made a counterspy
    roll or was hurt, no work is done, and `outcome` has the reason.
    """

    class Kind(models.TextChoices):
        MECHANIC = "mechanic", "repair"
        PARAMEDIC = "paramedic", "care"

    week = models.ForeignKey("campaign.Week", on_delete=models.PROTECT, related_name="work_orders")
    worker = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="work_orders")
    kind = models.CharField(max_length=9, choices=Kind)
    vehicle = models.ForeignKey(
        Vehicle, null=True, blank=True, on_delete=models.PROTECT, related_name="work_orders"
    )
    patient = models.ForeignKey(
        Character, null=True, blank=True, on_delete=models.PROTECT, related_name="cared_for"
    )
    jobs = models.JSONField(
        default=list,
        help_text="The vehicle's parts in the order of work; empty for all damaged parts.",
    )
    budget = models.PositiveIntegerField(default=0, help_text="Maximum material cost, in dollars.")
    ordered_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)

    objects = ScopedManager(campaign="week__season__campaign")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "worker"], name="one_job_a_week"),
            models.CheckConstraint(
                condition=models.Q(vehicle__isnull=False, patient__isnull=True)
                | models.Q(vehicle__isnull=True, patient__isnull=False),
                name="work_on_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.worker}: {self.kind}"


class Offer(Record):
    """An offer to sell a vehicle to another team for a price in dollars. Closed offers are kept."""

    class Outcome(models.TextChoices):
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "taken back"
        LAPSED = "lapsed", "lapsed"

    vehicle = models.ForeignKey(Vehicle, on_delete=models.PROTECT, related_name="offers")
    seller = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="offers_made")
    buyer = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="offers_got")
    price = models.PositiveIntegerField(help_text="Dollars.")
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)

    objects = ScopedManager(campaign="seller__campaign")

    class Meta:
        ordering: ClassVar = ["made_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["vehicle"], condition=models.Q(closed_at=None), name="one_offer_a_vehicle"
            ),
            models.CheckConstraint(
                condition=~models.Q(seller=models.F("buyer")), name="offered_to_another_team"
            ),
            models.CheckConstraint(
                condition=models.Q(closed_at=None, outcome="")
                | (models.Q(closed_at__isnull=False) & ~models.Q(outcome="")),
                name="closed_offer_has_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.vehicle} for {self.buyer}"
