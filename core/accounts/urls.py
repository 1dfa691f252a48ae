"""URLs of accounts."""

from django.urls import path

from .views import deletion, names, own_clock, own_page, tokens

urlpatterns = [
    path("me/name/", names.own_name, name="own-name"),
    path("me/clock/", own_clock.own_clock, name="own-clock"),
    path("me/delete/", deletion.delete_account, name="delete-account"),
    path("me/page/", own_page.own_page, name="own-page"),
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/<uuid:ref>/renew/", tokens.renew, name="token-renew"),
    path("me/tokens/<uuid:ref>/revoke/", tokens.revoke, name="token-revoke"),
]
