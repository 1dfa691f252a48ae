"""Challenges: one team calls another out, which accepts, declines or proposes another hour or arena
(C55, C56). One that is accepted is an event of the two alone (C57), which either of them may
forfeit (C58).

What is refused is about the two and what everybody knows. Rows are held in the house's order: the
week, both teams, the challenge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.duels.models import DuelResult
from campaign.duels.selectors.challenges import open_challenges, state_of, weeks_under_way
from campaign.duels.selectors.driven import in_arena
from campaign.duels.selectors.events import RUNNING
from campaign.league.models import Challenge, Event, Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.refusals import NotFit
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.problems import Problem, money
from core.web.refusals import BadForm, Refused, WrongTime
from core.web.text import normalize

from . import events, results
from .locking import relocked

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign, Week
    from core.accounts.models import User

MOST = 3
"""So often a team may call the same other one out in a week."""
NAME, WORDS = 80, 120
"""Characters: of an event's name and arena, and of what is said with a challenge."""


def call_out(
    *,
    challenger: Team,
    challenged: Team,
    starts_at: datetime,
    by: User,
    at: datetime,
    arena: str = "",
    budget: int = 0,
    name: str = "",
    words: str = "",
) -> Challenge:
    """Call another team out to a duel of the two in the week under way that the hour lies in (C55);
    its owners are told, nobody else. `budget` is the dollars that each may enter, 0 for the house
    rule's; `words` are said with it.

    Raises NotFit for a team that is not in the league, WrongTime while no week is under way,
    BadForm for an opponent that does not play and for an hour outside the week, Refused where
    something between the two is open or agreed already, or was asked often enough.
    """
    with club(challenger.campaign_id):
        week = locked(week_for(challenger.campaign, starts_at))
        challenger, challenged = _teams(challenger, challenged)
        if not _plays(challenger):
            raise NotFit(
                f"{challenger.name} is not in the league and cannot challenge other teams (C55)."
            )
        if challenger.pk == challenged.pk or not _plays(challenged):
            raise _bad("to", "no-such-team", "Choose another team of this league.")
        events.insist_on_hour(week, starts_at, at)
        _insist_on_room(week, challenger, challenged, at)
        made = Challenge.objects.create(
            week=week,
            challenger=challenger,
            challenged=challenged,
            turn=challenged,
            starts_at=starts_at,
            arena=normalize(arena)[:NAME],
            budget=max(0, budget),
            name=normalize(name)[:NAME],
            words=normalize(words)[:WORDS],
            asked_by=by,
            asked_at=at,
        )
        said = f" “{made.words}”" if made.words else ""
        stake = f", {money(made.budget)} a team" if made.budget else ""
        text = f"{challenger} challenges you: {_where(made)}{stake}.{said}"
        _tell(made, challenged, ClubNotice.CHALLENGED, text, by, at)
        return made


def week_for(campaign: Campaign, starts_at: datetime) -> Week:
    """The week under way in which an event may begin at this hour, else the last one under way.
    Raises WrongTime where none is.
    """
    under_way = weeks_under_way(campaign)
    if not under_way:
        raise WrongTime(
            "No week is in progress. Teams can challenge each other after a week opens (C55)."
        )
    return next((week for week in under_way if starts_at <= week.closes_at), under_way[-1])


def _teams(one: Team, other: Team) -> tuple[Team, Team]:
    """Both teams as they are now, held in the house's order."""
    held = {team.pk: locked(team) for team in sorted((one, other), key=lambda team: str(team.pk))}
    return held[one.pk], held[other.pk]


def _plays(team: Team) -> bool:
    return team.approved_at is not None and team.left_at is None


def _bad(field: str, code: str, sentence: str) -> BadForm:
    return BadForm([Problem(field=field, code=code, sentence=sentence)])


def _insist_on_room(week: Week, challenger: Team, challenged: Team, at: datetime) -> None:
    """One open challenge between two teams at a time, one that is driven in a week, and a no is
    heard in the end (C55).
    """
    for row in open_challenges(challenger, at):
        if challenged.pk in row.team_ids:
            raise Refused(
                f"There is already a challenge between {challenger.name} and {challenged.name}, "
                f"waiting for {row.turn.name}. Settle it first (C55).",
                code="challenge-open",
            )
    both = (challenger.pk, challenged.pk)
    agreed = Event.objects.filter(week=week, called_off_at=None, challenge__challenger__in=both)
    if agreed.filter(challenge__challenged__in=both).exists():
        raise Refused(
            f"{challenger.name} and {challenged.name} have already agreed on a duel in week "
            f"{week.number}. Only one duel per week is allowed (C55).",
            code="agreed-already",
        )
    asked = Challenge.objects.filter(week=week, challenger=challenger, challenged=challenged)
    if asked.count() >= MOST:
        raise Refused(
            f"{challenger.name} has already challenged {challenged.name} {MOST} times in week "
            f"{week.number}, which is the maximum (C55).",
            code="challenged-often",
        )


def accept(*, challenge: Challenge, team: Team, by: User, at: datetime) -> Event:
    """Accept a challenge, or what was proposed instead: it becomes an event of its week, which the
    whole club reads of (C57).

    Raises WrongTime for one that is not open, Refused where the other team is asked, and what
    making an event raises.
    """
    with club(team.campaign_id):
        held = _standing(challenge, at)
        _insist_on_turn(held, team)
        event = events.make(
            week=held.week,
            name=str(held)[:NAME],
            starts_at=held.starts_at,
            actor=by,
            at=at,
            arena=held.arena,
            budget=held.budget,
            challenge=held,
        )
        _settle(held, Challenge.Outcome.ACCEPTED, at)
        return event


def propose(
    *,
    challenge: Challenge,
    team: Team,
    starts_at: datetime,
    by: User,
    at: datetime,
    arena: str = "",
) -> Challenge:
    """Propose another hour or arena of the same week, as the team that was called out: now the
    other one is asked, once (C56).

    Raises WrongTime for a challenge that is not open, Refused for who is not asked or has asked
    itself, BadForm for an hour outside the week and where nothing is changed.
    """
    with club(team.campaign_id):
        held = _standing(challenge, at)
        _insist_on_turn(held, team)
        if team.pk != held.challenged_id:
            raise Refused(
                f"{held.challenged.name} has already suggested a change. Accept or decline it "
                "(C56).",
                code="proposed-already",
            )
        arena = normalize(arena)[:NAME]
        if (starts_at, arena) == (held.starts_at, held.arena):
            raise _bad("starts_at", "the-same", "Suggest another time or arena.")
        events.insist_on_hour(held.week, starts_at, at)
        held.starts_at, held.arena, held.turn = starts_at, arena, held.challenger
        held.save(update_fields=["starts_at", "arena", "turn"])
        _answered(held, at)
        text = f"{team} suggests a different time or arena for the duel: {_where(held)}."
        _tell(held, held.challenger, ClubNotice.CHALLENGE_PROPOSED, text, by, at)
        return held


def decline(*, challenge: Challenge, team: Team, by: User, at: datetime) -> Challenge:
    """Say no: the team that was called out, also after it has proposed something; or the one that
    called, to what was proposed. Only the two hear of it (C56). Raises WrongTime for one that is
    not open, Refused for who is not asked.
    """
    with club(team.campaign_id):
        held = _standing(challenge, at)
        if team.pk != held.challenged_id:
            _insist_on_turn(held, team)
        _settle(held, Challenge.Outcome.DECLINED, at)
        text = f"{team} declined your challenge for {in_text(held.starts_at)}."
        _tell(held, held.opponent_of(team), ClubNotice.CHALLENGE_DECLINED, text, by, at)
        return held


def withdraw(*, challenge: Challenge, team: Team, by: User, at: datetime) -> Challenge:
    """Take one's own challenge back while it is open (C56). Raises WrongTime for one that is not,
    Refused for who did not call.
    """
    with club(team.campaign_id):
        held = _standing(challenge, at)
        if team.pk != held.challenger_id:
            raise Refused(
                f"{held.challenger.name} challenged you. Decline the challenge instead (C56).",
                code="not-yours",
            )
        _settle(held, Challenge.Outcome.WITHDRAWN, at)
        text = f"{team} withdrew its challenge."
        _tell(held, held.challenged, ClubNotice.CHALLENGE_WITHDRAWN, text, by, at)
        return held


def forfeit(*, week: Week, team: Team, by: User, at: datetime) -> DuelResult:
    """Give up an event that came of a challenge, before its hour and before everybody: the other
    team has won it, and nobody drives (C58). `week` is looked at as the event.

    Raises Refused for any other event and any other team, WrongTime from its hour on, for one that
    is recorded or called off, and once its season is closed.
    """
    with club(team.campaign_id):
        season, week = locked(week.season), relocked(week)
        event = week.event
        between = event.challenge if event else None
        if event is None or between is None or not event.is_for(team):
            raise Refused(
                "Only the two teams of a challenge can forfeit its duel (C58).",
                code="not-of-the-challenge",
            )
        if event.called_off_at:
            raise WrongTime(f"{event.name} was cancelled, so you cannot forfeit it.")
        if DuelResult.objects.filter(event=event).exists():
            raise WrongTime(f"{event.name} is already recorded.")
        if in_arena(event):
            raise WrongTime(f"{event.name} is already in the arena (C101).")
        if at >= event.starts_at or season.closed_at or week.status not in RUNNING:
            raise WrongTime(
                f"{event.name} has started. A team that does not drive loses by the record (C59)."
            )
        one, other = _teams(*between.teams)
        loser, winner = (one, other) if one.pk == team.pk else (other, one)
        return results.by_forfeit(week=week, winner=winner, loser=loser, actor=by, at=at)


# --- one challenge --------------------------------------------------------------------------------


def _standing(challenge: Challenge, at: datetime) -> Challenge:
    """The challenge with its week and teams, held, if it is open. Raises WrongTime."""
    week = locked(challenge.week)
    one, other = _teams(*challenge.teams)
    held = locked(challenge)
    held.week, held.challenger, held.challenged = week, one, other
    held.turn = one if held.turn_id == one.pk else other
    state = state_of(held, at)
    if state != "open":
        how = {"withdrawn": "was withdrawn", "lapsed": "has expired"}.get(state, f"was {state}")
        raise WrongTime(f"This challenge {how} and can no longer be answered (C56).")
    return held


def _insist_on_turn(held: Challenge, team: Team) -> None:
    if team.pk != held.turn_id:
        raise Refused(
            f"It is {held.turn.name}’s turn to answer this challenge, not {team.name}’s (C56).",
            code="not-your-turn",
        )


def _settle(held: Challenge, outcome: Challenge.Outcome, at: datetime) -> None:
    held.settled_at, held.outcome = at, outcome
    held.save(update_fields=["settled_at", "outcome"])
    _answered(held, at)


def _where(held: Challenge) -> str:
    place = f" at {held.arena}" if held.arena else ""
    return f"{in_text(held.starts_at)}{place}"


def _answered(held: Challenge, at: datetime) -> None:
    """Nobody is asked any longer what was asked before."""
    for users in people.owners(held.team_ids).values():
        for user in users:
            notices.mark_outdated(
                user=user, cause_prefix=f"challenge:{held.pk}:asked", until=at, now=at
            )


def _tell(held: Challenge, to: Team, kind: ClubNotice, text: str, by: User, at: datetime) -> None:
    """A line to everybody who runs this team, but for who acted."""
    asks = kind in {ClubNotice.CHALLENGED, ClubNotice.CHALLENGE_PROPOSED}
    cause = f"challenge:{held.pk}:{'asked' if asks else 'told'}:{kind}"
    notices.send(
        notices.Message(
            user,
            to.campaign_id,
            kind,
            text[:300],
            team_path("challenge", to, pk=held.pk),
            cause,
            at,
        )
        for user in people.owners([to.pk]).get(to.pk, ())
        if user != by.pk
    )
