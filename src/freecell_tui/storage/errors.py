"""What goes wrong with what is kept, for code that does not load the database for it."""


class HistoryError(Exception):
    """The history cannot be used now; `str()` is a sentence for the player."""
