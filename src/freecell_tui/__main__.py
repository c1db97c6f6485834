"""`python -m freecell_tui` is the command `freecell`."""

import sys

from freecell_tui.cli import main

sys.exit(main())
