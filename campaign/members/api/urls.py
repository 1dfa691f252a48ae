"""API URLs of members, invites, the public page, requests to join, owners and deputies."""

from campaign.league.api.paths import CLUB, TEAM
from core.web.api.operations import api_path

from . import deputies, members, public_page, sharing

urlpatterns = [
    api_path(f"{CLUB}members/", "api-members", get=members.list_members),
    api_path(f"{CLUB}members/<str:username>/", "api-member", patch=members.set_role),
    api_path(f"{CLUB}members/<str:username>/remove/", "api-member-remove", post=members.remove),
    api_path(
        f"{CLUB}members/<str:username>/login-link/", "api-login-link", post=members.make_login_link
    ),
    api_path(
        f"{CLUB}public-page/", "api-public-page", get=public_page.show, put=public_page.switch
    ),
    api_path(f"{CLUB}join-asks/", "api-join-asks", get=public_page.list_asks),
    api_path(
        f"{CLUB}join-asks/<uuid:join_ask>/answer/", "api-join-answer", post=public_page.answer
    ),
    api_path(f"{CLUB}leave/", "api-leave", post=members.leave),
    api_path(f"{CLUB}invites/", "api-invites", get=members.list_invites, post=members.make_invite),
    api_path(
        f"{CLUB}invites/<uuid:invite>/revoke/", "api-invite-revoke", post=members.revoke_invite
    ),
    api_path(
        f"{TEAM}deputies/", "api-team-deputies", get=deputies.list_deputies, post=deputies.name
    ),
    api_path(f"{TEAM}deputies/<uuid:deputy>/", "api-team-deputy", delete=deputies.end),
    api_path(f"{TEAM}asks/", "api-team-asks", get=sharing.list_asks),
    api_path(f"{TEAM}asks/<uuid:ask>/answer/", "api-team-answer", post=sharing.answer),
    api_path(f"{TEAM}invites/", "api-team-invites", get=sharing.list_links, post=sharing.make_link),
    api_path(
        f"{TEAM}invites/<uuid:invite>/revoke/", "api-team-invite-revoke", post=sharing.revoke_link
    ),
]
