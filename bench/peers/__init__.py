"""The arena: other engines beside ours on the same positions, leaves and list."""

import sys
from pathlib import Path

# What the tests have for positions is used here, too.
sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
