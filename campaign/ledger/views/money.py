"""The page of a team's money, which lists each row with the balance after it."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_team_page
from campaign.league.views.permissions import team_page
from campaign.ledger.selectors import books

PAGE_SIZE = 40


@require_safe
@team_page(allow=policy.may_read_books)
def ledger(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show the money ledger, newest first, with the running balance.

    Only owners can see reserved money (E26).
    """
    purse, rows = books.purse(team), books.money_rows(team)
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    first = (
        books.balance_after(rows, page.start_index() - 1, purse.balance)
        if page.number > 1
        else purse.balance
    )
    lines = [
        (row, books.money_kind(row.item), balance)
        for row, balance in books.with_balance(page.object_list, first)
    ]
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/ledger/money",
        here="money",
        title="Money",
        purse=purse,
        page=page,
        lines=lines,
    )
