"""The models of all parts of a campaign, for Django. Other modules import a model from its own
part, such as `campaign.league.models`.
"""

from .duels import models as duels
from .garage import models as garage
from .league import models as league
from .ledger import models as ledger
from .motions import models as motions
from .moving import models as moving
from .roster import models as roster
from .voices import models as voices

__all__ = ["duels", "garage", "league", "ledger", "motions", "moving", "roster", "voices"]
