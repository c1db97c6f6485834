"""Whole games and single moves in the real program."""

import signal
from collections.abc import Callable
from itertools import batched
from pathlib import Path
