"""Services for duel records that the teams write themselves (C27).

One team drafts a record. The other teams at the start can sign the draft or let the time limit
pass. Any team can dispute it, and the GM then decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
import structlog
from django_scopes import scopes_disabled

from campaign.duels.models import DuelDispute, DuelDraft, DuelResult, DuelSignature
from campaign.duels.rules.duel_record import DuelRecord, Marks, marks_in, without_marks
from campaign.duels.selectors import drafts as selector
from campaign.duels.selectors import driven, live
from campaign.duels.selectors.duels import latest_result
from campaign.duels.services import results
from campaign.duels.services.locking import locked_duel
from campaign.league.models import Duel, Membership, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.refusals import OptionOff
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import duel_path
from campaign.league.services import desk_log
from campaign.news.services import openly
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.pictures.words import counted
from core.web.problems import Problem, joined
from core.web.refusals import BadForm, Busy, Refused, WrongTime

log = structlog.get_logger(__name__)

Settled = DuelDispute.Settled
GM_RECORDS = "In this club, only a GM records duels. Their form is filled in from the sheets."
"""Error message in clubs whose house rules give teams no time to record a duel (C45)."""
ARENA_RECORDS = (
    "The site drives this duel and creates the record. You can sign it, or dispute it for the "
    "GM to decide."
)
"""Error message for a duel that the site drives and therefore records (C94)."""
RETRY_DELAY = timedelta(hours=1)
"""Delay before a failed booking is retried."""


def draft(
    *, duel: Duel, team: Team, record: DuelRecord, seen_number: int, actor: User, now: datetime
) -> DuelDraft:
    """Draft the record of a duel and sign it for the user's own team.

    The record can contain the team's private marks. `seen_number` is the number of the latest draft
    that the author has read, or 0 for none.

    The new draft replaces the previous draft, which can no longer be signed. The record is booked
    immediately if no other signature is needed. Raise OptionOff, BadForm, and Refused for a team
    that was not at the start. Raise WrongTime before the duel, after a result, or if there is a
    newer draft.
    """
    with club(duel.week.season.campaign_id):
        duel = results.lock_recordable(duel, now)
        hours = rules_in(duel.week).duel_sign_hours
        if not hours:
            raise OptionOff(GM_RECORDS)
        if not driven.is_recorded_by_hand(duel, driven.driven_duel_of(duel)):
            raise WrongTime(ARENA_RECORDS)
        starters = selector.teams_at_start(duel)
        _check_at_start(team, starters)
        previous = selector.newest_draft(duel)
        number = previous.number if previous else 0
        if number != seen_number:
            raise WrongTime(
                "Someone else has entered a record in the meantime. Review it first, then sign "
                "it or enter your own."
            )
        public = results.check_record(duel, without_marks(record))
        marks = _check_own(duel, team, marks_in(record))
        row = DuelDraft.objects.create(
            duel=duel,
            number=number + 1,
            team=team,
            by=actor,
            at=now,
            books_at=now + timedelta(hours=hours),
            payload=msgspec.to_builtins(public),
        )
        _sign(row, team, marks, actor, now)
        if not _book_if_signed(row, starters, now):
            request_signatures(row, starters, now)
        return row


def sign(*, draft: DuelDraft, team: Team, marks: Marks, actor: User, now: datetime) -> DuelDraft:
    """Sign the newest draft for the user's team, with the team's private marks.

    This settles the team's dispute. Signing again changes the marks. The last missing signature
    books the record.

    Raise Refused for a team that was not at the start, WrongTime for an older draft, and BadForm.
    """
    with club(team.campaign_id):
        duel = results.lock_recordable(draft.duel, now)
        starters = selector.teams_at_start(duel)
        _check_at_start(team, starters)
        row = _newest_draft(draft, duel)
        _sign(row, team, _check_own(duel, team, marks), actor, now)
        _book_if_signed(row, starters, now)
        return row


def dispute(*, duel: Duel, team: Team, reason: str, actor: User, now: datetime) -> DuelDispute:
    """Dispute the draft or the booked record of a duel. The GM then decides.

    The reason is public. Disputing again changes the reason.

    Raise ReasonNeeded, Refused for a team that is not in the league, and WrongTime if there is no
    record or the season is closed.
    """
    reason_text = desk_log.require_reason(reason)
    with club(team.campaign_id):
        season, duel, team = locked(duel.week.season), locked_duel(duel), locked(team)
        if team.approved_at is None or team.left_at:
            raise Refused(f"{team.name} is not in the league.")
        if season.closed_at:
            raise WrongTime(f"{season} is closed. Its results are final.")
        if selector.newest_draft(duel) is None and latest_result(duel) is None:
            raise WrongTime("No record has been entered for this duel.")
        row, _ = DuelDispute.objects.update_or_create(
            duel=duel,
            team=team,
            settled_at=None,
            defaults={"by": actor, "at": now, "reason": reason_text},
        )
        _notify_disputed(row)
        return row


def decide(*, duel: Duel, result: DuelRecord, actor: User, now: datetime) -> DuelResult:
    """Record a duel as the GM, independently of any draft, and settle its disputes.

    Where the GM's record has no marks, the private marks of the teams that signed are booked. Raise
    WrongTime or BadForm.
    """
    with club(duel.week.season.campaign_id):
        row = selector.newest_draft(duel)
        marks = (
            _signed_marks(row) if row else [live.marks_of(duel, set(selector.teams_at_start(duel)))]
        )
        recorded = results.record(duel=duel, result=result, actor=actor, now=now, marks=marks)
        if row:
            _outdate_requests(row, now)
        return recorded


def dismiss(*, duel: Duel, actor: User, reason: str, now: datetime) -> Duel:
    """Dismiss all open disputes as a GM, and notify the club.

    A draft that everyone has signed is booked, unless the season is closed. Raise ReasonNeeded, or
    WrongTime if there is no dispute.
    """
    reason_text = desk_log.require_reason(reason)
    with club(duel.week.season.campaign_id):
        season, duel = locked(duel.week.season), locked_duel(duel)
        disputes = DuelDispute.objects.filter(duel=duel, settled_at=None)
        rows = list(disputes.select_related("team"))
        if not rows:
            raise WrongTime("This duel is not disputed.")
        _settle(duel, Settled.DISMISSED, now)
        act = desk_log.record(
            actor=actor,
            kind=ClubNotice.DISPUTE_DISMISSED,
            now=now,
            reason=reason_text,
            week=duel.week,
            detail={"week": duel.week.number, "teams": joined(row.team.name for row in rows)}
            | ({} if duel.is_weekly else {"event": duel.title}),
        )
        openly.announce(
            act,
            f"{actor} dismissed the dispute by {joined(row.team.name for row in rows)} about "
            f"{duel.phrase}",
            path=duel_path("duel-record", duel),
            week=duel.week,
        )
        row = selector.newest_draft(duel)
        is_unbooked = row is not None and row.result_id is None and latest_result(duel) is None
        if row is not None and is_unbooked and not season.closed_at:
            _book_if_signed(row, selector.teams_at_start(duel), now)
        return duel


def book_due(now: datetime) -> int:
    """Book the undisputed drafts whose time limit has passed, and return how many there were.

    A draft that fails is tried again an hour later and does not delay the others. This runs one
    query if no draft is due.
    """
    with scopes_disabled():
        drafts = selector.drafts_to_book(now)
    for row in drafts:
        try:
            _book_undisputed(row, now)
        except Busy:
            continue
        except Exception as error:
            log.exception("draft_not_booked", draft=str(row.pk), fault=type(error).__name__)
            with scopes_disabled():
                DuelDraft.objects.filter(pk=row.pk).update(books_at=now + RETRY_DELAY)
    return len(drafts)


def book_at_close(week: Week, now: datetime) -> None:
    """Book the site's undisputed drafts of a week's duels when the week closes (C95).

    The caller must have locked the week.
    """
    site_drafts = DuelDraft.objects.filter(duel__week=week, team=None, result=None)
    site_drafts.filter(books_at__gt=now).update(books_at=now)
    for draft in selector.drafts_to_book(now):
        if draft.duel.week_id == week.pk:
            _book_undisputed(draft, now)


def _book_undisputed(draft: DuelDraft, now: datetime) -> None:
    with club(draft.duel.week.season.campaign_id):
        locked(draft.duel.week.season)
        locked_duel(draft.duel)
        with scopes_disabled():
            if draft.pk not in {row.pk for row in selector.drafts_to_book(now)}:
                return
        draft = locked(draft)
        starters = selector.teams_at_start(draft.duel)
        signers = _signers(draft)
        _book(
            draft,
            _reason_for_booking(
                draft, [team.name for pk, team in starters.items() if pk in signers]
            ),
            now,
        )


def _reason_for_booking(draft: DuelDraft, signers: Sequence[str]) -> str:
    """Return the reason that is stored when an undisputed draft is booked."""
    if draft.team_id is None:
        return f"Driven on the site{f', signed by {joined(signers)}' if signers else ''}."
    hours = counted(rules_in(draft.duel.week).duel_sign_hours, "hour")
    return f"Signed by {joined(signers)}. Not disputed within {hours}."


# --- conditions and bookings ---------------------------------------------------------------------


def _check_at_start(team: Team, starters: Mapping[UUID, Team]) -> None:
    if team.pk not in starters:
        raise Refused(
            f"{team.name} had no vehicle at the start of this duel. The participating teams "
            "enter the record. You can dispute it.",
            code="not-at-the-start",
        )


def _newest_draft(draft: DuelDraft, duel: Duel) -> DuelDraft:
    row = selector.newest_draft(duel)
    if row is None or row.pk != draft.pk:
        raise WrongTime("This draft has been replaced by a newer one. Review the new one.")
    return row


def _check_own(duel: Duel, team: Team, marks: Marks) -> Marks:
    """Return the marks if all of them belong to the team (C27). Raise BadForm otherwise."""
    field = results.StartingField.at_start(duel, None)
    own_team = str(team.pk)
    foreign = [
        Problem(
            f"vehicles[{now}].vehicle",
            "not-yours",
            "Only a vehicle's own team can enter its losses.",
        )
        for now, item in enumerate(marks.vehicles)
        if field.vehicles.get(item.vehicle) != own_team
    ]
    foreign += [
        Problem(
            f"hurt[{now}].character",
            "not-yours",
            "Only a duellist's own team can enter their lost DP.",
        )
        for now, item in enumerate(marks.hurt)
        if field.people.get(item.character) != own_team
    ]
    invalid = [
        Problem(
            f"vehicles[{now}].damage",
            "bad-damage",
            "Enter a part, for example armour:front or weapon:1, and its loss.",
        )
        for now, item in enumerate(marks.vehicles)
        for wear in item.damage
        if wear.lost < 1 or not results.PART.fullmatch(wear.part)
    ]
    if foreign or invalid:
        raise BadForm([*foreign, *invalid])
    return marks


def _sign(row: DuelDraft, team: Team, marks: Marks, actor: User, now: datetime) -> None:
    DuelSignature.objects.update_or_create(
        draft=row,
        team=team,
        defaults={"by": actor, "at": now, "payload": msgspec.to_builtins(marks)},
    )
    _settle(row.duel, Settled.SIGNED, now, team)


def _settle(duel: Duel, outcome: str, now: datetime, team: Team | None = None) -> None:
    rows = DuelDispute.objects.filter(duel=duel, settled_at=None)
    if team is not None:
        rows = rows.filter(team=team)
    rows.update(settled_at=now, settled=outcome)


def _signers(row: DuelDraft) -> frozenset[UUID]:
    return frozenset(row.signatures.values_list("team_id", flat=True))


def _book_if_signed(row: DuelDraft, starters: Mapping[UUID, Team], now: datetime) -> bool:
    """Book an undisputed draft if every team with an owner has signed it.

    Return whether it was booked.
    """
    signers = _signers(row)
    if selector.teams_with_owner(starters) - signers or selector.is_disputed(row.duel):
        return False
    names = joined(team.name for pk, team in starters.items() if pk in signers)
    _book(row, f"Signed by {names}.", now)
    return True


def _signed_marks(row: DuelDraft) -> list[Marks]:
    """Return the teams' private marks.

    Marks are taken from the signatures, or from the sheets at the table for teams that did not sign
    (C43). For a duel that the site drove, they are the losses in the arena (C94).
    """
    if row.team_id is None:
        return [driven.marks_of(row.duel)]
    unsigned = set(selector.teams_at_start(row.duel)) - _signers(row)
    signed = [selector.marks_of(signature) for signature in row.signatures.order_by("at", "id")]
    return [*signed, live.marks_of(row.duel, unsigned)]


def _book(row: DuelDraft, reason: str, now: datetime) -> DuelResult:
    row.result = results.record(
        duel=row.duel,
        result=selector.record_of_draft(row),
        actor=row.by,
        now=now,
        signed=reason,
        marks=_signed_marks(row),
    )
    row.save(update_fields=["result"])
    _outdate_requests(row, now)
    return row.result


# --- notices -----------------------------------------------------------------------------------


def _cause_prefix(row: DuelDraft) -> str:
    """Return the prefix shared by the causes of all notices about a duel's record."""
    return f"duel-record:{row.duel.pk}:"


def request_signatures(row: DuelDraft, starters: Iterable[UUID], now: datetime) -> None:
    """Ask the owners of all other teams at the start for their signatures."""
    subject = (
        f"{row.team.name} has entered the record of"
        if row.team
        else "The site has finished and recorded"
    )
    owners = people.owners(set(starters) - {row.team_id})
    duel = row.duel
    notices.notify(
        [
            user
            for user in dict.fromkeys(owner for team in owners.values() for owner in team)
            if user != row.by_id
        ],
        duel.week.season.campaign_id,
        ClubNotice.DUEL_DRAFTED,
        f"{subject} {duel.phrase}. Sign or dispute it by {in_text(row.books_at)}. After "
        "that, it is booked automatically.",
        duel_path("duel-record", duel),
        f"{_cause_prefix(row)}{row.number}",
        now,
    )


def _outdate_requests(row: DuelDraft, now: datetime) -> None:
    for team in people.owners(selector.teams_at_start(row.duel)).values():
        for user in team:
            notices.mark_outdated(user=user, cause_prefix=_cause_prefix(row), until=now, now=now)


def _notify_disputed(row: DuelDispute) -> None:
    """Notify the GMs and the owners of all other teams at the start."""
    duel = row.duel
    campaign = duel.week.season.campaign_id
    owners = people.owners({*selector.teams_at_start(duel)} - {row.team_id})
    gms = people.member_ids(campaign, Membership.Role.GM)
    recipients = dict.fromkeys((*gms, *(owner for team in owners.values() for owner in team)))
    notices.notify(
        [user for user in recipients if user != row.by_id],
        campaign,
        ClubNotice.DUEL_DISPUTED,
        f"{row.team.name} disputes the record of {duel.phrase}: {row.reason}"[:300],
        duel_path("duel-record", duel),
        f"duel-dispute:{row.pk}:{int(row.at.timestamp())}",
        row.at,
    )
