"""Taking a club in on a page of the admin: the file is sent and looked at, and taken in when
whoever sent it says so. Whole or not at all, as by the command.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO, TYPE_CHECKING

from core.accounts.models import User
from core.web.refusals import Refused
from home.models import BundleUpload
from home.selectors.bundle_files import opened
from home.selectors.bundle_parts import CARRIED
from home.selectors.bundle_preview import preview
from home.selectors.bundle_sealing import unsealed

from .bundle_import import Fork, Ids, read_keys, take_in

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign
    from home.selectors.bundle_preview import Preview


def keep(*, file: IO[bytes], by: User, at: datetime) -> BundleUpload:
    """Keep a bundle, open or sealed by this site, that could be taken in now. Raises BadBundle for
    what is none, was changed, or is newer; Refused where the club is here already.
    """
    said = file.read()
    look(said)
    return BundleUpload.objects.create(by=by, at=at, file=said)


def look(said: bytes) -> Preview:
    """What is in a bundle, all of which has been gone through. Raises as `keep` does."""
    with unsealed(BytesIO(said)) as file, opened(file) as bundle:
        read_keys(bundle, Ids(), CARRIED)
        return preview(bundle)


def take_up(*, upload: BundleUpload, gm: str, name: str, fork: bool, at: datetime) -> Campaign:
    """Take in the club of an upload, which goes; `gm` is the user name of who runs it here. Raises
    as `take_in` does, and Refused where nobody has that name.
    """
    runs = User.objects.filter(username=gm.strip(), guest=False, is_active=True).first()
    if runs is None:
        raise Refused(f"There is no user {gm.strip()} on this site.", field="gm", code="nobody")
    with unsealed(BytesIO(bytes(upload.file))) as file:
        done = take_in(file, gm=runs, at=at, name=name, fork=Fork() if fork else None)
    upload.delete()
    return done.campaign
