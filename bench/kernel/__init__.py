"""Measures the kernel: `python -m bench.kernel`."""

import sys
from pathlib import Path

# The files that the Rust examples read are written by what the tests have for it.
sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
