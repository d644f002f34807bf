"""The modules that workers have imported before they are forked, so that a new one works at once and they share it in memory."""

import os
from importlib import import_module

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # NumPy takes 40 MB for each of its threads, which nothing here needs

from mostek.work import kinds

for _kind in vars(kinds).values():
    if isinstance(_kind, kinds.JobKind):
        import_module(_kind.target.partition(":")[0])
