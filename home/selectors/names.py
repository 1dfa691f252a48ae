"""Usernames that are also words in the site's own texts, or parts of names used in a club.

If someone signs up as *orders* and then changes their name, the site's texts would change, too.
Such names are therefore kept in old lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.models import Q
from django_scopes import scopes_disabled

from campaign.garage.models import Vehicle
from campaign.league.models import Campaign, Duel, Membership, Team
from campaign.members.models import JoinAsk
from campaign.roster.models import Character
from core.accounts.models import User

WORD_PATTERN: Final = re.compile(r"[\w.@+-]+")


@lru_cache(maxsize=1)
def _vocabulary() -> frozenset[str]:
    """Return every word in the site's help, rules and glossary."""
    docs = Path(settings.BASE_DIR) / "docs"
    folders = ("tutorials", "how-to/playing", "reference/rules")
    pages = (file for folder in folders for file in (docs / folder).glob("*.md"))
    files = [docs / "glossary.md", *pages]
    text = " ".join(file.read_text(encoding="utf-8") for file in files).casefold()
    return frozenset(match.strip(".-+") for match in WORD_PATTERN.findall(text))


def is_a_word(user: User, name: str = "") -> bool:
    """Return whether the person's current or former name is also a word.

    This is the case if the name does not begin with a letter (as times do), if the site's texts use
    it, or if it is part of the name of one of their clubs, or of a team, event, character or
    vehicle there.
    """
    text = (name or user.get_username()).casefold()
    if not text[0].isalpha() or text in _vocabulary():
        return True
    return any(text in _split_words(candidate) for candidate in _similar_names(text, user))


def _split_words(name: str) -> set[str]:
    return {name.casefold(), *WORD_PATTERN.findall(name.casefold())}


def _similar_names(text: str, user: User) -> Iterator[str]:
    """Yield names and addresses in the person's clubs that contain a text.

    Former clubs, and clubs that they have asked to join, are included. This takes seven queries.
    """
    name_matches, slug_matches = Q(name__icontains=text), Q(slug__icontains=text)
    with scopes_disabled():
        clubs = [
            *Membership.objects.filter(user=user).values_list("campaign", flat=True),
            *JoinAsk.objects.filter(user=user).values_list("campaign", flat=True),
        ]
        matches = name_matches | slug_matches
        for row in Campaign.objects.filter(matches, pk__in=clubs).values_list("name", "slug"):
            yield from row
        for row in Team.objects.filter(matches, campaign__in=clubs).values_list("name", "slug"):
            yield from row
        events = Duel.objects.filter(name_matches, week__season__campaign__in=clubs)
        yield from events.values_list("name", flat=True).distinct()
        people = Character.objects.filter(name_matches, team__campaign__in=clubs)
        yield from people.values_list("name", flat=True).distinct()
        cars = Vehicle.objects.filter(name_matches, team__campaign__in=clubs)
        yield from cars.values_list("name", flat=True).distinct()
