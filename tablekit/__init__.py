"""The table kit for Mafia clubs: exact votes, spoken cues, a journal that a referee can recount."""

__version__ = "0.1.0"
