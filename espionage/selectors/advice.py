"""Advice on a team's published week, cached by content. Use it only for the team's owners."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from django.core.cache import cache

from campaign.league.selectors.house import rules_in
from engine.values import Seat
from espionage.rules.advice import give_advice, is_failed
from espionage.rules.bots.knowledge import remember
from espionage.selectors.bot_knowledge import memory
from espionage.selectors.reports import Report, frozen_file
from espionage.selectors.sheet_chances import CACHE_SECONDS, EDITION, records_in
from play.selectors import match_view


def advice(report: Report) -> str:
    """Return the advice on a report in one sentence, or "" if there is none.

    This runs two queries after a failed week, and none after others.
    """
    week, team, debrief = report.week, report.team, report.debrief
    match, file = week.seal.match, frozen_file(week, team)
    if match is None or file is None or debrief is None or not is_failed(debrief):
        return ""
    view = match_view(match, Seat(report.seat))
    if view.own is None:
        return ""
    roster, sheet, rules = view.table.roster, view.own.sheet, rules_in(week)
    past = remember(memory(week, team), view).tried
    records = records_in(past, [rival.id for rival in roster if rival.id != file.id])
    content = msgspec.json.encode((EDITION, file, sheet, roster, rules, debrief, records))
    key = f"advice:{sha256(content).hexdigest()}"
    sentence: str | None = cache.get(key)
    if sentence is None:
        best_change = give_advice(file, sheet, roster, rules, debrief, records)
        sentence = best_change.sentence if best_change else ""
        cache.set(key, sentence, CACHE_SECONDS)
    return sentence
