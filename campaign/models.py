"""All models of a campaign, collected for Django.

Other modules import a model from its own package, such as `campaign.league.models`.
"""

from .calendar import models as calendar
from .deals import models as deals
from .duels import models as duels
from .garage import models as garage
from .league import models as league
from .ledger import models as ledger
from .members import models as members
from .motions import models as motions
from .moving import models as moving
from .news import models as news
from .roster import models as roster
from .voices import models as voices

__all__ = [
    "calendar",
    "deals",
    "duels",
    "garage",
    "league",
    "ledger",
    "members",
    "motions",
    "moving",
    "news",
    "roster",
    "voices",
]
