"""Sign-in and sign-up, with limits on wrong passwords, sign-in links, and optional email."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from uuid import UUID

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core.internal import ratelimit
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import Resolver404, resolve
from django.utils import timezone

from campaign.calendar.services import calendar_feed
from campaign.desk.services.founding import may_found
from campaign.members.services import invites, login_links
from campaign.members.views.login_link import SESSION_KEY
from core.accounts.models import User
from core.accounts.rules.names import fault_of
from core.accounts.selectors.people import is_used_by_others, users_for_login
from core.accounts.services import deletion, guests, own_clock
from core.accounts.services.account_changes import password_changed
from core.uptime.services import quarantine
from core.web import clock, moments
from engine.game import Refusal
from espionage.selectors.tryout import tryout_of
from espionage.services import tryout

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

log = structlog.get_logger(__name__)

KNOWN_FOR: Final = timedelta(days=365)
MAX_KNOWN_USERS: Final = 5
"""Maximum number of users that each browser remembers."""
SALT: Final = "config.accounts.known"
SLOW: Final = "login_failed_by_name"
HASHES: Final = {False: 1, True: 2}
"""Minimum number of password hashes that a failed sign-in computes, if the input has no @ or has
one.

An address can belong to two accounts. One is that of its owner, and the other is that of someone
who signed up with the address to find out whether the site knows it.
"""


class AccountAdapter(DefaultAccountAdapter):
    """Customizations of django-allauth.

    Wrong passwords are counted in two independent ways:

    * By address and name, 5 in 5 minutes. This limit stops someone who guesses from one network
      address, and affects no one else. Names are public, so if the limit were by name alone, any
      rival could lock out a player with one request per minute.
    * By name alone, 5 in 15 minutes, for browsers in which this person has never signed in. This
      limit stops guesses from many network addresses. It allows at most 480 guesses a day, and
      refuses 25 of 30 addresses. Browsers in which the person has signed in before have a signed
      cookie and are exempt. Recognizing people by network address would not work, because phones
      change theirs every hour and the site would have to store the addresses.

    Attempts are counted by input, which is a username or an email address. A shared count would
    reveal which address belongs to which name. One disadvantage remains. During an attack, a person
    who uses a new browser has to wait up to 15 minutes after the last guess. They can also sign in
    with an emailed link or with a link from a GM, which are not limited. Figures and reasons are in
    docs/decisions/0006-sign-in.md.
    """

    error_messages: Final = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": (
            "Too many failed sign-in attempts. Try again in 15 minutes, or use a browser that "
            "you have signed in with before."
        )
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name if a new account can have it. Otherwise, raise ValidationError."""
        if fault := fault_of(username):
            raise ValidationError(fault)
        return str(super().clean_username(username, shallow))

    # --- sign-in attempts -------------------------------------------------------------------------

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse the attempt if a limit has been reached. Otherwise, count it until it succeeds."""
        self._counted: list[ratelimit.RateLimitUsage] = []
        name = _typed(credentials).lower()
        is_known = _is_known(request, name)
        self._count(request, "login_failed", f"{name} {ratelimit.get_ip(request)} {is_known}")
        if not is_known:
            self._count(request, SLOW, name)

    def _count(self, request: HttpRequest, action: str, key: str) -> None:
        usage = ratelimit.consume(request, app="allauth.account", action=action, key=key)
        if usage is None:
            raise self.validation_error("too_many_login_attempts")
        self._counted.append(usage)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Return the account that has this name or address, and this password.

        Successful attempts are not counted.

        A failed attempt computes the same number of hashes (`HASHES`) for known and unknown input.
        Together, Django's and allauth's backends would compute one more hash for a known address.
        """
        self.pre_authenticate(request, **credentials)
        typed, password = _typed(credentials), credentials["password"]
        people = users_for_login(typed)
        for user in people:
            if user.check_password(password):
                for usage in self._counted:
                    usage.rollback()
                return user
        for _ in range(len(people), HASHES["@" in typed]):
            make_password(password)
        return None

    # --- sign-up ----------------------------------------------------------------------------------

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether this visitor can sign up (`SIGN_UP`). Either anyone can, or only people
        with a valid invite.
        """
        return settings.SIGN_UP == "open" or _is_invited(request)

    def new_user(self, request: HttpRequest) -> User:
        """Return a new user, or this browser's guest if there is one."""
        return guests.guest_of(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save the new user. A guest keeps everything that they have started."""
        with transaction.atomic():
            if user.guest:
                self._delete_other_credentials(user)
            saved: User = super().save_user(request, user, form, commit)
            if saved.guest:
                club = tryout_of(saved)
                guests.convert_to_account(request, saved)
                if club and may_found(saved):
                    tryout.keep(campaign=club, now=clock.now())
                    messages.success(request, tryout.KEPT_MESSAGE)
            return saved

    def _delete_other_credentials(self, guest: User) -> None:
        """Delete other credentials of a guest's account, because someone else could have created
        them.
        """
        EmailAddress.objects.filter(user=guest).delete()
        Authenticator.objects.filter(user=guest).delete()
        calendar_feed.drop(user=guest)

    # --- sign-in ----------------------------------------------------------------------------------

    def login(self, request: HttpRequest, user: Any) -> None:
        """Sign in a user who has passed all factors.

        Activate a password that was chosen with a link, and revoke all links.
        """
        now = timezone.now()
        if chosen_password := request.session.pop(SESSION_KEY, None):
            login_links.finish(
                user=user,
                link=UUID(chosen_password["link"]),
                hashed=chosen_password["hash"],
                now=now,
            )
        login_links.revoke_all(user, now)
        if deletion.cancel(user=user):
            messages.success(request, "Your account will not be deleted.")
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        """Remember the user in this browser, and store the browser's time zone for the user."""
        response = super().post_login(request, user, **kwargs)
        own_clock.remember(user=user, zone_name=request.COOKIES.get(moments.COOKIE, ""))
        people = [str(user.pk), *(pk for pk in _known_user_ids(request) if pk != str(user.pk))][
            :MAX_KNOWN_USERS
        ]
        response.set_cookie(
            settings.KNOWN_COOKIE_NAME,
            signing.dumps(people, salt=SALT),
            max_age=KNOWN_FOR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
        return response

    # --- new passwords ----------------------------------------------------------------------------

    def set_password(self, user: User, password: str) -> None:
        """Set a user's new password, and notify the user."""
        with transaction.atomic():
            super().set_password(user, password)
            password_changed(user=user, now=clock.now())

    # --- email ------------------------------------------------------------------------------------

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Ask the user to confirm an email address.

        If the address belongs to another account, notify that account's owner instead.

        The person who entered the address sees no difference.
        """
        address = emailconfirmation.email_address
        if is_used_by_others(address.email, except_user=address.user, confirmed=not signup):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email, unless email is disabled, the site is in quarantine, or a limit has been
        reached.

        Emails to unconfirmed addresses are counted here and not earlier, so that no page reveals
        whether an address has recently received an email.
        """
        if not settings.MAIL_LEAVES or (
            template_prefix in TO_UNCONFIRMED
            and not ratelimit.consume(
                self.request, app="allauth.account", action="confirmation_mail", key=email.lower()
            )
        ):
            return
        if quarantine.is_active():
            log.warning("held_in_quarantine", letter=template_prefix)
            return
        super().send_mail(template_prefix, email, context)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Notify a user at a confirmed address that their account was changed.

        An unconfirmed address could belong to a stranger. If the mail server fails, the change is
        not undone.
        """
        to = email or EmailAddress.objects.get_primary_email(user)
        if not EmailAddress.objects.filter(user=user, email=to, verified=True).exists():
            return
        try:
            super().send_notification_mail(template_prefix, user, context, to)
        except OSError as problem:
            log.warning("notification_mail_failed", error=type(problem).__name__)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Add a message. If email is disabled, leave out messages about emails."""
        if settings.MAIL_LEAVES or message_template not in ABOUT_MAILS:
            super().add_message(request, level, message_template, *args, **kwargs)


TO_UNCONFIRMED: Final = frozenset(
    {
        "account/email/account_already_exists",
        "account/email/email_confirmation",
        "account/email/email_confirmation_signup",
    }
)
"""Templates of emails to unconfirmed addresses."""

ABOUT_MAILS: Final = frozenset(
    {"account/messages/email_confirmation_sent.txt", "account/messages/login_code_sent.txt"}
)


def _is_invited(request: HttpRequest) -> bool:
    next_url = get_next_redirect_url(request) or ""
    try:
        match = resolve(urlsplit(next_url).path)
        if match.view_name != "join":
            return False
        invites.look_up(token=match.kwargs["token"], now=clock.now())
    except (Resolver404, Refusal):
        return False
    return True


def _typed(credentials: dict[str, Any]) -> str:
    """Return the username or email address entered in the sign-in form."""
    return str(credentials.get("username") or credentials.get("email") or "").strip()


def _known_user_ids(request: HttpRequest) -> list[str]:
    try:
        user_ids = signing.loads(
            request.COOKIES.get(settings.KNOWN_COOKIE_NAME, ""), salt=SALT, max_age=KNOWN_FOR
        )
    except signing.BadSignature:
        return []
    return [str(pk) for pk in user_ids][:MAX_KNOWN_USERS]


def _is_known(request: HttpRequest, name: str) -> bool:
    """Return whether the user with this name or address has ever signed in with this browser."""
    pks = _known_user_ids(request) + (
        [str(request.user.pk)] if request.user.is_authenticated else []
    )
    if not pks:
        return False
    users = User.objects.filter(pk__in=pks)
    names = {
        value.lower() for row in users.values_list("username", "email") for value in row if value
    }
    return name in names or EmailAddress.objects.filter(user__in=pks, email__iexact=name).exists()
