"""Template tags for the states of order sheets and for the age of facts (`{% load orders %}`)."""

from __future__ import annotations

from django import template

from espionage.pictures import sheets

register = template.Library()


@register.inclusion_tag("components/sheet_state.html")
def sheet_state(state: str | None, full: bool = False) -> dict[str, object]:
    """Show a sheet's state with a shape: `{% sheet_state "draft" %}`.

    Examples of states are nothing, draft, final and passed. `full=True` adds a sentence.
    """
    return {"mark": sheets.sheet_mark(state), "full": full}


@register.inclusion_tag("components/age.html")
def fact_age(weeks: int) -> dict[str, object]:
    """Show the age of a fact in words and with a mark: `{% fact_age 3 %}`.

    A fact is fresh (0 weeks), ageing (1 to 2 weeks) or stale.
    """
    return {"weeks": weeks, "fade": "fresh" if weeks <= 0 else "ageing" if weeks <= 2 else "stale"}
