"""How people log in: who may go on trying while others guess, the way in by a GM's link, and no
word of mail where none leaves.
"""

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

from campaign.desk.services.founding import may_found
from campaign.league.services import calendar_feed, invites, login_links
from campaign.league.views.login_link import CHOSEN
from core.accounts.models import User
from core.accounts.rules.names import fault_of
from core.accounts.selectors.people import known_as, others_with
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
MOST: Final = 5
"""So many people may share a browser in which all of them are known."""
SALT: Final = "config.accounts.known"
SLOW: Final = "login_failed_by_name"
HASHES: Final = {False: 1, True: 2}
"""Password hashes that a wrong try costs at least, without and with an @ in what was typed. The
second is for whoever signs up with an address to learn whether it was somebody's before: then
two accounts have it.
"""


class AccountAdapter(DefaultAccountAdapter):
    """Our ways with accounts, on django-allauth's hooks.

    Wrong passwords are counted twice, each count by itself:

    * by address and name, 5 in 5 minutes. It stops whoever sits somewhere and guesses, and nobody
    else: names are public, so a count by
      name alone would let any rival lock a player out for a request a minute.
    * by name alone, 5 in 15 minutes, for browsers in which this person has never logged in. It
    stops whoever guesses from many addresses:
      480 guesses a day at the most, of 30 addresses 25 are refused. A browser in which the person
      has logged in before is let past it: a
      signed cookie says so. It is a cookie and not an address, for phones change theirs every hour
      and we would have to keep them.

    What is typed is what counts, a user name or an address: a count that both shared would tell
    which address belongs to which name. What remains: who is being guessed at and comes with a new
    browser waits up to a quarter of an hour after the last guess, or takes a letter or a GM's link,
    which are not counted. Figures and reasons: docs/decisions/0006-sign-in.md.
    """

    error_messages: Final = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": (
            "Too many failed sign-in attempts. Try again in 15 minutes, or use a browser that "
            "you have signed in with before."
        )
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name if a new account can have it; raise ValidationError if not."""
        if fault := fault_of(username):
            raise ValidationError(fault)
        return str(super().clean_username(username, shallow))

    # --- trying -----------------------------------------------------------------------------------

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse the try when its count is full; else count it until it is known to be right."""
        self._counted: list[ratelimit.RateLimitUsage] = []
        name = _typed(credentials).lower()
        known = _knows(request, name)
        self._count(request, "login_failed", f"{name} {ratelimit.get_ip(request)} {known}")
        if not known:
            self._count(request, SLOW, name)

    def _count(self, request: HttpRequest, action: str, key: str) -> None:
        usage = ratelimit.consume(request, app="allauth.account", action=action, key=key)
        if usage is None:
            raise self.validation_error("too_many_login_attempts")
        self._counted.append(usage)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """The account of this name or address and password; a right one does not count as a try.

        A wrong try costs as many password hashes whether an account goes by what was typed or none
        does: `HASHES` of them. Django's and allauth's backends, asked one after the other, hash
        once more for an address that somebody has.
        """
        self.pre_authenticate(request, **credentials)
        typed, password = _typed(credentials), credentials["password"]
        people = known_as(typed)
        for user in people:
            if user.check_password(password):
                for usage in self._counted:
                    usage.rollback()
                return user
        for _ in range(len(people), HASHES["@" in typed]):
            make_password(password)
        return None

    # --- signing up -------------------------------------------------------------------------------

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this visitor may sign up (`SIGN_UP`): anybody, or who is on the way to a club
        by an invite that works now.
        """
        return settings.SIGN_UP == "open" or _is_invited(request)

    def new_user(self, request: HttpRequest) -> User:
        """A new person; in a browser in which somebody tries the game out, that guest."""
        return guests.guest_of(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save who signed up. A guest who does so keeps what they have begun."""
        with transaction.atomic():
            if user.guest:
                self._close_other_doors(user)
            saved: User = super().save_user(request, user, form, commit)
            if saved.guest:
                club = tryout_of(saved)
                guests.settle_in(request, saved)
                if club and may_found(saved):
                    tryout.keep(campaign=club, at=clock.now())
                    messages.success(request, tryout.KEPT)
            return saved

    def _close_other_doors(self, guest: User) -> None:
        """Whatever somebody made as this guest opens nothing of whoever signs up now: they may be
        somebody else at the same computer.
        """
        EmailAddress.objects.filter(user=guest).delete()
        Authenticator.objects.filter(user=guest).delete()
        calendar_feed.drop(user=guest)

    # --- coming in --------------------------------------------------------------------------------

    def login(self, request: HttpRequest, user: Any) -> None:
        """All the way in, the second factor included: now the password holds that was chosen with a
        link, and links are useless.
        """
        now = timezone.now()
        if said := request.session.pop(CHOSEN, None):
            login_links.come_in(user=user, link=UUID(said["link"]), hashed=said["hash"], at=now)
        login_links.forget(user, now)
        if deletion.come_back(user=user):
            messages.success(request, "Your account will not be deleted.")
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: Any, **how: Any) -> HttpResponse:
        """Remember in this browser that the person has logged in here, and of the person which
        clock the browser goes by.
        """
        response = super().post_login(request, user, **how)
        own_clock.remember(user=user, said=request.COOKIES.get(moments.COOKIE, ""))
        people = [str(user.pk), *(pk for pk in _known(request) if pk != str(user.pk))][:MOST]
        response.set_cookie(
            settings.KNOWN_COOKIE_NAME,
            signing.dumps(people, salt=SALT),
            max_age=KNOWN_FOR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
        return response

    # --- a new password ---------------------------------------------------------------------------

    def set_password(self, user: User, password: str) -> None:
        """Set the password that a person has chosen, and tell them."""
        with transaction.atomic():
            super().set_password(user, password)
            password_changed(user=user, at=clock.now())

    # --- mail -------------------------------------------------------------------------------------

    def should_send_confirmation_mail(
        self, request: HttpRequest, email_address: EmailAddress, signup: bool
    ) -> bool:
        """None where no mail leaves."""
        return settings.MAIL_LEAVES and super().should_send_confirmation_mail(
            request, email_address, signup
        )

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Ask whose address it is. If it is another account's, its owner is told instead that
        somebody gave it here; whoever gave it sees no difference.
        """
        address = emailconfirmation.email_address
        if others_with(address.email, besides=address.user, confirmed=not signup):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """No letter where none leaves, none from a copy in quarantine, and not many to an address
        that may be anybody's.

        These are counted here and not before the page is made, so that no page tells whether the
        address was written to a moment ago.
        """
        if not settings.MAIL_LEAVES or (
            template_prefix in TO_WHOMEVER
            and not ratelimit.consume(
                self.request, app="allauth.account", action="confirmation_mail", key=email.lower()
            )
        ):
            return
        if quarantine.holds():
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
        """Tell somebody of a change to their account, at an address that they have confirmed: any
        other may be a stranger's. That a mail server is away undoes no change.
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
        **named: Any,
    ) -> None:
        """No word of a letter where none leaves."""
        if settings.MAIL_LEAVES or message_template not in OF_LETTERS:
            super().add_message(request, level, message_template, *args, **named)


TO_WHOMEVER: Final = frozenset(
    {
        "account/email/account_already_exists",
        "account/email/email_confirmation",
        "account/email/email_confirmation_signup",
    }
)
"""Letters to an address that nobody has shown to be theirs."""

OF_LETTERS: Final = frozenset(
    {"account/messages/email_confirmation_sent.txt", "account/messages/login_code_sent.txt"}
)


def _is_invited(request: HttpRequest) -> bool:
    """Whether the page to go on to is an invite that works."""
    there = get_next_redirect_url(request) or ""
    try:
        found = resolve(urlsplit(there).path)
        if found.view_name != "join":
            return False
        invites.look_up(token=found.kwargs["token"], at=clock.now())
    except (Resolver404, Refusal):
        return False
    return True


def _typed(credentials: dict[str, Any]) -> str:
    """The user name or the address that somebody logs in with."""
    return str(credentials.get("username") or credentials.get("email") or "").strip()


def _known(request: HttpRequest) -> list[str]:
    """The people who have logged in in this browser."""
    try:
        said = signing.loads(
            request.COOKIES.get(settings.KNOWN_COOKIE_NAME, ""), salt=SALT, max_age=KNOWN_FOR
        )
    except signing.BadSignature:
        return []
    return [str(pk) for pk in said][:MOST]


def _knows(request: HttpRequest, name: str) -> bool:
    """Whether the person who goes by this name is logged in here, or has logged in in this browser
    before.
    """
    pks = _known(request) + ([str(request.user.pk)] if request.user.is_authenticated else [])
    if not pks:
        return False
    own = User.objects.filter(pk__in=pks)
    names = {said.lower() for row in own.values_list("username", "email") for said in row if said}
    return name in names or EmailAddress.objects.filter(user__in=pks, email__iexact=name).exists()
