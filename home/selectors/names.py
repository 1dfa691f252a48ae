"""Names that are words as well: of the site's own sentences, or of things in a club.

Whoever signs up as *orders* and changes that name could rewrite what the site says; so where a
name is such a word, old lines keep it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db.models import Q
from django_scopes import scopes_disabled

from campaign.garage.models import Vehicle
from campaign.league.models import Campaign, Event, JoinAsk, Membership, Team
from campaign.roster.models import Character

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.accounts.models import User

WORD: Final = re.compile(r"[\w.@+-]+")


@lru_cache(maxsize=1)
def _vocabulary() -> frozenset[str]:
    """Every word of the site's help, rules and glossary."""
    docs = Path(settings.BASE_DIR) / "docs"
    folders = ("tutorials", "how-to/playing", "reference/rules")
    pages = (file for folder in folders for file in (docs / folder).glob("*.md"))
    files = [docs / "glossary.md", *pages]
    text = " ".join(file.read_text(encoding="utf-8") for file in files).casefold()
    return frozenset(word.strip(".-+") for word in WORD.findall(text))


def is_a_word(user: User, name: str = "") -> bool:
    """Whether the person's name, or the one that they had, is such a word: it does not begin with a
    letter (moments do not), the site uses it, or a club of theirs, or a team, event, character or
    vehicle there, is called so.
    """
    said = (name or user.get_username()).casefold()
    if not said[0].isalpha() or said in _vocabulary():
        return True
    return any(said in _words(one) for one in _called_like(said, user))


def _words(called: str) -> set[str]:
    return {called.casefold(), *WORD.findall(called.casefold())}


def _called_like(said: str, user: User) -> Iterator[str]:
    """What in the clubs that the person is or was in, or asked to join, has this in its name or
    address. Seven queries.
    """
    named, addressed = Q(name__icontains=said), Q(slug__icontains=said)
    with scopes_disabled():
        clubs = [
            *Membership.objects.filter(user=user).values_list("campaign", flat=True),
            *JoinAsk.objects.filter(user=user).values_list("campaign", flat=True),
        ]
        like = named | addressed
        for row in Campaign.objects.filter(like, pk__in=clubs).values_list("name", "slug"):
            yield from row
        for row in Team.objects.filter(like, campaign__in=clubs).values_list("name", "slug"):
            yield from row
        events = Event.objects.filter(named, week__season__campaign__in=clubs)
        yield from events.values_list("name", flat=True).distinct()
        people = Character.objects.filter(named, team__campaign__in=clubs)
        yield from people.values_list("name", flat=True).distinct()
        cars = Vehicle.objects.filter(named, team__campaign__in=clubs)
        yield from cars.values_list("name", flat=True).distinct()
