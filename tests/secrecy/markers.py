"""Recognisable secrets: no trace of them in anything that reaches others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.sessions.models import Session
from django.core.cache import cache
from django_scopes import scopes_disabled

from espionage.models import OrderSheet, Seal, SealedSeat

from .differences import MARK
from .worlds import LETTERS, World

if TYPE_CHECKING:
    from .comparing import Heard


class Secret(NamedTuple):
    """Bytes that only one group may read ("": nobody)."""

    name: str
    group: str
    text: str


def secrets(world: World) -> set[Secret]:
    """Return every secret on the stage: texts only Basilisk wrote; before the season's end also
    seeds, salts and digests of sheets.
    """
    text = Secret("a text of Basilisk's", "B", MARK)
    if world.phase == "ended":
        return {text}
    letters = {team.pk: letter for team, letter in zip(world.club.teams, LETTERS, strict=False)}
    with scopes_disabled():
        found = {
            Secret(f"seed of week {seal.week.number}", "", bytes(seal.seed).hex())
            for seal in Seal.objects.select_related("week")
        }
        found |= {
            Secret("a seat's salt", letters.get(seat.team_id, ""), bytes(seat.salt).hex())
            for seat in SealedSeat.objects.all()
        }
        for sheet in OrderSheet.objects.all():
            found |= {
                Secret("a sheet's salt", letters.get(sheet.team_id, ""), bytes(sheet.salt).hex()),
                Secret("a digest", letters.get(sheet.team_id, ""), sheet.digest),
            }
            if sheet.entropy:
                found.add(Secret("an own share", letters.get(sheet.team_id, ""), sheet.entropy))
    return {*found, text}


def stored(world: World) -> list[str]:
    """Return what is stored between requests: sessions and the cache."""
    sessions = [str(session.get_decoded()) for session in Session.objects.all()]
    return [*sessions, *map(str, getattr(cache, "_cache", {}).values())]


def sweep(heard: Heard) -> Iterator[str]:
    """Yield secrets of others in an answer, an inbox, a log line, a task's arguments, a mail, a
    session or the cache.

    Readers are assumed to know nothing of Basilisk's; a team may read its own salts and digests.
    """
    for secret in heard.secrets:
        told = secret.text.encode()
        for (phase, reader, where), answer in heard.answers.items():
            if heard.groups[reader] != secret.group and (
                told in answer.body or any(secret.text in value for _, value in answer.headers)
            ):
                yield f"{secret.name}: {reader}, {phase}, {where}"
        for (phase, reader), lines in heard.inboxes.items():
            if heard.groups[reader] != secret.group and any(secret.text in line for line in lines):
                yield f"{secret.name}: inbox of {reader}, {phase}"
        elsewhere = {
            "log": heard.overheard.lines,
            "tasks": heard.overheard.tasks,
            "hooks": heard.overheard.posts,
            "kept": heard.stored,
        }
        for channel, lines in elsewhere.items():
            if any(secret.text in line for line in lines):
                yield f"{secret.name}: {channel}"
