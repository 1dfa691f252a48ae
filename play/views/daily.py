"""The deal of the day, and past deals with their results."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from core.web import clock
from core.web.forms.base import Act
from core.web.not_found import missing_is_404
from core.web.views.person import person
from core.web.views.posting import carry_out
from play.selectors import daily
from play.services import daily as dealing
from play.tasks import ring

from .frame import show, table_url

A_PAGE: Final = 14


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def today(request: HttpRequest) -> HttpResponse:
    """Show today's deal with the link to its table, and list past deals."""
    user, now = person(request), clock.now()
    form = Act(request.POST if request.method == "POST" else None)
    if form.is_bound and (
        response := carry_out(
            request,
            form,
            lambda: dealing.take_deal(user=user),
            to=lambda table: table_url("play-table", table),
            message="",
        )
    ):
        ring()
        return response
    page = Paginator(daily.Deals(user, now), A_PAGE).get_page(request.GET.get("page"))
    deal = page[0] if page.number == 1 and page.object_list and not page[0].is_over else None
    return show(
        request,
        "daily",
        title="Deal of the day",
        deal=deal,
        page=page,
        before=[past_deal for past_deal in page if past_deal.is_over],
        form=form,
    )


@login_required
@require_safe
def day(request: HttpRequest, day: str) -> HttpResponse:
    """Show a past deal with its results and seed."""
    with missing_is_404(daily.NoSuchDeal):
        deal = daily.deal_of(_read(day), person(request), clock.now())
    return show(
        request,
        "daily_day",
        title=f"{deal.tabletop.title}, deal of {deal.day:%a %-d %b %Y}",
        crumbs=(("Deal of the day", reverse("play-daily")),),
        deal=deal,
    )


def _read(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError as error:
        raise Http404 from error
