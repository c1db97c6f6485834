"""FreeCell in a terminal."""

__version__ = "1.0.0"
