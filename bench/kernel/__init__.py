"""Measures the kernel: `python -m bench.kernel`."""
