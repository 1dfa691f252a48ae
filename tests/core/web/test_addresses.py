"""Addresses equal those of Django, also repeated ones."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch, get_script_prefix, reverse, set_script_prefix

from core.web.addresses import address


@pytest.mark.parametrize("slug", ["north", "south"])
def test_an_address_equals_djangos_reverse_each_time(slug: str) -> None:
    for number in (1, 2):
        made = [address("week", slug=slug, number=number) for _ in range(2)]
        assert made == [reverse("week", kwargs={"slug": slug, "number": number})] * 2


def test_an_address_follows_the_script_prefix() -> None:
    assert address("club", slug="north") == "/c/north/"
    before = get_script_prefix()
    set_script_prefix("/games/")
    try:
        assert address("club", slug="north") == "/games/c/north/"
    finally:
        set_script_prefix(before)
    assert address("club", slug="north") == "/c/north/"


def test_an_impossible_address_raises_each_time() -> None:
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            address("club", slug="no such word")
        with pytest.raises(NoReverseMatch):
            address("no-such-page")


def render_template(text: str, **values: object) -> str:
    return Template(text).render(Context(values))


def test_the_url_tag_matches_djangos() -> None:
    table = uuid4()
    assert render_template("{% url 'play-table' table %}", table=table) == f"/play/{table}/"
    assert render_template("{% url 'club' slug=slug %}", slug="north") == "/c/north/"
    assert render_template("{% url 'club' 'north' as here %}{{ here }}!") == "/c/north/!"
    assert render_template("{% url 'no-such-page' as here %}{{ here }}!") == "!"
    with pytest.raises(NoReverseMatch):
        render_template("{% url 'no-such-page' %}")
