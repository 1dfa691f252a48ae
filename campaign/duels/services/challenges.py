"""Services for challenges between two teams.

The challenged team can accept, decline, or propose another time or arena (C55, C56). An accepted
challenge becomes an event between the two teams (C57), which either can forfeit (C58).

Error messages mention only the two teams and public facts. Rows are locked in the usual order: the
week, both teams, the challenge.
"""

from __future__ import annotations

from datetime import datetime

from campaign.duels.models import DuelResult
from campaign.duels.rules.acts import MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH, Calling, Making
from campaign.duels.selectors.challenges import open_challenges, state_of, weeks_under_way
from campaign.duels.selectors.driven import is_in_arena
from campaign.league.models import Campaign, Challenge, Duel, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.refusals import NotFit
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from campaign.league.selectors.teams import find_present_team
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked, locked_pair
from core.web.moments import in_text
from core.web.problems import money
from core.web.records import filled
from core.web.refusals import Refused, WrongTime, bad_field
from core.web.text import normalize

from . import events, results
from .locking import locked_duel

MAX_CHALLENGES = 3
"""Maximum number of challenges that a team can send to another team in a week."""


def call_out(*, challenger: Team, new: Calling, actor: User, now: datetime) -> Challenge:
    """Challenge another team to a duel in the current week (C55).

    Only the owners of the other team are notified.

    Raise NotFit if the challenger is not in the league, and WrongTime if no week is in progress.
    Raise BadForm if the opponent does not play or the time is not in the week. Raise Refused if the
    teams already have an open challenge or an agreed duel, or if there were too many challenges.
    """
    with club(challenger.campaign_id):
        challenged = find_present_team(challenger.campaign, new.to)
        if challenged is None:
            raise Refused("Choose another team in this league.", field="to", code="no-such-team")
        week = locked(week_for(challenger.campaign, new.starts_at))
        challenger, challenged = locked_pair(challenger, challenged)
        if not challenger.is_in_league:
            raise NotFit(
                f"{challenger.name} is not in the league and cannot challenge other teams (C55)."
            )
        if challenger.pk == challenged.pk or not challenged.is_in_league:
            raise bad_field("to", "no-such-team", "Choose another team in this league.")
        events.check_start(week, new.starts_at, now)
        _check_limits(week, challenger, challenged, now)
        challenge = Challenge.objects.create(
            week=week,
            challenger=challenger,
            challenged=challenged,
            turn=challenged,
            starts_at=new.starts_at,
            arena=normalize(new.arena)[:MAX_NAME_LENGTH],
            budget=max(0, new.budget),
            name=normalize(new.name)[:MAX_NAME_LENGTH],
            words=normalize(new.words)[:MAX_MESSAGE_LENGTH],
            asked_by=actor,
            asked_at=now,
        )
        message = f" “{challenge.words}”" if challenge.words else ""
        stake = f", {money(challenge.budget)} a team" if challenge.budget else ""
        text = f"{challenger} challenges you: {_time_and_place(challenge)}{stake}.{message}"
        _notify(challenge, challenged, ClubNotice.CHALLENGED, text, actor, now)
        return challenge


def week_for(campaign: Campaign, starts_at: datetime) -> Week:
    """Return the current week in which an event can start at this time.

    If the event does not fit into any week, return the last current week. Raise WrongTime if no
    week is in progress.
    """
    running_weeks = weeks_under_way(campaign)
    if not running_weeks:
        raise WrongTime(
            "No week is in progress. Teams can challenge each other after a week opens (C55)."
        )
    return next((week for week in running_weeks if starts_at <= week.closes_at), running_weeks[-1])


def _check_limits(week: Week, challenger: Team, challenged: Team, now: datetime) -> None:
    """Raise Refused if the teams cannot challenge each other again in this week (C55).

    An open challenge, an agreed duel and the limit of challenges each prevent a new challenge.
    """
    for row in open_challenges(challenger, now):
        if challenged.pk in row.team_ids:
            raise Refused(
                f"There is already a challenge between {challenger.name} and {challenged.name}, "
                f"waiting for {row.turn.name}. Settle it first (C55).",
                code="challenge-open",
            )
    pair = (challenger.pk, challenged.pk)
    agreed = Duel.objects.filter(week=week, called_off_at=None, challenge__challenger__in=pair)
    if agreed.filter(challenge__challenged__in=pair).exists():
        raise Refused(
            f"{challenger.name} and {challenged.name} have already agreed on a duel in week "
            f"{week.number}. Only one duel per week is allowed (C55).",
            code="agreed-already",
        )
    earlier = Challenge.objects.filter(week=week, challenger=challenger, challenged=challenged)
    if earlier.count() >= MAX_CHALLENGES:
        raise Refused(
            f"{challenger.name} has already challenged {challenged.name} {MAX_CHALLENGES} times "
            f"in week {week.number}, which is the maximum (C55).",
            code="challenged-often",
        )


def accept(*, challenge: Challenge, team: Team, actor: User, now: datetime) -> Duel:
    """Accept a challenge or a counter-proposal, and return the resulting event (C57).

    The event is announced to the club. Raise WrongTime if the challenge is not open, Refused if it
    is the other team's turn, and the errors of `events.make`.
    """
    with club(team.campaign_id):
        open_challenge = _lock_open_challenge(challenge, now)
        _check_turn(open_challenge, team)
        event = events.make(
            week=open_challenge.week,
            new=filled(
                Making,
                open_challenge,
                name=str(open_challenge)[:MAX_NAME_LENGTH],
                laps=0,
                lent="",
                prize="",
            ),
            actor=actor,
            now=now,
            challenge=open_challenge,
        )
        _close(open_challenge, Challenge.Outcome.ACCEPTED, now)
        return event


def propose(
    *,
    challenge: Challenge,
    team: Team,
    starts_at: datetime,
    actor: User,
    now: datetime,
    arena: str = "",
) -> Challenge:
    """Propose another time or arena in the same week, as the challenged team (C56).

    A team can make only one counter-proposal to a challenge. The challenger must then answer.

    Raise WrongTime if the challenge is not open. Raise Refused for the challenger, and if it is the
    other team's turn. Raise BadForm if the time is not in the week, and if nothing changes.
    """
    with club(team.campaign_id):
        open_challenge = _lock_open_challenge(challenge, now)
        _check_turn(open_challenge, team)
        if team.pk != open_challenge.challenged_id:
            raise Refused(
                f"{open_challenge.challenged.name} has already suggested a change. Accept or "
                "decline it (C56).",
                code="proposed-already",
            )
        arena = normalize(arena)[:MAX_NAME_LENGTH]
        if (starts_at, arena) == (open_challenge.starts_at, open_challenge.arena):
            raise bad_field("starts_at", "the-same", "Suggest another time or arena.")
        events.check_start(open_challenge.week, starts_at, now)
        open_challenge.starts_at = starts_at
        open_challenge.arena = arena
        open_challenge.turn = open_challenge.challenger
        open_challenge.save(update_fields=["starts_at", "arena", "turn"])
        _outdate_notices(open_challenge, now)
        text = (
            f"{team} suggests a different time or arena for the duel: "
            f"{_time_and_place(open_challenge)}."
        )
        _notify(
            open_challenge,
            open_challenge.challenger,
            ClubNotice.CHALLENGE_PROPOSED,
            text,
            actor,
            now,
        )
        return open_challenge


def decline(*, challenge: Challenge, team: Team, actor: User, now: datetime) -> Challenge:
    """Decline a challenge or a counter-proposal (C56).

    The challenged team can decline a challenge even after making a counter-proposal. The challenger
    can decline the counter-proposal. Only the other team is notified. Raise WrongTime if the
    challenge is not open, and Refused if it is the other team's turn.
    """
    with club(team.campaign_id):
        open_challenge = _lock_open_challenge(challenge, now)
        if team.pk != open_challenge.challenged_id:
            _check_turn(open_challenge, team)
        _close(open_challenge, Challenge.Outcome.DECLINED, now)
        text = f"{team} declined your challenge for {in_text(open_challenge.starts_at)}."
        _notify(
            open_challenge,
            open_challenge.opponent_of(team),
            ClubNotice.CHALLENGE_DECLINED,
            text,
            actor,
            now,
        )
        return open_challenge


def withdraw(*, challenge: Challenge, team: Team, actor: User, now: datetime) -> Challenge:
    """Withdraw the team's own open challenge (C56).

    Raise WrongTime if the challenge is not open, and Refused for the challenged team.
    """
    with club(team.campaign_id):
        open_challenge = _lock_open_challenge(challenge, now)
        if team.pk != open_challenge.challenger_id:
            raise Refused(
                f"{open_challenge.challenger.name} challenged you. Decline the challenge "
                "instead (C56).",
                code="not-yours",
            )
        _close(open_challenge, Challenge.Outcome.WITHDRAWN, now)
        text = f"{team} withdrew its challenge."
        _notify(
            open_challenge,
            open_challenge.challenged,
            ClubNotice.CHALLENGE_WITHDRAWN,
            text,
            actor,
            now,
        )
        return open_challenge


def forfeit(*, event: Duel, team: Team, actor: User, now: datetime) -> DuelResult:
    """Forfeit an event that came from a challenge, before it starts (C58).

    The club is notified. The other team wins, and nobody drives.

    Raise Refused for any other event or team. Raise WrongTime after the start, if the event is
    recorded or called off, and once its season is closed.
    """
    with club(team.campaign_id):
        season, event = locked(event.week.season), locked_duel(event)
        challenge = event.challenge
        if challenge is None or not event.is_for(team):
            raise Refused(
                "Only the two teams of a challenge can forfeit its duel (C58).",
                code="not-of-the-challenge",
            )
        if event.called_off_at:
            raise WrongTime(f"{event.name} was cancelled, so you cannot forfeit it.")
        if event.results.exists():
            raise WrongTime(f"{event.name} is already recorded.")
        if is_in_arena(event):
            raise WrongTime(f"{event.name} is already in the arena (C101).")
        if now >= event.start or season.closed_at or event.week.status not in Week.RUNNING:
            raise WrongTime(
                f"{event.name} has started. A team that does not drive loses by the record (C59)."
            )
        first, second = locked_pair(*challenge.teams)
        loser, winner = (first, second) if first.pk == team.pk else (second, first)
        return results.record_forfeit(duel=event, winner=winner, loser=loser, actor=actor, now=now)


# --- one challenge --------------------------------------------------------------------------------


def _lock_open_challenge(challenge: Challenge, now: datetime) -> Challenge:
    """Lock and return the open challenge with its week and teams. Raise WrongTime if closed."""
    week = locked(challenge.week)
    first, second = locked_pair(*challenge.teams)
    open_challenge = locked(challenge)
    open_challenge.week, open_challenge.challenger, open_challenge.challenged = week, first, second
    open_challenge.turn = first if open_challenge.turn_id == first.pk else second
    state = state_of(open_challenge, now)
    if state != "open":
        description = {"withdrawn": "was withdrawn", "lapsed": "has expired"}.get(
            state, f"was {state}"
        )
        raise WrongTime(f"This challenge {description} and can no longer be answered (C56).")
    return open_challenge


def _check_turn(open_challenge: Challenge, team: Team) -> None:
    if team.pk != open_challenge.turn_id:
        raise Refused(
            f"It is {open_challenge.turn.name}’s turn to answer this challenge, "
            f"not {team.name}’s (C56).",
            code="not-your-turn",
        )


def _close(open_challenge: Challenge, outcome: Challenge.Outcome, now: datetime) -> None:
    open_challenge.settled_at, open_challenge.outcome = now, outcome
    open_challenge.save(update_fields=["settled_at", "outcome"])
    _outdate_notices(open_challenge, now)


def _time_and_place(open_challenge: Challenge) -> str:
    place = f" at {open_challenge.arena}" if open_challenge.arena else ""
    return f"{in_text(open_challenge.starts_at)}{place}"


def _outdate_notices(open_challenge: Challenge, now: datetime) -> None:
    for users in people.owners(open_challenge.team_ids).values():
        for user in users:
            notices.mark_outdated(
                user=user, cause_prefix=f"challenge:{open_challenge.pk}:asked", until=now, now=now
            )


def _notify(
    open_challenge: Challenge,
    recipient: Team,
    kind: ClubNotice,
    text: str,
    actor: User,
    now: datetime,
) -> None:
    """Notify the owners of a team, except for the user who acted."""
    is_question = kind in {ClubNotice.CHALLENGED, ClubNotice.CHALLENGE_PROPOSED}
    cause = f"challenge:{open_challenge.pk}:{'asked' if is_question else 'told'}:{kind}"
    notices.notify(
        [user for user in people.owners_of(recipient.pk) if user != actor.pk],
        recipient.campaign_id,
        kind,
        text[:300],
        team_path("challenge", recipient, pk=open_challenge.pk),
        cause,
        now,
    )
