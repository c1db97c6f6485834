"""`python -m freecell_tui.lab` is the command `freecell-lab`."""

import sys

from freecell_tui.lab.cli import main

sys.exit(main())
