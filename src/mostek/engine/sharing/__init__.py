"""Long work shared out in chunks: over the cores of this machine or over many machines, resumed where it was stopped."""

from mostek.engine.sharing.kept import KeepError, KeptResults
from mostek.engine.sharing.machines import ClusterError, cluster
from mostek.engine.sharing.run import share_out
from mostek.engine.sharing.units import CHUNK_SECONDS, ranges, units_per_chunk

__all__ = [
    "CHUNK_SECONDS",
    "ClusterError",
    "KeepError",
    "KeptResults",
    "cluster",
    "ranges",
    "share_out",
    "units_per_chunk",
]
