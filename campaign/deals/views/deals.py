"""Pages for offers between teams: the list, the forms and the answers (C107 to C109, C112)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.deals.models import Deal
from campaign.deals.rules.acts import MAX_REPORT_LENGTH, NewBounty, NewLoan, NewPact, NewReport
from campaign.deals.selectors import deals as selector
from campaign.deals.services import deals as services
from campaign.league.models import Team
from campaign.league.selectors.teams import approved_teams
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.selectors import books
from campaign.voices.selectors.rights import can_write_letters
from core.web.forms.records import RecordForm
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.views.posting import carry_out, confirmed, sent_before, status_of

DEALS_PER_PAGE = 30
READ_AND_POST = ["GET", "HEAD", "POST"]
RECORDS = {"bounty": NewBounty, "pact": NewPact, "report": NewReport, "loan": NewLoan}
PASSAGE = ("about", "title", "report")
"""Fields of the form for selling a report that are filled when a passage is copied."""
TITLES = {
    "bounty": "Offer a bounty",
    "pact": "Offer a pact",
    "report": "Sell a report",
    "loan": "Lend a guard",
}
LEDES = {
    "bounty": "The team that destroys the vehicle in a duel, or with a charge that goes off at the "
    "duel, gets the money.",
    "report": "Sell what you know about a third team, or what you want the buyer to believe. The "
    "site never tells the buyer whether it is true.",
    "loan": "One of your characters guards another team for a week. You cannot give them orders "
    "in that week, and you get the price when its reports are published.",
    "pact": "Neither team sends missions against the other. The site pays the stakes out when the "
    "pact ends.",
}


@require_safe
@team_page(allow=can_write_letters)
def listing(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """List the deals that the team can see."""
    page = Paginator(selector.deals_of(team), DEALS_PER_PAGE).get_page(request.GET.get("page"))
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/deals/deals",
        here="letters",
        title="Deals",
        audience="",
        lede="The site holds the money of bounties, pacts and loans until they end.",
        crumbs=(("Letters", team_url("letters", team)),),
        page=page,
        deals=[selector.view(team, row) for row in page.object_list],
        titles=TITLES if selector.has_offers(viewer.campaign) else {},
    )


@require_http_methods(READ_AND_POST)
@team_page(allow=can_write_letters)
def make(request: HttpRequest, viewer: Viewer, team: Team, kind: str) -> HttpResponse:
    """Show the form for an offer, and make the offer.

    A request with `fill` shows the form with a passage that was copied from a report.
    """
    if kind not in RECORDS:
        raise Http404
    passage = request.POST if "fill" in request.POST else {}
    form: RecordForm[Any] = RecordForm(
        None if passage else request.POST or None,
        asks=RECORDS[kind],
        choices=_choices(team, kind),
        initial={
            "to": request.GET.get("to", ""),
            "week": selector.first_loan_week(team) if kind == "loan" else None,
            **{
                name: passage[name].strip()[:MAX_REPORT_LENGTH]
                for name in PASSAGE
                if name in passage
            },
        },
    )
    page = team_url("deals", team)
    response = carry_out(
        request,
        form,
        lambda: services.offer(team=team, new=form.record, actor=viewer.person, now=timezone.now()),
        to=page,
        message="Offer made.",
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="letters",
        title=TITLES[kind],
        lede=f"{LEDES[kind]} {team.name} has {money(books.purse(team).free)} available.",
        crumbs=(("Letters", team_url("letters", team)), ("Deals", page)),
        form=form,
        action="Make offer",
        back=page,
        status=status_of(form),
    )


def _choices(team: Team, kind: str) -> dict[str, list[tuple[str, str]]]:
    teams = [(row.slug, row.name) for row in approved_teams(team.campaign) if row.pk != team.pk]
    to_one_team = [("", "Choose a team"), *teams]
    if kind == "pact":
        return {"to": to_one_team}
    if kind == "report":
        return {"to": to_one_team, "about": to_one_team}
    if kind == "loan":
        people = [(str(row.pk), row.name) for row in selector.lendable(team)]
        return {"to": to_one_team, "character": [("", "Choose a character"), *people]}
    vehicles = [
        (str(row.vehicle), f"{row.name} of {row.team.name}") for row in selector.targets(team)
    ]
    return {
        "to": [("", "Everyone"), *teams],
        "vehicle": [("", "Choose a vehicle"), *vehicles],
    }


# --- answers --------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """An answer to an offer.

    `find` returns the offer if the team can answer it. `service` carries out the answer. `texts`
    returns the texts of the confirmation page.
    """

    find: Callable[[Team, UUID], Deal | None]
    service: Callable[..., Deal]
    texts: Callable[[Deal], Mapping[str, Any]]


@require_http_methods(READ_AND_POST)
@team_page(allow=can_write_letters)
def respond(
    request: HttpRequest, viewer: Viewer, team: Team, deal: UUID, answer: Answer
) -> HttpResponse:
    """Confirm and carry out an answer to an offer. Then redirect to the letters or the deals."""
    if before := sent_before(request):
        return before
    open_deal = or_404(answer.find(team, deal))
    other = open_deal.to if open_deal.team_id == team.pk else open_deal.team
    deals_url = team_url("deals", team)
    back = team_url("letter", team, to=other.slug) if other else deals_url
    return confirmed(
        request,
        lambda: answer.service(deal=open_deal, actor=viewer.person, now=timezone.now()),
        to=back,
        back=back,
        sentence=selector.describe(open_deal),
        crumbs=team_crumbs(
            viewer, team, ("Letters", team_url("letters", team)), ("Deals", deals_url)
        ),
        **answer.texts(open_deal),
    )


def _texts_of_acceptance(deal: Deal) -> Mapping[str, Any]:
    payee = deal.team.name if deal.kind == Deal.Kind.REPORT else "the site"
    stake = (f"You pay {money(deal.amount)} to {payee} now.",) if deal.amount else ()
    order = (
        (f"Order {deal.character} as a counterspy on your order sheet of week {deal.first_week}.",)
        if deal.kind == Deal.Kind.LOAN
        else ()
    )
    return {
        "message": "Offer accepted.",
        "title": f"Accept the offer of {deal.team.name}",
        "effects": (*stake, *order, "You cannot undo this."),
        "action": "Accept offer",
    }


def _texts_of_refusal(deal: Deal) -> Mapping[str, Any]:
    refund = " and gets its money back" if any(deal.stakes.values()) else ""
    return {
        "message": "Offer declined.",
        "title": f"Decline the offer of {deal.team.name}",
        "effects": (f"{deal.team.name} is notified{refund}.",),
        "action": "Decline offer",
    }


def _texts_of_withdrawal(deal: Deal) -> Mapping[str, Any]:
    return {
        "message": "Offer withdrawn.",
        "title": "Withdraw the offer",
        "effects": ("Your money is returned.",) if any(deal.stakes.values()) else (),
        "action": "Withdraw offer",
    }


ANSWERS: Final = {
    "accept": Answer(selector.deal_to, services.accept, _texts_of_acceptance),
    "decline": Answer(selector.deal_to, services.decline, _texts_of_refusal),
    "withdraw": Answer(selector.deal_by, services.withdraw, _texts_of_withdrawal),
}
