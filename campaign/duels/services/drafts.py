"""A duel's own people write its record: one drafts it, everybody who was at the start signs it or
lets it stand, anybody disputes it and the GM decides (C27).
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import msgspec
import structlog
from django_scopes import scopes_disabled

from campaign.duels.models import DuelDispute, DuelDraft, DuelSignature
from campaign.duels.rules.duel_record import DuelRecord, Marks, marks_in, without_marks
from campaign.duels.selectors import drafts as selector
from campaign.duels.selectors import driven, live
from campaign.duels.selectors.duels import latest_result
from campaign.duels.selectors.events import duel_path
from campaign.duels.services import results
from campaign.duels.services.locking import relocked
from campaign.league.models import Membership, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.refusals import OptionOff
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from campaign.league.services import desk_log, openly
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.pictures.words import counted
from core.web.problems import Problem, joined
from core.web.refusals import BadForm, Busy, Refused, WrongTime

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from campaign.duels.models import DuelResult
    from core.accounts.models import User

log = structlog.get_logger(__name__)

Settled = DuelDispute.Settled
GM_RECORDS = "In this club, only a GM records duels. Their form is filled in from the sheets."
"""Why nobody at the start writes or signs where the house rule has no hours for it (C45)."""
ARENA_RECORDS = (
    "The site drives this duel and creates the record. You can sign it, or dispute it for the "
    "GM to decide."
)
"""Why nobody writes the record of a duel that the site drove (C94)."""
AGAIN = timedelta(hours=1)
"""So long after a try that failed a draft is tried again."""


def draft(
    *, week: Week, team: Team, record: DuelRecord, seen: int, by: User, at: datetime
) -> DuelDraft:
    """Write down what the duel came to, and sign it for one's own team, whose marks the record may
    bear. `seen` is the number of the draft that the writer has looked at, 0 for none.

    Takes the place of the draft before it, which nobody can sign any more. Booked at once where
    nobody else has to sign. Raises OptionOff, Refused for who was not at the start, WrongTime
    before the duel's hour, after a result, or where somebody wrote another draft meanwhile;
    BadForm.
    """
    with club(week.season.campaign_id):
        week = results.recordable(week, at)
        hours = rules_in(week).duel_sign_hours
        if not hours:
            raise OptionOff(GM_RECORDS)
        if not driven.by_hand(week, driven.row_of(week)):
            raise WrongTime(ARENA_RECORDS)
        there = selector.at_start(week)
        _was_there(team, there)
        before = selector.newest(week)
        number = before.number if before else 0
        if number != seen:
            raise WrongTime(
                "Someone else has entered a record in the meantime. Review it first, then sign "
                "it or enter your own."
            )
        public = results.checked(week, without_marks(record))
        marks = _own(week, team, marks_in(record))
        row = DuelDraft.objects.create(
            week=week,
            event=week.event,
            number=number + 1,
            team=team,
            by=by,
            at=at,
            books_at=at + timedelta(hours=hours),
            payload=msgspec.to_builtins(public),
        )
        _sign(row, team, marks, by, at)
        if not _book_if_signed(row, there, at):
            ask(row, there, at)
        return row


def sign(*, draft: DuelDraft, team: Team, marks: Marks, by: User, at: datetime) -> DuelDraft:
    """Sign the draft that counts for one's team, with what it marks of its own; a dispute of the
    team is settled by it. Again, to change the marks. Booked when nobody is waited for.

    Raises Refused for who was not at the start, WrongTime for a draft that counts no more,
    BadForm.
    """
    with club(team.campaign_id):
        week = results.recordable(draft.duel, at)
        there = selector.at_start(week)
        _was_there(team, there)
        row = _counting(draft, week)
        _sign(row, team, _own(week, team, marks), by, at)
        _book_if_signed(row, there, at)
        return row


def dispute(*, week: Week, team: Team, reason: str, by: User, at: datetime) -> DuelDispute:
    """Say no to the record of a duel, drafted or booked, with a reason that the whole club reads:
    the GM decides. Again, to change the reason.

    Raises ReasonNeeded, Refused for a team that does not play, WrongTime where nothing is written
    down or the season is closed.
    """
    said = desk_log.require_reason(reason)
    with club(team.campaign_id):
        season, week, team = locked(week.season), relocked(week), locked(team)
        if team.approved_at is None or team.left_at:
            raise Refused(f"{team.name} is not in the league.")
        if season.closed_at:
            raise WrongTime(f"{season} is closed. Its results are final.")
        if selector.newest(week) is None and latest_result(week) is None:
            raise WrongTime("No record has been entered for this duel.")
        row, _ = DuelDispute.objects.update_or_create(
            week=week,
            event=week.event,
            team=team,
            settled_at=None,
            defaults={"by": by, "at": at, "reason": said},
        )
        _tell_disputed(row)
        return row


def decide(*, week: Week, result: DuelRecord, actor: User, at: datetime) -> DuelResult:
    """Record a duel as the GM, whatever its duellists have drafted, and settle their disputes. What
    the signers of the last draft marked of their own is booked where the GM wrote nothing of it.

    Raises WrongTime, BadForm.
    """
    with club(week.season.campaign_id):
        row = selector.newest(week)
        marks = _signed_marks(row) if row else [live.marks_of(week, set(selector.at_start(week)))]
        made = results.record(week=week, result=result, actor=actor, at=at, marks=marks)
        if row:
            _over(row, at)
        return made


def dismiss(*, week: Week, actor: User, reason: str, at: datetime) -> Week:
    """Let the record stand against all open disputes, as a GM and before everybody; what all have
    signed is booked, unless the season is closed. Raises ReasonNeeded, WrongTime where nothing is
    disputed.
    """
    said = desk_log.require_reason(reason)
    with club(week.season.campaign_id):
        season, week = locked(week.season), relocked(week)
        disputes = DuelDispute.objects.filter(week=week, event=week.event, settled_at=None)
        rows = list(disputes.select_related("team"))
        if not rows:
            raise WrongTime("This duel is not disputed.")
        _settle(week, Settled.DISMISSED, at)
        act = desk_log.record(
            campaign_id=week.season.campaign_id,
            actor=actor,
            kind=ClubNotice.DISPUTE_DISMISSED,
            now=at,
            reason=said,
            week=week,
            detail={"week": week.number, "teams": joined(row.team.name for row in rows)}
            | ({"event": week.title} if week.event else {}),
        )
        openly.announce(
            act,
            f"{actor} dismissed the dispute by {joined(row.team.name for row in rows)} about "
            f"{week.duel_words}",
            path=duel_path("duel-record", week),
            week=week,
        )
        row = selector.newest(week)
        is_unbooked = row is not None and row.result_id is None and latest_result(week) is None
        if row is not None and is_unbooked and not season.closed_at:
            _book_if_signed(row, selector.at_start(week), at)
        return week


def book_due(at: datetime) -> int:
    """Book the drafts that nobody disputed for as long as the club gives; how many. One query while
    there is none. One that fails is tried again an hour later; the others are not kept waiting.
    """
    with scopes_disabled():
        found = selector.due(at)
    for row in found:
        try:
            _book_by_silence(row, at)
        except Busy:
            continue
        except Exception as error:
            log.exception("draft_not_booked", draft=str(row.pk), fault=type(error).__name__)
            with scopes_disabled():
                DuelDraft.objects.filter(pk=row.pk).update(books_at=at + AGAIN)
    return len(found)


def book_at_close(week: Week, at: datetime) -> None:
    """Book what the house wrote of the week's duel and of its events and nobody disputes: at the
    week's close at the latest (C95). For whoever closes the week now, and holds it.
    """
    ours = DuelDraft.objects.filter(week=week, team=None, result=None)
    ours.filter(books_at__gt=at).update(books_at=at)
    for draft in selector.due(at):
        if draft.week_id == week.pk:
            _book_by_silence(draft, at)


def _book_by_silence(draft: DuelDraft, at: datetime) -> None:
    with club(draft.week.season.campaign_id):
        locked(draft.week.season)
        relocked(draft.duel)
        with scopes_disabled():
            if draft.pk not in {row.pk for row in selector.due(at)}:
                return
        draft = locked(draft)
        there = selector.at_start(draft.duel)
        signed = _signed(draft)
        _book(draft, _silence(draft, [team.name for pk, team in there.items() if pk in signed]), at)


def _silence(draft: DuelDraft, signers: Sequence[str]) -> str:
    """Who stands for a draft that nobody has disputed."""
    if draft.team_id is None:
        return f"Driven on the site{f', signed by {joined(signers)}' if signers else ''}."
    hours = counted(rules_in(draft.week).duel_sign_hours, "hour")
    return f"Signed by {joined(signers)}. Not disputed within {hours}."


# --- who and what ---------------------------------------------------------------------------------


def _was_there(team: Team, there: Mapping[UUID, Team]) -> None:
    if team.pk not in there:
        raise Refused(
            f"{team.name} had no vehicle at the start of this duel. The participating teams "
            "enter the record. You can dispute it.",
            code="not-at-the-start",
        )


def _counting(draft: DuelDraft, week: Week) -> DuelDraft:
    row = selector.newest(week)
    if row is None or row.pk != draft.pk:
        raise WrongTime("This draft has been replaced by a newer one. Review the new one.")
    return row


def _own(week: Week, team: Team, marks: Marks) -> Marks:
    """The marks, if all are of the team's own (C27). Raises BadForm."""
    field = results.Field.of(week, None)
    own = str(team.pk)
    strange = [
        Problem(
            field=f"vehicles[{at}].vehicle",
            code="not-yours",
            sentence="Only a vehicle's own team can enter its losses.",
        )
        for at, one in enumerate(marks.vehicles)
        if field.vehicles.get(one.vehicle) != own
    ]
    strange += [
        Problem(
            field=f"hurt[{at}].character",
            code="not-yours",
            sentence="Only a duellist's own team can enter their lost DP.",
        )
        for at, one in enumerate(marks.hurt)
        if field.people.get(one.character) != own
    ]
    bad = [
        Problem(
            field=f"vehicles[{at}].damage",
            code="bad-damage",
            sentence="Enter a part, for example armour:front or weapon:1, and its loss.",
        )
        for at, one in enumerate(marks.vehicles)
        for wear in one.damage
        if wear.lost < 1 or not results.PART.fullmatch(wear.part)
    ]
    if strange or bad:
        raise BadForm([*strange, *bad])
    return marks


def _sign(row: DuelDraft, team: Team, marks: Marks, by: User, at: datetime) -> None:
    DuelSignature.objects.update_or_create(
        draft=row,
        team=team,
        defaults={"by": by, "at": at, "payload": msgspec.to_builtins(marks)},
    )
    _settle(row.duel, Settled.SIGNED, at, team)


def _settle(week: Week, how: str, at: datetime, team: Team | None = None) -> None:
    rows = DuelDispute.objects.filter(week=week, event=week.event, settled_at=None)
    if team is not None:
        rows = rows.filter(team=team)
    rows.update(settled_at=at, settled=how)


def _signed(row: DuelDraft) -> frozenset[UUID]:
    return frozenset(row.signatures.values_list("team_id", flat=True))


def _book_if_signed(row: DuelDraft, there: Mapping[UUID, Team], at: datetime) -> bool:
    """Book a draft that everybody has signed for whom somebody can, unless it is disputed."""
    signed = _signed(row)
    if selector.to_sign(there) - signed or selector.is_disputed(row.duel):
        return False
    names = joined(team.name for pk, team in there.items() if pk in signed)
    _book(row, f"Signed by {names}.", at)
    return True


def _signed_marks(row: DuelDraft) -> list[Marks]:
    """What teams marked of their own as they signed; of those that did not sign, what they ticked
    at the table (C43). Of a duel that the site drove, what the arena says (C94).
    """
    if row.team_id is None:
        return [driven.marks_of(row.duel)]
    silent = set(selector.at_start(row.duel)) - _signed(row)
    signed = [selector.marks_of(one) for one in row.signatures.order_by("at", "id")]
    return [*signed, live.marks_of(row.duel, silent)]


def _book(row: DuelDraft, signed: str, at: datetime) -> DuelResult:
    row.result = results.record(
        week=row.duel,
        result=selector.written(row),
        actor=row.by,
        at=at,
        signed=signed,
        marks=_signed_marks(row),
    )
    row.save(update_fields=["result"])
    _over(row, at)
    return row.result


# --- who is told ----------------------------------------------------------------------------------


def _about(row: DuelDraft) -> str:
    """How the causes of what is asked about a week's record begin."""
    return f"duel-record:{row.duel.duel_id}:"


def ask(row: DuelDraft, there: Iterable[UUID], at: datetime) -> None:
    """Tell the people of all other teams at the start that there is something to sign."""
    wrote = (
        f"{row.team.name} has entered the record of"
        if row.team
        else "The site has finished and recorded"
    )
    owners = people.owners(set(there) - {row.team_id})
    week = row.duel
    notices.send(
        notices.Message(
            user,
            week.season.campaign_id,
            ClubNotice.DUEL_DRAFTED,
            f"{wrote} {week.duel_words}. Sign or dispute it by {in_text(row.books_at)}. After "
            "that, it is booked automatically.",
            duel_path("duel-record", week),
            f"{_about(row)}{row.number}",
            at,
        )
        for user in dict.fromkeys(who for team in owners.values() for who in team)
        if user != row.by_id
    )


def _over(row: DuelDraft, at: datetime) -> None:
    """Nobody is asked to sign any longer."""
    for team in people.owners(selector.at_start(row.duel)).values():
        for user in team:
            notices.mark_outdated(user=user, cause_prefix=_about(row), until=at, now=at)


def _tell_disputed(row: DuelDispute) -> None:
    """Tell the GMs, who decide, and the people of all who were at the start."""
    week = row.duel
    campaign = week.season.campaign_id
    owners = people.owners({*selector.at_start(week)} - {row.team_id})
    gms = people.members([campaign], Membership.Role.GM).get(campaign, ())
    told = dict.fromkeys((*gms, *(who for team in owners.values() for who in team)))
    notices.send(
        notices.Message(
            user,
            campaign,
            ClubNotice.DUEL_DISPUTED,
            f"{row.team.name} disputes the record of {week.duel_words}: {row.reason}"[:300],
            duel_path("duel-record", week),
            f"duel-dispute:{row.pk}:{int(row.at.timestamp())}",
            row.at,
        )
        for user in told
        if user != row.by_id
    )
