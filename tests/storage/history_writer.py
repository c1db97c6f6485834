"""A program of its own that records wins: `python history_writer.py FOLDER FIRST COUNT`, a line for each that is in."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from freecell_tui.storage.history import History
from support.factories import record_of, won_game

folder, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
history = History(folder, lock_timeout=20.0)
records = [record_of(won_game(number % 5 + 1), number) for number in range(first, first + count)]
sys.stdin.readline()
for number, record in enumerate(records, first):
    history.record_win(record)
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()
for notice in history.notices:
    sys.stdout.write(f"{notice}\n")
