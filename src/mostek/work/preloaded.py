"""The modules that workers have imported before they are forked, so that a new one works at once and they share it in memory."""

import os
from importlib import import_module

from mostek.work.kinds import every_kind

# NumPy takes 40 MB for each of its threads, which nothing here needs; it reads this when a kind imports it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

for _kind in every_kind():
    import_module(_kind.target.partition(":")[0])
