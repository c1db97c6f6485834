"""`python -m freecell_tui.lab_cli` is the command `freecell-lab`."""

import sys

from freecell_tui.lab_cli import main

sys.exit(main())
