"""Print the oldest versions of what the program and its tests depend on, for pip.

pip install $(python .github/minimums.py) && pip install --no-deps .
"""

import re
import tomllib
from pathlib import Path


def main() -> None:
    """Print each requirement with its lower bound as the version."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
        name, _, versions = requirement.partition(">=")
        print(f"{name}=={re.split('[,;]', versions)[0]}")


if __name__ == "__main__":
    main()
