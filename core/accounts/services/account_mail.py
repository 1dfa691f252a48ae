"""Email about an account, which is sent regardless of the person's notification settings."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string

from core.accounts.models import User


def mail_user(user: User, subject: str, template: str, **context: object) -> None:
    """Send an email after the commit, if email is enabled and the user has a confirmed address."""
    address = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    if settings.MAIL_LEAVES and address:
        text = render_to_string(template, {"user": user, "site": settings.SITE_URL, **context})
        transaction.on_commit(lambda: send_mail(subject, text, None, [address.email]), robust=True)
