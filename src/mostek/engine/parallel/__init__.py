"""Long work shared out in chunks: over the cores of this machine or over many machines, resumed where it was stopped."""

from mostek.engine.parallel.chunks import CHUNK_SECONDS, ranges, share_out, units_per_chunk
from mostek.engine.parallel.cluster_executor import ClusterError, cluster
from mostek.engine.parallel.result_store import KeepError, KeptResults

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
