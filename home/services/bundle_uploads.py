"""Services for importing a club on an admin page. The steps are upload, preview and import. If any
part fails, nothing is imported.
"""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from typing import IO

from campaign.league.models import Campaign
from core.accounts.models import User
from core.web.refusals import Refused
from home.models import BundleUpload
from home.rules.bundle import MAX_ROWS, MAX_UNPACKED_BYTES
from home.selectors.bundle_files import open_bundle
from home.selectors.bundle_parts import EXPORTED_TABLES
from home.selectors.bundle_preview import Preview, preview
from home.selectors.bundle_sealing import open_unsealed

from .bundle_import import Fork, Ids, import_bundle, read_keys


def store_upload(*, file: IO[bytes], user: User, now: datetime) -> BundleUpload:
    """Store an uploaded bundle. The bundle must be open or sealed by this site, and it must be
    possible to import it now.

    Raise BadBundle if the bundle is invalid, changed, or from a newer version. Raise Refused if the
    site already has the club.
    """
    data = file.read()
    preview_upload(data)
    return BundleUpload.objects.create(by=user, at=now, file=data)


def preview_upload(data: bytes) -> Preview:
    """Check a bundle completely and return its contents.

    Raise the same errors as `store_upload`.
    """
    with (
        open_unsealed(BytesIO(data)) as file,
        open_bundle(file, most_bytes=MAX_UNPACKED_BYTES, most_rows=MAX_ROWS) as bundle,
    ):
        read_keys(bundle, Ids(), EXPORTED_TABLES)
        return preview(bundle)


def import_upload(
    *, upload: BundleUpload, gm: str, name: str, fork: bool, now: datetime
) -> Campaign:
    """Import the club of an upload and delete the upload.

    `gm` is the username of its GM.

    Raise the same errors as `import_bundle`, and Refused for an unknown username.
    """
    gm_user = User.objects.filter(username=gm.strip(), guest=False, is_active=True).first()
    if gm_user is None:
        raise Refused(f"There is no user {gm.strip()} on this site.", field="gm", code="nobody")
    with open_unsealed(BytesIO(bytes(upload.file))) as file:
        imported = import_bundle(
            file, gm=gm_user, now=now, name=name, fork=Fork() if fork else None
        )
    upload.delete()
    return imported.campaign
