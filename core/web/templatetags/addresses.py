"""`{% url %}` of all templates, with addresses that are made once (`core.web.addresses`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.template import defaulttags
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape

from core.web.addresses import address_in

if TYPE_CHECKING:
    from django.template import Context
    from django.template.base import Parser, Token

register = template.Library()


class AddressNode(defaulttags.URLNode):
    """`{% url %}`, with addresses that are kept."""

    def render(self, context: Context) -> str:
        """As Django's own."""
        args = [each.resolve(context) for each in self.args]
        kwargs = {key: each.resolve(context) for key, each in self.kwargs.items()}
        name, app = self.view_name.resolve(context), _app(context)
        try:
            found = address_in(app, name, args, kwargs)
        except NoReverseMatch:
            if not self.asvar:
                raise
            found = ""
        if self.asvar:
            context[self.asvar] = found
            return ""
        return conditional_escape(found) if context.autoescape else found


def _app(context: Context) -> str | None:
    """In which namespace a template's names are looked for."""
    request = getattr(context, "request", None)
    match = getattr(request, "resolver_match", None)
    app: str | None = getattr(request, "current_app", None) or getattr(match, "namespace", None)
    return app


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """`{% url "name" value %}`, written as Django's own."""
    node = defaulttags.url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
