"""Input for creating a club and opening a season."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from campaign.house_rules.rules.calendar import MAX_PLANNED_WEEKS
from campaign.house_rules.rules.presets import PRESETS, RECOMMENDED
from core.web.api.shapes import Name, Text
from core.web.records import custom_field, field
from engine.options import use_attribute_docstrings
from engine.values import Value

DEFAULT_WEEKS: Final = 8
"""Number of weeks that a new season has by default."""
NO_SUCH_ZONE: Final = "Choose a valid time zone, for example Europe/Berlin."
Weeks: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_PLANNED_WEEKS)]
FirstDay: TypeAlias = Annotated[
    date | None,
    field(
        "First day",
        "The first week opens on or soon after this day. Defaults to the next possible day.",
        help="The first week opens on the club's opening day, on or after this date. Leave empty "
        "for the next possible day.",
    ),
]


@use_attribute_docstrings
class Founding(Value, kw_only=True):
    """A request to create a club from a preset of house rules, with changes."""

    name: Annotated[Name, field("Club name", bounds=(1, 80))]
    preset: Annotated[
        Name, field("Preset", choices={preset.key: preset.title for preset in PRESETS})
    ] = RECOMMENDED.key
    options: Annotated[dict[str, Any], custom_field()] = {}
    timezone: Annotated[Name, field("Time zone", bounds=(1, 64))] = "UTC"
    """The club's weekly schedule uses this time zone, for example Europe/Berlin. Daylight saving
    time is taken into account.
    """
    blurb: Annotated[Text, field("About the club", bounds=(0, 2000), lines=3)] = ""
    first: FirstDay = None
    weeks: Annotated[
        Weeks | None,
        field(
            "Number of weeks",
            help="Leave empty to use the preset's number. You can schedule more at any time.",
        ),
    ] = None


@use_attribute_docstrings
class Opening(Value, kw_only=True):
    """A request to open the next season."""

    name: Annotated[
        Name, field("Name", bounds=(0, 80), help="Leave empty to use the season's number.")
    ] = ""
    first: Annotated[FirstDay, Meta(extra={"required": True})] = None
    weeks: Annotated[Weeks, field("Number of weeks", required=True)] = DEFAULT_WEEKS
    """Enter 0 to start each week yourself."""
