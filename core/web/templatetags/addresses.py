"""`{% url %}` for all templates, with cached URLs (`core.web.addresses`)."""

from __future__ import annotations

from django import template
from django.template import Context, defaulttags
from django.template.base import Parser, Token
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape

from core.web.addresses import address_in

register = template.Library()


class AddressNode(defaulttags.URLNode):
    """`{% url %}` with cached URLs."""

    def render(self, context: Context) -> str:
        """Return the URL as Django's node does."""
        args = [value.resolve(context) for value in self.args]
        kwargs = {key: value.resolve(context) for key, value in self.kwargs.items()}
        name, app = self.view_name.resolve(context), _app(context)
        try:
            address = address_in(app, name, args, kwargs)
        except NoReverseMatch:
            if not self.asvar:
                raise
            address = ""
        if self.asvar:
            context[self.asvar] = address
            return ""
        return conditional_escape(address) if context.autoescape else address


def _app(context: Context) -> str | None:
    """Return the namespace in which a template's URL names are looked up."""
    request = getattr(context, "request", None)
    match = getattr(request, "resolver_match", None)
    app: str | None = getattr(request, "current_app", None) or getattr(match, "namespace", None)
    return app


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """Parse `{% url "name" value %}` as Django's tag does."""
    node = defaulttags.url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
