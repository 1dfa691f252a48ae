"""Whether the site does its own work: job runs, what is late, incidents, mail to the owner."""
