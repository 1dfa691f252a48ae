"""The GM's desk: running a club without seeing what its teams keep secret."""
